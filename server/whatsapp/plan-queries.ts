import { LAST_REMINDER_HOURS, REMINDER_HOURS } from '#domain/reminders.ts'
import { iso, statement, type Tx } from '../database/db.ts'
import type { Written } from '../reminders/queries.ts'

// As the reminders by e-mail are found (server/reminders/queries.ts), of the businesses that want WhatsApp and the clients who
// agreed to it.
const writing = statement<
  Written,
  [hours: number[], now: string, from: string, limit: number, lastHours: number]
>(`
  with due as (
    select due.*, reminder.kind, due.starts_at - ahead as due_at,
      case when is_suspended then 'suspended'
        when h <> $5::integer and due.starts_at <= $2::timestamptz + make_interval(hours => $5::integer) then 'late'
      end as skip
    from unnest($1::integer[]) h
    cross join lateral (
      select make_interval(hours => h) as ahead,
        case when h = $5::integer then 'reminder_whatsapp_two_hours' else 'reminder_whatsapp_advance' end as kind) reminder
    cross join lateral (
      select a.business_id, a.id, a.client_phone, a.starts_at, b.suspended_at is not null as is_suspended,
        b.reminder_channel = 'both' and a.client_email is not null as is_one_of_both,
        reminder.kind || ':' || a.id || ':' || extract(epoch from a.starts_at)::bigint || ':whatsapp' as once
      from businesses b join appointments a on a.business_id = b.id
      where b.reminder_channel <> 'email' and (h = $5::integer or h = b.reminder_hours)
        and a.status = 'scheduled' and greatest(a.created_at, b.arrived_at) < a.starts_at - ahead
        and (b.suspended_at = b.arrived_at) is not true
        and a.starts_at > greatest($2::timestamptz, $3::timestamptz + ahead) and a.starts_at <= $2::timestamptz + ahead
        and not exists (
          select from appointment_history c
          where c.business_id = a.business_id and c.appointment_id = a.id and c.change in ('moved', 'edited')
            and (c.old ? 'starts_at' or c.old ->> 'client_phone' = '') and c.at >= a.starts_at - ahead)
        and not exists (
          select from messages m where m.business_id = a.business_id and m.once = reminder.kind || ':' || a.id || ':'
            || extract(epoch from a.starts_at)::bigint || ':whatsapp')
        and not exists (
          select from messages m
          where m.business_id = a.business_id and m.state in ('queued', 'sent')
            and m.once = replace(reminder.kind, 'whatsapp_', '') || ':' || a.id || ':'
              || extract(epoch from a.starts_at)::bigint
            and not (b.reminder_channel = 'both' and m.data ? 'both'))
        and takes_whatsapp(a.business_id, a.card_id, a.client_phone)
      order by a.starts_at
      limit $4::integer) due
    order by due_at, business_id, id
    limit $4::integer
  )
  insert into messages (business_id, kind, appointment_id, recipient, once, channel, data, due_at, created_at,
    state, last_error, settled_at)
  select business_id, kind, id, client_phone, once, 'whatsapp',
    jsonb_build_object('starts_at', (extract(epoch from starts_at) * 1000)::bigint)
      || case when is_one_of_both then '{"both": true}'::jsonb else '{}'::jsonb end, due_at, $2::timestamptz,
    case when skip is null then 'queued' else 'skipped' end, skip,
    case when skip is not null then $2::timestamptz end
  from due
  order by due_at, business_id, id
  on conflict (business_id, once) do nothing
  returning business_id, id, kind, recipient, state, due_at`)

/** Writes the reminders by WhatsApp that fell due after `from`: the first `limit` in order of their due time. */
export function writeDueByWhatsApp(
  tx: Tx,
  { now, from, limit }: { now: number; from: number; limit: number },
): Promise<Written[]> {
  return writing(
    tx,
    [LAST_REMINDER_HOURS, ...REMINDER_HOURS],
    iso(now),
    iso(from),
    limit,
    LAST_REMINDER_HOURS,
  )
}
