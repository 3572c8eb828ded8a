/** What single dates make of the hours; apart from special-days.ts, which knows the holidays of all countries. */
import { addDays, minutesOf, type IsoDate } from './dates.ts'
import type { DayHours, Range } from './schedule.ts'
import type { Interval } from './special-day-rules.ts'

export interface SpecialDay {
  date: IsoDate
  /** Null: the whole business. */
  professional_id: number | null
  is_open: boolean
  /** None on an open day: the hours of its weekday. */
  intervals: readonly Interval[]
  label: string | null
  /** The professional works although the business is closed. */
  opens_business: boolean
  /** Also on this day of later years. */
  is_yearly: boolean
}

/** What stands for a date: the day itself before a yearly one, of these the latest. */
function dayOn(
  days: readonly SpecialDay[],
  date: IsoDate,
  isOf: (day: SpecialDay) => boolean,
): SpecialDay | undefined {
  let standing: SpecialDay | undefined
  for (const day of days) {
    const isOn =
      day.date === date || (day.is_yearly && day.date < date && day.date.slice(5) === date.slice(5))
    if (isOn && isOf(day) && (!standing || standing.date < day.date)) standing = day
  }
  return standing
}

const ofBusiness = (day: SpecialDay) => day.professional_id === null
const ofProfessional = (day: SpecialDay) => day.professional_id !== null

/** What is said of a date for the whole business. */
export const businessDayOn = (days: readonly SpecialDay[], date: IsoDate): SpecialDay | undefined =>
  dayOn(days, date, ofBusiness)

/** Who works on a date although the business is closed. */
export function openersOn(days: readonly SpecialDay[], date: IsoDate): Set<number | null> {
  const people = new Set(days.filter(ofProfessional).map(({ professional_id }) => professional_id))
  const opens = (id: number | null) => {
    const day = dayOn(days, date, ({ professional_id }) => professional_id === id)
    return day !== undefined && day.is_open && day.opens_business
  }
  return new Set([...people].filter(opens))
}

/**
 * Whose day it is that was closed as this very date, of the business and the one professional that is among the days. Nothing
 * is booked on it, by the business neither: the database refuses it like time off.
 */
export function shutOn(days: readonly SpecialDay[], date: IsoDate): 'business' | 'professional' | undefined {
  const isShut = (isOf: (day: SpecialDay) => boolean) =>
    days.some((day) => day.date === date && !day.is_open && isOf(day))
  if (isShut(ofProfessional)) return 'professional'
  return isShut(ofBusiness) && !dayOn(days, date, ofProfessional)?.opens_business ? 'business' : undefined
}

/**
 * What is said of the dates from `first` to `last`, of the business and the one professional that is among them: the
 * professional's day, the business's day, a closed holiday, and where none of them stands, the week.
 */
export function hoursOfDates(
  days: readonly SpecialDay[],
  [first, last]: readonly [IsoDate, IsoDate],
  isClosedHoliday: (date: IsoDate) => boolean,
): Record<IsoDate, Partial<DayHours>> {
  const hours: Record<IsoDate, Partial<DayHours>> = {}
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const [business, professional] = [dayOn(days, date, ofBusiness), dayOn(days, date, ofProfessional)]
    const of: Partial<DayHours> = {}
    if (business ? !business.is_open : isClosedHoliday(date)) of.open = []
    else if (business && business.intervals.length > 0) of.open = rangesOf(business.intervals)
    if (professional && !professional.is_open) of.works = []
    else if (professional && professional.intervals.length > 0) of.works = rangesOf(professional.intervals)
    if (professional?.opens_business && professional.is_open) of.open = rangesOf(professional.intervals)
    if (of.open || of.works) hours[date] = of
  }
  return hours
}

export const rangesOf = (intervals: readonly Interval[]): Range[] =>
  intervals.map(({ start_time, end_time }) => [minutesOf(start_time), minutesOf(end_time)])
