import type { FastifyError } from 'fastify'
import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'
import { refusalOf } from '../http/http.ts'
import type { HookEvent } from './webhook.ts'

/** Stores events, to be worked off after the answer. */
export async function storeEvents(db: Db, events: HookEvent[], nowMs: number): Promise<void> {
  if (events.length === 0) return
  const at = instant(nowMs)
  // As one value: a body has more events than a statement has values.
  const all = `[${events.map(storable).join()}]`
  await sql`
    insert into whatsapp_events (body, received_at, due_at)
    select event, ${at}, ${at} from jsonb_array_elements(${all}::jsonb) with ordinality one (event, n) order by n`.execute(
    db,
  )
}

/** As JSON without what PostgreSQL keeps in no text, and people can write: a NUL, and half a character. */
const storable = (event: HookEvent): string =>
  JSON.stringify(event).replace(/\\(u0000|ud[89a-f][0-9a-f]{2}|.)/g, (whole, escaped: string) =>
    escaped.length > 1 ? '\ufffd' : whole,
  )

const MOST_ATTEMPTS = 6
const AGAIN_MS = 5000

/** Somebody held what it needs for too long, or the database was slow: no fault of the event's, which was answered as taken. */
const isOutage = (error: unknown) => refusalOf(error as FastifyError).status === 503

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
    // An outage says nothing of the event: however often it failed so, two more tries are left.
    const failed = isOutage(error) ? Math.min(attempts + 1, MOST_ATTEMPTS - 2) : attempts + 1
    const isLast = failed >= MOST_ATTEMPTS
    onFault(error, isLast)
    if (isLast) await db.deleteFrom('whatsapp_events').where('id', '=', id).execute()
    else
      await db
        .updateTable('whatsapp_events')
        .set({
          attempts: failed,
          due_at: new Date(nowMs + AGAIN_MS * 2 ** Math.min(attempts, MOST_ATTEMPTS)).toISOString(),
        })
        .where('id', '=', id)
        .execute()
    return true
  }
}
