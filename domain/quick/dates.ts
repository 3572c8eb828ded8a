/** Reads dates as people write them to a receptionist: day before month, and the next one that fits. */
import { addDays, dayOfWeek, type IsoDate, isIsoDate, MONTHS, WEEKDAYS } from '../dates.ts'
import { oneTypo } from './names.ts'
import { follows, fold, type Found, isDigits, numberOf, type Word } from './words.ts'

export interface ReadDate {
  date: IsoDate
  /** Whether it could be another date. */
  isDoubtful: boolean
}

const DAYS = WEEKDAYS.map(fold)
const MONTH_NAMES = MONTHS.map(fold)
const NEXT = ['proximo', 'siguiente']
const COMING = ['que', 'viene'] as const

/** The date that begins at a word: 'hoy', 'el viernes', 'el 15', '15 de diciembre', '15/12', 'en dos semanas'. */
export function readDate(words: Word[], at: number, today: IsoDate): Found<ReadDate> | undefined {
  return (
    nearDay(words, at, today) ??
    inSomeTime(words, at, today) ??
    nextWeek(words, at, today) ??
    weekdayDate(words, at, today) ??
    numericDate(words, at, today) ??
    namedMonth(words, at, today) ??
    dayOfMonth(words, at, today)
  )
}

const found = (date: IsoDate, length: number, isDoubtful = false): Found<ReadDate> => ({
  value: { date, isDoubtful },
  length,
})

function nearDay(words: Word[], at: number, today: IsoDate) {
  const length = follows(words, at, 'pasado', 'manana')
  if (length) return found(addDays(today, 2), length)
  // 'Esta noche': the part of the day is read with the time.
  if (follows(words, at, 'esta', ['manana', 'tarde', 'noche'])) return found(today, 1)
  const inEight = follows(words, at, ['hoy', 'manana'], 'en', ['ocho', '8', 'quince', '15'])
  if (inEight) {
    const weeks = /^(ocho|8)$/.test(words[at + 2]!.folded) ? 7 : 14
    const day = words[at]!.folded === 'hoy' ? 0 : 1
    return found(addDays(today, day + weeks), inEight + follows(words, at + inEight, ['dias']), true)
  }
  if (follows(words, at, 'pasadomanana')) return found(addDays(today, 2), 1)
  if (follows(words, at, ['hoy', 'ahora'])) return found(today, 1)
  const word = words[at]!
  // 'De la mañana' and 'esta mañana' are parts of the day, never tomorrow.
  if (word.isUsed || /^(la|esta)$/.test(words[at - 1]?.folded ?? '')) return undefined
  if (word.folded === 'manana') return found(addDays(today, 1), 1)
  return oneTypo(word.folded, 'manana') ? found(addDays(today, 1), 1, true) : undefined
}

/** 'La próxima semana', alone or with its weekday behind it. */
function nextWeek(words: Word[], at: number, today: IsoDate) {
  const week =
    follows(words, at, 'la', ['otra', 'proxima'], 'semana') || follows(words, at, 'la', 'semana', ...COMING)
  if (!week) return undefined
  const article =
    follows(words, at + week, ['el', 'del']) && weekdayAt(words, at + week + 1) !== undefined ? 1 : 0
  const day = weekdayAt(words, at + week + article)
  if (day === undefined) return found(addDays(today, 7), week, true)
  return found(inNextWeek(day, today), week + article + 1)
}

const UNITS: Record<string, number> = { dia: 1, dias: 1, semana: 7, semanas: 7 }
// 'En ocho días' means the same weekday of next week, and 'en quince' of the one after.
const SAID_WEEKS: Record<number, number> = { 8: 7, 15: 14 }

function inSomeTime(words: Word[], at: number, today: IsoDate) {
  const begun =
    follows(words, at, 'de', 'hoy', 'en') || follows(words, at, 'dentro', 'de') || follows(words, at, 'en')
  if (!begun) return undefined
  const count = numberOf(words[at + begun])
  const unit = words[at + begun + 1]
  if (count === undefined || count === 0) return undefined
  if (unit && /^mes(es)?$/.test(unit.folded)) return found(addMonths(today, count), begun + 2)
  const days = UNITS[unit?.folded ?? '']
  if (days === undefined || count > 366) return undefined
  const said = days === 1 ? SAID_WEEKS[count] : undefined
  return found(addDays(today, said ?? count * days), begun + 2, said !== undefined)
}

