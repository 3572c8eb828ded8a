import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../../db.ts'
import { enqueueNew, type NewMessage } from '../queries.ts'

/** Of what somebody asks for again within it, no second mail leaves: it is a second press, or an answer that got lost. */
export const PAUSE_MS = 60_000

type Key = Pick<NewMessage, 'business_id' | 'once'>

/**
 * Queues a mail that somebody asks for with a press. As long as an equal one waits, and for a minute after it left, asking again
 * changes nothing. Its key decides, so that two presses at once are one mail, whichever process they reach.
 * @param message its `once` names what is asked for, and is the same each time.
 * @returns whether it is a new one.
 */
export async function enqueueAsked(
  db: Db | Tx,
  message: Omit<NewMessage, 'due_at'>,
  nowMs: number,
): Promise<boolean> {
  await letGoOfKey(db, message, nowMs)
  if ((await enqueueNew(db, { ...message, due_at: nowMs })) !== undefined) return true
  await tryNow(db, message, nowMs)
  return false
}

/** A mail that left long enough ago, or never will, gives its key to the next. One that waits is not locked by it. */
async function letGoOfKey(db: Db | Tx, { business_id, once }: Key, nowMs: number) {
  await db
    .updateTable('messages')
    .set({ once: sql<string>`once || ':' || id` })
    .where('business_id', '=', business_id)
    .where('once', '=', once)
    .where((is) =>
      is.or([
        is('state', '=', 'skipped'),
        is.and([is('state', '<>', 'queued'), is('settled_at', '<=', instant(nowMs - PAUSE_MS))]),
      ]),
    )
    .execute()
}

/**
 * Somebody waits for a mail that the mail server put off, as long as an hour: it is tried now. Not one that may have arrived, nor one
 * that is just being sent, for which the request would wait.
 */
async function tryNow(db: Db | Tx, { business_id, once }: Key, nowMs: number) {
  await sql`
    update messages m set due_at = ${instant(nowMs)} from (
      select business_id, id from messages
      where business_id = ${business_id} and once = ${once} and state = 'queued' and unanswered = 0
        and due_at > ${instant(nowMs)}
      for no key update skip locked) waiting
    where m.business_id = waiting.business_id and m.id = waiting.id`.execute(db)
}
