import type { Db } from '../db.ts'
import { newToken } from '../tokens.ts'
import { accountChanged } from './account-changed.ts'
import { changedClient, changedOwner } from './compose-changes.ts'
import { reminder } from './compose-reminders.ts'
import {
  calendarFile,
  envelope,
  factsOf,
  readFacts,
  toClient,
  toOwner,
  type Compose,
  type Composed,
  type ComposeContext,
} from './mail-parts.ts'
import { businessFacts, type DueMessage } from './queries.ts'

export type { Composed, ComposeContext } from './mail-parts.ts'

/** One entry for every kind of message. A reminder's kind begins with 'reminder_': it is never repeated in doubt. */
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
  welcome,
  password_reset: passwordReset,
  password_changed: accountChanged,
  email_changed: accountChanged,
}

/**
 * Makes the mails of these messages from what the database says now, so that one that waited tells the truth. An error
 * in the place of one: of a kind that this version does not know, or its subject is gone.
 */
export async function compose(
  db: Db,
  rows: DueMessage[],
  context: Omit<ComposeContext, 'facts'>,
): Promise<(Composed | Error)[]> {
  const facts = await readFacts(db, rows)
  return await Promise.all(
    rows.map(async (row) => {
      try {
        const make = Object.hasOwn(KINDS, row.kind) ? KINDS[row.kind] : undefined
        if (!make) throw new Error(`Unknown kind of message: ${row.kind}`)
        return await make(row, { ...context, facts }, db)
      } catch (error) {
        return error as Error
      }
    }),
  )
}

async function bookedClient(row: DueMessage, context: ComposeContext): Promise<Composed> {
  const facts = factsOf(row, context)
  if (facts.status === 'cancelled') return { skip: 'cancelled before it was sent' }
  return toClient(row, facts, context, context.render.bookedClient, [calendarFile(facts, context)])
}

async function bookedOwner(row: DueMessage, context: ComposeContext): Promise<Composed> {
  const facts = factsOf(row, context)
  if (facts.status === 'cancelled') return { skip: 'cancelled before it was sent' }
  return toOwner(row, facts, context, context.render.bookedOwner)
}

async function welcome(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const { business_name, slug } = await ownerFacts(db, row)
  const { publicUrl } = context
  const page_url = `${publicUrl}/negocio/${slug}`
  const email = context.render.welcome({ business_name, page_url, public_url: publicUrl })
  return { mail: envelope(row, context, email) }
}

const RESET_MS = 60 * 60_000

/** The token is made now and not when it was asked for: a mail that waited still has its hour. */
async function passwordReset(row: DueMessage, context: ComposeContext, db: Db): Promise<Composed> {
  const { business_name, email: address } = await ownerFacts(db, row)
  if (address !== row.recipient) return { skip: 'the account has another e-mail now' }
  const { token, hash } = newToken(row.business_id)
  const { publicUrl } = context
  const reset_url = `${publicUrl}/reset-password?token=${token}`
  const email = context.render.passwordReset({ business_name, reset_url, public_url: publicUrl })
  return { mail: envelope(row, context, email), token: { hash, expires_at: context.now + RESET_MS } }
}

async function ownerFacts(db: Db, row: DueMessage) {
  const facts = await businessFacts(db, row.business_id)
  if (!facts) throw new Error('The business of this message does not exist')
  return facts
}
