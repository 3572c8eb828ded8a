import type pg from 'pg'
import { connect, LONG, type Db, type Where } from '../database/db.ts'
import type { FileStore } from '../files/files.ts'
import { checkPostgres, knownMigrations, migrate } from '../database/migrate.ts'
import { withConnection } from './connection.ts'
import { copyIn, copyOut } from './copy.ts'
import { BackupError, fullDisk } from './error.ts'
import { damagedFiles, restoreFiles } from './files.ts'
import type { Manifest, TableCopy } from './manifest.ts'
import { measure, readPart, readParts } from './parts.ts'
import { copyInText, copyOutText, tablesOf, type Table } from './queries.ts'
import { endRestore, markRestore, removeLeftovers, takeMarkBack } from './restore-mark-queries.ts'
import { loosen, setSequence } from './restore-queries.ts'
import type { BackupStore } from './store.ts'

export interface RestoreDeps {
  where: Where
  store: BackupStore
  /** Where pictures are put back; without it they stay where they are. */
  files?: FileStore
  /** Whether they are read and compared although they stay where they are. */
  readsFiles?: boolean
  /** However many of them are missing or damaged, all else is restored. */
  lacksFiles?: boolean
  /** Hears each step, as a sentence. */
  say?: (sentence: string) => void
}

/** What was restored and found to be what was backed up. */
export interface Restored {
  rows: number
  tables: number
  files: number
  /** Tables of the backup that this product does not have, and that were left out. */
  leftOut: string[]
  /** Pictures that are missing in the place of the backups, or damaged there. */
  damaged: string[]
}

/**
 * Loads a backup into an empty database, or into one that an earlier try left unfinished, compares every table with what was backed
 * up, and brings the schema up to date. The database is marked before anything else and until all is done: no server starts on it
 * meanwhile, whenever this process is killed. The rows come in one transaction: all of them, or none.
 * Pictures that are damaged are left out; where they are many, only when that is said.
 * @throws BackupError when a table of the backup, or many pictures, are damaged, or it is newer, another restore is under way, or the database is not empty.
 */
export async function restore(manifest: Manifest, deps: RestoreDeps): Promise<Restored> {
  checkSchema(manifest)
  const db = connect({ ...deps.where, poolSize: 2, patience: LONG })
  try {
    await checkPostgres(db)
    return await withConnection(deps.where, async (client) => {
      const isNew = await markRestore(client)
      deps.say?.('From here on no server starts on this database until the restore is done.')
      const damaged = await verify(manifest, deps).catch(async (error) => {
        if (isNew) await takeMarkBack(client)
        throw error
      })
      if (!isNew) await removeLeftovers(client)
      return { ...(await bringBack(manifest, { ...deps, db, client })), damaged }
    })
  } finally {
    await db.destroy()
  }
}

async function bringBack(
  manifest: Manifest,
  { store, files, where, db, client, say = () => {} }: RestoreDeps & { db: Db; client: pg.Client },
): Promise<Omit<Restored, 'damaged'>> {
  try {
    if (files) {
      const { count, written } = await restoreFiles(store, files, manifest)
      say(`${count} pictures are there, ${written} of them were put back.`)
    }
    await migrate(db, manifest.migrations.at(-1)!)
    const leftOut = await fill(manifest, { where, store, say })
    await migrate(db)
    await endRestore(client)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return { rows, tables: manifest.tables.length - leftOut.length, files: manifest.files.count, leftOut }
  } catch (error) {
    const told = fullDisk(error, 'the database') ?? error
    if (told instanceof BackupError)
      told.message += ' The restore is not done, and no server starts here: begin it again.'
    throw told
  }
}

/** This version must know every migration of the backup, and no other one before the last of them. */
function checkSchema({ name, migrations }: Manifest) {
  const known = knownMigrations()
  const unknown = migrations.find((migration) => !known.includes(migration))
  if (unknown)
    throw new BackupError(
      `${name} was made by a newer version of enpunto (migration ${unknown}): restore it with that one.`,
    )
  const between = known.slice(0, migrations.length).find((migration) => !migrations.includes(migration))
  if (between)
    throw new BackupError(
      `${name} lacks migration ${between}, which this version runs earlier: restore it with the version that made it.`,
    )
}

/**
 * Reads all of the backup before anything is written. A picture that is not whole stands in nobody's way: it is listed. Where most are
 * missing their folder may be elsewhere, and none is put back into a database that is restored.
 * @throws BackupError when anything else is not whole.
 */
async function verify(
  manifest: Manifest,
  { store, files, readsFiles = files !== undefined, lacksFiles = false, say = () => {} }: RestoreDeps,
): Promise<string[]> {
  for (const { parts } of [...manifest.tables, manifest.files])
    for (const part of parts) await readPart(store, part)
  const damaged = readsFiles ? await damagedFiles(store, manifest) : []
  const { count } = manifest.files
  if (!lacksFiles && areMany(damaged.length, count))
    throw new BackupError(
      `Of the ${count} pictures, ${damaged.length} are missing or damaged in ${store.place}, and nothing was changed: is its folder files/ there, and whole? They cannot be put back later. To restore without them, add --without-damaged-pictures.`,
    )
  say(
    damaged.length === 0
      ? 'The backup is whole: every file is what was written.'
      : `Every table is what was written; ${damaged.length} of ${count} pictures are not, and are left out.`,
  )
  return damaged
}

const areMany = (damaged: number, all: number) =>
  damaged > 0 && (damaged === all || (damaged > 10 && damaged > all * 0.05))

function fill(
  manifest: Manifest,
  { where, store, say }: Required<Pick<RestoreDeps, 'where' | 'store' | 'say'>>,
): Promise<string[]> {
  return withConnection(where, async (client) => {
    await client.query('begin')
    const schema = await tablesOf(client)
    const leftOut = compareSchema(schema, manifest)
    const undo = await loosen(client, schema)
    for (const table of manifest.tables) {
      if (leftOut.includes(table.name)) continue
      await load(client, store, table)
      say(`${table.name}: ${table.rows} rows, the same as backed up`)
    }
    for (const statement of undo) await client.query(statement)
    for (const sequence of manifest.sequences) await setSequence(client, sequence)
    await client.query('commit')
    await client.query('analyze')
    return leftOut
  })
}

/** The tables of the backup that are not the product's. */
function compareSchema(schema: Table[], manifest: Manifest): string[] {
  for (const { name, columns } of schema) {
    const copy = manifest.tables.find((table) => table.name === name)
    if (!copy || columns.toSorted().join() !== copy.columns.toSorted().join())
      throw new BackupError(
        `The backup does not fit: its table ${name} is another one than its schema (${manifest.migrations.at(-1)}) makes.`,
      )
  }
  return manifest.tables.flatMap(({ name }) => (schema.some((table) => table.name === name) ? [] : [name]))
}

/** Loads a table, reads it back and compares. */
async function load(client: pg.Client, store: BackupStore, table: TableCopy) {
  const rows = await copyIn(client, copyInText(table), readParts(store, table))
  const copy = copyOut(client, copyOutText(table))
  const { sha256, bytes } = await measure(copy.blocks())
  if (rows !== table.rows || copy.rows !== table.rows || bytes !== table.bytes || sha256 !== table.sha256)
    throw new BackupError(
      `The table ${table.name} is not what was backed up (${copy.rows} rows, ${table.rows} in the backup): nothing was restored.`,
    )
}
