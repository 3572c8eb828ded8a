/** The mail to whoever had an appointment that the business gave to another person. */
import { withoutLinks } from '#domain/unlinked.ts'
import type { Db, Tx } from '../../db.ts'
import { calendarFile, factsOf, toClient, type Composed, type ComposeContext } from '../mail-parts.ts'
import { enqueue, type DueMessage } from '../queries.ts'
import { formerOf, wasMailed } from './queries.ts'

/** The appointment as it was theirs. */
interface Theirs {
  business_id: number
  id: number
  client_email: string | null
  /** Epoch milliseconds. */
  starts_at: number
}

interface GivenAway {
  /** The change's id in the history, which knows who they were. */
  change: number
  /** Epoch milliseconds. */
  at: number
  waitMs: number
}

/** Queues it, in the transaction of the change, if they were mailed of the appointment before, and it is still to come. */
export async function tellFormer(
  tx: Tx,
  { business_id, id, client_email: recipient, starts_at }: Theirs,
  { change, at, waitMs }: GivenAway,
): Promise<void> {
  const about = { business_id, appointment_id: id }
  if (recipient === null || starts_at <= at || !(await wasMailed(tx, about, recipient))) return
  const kind = 'given_away'
  await enqueue(tx, {
    ...about,
    kind,
    recipient,
    once: `${kind}:${id}:${change}`,
    data: { change },
    due_at: at + waitMs,
    // The last of their time: who has it now is told at its end.
    created_at: at - 1,
  })
}

/** It names the appointment as it was theirs. Whoever has it again by then, a mistake taken back, hears nothing. */
export async function givenAway(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const { business_id } = row
  const present = factsOf(row, context)
  const former = await formerOf(db, { business_id, appointment_id: present.id }, Number(row.data['change']))
  if (!former) return { skip: 'the client was forgotten' }
  if (present.client_email?.toLowerCase() === former.client_email.toLowerCase())
    return { skip: 'overtaken by a later change' }
  const starts_at = former.starts_at === undefined ? present.starts_at : Date.parse(former.starts_at)
  if (starts_at <= context.now) return { skip: 'the appointment is over' }
  const facts = withoutLinks({ ...present, ...former, starts_at }, present)
  const file = await calendarFile(db, facts, context, { method: 'CANCEL', sequence: facts.sequence })
  const page_url = facts.is_suspended ? null : `${context.publicUrl}/negocio/${facts.slug}`
  const change = { actor: 'owner', old: {}, reason: null, is_given_away: true } as const
  return toClient(
    row,
    facts,
    context,
    (email) => context.render.cancelledClient({ ...email, ...change, page_url }),
    [file],
  )
}
