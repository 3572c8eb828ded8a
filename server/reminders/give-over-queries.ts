import { LAST_REMINDER_HOURS } from '#domain/reminders.ts'
import { statement, type Tx } from '../database/db.ts'

/** How long a reminder may wait for its own way. */
const OVERDUE_MS = 15 * 60_000

/** A reminder that goes by the other way. */
export interface GivenOver {
  business_id: number
  /** Of the one that waited, and is closed. */
  closed_id: number
  /** Of the one that goes instead; null when that was there before. */
  id: number | null
  kind: string
  recipient: string
}

interface Way {
  channel: 'email' | 'whatsapp'
  kinds: string[]
  /** What a kind of the other way is called in this one, and its `once`, in SQL. */
  kind: string
  once: string
  recipient: string
  /** Whether somebody may be reminded by it. */
  mayGo: string
}

const startOf = "(m.data ->> 'starts_at')::bigint"
const BY_MAIL: Way = {
  channel: 'email',
  kinds: ['reminder_advance', 'reminder_two_hours'],
  kind: "replace(m.kind, 'reminder_whatsapp_', 'reminder_')",
  once: `replace(m.kind, 'reminder_whatsapp_', 'reminder_') || ':' || a.id || ':' || ${startOf} / 1000`,
  recipient: 'a.client_email',
  // An address that does not exist is none (messages/bounced.ts): WhatsApp may come back in time.
  mayGo: `a.client_email is not null and not exists (
      select from attempts t where t.subject = sha256(convert_to('bounced ' || lower(a.client_email), 'utf8'))
        and t.until > $1::timestamptz)`,
}
const BY_WHATSAPP: Way = {
  channel: 'whatsapp',
  kinds: ['reminder_whatsapp_advance', 'reminder_whatsapp_two_hours'],
  kind: "replace(m.kind, 'reminder_', 'reminder_whatsapp_')",
  once: `replace(m.kind, 'reminder_', 'reminder_whatsapp_') || ':' || a.id || ':' || ${startOf} / 1000 || ':whatsapp'`,
  recipient: 'a.client_phone',
  mayGo: "b.reminder_channel <> 'email' and takes_whatsapp(a.business_id, a.card_id, a.client_phone)",
}

// A sender holds the row of what it sends, and notes what may have gone: neither is touched. Whoever closes the one writes the
// other in the same statement, so that a reminder is never lost between the two, nor goes by both.
const givingOver = (from: Way, to: Way) =>
  statement<GivenOver, [now: string, before: string, limit: number]>(`
  with overdue as (
    select m.business_id, m.id, a.id as appointment_id, ${to.kind} as kind, ${to.once} as once,
      ${to.recipient} as recipient, m.data
    from messages m
    join appointments a on a.business_id = m.business_id and a.id = m.appointment_id
    join businesses b on b.id = m.business_id
    where m.state = 'queued' and m.channel = '${from.channel}' and starts_with(m.kind, 'reminder_')
      and m.kind in ('${from.kinds.join("', '")}') and m.created_at <= $2::timestamptz
      and a.status = 'scheduled' and a.starts_at = to_timestamp(${startOf} / 1000.0)
      and a.starts_at > $1::timestamptz
        + make_interval(hours => case when m.kind = '${from.kinds[0]}' then ${LAST_REMINDER_HOURS} else 0 end)
      and b.suspended_at is null and ${to.mayGo}
      and not exists (select from handovers h where h.business_id = m.business_id and h.message_id = m.id)
      and not exists (select from messages o where o.business_id = m.business_id and o.once = ${to.once})
    order by m.due_at limit $3::integer
    for no key update of m skip locked),
  closed as (
    update messages m set state = 'skipped', last_error = '${to.channel === 'email' ? 'by_mail' : 'by_whatsapp'}',
      settled_at = $1::timestamptz
    from overdue o where m.business_id = o.business_id and m.id = o.id
    returning m.business_id, m.id),
  written as (
    insert into messages (business_id, kind, appointment_id, recipient, once, channel, data, due_at, created_at)
    select o.business_id, o.kind, o.appointment_id, o.recipient, o.once, '${to.channel}', o.data, $1::timestamptz, $1::timestamptz
    from overdue o join closed c on c.business_id = o.business_id and c.id = o.id
    on conflict (business_id, once) do nothing
    returning business_id, id, once)
  select o.business_id, o.id as closed_id, w.id, o.kind, o.recipient
  from overdue o left join written w on w.business_id = o.business_id and w.once = o.once`)

const toMail = givingOver(BY_WHATSAPP, BY_MAIL)
const toWhatsApp = givingOver(BY_MAIL, BY_WHATSAPP)

/** Closes reminders that wait too long for WhatsApp, or for mail, and writes those that go instead. */
export const writeInstead = (tx: Tx, to: 'email' | 'whatsapp', nowMs: number, limit: number) =>
  (to === 'email' ? toMail : toWhatsApp)(
    tx,
    new Date(nowMs).toISOString(),
    new Date(nowMs - OVERDUE_MS).toISOString(),
    limit,
  )
