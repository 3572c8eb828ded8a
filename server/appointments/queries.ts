import type { PriceKind } from '#domain/money.ts'
import type { Scope } from '../accounts/scope.ts'
import { statement, type Db, type Tx } from '../database/db.ts'
import { PUSHES } from '../messages/by-push/queries.ts'
import type { CurrentSlot } from '../schedules/availability.ts'
import { mayBook, valuesWith, WITH, withNames, type WrittenWith } from '../schedules/written-queries.ts'

export interface NewAppointment {
  business_id: number
  client_name: string
  client_phone: string
  client_email: string | null
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
  /** The zone of the client's phone; unknown by default. */
  client_timezone?: string | null | undefined
  consent_version: string | null
  consented_at: string | null
  booked_by: 'client' | 'owner'
  booked_by_user_id: number | null
  /** Who chose the professional; the client by default. */
  chosen_by?: 'client' | 'system' | undefined
  created_at: string
  idempotency_key: string | null
  /** A tstzmultirange as text; its own time by default. */
  occupied?: string
  /** The service alone, where `service_name` says what was chosen with it. */
  catalogue_name?: string | null
  /** As JSON text, like `addons`: none by default. */
  variant?: string | null
  addons?: string
  price_kind?: PriceKind
  /** Of whoever is known already; else found, or made, by what they are called and how they are reached. */
  card_id?: number | null
}

/** In place of a card: that of an own client of the professional, or a new one. The database's `fill_card` knows it. */
const AN_OWN_CARD = 0
/** By booking somebody, nobody comes to see the card of a client who is not theirs. */
export const cardFor = ({ professional_id }: Scope, card_id: number | undefined) => {
  if (card_id !== undefined) return { card_id }
  return professional_id === undefined ? {} : { card_id: AN_OWN_CARD }
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
  client_timezone: 'text',
  consent_version: 'text',
  consented_at: 'timestamptz',
  booked_by: 'text',
  booked_by_user_id: 'bigint',
  chosen_by: 'text',
  created_at: 'timestamptz',
  idempotency_key: 'text',
  card_id: 'bigint',
  occupied: 'tstzmultirange',
  catalogue_name: 'text',
  variant: 'jsonb',
  addons: 'jsonb',
  price_kind: 'text',
} satisfies Record<keyof NewAppointment, string>

const names = Object.keys(columns) as (keyof NewAppointment)[]
const given = (name: keyof NewAppointment) => `$${names.indexOf(name) + 1}::${columns[name]}`

const DEFAULTS: { [Name in keyof NewAppointment]?: string } = {
  occupied: `tstzmultirange(tstzrange(${given('starts_at')}, ${given('ends_at')}))`,
  addons: `'[]'`,
  price_kind: `'from'`,
  chosen_by: `'client'`,
}

const valueOf = (name: keyof NewAppointment) =>
  DEFAULTS[name] ? `coalesce(${given(name)}, ${DEFAULTS[name]})` : given(name)

/** A new appointment's columns, their values, and the parameters `$1` to `$count`. */
export const newAppointment = {
  columns: names.join(', '),
  values: names.map(valueOf).join(', '),
  params: (appointment: NewAppointment): unknown[] => names.map((name) => appointment[name] ?? null),
  count: names.length,
}

/**
 * The messages about the `booked` appointment, to its client, if there is an e-mail, and to the business. The owner gets none of own
 * bookings, and those of the team only if the business wants them. Browsers are told besides.
 * @param network the digest of the client's network, by which mails are counted, or null; as SQL.
 */
export const confirmations = (network: string) => `
  queued as (
    insert into messages (business_id, once, kind, appointment_id, recipient, channel, due_at, created_at, data)
    select booked.business_id, kind || ':' || booked.id, kind, booked.id, recipient, 'email', booked.created_at, booked.created_at,
      case when kind = 'booked_client' then coalesce(jsonb_build_object('network', nullif(${network}, '')), '{}') else '{}' end
    from booked join businesses b on b.id = booked.business_id
    cross join lateral (values ('booked_client', booked.client_email), ('booked_owner', b.email)) message (kind, recipient)
    where recipient is not null and (kind = 'booked_client' and booked.starts_at > booked.created_at
      or kind = 'booked_owner' and (booked.booked_by <> 'owner' or b.notify_team_bookings and exists (
      select from memberships m join users u on u.id = m.user_id
      where m.business_id = booked.business_id and m.user_id = booked.booked_by_user_id
        and m.role <> 'owner' and lower(u.email) <> lower(b.email))))
    union all ${PUSHES}
  )`

