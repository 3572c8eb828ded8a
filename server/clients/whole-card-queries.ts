import type { Note, SaidOtherwise, WholeCard } from '#domain/api/card.ts'
import { WALK_IN_NAME } from '#domain/appointment-input.ts'
import { LATE_CANCEL_MINUTES } from '#domain/card.ts'
import { sql } from 'kysely'
import type { Scope } from '../accounts/scope.ts'
import { instant, type Db, type Tx } from '../database/db.ts'
import { consentsOf } from './consent-queries.ts'
import { filesOf } from './file-queries.ts'
import { countHealthNotes } from './health-queries.ts'
import { mergesOf } from './merge-queries.ts'
import { areSeen, cardOf, cardOfComing, visitsOf } from './card-queries.ts'

type Beside = 'said_otherwise' | 'notes' | 'files' | 'health_notes' | 'merges' | 'history' | 'consents'
type Figures = Omit<WholeCard, keyof Awaited<ReturnType<typeof cardOf>> | Beside>

/** A card with its figures, notes and last appointments, as far as the scope covers them. */
export async function wholeCard(
  db: Db,
  scope: Scope,
  id: number,
  // Health: the clients of whose health the member reads.
  { user_id, nowMs, health }: { user_id: number; nowMs: number; health: Scope | undefined },
): Promise<WholeCard | undefined> {
  const card = await cardOf(db, scope, id)
  if (!card) return undefined
  const [figures, said_otherwise, history, notes, files, health_notes, merges, consents] = await Promise.all([
    figuresOf(db, scope, id, nowMs),
    saidOtherwise(db, scope, id),
    historyOf(db, scope, id),
    notesOf(db, scope, id, user_id),
    filesOf(db, { business_id: scope.business_id, card_id: id }, user_id),
    health && (await cardOfComing(db, health, id))
      ? countHealthNotes(db, { business_id: scope.business_id, card_id: id })
      : null,
    mergesOf(db, scope, id, nowMs),
    consentsOf(db, scope.business_id, id),
  ])
  return { ...card, ...figures, said_otherwise, history, notes, files, health_notes, merges, consents }
}

async function figuresOf(db: Db, scope: Scope, id: number, nowMs: number): Promise<Figures> {
  const attended = sql`${areSeen(scope)} and a.attendance_status = 'attended'`
  const usual = (name: 'service_name' | 'professional_name') => {
    const column =
      name === 'service_name' ? sql`coalesce(a.catalogue_name, a.service_name)` : sql`a.professional_name`
    return sql`(select ${column} from appointments a where ${attended}
      group by 1 order by count(*) desc, max(a.starts_at) desc limit 1)`
  }
  const { rows } = await sql<Figures>`
    select counted.*, next.*, tagged.*, late.late_cancellations, came.first_visit,
      case when counted.visits > 0 then round(counted.spent / counted.visits, 2) end as average,
      case when came.days > 2 then round((came.last_date - came.first_date)::numeric / (came.days - 1))::int end
        as rhythm_days,
      ${usual('service_name')} as favourite_service, ${usual('professional_name')} as favourite_professional,
      consent.consent_version, consent.consented_at, c.whatsapp_missing_at
    from client_cards c ${visitsOf(scope, instant(nowMs))}
    cross join lateral (
      select min(a.starts_at) as first_visit, min(a.appointment_date) as first_date, max(a.appointment_date) as last_date,
        count(distinct a.appointment_date) as days
      from appointments a where ${attended}) came
    cross join lateral (
      select count(*)::int as late_cancellations
      from appointments a join businesses b on b.id = a.business_id
      cross join lateral (
        select h.actor, h.at from appointment_history h
        where h.business_id = a.business_id and h.appointment_id = a.id and h.change = 'cancelled'
        order by h.id desc limit 1) last
      where ${areSeen(scope)} and a.status = 'cancelled' and last.actor = 'client'
        and last.at > a.starts_at
          - make_interval(mins => greatest(b.cancel_notice_minutes, ${LATE_CANCEL_MINUTES}))) late
    left join lateral (
      select a.consent_version, a.consented_at from appointments a
      where ${areSeen(scope)} and a.consented_at is not null order by a.id desc limit 1) consent on true
    where c.business_id = ${scope.business_id} and c.id = ${id}`.execute(db)
  return rows[0]!
}

