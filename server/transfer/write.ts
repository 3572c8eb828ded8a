import { imageSizes } from '#domain/images.ts'
import { addAbortSignal, Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type pg from 'pg'
import yazl from 'yazl'
import type { BusinessId } from '../accounts/owner.ts'
import { styleOf, table } from '../appointments/csv.ts'
import { withConnection } from '../backup/connection.ts'
import { onConnection, type Db, type Where } from '../database/db.ts'
import { pictureFile, type FileStore } from '../files/files.ts'
import { Refusal } from '../http/refusal.ts'
import type { Secrets } from '../secrets.ts'
import { bytesOf } from './copy.ts'
import { openedNotes } from './health.ts'
import { writtenBy } from './nameless.ts'
import { beginExport, businessRow, jsonLines, peopleOf, picturesOf, schemaOf, sealedOf } from './queries.ts'
import { spreadsheetsOf } from './spreadsheet-queries.ts'
import { dataFile, FORMAT, MANIFEST, PEOPLE, TRANSFERRED, type Manifest } from './tables.ts'

interface Place {
  where: Where
  files: FileStore
  secrets: Secrets
  nowMs: number
}

/**
 * Writes the archive of a business into a file without a name, in one state of the database, on a connection of its own: its
 * memory is the same for a hundred rows and for a million.
 * @returns its descriptor, which whoever has it closes.
 * @throws Refusal 409 while another one of this business is being written.
 */
export const writeArchive = ({ where, files, secrets, nowMs }: Place, business_id: BusinessId) =>
  // What ends halfway leaves its snapshot with the connection.
  withConnection(where, async (client) => {
    const db = onConnection(client)
    if (!(await beginExport(db, business_id))) throw new Refusal(409, 'Ya se está preparando una descarga')
    return await writtenBy(async (input) => {
      const zip = new yazl.ZipFile()
      const stop = new AbortController()
      const written = pipeline(zip.outputStream, input, stop)
      const failed = new Promise<never>((_, reject) => zip.on('error', reject))
      const added = addAll(zip, { client, db, files, secrets, business_id, nowMs, signal: stop.signal })
      // When either fails, so has the other: nobody waits for it.
      await Promise.race([Promise.all([added, written]), failed]).finally(() => stop.abort())
    })
  })

interface Source {
  client: pg.Client
  /** On the same connection. */
  db: Db
  files: FileStore
  secrets: Secrets
  business_id: BusinessId
  nowMs: number
  /** Ends what is being read when the archive fails: an open file that is only forgotten ends the process. */
  signal: AbortSignal
}

/** Entries are written one after the other: the next one is begun when the last one is through. */
async function addAll(zip: yazl.ZipFile, { client, db, files, secrets, business_id, nowMs, signal }: Source) {
  const add = async (name: string, parts: AsyncIterable<string | Buffer>, compress = true) => {
    // Of what is ready, one part waits, not sixteen.
    const stream = parts instanceof Readable ? parts : Readable.from(parts, { highWaterMark: 1 })
    addAbortSignal(signal, stream)
    zip.addReadStream(stream, name, { mtime: new Date(nowMs), compress })
    // Also of one that is closed before its end, without an error.
    await finished(stream, { writable: false })
  }
  const business = await businessRow(db, business_id)
  const manifest: Manifest = {
    format: FORMAT,
    schema: await schemaOf(db),
    made_at: new Date(nowMs).toISOString(),
    business_name: String(business['business_name']),
  }
  await add(MANIFEST, one(manifest))
  await add(dataFile('businesses'), list([[JSON.stringify(business)]]))
  const people = await peopleOf(db, business_id)
  await add(dataFile(PEOPLE), list([people.map((person) => JSON.stringify(person))]))
  for (const each of TRANSFERRED)
    await add(
      dataFile(each.table),
      each.isSealed
        ? list(openedNotes(sealedOf(db, business_id), business_id, secrets))
        : listOf(bytesOf(client, await jsonLines(db, each, business_id))),
    )
  const style = styleOf(String(business['phone']))
  for (const { name, titles, lines } of spreadsheetsOf(business_id, style))
    await add(name, withTitles(table(titles, [], style), bytesOf(client, lines.compile(db))))
  for (const { width, ...picture } of await picturesOf(db, business_id))
    for (const size of imageSizes(width)) {
      const file = await files.read(pictureFile(picture, size))
      const folder = picture.is_private ? 'fotos' : 'imagenes'
      if (file) await add(`${folder}/${picture.name}-${size}.webp`, file.content, false)
    }
  zip.end()
}

async function* one(value: object) {
  yield JSON.stringify(value, null, 2)
}

/** JSON with a row in each line, so that it is read line by line, too. */
async function* list(pages: AsyncIterable<string[]> | Iterable<string[]>) {
  let mark = '[\n'
  for await (const rows of pages) {
    if (rows.length === 0) continue
    yield mark + rows.join(',\n')
    mark = ',\n'
  }
  yield mark === '[\n' ? '[]\n' : '\n]\n'
}

const [BEGIN, END, NONE] = [Buffer.from('[\n'), Buffer.from('\n]\n'), Buffer.from('[]\n')]

/**
 * The same of rows that come as bytes, each with a comma and the end of its line behind it, and stay bytes: of a hundred thousand rows
 * nothing else is left for the collector.
 */
async function* listOf(blocks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let last: Buffer | undefined
  for await (const block of blocks) {
    yield last ?? BEGIN
    last = block
  }
  if (!last) return yield NONE
  yield last.subarray(0, -2)
  yield END
}

async function* withTitles(titles: string, lines: AsyncIterable<Buffer>) {
  yield Buffer.from(titles)
  yield* lines
}
