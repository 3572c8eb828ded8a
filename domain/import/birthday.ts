/** Birthdays as spreadsheets, address books and other agendas write them. */
import { birthdayError } from '../birthday.ts'
import { addDays } from '../dates.ts'
import { type DateOrder, monthOf, plainDate } from './when.ts'

const NONE = /^(?:[-–—.0/\s]*|n\/?a|no|null|sin fecha)$/
const OF_VCARD = /^--(\d\d)-?(\d\d)(?:t.*)?$/
const WITHOUT_SIGNS = /^(\d{4})(\d\d)(\d\d)(?:t.*)?$/
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const SIGNS = /^(\d{1,2})[/.\- ](\d{1,2})(?:[/.\- ](\d{4}|\d{2}))?(?:[ t]\d.*)?$/
const DAY_FIRST =
  /^(\d{1,2}) ?(?:de |-|\/|\.)? ?([a-z]{3,10})\.?,?(?: ?(?:del? |-|\/)? ?(\d{4}|\d{2}))?(?: \d{1,2}:.*)?$/
const MONTH_FIRST = /^([a-z]{3,10})\.? ?-?(\d{1,2})(?:st|nd|rd|th)?(?:,? ?(\d{4}|\d{2}))?$/
/** Excel's days since 1900. */
const SERIAL = /^([1-5]\d{4})(?:[.,]0+)?$/

type Parts = [year: number | undefined, month: number | undefined, day: number]

/**
 * ('14/05/1991', 'dmy'), '14 de mayo de 1991', '1991-05-14', '33372' → '1991-05-14'; '14/05', '14 may', '--05-14',
 * '1604-05-14' → '05-14'; null for a cell that says none, undefined for what is no date.
 */
export function readBirthday(typed: string, order: DateOrder): string | null | undefined {
  const text = plainDate(typed)
  if (NONE.test(text)) return null
  const [year, month, day] = partsIn(text, order) ?? []
  if (month === undefined || day === undefined) return undefined
  const date = `${two(month)}-${two(day)}`
  // Address books write a year like 1604 where they know none.
  const birthday = year !== undefined && year >= 1900 && year < 2100 ? `${year}-${date}` : date
  return birthdayError(birthday) ? undefined : birthday
}

const two = (part: number) => String(part).padStart(2, '0')

function partsIn(text: string, order: DateOrder): Parts | undefined {
  const serial = SERIAL.exec(text)
  if (serial) return numbers(addDays('1899-12-30', Number(serial[1])).split('-'))
  const yearFirst = YEAR_FIRST.exec(text) ?? WITHOUT_SIGNS.exec(text)
  if (yearFirst) return numbers(yearFirst.slice(1, 4))
  const unknown = OF_VCARD.exec(text)
  if (unknown) return [undefined, Number(unknown[1]), Number(unknown[2])]
  const signs = SIGNS.exec(text)
  if (signs) {
    const [one, other] = [Number(signs[1]), Number(signs[2])]
    // Who writes 27/11 among months and days means the only thing that it can be.
    const isDayFirst = other > 12 ? false : one > 12 ? true : order === 'dmy'
    return isDayFirst ? [yearOf(signs[3]), other, one] : [yearOf(signs[3]), one, other]
  }
  const dayFirst = DAY_FIRST.exec(text)
  if (dayFirst) return [yearOf(dayFirst[3]), monthOf(dayFirst[2]!), Number(dayFirst[1])]
  const monthFirst = MONTH_FIRST.exec(text)
  return monthFirst ? [yearOf(monthFirst[3]), monthOf(monthFirst[1]!), Number(monthFirst[2])] : undefined
}

const numbers = ([year, month, day]: string[]): Parts => [Number(year), Number(month), Number(day)]

/** Of two digits as spreadsheets take them: '29' → 2029, '30' → 1930. */
function yearOf(digits: string | undefined): number | undefined {
  if (digits === undefined) return undefined
  const year = Number(digits)
  return digits.length > 2 ? year : year < 30 ? 2000 + year : 1900 + year
}
