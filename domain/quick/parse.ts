/**
 * What a receptionist types in one line: 'Ana mañana 3pm corte con Luis'. Rules and no model: the same sentence means the
 * same at every time of the same day. What could be something else is a doubt, never silently chosen.
 */
import { addDays, daysBetween, type IsoDate, type Minute } from '../dates.ts'
import { readDate, readExactDate } from './dates.ts'
import { claimFillers, readClient } from './client.ts'
import { doubtHalfRead } from './half-read.ts'
import type { KnownClient, Named, Quick, QuickAction, QuickFacts } from './meaning.ts'
import { best as bestOf, bestNames, nameScore, nameWords } from './names.ts'
import { readDates } from './spans.ts'
import {
  type Opening,
  type ReadTime,
  readPart,
  readRange,
  readSoon,
  readTime,
  readUntil,
  resolveTime,
  type SaidTime,
} from './times.ts'
import { claim, follows, isDigits, isName, isThere, take, takeLast, type Word, wordsOf } from './words.ts'

/** The longest sentence that is read; a pasted message may be longer. */
const MAX_LENGTH = 400

/** Reads one sentence. Takes well under a millisecond for a hundred services and sixty professionals. */
export function readSentence<Client extends KnownClient>(
  text: string,
  facts: QuickFacts<Client>,
): Quick<Client> {
  const { plain, email, phone } = withoutContacts(text.slice(0, MAX_LENGTH))
  const words = wordsOf(plain)
  const action = readAction(words)
  const quick: Quick<Client> = {
    action,
    doubts: {},
    rest: '',
    ...(email && { email }),
    ...(phone && { phone }),
  }
  readWhen(words, quick, facts)
  doubtHalfRead(words, quick)
  readProfessional(words, quick, facts.professionals)
  if (action === 'book') readService(words, quick, facts.services)
  claimFillers(words)
  if (action !== 'block') readClient(words, quick, facts)
  quick.rest = words
    .filter(({ isUsed, text }) => !isUsed && /[\p{L}\d]/u.test(text))
    .map(({ text }) => text)
    .join(' ')
  return quick
}

const EMAIL = /[^\s@,;<>()]+@[^\s@,;<>()]+\.[a-z]{2,}/iu
const PHONES = [
  // A Colombian mobile number, however it is grouped.
  /(?<![\d+])(?:\+?57[ .-]?)?3\d{2}[ .-]?\d{3}[ .-]?\d{2}[ .-]?\d{2}(?![\d/:])/,
  /\+\d[\d .()-]{7,18}\d/,
  /(?<!\d)\d{7,13}(?!\d)/,
]

function withoutContacts(text: string) {
  const email = EMAIL.exec(text)?.[0]
  const left = email ? text.replace(email, ' , ') : text
  const phone = PHONES.map((pattern) => pattern.exec(left)?.[0]).find(Boolean)
  return { email, phone: phone?.replace(/[^\d+]/g, ''), plain: phone ? left.replace(phone, ' , ') : left }
}

const ACTIONS: Record<Exclude<QuickAction, 'book'>, RegExp> = {
  block: /^bloque(o|a|ar|e|ame)$/,
  move: /^(m[uo]eve(r|la|lo|me)?|mover|reagend(a|ar|ame)|reprogram(a|ar)|pas(a|ar|ame)|corr(e|er)|cambi(a|ar|ame))$/,
}

function readAction(words: Word[]): QuickAction {
  const first = words.findIndex(isName)
  const folded = words[first]?.folded ?? ''
  for (const action of ['block', 'move'] as const)
    if (ACTIONS[action].test(folded)) {
      claim(words, first, 1)
      return action
    }
  return 'book'
}

/** Days of which the same ones of this year are only just over may be those: their block begins so many days ahead. */
const FAR_DAYS = 300

function readWhen(words: Word[], quick: Quick, facts: QuickFacts) {
  const { now, openingOf } = facts
  const isMove = quick.action === 'move'
  const soon = take(words, readSoon)
  if (soon !== undefined) return readAhead(quick, now, soon)
  const days = quick.action === 'block' ? take(words, (all, at) => readDays(all, at, now.date)) : undefined
  const exact = take(words, (all, at) => readExactDate(all, at, now.date))
  const range = take(words, (all, at) => (isTimeOf(all, at) ? readRange(all, at) : undefined))
  const until = quick.action === 'block' && !range ? take(words, readUntil) : undefined
  const readMarked = (all: Word[], at: number) => {
    const found = readTime(all, at)
    return found?.value.isMarked ? found : undefined
  }
  // Somebody who moves an appointment names the old day and time first.
  const marked = (isMove ? takeLast : take)(words, readMarked)
  const dateAt = (all: Word[], at: number) => readDate(all, at, now.date)
  const date = (isMove && takeLast(words, dateAt)) || exact || take(words, dateAt)
  const part = take(words, readPart)
  const bare = range || marked || days ? undefined : take(words, readTime)
  if (days) [quick.date, quick.last] = days
  // Of 'mañana del 9 al 11' one of both was not meant.
  if (days && (date || daysBetween(now.date, days[0]) > FAR_DAYS)) quick.doubts.date = []
  if (date && isThere(words, dateAt)) quick.doubts.date = []
  if (marked && isThere(words, readMarked)) quick.doubts.time = []
  if (date && !days) quick.date = date.date
  if (date?.isDoubtful) quick.doubts.date = []
  const said = marked ?? (isMove ? range?.[1] : range?.[0]) ?? bare
  if (said) {
    const time = resolved(said, part, quick.date, { now, openingOf })
    quick.time = time.minute
    const isOdd = (range && quick.action === 'book') || (range && marked) || (said === bare && said.hour > 12)
    if (time.isDoubtful || isOdd || said.isEither) quick.doubts.time = []
  }
  const end = range?.[1] ?? until
  if (!end || isMove) return
  const { minute } = resolved(end, part, quick.date, { now, openingOf })
  const { time = minute } = quick
  quick.until = quick.time !== undefined && minute <= time && minute + 720 < 1440 ? minute + 720 : minute
  // Of 'hasta las 4' alone the beginning is asked.
  if (quick.until <= time) quick.doubts.time = []
}

