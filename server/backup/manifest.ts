import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BackupError } from './error.ts'
import type { BackupStore } from './store.ts'

const part = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
const stored = z.object({ bytes: z.number(), sha256: z.string(), parts: z.array(part) })
const table = stored.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() })

const FORMAT = 1
const manifest = z.object({
  format: z.literal(FORMAT),
  name: z.string(),
  /** When the snapshot was taken: all that was acknowledged before is in it. */
  snapshot_at: z.string(),
  finished_at: z.string(),
  postgres: z.string(),
  /** The migrations that had run, in their order: the last one is the schema's version. */
  migrations: z.array(z.string()).min(1),
  newest_appointment: z.string().nullable(),
  /** Each before those that refer to it. */
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** Lines of checksum, size and name, of pictures that lie in files/ beside all backups. */
  files: stored.extend({ count: z.number() }),
})
export type Manifest = z.infer<typeof manifest>
export type TableCopy = z.infer<typeof table>

const FILE = 'manifest.json'

/** Written last: a backup without it is none. */
export async function writeManifest(store: BackupStore, content: Manifest) {
  const text = JSON.stringify(content)
  await store.put(`${content.name}/${FILE}`, Buffer.from(`${checksum(text)}\n${text}\n`))
}

/** The names of the whole backups, the oldest first. */
export async function backupsIn(store: BackupStore): Promise<string[]> {
  const names = await store.list('')
  return names.flatMap((name) => /^(\d[\dTZ-]+)\/manifest\.json$/.exec(name)?.[1] ?? [])
}

/** The names of those that did not come to their end, or are under way. */
export async function halvesIn(store: BackupStore): Promise<string[]> {
  const whole = await backupsIn(store)
  const names = await store.list('')
  const folders = new Set(names.flatMap((name) => /^(\d{4}-\d\d-\d\dT[\d-]+Z)\//.exec(name)?.[1] ?? []))
  return [...folders].filter((name) => !whole.includes(name))
}

export const isWhole = async (store: BackupStore, name: string) =>
  (await store.read(`${name}/${FILE}`)) !== undefined

/** The manifest first: what is left is no backup any more, wherever it ends. The pictures stay. */
export async function removeBackup(store: BackupStore, name: string) {
  await store.remove(`${name}/${FILE}`)
  for (const file of await store.list(name)) await store.remove(file)
}

/** @throws BackupError when there is none, or it is damaged or of a newer version. */
export async function readManifest(store: BackupStore, name: string): Promise<Manifest> {
  const file = await store.read(`${name}/${FILE}`)
  if (!file) throw new BackupError(`${name} in ${store.place} is not a whole backup: it has no ${FILE}.`)
  const [sum, text = ''] = file.toString('utf8').split('\n')
  if (checksum(text) !== sum)
    throw new BackupError(`The backup is damaged: ${name}/${FILE} in ${store.place} is not what was written.`)
  const content = JSON.parse(text) as Manifest
  if (content.format > FORMAT)
    throw new BackupError(`${name} was made by a newer version of enpunto: restore it with that one.`)
  return manifest.parse(content)
}

const checksum = (text: string) => createHash('sha256').update(text).digest('hex')
