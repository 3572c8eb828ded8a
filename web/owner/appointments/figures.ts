import { useCallback, useState } from 'react'
import { ownerApi } from '../../account/session.ts'

export interface Figures {
  scheduled: number
  completed: number
  cancelled: number
  no_shows: number
  /** Per cent; undefined while nobody was noted. */
  attendance_rate: number | undefined
  /** All appointments there are. */
  total: number
}

interface Stats {
  stats: { scheduled_appointments: number; completed_appointments: number; cancelled_appointments: number }
}
interface Attendance {
  stats: { total_appointments: number; attended: number; no_shows: number; attendance_rate: number }
}

/** The numbers above the calendar. They fail silently: the unconfirmed then count as none. */
export function useFigures() {
  const [state, setState] = useState<{ figures?: Figures; unconfirmed?: number }>({})

  const load = useCallback(async (): Promise<Figures | undefined> => {
    const [stats, attendance, unconfirmed] = await Promise.allSettled([
      ownerApi.get<Stats>('/api/businesses/stats'),
      ownerApi.get<Attendance>('/api/appointments/attendance/stats'),
      ownerApi.get<{ appointments: unknown[] }>('/api/appointments/unconfirmed'),
    ])
    const figures =
      stats.status === 'fulfilled' && attendance.status === 'fulfilled'
        ? figuresOf(stats.value, attendance.value)
        : undefined
    setState((before) => ({
      ...((figures ?? before.figures) && { figures: figures ?? before.figures! }),
      unconfirmed: unconfirmed.status === 'fulfilled' ? unconfirmed.value.appointments.length : 0,
    }))
    return figures
  }, [])
  return { ...state, load }
}

const figuresOf = ({ stats }: Stats, { stats: attendance }: Attendance): Figures => ({
  scheduled: stats.scheduled_appointments,
  completed: stats.completed_appointments,
  cancelled: stats.cancelled_appointments,
  no_shows: attendance.no_shows,
  attendance_rate: attendance.attended + attendance.no_shows > 0 ? attendance.attendance_rate : undefined,
  total: attendance.total_appointments,
})
