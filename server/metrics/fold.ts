import { sql } from 'kysely'
import { LOCKS } from '../database/advisory-locks.ts'
import type { Db, Tx } from '../database/db.ts'
import { hourAndMinutes, inItsHours, ofCatalogue, sums } from './figures.ts'

/** The maximum number of changes processed in one transaction. */
const BATCH = 5000

/**
 * Brings the precomputed figures up to date. Several processes may call it at once: only one does the work.
 * @returns the number of changes processed.
 */
export async function foldFigures({ db }: { db: Db }): Promise<number> {
  let all = 0
  for (;;) {
    const taken = await db.transaction().execute(foldSome)
    all += taken
    if (taken < BATCH) return all
  }
}

/**
 * Runs alone, because of two at once the one that read first could write last. The changes taken off the
 * list were committed, so later statements see at least those; further changes enter the list again.
 */
async function foldSome(tx: Tx): Promise<number> {
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(${LOCKS.addUpFigures}::bigint) as alone, set_config('enable_seqscan', 'off', true)`.execute(
    tx,
  )
  if (!rows[0]!.alone) return 0
  const { rows: stale } = await sql<{ business_id: number; appointment_date: string }>`
    delete from figures_stale where ctid = any(array(select ctid from figures_stale limit ${BATCH}))
    returning business_id, appointment_date`.execute(tx)
  if (stale.length > 0) await foldDays(tx, distinct(stale))
  return stale.length
}

interface Days {
  businesses: number[]
  dates: string[]
}

function distinct(stale: { business_id: number; appointment_date: string }[]): Days {
  const rows = new Map(stale.map((row) => [`${row.business_id} ${row.appointment_date}`, row]))
  const list = [...rows.values()]
  return {
    businesses: list.map(({ business_id }) => business_id),
    dates: list.map(({ appointment_date }) => appointment_date),
  }
}

async function foldDays(tx: Tx, { businesses, dates }: Days) {
  const days = sql`unnest(${businesses}::bigint[], ${dates}::date[]) day (business_id, appointment_date)`
  for (const table of ['figures_by_day', 'figures_by_hour'])
    await sql`
      delete from ${sql.table(table)} f using ${days}
      where f.business_id = day.business_id and f.appointment_date = day.appointment_date`.execute(tx)
  await sql`
    insert into figures_by_day
    select day.*, fresh.* from ${days}
    cross join lateral (
      select ${ofCatalogue}, ${sums} from appointments a
      where a.business_id = day.business_id and a.appointment_date = day.appointment_date and a.hold_kind is null
      group by 1) fresh`.execute(tx)
  await sql`
    insert into figures_by_hour
    select day.*, fresh.* from ${days}
    cross join lateral (
      select ${hourAndMinutes} from appointments a ${inItsHours}
      where a.business_id = day.business_id and a.appointment_date = day.appointment_date
        and a.status <> 'cancelled' and a.hold_kind is null
      group by 1) fresh`.execute(tx)
}
