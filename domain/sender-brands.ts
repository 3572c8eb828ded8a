/**
 * Names of banks, wallets, carriers and authorities whose mails people trust: a business that calls itself so
 * waits for the administrator before its name stands in a From. A list of data: add what is abused.
 */

/** Found anywhere in a name, also inside a word. */
const ANYWHERE = `
  bancolombia davivienda daviplata colpatria scotiabank bancamia bancoomeva colsubsidio compensar
  colpensiones registraduria superintendencia procuraduria migracioncolombia policianacional bancodebogota
  bancoagrario bancopopular bancodeoccidente bancoavvillas bancocajasocial bancofalabella bancofinandina
  mercadopago mercadolibre paypal westernunion servientrega interrapidisimo bancosantander banamex
  bancoestado interbank pichincha avvillas citibank serfinanza lulobank transfiya neqvi bancobbva whatsapp microsoft mastercard enpunto`
  .trim()
  .split(/\s+/)

/** Found as words of their own: inside another word they mean nothing. */
const WORDS = `
  nequi dian bbva itau nubank lulo rappipay rappi efecty baloto pse sura eps icetex icbf sena sisben simit
  runt sat sii sunat afip banco fiscalia alcaldia gobernacion ministerio mintic policia visa claro
  movistar tigo yape bcp breb google apple facebook instagram netflix amazon`
  .trim()
  .split(/\s+/)

// Capitals that look like Latin ones, which small they do not: Greek and Cyrillic.
const CAPITALS = looksLike(
  `a ΑА  b ΒВ  c СϹ  e ΕЕ  h ΗН  i ΙІӀ  j Ј  k ΚК  m ΜМ  n Ν  o ΟО  p ΡР  s Ѕ  t ΤТ  x ΧХ  y ΥУ  z Ζ`,
)

// Letters, digits and signs that are written for others, so that 'B4nco1omb1a' is read as it is meant: those of other alphabets, and
// Latin ones with what no decomposition takes off. An I, an l and a 1 cannot be told apart: all are an i here.
const LOOKALIKES =
  looksLike(`a 4@аαɑⱥ  b 8вβɓƅ  c сϲ¢ƈ  d ԁɗđ  e 3е€ɛ  g ɡ9  h һɦ  i l1|!іιıɩӏɭłƚ  j ј  k кκ  m мɱ  n ŋɲƞη  o 0оοσø
  p рρƿ  q ԛ  r гɾ  s 5$ѕ  t 7τтŧ  u υʋ  v νѵ  w ѡԝω  x хχ  y уγ  z ƶʐ`)

function looksLike(table: string): Record<string, string> {
  const words = table.split(/\s+/)
  return Object.fromEntries(
    words.flatMap((letter, n) => (n % 2 === 0 ? [...words[n + 1]!].map((like) => [like, letter]) : [])),
  )
}

/**
 * Whether a word mixes Latin letters with others, or with signs that look like letters: it is read as it looks, 'Бancolombia', '🅱ancolombia'.
 * A letter of another script that stands by itself is an ornament.
 */
const isMixed = (name: string): boolean =>
  name
    .normalize('NFKD')
    .split(/[^\p{L}\p{M}\u{1f130}-\u{1f189}]+/u)
    .some((word) => {
      const letters = [...word].filter((letter) => !/\p{M}/u.test(letter))
      const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter)).length
      return latin > 0 && latin < letters.length
    })

/** Words as they look: a name, or a brand. */
const seen = (text: string): string[] =>
  [
    ...[...text.normalize('NFKD')]
      .map((letter) => CAPITALS[letter] ?? letter)
      .join('')
      .toLowerCase(),
  ]
    .filter((letter) => !/[\p{M}\p{Cf}]/u.test(letter))
    .map((letter) => LOOKALIKES[letter] ?? letter)
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Letters that together look like another one: 'Bancolornbia'. */
const joined = (text: string) => text.replaceAll('rn', 'm').replaceAll('vv', 'w')

const asSeen = (brands: string[]) => brands.map((brand) => joined(seen(brand).join('')))
const SEEN_ANYWHERE = asSeen(ANYWHERE)
const SEEN_WORDS = new Set(asSeen(WORDS))

/** Whether a name is, or holds, one that people would take for a bank's or an authority's, or may look like one by letters of other scripts. */
export function isTrustedBrand(name: string): boolean {
  // A '1' is a letter in 'Neq1i', and none in 'Nequi1'.
  return isMixed(name) || holdsBrand(name) || holdsBrand(name.replace(/[\d!|]+/g, ' '))
}

function holdsBrand(name: string): boolean {
  const words = seen(name)
  const whole = joined(words.join(''))
  // Letters apart ('D I A N') are one word, also among others.
  const spelled = words
    .map((word) => (word.length === 1 ? word : ' '))
    .join('')
    .split(' ')
  // So are those with a sign in between: 'Bre-B'.
  const signed = name.split(/\s+/).map((word) => seen(word).join(''))
  return (
    SEEN_ANYWHERE.some((brand) => whole.includes(brand)) ||
    [...words, ...spelled, ...signed].some((word) => SEEN_WORDS.has(joined(word)))
  )
}

/** A business's name without what mail programs would take for an address. */
export function withoutAddresses(name: string): string {
  return name
    .replace(/[<[(]?[^\s<>()[\]"]*[@＠][^\s<>()[\]"]*[>\])]?/gu, ' ')
    .replace(/[<>"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
