import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../../database/db.ts'
import { enqueueNew, type NewMessage } from '../queries.ts'

/** How long the mail waits for a second press, or for the same request again whose answer got lost. */
export const PRESSES_MS = 1000

type Key = Pick<NewMessage, 'business_id' | 'once'>

/**
 * Queues a mail that somebody asks for with a press. It leaves after a second, and until then asking again changes nothing. Its key
 * decides, so that two presses at once are one mail, whichever process they reach.
 * @param message its `once` names what is asked for, and is the same each time.
 * @returns whether it is a new one.
 */
export async function enqueueAsked(
  db: Db | Tx,
  message: Omit<NewMessage, 'due_at'>,
  nowMs: number,
): Promise<boolean> {
  await letGoOfKey(db, message)
  const due_at = nowMs + PRESSES_MS
  if ((await enqueueNew(db, { ...message, due_at })) !== undefined) return true
  await trySoon(db, message, due_at)
  return false
}

/** A mail that left, or never will, gives its key to the next. One that waits is not locked by it. */
async function letGoOfKey(db: Db | Tx, { business_id, once }: Key) {
  await db
    .updateTable('messages')
    .set({ once: sql<string>`once || ':' || id` })
    .where('business_id', '=', business_id)
    .where('once', '=', once)
    .where('state', '<>', 'queued')
    .execute()
}

/**
 * Somebody waits for a mail that the mail server put off, as long as an hour: it is tried soon. Not one that may have arrived, nor one
 * that is just being sent, for which the request would wait.
 */
async function trySoon(db: Db | Tx, { business_id, once }: Key, due_at: number) {
  await sql`
    update messages m set due_at = ${instant(due_at)} from (
      select business_id, id from messages
      where business_id = ${business_id} and once = ${once} and state = 'queued' and unanswered = 0
        and due_at > ${instant(due_at)}
      for no key update skip locked) waiting
    where m.business_id = waiting.business_id and m.id = waiting.id`.execute(db)
}
