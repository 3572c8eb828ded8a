import { randomBytes } from 'node:crypto'
import { icsForAppointment } from '#domain/calendar.ts'
import { today } from '#domain/zone.ts'
import type { AppointmentEmail, Email, EmailTemplates } from '../../emails/types.ts'
import type { Db } from '../db.ts'
import { sender, type Attachment, type Mail } from '../mail/mailer.ts'
import {
  appointmentFacts,
  hashOfToken,
  type AppointmentFacts,
  type DueMessage,
  type PortalToken,
} from './queries.ts'

export interface ComposeContext {
  render: EmailTemplates
  /** Epoch milliseconds. */
  now: number
  publicUrl: string
  mailFrom: string
}

/** A mail to send, with the token that its link needs; or why there is nothing to tell any more. */
export type Composed = { mail: Mail; token?: PortalToken } | { skip: string }

type Compose = (db: Db, row: DueMessage, context: ComposeContext) => Promise<Composed>

/** One entry for every kind of message. A reminder's kind begins with 'reminder_': it is never repeated in doubt. */
export const KINDS: Record<string, Compose> = {
  booked_client: bookedClient,
  booked_owner: bookedOwner,
}

/**
 * Makes the mail of a message from what the database says now, so that one that waited tells the truth.
 * @throws Error for a kind that this version does not know, or when its subject is gone.
 */
export async function compose(db: Db, row: DueMessage, context: ComposeContext): Promise<Composed> {
  const make = Object.hasOwn(KINDS, row.kind) ? KINDS[row.kind] : undefined
  if (!make) throw new Error(`Unknown kind of message: ${row.kind}`)
  return await make(db, row, context)
}

async function bookedClient(db: Db, row: DueMessage, context: ComposeContext): Promise<Composed> {
  const facts = await factsOf(db, row)
  if (facts.status === 'cancelled') return { skip: 'cancelled before it was sent' }
  const portal = portalLink(row.business_id, facts.client_email, context.publicUrl)
  const email = context.render.bookedClient({ ...appointmentEmail(facts, context), portal_url: portal.url })
  const mail = {
    ...envelope(row, context, email, facts.business_name),
    replyTo: sender(facts.email, facts.business_name),
    attachments: [calendarFile(facts, context)],
  }
  return { mail, token: portal.token }
}

async function bookedOwner(db: Db, row: DueMessage, context: ComposeContext): Promise<Composed> {
  const facts = await factsOf(db, row)
  if (facts.status === 'cancelled') return { skip: 'cancelled before it was sent' }
  const email = context.render.bookedOwner(appointmentEmail(facts, context))
  return {
    mail: { ...envelope(row, context, email), replyTo: sender(facts.client_email, facts.client_name) },
  }
}

async function factsOf(db: Db, row: DueMessage): Promise<AppointmentFacts> {
  const facts =
    row.appointment_id === null ? undefined : await appointmentFacts(db, row.business_id, row.appointment_id)
  if (!facts) throw new Error('The appointment of this message does not exist')
  return facts
}

/** What every mail has: who it is from, its stable name, and the sign that no person wrote it. */
function envelope(
  row: DueMessage,
  { now, publicUrl, mailFrom }: ComposeContext,
  email: Email,
  name?: string,
): Mail {
  return {
    ...email,
    from: name ? sender(mailFrom, name) : mailFrom,
    to: row.recipient,
    messageId: `<${row.kind}.${row.id}.${row.business_id}@${new URL(publicUrl).hostname}>`,
    date: new Date(now),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

function portalLink(business_id: number, client_email: string, publicUrl: string) {
  const secret = randomBytes(32).toString('base64url')
  // The business's id in front, so that the token is found by the key that every table begins with.
  const url = `${publicUrl}/client?token=${business_id}.${secret}`
  return { url, token: { hash: hashOfToken(secret), client_email } }
}

function appointmentEmail(facts: AppointmentFacts, { now, publicUrl }: ComposeContext): AppointmentEmail {
  return {
    appointment: facts,
    client: facts,
    business: {
      ...facts,
      logo_url:
        facts.logo_url && URL.canParse(facts.logo_url, publicUrl)
          ? new URL(facts.logo_url, publicUrl).href
          : null,
    },
    today: today(facts.timezone, now),
    public_url: publicUrl,
  }
}

function calendarFile(facts: AppointmentFacts, { now, publicUrl }: ComposeContext): Attachment {
  const place = facts.is_virtual ? null : [facts.address, facts.city].filter(Boolean).join(', ')
  const content = icsForAppointment(
    { ...facts, business_address: place || null, start: Math.floor(facts.starts_at / 60_000) },
    {
      stampMs: now,
      host: new URL(publicUrl).host,
      url: `${publicUrl}/negocio/${facts.slug}`,
      organizer: { name: facts.business_name, email: facts.email },
    },
  )
  return { filename: 'cita.ics', contentType: 'text/calendar; charset=utf-8; method=PUBLISH', content }
}
