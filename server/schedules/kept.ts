import type { ClockTime, IsoDate } from '#domain/dates.ts'
import type { Db } from '../database/db.ts'
import { together } from '../turns/together.ts'
import { daySlots, type Asked } from './availability.ts'
import { keepFacts } from './kept-facts.ts'
import { currentMoment } from '../database/moment-queries.ts'
import { professionalWithStamp, stampsOf, type AskedDay } from './stamp-queries.ts'

/** An answer with what it was computed from, and the times between which the clock changes nothing of it. */
interface Kept {
  answer: string
  stamp: string
  /** The database's last moment of which the stamp is known. */
  moment: string
  from: number
  until: number
}

/** Some 10 MB at most. */
const MOST = 4_000

/**
 * Answers for the free times of single dates, those looked at last. Before a kept one is sent, the database is asked
 * whether all that it was computed from is still there and nothing else: docs/decisions/0057-kept-free-times.md.
 */
export function keptSlots(db: Db, now: () => number, answerOf: (times: ClockTime[]) => string) {
  const answers = new Map<string, Kept>()
  const isStill = together(areStill)
  // Of what was heard last: whether nothing at all was written before it, and the moment itself.
  let [isCalm, latest] = [false, '']

  /** Whether the answers are what would be computed now. */
  async function areStill(asked: { kept: Kept; day: AskedDay }[]): Promise<boolean[]> {
    // While nothing is written at all, there is nothing to be named.
    if (isCalm && asked.every(({ kept }) => kept.moment === latest)) {
      const moment = await currentMoment(db)
      if (asked.every(({ kept }) => kept.moment === moment)) return asked.map(() => true)
      ;[isCalm, latest] = [false, moment]
    }
    const days = asked.map(({ day }) => day)
    const { moment = '', stamps } = await stampsOf(db, now(), days)
    ;[isCalm, latest] = [moment === latest, moment]
    return asked.map(({ kept }, i) => {
      if (stamps[i] !== kept.stamp) return false
      kept.moment = moment
      return true
    })
  }

  async function compute(key: string, date: IsoDate, asked: Asked): Promise<string | undefined> {
    answers.delete(key)
    const nowMs = now()
    const found = await professionalWithStamp(db, nowMs, { ...asked, date })
    if (!found) return undefined
    const { stamp, moment, hold_ends_at, busy, begun, absences, closings, ...facts } = found
    // Whoever asks books a moment later.
    keepFacts(db, { ...asked, date }, facts)
    const { times, unchangedUntil } = daySlots(found, asked, nowMs, date)
    const answer = answerOf(times)
    const until = Math.min(unchangedUntil, hold_ends_at ?? Infinity)
    answers.set(key, { answer, stamp, moment, from: nowMs, until })
    if (answers.size > MOST) answers.delete(answers.keys().next().value!)
    return answer
  }

  /**
   * The answer for a date; undefined when there is no such professional.
   * @throws Refusal 400 for a variant or an add-on that is not the service's.
   */
  return async (date: IsoDate, asked: Asked): Promise<string | undefined> => {
    const { professional_id, service_id, variant_id, addon_ids } = asked
    const key = `${professional_id} ${date} ${service_id} ${variant_id} ${addon_ids}`
    const nowMs = now()
    const kept = answers.get(key)
    if (!kept || nowMs < kept.from || nowMs >= kept.until) return compute(key, date, asked)
    if (!(await isStill({ kept, day: { professional_id, service_id, date } })))
      return compute(key, date, asked)
    // Looked at last; unless a newer one has come meanwhile.
    if (answers.get(key) === kept && answers.delete(key)) answers.set(key, kept)
    return kept.answer
  }
}
