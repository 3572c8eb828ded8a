import type { Appointment } from '#domain/api/appointment.ts'
import { specialDay, type SpecialDayInput, type StoredSpecialDay } from '#domain/api/special-day.ts'
import { minutesOf } from '#domain/dates.ts'
import { openersOn, rangesOf, type SpecialDay } from '#domain/special-hours.ts'
import { today } from '#domain/zone.ts'
import { z } from 'zod'
import type { BusinessId } from '../accounts/owner.ts'
import { noteActivity, type By } from '../activity.ts'
import { changeHours } from '../businesses/queries.ts'
import type { Tx } from '../database/db.ts'
import { ownProfessional } from '../professionals/owner-queries.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import { hoursBy } from '../schedules/left-outside.ts'
import { ensureVersion, isOutdated, movedOn, saysTheSame } from '../version.ts'
import { datesOf, keptOf, type RemovedDay } from './left-without.ts'
import {
  aheadOn,
  countSpecialDays,
  holidaySettings,
  lockedSpecialDay,
  removeSpecialDay,
  specialDaysBetween,
  writeSpecialDay,
} from './queries.ts'

const DAY_GONE = 'Ese día especial ya no está: alguien lo quitó. Si lo necesitas, créalo de nuevo.'
const DAY_TAKEN = 'Esa fecha ya tiene un día especial. Revisa cómo queda con tus cambios.'

export interface SavedDay {
  special_day: StoredSpecialDay
  /** The appointments of that date that do not fit any more. */
  conflicts: (Appointment & { was_outside?: boolean })[]
}

/**
 * Says when the business, or a professional, works on a date.
 * @param limit how many special days of a business may be ahead.
 * @throws Refusal 400, 409 when the edited `version` is outdated, a new one's date has one, or there are too many.
 */
export async function saveSpecialDay(
  tx: Tx,
  owner: BusinessId,
  date: string,
  { version, is_new, intervals, ...input }: SpecialDayInput,
  { nowMs, limit, user_id }: { nowMs: number; limit: number; user_id: number },
): Promise<SavedDay> {
  await changeHours(tx, owner)
  const { timezone } = await holidaySettings(tx, owner)
  const { professional_id } = input
  const professional = professional_id === null ? null : await ownProfessional(tx, owner, professional_id)
  if (professional === undefined) throw invalid({ professional_id: 'Ese profesional ya no está' })
  const before = await lockedSpecialDay(tx, owner, date, professional_id)
  // A yearly one comes again, whenever it was first.
  if (date < today(timezone, nowMs) && !before?.is_yearly) throw invalid({ date: 'Ese día ya pasó' })
  // No row has this version: what is meant as new replaces nothing.
  if (before && is_new) ensureVersion(before, 0, specialDay, { ...input, intervals }, DAY_TAKEN)
  else if (before) ensureVersion(before, version, specialDay, { ...input, intervals })
  else if (version !== undefined) throw new Refusal(409, DAY_GONE)
  const isYearly = input.is_yearly || before?.is_yearly === true
  const dates = datesOf({ date, is_yearly: isYearly }, today(timezone, nowMs))
  const wasInside = await hoursBy(tx, owner, dates)
  const row = { ...input, date, intervals: JSON.stringify(intervals) }
  const special_day = await writeSpecialDay(tx, owner, row)
  if (!before && (await countSpecialDays(tx, owner, today(timezone, nowMs))) > limit)
    throw new Refusal(
      409,
      `Ya tienes ${limit} días especiales por venir, el máximo. Elimina los que no necesites.`,
    )
  if (!before || !saysTheSame(before, special_day))
    await noteActivity(tx, {
      business_id: owner,
      user_id,
      act: 'special_day_changed',
      subject: professional?.professional_name ?? null,
      detail: {
        date,
        professional_id,
        before: before ? hoursOf(before) : null,
        after: hoursOf(special_day),
      },
      nowMs,
    })
  const isInside = await hoursBy(tx, owner, dates)
  const ahead = await aheadOn(tx, owner, dates, nowMs)
  const isOut = await outOf(tx, owner, special_day)
  const conflicts = ahead
    .filter((one) => isOut(one) || (wasInside(one) && !isInside(one)))
    .map((one) => (wasInside(one) ? one : { ...one, was_outside: true }))
  return { special_day, conflicts }
}

const hoursOf = ({ is_open, intervals }: StoredSpecialDay) => ({ is_open, intervals })

/** Takes back what was said of a date. @throws Refusal 409 when the `version` that was shown is outdated. */
export async function takeBackDay(
  tx: Tx,
  owner: BusinessId,
  { date, professional_id, version }: { date: string; professional_id: number | null; version?: number },
  by: By,
): Promise<RemovedDay> {
  await changeHours(tx, owner)
  const before = await lockedSpecialDay(tx, owner, date, professional_id)
  if (!before) return { removed: 0, ids: [], dates: [] }
  if (isOutdated(before, version)) throw movedOn(z.encode(specialDay, before))
  const { timezone } = await holidaySettings(tx, owner)
  const dates = datesOf(before, today(timezone, by.nowMs))
  const wasInside = await hoursBy(tx, owner, dates)
  const removed = await removeSpecialDay(tx, owner, date, professional_id)
  const isInside = await hoursBy(tx, owner, dates)
  const ahead = await aheadOn(tx, owner, dates, by.nowMs)
  const left = keptOf(ahead.filter((row) => wasInside(row) && !isInside(row)))
  const professional = professional_id === null ? null : await ownProfessional(tx, owner, professional_id)
  await noteActivity(tx, {
    business_id: owner,
    ...by,
    act: 'special_day_removed',
    subject: professional?.professional_name ?? null,
    detail: { date, professional_id, before: hoursOf(before) },
  })
  return { removed, ...left }
}

/** Tells of an appointment whether it is on the day and not inside the hours that it says. */
async function outOf(tx: Tx, owner: BusinessId, day: StoredSpecialDay) {
  const openers = openersOn(await specialDaysBetween(tx, owner, [day.date, day.date]), day.date)
  return (row: Appointment) =>
    row.appointment_date === day.date &&
    (day.professional_id === null
      ? !openers.has(row.professional_id)
      : row.professional_id === day.professional_id) &&
    !isInside(row, day)
}

function isInside(
  { appointment_time, duration_minutes }: { appointment_time: string; duration_minutes: number },
  { is_open, intervals }: Pick<SpecialDay, 'is_open' | 'intervals'>,
): boolean {
  if (!is_open || intervals.length === 0) return is_open
  const from = minutesOf(appointment_time)
  return rangesOf(intervals).some(([first, last]) => first <= from && from + duration_minutes <= last)
}
