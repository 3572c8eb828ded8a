import { createHash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { UndeliveredReason } from '#domain/mail-state.ts'
import { isYoung } from '../limits/young-queries.ts'
import { statement, type Db, type Tx } from '../database/db.ts'
import { lastSequence } from './change-queries.ts'
import { notedUndelivered } from './undelivered-queries.ts'

export interface NewMessage {
  business_id: number
  kind: string
  appointment_id?: number
  recipient: string
  /** The message's key, unique in the business, as 'moved_client:42:<instant>': never sent twice. */
  once: string
  channel?: 'email' | 'whatsapp'
  data?: Record<string, unknown>
  /** Epoch milliseconds; now by default. */
  due_at?: number
  created_at?: number
}

/** Writes a message to the outbox, in its subject's transaction. Repeating `once` changes nothing. */
export async function enqueue(db: Db | Tx, message: NewMessage): Promise<void> {
  await enqueueNew(db, message)
}

/** The same. @returns the message's id; undefined when it was there before. */
export async function enqueueNew(
  db: Db | Tx,
  { data = {}, due_at, created_at, ...message }: NewMessage,
): Promise<number | undefined> {
  const row = await db
    .insertInto('messages')
    .values({
      ...message,
      data: JSON.stringify(data),
      ...(due_at !== undefined && { due_at: instant(due_at) }),
      ...(created_at !== undefined && { created_at: instant(created_at) }),
    })
    .onConflict((conflict) => conflict.columns(['business_id', 'once']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export interface DueMessage {
  business_id: number
  id: number
  kind: string
  appointment_id: number | null
  recipient: string
  data: Record<string, unknown>
  attempts: number
  /** How often no answer came to its last byte. */
  unanswered: number
}

type Key = Pick<DueMessage, 'business_id' | 'id'>

const columnsOf = (rows: Key[]): [business_ids: number[], ids: number[]] => [
  rows.map(({ business_id }) => business_id),
  rows.map(({ id }) => id),
]

export interface PortalToken {
  hash: Buffer
  client_email: string
}

/** Valid for setting a new password until `expires_at`, epoch milliseconds. */
export interface ResetToken {
  hash: Buffer
  user_id: number
  expires_at: number
}

/** A message being sent, with the token for its link. */
export interface Handed {
  row: DueMessage
  token?: PortalToken | ResetToken
}

const noteHandovers = statement<
  never,
  [
    ...messages: [number[], number[]],
    ...portal: [number[], Buffer[], string[]],
    ...reset: [number[], Buffer[], string[], number[]],
  ]
>(`
  with portal as (
    insert into portal_tokens (business_id, token_hash, client_email)
    select * from unnest($3::bigint[], $4::bytea[], $5::text[])),
  reset as (
    insert into password_resets (business_id, token_hash, expires_at, user_id)
    select * from unnest($6::bigint[], $7::bytea[], $8::timestamptz[], $9::bigint[]))
  insert into handovers (business_id, message_id) select * from unnest($1::bigint[], $2::bigint[])
  on conflict (business_id, message_id) do update set at = now(), timeline = excluded.timeline`)

/** Commits the handover notes, before the last bytes are sent, and the tokens for the mails' links. */
export async function handOver(db: Db, mails: Handed[]): Promise<void> {
  const portal: [number[], Buffer[], string[]] = [[], [], []]
  const reset: [number[], Buffer[], string[], number[]] = [[], [], [], []]
  for (const { row, token } of mails) {
    if (!token) continue
    const [business_ids, hashes, last] = 'client_email' in token ? portal : reset
    business_ids.push(row.business_id)
    hashes.push(token.hash)
    last.push('client_email' in token ? token.client_email : instant(token.expires_at))
    if ('user_id' in token) reset[3].push(token.user_id)
  }
  await noteHandovers(db, ...columnsOf(mails.map(({ row }) => row)), ...portal, ...reset)
}

/**
 * Ends the claim's transaction with these messages marked as sent. As one statement text it is a single
 * write, on its way when the caller's turn ends: the last bytes can follow without waiting.
 */
export function commitSent(own: Db, rows: Key[], now: number): Promise<unknown> {
  const sent = rows.map(({ business_id, id }) => `(${Math.trunc(business_id)}, ${Math.trunc(id)})`).join(', ')
  return own.executeQuery(
    CompiledQuery.raw(`
      update messages set state = 'sent', attempts = attempts + 1, last_error = null, settled_at = '${instant(now)}'
        where (business_id, id) in (${sent});
      delete from handovers where (business_id, message_id) in (${sent});
      commit`),
  )
}

/** The `last_error` of a message whose note is older than the database's start: nobody knows whether it went. */
export const COUNTS_AS_SENT = 'the database stopped while it was handed over: counts as sent'

/** How long a mail that counts as sent may wait for its answer, after which it may be sent again. */
export const UNANSWERED_MS = 15 * 60_000

export type Outcome =
  | { state: 'sent' | 'skipped'; error?: string }
  | { state: 'failed'; error?: string; reason?: UndeliveredReason }
  | { state: 'queued'; error: string; due_at: number; unanswered?: number }

/**
 * Stores the outcome of an attempt, deletes its handover note, and returns the credit of a message that is
 * never sent; all in one statement, so that none happens without the others.
 */
export async function settle(db: Db | Tx, row: DueMessage, outcome: Outcome, now: number): Promise<void> {
  const isNeverSent = outcome.state === 'failed' || outcome.state === 'skipped'
  const settling = db.with('handover', (cte) =>
    cte.deleteFrom('handovers').where('business_id', '=', row.business_id).where('message_id', '=', row.id),
  )
  const returned = isNeverSent ? withReturn(settling, row, now) : settling
  await (isMissed(row, outcome) ? withNote(returned, row, outcome.reason, now) : returned)
    .updateTable('messages')
    .set({
      state: outcome.state,
      last_error: outcome.error === undefined ? null : storable(outcome.error).slice(0, 500),
      attempts: row.attempts + (outcome.state === 'skipped' ? 0 : 1),
      ...(outcome.state === 'queued'
        ? { due_at: instant(outcome.due_at), settled_at: null, unanswered: outcome.unanswered }
        : { settled_at: instant(now) }),
    })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .execute()
}

/** What a server answered may hold what PostgreSQL keeps in no text. */
const storable = (answer: string) => answer.replaceAll('\0', '\ufffd')

/** Whether a client misses it, who should have had it. */
const isMissed = (row: DueMessage, outcome: Outcome): outcome is Outcome & { reason: UndeliveredReason } =>
  outcome.state === 'failed' && outcome.reason !== undefined && !row.kind.endsWith('_owner')

const withNote = (
  db: Pick<Db, 'with'>,
  { business_id, appointment_id }: DueMessage,
  why: UndeliveredReason,
  now: number,
) => db.with('noted', () => notedUndelivered({ business_id, appointment_id: appointment_id ?? 0 }, why, now))

/** Returns the credit, once, to the month it came from; for a past month, only as a movement. */
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

/** Postpones the message to `due_at`, and notes why, without an attempt. */
export async function leaveUntil(own: Db, { business_id, id }: Key, due_at: number, why?: string) {
  await own
    .updateTable('messages')
    .set({ due_at: instant(due_at), ...(why && { last_error: storable(why) }) })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
}

const control = (text: string) => async (own: Db) => void (await own.executeQuery(CompiledQuery.raw(text)))

/** A claim waits for the other side for as long as a conversation takes, and must not end on its own before the last byte. */
export const begin = control('begin; set local idle_in_transaction_session_timeout = 0')
export const commit = control('commit')
export const rollback = control('rollback')

/** The appointments of these messages, each with the fields of its business that messages show. */
export async function appointmentFacts(db: Db, rows: Pick<DueMessage, 'business_id' | 'appointment_id'>[]) {
  const [business_ids, ids] = columnsOf(rows.map((row) => ({ ...row, id: row.appointment_id! })))
  return await db
    .selectFrom('appointments as a')
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .where(
      sql<boolean>`(a.business_id, a.id) in (select * from unnest(${business_ids}::bigint[], ${ids}::bigint[]))`,
    )
    .select([
      ...([
        'a.id',
        'a.business_id',
        'a.client_name',
        'a.client_phone',
        'a.client_email',
        'a.client_id',
        'a.client_timezone',
      ] as const),
      ...(['a.service_name', 'a.professional_name', 'a.appointment_date', 'a.appointment_time'] as const),
      ...(['a.duration_minutes', 'a.starts_at', 'a.ends_at', 'a.price', 'a.price_kind'] as const),
      ...(['a.status', 'a.notes'] as const),
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
    .select(lastSequence('a.business_id', 'a.id').as('sequence'))
    .select(sql<boolean>`b.suspended_at is not null`.as('is_suspended'))
    .select(sql<boolean>`b.email_confirmed_at is not null`.as('is_confirmed'))
    .select(['b.max_mails', isYoung.as('is_young')])
    .select(sql<boolean>`b.email_confirmed_at is not null and not ${isYoung}`.as('is_trusted'))
    .execute()
}

export type AppointmentFacts = Awaited<ReturnType<typeof appointmentFacts>>[number]

/** The stored hash of a portal token: reading the database does not open a portal. */
export const hashOfToken = (secret: string): Buffer => createHash('sha256').update(secret).digest()

const instant = (epochMs: number) => new Date(epochMs).toISOString()
