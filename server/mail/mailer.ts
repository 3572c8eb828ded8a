import type { StoppedReason } from '#domain/mail-state.ts'
import { isForReader, refusedFor, type RefusedFor } from './refused.ts'

export interface Attachment {
  filename: string
  contentType: string
  content: string
}

export interface Mail {
  /**
   * As in a header: 'Salón Bugambilia <citas@example.com>'; `sender` makes it from names that people typed.
   */
  from: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  /** The same for every attempt to send one message, so that duplicates can be recognised. */
  messageId: string
  /** The thread that the mails of one conversation share: mail programs group them. */
  references?: string
  date?: Date
  attachments?: Attachment[]
  headers?: Record<string, string>
}

export interface Mailer {
  /**
   * Resolves when the server has accepted the mail. `beforeLastByte` runs when everything but the last byte
   * is handed over; if it fails, the mail is not sent. The last byte is written in the same turn of the
   * event loop in which it resolves.
   * @throws MailError
   */
  send(mail: Mail, beforeLastByte: () => Promise<void>): Promise<void>
  /**
   * Ends the conversations in progress, for a process that stops and a server that answers nothing: each mail fails as one whose
   * connection broke.
   */
  breakOff?(): void
  /** Closes idle connections; mails in progress are completed. */
  close(): Promise<void>
}

/**
 * - `connect`: no connection (unreachable, no greeting, log-in refused), which no single message causes.
 * - `before`: certainly not delivered: refused, or the connection broke before the last byte.
 * - `after`: possibly delivered: the last byte was sent and no answer came.
 */
export type Phase = 'connect' | 'before' | 'after'

export class MailError extends Error {
  phase: Phase
  /** Whether retrying is useless (a 5xx answer). */
  permanent: boolean
  constructor(
    phase: Phase,
    message: string,
    { permanent = false, cause }: { permanent?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'MailError'
    this.phase = phase
    this.permanent = permanent
  }
}

/**
 * Why a mail server takes no mail, for the log: servers quote the log-in name when they refuse it, so of that
 * only the number is told.
 */
export function reasonOf({ message, cause }: Error): string {
  const { code, responseCode } = (cause ?? {}) as SmtpFault
  return code === 'EAUTH' ? `it refuses the log-in of SMTP_URL (${responseCode})` : message
}

/** What the mail server refused for good; undefined when it was no such answer. */
export function refusalOf(error: Error): RefusedFor | undefined {
  const { code: _, ...reply } = (error.cause ?? {}) as SmtpFault
  const isForGood = error instanceof MailError && error.permanent && (reply.responseCode ?? 0) >= 500
  return isForGood ? refusedFor(reply) : undefined
}

/** Whether the mail server does not take a mail for now (4xx, or it hung up), for no reason of its reader's. */
export const isPutOff = (error: Error): boolean =>
  error instanceof MailError &&
  error.phase === 'before' &&
  !error.permanent &&
  !isForReader((error.cause ?? {}) as SmtpFault)

interface SmtpFault {
  code?: string
  command?: string
  responseCode?: number
  response?: string
}

const TLS_CODES = /CERT|TLS|SSL|ALTNAME|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/

/** Why no mail goes out at all, for screens. */
export function stoppedReasonOf({ message, cause }: Error): StoppedReason {
  const { code = '', command, responseCode } = (cause ?? {}) as SmtpFault
  if (code === 'EAUTH' || responseCode === 530) return 'login'
  if (command === 'MAIL FROM' && responseCode) return 'sender'
  if (TLS_CODES.test(code) || /certificate|self.signed/i.test(message)) return 'certificate'
  return code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message) ? 'no_server' : 'no_answer'
}

/** Reduced to one line, so that no text that people typed can begin a header of its own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The bare address in a header: 'citas@example.com' of 'enpunto <citas@example.com>'. */
export const addressOf = (header: string): string => (/<([^<>]+)>\s*$/.exec(header)?.[1] ?? header).trim()

/** `mailFrom` with the display name of the business that the mail comes from. */
export function sender(mailFrom: string, name: string): string {
  return `"${oneLine(name).replace(/["\\]/g, "'")}" <${addressOf(mailFrom)}>`
}
