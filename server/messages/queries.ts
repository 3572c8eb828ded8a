import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import { statement, type Db, type Tx } from '../db.ts'

export interface NewMessage {
  business_id: number
  kind: string
  appointment_id?: number
  recipient: string
  /** What this message says once and never twice, as 'moved_client:42:<instant>'. */
  once: string
  data?: Record<string, unknown>
  /** Epoch milliseconds; now, when left out. */
  due_at?: number
}

/** Writes a message to the outbox, in the transaction of what it tells. The same `once` again changes nothing. */
export async function enqueue(db: Db | Tx, { data = {}, due_at, ...message }: NewMessage): Promise<void> {
  await db
    .insertInto('messages')
    .values({
      ...message,
      data: JSON.stringify(data),
      ...(due_at !== undefined && { due_at: instant(due_at) }),
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'once']).doNothing())
    .execute()
}

export interface DueMessage {
  business_id: number
  id: number
  kind: string
  appointment_id: number | null
  recipient: string
  data: Record<string, unknown>
  attempts: number
}

/** `urgent`: only what somebody waits for, no reminders. `all`: that first, and then reminders. */
export type Lane = 'all' | 'urgent'

const COLUMNS = 'business_id, id, kind, appointment_id, recipient, data, attempts'
// Word for word the conditions of the indexes messages_due and messages_due_reminders.
const firstOf = (lane: string, more = '') => `
  select ${COLUMNS} from messages
  where state = 'queued' and ${lane} and due_at <= $1::timestamptz ${more}
  order by due_at limit 1 for no key update skip locked`
const URGENT = firstOf("not starts_with(kind, 'reminder_')")
const REMINDER = firstOf("starts_with(kind, 'reminder_')", 'and not exists (select from urgent)')

const claiming = {
  urgent: statement<DueMessage, [now: string]>(URGENT),
  all: statement<DueMessage, [now: string]>(`
    with urgent as (${URGENT}), reminder as (${REMINDER})
    select * from urgent union all select * from reminder`),
}

/**
 * Takes one due message that nobody else has. The row lock is the claim: it lasts as long as the transaction, and ends
 * by itself with a killed process. Not `for update`, which would make the handover's foreign key wait for us.
 */
export async function claim(own: Db, now: number, lane: Lane = 'all'): Promise<DueMessage | undefined> {
  return (await claiming[lane](own, instant(now)))[0]
}

type Key = Pick<DueMessage, 'business_id' | 'id'>

export interface Handover {
  /** Epoch milliseconds. */
  at: number
  /** The database was started anew since, and may have lost what followed. */
  restarted: boolean
}

/** What an earlier attempt noted before its last byte. Asked after the claim, whose own snapshot may be older. */
export async function handoverOf(own: Db, { business_id, id }: Key): Promise<Handover | undefined> {
  return await own
    .selectFrom('handovers')
    .select(['at', sql<boolean>`at < pg_postmaster_start_time()`.as('restarted')])
    .where('business_id', '=', business_id)
    .where('message_id', '=', id)
    .executeTakeFirst()
}

export interface PortalToken {
  hash: Buffer
  client_email: string
}

/** Opens the form for a new password until `expires_at`, epoch milliseconds. */
export interface ResetToken {
  hash: Buffer
  expires_at: number
}

/** Commits, by itself, that the last byte is about to go, and the token, so that the link of a mail that left works. */
export async function handOver(
  db: Db,
  { business_id, id }: Key,
  token: PortalToken | ResetToken | undefined,
): Promise<void> {
  await withToken(db, business_id, token)
    .insertInto('handovers')
    .values({ business_id, message_id: id })
    .onConflict((row) => row.columns(['business_id', 'message_id']).doUpdateSet({ at: sql`now()` }))
    .execute()
}

/** What is written together with a token, in one statement. */
function withToken(db: Db, business_id: number, token: PortalToken | ResetToken | undefined) {
  if (!token) return db
  const row = { business_id, token_hash: token.hash }
  if ('client_email' in token) {
    const { client_email } = token
    return db.with('token', (cte) => cte.insertInto('portal_tokens').values({ ...row, client_email }))
  }
  const expires_at = instant(token.expires_at)
  return db
    .with('older', (cte) =>
      cte.deleteFrom('password_resets').where('business_id', '=', business_id).where('used_at', 'is', null),
    )
    .with('token', (cte) => cte.insertInto('password_resets').values({ ...row, expires_at }))
}

/**
 * The claim's transaction ends with the message sent. One statement text, so that it is one write to the database: it
 * is on its way when the caller's turn ends, and the last byte can follow it without waiting.
 */