function weekdayDate(words: Word[], at: number, today: IsoDate) {
  let length = follows(words, at, ['el', 'este']) && weekdayAt(words, at + 1) !== undefined ? 1 : 0
  const before =
    follows(words, at, ['el', 'este'], [...NEXT, 'otro']) || follows(words, at, [...NEXT, 'otro'])
  if (!length) length = before
  const day = weekdayAt(words, at + length)
  if (day === undefined) return undefined
  const isOther = words[at + length - 1]?.folded === 'otro' && length > 0
  let isNext = length > 0 && NEXT.includes(words[at + length - 1]!.folded)
  const isThis = length > 0 && words[at]!.folded === 'este'
  length++
  // 'El lunes pasado' is none that can be booked.
  if (follows(words, at + length, 'pasado') && !follows(words, at + length, 'pasado', 'manana'))
    return undefined
  const ahead = ((day - dayOfWeek(today) + 6) % 7) + 1
  const coming = addDays(today, ahead)

  const ofWeek = follows(words, at + length, 'de', 'la', ['otra', 'proxima'], 'semana')
  const ofComing = follows(words, at + length, 'de', 'la', 'semana', ...COMING)
  if (ofWeek || ofComing) return found(inNextWeek(day, today), length + (ofWeek || ofComing))
  const weeksOn = follows(words, at + length, 'en', ['ocho', '8', 'quince', '15'])
  if (weeksOn) {
    const more = /^(ocho|8)$/.test(words[at + length + 1]!.folded) ? 7 : 14
    length += weeksOn + follows(words, at + length + weeksOn, ['dias'])
    return found(addDays(coming, more), length, true)
  }
  const after = follows(words, at + length, ...COMING) || follows(words, at + length, NEXT)
  if (after) isNext ||= words[at + length]!.folded !== 'que'
  length += after

  const dated = after ? undefined : datedWeekday(words, at + length, day, today)
  if (dated) return { ...dated, length: dated.length + length }
  if (isThis && ahead === 7) return found(today, length, true)
  // Within this week 'el próximo viernes' is the coming one for some, and a week later for others.
  const isThisWeek = coming < mondayAfter(today)
  if (isOther) return found(isThisWeek ? addDays(coming, 7) : coming, length, true)
  return found(coming, length, ahead === 7 || (isNext && isThisWeek))
}

/** 'Viernes 20', 'viernes 20 de noviembre': the number is the date, unless it can only be an hour. */
function datedWeekday(words: Word[], at: number, day: number, today: IsoDate) {
  const dated = numericDate(words, at, today) ?? namedMonth(words, at, today)
  if (dated) return { ...dated, value: { ...dated.value, isDoubtful: dayOfWeek(dated.value.date) !== day } }
  const number = isDigits(words[at]) ? numberOf(words[at]) : undefined
  const sign = words[at + 1]
  const isHour =
    sign &&
    (/^(am|pm|h|hs|y)$/.test(sign.folded) ||
      (sign.isGlued && /^[:.]$/.test(sign.folded)) ||
      follows(words, at + 1, 'de', 'la'))
  if (number === undefined || number < 1 || number > 31 || isHour) return undefined
  const date = nextWithDay(number, today, day)
  if (!date) return number > 23 ? found(nextWithDay(number, today) ?? today, 1, true) : undefined
  // '4' could be an hour too, when nothing else in the sentence is one.
  return found(date, 1, number <= 12 && !words.slice(at + 1).some(isDigits))
}

function numericDate(words: Word[], at: number, today: IsoDate) {
  const parts = words.slice(at, at + 5).map(({ folded }) => folded)
  const [day, sign, month, again, year] = parts
  if (!isDigits(words[at]) || !words[at + 1]?.isGlued || !isDigits(words[at + 2])) return undefined
  if (!/^[/.-]$/.test(sign!) || words[at]!.isUsed) return undefined
  if (day!.length === 4 && again === sign && isDigits(words[at + 4])) {
    const iso = `${day}-${month!.padStart(2, '0')}-${year!.padStart(2, '0')}`
    return isIsoDate(iso) ? found(iso, 5) : undefined
  }
  const hasYear = again === sign && isDigits(words[at + 4]) && [2, 4].includes(year!.length)
  if (sign === '.' && !hasYear) return undefined
  // '2-4' is a range of hours, and a date only where it would end before it begins.
  const isReversed = Number(day) > 12 && Number(month) <= 12
  if (sign === '-' && !hasYear && !isReversed) return undefined
  const date = hasYear
    ? dateOf(Number(year!.length === 2 ? `20${year}` : year), Number(month), Number(day))
    : nextDate(Number(month), Number(day), today)
  return date === undefined ? undefined : found(date, hasYear ? 5 : 3, sign === '-' && !hasYear)
}

/** A date in digits with its signs, 'viernes 20/11' with its weekday: read before times, which its numbers could be. */
export function readExactDate(words: Word[], at: number, today: IsoDate): Found<ReadDate> | undefined {
  const article = follows(words, at, ['el', 'este'])
  const day = weekdayAt(words, at + article)
  const dated = day === undefined ? undefined : numericDate(words, at + article + 1, today)
  if (!dated) return numericDate(words, at, today)
  const isDoubtful = dated.value.isDoubtful || dayOfWeek(dated.value.date) !== day
  return { value: { ...dated.value, isDoubtful }, length: article + 1 + dated.length }
}

