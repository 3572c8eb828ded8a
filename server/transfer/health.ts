import { openNote, sealNote } from '../clients/health.ts'
import type { Tx } from '../database/db.ts'
import type { Secrets } from '../secrets.ts'
import type { Row } from './queries.ts'
import { unreadable } from './read.ts'

/** Notes on health as an archive holds them: with their text in place of what is sealed; without those that do not open. */
export async function* openedNotes(
  pages: AsyncIterable<Row[]>,
  business_id: number,
  secrets: Secrets,
): AsyncGenerator<string[]> {
  for await (const rows of pages)
    yield rows.flatMap(({ sealed, ...row }) => {
      const bytes = Buffer.from(String(sealed).slice(2), 'hex')
      const body = openNote(secrets, { business_id, id: Number(row['id']), sealed: bytes })
      return body === null ? [] : [JSON.stringify({ ...row, body })]
    })
}

/** Seals the notes of an archive, for their new ids, with the key of this installation. */
export async function sealNotes(tx: Tx, business_id: number, rows: Row[], secrets: Secrets): Promise<void> {
  for (const row of rows) {
    const { body, id } = row
    if (typeof body !== 'string') throw unreadable('tiene datos de salud sin texto')
    const sealed = await sealNote(secrets, tx, { business_id, id: Number(id), body })
    delete row['body']
    row['sealed'] = `\\x${sealed.toString('hex')}`
  }
}
