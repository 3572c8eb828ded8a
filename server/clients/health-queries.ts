import { HEALTH_CONSENT_VERSION, MOST_HEALTH_NOTES } from '#domain/health.ts'
import { sql } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'

interface OfCard {
  business_id: number
  card_id: number
}

/** The consents to notes on health of a card `card`, and of those merged into it. */
const ofPerson = ({ business_id, card_id }: OfCard) => sql`
  c.business_id = ${business_id} and c.purpose = 'health_data' and (c.card_id = ${card_id} or c.card_id in (
    select k.id from client_cards k where k.business_id = ${business_id} and k.merged_into = ${card_id}))`

async function lastConsent(db: Db | Tx, card: OfCard) {
  const { rows } = await sql<{ id: number; at: number; given: boolean; responsible: string | null }>`
    select c.id, c.at, c.given, c.evidence->>'responsible' as responsible from consents c where ${ofPerson(card)} order by c.id desc limit 1`.execute(
    db,
  )
  return rows[0]
}

/** The consent that stands; undefined when there is none, or the last was withdrawn. */
export async function standingConsent(db: Db | Tx, card: OfCard) {
  const last = await lastConsent(db, card)
  return last?.given ? { id: last.id, at: last.at, responsible: last.responsible } : undefined
}

/** Whether notes are there of somebody who agrees no more, as a merge of a card with notes and one without consent would leave them. */
export async function isKeptWithoutConsent(tx: Tx, card: OfCard): Promise<boolean> {
  const last = await lastConsent(tx, card)
  return last?.given === false && (await countHealthNotes(tx, card)) > 0
}

/** Notes that a member says that the client agreed, or whoever is responsible for one under age. */
export async function insertConsent(
  tx: Tx,
  { business_id, card_id }: OfCard,
  { user_id, responsible, nowMs }: { user_id: number; responsible: string | undefined; nowMs: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('consents')
    .values({
      business_id,
      card_id,
      purpose: 'health_data',
      given: true,
      text_version: HEALTH_CONSENT_VERSION,
      channel: 'owner',
      at: new Date(nowMs).toISOString(),
      evidence: JSON.stringify({ user_id, responsible }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Notes that a person agrees no more, on each of their cards, so that this stands when a merge is taken back; and removes
 * the notes on their health. @returns how many there were.
 */
export async function withdrawHealth(
  tx: Tx,
  { business_id, card_id }: OfCard,
  { channel, user_id, nowMs }: { channel: 'owner' | 'portal'; user_id: number; nowMs: number },
): Promise<number> {
  await sql`
    insert into consents (business_id, card_id, purpose, given, text_version, channel, at, evidence)
    select ${business_id}, k.id, 'health_data', false, ${HEALTH_CONSENT_VERSION}, ${channel}, ${instant(nowMs)},
      ${JSON.stringify({ user_id })}::jsonb
    from client_cards k
    where k.business_id = ${business_id} and (k.id = ${card_id} or k.merged_into = ${card_id})
    order by k.id`.execute(tx)
  return eraseHealth(tx, business_id, [card_id])
}

/** Removes the notes on health of these cards. @returns how many there were. */
export async function eraseHealth(tx: Tx, business_id: number, cards: number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from health_notes where business_id = ${business_id} and card_id = any(${cards}::bigint[])`.execute(
    tx,
  )
  return Number(numAffectedRows)
}

/** The id of the next note, which is sealed with it. */
export async function nextNote(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('health_notes', 'id')) as id`.execute(tx)
  return rows[0]!.id
}

interface NewNote extends OfCard {
  id: number
  sealed: Buffer
  consent_id: number
  written_by: number
}
/** Writes a note; false when the card has as many as it may. The card has to be locked. */
export async function insertHealthNote(tx: Tx, note: NewNote, nowMs: number): Promise<boolean> {
  const { business_id, card_id, id, sealed, consent_id, written_by } = note
  const { numAffectedRows } = await sql`
    insert into health_notes (business_id, id, card_id, sealed, consent_id, written_by, at)
    select ${business_id}, ${id}, ${card_id}, ${sealed}, ${consent_id}, ${written_by}, ${instant(nowMs)}
    where (select count(*) from health_notes where business_id = ${business_id} and card_id = ${card_id})
      < ${MOST_HEALTH_NOTES}`.execute(tx)
  return Number(numAffectedRows) > 0
}

/** The notes of a card as they are sealed, the latest first. */
export async function sealedNotes(db: Db | Tx, { business_id, card_id }: OfCard, user_id: number) {
  const { rows } = await sql<{
    id: number
    sealed: Buffer
    written_by: string | null
    is_own: boolean
    at: number
  }>`
    select n.id, n.sealed, coalesce(u.name, u.email) as written_by, n.written_by = ${user_id} as is_own, n.at
    from health_notes n join users u on u.id = n.written_by
    where n.business_id = ${business_id} and n.card_id = ${card_id} order by n.at desc, n.id desc`.execute(db)
  return rows
}

export async function countHealthNotes(db: Db | Tx, { business_id, card_id }: OfCard): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from health_notes where business_id = ${business_id} and card_id = ${card_id}`.execute(
    db,
  )
  return rows[0]!.n
}

/** Removes a note; with `written_by`, that person's alone. @returns whether there was one. */
export async function deleteHealthNote(
  tx: Tx,
  { business_id, card_id, id }: OfCard & { id: number },
  written_by: number | undefined,
): Promise<boolean> {
  let gone = tx
    .deleteFrom('health_notes')
    .where('business_id', '=', business_id)
    .where('card_id', '=', card_id)
    .where('id', '=', id)
  if (written_by !== undefined) gone = gone.where('written_by', '=', written_by)
  return (await gone.executeTakeFirst()).numDeletedRows > 0n
}
