import { mailImage } from '#domain/images.ts'
import { withoutLinks } from '#domain/unlinked.ts'
import { optOutToken } from '../../tokens.ts'
import { sender } from '../../mail/mailer.ts'
import type { Db } from '../../database/db.ts'
import { envelope, NO_EMAIL, type Compose, type Composed, type ComposeContext } from '../mail-parts.ts'
import type { DueMessage } from '../queries.ts'
import { senderNames } from '../sender-name-queries.ts'
import { greetingFacts } from './queries.ts'

/** What mail programs make a button of: it takes one tap, without a page in between (RFC 8058). That needs https. */
const wayOut = (leave_url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${leave_url}>`,
  ...(leave_url.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
})

/** A greeting on a birthday, with the way out in the mail and in its header. */
export const birthday: Compose = async (
  row: DueMessage,
  context: ComposeContext,
  db: Db,
): Promise<Composed> => {
  const facts = await greetingFacts(db, row)
  if (!facts) return NO_EMAIL
  const { publicUrl } = context
  const { business_id } = row
  const { business_name, email, logo_url } = facts
  const token = await optOutToken(db, { business_id, card_id: facts.card_id })
  const leave_url = `${publicUrl}/sin-publicidad?token=${token}`
  const made = context.render.birthday({
    ...withoutLinks(facts, facts),
    logo_url:
      logo_url && URL.canParse(logo_url, publicUrl) ? new URL(mailImage(logo_url), publicUrl).href : null,
    page_url: `${publicUrl}/negocio/${facts.slug}`,
    leave_url,
    public_url: publicUrl,
  })
  const name = (await senderNames(db, [{ business_id, business_name }], context.now)).get(business_id)
  const mail = envelope(row, context, made, name)
  return {
    mail: {
      ...mail,
      to: facts.client_email,
      replyTo: name ? sender(email, name) : email,
      headers: { ...mail.headers, ...wayOut(leave_url) },
    },
    reader: { who: 'client', isConfirmed: facts.is_confirmed },
  }
}
