/** A client's birthday: '05-14', or '1991-05-14' where the year is known. */
import { addDays, dayMonth, type IsoDate } from './dates.ts'
import { isBlank } from './fields.ts'

/** The days that 'Cumpleaños esta semana' covers, with today. */
export const BIRTHDAY_DAYS = 7

const BIRTHDAY = /^(?:((?:19|20)\d{2})-)?(\d{2}-\d{2})$/
const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

export function birthdayError(value: unknown): string | undefined {
  if (isBlank(value)) return undefined
  const [, year, day] = (typeof value === 'string' && BIRTHDAY.exec(value.trim())) || []
  if (!day) return 'Di el día y el mes; el año puede faltar'
  // 29 February is a birthday also where nobody knows the year.
  const date = new Date(`${year ?? '2000'}-${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(5, 10) === day
    ? undefined
    : 'Ese día no existe'
}

/** The parts of a valid birthday. */
function partsOf(birthday: string): { year: number | null; day: string } {
  const [, year, day] = BIRTHDAY.exec(birthday)!
  return { year: year === undefined ? null : Number(year), day: day! }
}

/** When a birthday is in a year: that of 29 February on the 28th, where there is no 29th. */
export function birthdayIn(birthday: string, year: number): IsoDate {
  const { day } = partsOf(birthday)
  return `${year}-${day === '02-29' && !isLeap(year) ? '02-28' : day}`
}

/** The first birthday on or after a date. */
export function nextBirthday(birthday: string, from: IsoDate): IsoDate {
  const year = Number(from.slice(0, 4))
  const date = birthdayIn(birthday, year)
  return date >= from ? date : birthdayIn(birthday, year + 1)
}

/** How old somebody becomes on a date; null where nobody knows the year, or it is yet to come. */
export function turns(birthday: string, date: IsoDate): number | null {
  const { year } = partsOf(birthday)
  const age = year === null ? 0 : Number(date.slice(0, 4)) - year
  return age > 0 ? age : null
}

/** From this birthday on nobody else answers for a person. */
const ADULT_AT = 18

/** Whether somebody is not of age yet on a date; where nobody knows the year, they are taken for an adult. */
export function isMinor(birthday: string | null, date: IsoDate): boolean {
  const year = birthday === null ? null : partsOf(birthday).year
  return year !== null && birthdayIn(birthday!, year + ADULT_AT) > date
}

/** The birthdays, without years, that fall on `days` dates from `first` on. */
export function birthdaysFrom(first: IsoDate, days: number): string[] {
  const dates = Array.from({ length: days }, (_, n) => addDays(first, n))
  return dates.flatMap((date) => {
    const day = date.slice(5)
    return day === '02-28' && !isLeap(Number(date.slice(0, 4))) ? [day, '02-29'] : [day]
  })
}

/** '14 de mayo', '14 de mayo de 1991' */
export function birthdayLabel(birthday: string): string {
  const { year, day } = partsOf(birthday)
  const text = dayMonth(`2000-${day}`)
  return year === null ? text : `${text} de ${year}`
}

/** What the business writes from its own WhatsApp. */
export const birthdayText = (one: { client_name: string; business_name: string }): string =>
  `Hola ${one.client_name.trim().split(/\s+/)[0]}, en ${one.business_name} te deseamos un feliz cumpleaños. ` +
  '¡Que lo disfrutes mucho!'
