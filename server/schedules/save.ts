import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import { parseBusinessWeek, parseProfessionalWeek } from '#domain/week-input.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { saveBusinessWeek } from '../businesses/owner-queries.ts'
import type { Db } from '../db.ts'
import { invalid, notFound } from '../refusal.ts'
import { lockedProfessional } from '../professionals/owner-queries.ts'
import { NO_PROFESSIONAL } from '../professionals/save.ts'
import { removeProfessionalWeek, saveProfessionalWeek } from './owner-queries.ts'

const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** Saves the opening hours as seven days; those left out are closed. @throws Refusal 400 */
export async function setBusinessWeek(db: Db, owner: BusinessId, input: unknown): Promise<void> {
  const parsed = parseBusinessWeek(input)
  if (!parsed.ok) throw invalid({ schedules: parsed.error })
  await saveBusinessWeek(
    db,
    owner,
    DAYS.map((day) => parsed.week.find(isOn(day)) ?? closed(day)),
  )
}

/** Saves a professional's own week as seven days; an empty list removes it. @throws Refusal 400 or 404. */
export async function setProfessionalWeek(
  db: Db,
  owner: BusinessId,
  id: number,
  input: unknown,
): Promise<void> {
  const parsed = parseProfessionalWeek(input)
  if (!parsed.ok) throw invalid({ schedules: parsed.error })
  await db.transaction().execute(async (tx) => {
    if (!(await lockedProfessional(tx, owner, id))) throw notFound(NO_PROFESSIONAL)
    if (parsed.week.length === 0) return removeProfessionalWeek(tx, owner, id)
    await saveProfessionalWeek(
      tx,
      owner,
      id,
      DAYS.map((day) => parsed.week.find(isOn(day)) ?? off(day)),
    )
  })
}

const isOn = (day: number) => (other: { day_of_week: number }) => other.day_of_week === day

const closed = (day_of_week: number): BusinessDay => ({
  ...{ day_of_week, is_open: false, open_time: null, close_time: null },
  ...{ lunch_start_time: null, lunch_end_time: null },
})

const off = (day_of_week: number): ProfessionalDay => ({
  ...{ day_of_week, is_available: false, start_time: null, end_time: null },
  ...{ lunch_start_time: null, lunch_end_time: null },
})
