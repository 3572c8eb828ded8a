import { MOST_NOTES } from '#domain/card.ts'
import type { KnownCard } from '#domain/import/match.ts'
import type { ClientRow } from '#domain/import/row.ts'
import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import { attempt, type Db, type Tx } from '../database/db.ts'
import { lackedTags } from './tag-queries.ts'

export interface RowToMatch {
  n: number
  row: ClientRow
}

/** The cards that rows belong to, with what each lacks, by the rows' numbers. */
export const knownCards = async (db: Db | Tx, owner: BusinessId, rows: RowToMatch[]) =>
  (await matched(db, owner, rows, { lock: false })).known

const TRIES = 5
class Gone extends Error {}

/**
 * As `knownCards`, kept from being changed, merged or forgotten: in one order, as whoever merges or adds up does it. Where one
 * was merged or forgotten while it was waited for, the rows are matched anew, with none of these locks.
 */
export async function lockedCards(
  tx: Tx,
  owner: BusinessId,
  rows: RowToMatch[],
): Promise<Map<number, KnownCard>> {
  for (let tries = 1; ; tries++)
    try {
      return await attempt(tx, async () => {
        const { known, isWhole } = await matched(tx, owner, rows, { lock: true })
        if (!isWhole && tries < TRIES) throw new Gone()
        return known
      })
    } catch (error) {
      if (!(error instanceof Gone)) throw error
    }
}

async function matched(
  db: Db | Tx,
  owner: BusinessId,
  rows: RowToMatch[],
  { lock }: { lock: boolean },
): Promise<{ known: Map<number, KnownCard>; isWhole: boolean }> {
  const asked = JSON.stringify(rows.map(({ n, row }) => ({ n, ...row })))
  const { rows: found } = await sql<{ n: number; card_id: number }>`
    select n, card_id from (
      select r.n, card_known(${owner}, r.client_name, r.client_phone, r.client_email, r.client_id) as card_id
      from jsonb_to_recordset(${asked}::jsonb)
        r (n integer, client_name text, client_phone text, client_email text, client_id text)
    ) matched where card_id is not null`.execute(db)
  if (found.length === 0) return { known: new Map(), isWhole: true }
  const ids = [...new Set(found.map(({ card_id }) => card_id))]
  const cards = await sql<{
    id: number
    client_phone: boolean
    client_email: boolean
    client_id: boolean
    birthday: boolean
    alert: boolean
  }>`
    select id, client_phone = '' as client_phone, client_email is null as client_email, client_id is null as client_id,
      birthday is null as birthday, alert is null as alert
    from client_cards
    where business_id = ${owner} and id = any(${ids}::bigint[]) and merged_into is null and forgotten_at is null
    order by id ${lock ? sql`for no key update` : sql``}`.execute(db)
  const byId = new Map(cards.rows.map((card) => [card.id, card]))
  const rowOf = new Map(rows.map(({ n, row }) => [n, row]))
  const saying = found.map(({ n, card_id }) => ({ ...rowOf.get(n)!, n, card_id }))
  const noted = await withoutNote(db, owner, saying)
  const tagged = await lackedTags(db, owner, saying)
  const known = new Map(
    found.flatMap(({ n, card_id }) => {
      const card = byId.get(card_id)
      if (!card) return []
      const { id, ...lacks } = card
      const tags = tagged.get(n) ?? { lacked: [], room: 0 }
      return [[n, { id, lacks: { ...lacks, note: noted.has(n) }, tags }] as const]
    }),
  )
  return { known, isWhole: cards.rows.length === ids.length }
}

/** The rows whose card has not this note, and room for it. */
async function withoutNote(
  db: Db | Tx,
  owner: BusinessId,
  rows: { n: number; card_id: number; note: string | null }[],
): Promise<Set<number>> {
  const asked = rows.filter(({ note }) => note !== null)
  if (asked.length === 0) return new Set()
  const { rows: lacking } = await sql<{ n: number }>`
    select r.n from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) r (n integer, card_id bigint, note text)
    cross join lateral (
      select count(*) as notes, coalesce(bool_or(c.body = r.note), false) as is_there
      from client_notes c where c.business_id = ${owner} and c.card_id = r.card_id) has
    where not has.is_there and has.notes < ${MOST_NOTES}`.execute(db)
  return new Set(lacking.map(({ n }) => n))
}