export function commitSent(own: Db, row: DueMessage, now: number): Promise<unknown> {
  const [business_id, id, attempts] = [row.business_id, row.id, row.attempts + 1].map(Math.trunc)
  return own.executeQuery(
    CompiledQuery.raw(`
      update messages set state = 'sent', attempts = ${attempts}, last_error = null, settled_at = '${instant(now)}'
        where business_id = ${business_id} and id = ${id};
      delete from handovers where business_id = ${business_id} and message_id = ${id};
      commit`),
  )
}

export type Outcome =
  | { state: 'sent' | 'failed' | 'skipped'; error?: string }
  | { state: 'queued'; error: string; due_at: number }

/**
 * Writes what became of an attempt, takes its handover back, and gives a credit back that was paid for a message which
 * is never sent: all in one statement, so that they are true together.
 */
export async function settle(db: Db | Tx, row: DueMessage, outcome: Outcome, now: number): Promise<void> {
  const isNeverSent = outcome.state === 'failed' || outcome.state === 'skipped'
  const settling = db.with('handover', (cte) =>
    cte.deleteFrom('handovers').where('business_id', '=', row.business_id).where('message_id', '=', row.id),
  )
  await (isNeverSent ? withReturn(settling, row, now) : settling)
    .updateTable('messages')
    .set({
      state: outcome.state,
      last_error: outcome.error?.slice(0, 500) ?? null,
      attempts: row.attempts + (outcome.state === 'skipped' ? 0 : 1),
      ...(outcome.state === 'queued'
        ? { due_at: instant(outcome.due_at), settled_at: null }
        : { settled_at: instant(now) }),
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute()
}

/** To the month it came from; of a month that is over, only the movement remains. Once, however often it is settled. */
function withReturn(db: Pick<Db, 'with'>, { business_id, id }: Key, now: number) {
  return db
    .with(
      'returned',
      () =>
        sql<{ kind: string; month: string | null }>`(
        insert into credit_movements (business_id, message_id, kind, month, amount, reason, at)
        select business_id, message_id, kind, month, 1, 'returned', ${instant(now)}::timestamptz
        from credit_movements
        where business_id = ${business_id} and message_id = ${id} and reason = 'reminder'
        on conflict do nothing
        returning kind, month)`,
    )
    .with(
      'account',
      () =>
        sql`(
        update credit_accounts a set
          paid = a.paid + (returned.kind = 'paid')::integer,
          free = a.free + (returned.kind = 'free' and returned.month = a.month)::integer
        from returned where a.business_id = ${business_id})`,
    )
}

/** Leaves the message alone until `due_at`: whoever noted the handover may be about to say how it ended. */
export async function leaveUntil(own: Db, { business_id, id }: Key, due_at: number): Promise<void> {
  await own
    .updateTable('messages')
    .set({ due_at: instant(due_at) })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
}

const control = (word: 'begin' | 'commit' | 'rollback') => async (own: Db) =>
  void (await own.executeQuery(CompiledQuery.raw(word)))

export const begin = control('begin')
export const commit = control('commit')
export const rollback = control('rollback')

/** An appointment with what its messages say of the business. */
export async function appointmentFacts(db: Db, business_id: number, id: number) {
  return await db
    .selectFrom('appointments as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .where('a.business_id', '=', business_id)
    .where('a.id', '=', id)
    .select([
      ...([
        'a.id',
        'a.business_id',
        'a.client_name',
        'a.client_phone',
        'a.client_email',
        'a.client_id',
      ] as const),
      ...(['a.service_name', 'a.professional_name', 'a.appointment_date', 'a.appointment_time'] as const),
      ...(['a.duration_minutes', 'a.starts_at', 'a.ends_at', 'a.price', 'a.status', 'a.notes'] as const),
      ...(['a.cancellation_reason', 'a.client_confirmed_at'] as const),
      ...([
        'b.business_name',
        'b.email',
        'b.phone',
        'b.whatsapp',
        'b.is_virtual',
        'b.address',
        'b.city',
      ] as const),
      ...(['b.latitude', 'b.longitude', 'b.timezone', 'b.currency', 'b.slug'] as const),
      ...(['b.brand_color', 'b.brand_color_secondary', 'b.logo_url'] as const),
    ])
    .select(sql<boolean>`b.suspended_at is not null`.as('is_suspended'))
    .executeTakeFirst()
}

/** A business as its owner's own mails name it. */
export async function businessFacts(db: Db, business_id: number) {
  return await db
    .selectFrom('businesses')
    .select(['business_name', 'email', 'slug', 'timezone'])
    .where('id', '=', business_id)
    .executeTakeFirst()
}

export type AppointmentFacts = NonNullable<Awaited<ReturnType<typeof appointmentFacts>>>

/** What is kept of a portal token: whoever reads the database cannot open a portal. */
export const hashOfToken = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const instant = (epochMs: number) => new Date(epochMs).toISOString()
