import type { Db, Tx } from '../../database/db.ts'
import { insist, insistEach, type Insisting } from '../../database/insist.ts'
import { commit, commitSent, rollback, settle, type DueMessage, type Outcome } from '../queries.ts'
import { unlessTaken } from './taken-queries.ts'

export interface Handing extends Insisting {
  db: Db
  /** Epoch milliseconds. */
  now: () => number
}

export interface Ahead {
  /** Whether the commit is known to have succeeded; if not, it has been made up for, as far as that could be stored. */
  kept: Promise<boolean>
  /** The moment that it notes. */
  at: number
}

/**
 * Sends the claim's commit without waiting for its answer. When this resolves, the database has received it,
 * and the last bytes follow in the same turn of the event loop: a process that is killed has sent both or
 * neither.
 * @throws when the connection is known to be lost: then the last bytes must not be sent.
 */
export async function commitAhead(deps: Handing, own: Db, mails: { row: DueMessage }[]): Promise<Ahead> {
  const { db, now } = deps
  let refused: Error | undefined
  const rows = mails.map(({ row }) => row)
  const at = Math.trunc(now())
  const sent = commitSent(own, rows, at)
  sent.catch((error: Error) => (refused = error))
  // Each tick runs after all settled promises but before new input is read: at the first the statement is
  // written, and by the last a dead connection has reported its error.
  for (let n = 0; n < 3; n++) await new Promise<void>((resolve) => process.nextTick(resolve))
  if (refused) throw refused
  const kept = sent.then(
    () => true,
    async () => {
      // Where the claim did not end with its connection, which somebody else takes next.
      const ended = rollback(own).catch(() => {})
      // Now, not when the mail server answers: to other senders, the messages look unsent. What cannot be stored is stored then.
      await insistEach(
        rows,
        (row) => unlessTaken(db, row, { state: 'sent' }, (tx) => settle(tx, row, { state: 'sent' }, at)),
        deps,
      ).catch(() => {})
      await ended
      return false
    },
  )
  return { kept, at }
}

export interface Became {
  row: DueMessage
  outcome: Outcome
}

/**
 * Stores what became of messages whose commit went ahead, each unless it is known to be stored, or somebody else has taken the message since.
 * @param store stores more than the outcome, or another one.
 */
export async function storeAfter(
  deps: Handing,
  { kept, at }: Ahead,
  ended: Became[],
  store = (tx: Tx, { row, outcome }: Became) => settle(tx, row, outcome, deps.now()),
): Promise<void> {
  const isKept = await kept
  const open = ended.filter(({ outcome }) => !isKept || outcome.state !== 'sent' || outcome.error)
  await insistEach(
    open,
    (end) => unlessTaken(deps.db, end.row, { sentAt: at, state: end.outcome.state }, (tx) => store(tx, end)),
    deps,
  )
}

/** Takes back a handover that failed: if its note stayed, what was not sent could count as sent. */
export async function takeBackHandover(
  deps: Handing,
  own: Db,
  row: DueMessage,
  error: unknown,
): Promise<void> {
  const { db, now } = deps
  const later = { state: 'queued', error: (error as Error).message, due_at: now() } as const
  const store = (on: Db | Tx) => settle(on, { ...row, attempts: row.attempts - 1 }, later, now())
  try {
    await store(own)
    await commit(own)
  } catch {
    // Where the claim did not end with its connection it ends here: it would hold the row.
    await rollback(own).catch(() => {})
    await insist(() => unlessTaken(db, row, {}, store), deps)
  }
}
