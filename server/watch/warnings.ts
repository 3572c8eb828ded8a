import { join } from 'node:path'
import { isBackupLate } from '#domain/backups.ts'
import type { Warning } from '#domain/warnings.ts'
import { isCrowded } from '../accounts/passwords.ts'
import { lastRuns } from '../backup/run-queries.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/db.ts'
import { diskOf, fileSystemOf, inTime, leastFree } from '../files/disk.ts'
import { areUnknown, mailStopped, whatsAppStopped } from '../messages/stopped-queries.ts'
import type { Tracer } from '../tracing.ts'
import type { Vitals } from '../vitals.ts'
import { disconnectedSince } from '../whatsapp/queries.ts'
import { templateNews } from '../whatsapp/template-queries.ts'
import { clockAhead, firstOf, lanes, type WatchedChannel } from './queries.ts'

const MINUTE = 60_000
const MESSAGES_LATE_MS = 5 * MINUTE
const PLANNER_LATE_MS = 2 * MINUTE
/** At night few book: as long as nobody knows better. */
const REFUSED_MS = 10 * MINUTE
const PLANNER = 'plan reminders'
/** Machines that ask a time server differ by far less. */
const CLOCK_DIFFERS_MS = 30_000

const diskNow = inTime(diskOf)
const fileSystemNow = inTime(fileSystemOf)

export interface WatchDeps {
  db: Db
  now: () => number
  config: Pick<Config, 'dataDir' | 'backups' | 'lacksBackups' | 'whatsapp' | 'push'>
  vitals: Vitals
  tracer?: Tracer | undefined
}

/** All that is known of the installation and this process, read afresh. */
export async function look({ db, now, config, vitals }: WatchDeps, askDisk = diskNow, machine = Date.now) {
  const at = now()
  const [backup, rehearsal] = [await lastRuns(db, 'backup', at), await lastRuns(db, 'rehearsal', at)]
  const mail = await mailStopped(db, at)
  const whatsapp = config.whatsapp
    ? { since: await disconnectedSince(db), templates: await templateNews(db) }
    : { since: null, templates: [] }
  const queue = await lanes(db, at)
  const isLate = (channel: WatchedChannel) => isOld(firstOf(queue, channel, 'urgent'), at)
  const sends = vitals.jobsSince !== undefined
  const late: Record<WatchedChannel, boolean> = {
    email: sends && isLate('email'),
    whatsapp:
      sends && config.whatsapp !== undefined && (isLate('whatsapp') || (await whatsAppStopped(db, at))),
    push: sends && config.push !== undefined && isLate('push'),
  }
  const disk = await askDisk(config.dataDir)
  // Where several machines have one folder of pictures, it is a disk of its own.
  const pictures = await askDisk(join(config.dataDir, 'files'))
  const holds: Record<Warning, boolean> = {
    mail_stopped: mail !== null,
    whatsapp_disconnected: whatsapp.since !== null,
    whatsapp_templates: whatsapp.templates.length > 0,
    messages_late: Object.values(late).includes(true),
    unknown_addresses: await areUnknown(db, at),
    planner_late: isPlannerLate(vitals, at),
    sign_ins_crowded: isCrowded(),
    disk_low: [disk, pictures].some((each) => each !== undefined && each.free < leastFree(each)),
    changes_refused: areRefused(vitals, at),
    clock_differs: Math.abs(await clockAhead(db, machine)) > CLOCK_DIFFERS_MS,
    backup_late: config.backups !== undefined && isBackupLate(backup.lastAt, at),
    backup_failed: config.backups !== undefined && hasFailed(backup),
    backup_beside_data: await isBesideData(config),
    backup_none: config.lacksBackups,
    rehearsal_failed: config.backups !== undefined && hasFailed(rehearsal),
  }
  return {
    holds,
    late,
    mail,
    queue,
    disk,
    backupAt: backup.lastAt,
    rehearsalAt: rehearsal.lastAt,
    rehearsalFault: rehearsal.failed?.fault ?? '',
  }
}

const isOld = (since: number | null, at: number) => since !== null && at - since > MESSAGES_LATE_MS

function isPlannerLate({ jobs, jobsSince }: Vitals, at: number): boolean {
  if (jobsSince === undefined) return false
  return at - (jobs.get(PLANNER)?.doneAt ?? jobsSince) > PLANNER_LATE_MS
}

const areRefused = ({ changesRefusedAt }: Vitals, at: number) =>
  changesRefusedAt !== undefined && Math.abs(at - changesRefusedAt) < REFUSED_MS

const hasFailed = ({ lastAt, failedAt }: { lastAt?: number; failedAt?: number }) =>
  failedAt !== undefined && (lastAt === undefined || failedAt > lastAt)

/** A disk that was never mounted at its folder leaves the backups on the data's own, which takes them along when it dies. */
async function isBesideData({ backups, dataDir }: WatchDeps['config']): Promise<boolean> {
  if (!backups || backups.besideData || !('folder' in backups.to)) return false
  const [copies, data] = await Promise.all([backups.to.folder, dataDir].map(fileSystemNow))
  return copies !== undefined && copies === data
}
