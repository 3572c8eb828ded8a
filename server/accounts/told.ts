import { noteActivity } from '../activity.ts'
import { queueAccountChanged } from '../messages/account-changed.ts'
import { sessionUser } from './queries.ts'
import type { Told } from './second-factor.ts'

interface Who {
  business_id: number
  user_id: number
  /** Whether the business is theirs: its activity names nobody else. */
  isMember?: boolean
}

/** Notes a change of somebody's second factor in a business, and tells them by mail. */
export const toldUser =
  ({ business_id, user_id, isMember = true }: Who, nowMs: number): Told =>
  async (tx, change, detail) => {
    if (isMember) await noteActivity(tx, { business_id, user_id, act: change, nowMs })
    const { email } = await sessionUser(tx, user_id)
    await queueAccountChanged(tx, { business_id, recipient: email, at: nowMs, change, detail })
  }
