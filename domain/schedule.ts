/**
 * The bookable hours of a business and a professional, and how they are shown to visitors.
 * The week itself is in week.ts, the validation of a typed week in week-input.ts.
 */
import type { ClockTime, IsoDate, Minute } from './dates.ts'
import {
  addDays,
  amPmRange,
  atTime,
  clockTime,
  dayMonth,
  dayOfWeek,
  minutesOf,
  WEEKDAYS,
  weekdayLabel,
} from './dates.ts'
import type { BusinessDay, ProfessionalDay } from './week.ts'

/** A half-open range of a day: `to` is excluded. */
export type Range = readonly [from: Minute, to: Minute]

/** The hours of a business and of one of its professionals. */
export interface Hours {
  business_week: readonly BusinessDay[]
  /** Empty: the professional follows the business. A weekday missing from the list is a day off. */
  professional_week: readonly ProfessionalDay[]
  /** Single dates that replace the hours of their weekday. */
  special_hours?: Readonly<Record<IsoDate, Partial<DayHours>>> | undefined
}

/** A date on which a business's hours are not those of its week, as its page tells it. */
export interface SpecialDate {
  date: IsoDate
  /** None: closed. */
  intervals: { start_time: ClockTime; end_time: ClockTime }[]
  /** Why it is closed: 'Cerrado por festivo: Navidad'; null when it is open. */
  closed: string | null
}

/** The hours of one day. */
export interface DayHours {
  /** The business's hours; none when it is closed. */
  open: readonly Range[]
  /** The professional's hours; null when they follow the business. */
  works: readonly Range[] | null
  /** Breaks of either, lunches among them. */
  breaks: readonly Range[]
  /** Of the breaks, those that are called lunch. */
  lunches: readonly Range[]
}

export const hoursOn = (
  { business_week, professional_week, special_hours }: Hours,
  date: IsoDate,
): DayHours => ({
  ...weekdayHours(business_week, professional_week, dayOfWeek(date)),
  ...special_hours?.[date],
})

function weekdayHours(
  businessWeek: readonly BusinessDay[],
  professionalWeek: readonly ProfessionalDay[],
  weekday: number,
): DayHours {
  const isOn = (day: { day_of_week: number }) => day.day_of_week === weekday
  const business = businessWeek.find(isOn)
  const professional = professionalWeek.find(isOn)
  const [isOpen, works] = [business?.is_open, professional?.is_available]
  return {
    open: isOpen ? range(business!.open_time, business!.close_time) : [],
    works:
      professionalWeek.length === 0
        ? null
        : works
          ? range(professional!.start_time, professional!.end_time)
          : [],
    breaks: [...(isOpen ? breaksOf(business!) : []), ...(works ? breaksOf(professional!) : [])],
    lunches: [...(isOpen ? lunch(business!) : []), ...(works ? lunch(professional!) : [])],
  }
}

/** The business's hours ∩ the professional's, minus all breaks: ascending, disjoint, none empty. */
export function bookableRanges({ open, works, breaks }: DayHours): Range[] {
  return without(intersect(open, works ?? open), breaks)
}

/** What is left of ranges when others are taken out of them. */
export function without(ranges: Range[], taken: readonly Range[]): Range[] {
  for (const [from, to] of taken)
    ranges = intersect(ranges, [
      [0, from],
      [to, 1440],
    ])
  return ranges
}

/** The bookable hours of a date. */
export const rangesOn = (hours: Hours, date: IsoDate): Range[] => bookableRanges(hoursOn(hours, date))

/** The hours of a weekday of the business, without its breaks. */
export const openRanges = (week: readonly BusinessDay[], weekday: number): Range[] =>
  bookableRanges(weekdayHours(week, [], weekday))

/** The hours of a date that everybody may know: its own, or else those of its weekday. */
function openOn(week: readonly BusinessDay[], date: IsoDate, dates: readonly SpecialDate[]): Range[] {
  const special = dates.find((one) => one.date === date)
  if (!special) return openRanges(week, dayOfWeek(date))
  return special.intervals.flatMap(({ start_time, end_time }) => range(start_time, end_time))
}

