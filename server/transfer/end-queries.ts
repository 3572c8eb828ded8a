import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../database/db.ts'

/** The number of a transaction, by which its end can be asked for. */
export async function numberOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ number: string }>`select pg_current_xact_id()::text as number`.execute(tx)
  return rows[0]!.number
}

interface Whole {
  number: string
  /** What it brought. */
  imported: { business_id: number; slug: string }
}

const PATIENCE_MS = 10_000
const PAUSE_MS = 500

/** How a transaction ended; undefined where it does not end for ten seconds, or the database says nothing of it. */
export async function endOf(db: Db, whole: Whole): Promise<'committed' | 'aborted' | undefined> {
  const late = new AbortController()
  const patience = sleep(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined)
  const until = performance.now() + PATIENCE_MS
  try {
    while (performance.now() < until) {
      // A question may itself wait long for a connection.
      const end = await Promise.race([askEnd(db, whole).catch(() => undefined), patience])
      if (end?.status === 'aborted') return 'aborted'
      // After a failover the number may be another transaction's.
      if (end?.status === 'committed') return end.is_there ? 'committed' : undefined
      await Promise.race([sleep(PAUSE_MS), patience])
    }
    return undefined
  } finally {
    late.abort()
  }
}

async function askEnd(db: Db, { number, imported: { business_id, slug } }: Whole) {
  const { rows } = await sql<{ status: string | null; is_there: boolean }>`
    select pg_xact_status(${number}::xid8) as status,
      exists (select from businesses where id = ${business_id} and slug = ${slug}) as is_there`.execute(db)
  return rows[0]!
}
