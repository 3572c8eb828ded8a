import { sql } from 'kysely'
import type { BusinessId } from '../accounts/session.ts'
import { byClient } from '../appointments/clients.ts'
import { FORGOTTEN_EMAILS } from '../clients/queries.ts'
import { instant, type Db, type Tx } from '../db.ts'
import { keyset } from '../download.ts'

/** Everything a business keeps here but its appointments and clients, as it is stored; no secrets. */
export async function recordsOf(db: Db, owner: BusinessId) {
  const of = (table: 'services' | 'professionals' | 'business_hours' | 'professional_hours') =>
    db
      .selectFrom(table as 'services')
      .selectAll()
      .where('business_id', '=', owner)
      .execute()
  const [business, services, professionals, business_hours, professional_hours, credit_movements] =
    await Promise.all([
      db.selectFrom('businesses').selectAll().where('id', '=', owner).executeTakeFirstOrThrow(),
      of('services'),
      of('professionals'),
      of('business_hours'),
      of('professional_hours'),
      db
        .selectFrom('credit_movements')
        .select(['kind', 'month', 'amount', 'reason', 'reference', 'at'])
        .where('business_id', '=', owner)
        .orderBy('id')
        .execute(),
    ])
  return {
    ...{ business: withoutWords(business), business_hours, services, professionals, professional_hours },
    credit_movements,
  }
}

/** All of a business's appointments, or of what happened to them, as stored. */
export const rowsOf = (db: Db, owner: BusinessId, table: 'appointments' | 'appointment_history') =>
  keyset<Record<string, unknown>>(async (after, size) => {
    const rows = await db
      .selectFrom(table as 'appointments')
      .selectAll()
      .where('business_id', '=', owner)
      .where('id', '>', Number(after?.['id'] ?? 0))
      .orderBy('id')
      .limit(size)
      .execute()
    return rows.map(withoutWords)
  })

/** What is made for searching says nothing new. */
const withoutWords = ({ words: _, ...row }: Record<string, unknown>) => row

interface ExportedClient {
  client_name: string
  client_phone: string
  client_email: string
  client_id: string | null
  appointments: number
  first_appointment: string
  last_appointment: string
}

/** The people who booked, an e-mail each, with their latest data. */
export const clientsOf = (db: Db, owner: BusinessId) =>
  keyset<ExportedClient>(async (after, size) => {
    const { rows } = await sql<ExportedClient>`
      select client_name, client_phone, client_email, client_id, appointments, first_date as first_appointment,
        last_date as last_appointment
      from ${byClient(owner)} person
      where client > lower(${after?.client_email ?? ''}) and client not like ${FORGOTTEN_EMAILS}
      order by client limit ${size}`.execute(db)
    return rows
  })

/** Scheduled appointments of an e-mail from now on. */
export async function aheadOf(tx: Tx, owner: BusinessId, email: string, nowMs: number): Promise<number> {
  const row = await tx
    .selectFrom('appointments')
    .select((count) => count.fn.countAll<number>().as('ahead'))
    .where('business_id', '=', owner)
    .where((row) => row(row.fn('lower', ['client_email']), '=', email.toLowerCase()))
    .where('status', '=', 'scheduled')
    .where('starts_at', '>', instant(nowMs))
    .executeTakeFirstOrThrow()
  return row.ahead
}

/**
 * Takes a person out of a business's data: appointments stay, as somebody's, so that all figures stay right.
 * @returns how many appointments there were.
 */
export async function forgetClient(tx: Tx, owner: BusinessId, email: string, alias: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    update appointments set client_name = 'Cliente eliminado', client_phone = '', client_email = ${alias},
      client_id = null, notes = null, no_show_reason = null, idempotency_key = null,
      cancellation_reason = case when cancellation_reason is not null then '' end
    where business_id = ${owner} and lower(client_email) = ${email.toLowerCase()} returning id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`
    update appointment_history
    set old = old - '{client_name,client_phone,client_email,client_id,notes,cancellation_reason,no_show_reason}'::text[]
    where business_id = ${owner} and appointment_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    update messages set recipient = case when kind like '%\\_owner' then recipient else ${alias} end, data = '{}',
      last_error = null, state = case when state = 'queued' then 'skipped' else state end
    where business_id = ${owner} and appointment_id = any(${ids}::bigint[])`.execute(tx)
  // Also the links to an address that the owner corrected since: nobody has it any more, so nobody could ask for it.
  await sql`
    delete from portal_tokens t where business_id = ${owner} and (lower(client_email) = ${email.toLowerCase()}
      or not exists (
        select from appointments a
        where a.business_id = t.business_id and lower(a.client_email) = lower(t.client_email)))`.execute(tx)
  // Its own row at once; the job, which might be making it in this moment, is told like of every change.
  await tx
    .deleteFrom('figures_by_client')
    .where('business_id', '=', owner)
    .where('client', '=', email.toLowerCase())
    .execute()
  return ids.length
}
