import { REMEMBERED_DAYS } from '#domain/remembered.ts'
import { sql } from 'kysely'
import { instant, type Db } from '../database/db.ts'
import type { TokenKey } from '../tokens.ts'

const HOUR = 3_600_000
const until = (nowMs: number) => new Date(nowMs + REMEMBERED_DAYS * 24 * HOUR).toISOString()

/** What was last booked in the browser that has this token, with its card; nothing of an expired or unknown one. */
export async function rememberedBy(db: Db, { business_id, hash }: TokenKey, nowMs: number) {
  return await db
    .selectFrom('remembered_clients as r')
    .innerJoin('businesses as b', 'b.id', 'r.business_id')
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.business_id', '=', 'r.business_id').onRef('a.id', '=', 'r.appointment_id'),
    )
    .select(['a.client_name', 'a.client_phone', 'a.client_email', 'a.client_id', 'a.card_id'])
    .select(['a.service_id', 'a.professional_id', 'a.variant', 'a.addons'])
    .where('r.business_id', '=', business_id)
    .where('r.token_hash', '=', hash)
    .where('r.expires_at', '>', instant(nowMs))
    .where('b.suspended_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Gives the browser in which this was booked online since yesterday a token for it, in place of any before.
 * @returns whether there is such a booking.
 */
export async function insertRemembered(
  db: Db,
  { business_id, hash }: TokenKey,
  { appointment_id, before, nowMs }: { appointment_id: number; before: TokenKey | undefined; nowMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from remembered_clients
      where business_id = ${business_id} and token_hash = ${before?.hash ?? null} and appointment_id <> ${appointment_id})
    insert into remembered_clients (business_id, token_hash, appointment_id, expires_at)
    select a.business_id, ${hash}, a.id, ${until(nowMs)}::timestamptz from appointments a
    where a.business_id = ${business_id} and a.id = ${appointment_id} and a.booked_by = 'client'
      and a.hold_kind is null and a.created_at > ${instant(nowMs - 24 * HOUR)}
      and a.given_away_at is null
    on conflict (business_id, appointment_id) do update
      set token_hash = excluded.token_hash, expires_at = excluded.expires_at
    returning appointment_id`.execute(db)
  return rows.length > 0
}

/** From now on the browser remembers this booking. */
export async function followBooking(
  db: Db,
  { business_id, hash }: TokenKey,
  appointment_id: number,
  nowMs: number,
) {
  await db
    .updateTable('remembered_clients')
    .set({ appointment_id, expires_at: until(nowMs) })
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .execute()
}

export async function deleteRemembered(db: Db, { business_id, hash }: TokenKey) {
  await db
    .deleteFrom('remembered_clients')
    .where('business_id', '=', business_id)
    .where('token_hash', '=', hash)
    .execute()
}

/** Removes what has expired. */
export async function forgetRemembered(db: Db, nowMs: number) {
  await db.deleteFrom('remembered_clients').where('expires_at', '<', instant(nowMs)).execute()
}
