import { createECDH, randomBytes } from 'node:crypto'
import { STAND_IN_ORIGIN } from '../../settings/push.ts'
import type { Push } from '../compose.ts'
import type { PushService } from '../service.ts'

/** A push as a browser would have shown it. */
export interface Shown extends Push {
  /** ISO 8601. */
  at: string
}

const MOST = 200

/** For development without a push service: pushes are kept here, from the latest, as long as the process runs. */
export function standInPushes(shown: Shown[]): PushService {
  return {
    async send(_browser, push, beforeHandover) {
      await beforeHandover()
      shown.unshift({ ...push, at: new Date().toISOString() })
      shown.length = Math.min(shown.length, MOST)
    },
  }
}

/** What a browser would have got from its vendor, so that it need not ask there. */
export const standInBrowser = () => ({
  endpoint: `${STAND_IN_ORIGIN}/${randomBytes(24).toString('base64url')}`,
  p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
  auth: randomBytes(16).toString('base64url'),
})
