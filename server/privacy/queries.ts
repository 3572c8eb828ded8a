import { sql } from 'kysely'
import type { BusinessId } from '../accounts/session.ts'
import { FORGOTTEN_EMAILS } from '../clients/queries.ts'
import { instant, type Db, type Tx } from '../db.ts'

/** Everything a business keeps here, as it is stored; no secrets. */
export async function everythingOf(db: Db, owner: BusinessId) {
  const of = <
    T extends 'services' | 'professionals' | 'business_hours' | 'professional_hours' | 'appointments',
  >(
    table: T,
  ) =>
    db
      .selectFrom(table as 'services')
      .selectAll()
      .where('business_id', '=', owner)
      .execute()
  const [
    business,
    services,
    professionals,
    business_hours,
    professional_hours,
    appointments,
    history,
    credits,
  ] = await Promise.all([
    db.selectFrom('businesses').selectAll().where('id', '=', owner).executeTakeFirstOrThrow(),
    of('services'),
    of('professionals'),
    of('business_hours'),
    of('professional_hours'),
    of('appointments'),
    db.selectFrom('appointment_history').selectAll().where('business_id', '=', owner).execute(),
    db
      .selectFrom('credit_movements')
      .select(['kind', 'month', 'amount', 'reason', 'reference', 'at'])
      .where('business_id', '=', owner)
      .orderBy('id')
      .execute(),
  ])
  const clients = await clientsOf(db, owner)
  return {
    ...{ business: withoutWords(business), business_hours, services, professionals, professional_hours },
    ...{ clients, appointments: appointments.map(withoutWords) },
    ...{ appointment_history: history, credit_movements: credits },
  }
}

/** What is made for searching says nothing new. */
const withoutWords = ({ words: _, ...row }: Record<string, unknown>) => row

/** The people who booked, an e-mail each, with their latest data. */
export async function clientsOf(db: Db, owner: BusinessId) {
  const { rows } = await sql<{
    client_name: string
    client_phone: string
    client_email: string
    client_id: string | null
    appointments: number
    first_appointment: string
    last_appointment: string
  }>`
    select distinct on (lower(client_email)) client_name, client_phone, client_email, client_id,
      count(*) over client as appointments,
      min(appointment_date) over client as first_appointment,
      max(appointment_date) over client as last_appointment
    from appointments where business_id = ${owner} and client_email not like ${FORGOTTEN_EMAILS}
    window client as (partition by lower(client_email))
    order by lower(client_email), created_at desc`.execute(db)
  return rows
}

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
  await sql`
    delete from portal_tokens where business_id = ${owner} and lower(client_email) = ${email.toLowerCase()}`.execute(
    tx,
  )
  // Its own row at once; the job, which might be making it in this moment, is told like of every change.
  await tx
    .deleteFrom('figures_by_client')
    .where('business_id', '=', owner)
    .where('client', '=', email.toLowerCase())
    .execute()
  return ids.length
}
