import type { Appointment } from '#domain/api/appointment.ts'
import { MOST_CONFLICTS, type TimeOffAsked } from '#domain/api/time-off.ts'
import { isBlank } from '#domain/fields.ts'
import { repetitions, timeOffErrors } from '#domain/time-off.ts'
import { today } from '#domain/zone.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import type { Db } from '../database/db.ts'
import { invalid } from '../http/refusal.ts'
import { appointmentsWithin, byDate, toldOf, type Told } from './queries.ts'
import { instants } from './save.ts'

export interface Conflicts extends Told {
  conflicts: Appointment[]
  has_more: boolean
}

/**
 * The appointments that a time off would meet if it were written now. It promises nothing: whoever writes one is told again,
 * by the transaction that writes it.
 * @throws Refusal 400 by field.
 */
export async function conflictsOf(
  db: Db,
  owner: BusinessId,
  asked: TimeOffAsked,
  { nowMs, sendsWhatsApp }: { nowMs: number; sendsWhatsApp: boolean },
): Promise<Conflicts> {
  const zone = await timezoneOf(db, owner)
  const errors = timeOffErrors(asked, today(zone, nowMs))
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { first_date, last_date = first_date, from_time, to_time } = asked
  const clock = { first_date, last_date, from_time: timeOf(from_time), to_time: timeOf(to_time) }
  const all = repetitions(clock, { weeks: asked.repeat_weeks ?? null, until: asked.repeat_until ?? null })
  const spans = all.map((dates) => instants(dates, zone))
  const found = await appointmentsWithin(db, owner, asked.professional_id ?? null, spans, {
    nowMs,
    limit: MOST_CONFLICTS + 1,
  })
  const conflicts = byDate(found.slice(0, MOST_CONFLICTS))
  const ids = conflicts.map(({ id }) => id)
  return {
    conflicts,
    has_more: found.length > MOST_CONFLICTS,
    ...(await toldOf(db, owner, ids, { nowMs, sendsWhatsApp })),
  }
}

const timeOf = (value: string | undefined) => (value === undefined || isBlank(value) ? null : value)
