import http from 'node:http'
import https from 'node:https'
import type { WhatsAppSettings } from '../whatsapp-settings.ts'

/**
 * - `connect`: no connection, which no single message causes.
 * - `before`: certainly not accepted: it was not written yet, or the connection broke before.
 * - `answered`: refused with an answer; `code` is Meta's, `status` that of HTTP.
 * - `after`: possibly accepted: it was written, and no answer came.
 */
export type Phase = 'connect' | 'before' | 'answered' | 'after'

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

const CONNECT_MS = 10_000
const ANSWER_MS = 30_000
const MOST_BYTES = 64 * 1024

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
      if (typeof provider_id !== 'string')
        throw new WhatsAppError('after', 'the answer names no message', { status })
      const user_id = answer?.contacts?.[0]?.user_id
      return { provider_id, ...(typeof user_id === 'string' && { user_id }) }
    },
  }
}

interface Answered {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

/**
 * One request, whose bytes are written when `beforeHandover` is done. Each has a connection of its own: one that
 * the other side has just closed would look like a lost answer.
 * @throws WhatsAppError
 */
export function cloudPost(
  { url, token }: WhatsAppSettings,
  path: string,
  body: string,
  beforeHandover = async () => {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let phase: Phase = 'connect'
    let handing: Promise<unknown> = Promise.resolve()
    const isSecure = url.startsWith('https:')
    const request = (isSecure ? https : http).request(`${url}/${path}`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      },
    })
    const fail = (message: string) => {
      clearTimeout(patience)
      request.destroy()
      const error = new WhatsAppError(phase, message)
      // A handover on its way is waited for: whoever hears of the failure knows whether it was committed.
      handing.then(
        () => reject(error),
        () => reject(error),
      )
    }
    let patience = setTimeout(() => fail('no connection in time'), CONNECT_MS)
    request.on('error', (error) => fail(error.message))
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (text.length > MOST_BYTES) fail('the answer does not end')
      })
      response.on('error', (error) => fail(error.message))
      response.on('aborted', () => fail('the answer broke off'))
      response.on('end', () => {
        clearTimeout(patience)
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    const ready = () => {
      clearTimeout(patience)
      phase = 'before'
      handing = beforeHandover()
      handing.then(
        () => {
          // A connection that broke meanwhile has carried nothing.
          if (request.destroyed) return
          phase = 'after'
          patience = setTimeout(() => fail('no answer in time'), ANSWER_MS)
          request.end(body)
        },
        (error) => {
          request.destroy()
          reject(error as Error)
        },
      )
    }
    request.on('socket', (socket) => {
      if (!socket.connecting) return ready()
      socket.once(isSecure ? 'secureConnect' : 'connect', ready)
    })
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
