import { sql } from 'kysely'
import type { Db } from '../db.ts'

/** More than this are not counted: the count must stay cheap when it matters. */
const MOST = 100_000

export interface Lane {
  lane: 'urgent' | 'reminders'
  /** How many messages are due. */
  waiting: number
  /** Since when the first one is, in epoch milliseconds. */
  since: number | null
}

/** The messages that are due and not sent, in both lanes; read from their indexes alone. */
export async function lanes(db: Db, nowMs: number): Promise<Lane[]> {
  const now = new Date(nowMs).toISOString()
  const lane = async (name: Lane['lane'], condition: ReturnType<typeof sql>): Promise<Lane> => {
    const { rows } = await sql<{ waiting: number; since: number | null }>`
      select count(*)::int as waiting, min(due_at) as since from (
        select due_at from messages where state = 'queued' and channel = 'email' and ${condition} and due_at <= ${now}::timestamptz
        order by due_at limit ${sql.lit(MOST)}) due`.execute(db)
    return { lane: name, ...rows[0]! }
  }
  return [
    await lane('urgent', sql`not starts_with(kind, 'reminder_')`),
    await lane('reminders', sql`starts_with(kind, 'reminder_')`),
  ]
}
