import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { countingAlone, reading, returningOnce, type Counted } from './attempt-queries.ts'
import { iso, type Db, type Tx } from '../database/db.ts'
import { inTurn } from '../turns/in-turn.ts'
import { Refusal, TOO_OFTEN } from '../http/refusal.ts'
import { isDone, workFor } from '../verification/work.ts'

/** At most `max` attempts within `minutes`, for one address or one identity. */
export interface Limit {
  /** For example 'login e-mail ana@correo.example'; stored as a hash. */
  subject: string
  max: number
  minutes: number
}

/** What the database's `counts_of` answers: subjects in hexadecimal digits, each with its count and its end in epoch milliseconds. */
export type CountedJson = [subject: string, count: number, until: number][] | null

/** Without those whose time ends too late to be true: they were counted while a clock was ahead. */
const ofNow = (nowMs: number, limits: Limit[], rows: Counted[]) =>
  rows.filter(({ subject, until }) => until <= nowMs + 2 * limitOf(limits, subject).minutes * 60_000)

// A request asks for its subjects several times.
const hashes = new Map<string, Buffer>()
/** How the subject of a limit is stored. */
export function hashOf({ subject }: Pick<Limit, 'subject'>): Buffer {
  if (hashes.size > 500) hashes.clear()
  return hashes.getOrInsertComputed(subject, () => createHash('sha256').update(subject).digest())
}
function countEach(db: Db, nowMs: number, limits: Limit[]): Promise<Counted[]> {
  const untils = limits.map(({ minutes }) => iso(nowMs + minutes * 60_000))
  const once = limits.map(() => 1)
  return countingAlone(db, limits.map(hashOf), untils, iso(nowMs), once)
}

const isExceeded = (count: number, max: number) => count > max
const countOf = (counts: Counted[], limit: Limit) => inOrder([hashOf(limit)], counts)[0]!

/**
 * Counts one attempt against each limit. A refused one counts for the first that refuses it alone: whoever goes on and on uses up
 * nothing of a business or a network, which they share with others.
 * @throws Refusal 429 when one of them is exceeded.
 */
export async function spend(db: Db, nowMs: number, limits: Limit[]): Promise<void> {
  const counts = await countEach(db, nowMs, limits)
  const refusing = limits.find((limit) => isExceeded(countOf(counts, limit), limit.max))
  if (!refusing) return
  const others = limits.filter((limit) => limit !== refusing)
  await returningOnce(db, others.map(hashOf))
  refuse(nowMs, limits, counts, isExceeded)
}

