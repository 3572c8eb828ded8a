import type { Db, Tx } from '../database/db.ts'

/** The names that wait for a decision, oldest first; those that were changed meanwhile do not. */
export function waitingNames(db: Db) {
  return db
    .selectFrom('sender_names as n')
    .innerJoin('businesses as b', (join) =>
      join.onRef('b.id', '=', 'n.business_id').onRef('b.business_name', '=', 'n.name'),
    )
    .select(['b.id', 'b.business_name', 'b.business_type', 'b.email', 'b.slug', 'n.asked_at'])
    .where('n.is_approved', 'is', null)
    .orderBy('n.asked_at')
    .orderBy('b.id')
    .limit(100)
    .execute()
}

/** Returns whether such a name was asked for. */
export async function decideName(
  tx: Tx,
  decision: {
    business_id: number
    name: string
    is_approved: boolean
    administrator_id: number
    nowMs: number
  },
): Promise<boolean> {
  const { business_id, name, is_approved, administrator_id, nowMs } = decision
  const { numUpdatedRows } = await tx
    .updateTable('sender_names')
    .set({ is_approved, administrator_id, decided_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', business_id)
    .where('name', '=', name)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
