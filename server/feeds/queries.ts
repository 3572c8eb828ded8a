import type { Feed } from '#domain/api/calls/feeds.ts'
import { FEED_DAYS, type FeedShows } from '#domain/feed.ts'
import { sql, type RawBuilder } from 'kysely'
import { instant, type Db, type Tx } from '../database/db.ts'
import type { TokenKey } from '../tokens.ts'

const DAY = 24 * 3_600_000
/** More than twelve people's agendas hold; a calendar would not show more. What is cut of a larger team's is the oldest. */
const MOST = 20_000

interface Member {
  business_id: number
  user_id: number
}

const feeds = (db: Db | Tx, { business_id, user_id }: Member) =>
  db
    .selectFrom('calendar_feeds as f')
    .leftJoin('professionals as p', (join) =>
      join.onRef('p.business_id', '=', 'f.business_id').onRef('p.id', '=', 'f.professional_id'),
    )
    .select(['f.id', 'f.professional_id', 'p.professional_name', 'f.shows', 'f.created_at', 'f.last_read_at'])
    .where('f.business_id', '=', business_id)
    .where('f.user_id', '=', user_id)

/** A member's own, everybody's agenda first. */
export const feedsOf = (db: Db, member: Member): Promise<Feed[]> =>
  feeds(db, member)
    .orderBy(sql`f.professional_id nulls first`)
    .execute()

interface NewFeed extends Member {
  professional_id: number | null
  shows: FeedShows
  hash: Buffer
}

/** Stores the address of an agenda in place of the one before. */
export async function putFeed(tx: Tx, nowMs: number, { hash, ...feed }: NewFeed): Promise<Feed> {
  const at = instant(nowMs)
  const { rows } = await sql<{ id: number }>`
    insert into calendar_feeds (business_id, user_id, professional_id, shows, token_hash, created_at)
    values (${feed.business_id}, ${feed.user_id}, ${feed.professional_id}, ${feed.shows}, ${hash}, ${at})
    on conflict (business_id, user_id, (coalesce(professional_id, 0))) do update
      set shows = excluded.shows, token_hash = excluded.token_hash, created_at = excluded.created_at, last_read_at = null
    returning id`.execute(tx)
  return feeds(tx, feed).where('f.id', '=', rows[0]!.id).executeTakeFirstOrThrow()
}

/** @returns whether there was one. */
export async function deleteFeed(tx: Tx, { business_id, user_id }: Member, id: number): Promise<boolean> {
  const gone = await tx
    .deleteFrom('calendar_feeds')
    .where('business_id', '=', business_id)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return gone !== undefined
}

/** The feed of an address, with what its member may do now; undefined once the member is out. */
export function feedOfToken(db: Db, { business_id, hash }: TokenKey) {
  return db
    .selectFrom('calendar_feeds as f')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.business_id', '=', 'f.business_id').onRef('m.user_id', '=', 'f.user_id'),
    )
    .innerJoin('businesses as b', 'b.id', 'f.business_id')
    .leftJoin('professionals as p', (join) =>
      join.onRef('p.business_id', '=', 'f.business_id').onRef('p.id', '=', 'f.professional_id'),
    )
    .select(['f.business_id', 'f.id', 'f.professional_id', 'f.shows', 'f.last_read_at'])
    .select(['m.role', 'm.permissions as switches', 'm.professional_id as member_professional_id'])
    .select(['b.business_name', 'p.professional_name'])
    .where('f.business_id', '=', business_id)
    .where('f.token_hash', '=', hash)
    .where('m.is_active', '=', true)
    .executeTakeFirst()
}
export type OpenFeed = NonNullable<Awaited<ReturnType<typeof feedOfToken>>>

export async function noteRead(db: Db, { business_id, id }: OpenFeed, nowMs: number): Promise<void> {
  await db
    .updateTable('calendar_feeds')
    .set({ last_read_at: new Date(nowMs).toISOString() })
    .where('business_id', '=', business_id)
    .where('id', '=', id)
    .execute()
}

export interface FeedAppointment {
  id: number
  version: number
  service_name: string
  professional_name: string
  client_name: string
  client_phone: string
  status: string
  starts_at: number
  ends_at: number
  changed_at: number
}

type Whose = Pick<OpenFeed, 'business_id' | 'professional_id'>

/** Of more rows than there is room for those to come are kept before those that are over, and of each the nearest. */
const nearestFirst = (startsAt: RawBuilder<unknown>, nowMs: number) =>
  sql`${startsAt} < ${instant(nowMs)}, abs(extract(epoch from ${startsAt} - ${instant(nowMs)}))`

const byStart = (a: { id: number; starts_at: number }, b: typeof a) =>
  a.starts_at - b.starts_at || a.id - b.id

/** Appointments from 90 days ago to 180 ahead; a cancelled one for 30 days after it was cancelled. */
export async function appointmentsOf(
  db: Db,
  whose: Whose,
  nowMs: number,
  most = MOST,
): Promise<FeedAppointment[]> {
  const at = (days: number) => instant(nowMs + days * DAY)
  const own = whose.professional_id === null ? sql`true` : sql`a.professional_id = ${whose.professional_id}`
  const { rows } = await sql<FeedAppointment>`
    select a.id, a.version, a.service_name, a.professional_name, a.client_name, a.client_phone, a.status, a.starts_at, a.ends_at,
      coalesce(changed.at, a.created_at) as changed_at
    from appointments a
    cross join lateral (
      select max(h.at) as at from appointment_history h
      where h.business_id = a.business_id and h.appointment_id = a.id) changed
    where a.business_id = ${whose.business_id} and ${own} and a.hold_kind is null
      and a.starts_at between ${at(-FEED_DAYS.back)} and ${at(FEED_DAYS.ahead)}
      and (a.status in ('scheduled', 'completed')
        or a.status = 'cancelled' and changed.at > ${at(-FEED_DAYS.cancelled)})
    order by ${nearestFirst(sql.ref('a.starts_at'), nowMs)}, a.id limit ${most}`.execute(db)
  return rows.sort(byStart)
}

/** Blocked time of the same days: a professional's own and the whole business's; everybody's in everybody's feed. */
export async function timeOffOf(db: Db, whose: Whose, nowMs: number, most = MOST) {
  let rows = db
    .selectFrom('time_off as t')
    .leftJoin('professionals as p', (join) =>
      join.onRef('p.business_id', '=', 't.business_id').onRef('p.id', '=', 't.professional_id'),
    )
    .select(['t.id', 't.version', 't.kind', 't.reason', 't.starts_at', 't.ends_at', 'p.professional_name'])
    .select(
      sql<number>`coalesce((select max(h.at) from time_off_history h
        where h.business_id = t.business_id and h.time_off_id = t.id), t.created_at)`.as('changed_at'),
    )
    .where('t.business_id', '=', whose.business_id)
    // Whoever was deleted is away from nothing any more; of the whole business's there is nobody.
    .where('p.deleted_at', 'is', null)
    .where('t.ends_at', '>', instant(nowMs - FEED_DAYS.back * DAY))
    .where('t.starts_at', '<', instant(nowMs + FEED_DAYS.ahead * DAY))
    .orderBy(nearestFirst(sql.ref('t.starts_at'), nowMs))
    .orderBy('t.id')
    .limit(most)
  if (whose.professional_id !== null)
    rows = rows.where((row) =>
      row.or([row('t.professional_id', 'is', null), row('t.professional_id', '=', whose.professional_id)]),
    )
  return (await rows.execute()).sort(byStart)
}
