import { canEdit, hasStarted, type Moment } from '#domain/appointment.ts'
import { addDays, daysBetween, minutesOf } from '#domain/dates.ts'
import type { Part } from '#domain/occupied.ts'
import { repetitions, stretchOn } from '#domain/time-off.ts'
import type { Appointment } from '../../../data/appointment.ts'
import type { Conflicts, TimeOffBody } from '../../../data/time-off.ts'
import { partsIn } from '../../taken/parts.ts'

/** A free time, or somebody else who is free at the appointment's own. */
export type Target = { date: string; time: string } | { professional_id: number }

/** What becomes of an appointment in the blocked time once that is stored. */
export type Choice =
  /** `isOffered`: nobody asked for it, so that it is left where it is when there is nowhere to go. */
  { act: 'move'; to?: Target | undefined; isOffered?: boolean } | { act: 'cancel' } | { act: 'leave' }

/** By the appointment's id; who is missing is asked about afterwards. */
export type Choices = Readonly<Record<number, Choice>>

/** Each one costs two calls; whoever blocks weeks is asked about the others afterwards. */
const MOST_OFFERED = 10

/** Whether it can still be moved or cancelled. */
export const isAhead = (one: Appointment, now: Moment): boolean => !canEdit(one) && !hasStarted(one, now)

/** Whether something is chosen that can be carried out. */
export const isDecided = (choice: Choice | undefined): choice is Choice =>
  choice !== undefined && (choice.act !== 'move' || choice.to !== undefined)

/** What is chosen beforehand: the first ones move. `before`: the block as it is stored, in which some may lie by choice. */
export function offeredChoices(
  seen: readonly Appointment[],
  now: Moment,
  before: TimeOffBody | undefined,
): Choices {
  const stays = (one: Appointment) => !isAhead(one, now) || (before !== undefined && liesIn(before, one))
  const moving = seen.filter((one) => !stays(one)).slice(0, MOST_OFFERED)
  return {
    ...Object.fromEntries(seen.filter(stays).map(({ id }) => [id, { act: 'leave' } as const])),
    ...Object.fromEntries(moving.map(({ id }) => [id, { act: 'move', isOffered: true } as const])),
  }
}

/** How many people are written to, by whichever channel. */
export function clientsTold({ told, tells_new_professional }: Conflicts, choices: Choices): number {
  const reached = told.filter(({ appointment_id }) => {
    const choice = choices[appointment_id]
    if (!isDecided(choice) || choice.act === 'leave') return false
    return choice.act === 'cancel' || tells_new_professional || !('professional_id' in choice.to!)
  })
  return new Set(reached.map(({ client }) => client)).size
}

/** Whether nobody else of the list is about to take that time of the same professional, with what is before and after. */
export function isLeftFor(
  appointment: Appointment,
  { date, time }: { date: string; time: string },
  seen: readonly Appointment[],
  choices: Choices,
): boolean {
  const own = partsAt(appointment, time)
  return seen.every((other) => {
    const choice = choices[other.id]
    const to = choice?.act === 'move' ? choice.to : undefined
    const isTheirs = other.id !== appointment.id && other.professional_id === appointment.professional_id
    if (!isTheirs || !to || !('time' in to) || to.date !== date) return true
    const theirs = partsAt(other, to.time)
    return !own.some(([from, end]) => theirs.some((part) => part[0] < end && from < part[1]))
  })
}

/** Who has planned for a date months ahead comes no weeks earlier. */
const MOST_DAYS_EARLIER = 7

/** The first date to which an appointment may be moved. */
export function firstDateFor({ appointment_date }: Appointment, today: string): string {
  const first = addDays(appointment_date, -MOST_DAYS_EARLIER)
  return first > today ? first : today
}

/** The free times of an appointment that do not lie in the time to be blocked, the nearest first. */
export function timesOutside(
  days: readonly { date: string; times: string[] }[],
  appointment: Appointment,
  body: TimeOffBody,
): { date: string; time: string }[] {
  const { appointment_date, appointment_time } = appointment
  const meets = meetingIn(body)
  // Time off admits nothing, not even the pause of an appointment.
  const isIn = (date: string, time: string) => {
    const parts = partsAt(appointment, time)
    return meets(date, [parts[0]![0], parts.at(-1)![1]])
  }
  // Later suits whoever has planned for a date better than earlier.
  const far = (date: string) => {
    const ahead = daysBetween(appointment_date, date)
    return ahead >= 0 ? ahead : 1000 - ahead
  }
  return days
    .flatMap(({ date, times }) => times.map((time) => ({ date, time })))
    .filter(({ date, time }) => !isIn(date, time))
    .filter(({ date, time }) => date !== appointment_date || time !== appointment_time)
    .toSorted((a, b) => far(a.date) - far(b.date) || a.time.localeCompare(b.time))
}

/** What an appointment would take if it began at a time, in minutes of that day. */
const partsAt = (appointment: Appointment, time: string): Part[] =>
  partsIn(appointment).map(([from, to]) => [minutesOf(time) + from, minutesOf(time) + to])

/** Whether minutes of a date lie in the time to be blocked. */
function meetingIn(body: TimeOffBody): (date: string, minutes: Part) => boolean {
  const { from_time = null, to_time = null, repeat_weeks = null, repeat_until = null } = body
  const first_date = body.first_date ?? ''
  const clock = { first_date, last_date: body.last_date || first_date, from_time, to_time }
  const blocked = repetitions(clock, { weeks: repeat_weeks, until: repeat_until })
  return (date, [start, end]) =>
    blocked.some((one) => {
      const [from, to] = stretchOn(one, date) ?? [0, 0]
      return start < to && end > from
    })
}

function liesIn(body: TimeOffBody, one: Appointment): boolean {
  const { professional_id = null } = body
  const isTheirs = professional_id === null || professional_id === one.professional_id
  const meets = meetingIn(body)
  return isTheirs && partsAt(one, one.appointment_time).some((part) => meets(one.appointment_date, part))
}
