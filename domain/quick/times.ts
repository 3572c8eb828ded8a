/** Reads times of the day as people say them. Without a part of the day, the one inside the opening hours is meant. */
import { type Minute } from '../dates.ts'
import { follows, type Found, isDigits, numberOf, type Word } from './words.ts'

export type Part = 'am' | 'pm' | 'mañana' | 'tarde' | 'noche' | 'día' | 'madrugada'

/** A time as it was said: '3' with no part of the day may be two. */
export interface SaidTime {
  hour: number
  minute: number
  part?: Part
  /** Whether the words say that it is a time: a bare number may be something else. */
  isMarked: boolean
  /** '03:00', which may be what a clock of 24 hours says. */
  hasZero?: boolean
  /** '9 y 10' of 'entre 9 y 10 y 11', of which the ten may be an hour. */
  isEither?: boolean
}

export interface ReadTime {
  minute: Minute
  isDoubtful: boolean
}

/** From, until (exclusive). */
export type Opening = readonly [Minute, Minute]

const PARTS: Record<string, Part> = {
  manana: 'mañana',
  tarde: 'tarde',
  noche: 'noche',
  madrugada: 'madrugada',
  dia: 'día',
  mediodia: 'día',
}
const PART_WORDS = Object.keys(PARTS)

/** 'De la tarde', 'por la mañana', 'en la noche', 'del día', or 'noche' behind an 'esta' that was read as today. */
export function readPart(words: Word[], at: number): Found<Part> | undefined {
  const isOfToday = words[at - 1]?.folded === 'esta' && words[at - 1]!.isUsed
  const length =
    follows(words, at, ['de', 'por', 'en', 'a'], 'la', PART_WORDS) ||
    follows(words, at, 'del', PART_WORDS) ||
    (isOfToday ? follows(words, at, PART_WORDS) : 0)
  return length ? { value: PARTS[words[at + length - 1]!.folded]!, length } : undefined
}

/** The time that begins at a word: 'a las 3', '3pm', '3 y media', '15h', 'cuarto para las 4', 'mediodía', '9'. */
export function readTime(words: Word[], at: number): Found<SaidTime> | undefined {
  const noon = follows(words, at, 'mediodia') || follows(words, at, 'medio', 'dia')
  if (noon) return { value: { hour: 12, minute: 0, part: 'día', isMarked: true }, length: noon }
  return timeTo(words, at) ?? timeAt(words, at)
}

/** 'Cuarto para las 4', '10 para las 4'. */
function timeTo(words: Word[], at: number): Found<SaidTime> | undefined {
  const article = follows(words, at, ['un', 'a']) ? 1 : 0
  const first = words[at + article]
  const minutes = first?.folded === 'cuarto' && !first.isUsed ? 15 : numberOf(first)
  const isTo = follows(words, at + article + 1, ['para', 'pa'], ['la', 'las']) > 0
  if (minutes === undefined || minutes < 1 || minutes > 29 || !isTo) return undefined
  const full = timeAt(words, at + article + 2)
  if (!full || full.value.minute !== 0) return undefined
  const hour = full.value.hour === 1 && !full.value.part ? 12 : full.value.hour - 1
  return {
    value: { ...full.value, hour, minute: 60 - minutes, isMarked: true },
    length: article + 2 + full.length,
  }
}

/** What comes before a time of a range: nothing, 'de' or 'desde', 'entre', or the 'y' behind an 'entre'. */
type InRange = 'nothing' | 'de' | 'entre' | 'y'

