/** The client in a sentence: what is left when everything else was understood. */
import { bestNames, likeness, nameWords } from './names.ts'
import type { KnownClient, Quick, QuickFacts } from './meaning.ts'
import { claim, follows, isName, numberOf, type Word } from './words.ts'

const FILLERS = new Set(
  (
    'hola buenas buenos buen dias dia tardes tarde noches quiero quisiera quiere necesito necesita me le se puedo puede puedes podria podrias ' +
    'agenda agendar agendame agendarme agendale apartar aparta apartame separa separar separame cita citas turno reserva ' +
    'reservar reservame por favor porfa porfavor gracias un una unos unas el la los las de del a al en con para por que y o ' +
    'es esta este mi su tiene tienes tienen hay pueden numero telefono tel celular cel correo ser dona don senora senor sra sr srta servicio hora horas tipo hacia desde ' +
    'hasta fecha hacer hacerme ahora ya mismo si no como muy claro ok vale listo todo toda'
  ).split(' '),
)

/** What comes before a name: the words after it are the client's. */
const INTRODUCING: readonly (readonly string[])[] = [
  ['a', 'nombre', 'de'],
  ['mi', 'nombre', 'es'],
  ['me', 'llamo'],
  ['le', 'habla'],
  ['habla'],
  ['soy'],
  ['cliente'],
  ['clienta'],
]

/** Claims the words that say nothing of an appointment: greetings, wishes, what comes before a name. */
export function claimFillers(words: Word[]) {
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const introduced = INTRODUCING.map((one) => follows(words, at, ...one)).find((length) => length > 0)
    if (introduced) {
      claim(words, at, introduced)
      words[at + introduced - 1]!.folded = INTRODUCED
    } else if (
      !SMALL_IN_NAMES.test(word.folded) &&
      (FILLERS.has(word.folded) || !/[\p{L}\d]/u.test(word.text))
    )
      word.isUsed = true
  }
  // 'Ana de la Torre': the small words stay only where they join two others.
  words.forEach((word, at) => {
    if (SMALL_IN_NAMES.test(word.folded) && !(isFree(words[at - 1]) && joinsName(words, at)))
      word.isUsed = true
  })
}
const INTRODUCED = ' '
const SMALL_IN_NAMES = /^(de|del|la|los|las)$/
const isFree = (word: Word | undefined) => word !== undefined && !word.isUsed && isName(word)
const joinsName = (words: Word[], at: number) =>
  isFree(words.slice(at + 1).find(({ folded }) => !SMALL_IN_NAMES.test(folded)))

/** Whose appointment it is: introduced by name, known, or the first name that is left. Claims the words. */
export function readClient<Client extends KnownClient>(
  words: Word[],
  quick: Quick<Client>,
  facts: QuickFacts<Client>,
) {
  const runs = nameRuns(words)
  const introduced = runs.find((run) => words[words.indexOf(run[0]!) - 1]?.folded === INTRODUCED)
  const others = quick.professional ? [] : runs.filter((run) => run !== introduced)
  const chosen = introduced ?? clientRun(runs, facts)
  if (!chosen) return
  for (const word of chosen) word.isUsed = true
  const typed = chosen.map(({ folded }) => folded).filter((word) => nameWords(word).length > 0)
  const known = bestNames(typed, facts.clients)
  quick.client = { text: chosen.map(({ text }) => text).join(' '), known }
  if (known.length > 1) quick.doubts.client = []
  // A name alone may be the professional's: 'Luis mañana 3pm corte'.
  const isAlsoProfessional = !quick.professional && exactly(chosen, facts.professionals).length > 0
  if (isAlsoProfessional) quick.doubts.client = []
  const second = others.find((run) => run !== chosen && exactly(run, facts.professionals).length > 0)
  if (!second) return
  for (const word of second) word.isUsed = true
  quick.professional = exactly(second, facts.professionals)[0]!
  quick.doubts.professional = exactly(second, facts.professionals)
}

// No names: what was meant by them was not understood, and stays to be seen.
const NEVER_NAMES =
  /^(ayer|antier|anteayer|pasado|proxim[ao]|semana|mes|dentro|minutos?|medianoche|temprano|media|(des)?bloque(ar|o|a)|cancel(ar|a|o)|anul(ar|a)|elimin(ar|a)|lunes|martes|miercoles|jueves|viernes|sabado|domingo|primer|ultimo|enero|febrero|marzo|mayo|junio|agosto|se(p)?tiembre|octubre|noviembre|diciembre)$/

const mayBeName = (word: Word) =>
  !word.isUsed && isName(word) && !NEVER_NAMES.test(word.folded) && numberOf(word) === undefined

/** Consecutive unclaimed words of letters, at most four. */
function nameRuns(words: Word[]): Word[][] {
  const runs: Word[][] = [[]]
  for (const word of words)
    if (mayBeName(word) && runs.at(-1)!.length < 4) runs.at(-1)!.push(word)
    else if (runs.at(-1)!.length > 0) runs.push([])
  return runs.filter((run) => run.length > 0)
}

/** Somebody known before anybody else, then the first who is no professional. */
function clientRun<Client extends KnownClient>(
  runs: Word[][],
  { clients, professionals }: QuickFacts<Client>,
) {
  const isKnown = (run: Word[]) => exactly(run, clients).length > 0
  return runs.find(isKnown) ?? runs.find((run) => exactly(run, professionals).length === 0) ?? runs[0]
}

/** Those with a name of which every word is one of the run's, letter by letter or its beginning. */
const exactly = <One extends { name: string }>(run: Word[], all: readonly One[]): One[] =>
  all.filter(({ name }) => {
    const words = nameWords(name)
    return run.every(({ folded }) => words.some((word) => likeness(folded, word) >= 2))
  })
