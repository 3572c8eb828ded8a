import type { Appointment } from '#domain/api/appointment.ts'
import type { StoredSpecialDay } from '#domain/api/special-day.ts'
import { isIsoDate, minutesOf } from '#domain/dates.ts'
import { rangesOn } from '#domain/schedule.ts'
import { hoursOfDates, type SpecialDay } from '#domain/special-hours.ts'
import { today } from '#domain/zone.ts'
import type { BusinessId } from '../accounts/owner.ts'
import type { Db, Tx } from '../db.ts'
import { weeksOf } from '../schedules/left-outside.ts'
import { aheadOn, specialDaysBetween } from './queries.ts'
import { holidaysOfBusiness, settingsOf } from './settings.ts'

/**
 * The appointments ahead that are inside the hours of their date as long as the day stands, and not without it. Whatever is
 * outside with it, somebody put there knowingly.
 */
export async function leftWithout(
  tx: Tx,
  owner: BusinessId,
  day: StoredSpecialDay,
  nowMs: number,
): Promise<Appointment[]> {
  const { timezone } = await settingsOf(tx, owner)
  const dates = datesOf(day, today(timezone, nowMs))
  const ahead = await aheadOn(tx, owner, dates, nowMs)
  if (ahead.length === 0) return []
  const weeks = await weeksOf(tx, owner)
  const all = await specialDaysBetween(tx, owner, [dates[0]!, dates.at(-1)!])
  const closed = new Set<string>()
  for (const date of new Set(ahead.map((row) => row.appointment_date)))
    for (const holiday of await holidaysOfBusiness(tx, owner, date, date))
      if (holiday.is_closed) closed.add(date)
  const isClosedHoliday = (date: string) => closed.has(date)
  const isInside = (row: Appointment, days: readonly SpecialDay[]) => {
    const { appointment_date: date, professional_id } = row
    const ofRow = days.filter(
      (one) => one.professional_id === null || one.professional_id === professional_id,
    )
    const hours = {
      business_week: weeks.business_week,
      professional_week: weeks.own.get(professional_id) ?? [],
      special_hours: hoursOfDates(ofRow, [date, date], isClosedHoliday),
    }
    const from = minutesOf(row.appointment_time)
    return rangesOn(hours, date).some(([open, close]) => open <= from && from + row.duration_minutes <= close)
  }
  const rest = all.filter(({ id }) => id !== day.id)
  return ahead.filter((row) => isInside(row, all) && !isInside(row, rest))
}

/** What is kept of it is answered again: it names nobody. */
export interface RemovedDay {
  /** How many there were. */
  removed: number
  /** The appointments ahead that were inside its hours and are not any more, and their dates. */
  ids: number[]
  dates: string[]
}

/** Those of them that are ahead by now. */
export async function stillLeft(
  db: Db,
  owner: BusinessId,
  { ids = [], dates = [] }: Partial<RemovedDay>,
  nowMs: number,
): Promise<Appointment[]> {
  return ids.length === 0 ? [] : (await aheadOn(db, owner, dates, nowMs)).filter(({ id }) => ids.includes(id))
}

/** The date of a day, and of a yearly one those ahead as far as anything is booked. */
function datesOf({ date, is_yearly }: SpecialDay, first: string): string[] {
  if (!is_yearly) return [date]
  const year = Number(first.slice(0, 4))
  const later = [0, 1, 2].map((ahead) => `${year + ahead}${date.slice(4)}`)
  // The 29th of February is in leap years only.
  return [date, ...later.filter((one) => one > date && isIsoDate(one))]
}
