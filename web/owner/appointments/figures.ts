import { useCallback, useEffect, useState } from 'react'
import { ownerApi } from '../../account/session.ts'
import { fetchUnconfirmed } from './fetch.ts'

export interface Figures {
  scheduled: number
  completed: number
  cancelled: number
  no_shows: number
  /** Per cent; undefined while nobody was noted. */
  attendance_rate: number | undefined
}

interface Stats {
  stats: { scheduled_appointments: number; completed_appointments: number; cancelled_appointments: number }
}
interface Attendance {
  stats: { attended: number; no_shows: number; attendance_rate: number }
}

/** The numbers above the calendar. They fail silently: the unconfirmed then count as none. */
export function useFigures(today: string) {
  const [figures, setFigures] = useState<Figures>()
  const [unconfirmed, setUnconfirmed] = useState<number>()

  const load = useCallback(async () => {
    const counting = fetchUnconfirmed(1).then(
      ({ total }) => setUnconfirmed(total),
      () => setUnconfirmed(0),
    )
    const [stats, attendance] = await Promise.allSettled([
      ownerApi.get<Stats>('/api/businesses/stats'),
      ownerApi.get<Attendance>('/api/appointments/attendance/stats'),
    ])
    if (stats.status === 'fulfilled' && attendance.status === 'fulfilled')
      setFigures(figuresOf(stats.value, attendance.value))
    await counting
  }, [])
  // Yesterday's appointments begin to count when the day is over.
  useEffect(() => void load(), [load, today])
  return { figures, unconfirmed, load }
}

const figuresOf = ({ stats }: Stats, { stats: attendance }: Attendance): Figures => ({
  scheduled: stats.scheduled_appointments,
  completed: stats.completed_appointments,
  cancelled: stats.cancelled_appointments,
  no_shows: attendance.no_shows,
  attendance_rate: attendance.attended + attendance.no_shows > 0 ? attendance.attendance_rate : undefined,
})
