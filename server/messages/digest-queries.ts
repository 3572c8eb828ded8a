import { sql } from 'kysely'
import { instant, type Db } from '../database/db.ts'
import type { DueMessage } from './queries.ts'

/** Digests are of no business: they tell of appointments in all of them, and their sender is the installation. */
export const INSTALLATION = 0

/** Notes that a digest will tell this message, in the transaction that skips it. */
export async function addDigestItem(
  own: Db,
  { business_id, id }: Pick<DueMessage, 'business_id' | 'id'>,
  recipient: string,
  nowMs: number,
): Promise<void> {
  await own
    .insertInto('digest_items')
    .values({ business_id, message_id: id, recipient, at: new Date(nowMs).toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Writes the digests that are due: an hour after the first message that waits for one, so that those of the
 * same hour come together, and at most one a day for an address.
 */
export async function writeDigests(db: Db, nowMs: number): Promise<void> {
  // Noted by a clock that was ahead, and has been set right.
  const isAhead = (at: string) => sql`${sql.raw(at)} > ${instant(nowMs + HOUR)}`
  await sql`
    with due as (
      select recipient from digest_items waiting where digest_id is null
      group by recipient
      having (min(at) <= ${instant(nowMs - HOUR)} or ${isAhead('min(at)')}) and not exists (
        select from digest_items told
        where told.recipient = waiting.recipient and told.digest_at > ${instant(nowMs - DAY)}
          and not ${isAhead('told.digest_at')})
      limit 500
    ), written as (
      insert into messages (business_id, kind, recipient, once, due_at, created_at)
      select ${INSTALLATION}::bigint, 'digest', recipient, ${`digest:${dayOf(nowMs)}:`} || recipient,
        ${instant(nowMs)}, ${instant(nowMs)}
      from due
      on conflict (business_id, once) do nothing
      returning id, recipient
    )
    update digest_items i set digest_id = written.id, digest_at = ${instant(nowMs)}
    from written where i.recipient = written.recipient and i.digest_id is null`.execute(db)
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Names a day, so that several processes cannot write a second digest of it. */
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The appointments that a digest tells of, as they are now, in order of their time. */
export async function digestAppointments(db: Db, digest_id: number) {
  return await db
    .selectFrom('digest_items as i')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.business_id', '=', 'i.business_id').onRef('m.id', '=', 'i.message_id'),
    )
    .innerJoin('appointments as a', (join) =>
      join.onRef('a.business_id', '=', 'm.business_id').onRef('a.id', '=', 'm.appointment_id'),
    )
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .select(['a.business_id', 'a.id', 'a.service_name', 'a.professional_name', 'a.appointment_date'])
    .select(['a.appointment_time', 'a.status', 'a.client_phone', 'a.client_timezone', 'b.business_name'])
    .select(['b.phone', 'b.timezone', 'b.is_virtual'])
    .where('i.digest_id', '=', digest_id)
    // A corrected address hears nothing of somebody else's appointments.
    .whereRef(sql`lower(a.client_email)`, '=', 'i.recipient')
    .distinctOn(['a.appointment_date', 'a.appointment_time', 'a.business_id', 'a.id'])
    .orderBy('a.appointment_date')
    .orderBy('a.appointment_time')
    .orderBy('a.business_id')
    .orderBy('a.id')
    .execute()
}

/** Forgets what was told long ago, with the address it was told to. */
export async function forgetDigests(db: Db, nowMs: number): Promise<void> {
  const before = instant(nowMs - 30 * DAY)
  await db.deleteFrom('digest_items').where('digest_at', '<', before).execute()
  await db
    .deleteFrom('messages')
    .where('business_id', '=', INSTALLATION)
    .where('state', '!=', 'queued')
    .where('created_at', '<', before)
    .execute()
}
