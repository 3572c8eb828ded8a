import type { Appointment } from '#domain/api/appointment.ts'
import { minutesOf } from '#domain/dates.ts'
import { rangesOn } from '#domain/schedule.ts'
import { specialHours } from '#domain/special-days.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { businessWeek } from '../businesses/queries.ts'
import type { Tx } from '../database/db.ts'
import { leftOf, type Left } from '../professionals/owner-queries.ts'
import { aheadOf, exceptionsOf, professionalWeeks } from './owner-queries.ts'

/**
 * Tells of an appointment whether it is inside the hours of its date as they are said by now; from the first of these dates to the
 * last. A change leaves out what was inside before it and is not after it: whatever was outside before, somebody put there knowingly.
 */
export async function hoursBy(
  tx: Tx,
  owner: BusinessId,
  dates: readonly string[],
): Promise<(row: Appointment) => boolean> {
  if (dates.length === 0) return () => false
  const business_week = await businessWeek(tx, owner)
  const own = Map.groupBy(await professionalWeeks(tx, owner), (day) => day.professional_id)
  const { special_days: days, ...said } = await exceptionsOf(tx, owner, [dates[0]!, dates.at(-1)!])
  return ({ appointment_date: date, appointment_time, duration_minutes, professional_id: of }) => {
    const special_days = days.filter(
      ({ professional_id }) => professional_id === null || professional_id === of,
    )
    const special_hours = specialHours({ ...said, special_days }, [date, date])
    const hours = { business_week, professional_week: own.get(of) ?? [], special_hours }
    const from = minutesOf(appointment_time)
    return rangesOn(hours, date).some(([open, close]) => open <= from && from + duration_minutes <= close)
  }
}

/**
 * The appointments ahead that a change of a week leaves outside of their hours: to be asked before it is written, and again after.
 * Whoever writes it holds up bookings meanwhile.
 */
export async function leftOutside(
  tx: Tx,
  owner: BusinessId,
  which: { nowMs: number; professional_id?: number },
): Promise<() => Promise<Left>> {
  const ahead = await aheadOf(tx, owner, which)
  const dates = ahead.map((row) => row.appointment_date).toSorted()
  const wasInside = await hoursBy(tx, owner, dates)
  const inside = ahead.filter(wasInside)
  return async () => {
    const isInside = await hoursBy(tx, owner, dates)
    return leftOf(inside.filter((row) => !isInside(row)))
  }
}
