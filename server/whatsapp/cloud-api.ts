import { postOnce, RequestError, type Answered, type RequestPhase } from '../http/one-request.ts'
import type { WhatsAppSettings } from '../settings/whatsapp.ts'

/** `answered`: refused with an answer; `code` is Meta's, `status` that of HTTP. */
export type Phase = RequestPhase | 'answered'

export class WhatsAppError extends Error {
  phase: Phase
  status: number
  /** Meta's code: 131026 when the number has no WhatsApp. */
  code: number
  /** How long to wait, in seconds, where the answer says so. */
  retryAfter: number | undefined
  constructor(
    phase: Phase,
    message: string,
    more: { status?: number; code?: number; retryAfter?: number | undefined } = {},
  ) {
    super(message)
    this.name = 'WhatsAppError'
    this.phase = phase
    this.status = more.status ?? 0
    this.code = more.code ?? 0
    this.retryAfter = more.retryAfter
  }
}

/** What a channel does with a message: the promises of docs/messages.md hold for each. */
export interface Channel {
  /**
   * Resolves when the other side has accepted it. `beforeHandover` runs when the connection is there; if it fails,
   * nothing is sent. From then on the message may have arrived.
   * @throws WhatsAppError
   */
  send(
    message: object,
    beforeHandover: () => Promise<void>,
  ): Promise<{ provider_id: string; user_id?: string }>
}

/** As web-hooks bound it, and the database. */
const LONGEST_NAME = 300

/** Writes to WhatsApp's Cloud API: `POST {url}/{phone_number_id}/messages`. */
export function cloudApi(settings: WhatsAppSettings): Channel {
  return {
    async send(message, beforeHandover) {
      const body = JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', ...message })
      const path = `${settings.phoneNumberId}/messages`
      const { status, headers, text } = await cloudPost(settings, path, body, beforeHandover)
      const answer = parsed(text)
      if (status < 200 || status > 299) throw refused(status, headers['retry-after'], answer)
      const provider_id = answer?.messages?.[0]?.id
      // Accepted: what it is called there, nobody knows.
      if (typeof provider_id !== 'string' || provider_id.length > LONGEST_NAME)
        throw new WhatsAppError('after', 'the answer names no message', { status })
      const user_id = answer?.contacts?.[0]?.user_id
      return { provider_id, ...(typeof user_id === 'string' && { user_id }) }
    },
  }
}

/**
 * One request to the API, whose bytes are written when `beforeHandover` is done.
 * @throws WhatsAppError
 */
export function cloudPost(
  { url, token }: WhatsAppSettings,
  path: string,
  body: string,
  beforeHandover?: () => Promise<void>,
): Promise<Answered> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return postOnce({ url: `${url}/${path}`, headers, body }, beforeHandover).catch((error: unknown) => {
    throw error instanceof RequestError ? new WhatsAppError(error.phase, error.message) : error
  })
}

// oxlint-disable-next-line typescript/no-explicit-any
function parsed(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function refused(status: number, retryAfter: string | undefined, answer: any): WhatsAppError {
  const { code, message } = answer?.error ?? {}
  const seconds = Number(retryAfter)
  return new WhatsAppError('answered', `${status} ${code ?? ''} ${String(message ?? '').slice(0, 200)}`, {
    status,
    code: Number(code) || 0,
    retryAfter: seconds > 0 && seconds < 86_400 ? seconds : undefined,
  })
}
