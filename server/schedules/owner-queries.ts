import type { ProfessionalDay } from '#domain/week.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../db.ts'

/** A professional's own week, Sunday first; empty when there is none. */
export function professionalWeek(
  db: Db,
  owner: BusinessId,
  professional_id: number,
): Promise<ProfessionalDay[]> {
  return db
    .selectFrom('professional_hours')
    .select(['day_of_week', 'is_available', 'start_time', 'end_time', 'lunch_start_time', 'lunch_end_time'])
    .where('business_id', '=', owner)
    .where('professional_id', '=', professional_id)
    .orderBy('day_of_week')
    .execute()
}

/** The own weeks of all the professionals who have one, by professional and day. */
export function professionalWeeks(
  db: Db,
  owner: BusinessId,
): Promise<(ProfessionalDay & { professional_id: number })[]> {
  return db
    .selectFrom('professional_hours')
    .select(['professional_id', 'day_of_week', 'is_available'])
    .select(['start_time', 'end_time', 'lunch_start_time', 'lunch_end_time'])
    .where('business_id', '=', owner)
    .orderBy('professional_id')
    .orderBy('day_of_week')
    .execute()
}

/** Writes all the days of `week`, whatever was there. */
export async function saveProfessionalWeek(
  tx: Tx,
  owner: BusinessId,
  professional_id: number,
  week: ProfessionalDay[],
) {
  await tx
    .insertInto('professional_hours')
    .values(week.map((day) => ({ business_id: owner, professional_id, ...day })))
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'professional_id', 'day_of_week']).doUpdateSet((row) => ({
        is_available: row.ref('excluded.is_available'),
        start_time: row.ref('excluded.start_time'),
        end_time: row.ref('excluded.end_time'),
        lunch_start_time: row.ref('excluded.lunch_start_time'),
        lunch_end_time: row.ref('excluded.lunch_end_time'),
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
