import { keysOf } from '#domain/api/answer.ts'
import { appointment, type Appointment } from '#domain/api/appointment.ts'
import { professionalDay } from '#domain/api/hours.ts'
import { specialDay } from '#domain/api/special-day.ts'
import type { Exceptions } from '#domain/special-days.ts'
import type { ProfessionalDay } from '#domain/week.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { withoutNoBreaks } from '../businesses/queries.ts'
import { instant, type Db, type Tx } from '../database/db.ts'

/** A professional's own week, Sunday first; empty when they follow the business. */
export async function professionalWeek(
  db: Db | Tx,
  owner: BusinessId,
  professional_id: number,
): Promise<ProfessionalDay[]> {
  const days = await db
    .selectFrom('professional_hours')
    .select(keysOf(professionalDay))
    .where('business_id', '=', owner)
    .where('professional_id', '=', professional_id)
    .orderBy('day_of_week')
    .execute()
  return days.map(withoutNoBreaks)
}

/** The own weeks of all professionals who have one, by professional and day. */
export async function professionalWeeks(
  db: Db | Tx,
  owner: BusinessId,
): Promise<(ProfessionalDay & { professional_id: number })[]> {
  const days = await db
    .selectFrom('professional_hours')
    .select(['professional_id', ...keysOf(professionalDay)])
    .where('business_id', '=', owner)
    .orderBy('professional_id')
    .orderBy('day_of_week')
    .execute()
  return days.map(withoutNoBreaks)
}

/** What a business says of single dates, from the first to the last of these on. */
export async function exceptionsOf(
  tx: Tx,
  owner: BusinessId,
  [first, last]: readonly [string, string],
): Promise<Exceptions> {
  const said = await tx
    .selectFrom('businesses')
    .select(['holiday_country', 'holiday_policy'])
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
  const special_days = await tx
    .selectFrom('special_days')
    .select(keysOf(specialDay))
    .where('business_id', '=', owner)
    .where('date', '<=', last)
    .where((row) => row.or([row('date', '>=', first), row('is_yearly', '=', true)]))
    .execute()
  return { ...said, special_days }
}

/** What is still to come: scheduled or held, by date. */
export function aheadOf(
  tx: Tx,
  owner: BusinessId,
  { nowMs, professional_id }: { nowMs: number; professional_id?: number | undefined },
): Promise<Appointment[]> {
  let rows = tx
    .selectFrom('appointments')
    .select(keysOf(appointment))
    .where('business_id', '=', owner)
    .where('status', 'in', ['scheduled', 'held'])
    .where('starts_at', '>', instant(nowMs))
  if (professional_id !== undefined) rows = rows.where('professional_id', '=', professional_id)
  return rows.orderBy('starts_at').orderBy('id').execute()
}

/** Replaces all the days of `week`. */
export async function saveProfessionalWeek(
  tx: Tx,
  owner: BusinessId,
  professional_id: number,
  week: ProfessionalDay[],
) {
  await tx
    .insertInto('professional_hours')
    .values(
      week.map((day) => ({
        business_id: owner,
        professional_id,
        ...day,
        breaks: JSON.stringify(day.breaks ?? []),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'professional_id', 'day_of_week']).doUpdateSet((row) => ({
        is_available: row.ref('excluded.is_available'),
        start_time: row.ref('excluded.start_time'),
        end_time: row.ref('excluded.end_time'),
        lunch_start_time: row.ref('excluded.lunch_start_time'),
        lunch_end_time: row.ref('excluded.lunch_end_time'),
        breaks: row.ref('excluded.breaks'),
      })),
    )
    .execute()
}

export async function removeProfessionalWeek(tx: Tx, owner: BusinessId, professional_id: number) {
  await tx
    .deleteFrom('professional_hours')
    .where('business_id', '=', owner)
    .where('professional_id', '=', professional_id)
    .execute()
}

/** The version of a professional's week, from 1; undefined when there is no such professional. */
export async function hoursVersion(db: Db, owner: BusinessId, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('professionals')
    .select('hours_version')
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.hours_version
}

/** Increments the version of a professional's week; concurrent saves wait until the transaction ends. */
export async function countHours(tx: Tx, owner: BusinessId, id: number): Promise<number | undefined> {
  const row = await tx
    .updateTable('professionals')
    .set((row) => ({ hours_version: row('hours_version', '+', 1) }))
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('hours_version')
    .executeTakeFirst()
  return row?.hours_version
}
