/** Single dates with hours of their own and holidays, and what is said of them. */
import { isIsoDate, mediumDate, type IsoDate } from './dates.ts'
import { holidayOn, type HolidayPolicy } from './holidays.ts'
import type { DayHours } from './schedule.ts'
import { MAX_LABEL } from './special-day-rules.ts'
import { businessDayOn, hoursOfDates, type SpecialDay } from './special-hours.ts'

/** What a business says of single dates. */
export interface Exceptions {
  special_days: readonly SpecialDay[]
  holiday_country: string | null
  holiday_policy: HolidayPolicy
}

/** The name of the holiday on which the business is closed that date by its policy; undefined when it is not. */
function closedHoliday(
  { holiday_country: country, holiday_policy }: Exceptions,
  date: IsoDate,
): string | undefined {
  return country && holiday_policy === 'closed' ? holidayOn(country, date)?.name : undefined
}

/** What the exceptions make of the hours from `first` to `last`, of the business and the one professional that is among them. */
export function specialHours(
  exceptions: Exceptions,
  dates: readonly [IsoDate, IsoDate],
): Record<IsoDate, Partial<DayHours>> | undefined {
  const { special_days: days, holiday_policy } = exceptions
  if (days.length === 0 && holiday_policy !== 'closed') return undefined
  return hoursOfDates(days, dates, (date) => closedHoliday(exceptions, date) !== undefined)
}

/**
 * Why the whole business is closed on a date that its week may open; undefined when it is not. What an owner called the day is
 * no holiday's name.
 */
export function closedReason(exceptions: Exceptions, date: IsoDate): string | undefined {
  const business = businessDayOn(exceptions.special_days, date)
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

/** 'El lunes 16 de noviembre es festivo (Independencia de Cartagena). ¿Abres?' */
export const holidayQuestion = ({ date, name }: { date: IsoDate; name: string }): string =>
  `El ${mediumDate(date)} es festivo (${name}). ¿Abres?`

/** Whether `date` is a real date, for an address. */
export const dateError = (date: unknown): string | undefined =>
  isIsoDate(date) ? undefined : 'La fecha no es válida: usa el formato AAAA-MM-DD'
