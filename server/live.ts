import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutShort } from './turns/cut-short.ts'
import type { Db } from './database/db.ts'
import { hangUp } from './database/pool.ts'

/**
 * Tells every open owner screen, in whatever process, that appointments of its business changed. It carries
 * no data: each screen then reloads what it shows, so that a lost connection misses nothing.
 */
export interface Live {
  /** Announces changed appointments of this business. Cheap: changes close in time are announced together. */
  changed(businessId: number): void
  /** Calls `onChange` after every change and after an interruption. Returns a function that unsubscribes. */
  listen(businessId: number, onChange: () => void): () => void
  /**
   * Calls `onChange` when the session with this token hash has ended or may do other things, or may have
   * while the database was not heard. Returns a function that unsubscribes.
   */
  listenToSession(tokenHash: Buffer, onChange: () => void): () => void
  stop(): Promise<void>
}

const CHANNEL = 'appointments'
// Announcing inside the booking's transaction would serialise all commits: PostgreSQL sends notifications one
// transaction at a time. A moment later is soon enough.
const GATHER_MS = 100
// Each screen reads anew what it shows: where bookings come without a pause, once a second is often enough.
const REST_MS = 1_000
const RETRY_MS = 1_000
// A network that swallows packets is noticed by asking. What is older than this is no slow answer.
const PULSE_MS = 1_000
const PATIENCE_MS = 3_000

const SILENCE = 'the database is silent'
const isSilence = (error: unknown) =>
  error instanceof Error && (error.message === SILENCE || /timeout expired/.test(error.message))

/** Rejects when an answer is too late; a process that was busy itself first reads what has arrived meanwhile. */
async function tooLate(): Promise<never> {
  await sleep(PATIENCE_MS, undefined, { ref: false })
  await sleep(500, undefined, { ref: false })
  throw new Error(SILENCE)
}

export function startLive(
  db: Db,
  connection: pg.ClientConfig,
  onTrouble: (error: unknown, what: string) => void,
  /** Called with every sign of life of the database, and with false when it answers nothing any more. */
  onPulse: (isAlive: boolean) => void = () => {},
): Live {
  /** By what is announced: a business's id, or 's' and a session's hash (migrations/0120). */
  const listeners = new Map<string, Set<() => void>>()
  const gathered = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let client: pg.Client | undefined
  let stopping = false

  const tell = (topic: string) => {
    for (const onChange of listeners.get(topic) ?? []) onChange()
  }

  /** Businesses whose screens heard something just now, and whether something came since. */
  const resting = new Map<string, boolean>()

  function tellAtRest(topic: string) {
    if (resting.has(topic)) return void resting.set(topic, true)
    tell(topic)
    // What is told of a session must not wait, and happens once.
    if (topic.startsWith('s') || !listeners.has(topic)) return
    resting.set(topic, false)
    setTimeout(() => {
      const isOld = resting.get(topic)
      resting.delete(topic)
      if (isOld) tellAtRest(topic)
    }, REST_MS).unref()
  }

  const subscribe = (topic: string, onChange: () => void) => {
    const listening = listeners.get(topic) ?? new Set()
    listeners.set(topic, listening.add(onChange))
    return () => {
      listening.delete(onChange)
      if (listening.size === 0) listeners.delete(topic)
    }
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

  /** Keeps the line open: connects, asks every second whether it still is, and begins again when it is not. */
  async function connect() {
    if (stopping) return
    const mine = new pg.Client({
      ...connection,
      connectionTimeoutMillis: PATIENCE_MS,
      keepAlive: true,
    })
    client = mine
    mine.on('notification', ({ payload }) => payload?.split(',').forEach(tellAtRest))
    const { wait, cut } = cutShort()
    for (const event of ['error', 'end'] as const)
      mine.on(event, (error?: unknown) => cut(error ?? new Error('the connection ended')))
    const inTime = <T>(answer: Promise<T>) => wait(Promise.race([answer, tooLate()]))
    try {
      await mine.connect()
      await inTime(mine.query(`listen ${CHANNEL}`))
      // Announcements made while the listener was disconnected are lost, so every screen reloads.
      for (const topic of listeners.keys()) tell(topic)
      for (;;) {
        onPulse(true)
        await wait(sleep(PULSE_MS, undefined, { ref: false }))
        await inTime(mine.query('select 1'))
      }
    } catch (error) {
      // Nothing is known of the connection: it is not told, but cut, or each attempt would leave one behind.
      hangUp(mine)
      if (stopping) return
      onPulse(!isSilence(error))
      onTrouble(error, 'changes cannot be heard')
      setTimeout(connect, RETRY_MS)
    }
  }
  void connect()

  return {
    changed(businessId) {
      gathered.add(String(businessId))
      timer ??= setTimeout(flush, GATHER_MS)
    },
    listen: (businessId, onChange) => subscribe(String(businessId), onChange),
    listenToSession: (tokenHash, onChange) => subscribe(`s${tokenHash.toString('hex')}`, onChange),
    async stop() {
      stopping = true
      clearTimeout(timer)
      if (gathered.size > 0) await flush()
      await client?.end().catch(() => {})
    },
  }
}

/** A stand-in without listeners, for tests and benches of other things. */
export const noLive: Live = {
  changed() {},
  listen: () => () => {},
  listenToSession: () => () => {},
  async stop() {},
}
