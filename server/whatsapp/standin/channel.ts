import { randomBytes } from 'node:crypto'
import type { Channel } from '../cloud-api.ts'

/** A message as the Cloud API would have got it. */
export interface Kept {
  id: string
  to: string
  /** ISO 8601. */
  at: string
  mark: string
  // oxlint-disable-next-line typescript/no-explicit-any
  message: any
}

const MOST = 200

/** For development without keys: messages are kept here, from the latest, as long as the process runs. */
export function standInChannel(kept: Kept[]): Channel {
  return {
    async send(message, beforeHandover) {
      await beforeHandover()
      const { to, recipient, biz_opaque_callback_data } = message as Record<string, string>
      const id = `wamid.${randomBytes(12).toString('base64url')}`
      const at = new Date().toISOString()
      kept.unshift({ id, to: to ?? recipient ?? '', at, mark: biz_opaque_callback_data ?? '', message })
      kept.length = Math.min(kept.length, MOST)
      return { provider_id: id }
    },
  }
}
