import type { BusinessId } from '../accounts/owner.ts'
import { openNote } from '../clients/health.ts'
import type { Db } from '../database/db.ts'
import type { Secrets } from '../secrets.ts'
import { businessOf, clientsOf, creditsOf, mapped, membersOf, rowsOf } from './export-queries.ts'

/** So many rows are made text at once: those of a table may be long. */
const ROWS_AT_ONCE = 250

/** All stored data of a business as JSON text, generated while it is read; no secrets. */
export async function* everythingOf(db: Db, owner: BusinessId, secrets: Secrets): AsyncGenerator<string> {
  const stored = (table: Parameters<typeof rowsOf>[2]) => list(table, rowsOf(db, owner, table))
  yield `{\n  "business": ${indented(await businessOf(db, owner), 2)}`
  yield* stored('business_hours')
  yield* stored('services')
  yield* stored('service_categories')
  yield* stored('professional_services')
  yield* stored('professionals')
  yield* stored('professional_hours')
  yield* stored('special_days')
  yield* stored('time_off')
  yield* stored('time_off_history')
  yield* stored('message_texts')
  yield* stored('reviews')
  yield* stored('business_policies')
  yield* list('members', membersOf(db, owner))
  yield* list('clients', clientsOf(db, owner))
  yield* stored('client_cards')
  yield* stored('client_notes')
  yield* stored('client_tags')
  yield* stored('client_card_tags')
  yield* list('health_notes', opened(rowsOf(db, owner, 'health_notes'), owner, secrets))
  yield* stored('client_files')
  yield* stored('consents')
  yield* stored('data_requests')
  yield* stored('inbound_messages')
  yield* stored('appointments')
  yield* stored('appointment_history')
  yield* stored('activity')
  yield* list('credit_movements', creditsOf(db, owner))
  yield '\n}'
}

/** Notes on health with their text; null for what another key sealed. */
const opened = (pages: ReturnType<typeof rowsOf>, owner: BusinessId, secrets: Secrets) =>
  mapped(pages, ({ sealed, ...row }) => {
    const note = { business_id: owner, id: Number(row['id']), sealed: sealed as Buffer }
    return { ...row, body: openNote(secrets, note) }
  })

async function* list(name: string, pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let mark = `,\n  "${name}": [`
  for await (const rows of pages)
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      const some = rows.slice(from, from + ROWS_AT_ONCE)
      yield mark + some.map((row) => `\n    ${indented(row, 4)}`).join(',')
      mark = ','
    }
  // Without any row, the list was not even opened.
  yield mark === ',' ? '\n  ]' : `${mark}]`
}

const indented = (value: unknown, by: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
