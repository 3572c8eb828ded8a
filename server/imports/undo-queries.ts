import type { Noted } from '#domain/import/match.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Tx } from '../database/db.ts'
import { removeUnreferenced } from './remove-rows.ts'

export interface DoneRow {
  n: number
  done: 'made' | 'updated'
  card_id: number
  filled: Noted | null
  note_id: number | null
}

/** The rows that still have to be taken back, the last ones first: what was added later goes first. */
export const rowsToTakeBack = async (
  tx: Tx,
  owner: BusinessId,
  import_id: number,
  limit: number,
): Promise<DoneRow[]> => {
  const rows = await tx
    .selectFrom('client_import_rows')
    .select(['n', 'done', 'card_id', 'filled', 'note_id'])
    .where('business_id', '=', owner)
    .where('import_id', '=', import_id)
    .where('done', 'in', ['made', 'updated'])
    .orderBy('n', 'desc')
    .limit(limit)
    .execute()
  return rows as DoneRow[]
}

/**
 * Removes those of the cards that are still as this import left them. Whoever finds one meanwhile has its key, and it
 * stays. @returns those that are gone.
 */
export async function removeCards(
  tx: Tx,
  owner: BusinessId,
  import_id: number,
  cards: number[],
): Promise<Set<number>> {
  if (cards.length === 0) return new Set()
  await sql`
    select from client_cards where business_id = ${owner} and id = any(${cards}::bigint[]) order by id for update`.execute(
    tx,
  )
  const { rows } = await sql<{ id: number }>`
    select c.id from client_cards c
    where c.business_id = ${owner} and c.id = any(${cards}::bigint[]) and c.merged_into is null and c.forgotten_at is null
      and c.version = (
        select max(r.card_version) from client_import_rows r
        where r.business_id = c.business_id and r.card_id = c.id and r.import_id = ${import_id})
      and not exists (select from appointments a where a.business_id = c.business_id and a.card_id = c.id)
      and not exists (select from client_cards m where m.business_id = c.business_id and m.merged_into = c.id)
      and not exists (
        select from client_card_tags t where t.business_id = c.business_id and t.card_id = c.id and t.tag_id not in (
          select tag::bigint from client_import_rows r
          cross join jsonb_array_elements_text(coalesce(r.filled->'tag_ids', '[]')) tag
          where r.business_id = c.business_id and r.card_id = c.id and r.import_id = ${import_id}))
      and not exists (
        select from client_notes n where n.business_id = c.business_id and n.card_id = c.id and n.id not in (
          select r.note_id from client_import_rows r
          where r.business_id = c.business_id and r.card_id = c.id and r.import_id = ${import_id}
            and r.note_id is not null))
      and not exists (select from health_notes n where n.business_id = c.business_id and n.card_id = c.id)
      and not exists (select from client_files f where f.business_id = c.business_id and f.card_id = c.id)
      and not exists (
        select from consents s
        where s.business_id = c.business_id and s.card_id = c.id and s.channel <> 'import')`.execute(tx)
  return await removeUnreferenced(
    tx,
    rows.map(({ id }) => id),
    (unchanged) => remove(tx, owner, unchanged),
  )
}

async function remove(tx: Tx, owner: BusinessId, cards: number[]): Promise<void> {
  await sql`delete from client_notes where business_id = ${owner} and card_id = any(${cards}::bigint[])`.execute(
    tx,
  )
  await sql`delete from consents where business_id = ${owner} and card_id = any(${cards}::bigint[])`.execute(
    tx,
  )
  await sql`delete from client_cards where business_id = ${owner} and id = any(${cards}::bigint[])`.execute(
    tx,
  )
}

/**
 * Empties again what the import filled in on a card, where it is still what the import wrote.
 * @returns the rows of which nothing had changed since.
 */
