import { isBackupDue, isRehearsalDue } from '#domain/backups.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { BackupSettings } from '../backup-settings.ts'
import type { Db, Where } from '../db.ts'
import type { FileStore } from '../files.ts'
import { backUp } from './backup.ts'
import { BackupError, Busy } from './error.ts'
import { removeOldBackups } from './keep.ts'
import { backupsIn, isWhole } from './manifest.ts'
import { placeOf } from './place.ts'
import { rehearse } from './rehearse.ts'
import { forgetRuns, lastKept, lastRuns, noteKept, noteRun } from './run-queries.ts'
import type { BackupStore } from './store.ts'

export interface NightlyDeps {
  db: Db
  files: FileStore
  now: () => number
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
  /** Where and when, and of which database; without it nothing is backed up. */
  backups?: { settings: BackupSettings; where: Where }
  /** Aborted when the process stops: a backup under way then ends as none. */
  signal: AbortSignal
}

/** Makes the night's backup when it is due, and then, once a week, rehearses its restore. */
export async function backUpNightly(deps: NightlyDeps): Promise<void> {
  const { db, backups, now } = deps
  if (!backups) return
  const runs = await lastRuns(db, 'backup', now())
  if (isBackupDue(runs, now(), backups.settings)) await makeBackup(deps, backups)
  const { done } = await lastRuns(db, 'backup', now())
  if (isRehearsalDue(await lastRuns(db, 'rehearsal', now()), done?.at, now()))
    await rehearseNewest(deps, backups, done!.name!)
}

type Backups = NonNullable<NightlyDeps['backups']>

async function makeBackup({ db, files, now, log, signal }: NightlyDeps, { settings, where }: Backups) {
  const begun = new Date(now()).toISOString()
  await noted({ db, now, log, signal }, 'backup', begun, async () => {
    const store = stoppable(await placeOf(settings), signal)
    await checkPlace(db, store)
    const manifest = await backUp({ where, files, store, now })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    await noteRun(db, { kind: 'backup', at: begun, name: manifest.name, rows })
    await noteKept(db, { place: store.place, name: manifest.name })
    log.info({ backup: manifest.name, rows }, 'backed up')
    await forgetRuns(db, now())
    const removed = await removeOldBackups(store, settings.zone, now()).catch((error: Error) => {
      throw error instanceof BackupError
        ? new BackupError(`${manifest.name} was made, but old backups are not removed. ${error.message}`)
        : error
    })
    if (removed.length > 0) log.info({ removed }, 'old backups removed')
  })
}

/**
 * A disk that is not mounted leaves its empty folder, and a night's backup would fill this machine's own disk instead, unnoticed
 * until it is needed. So the last one must be where it was written, or a newer one, which somebody made by hand.
 * @throws BackupError when neither is.
 */
async function checkPlace(db: Db, store: BackupStore) {
  const last = await lastKept(db)
  if (last?.place !== store.place || (await isWhole(store, last.name))) return
  const newest = (await backupsIn(store)).at(-1)
  if (newest === undefined || newest < last.name)
    throw new BackupError(
      `The last backup, ${last.name}, is not in ${store.place} any more, and none is written there: is its disk mounted? Where it is a new one, make the first backup by hand: npm run backup.`,
    )
}

async function rehearseNewest(
  { db, now, log, signal }: NightlyDeps,
  { settings, where }: Backups,
  name: string,
) {
  const begun = new Date(now()).toISOString()
  await noted({ db, now, log, signal }, 'rehearsal', begun, async () => {
    const store = stoppable(await placeOf(settings), signal)
    const { rows } = await rehearse(name, { where, store, signal })
    await noteRun(db, { kind: 'rehearsal', at: begun, name, rows })
    log.info({ backup: name, rows }, 'restore rehearsed')
  })
}

/** What fails is noted with its sentence; what another process is at, or what our stop ended, is no failure. */
async function noted(
  { db, now, log, signal }: Pick<NightlyDeps, 'db' | 'now' | 'log' | 'signal'>,
  kind: 'backup' | 'rehearsal',
  at: string,
  work: () => Promise<void>,
) {
  try {
    await work()
  } catch (error) {
    if (error instanceof Busy || signal.aborted) return
    log.error({ err: error }, `${kind} failed`)
    // Other errors may quote rows, and with them people's data.
    const fault = error instanceof BackupError ? error.message : 'It failed: the log says why.'
    // A backup that stands, and what follows it failed: the failure is the later one.
    await noteRun(db, { kind, at: new Date(Math.max(now(), Date.parse(at) + 1)).toISOString(), fault })
  }
}

function stoppable(store: BackupStore, signal: AbortSignal): BackupStore {
  return {
    ...store,
    async put(name, content) {
      signal.throwIfAborted()
      await store.put(name, content)
    },
    async read(name) {
      signal.throwIfAborted()
      return store.read(name)
    },
  }
}
