import type { Db, Tx } from '../../database/db.ts'
import { endOtherSessions, lockedHolder, type Holder } from '../second-factor-queries.ts'
import { endSession, sessionsOf } from './queries.ts'

/** Whose sessions, and the one that asks. */
export interface Asking {
  holder: Holder
  keep: Buffer
  /** Notes that other sessions were ended, in the transaction that ends them. */
  noted: (tx: Tx) => Promise<void>
}

/** The open sessions of whoever asks. */
export async function listSessions(db: Db, nowMs: number, { holder, keep }: Asking) {
  return (await sessionsOf(db, holder, keep, nowMs)).map(({ mark, ...session }) => ({ id: mark, ...session }))
}

/** Ends one of the own sessions; one that has ended already is no fault. */
export async function closeSession(db: Db, { holder, noted }: Asking, id: string) {
  await db.transaction().execute(async (tx) => {
    await lockedHolder(tx, holder)
    if (await endSession(tx, holder, id)) await noted(tx)
  })
}

/** Ends all own sessions but the one that asks. */
export async function closeOtherSessions(db: Db, { holder, keep, noted }: Asking) {
  await db.transaction().execute(async (tx) => {
    // After a switch that is on its way, whose session is one of them.
    await lockedHolder(tx, holder)
    if (await endOtherSessions(tx, holder, keep)) await noted(tx)
  })
}
