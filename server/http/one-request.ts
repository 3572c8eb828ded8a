import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'

/**
 * - `connect`: no connection, which no single message causes.
 * - `before`: certainly not accepted: it was not written yet, or the connection broke before.
 * - `after`: possibly accepted: it was written, and no answer came.
 */
export type RequestPhase = 'connect' | 'before' | 'after'

export class RequestError extends Error {
  phase: RequestPhase
  constructor(phase: RequestPhase, message: string) {
    super(message)
    this.name = 'RequestError'
    this.phase = phase
  }
}

export interface Answered {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
}

export interface OneRequest {
  url: string
  headers: Record<string, string | number>
  body: string | Buffer
  /** Finds the addresses of the host, where not every one is allowed. */
  lookup?: LookupFunction
  connectMs?: number
  answerMs?: number
}

const CONNECT_MS = 10_000
const ANSWER_MS = 30_000
const MOST_BYTES = 64 * 1024

/**
 * One POST, whose bytes are written when `beforeHandover` is done. Each has a connection of its own: one that the other
 * side has just closed would look like a lost answer. Redirects are answers like others.
 * @throws RequestError, or what `beforeHandover` throws; then nothing was written.
 */
export function postOnce(
  { url, headers, body, lookup, connectMs = CONNECT_MS, answerMs = ANSWER_MS }: OneRequest,
  beforeHandover = async () => {},
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let phase: RequestPhase = 'connect'
    let handing: Promise<unknown> = Promise.resolve()
    const isSecure = url.startsWith('https:')
    const request = (isSecure ? https : http).request(url, {
      method: 'POST',
      agent: false,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      ...(lookup && { lookup }),
    })
    const fail = (message: string) => {
      clearTimeout(patience)
      request.destroy()
      const error = new RequestError(phase, message)
      // A handover on its way is waited for: whoever hears of the failure knows whether it was committed.
      handing.then(
        () => reject(error),
        () => reject(error),
      )
    }
    let patience = setTimeout(() => fail('no connection in time'), connectMs)
    request.on('error', (error) => fail(error.message))
    request.on('response', (response) => {
      // Nothing was written: whatever it says is not about this request.
      if (phase !== 'after') return fail('it answered before it was asked')
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
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, text })
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
          patience = setTimeout(() => fail('no answer in time'), answerMs)
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
