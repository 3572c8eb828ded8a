import { minutesOf } from '#domain/dates.ts'
import { bookableRanges, rangesOn, type DayHours, type Range } from '#domain/schedule.ts'
import { hoursOfDates } from '#domain/special-hours.ts'
import { ownerApi } from '../../../account/session.ts'
import type { Appointment } from '../appointment.ts'
import type { TimeOff } from '../time-off.ts'
import { allLeft, changesSoFar, dropFreed, type Left } from './left-over.ts'

type Dates = readonly [first: string, last: string]

/** Blocks or hours were changed, by whomever: whoever has their time again needs no decision any more. */
export async function askWhoIsFreed(): Promise<void> {
  const [asked, changes] = [allLeft(), changesSoFar()]
  const dates = asked.map(({ now }) => now.appointment_date).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return
  // Where it is not known, they stay.
  const isBy = (cause: 'block' | 'hours' | 'professional') => asked.some(({ by }) => by.has(cause))
  const [isBlocked = () => true, isOutside = () => true, isAway = () => true] = await Promise.all([
    isBy('block') ? blocksOf([first, last]).catch(() => undefined) : undefined,
    isBy('hours') ? hoursOf([first, last]).catch(() => undefined) : undefined,
    isBy('professional') ? awayOf().catch(() => undefined) : undefined,
  ])
  // What was changed here meanwhile may have taken their time again.
  if (changes !== changesSoFar()) return askWhoIsFreed()
  dropFreed(
    asked.filter(
      (left) =>
        !(left.by.has('block') && isBlocked(left.now)) &&
        !(left.by.has('hours') && isOutside(left)) &&
        !(left.by.has('professional') && isAway(left.now)),
    ),
  )
}

// Not by the cache: what it is being answered already may be of before the change.

async function blocksOf([from, to]: Dates) {
  const { time_off: blocks } = await ownerApi.get('/api/time-off', { query: { from, to } })
  return (appointment: Appointment) => blocks.some((block) => takes(block, appointment))
}

/** As the server asks: with what an appointment takes before and after. */
function takes({ professional_id, starts_at, ends_at }: TimeOff, appointment: Appointment): boolean {
  const own = { from: appointment.starts_at, to: appointment.ends_at }
  // A server of before does not tell what it takes.
  const parts = (appointment.occupied as typeof appointment.occupied | undefined) ?? [own]
  const [starts, ends] = [Date.parse(starts_at), Date.parse(ends_at)]
  const isTheirs = professional_id === null || professional_id === appointment.professional_id
  return isTheirs && parts.some(({ from, to }) => Date.parse(from) < ends && starts < Date.parse(to))
}

async function hoursOf([from, to]: Dates) {
  const [{ business_week = [], schedules }, { special_days, holidays = [] }] = await Promise.all([
    ownerApi.get('/api/schedules/professionals'),
    ownerApi.get('/api/special-days', { query: { from, to } }),
  ])
  const closed = new Set(holidays.filter(({ is_closed }) => is_closed).map(({ date }) => date))
  return ({ now, wasOutside }: Left): boolean => {
    const { professional_id: id, appointment_date: date, appointment_time, duration_minutes } = now
    const days = special_days.filter(({ professional_id: of }) => of === null || of === id)
    const special_hours = hoursOfDates(days, [date, date], () => closed.has(date))
    const professional_week = schedules.filter(({ professional_id }) => professional_id === id)
    const from = minutesOf(appointment_time)
    const isIn = (ranges: Range[]) =>
      ranges.some(([open, close]) => open <= from && from + duration_minutes <= close)
    if (isIn(rangesOn({ business_week, professional_week, special_hours }, date))) return false
    // Of what is outside of the week only the date's own hours took the time.
    return !wasOutside || !isIn(bookableRanges({ ...ALL_DAY, ...special_hours[date] }))
  }
}

const ALL_DAY: DayHours = { open: [[0, Infinity]], works: null, breaks: [], lunches: [] }

async function awayOf() {
  const { professionals } = await ownerApi.get('/api/professionals')
  return ({ professional_id: id }: Appointment) =>
    !professionals.some((one) => one.id === id && one.is_active)
}
