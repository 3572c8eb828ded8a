import type { Appointment } from '#domain/api/appointment.ts'
import { isIsoDate } from '#domain/dates.ts'
import type { SpecialDay } from '#domain/special-hours.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db } from '../database/db.ts'
import { aheadOn } from './queries.ts'

/** Whom a change leaves without their time, as it is kept with the answer's key: it names nobody. */
interface Kept {
  ids: number[]
  dates: string[]
}

export interface RemovedDay extends Kept {
  /** How many there were. */
  removed: number
}

export const keptOf = (left: readonly Appointment[]): Kept => ({
  ids: left.map(({ id }) => id),
  dates: [...new Set(left.map((row) => row.appointment_date))],
})

/** Those of them that are ahead by now. */
export async function stillLeft(
  db: Db,
  owner: BusinessId,
  { ids = [], dates = [] }: Partial<Kept>,
  nowMs: number,
): Promise<Appointment[]> {
  return ids.length === 0 ? [] : (await aheadOn(db, owner, dates, nowMs)).filter(({ id }) => ids.includes(id))
}

/** The date of a day, and of a yearly one those ahead as far as anything is booked. */
export function datesOf(
  { date, is_yearly }: Pick<SpecialDay, 'date' | 'is_yearly'>,
  first: string,
): string[] {
  if (!is_yearly) return [date]
  const year = Number(first.slice(0, 4))
  const later = [0, 1, 2].map((ahead) => `${year + ahead}${date.slice(4)}`)
  // The 29th of February is in leap years only.
  return [date, ...later.filter((one) => one > date && isIsoDate(one))]
}
