import type { UndeliveredReason } from '#domain/mail-state.ts'
import { sql } from 'kysely'
import { instant, type Db } from '../database/db.ts'

type Key = { business_id: number; id: number }
/** Whose appointments: the business's, or one professional's. */
type Whose = { business_id: number; professional_id: number | undefined }

/** As a part of the statement that settles a message: what the owner is to see. */
export const notedUndelivered = (
  { business_id, appointment_id }: { business_id: number; appointment_id: number },
  reason: UndeliveredReason,
  nowMs: number,
) => sql<Record<string, never>>`(
  insert into undelivered (business_id, appointment_id, address, reason, at)
  select business_id, id, client_email, ${reason}, ${instant(nowMs)} from appointments
  where business_id = ${business_id} and id = ${appointment_id} and client_email is not null
  on conflict (business_id, appointment_id) do update set
    address = excluded.address, reason = excluded.reason, at = excluded.at, seen_at = null)`

/** A mail arrived there after all. */
export async function forgetUndelivered(
  db: Db,
  messages: { business_id: number; appointment_id: number | null }[],
): Promise<void> {
  for (const { business_id, appointment_id } of messages)
    if (appointment_id !== null)
      await db
        .deleteFrom('undelivered')
        .where('business_id', '=', business_id)
        .where('appointment_id', '=', appointment_id)
        .execute()
}

/** Why the last mail to an appointment's client did not arrive at the address that it has now, if so. */
export async function undeliveredOf(db: Db, { business_id, id }: Key) {
  const row = await db
    .selectFrom('undelivered as u')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.business_id', '=', 'u.business_id').onRef('a.id', '=', 'u.appointment_id'),
    )
    .select(['u.reason', 'u.at'])
    .where('u.business_id', '=', business_id)
    .where('u.appointment_id', '=', id)
    .whereRef(sql`lower(a.client_email)`, '=', sql`lower(u.address)`)
    .executeTakeFirst()
  return row ?? null
}

/** Those of appointments ahead that the owner has not seen, first the nearest. */
export async function unseenUndelivered(db: Db, { business_id, professional_id }: Whose, nowMs: number) {
  const rows = db
    .selectFrom('undelivered as u')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.business_id', '=', 'u.business_id').onRef('a.id', '=', 'u.appointment_id'),
    )
    .select(['a.id', 'a.client_name', 'a.appointment_date', 'a.appointment_time', 'u.reason'])
    .where('u.business_id', '=', business_id)
    .where('u.seen_at', 'is', null)
    .where('a.status', '=', 'scheduled')
    .where('a.starts_at', '>', instant(nowMs))
    .whereRef(sql`lower(a.client_email)`, '=', sql`lower(u.address)`)
    .orderBy('a.starts_at')
    .limit(20)
  const own = professional_id === undefined ? rows : rows.where('a.professional_id', '=', professional_id)
  return await own.execute()
}

/** The owner has read them. */
export async function markUndeliveredSeen(
  db: Db,
  { business_id, professional_id }: Whose,
  ids: number[],
  nowMs: number,
) {
  const theirs = db
    .selectFrom('appointments')
    .select('id')
    .where('business_id', '=', business_id)
    .where('id', 'in', ids)
  const own = professional_id === undefined ? theirs : theirs.where('professional_id', '=', professional_id)
  await db
    .updateTable('undelivered')
    .set({ seen_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', business_id)
    .where('appointment_id', 'in', own)
    .execute()
}
