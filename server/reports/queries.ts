import type { PageReport } from '#domain/api/calls/reports.ts'
import { sql } from 'kysely'
import { instant, iso, type Db, type Tx } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'

const DAY = 24 * 3_600_000

/** Whether a network reported the page within a day. `networks`: its names of today and of the day before. */
export async function isReported(
  db: Db,
  business_id: number,
  networks: Buffer[],
  nowMs: number,
): Promise<boolean> {
  const report = await db
    .selectFrom('page_reports')
    .select('id')
    .where('business_id', '=', business_id)
    .where('network', 'in', networks)
    .where('at', '>', instant(nowMs - DAY))
    .limit(1)
    .executeTakeFirst()
  return report !== undefined
}

/** Writes a report; one of the same network within a day stays as it is. `before`: the network's name of the day before. */
export async function insertReport(
  tx: Tx,
  {
    business_id,
    network,
    before,
    nowMs,
    ...report
  }: PageReport & { business_id: number; network: Buffer; before: Buffer; nowMs: number },
) {
  await sql`
    insert into page_reports (business_id, reason, details, email, network, at)
    select ${business_id}, ${report.reason}, ${report.details}, ${report.email}, ${network}, ${iso(nowMs)}::timestamptz
    where not exists (
      select from page_reports
      where business_id = ${business_id} and network = ${before} and at > ${instant(nowMs - DAY)})
    on conflict (business_id, network, ((at at time zone 'UTC')::date)) do nothing`.execute(tx)
}

/** The business, locked, since when it is there; undefined when it is off. */
export function lockShown(tx: Tx, business_id: number) {
  return tx
    .selectFrom('businesses')
    .select('created_at')
    .where('id', '=', business_id)
    .where('suspended_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** From how many networks the page was reported in the last 24 hours, without what was decided. */
export async function networksOf(tx: Tx, business_id: number, nowMs: number): Promise<number> {
  const { n } = await tx
    .selectFrom('page_reports')
    .select((row) => row.fn.count<number>('network').distinct().as('n'))
    .where('business_id', '=', business_id)
    .where('state', '=', 'open')
    .where('at', '>', instant(nowMs - DAY))
    .executeTakeFirstOrThrow()
  return n
}

/** Notes that reports hide the page; false when they did before: an administrator has looked, or will. */
export async function noteHiding(tx: Tx, business_id: number, nowMs: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('page_hidings')
    .values({ business_id, hidden_at: iso(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows) > 0
}

/** The open reports by page, the hidden ones first; of each page the newest first, whose id a decision names. */
export async function openReports(db: Db) {
  return await db
    .selectFrom('page_reports as r')
    .innerJoin('businesses as b', 'b.id', 'r.business_id')
    .leftJoin('page_hidings as h', (join) =>
      join.onRef('h.business_id', '=', 'r.business_id').on('h.seen_at', 'is', null),
    )
    .select([
      'r.business_id',
      'r.id',
      'b.business_name',
      'b.slug',
      'r.reason',
      'r.details',
      'r.email',
      'r.at',
    ])
    .select(sql<boolean>`h.business_id is not null`.as('is_hidden'))
    .where('r.state', '=', 'open')
    .orderBy(sql`h.business_id is null`)
    .orderBy(sql`min(r.at) over (partition by r.business_id)`)
    .orderBy('r.business_id')
    .orderBy('r.id', 'desc')
    .limit(100)
    .execute()
}

interface Decision {
  business_id: number
  state: 'dismissed' | 'acted'
  /** The newest report that was looked at; without it, all were. */
  seen?: number | undefined
  administrator_id: number
  nowMs: number
}

/**
 * Decides the open reports of a page. @returns how many, and whether they had hidden it.
 * @throws Refusal 409 when there is one that nobody has looked at.
 */
export async function decide(tx: Tx, decision: Decision): Promise<{ reports: number; wasHidden: boolean }> {
  const { business_id, state, seen, administrator_id, nowMs } = decision
  // One that hides the page at this moment is written before, and counts.
  if (!(await lockExisting(tx, business_id))) return { reports: 0, wasHidden: false }
  if (seen !== undefined && (await hasNewer(tx, business_id, seen)))
    throw new Refusal(409, 'Llegaron otros reportes de esta página. Míralos antes de decidir.')
  const decided = await tx
    .updateTable('page_reports')
    .set({ state, administrator_id, decided_at: iso(nowMs) })
    .where('business_id', '=', business_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  const wasHidden = await noteSeen(tx, business_id, nowMs)
  return { reports: Number(decided.numUpdatedRows), wasHidden }
}

async function lockExisting(tx: Tx, business_id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('businesses')
    .select('id')
    .where('id', '=', business_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function hasNewer(tx: Tx, business_id: number, seen: number): Promise<boolean> {
  const newer = await tx
    .selectFrom('page_reports')
    .select('id')
    .where('business_id', '=', business_id)
    .where('state', '=', 'open')
    .where('id', '>', seen)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/** Notes that an administrator has looked at a page. @returns whether reports hid it until now. */
export async function noteSeen(tx: Tx, business_id: number, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('page_hidings')
    .set({ seen_at: iso(nowMs) })
    .where('business_id', '=', business_id)
    .where('seen_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0) return true
  // Seen is seen, also where nothing had hidden it: reports that come later do not.
  await tx
    .insertInto('page_hidings')
    .values({ business_id, hidden_at: iso(nowMs), seen_at: iso(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return false
}

/** Removes what was decided half a year ago: who reported is nobody's business any more. */
export async function forgetReports(db: Db, nowMs: number) {
  await db
    .deleteFrom('page_reports')
    .where('decided_at', '<', instant(nowMs - 180 * DAY))
    .execute()
}
