import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'
import { lastSequence } from '../messages/change-queries.ts'
import type { OpenedAppointment, TokenKey } from '../tokens.ts'

const HOUR = 3_600_000

/** What a client sees of an appointment. */
const shown = (db: Db) =>
  db
    .selectFrom('appointments as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .select(['a.id', 'a.service_id', 'a.service_name', 'a.professional_id', 'a.professional_name'])
    .select(['a.business_id', 'b.business_name', 'b.address as business_address', 'b.slug as business_slug'])
    .select(['b.phone as business_phone', 'b.whatsapp as business_whatsapp', 'b.timezone', 'b.currency'])
    .select(['b.city as business_city', 'b.is_virtual as business_is_virtual'])
    .select(['b.latitude', 'b.longitude', 'b.cancel_notice_minutes'])
    .select(sql<boolean>`b.suspended_at is not null`.as('business_is_suspended'))
    .select([
      'a.appointment_date',
      'a.appointment_time',
      'a.duration_minutes',
      'a.starts_at',
      'a.price',
      'a.price_kind',
    ])
    .select(['a.status', 'a.attendance_status', 'a.rescheduled_from', 'a.cancellation_reason'])
    .select('a.client_confirmed_at')
    .select(lastSequence('a.business_id', 'a.id').as('sequence'))
    .select(['a.client_id', 'a.client_name', 'a.client_email', 'a.client_phone'])
    .where('a.hold_kind', 'is', null)

/** A client's appointments, before it is said which of them are read. */
export type Theirs = ReturnType<typeof shown>

export type ClientAppointment = Awaited<ReturnType<Theirs['execute']>>[number] & {
  /** Opened by who need not be its client: without what tells of them. */
  isMasked?: true
  /** Opened by what went to a phone, which may be another's by now. */
  isByPhone?: true
  /** Opened by who booked it, by whatever e-mail: they need not read it. */
  isBooker?: true
}

/** The appointments of an identity document and e-mail, in any business. */
export const ofIdentity = (db: Db, clientId: string, email: string) =>
  shown(db)
    .where('a.client_id', '=', clientId)
    .where((row) => row(row.fn('lower', ['a.client_email']), '=', email.toLowerCase()))

/** The appointments of an e-mail in one business. */
export const ofEmail = (db: Db, businessId: number, email: string) =>
  shown(db)
    .where('a.business_id', '=', businessId)
    .where((row) => row(row.fn('lower', ['a.client_email']), '=', email.toLowerCase()))

// More than anybody has ahead of them, or looks back to; all that a business ever booked with an e-mail of its own is megabytes.
const MOST_AHEAD = 200
const MOST_OTHERS = 100

/** What is read of a client's appointments. */
export interface Listed {
  appointments: ClientAppointment[]
  /** Whether there are more than these. */
  has_more: boolean
}

/** Latest first: all, or where they are many, those ahead and the last of the others. */
export async function listed(theirs: Theirs, nowMs: number): Promise<Listed> {
  const most = MOST_AHEAD + MOST_OTHERS
  const latest = theirs.orderBy('a.starts_at', 'desc')
  const all = await latest.limit(most + 1).execute()
  if (all.length <= most) return { appointments: all, has_more: false }
  const isAhead = sql<boolean>`(a.status = 'scheduled' and a.starts_at > ${instant(nowMs)})`
  const ahead = await theirs.where(isAhead).orderBy('a.starts_at').limit(MOST_AHEAD).execute()
  const others = await latest
    .where(sql<boolean>`not ${isAhead}`)
    .limit(MOST_OTHERS)
    .execute()
  const appointments = [...ahead, ...others].sort((a, b) => b.starts_at - a.starts_at)
  return { appointments, has_more: true }
}

/** The one with this id, if it is theirs; otherwise any of them, by which they are known all the same. */
export async function oneOrAny(theirs: Theirs, id: number): Promise<Listed> {
  const one = await theirs.where('a.id', '=', id).execute()
  const appointments = one.length > 0 ? one : await theirs.limit(1).execute()
  return { appointments, has_more: false }
}

/**
 * One appointment, until 24 hours after its end, unless its client was forgotten; with what its booker was given, as long as it
 * is that person's.
 */
export function openAppointment(
  db: Db,
  { business_id, id, isBooker, isMasked }: OpenedAppointment,
  nowMs: number,
) {
  return shown(db)
    .$if(isBooker || isMasked === true, (booked) => booked.where('a.given_away_at', 'is', null))
    .where('a.business_id', '=', business_id)
    .where('a.id', '=', id)
    .where(sql<boolean>`not is_forgotten_person(a.client_name, a.client_phone, a.client_email)`)
    .where('a.ends_at', '>', instant(nowMs - 24 * HOUR))
    .execute()
}

/**
 * The owner of a portal token, which is valid until 24 hours after that client's last appointment in the
 * business. Undefined for an unknown or expired token. One that has expired stays so: a booking made after that,
 * with an e-mail that anybody can type, does not open it again.
 */
export async function clientOfToken(db: Db, { business_id, hash }: TokenKey, nowMs: number) {
  return db
    .selectFrom('portal_tokens as t')
    .select(['t.business_id', 't.client_email'])
    .where('t.business_id', '=', business_id)
    .where('t.token_hash', '=', hash)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('appointments as a')
          .select(sql`1`.as('one'))
          .whereRef('a.business_id', '=', 't.business_id')
          .where(sql<boolean>`lower(a.client_email) = lower(t.client_email)`)
          .where('a.hold_kind', 'is', null)
          .where('a.ends_at', '>', instant(nowMs - 24 * HOUR)),
      ),
    )
    .where(({ not, exists }) => not(exists(bookedAfterTheEnd)))
    .executeTakeFirst()
}

/** The bookings of a token's client that came when the token had expired. */
const bookedAfterTheEnd = sql`(
  select from (
    select a.created_at, max(a.ends_at) over (order by a.created_at, a.id
      rows between unbounded preceding and 1 preceding) as last_until
    from appointments a
    where a.business_id = t.business_id and lower(a.client_email) = lower(t.client_email) and a.hold_kind is null
  ) booked
  where booked.created_at > t.created_at
    and coalesce(booked.last_until, '-infinity') <= booked.created_at - interval '24 hours')`

// More businesses than a person has appointments in at a time; more mails would be a nuisance.
const MOST_LINKS = 5

/** The latest appointment of an e-mail in each business where a link would open it, soonest businesses first. */
export async function openByEmail(db: Db | Tx, email: string, nowMs: number) {
  const { rows } = await sql<{ business_id: number; appointment_id: number; client_email: string }>`
    select business_id, id as appointment_id, client_email from (
      select distinct on (a.business_id) a.business_id, a.id, a.client_email, a.ends_at from appointments a
      where lower(a.client_email) = lower(${email}) and a.hold_kind is null
        and a.ends_at > ${instant(nowMs - 24 * HOUR)}::timestamptz
      order by a.business_id, a.ends_at desc) latest
    order by ends_at limit ${MOST_LINKS}`.execute(db)
  return rows
}
