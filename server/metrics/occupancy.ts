import { addDays, daysBetween } from '#domain/dates.ts'
import { OCCUPANCY_DATES, occupancyPercent, minutesUsed, type Use } from '#domain/occupancy.ts'
import { specialHours } from '#domain/special-days.ts'
import { zoneClock } from '#domain/zone.ts'
import { setImmediate as turn } from 'node:timers/promises'
import type { BusinessId } from '../accounts/owner.ts'
import type { Scope } from '../accounts/scope.ts'
import { businessWeek } from '../businesses/queries.ts'
import type { Db } from '../database/db.ts'
import { ownProfessionals } from '../professionals/owner-queries.ts'
import { professionalWeeks } from '../schedules/owner-queries.ts'
import { holidaySettings, specialDaysBetween } from '../special-days/queries.ts'
import { timeOffBetween } from '../time-off/queries.ts'
import { takenTime, type Period } from './queries.ts'

/**
 * How much of the hours of the active professionals in a scope is booked in a period, in per cent, by the hours as they are now; null
 * where nothing could be booked, and of a period without both ends or of more than `OCCUPANCY_DATES` dates.
 */
export async function occupancyOf(
  db: Db,
  owner: BusinessId,
  { from, to }: Period,
  { professional_id: only }: Scope,
): Promise<number | null> {
  if (from === null || to === null || to < from || daysBetween(from, to) >= OCCUPANCY_DATES) return null
  const dates = [from, to] as const
  const { timezone, holiday_country, holiday_policy } = await holidaySettings(db, owner)
  const clock = zoneClock(timezone)
  const [fromMs, toMs] = [from, addDays(to, 1)].map((date) => clock.day(date).startEpoch * 60_000) as [
    number,
    number,
  ]
  const [people, week, weeks, days, timeOff, taken] = await Promise.all([
    ownProfessionals(db, owner),
    businessWeek(db, owner),
    professionalWeeks(db, owner),
    specialDaysBetween(db, owner, dates),
    timeOffBetween(db, owner, { fromMs, toMs }),
    takenTime(db, owner, dates),
  ])
  const uses: Use[] = []
  for (const { id } of people.filter(({ id, is_active }) => is_active && (only ?? id) === id)) {
    const isOf = ({ professional_id }: { professional_id: number | null }) =>
      professional_id === null || professional_id === id
    const exceptions = { special_days: days.filter(isOf), holiday_country, holiday_policy }
    const person = {
      business_week: week,
      professional_week: weeks.filter(isOf),
      special_hours: specialHours(exceptions, dates),
      absences: timeOff.filter(isOf).map(({ starts_at, ends_at }) => ({
        from: Math.floor(starts_at / 60_000),
        to: Math.ceil(ends_at / 60_000),
      })),
      busy: taken.filter(isOf).map(({ from, to }) => [from, to] as const),
    }
    uses.push(minutesUsed(person, dates, clock))
    // Many people over a year: others are answered between them.
    await turn()
  }
  return occupancyPercent(uses)
}
