import { closeSync } from 'node:fs'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { Refusal } from '../http/refusal.ts'
import type { Row } from './queries.ts'
import { dataFile, FORMAT, MANIFEST, PEOPLE, PICTURE_FILE, TRANSFERRED, type Manifest } from './tables.ts'

/** What an archive may hold at most: entries, bytes unpacked, how much more than packed, bytes of a row and of a picture. */
const MOST = {
  entries: 40_000,
  bytes: 8 * 1024 ** 3,
  times: 400,
  row: 4 * 1024 ** 2,
  picture: 16 * 1024 ** 2,
}
/** Small ones pack well. */
const FREE = 1024 ** 2

const TABLES = ['businesses', PEOPLE, ...TRANSFERRED.map(({ table }) => table)]
const KNOWN = new Set([MANIFEST, 'clientes.csv', 'citas.csv', 'servicios.csv', ...TABLES.map(dataFile)])

export const unreadable = (why: string) =>
  new Refusal(400, `El archivo no es una copia de enpunto que se pueda leer: ${why}`)

/**
 * An archive that was looked at, by its descriptor, which it closes: each entry is one that archives have, there once, and not larger than it may be. No name of
 * an entry is ever a path of the machine.
 * @throws Refusal 400 for anything else.
 */
export async function openArchive(fd: number) {
  const zip = await opened(fd)
  const entries = new Map<string, Entry>()
  try {
    await new Promise<void>((resolve, reject) => {
      let bytes = 0
      zip.on('error', reject)
      zip.on('end', () => resolve())
      zip.on('entry', (entry: Entry) => {
        bytes += entry.uncompressedSize
        const fault = faultOf(entry, { count: entries.size + 1, bytes, isTwice: entries.has(entry.fileName) })
        if (fault) return reject(unreadable(fault))
        entries.set(entry.fileName, entry)
        zip.readEntry()
      })
      zip.readEntry()
    })
    for (const table of TABLES)
      if (!entries.has(dataFile(table))) throw unreadable(`le falta ${dataFile(table)}`)
  } catch (error) {
    zip.close()
    throw readable(error)
  }
  return {
    manifest: async (): Promise<Manifest> => manifestOf(await whole(zip, entries.get(MANIFEST))),
    rows: (table: string) => rowsOf(zip, entries.get(dataFile(table))!),
    pictures: [...entries.keys()].filter((name) => PICTURE_FILE.test(name)),
    picture: (name: string) => whole(zip, entries.get(name)),
    text: async (name: string) => (await whole(zip, entries.get(name))).toString(),
    close: () => zip.close(),
  }
}
export type Archive = Awaited<ReturnType<typeof openArchive>>

const readable = (error: unknown) => (error instanceof Refusal ? error : unreadable('está dañado'))

const opened = (fd: number) =>
  new Promise<ZipFile>((resolve, reject) =>
    yauzl.fromFd(
      fd,
      { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true },
      (error, zip) => {
        if (!error) return resolve(zip)
        closeSync(fd)
        reject(unreadable('no es un archivo zip'))
      },
    ),
  )

interface Met {
  count: number
  bytes: number
  isTwice: boolean
}

function faultOf(entry: Entry, { count, bytes, isTwice }: Met): string | undefined {
  const { fileName, uncompressedSize, compressedSize, generalPurposeBitFlag } = entry
  const isPicture = PICTURE_FILE.test(fileName)
  if (!isPicture && !KNOWN.has(fileName)) return 'trae algo que una copia no tiene'
  if (isTwice) return 'trae algo dos veces'
  if ((generalPurposeBitFlag & 1) === 1) return 'está cifrado'
  if (count > MOST.entries || bytes > MOST.bytes) return 'es demasiado grande'
  if (isPicture && uncompressedSize > MOST.picture) return 'trae una imagen demasiado grande'
  if (uncompressedSize > FREE + compressedSize * MOST.times) return 'es demasiado grande'
  return undefined
}

const streamOf = (zip: ZipFile, entry: Entry) =>
  new Promise<AsyncIterable<Buffer>>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) =>
      error ? reject(unreadable('está dañado')) : resolve(stream as AsyncIterable<Buffer>),
    ),
  )

async function whole(zip: ZipFile, entry: Entry | undefined): Promise<Buffer> {
  if (!entry) throw unreadable(`le falta ${MANIFEST}`)
  if (entry.uncompressedSize > MOST.picture) throw unreadable('es demasiado grande')
  const parts: Buffer[] = []
  try {
    for await (const part of await streamOf(zip, entry)) parts.push(part)
  } catch (error) {
    throw readable(error)
  }
  return Buffer.concat(parts)
}

function manifestOf(content: Buffer): Manifest {
  const read = parsed(content.toString()) as Partial<Manifest> | null
  if (read?.format !== FORMAT || typeof read.schema !== 'string') throw unreadable('es de otra versión')
  const { format, schema, made_at, business_name } = read
  return { format, schema, made_at: String(made_at), business_name: String(business_name) }
}

const ROWS = 500

/** The rows of a table, some at a time: a row in each line, as archives are written. */
async function* rowsOf(zip: ZipFile, entry: Entry): AsyncGenerator<Row[]> {
  let rows: Row[] = []
  for await (const line of linesOf(await streamOf(zip, entry))) {
    const text = line.replace(/,$/, '').trim()
    if (['', '[', ']', '[]'].includes(text)) continue
    const row = parsed(text)
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw unreadable(`${entry.fileName} está dañado`)
    rows.push(row as Row)
    if (rows.length === ROWS) {
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const part of stream) {
      const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
      rest = lines.pop()!
      if (rest.length > MOST.row) throw unreadable('trae una fila demasiado grande')
      yield* lines
    }
  } catch (error) {
    throw readable(error)
  }
  if (rest) yield rest
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('está dañado')
  }
}
