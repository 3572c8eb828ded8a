/** The words of a typed sentence: folded for comparing, kept for showing, and claimed once they are understood. */

export interface Word {
  /** As it was typed. */
  text: string
  /** In small letters, without accents. */
  folded: string
  /** Whether it follows the word before it without a space, as 'pm' in '3pm'. */
  isGlued: boolean
  isUsed: boolean
}

/** What a reader found at a word, and how many words it takes. */
export interface Found<Value> {
  value: Value
  length: number
}

/** In small letters and without accents; 'ñ' becomes 'n', as many keyboards write it. */
export const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The words, numbers and signs of a text; 'p. m.' is one word. */
export function wordsOf(text: string): Word[] {
  const plain = text.normalize('NFC').replace(/(?<=\d\s?|^|\s)([ap])\.\s?m\.?(?=\s|$|[,.;])/giu, '$1m')
  return [...plain.matchAll(/\p{L}[\p{L}\p{M}'’]*|\d+|\S/gu)].map(({ 0: word, index }) => ({
    text: word,
    folded: fold(word),
    isGlued: index > 0 && !/\s/.test(plain[index - 1]!),
    isUsed: false,
  }))
}

/** The number of consecutive words from `at` on that are these and still unclaimed; 0 if one differs. */
export function follows(words: Word[], at: number, ...wanted: (string | readonly string[])[]): number {
  const fits = wanted.every((want, i) => {
    const word = words[at + i]
    return (
      word && !word.isUsed && (typeof want === 'string' ? word.folded === want : want.includes(word.folded))
    )
  })
  return fits ? wanted.length : 0
}

export function claim(words: Word[], at: number, length: number) {
  for (const word of words.slice(at, at + length)) word.isUsed = true
}

/** What `read` finds from some unclaimed word on, without claiming it. */
export const isThere = (
  words: Word[],
  read: (words: Word[], at: number) => Found<unknown> | undefined,
): boolean => words.some(({ isUsed }, at) => !isUsed && read(words, at) !== undefined)

/** Claims the last of all places where `read` finds something, and those before it. */
export function takeLast<Value>(
  words: Word[],
  read: (words: Word[], at: number) => Found<Value> | undefined,
): Value | undefined {
  let last: Value | undefined
  for (let next = take(words, read); next !== undefined; next = take(words, read)) last = next
  return last
}

/** Claims the first place where `read` finds something. */
export function take<Value>(
  words: Word[],
  read: (words: Word[], at: number) => Found<Value> | undefined,
): Value | undefined {
  for (let at = 0; at < words.length; at++) {
    if (words[at]!.isUsed) continue
    const found = read(words, at)
    if (!found) continue
    claim(words, at, found.length)
    return found.value
  }
  return undefined
}

const NUMBERS = [
  'cero',
  'uno',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
  'trece',
  'catorce',
  'quince',
  'dieciseis',
  'diecisiete',
  'dieciocho',
  'diecinueve',
  'veinte',
  'veintiuno',
  'veintidos',
  'veintitres',
  'veinticuatro',
  'veinticinco',
  'veintiseis',
  'veintisiete',
  'veintiocho',
  'veintinueve',
  'treinta',
]
const MORE: Record<string, number> = {
  un: 1,
  una: 1,
  cuarenta: 40,
  cincuenta: 50,
}

/** A number in digits (at most four) or as a word up to fifty. */
export function numberOf(word: Word | undefined): number | undefined {
  if (!word || word.isUsed) return undefined
  if (/^\d{1,4}$/.test(word.folded)) return Number(word.folded)
  const index = NUMBERS.indexOf(word.folded)
  return index >= 0 ? index : MORE[word.folded]
}

export const isDigits = (word: Word | undefined): boolean => /^\d+$/.test(word?.folded ?? '')
export const isName = (word: Word | undefined): boolean => /^\p{L}/u.test(word?.text ?? '')
