import { sql, type RawBuilder } from 'kysely'
import { LOCKS } from '../database/advisory-locks.ts'
import { instant, type Db, type Tx } from '../database/db.ts'

/** The maximum number of changes processed in one transaction; their cards wait for it when they are merged. */
const BATCH = 1000

/**
 * Makes the sums of the cards again whose appointments changed, and fills their empty fields (fold_cards() in
 * migrations/0870_what_fills_a_card.sql). Several processes may call it at once: only one does the work.
 * @returns the number of changes processed.
 */
export async function foldCards({ db, now = Date.now }: { db: Db; now?: () => number }): Promise<number> {
  const at = instant(now())
  // Whose next visit has become past.
  await sql`
    insert into cards_stale select business_id, id from client_cards where next_at <= ${at}`.execute(db)
  let all = 0
  for (;;) {
    const taken = await db.transaction().execute((tx) => foldSome(tx, at))
    all += taken
    if (taken < BATCH) break
  }
  // New cards are found by their letters at once; whoever books never has to sort them in.
  if (all > 0) await sql`select gin_clean_pending_list('client_cards_words')`.execute(db)
  return all
}

/** Runs alone, because of two at once the one that read first could write last. */
async function foldSome(tx: Tx, at: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.addUpCards}::bigint) as alone`.execute(tx)
  if (!rows[0]!.alone) return 0
  const { rows: stale } = await sql<{ business_id: number; card_id: number }>`
    delete from cards_stale where ctid = any(array(select ctid from cards_stale limit ${BATCH}))
    returning business_id, card_id`.execute(tx)
  if (stale.length === 0) return 0
  const [businesses, cards] = [stale.map((row) => row.business_id), stale.map((row) => row.card_id)]
  // In the order in which merging locks them, so that neither waits for the other.
  await sql`
    select from client_cards
    where (business_id, id) in (select * from unnest(${businesses}::bigint[], ${cards}::bigint[]))
    order by business_id, id for no key update`.execute(tx)
  await sql`select fold_cards(${businesses}::bigint[], ${cards}::bigint[], ${at})`.execute(tx)
  // Of those whom a process forgot that knows of no cards.
  for (const table of ['client_notes', 'health_notes'])
    await sql`
      delete from ${sql.table(table)} n using client_cards c
      where (c.business_id, c.id) in (select * from unnest(${businesses}::bigint[], ${cards}::bigint[]))
        and c.forgotten_at is not null and n.business_id = c.business_id and n.card_id = c.id`.execute(tx)
  await sql`
    with gone as (
      delete from client_files f using client_cards c
      where (c.business_id, c.id) in (select * from unnest(${businesses}::bigint[], ${cards}::bigint[]))
        and c.forgotten_at is not null and f.business_id = c.business_id and f.card_id = c.id
      returning f.business_id, f.image)
    update images i set removed_at = ${at} from gone
    where i.business_id = gone.business_id and i.name = gone.image`.execute(tx)
  await removeEmpty(tx, businesses, cards)
  return stale.length
}

/**
 * Removes the cards that a booking made, that nobody wrote in, and whose appointments went to others. Whoever finds one
 * meanwhile has its key, and it stays.
 */
async function removeEmpty(tx: Tx, businesses: number[], cards: number[]): Promise<void> {
  const { rows } = await sql<{ business_id: number; id: number }>`
    select business_id, id from client_cards c
    where (business_id, id) in (select * from unnest(${businesses}::bigint[], ${cards}::bigint[]))
      and appointments = 0 and source in ('booking', 'owner') and written_at is null and alert is null
      and blocked_at is null and merged_into is null and forgotten_at is null
      and not exists (select from client_notes n where n.business_id = c.business_id and n.card_id = c.id)
      and not exists (select from client_card_tags t where t.business_id = c.business_id and t.card_id = c.id)
      and not exists (select from health_notes n where n.business_id = c.business_id and n.card_id = c.id)
      and not exists (select from client_files f where f.business_id = c.business_id and f.card_id = c.id)
      and not exists (select from client_cards m where m.business_id = c.business_id and m.merged_into = c.id)
    for update skip locked`.execute(tx)
  if (rows.length === 0) return
  const [theirs, ids] = [rows.map((row) => row.business_id), rows.map(({ id }) => id)]
  await sql`
    delete from client_cards c using unnest(${theirs}::bigint[], ${ids}::bigint[]) empty (business_id, id)
    where c.business_id = empty.business_id and c.id = empty.id and not exists (
      select from appointments a where a.business_id = c.business_id and a.card_id = c.id)`.execute(tx)
}
