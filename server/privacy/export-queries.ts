import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { wholeOf } from '../accounts/scope.ts'
import { areSeen, isSeen, tagsOf } from '../clients/card-queries.ts'
import type { Db } from '../database/db.ts'
import { keyset } from '../http/download.ts'

/** The business itself; no secrets. */
export async function businessOf(db: Db, owner: BusinessId) {
  const row = await db.selectFrom('businesses').selectAll().where('id', '=', owner).executeTakeFirstOrThrow()
  return withoutWords(row)
}

/** The members who may sign in to the business. */
export const membersOf = (db: Db, owner: BusinessId) =>
  keyset<{ user_id: number }>((after, size) =>
    db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select([
        'm.user_id',
        'u.name',
        'u.email',
        'm.role',
        'm.professional_id',
        'm.permissions',
        'm.is_active',
      ])
      .select('m.created_at')
      .where('m.business_id', '=', owner)
      .where('m.user_id', '>', after?.user_id ?? 0)
      .orderBy('m.user_id')
      .limit(size)
      .execute(),
  )

export const creditsOf = (db: Db, owner: BusinessId) => {
  const pages = keyset<{ id: number }>((after, size) =>
    db
      .selectFrom('credit_movements')
      .select(['id', 'kind', 'month', 'amount', 'reason', 'reference', 'at'])
      .where('business_id', '=', owner)
      .where('id', '>', after?.id ?? 0)
      .orderBy('id')
      .limit(size)
      .execute(),
  )
  return mapped(pages, ({ id: _, ...row }) => row)
}

/** The tables of which every row is given as it is stored, and the columns of their keys after the business. */
const KEYS = {
  business_hours: ['day_of_week'],
  services: ['id'],
  service_categories: ['id'],
  professional_services: ['professional_id', 'service_id'],
  professionals: ['id'],
  professional_hours: ['professional_id', 'day_of_week'],
  special_days: ['id'],
  time_off: ['id'],
  time_off_history: ['time_off_id', 'id'],
  message_texts: ['kind'],
  reviews: ['id'],
  business_policies: ['version'],
  client_cards: ['id'],
  client_notes: ['id'],
  client_tags: ['id'],
  client_card_tags: ['card_id', 'tag_id'],
  health_notes: ['id'],
  client_files: ['id'],
  consents: ['id'],
  data_requests: ['id'],
  inbound_messages: ['id'],
  appointments: ['id'],
  appointment_history: ['id'],
  activity: ['id'],
} as const

/** All of a business's rows of a table, as stored. */
export const rowsOf = (db: Db, owner: BusinessId, table: keyof typeof KEYS) =>
  keyset<Record<string, unknown>>(async (after, size) => {
    const key = KEYS[table]
    const columns = sql.join(key.map((column) => sql.ref(column)))
    const rows = await db
      .selectFrom(table as 'appointments')
      .selectAll()
      .where('business_id', '=', owner)
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(${columns}) > (${sql.join(key.map((column) => after![column]))})`),
      )
      .orderBy(columns)
      .limit(size)
      .execute()
    return rows.map(withoutWords)
  })

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
export function clientsOf(db: Db, owner: BusinessId): AsyncGenerator<ExportedClient[]> {
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
  return mapped(pages, ({ sorted_name: _, id: __, ...row }) => row)
}

/** The pages with each row as `to` makes it. */
export async function* mapped<Row, To>(pages: AsyncIterable<Row[]>, to: (row: Row) => To) {
  for await (const rows of pages) yield rows.map(to)
}