/** A day of the month: '15', 'quince', 'primero', '1ro', 'treinta y uno'. */
export function dayNumber(words: Word[], at: number): Found<number> | undefined {
  const word = words[at]
  if (!word || word.isUsed) return undefined
  if (word.folded === 'primero') return { value: 1, length: 1 }
  if (follows(words, at, 'treinta', 'y', 'uno')) return { value: 31, length: 3 }
  const value = numberOf(word)
  if (value === undefined || value < 1 || value > 31) return undefined
  const isOrdinal = value === 1 && words[at + 1]?.isGlued && /^(ro|ero|º|°)$/.test(words[at + 1]!.folded)
  return { value, length: isOrdinal ? 2 : 1 }
}

function namedMonth(words: Word[], at: number, today: IsoDate) {
  const article = follows(words, at, ['el', 'dia']) ? follows(words, at, 'el', 'dia') || 1 : 0
  const said = dayNumber(words, at + article)
  if (said === undefined) return undefined
  const { value: day, length: own } = said
  const of = follows(words, at + article + own, 'de')
  const month = monthAt(words[at + article + own + of])
  if (month === undefined) return undefined
  const length = article + own + 1 + of
  const yearOf = follows(words, at + length, ['de', 'del'])
  const year = numberOf(words[at + length + yearOf])
  if (year !== undefined && year >= 2000) {
    const date = dateOf(year, month, day)
    return date === undefined ? undefined : found(date, length + yearOf + 1)
  }
  const date = nextDate(month, day, today)
  return date === undefined ? undefined : found(date, length)
}

/** 'El 15', 'el día 15': never a bare number, which is an hour. */
function dayOfMonth(words: Word[], at: number, today: IsoDate) {
  const article = follows(words, at, 'el', 'dia') || follows(words, at, ['el', 'dia'])
  const day = article ? dayNumber(words, at + article) : undefined
  if (day === undefined) return undefined
  const after = at + article + day.length
  // 'El 30 de febrero' is no day at all.
  if (follows(words, after, 'de') && monthAt(words[after + 1]) !== undefined) return undefined
  const date = nextWithDay(day.value, today)
  return date === undefined ? undefined : found(date, article + day.length)
}

export function weekdayAt(words: Word[], at: number): number | undefined {
  const word = words[at]
  if (!word || word.isUsed) return undefined
  const short = word.folded.length === 3 ? DAYS.findIndex((day) => day.startsWith(word.folded)) : -1
  const index = DAYS.findIndex((day) => day === word.folded || oneTypo(word.folded, day))
  return index >= 0 ? index : short >= 0 ? short : undefined
}

export function monthAt(word: Word | undefined): number | undefined {
  if (!word || word.isUsed || word.folded.length < 3) return undefined
  const name = word.folded === 'setiembre' ? 'septiembre' : word.folded
  // Julio is one letter from junio.
  const exact = MONTH_NAMES.findIndex((month) => month === name)
  const index =
    exact >= 0
      ? exact
      : MONTH_NAMES.findIndex((month) => (name.length <= 4 && month.startsWith(name)) || oneTypo(name, month))
  return index >= 0 ? index + 1 : undefined
}

const pad = (n: number) => String(n).padStart(2, '0')
export function dateOf(year: number, month: number, day: number): IsoDate | undefined {
  const date = `${year}-${pad(month)}-${pad(day)}`
  return isIsoDate(date) ? date : undefined
}

/** The next such day of the year, today included. */
export function nextDate(month: number, day: number, today: IsoDate): IsoDate | undefined {
  const year = Number(today.slice(0, 4))
  // 29 February comes within eight years.
  for (let y = year; y <= year + 8; y++) {
    const date = dateOf(y, month, day)
    if (date && date >= today) return date
  }
  return undefined
}

/** The next date with this day of the month, and of the week if given, today included; within two months for the latter. */
export function nextWithDay(day: number, today: IsoDate, weekday?: number): IsoDate | undefined {
  for (let ahead = 0; ahead <= 62; ahead++) {
    const date = addDays(today, ahead)
    if (Number(date.slice(8)) === day && (weekday === undefined || dayOfWeek(date) === weekday)) return date
  }
  return undefined
}

const mondayAfter = (date: IsoDate) => addDays(date, (8 - dayOfWeek(date)) % 7 || 7)
const inNextWeek = (day: number, today: IsoDate) => addDays(mondayAfter(today), (day + 6) % 7)

/** The same day some months later, or that month's last. */
function addMonths(date: IsoDate, count: number): IsoDate {
  const months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 + Math.min(count, 120)
  for (let day = Number(date.slice(8)); day > 27; day--) {
    const exact = dateOf(Math.floor(months / 12), (months % 12) + 1, day)
    if (exact) return exact
  }
  return dateOf(Math.floor(months / 12), (months % 12) + 1, Number(date.slice(8)))!
}
