import { sql } from 'kysely'
import { whenTakeable } from '../accounts/queries.ts'
import type { Session } from '../accounts/owner.ts'
import { instant, iso, type Db, type Tx } from '../database/db.ts'

interface Offer {
  business_id: number
  to_user_id: number
  by_user_id: number
}

interface Times {
  nowMs: number
  expiresMs: number
  /** From when on it may be taken; null: at once. */
  takeableMs: number | null
}

/** Offers the business to a member, in place of an earlier offer. */
export async function putOffer(tx: Tx, offer: Offer, { nowMs, expiresMs, takeableMs }: Times): Promise<void> {
  const takeable_at = takeableMs === null ? null : iso(takeableMs)
  const row = { ...offer, created_at: iso(nowMs), expires_at: iso(expiresMs), takeable_at }
  await tx
    .insertInto('ownership_offers')
    .values(row)
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute()
}

/** Whether the same offer was made since then. */
export async function isOffered(
  tx: Tx,
  { business_id, to_user_id, by_user_id }: Offer,
  { waits, sinceMs }: { waits: boolean; sinceMs: number },
): Promise<boolean> {
  const same = await tx
    .selectFrom('ownership_offers')
    .select('business_id')
    .where('business_id', '=', business_id)
    .where('to_user_id', '=', to_user_id)
    .where('by_user_id', '=', by_user_id)
    .where('takeable_at', waits ? 'is not' : 'is', null)
    .where('created_at', '>', instant(sinceMs))
    .executeTakeFirst()
  return same !== undefined
}

/**
 * Whether a session, or the second step with which it was opened, is older than that: whoever has but a stolen password has
 * neither.
 */
export async function isLongThere(
  tx: Tx,
  { business_id, user_id, token_hash }: Session,
  beforeMs: number,
): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.user_id')
    .where('s.business_id', '=', business_id)
    .where('s.user_id', '=', user_id)
    .where('s.token_hash', '=', token_hash)
    .where((one) =>
      one.or([one('s.created_at', '<=', instant(beforeMs)), one('u.totp_since', '<=', instant(beforeMs))]),
    )
    .executeTakeFirst()
  return row !== undefined
}

/** The offer that is open. */
export function openOffer(db: Db, business_id: number, nowMs: number) {
  return db
    .selectFrom('ownership_offers')
    .select(['to_user_id', 'expires_at', whenTakeable(nowMs)])
    .where('business_id', '=', business_id)
    .where('expires_at', '>', instant(nowMs))
    .executeTakeFirst()
}

/** @returns to whom, while it was open. */
export async function deleteOffer(tx: Tx, business_id: number, nowMs: number): Promise<number | undefined> {
  const row = await tx
    .deleteFrom('ownership_offers')
    .where('business_id', '=', business_id)
    .returning(['to_user_id', sql<boolean>`expires_at > ${instant(nowMs)}`.as('is_open')])
    .executeTakeFirst()
  return row?.is_open ? row.to_user_id : undefined
}

/** Takes an open offer out. Of two who take it at once, one finds it. */
export function usedOffer(
  tx: Tx,
  { business_id, user_id }: { business_id: number; user_id: number },
  nowMs: number,
) {
  return tx
    .deleteFrom('ownership_offers')
    .where('business_id', '=', business_id)
    .where('to_user_id', '=', user_id)
    .where('expires_at', '>', instant(nowMs))
    .returning('by_user_id')
    .executeTakeFirst()
}

/** The open offer to a member, not taken yet. */
export function offerFor(
  tx: Tx,
  { business_id, user_id }: { business_id: number; user_id: number },
  nowMs: number,
) {
  return tx
    .selectFrom('ownership_offers')
    .select(['by_user_id', whenTakeable(nowMs)])
    .where('business_id', '=', business_id)
    .where('to_user_id', '=', user_id)
    .where('expires_at', '>', instant(nowMs))
    .executeTakeFirst()
}
