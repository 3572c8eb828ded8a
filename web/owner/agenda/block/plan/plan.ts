import { canEdit, hasStarted, type Moment } from '#domain/appointment.ts'
import { daysBetween, minutesOf } from '#domain/dates.ts'
import { repetitions, stretchOn } from '#domain/time-off.ts'
import type { Appointment } from '../../../data/appointment.ts'
import type { TimeOffBody } from '../../../data/time-off.ts'

/** What becomes of an appointment in the blocked time once that is stored. */
export type Choice =
  | { act: 'move'; to?: { date: string; time: string } | { professional_id: number } | undefined }
  | { act: 'cancel' }
  | { act: 'leave' }

/** By the appointment's id; who is missing is asked about afterwards. */
export type Choices = Readonly<Record<number, Choice>>

/** Whether it can still be moved or cancelled. */
export const isAhead = (one: Appointment, now: Moment): boolean => !canEdit(one) && !hasStarted(one, now)

/** Whether something is chosen that can be carried out. */
export const isDecided = (choice: Choice | undefined): choice is Choice =>
  choice !== undefined && (choice.act !== 'move' || choice.to !== undefined)

/** How many people are written to: those whose appointment goes and whose e-mail is known. */
export function clientsTold(conflicts: readonly Appointment[], choices: Choices): number {
  const told = conflicts.filter(({ id, client_email }) => {
    const choice = choices[id]
    return client_email && isDecided(choice) && choice.act !== 'leave'
  })
  return new Set(told.map(({ client_email }) => client_email!.toLowerCase())).size
}

/** The free times of an appointment that do not lie in the time to be blocked, the nearest first. */
export function timesOutside(
  days: readonly { date: string; times: string[] }[],
  { appointment_date, appointment_time, duration_minutes }: Appointment,
  body: TimeOffBody,
): { date: string; time: string }[] {
  const { from_time = null, to_time = null, repeat_weeks = null, repeat_until = null } = body
  const first_date = body.first_date ?? ''
  const clock = { first_date, last_date: body.last_date || first_date, from_time, to_time }
  const blocked = repetitions(clock, { weeks: repeat_weeks, until: repeat_until })
  const isOutside = (date: string, time: string) =>
    blocked.every((one) => {
      const [from, to] = stretchOn(one, date) ?? [0, 0]
      return minutesOf(time) >= to || minutesOf(time) + duration_minutes <= from
    })
  // Later suits whoever has planned for a date better than earlier.
  const far = (date: string) => {
    const ahead = daysBetween(appointment_date, date)
    return ahead >= 0 ? ahead : 1000 - ahead
  }
  return days
    .flatMap(({ date, times }) => times.map((time) => ({ date, time })))
    .filter(({ date, time }) => isOutside(date, time))
    .filter(({ date, time }) => date !== appointment_date || time !== appointment_time)
    .toSorted((a, b) => far(a.date) - far(b.date) || a.time.localeCompare(b.time))
}
