import { iso } from '../accounts/queries.ts'
import { instant, type Db, type Tx } from '../db.ts'

interface Offer {
  business_id: number
  to_user_id: number
  by_user_id: number
}

/** Offers the business to a member, in place of an earlier offer. */
export async function putOffer(
  tx: Tx,
  offer: Offer,
  { nowMs, expiresMs }: { nowMs: number; expiresMs: number },
): Promise<void> {
  const row = { ...offer, created_at: iso(nowMs), expires_at: iso(expiresMs) }
  await tx
    .insertInto('ownership_offers')
    .values(row)
    .onConflict((conflict) => conflict.column('business_id').doUpdateSet(row))
    .execute()
}

/** The offer that is open. */
export function openOffer(db: Db, business_id: number, nowMs: number) {
  return db
    .selectFrom('ownership_offers')
    .select(['to_user_id', 'expires_at'])
    .where('business_id', '=', business_id)
    .where('expires_at', '>', instant(nowMs))
    .executeTakeFirst()
}

export async function deleteOffer(db: Db, business_id: number): Promise<void> {
  await db.deleteFrom('ownership_offers').where('business_id', '=', business_id).execute()
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
    .select('by_user_id')
    .where('business_id', '=', business_id)
    .where('to_user_id', '=', user_id)
    .where('expires_at', '>', instant(nowMs))
    .executeTakeFirst()
}
