import { mediumDate, nowIn } from '#domain/dates.ts'
import { KEPT_YEARS } from '#domain/deletion.ts'
import type { Db, Tx } from '../database/db.ts'
import { businessFacts } from './account-queries.ts'
import { envelope, type Composed, type ComposeContext } from './mail-parts.ts'
import { enqueue, type DueMessage } from './queries.ts'

interface DeletionMail {
  business_id: number
  kind: 'deletion_asked' | 'deletion_done'
  at: number
  data: Record<string, unknown>
}

/** Tells the owners, in the transaction of the deletion, or before their addresses are erased. */
export async function queueDeletion(
  tx: Tx,
  owners: readonly { id: number; email: string }[],
  { at, ...message }: DeletionMail,
): Promise<void> {
  // Each certificate once, however often erasing begins anew; a deletion may be asked for again after coming back.
  const once = message.kind === 'deletion_done' ? message.kind : `${message.kind}:${at}`
  for (const { id, email } of owners)
    await enqueue(tx, { ...message, recipient: email, once: `${once}:${id}`, due_at: at })
}

/** To an owner: the business is off, until when there is a way back, and who asked for it. */
export async function deletionAsked(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const facts = await businessFacts(db, row.business_id)
  if (!facts) throw new Error('The business of this message does not exist')
  const email = context.render.deletionAsked({
    business_name: facts.business_name,
    by: String(row.data.by),
    until: mediumDate(nowIn(facts.timezone, Number(row.data.erase_at)).date),
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}

/** The certificate: all that it says came along, for the business is no longer there. */
export async function deletionDone(row: DueMessage, context: ComposeContext): Promise<Composed> {
  const { business_name, timezone, requested_at, erased_at, counts } = row.data
  const dateOf = (at: unknown) => mediumDate(nowIn(String(timezone), Number(at)).date)
  const count = (name: string) => Number((counts as Record<string, unknown>)[name] ?? 0)
  const email = context.render.deletionDone({
    business_name: String(business_name),
    number: row.business_id,
    requested: dateOf(requested_at),
    erased: dateOf(erased_at),
    appointments: count('appointments'),
    clients: count('clients'),
    services: count('services'),
    professionals: count('professionals'),
    images: count('images'),
    consents: count('consents'),
    credit_movements: count('credit_movements'),
    kept_years: KEPT_YEARS,
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}
