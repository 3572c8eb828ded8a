/** When the installation backs itself up, and which backups are kept. Instants are epoch milliseconds. */

/** The nightly hour: 0 to 23 by the clocks of a zone. */
export interface BackupTime {
  hour: number
  zone: string
}

const HOUR = 3_600_000
/** After a backup that failed, the next try waits. */
const RETRY_MS = HOUR / 2
/** Somewhat less than a week: what was rehearsed at another hour moves to the nightly one. */
const WEEK_MS = 6.5 * 24 * HOUR
/** A night's backup that is older than this was missed. */
const LATE_MS = 26 * HOUR

/** What is known of the runs so far; undefined where there was none. */
export interface Runs {
  /** The snapshot of the last whole backup. */
  lastAt?: number
  /** The last try that failed. */
  failedAt?: number
  /** The last try whose pictures filled the disk. */
  filledAt?: number | undefined
}

/**
 * Whether a backup is to be made: the hour has come since the last one, and a failure is some time ago. One whose pictures filled
 * the disk would copy them all again, so it waits for the next night.
 */
export function isBackupDue({ lastAt, failedAt, filledAt }: Runs, now: number, time: BackupTime): boolean {
  if (failedAt !== undefined && now - failedAt < RETRY_MS) return false
  const turn = lastTurn(now, time)
  return (filledAt === undefined || filledAt < turn) && (lastAt === undefined || lastAt < turn)
}

/**
 * Whether a restore is to be rehearsed: once a week, when there is a backup. It loads a whole database beside the one that serves,
 * so one that failed waits for the next night.
 */
export function isRehearsalDue(
  { lastAt, failedAt }: Runs,
  backupAt: number | undefined,
  now: number,
  time: BackupTime,
): boolean {
  const turn = lastTurn(now, time)
  return (
    backupAt !== undefined &&
    (failedAt === undefined || failedAt < turn) &&
    (lastAt === undefined || turn - lastAt >= WEEK_MS)
  )
}

export const isBackupLate = (lastAt: number | undefined, now: number) =>
  lastAt === undefined || now - lastAt > LATE_MS

/** The last instant at which the clocks showed the hour; in a night that skips it, the hour after. */
function lastTurn(now: number, { hour, zone }: BackupTime): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  const at = (date: Temporal.PlainDate) =>
    date.toZonedDateTime({ timeZone: zone, plainTime: { hour } }).epochMilliseconds
  const today = at(here.toPlainDate())
  return today <= now ? today : at(here.toPlainDate().subtract({ days: 1 }))
}

const DAYS = 7
const WEEKS = 4
const MONTHS = 6

/**
 * Of backups by their instants, those that are kept: the newest of each of the last 7 days, 4 weeks and 6
 * months in which there is one.
 */
export function keptBackups(instants: number[], zone: string): Set<number> {
  const kept = new Set<number>()
  const newestFirst = instants.toSorted((a, b) => b - a)
  const keep = (most: number, periodOf: (date: Temporal.PlainDate) => string) => {
    const seen = new Set<string>()
    for (const at of newestFirst) {
      const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate()
      const period = periodOf(date)
      if (seen.has(period)) continue
      if (seen.size === most) return
      seen.add(period)
      kept.add(at)
    }
  }
  keep(DAYS, (date) => date.toString())
  keep(WEEKS, (date) => `${date.yearOfWeek} ${date.weekOfYear}`)
  keep(MONTHS, (date) => date.toString().slice(0, 7))
  return kept
}
