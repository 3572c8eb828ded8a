import { createHash } from 'node:crypto'
import { atMost } from './at-most.ts'
import { statement, type Db } from './db.ts'
import { Refusal } from './refusal.ts'

/** At most `max` of something within `minutes`, for one address or one identity. */
export interface Limit {
  /** 'login e-mail ana@correo.example': kept as a hash. */
  subject: string
  max: number
  minutes: number
}

type Counted = { subject: Buffer; count: number; until: number }

// In order, so that two requests that count the same subjects never wait for each other in a ring.
const counting = statement<Counted, [subjects: Buffer[], untils: string[], now: string]>(`
  insert into attempts (subject, count, until)
  select subject, 1, until from unnest($1::bytea[], $2::timestamptz[]) counted (subject, until) order by subject
  on conflict (subject) do update set
    count = case when attempts.until <= $3::timestamptz then 1 else attempts.count + 1 end,
    until = case when attempts.until <= $3::timestamptz then excluded.until else attempts.until end
  returning subject, count, until`)

const reading = statement<Counted, [subjects: Buffer[], now: string]>(
  'select subject, count, until from attempts where subject = any($1::bytea[]) and until > $2::timestamptz',
)

const hashOf = ({ subject }: Limit) => createHash('sha256').update(subject).digest()
const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Counts one against each limit.
 * @throws Refusal 429 when one of them is exceeded.
 */
export async function spend(db: Db, nowMs: number, limits: Limit[]): Promise<void> {
  const untils = limits.map(({ minutes }) => iso(nowMs + minutes * 60_000))
  const counts = await counting(db, limits.map(hashOf), untils, iso(nowMs))
  refuse(nowMs, limits, counts, (count, max) => count > max)
}

/**
 * Refuses when a limit is used up; counts nothing.
 * @throws Refusal 429.
 */
export async function ensureLeft(db: Db, nowMs: number, limits: Limit[]): Promise<void> {
  const counts = await reading(db, limits.map(hashOf), iso(nowMs))
  refuse(nowMs, limits, counts, (count, max) => count >= max)
}

// Two at a time, so that a burst of guesses cannot get past the limits before its failures are counted.
const atTheDoor = atMost(2)

/**
 * Tries something that can be guessed: only failures (undefined or false) count against the limits.
 * @throws Refusal 429 without trying, when a limit is used up.
 */
export async function tryOnce<T>(
  db: Db,
  nowMs: number,
  limits: Limit[],
  attempt: () => Promise<T | undefined | false>,
): Promise<T | undefined> {
  return atTheDoor(async () => {
    await ensureLeft(db, nowMs, limits)
    const result = await attempt()
    if (result) return result
    await spend(
      db,
      nowMs,
      limits.map((limit) => ({ ...limit, max: Infinity })),
    )
    return undefined
  })
}

function refuse(
  nowMs: number,
  limits: Limit[],
  counts: Counted[],
  isOver: (count: number, max: number) => boolean,
) {
  const waits = counts
    .filter(({ subject, count }) => isOver(count, limits.find((limit) => hashOf(limit).equals(subject))!.max))
    .map(({ until }) => until - nowMs)
  if (waits.length > 0)
    throw new Refusal(429, 'Demasiados intentos, intenta más tarde', {
      retryAfter: Math.max(...waits) / 1000,
    })
}
