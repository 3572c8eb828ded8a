import type { HoldKind } from '#domain/appointment.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'

/** More than this are not counted: the count must stay cheap when it matters. */
const MOST = 100_000

export type WatchedChannel = 'email' | 'whatsapp' | 'push'

export interface Lane {
  channel: WatchedChannel
  lane: 'urgent' | 'reminders'
  /** How many messages are due. */
  waiting: number
  /** Since when the first one is, in epoch milliseconds. */
  since: number | null
}

/**
 * By how many milliseconds the database's clock is ahead of the machine's, at least; negative where it is behind. The time that
 * the question takes is given to neither.
 */
export async function clockAhead(db: Db, machine = Date.now): Promise<number> {
  const asked = machine()
  const { rows } = await sql<{ at: number }>`
    select extract(epoch from clock_timestamp())::float * 1000 as at`.execute(db)
  const answered = machine()
  const { at } = rows[0]!
  return at < asked ? at - asked : Math.max(0, at - answered)
}

/** The messages that are due and not sent, by channel and lane; read from their indexes alone. */
export async function lanes(db: Db, nowMs: number): Promise<Lane[]> {
  const now = new Date(nowMs).toISOString()
  const read = async ({ channel, lane }: Pick<Lane, 'channel' | 'lane'>): Promise<Lane> => {
    const isReminder = sql`starts_with(kind, 'reminder_')`
    const { rows } = await sql<{ waiting: number; since: number | null }>`
      select count(*)::int as waiting, min(due_at) as since from (
        select due_at from messages where state = 'queued' and channel = ${sql.lit(channel)}
          and ${lane === 'reminders' ? isReminder : sql`not ${isReminder}`} and due_at <= ${now}::timestamptz
        order by due_at limit ${sql.lit(MOST)}) due`.execute(db)
    return { channel, lane, ...rows[0]! }
  }
  const seen: Lane[] = []
  for (const each of LANES) seen.push(await read(each))
  return seen
}

/** Each has an index of its own. */
const LANES = [
  { channel: 'email', lane: 'urgent' },
  { channel: 'email', lane: 'reminders' },
  { channel: 'whatsapp', lane: 'urgent' },
  { channel: 'whatsapp', lane: 'reminders' },
  { channel: 'push', lane: 'urgent' },
] as const

/** The first message of a channel's lane. */
export const firstOf = (queue: Lane[], channel: WatchedChannel, lane: Lane['lane']) =>
  queue.find((each) => each.channel === channel && each.lane === lane)?.since ?? null

/** How many times are held now, by what they wait for. */
export async function holds(db: Db): Promise<Map<HoldKind, number>> {
  const { rows } = await sql<{ kind: HoldKind; held: number }>`
    select hold_kind as kind, count(*)::int as held from (
      select hold_kind from appointments where status = 'held' limit ${sql.lit(MOST)}) held
    group by 1`.execute(db)
  return new Map(rows.map(({ kind, held }) => [kind, held]))
}
