import webPush from 'web-push'
import { PUSH_TTL_SECONDS } from '#domain/push.ts'
import type { Db } from '../db.ts'
import { postOnce } from '../one-request.ts'
import type { PushSettings } from '../push-settings.ts'
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
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(push),
        {
          vapidDetails: { subject: contact, ...(await vapidKeys(db)) },
          TTL: PUSH_TTL_SECONDS,
          urgency: 'high',
        },
      )
      const { 'Content-Length': _counted, ...others } = headers
      const answer = await postOnce(
        {
          url: endpoint,
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

/** 'mailto:citas@example.com', of 'enpunto <citas@example.com>' */
export const contactOf = (mailFrom: string) => `mailto:${/[^\s@<>]+@[^\s@<>]+/.exec(mailFrom)![0]}`