function timeAt(words: Word[], at: number, range?: InRange): Found<SaidTime> | undefined {
  const isInRange = range !== undefined
  const before =
    follows(words, at, 'a', ['las', 'la']) ||
    follows(words, at, ['tipo', 'hacia', 'desde'], ['las', 'la']) ||
    follows(words, at, ['las', 'la'])
  const hour = numberOf(words[at + before])
  // The minutes of another time, as in '25:00', are no hour.
  const isInside = before === 0 && words[at]?.isGlued && /^[:.]$/.test(words[at - 1]?.folded ?? '')
  if (isInside && !isInRange) return undefined
  // The words for numbers are no hours by themselves: 'una cita', 'dos'.
  if (hour === undefined || hour > 23 || words[at + before]!.folded.length > 6) return undefined
  const isWord = !isDigits(words[at + before])
  let length = before + 1
  const minutes = minutesAt(words, at + length, range === 'entre')
  const [colon, number] = [words[at + length], words[at + length + 1]]
  if (!minutes && colon?.isGlued && colon.folded === ':' && isDigits(number)) return undefined
  length += minutes?.length ?? 0
  if (hour === 12 && !minutes && follows(words, at + length, 'm'))
    return { value: { hour, minute: 0, part: 'día', isMarked: true }, length: length + 1 }
  const half = follows(words, at + length, ['am', 'pm'])
  if (half) length++
  else
    length +=
      follows(words, at + length, ['h', 'hs', 'hrs', 'horas']) || follows(words, at + length, 'en', 'punto')
  const isHours = !half && length > before + 1 + (minutes?.length ?? 0)
  const part = readPart(words, at + length)
  length += part?.length ?? 0
  const isMarked = before > 0 || minutes !== undefined || half > 0 || part !== undefined || isHours
  const isSaidRange = isInRange && range !== 'nothing' && !isCounted(words[at + length])
  if (isWord && before === 0 && !part && !half && !minutes && !isSaidRange) return undefined
  if (!isMarked && (isInRange ? isOfThings : isCounted)(words[at + length])) return undefined
  let [h, m] = [hour, minutes?.value ?? 0]
  if (m < 0) [h, m] = [h === 1 ? 12 : h - 1, m + 60]
  const said = half ? (words[at + length - (part?.length ?? 0) - 1]!.folded as 'am' | 'pm') : part?.value
  const hasZero = /^0[1-9]$/.test(words[at + before]!.folded)
  const isEither = range === 'entre' && isHourOrMinutes(words, at + before + 1)
  const value = {
    hour: h,
    minute: m,
    ...(said && { part: said }),
    isMarked,
    ...(hasZero && { hasZero }),
    ...(isEither && { isEither }),
  }
  return { value, length }
}

/** Of ':30', 'y media', 'y cuarto', 'y 20', 'menos cuarto' (negative). In 'entre 3 y 5' the second is an hour. */
function minutesAt(words: Word[], at: number, isBetween: boolean): Found<number> | undefined {
  const sign = words[at]
  const number = words[at + 1]
  if (sign && !sign.isUsed && sign.isGlued && /^[:.h]$/.test(sign.folded) && number?.isGlued) {
    const minutes = /^[0-5]\d$/.test(number.folded) ? Number(number.folded) : undefined
    return minutes === undefined ? undefined : { value: minutes, length: 2 }
  }
  // '9 30', as it is typed in a hurry.
  const isBare = sign && !sign.isUsed && !sign.isGlued && /^(00|15|30|45)$/.test(sign.folded)
  if (isBare && isDigits(words[at - 1]) && !isCounted(number))
    return { value: Number(sign.folded), length: 1 }
  if (!follows(words, at, ['y', 'menos'])) return undefined
  const direction = sign!.folded === 'y' ? 1 : -1
  const minutes = number?.folded === 'media' ? 30 : number?.folded === 'cuarto' ? 15 : numberOf(number)
  if (minutes === undefined || minutes < 5 || minutes > 59 || isOfThings(words[at + 2])) return undefined
  const isHour = minutes < 24 && number?.folded !== 'cuarto' && !isBeforeHour(words, at + 2, minutes)
  if (isBetween && isHour) return undefined
  return { value: direction * minutes, length: 2 }
}

/** Of 'entre 2 y 10 y 4' the ten are minutes, and of 'entre 3 y 5 y 20' the twenty. */
function isBeforeHour(words: Word[], at: number, minutes: number): boolean {
  if (follows(words, at, 'y', ['las', 'la'])) return true
  const hour = follows(words, at, 'y') ? numberOf(words[at + 1]) : undefined
  return minutes >= 10 && hour !== undefined && hour <= 12
}

/** Whether the number behind this 'y' is as well an hour as minutes: the ten of 'entre 9 y 10 y 11'. */
function isHourOrMinutes(words: Word[], at: number): boolean {
  const number = follows(words, at, 'y') ? numberOf(words[at + 1]) : undefined
  const isLast = !follows(words, at + 2, 'y') || numberOf(words[at + 3]) === undefined
  return number !== undefined && number >= 10 && number <= 12 && !isLast
}

const THINGS = 'dias?|semanas?|mes|meses|personas?|unas|sesion|sesiones|anos|%'

/** Whether a number before this word counts things that are no minutes. */
const isOfThings = (word: Word | undefined) => new RegExp(`^(${THINGS})$`).test(word?.folded ?? '')

