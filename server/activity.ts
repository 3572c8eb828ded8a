import type { Act } from '#domain/activity.ts'
import type { Db, Tx } from './db.ts'

export interface Activity {
  business_id: number
  /** Null: nobody who was signed in. */
  user_id: number | null
  act: Act
  /** What it was done to, as people call it. */
  subject?: string | null
  /** Values before and after; no secrets, nothing of health. */
  detail?: Record<string, unknown>
  nowMs: number
}

/** Notes who did what, in the transaction of what was done. It is only ever added to (migrations/0281). */
export async function noteActivity(
  tx: Db | Tx,
  { detail = {}, subject = null, nowMs, ...activity }: Activity,
): Promise<void> {
  await tx
    .insertInto('activity')
    .values({
      ...activity,
      subject: subject === null ? null : [...subject].slice(0, 254).join(''),
      detail: JSON.stringify(detail),
      at: new Date(nowMs).toISOString(),
    })
    .execute()
}