/** Counts one attempt against each limit. @returns whether none of them is exceeded. */
export async function spendIfLeft(db: Db, nowMs: number, limits: Limit[]): Promise<boolean> {
  try {
    await spend(db, nowMs, limits)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** How long counts are collected before they are written. Each write takes a core that a booking needs. */
const COLLECTED_MS = 250

interface Waiting {
  hash: Buffer
  until: number
  times: number
}
type Batch = Map<string, Waiting>

/** Whether what waits still counts: its time may have passed before it is written. */
const isInTime = (one: Waiting | undefined, nowMs: number): one is Waiting =>
  one !== undefined && one.until > nowMs

interface Collected {
  waiting: Batch
  /** What is being written, or was just now: what was read of it may be of before or after. */
  latest: Batch
  /** The write that is under way. */
  written: Promise<unknown> | undefined
  batches: number
  nowMs: number
  isWriting: boolean
}
const collections = new WeakMap<Db | Tx, Collected>()

/**
 * Counts one attempt against each limit, after the answer: the first at once, and those that come while it is written, or
 * soon after, together. What waits to be written counts already in this process; one that dies loses it.
 */
export function countLater(db: Db, nowMs: number, limits: Limit[]): void {
  let collected = collections.get(db)
  const empty = { waiting: new Map(), latest: new Map(), written: undefined, batches: 0, isWriting: false }
  if (!collected) collections.set(db, (collected = { ...empty, nowMs }))
  collected.nowMs = nowMs
  for (const limit of limits) {
    const hash = hashOf(limit)
    const key = hash.toString('hex')
    if (!isInTime(collected.waiting.get(key), nowMs)) collected.waiting.delete(key)
    add(collected.waiting, hash, nowMs + limit.minutes * 60_000, 1)
  }
  if (!collected.isWriting) void writeCollected(db, collected)
}

function add(batch: Batch, hash: Buffer, until: number, times: number) {
  const known = batch.get(hash.toString('hex'))
  if (known) known.times += times
  else batch.set(hash.toString('hex'), { hash, until, times })
}

async function writeCollected(db: Db, collected: Collected) {
  collected.isWriting = true
  while (collected.waiting.size > 0) {
    collected.latest = collected.waiting
    collected.waiting = new Map()
    collected.batches++
    const pause = sleep(COLLECTED_MS, undefined, { ref: false })
    const batch = [...collected.latest.values()]
    const hashes = batch.map(({ hash }) => hash)
    const untils = batch.map(({ until }) => iso(until))
    const times = batch.map((one) => one.times)
    const written = countingAlone(db, hashes, untils, iso(collected.nowMs), times).catch(() => undefined)
    collected.written = written
    // What was done stands; what could not be counted is written with the next.
    if (!(await written)) {
      for (const one of batch) add(collected.waiting, one.hash, one.until, one.times)
      break
    }
    collected.written = undefined
    await pause
  }
  collected.latest = new Map()
  collected.written = undefined
  collected.isWriting = false
}

/** Waits until what this process counted is written, for a second at most: what a database refuses is not waited for. */
export async function countsWritten(db: Db): Promise<void> {
  const isOver = sleep(1000, undefined, { ref: false })
  while (collections.get(db)?.isWriting) {
    const isLate = await Promise.race([isOver.then(() => true), sleep(10).then(() => false)])
    if (isLate) return
  }
}

/**
 * Checks the limits without counting.
 * @param read their counts, where they were read already.
 * @returns how often each of them was counted, in their order.
 * @throws Refusal 429 with `sentence` when one of them is used up.
 */
export async function ensureLeft(
  db: Db,
  nowMs: number,
  limits: Limit[],
  { sentence, read }: { sentence?: string; read?: CountedJson | undefined } = {},
): Promise<number[]> {
  const hashes = limits.map(hashOf)
  const rows = read === undefined ? await reading(db, hashes, iso(nowMs)) : (read ?? []).map(rowOf)
  const collected = collections.get(db)
  let known = withWaiting(collected?.waiting, nowMs, hashes, ofNow(nowMs, limits, rows))
  const isUsedUpWith = (hash: Buffer, i: number) => {
    const more = collected?.latest.get(hash.toString('hex'))
    return isInTime(more, nowMs) && inOrder([hash], known)[0]! + more.times >= limits[i]!.max
  }
  if (hashes.some(isUsedUpWith)) known = ofNow(nowMs, limits, await settled(db, nowMs, hashes))
  const inTheirOrder = inOrder(hashes, known)
  if (inTheirOrder.some((count, i) => count >= limits[i]!.max))
    refuse(nowMs, limits, known, (count, max) => count >= max, { sentence })
  return inTheirOrder
}

/** How often this process counted a subject of late; in part the database may know it already. */
export function pendingOf(db: Db, nowMs: number, subject: string): number {
  const { waiting, latest } = collections.get(db) ?? {}
  const timesOf = (one: Waiting | undefined) => (isInTime(one, nowMs) ? one.times : 0)
  return timesOf(waiting?.get(subject)) + timesOf(latest?.get(subject))
}

const rowOf = ([subject, count, until]: NonNullable<CountedJson>[number]): Counted => ({
  subject: Buffer.from(subject, 'hex'),
  count,
  until,
})

/** The counts, each of this process once: what is being written is waited for. */
async function settled(db: Db | Tx, nowMs: number, hashes: Buffer[]): Promise<Counted[]> {
  const collected = collections.get(db)
  for (let tries = 1; ; tries++) {
    await collected?.written
    const batches = collected?.batches
    const rows = await reading(db, hashes, iso(nowMs))
    if (collected?.batches === batches || tries === 4)
      return withWaiting(collected?.waiting, nowMs, hashes, rows)
  }
}

function withWaiting(waiting: Batch | undefined, nowMs: number, hashes: Buffer[], rows: Counted[]) {
  if (!waiting?.size) return rows
  const written = new Map(rows.map((row) => [row.subject.toString('hex'), row]))
  return hashes.flatMap((subject) => {
    const row = written.get(subject.toString('hex'))
    const more = waiting.get(subject.toString('hex'))
    if (!isInTime(more, nowMs)) return row ?? []
    return { subject, count: (row?.count ?? 0) + more.times, until: row?.until ?? more.until }
  })
}

/** How often each subject was counted, in their order; 0 for what was not, or not within its time. */
export async function countsOf(db: Db | Tx, nowMs: number, subjects: string[]): Promise<number[]> {
  const hashes = subjects.map((subject) => hashOf({ subject }))
  return inOrder(hashes, await settled(db, nowMs, hashes))
}

function inOrder(hashes: Buffer[], rows: Counted[]): number[] {
  const counts = new Map(rows.map(({ subject, count }) => [subject.toString('hex'), count]))
  return hashes.map((hash) => counts.get(hash.toString('hex')) ?? 0)
}

export interface Guess {
  /** What is guessed. Guesses at the same thing run one at a time, so that a burst cannot pass the limits. */
  subjects: string[]
  /** What else they wait for in turn, so that a burst at many things does not pass the limits that these share. */
  turns?: string[]
  /** Limits of failures at this identity: beyond them, only `proof` is accepted. */
  limits: Limit[]
  /**
   * Limits of failures of a network, which strangers and neighbours may share: a right guess always passes
   * them.
   */
  shared?: Limit[]
  /** The answer to an earlier refusal's challenge. */
  proof?: unknown
}

/**
 * In units of the ordinary human check: some ten seconds on a cheap phone, doubled with every 20 further
 * failures.
 */
const WORK = { first: 10, doubledBy: 20, most: 80 }

/**
 * Runs an attempt at something that can be guessed. Only failures (undefined or false) count against the
 * limits.
 * @throws Refusal 429, without running it, when a limit of the identity is reached, with a `challenge` whose
 * answer admits one attempt; 429 after a failure when the network had too many.
 */
export async function tryOnce<T>(
  db: Db,
  nowMs: number,
  guess: Guess,
  attempt: () => Promise<T | undefined | false>,
): Promise<T | undefined> {
  return inTurn([...(guess.turns ?? []), ...guess.subjects], async () => {
    await ensureOpen(db, nowMs, guess)
    const result = await attempt()
    if (result) return result
    const { limits, shared = [] } = guess
    // A wrong guess counts in any case.
    const counts = await countEach(db, nowMs, [...limits, ...shared])
    return void refuse(nowMs, shared, counts, isExceeded)
  })
}

/**
 * Refuses a further guess at something guessed too often, unless the challenge was solved.
 * @throws Refusal 429 with a `challenge`.
 */
export async function ensureOpen(db: Db, nowMs: number, { subjects, limits, proof }: Guess): Promise<void> {
  const counts = ofNow(nowMs, limits, await reading(db, limits.map(hashOf), iso(nowMs)))
  const most = Math.max(-1, ...counts.map(({ subject, count }) => count - limitOf(limits, subject).max))
  if (most < 0) return
  const size = Math.min(WORK.most, WORK.first * 2 ** Math.floor(most / WORK.doubledBy))
  const work = { subject: subjects.join(' '), size }
  if (await isDone(db, nowMs, proof, work)) return
  const challenge = await workFor(db, nowMs, work)
  refuse(nowMs, limits, counts, (count, max) => count >= max, { challenge })
}

const limitOf = (limits: Limit[], hash: Buffer) => limits.find((limit) => hashOf(limit).equals(hash))!

function refuse(
  nowMs: number,
  limits: Limit[],
  counts: Counted[],
  isOver: (count: number, max: number) => boolean,
  { sentence = TOO_OFTEN, ...details }: { sentence?: string | undefined; challenge?: object } = {},
) {
  const waits = limits.flatMap((limit) => {
    const counted = counts.find(({ subject }) => hashOf(limit).equals(subject))
    return counted && isOver(counted.count, limit.max) ? [counted.until - nowMs] : []
  })
  if (waits.length > 0)
    throw new Refusal(429, sentence, { retryAfter: Math.max(...waits) / 1000, ...details })
}