export async function restoreCards(
  tx: Tx,
  owner: BusinessId,
  rows: Omit<DoneRow, 'done'>[],
): Promise<Set<number>> {
  if (rows.length === 0) return new Set()
  const cards = [...new Set(rows.map(({ card_id }) => card_id))]
  await sql`
    select from client_cards where business_id = ${owner} and id = any(${cards}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  const asked = JSON.stringify(
    rows.map(({ n, card_id, filled, note_id }) => ({ n, card_id, note_id, ...filled })),
  )
  const of = sql`jsonb_to_recordset(${asked}::jsonb) f (n integer, card_id bigint, note_id bigint, client_phone text,
    client_email text, client_id text, birthday text, alert text, tag_ids jsonb)`
  const { rows: whole } = await sql<{ n: number }>`
    select f.n from ${of} join client_cards c on c.business_id = ${owner} and c.id = f.card_id
    where c.merged_into is null and c.forgotten_at is null
      and (f.client_phone is null or f.client_phone = c.client_phone)
      and (f.client_email is null or f.client_email = c.client_email)
      and (f.client_id is null or f.client_id = c.client_id) and (f.alert is null or f.alert = c.alert)
      and (f.birthday is null or f.birthday = c.birthday)
      and not exists (
        select from jsonb_array_elements_text(coalesce(f.tag_ids, '[]')) tag where not exists (
          select from client_card_tags t
          where t.business_id = c.business_id and t.card_id = c.id and t.tag_id = tag::bigint))
      and (f.note_id is null or exists (
        select from client_notes m
        where m.business_id = c.business_id and m.card_id = c.id and m.id = f.note_id))`.execute(tx)
  await sql`
    update client_cards c set
      client_phone = case when c.client_phone = any(f.phones) then '' else c.client_phone end,
      client_email = case when c.client_email = any(f.emails) then null else c.client_email end,
      client_id = case when c.client_id = any(f.documents) then null else c.client_id end,
      alert = case when c.alert = any(f.alerts) then null else c.alert end,
      birthday = case when c.birthday = any(f.birthdays) then null else c.birthday end
    from (
      select f.card_id, array_agg(f.client_phone) as phones, array_agg(f.client_email) as emails,
        array_agg(f.client_id) as documents, array_agg(f.alert) as alerts,
        array_agg(f.birthday) as birthdays
      from ${of} where coalesce(f.client_phone, f.client_email, f.client_id, f.alert, f.birthday) is not null group by f.card_id) f
    where c.business_id = ${owner} and c.id = f.card_id and c.forgotten_at is null and c.merged_into is null`.execute(
    tx,
  )
  await sql`
    delete from client_card_tags t using ${of}, client_cards c, jsonb_array_elements_text(f.tag_ids) tag
    where c.business_id = ${owner} and c.id = f.card_id and c.merged_into is null and t.business_id = c.business_id
      and t.card_id = c.id and t.tag_id = tag::bigint`.execute(tx)
  const notes = rows.flatMap(({ note_id }) => (note_id === null ? [] : [note_id]))
  await sql`
    delete from client_notes where business_id = ${owner} and card_id = any(${cards}::bigint[])
      and id = any(${notes}::bigint[])`.execute(tx)
  return new Set(whole.map(({ n }) => n))
}

/** Notes what was taken back, and counts it. */
export async function finishTakingBack(
  tx: Tx,
  owner: BusinessId,
  id: number,
  rows: { n: number; done: 'removed' | 'restored' | 'stayed' }[],
): Promise<void> {
  await sql`
    update client_import_rows r set done = f.done, filled = null, note_id = null
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) f (n integer, done text)
    where r.business_id = ${owner} and r.import_id = ${id} and r.n = f.n`.execute(tx)
  const count = (what: string) => rows.filter(({ done }) => done === what).length
  await sql`
    update client_imports set removed = removed + ${count('removed')}, restored = restored + ${count('restored')},
      stayed = stayed + ${count('stayed')}
    where business_id = ${owner} and id = ${id}`.execute(tx)
}
