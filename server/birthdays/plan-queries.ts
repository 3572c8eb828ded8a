import { statement, type Tx } from '../database/db.ts'
import { birthdaysOn } from '../messages/advertising/queries.ts'

/** From this hour on, by the clocks of the business. */
const GREETING_HOUR = 9

export interface Greeting {
  business_id: number
  id: number
}

// One for a card and year, by WhatsApp or by mail, whatever was sent by hand, and where the business was that day. A greeting by WhatsApp goes to the telephone of the
// person's last appointment, which is the card's, and stands with that appointment.
const writing = statement<Greeting, [now: string, whatsapp: boolean, hour: number, limit: number]>(`
  with due as (
    select c.business_id, c.id, a.id as appointment_id, c.client_phone, c.client_email, to_char(l.at, 'YYYY') as year
    from businesses b
    cross join lateral (select $1::timestamptz at time zone b.timezone as at) l
    join client_cards c on c.business_id = b.id and c.birthday is not null and c.merged_into is null
      and c.forgotten_at is null and c.blocked_at is null
      and right(c.birthday, 5) = any(${birthdaysOn('l.at')})
    left join lateral (
      select a.id from appointments a
      where $2::boolean and b.reminder_channel <> 'email' and a.business_id = c.business_id and a.card_id = c.id
        and a.hold_kind is null and a.client_phone = c.client_phone
        and takes_whatsapp(c.business_id, c.id, c.client_phone)
      order by a.starts_at desc limit 1) a on true
    where b.greets_birthdays and b.suspended_at is null and extract(hour from l.at) >= $3::integer
      and coalesce(b.arrived_at at time zone b.timezone < date_trunc('day', l.at) + make_interval(hours => $3::integer), true)
      and (a.id is not null or c.client_email is not null) and has_consent(c.business_id, c.id, 'marketing')
      and not exists (
        select from client_cards k join messages m on m.business_id = k.business_id and m.card_id = k.id
        where k.business_id = c.business_id and (k.id = c.id or k.merged_into = c.id)
          and m.once = 'birthday:' || k.id || ':' || to_char(l.at, 'YYYY'))
      and not exists (select from business_deletions d where d.business_id = b.id and d.cancelled_at is null)
    order by c.business_id, c.id limit $4::integer)
  insert into messages (business_id, once, kind, card_id, appointment_id, recipient, channel, data, due_at, created_at)
  select business_id, 'birthday:' || id || ':' || year,
    case when appointment_id is null then 'reminder_birthday' else 'reminder_whatsapp_birthday' end, id, appointment_id,
    case when appointment_id is null then client_email else client_phone end,
    case when appointment_id is null then 'email' else 'whatsapp' end,
    jsonb_build_object('since', (extract(epoch from $1::timestamptz) * 1000)::bigint), $1::timestamptz, $1::timestamptz
  from due
  on conflict (business_id, once) do nothing
  returning business_id, id`)

/** Writes the greetings of those whose birthday it is, at most `limit`. */
export const writeGreetings = (tx: Tx, nowMs: number, hasWhatsApp: boolean, limit: number) =>
  writing(tx, new Date(nowMs).toISOString(), hasWhatsApp, GREETING_HOUR, limit)
