import type { ANY } from '#domain/choice.ts'
import { sql, type Updateable } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'
import { isPushed, queuePushes } from '../messages/by-push/queries.ts'
import { Refusal } from '../http/refusal.ts'
import type { Tables } from '../database/tables.ts'

/** The key of an appointment: never its id alone. */
export interface AppointmentKey {
  business_id: number
  id: number
  /** Who changes only this professional's appointments: another's is not found, and none can become another's. */
  professional_id?: number
}

export type Row = NonNullable<Awaited<ReturnType<typeof lockAppointment>>>

/** The appointment, locked until the transaction ends. Holds are excluded. */
export function lockAppointment(tx: Tx, { business_id, id, professional_id }: AppointmentKey) {
  const row = tx
    .selectFrom('appointments')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('hold_kind', 'is', null)
  const own = professional_id === undefined ? row : row.where('professional_id', '=', professional_id)
  return own.forNoKeyUpdate().executeTakeFirst()
}

/** @throws Refusal 403 when time of another professional is to be taken by who has only their own. */
export function ensureOwnTime(
  key: { professional_id?: number | undefined },
  professional_id: number | typeof ANY,
) {
  if (key.professional_id !== undefined && key.professional_id !== professional_id)
    throw new Refusal(403, 'Solo puedes agendar en tu propia agenda')
}

/**
 * Writes the changes and, in the same transaction, the previous values of the changed columns, and what browsers are told
 * of it.
 * @returns those previous values, and the id of the change in the history.
 */
export async function changeAppointment(
  tx: Tx,
  row: Row,
  changes: Updateable<Tables['appointments']>,
  { change, nowMs, ...author }: Author & { change: Tables['appointment_history']['change']; nowMs: number },
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
      actor: author.actor,
      user_id: userOf(author),
      at: new Date(nowMs).toISOString(),
      old: JSON.stringify(old),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (isPushed(change))
    await queuePushes(tx, {
      business_id: row.business_id,
      appointment_id: row.id,
      change,
      id,
      user_id: userOf(author),
      professional_ids: [row.professional_id, Number(changes.professional_id ?? row.professional_id)],
      at: nowMs,
      waitMs: change === 'moved' && author.actor === 'owner' ? SECOND_THOUGHTS_MS : 0,
    })
  return { old, id }
}

// The time during which the screen offers to undo a move, plus the request's travel time.
export const SECOND_THOUGHTS_MS = 12_000

/** What changes when somebody else takes an appointment, and nothing more. */
const PERSON = ['professional_id', 'professional_name', 'occupied']

/**
 * Whether the client hears of the owner's change of these columns. Who had no preference may get another professional
 * without a mail, if the business wants it so.
 */
export async function isTold(tx: Tx, { business_id, chosen_by }: Row, columns: string[]): Promise<boolean> {
  if (chosen_by !== 'system' || columns.some((column) => !PERSON.includes(column))) return true
  const { tell_new_professional } = await tx
    .selectFrom('businesses')
    .select('tell_new_professional')
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow()
  return tell_new_professional
}

/** The last changes of an appointment, at most two, latest first. */
export function lastChanges(tx: Db | Tx, { business_id, id }: AppointmentKey) {
  return tx
    .selectFrom('appointment_history')
    .select(['id', 'change', 'actor', 'old', 'at'])
    .where('business_id', '=', business_id)
    .where('appointment_id', '=', id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
}

const TIMES_BEFORE = 20

/** What the last changes of its time were made from, latest first. */
export async function timesBefore(tx: Tx, { business_id, id }: AppointmentKey) {
  const rows = await tx
    .selectFrom('appointment_history')
    .select('old')
    .where('business_id', '=', business_id)
    .where('appointment_id', '=', id)
    .where(sql<boolean>`old ?| array['starts_at', 'occupied']`)
    .orderBy('id', 'desc')
    .limit(TIMES_BEFORE)
    .execute()
  return rows.map(({ old }) => old)
}

export type Actor = 'client' | 'owner'

/** Who changes an appointment; for the business, which member. */
/** Who does it; of a client the digest of the network, by which mails are counted. */
export type Author = { actor: 'client'; network?: string | undefined } | { actor: 'owner'; user_id: number }

export const networkIn = (author: Author) => (author.actor === 'client' ? author.network : undefined)
export const userOf = (author: Author): number | null => (author.actor === 'owner' ? author.user_id : null)

const INSTANTS = ['starts_at', 'ends_at', 'rescheduled_from', 'client_confirmed_at', 'arrived_at']

/** The previous values of the changed columns; instants as text, like everywhere outside the database. */
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
 * Serialises the moves of professionals' appointments: an update under the exclusion constraint cannot give way, and two
 * crossing ones would deadlock. A move from one to another names both, since the place that it leaves is another's target.
 */
export async function lockProfessionals(tx: Tx, businessId: number, ...professionals: number[]) {
  // Always in the same order.
  for (const id of [...new Set(professionals)].sort((a, b) => a - b))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${businessId} ${id}`}, 0))`.execute(tx)
}

/** Whether a professional is there and works. */
export async function isAtWork(tx: Tx, business_id: number, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('professionals')
    .select('id')
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('is_active', '=', true)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether an appointment may be moved to a professional's date, by the limit that binds customers. */
export async function hasPlaceOn(
  tx: Tx,
  { business_id, id }: AppointmentKey,
  { professional_id, appointment_date }: { professional_id: number; appointment_date: string },
  nowMs: number,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select has_place_on(${business_id}, ${professional_id}, ${appointment_date}::date, ${instant(nowMs)}, ${id}) as has`.execute(
    tx,
  )
  return rows[0]!.has
}
