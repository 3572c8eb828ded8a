import type { Db } from '../database/db.ts'
import { newToken } from '../tokens.ts'
import { birthday } from './advertising/mails.ts'
import { accountChanged } from './account-changed.ts'
import { changedClient, changedOwner } from './compose-changes.ts'
import { reminder } from './compose-reminders.ts'
import {
  calendarFile,
  clientFactsOf,
  envelope,
  factsOf,
  NO_EMAIL,
  readFacts,
  toClient,
  toOwner,
  type Compose,
  type Composed,
  type ComposeContext,
} from './mail-parts.ts'
import { confirmEmail, confirmUrl } from './confirm-email.ts'
import { dataAnswerClient, dataRequestOwner } from './data-requests/mails.ts'
import { deletionAsked, deletionDone } from './deletion-mails.ts'
import { digest } from './compose-digest.ts'
import { businessFacts, memberWithEmail } from './account-queries.ts'
import type { DueMessage } from './queries.ts'
import { invitationClaimed, invitationConfirmed, ownership, teamInvitation } from './team-mails.ts'
import { senderNames } from './sender-name-queries.ts'

export type { Composed, ComposeContext } from './mail-parts.ts'

/**
 * One entry for each kind of message. Kinds that begin with 'reminder_' are not retried when they may have
 * been sent.
 */
export const KINDS: Record<string, Compose> = {
  booked_client: bookedClient,
  booked_owner: bookedOwner,
  cancelled_client: changedClient,
  cancelled_owner: changedOwner,
  moved_client: changedClient,
  moved_owner: changedOwner,
  edited_client: changedClient,
  edited_owner: changedOwner,
  reminder_advance: reminder,
  reminder_two_hours: reminder,
  reminder_birthday: birthday,
  portal_link: portalLink,
  welcome,
  confirm_email: confirmEmail,
  password_reset: passwordReset,
  password_changed: accountChanged,
  email_changed: accountChanged,
  second_factor_on: accountChanged,
  second_factor_off: accountChanged,
  recovery_codes_made: accountChanged,
  recovery_code_used: accountChanged,
  new_device: accountChanged,
  passkey_added: accountChanged,
  passkey_removed: accountChanged,
  business_email_moved: accountChanged,
  business_email_left: accountChanged,
  digest,
  team_invitation: teamInvitation,
  invitation_claimed: invitationClaimed,
  invitation_confirmed: invitationConfirmed,
  ownership_offered: ownership,
  ownership_taken: ownership,
  data_request_owner: dataRequestOwner,
  data_answered_client: dataAnswerClient,
  data_extended_client: dataAnswerClient,
  deletion_asked: deletionAsked,
  deletion_done: deletionDone,
}

/**
 * Composes the mails from the present state of the database, so that a message that waited is still correct.
 * The result for a row is an Error when this version does not know the message's kind, or its appointment no
 * longer exists.
 */
export async function compose(
  db: Db,
  rows: DueMessage[],
  context: Omit<ComposeContext, 'facts' | 'claimed'>,
): Promise<(Composed | Error)[]> {
  const facts = await readFacts(db, rows, context.now)
  const claimed = rows.map(({ id }) => id)
  return await Promise.all(
    rows.map(async (row) => {
      try {
        const make = Object.hasOwn(KINDS, row.kind) ? KINDS[row.kind] : undefined
        if (!make) throw new Error(`Unknown kind of message: ${row.kind}`)
        return await make(row, { ...context, facts, claimed }, db)
      } catch (error) {
        return error as Error
      }
    }),
  )
}

async function bookedClient(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const facts = clientFactsOf(row, context)
  if (!facts) return NO_EMAIL
  if (facts.status === 'cancelled') return { skip: 'cancelled before it was sent' }
  if (facts.status !== 'scheduled' || facts.ends_at <= context.now) return { skip: 'the appointment is over' }
  // It tells what is true when it leaves: calendars would keep the time of a change that was told before it.
  const file = await calendarFile(db, facts, context, { sequence: facts.sequence })
  return toClient(row, facts, context, context.render.bookedClient, [file])
}

async function bookedOwner(row: DueMessage, context: ComposeContext): Promise<Composed> {
  const facts = factsOf(row, context)
  if (facts.status === 'cancelled') return { skip: 'cancelled before it was sent' }
  return toOwner(row, facts, context, context.render.bookedOwner)
}

/** Asked for in the portal. It goes to the appointment's present address, like every mail about it. */
async function portalLink(row: DueMessage, context: ComposeContext): Promise<Composed> {
  const facts = clientFactsOf(row, context)
  return facts ? toClient(row, facts, context, context.render.portalLink) : NO_EMAIL
}

async function welcome(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const { business_name, typed_name, slug, is_confirmed } = await ownerFacts(db, row)
  const { publicUrl } = context
  const page_url = `${publicUrl}/negocio/${slug}`
  // Asks the administrator at once, when the name needs it.
  await senderNames(db, [{ business_id: row.business_id, business_name: typed_name }], context.now)
  const confirm_url = is_confirmed ? null : await confirmUrl(db, row, context)
  const email = context.render.welcome({ business_name, page_url, confirm_url, public_url: publicUrl })
  return { mail: envelope(row, context, email) }
}

const RESET_MS = 60 * 60_000

/**
 * The token is created now, not when it was requested, so that a mail that waited is still valid for an hour.
 */
async function passwordReset(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const { business_name } = await ownerFacts(db, row)
  const member = await memberWithEmail(db, row.business_id, row.recipient)
  if (!member) return { skip: 'the account has another e-mail now' }
  const { token, hash } = newToken(row.business_id)
  const { publicUrl } = context
  const reset_url = `${publicUrl}/reset-password?token=${token}`
  const email = context.render.passwordReset({ business_name, reset_url, public_url: publicUrl })
  const expires_at = context.now + RESET_MS
  return { mail: envelope(row, context, email), token: { hash, user_id: member.id, expires_at } }
}

async function ownerFacts(db: Db, row: DueMessage) {
  const facts = await businessFacts(db, row.business_id)
  if (!facts) throw new Error('The business of this message does not exist')
  return facts
}
