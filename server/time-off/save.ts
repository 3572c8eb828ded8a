import { isDeepStrictEqual } from 'node:util'
import { timeOff, type TimeOff, type TimeOffChanges, type TimeOffInput } from '#domain/api/time-off.ts'
import type { Appointment } from '#domain/api/appointment.ts'
import { addDays, daysBetween } from '#domain/dates.ts'
import { repetitions, timeOffErrors, type TimeOffClock } from '#domain/time-off.ts'
import { spanOf } from '#domain/time-off-span.ts'
import { today } from '#domain/zone.ts'
import { noteActivity, type By } from '../activity.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { wholeOf } from '../accounts/scope.ts'
import { inTransaction, type Db, type Tx } from '../database/db.ts'
import { ownProfessional } from '../professionals/owner-queries.ts'
import { invalid, notFound, Refusal } from '../http/refusal.ts'
import { ensureVersion, saysTheSame } from '../version.ts'
import {
  appointmentsIn,
  countAhead,
  insertTimeOff,
  joinSeries,
  lockedTimeOff,
  lockedTimezone,
  nameOfProfessional,
  noteTimeOff,
  removeTimeOff,
  updateTimeOff,
} from './queries.ts'

export const NO_TIME_OFF = 'Bloqueo no encontrado'

export interface Saved {
  time_off: TimeOff
  /** Committed before it: whatever is booked later does not get its time. */
  conflicts: Appointment[]
}

/** How many of one professional may be ahead, so that those of the others find room in their business. */
const MOST_OWN = 300

/**
 * Blocks time, once or every so many weeks.
 * @param limit how many of a business may be ahead.
 * @param isOwn by a professional who may block their own time only.
 * @throws Refusal 400, 404 for the professional, 409 when there are too many.
 */
export async function addTimeOff(
  db: Db | Tx,
  owner: BusinessId,
  { repeat_weeks, repeat_until, ...input }: TimeOffInput,
  { limit, isOwn, ...by }: By & { limit: number; isOwn: boolean },
): Promise<Saved & { ids: number[]; repeated: number }> {
  return inTransaction(db, async (tx) => {
    const { zone, clock } = await checked(tx, owner, input, by.nowMs)
    const rows = repetitions(clock, { weeks: repeat_weeks, until: repeat_until }).map((dates) => ({
      ...columnsOf(input),
      ...dates,
      ...instants(dates, zone),
      business_id: owner,
      created_by: by.user_id,
      created_at: new Date(by.nowMs).toISOString(),
    }))
    // Locks, so that of several at once each counts those before it.
    const added = await insertTimeOff(tx, rows)
    if ((await countAhead(tx, owner, by.nowMs)) > limit)
      throw new Refusal(
        409,
        `Ya tienes ${limit} bloqueos por venir, el máximo. Elimina los que no necesites.`,
      )
    if (isOwn && (await countAhead(tx, owner, by.nowMs, input.professional_id)) > MOST_OWN)
      throw new Refusal(
        409,
        `Un profesional puede tener hasta ${MOST_OWN} bloqueos por venir. Elimina los que no necesites.`,
      )
    const ids = added.map(({ id }) => id)
    if (repeat_weeks !== null) await joinSeries(tx, owner, ids, repeat_weeks)
    await noteTimeOff(
      tx,
      owner,
      ids.map((id) => ({ id, old: {} })),
      { change: 'added', ...by },
    )
    await tell(tx, owner, by, 'time_off_added', { after: added[0]!, times: ids.length })
    const series = repeat_weeks === null ? {} : { repeat_weeks, repeat_of: ids[0]!, version: 2 }
    return {
      time_off: { ...added[0]!, ...series },
      conflicts: await appointmentsIn(tx, wholeOf(owner), ids, by.nowMs),
      ids,
      repeated: ids.length,
    }
  })
}

/**
 * Changes one, or one and those that follow it, which then move by as many days.
 * @throws Refusal 400, 404, 409 when the edited `version` is outdated.
 */
