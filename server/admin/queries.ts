import { DEFAULT_CURRENCY } from '#domain/money.ts'
import { sql } from 'kysely'
import { hashPassword } from '../accounts/passwords.ts'
import { stopBookings } from '../businesses/queries.ts'
import { ensureNotErased, suspendOnReturn } from '../deletion/queries.ts'
import type { SeenFrom } from '../accounts/devices/seen.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import type { Tables } from '../database/tables.ts'

declare const proven: unique symbol
/** The id of the administrator who sent a request. Only the gate creates one. */
export type AdministratorId = number & { readonly [proven]: true }

export async function administratorOfEmail(db: Db, email: string) {
  return db
    .selectFrom('administrators')
    .select(['id', 'email', 'password_hash'])
    .where((row) => row(row.fn('lower', ['email']), '=', email.toLowerCase()))
    .executeTakeFirst()
}

/** Creates the administrator unless one with that e-mail exists; returns whether it did. */
export async function ensureAdministrator(
  db: Db,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  if (await administratorOfEmail(db, email)) return false
  const inserted = await db
    .insertInto('administrators')
    .values({ email, password_hash: await hashPassword(password) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows) > 0
}

/** Sets another password, and forgets the passkeys. */
export async function replacePassword(tx: Tx, id: number, password_hash: string) {
  await tx.updateTable('administrators').set({ password_hash }).where('id', '=', id).execute()
  await tx.deleteFrom('passkeys').where('administrator_id', '=', id).execute()
}

/** Opens a session; false when the password, or the second factor, was changed meanwhile, which ends all sessions. */
export async function openAdministratorSession(
  db: Db | Tx,
  session: {
    token_hash: Buffer
    administrator_id: number
    /** The one that was just verified, or that stood when a passkey was. */
    password_hash: string
    has_second_factor: boolean
    from: SeenFrom
    nowMs: number
    expiresMs: number
  },
): Promise<boolean> {
  const { token_hash, administrator_id, password_hash, has_second_factor, from, nowMs, expiresMs } = session
  const at = new Date(nowMs).toISOString()
  const { rows } = await sql`
    insert into administrator_sessions
      (token_hash, administrator_id, created_at, expires_at, device, network, timezone, seen_at)
    select ${token_hash}, id, ${at}, ${new Date(expiresMs).toISOString()},
      ${from.device}, ${from.network}, ${from.timezone}, ${at}
    from administrators
    where id = ${administrator_id} and password_hash = ${password_hash}
      and (totp_secret is not null) = ${has_second_factor}
    for share
    returning administrator_id`.execute(db)
  return rows.length > 0
}

export async function administratorOfSession(db: Db, administratorId: number, hash: Buffer, nowMs: number) {
  const row = await db
    .selectFrom('administrator_sessions')
    .select(['administrator_id', 'created_at', 'seen_at'])
    .where('token_hash', '=', hash)
    .where('administrator_id', '=', administratorId)
    .where('expires_at', '>', instant(nowMs))
    .executeTakeFirst()
  return row && { ...row, administrator_id: row.administrator_id as AdministratorId }
}

/** Notes when and from which network a session was used last. */
export async function noteAdministratorSeen(db: Db, hash: Buffer, network: string, nowMs: number) {
  await db
    .updateTable('administrator_sessions')
    .set({ seen_at: new Date(nowMs).toISOString(), network })
    .where('token_hash', '=', hash)
    .execute()
}

/** @returns whether there was one. */
export async function closeAdministratorSession(db: Db, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('administrator_sessions')
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export interface AuditedAction {
  administrator_id: number | null
  act: Tables['audit_log']['act']
  business_id?: number
  detail?: Record<string, unknown>
  nowMs: number
}

export async function record(db: Db | Tx, { nowMs, detail = {}, ...act }: AuditedAction) {
  await db
    .insertInto('audit_log')
    .values({ ...act, detail: JSON.stringify(detail), at: new Date(nowMs).toISOString() })
    .execute()
}

/** Counts a wrong try to enter, at an administrator or at an e-mail of nobody: a row of each hour, however many there are. */
export async function recordFailedLogin(db: Db, administrator_id: number | null, nowMs: number) {
  await sql`
    insert into audit_log (administrator_id, act, detail, at)
    values (${administrator_id}, 'login_failed', '{"tries": 1}', ${new Date(nowMs).toISOString()})
    on conflict (coalesce(administrator_id, 0), date_trunc('hour', at at time zone 'UTC'))
      where act = 'login_failed' and detail ? 'tries'
    do update set detail = jsonb_build_object('tries', (audit_log.detail->>'tries')::int + 1)`.execute(db)
}

const FAILED_DAYS = 400

/** Forgets wrong tries to enter after some more than a year; what administrators did stays. */
export async function forgetFailedLogins(db: Db, nowMs: number) {
  await sql`
    delete from audit_log where id in (
      select id from audit_log
      where act = 'login_failed' and at < ${new Date(nowMs - FAILED_DAYS * 86_400_000).toISOString()}
      order by id limit 10000)`.execute(db)
}

interface AuditPage {
  limit: number
  offset?: number
  business_id?: number
}

/** The latest actions, newest first; those about one business with `business_id`. */
export function auditLog(db: Db, { limit, offset = 0, business_id }: AuditPage) {
  return db
    .selectFrom('audit_log as l')
    .leftJoin('administrators as a', 'a.id', 'l.administrator_id')
    .leftJoin('businesses as b', 'b.id', 'l.business_id')
    .select([
      'l.id',
      'l.act',
      'l.business_id',
      'b.business_name',
      'a.email as administrator',
      'l.detail',
      'l.at',
    ])
    .$if(business_id !== undefined, (query) => query.where('l.business_id', '=', business_id!))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

// Long enough for a business that closes for a holiday.
const ACTIVE_DAYS = 30

/**
 * Totals of the whole platform. Revenue is what clients who attended have paid, in each currency by itself.
 * A business is active with an appointment, not cancelled, of the last days or the next ones.
 */
export async function platformMetrics(db: Db, nowMs: number) {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const { rows } = await sql<{
    total_businesses: number
    active_businesses: number
    total_appointments: number
    revenues: { currency: string; amount: number }[]
    total_services: number
    total_professionals: number
  }>`
    select
      (select count(*) from businesses)::int - (select count(*) from business_deletions where erased_at is not null)::int
        as total_businesses,
      (select count(*) from businesses b where suspended_at is null and exists (
        select from appointments a where a.business_id = b.id and a.status <> 'cancelled' and a.hold_kind is null
          and a.starts_at between ${now} - ${ACTIVE_DAYS} * interval '1 day' and ${now} + ${ACTIVE_DAYS} * interval '1 day')
      )::int as active_businesses,
      (select count(*) from appointments where hold_kind is null)::int as total_appointments,
      (select coalesce(json_agg(r order by r.amount desc), '[]') from (
        select b.currency, sum(coalesce(a.actual_price, a.price)) as amount
        from appointments a join businesses b on b.id = a.business_id
        where a.attendance_status = 'attended' group by 1) r) as revenues,
      (select count(*) from services where deleted_at is null)::int as total_services,
      (select count(*) from professionals where deleted_at is null)::int as total_professionals`.execute(db)
  const [{ revenues, ...totals }] = rows as [(typeof rows)[number]]
  const total_revenue = revenues.find(({ currency }) => currency === DEFAULT_CURRENCY)?.amount ?? 0
  return { ...totals, total_revenue, revenues }
}

/** New businesses and appointments booked in each of the last twelve months, of Colombia as every date of the panel. */
export async function growth(db: Db, nowMs: number) {
  const now = new Date(nowMs).toISOString()
  const month = (instant: string) => sql.raw(`date_trunc('month', ${instant} at time zone 'America/Bogota')`)
  const { rows } = await sql<{ month: string; businesses: number; appointments: number }>`
    with first as (
      select (date_trunc('month', ${now}::timestamptz at time zone 'America/Bogota') - interval '11 months') at time zone 'America/Bogota' as at
    ), businesses_of as (
      select ${month('created_at')} as month, count(*)::int as n from businesses
      where created_at >= (select at from first) group by 1
    ), appointments_of as (
      select ${month('created_at')} as month, count(*)::int as n from appointments
      where created_at >= (select at from first) and hold_kind is null group by 1
    )
    select to_char(month, 'YYYY-MM') as month, coalesce(b.n, 0) as businesses, coalesce(a.n, 0) as appointments
    from generate_series((select at from first) at time zone 'America/Bogota', ${now}::timestamptz at time zone 'America/Bogota',
      interval '1 month') month
    left join businesses_of b using (month) left join appointments_of a using (month)
    order by 1`.execute(db)
  return rows
}

/**
 * Returns whether such a business exists. One that its owner deletes is off anyway: it will be so if the owner comes back.
 * @throws Refusal 409 when it is erased
 */
export async function setSuspended(tx: Tx, businessId: number, suspendedMs: number | null): Promise<boolean> {
  // Before it is asked whether the owner leaves: one who does at this moment locks it too.
  await tx.selectFrom('businesses').select('id').where('id', '=', businessId).forNoKeyUpdate().execute()
  await ensureNotErased(tx, businessId)
  if (await suspendOnReturn(tx, businessId, suspendedMs)) return true
  const done = await tx
    .updateTable('businesses')
    .set({ suspended_at: suspendedMs === null ? null : new Date(suspendedMs).toISOString() })
    .where('id', '=', businessId)
    .executeTakeFirst()
  // A booking on its way is written before, or refused.
  await stopBookings(tx, businessId)
  return done.numUpdatedRows > 0
}

export interface OfferLimits {
  max_services: number
  max_professionals: number
  max_mails: number | null
}

/** @returns the limits before; undefined when there is no such business. */
export async function setOfferLimits(
  tx: Tx,
  businessId: number,
  limits: Partial<OfferLimits>,
): Promise<OfferLimits | undefined> {
  const before = await tx
    .selectFrom('businesses')
    .select(['max_services', 'max_professionals', 'max_mails'])
    .where('id', '=', businessId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (before && Object.keys(limits).length > 0)
    await tx.updateTable('businesses').set(limits).where('id', '=', businessId).execute()
  return before
}
