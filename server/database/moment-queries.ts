import { statement, type Db } from './db.ts'

/**
 * What tells two moments of the database apart: which transactions had ended (PostgreSQL's documentation, "System Information
 * Functions", `pg_current_snapshot`), and of which server: another one, and one that was started again, may count the same
 * transactions. In two statements with the same one the same rows are seen. Its columns for any statement. A standby does not tell
 * what is in progress: its snapshot is null, and like no other.
 */
export const MOMENT = `pg_backend_pid() as backend, concat(pg_postmaster_start_time()) as server,
  case when not pg_is_in_recovery() then pg_current_snapshot()::text end as snapshot`

export interface MomentRow {
  backend: number
  server: string
  snapshot: string | null
}

/** More than any pooler keeps. */
const MOST_BACKENDS = 1_000

/**
 * The moments of one database, as texts: with the same text, the same rows are seen. A server that crashes without ending itself may
 * count its last transactions again; no connection outlives that, so that an answer of a connection not known before ends all moments
 * so far.
 */
export class Moments {
  readonly #backends = new Set<string>()
  #generation = 0

  of({ backend, server, snapshot }: MomentRow): string {
    const connection = `${server} ${backend}`
    if (snapshot === null || !this.#backends.has(connection)) {
      this.#generation++
      if (this.#backends.size === MOST_BACKENDS) this.#backends.clear()
      this.#backends.add(connection)
    }
    return `${this.#generation} ${server} ${snapshot}`
  }
}

const known = new WeakMap<Db, Moments>()

export function momentOf(db: Db, row: MomentRow): string {
  let moments = known.get(db)
  if (!moments) known.set(db, (moments = new Moments()))
  return moments.of(row)
}

// With a parameter, as only such statements are prepared (pool.ts).
const moment = statement<MomentRow, [isAsked: true]>(`select ${MOMENT} where $1::boolean`)

/** The moment of now. */
export const currentMoment = async (db: Db): Promise<string> => momentOf(db, (await moment(db, true))[0]!)

const momentOfMinute = statement<MomentRow & { holds_end: boolean }, [from: string, to: string]>(`
  select ${MOMENT}, exists (select from appointments where status = 'held'
    and hold_expires_at >= $1::timestamptz and hold_expires_at < $2::timestamptz) as holds_end`)

/**
 * The moment of now for what hangs on nothing else than the rows and the minute that begins at `minuteMs`; undefined while a hold ends
 * within that minute.
 */
export async function currentMomentOf(db: Db, minuteMs: number): Promise<string | undefined> {
  const [from, to] = [minuteMs, minuteMs + 60_000].map((at) => new Date(at).toISOString()) as [string, string]
  const [row] = await momentOfMinute(db, from, to)
  return row!.holds_end ? undefined : momentOf(db, row!)
}
