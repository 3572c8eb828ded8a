import { sql } from 'kysely'
import type { Db, Tx } from '../db.ts'

/** What a message of a change carries: the rest is read when it is sent. */
export interface ChangeData {
  /** The appointment's changes are counted from 1: in its calendar entries, and to know the last one. */
  sequence: number
  actor: 'client' | 'owner'
  old: Record<string, unknown>
}

// Word for word the condition of the index messages_changes.
const isChange = sql<boolean>`kind in ('cancelled_client', 'cancelled_owner', 'moved_client', 'moved_owner', 'edited_client', 'edited_owner')`

/** The number of the last change of an appointment: that of the calendar entry as it is now. 0 for a new one. */
export const lastSequence = (business_id: string, appointment_id: string) => sql<number>`coalesce((
  select max((data->>'sequence')::integer) from messages
  where business_id = ${sql.ref(business_id)} and appointment_id = ${sql.ref(appointment_id)} and ${isChange}), 0)`

const changesOf = (db: Db | Tx, business_id: number, appointment_id: number) =>
  db
    .selectFrom('messages')
    .where('business_id', '=', business_id)
    .where('appointment_id', '=', appointment_id)
    .where(isChange)

/** Who hears of an appointment's changes; nobody else changes it until the transaction ends. */
export async function lockRecipients(tx: Tx, business_id: number, id: number) {
  return await tx
    .selectFrom('appointments as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .select(['a.client_email as client', 'b.email as owner'])
    .where('a.business_id', '=', business_id)
    .where('a.id', '=', id)
    .forNoKeyUpdate('a')
    .executeTakeFirst()
}

/** The number of the next change. Asked under the appointment's lock, so that no two are the same. */
export async function changeSequence(tx: Tx, business_id: number, appointment_id: number): Promise<number> {
  const { last } = await changesOf(tx, business_id, appointment_id)
    .select(sql<number | null>`max((data->>'sequence')::integer)`.as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Those of an appointment's changes that surely nobody was told of are skipped: a later one says it all. What a sender
 * has in hand, or may have given away, stays as it is.
 * @returns the numbers of the changes of which the client will not hear.
 */
export async function skipWaiting(
  tx: Tx,
  business_id: number,
  appointment_id: number,
  nowMs: number,
): Promise<number[]> {
  const waiting = changesOf(tx, business_id, appointment_id)
    .select('id')
    .where('state', '=', 'queued')
    .where('attempts', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('handovers as h')
            .select('h.message_id')
            .where('h.business_id', '=', business_id)
            .whereRef('h.message_id', '=', 'messages.id'),
        ),
      ),
    )
    .forNoKeyUpdate()
    .skipLocked()
  const rows = await tx
    .updateTable('messages')
    .set({
      state: 'skipped',
      last_error: 'overtaken by a later change',
      settled_at: new Date(nowMs).toISOString(),
    })
    .where('business_id', '=', business_id)
    .where('id', 'in', waiting)
    .returning(['kind', 'data'])
    .execute()
  return rows
    .filter(({ kind }) => kind.endsWith('_client'))
    .map(({ data }) => (data as unknown as ChangeData).sequence)
}

export interface ToldChange {
  kind: string
  state: 'queued' | 'sent' | 'failed' | 'skipped'
  data: ChangeData
}

/** The messages of an appointment's changes, the last first. */
export async function toldChanges(
  db: Db,
  business_id: number,
  appointment_id: number,
): Promise<ToldChange[]> {
  const rows = await changesOf(db, business_id, appointment_id)
    .select(['kind', 'state', 'data'])
    .orderBy(sql`(data->>'sequence')::integer`, 'desc')
    .execute()
  return rows.map((row) => ({ ...row, data: row.data as unknown as ChangeData }))
}
