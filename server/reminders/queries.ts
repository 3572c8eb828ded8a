import {
  FIRST_REMINDER_HOURS,
  LAST_REMINDER_HOURS,
  REMINDER_HOURS,
  type ReminderSkip,
} from '#domain/reminders.ts'
import { sql } from 'kysely'
import { LOCKS } from '../database/advisory-locks.ts'
import { iso, statement, type Db, type Tx } from '../database/db.ts'

const HOUR_MS = 3_600_000

/**
 * The earliest relevant due time: a reminder due before it can neither be sent nor be recorded as skipped.
 */
export const longestLookBack = (now: number): number => now - FIRST_REMINDER_HOURS * HOUR_MS

// The query planner cannot know how few rows a period holds: it would read all messages instead of looking
// some up, or all due rows instead of the first. The time-out ends the transaction of a process that hangs in
// it.
const settings = Object.entries({
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_sort: 'off',
  idle_in_transaction_session_timeout: '30s',
})

/**
 * Tries to become the only planning transaction. This saves work; even without it, no reminder would be
 * written twice.
 */
export async function planAlone(tx: Tx, planner = LOCKS.planReminders): Promise<boolean> {
  const local = settings.map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(${planner}::bigint) as alone, ${sql.join(local)}`.execute(tx)
  return rows[0]!.alone
}

/**
 * Waits for whoever else decides by which way reminders go: what follows sees what they wrote. Each way has its own `once`,
 * and nothing but this keeps two planners from reminding somebody by both while a business changes its choice.
 */
export async function decideWays(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCKS.decideWays}::bigint)`.execute(tx)
}

export interface Written {
  business_id: number
  id: number
  kind: string
  recipient: string
  state: 'queued' | 'skipped'
  due_at: number
}

// Each due time is a fixed interval before the start, so what fell due in a period is a range of the index on
// starts_at: one for the two-hour reminder, and one for each choice of the first, if it is the business's. A
// due time before the booking, before the last move, or before there was an e-mail, had already passed; one before the
// business came here from another installation was told there, and one that came suspended is told once it is let go.
const writing = statement<
  Written,
  [hours: number[], now: string, from: string, limit: number, lastHours: number, hasWhatsApp: boolean]
>(`
  with due as (
    select due.*, reminder.kind, due.starts_at - ahead as due_at,
      reminder.kind || ':' || id || ':' || extract(epoch from starts_at)::bigint as once,
      case when is_suspended then 'suspended'
        -- The first one gives way to the extra one.
        when h <> $5::integer and due.starts_at <= $2::timestamptz + make_interval(hours => $5::integer) then 'late'
      end as skip
    from unnest($1::integer[]) h
    cross join lateral (
      select make_interval(hours => h) as ahead,
        case when h = $5::integer then 'reminder_two_hours' else 'reminder_advance' end as kind) reminder
    cross join lateral (
      select a.business_id, a.id, a.client_email, a.starts_at, b.suspended_at is not null as is_suspended,
        case when $6::boolean and b.reminder_channel = 'both'
          then takes_whatsapp(a.business_id, a.card_id, a.client_phone) else false end as is_one_of_both
      from appointments a join businesses b on b.id = a.business_id and (h = $5::integer or h = b.reminder_hours)
      where a.status = 'scheduled' and a.client_email is not null
          and greatest(a.created_at, b.arrived_at) < a.starts_at - ahead
          and (b.suspended_at = b.arrived_at) is not true
        and a.starts_at > greatest($2::timestamptz, $3::timestamptz + ahead)
        and a.starts_at <= $2::timestamptz + ahead
        -- Who is reminded by WhatsApp instead is no one's mail.
        and case when $6::boolean and b.reminder_channel = 'whatsapp'
          then not takes_whatsapp(a.business_id, a.card_id, a.client_phone) else true end
        and not exists (
          select from appointment_history c
          where c.business_id = a.business_id and c.appointment_id = a.id and c.change in ('moved', 'edited')
            and (c.old ? 'starts_at' or c.old -> 'client_email' = 'null') and c.at >= a.starts_at - ahead)
        and not exists (
          select from messages m
          where m.business_id = a.business_id
            and m.once = reminder.kind || ':' || a.id || ':' || extract(epoch from a.starts_at)::bigint)
        -- Whatever was chosen meanwhile: who is reminded by WhatsApp is not reminded again, unless both were to go.
        and not exists (
          select from messages m
          where m.business_id = a.business_id and m.state in ('queued', 'sent')
            and m.once = replace(reminder.kind, 'reminder_', 'reminder_whatsapp_') || ':' || a.id || ':'
              || extract(epoch from a.starts_at)::bigint || ':whatsapp'
            and not (b.reminder_channel = 'both' and m.data ? 'both'))
      order by a.starts_at
      limit $4::integer) due
    order by due_at, business_id, id
    limit $4::integer
  )
  insert into messages (business_id, kind, appointment_id, recipient, once, data, due_at, created_at,
    state, last_error, settled_at)
  select business_id, kind, id, client_email, once,
    jsonb_build_object('starts_at', (extract(epoch from starts_at) * 1000)::bigint)
      || case when is_one_of_both then '{"both": true}'::jsonb else '{}'::jsonb end, due_at, $2::timestamptz,
    case when skip is null then 'queued' else 'skipped' end, skip,
    case when skip is not null then $2::timestamptz end
  from due
  order by due_at, business_id, id
  on conflict (business_id, once) do nothing
  returning business_id, id, kind, recipient, state, due_at`)

