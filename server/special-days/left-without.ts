import type { Appointment } from '#domain/api/appointment.ts'
import { isIsoDate, minutesOf } from '#domain/dates.ts'
import { rangesOn } from '#domain/schedule.ts'
import { specialHours } from '#domain/special-days.ts'
import type { SpecialDay } from '#domain/special-hours.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../db.ts'
import { weeksOf } from '../schedules/left-outside.ts'
import { aheadOn, specialDaysBetween } from './queries.ts'
import { settingsOf } from './settings.ts'

/**
 * Tells of an appointment whether it is inside the hours of its date as they are said by now; from the first of these dates to the
 * last. A change leaves out what was inside before it and is not after it: whatever was outside before, somebody put there knowingly.
 */
export async function hoursBy(
  tx: Tx,
  owner: BusinessId,
  dates: readonly string[],
): Promise<(row: Appointment) => boolean> {
  const { country: holiday_country, policy: holiday_policy } = await settingsOf(tx, owner)
  const { business_week, own } = await weeksOf(tx, owner)
  const days = await specialDaysBetween(tx, owner, [dates[0]!, dates.at(-1)!])
  return ({ appointment_date: date, appointment_time, duration_minutes, professional_id: of }) => {
    const special_days = days.filter(
      ({ professional_id }) => professional_id === null || professional_id === of,
    )
    const said = { special_days, holiday_country, holiday_policy }
    const special_hours = specialHours(said, [date, date]) ?? {}
    const hours = { business_week, professional_week: own.get(of) ?? [], special_hours }
    const from = minutesOf(appointment_time)
    return rangesOn(hours, date).some(([open, close]) => open <= from && from + duration_minutes <= close)
  }
}

/** What is kept of it is answered again: it names nobody. */
export interface RemovedDay {
  /** How many there were. */
  removed: number
  /** The appointments ahead that were inside its hours and are not any more, and their dates. */
  ids: number[]
  dates: string[]
}

/** Those of them that are ahead by now. */
export async function stillLeft(
  db: Db,
  owner: BusinessId,
  { ids = [], dates = [] }: Partial<RemovedDay>,
  nowMs: number,
): Promise<Appointment[]> {
  return ids.length === 0 ? [] : (await aheadOn(db, owner, dates, nowMs)).filter(({ id }) => ids.includes(id))
}

/** The date of a day, and of a yearly one those ahead as far as anything is booked. */
export function datesOf(
  { date, is_yearly }: Pick<SpecialDay, 'date' | 'is_yearly'>,
  first: string,
): string[] {
  if (!is_yearly) return [date]
  const year = Number(first.slice(0, 4))
  const later = [0, 1, 2].map((ahead) => `${year + ahead}${date.slice(4)}`)
  // The 29th of February is in leap years only.
  return [date, ...later.filter((one) => one > date && isIsoDate(one))]
}
