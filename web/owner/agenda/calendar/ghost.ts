import { amPm, clockTime, minutesOf, shortDate } from '#domain/dates.ts'
import type { Appointment } from '../../data/appointment.ts'

/** A column of the calendar: a date, and in the day by professional whose. */
export interface Place {
  date: string
  professional_id?: number
  professional_name?: string
}

/** The new place of a moved appointment. */
export interface Target extends Place {
  time: string
  /** Why it cannot be there, as whoever drops it was told. */
  conflict?: string | undefined
}

/** Whether a column is where that is: a whole day holds what is of anybody. */
export const holds = (column: Place, { date, professional_id }: Place): boolean =>
  column.date === date && (column.professional_id === undefined || column.professional_id === professional_id)

/**
 * The label of the card being moved; written only when it changes. The time comes first: a short appointment
 * has room for one line.
 */
export function label(
  ghost: HTMLElement,
  { client_name, duration_minutes }: Appointment,
  { date, time, professional_name }: Target,
  conflict: string | undefined,
) {
  const end = clockTime((minutesOf(time) + duration_minutes) % 1440)
  const where = professional_name ?? shortDate(date)
  const lines = [`${amPm(time).slice(0, -3)} – ${amPm(end)}`, conflict, client_name, where]
  const text = lines.filter(Boolean).join('\n')
  ghost.hidden = false
  if (ghost.dataset['text'] === text) return
  ghost.dataset['text'] = text
  ghost.dataset['fits'] = conflict ? 'no' : 'yes'
  ghost.replaceChildren(
    ...text.split('\n').map((line) => Object.assign(document.createElement('span'), { textContent: line })),
  )
}