export async function changeTimeOff(
  db: Db,
  owner: BusinessId,
  id: number,
  { version, ...input }: TimeOffChanges,
  { following, mayWrite, ...by }: By & { following: boolean; mayWrite: (row: TimeOff) => void },
): Promise<Saved> {
  return db.transaction().execute(async (tx) => {
    const { zone, clock } = await checked(tx, owner, input, by.nowMs)
    const rows = await lockedTimeOff(tx, owner, id, following)
    const row = rows[0]
    if (!row || row.kind === 'external') throw notFound(NO_TIME_OFF)
    rows.forEach(mayWrite)
    ensureVersion(row, version, timeOff, { ...columnsOf(input), ...clock })
    const ahead = daysBetween(row.first_date, clock.first_date)
    const length = daysBetween(clock.first_date, clock.last_date)
    const after: TimeOff[] = []
    for (const each of rows) {
      const first_date = addDays(each.first_date, ahead)
      const dates = { ...clock, first_date, last_date: addDays(first_date, length) }
      after.push(
        await updateTimeOff(tx, owner, each.id, {
          ...columnsOf(input),
          ...dates,
          ...instants(dates, zone),
        }),
      )
    }
    const changed = rows.filter((each, n) => !saysTheSame(each, after[n]!))
    const before = changed.map((each) => ({ id: each.id, old: written(each) }))
    if (before.length > 0) await noteTimeOff(tx, owner, before, { change: 'changed', ...by })
    if (!isDeepStrictEqual(timeOf(row), timeOf(after[0]!)))
      await tell(tx, owner, by, 'time_off_changed', { before: row, after: after[0]!, times: rows.length })
    const ids = rows.map((each) => each.id)
    return { time_off: after[0]!, conflicts: await appointmentsIn(tx, wholeOf(owner), ids, by.nowMs) }
  })
}

/** Removes one, or one and those that follow it. @returns how many. @throws Refusal 404. */
export async function deleteTimeOff(
  tx: Tx,
  owner: BusinessId,
  id: number,
  { following, mayWrite, ...by }: By & { following: boolean; mayWrite: (row: TimeOff) => void },
): Promise<number> {
  const rows = await lockedTimeOff(tx, owner, id, following)
  if (!rows[0] || rows[0].kind === 'external') throw notFound(NO_TIME_OFF)
  rows.forEach(mayWrite)
  const before = rows.map((each) => ({ id: each.id, old: written(each) }))
  await noteTimeOff(tx, owner, before, { change: 'removed', ...by })
  await tell(tx, owner, by, 'time_off_removed', { before: rows[0], times: rows.length })
  await removeTimeOff(
    tx,
    owner,
    rows.map((each) => each.id),
  )
  return rows.length
}

/** What only the database can tell of it: the business's today, and whether the professional is there. */
async function checked(tx: Tx, owner: BusinessId, input: TimeOffChanges, nowMs: number) {
  const zone = await lockedTimezone(tx, owner)
  const { first_date, from_time, to_time, professional_id } = input
  const clock = { first_date, last_date: input.last_date || first_date, from_time, to_time }
  const errors = timeOffErrors({ ...input, ...clock }, today(zone, nowMs))
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (professional_id !== null && !(await ownProfessional(tx, owner, professional_id)))
    throw invalid({ professional_id: 'Ese profesional ya no está' })
  return { zone, clock }
}

/** Notes whose time it is and when, as of other hours; why is nobody else's matter: it may be an illness. */
async function tell(
  tx: Tx,
  owner: BusinessId,
  by: By,
  act: 'time_off_added' | 'time_off_changed' | 'time_off_removed',
  { before, after, times }: { before?: TimeOff; after?: TimeOff; times: number },
) {
  const { professional_id } = (after ?? before)!
  await noteActivity(tx, {
    business_id: owner,
    user_id: by.user_id,
    nowMs: by.nowMs,
    act,
    subject: professional_id === null ? null : await nameOfProfessional(tx, owner, professional_id),
    detail: { times, ...(before && { before: timeOf(before) }), ...(after && { after: timeOf(after) }) },
  })
}

const timeOf = ({ professional_id, first_date, last_date, from_time, to_time }: TimeOff) => ({
  professional_id,
  first_date,
  last_date,
  from_time,
  to_time,
})

/** When it is, by the business's zone. */
export function instants(clock: TimeOffClock, zone: string) {
  const { startsMs, endsMs } = spanOf(clock, zone)
  return { starts_at: new Date(startsMs).toISOString(), ends_at: new Date(endsMs).toISOString() }
}

const columnsOf = ({ professional_id, kind, reason, show_reason }: TimeOffChanges) => ({
  professional_id,
  kind,
  reason,
  show_reason,
})

/** What people wrote of it; instants follow from that. */
function written({ professional_id, kind, first_date, last_date, from_time, to_time, reason }: TimeOff) {
  return { professional_id, kind, first_date, last_date, from_time, to_time, reason }
}
