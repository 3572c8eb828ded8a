import { amPm, shortDate } from '#domain/dates.ts'
import type { Appointment } from '../../data/appointment.ts'

/** The new place of a moved appointment. */
export interface Target {
  date: string
  time: string
}

/** The label of the card being moved; written only when it changes. */
export function label(
  ghost: HTMLElement,
  { client_name }: Appointment,
  { date, time }: Target,
  conflict: string | undefined,
) {
  const lines = [client_name, `${shortDate(date)}, ${amPm(time)}`, conflict]
  const text = lines.filter(Boolean).join('\n')
  ghost.hidden = false
  if (ghost.dataset['text'] === text) return
  ghost.dataset['text'] = text
  ghost.dataset['fits'] = conflict ? 'no' : 'yes'
  ghost.replaceChildren(
    ...text.split('\n').map((line) => Object.assign(document.createElement('span'), { textContent: line })),
  )
}
