import type { Noted } from '#domain/import/match.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../../accounts/owner.ts'
import { instant, type Tx } from '../../database/db.ts'
import { removeUnreferenced } from '../remove-rows.ts'

export interface BookedRow {
  n: number
  appointment_id: number
  appointment_version: number
  card_id: number | null
  /** What it filled in on the card of a known client. */
  filled: Noted | null
}

/** The rows whose appointments still have to be taken back, the last ones first. */
export const rowsToUnbook = async (tx: Tx, owner: BusinessId, import_id: number, limit: number) => {
  const rows = await tx
    .selectFrom('client_import_rows')
    .select(['n', 'appointment_id', 'appointment_version', 'card_id', 'filled'])
    .where('business_id', '=', owner)
    .where('import_id', '=', import_id)
    .where('done', '=', 'made')
    .orderBy('n', 'desc')
    .limit(limit)
    .execute()
  return rows as BookedRow[]
}

export interface Unbookable {
  id: number
  version: number
  /** Whether anything was, or is about to be, written to somebody about it. */
  is_told: boolean
  /** Whether a message about it was paid, or paid back: what was paid stays, and its appointment with it. */
  is_paid: boolean
}

/** Locks cards, in the order of their ids: before appointments, as whoever merges does. */
export const lockCards = (tx: Tx, owner: BusinessId, cards: number[]) =>
  sql`
    select from client_cards where business_id = ${owner} and id = any(${cards}::bigint[])
    order by id for no key update`.execute(tx)

/** Locks appointments, in the order of their ids. @returns those that are still to come. */
export async function lockBooked(
  tx: Tx,
  owner: BusinessId,
  ids: number[],
  nowMs: number,
): Promise<Map<number, Unbookable>> {
  await sql`
    select from appointments where business_id = ${owner} and id = any(${ids}::bigint[]) order by id for update`.execute(
    tx,
  )
  const { rows } = await sql<Unbookable>`
    select a.id, a.version, coalesce(m.is_told, false) as is_told, coalesce(m.is_paid, false) as is_paid
    from appointments a cross join lateral (
      select bool_or(m.state <> 'skipped' or m.unanswered > 0 or exists (
          select from digest_items d where d.business_id = m.business_id and d.message_id = m.id)) as is_told,
        bool_or(exists (
          select from credit_movements c where c.business_id = m.business_id and c.message_id = m.id)) as is_paid
      from messages m where m.business_id = a.business_id and m.appointment_id = a.id) m
    where a.business_id = ${owner} and a.id = any(${ids}::bigint[]) and a.status = 'scheduled'
      and a.starts_at > ${instant(nowMs)}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** With the messages that did not go. */
async function remove(tx: Tx, owner: BusinessId, ids: number[]): Promise<void> {
  await sql`
    delete from messages
    where business_id = ${owner} and appointment_id = any(${ids}::bigint[]) and state = 'skipped'`.execute(tx)
  await sql`delete from appointments where business_id = ${owner} and id = any(${ids}::bigint[])`.execute(tx)
}

/** Removes appointments of which nobody was told. @returns those that are gone: what something refers to stays. */
export const removeBooked = (tx: Tx, owner: BusinessId, ids: number[]): Promise<Set<number>> =>
  removeUnreferenced(tx, ids, (some) => remove(tx, owner, some))

/** A cancelled one may be imported again. */
export const releaseKeys = (tx: Tx, owner: BusinessId, ids: number[]) =>
  sql`
    update appointments set idempotency_key = null
    where business_id = ${owner} and id = any(${ids}::bigint[])`.execute(tx)

/** Of these cards, those that this import made. */
export async function cardsMadeBy(
  tx: Tx,
  owner: BusinessId,
  import_id: number,
  cards: number[],
): Promise<number[]> {
  const { rows } = await sql<{ card_id: number }>`
    select distinct card_id from client_import_rows
    where business_id = ${owner} and import_id = ${import_id} and made_card and card_id = any(${cards}::bigint[])`.execute(
    tx,
  )
  return rows.map(({ card_id }) => card_id)
}