/** Whether a number before this word counts something else. */
const isCounted = (word: Word | undefined) =>
  isOfThings(word) || /^(min|mins|minutos|\/|-|de)$/.test(word?.folded ?? '')

/** 'En media hora', 'en una hora', 'dentro de 20 minutos': how many minutes from now. */
export function readSoon(words: Word[], at: number): Found<number> | undefined {
  const begun = follows(words, at, 'dentro', 'de') || follows(words, at, 'en')
  if (!begun) return undefined
  if (follows(words, at + begun, 'media', 'hora')) return { value: 30, length: begun + 2 }
  const count = numberOf(words[at + begun])
  if (!count || count > 600) return undefined
  if (follows(words, at + begun + 1, ['min', 'mins', 'minutos'])) return { value: count, length: begun + 2 }
  if (!follows(words, at + begun + 1, ['hora', 'horas']) || count > 12) return undefined
  const half = follows(words, at + begun + 2, 'y', 'media')
  return { value: count * 60 + (half ? 30 : 0), length: begun + 2 + half }
}

/** 'Hasta las 4', 'hasta el mediodía': an end whose beginning is not beside it. */
export function readUntil(words: Word[], at: number): Found<SaidTime> | undefined {
  const begun = follows(words, at, 'hasta', 'el', ['mediodia', 'medio']) > 0 ? 2 : follows(words, at, 'hasta')
  const end = begun > 0 ? readTime(words, at + begun) : undefined
  return end && { value: end.value, length: begun + end.length }
}

/** The minute of the day that was meant, for these opening hours. */
export function resolveTime(
  { hour, minute, part, hasZero }: SaidTime,
  opening: Opening | undefined,
): ReadTime {
  const at = (h: number, isDoubtful = false): ReadTime => ({ minute: (h % 24) * 60 + minute, isDoubtful })
  if (hour > 12 || hour === 0) return at(hour)
  if (part) return at(...withPart(hour, part))
  const both = [hour % 12, (hour % 12) + 12]
  const inside = both.filter((h) => opening && h * 60 + minute >= opening[0] && h * 60 + minute < opening[1])
  if (inside.length === 1) return at(inside[0]!, hasZero && inside[0]! > 12)
  // Nobody is served at three in the morning.
  return at(hour >= 7 && hour < 12 ? hour : (hour % 12) + 12, true)
}

function withPart(hour: number, part: Part): [hour: number, isDoubtful: boolean] {
  const isNoon = hour === 12
  if (part === 'am') return [isNoon ? 0 : hour, isNoon]
  if (part === 'mañana' || part === 'madrugada') return [hour, isNoon || (part === 'mañana' && hour < 5)]
  if (part === 'noche') return [isNoon ? 0 : hour + 12, isNoon || hour < 6]
  if (part === 'día') return [isNoon || hour > 6 ? hour : hour + 12, !isNoon]
  return [isNoon ? 12 : hour + 12, part === 'tarde' && !isNoon && hour > 7]
}

/** 'De 2 a 4', '2 a 4 pm', '2-4', 'entre 2 y 4': two times, of which the second's part of the day holds for both. */
export function readRange(words: Word[], at: number): Found<[SaidTime, SaidTime]> | undefined {
  const begun = follows(words, at, ['de', 'desde', 'entre']) ? 1 : 0
  const range = !begun ? 'nothing' : words[at]!.folded === 'entre' ? 'entre' : 'de'
  const first = timeAt(words, at + begun, range)
  if (!first) return undefined
  const middle = at + begun + first.length
  const joining = range === 'entre' ? ['y'] : ['a', 'hasta', '-', '–']
  if (!follows(words, middle, joining)) return undefined
  // 'A las 4' has its 'a' in the time.
  const joined = follows(words, middle, 'a', ['las', 'la']) ? 0 : 1
  const second = timeAt(words, middle + joined, range === 'entre' ? 'y' : range)
  if (!second) return undefined
  const isClear = first.value.part || first.value.hour > 12 || !second.value.part
  const start = isClear ? first.value : { ...first.value, ...startPart(first.value, second.value) }
  return { value: [start, second.value], length: begun + first.length + joined + second.length }
}

/** Of '2 a 4 pm' both are in the afternoon; of '10 a 1 pm' the first is not. */
const startPart = (first: SaidTime, { hour, part }: SaidTime): { part?: Part } =>
  first.hour % 12 <= hour % 12 ? { part: part! } : part === 'pm' || part === 'tarde' ? { part: 'am' } : {}
