import { isDeepStrictEqual } from 'node:util'
import type { Interval } from '#domain/special-day-rules.ts'
import { isIsoDate } from '#domain/dates.ts'
import type { StoredSpecialDay } from '#domain/api/special-day.ts'
import type { By } from '../activity.ts'
import type { BusinessId } from '../accounts/owner.ts'
import { changeHours } from '../businesses/queries.ts'
import type { Tx } from '../database/db.ts'
import type { RemovedDay } from './left-without.ts'
import { lockedSpecialDay, specialDaysBetween, writeSpecialDay } from './queries.ts'
import { saveSpecialDay, takeBackDay, type SavedDay } from './save.ts'

interface Choice {
  is_open: boolean
  intervals: Interval[]
  /** The holiday's name, which a day of that date that has one already keeps. */
  label: string
}

/** Says what the business does on a holiday, on that date alone. @throws Refusal as `saveSpecialDay` does. */
export async function chooseForHoliday(
  tx: Tx,
  owner: BusinessId,
  date: string,
  { is_open, intervals, label }: Choice,
  by: { nowMs: number; limit: number; user_id: number },
): Promise<SavedDay> {
  const before = await dayOf(tx, owner, date)
  const isSaid = before?.is_open === is_open && isDeepStrictEqual(before.intervals, intervals)
  const is_yearly = before?.is_yearly === true && isSaid
  if (before?.is_yearly && !is_yearly) await beginLater(tx, owner, before)
  const day = { professional_id: null, opens_business: false, is_new: false, version: undefined }
  const said = { ...day, is_open, intervals, label: before?.label ?? label, is_yearly }
  return saveSpecialDay(tx, owner, date, said, by)
}

/** Takes back what was said of a holiday, of that date alone. */
export async function takeBackChoice(tx: Tx, owner: BusinessId, date: string, by: By): Promise<RemovedDay> {
  const before = await dayOf(tx, owner, date)
  if (before?.is_yearly) await beginLater(tx, owner, before)
  return takeBackDay(tx, owner, { date, professional_id: null }, by)
}

async function dayOf(tx: Tx, owner: BusinessId, date: string) {
  await changeHours(tx, owner)
  return lockedSpecialDay(tx, owner, date, null)
}

const YEARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/**
 * Writes a yearly day once more, for the first of its later dates of which nothing is said: its own date is about to say something
 * else. Where another yearly one begins before, that one stands from then on anyway.
 */
async function beginLater(tx: Tx, owner: BusinessId, day: StoredSpecialDay) {
  const { id: _, business_id: __, version: ___, date, intervals, ...said } = day
  const later = YEARS.map((years) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`).filter(isIsoDate)
  const known = await specialDaysBetween(tx, owner, [later[0]!, later.at(-1)!])
  const standing = (on: string) => known.find((one) => one.professional_id === null && one.date === on)
  const next = later.find((on) => !standing(on) || standing(on)!.is_yearly)
  if (next === undefined || standing(next)) return
  await writeSpecialDay(tx, owner, { ...said, date: next, intervals: JSON.stringify(intervals) })
}
