import type { Db, Tx } from '../../db.ts'
import { insist, type Pause } from '../../insist.ts'
import { commit, commitSent, ifUnsent, rollback, settle, type DueMessage } from '../queries.ts'

interface Handing {
  db: Db
  /** Epoch milliseconds. */
  now: () => number
  pause?: Pause | undefined
}

/**
 * Sends the claim's commit without waiting for its answer. When this resolves, the database has received it,
 * and the last bytes follow in the same turn of the event loop: a process that is killed has sent both or
 * neither.
 * @returns whether the commit succeeded; if not, it has been made up for. It rejects when that failed as well.
 * @throws when the connection is known to be lost: then the last bytes must not be sent.
 */
export async function commitAhead(
  { db, now, pause }: Handing,
  own: Db,
  mails: { row: DueMessage }[],
): Promise<{ kept: Promise<boolean> }> {
  let refused: Error | undefined
  const rows = mails.map(({ row }) => row)
  const sent = commitSent(own, rows, now())
  sent.catch((error: Error) => (refused = error))
  // Each tick runs after all settled promises but before new input is read: at the first the statement is
  // written, and by the last a dead connection has reported its error.
  for (let n = 0; n < 3; n++) await new Promise<void>((resolve) => process.nextTick(resolve))
  if (refused) throw refused
  const kept = sent.then(
    () => true,
    async () => {
      try {
        // Now, not when the mail server answers: to other senders, the messages look unsent.
        for (const row of rows) await insist(() => settle(db, row, { state: 'sent' }, now()), pause)
      } finally {
        // Where the claim did not end with its connection, which somebody else takes next.
        await rollback(own).catch(() => {})
      }
      return false
    },
  )
  kept.catch(() => {})
  return { kept }
}

/** Takes back a handover that failed: if its note stayed, what was not sent could count as sent. */
export async function takeBackHandover(
  { db, now, pause }: Handing,
  own: Db,
  row: DueMessage,
  error: unknown,
): Promise<void> {
  const later = { state: 'queued', error: (error as Error).message, due_at: now() } as const
  const store = (on: Db | Tx) => settle(on, { ...row, attempts: row.attempts - 1 }, later, now())
  try {
    await store(own)
    await commit(own)
  } catch {
    // Where the claim did not end with its connection it ends here: it would hold the row.
    await rollback(own).catch(() => {})
    await insist(() => ifUnsent(db, row, store), pause)
  }
}
