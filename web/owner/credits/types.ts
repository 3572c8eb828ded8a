import type { Credits, MovementReason } from '#domain/credits.ts'
import { amPm, clockTime, nowIn, shortDate } from '#domain/dates.ts'

export type { Credits }

export interface Movement {
  id: number
  at: string
  kind: 'free' | 'paid'
  amount: number
  reason: MovementReason
  reference: string | null
  client_name: string | null
}

export interface Message {
  id: number
  kind: 'advance' | 'two_hours'
  state: 'sent' | 'failed' | 'skipped'
  reason: string | null
  recipient: string
  due_at: string
  settled_at: string | null
  client_name: string
  service_name: string
  appointment_date: string
  appointment_time: string
}

/** 'vie 20 nov, 3:30 pm' on the business's clocks. */
export function momentText(instant: string, timezone: string): string {
  const { date, minute } = nowIn(timezone, Date.parse(instant))
  return `${shortDate(date)}, ${amPm(clockTime(minute))}`
}
