import type { Db } from '../database/db.ts'
import { LAST_KEPT } from '../installation.ts'

export type Kind = 'backup' | 'rehearsal'

const HOUR = 3_600_000

/** What lies later was noted under a clock that has since been set right: it would keep all others away until then, and is none. */
export const latestNoted = (nowMs: number) => nowMs + HOUR

/** The last run that came to its end and the last one that failed, as epoch milliseconds. */
export async function lastRuns(db: Db, kind: Kind, nowMs: number) {
  const latest = new Date(latestNoted(nowMs)).toISOString()
  const newest = (hasFailed: boolean) =>
    db
      .selectFrom('backup_runs')
      .select(['at', 'name', 'rows', 'fault'])
      .where('kind', '=', kind)
      .where('at', '<=', latest as never)
      .where('fault', hasFailed ? 'is not' : 'is', null)
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [done, failed] = [await newest(false), await newest(true)]
  return { done, failed, lastAt: done?.at, failedAt: failed?.at }
}

export async function noteRun(
  db: Db,
  run: { kind: Kind; at: string; name: string; rows: number } | { kind: Kind; at: string; fault: string },
): Promise<void> {
  const fault = 'fault' in run ? run.fault.slice(0, 1000) : null
  await db
    .insertInto('backup_runs')
    .values({ ...run, fault })
    .execute()
}

/** The newest runs, the last one first, for whoever asks why there is no backup. */
export const latestRuns = (db: Db, most: number) =>
  db
    .selectFrom('backup_runs')
    .select(['kind', 'at', 'name', 'rows', 'fault'])
    .orderBy('id', 'desc')
    .limit(most)
    .execute()

const KEPT_DAYS = 400

/** What is long over is no news. */
export async function forgetRuns(db: Db, nowMs: number): Promise<void> {
  const before = new Date(nowMs - KEPT_DAYS * 86_400_000).toISOString()
  await db
    .deleteFrom('backup_runs')
    .where('at', '<', before as never)
    .execute()
}

/** A backup of a night, and the place it was written to. */
interface Kept {
  place: string
  name: string
}

/** The newest backup that a night brought to its end; undefined before the first one, and after a restore. */
export async function lastKept(db: Db): Promise<Kept | undefined> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', LAST_KEPT)
    .executeTakeFirst()
  return row && (JSON.parse(row.value) as Kept)
}

export async function noteKept(db: Db, kept: Kept): Promise<void> {
  const value = JSON.stringify(kept)
  await db
    .insertInto('installation')
    .values({ name: LAST_KEPT, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
