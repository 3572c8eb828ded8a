import { isBackupDue, isRehearsalDue } from '#domain/backups.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { BackupSettings } from '../settings/backup.ts'
import type { Db, Where } from '../database/db.ts'
import type { FileStore } from '../files/files.ts'
import { backUp } from './backup.ts'
import { withLock } from './connection.ts'
import { BackupError, Busy, FullOfPictures } from './error.ts'
import { removeOldBackups } from './keep.ts'
import { backupsIn, isWhole } from './manifest.ts'
import { placeOf } from './place.ts'
import { rehearse } from './rehearse.ts'
import type { Disks } from './room.ts'
import { forgetRuns, lastKept, lastRuns, latestNoted, noteKept, noteRun, type Kind } from './run-queries.ts'
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
  on?: Disks
}

/** Makes the night's backup when it is due, and then, once a week, rehearses its restore. */
export function nightlyBackups() {
  // A failure that could not be noted either, of a database whose disk is full or that is gone: it waits like others.
  const failedAt = new Map<Kind, number>()
  let filledAt: number | undefined
  const runsOf = async ({ db, now }: NightlyDeps, kind: Kind) => {
    const runs = await lastRuns(db, kind, now())
    const own = failedAt.get(kind) ?? -Infinity
    const latest = Math.max(runs.failedAt ?? -Infinity, own > latestNoted(now()) ? -Infinity : own)
    return { ...runs, ...(latest > -Infinity && { failedAt: latest }) }
  }
  return async (deps: NightlyDeps): Promise<void> => {
    const { backups, now } = deps
    if (!backups) return
    const failed = (kind: Kind, error: unknown) => {
      failedAt.set(kind, now())
      if (error instanceof FullOfPictures) filledAt = now()
    }
    const own = { ...deps, failed }
    if (filledAt !== undefined && filledAt > latestNoted(now())) filledAt = undefined
    const made = { ...(await runsOf(deps, 'backup')), filledAt }
    if (isBackupDue(made, now(), backups.settings)) await makeBackup(own, backups)
    const { done } = await lastRuns(deps.db, 'backup', now())
    const rehearsals = await runsOf(deps, 'rehearsal')
    if (isRehearsalDue(rehearsals, done?.at, now(), backups.settings))
      await rehearseNewest(own, backups, done!.name!)
  }
}

/** Hears at once of what fails. */
type OwnDeps = NightlyDeps & { failed: (kind: Kind, error: unknown) => void }
type Backups = NonNullable<NightlyDeps['backups']>

async function makeBackup(deps: OwnDeps, { settings, where }: Backups) {
  const { db, files, now, log, signal, on } = deps
  const begun = new Date(now()).toISOString()
  await noted(deps, 'backup', begun, async () => {
    const store = stoppable(await placeOf(settings, signal), signal)
    await checkPlace(db, store)
    const manifest = await backUp({ where, files, store, now, on })
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    await noteRun(db, { kind: 'backup', at: begun, name: manifest.name, rows })
    await noteKept(db, { place: store.place, name: manifest.name })
    log.info({ backup: manifest.name, rows }, 'backed up')
    await forgetRuns(db, now())
    const clear = () => removeOldBackups(store, settings.zone)
    const busy = 'Another backup or a rehearsal is under way: old backups go after the next one.'
    const removed = await withLock(where, busy, clear).catch((error: Error) => {
      throw error instanceof BackupError && !(error instanceof Busy)
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

async function rehearseNewest(deps: OwnDeps, { settings, where }: Backups, name: string) {
  const { db, now, log, signal, on } = deps
  const begun = new Date(now()).toISOString()
  await noted(deps, 'rehearsal', begun, async () => {
    const store = stoppable(await placeOf(settings, signal), signal)
    const { rows } = await rehearse(name, { where, store, signal, on })
    await noteRun(db, { kind: 'rehearsal', at: begun, name, rows })
    log.info({ backup: name, rows }, 'restore rehearsed')
  })
}

/** What fails is noted with its sentence; what another process is at, or what our stop ended, is no failure. */
async function noted(
  { db, now, log, signal, failed }: OwnDeps,
  kind: Kind,
  at: string,
  work: () => Promise<void>,
) {
  try {
    await work()
  } catch (error) {
    if (error instanceof Busy || signal.aborted) return
    log.error({ err: error }, `${kind} failed`)
    failed(kind, error)
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
