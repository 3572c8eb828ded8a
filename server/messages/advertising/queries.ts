import { sql } from 'kysely'
import type { Place } from '#domain/advertising.ts'
import type { Db } from '../../database/db.ts'
import { isYoung } from '../../limits/young-queries.ts'

/** Birthdays that are on the day of this moment, as 'MM-DD', in SQL: without a 29 February, those of it a day before. */
export const birthdaysOn = (at: string) => `case
  when to_char(${at}, 'MM-DD') = '02-28' and to_char(${at} + interval '1 day', 'MM-DD') = '03-01'
    then array['02-28', '02-29'] else array[to_char(${at}, 'MM-DD')] end`

const since = "to_timestamp((m.data ->> 'since')::float8 / 1000) at time zone b.timezone"

/** Whom an advertising message reaches, and whether it still may. */
export interface AdvertisedFacts extends Place {
  /** The telephone, else the e-mail: one message a day, by whatever channel. */
  reached: string
  agreed: boolean
  /** Whether this year's greeting of the same person was sent meanwhile, with another card that was merged. */
  is_greeted: boolean
  /** Whether it was their birthday when it was written, as is known by now, and the business still greets. */
  is_due: boolean
}

/** Undefined when the message is about nobody, or the person was forgotten. */
export async function advertisedFacts(
  db: Db,
  { business_id, id }: { business_id: number; id: number },
): Promise<AdvertisedFacts | undefined> {
  const { rows } = await sql<AdvertisedFacts>`
    select b.timezone, b.holiday_country, coalesce(nullif(c.client_phone, ''), lower(c.client_email), m.recipient) as reached,
      has_consent(c.business_id, c.id, 'marketing') and c.blocked_at is null and b.suspended_at is null as agreed,
      exists (select from client_cards other join messages sent on sent.business_id = other.business_id
          and sent.once = 'birthday:' || other.id || ':' || split_part(m.once, ':', 3)
        where other.business_id = c.business_id and (other.id = c.id or other.merged_into = c.id)
          and sent.id <> m.id and sent.state = 'sent') as is_greeted,
      b.greets_birthdays and coalesce(right(c.birthday, 5) = any(${sql.raw(birthdaysOn(since))}), false) as is_due
    from messages m join businesses b on b.id = m.business_id
    join client_cards k on k.business_id = m.business_id and k.id = m.card_id
    join client_cards c on c.business_id = k.business_id and c.id = coalesce(k.merged_into, k.id)
    where m.business_id = ${business_id} and m.id = ${id} and c.forgotten_at is null`.execute(db)
  return rows[0]
}

/** Lets another greeting of the year be written, on the right day, in place of one that is not sent. */
export async function freeGreeting(tx: Db, { business_id, id }: { business_id: number; id: number }) {
  await sql`
    update messages set once = once || ':' || id where business_id = ${business_id} and id = ${id}`.execute(
    tx,
  )
}

/** What the mail of a greeting says; undefined without an e-mail. */
export async function greetingFacts(db: Db, { business_id, id }: { business_id: number; id: number }) {
  const { rows } = await sql<{
    card_id: number
    client_name: string
    client_email: string
    business_name: string
    email: string
    phone: string
    slug: string
    logo_url: string | null
    brand_color: string | null
    brand_color_secondary: string | null
    is_confirmed: boolean
    is_trusted: boolean
  }>`
    select c.id as card_id, c.client_name, c.client_email, b.business_name, b.email, b.phone, b.slug, b.logo_url, b.brand_color,
      b.brand_color_secondary, b.email_confirmed_at is not null as is_confirmed,
      b.email_confirmed_at is not null and not ${isYoung} as is_trusted
    from messages m join businesses b on b.id = m.business_id
    join client_cards k on k.business_id = m.business_id and k.id = m.card_id
    join client_cards c on c.business_id = k.business_id and c.id = coalesce(k.merged_into, k.id)
    where m.business_id = ${business_id} and m.id = ${id} and c.client_email is not null`.execute(db)
  return rows[0]
}
