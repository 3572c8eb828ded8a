/**
 * When an appointment can begin: computed from one value of facts, for a date. Every screen and call uses it,
 * and nothing else takes time away. The rules in words: docs/rules.md. Ranges of time are half-open
 * everywhere.
 */
import type { AvailabilityFacts, Begun } from './availability-facts.ts'
import type { ClockTime, IsoDate, Minute } from './dates.ts'
import {
  addDays,
  clockTime,
  dayOfWeek,
  daysBetween,
  DEFAULT_HORIZON_DAYS,
  minutesOf,
  MOST_DATES,
} from './dates.ts'
import { gapsOf } from './day-gaps.ts'
import type { Part } from './occupied.ts'
import { bookableRanges, type DayHours, type Hours, hoursOn, type Range } from './schedule.ts'
import { slotStep } from './slots.ts'
import { joined, overlapsAny, type Stretch } from './stretches.ts'

/** The rules that can exclude a start, in the order in which they are checked. */
export const RULES = [
  'inactive', // the professional, or the whole business, takes no bookings
  'service', // the business does not offer it
  'specialty', // the professional does not do it
  'horizon', // the date has passed, or is too far ahead
  'skipped', // the clocks skip it
  'past',
  'notice', // too soon
  'closed',
  'break',
  'professional', // the professional does not work then, though the business is open
  'grid', // not on the grid of starts
  'fit', // it would end after the hours do
  'absence',
  'busy',
  'buffers', // only what it takes before or after has no room
  'limit', // the professional has the maximum of appointments on that date
] as const
export type Rule = (typeof RULES)[number]

/** Starts that one rule excludes, ascending. */
export interface TakenStarts {
  rule: Rule
  times: ClockTime[]
}

export type Availability = ReturnType<typeof availability>

