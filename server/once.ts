import { sql } from 'kysely'
import type { FastifyRequest } from 'fastify'
import { attempt, instant, type Db, type Tx } from './database/db.ts'
import { Refusal } from './http/refusal.ts'

/** A request's idempotency key, kept apart by `what` from the keys of other operations. */
export function keyOf(request: FastifyRequest, what: string): string | undefined {
  const key = request.headers['idempotency-key']
  return key === undefined ? undefined : `${what} ${key}`
}

/** A request that is answered once: its business, its key and the present time in epoch milliseconds. */
export interface Keyed {
  business_id: number
  key: string
  nowMs: number
}

/** A key is known for that long. */
const DAY_MS = 24 * 3_600_000

/** Runs work in a transaction: anew, from its beginning, where a first one failed. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Runs an operation once per key: when the key is repeated within 24 hours, the first answer (or refusal) is
 * returned and nothing runs. The writes of `act` and the record of its answer are one transaction, so that
 * neither exists without the other. Without a key, it simply runs.
 * @param admit may refuse by throwing. It runs before the transaction and holds no connection, so it may wait
 * for other services.
 * @param transact by default, a transaction that waits for its locks as long as a statement may take.
 */
export async function once<Answer extends object>(
  db: Db,
  {
    business_id,
    key,
    nowMs,
    admit,
    transact = (work) => db.transaction().execute(work),
  }: Omit<Keyed, 'key'> & { key: string | undefined; admit?: () => Promise<void>; transact?: Transact },
  act: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) {
    await admit?.()
    return transact(act)
  }
  const keyed = { business_id, key, nowMs }
  const earlier = admit && (await earlierAnswer<Answer>(db, keyed))
  if (earlier) return earlier
  try {
    await admit?.()
  } catch (error) {
    return settleRefusal(db, keyed, error, (tx) => earlierAnswer<Answer>(tx, keyed))
  }
  return settled(transact, async (tx) => {
    // When the same key arrives twice at once, the second request waits here for the first one's answer.
    await lockKey(tx, keyed)
    const meanwhile = await earlierAnswer<Answer>(tx, keyed)
    if (meanwhile) return meanwhile
    try {
      const answer = await attempt(tx, act)
      await keep(tx, keyed, 200, answer)
      return answer
    } catch (error) {
      return keepRefusal(tx, keyed, error)
    }
  })
}

/**
 * Refuses a keyed request, unless its key was answered meanwhile: then `earlier` finds that answer, or throws
 * that refusal. Either is decided under the key's lock.
 * @throws the error, recorded as the key's answer when repeating the request would not help.
 */
export function settleRefusal<Answer extends object>(
  db: Db,
  keyed: Keyed,
  error: unknown,
  earlier: (tx: Tx) => Promise<Answer | undefined>,
): Promise<Answer> {
  return settled(
    (work) => db.transaction().execute(work),
    async (tx) => {
      await lockKey(tx, keyed)
      return (await earlier(tx)) ?? (await keepRefusal(tx, keyed, error))
    },
  )
}

/** Commits a transaction that may end with a refusal, and then throws it. */
async function settled<Answer extends object>(
  transact: Transact,
  work: (tx: Tx) => Promise<Answer | Refusal>,
): Promise<Answer> {
  const outcome = await transact(work)
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

// Limits and outages pass: a request that met one may be repeated.
const FINAL = [400, 404, 409]

/** Whether repeating the request would not help. */
export const isFinal = (error: unknown): error is Refusal =>
  error instanceof Refusal && FINAL.includes(error.status)

/**
 * Records a final refusal and returns it.
 * @throws the error, when it is not a final refusal.
 */
async function keepRefusal(tx: Tx, keyed: Keyed, error: unknown): Promise<Refusal> {
  if (!isFinal(error)) throw error
  const { status, message, fields, details } = error
  await keep(tx, keyed, status, { error: message, ...(fields && { fields }), ...details })
  return error
}

/** Locks the key until the transaction ends; migrations/0100_booking_gate.sql takes the same lock. */
async function lockKey(tx: Tx, { business_id, key }: Keyed) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${business_id} ${key}`}, 1))`.execute(tx)
}

/**
 * The answer recorded for a key within the last 24 hours, appointments excluded.
 * @throws Refusal when it was a refusal.
 */
export async function earlierAnswer<Answer extends object>(
  db: Db | Tx,
  { business_id, key, nowMs }: Keyed,
): Promise<Answer | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['status', 'answer'])
    .where('business_id', '=', business_id)
    .where('key', '=', key)
    .where('created_at', '>', instant(nowMs - DAY_MS))
    .executeTakeFirst()
  if (!row) return undefined
  if (row.status < 400) return row.answer as Answer
  // An older version kept the refusals of taken times without their sentence.
  const { error = 'Ese horario acaba de ocuparse. Elige otro, por favor.', ...details } = row.answer
  throw new Refusal(row.status, String(error), details)
}

/** Whether a request with one of these keys was refused for good within the last 24 hours. */
export async function isRefused(
  db: Db,
  business_id: number,
  keys: string[],
  nowMs: number,
): Promise<boolean> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('business_id', '=', business_id)
    .where('key', 'in', keys)
    .where('status', '>=', 400)
    .where('created_at', '>', instant(nowMs - DAY_MS))
    .executeTakeFirst()
  return row !== undefined
}

/** Records a key's answer, in the transaction of what it answers. An unknown business has no keys, and never books. */
export async function keep(tx: Tx, { business_id, key, nowMs }: Keyed, status: number, answer: object) {
  const at = new Date(nowMs).toISOString()
  await sql`
    insert into idempotency_keys (business_id, key, status, answer, created_at)
    select id, ${key}, ${status}::smallint, ${JSON.stringify(answer)}::jsonb, ${at}::timestamptz
    from businesses where id = ${business_id}
    on conflict (business_id, key) do update
    set status = excluded.status, answer = excluded.answer, created_at = excluded.created_at`.execute(tx)
}
