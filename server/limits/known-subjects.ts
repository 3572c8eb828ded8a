import { counting, reading } from './attempt-queries.ts'
import { hashOf } from './attempts.ts'
import { iso, type Db } from '../database/db.ts'

/** Remembers `subject` for `days`, as a hash in the table of attempts. */
export async function remember(db: Db, nowMs: number, subject: string, days: number): Promise<void> {
  await counting(db, [hashOf({ subject })], [iso(nowMs + days * 86_400_000)], iso(nowMs), [1])
}

/** Whether `subject` is remembered. */
export async function isRemembered(db: Db, nowMs: number, subject: string): Promise<boolean> {
  return (await reading(db, [hashOf({ subject })], iso(nowMs))).length > 0
}
