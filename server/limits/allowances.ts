import { createHash } from 'node:crypto'
import {
  counting,
  countingAlone,
  countingAndReading,
  reading,
  returning,
  type Counted as Count,
} from './attempt-queries.ts'
import { ensureOpen, type Limit } from './attempts.ts'
import { iso, statement, type Db, type Tx } from '../database/db.ts'
import { Refusal, TOO_OFTEN } from '../http/refusal.ts'

/** The limit that refused something, and until when, epoch milliseconds. */
export interface Refused extends Limit {
  until: number
}

/**
 * Counts several things in turn against their limits, in one statement. What is refused is not counted.
 * @returns for each of them, the first limit that refused it, or undefined.
 */
export async function takeEach(
  db: Db | Tx,
  nowMs: number,
  each: Limit[][],
): Promise<(Refused | undefined)[]> {
  const all = [...tally(each.flat()).values()]
  if (all.length === 0) return each.map(() => undefined)
  const count = db.isTransaction ? counting : countingAlone
  return judged(db, each, all, await count(db, ...countedOf(nowMs, all)))
}

/**
 * The same, and in the same statement reads the counts of other subjects. Not within a transaction: it waits for no disk.
 * @returns what `takeEach` returns, and how often each of those was counted, in their order.
 */
export async function takeEachReading(db: Db, nowMs: number, each: Limit[][], subjects: string[]) {
  const all = [...tally(each.flat()).values()]
  const read = subjects.map(hashOf)
  const counts =
    all.length === 0
      ? await reading(db, read, iso(nowMs))
      : await countingAndReading(db, ...countedOf(nowMs, all), read)
  const known = new Map(counts.map(({ subject, count }) => [subject.toString('hex'), count]))
  return {
    refusals: await judged(db, each, all, counts),
    read: read.map((hash) => known.get(hash.toString('hex')) ?? 0),
  }
}

/** Something that is counted of whoever does it, and of their network. */
interface Shared {
  own: Limit[]
  /** Of a network: neighbours, a whole town behind a carrier's address, share it. */
  ofNetwork: Limit
  /** The answer to an earlier refusal's challenge. */
  proof: unknown
}

/**
 * Counts one thing against its limits. Beyond that of a network only work opens it, so that nobody shuts their neighbours out;
 * beyond the others nothing does. What is refused is not counted.
 * @throws Refusal 429; with a `challenge` where work opens it.
 */
export async function takeOrWork(db: Db, nowMs: number, { own, ofNetwork, proof }: Shared): Promise<void> {
  const isTaken = async (max: number) => {
    const [refused] = await takeEach(db, nowMs, [[...own, { ...ofNetwork, max }]])
    if (refused && refused.subject !== ofNetwork.subject)
      throw new Refusal(429, TOO_OFTEN, { retryAfter: (refused.until - nowMs) / 1000 })
    return !refused
  }
  if (await isTaken(ofNetwork.max)) return
  await ensureOpen(db, nowMs, { subjects: [ofNetwork.subject], limits: [ofNetwork], proof })
  await isTaken(Infinity)
}

const countedOf = (nowMs: number, all: Counted[]) =>
  [
    all.map(({ subject }) => hashOf(subject)),
    all.map(({ minutes }) => iso(nowMs + minutes * 60_000)),
    iso(nowMs),
    all.map(({ times }) => times),
  ] as const

/** Which of them are refused by what was counted. What was counted of those is given back. */
async function judged(
  db: Db | Tx,
  each: Limit[][],
  all: Counted[],
  counts: Count[],
): Promise<(Refused | undefined)[]> {
  const byHash = new Map(counts.map((row) => [row.subject.toString('hex'), row]))
  const stands = new Map(
    all.map(({ subject, times }) => {
      const { count, until } = byHash.get(hashOf(subject).toString('hex'))!
      return [subject, { used: count - times, until }]
    }),
  )
  const refusals = each.map((limits) => {
    const refusing = limits.find(({ subject, max }) => stands.get(subject)!.used >= max)
    if (!refusing) for (const { subject } of limits) stands.get(subject)!.used++
    return refusing && { ...refusing, until: stands.get(refusing.subject)!.until }
  })
  await giveBack(
    db,
    each.filter((_, n) => refusals[n]),
  )
  return refusals
}

/** Takes back what was counted for things that did not happen. */
export async function giveBack(db: Db | Tx, each: Limit[][]): Promise<void> {
  const given = [...tally(each.flat()).values()]
  if (given.length === 0) return
  await returning(
    db,
    given.map(({ subject }) => hashOf(subject)),
    given.map(({ times }) => times),
  )
}

/** Forgets what was counted of these subjects. */
export async function forget(db: Db | Tx, subjects: string[]): Promise<void> {
  await deleting(db, subjects.map(hashOf))
}

type Counted = Limit & { times: number }

function tally(limits: Limit[]) {
  const wanted = new Map<string, Counted>()
  for (const limit of limits)
    wanted.set(limit.subject, { ...limit, times: (wanted.get(limit.subject)?.times ?? 0) + 1 })
  return wanted
}

const deleting = statement<never, [subjects: Buffer[]]>(
  'delete from attempts where subject = any($1::bytea[])',
)

const hashOf = (subject: string) => createHash('sha256').update(subject).digest()
