import { amPm, shortDate } from '#domain/dates.ts'
import type { Appointment } from './appointment.ts'

/** Where an appointment is to go. */
export interface Target {
  date: string
  time: string
}

/** What the card that is being moved says; written only when it changes. */
export function label(
  ghost: HTMLElement,
  one: Appointment,
  { date, time }: Target,
  against: string | undefined,
) {
  const lines = [one.client_name, `${shortDate(date)}, ${amPm(time)}`, against]
  const text = lines.filter(Boolean).join('\n')
  ghost.hidden = false
  if (ghost.dataset['text'] === text) return
  ghost.dataset['text'] = text
  ghost.dataset['fits'] = against ? 'no' : 'yes'
  ghost.replaceChildren(
    ...text.split('\n').map((line) => Object.assign(document.createElement('span'), { textContent: line })),
  )
}
