import { statement, type Db } from '../db.ts'

export interface NewAppointment {
  business_id: number
  client_name: string
  client_phone: string
  client_email: string
  client_id: string | null
  service_id: number
  service_name: string
  professional_id: number
  professional_name: string
  appointment_date: string
  appointment_time: string
  duration_minutes: number
  starts_at: string
  ends_at: string
  price: number
  notes: string | null
  consent_version: string | null
  consented_at: string | null
  booked_by: 'client' | 'owner'
  created_at: string
  idempotency_key: string | null
}

const columns = {
  business_id: 'bigint',
  client_name: 'text',
  client_phone: 'text',
  client_email: 'text',
  client_id: 'text',
  service_id: 'bigint',
  service_name: 'text',
  professional_id: 'bigint',
  professional_name: 'text',
  appointment_date: 'date',
  appointment_time: 'time',
  duration_minutes: 'integer',
  starts_at: 'timestamptz',
  ends_at: 'timestamptz',
  price: 'numeric',
  notes: 'text',
  consent_version: 'text',
  consented_at: 'timestamptz',
  booked_by: 'text',
  created_at: 'timestamptz',
  idempotency_key: 'text',
} satisfies Record<keyof NewAppointment, string>

const names = Object.keys(columns) as (keyof NewAppointment)[]
const given = (name: keyof NewAppointment) => `$${names.indexOf(name) + 1}::${columns[name]}`

// One statement, so one round trip and one commit: the appointment and its two messages stand together or not at all.
// A plain insert under the exclusion constraint can deadlock for seconds when many overlap in part; ON CONFLICT DO
// NOTHING does not, and tells by returning no row. It covers both promises: no overlap, and one appointment for a key;
// a key that was refused stays refused, though its time may be free by now.
const insertion = statement<{ id: number }, unknown[]>(`
  with booked as (
    insert into appointments (${names.join(', ')})
    select ${names.map(given).join(', ')}
    where not exists (
      select from idempotency_keys k
      where k.business_id = ${given('business_id')} and k.key = ${given('idempotency_key')}
        and k.created_at > ${given('created_at')} - interval '24 hours')
    on conflict do nothing
    returning business_id, id, client_email, created_at
  ), queued as (
    insert into messages (business_id, once, kind, appointment_id, recipient, due_at, created_at)
    select booked.business_id, kind || ':' || booked.id, kind, booked.id, recipient, booked.created_at, booked.created_at
    from booked join businesses b on b.id = booked.business_id
    cross join lateral (values ('booked_client', booked.client_email), ('booked_owner', b.email)) message (kind, recipient)
  )
  select id from booked`)

/**
 * Writes a scheduled appointment with its messages and returns its id; undefined, and nothing written, when another
 * live appointment of the professional overlaps or its idempotency key was answered before.
 */
export async function insertAppointment(db: Db, appointment: NewAppointment): Promise<number | undefined> {
  const [booked] = await insertion(db, ...names.map((name) => appointment[name]))
  return booked?.id
}

/**
 * The appointment that was booked with a key, as it was booked: later changes are taken back by their history, since
 * a repeated request gets the first answer again.
 */
export async function appointmentOfKey(db: Db, businessId: number, key: string) {
  const row = await db
    .selectFrom('appointments as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .select([
      'a.id',
      'a.service_id',
      'a.service_name',
      'a.professional_id',
      'a.professional_name',
      'a.business_id',
    ])
    .select(['b.business_name', 'b.address as business_address', 'a.appointment_date', 'a.appointment_time'])
    .select(['a.duration_minutes', 'a.price', 'a.client_name', 'a.client_email', 'a.starts_at'])
    .where('a.business_id', '=', businessId)
    .where('a.idempotency_key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  const changes = await db
    .selectFrom('appointment_history')
    .select('old')
    .where('business_id', '=', businessId)
    .where('appointment_id', '=', row.id)
    .orderBy('id', 'desc')
    .execute()
  const known = Object.keys(row)
  for (const { old } of changes)
    for (const [column, value] of Object.entries(old))
      if (known.includes(column)) Object.assign(row, { [column]: value })
  return row
}

/** What an appointment holds; undefined when there is none. */
export function heldBy(db: Db, { business_id, id }: { business_id: number; id: number }) {
  return db
    .selectFrom('appointments')
    .select(['business_id', 'professional_id', 'service_id', 'starts_at', 'duration_minutes'])
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .executeTakeFirst()
}
