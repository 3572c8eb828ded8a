import { sql } from 'kysely'
import type { BusinessId } from '../accounts/owner.ts'
import type { Tx } from '../database/db.ts'

/** How many telephones, and as many e-mails, are looked for in one go over the rows. */
const AT_ONCE = 20

/** Erases what files that were brought along say of these cards' people: the rows that became them, and those that name them. */
export async function eraseImported(tx: Tx, owner: BusinessId, cards: number[]): Promise<void> {
  await sql`
    delete from client_import_rows
    where business_id = ${owner} and card_id = any(${cards}::bigint[])`.execute(tx)
  const { phones, emails } = await saidOf(tx, owner, cards)
  // A business may have a hundred thousand rows of drafts: they are gone over once for all the cards, and no text is
  // made anew for each of them.
  const text = sql`r.cells::text || coalesce(r.typed::text, '')`
  for (let from = 0; from < Math.max(phones.length, emails.length); from += AT_ONCE) {
    const digits = phones.slice(from, from + AT_ONCE).map(withAnythingBetween)
    const parts = emails.slice(from, from + AT_ONCE).map((email) => `%${literally(email)}%`)
    await sql`
      delete from client_import_rows r
      where r.business_id = ${owner} and (r.cells <> '[]' or r.typed is not null) and (
        ${text} ~ ${digits.join('|') || null} or lower(${text}) like any(${parts}::text[]))`.execute(tx)
  }
}

/** The last digits of these cards' telephones, and their e-mails: of cards that became one, many say the same. */
async function saidOf(tx: Tx, owner: BusinessId, cards: number[]) {
  const { rows } = await sql<{ phones: string[]; emails: string[] }>`
    select coalesce(array_agg(distinct right(client_phone, 8)) filter (where client_phone ~ '[0-9]{8}$'), '{}') as phones,
      coalesce(array_agg(distinct lower(client_email)) filter (where client_email is not null), '{}') as emails
    from client_cards where business_id = ${owner} and id = any(${cards}::bigint[])`.execute(tx)
  return rows[0]!
}

/** A pattern of these digits however they are written: '300 123-4567'. */
const withAnythingBetween = (digits: string) => [...digits].join('[^0-9]*')

const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')
