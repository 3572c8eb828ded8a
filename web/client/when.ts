import { canCancel, canReschedule } from '#domain/appointment.ts'
import { nowIn } from '#domain/dates.ts'
import { useEffect, useState } from 'react'
import type { Appointment } from './portal-data.ts'

const REFRESH_MS = 60_000

/** The server's time, updated every minute: phones are often set to a wrong time. */
export function useNow(serverNow: number): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const ahead = serverNow - Date.now()
    const timer = setInterval(() => setNow(Date.now() + ahead), REFRESH_MS)
    return () => clearInterval(timer)
  }, [serverNow])
  return now
}

/** Whether it is upcoming, so that the client may move or cancel it. */
export function upcoming(appointment: Appointment, nowMs: number): boolean {
  const today = nowIn(appointment.timezone, nowMs).date
  const refusal = canCancel(appointment, today, 'client') ?? canReschedule(appointment, today, 'client')
  return !refusal && Date.parse(appointment.starts_at) > nowMs
}
