import { imageSizes } from '#domain/images.ts'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'
import type { BusinessId } from '../accounts/owner.ts'
import { styleOf, tableParts, type Cell } from '../appointments/csv.ts'
import type { Db, Tx } from '../db.ts'
import { pictureFile, type FileStore } from '../files.ts'
import { clientsOf } from '../privacy/export-queries.ts'
import { Refusal } from '../refusal.ts'
import type { Secrets } from '../secrets.ts'
import { openedNotes } from './health.ts'
import { beginExport, businessRow, peopleOf, picturesOf, schemaOf, textsOf, type Row } from './queries.ts'
import { dataFile, FORMAT, MANIFEST, PEOPLE, TRANSFERRED, type Manifest } from './tables.ts'

interface Place {
  db: Db
  files: FileStore
  secrets: Secrets
  nowMs: number
}

/**
 * Writes the archive of a business into a file of its own, in one state of the database, some rows at a time.
 * @returns its path, and what removes it.
 * @throws Refusal 409 while another one of this business is being written.
 */
export async function writeArchive({ db, files, secrets, nowMs }: Place, business_id: BusinessId) {
  const folder = await mkdtemp(join(tmpdir(), 'enpunto-archive-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'enpunto.zip')
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        if (!(await beginExport(tx, business_id)))
          throw new Refusal(409, 'Ya se está preparando una descarga')
        const zip = new yazl.ZipFile()
        const written = pipeline(zip.outputStream, createWriteStream(path))
        const failed = new Promise<never>((_, reject) => zip.on('error', reject))
        await Promise.race([
          addAll(zip, { tx, files, secrets, business_id, nowMs }).then(() => written),
          failed,
        ])
      })
    return { path, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

interface Source {
  tx: Tx
  files: FileStore
  secrets: Secrets
  business_id: BusinessId
  nowMs: number
}

/** Entries are written one after the other: the next one is begun when the last one is through. */
async function addAll(zip: yazl.ZipFile, { tx, files, secrets, business_id, nowMs }: Source) {
  const add = (name: string, parts: AsyncIterable<string | Buffer>, compress = true) =>
    new Promise<void>((resolve, reject) => {
      const stream = Readable.from(parts)
      stream.on('end', resolve).on('error', reject)
      zip.addReadStream(stream, name, { mtime: new Date(nowMs), compress })
    })
  const business = await businessRow(tx, business_id)
  const manifest: Manifest = {
    format: FORMAT,
    schema: await schemaOf(tx),
    made_at: new Date(nowMs).toISOString(),
    business_name: String(business['business_name']),
  }
  await add(MANIFEST, one(manifest))
  await add(dataFile('businesses'), list([[JSON.stringify(business)]]))
  const people = await peopleOf(tx, business_id)
  await add(dataFile(PEOPLE), list([people.map((person) => JSON.stringify(person))]))
  for (const each of TRANSFERRED) {
    const texts = textsOf(tx, each, business_id)
    await add(dataFile(each.table), list(each.isSealed ? openedNotes(texts, business_id, secrets) : texts))
  }
  for (const [name, parts] of spreadsheets(tx, business_id, String(business['timezone'])))
    await add(name, parts)
  for (const { width, ...picture } of await picturesOf(tx, business_id))
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

/** The same for people: what is most asked for, as spreadsheets. */
function spreadsheets(tx: Tx, business_id: BusinessId, timezone: string): [string, AsyncGenerator<string>][] {
  const style = styleOf(timezone)
  const of = (table: string, titles: Record<string, string>) =>
    tableParts(Object.values(titles), parsed(textsOf(tx, { table }, business_id)), style, (row) =>
      Object.keys(titles).map((name) => cellOf(row[name])),
    )
  const clients = tableParts(
    ['Nombre', 'Teléfono', 'Correo', 'Cédula', 'Citas', 'Primera', 'Última'],
    clientsOf(tx, business_id),
    style,
    ({
      client_name,
      client_phone,
      client_email,
      client_id,
      appointments,
      first_appointment,
      last_appointment,
    }) => [
      client_name,
      client_phone,
      client_email,
      client_id,
      appointments,
      first_appointment,
      last_appointment,
    ],
  )
  return [
    ['clientes.csv', clients],
    [
      'citas.csv',
      of('appointments', {
        appointment_date: 'Fecha',
        appointment_time: 'Hora',
        duration_minutes: 'Duración (min)',
        client_name: 'Cliente',
        client_phone: 'Teléfono',
        client_email: 'Correo',
        client_id: 'Cédula',
        service_name: 'Servicio',
        professional_name: 'Profesional',
        status: 'Estado',
        attendance_status: 'Asistencia',
        price: 'Precio',
        actual_price: 'Precio cobrado',
        notes: 'Notas',
      }),
    ],
    [
      'servicios.csv',
      of('services', {
        service_name: 'Servicio',
        description: 'Descripción',
        duration_minutes: 'Duración (min)',
        price: 'Precio',
      }),
    ],
  ]
}

async function* parsed(pages: AsyncIterable<string[]>): AsyncGenerator<Row[]> {
  for await (const rows of pages) yield rows.map((row) => JSON.parse(row) as Row)
}

const cellOf = (value: unknown): Cell =>
  value === null || value === undefined ? null : typeof value === 'number' ? value : String(value)
