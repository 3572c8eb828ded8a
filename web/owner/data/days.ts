import { addDays, dayOfWeek, nowIn } from '#domain/dates.ts'
import { presentMs } from '../../server-clock.ts'

/** The dates that the owner's screens start from, YYYY-MM-DD in the business's time zone. */
export interface Days {
  today: string
  tomorrow: string
  /** The Monday of the current week. */
  monday: string
}

export const daysIn = (timezone: string): Days => daysAround(nowIn(timezone, presentMs()).date)

export const daysAround = (today: string): Days => ({
  today,
  tomorrow: addDays(today, 1),
  monday: mondayOf(today),
})

/** The first Monday and the last Sunday of the weeks that the dates lie in. */
export const weeksAround = (dates: readonly string[]): [from: string, to: string] => [
  mondayOf(dates[0]!),
  addDays(mondayOf(dates.at(-1)!), 6),
]

export const mondayOf = (date: string): string => addDays(date, -((dayOfWeek(date) + 6) % 7))