/**
 * Whether the business is open and until when, or when it opens next: 'Abierto · cierra a las 7:00 pm',
 * 'Cerrado · abre mañana a las 9:00 am'. Lunch counts as closed. `now` is the business's local time
 * (`nowIn`), `dates` those with hours of their own.
 */
export function openStatus(
  week: readonly BusinessDay[],
  now: { date: IsoDate; minute: Minute },
  dates: readonly SpecialDate[] = [],
): { open: boolean; text: string } {
  const ranges = openOn(week, now.date, dates)
  const current = ranges.find(([from, to]) => from <= now.minute && now.minute < to)
  if (current) {
    // Through midnight, when it closes is another day's matter.
    const closes = current[1] < 1440 || openOn(week, addDays(now.date, 1), dates)[0]?.[0] !== 0
    return { open: true, text: closes ? `Abierto · cierra ${at(current[1])}` : 'Abierto' }
  }
  const later = ranges.find(([from]) => from > now.minute)
  if (later) return { open: false, text: `Cerrado · abre ${at(later[0])}` }
  // Vacations may last for weeks.
  for (let ahead = 1; ahead <= (dates.length > 0 ? SPECIAL_DATES_AHEAD : 7); ahead++) {
    const date = addDays(now.date, ahead)
    const next = openOn(week, date, dates)[0]
    if (!next) continue
    const when = ahead === 1 ? 'mañana' : `el ${ahead <= 7 ? WEEKDAYS[dayOfWeek(date)] : dayMonth(date)}`
    return { open: false, text: `Cerrado · abre ${when} ${at(next[0])}` }
  }
  return { open: false, text: 'Cerrado' }
}

/** How many days ahead a business's page knows the dates with hours of their own. */
export const SPECIAL_DATES_AHEAD = 60

/**
 * The hours of a date in the 12-hour format of appointments: '9:00 am – 7:00 pm', '10:00 am – 2:00 pm (horario especial)',
 * 'Cerrado por festivo: Navidad' or 'Cerrado'.
 */
export function hoursText(
  week: readonly BusinessDay[],
  date: IsoDate,
  dates: readonly SpecialDate[] = [],
): string {
  const special = dates.find((one) => one.date === date)
  if (special?.closed) return special.closed
  const text = rangesText(openOn(week, date, dates))
  return text ? text + (special ? ' (horario especial)' : '') : 'Cerrado'
}

/** '9:00 am – 7:00 pm'; '24 horas' */
export const rangeText = (range: Range, said = saidAmPm): string =>
  range[1] - range[0] === 1440 ? '24 horas' : said(range)

const saidAmPm = ([from, to]: Range): string => amPmRange(clockTime(from), to - from)
const rangesText = (ranges: readonly Range[], said = saidAmPm): string =>
  ranges.map((range) => rangeText(range, said)).join(', ')

export type HoursRow = { day_of_week: number; label: string; text: string }

/** Monday to Sunday: '09:00 – 19:00', '09:00 – 12:00, 13:00 – 18:00' around lunch, or 'Cerrado'. 001 §2. */
export function hoursList(week: readonly BusinessDay[]): HoursRow[] {
  return [1, 2, 3, 4, 5, 6, 0].map((day) => {
    const text = rangesText(openRanges(week, day), (range) => range.map(clockTime).join(' – '))
    return { day_of_week: day, label: weekdayLabel(day), text: text || 'Cerrado' }
  })
}

const breaksOf = (day: BusinessDay | ProfessionalDay): Range[] => [
  ...lunch(day),
  ...(day.breaks ?? []).flatMap(({ start_time, end_time }) => range(start_time, end_time)),
]

const lunch = (day: BusinessDay | ProfessionalDay): Range[] => range(day.lunch_start_time, day.lunch_end_time)

const range = (from: ClockTime | null, to: ClockTime | null): Range[] =>
  from && to ? [[minutesOf(from), minutesOf(to)]] : []

function intersect(some: readonly Range[], others: readonly Range[]): Range[] {
  const common: Range[] = []
  for (const [a, b] of some) {
    for (const [c, d] of others) {
      const from = Math.max(a, c)
      const to = Math.min(b, d)
      if (from < to) common.push([from, to])
    }
  }
  return common
}

const at = (minute: Minute): string => atTime(clockTime(minute))
