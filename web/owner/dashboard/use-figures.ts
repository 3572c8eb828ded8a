import type { BusinessDay } from '#domain/week.ts'
import { useEffect, useRef, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { tidy } from '../calendar/appointment.ts'
import { useLive } from '../live.ts'
import type {
  Appointment,
  Attendance,
  Credits,
  Hours,
  Metrics,
  OwnDay,
  Period,
  Professional,
  Series,
  Service,
  Stats,
} from './types.ts'
import { useQuiet } from './use-quiet.ts'

const UPCOMING = 5
const RECENT = 10
// Several changes in a row are one.
const PAUSE_MS = 400
// The line says 'changed' when it opens: what the screen has just fetched is young enough.
const YOUNG_MS = 4000

const NO_STATS: Stats = {
  ...{ scheduled_appointments: 0, completed_appointments: 0, cancelled_appointments: 0 },
  ...{ active_services: 0, active_professionals: 0, today_appointments: 0 },
}
const NO_METRICS: Metrics = {
  ...{ total_revenue: 0, no_show_rate: 0, cancellation_rate: 0, new_clients: 0, returning_clients: 0 },
  ...{ top_services: [], occupation_hours: 0 },
}
const NO_ATTENDANCE: Attendance = { total_appointments: 0, attended: 0, no_shows: 0, attendance_rate: 0 }
const NO_HOURS: Hours = { business: [], own: [] }
const NO_SERIES: Series = { days: [], occupancy: [] }

async function appointments(query: string): Promise<Appointment[]> {
  const answer = await ownerApi.get<{ appointments: Appointment[] }>(`/api/appointments?${query}`)
  return answer.appointments.map(tidy)
}

const whenOf = (one: Appointment) => one.appointment_date + one.appointment_time

/** A moved appointment is still to come: both states, the first ones of both together. */
async function upcoming(today: string): Promise<Appointment[]> {
  const lists = await Promise.all(
    ['scheduled', 'rescheduled'].map((status) =>
      appointments(`from=${today}&status=${status}&order=asc&limit=${UPCOMING}`),
    ),
  )
  return lists
    .flat()
    .sort((a, b) => (whenOf(a) < whenOf(b) ? -1 : 1))
    .slice(0, UPCOMING)
}

async function attendance(query: string) {
  return (await ownerApi.get<{ stats: Attendance }>(`/api/appointments/attendance/stats${query}`)).stats
}

/** When the business and each of its professionals can be booked. */
async function hours(): Promise<Hours> {
  const [{ business }, own] = await Promise.all([
    // Not the public call: while the business is suspended, it is not to be found there.
    ownerApi.get<{ business: { schedules: BusinessDay[] } }>('/api/businesses/profile'),
    ownerApi.get<{ schedules: OwnDay[] }>('/api/schedules/professionals'),
  ])
  return { business: business.schedules, own: own.schedules }
}

/** Everything that the dashboard shows, kept up to date while it is open. */
export function useFigures(today: string, period: Period) {
  const version = useVersion()
  const query = `?period=${period}`
  const now = `${version} ${today}`
  const one =
    <T, K extends string>(path: string, name: K) =>
    async () =>
      (await ownerApi.get<Record<K, T>>(path))[name]
  return {
    credits: useQuiet(now, one<Credits, 'credits'>('/api/message-credits/status', 'credits'), null),
    services: useQuiet('', one<Service[], 'services'>('/api/services', 'services'), []),
    professionals: useQuiet(
      '',
      one<Professional[], 'professionals'>('/api/professionals', 'professionals'),
      [],
    ),
    hours: useQuiet(today, hours, NO_HOURS),
    day: useQuiet(now, () => appointments(`from=${today}&to=${today}&order=asc`), []),
    upcoming: useQuiet(now, () => upcoming(today), []),
    recent: useQuiet(now, () => appointments(`limit=${RECENT}`), []),
    stats: useQuiet(now, one<Stats, 'stats'>('/api/businesses/stats', 'stats'), NO_STATS),
    metrics: useQuiet(
      now + period,
      one<Metrics, 'metrics'>(`/api/businesses/metrics${query}`, 'metrics'),
      NO_METRICS,
    ),
    attendance: useQuiet(now + period, () => attendance(query), NO_ATTENDANCE),
    series: useQuiet(
      now + period,
      () => ownerApi.get<Series>(`/api/businesses/metrics/series${query}`),
      NO_SERIES,
    ),
  }
}

/** Grows when something changed anywhere. */
function useVersion(): number {
  const [version, setVersion] = useState(0)
  const opened = useRef(Date.now())
  const isFirst = useRef(true)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLive(() => {
    const isOld = Date.now() - opened.current > YOUNG_MS
    if (isFirst.current && !isOld) return void (isFirst.current = false)
    isFirst.current = false
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setVersion((n) => n + 1), PAUSE_MS)
  })
  return version
}
