import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../files/files.ts'
import type { Manifest } from './manifest.ts'
import { readParts, writeParts } from './parts.ts'
import type { AskRoom } from './room.ts'
import type { BackupStore } from './store.ts'

/** Pictures lie beside all backups, once: a name is written once and never changed. */
const FOLDER = 'files'
const LINES_AT_ONCE = 1000

const checksum = (content: Buffer) => createHash('sha256').update(content).digest('hex')

interface Copying {
  store: BackupStore
  files: FileStore
  room: AskRoom
  /** Gathers the names of what is written. */
  copied: string[]
}

/**
 * Copies the pictures that no backup has yet, and lists all that are there now. How many are new nobody knows before, so that there is
 * asked for the room of each.
 */
export async function backUpFiles({
  name,
  ...copying
}: Copying & { name: string }): Promise<Manifest['files']> {
  const { store, files } = copying
  let count = 0
  const known = await knownFiles(store)
  async function* lines() {
    let text = ''
    for (const [i, file] of (await files.list()).entries()) {
      const sum = known.get(file) ?? (await copyFile(copying, file))
      // Removed while this runs: nothing has used it for a day.
      if (sum === undefined) continue
      count++
      text += `${sum} ${file}\n`
      if (i % LINES_AT_ONCE === LINES_AT_ONCE - 1) {
        yield Buffer.from(text)
        text = ''
      }
    }
    if (text) yield Buffer.from(text)
  }
  const stored = await writeParts(store, `${name}/files`, lines())
  return { ...stored, count }
}

/** The checksums stand in the names, so that no file has to be read to know that it is whole. */
export const nameOf = ({ file, sum }: { file: string; sum: string }) => `${FOLDER}/${file}.${sum}`

async function knownFiles(store: BackupStore): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for (const name of await store.list(FOLDER)) {
    const [, file, sum] = /^files\/(.+)\.([0-9a-f]{64})$/.exec(name) ?? []
    if (file) known.set(file, sum!)
  }
  return known
}

async function copyFile({ store, files, room, copied }: Copying, file: string): Promise<string | undefined> {
  const found = await files.read(file)
  if (!found) return undefined
  const content = Buffer.isBuffer(found.content) ? found.content : await buffer(found.content)
  const sum = checksum(content)
  const kept = nameOf({ file, sum })
  await room(content.length)
  copied.push(kept)
  await store.put(kept, content)
  return sum
}

/** The pictures of a backup: checksum and name. */
export async function* filesOf(store: BackupStore, { files }: Manifest) {
  let rest = ''
  for await (const block of readParts(store, files)) {
    const lines = (rest + block.toString('utf8')).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield { sum: line.slice(0, 64), file: line.slice(65) }
  }
}

/** Reads one picture; undefined when it is missing or not what was written. */
async function readFile(store: BackupStore, { file, sum }: { file: string; sum: string }) {
  const content = await store.read(nameOf({ file, sum }))
  return content && checksum(content) === sum ? content : undefined
}

/** The names of a backup's pictures that are missing in the store, or damaged. */
export async function damagedFiles(store: BackupStore, manifest: Manifest): Promise<string[]> {
  const damaged: string[] = []
  for await (const each of filesOf(store, manifest))
    if (!(await readFile(store, each))) damaged.push(nameOf(each))
  return damaged
}

/** Puts back the pictures that are whole and not there. Returns how many are there, and how many were put back. */
export async function restoreFiles(store: BackupStore, files: FileStore, manifest: Manifest) {
  const there = new Set(await files.list())
  let count = 0
  let written = 0
  for await (const each of filesOf(store, manifest)) {
    const content = there.has(each.file) ? undefined : await readFile(store, each)
    if (content) {
      await files.put(each.file, content)
      written++
    }
    if (content || there.has(each.file)) count++
  }
  return { count, written }
}

/** The names of the pictures that some backup still lists. */
export async function filesInUse(store: BackupStore, manifests: Manifest[]): Promise<Set<string>> {
  const used = new Set<string>()
  for (const manifest of manifests)
    for await (const { file, sum } of filesOf(store, manifest)) used.add(nameOf({ file, sum }))
  return used
}

/** Every picture that lies beside the backups. */
export const keptFiles = (store: BackupStore) => store.list(FOLDER)
