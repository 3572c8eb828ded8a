import { isAdvertising } from '#domain/advertising.ts'
import { inTransaction, type Db, type Tx } from '../database/db.ts'
import { spend } from '../credits/queries.ts'
import { enqueueNew, settle, type DueMessage, type Outcome } from '../messages/queries.ts'
import type { Limits } from '../limits/limits.ts'
import { allowed } from '../reminders/allowed.ts'
import { decideWays, skipReminders } from '../reminders/queries.ts'
import type { WhatsAppError } from './cloud-api.ts'
import { NO_MARKETING, NO_WHATSAPP } from './outcome.ts'
import { noteConsent } from '../messages/by-whatsapp/queries.ts'
import { mailOf, noteMissing } from './queries.ts'
import { noteLostAnswer } from './reply-queries.ts'

/**
 * Stores that a message did not arrive, with all that follows, in one transaction: its credit returns, a number without
 * WhatsApp is remembered, a reminder goes by e-mail instead, and the owner reads what a client wanted who got no answer.
 */
export async function afterFailure(
  db: Db | Tx,
  row: DueMessage,
  outcome: Outcome,
  { code }: Pick<WhatsAppError, 'code'>,
  { nowMs, limits }: Reminding,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (outcome.state === 'failed') await beforeReminding(tx, row)
    await settle(tx, row, outcome, nowMs)
    if (outcome.state !== 'failed') return
    if (code === NO_WHATSAPP) await noteMissing(tx, row, nowMs)
    if (NO_MARKETING.includes(code))
      await noteConsent(tx, row, { purpose: 'marketing', given: false, channel: 'whatsapp', nowMs })
    await remindByMail(tx, row, { nowMs, limits })
    await noteLostAnswer(tx, row, nowMs)
  })
}

/**
 * To be called before a reminder's credit returns that goes by mail instead. Who plans writes the mail first, and takes the
 * credits then: without this, each would have what the other waits for.
 */
export async function beforeReminding(tx: Tx, row: DueMessage): Promise<void> {
  if (isReminder(row)) await decideWays(tx)
}

const isReminder = ({ kind }: DueMessage) => kind.startsWith('reminder_') && !isAdvertising(kind)

export interface Reminding {
  nowMs: number
  limits?: Pick<Limits, 'remindersPerDay'> | undefined
}

/**
 * A reminder goes as an e-mail instead, unless it went as one already; it costs what every reminder costs, and counts as one to its
 * address.
 */
export async function remindByMail(tx: Tx, row: DueMessage, { nowMs, limits }: Reminding): Promise<void> {
  if (!isReminder(row)) return
  const recipient = await mailOf(tx, row)
  if (!recipient) return
  const { business_id, appointment_id } = row
  const kind = row.kind.replace('reminder_whatsapp_', 'reminder_')
  const once = `${kind}:${appointment_id}:${Math.floor(Number(row.data['starts_at']) / 1000)}`
  const id = await enqueueNew(tx, {
    business_id,
    appointment_id: appointment_id!,
    kind,
    once,
    recipient,
    data: { starts_at: row.data['starts_at'] },
    due_at: nowMs,
  })
  if (id === undefined) return
  const perDay = limits?.remindersPerDay ?? Infinity
  const may = await allowed(tx, [{ business_id, id, kind, recipient }], perDay, nowMs)
  const [unpaid] = await spend(tx, may, nowMs)
  if (!unpaid) return
  await skipReminders(tx, [{ business_id, id }], 'no_credit', nowMs)
}
