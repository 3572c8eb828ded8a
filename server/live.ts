import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from './db.ts'

/**
 * Tells every open owner screen, in whatever process it hangs, that appointments of its business changed. Only that
 * they changed: a screen then asks for what it shows, so that nothing is missed by a lost connection.
 */
export interface Live {
  /** Appointments of this business changed. Cheap: changes of a moment travel together. */
  changed(businessId: number): void
  /** Calls `heard` after every change, and after an interruption; returns how to stop. */
  listen(businessId: number, heard: () => void): () => void
  stop(): Promise<void>
}

const CHANNEL = 'appointments'
// Announcing inside the booking's transaction would make all commits wait for each other: PostgreSQL sends
// notifications one transaction at a time. A moment later is soon enough.
const GATHER_MS = 100
const RETRY_MS = 1_000

export function startLive(
  db: Db,
  connection: pg.ClientConfig,
  onTrouble: (error: unknown, what: string) => void,
): Live {
  const listeners = new Map<number, Set<() => void>>()
  const gathered = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let stopping = false

  const tell = (businessId: number) => {
    for (const heard of listeners.get(businessId) ?? []) heard()
  }

  async function flush() {
    timer = undefined
    const ids = [...gathered]
    gathered.clear()
    try {
      // A notification holds at most 8,000 bytes.
      for (let i = 0; i < ids.length; i += 300)
        await db.executeQuery(
          CompiledQuery.raw('select pg_notify($1, $2)', [CHANNEL, ids.slice(i, i + 300).join(',')]),
        )
    } catch (error) {
      onTrouble(error, 'a change could not be announced')
      ids.forEach(tell)
    }
  }

  async function connect() {
    if (stopping) return
    client = new pg.Client(connection)
    client.on('notification', ({ payload }) => payload?.split(',').map(Number).forEach(tell))
    let isOver = false
    const again = () => {
      if (isOver) return
      isOver = true
      if (!stopping) setTimeout(connect, RETRY_MS)
    }
    client.on('error', again)
    client.on('end', again)
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
      // What was announced while nobody listened is unknown: every screen asks again.
      for (const businessId of listeners.keys()) tell(businessId)
    } catch (error) {
      onTrouble(error, 'changes cannot be heard')
      again()
    }
  }
  void connect()

  return {
    changed(businessId) {
      gathered.add(businessId)
      timer ??= setTimeout(flush, GATHER_MS)
    },
    listen(businessId, heard) {
      const heardBy = listeners.get(businessId) ?? new Set()
      listeners.set(businessId, heardBy.add(heard))
      return () => {
        heardBy.delete(heard)
        if (heardBy.size === 0) listeners.delete(businessId)
      }
    },
    async stop() {
      stopping = true
      clearTimeout(timer)
      if (gathered.size > 0) await flush()
      await client?.end().catch(() => {})
    },
  }
}

/** Where nobody listens: tests and benches of other things. */
export const noLive: Live = { changed() {}, listen: () => () => {}, async stop() {} }
