/** Single dates with hours of their own, and what they make of a date's hours. */
import {
  addDays,
  isClockTime,
  isIsoDate,
  mediumDate,
  minutesOf,
  type ClockTime,
  type IsoDate,
} from './dates.ts'
import { errorsOf, isBlank, optionalText, type FieldErrors, type Input } from './fields.ts'
import { holidayOn, type HolidayPolicy } from './holidays.ts'
import type { DayHours, Range } from './schedule.ts'

export interface Interval {
  start_time: ClockTime
  end_time: ClockTime
}

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

export const MAX_INTERVALS = 4
export const MAX_LABEL = 60

/** By field. */
export function specialDayErrors(input: Input): FieldErrors {
  const { is_open, intervals, opens_business, professional_id } = input
  const wrong = intervalsError(intervals)
  const count = Array.isArray(intervals) ? intervals.length : 0
  return errorsOf({
    is_open: typeof is_open === 'boolean' ? undefined : 'Di si ese día abre o cierra',
    intervals: wrong ?? (is_open === false && count > 0 ? 'Un día cerrado no tiene horas' : undefined),
    label: optionalText(input['label'], MAX_LABEL),
    opens_business:
      opens_business === true && (isBlank(professional_id) || count === 0)
        ? 'Di qué profesional atiende y a qué horas'
        : undefined,
  })
}

/** What is wrong with stretches of a day: up to four, in order, none over another. */
export function intervalsError(input: unknown, most = MAX_INTERVALS): string | undefined {
  if (isBlank(input)) return undefined
  if (!Array.isArray(input)) return 'Las horas deben ser una lista'
  if (input.length > most) return `Puedes indicar hasta ${most} franjas de horas`
  let before = 0
  for (const each of input as Partial<Interval>[]) {
    if (!isClockTime(each?.start_time) || !isClockTime(each.end_time))
      return 'las horas deben escribirse como HH:MM'
    const [from, to] = [minutesOf(each.start_time), minutesOf(each.end_time)]
    if (from >= to) return 'La hora final debe ser después de la inicial'
    if (from < before) return 'Las franjas deben ir en orden y no pueden cruzarse'
    before = to
  }
  return undefined
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

/** Why the whole business is closed on a date that its week would open; undefined when it is not. */
export function closedReason(exceptions: Exceptions, date: IsoDate): string | undefined {
  const business = dayOn(exceptions.special_days, date, ofBusiness)
  if (business?.is_open) return undefined
  const holiday =
    closedHoliday(exceptions, date) ??
    (business && exceptions.holiday_country ? holidayOn(exceptions.holiday_country, date)?.name : undefined)
  const name = business?.label ?? holiday
  if (!business && !holiday) return undefined
  return name ? `Cerrado por festivo: ${name}` : 'Cerrado'
}

export const rangesOf = (intervals: readonly Interval[]): Range[] =>
  intervals.map(({ start_time, end_time }) => [minutesOf(start_time), minutesOf(end_time)])

/** 'El lunes 16 de noviembre es festivo (Independencia de Cartagena). ¿Abres?' */
export const holidayQuestion = ({ date, name }: { date: IsoDate; name: string }): string =>
  `El ${mediumDate(date)} es festivo (${name}). ¿Abres?`

/** Whether `date` is a real date, for an address. */
export const dateError = (date: unknown): string | undefined =>
  isIsoDate(date) ? undefined : 'La fecha no es válida: usa el formato AAAA-MM-DD'
