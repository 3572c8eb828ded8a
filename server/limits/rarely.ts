import { spend } from './attempts.ts'
import type { Db } from '../database/db.ts'
import { networkOf } from './network.ts'

const DAY = 24 * 60

/**
 * Counts what a member does a few times in a life, and is mailed each time, to whoever has that address. Mails beyond an address's limit
 * would wait and arrive for weeks.
 * @throws Refusal 429 beyond 10 times in a day by a person, 60 in a business or 300 from a network.
 */
export async function spendRarely(
  db: Db,
  nowMs: number,
  what: string,
  { business_id, user_id, ip }: { business_id: number; user_id: number; ip: string },
) {
  await spend(db, nowMs, [
    { subject: `${what} by user ${user_id}`, max: 10, minutes: DAY },
    { subject: `${what} in business ${business_id}`, max: 60, minutes: DAY },
    { subject: `${what} from ${networkOf(ip)}`, max: 300, minutes: DAY },
  ])
}
