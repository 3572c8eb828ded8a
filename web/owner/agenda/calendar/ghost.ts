import { amPm, clockTime, minutesOf, shortDate } from '#domain/dates.ts'
import type { Appointment } from '../../data/appointment.ts'

/** The new place of a moved appointment. */
export interface Target {
  date: string
  time: string
}

/**
 * The label of the card being moved; written only when it changes. The time comes first: a short appointment
 * has room for one line.
 */
export function label(
  ghost: HTMLElement,
  { client_name, duration_minutes }: Appointment,
  { date, time }: Target,
  conflict: string | undefined,
) {
  const end = clockTime((minutesOf(time) + duration_minutes) % 1440)
  const lines = [`${amPm(time).slice(0, -3)} – ${amPm(end)}`, conflict, client_name, shortDate(date)]
  const text = lines.filter(Boolean).join('\n')
  ghost.hidden = false
  if (ghost.dataset['text'] === text) return
  ghost.dataset['text'] = text
  ghost.dataset['fits'] = conflict ? 'no' : 'yes'
  ghost.replaceChildren(
    ...text.split('\n').map((line) => Object.assign(document.createElement('span'), { textContent: line })),
  )
}
