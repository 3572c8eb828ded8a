/** What the page of the installation's state tells. Minutes are counted from the epoch. */
import { addDays, instantIn, nowIn } from './dates.ts'

export const STATUS_PARTS = ['bookings', 'email', 'whatsapp', 'reminders'] as const
export type StatusPart = (typeof STATUS_PARTS)[number]
export const PART_NAMES: Record<StatusPart, string> = {
  bookings: 'Reservas y páginas',
  email: 'Correos',
  whatsapp: 'WhatsApp',
  reminders: 'Recordatorios',
}

export const STATUS_DAYS = 90
/** By whose clocks a day of the page begins. */
const ZONE = 'America/Bogota'
/** What was looked at longer ago says nothing of now. */
export const FRESH_MINUTES = 5

export type PartState = 'works' | 'down' | 'unknown'
export const STATE_NAMES: Record<PartState, string> = {
  works: 'Funciona',
  down: 'Con fallas',
  unknown: 'Sin datos recientes',
}

export interface StatusDay {
  day: string
  /** In how many minutes it was looked at, and in how many of those it did not work. */
  minutes: number
  down: number
}

export const minuteOf = (epochMs: number): number => Math.floor(epochMs / 60_000)

/** The date of a minute. */
export const statusDay = (minute: number): string => nowIn(ZONE, minute * 60_000).date

/** The minutes from `first` to before `end`, by their dates; what is older than the page shows is left out. */
export function minutesByDay(first: number, end: number): { day: string; minutes: number }[] {
  const days: { day: string; minutes: number }[] = []
  for (let from = Math.max(first, end - STATUS_DAYS * 24 * 60); from < end;) {
    const day = statusDay(from)
    const next = Math.min(end, instantIn(ZONE, addDays(day, 1), '00:00')!)
    days.push({ day, minutes: next - from })
    from = next
  }
  return days
}

/** The share of minutes in which it worked, as '99,98 %'; never rounded up to all of them. */
export function worked(days: Pick<StatusDay, 'minutes' | 'down'>[]): string | undefined {
  const minutes = days.reduce((sum, day) => sum + day.minutes, 0)
  const down = days.reduce((sum, day) => sum + day.down, 0)
  if (minutes === 0) return undefined
  const hundredths = Math.floor(((minutes - down) / minutes) * 10_000)
  return `${(hundredths / 100).toFixed(hundredths === 10_000 ? 0 : 2).replace('.', ',')} %`
}

/** How a day looks: one minute of a thousand is seen. */
export const levelOf = ({ minutes, down }: Pick<StatusDay, 'minutes' | 'down'>) =>
  minutes === 0 ? 'none' : down === 0 ? 'good' : down / minutes < 0.05 ? 'some' : 'bad'