export function availability(facts: AvailabilityFacts) {
  const { nowMs, clock, duration_minutes, movingId, absences = [], begun = [] } = facts
  const { noticeMinutes = 0, horizonDays = DEFAULT_HORIZON_DAYS } = facts
  const { parts = [[0, duration_minutes]] } = facts
  const [before, after] = [-parts[0]![0], parts.at(-1)![1]]
  const own = parts.map(([from, to]): Part => [Math.max(0, from), Math.min(duration_minutes, to)])
  // Most have neither; then what is checked of the appointment itself holds for all of it.
  const isBuffered = parts.some(([from, to]) => from < 0 || to > duration_minutes)
  const step = slotStep(duration_minutes, facts.slot_interval_minutes, facts.service_interval_minutes)
  const earliest = nowMs / 60_000 + noticeMinutes
  const today = clock.today(nowMs)
  const busy = movingId === undefined ? facts.busy : facts.busy.filter((taken) => taken[2] !== movingId)
  const last = addDays(today, horizonDays)
  const hoursOf = hoursByDate(facts, step)

  /** The facts of one date. */
  function dayOf(date: IsoDate) {
    const { hours, ranges } = hoursOf(date)
    const { instant } = clock.day(date)
    const horizon = today <= date && date <= last ? undefined : ('horizon' as const)
    return {
      hours,
      instant,
      stretches: ranges.map(([from, to]) => ({ from, to, end: endOf(from, to, instant) })),
      isFull: isFull(date),
      /** The rule that excludes the whole date. */
      rule: facts.unavailable ?? horizon,
    }
  }
  type Day = ReturnType<typeof dayOf>

  /** The first rule that excludes a start, of those that are not waived; undefined when it is free. */
  function ruleAgainst(day: Day, minute: Minute, waived: readonly Rule[] = []): Rule | undefined {
    const stands = (rule: Rule) => !waived.includes(rule)
    if (day.rule && stands(day.rule)) return day.rule
    const from = day.instant(minute)
    if (from === undefined) return stands('skipped') ? 'skipped' : undefined
    if (from * 60_000 <= nowMs && stands('past')) return 'past'
    if (from < earliest && stands('notice')) return 'notice'
    const stretch = day.stretches.find(({ from, to }) => from <= minute && minute < to)
    const gap = stretch ? undefined : gapsOf(day.hours, [minute, minute + 1])[0]!.reason
    if (gap && stands(gap)) return gap
    if (stretch && (minute - stretch.from) % step !== 0 && stands('grid')) return 'grid'
    if (stretch && !fits(from, stretch) && stands('fit')) return 'fit'
    // Time off admits nothing, not even the pause of an appointment.
    if (isAway(from, from + duration_minutes)) return 'absence'
    if (isBusy(own, from)) return 'busy'
    const isInside =
      !facts.buffersInsideHours ||
      !stands('buffers') ||
      (stretch !== undefined && isWithin(day, stretch, from - before, from + after))
    if (!isInside) return 'buffers'
    if (isBuffered && (isAway(from - before, from + after) || isBusy(parts, from))) return 'buffers'
    return day.isFull ? 'limit' : undefined
  }

  // In order, since each start would otherwise look at all. Most dates of who is asked beside others are answered before anybody
  // looks at either.
  let away: Stretch[] | undefined
  const absent = () => (away ??= joined(absences.map(({ from, to }) => [from, to])))
  let taken: Stretch[] | undefined
  const occupied = () => (taken ??= joined(busy.map(([from, to]) => [from, to])))
  let both: Stretch[] | undefined
  const unfree = () => (both ??= joined([...occupied(), ...absent()]))
  const isAway = (from: number, to: number) => overlapsAny(absent(), from, to)
  const isBusy = (of: readonly Part[], from: number) =>
    of.some((part) => overlapsAny(occupied(), from + part[0], from + part[1]))
  const isWithin = (day: Day, stretch: Day['stretches'][number], from: number, to: number) =>
    from >= beginOf(stretch.from, stretch.to, day.instant) && to <= stretch.end

  /** Whether as many appointments begin on a date as may. */
  function isFull(date: IsoDate): boolean {
    return facts.dailyLimit !== undefined && isFullWith(begun, date, facts.dailyLimit, movingId)
  }

  function fits(from: number | undefined, { end }: { end: number }): boolean {
    return from !== undefined && from + duration_minutes <= end
  }

  /** Adds the free starts of a date to those of others. Each range of hours begins its own grid. */
  function addStarts(date: IsoDate, free: FreeMinutes): void {
    const steps = hoursOf(date).steps()
    // Of many, most have nothing to add.
    if (steps.every((minute) => free[minute] === 1)) return
    const day = dayOf(date)
    if (day.rule || day.isFull) return
    for (const minute of steps)
      if (free[minute] === 0 && ruleAgainst(day, minute) === undefined) free[minute] = 1
  }

  /** The free starts of a date, ascending. */
  function starts(date: IsoDate): ClockTime[] {
    const free = noMinutes()
    addStarts(date, free)
    return hoursOf(date)
      .steps()
      .filter((minute) => free[minute] === 1)
      .map(clockTime)
  }

  /** Which of these times of a date are free starts. */
  function freeOf(date: IsoDate, times: readonly ClockTime[]): ClockTime[] {
    const day = dayOf(date)
    return times.filter((time) => ruleAgainst(day, minutesOf(time)) === undefined)
  }

  /** The bookable dates from `from` on (today first), at most `MOST_DATES`. */
  function dates(from: IsoDate = today): IsoDate[] {
    const first = Math.max(0, daysBetween(today, from))
    const length = Math.max(0, Math.min(MOST_DATES, horizonDays + 1 - first))
    return Array.from({ length }, (_, i) => addDays(today, first + i))
  }

  return {
    starts,
    addStarts,
    freeOf,
    dates,

    /**
     * Until when a date has these free starts if nothing but the clock moves, in epoch milliseconds: then the first
     * has passed or is too near, or a new day moves the horizon.
     */
    unchangedUntil(date: IsoDate, times: readonly ClockTime[]): number {
      const { instant } = clock.day(date)
      const last = times.map((time) => instant(minutesOf(time))! - Math.max(0, noticeMinutes))
      return Math.min(clock.day(addDays(today, 1)).startEpoch, ...last) * 60_000
    },

    /** The bookable dates from `from` on, with their free starts. */
    days: (from?: IsoDate): { date: IsoDate; times: ClockTime[] }[] =>
      dates(from).map((date) => ({ date, times: starts(date) })),

    /** The starts of a date at which the appointment fits into the hours, free or not, ascending. */
    grid(date: IsoDate): ClockTime[] {
      const { stretches, instant } = dayOf(date)
      return stretches
        .flatMap((stretch) => everyStep([stretch], step).filter((at) => fits(instant(at), stretch)))
        .map(clockTime)
    },

    /** The free starts of a date that leave a gap beside them in which nothing of `shortest` minutes fits, ascending. */
    leavingGaps(date: IsoDate, shortest: number, free = starts(date)): ClockTime[] {
      const day = dayOf(date)
      const { startEpoch } = clock.day(date)
      const [begin, end] = [startEpoch - before, day.instant(1440)! + after]
      const taken = unfree().filter(([from, to]) => to > begin && from < end)
      const isGap = (minutes: number) => minutes > 0 && minutes < shortest
      return free.filter((time) => {
        const minute = minutesOf(time)
        const from = day.instant(minute)!
        const stretch = day.stretches.find(({ from, to }) => from <= minute && minute < to)!
        const [begin, end] = [from - before, from + after]
        const open = beginOf(stretch.from, stretch.to, day.instant)
        const since = Math.max(open, ...taken.map(([, to]) => to).filter((to) => to <= begin))
        const until = Math.min(stretch.end, ...taken.map(([from]) => from).filter((at) => at >= end))
        // What is past, or too near, is no gap that anybody could fill.
        return (since >= earliest && isGap(begin - since)) || isGap(until - end)
      })
    },

    /**
     * Why an appointment cannot begin then; undefined when it can. Takes any minute, not only those of the
     * grid.
     * @param waived rules that do not count: the owner's word is above them.
     */
    refusal: (date: IsoDate, time: ClockTime, waived?: readonly Rule[]): Rule | undefined =>
      ruleAgainst(dayOf(date), minutesOf(time), waived),

    /**
     * Which rule excludes which times of a date, in the order of the rules. Hours that cannot be booked have
     * their own grid, so that the whole date is covered: each start is free or excluded by exactly one rule.
     */
    explain(date: IsoDate): TakenStarts[] {
      const day = dayOf(date)
      const all = everyStep([...day.stretches, ...gapsOf(day.hours, [0, 1440])], step).sort((a, b) => a - b)
      const against = all.map((minute) => ({ time: clockTime(minute), rule: ruleAgainst(day, minute) }))
      return RULES.map((rule) => ({
        rule,
        times: against.filter((start) => start.rule === rule).map(({ time }) => time),
      })).filter(({ times }) => times.length > 0)
    },
  }
}

