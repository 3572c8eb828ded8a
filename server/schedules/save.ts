import { isDeepStrictEqual } from 'node:util'
import type { Week } from '#domain/api/calls/schedules.ts'
import { parseBusinessWeek, parseProfessionalWeek, type ParsedWeek } from '#domain/week-input.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import { countHours, saveBusinessWeek } from '../businesses/owner-queries.ts'
import { businessWeek, changeHours } from '../businesses/queries.ts'
import type { Tx } from '../database/db.ts'
import { ownProfessional, type Left } from '../professionals/owner-queries.ts'
import { NO_PROFESSIONAL } from '../professionals/save.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { movedOn } from '../version.ts'
import { leftOutside } from './left-outside.ts'
import * as own from './owner-queries.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/**
 * Saves the opening hours as seven days; missing ones are closed. Answers with the appointments that are
 * outside of them now.
 * @throws Refusal 400 when breaks that stay do not fit, 409 when the edited `hours_version` is outdated.
 */
export async function setBusinessWeek(
  tx: Tx,
  owner: BusinessId,
  { week, hours_version }: Week<BusinessDay>,
  { nowMs, user_id }: { nowMs: number; user_id: number },
): Promise<Left & { schedules: BusinessDay[]; hours_version: number }> {
  const version = await countHours(tx, owner)
  const was = await businessWeek(tx, owner)
  const kept = withBreaksOf(was, week, parseBusinessWeek)
  const wanted = DAYS.map((day) => kept.find(isOn(day)) ?? closed(day))
  const isOutdated = hours_version !== undefined && version !== hours_version + 1
  // Saved so before, and the answer got lost.
  if (isOutdated && !isDeepStrictEqual(was, wanted))
    throw movedOn({ schedules: was, hours_version: version - 1 })
  await changeHours(tx, owner)
  const left = await leftOutside(tx, owner, { nowMs })
  await saveBusinessWeek(tx, owner, wanted)
  const schedules = await businessWeek(tx, owner)
  const detail = { before: was, after: schedules }
  if (!isDeepStrictEqual(was, schedules))
    await noteActivity(tx, { business_id: owner, user_id, act: 'hours_changed', detail, nowMs })
  return { schedules, hours_version: version, ...(await left()) }
}

/**
 * Saves a professional's own week as seven days; an empty list removes it. Answers with the appointments that
 * are outside of it now.
 * @throws Refusal 400 when breaks that stay do not fit, 404, 409 when the edited `hours_version` is outdated.
 */
export async function setProfessionalWeek(
  tx: Tx,
  owner: BusinessId,
  id: number,
  { week, hours_version }: Week<ProfessionalDay>,
  { nowMs, user_id }: { nowMs: number; user_id: number },
): Promise<Left & { schedule: ProfessionalDay[]; hours_version: number }> {
  // Whoever is booking now is told too.
  await changeHours(tx, owner)
  const version = await own.countHours(tx, owner, id)
  if (version === undefined) throw notFound(NO_PROFESSIONAL)
  const schedule = () => own.professionalWeek(tx, owner, id)
  const was = await schedule()
  const kept = withBreaksOf(was, week, parseProfessionalWeek)
  const wanted = week.length === 0 ? [] : DAYS.map((day) => kept.find(isOn(day)) ?? off(day))
  const isOutdated = hours_version !== undefined && version !== hours_version + 1
  if (isOutdated && !isDeepStrictEqual(was, wanted))
    throw movedOn({ schedule: was, hours_version: version - 1 })
  const left = await leftOutside(tx, owner, { nowMs, professional_id: id })
  if (wanted.length === 0) await own.removeProfessionalWeek(tx, owner, id)
  else await own.saveProfessionalWeek(tx, owner, id, wanted)
  const saved = await schedule()
  if (!isDeepStrictEqual(was, saved))
    await noteActivity(tx, {
      business_id: owner,
      user_id,
      act: 'professional_hours_changed',
      subject: (await ownProfessional(tx, owner, id))?.professional_name ?? null,
      detail: { professional_id: id, before: was, after: saved },
      nowMs,
    })
  return { schedule: saved, hours_version: version, ...(await left()) }
}

/**
 * The week to save, in which the days that leave out their breaks have those of `was`: who does not know of breaks takes
 * none away. No breaks are left out again, as in what is stored.
 */
function withBreaksOf<Day extends BusinessDay | ProfessionalDay>(
  was: readonly Day[],
  week: readonly Day[],
  parse: (input: unknown) => ParsedWeek<Day>,
): Day[] {
  const before = (day: Day) => was.find(isOn(day.day_of_week))?.breaks
  const parsed = parse({ schedules: week.map((day) => ({ ...day, breaks: day.breaks ?? before(day) })) })
  // The refused breaks may be ones that the sender has never seen.
  if (!parsed.ok) throw new Refusal(400, parsed.error)
  return parsed.week.map(({ breaks = [], ...day }) => (breaks.length > 0 ? { ...day, breaks } : day) as Day)
}

const isOn = (day: number) => (other: { day_of_week: number }) => other.day_of_week === day

const closed = (day_of_week: number): BusinessDay => ({
  day_of_week,
  is_open: false,
  open_time: null,
  close_time: null,
  lunch_start_time: null,
  lunch_end_time: null,
})

const off = (day_of_week: number): ProfessionalDay => ({
  day_of_week,
  is_available: false,
  start_time: null,
  end_time: null,
  lunch_start_time: null,
  lunch_end_time: null,
})
