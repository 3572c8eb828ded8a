import { sql } from 'kysely'
import { instant, iso, type Db, type Tx } from '../../database/db.ts'
import type { Holder } from '../second-factor-queries.ts'

/** Names a session to its owner; nobody signs in with it, and no token follows from it. */
const markOf = sql<string>`left(encode(sha256(token_hash), 'hex'), 32)`

const MOST_LISTED = 100

/** The open sessions of a person, in all their businesses: the one that asks, then the one used last. */
export function sessionsOf(db: Db, { table, id }: Holder, keep: Buffer, nowMs: number) {
  const is_current = sql<boolean>`token_hash = ${keep}`.as('is_current')
  const seen_at = sql<number>`coalesce(seen_at, s.created_at)`.as('seen_at')
  if (table === 'administrators')
    return db
      .selectFrom('administrator_sessions as s')
      .select([markOf.as('mark'), sql<null>`null`.as('business_name'), is_current, seen_at])
      .select(['s.device', 's.network', 's.timezone', 's.created_at'])
      .where('administrator_id', '=', id)
      .where('expires_at', '>', instant(nowMs))
      .orderBy(sql`token_hash = ${keep} desc, coalesce(seen_at, s.created_at) desc`)
      .limit(MOST_LISTED)
      .execute()
  return db
    .selectFrom('memberships as m')
    .innerJoin('sessions as s', (join) =>
      join.onRef('s.business_id', '=', 'm.business_id').onRef('s.user_id', '=', 'm.user_id'),
    )
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select([markOf.as('mark'), 'b.business_name', is_current, seen_at])
    .select(['s.device', 's.network', 's.timezone', 's.created_at'])
    .where('m.user_id', '=', id)
    .where('s.expires_at', '>', instant(nowMs))
    .orderBy(sql`token_hash = ${keep} desc, coalesce(seen_at, s.created_at) desc`)
    .limit(MOST_LISTED)
    .execute()
}

/** Ends a session of a person; what it has open is cut off (migrations/0120). False when it had ended. */
export async function endSession(tx: Tx, { table, id }: Holder, mark: string): Promise<boolean> {
  if (table === 'administrators') {
    const { numDeletedRows } = await tx
      .deleteFrom('administrator_sessions')
      .where('administrator_id', '=', id)
      .where(markOf, '=', mark)
      .executeTakeFirst()
    return numDeletedRows > 0
  }
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('business_id', 'in', businessesOfUser(tx, id))
    .where('user_id', '=', id)
    .where(markOf, '=', mark)
    .executeTakeFirst()
  return numDeletedRows > 0
}

const businessesOfUser = (tx: Tx, user_id: number) =>
  tx.selectFrom('memberships').select('business_id').where('user_id', '=', user_id)

// In any of their businesses: whoever came in may have left the one that they came in by.
const ofLink = (db: Db | Tx, user_id: number) =>
  db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .select(['m.business_id', 'u.password_changed_at', 'u.totp_since', 'u.recovered_at', 'u.recovered_since'])
    .where('u.id', '=', user_id)
    .where('m.is_active', '=', true)
    .orderBy('m.created_at')
    .orderBy('m.business_id')

/** Whom the link of a mail about a new device concerns; undefined once they are nowhere a member. */
export const memberOfLink = (db: Db, user_id: number) => ofLink(db, user_id).executeTakeFirst()
export const lockedMemberOfLink = (tx: Tx, user_id: number) =>
  ofLink(tx, user_id).forNoKeyUpdate('u').executeTakeFirst()

/** Notes that somebody said that the log-in `at` was not theirs. */
export async function noteRecovered(tx: Tx, user_id: number, { at, nowMs }: { at: number; nowMs: number }) {
  await tx
    .updateTable('users')
    .set({ recovered_at: iso(nowMs), recovered_since: iso(at) })
    .where('id', '=', user_id)
    .execute()
}

/**
 * Ends every session of a user and every open link for a new password, and makes the present password open nothing; the
 * one that `reset` leads to is the next.
 */
export async function shutOut(
  tx: Tx,
  { business_id, user_id }: { business_id: number; user_id: number },
  { password_hash, reset, expiresMs }: { password_hash: string; reset: Buffer; expiresMs: number },
) {
  await tx.updateTable('users').set({ password_hash }).where('id', '=', user_id).execute()
  for (const table of ['sessions', 'password_resets'] as const)
    await tx
      .deleteFrom(table)
      .where('business_id', 'in', businessesOfUser(tx, user_id))
      .where('user_id', '=', user_id)
      .execute()
  await tx
    .insertInto('password_resets')
    .values({ business_id, user_id, token_hash: reset, expires_at: iso(expiresMs) })
    .execute()
}

/** Removes the addresses of agendas that a user made, or made anew, since then. */
export async function deleteFeedsSince(tx: Tx, user_id: number, sinceMs: number) {
  await tx
    .deleteFrom('calendar_feeds')
    .where('business_id', 'in', businessesOfUser(tx, user_id))
    .where('user_id', '=', user_id)
    .where('created_at', '>', instant(sinceMs))
    .execute()
}

/** Takes back what a user offered of their businesses. */
export async function deleteOffersBy(tx: Tx, user_id: number) {
  await tx
    .deleteFrom('ownership_offers')
    .where('business_id', 'in', businessesOfUser(tx, user_id))
    .where('by_user_id', '=', user_id)
    .execute()
}
