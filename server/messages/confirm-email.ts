import type { Db, Tx } from '../database/db.ts'
import { digestFor, emailToken } from '../tokens.ts'
import { enqueueAsked } from './asked/queries.ts'
import { envelope, type Composed, type ComposeContext } from './mail-parts.ts'
import { businessFacts } from './account-queries.ts'
import { type DueMessage } from './queries.ts'

/** Queues the mail with the link that confirms the business's e-mail. The link is always the same, and stays open. */
export async function queueConfirmEmail(
  db: Db | Tx,
  { business_id, email, at }: { business_id: number; email: string; at: number },
): Promise<void> {
  const once = `confirm_email:${await digestFor(db, 'mails', email.toLowerCase())}`
  await enqueueAsked(db, { business_id, kind: 'confirm_email', recipient: email, once }, at)
}

export async function confirmEmail(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const facts = await businessFacts(db, row.business_id)
  if (!facts) throw new Error('The business of this message does not exist')
  if (facts.email.toLowerCase() !== row.recipient.toLowerCase())
    return { skip: 'the account has another e-mail now' }
  if (facts.is_confirmed) return { skip: 'confirmed meanwhile' }
  const email = context.render.confirmEmail({
    business_name: facts.business_name,
    confirm_url: await confirmUrl(db, row, context),
    public_url: context.publicUrl,
  })
  return { mail: envelope(row, context, email) }
}

/** The link for this recipient. */
export async function confirmUrl(
  db: Db,
  { business_id, recipient }: DueMessage,
  { publicUrl }: ComposeContext,
): Promise<string> {
  return `${publicUrl}/confirmar-correo?token=${await emailToken(db, business_id, recipient)}`
}
