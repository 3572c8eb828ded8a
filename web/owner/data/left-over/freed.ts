import { minutesOf } from '#domain/dates.ts'
import { rangesOn } from '#domain/schedule.ts'
import { hoursOfDates } from '#domain/special-hours.ts'
import { ownerApi } from '../../../account/session.ts'
import type { Appointment } from '../appointment.ts'
import type { TimeOff } from '../time-off.ts'
import { allLeft, changesSoFar, dropFreed } from './left-over.ts'

type Dates = readonly [first: string, last: string]

/** Blocks or hours were changed, by whomever: whoever has their time again needs no decision any more. */
export async function askWhoIsFreed(): Promise<void> {
  const [asked, changes] = [allLeft(), changesSoFar()]
  const dates = asked.map(({ now }) => now.appointment_date).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return
  // Where it is not known, they stay.
  const [isBlocked = () => true, isInHours = () => false] = await Promise.all([
    asked.some(({ inBlock }) => inBlock) ? blocksOf([first, last]).catch(() => undefined) : undefined,
    asked.some(({ byHours }) => byHours) ? hoursOf([first, last]).catch(() => undefined) : undefined,
  ])
  // What was changed here meanwhile may have taken their time again.
  if (changes !== changesSoFar()) return askWhoIsFreed()
  dropFreed(
    asked.filter(
      ({ now, inBlock, byHours }) => !(inBlock && isBlocked(now)) && !(byHours && !isInHours(now)),
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
  const [{ business_week = [], schedules }, { special_days, holidays = [] }, { professionals }] =
    await Promise.all([
      ownerApi.get('/api/schedules/professionals'),
      ownerApi.get('/api/special-days', { query: { from, to } }),
      ownerApi.get('/api/professionals'),
    ])
  const closed = new Set(holidays.filter(({ is_closed }) => is_closed).map(({ date }) => date))
  return ({
    professional_id: id,
    appointment_date: date,
    appointment_time,
    duration_minutes,
  }: Appointment) => {
    const days = special_days.filter(({ professional_id: of }) => of === null || of === id)
    const hours = {
      business_week,
      professional_week: schedules.filter(({ professional_id }) => professional_id === id),
      special_hours: hoursOfDates(days, [date, date], () => closed.has(date)),
    }
    const from = minutesOf(appointment_time)
    const isInside = rangesOn(hours, date).some(
      ([open, close]) => open <= from && from + duration_minutes <= close,
    )
    return isInside && professionals.some((one) => one.id === id && one.is_active)
  }
}