/**
 * Writes the reminders that fell due after `from`, each once: the first `limit` in order of their due time.
 */
export function writeDue(
  tx: Tx,
  { now, from, limit, hasWhatsApp }: { now: number; from: number; limit: number; hasWhatsApp: boolean },
): Promise<Written[]> {
  const hours = [LAST_REMINDER_HOURS, ...REMINDER_HOURS]
  return writing(tx, hours, iso(now), iso(from), limit, LAST_REMINDER_HOURS, hasWhatsApp)
}

/** Marks reminders as skipped, for that reason. */
export async function skipReminders(
  tx: Tx,
  messages: { business_id: number; id: number }[],
  reason: ReminderSkip,
  now: number,
) {
  if (messages.length === 0) return
  await sql`
    update messages m set state = 'skipped', last_error = ${reason}, settled_at = ${iso(now)}::timestamptz
    from unnest(${messages.map(({ business_id }) => business_id)}::bigint[],
      ${messages.map(({ id }) => id)}::bigint[]) unpaid (business_id, id)
    where m.business_id = unpaid.business_id and m.id = unpaid.id`.execute(tx)
}

/** A business's reminders that were sent, failed or skipped, newest first. */
export async function settledReminders(
  db: Db,
  business_id: number,
  { page, limit }: { page: number; limit: number },
) {
  const all = db
    .selectFrom('messages as m')
    .where('m.business_id', '=', business_id)
    // Must match the condition of the index messages_paid literally.
    .where(
      sql<boolean>`m.kind in ('reminder_advance', 'reminder_two_hours',
        'reminder_whatsapp_advance', 'reminder_whatsapp_two_hours', 'reminder_birthday', 'reminder_whatsapp_birthday')`,
    )
    .where('m.state', '!=', 'queued')
  const [rows, total] = await Promise.all([
    all
      .leftJoin('appointments as a', (join) =>
        join.onRef('a.business_id', '=', 'm.business_id').onRef('a.id', '=', 'm.appointment_id'),
      )
      .leftJoin('client_cards as c', (join) =>
        join.onRef('c.business_id', '=', 'm.business_id').onRef('c.id', '=', 'm.card_id'),
      )
      .select([
        'm.id',
        'm.kind',
        'm.channel',
        'm.state',
        'm.last_error',
        'm.recipient',
        'm.due_at',
        'm.settled_at',
      ])
      .select(sql<string>`coalesce(c.client_name, a.client_name, '')`.as('client_name'))
      .select(['a.id as appointment_id', 'a.service_name', 'a.appointment_date', 'a.appointment_time'])
      .orderBy('m.id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    all.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: total.total }
}
