import { sql } from 'kysely'
import { instant, type Db } from '../database/db.ts'
import type { Place } from './geocoder.ts'

const DAY = 24 * 3_600_000
/**
 * Places found are cached as long as the geocoder's terms require; one not found may be on the map tomorrow.
 */
const KEEP_DAYS = { found: 30, nothing: 1 }

export async function keptPlaces(db: Db, query: string, nowMs: number): Promise<Place[] | undefined> {
  const row = await db
    .selectFrom('geocodes')
    .select(['places', 'at'])
    .where('query', '=', query)
    .where('at', '>', instant(nowMs - KEEP_DAYS.found * DAY))
    .executeTakeFirst()
  const isFresh = row && (row.places.length > 0 || row.at > nowMs - KEEP_DAYS.nothing * DAY)
  return isFresh ? row.places : undefined
}

export async function keepPlaces(db: Db, query: string, places: Place[], nowMs: number) {
  const row = { places: JSON.stringify(places), at: new Date(nowMs).toISOString() }
  await db
    .insertInto('geocodes')
    .values({ query, ...row })
    .onConflict((conflict) => conflict.column('query').doUpdateSet(row))
    .execute()
}

export async function forgetPlaces(db: Db, nowMs: number) {
  await db
    .deleteFrom('geocodes')
    .where('at', '<', instant(nowMs - KEEP_DAYS.found * DAY))
    .execute()
}

/**
 * Takes the next turn to ask the geocoder, one a second across all processes.
 * @returns milliseconds until that turn, by the database's clock, which all processes share; undefined when
 * the queue is already longer than `patienceMs`.
 */
export async function nextTurn(db: Db, geocoder: string, patienceMs: number): Promise<number | undefined> {
  const patience = sql`clock_timestamp() + make_interval(secs => ${patienceMs}::float / 1000)`
  // No queue is so long: this one was of a clock that was ahead, and has been set right.
  const longest = sql`(${patience} + interval '1 minute')`
  const { rows } = await sql<{ wait: number }>`
    insert into geocoder_turns as turns (geocoder, next_at) values (${geocoder}, clock_timestamp() + interval '1 second')
    on conflict (geocoder) do update set next_at = interval '1 second' + case
        when turns.next_at > ${longest} then clock_timestamp() else greatest(turns.next_at, clock_timestamp()) end
      where turns.next_at < ${patience} or turns.next_at > ${longest}
    returning extract(epoch from next_at - interval '1 second' - clock_timestamp())::float * 1000 as wait`.execute(
    db,
  )
  return rows[0] && Math.max(0, rows[0].wait)
}
