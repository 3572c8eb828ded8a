import { createHash, type Hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { BackupError } from './error.ts'
import type { BackupStore } from './store.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** How much content one file holds, before it is compressed: what is kept in memory, some times over. */
const PART = 8 * 1024 * 1024

/** One file of a backup, as it lies in the store. */
export interface Part {
  name: string
  bytes: number
  sha256: string
}

/** Content of any length, in compressed parts; `bytes` and `sha256` are those of the content itself. */
export interface Stored {
  bytes: number
  sha256: string
  parts: Part[]
}

const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** Writes content as numbered parts, one being compressed and written while the next one is gathered. */
export async function writeParts(
  store: BackupStore,
  name: string,
  blocks: AsyncIterable<Buffer>,
): Promise<Stored> {
  const hash = createHash('sha256')
  const parts: Part[] = []
  let bytes = 0
  let gathered: Buffer[] = []
  let size = 0
  let writing: Promise<void> = Promise.resolve()

  const flush = async () => {
    await writing
    const content = Buffer.concat(gathered)
    const part = `${name}/${String(parts.length + 1).padStart(5, '0')}.zst`
    const entry: Part = { name: part, bytes: 0, sha256: '' }
    parts.push(entry)
    gathered = []
    size = 0
    writing = writePart(store, entry, content)
    // Awaited before the next part, and at the end.
    writing.catch(() => {})
  }
  try {
    for await (const block of blocks) {
      hash.update(block)
      bytes += block.length
      gathered.push(block)
      size += block.length
      if (size >= PART) await flush()
    }
    if (size > 0) await flush()
    await writing
  } catch (error) {
    // What is still being written would come after the caller has cleared up.
    await writing.catch(() => {})
    throw error
  }
  return { bytes, sha256: hash.digest('hex'), parts }
}

async function writePart(store: BackupStore, entry: Part, content: Buffer) {
  const packed = await compress(content)
  entry.bytes = packed.length
  entry.sha256 = digest(packed)
  await store.put(entry.name, packed)
}

/** Reads one file and compares it with its checksum. @throws BackupError when it is missing or damaged. */
export async function readPart(store: BackupStore, { name, bytes, sha256 }: Part): Promise<Buffer> {
  const packed = await store.read(name)
  if (!packed) throw new BackupError(`The backup is not whole: ${name} is missing in ${store.place}.`)
  if (packed.length !== bytes || digest(packed) !== sha256)
    throw new BackupError(
      `The backup is damaged: ${name} in ${store.place} is not what was written. Take another backup.`,
    )
  return packed
}

/** The content, as it was. @throws BackupError when a part is missing or damaged. */
export async function* readParts(store: BackupStore, { parts }: Stored): AsyncGenerator<Buffer> {
  for (const part of parts) yield await decompress(await readPart(store, part))
}

/** The same number and checksum as `Stored`, of content that is there now. */
export async function measure(blocks: AsyncIterable<Buffer>): Promise<{ bytes: number; sha256: string }> {
  const hash: Hash = createHash('sha256')
  let bytes = 0
  for await (const block of blocks) {
    hash.update(block)
    bytes += block.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
