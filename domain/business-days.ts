/** Days on which offices work: Monday to Friday, without public holidays. */
import { addDays, dayOfWeek, type IsoDate } from './dates.ts'
import { holidayOn } from './holidays.ts'

export const isBusinessDay = (date: IsoDate, country = 'CO'): boolean =>
  dayOfWeek(date) !== 0 && dayOfWeek(date) !== 6 && holidayOn(country, date) === undefined

/** The `n`th business day after a date. */
export function addBusinessDays(date: IsoDate, n: number, country = 'CO'): IsoDate {
  let day = date
  for (let left = n; left > 0;) {
    day = addDays(day, 1)
    if (isBusinessDay(day, country)) left--
  }
  return day
}

/** How many business days there are after `today`, up to and with `last`; negative: how many are over. */
export function businessDaysLeft(today: IsoDate, last: IsoDate, country = 'CO'): number {
  if (last < today) return -businessDaysLeft(last, today, country) || -0
  let days = 0
  for (let day = today; day < last;) {
    day = addDays(day, 1)
    if (isBusinessDay(day, country)) days++
  }
  return days
}
