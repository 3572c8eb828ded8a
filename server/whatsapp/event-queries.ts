import { instant, type Db, type Tx } from '../db.ts'
import type { HookEvent } from './webhook.ts'

/** Stores events, to be worked off after the answer. */
export async function storeEvents(db: Db, events: HookEvent[], nowMs: number): Promise<void> {
  if (events.length === 0) return
  const at = new Date(nowMs).toISOString()
  await db
    .insertInto('whatsapp_events')
    .values(events.map((event) => ({ body: JSON.stringify(event), received_at: at, due_at: at })))
    .execute()
}

const MOST_ATTEMPTS = 6
const AGAIN_MS = 5000

/**
 * Works off one event, in a transaction that also takes it away: what a killed process did not finish, another one does.
 * @param handle in that transaction.
 * @returns whether there was one.
 */
export async function workOff(
  db: Db,
  nowMs: number,
  handle: (tx: Tx, event: HookEvent) => Promise<void>,
  onFault: (error: unknown, isLast: boolean) => void,
): Promise<boolean> {
  let taken: { id: number; attempts: number } | undefined
  try {
    return await db.transaction().execute(async (tx) => {
      const event = await tx
        .selectFrom('whatsapp_events')
        .selectAll()
        .where('due_at', '<=', instant(nowMs))
        .orderBy('due_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked()
        .executeTakeFirst()
      if (!event) return false
      taken = event
      await handle(tx, event.body as unknown as HookEvent)
      await tx.deleteFrom('whatsapp_events').where('id', '=', event.id).execute()
      return true
    })
  } catch (error) {
    if (!taken) throw error
    const { id, attempts } = taken
    const isLast = attempts + 1 >= MOST_ATTEMPTS
    onFault(error, isLast)
    if (isLast) await db.deleteFrom('whatsapp_events').where('id', '=', id).execute()
    else
      await db
        .updateTable('whatsapp_events')
        .set({ attempts: attempts + 1, due_at: new Date(nowMs + AGAIN_MS * 2 ** attempts).toISOString() })
        .where('id', '=', id)
        .execute()
    return true
  }
}
