import type { Noted } from '#domain/import/match.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../../accounts/owner.ts'
import type { NewAppointment } from '../../appointments/queries.ts'
import type { Tx } from '../../database/db.ts'

export type Imported = Omit<
  NewAppointment,
  'business_id' | 'client_timezone' | 'consent_version' | 'consented_at'
> & {
  n: number
  card_id: number
  idempotency_key: string
}
export interface Booked {
  n: number
  id: number
  card_id: number
  version: number
}

/**
 * Whether appointments may be imported at this moment: the business is neither suspended nor about to be deleted. To be asked once
 * its bookings were joined: both wait for what is being written, and let nothing be written that does not know of them.
 */
export async function mayBook(tx: Tx, owner: BusinessId): Promise<boolean> {
  const { rows } = await sql`
    select from businesses b where b.id = ${owner} and b.suspended_at is null
      and not exists (select from business_deletions d where d.business_id = b.id and d.cancelled_at is null)`.execute(
    tx,
  )
  return rows.length > 0
}

/** Bookings and time off meet here first, and then at the professionals, in the order of their ids. */
export const lockForBooking = (tx: Tx, owner: BusinessId) =>
  sql`select pg_advisory_xact_lock_shared(77, hashint8(${owner}::bigint))`.execute(tx)

/**
 * Writes appointments, without a message to anybody. A row whose time is taken by now, by an appointment, a hold or time
 * off, or that was imported before, is left out: the database decides.
 * @returns those that are written.
 */
export async function insertImported(tx: Tx, owner: BusinessId, rows: Imported[]): Promise<Booked[]> {
  if (rows.length === 0) return []
  const { rows: written } = await sql<Booked>`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (
        n integer, client_name text, client_phone text, client_email text, client_id text, service_id bigint,
        service_name text, professional_id bigint, professional_name text, appointment_date date, appointment_time time,
        duration_minutes integer, starts_at timestamptz, ends_at timestamptz, occupied text, price numeric,
        price_kind text, notes text, booked_by text, booked_by_user_id bigint, created_at timestamptz,
        idempotency_key text, card_id bigint)
    ), booked as (
      insert into appointments (business_id, client_name, client_phone, client_email, client_id, service_id, service_name,
        professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
        occupied, price, price_kind, notes, booked_by, booked_by_user_id, created_at, idempotency_key, card_id, source)
      select ${owner}, client_name, client_phone, client_email, client_id, service_id, service_name, professional_id,
        professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
        occupied::tstzmultirange, price, price_kind, notes, booked_by, booked_by_user_id, created_at, idempotency_key,
        card_id, 'import'
      from given order by n
      on conflict do nothing
      returning id, card_id, version, idempotency_key)
    select g.n, b.id, b.card_id, b.version from booked b join given g using (idempotency_key) order by g.n`.execute(
    tx,
  )
  return written
}

/** Queues the mail that confirms each of these to its client, as when the business books. */
export const tellClients = (tx: Tx, owner: BusinessId, ids: number[]) =>
  sql`
    insert into messages (business_id, once, kind, appointment_id, recipient, due_at, created_at)
    select a.business_id, 'booked_client:' || a.id, 'booked_client', a.id, a.client_email, a.created_at, a.created_at
    from appointments a
    where a.business_id = ${owner} and a.id = any(${ids}::bigint[]) and a.client_email is not null
      and a.starts_at > a.created_at
    on conflict (business_id, once) do nothing`.execute(tx)

/** Removes cards that were made in this transaction for appointments that could not be written. */
export async function dropCards(tx: Tx, owner: BusinessId, cards: number[]): Promise<void> {
  if (cards.length === 0) return
  await sql`delete from consents where business_id = ${owner} and card_id = any(${cards}::bigint[])`.execute(
    tx,
  )
  await sql`delete from client_cards where business_id = ${owner} and id = any(${cards}::bigint[])`.execute(
    tx,
  )
}

export interface FinishedAppointment {
  n: number
  done: 'made' | 'known' | 'failed'
  field?: string | undefined
  error?: string | undefined
  card_id?: number | null | undefined
  made_card?: boolean | undefined
  filled?: Noted | undefined
  appointment_id?: number | undefined
  appointment_version?: number | undefined
}

/** Notes what became of rows. Those that were imported keep nothing of what the file said. */
export const finishAppointments = (
  tx: Tx,
  owner: BusinessId,
  import_id: number,
  rows: FinishedAppointment[],
) =>
  sql`
    update client_import_rows r set done = f.done, field = f.field, error = f.error, card_id = f.card_id,
      made_card = coalesce(f.made_card, false), filled = f.filled, appointment_id = f.appointment_id,
      appointment_version = f.appointment_version,
      outcome = case when f.done = 'failed' then 'error' when r.outcome = 'error' then null else r.outcome end,
      cells = case when f.done = 'failed' then r.cells else '[]' end,
      typed = case when f.done = 'failed' then r.typed end,
      card_version = (select c.version from client_cards c where c.business_id = ${owner} and c.id = f.card_id)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      f (n integer, done text, field text, error text, card_id bigint, made_card boolean, filled jsonb, appointment_id bigint,
        appointment_version integer)
    where r.business_id = ${owner} and r.import_id = ${import_id} and r.n = f.n`.execute(tx)

/** Tells the open screens of the business that its appointments changed, once this is committed. */
export const announce = (tx: Tx, owner: BusinessId) =>
  sql`select pg_notify('appointments', ${String(owner)})`.execute(tx)
