import type { StoppedReason } from '#domain/mail-state.ts'
import type { Db } from '../../database/db.ts'
import { insistEach } from '../../database/insist.ts'
import { reasonOf, stoppedReasonOf, type Mailer } from '../../mail/mailer.ts'
import type { Made } from '../allowance.ts'
import { outcomeOf, saysOfUs } from '../outcome.ts'
import { commit, handOver, rollback, settle, type DueMessage, type Outcome } from '../queries.ts'
import { commitAhead, storeAfter, type Ahead, type Became, type Handing } from './ahead.ts'
import { unlessTaken } from './taken-queries.ts'

export interface Ended {
  row: DueMessage
  outcome: Outcome | 'unreachable'
  /** Why the mail server could not be reached. */
  reason?: string
  stopped?: StoppedReason
  /** To whom, where how the mail server refused it says that it takes none of ours. */
  to?: string | undefined
}

/**
 * Sends the mails at the same time, each in its own conversation. Those that reach their last byte wait there
 * for the others, and continue together: one handover note, one commit, and then the last bytes. That commit
 * includes the outcomes of mails that ended before, and of earlier ones (`before`).
 * @param uncount is called where they cannot be handed over, as if none had been tried.
 */
export async function deliver(
  deps: Handing & { mailer: Mailer },
  own: Db,
  mails: Made[],
  before: Ended[],
  uncount: () => Promise<void>,
): Promise<Ended[]> {
  const { db, mailer, now } = deps
  const over = [...before]
  const ready: Made[] = []
  let noted = false
  let ahead: Ahead | undefined

  const goOn = async () => {
    await settleAll(own, over, now)
    noted = true
    await handOver(db, ready)
    ahead = await commitAhead(deps, own, ready)
  }
  const gate = Promise.withResolvers<void>()
  gate.promise.catch(() => {})
  let open = mails.length
  const arrive = () => {
    if (--open === 0 && ready.length > 0) goOn().then(gate.resolve, gate.reject)
  }

  const ended = await Promise.all(
    mails.map(async (made): Promise<Ended> => {
      const { row, mail } = made
      let isReady = false
      let why: Pick<Ended, 'reason' | 'stopped' | 'to'> = {}
      const outcome = await mailer
        .send(mail, () => {
          isReady = true
          ready.push(made)
          arrive()
          return gate.promise
        })
        .then(
          (): Ended['outcome'] => ({ state: 'sent' }),
          (error: Error) => {
            why = {
              reason: reasonOf(error),
              stopped: stoppedReasonOf(error),
              to: saysOfUs(row, error) ? mail.to : undefined,
            }
            return outcomeOf(row, error, now())
          },
        )
      if (!isReady) {
        over.push({ row, outcome })
        arrive()
      }
      return { row, outcome, ...why }
    }),
  )

  const wasReady = (end: Ended): end is Ended & Became =>
    end.outcome !== 'unreachable' && ready.some(({ row }) => row === end.row)
  if (ahead) {
    await storeAfter(deps, ahead, ended.filter(wasReady))
    return ended
  }
  try {
    await settleAll(own, [...before, ...ended], now)
    await commit(own)
    return ended
  } catch (error) {
    // Where the claim did not end with its connection it ends here: it would hold the rows.
    await rollback(own).catch(() => {})
    // If the note stayed, an unsent mail could count as sent.
    const open = noted ? ended.filter(wasReady) : []
    await insistEach(
      open,
      ({ row, outcome }) => unlessTaken(db, row, {}, (tx) => settle(tx, row, outcome, now())),
      deps,
    ).finally(uncount)
    throw error
  }
}

/** By their businesses, as whoever spends locks the accounts to which credits return: two that cross would end each other. */
async function settleAll(own: Db, ended: Ended[], now: () => number): Promise<void> {
  const inOrder = ended.toSorted((a, b) => a.row.business_id - b.row.business_id)
  for (const { row, outcome } of inOrder)
    if (outcome !== 'unreachable') await settle(own, row, outcome, now())
}
