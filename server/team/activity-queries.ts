import { activityText, ACTS, type Act } from '#domain/activity.ts'
import type { ActivityRow } from '#domain/api/calls/team.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { instant, type Db } from '../db.ts'

interface Wanted {
  user_id?: number | undefined
  /** From the first to before the last, epoch milliseconds. */
  span?: [number, number] | undefined
  before?: number | undefined
  limit: number
}

/** What was done, the latest first. */
export async function activityOf(
  db: Db,
  owner: BusinessId,
  { user_id, span, before, limit }: Wanted,
): Promise<{ activity: ActivityRow[]; has_more: boolean }> {
  let rows = db
    .selectFrom('activity as a')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    .select(['a.id', 'a.user_id', 'u.name', 'u.email', 'a.act', 'a.subject', 'a.detail', 'a.at'])
    .where('a.business_id', '=', owner)
    // A version that runs beside this one may note more than this one can say.
    .where('a.act', 'in', ACTS)
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
  if (user_id !== undefined) rows = rows.where('a.user_id', '=', user_id)
  if (before !== undefined) rows = rows.where('a.id', '<', before)
  if (span) rows = rows.where('a.at', '>=', instant(span[0])).where('a.at', '<', instant(span[1]))
  const found = await rows.execute()
  const activity = found.slice(0, limit).map(({ name, email, act, subject, detail, ...row }) => ({
    ...row,
    act,
    user_name: name ?? email,
    text: activityText(act as Act, { subject, detail }),
  }))
  return { activity, has_more: found.length > limit }
}
