/** Single dates with hours of their own, and what they make of a date's hours. */
import { addDays, isIsoDate, mediumDate, minutesOf, type IsoDate } from './dates.ts'
import { holidayOn, type HolidayPolicy } from './holidays.ts'
import type { DayHours, Range } from './schedule.ts'
import { MAX_LABEL, type Interval } from './special-day-rules.ts'

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

/** What a business says of single dates. */
export interface Exceptions {
  special_days: readonly SpecialDay[]
  holiday_country: string | null
  holiday_policy: HolidayPolicy
}

/** What stands for a date: the day itself before a yearly one. */
function dayOn(
  days: readonly SpecialDay[],
  date: IsoDate,
  isOf: (day: SpecialDay) => boolean,
): SpecialDay | undefined {
  const isYearly = (day: SpecialDay) =>
    day.is_yearly && day.date <= date && day.date.slice(5) === date.slice(5)
  const own = days.filter(isOf)
  return own.find((day) => day.date === date) ?? own.find(isYearly)
}

const ofBusiness = (day: SpecialDay) => day.professional_id === null
const ofProfessional = (day: SpecialDay) => day.professional_id !== null

/** The name of the holiday on which the business is closed that date by its policy; undefined when it is not. */
function closedHoliday(
  { holiday_country: country, holiday_policy }: Exceptions,
  date: IsoDate,
): string | undefined {
  return country && holiday_policy === 'closed' ? holidayOn(country, date)?.name : undefined
}

/**
 * What the exceptions make of the hours from `first` to `last`, of the business and the one professional that is among
 * them: the professional's day, the business's day, a closed holiday, and where none of them stands, the week.
 */
export function specialHours(
  exceptions: Exceptions,
  [first, last]: readonly [IsoDate, IsoDate],
): Record<IsoDate, Partial<DayHours>> | undefined {
  const { special_days: days, holiday_policy } = exceptions
  if (days.length === 0 && holiday_policy !== 'closed') return undefined
  const hours: Record<IsoDate, Partial<DayHours>> = {}
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const [business, professional] = [dayOn(days, date, ofBusiness), dayOn(days, date, ofProfessional)]
    const of: Partial<DayHours> = {}
    if (business ? !business.is_open : closedHoliday(exceptions, date)) of.open = []
    else if (business && business.intervals.length > 0) of.open = rangesOf(business.intervals)
    if (professional && !professional.is_open) of.works = []
    else if (professional && professional.intervals.length > 0) of.works = rangesOf(professional.intervals)
    if (professional?.opens_business && professional.is_open) of.open = rangesOf(professional.intervals)
    if (of.open || of.works) hours[date] = of
  }
  return hours
}

/**
 * Why the whole business is closed on a date that its week may open; undefined when it is not. What an owner called the day is
 * no holiday's name.
 */
export function closedReason(exceptions: Exceptions, date: IsoDate): string | undefined {
  const business = dayOn(exceptions.special_days, date, ofBusiness)
  if (business?.is_open) return undefined
  const { holiday_country: country, holiday_policy } = exceptions
  if (!business && holiday_policy !== 'closed') return undefined
  const holiday = country ? holidayOn(country, date)?.name : undefined
  if (!business && !holiday) return undefined
  const label = business?.label
  if (holiday && (!label || label === holidayLabel(holiday))) return `Cerrado por festivo: ${holiday}`
  return label ? `Cerrado: ${label}` : 'Cerrado'
}

/** What a special day is called that says what the owner does on a holiday. */
export const holidayLabel = (holiday: string): string => [...holiday].slice(0, MAX_LABEL).join('')

export const rangesOf = (intervals: readonly Interval[]): Range[] =>
  intervals.map(({ start_time, end_time }) => [minutesOf(start_time), minutesOf(end_time)])

/** 'El lunes 16 de noviembre es festivo (Independencia de Cartagena). ¿Abres?' */
export const holidayQuestion = ({ date, name }: { date: IsoDate; name: string }): string =>
  `El ${mediumDate(date)} es festivo (${name}). ¿Abres?`

/** Whether `date` is a real date, for an address. */
export const dateError = (date: unknown): string | undefined =>
  isIsoDate(date) ? undefined : 'La fecha no es válida: usa el formato AAAA-MM-DD'