const givenWith = (name: (typeof withNames)[number]) =>
  `$${newAppointment.count + withNames.indexOf(name) + 1}::${WITH[name]}`
// One statement, so one round trip and one commit: the appointment and its two messages are written together
// or not at all. A plain insert under the exclusion constraint can deadlock for seconds when many overlap in
// part; ON CONFLICT DO NOTHING does not, and reports a conflict by returning no row. It covers both promises:
// no overlap, and one appointment per key. `may_book` holds the rest together: a refused key stays refused,
// even if its time is free by now, and nothing is written by a time zone, the hours of a date or the terms of a
// service that are no longer so, or with a professional or service that is no longer there. What its triggers and functions
// ask is planned once for each connection and by the indexes: planned anew for each booking it takes longer than all else, and a
// plan of when a table was small would read the whole of it.
// No booking waits for long because of another one's lock. Without an offset all this would be set after `may_book`, which waits too.
const SETTINGS = (lockTimeout: string) =>
  `(select set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
    set_config('lock_timeout', ${lockTimeout}, true) offset 0) settings`
const lockTimeoutGiven = `$${newAppointment.count + withNames.length + 1}`
const insertion = statement<{ id: number }, unknown[]>(`
  with booked as (
    insert into appointments (${newAppointment.columns})
    select ${newAppointment.values} from ${SETTINGS(lockTimeoutGiven)}
    where ${mayBook(given, givenWith)}
    on conflict do nothing
    returning business_id, id, professional_id, client_email, starts_at, created_at, booked_by, booked_by_user_id
  ), ${confirmations(givenWith('network'))}
  select id from booked`)

/**
 * Writes a scheduled appointment with its messages and returns its id; undefined, with nothing written, when
 * another live appointment of the professional overlaps, the idempotency key was answered before, or the
 * appointment cannot be booked any more as it was computed.
 * @throws `isOfPerson` when the client holds as many appointments ahead as the business lets them; 55P03 when it would wait for
 * longer than `lockTimeoutMs` for a lock.
 * @param by what it was computed with.
 */
export async function insertAppointment(
  db: Db,
  appointment: NewAppointment,
  by: WrittenWith,
  lockTimeoutMs: number,
): Promise<number | undefined> {
  const values = valuesWith(by)
  const params = withNames.map((name) => values[name] ?? null)
  const [booked] = await insertion(db, ...newAppointment.params(appointment), ...params, `${lockTimeoutMs}ms`)
  return booked?.id
}

// JSON stays text until it is a column's: within JSON it would be a string.
const typeIn = (type: string) => (type === 'jsonb' ? 'text' : type)
const readFrom = (row: string, name: keyof NewAppointment) =>
  columns[name] === 'jsonb' ? `${row}.${name}::jsonb` : `${row}.${name}`

// In one order, so that two processes that write bookings of one business seldom wait for each other's.
const rowsOwn = (name: string) => `r.${name}`
const insertions = statement<{ id: number; idempotency_key: string }, [rows: string, lockTimeout: string]>(`
  with rows as materialized (
    select r.* from ${SETTINGS('$2')}
    cross join json_to_recordset($1::json) as r (${names.map((name) => `${name} ${typeIn(columns[name])}`).join(', ')},
      ${withNames.map((name) => `${name} ${WITH[name]}`).join(', ')})
    order by r.professional_id, r.starts_at
  ), booked as (
    insert into appointments (${newAppointment.columns})
    select ${names.map((name) => readFrom('r', name)).join(', ')} from rows r
    where ${mayBook(rowsOwn, rowsOwn)}
    on conflict do nothing
    returning business_id, id, professional_id, client_email, starts_at, created_at, booked_by, booked_by_user_id, idempotency_key
  ), ${confirmations('(select r.network from rows r where r.idempotency_key = booked.idempotency_key)')}
  select id, idempotency_key from booked`)

