/** How much of the time in which a professional can be booked is booked. */
import { beginOf, endOf } from './availability.ts'
import type { Absence, Busy, ZoneClock } from './availability-facts.ts'
import { addDays, type IsoDate } from './dates.ts'
import { rangesOn, type Hours } from './schedule.ts'
import { common, joined, type Stretch, total } from './stretches.ts'

/** A professional's hours, with what is taken out of them. */
export interface Worked extends Hours {
  absences: readonly Absence[]
  /** What appointments take, with what is before and after them and without their pauses. In any order. */
  busy: readonly Busy[]
}

/** Minutes in which appointments could take place, and those of them that appointments take. */
export interface Use {
  open: number
  taken: number
}

/** So many dates are reckoned at most. */
export const OCCUPANCY_DATES = 366

/**
 * The use of a professional's hours from `first` to `last`: the hours that can be booked, less time off. What is booked
 * outside of them, or was before a time off, counts on neither side, so nobody is booked more than wholly.
 */
export function minutesUsed(
  person: Worked,
  [first, last]: readonly [IsoDate, IsoDate],
  clock: ZoneClock,
): Use {
  const hours: Stretch[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const { instant } = clock.day(date)
    for (const [from, to] of rangesOn(person, date)) {
      const stretch = [beginOf(from, to, instant), endOf(from, to, instant)] as const
      if (stretch[0] < stretch[1]) hours.push(stretch)
    }
  }
  const open = joined(hours)
  const away = joined(person.absences.map(({ from, to }): Stretch => [from, to]))
  const booked = joined(person.busy.map(([from, to]): Stretch => [from, to]))
  const absent = common(open, away)
  return {
    open: total(open) - total(absent),
    taken: total(common(open, booked)) - total(common(absent, booked)),
  }
}

/** Per cent, one decimal; null where nothing could be booked. */
export function occupancyPercent(uses: readonly Use[]): number | null {
  const sum = (name: keyof Use) => uses.reduce((all, use) => all + use[name], 0)
  const open = sum('open')
  return open === 0 ? null : Math.round((1000 * sum('taken')) / open) / 10
}
