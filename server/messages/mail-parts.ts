import { randomBytes } from 'node:crypto'
import { icsForAppointment } from '#domain/calendar.ts'
import { mailImage } from '#domain/images.ts'
import { withoutLinks } from '#domain/unlinked.ts'
import { today } from '#domain/zone.ts'
import type { AppointmentEmail, Email, EmailTemplates } from '../../emails/types.ts'
import type { Db } from '../database/db.ts'
import { sender, type Attachment, type Mail } from '../mail/mailer.ts'
import { readerToken } from '../tokens.ts'
import {
  appointmentFacts,
  hashOfToken,
  type AppointmentFacts,
  type DueMessage,
  type PortalToken,
  type ResetToken,
} from './queries.ts'
import { senderNames } from './sender-name-queries.ts'

export interface ComposeContext {
  render: EmailTemplates
  /** Epoch milliseconds. */
  now: number
  publicUrl: string
  mailFrom: string
  facts: FactsByAppointment
  /** The messages that are made together. */
  claimed: number[]
}

/** A mail to send, with the token for its link; the reason why it is no longer needed; or when to make it. */
export type Composed =
  { mail: Mail; token?: PortalToken | ResetToken; reader?: Reader } | { skip: string } | { until: number }

/** Who reads a mail about an appointment, and whether the business's e-mail is confirmed. */
export interface Reader {
  who: 'client' | 'owner'
  isConfirmed: boolean
  /** What the business may write to its clients, where the mail is one of these. */
  business?: Pick<AppointmentFacts, 'is_young' | 'max_mails'>
}

export type Compose = (row: DueMessage, context: ComposeContext, db: Db) => Promise<Composed>

/** The appointments of these messages, read in one query. */
export async function readFacts(db: Db, rows: DueMessage[], nowMs: number): Promise<FactsByAppointment> {
  const about = rows.filter(({ appointment_id }) => appointment_id !== null)
  const facts = about.length > 0 ? await appointmentFacts(db, about) : []
  const names = await senderNames(db, facts, nowMs)
  return new Map(
    facts.map((found) => {
      const sender_name = names.get(found.business_id)
      return [`${found.business_id} ${found.id}`, { ...found, sender_name }]
    }),
  )
}

/** Without a `sender_name`, its mails go under the product's name. */
export type FactsByAppointment = Map<string, AppointmentFacts & { sender_name: string | undefined }>

export function factsOf({ business_id, appointment_id }: DueMessage, { facts }: ComposeContext) {
  const found = facts.get(`${business_id} ${appointment_id}`)
  if (!found) throw new Error('The appointment of this message does not exist')
  return found
}

/** What every mail has: sender, stable id, conversation, and the mark of an automatic mail. */
export function envelope(
  row: DueMessage,
  { now, publicUrl, mailFrom }: ComposeContext,
  email: Email,
  name?: string,
): Mail {
  const { hostname } = new URL(publicUrl)
  // The client's and the owner's mails are separate conversations: neither sees the other's.
  const reader = row.kind.endsWith('_owner') ? 'owner' : 'client'
  return {
    ...email,
    from: name ? sender(mailFrom, name) : mailFrom,
    to: row.recipient,
    messageId: `<${row.kind}.${row.id}.${row.business_id}@${hostname}>`,
    ...(row.appointment_id !== null && {
      references: `<appointment.${reader}.${row.appointment_id}.${row.business_id}@${hostname}>`,
    }),
    date: new Date(now),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** The appointment of a mail to its client. */
export type ClientFacts = AppointmentFacts & { client_email: string; sender_name?: string | undefined }

/** The appointment of a mail to its client; undefined when the client has no e-mail, or none any more. */
export function clientFactsOf(row: DueMessage, context: ComposeContext): ClientFacts | undefined {
  const { client_email, ...facts } = factsOf(row, context)
  return client_email === null ? undefined : { ...withoutLinks(facts, facts), client_email }
}

export const NO_EMAIL: Composed = { skip: 'the client has no e-mail' }

function portalLink(business_id: number, client_email: string, publicUrl: string) {
  const secret = randomBytes(32).toString('base64url')
  // Begins with the business's id, the first key column of every table.
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
          ? new URL(mailImage(facts.logo_url), publicUrl).href
          : null,
    },
    today: today(facts.timezone, now),
    public_url: publicUrl,
  }
}

/**
 * With a change's `sequence` and `method`, calendar programs replace or remove the appointment's entry. Calendars are
 * shared with families and colleagues: the entry's link opens this appointment and no other, and ends with its e-mail.
 */
export async function calendarFile(
  db: Db,
  facts: ClientFacts,
  { now, publicUrl }: ComposeContext,
  { method = 'PUBLISH', sequence = 0 }: { method?: 'PUBLISH' | 'CANCEL'; sequence?: number } = {},
): Promise<Attachment> {
  const url = await entryLink(db, facts, publicUrl, method)
  const place = facts.is_virtual ? null : [facts.address, facts.city].filter(Boolean).join(', ')
  const content = icsForAppointment(
    { ...facts, business_address: place || null, start: Math.floor(facts.starts_at / 60_000) },
    {
      method,
      sequence,
      stampMs: now,
      host: new URL(publicUrl).host,
      ...(url && { url }),
      organizer: { name: facts.business_name, email: facts.email },
    },
  )
  return { filename: 'cita.ics', contentType: `text/calendar; charset=utf-8; method=${method}`, content }
}

/** A cancelled appointment's entry leads to the business's page, unless that is off: of a suspended business, or one that is deleted. */
async function entryLink(db: Db, facts: ClientFacts, publicUrl: string, method: 'PUBLISH' | 'CANCEL') {
  if (method === 'PUBLISH') return `${publicUrl}/client?token=${await readerToken(db, facts)}`
  return facts.is_suspended ? undefined : `${publicUrl}/negocio/${facts.slug}`
}

/**
 * A mail to the client, with a link to the portal. It goes to the appointment's present address, for which
 * the link is valid, not to one that was corrected since.
 */
export function toClient(
  row: DueMessage,
  facts: ClientFacts,
  context: ComposeContext,
  render: (email: AppointmentEmail & { portal_url: string }) => Email,
  attachments: Attachment[] = [],
): Composed {
  const portal = portalLink(row.business_id, facts.client_email, context.publicUrl)
  const email = render({ ...appointmentEmail(facts, context), portal_url: portal.url })
  const mail = {
    ...envelope(row, context, email, facts.sender_name),
    to: facts.client_email,
    replyTo: facts.sender_name ? sender(facts.email, facts.sender_name) : facts.email,
    attachments,
  }
  return {
    mail,
    token: portal.token,
    reader: { who: 'client', isConfirmed: facts.is_confirmed, business: facts },
  }
}

/**
 * A mail to the owner, whose reply goes to the client who has an e-mail. It goes to the business's present address: the one before
 * may be a stranger's, by a typing error, and must not get clients' contacts.
 */
export function toOwner(
  row: DueMessage,
  facts: AppointmentFacts,
  context: ComposeContext,
  render: (email: AppointmentEmail) => Email,
): Composed {
  const email = render(appointmentEmail(facts, context))
  const { client_email, client_name, is_confirmed } = facts
  const replyTo = client_email === null ? {} : { replyTo: sender(client_email, client_name) }
  const reader = { who: 'owner' as const, isConfirmed: is_confirmed }
  return { mail: { ...envelope(row, context, email), to: facts.email, ...replyTo }, reader }
}
