import { attempt, sqlState, type Db, type Tx } from '../database/db.ts'
import { lockProfessionals } from './change-queries.ts'
import { cancelExpiredHolds, insertHold, type Hold } from './hold-queries.ts'
import type { NewAppointment } from './queries.ts'

// A hold ends in one of these ways, or expires: exactly one of them happens.
export { confirmHold, releaseHold } from './hold-queries.ts'

/**
 * Reserves a time without an appointment yet. As with a booking, the rules are checked first; only the
 * database decides whether the time is free.
 * @returns its id; undefined when the time is taken.
 */
export const placeHold = (db: Db, nowMs: number, appointment: NewAppointment, hold: Hold) =>
  takeTime(db, nowMs, appointment, () => insertHold(db, appointment, hold))

const BATCH = 500

/** Releases expired holds. Several processes may do so at once. */
export async function expireHolds({ db, now }: { db: Db; now: () => number }): Promise<void> {
  while ((await cancelExpiredHolds(db, now(), { limit: BATCH })) === BATCH);
}

interface Professional {
  business_id: number
  professional_id: number
}

/**
 * Writes something that takes a professional's time. When the time is taken, expired holds may be the only
 * obstacle: they are released and it is tried once more (in any case, because a job may have released them
 * meanwhile).
 * @param insert writes it and returns its id; undefined when the time is taken.
 */
export async function takeTime(
  db: Db,
  nowMs: number,
  { business_id, professional_id }: Professional,
  insert: () => Promise<number | undefined>,
): Promise<number | undefined> {
  const id = await insert()
  if (id !== undefined) return id
  await cancelExpiredHolds(db, nowMs, { business_id, professional_id })
  return await insert()
}

/**
 * The same for a change within a transaction, which the database refuses with 23P01.
 * @param to whose time the change takes, and whose it leaves, known by the time of the refusal.
 */
export async function changeTime<Result>(
  tx: Tx,
  nowMs: number,
  to: () => Professional & { left_id?: number },
  change: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt(tx, change)
  } catch (error) {
    if (sqlState(error) !== '23P01') throw error
    const { business_id, professional_id, left_id = professional_id } = to()
    // As every move does before it touches times: two that release the same holds do not cross.
    await lockProfessionals(tx, business_id, left_id, professional_id)
    await cancelExpiredHolds(tx, nowMs, { business_id, professional_id })
    return await attempt(tx, change)
  }
}
