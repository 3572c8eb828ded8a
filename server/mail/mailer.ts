export interface Attachment {
  filename: string
  contentType: string
  content: string
}

export interface Mail {
  /** As in a header: 'Salón Bugambilia <citas@example.com>'; `sender` makes it from names people typed. */
  from: string
  to: string
  replyTo?: string
  subject: string
  html: string
  text: string
  /** The same for every attempt of one message, so that a repetition can be recognised. */
  messageId: string
  /** A name that mails of one conversation share: programs show them together. */
  references?: string
  date?: Date
  attachments?: Attachment[]
  headers?: Record<string, string>
}

export interface Mailer {
  /**
   * Resolves when the other side has taken the mail. `beforeLastByte` runs when everything but the last byte is
   * handed over; if it fails, the mail is not sent. The last byte is written in the same turn of the event loop in
   * which it resolves.
   * @throws MailError
   */
  send(mail: Mail, beforeLastByte: () => Promise<void>): Promise<void>
  /** Ends idle connections; mails under way are left to finish. */
  close(): Promise<void>
}

/**
 * - `connect`: nobody to talk to (unreachable, no greeting, log-in refused): no message's fault.
 * - `before`: the other side surely does not have it: refused, or the connection broke before the last byte.
 * - `after`: the last byte went out and no answer came: it may have it.
 */
export type Phase = 'connect' | 'before' | 'after'

export class MailError extends Error {
  phase: Phase
  /** Repeating will not help (a 5xx answer). */
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

/** One line, so that no text that people typed can begin a header of its own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** The address in a header: 'citas@example.com' of 'enpunto <citas@example.com>'. */
export const addressOf = (header: string): string => (/<([^<>]+)>\s*$/.exec(header)?.[1] ?? header).trim()

/** `mailFrom` with another display name: the business's, whose mail it is. */
export function sender(mailFrom: string, name: string): string {
  return `"${oneLine(name).replace(/["\\]/g, "'")}" <${addressOf(mailFrom)}>`
}
