/** Dates, times and durations as spreadsheets and other agendas write them. */
import { addDays, clockTime, isIsoDate, MONTHS, type ClockTime, type IsoDate } from '../dates.ts'

/** What stands first in '03/04/2026'. */
export const DATE_ORDERS = ['dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const ENGLISH = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const SPANISH = [...MONTHS.map((name) => name.slice(0, 3)), 'set']

/** A date as it is compared: '14 de Mayo' → '14 de mayo'. */
export const plainDate = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    // No-break spaces: 'p. m.' is written with them.
    .replace(/\s+/g, ' ')
    .trim()

export const monthOf = (name: string): number | undefined => {
  const spanish = SPANISH.indexOf(name.slice(0, 3))
  if (spanish >= 0) return spanish === 12 ? 9 : spanish + 1
  const english = ENGLISH.indexOf(name.slice(0, 3))
  return english >= 0 ? english + 1 : undefined
}

const SLASHED = /(?:^|[^\d])(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?!\d)/
const ISO = /(?:^|[^\d])(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
/** The number of '2 ene 10 am', '2 ene 10:30' or '2 ene 10.30' is an hour, and no year. */
const DAY_FIRST =
  /(?:^|[^\d])(\d{1,2}) ?(?:de |-|\/|\.)? ?([a-z]{3,10})\.?,? ?(?:del? |-|\/)? ?(\d{4}|\d{2}(?! ?(?:[ap]\.? ?m|h(?:r?s)?)\b))(?![\d:]|[.h]\d)/
const MONTH_FIRST = /(?:^|[^a-z])([a-z]{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/
/** Excel's days since 1900, with the part of a day: from 1982 to 2146. */
const SERIAL = /^([3-8]\d{4})([.,]\d+)?$/

const dateOf = (year: number, month: number, day: number): IsoDate | undefined => {
  const whole = year < 100 ? 2000 + year : year
  const two = (part: number) => String(part).padStart(2, '0')
  const date = `${whole}-${two(month)}-${two(day)}`
  return isIsoDate(date) ? date : undefined
}

/** ('27/11/2026', 'dmy'), ('11/27/2026', 'mdy'), '2026-11-27T14:30', '27 de nov. de 2026', '46353' → '2026-11-27' */
export function readDate(typed: string, order: DateOrder): IsoDate | undefined {
  const text = plainDate(typed)
  const serial = SERIAL.exec(text)
  if (serial) return addDays('1899-12-30', Number(serial[1]))
  const iso = ISO.exec(text)
  if (iso) return dateOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const slashed = SLASHED.exec(text)
  if (slashed) {
    const [one, other, year] = slashed.slice(1).map(Number) as [number, number, number]
    // Who writes 27/11 among months and days means the only thing that it can be.
    const dayFirst = other > 12 ? false : one > 12 ? true : order === 'dmy'
    return dayFirst ? dateOf(year, other, one) : dateOf(year, one, other)
  }
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) {
    const month = monthOf(dayFirst[2]!)
    if (month !== undefined) return dateOf(Number(dayFirst[3]), month, Number(dayFirst[1]))
  }
  const monthFirst = MONTH_FIRST.exec(text)
  const month = monthFirst ? monthOf(monthFirst[1]!) : undefined
  return month === undefined ? undefined : dateOf(Number(monthFirst![3]), month, Number(monthFirst![2]))
}

/** What a column of dates says of its order: votes of the cells that can be only one of both. */
export function orderOf(cells: Iterable<string>): { order: DateOrder; isSure: boolean } {
  let [days, months, either] = [0, 0, 0]
  for (const cell of cells) {
    const text = plainDate(cell)
    if (ISO.test(text)) continue
    const slashed = SLASHED.exec(text)
    if (!slashed) continue
    const [one, other] = [Number(slashed[1]), Number(slashed[2])]
    if (one > 12 && other <= 12) days++
    else if (other > 12 && one <= 12) months++
    else either++
  }
  if (days === 0 && months === 0) return { order: 'dmy', isSure: either === 0 }
  return { order: months > days ? 'mdy' : 'dmy', isSure: days === 0 || months === 0 }
}

const HALF = String.raw`a\.? ?m\.?|p\.? ?m\.?|m\.?|h(?:r?s)?`
const CLOCK =
  /(?:^|[^\d])(\d{1,2})(?:(?::|\.|h)([0-5]\d))(?::[0-5]\d(?:\.\d+)?)?(?!\d)\s*(a\.? ?m\.?|p\.? ?m\.?|m\.)?|(?:^|[^\d])(\d{1,2})\s*(a\.? ?m\.?|p\.? ?m\.?|h(?:r?s)?|m\.)(?![a-z])/
/** What follows the numbers of a range's first time. */
const REST =
  String.raw`\s*(?<half>${HALF})?\s*(?:[-–—]|hasta(?: las?)?|to|(?<at>a las?)|a)\s*` +
  String.raw`(?<endHour>[01]?\d|2[0-3])(?:[:.h](?<endMinute>[0-5]\d)(?::[0-5]\d)?)?\s*(?<endHalf>${HALF})?(?![a-z\d:])`
/**
 * '9 a 10 am', '8:00 - 9:00 p. m.', at the beginning or behind the date ('|'): what stands before the hour in
 * 'viernes 4 - 3:00 pm', '5/12 - 3:00 pm' and 'Sala 2 - 10:00' is none.
 */
const RANGE = new RegExp(
  String.raw`^(?:[^|]*\|)?\W*(?:(?:[a-z]+\W+)?(?<from>de|desde|from)(?: las?)? )?` +
    String.raw`(?<hour>[01]?\d|2[0-3])(?:[:.h](?<minute>[0-5]\d)(?::[0-5]\d)?)?` +
    REST,
)
/** 'viernes 2:00 - 3:00 pm': with minutes it is an hour wherever it stands. */
const INNER = new RegExp(
  String.raw`(?:^|[^\d:.])(?<from>)(?<hour>[01]?\d|2[0-3])[:h](?<minute>[0-5]\d)(?::[0-5]\d)?` + REST,
)
/** '2026-11-27T14:30:00-05:00', in whatever zone. */
const INSTANT = /^\d{4}-\d\d-\d\dt\d\d:\d\d(:\d\d(\.\d+)?)?(z|[+-]\d\d:?\d\d)$/

/** '2026-11-27T19:30:00Z' → epoch milliseconds; undefined for a time without a zone. */
export function readInstant(typed: string): number | undefined {
  const text = typed.trim()
  if (!INSTANT.test(text.toLowerCase())) return undefined
  const ms = Date.parse(text)
  return Number.isNaN(ms) ? undefined : ms
}

/** '14:30:00', '2:30 p. m.', '2 pm', '14h30', '0.604166', '27/11/2026 14:30', '2:30 - 3:15 pm' → '14:30'; 12 m. is noon. */
export function readTime(typed: string): ClockTime | undefined {
  const text = plainDate(typed)
  const fraction = /^(?:0|[3-8]\d{4})?[.,](\d+)$/.exec(text)
  if (fraction) {
    const minute = Math.round(Number(`0.${fraction[1]}`) * 1440)
    return minute < 1440 ? clockTime(minute) : undefined
  }
  if (text === '0') return '00:00'
  // A cell of nothing else: '12 m' in a longer one may be twelve minutes.
  if (/^(12 ?m\.?|(el )?medio ?dia)$/.test(text)) return '12:00'
  // The date before it, if there is one, is no time: 27.11.2026.
  const times = withoutDate(text).replace(/(?<=^|\|)t(?=\d)/, '')
  const range = (RANGE.exec(times) ?? INNER.exec(times))?.groups
  if (range && isRange(range)) return startOf(range)
  const found = CLOCK.exec(times)
  return found ? timeOf(found[1] ?? found[4], found[2], halfOf(found[3] ?? found[5])) : undefined
}

/** With a '|' in place of the date. */
function withoutDate(text: string): string {
  const bar = (whole: string, one: string, other: string) => ((monthOf(one) ?? monthOf(other)) ? '|' : whole)
  return text.replace(ISO, '|').replace(SLASHED, '|').replace(DAY_FIRST, bar).replace(MONTH_FIRST, bar)
}

type Range = Record<string, string | undefined>

/** Two bare numbers are no hours; and the first of '4 a las 15:00' is a day. */
const isRange = ({ from, minute, half, at, endMinute, endHalf }: Range) =>
  at && !from ? (minute ?? half) !== undefined : [minute, half, endMinute, endHalf].some(Boolean)

/** The first of two times. Without a half it has that of the second, or is of the morning before: '11 - 1 pm'. */
function startOf({ hour, minute, half, endHour, endMinute, endHalf }: Range) {
  const [own, last] = [halfOf(half), halfOf(endHalf)]
  if (own !== '' || last === '') return timeOf(hour, minute, own)
  const end = timeOf(endHour, endMinute, last)
  const isNamed = Number(hour) >= 1 && Number(hour) <= 12
  const halves = !isNamed ? [''] : last === 'am' ? ['am'] : ['pm', 'am']
  return halves.map((each) => timeOf(hour, minute, each)).find((time) => time && end && time <= end)
}

const halfOf = (said = '') => said.replace(/[. ]|h.*/g, '')

function timeOf(said: string | undefined, minutes = '0', half = ''): ClockTime | undefined {
  const [hour, minute] = [Number(said), Number(minutes)]
  if (half === 'am' || half === 'pm') {
    if (hour < 1 || hour > 12) return hour < 24 && half === 'pm' ? clockTime(hour * 60 + minute) : undefined
    return clockTime(((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute)
  }
  return hour < 24 ? clockTime(hour * 60 + minute) : undefined
}

/** '45', '45 min', '1 h 30 min', '1:30', '01:30:00', '1.5 h', '0.0625' of a day → minutes. */
export function readMinutes(typed: string): number | undefined {
  const text = plainDate(typed)
  if (/^\d{1,3}$/.test(text)) return Number(text)
  const day = /^0?[.,](\d+)$/.exec(text)
  if (day) return Math.round(Number(`0.${day[1]}`) * 1440)
  const clock = /^(\d{1,2}):([0-5]\d)(?::[0-5]\d)?(?: ?h(?:oras?|rs?)?)?$/.exec(text)
  if (clock) return Number(clock[1]) * 60 + Number(clock[2])
  const said =
    /^(?:(\d+(?:[.,]\d+)?) ?h(?:oras?|ours?|rs?)?\.?)? ?(?:y )?(?:(\d+) ?(?:m|mins?|minutos?|minutes?)?\.?)?$/.exec(
      text,
    )
  if (!said || (said[1] === undefined && said[2] === undefined)) return undefined
  return Math.round(Number((said[1] ?? '0').replace(',', '.')) * 60) + Number(said[2] ?? 0)
}
