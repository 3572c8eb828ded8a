import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SubscriptionInput } from '#domain/api/calls/feeds.ts'
import type { Role, Switches } from '#domain/permissions.ts'
import { MOST_PHONES } from '#domain/push.ts'
import type { Session } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import type { DueMessage } from '../messages/queries.ts'

/** The subscription of a session's browser. */
export function subscriptionOf(db: Db, { business_id, token_hash }: Session) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'shows_names'])
    .where('business_id', '=', business_id)
    .where('session_hash', '=', token_hash)
    .executeTakeFirst()
}

/**
 * Subscribes a session's browser, once however often it asks. It hears of nothing else any more: neither for another
 * business nor for another person who used it before.
 */
export async function subscribe(
  tx: Tx,
  { business_id, user_id, token_hash }: Session,
  { endpoint, p256dh, auth, shows_names }: SubscriptionInput,
  nowMs: number,
): Promise<void> {
  const endpoint_hash = createHash('sha256').update(endpoint).digest()
  // One after the other, so that together they do not become too many.
  await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('business_id', '=', business_id)
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .execute()
  await sql`
    delete from push_subscriptions
    where (endpoint_hash = ${endpoint_hash}) <> (business_id = ${business_id} and session_hash = ${token_hash})
      and (endpoint_hash = ${endpoint_hash} or business_id = ${business_id} and session_hash = ${token_hash})`.execute(
    tx,
  )
  const values = { business_id, user_id, session_hash: token_hash, endpoint, p256dh, auth, shows_names }
  await tx
    .insertInto('push_subscriptions')
    .values({ ...values, endpoint_hash, created_at: new Date(nowMs).toISOString() })
    .onConflict((conflict) =>
      conflict.column('endpoint_hash').doUpdateSet({ ...values, failures: 0, rests_until: null }),
    )
    .execute()
  await sql`
    delete from push_subscriptions where business_id = ${business_id} and user_id = ${user_id} and id not in (
      select id from push_subscriptions where business_id = ${business_id} and user_id = ${user_id}
      order by id desc limit ${MOST_PHONES})`.execute(tx)
}

export async function unsubscribe(db: Db, { business_id, token_hash }: Session): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('business_id', '=', business_id)
    .where('session_hash', '=', token_hash)
    .execute()
}

/** What a push needs to know when it leaves: its browser, whose it is, the appointment, and what became of it since. */
export interface PushFacts {
  queued_at: number
  id: number
  endpoint: string
  p256dh: string
  auth: string
  shows_names: boolean
  failures: number
  rests_until: number | null
  role: Role
  switches: Switches
  member_professional_id: number | null
  timezone: string
  professional_id: number
  professional_name: string
  service_name: string
  client_name: string
  appointment_date: string
  appointment_time: string
  ends_at: number
  /** What the change of which it tells changed. */
  old: Record<string, unknown> | null
  is_overtaken: boolean
  /** Whether this browser was told of the move that was undone. */
  was_told: boolean
}

/** Undefined when its browser, its member or its session is gone. */
export async function pushFacts(
  db: Db,
  { business_id, id, appointment_id, recipient, data }: DueMessage,
  nowMs: number,
): Promise<PushFacts | undefined> {
  const subscription = Number(/^push:(\d+)$/.exec(recipient)?.[1] ?? 0)
  const change = Number(data['change'] ?? 0)
  const { rows } = await sql<PushFacts>`
    select q.created_at as queued_at, s.id, s.endpoint, s.p256dh, s.auth, s.shows_names, s.failures, s.rests_until,
      m.role, m.permissions as switches, m.professional_id as member_professional_id, b.timezone,
      a.professional_id, a.professional_name, a.service_name, a.client_name, a.appointment_date, a.appointment_time,
      a.ends_at, h.old,
      exists (
        select from appointment_history l where l.business_id = a.business_id and l.appointment_id = a.id
          and l.id > ${change}::bigint and l.change in ('moved', 'undone', 'cancelled')) as is_overtaken,
      exists (
        select from messages t where t.business_id = a.business_id and t.state = 'sent' and t.once = 'push_moved:' || (
          select max(l.id) from appointment_history l where l.business_id = a.business_id and l.appointment_id = a.id
            and l.id < ${change}::bigint and l.change = 'moved') || ':' || s.id) as was_told
    from messages q
    join push_subscriptions s on s.business_id = q.business_id and s.id = ${subscription}::bigint
    join sessions x on x.business_id = s.business_id and x.token_hash = s.session_hash and x.expires_at > ${instant(nowMs)}
    join memberships m on m.business_id = s.business_id and m.user_id = s.user_id and m.is_active
    join businesses b on b.id = q.business_id
    join appointments a on a.business_id = q.business_id and a.id = ${appointment_id}::bigint
    left join appointment_history h on h.business_id = a.business_id and h.appointment_id = a.id and h.id = ${change}::bigint
    where q.business_id = ${business_id} and q.id = ${id}`.execute(db)
  return rows[0]
}

/** Removes a browser that its push service does not know any more. */
export async function forgetSubscription(db: Db, business_id: number, id: number): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
}

export async function noteSuccess(db: Db, business_id: number, id: number): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ failures: 0, rests_until: null })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
}

/** Lets a browser rest until then whose push service took long, though it took the push. */
export async function noteSlow(db: Db, business_id: number, id: number, untilMs: number): Promise<void> {
  await sql`
    update push_subscriptions set rests_until = greatest(rests_until, ${instant(untilMs)})
    where business_id = ${business_id} and id = ${id}`.execute(db)
}

/** After so many failures in a row, some ten hours of them, nobody is there. */
const MOST_FAILURES = 15

/** Lets a browser rest whose push service does not take messages: a minute, two, four, at most an hour; or gives it up. */
export async function noteFailure(db: Db, business_id: number, id: number, nowMs: number): Promise<void> {
  await sql`
    with given_up as (
      delete from push_subscriptions where business_id = ${business_id} and id = ${id} and failures >= ${MOST_FAILURES - 1})
    update push_subscriptions set failures = failures + 1,
      rests_until = ${instant(nowMs)} + make_interval(mins => least(power(2, failures), 60)::integer)
    where business_id = ${business_id} and id = ${id} and failures < ${MOST_FAILURES - 1}`.execute(db)
}

/** Forgets what was pushed a week ago, some thousands at a time. */
export async function forgetPushes(db: Db, nowMs: number): Promise<void> {
  const before = instant(nowMs - 7 * 24 * 3_600_000)
  for (;;) {
    const { rows } = await sql<{ n: number }>`
      with old as (
        select business_id, id from messages
        where channel = 'push' and created_at < ${before} and state <> 'queued' limit 2000 for update skip locked),
      noted as (
        delete from handovers h using old where h.business_id = old.business_id and h.message_id = old.id),
      gone as (
        delete from messages q using old where q.business_id = old.business_id and q.id = old.id returning 1)
      select count(*)::integer as n from gone`.execute(db)
    if (rows[0]!.n < 2000) return
  }
}
