import { DATA_REQUESTS, type DataRequestKind, type Outcome } from '#domain/data-request.ts'
import { mediumDate } from '#domain/dates.ts'
import { unlinked } from '#domain/unlinked.ts'
import type { Db, Tx } from '../../database/db.ts'
import { sender } from '../../mail/mailer.ts'
import { businessFacts } from '../account-queries.ts'
import { envelope, type Composed, type ComposeContext } from '../mail-parts.ts'
import { enqueue, type DueMessage } from '../queries.ts'
import { senderNames } from '../sender-name-queries.ts'

interface Request {
  business_id: number
  id: number
  kind: DataRequestKind
  client_name: string
  due_date: string
}

/** Tells the business what a client asks; whose address it is, is read when the mail is written. */
export async function queueDataRequest(tx: Tx, request: Request, nowMs: number): Promise<void> {
  const facts = await businessFacts(tx, request.business_id)
  if (!facts) return
  const { business_id, id, kind, client_name, due_date } = request
  await enqueue(tx, {
    business_id,
    kind: 'data_request_owner',
    recipient: facts.email,
    once: `data_request_owner:${id}`,
    due_at: nowMs,
    data: { kind, client_name, due_date },
  })
}

/**
 * Tells the client what the business answered, or why it takes longer. All of it comes along: what was erased is not there to
 * be read any more.
 */
export async function queueDataAnswer(
  tx: Tx,
  { business_id, id, ...told }: Request & { client_email: string; text: string; outcome: Outcome | null },
  nowMs: number,
): Promise<void> {
  const { kind, client_name, client_email, due_date, text, outcome } = told
  const what = outcome === null ? 'data_extended_client' : 'data_answered_client'
  await enqueue(tx, {
    business_id,
    kind: what,
    recipient: client_email,
    once: `${what}:${id}`,
    due_at: nowMs,
    data: { kind, client_name, due_date, text, outcome },
  })
}

export async function dataRequestOwner(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const facts = await factsOf(row, db)
  const { kind, client_name, due_date } = row.data
  const email = context.render.dataRequest({
    business_name: facts.business_name,
    client_name: String(client_name),
    what: DATA_REQUESTS[kind as DataRequestKind].label,
    until: mediumDate(String(due_date)),
    public_url: context.publicUrl,
  })
  // As every mail to the owner: not to an address that was corrected since.
  const mail = { ...envelope(row, context, email), to: facts.email }
  return { mail, reader: { who: 'owner', isConfirmed: facts.is_confirmed } }
}

export async function dataAnswerClient(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const facts = await factsOf(row, db)
  const { kind, client_name, due_date, text, outcome } = row.data
  // The policy of the business on its page, which the answer may name.
  const ours = `${context.publicUrl}/`
  const { is_trusted } = facts
  const email = context.render.dataAnswer({
    business_name: is_trusted ? facts.typed_name : unlinked(facts.typed_name),
    client_name: unlinked(String(client_name)),
    what: DATA_REQUESTS[kind as DataRequestKind].label,
    outcome: (outcome ?? null) as Outcome | null,
    // Whoever asks in another one's name has it written to them.
    answer: is_trusted ? String(text) : String(text).split(ours).map(unlinked).join(ours),
    until: mediumDate(String(due_date)),
    public_url: context.publicUrl,
  })
  const names = await senderNames(
    db,
    [{ business_id: row.business_id, business_name: facts.typed_name }],
    context.now,
  )
  const name = names.get(row.business_id)
  const mail = {
    ...envelope(row, context, email, name),
    replyTo: name ? sender(facts.email, name) : facts.email,
  }
  return { mail, reader: { who: 'client', isConfirmed: facts.is_confirmed, business: facts } }
}

async function factsOf(row: DueMessage, db: Db) {
  const facts = await businessFacts(db, row.business_id)
  if (!facts) throw new Error('The business of this message does not exist')
  return facts
}
