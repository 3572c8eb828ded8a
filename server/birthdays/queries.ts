import { BIRTHDAY_DAYS, birthdaysFrom } from '#domain/birthday.ts'
import type { IsoDate } from '#domain/dates.ts'
import { sql } from 'kysely'
import type { By } from '../activity.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import { settle, type DueMessage } from '../messages/queries.ts'

/** More than anybody greets in a week. */
const MOST = 100

/** A client whose birthday is near. */
export interface Celebrated {
  id: number
  client_name: string
  client_phone: string
  birthday: string
  business_name: string
}

/** The greeting of a card in a year, by hand or by itself: one. */
const onceOf = (card_id: number, year: string | number) => `birthday:${card_id}:${year}`

/**
 * The cards `c` of a business that have their birthday on one of the days from `first` on. A greeting is advertising, by hand too:
 * whoever said last, on any card of theirs, that they want none is not among them.
 */
const areNear = (owner: number, first: IsoDate, days: number) => sql`
  c.business_id = ${owner} and c.birthday is not null and c.merged_into is null and c.forgotten_at is null
  and c.blocked_at is null and right(c.birthday, 5) = any(${birthdaysFrom(first, days)}::text[])
  and said_consent(c.business_id, c.id, 'marketing') is distinct from false`

export async function countBirthdays(db: Db, owner: BusinessId, today: IsoDate): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from client_cards c where ${areNear(owner, today, BIRTHDAY_DAYS)}`.execute(
    db,
  )
  return rows[0]!.count
}

/** The clients whose birthday is within a week, the soonest first. */
export async function celebrated(
  db: Db,
  owner: BusinessId,
  today: IsoDate,
): Promise<{ rows: Celebrated[]; total: number }> {
  const { rows } = await sql<Celebrated & { total: number }>`
    select c.id, c.client_name, c.client_phone, c.birthday, b.business_name, count(*) over ()::integer as total
    from client_cards c join businesses b on b.id = c.business_id
    where ${areNear(owner, today, BIRTHDAY_DAYS)}
    order by right(c.birthday, 5) < ${today.slice(5)}, right(c.birthday, 5), c.sorted_name, c.id limit ${MOST}`.execute(
    db,
  )
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** What became of these cards' greetings, of those that were merged into them too; what was not sent is not told. */
export async function greetingsOf(
  db: Db,
  owner: BusinessId,
  ids: number[],
  years: number[],
): Promise<Map<number, 'queued' | 'sent'>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; state: 'queued' | 'sent' }>`
    select coalesce(k.merged_into, k.id) as id, m.state
    from client_cards k join messages m on m.business_id = k.business_id and m.card_id = k.id
    where k.business_id = ${owner} and (k.id = any(${ids}::bigint[]) or k.merged_into = any(${ids}::bigint[]))
      and m.once = any(select 'birthday:' || k.id || ':' || year from unnest(${years}::integer[]) year)
      and m.state in ('queued', 'sent')
    order by m.state = 'sent'`.execute(db)
  return new Map(rows.map(({ id, state }) => [id, state]))
}

/** The birthday and telephone of a card, which nobody changes meanwhile. */
export async function lockedBirthday(tx: Tx, owner: BusinessId, id: number) {
  return await tx
    .selectFrom('client_cards')
    .select(['birthday', 'client_phone'])
    .where('business_id', '=', owner)
    .where('id', '=', id)
    .where('merged_into', 'is', null)
    .where('forgotten_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Notes a greeting that was sent by hand; of two who say so, the first one counts. One that waits to go by itself does not go any
 * more, that of a card which was merged into this one too, and its message returns, unless a sender holds it or it may have gone.
 */
export async function noteGreeted(
  tx: Tx,
  owner: BusinessId,
  { card_id, phone, year }: { card_id: number; phone: string; year: number },
  { user_id, nowMs }: By,
): Promise<void> {
  const { rows } = await sql<DueMessage>`
    select m.business_id, m.id, m.kind, m.appointment_id, m.recipient, m.data, m.attempts, m.unanswered
    from client_cards k join messages m on m.business_id = k.business_id and m.once = 'birthday:' || k.id || ':' || ${year}::integer
    where k.business_id = ${owner} and (k.id = ${card_id} or k.merged_into = ${card_id}) and m.state = 'queued'
      and (m.channel = 'email' or m.attempts = 0)
      and not exists (select from handovers h where h.business_id = m.business_id and h.message_id = m.id)
    for no key update of m skip locked`.execute(tx)
  for (const row of rows) await settle(tx, row, { state: 'skipped' }, nowMs)
  await sql`
    insert into messages (business_id, once, kind, card_id, recipient, channel, state, data, due_at, created_at, settled_at)
    values (${owner}, ${onceOf(card_id, year)}, 'by_hand_birthday', ${card_id}, ${phone}, 'whatsapp', 'sent',
      ${JSON.stringify({ manual: true, user_id })}::jsonb, ${instant(nowMs)}, ${instant(nowMs)}, ${instant(nowMs)})
    on conflict (business_id, once) do update set kind = excluded.kind, state = excluded.state, channel = excluded.channel,
      recipient = excluded.recipient, data = excluded.data, settled_at = excluded.settled_at
    where messages.state in ('skipped', 'failed')`.execute(tx)
}

/** Whether a business greets by itself. */
export async function greetsBirthdays(db: Db, owner: BusinessId): Promise<boolean> {
  const row = await db
    .selectFrom('businesses')
    .select('greets_birthdays')
    .where('id', '=', owner)
    .executeTakeFirstOrThrow()
  return row.greets_birthdays
}

export async function setGreetings(db: Db, owner: BusinessId, greets_birthdays: boolean) {
  await db.updateTable('businesses').set({ greets_birthdays }).where('id', '=', owner).execute()
}
