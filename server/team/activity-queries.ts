import { activityText, ACTS, type Act } from '#domain/activity.ts'
import type { ActivityRow } from '#domain/api/calls/team.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { sql } from 'kysely'
import { instant, type Db } from '../database/db.ts'

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
    .innerJoin('businesses as b', 'b.id', 'a.business_id')
    .leftJoin('users as u', 'u.id', 'a.user_id')
    // Clients are named by their card, so that who is forgotten stands in no list.
    .leftJoin('client_cards as c', (join) =>
      join
        .onRef('c.business_id', '=', 'a.business_id')
        .on(sql<boolean>`c.id = (a.detail ->> 'card_id')::bigint`),
    )
    .select(['a.id', 'a.user_id', 'u.name', 'u.email', 'a.act', 'a.detail', 'a.at', 'b.currency'])
    .select(sql<string | null>`coalesce(a.subject, c.client_name)`.as('subject'))
    .where('a.business_id', '=', owner)
    // A version that runs beside this one may note more than this one can say.
    .where('a.act', 'in', ACTS)
    .orderBy('a.id', 'desc')
    .limit(limit + 1)
  if (user_id !== undefined) rows = rows.where('a.user_id', '=', user_id)
  if (before !== undefined) rows = rows.where('a.id', '<', before)
  if (span) rows = rows.where('a.at', '>=', instant(span[0])).where('a.at', '<', instant(span[1]))
  const found = await rows.execute()
  const activity = found.slice(0, limit).map(({ name, email, act, subject, detail, currency, ...row }) => ({
    ...row,
    act,
    user_name: name ?? email,
    text: activityText(act as Act, { subject, detail, currency }),
  }))
  return { activity, has_more: found.length > limit }
}

/** Whom the activity names, those who left included; the index is read once for each person, not for each act. */
export async function peopleOfActivity(db: Db, owner: BusinessId) {
  const { rows } = await sql<{ user_id: number; user_name: string }>`
    with recursive acted (id) as (
      (select user_id from activity where business_id = ${owner} and user_id is not null
       order by user_id limit 1)
      union all
      select (select user_id from activity where business_id = ${owner} and user_id > acted.id
        order by user_id limit 1)
      from acted where acted.id is not null)
    select u.id as user_id, coalesce(u.name, u.email) as user_name
    from acted join users u on u.id = acted.id order by lower(coalesce(u.name, u.email)), u.id`.execute(db)
  return rows
}
