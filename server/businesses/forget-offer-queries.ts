import { sql, type RawBuilder } from 'kysely'
import { instant, type Db } from '../database/db.ts'

const DAY_MS = 24 * 3_600_000
/** They are looked at every hour for so long: what appointments name stays, and is not looked at for ever. */
const LOOKED_AT_MS = 2 * DAY_MS
/** Appointments have no index by service: each of these may read all of its business's, and once more when it goes. */
const BATCH = 5

type Last = { business_id: number; id: number; count: number }

/** Removes the services and professionals for good that were deleted a day ago and that nothing names. */
export async function forgetOffers(
  db: Db,
  nowMs: number,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const until = nowMs - DAY_MS
  const old = (table: 'services' | 'professionals', last: Last | undefined) => sql`
    select business_id, id from ${sql.table(table)}
    where deleted_at > ${instant(until - LOOKED_AT_MS)}::timestamptz and deleted_at <= ${instant(until)}::timestamptz
      and (business_id, id) > (${last?.business_id ?? 0}, ${last?.id ?? 0})
    order by business_id, id limit ${BATCH}`
  await inBatches(
    signal,
    (last) => sql`
      with old as materialized (${old('services', last)}),
      gone as materialized (
        select * from old o
        where not ${isNamed('appointments', 'service_id')} and not exists (
          select from professionals p
          where p.business_id = o.business_id and p.deleted_at is null and p.specialties ~ ('\\m' || o.id || '\\M'))),
      terms as (
        delete from professional_services t using gone g where t.business_id = g.business_id and t.service_id = g.id),
      removed as (delete from services s using gone g where s.business_id = g.business_id and s.id = g.id)
      ${LAST}`,
  )
  await inBatches(
    signal,
    (last) => sql`
      with old as materialized (${old('professionals', last)}),
      gone as materialized (
        select * from old o
        where not ${isNamed('appointments', 'professional_id')} and not ${isNamed('time_off', 'professional_id')}
          and not ${isNamed('special_days', 'professional_id')} and not ${isNamed('memberships', 'professional_id')}
          and not ${isNamed('invitations', 'professional_id')} and not ${isNamed('calendar_feeds', 'professional_id')}),
      terms as (
        delete from professional_services t using gone g where t.business_id = g.business_id and t.professional_id = g.id),
      hours as (
        delete from professional_hours h using gone g where h.business_id = g.business_id and h.professional_id = g.id),
      removed as (delete from professionals p using gone g where p.business_id = g.business_id and p.id = g.id)
      ${LAST}`,
  )

  async function inBatches(
    signal: AbortSignal | undefined,
    batchAfter: (last: Last | undefined) => RawBuilder<unknown>,
  ) {
    let last: Last | undefined
    do last = ((await batchAfter(last).execute(db)) as { rows: Last[] }).rows[0]
    while (last?.count === BATCH && !signal?.aborted)
  }
}

const isNamed = (table: string, column: string) => sql<boolean>`exists (
  select from ${sql.table(table)} n where n.business_id = o.business_id and n.${sql.ref(column)} = o.id)`

const LAST = sql`select business_id, id, (select count(*)::int from old) as count
  from old order by business_id desc, id desc limit 1`
