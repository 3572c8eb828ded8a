import type { BusinessId } from '../accounts/owner.ts'
import type { Tx } from '../database/db.ts'
import { AT_ONCE } from './look.ts'
import { updateImport } from './queries.ts'
import { removeMadeTags } from './tag-queries.ts'
import { finishTakingBack, removeCards, restoreCards, rowsToTakeBack } from './undo-queries.ts'

/**
 * Takes a batch of an import back: cards that it made are removed, and what it filled in is emptied. What somebody has
 * changed since, or booked with, stays.
 */
export async function takeBack(
  tx: Tx,
  { business_id, id }: { business_id: number; id: number },
  nowMs: number,
): Promise<void> {
  const owner = business_id as BusinessId
  const rows = await rowsToTakeBack(tx, owner, id, AT_ONCE)
  if (rows.length === 0) {
    await removeMadeTags(tx, owner, id)
    await updateImport(tx, owner, id, { state: 'undone', ended_at: new Date(nowMs).toISOString() })
    return
  }
  const restored = await restoreCards(
    tx,
    owner,
    rows.filter(({ done }) => done === 'updated'),
  )
  const made = rows.flatMap(({ done, card_id }) => (done === 'made' ? [card_id] : []))
  const removed = await removeCards(tx, owner, id, made)
  await finishTakingBack(
    tx,
    owner,
    id,
    rows.map(({ n, done, card_id }) => {
      if (done === 'made') return { n, done: removed.has(card_id) ? 'removed' : 'stayed' }
      return { n, done: restored.has(n) ? 'restored' : 'stayed' }
    }),
  )
}
