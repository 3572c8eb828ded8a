import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Tx } from '../db.ts'

/** Erases what files that were brought along say of these cards' people: the rows that became them, and those that name them. */
export async function eraseImported(tx: Tx, owner: BusinessId, cards: number[]): Promise<void> {
  await sql`
    delete from client_import_rows r using client_cards c
    where c.business_id = ${owner} and c.id = any(${cards}::bigint[]) and r.business_id = c.business_id and (
      r.card_id = c.id
      or c.client_email is not null
        and position(lower(c.client_email) in lower(r.cells::text || coalesce(r.typed::text, ''))) > 0
      or length(c.client_phone) > 8 and position(right(c.client_phone, 8)
        in regexp_replace(r.cells::text || coalesce(r.typed::text, ''), '[^0-9]', '', 'g')) > 0)`.execute(tx)
}
