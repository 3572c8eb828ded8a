import { createHash } from 'node:crypto'
import { counting, countingAlone, type Limit } from './attempts.ts'
import { statement, type Db, type Tx } from './db.ts'

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
  const wanted = tally(each.flat())
  if (wanted.size === 0) return each.map(() => undefined)
  const all = [...wanted.values()]
  const counts = await (db.isTransaction ? counting : countingAlone)(
    db,
    all.map(({ subject }) => hashOf(subject)),
    all.map(({ minutes }) => iso(nowMs + minutes * 60_000)),
    iso(nowMs),
    all.map(({ times }) => times),
  )
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

function tally(limits: Limit[]) {
  const wanted = new Map<string, Limit & { times: number }>()
  for (const limit of limits)
    wanted.set(limit.subject, { ...limit, times: (wanted.get(limit.subject)?.times ?? 0) + 1 })
  return wanted
}

// Locks in the order of the subjects, as counting does.
const returning = statement<never, [subjects: Buffer[], times: number[]]>(`
  with given as (
    select a.subject, g.times
    from unnest($1::bytea[], $2::integer[]) g (subject, times) join attempts a using (subject)
    order by a.subject for no key update of a)
  update attempts a set count = greatest(a.count - given.times, 0) from given where a.subject = given.subject`)

const deleting = statement<never, [subjects: Buffer[]]>(
  'delete from attempts where subject = any($1::bytea[])',
)

const hashOf = (subject: string) => createHash('sha256').update(subject).digest()
const iso = (ms: number) => new Date(ms).toISOString()