/** The dates of a block; in 'mañana desde 9 hasta 11', which names its day beside them, the numbers are hours. */
function readDays(words: Word[], at: number, today: IsoDate): ReturnType<typeof readDates> {
  const days = readDates(words, at, today)
  const mayBeHours = words[at]!.folded === 'desde' && readRange(words, at)?.length === days?.length
  const isBeside = (n: number) => n < at || n >= at + days!.length
  const namesDay = () => words.some((_, n) => isBeside(n) && readDate(words, n, today) !== undefined)
  return days && mayBeHours && namesDay() ? undefined : days
}

/** So many minutes from now. */
function readAhead(quick: Quick, now: QuickFacts['now'], minutes: number) {
  const minute = now.minute + minutes
  quick.date = addDays(now.date, Math.floor(minute / 1440))
  quick.time = minute % 1440
}

/** Of 'el 2 a las 4' and 'viernes 20 a las 3' the first number is a date; of 'viernes 2 a 4' it is a time. */
function isTimeOf(words: Word[], at: number) {
  const before = words[at - 1]?.folded ?? ''
  if (/^(el|dia)$/.test(before)) return false
  return !(/^(lun|mar|mie|jue|vie|sab|dom)/.test(before) && follows(words, at + 1, 'a', ['las', 'la']))
}

function resolved(
  said: SaidTime,
  part: SaidTime['part'],
  date: IsoDate | undefined,
  { now, openingOf }: Pick<QuickFacts, 'now' | 'openingOf'>,
): ReadTime {
  const time = resolveTime(
    said.part || !part ? said : { ...said, part },
    openingOf(date) ?? openingOf(undefined),
  )
  if (date !== now.date || time.minute > now.minute) return time
  // What is over today was hardly meant; its twin in the afternoon may be.
  const isOpen = isInside(time.minute + 720, openingOf(date))
  const hasTwin = !said.part && !part && time.minute < 720 && isOpen
  return { minute: hasTwin ? time.minute + 720 : time.minute, isDoubtful: true }
}

const isInside = (minute: Minute, opening: Opening | undefined) =>
  opening !== undefined && minute >= opening[0] && minute < opening[1]

/** 'Con Luis'; of a block also 'a Luis' and the name alone. */
function readProfessional(words: Word[], quick: Quick, all: readonly Named[]) {
  const found = take(words, (words, at) => {
    const before =
      follows(words, at, ['con', 'donde'], ['la', 'el', 'don', 'dona']) ||
      follows(words, at, ['con', 'donde'])
    if (!before && quick.action !== 'block') return undefined
    return longestName(words, at + before, before, all)
  })
  if (!found) return
  quick.professional = found[0]!
  if (found.length > 1) quick.doubts.professional = found
}

/** The longest run of at most three words from `at` on that stands for a name. */
function longestName(words: Word[], at: number, before: number, all: readonly Named[]) {
  for (let length = 3; length > 0; length--) {
    const run = words.slice(at, at + length)
    if (run.length < length || !run.every((word) => isName(word) && !word.isUsed)) continue
    const meant = bestNames(
      run.map(({ folded }) => folded),
      all,
    )
    if (meant.length > 0) return { value: meant, length: before + length }
  }
  return undefined
}

// Between the words of a service: 'corte de dama y barba'.
const JOINING = new Set(['de', 'del', 'la', 'el', 'y', 'con', 'para', 'en', 'las', 'los', '+'])

/** The service that most words stand for, wherever they are; as good ones are a doubt. */
function readService(words: Word[], quick: Quick, services: readonly Named[]) {
  const known = services.map((service) => ({ service, words: nameWords(service.name) }))
  let best = { score: 0, all: [] as Named[], run: [] as Word[] }
  for (let at = 0; at < words.length; at++)
    for (let end = at + 1; end <= Math.min(words.length, at + 6); end++) {
      const run = words.slice(at, end)
      if (run.some(({ isUsed }) => isUsed)) break
      const meant = run.filter(({ folded }) => !JOINING.has(folded))
      const isWhole = !JOINING.has(run[0]!.folded) && !JOINING.has(run.at(-1)!.folded)
      // A number alone is a date or a time that was not understood: it stands for no 'Masaje 60' silently.
      if (!isWhole || meant.every(isDigits)) continue
      const typed = meant.map(({ folded }) => folded)
      const { score, all } = bestOf(known, ({ words }) => nameScore(typed, words))
      if (score > best.score) best = { score, all: all.map(({ service }) => service), run }
    }
  if (best.score === 0) return
  for (const word of best.run) word.isUsed = true
  quick.service = best.all[0]!
  if (best.all.length > 1) quick.doubts.service = best.all
}
