import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { wholeOf } from '../accounts/scope.ts'
import { areSeen, isSeen, tagsOf } from '../clients/card-queries.ts'
import type { Db } from '../db.ts'
import { keyset } from '../download.ts'

/** All stored data of a business except its appointments and clients; no secrets. */
export async function recordsOf(db: Db, owner: BusinessId) {
  const rowsIn = (
    table:
      | 'services'
      | 'service_categories'
      | 'professional_services'
      | 'professionals'
      | 'business_hours'
      | 'professional_hours'
      | 'special_days'
      | 'time_off'
      | 'time_off_history'
      | 'message_texts'
      | 'reviews'
      | 'business_policies',
  ) =>
    db
      .selectFrom(table as 'services')
      .selectAll()
      .where('business_id', '=', owner)
      .execute()
  const [
    business,
    services,
    service_categories,
    professional_services,
    professionals,
    business_hours,
    professional_hours,
    special_days,
    time_off,
    time_off_history,
    message_texts,
    reviews,
    business_policies,
    members,
    credit_movements,
  ] = await Promise.all([
    db.selectFrom('businesses').selectAll().where('id', '=', owner).executeTakeFirstOrThrow(),
    rowsIn('services'),
    rowsIn('service_categories'),
    rowsIn('professional_services'),
    rowsIn('professionals'),
    rowsIn('business_hours'),
    rowsIn('professional_hours'),
    rowsIn('special_days'),
    rowsIn('time_off'),
    rowsIn('time_off_history'),
    rowsIn('message_texts'),
    rowsIn('reviews'),
    rowsIn('business_policies'),
    membersOf(db, owner),
    db
      .selectFrom('credit_movements')
      .select(['kind', 'month', 'amount', 'reason', 'reference', 'at'])
      .where('business_id', '=', owner)
      .orderBy('id')
      .execute(),
  ])
  return {
    business: withoutWords(business),
    business_hours,
    services,
    service_categories,
    professional_services,
    professionals,
    professional_hours,
    special_days,
    time_off,
    time_off_history,
    message_texts,
    reviews,
    business_policies,
    members,
    credit_movements,
  }
}

/** The members who may sign in to the business. */
const membersOf = (db: Db, owner: BusinessId) =>
  db
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.name', 'u.email', 'm.role', 'm.professional_id', 'm.permissions', 'm.is_active'])
    .select('m.created_at')
    .where('m.business_id', '=', owner)
    .orderBy('m.user_id')
    .execute()

type ManyRows = 'appointments' | 'appointment_history' | 'activity'
type RowsOfCards =
  | 'client_cards'
  | 'client_notes'
  | 'health_notes'
  | 'client_files'
  | 'client_tags'
  | 'consents'
  | 'data_requests'
  | 'inbound_messages'

/** All of a business's appointments, or their histories, as stored. */
export const rowsOf = (db: Db, owner: BusinessId, table: ManyRows | RowsOfCards) =>
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

/** Which card has which tag. */
export const cardTagsOf = (db: Db, owner: BusinessId) =>
  keyset<{ business_id: number; card_id: number; tag_id: number }>((after, size) =>
    db
      .selectFrom('client_card_tags')
      .selectAll()
      .where('business_id', '=', owner)
      .where(sql<boolean>`(card_id, tag_id) > (${after?.card_id ?? 0}, ${after?.tag_id ?? 0})`)
      .orderBy('card_id')
      .orderBy('tag_id')
      .limit(size)
      .execute(),
  )

/** Columns derived for searching add no data. */
const withoutWords = ({ words: _, sorted_name: __, ...row }: Record<string, unknown>) => row

interface ExportedClient {
  client_name: string
  client_phone: string
  client_email: string | null
  client_id: string | null
  birthday: string | null
  tags: string[]
  appointments: number
  /** Null of who never booked. */
  first_appointment: string | null
  last_appointment: string | null
}
type InOrder = ExportedClient & { sorted_name: string; id: number }

/** The clients by name, one for each card. */
export async function* clientsOf(db: Db, owner: BusinessId): AsyncGenerator<ExportedClient[]> {
  const whole = wholeOf(owner)
  const pages = keyset<InOrder>(async (after, size) => {
    const { rows } = await sql<InOrder>`
      select c.sorted_name, c.id, c.client_name, c.client_phone, c.client_email, c.client_id, c.birthday,
        array(select tag->>'label' from jsonb_array_elements(${tagsOf('c')}) tag) as tags, booked.*
      from client_cards c
      cross join lateral (
        select count(*)::int as appointments, min(a.appointment_date) as first_appointment,
          max(a.appointment_date) as last_appointment
        from appointments a where ${areSeen(whole)}) booked
      where ${isSeen(whole)} and (c.sorted_name, c.id) > (${after?.sorted_name ?? ''}, ${after?.id ?? 0})
      order by c.sorted_name, c.id limit ${size}`.execute(db)
    return rows
  })
  for await (const rows of pages) yield rows.map(({ sorted_name: _, id: __, ...row }) => row)
}
