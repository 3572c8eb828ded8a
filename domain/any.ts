/** What can be booked without naming a professional: whatever can be booked with one of several. */
import { noMinutes, RULES, type Availability, type Rule, type TakenStarts } from './availability.ts'
import { clockTime, type ClockTime, type IsoDate } from './dates.ts'

type Person = Pick<Availability, 'addStarts' | 'dates'>

/** The bookable dates of a business, with the times at which at least one of its people is free, ascending. */
export const daysOfAny = (
  people: readonly Person[],
  from?: IsoDate,
): { date: IsoDate; times: ClockTime[] }[] =>
  (people[0]?.dates(from) ?? []).map((date) => ({ date, times: startsOfAny(people, date) }))

/** The times of a date at which at least one is free, ascending. */
export function startsOfAny(people: readonly Pick<Person, 'addStarts'>[], date: IsoDate): ClockTime[] {
  const free = noMinutes()
  for (const { addStarts } of people) addStarts(date, free)
  const times: ClockTime[] = []
  free.forEach((isFree, minute) => isFree === 1 && times.push(clockTime(minute)))
  return times
}

/** The times of a date that leave a gap, in which nothing of `shortest` minutes fits, with everybody who is free at them. */
export function gapsOfAny(
  people: readonly Pick<Availability, 'freeOf' | 'leavingGaps'>[],
  { date, times }: { date: IsoDate; times: readonly ClockTime[] },
  shortest: number,
): ClockTime[] {
  let leaving = [...times]
  // Of many, the first ones mostly leave none: nobody is asked of what is settled.
  for (const { freeOf, leavingGaps } of people) {
    if (leaving.length === 0) break
    const free = freeOf(date, leaving)
    const gaps = new Set(leavingGaps(date, shortest, free))
    const settled = new Set(free.filter((time) => !gaps.has(time)))
    leaving = leaving.filter((time) => !settled.has(time))
  }
  return leaving
}

/** What is nobody's fault: another time is offered instead. */
const TAKEN = ['limit', 'busy', 'absence'] as const

/**
 * Why nobody can, from the rule that excludes each. A time that is taken from one of them is taken, though the others would
 * not have worked then; else it is the rule of whoever came closest.
 */
export const closestRule = (rules: readonly Rule[]): Rule =>
  TAKEN.find((rule) => rules.includes(rule)) ??
  RULES[Math.max(0, ...rules.map((rule) => RULES.indexOf(rule)))]!

/**
 * Which rule excludes which times of a date, in the order of the rules: each start of anybody's grid is free with somebody, or
 * excluded by the one rule that speaks for all.
 */
export function explainAny(
  people: readonly Pick<Availability, 'addStarts' | 'refusal' | 'explain'>[],
  date: IsoDate,
): TakenStarts[] {
  const free = new Set(startsOfAny(people, date))
  const all = people.flatMap(({ explain }) => explain(date).flatMap(({ times }) => times))
  const taken = [...new Set(all)].filter((time) => !free.has(time)).sort()
  const against = taken.map((time) => ({
    time,
    rule: closestRule(people.flatMap(({ refusal }) => refusal(date, time) ?? [])),
  }))
  return RULES.map((rule) => ({
    rule,
    times: against.filter((start) => start.rule === rule).map(({ time }) => time),
  })).filter(({ times }) => times.length > 0)
}