/** What the last appointment says otherwise than the card, unless somebody of the business wrote the card since. */
async function saidOtherwise(db: Db, scope: Scope, id: number): Promise<SaidOtherwise | null> {
  const { rows } = await sql<SaidOtherwise>`
    select a.id as appointment_id, a.created_at as at, said.*
    from client_cards c
    cross join lateral (
      select a.* from appointments a where ${areSeen(scope)} order by a.created_at desc, a.id desc limit 1) a
    cross join lateral (
      -- What the card lacks too: before the client came, a booking fills nothing in (0870_what_fills_a_card.sql).
      select case when plain(a.client_name) <> plain(c.client_name) and a.client_name <> ${WALK_IN_NAME}
          then a.client_name end as client_name,
        case when a.client_phone <> '' and a.client_phone <> c.client_phone then a.client_phone end as client_phone,
        case when lower(a.client_email) is distinct from lower(c.client_email) then a.client_email end as client_email,
        case when a.client_id is distinct from c.client_id then a.client_id end as client_id) said
    where c.business_id = ${scope.business_id} and c.id = ${id} and a.created_at > coalesce(c.written_at, '-infinity')
      and num_nonnulls(said.client_name, said.client_phone, said.client_email, said.client_id) > 0`.execute(
    db,
  )
  return rows[0] ?? null
}

async function historyOf(db: Db, scope: Scope, id: number): Promise<WholeCard['history']> {
  const { rows } = await sql<WholeCard['history'][number]>`
    select a.id, a.appointment_date, a.appointment_time, a.starts_at, a.service_id, a.service_name, a.professional_id,
      a.professional_name, a.price, a.price_kind, a.actual_price, a.status, a.attendance_status,
      a.client_confirmed_at, a.arrived_at
    from client_cards c join appointments a on ${areSeen(scope)}
    where c.business_id = ${scope.business_id} and c.id = ${id}
    order by a.starts_at desc, a.id desc limit 100`.execute(db)
  return rows
}

const notes = (user_id: number) => sql<Note>`
  select n.id, n.body, coalesce(u.name, u.email) as written_by, n.written_by = ${user_id} as is_own, n.at
  from client_notes n join users u on u.id = n.written_by`

async function notesOf(db: Db, scope: Scope, id: number, user_id: number): Promise<Note[]> {
  const { rows } = await sql<Note>`
    ${notes(user_id)} where n.business_id = ${scope.business_id} and n.card_id = ${id} order by n.at desc, n.id desc`.execute(
    db,
  )
  return rows
}

/** One note, on whatever card it is by now. */
export async function noteOf(
  db: Db,
  { business_id, id, user_id }: { business_id: number; id: number; user_id: number },
): Promise<Note | undefined> {
  const { rows } = await sql<Note>`
    ${notes(user_id)} where n.business_id = ${business_id} and n.id = ${id}`.execute(db)
  return rows[0]
}

/** Writes a note. @returns its id; undefined when the card has as many as it may. The card has to be locked. */
export async function insertNote(
  tx: Tx,
  { business_id, card_id, most }: { business_id: number; card_id: number; most: number },
  { body, user_id, nowMs }: { body: string; user_id: number; nowMs: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into client_notes (business_id, card_id, body, written_by, at)
    select ${business_id}, ${card_id}, ${body}, ${user_id}, ${instant(nowMs)}
    where (select count(*) from client_notes where business_id = ${business_id} and card_id = ${card_id}) < ${most}
    returning id`.execute(tx)
  return rows[0]?.id
}

/** Removes a note; with `written_by`, that person's alone. @returns whether there was one. */
export async function deleteNote(
  db: Db | Tx,
  { business_id, card_id, id }: { business_id: number; card_id: number; id: number },
  written_by: number | undefined,
): Promise<boolean> {
  let gone = db
    .deleteFrom('client_notes')
    .where('business_id', '=', business_id)
    .where('card_id', '=', card_id)
    .where('id', '=', id)
  if (written_by !== undefined) gone = gone.where('written_by', '=', written_by)
  return (await gone.executeTakeFirst()).numDeletedRows > 0n
}
