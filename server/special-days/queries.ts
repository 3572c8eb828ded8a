import type { Appointment } from '#domain/api/appointment.ts'
import { appointment } from '#domain/api/appointment.ts'
import { keysOf } from '#domain/api/answer.ts'
import { specialDay, type StoredSpecialDay } from '#domain/api/special-day.ts'
import { MOST_IN_TIME_OFF } from '#domain/api/time-off.ts'
import type { HolidayPolicy } from '#domain/holidays.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../database/db.ts'

const own = (db: Db | Tx, owner: BusinessId) =>
  db.selectFrom('special_days').select(keysOf(specialDay)).where('business_id', '=', owner)

const between = (db: Db | Tx, owner: BusinessId, [first, last]: readonly [string, string]) =>
  own(db, owner)
    .where('date', '<=', last)
    .where((row) => row.or([row('date', '>=', first), row('is_yearly', '=', true)]))
    .orderBy('date')
    .orderBy('id')

const isShown = sql<boolean>`not exists (
  select from professionals p where p.business_id = special_days.business_id and p.id = special_days.professional_id and p.deleted_at is not null)`

/** The special days from `first` to `last`, and the yearly ones of before; by date. */
export const specialDaysBetween = (
  db: Db | Tx,
  owner: BusinessId,
  dates: readonly [string, string],
): Promise<StoredSpecialDay[]> => between(db, owner, dates).execute()

/** The same, without those of professionals who were deleted. */
export const shownSpecialDays = (db: Db, owner: BusinessId, dates: readonly [string, string]) =>
  between(db, owner, dates).where(isShown).execute()

/** Locked until the transaction ends. `professional_id` null: the business's. */
export function lockedSpecialDay(
  tx: Tx,
  owner: BusinessId,
  date: string,
  professional_id: number | null,
): Promise<StoredSpecialDay | undefined> {
  return own(tx, owner)
    .where('date', '=', date)
    .where('professional_id', 'is not distinct from', professional_id)
    .forUpdate()
    .executeTakeFirst()
}

interface Written extends Omit<StoredSpecialDay, 'id' | 'business_id' | 'version' | 'intervals'> {
  intervals: string
}

/** Writes it, in place of what was said of that date. */
export function writeSpecialDay(tx: Tx, owner: BusinessId, day: Written): Promise<StoredSpecialDay> {
  const { professional_id: _, date: __, ...changes } = day
  return tx
    .insertInto('special_days')
    .values({ business_id: owner, ...day })
    .onConflict((conflict) =>
      conflict.columns(['business_id', 'professional_id', 'date']).doUpdateSet(changes),
    )
    .returning(keysOf(specialDay))
    .executeTakeFirstOrThrow()
}

export async function removeSpecialDay(
  tx: Tx,
  owner: BusinessId,
  date: string,
  professional_id: number | null,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('special_days')
    .where('business_id', '=', owner)
    .where('date', '=', date)
    .where('professional_id', 'is not distinct from', professional_id)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function countSpecialDays(tx: Tx, owner: BusinessId, today: string): Promise<number> {
  const row = await tx
    .selectFrom('special_days')
    .select((count) => count.fn.countAll<number>().as('ahead'))
    .where('business_id', '=', owner)
    .where((row) => row.or([row('date', '>=', today), row('is_yearly', '=', true)]))
    .where(isShown)
    .executeTakeFirstOrThrow()
  return row.ahead
}

/** The first of what is still to come on these dates: scheduled or held. */
export function aheadOn(
  db: Db | Tx,
  owner: BusinessId,
  dates: readonly string[],
  nowMs: number,
): Promise<Appointment[]> {
  return db
    .selectFrom('appointments')
    .select(keysOf(appointment))
    .where('business_id', '=', owner)
    .where(sql<boolean>`appointment_date = any(${[...dates]}::date[])`)
    .where('status', 'in', ['scheduled', 'held'])
    .where('starts_at', '>', instant(nowMs))
    .orderBy('starts_at')
    .orderBy('id')
    .limit(MOST_IN_TIME_OFF)
    .execute()
}

/** How many appointments are scheduled on each date that has any, of those that the scope covers. */
export async function scheduledByDate(
  db: Db,
  { business_id, professional_id }: Scope,
  [first, last]: readonly [string, string],
) {
  let counted = db
    .selectFrom('appointments')
    .select(['appointment_date', (row) => row.fn.countAll<number>().as('count')])
    .where('business_id', '=', business_id)
    .where('appointment_date', '>=', first)
    .where('appointment_date', '<=', last)
    .where('status', '=', 'scheduled')
    .groupBy('appointment_date')
  if (professional_id !== undefined) counted = counted.where('professional_id', '=', professional_id)
  const rows = await counted.execute()
  return new Map(rows.map(({ appointment_date, count }) => [appointment_date, count]))
}

/** What the business says of holidays, and what its country is guessed from. */
export function holidaySettings(db: Db | Tx, owner: BusinessId) {
  return db
    .selectFrom('businesses')
    .select(['holiday_country', 'holiday_policy', 'phone', 'timezone'])
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
}

export async function setHolidays(
  tx: Tx,
  owner: BusinessId,
  changes: { holiday_country?: string | null; holiday_policy?: HolidayPolicy },
) {
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('businesses').set(changes).where('id', '=', owner).execute()
}

/** Sets the country of the holidays where none is set. */
export async function keepCountry(db: Db | Tx, owner: BusinessId, holiday_country: string) {
  await db
    .updateTable('businesses')
    .set({ holiday_country })
    .where('id', '=', owner)
    .where('holiday_country', 'is', null)
    .execute()
}
