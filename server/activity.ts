import type { Act } from '#domain/activity.ts'
import { spend, spendIfLeft } from './limits/attempts.ts'
import type { Db, Tx } from './database/db.ts'

/** Which member does it, and when. */
export interface By {
  user_id: number
  nowMs: number
}

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

/** What anybody does who knows an e-mail, or whoever logs in over and over: the first ones of an hour say it all. */
const MOST_IN_AN_HOUR = 20

/** Whether such an act is to be noted: of one kind and one subject, 20 an hour. */
export const isFewToNote = (db: Db, { business_id, act, subject, nowMs }: Activity): Promise<boolean> =>
  spendIfLeft(db, nowMs, [
    {
      subject: `noted ${act} in ${business_id} ${subject?.toLowerCase()}`,
      max: MOST_IN_AN_HOUR,
      minutes: 60,
    },
  ])

/** Notes an act as `noteActivity` does, up to 20 times an hour: the list is only added to, and strangers would fill it. */
export async function noteFew(db: Db, activity: Activity): Promise<void> {
  if (await isFewToNote(db, activity)) await noteActivity(db, activity)
}

/**
 * Counts and notes an export, which reads all there is of something, over and over if somebody likes.
 * @param subject what leaves, as people call it.
 * @throws Refusal 429 after 60 of a business in an hour.
 */
export async function noteExport(
  db: Db,
  { business_id, user_id }: { business_id: number; user_id: number },
  subject: string,
  nowMs: number,
): Promise<void> {
  await spend(db, nowMs, [{ subject: `exports of ${business_id}`, max: 60, minutes: 60 }])
  await noteActivity(db, { business_id, user_id, act: 'exported', subject, nowMs })
}
