import { nowIn, shortMonth } from '#domain/dates.ts'
import { countryOf, parsePhone } from '#domain/phone.ts'

const ZONE = 'America/Bogota'

/** '14 mar 2026' of an instant, on Colombian clocks. */
export function dateOf(instant: string): string {
  const { date } = nowIn(ZONE, Date.parse(instant))
  return `${Number(date.slice(8))} ${shortMonth(date)} ${date.slice(0, 4)}`
}

/** Minute of the day of an instant, on Colombian clocks. */
export const minuteOf = (instant: string): number => nowIn(ZONE, Date.parse(instant)).minute

/** '+573004128819' → '+57 300 412 8819' */
export function spacedPhone(phone: string): string {
  const parsed = parsePhone(phone)
  if (!parsed) return phone
  return `${countryOf(parsed.iso).code} ${parsed.national.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')}`
}
