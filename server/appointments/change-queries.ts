import { sql, type Updateable } from 'kysely'
import type { Tx } from '../db.ts'
import type { Tables } from '../tables.ts'

/** Which appointment: never by its id alone. */
export interface AppointmentKey {
  business_id: number
  id: number
}

export type Row = NonNullable<Awaited<ReturnType<typeof lockAppointment>>>

/** The appointment, which nobody else changes until the transaction ends. */
export function lockAppointment(tx: Tx, { business_id, id }: AppointmentKey) {
  return tx
    .selectFrom('appointments')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Writes the changes and, in the same transaction, what the changed columns were before.
 * @returns those old values, and the id of the change in the history.
 */
export async function changeAppointment(
  tx: Tx,
  row: Row,
  changes: Updateable<Tables['appointments']>,
  { change, actor, nowMs }: { change: Tables['appointment_history']['change']; actor: Actor; nowMs: number },
): Promise<{ old: Record<string, unknown>; id: number }> {
  const old = oldValues(row, changes)
  await tx
    .updateTable('appointments')
    .set(changes)
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute()
  const { id } = await tx
    .insertInto('appointment_history')
    .values({
      business_id: row.business_id,
      appointment_id: row.id,
      change,
      actor,
      at: new Date(nowMs).toISOString(),
      old: JSON.stringify(old),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { old, id }
}

/** What happened last to an appointment, at most two entries, the last first. */
export function lastChanges(tx: Tx, { business_id, id }: AppointmentKey) {
  return tx
    .selectFrom('appointment_history')
    .select(['id', 'change', 'actor', 'old'])
    .where('business_id', '=', business_id)
    .where('appointment_id', '=', id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
}

export type Actor = 'client' | 'owner'

const INSTANTS = ['starts_at', 'ends_at', 'rescheduled_from', 'client_confirmed_at']

/** The changed columns as they were; instants as text, like everywhere outside the database. */
function oldValues(row: Row, changes: object): Record<string, unknown> {
  const old: Record<string, unknown> = {}
  for (const column of Object.keys(changes) as (keyof Row)[]) {
    const value = row[column]
    old[column] =
      INSTANTS.includes(column) && typeof value === 'number' ? new Date(value).toISOString() : value
  }
  return old
}

/**
 * Movers of one professional's appointments go one after the other: an update under the exclusion constraint has no
 * form that gives way, and two that cross would wait for each other.
 */
export async function lockProfessional(tx: Tx, businessId: number, professionalId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${businessId} ${professionalId}`}, 0))`.execute(
    tx,
  )
}
