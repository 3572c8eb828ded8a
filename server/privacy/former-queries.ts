import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Tx } from '../database/db.ts'
import { FORGOTTEN_RECIPIENT, sendNone } from './erase-queries.ts'

/** Names with the telephone and e-mail that somebody is known by. */
export interface Known {
  client_name: string
  client_phone: string
  client_email: string | null
}

/**
 * A time during which an appointment was somebody's before it became another's: after the entry in its history by which it became
 * theirs, 0 where it was theirs from the first, up to that by which it ceased to be.
 */
export interface Former {
  appointment_id: number
  since_id: number
  since_at: number
  until_id: number
  until_at: number
}

const rowsOf = (known: Known[]) => sql`unnest(${known.map((one) => one.client_name)}::text[],
  ${known.map((one) => one.client_phone)}::text[], ${known.map((one) => one.client_email)}::text[])
  k (client_name, client_phone, client_email)`

/**
 * The times during which appointments were a person's, as their history says: of an e-mail, or of a telephone or e-mail with a similar
 * name, since several of a family may share either.
 */
export async function formerOf(
  tx: Tx,
  owner: BusinessId,
  { known, email }: { known: Known[]; email: string | undefined },
): Promise<Former[]> {
  const { rows } = await sql<Former>`
    with states as (
      select h.appointment_id, h.id, h.at, was.*, is_another_person(was.client_name, was.client_phone, was.client_email,
        lead(was.client_name, 1, a.client_name) over entries, lead(was.client_phone, 1, a.client_phone) over entries,
        lead(was.client_email, 1, a.client_email) over entries) as is_last
      from appointment_history h join appointments a on a.business_id = h.business_id and a.id = h.appointment_id
      -- An entry holds what it changed: the rest is what the next one that changed it holds, or how it is now.
      cross join lateral jsonb_to_record(
        jsonb_build_object('client_name', a.client_name, 'client_phone', a.client_phone, 'client_email', a.client_email) || (
          select jsonb_object_agg(key, value order by l.id desc) from appointment_history l, jsonb_each(l.old)
          where l.business_id = h.business_id and l.appointment_id = h.appointment_id and l.id >= h.id))
        was (client_name text, client_phone text, client_email text)
      where h.business_id = ${owner} and a.given_away_at is not null
        and h.old ?| array['client_name', 'client_phone', 'client_email']
      window entries as (partition by h.appointment_id order by h.id)),
    times as (
      select *, max(id) filter (where is_last) over before as since_id, max(at) filter (where is_last) over before as since_at,
        min(id) filter (where is_last) over onwards as until_id, min(at) filter (where is_last) over onwards as until_at
      from states
      window before as (partition by appointment_id order by id rows between unbounded preceding and 1 preceding),
        onwards as (partition by appointment_id order by id rows between current row and unbounded following))
    select distinct appointment_id, coalesce(since_id, 0) as since_id, coalesce(since_at, 'epoch') as since_at, until_id, until_at
    from times
    where until_id is not null and (lower(client_email) = ${email ?? null} or exists (
      select from ${rowsOf(known)}
      where similar_names(k.client_name, times.client_name) and (k.client_phone <> '' and k.client_phone = times.client_phone
        or lower(k.client_email) = lower(times.client_email))))`.execute(tx)
  return rows
}

/** What a person asked of their data by an appointment that is another's by now. */
export async function formerRequests(
  tx: Tx,
  owner: BusinessId,
  { known, email }: { known: Known[]; email: string | undefined },
  former: Former[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from data_requests r
    where r.business_id = ${owner} and (lower(r.client_email) = ${email ?? null}
      or exists (
        select from ${rowsOf(known)}
        where lower(k.client_email) = lower(r.client_email) and similar_names(k.client_name, r.client_name))
      or exists (
        select from ${timesOf(former)}
        where f.appointment_id = r.appointment_id and r.received_at > f.since_at and r.received_at <= f.until_at))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

const timesOf = (former: Former[]) => sql`(
  select appointment_id, since_id, to_timestamp(since_ms / 1000) as since_at, until_id, to_timestamp(until_ms / 1000) as until_at
  from unnest(${former.map((one) => one.appointment_id)}::bigint[], ${former.map((one) => one.since_id)}::bigint[],
    ${former.map((one) => one.since_at)}::float8[], ${former.map((one) => one.until_id)}::bigint[],
    ${former.map((one) => one.until_at)}::float8[]) u (appointment_id, since_id, since_ms, until_id, until_ms)) f`

const PERSONAL = sql`'{client_name,client_phone,client_email,client_id,notes,cancellation_reason,no_show_reason}'::text[]`

/**
 * A message's data without the person: the number of its change, which the next one counts on from, and the time that it told stay.
 * That the e-mail was another one stays too: whoever reads of the appointment now hears of it for the first time.
 */
const impersonal = sql`(
  select coalesce(jsonb_object_agg(key, case key when 'old'
    then (value - ${PERSONAL}) || case when value ? 'client_email' then '{"client_email": null}'::jsonb else '{}' end
    else value end), '{}')
  from jsonb_each(m.data)
  where key in ('sequence', 'actor', 'old', 'others', 'change', 'starts_at', 'both', 'manual', 'user_id', 'is_act'))`

/** Erases what stands of somebody at appointments that became another's; what told others, before or since, stays. */
export async function eraseFormer(tx: Tx, owner: BusinessId, former: Former[], nowMs: number): Promise<void> {
  if (former.length === 0) return
  await sql`
    update appointment_history h set old = old - ${PERSONAL}
    from ${timesOf(former)}
    where h.business_id = ${owner} and h.appointment_id = f.appointment_id and h.id > f.since_id and h.id <= f.until_id`.execute(
    tx,
  )
  await sql`
    delete from inbound_messages m using ${timesOf(former)}
    where m.business_id = ${owner} and m.appointment_id = f.appointment_id and m.at > f.since_at and m.at <= f.until_at`.execute(
    tx,
  )
  const answers = sql`kind = 'whatsapp_answer' and exists (
    select from ${timesOf(former)}
    where f.appointment_id = messages.appointment_id and messages.created_at between f.since_at and f.until_at)`
  await sendNone(tx, owner, answers, nowMs)
  // The news of the change was queued with it, for whose it became. What waits is composed for whose it is when it leaves.
  await sql`
    update messages m set data = ${impersonal},
      -- Why it waits or was not sent stays; what a mail server said may name the address.
      last_error = substring(m.last_error from '^[a-z_ ]+$'),
      recipient = case
        when m.kind like '%\\_owner' or m.channel = 'push' then m.recipient
        when m.state = 'queued' and m.channel = 'whatsapp' then a.client_phone
        when m.state = 'queued' then coalesce(a.client_email, ${FORGOTTEN_RECIPIENT})
        when m.created_at = f.until_at and m.settled_at > f.until_at then m.recipient
        else ${FORGOTTEN_RECIPIENT} end
    from ${timesOf(former)}
    join appointments a on a.business_id = ${owner} and a.id = f.appointment_id
    where m.business_id = ${owner} and m.appointment_id = f.appointment_id and m.created_at between f.since_at and f.until_at`.execute(
    tx,
  )
}