/** One that says all that has a default. */
export type CompleteAppointment = NewAppointment &
  Required<Pick<NewAppointment, 'occupied' | 'addons' | 'price_kind' | 'chosen_by'>>

/** An appointment with its key, and what it was computed with. */
export interface NewBooking {
  appointment: CompleteAppointment & { idempotency_key: string }
  by: WrittenWith
}

/**
 * Writes several as `insertAppointment` writes one, in one statement: one that is refused with an error refuses all, as does one
 * that would wait longer than `lockTimeoutMs` for a lock. No two may have a key, a telephone, an e-mail or a document in common.
 * @returns their ids in the given order.
 */
export async function insertAppointments(
  db: Db,
  bookings: NewBooking[],
  lockTimeoutMs: number,
): Promise<(number | undefined)[]> {
  const rows = JSON.stringify(bookings.map(({ appointment, by }) => ({ ...appointment, ...valuesWith(by) })))
  const written = new Map<string, number>()
  for (const { id, idempotency_key } of await insertions(db, rows, `${lockTimeoutMs}ms`))
    written.set(idempotency_key, id)
  return bookings.map(({ appointment }) => written.get(appointment.idempotency_key))
}

/** Whether the database refused a booking because that person has enough appointments ahead. */
export const isOfPerson = (error: unknown) =>
  (error as { constraint?: unknown } | null)?.constraint === 'appointments_of_a_person'

/** Whether the database refused it because the business blocked that client. */
export const isOfBlocked = (error: unknown) =>
  (error as { constraint?: unknown } | null)?.constraint === 'appointments_of_blocked'

/** The appointments ahead that one person may hold in the business, and how to reach it. */
export function mostAhead(db: Db, business_id: number) {
  return db
    .selectFrom('businesses')
    .select(['max_future_appointments as most', 'business_name', 'phone'])
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow()
}

/** The appointment that was booked with one of these keys. */
export function bookedWith(db: Db, businessId: number, keys: string[]) {
  return db
    .selectFrom('appointments')
    .select(['id', 'business_id', 'idempotency_key'])
    .where('business_id', '=', businessId)
    .where('idempotency_key', 'in', keys)
    .where('hold_kind', 'is', null)
    .executeTakeFirst()
}

/**
 * The appointment booked with a key, as it was booked: later changes are reversed by its history, since a
 * repeated request gets the first answer again.
 */
export async function appointmentOfKey(db: Db | Tx, businessId: number, key: string) {
  const row = await db
    .selectFrom('appointments as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .select(['a.id', 'a.business_id', 'a.service_id', 'a.service_name'])
    .select(['a.professional_id', 'a.professional_name'])
    .select(['b.business_name', 'b.address as business_address', 'a.appointment_date', 'a.appointment_time'])
    .select(['a.duration_minutes', 'a.price', 'a.price_kind'])
    .select(['a.client_name', 'a.client_email', 'a.starts_at'])
    .where('a.business_id', '=', businessId)
    .where('a.idempotency_key', '=', key)
    .where('a.hold_kind', 'is', null)
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

/** The time that an appointment takes, or one of a professional; undefined when it does not exist. */
export function currentSlotOf(
  db: Db | Tx,
  { business_id, id, professional_id }: { business_id: number; id: number; professional_id?: number },
): Promise<CurrentSlot | undefined> {
  const slot = db
    .selectFrom('appointments')
    .select(['id', 'business_id', 'professional_id', 'service_id', 'service_name', 'catalogue_name'])
    .select(['variant', 'addons', 'price', 'price_kind'])
    .select(['appointment_date', 'appointment_time', 'duration_minutes', 'starts_at', 'occupied'])
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .where('hold_kind', 'is', null)
  const own = professional_id === undefined ? slot : slot.where('professional_id', '=', professional_id)
  return own.executeTakeFirst()
}
