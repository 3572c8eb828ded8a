import type { BusinessId } from '../accounts/owner.ts'
import { openNote } from '../clients/health.ts'
import type { Db } from '../db.ts'
import type { Secrets } from '../secrets.ts'
import { cardTagsOf, clientsOf, recordsOf, rowsOf } from './export-queries.ts'

/** All stored data of a business as JSON text, generated while it is read; no secrets. */
export async function* everythingOf(db: Db, owner: BusinessId, secrets: Secrets): AsyncGenerator<string> {
  const { credit_movements, ...records } = await recordsOf(db, owner)
  let mark = '{'
  for (const [name, value] of Object.entries(records)) {
    yield `${mark}\n  "${name}": ${indented(value, 2)}`
    mark = ','
  }
  yield* list('clients', clientsOf(db, owner))
  yield* list('client_cards', rowsOf(db, owner, 'client_cards'))
  yield* list('client_notes', rowsOf(db, owner, 'client_notes'))
  yield* list('client_tags', rowsOf(db, owner, 'client_tags'))
  yield* list('client_card_tags', cardTagsOf(db, owner))
  yield* list('health_notes', opened(rowsOf(db, owner, 'health_notes'), owner, secrets))
  yield* list('client_files', rowsOf(db, owner, 'client_files'))
  yield* list('consents', rowsOf(db, owner, 'consents'))
  yield* list('data_requests', rowsOf(db, owner, 'data_requests'))
  yield* list('inbound_messages', rowsOf(db, owner, 'inbound_messages'))
  yield* list('appointments', rowsOf(db, owner, 'appointments'))
  yield* list('appointment_history', rowsOf(db, owner, 'appointment_history'))
  yield* list('activity', rowsOf(db, owner, 'activity'))
  yield `,\n  "credit_movements": ${indented(credit_movements, 2)}\n}`
}

/** Notes on health with their text; null for what another key sealed. */
async function* opened(pages: AsyncIterable<Record<string, unknown>[]>, owner: BusinessId, secrets: Secrets) {
  for await (const rows of pages)
    yield rows.map(({ sealed, ...row }) => {
      const note = { business_id: owner, id: Number(row['id']), sealed: sealed as Buffer }
      return { ...row, body: openNote(secrets, note) }
    })
}

async function* list(name: string, pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let mark = `,\n  "${name}": [`
  for await (const rows of pages) {
    yield mark + rows.map((row) => `\n    ${indented(row, 4)}`).join(',')
    mark = ','
  }
  // Without any row, the list was not even opened.
  yield mark === ',' ? '\n  ]' : `${mark}]`
}

const indented = (value: unknown, by: number) =>
  JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`)
