import { sql } from 'kysely'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, Tx } from '../db.ts'

/** The number of a transaction, by which its end can be asked for. */
export async function numberOf(tx: Tx): Promise<string> {
  const { rows } = await sql<{ number: string }>`select pg_current_xact_id()::text as number`.execute(tx)
  return rows[0]!.number
}

const TRIES = 20
const PAUSE_MS = 500

/** How a transaction ended; undefined where it does not end for ten seconds, or the database says nothing of it. */
export async function endOf(db: Db, number: string): Promise<'committed' | 'aborted' | undefined> {
  for (let tries = TRIES; tries > 0; tries--) {
    const end = await askEnd(db, number).catch(() => undefined)
    if (end === 'committed' || end === 'aborted') return end
    await sleep(PAUSE_MS)
  }
  return undefined
}

async function askEnd(db: Db, number: string): Promise<string | null> {
  const { rows } = await sql<{ status: string | null }>`
    select pg_xact_status(${number}::xid8) as status`.execute(db)
  return rows[0]!.status
}