/** Of each minute of a day whether an appointment can begin then: 1, or 0. */
export type FreeMinutes = Uint8Array
export const noMinutes = (): FreeMinutes => new Uint8Array(1440)

interface HoursOfDate {
  hours: DayHours
  /** What of them can be booked. */
  ranges: Range[]
  /** The grid of starts in it, ascending; not made for who asks of a single start. */
  steps: () => Minute[]
}

/** The hours of dates: made once for each weekday, but for dates with hours of their own. */
function hoursByDate(facts: Hours, step: number): (date: IsoDate) => HoursOfDate {
  const made: HoursOfDate[] = []
  const make = (date: IsoDate): HoursOfDate => {
    const hours = hoursOn(facts, date)
    const ranges = bookableRanges(hours)
    let steps: Minute[] | undefined
    const all = () =>
      everyStep(
        ranges.map(([from, to]) => ({ from, to })),
        step,
      )
    return { hours, ranges, steps: () => (steps ??= all()) }
  }
  return (date) => (facts.special_hours?.[date] ? make(date) : (made[dayOfWeek(date)] ??= make(date)))
}

/** Minutes at intervals of `step` from the beginning of each range; none when `step` is not positive. */
function everyStep(stretches: readonly { from: Minute; to: Minute }[], step: number): Minute[] {
  const minutes: Minute[] = []
  if (!(step > 0)) return minutes
  for (const { from, to } of stretches) for (let at = from; at < to; at += step) minutes.push(at)
  return minutes
}

/** The instant at which a range ends. If the clocks skip that time, it ends where they jump. */
export function endOf(from: Minute, to: Minute, instant: (minute: Minute) => number | undefined): number {
  for (let minute = to; minute >= from; minute--) {
    const epoch = instant(minute)
    if (epoch !== undefined) return minute === to ? epoch : epoch + 1
  }
  return -Infinity
}

/** The instant at which a range begins. If the clocks skip that time, it begins where they jump to. */
export function beginOf(from: Minute, to: Minute, instant: (minute: Minute) => number | undefined): number {
  for (let minute = from; minute < to; minute++) {
    const epoch = instant(minute)
    if (epoch !== undefined) return epoch
  }
  return Infinity
}

/** Whether as many appointments begin on a date as may. One that moves within it keeps its place. */
export function isFullWith(begun: readonly Begun[], date: IsoDate, most: number, movingId?: number): boolean {
  const there = begun.filter(([on]) => on === date)
  return there.length >= most && !there.some(([, id]) => id === movingId)
}
