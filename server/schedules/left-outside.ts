import type { Appointment } from '#domain/api/appointment.ts'
import { MOST_CONFLICTS, type LeftOver } from '#domain/api/time-off.ts'
import { minutesOf } from '#domain/dates.ts'
import { rangesOn } from '#domain/schedule.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { businessWeek } from '../businesses/queries.ts'
import type { Tx } from '../db.ts'
import { aheadByWeek, professionalWeeks } from './owner-queries.ts'

interface Weeks {
  business_week: BusinessDay[]
  /** Of the professionals who have one of their own. */
  own: Map<number, ProfessionalDay[]>
}

/** All weeks of a business. */
export async function weeksOf(tx: Tx, owner: BusinessId): Promise<Weeks> {
  const business_week = await businessWeek(tx, owner)
  const own = Map.groupBy(await professionalWeeks(tx, owner), (day) => day.professional_id)
  return { business_week, own }
}

/**
 * The appointments ahead that were inside the hours of their weekday and are not any more. Whatever was outside
 * before, somebody put there knowingly.
 */
export async function leftOutside(
  tx: Tx,
  owner: BusinessId,
  { before, ...which }: { before: Weeks; nowMs: number; professional_id?: number },
): Promise<LeftOver> {
  const after = await weeksOf(tx, owner)
  const ahead = await aheadByWeek(tx, owner, which)
  const left = ahead.filter((row) => isInside(before, row) && !isInside(after, row))
  return { conflicts: left.slice(0, MOST_CONFLICTS), conflicts_total: left.length }
}

function isInside({ business_week, own }: Weeks, row: Appointment): boolean {
  const professional_week = own.get(row.professional_id) ?? []
  const from = minutesOf(row.appointment_time)
  return rangesOn({ business_week, professional_week }, row.appointment_date).some(
    ([open, close]) => open <= from && from + row.duration_minutes <= close,
  )
}
