import webPush from 'web-push'
import { PUSH_TTL_SECONDS } from '#domain/push.ts'
import type { Db } from '../database/db.ts'
import { postOnce } from '../http/one-request.ts'
import type { PushSettings } from '../settings/push.ts'
import type { Push } from './compose.ts'
import { vapidKeys } from './keys.ts'
import { isPushService, publicLookup } from './public-host.ts'

const CONNECT_MS = 5_000
const ANSWER_MS = 10_000

/** A push service refused, and said so. */
export class PushRefused extends Error {
  status: number
  /** How long to wait, in seconds, where it says so. */
  retryAfter: number | undefined
  constructor(status: number, retryAfter: string | undefined) {
    super(`answered ${status}`)
    this.name = 'PushRefused'
    this.status = status
    const seconds = Number(retryAfter)
    this.retryAfter = seconds > 0 && seconds < 86_400 ? seconds : undefined
  }
}

interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}

export interface PushService {
  /**
   * Resolves when the browser's push service has accepted it. `beforeHandover` runs when the connection is there; if it
   * fails, nothing is sent. From then on it may have arrived.
   * @throws RequestError, PushRefused
   */
  send(browser: Browser, push: Push, beforeHandover: () => Promise<void>): Promise<void>
}

/** Sends to whatever service a browser named, if it is one of the internet. `contact` is whom services may ask. */
export function pushServices({ standIn }: PushSettings, db: Db, contact: string): PushService {
  return {
    async send({ endpoint, p256dh, auth }, push, beforeHandover) {
      if (!isPushService(endpoint, standIn)) throw new PushRefused(410, undefined)
      // As it was read here: the library reads an address by older rules, by which it may have no host.
      const url = new URL(endpoint).href
      const { publicKey, privateKey } = await vapidKeys(db)
      const signed = webPush.getVapidHeaders(new URL(url).origin, contact, publicKey, privateKey, 'aes128gcm')
      const { headers, body } = encrypted({ endpoint: url, p256dh, auth }, push, signed)
      const { 'Content-Length': _counted, ...others } = headers
      const answer = await postOnce(
        {
          url,
          headers: others,
          body,
          connectMs: CONNECT_MS,
          answerMs: ANSWER_MS,
          ...(standIn === undefined && { lookup: publicLookup }),
        },
        beforeHandover,
      )
      if (answer.status < 200 || answer.status > 299)
        throw new PushRefused(answer.status, answer.headers['retry-after'])
    },
  }
}

/** @throws PushRefused when nothing can ever be sent there: it must not pass for a fault of ours, for which all pushes wait. */
function encrypted({ endpoint, p256dh, auth }: Browser, push: Push, signed: Record<string, string>) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(push), {
      headers: signed,
      TTL: PUSH_TTL_SECONDS,
      urgency: 'high',
    })
  } catch {
    throw new PushRefused(410, undefined)
  }
}

/** 'mailto:citas@example.com', of 'enpunto <citas@example.com>' */
export const contactOf = (mailFrom: string) => `mailto:${/[^\s@<>]+@[^\s@<>]+/.exec(mailFrom)![0]}`
