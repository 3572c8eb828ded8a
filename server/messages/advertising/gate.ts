import { ADVERTISING_WAITS_MS, nextAdvertisingMoment, nextDay } from '#domain/advertising.ts'
import { today } from '#domain/zone.ts'
import { takeEach } from '../../limits/allowances.ts'
import type { Limit } from '../../limits/attempts.ts'
import type { Db } from '../../database/db.ts'
import type { DueMessage } from '../queries.ts'
import { advertisedFacts, freeGreeting } from './queries.ts'

/** May go now, which counts against `taken` (given back when it does not go); or waits, or is not sent at all. */
export type Verdict = { taken: Limit[] } | { until: number } | { skip: string }

/**
 * Whether an advertising message may be sent at this moment, asked by every sender for every attempt: only to who agreed, in the
 * hours of the law, and one a day to a person over all businesses. What waits for 72 hours is dropped. `own` is the connection that holds the message.
 */
export async function advertise(db: Db, own: Db, row: DueMessage, nowMs: number): Promise<Verdict> {
  const facts = await advertisedFacts(db, row)
  if (!facts?.agreed) return { skip: 'no_consent' }
  if (facts.is_greeted) return { skip: 'overtaken by a later change' }
  if (!facts.is_due) {
    await freeGreeting(own, row)
    return { skip: 'overtaken by a later change' }
  }
  const last = Number(row.data['since']) + ADVERTISING_WAITS_MS
  const waiting = (until: number): Verdict => (until > last ? { skip: 'late' } : { until })
  const next = nextAdvertisingMoment(nowMs, facts)
  if (next > nowMs || nowMs > last) return waiting(Math.max(next, nowMs))
  const subject = `advertising to ${facts.reached} on ${today(facts.timezone, nowMs)}`
  const taken = [{ subject, max: 1, minutes: 48 * 60 }]
  const [refused] = await takeEach(db, nowMs, [taken])
  return refused ? waiting(nextAdvertisingMoment(nextDay(nowMs, facts), facts)) : { taken }
}
