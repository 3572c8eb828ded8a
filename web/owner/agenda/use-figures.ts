import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { afterPaint } from '../../ui/after-paint.ts'
import { unconfirmedQuery } from '../data/appointments.ts'
import { attendanceQuery, NO_ATTENDANCE, NO_STATS, statsQuery } from '../data/figures.ts'

export interface Figures {
  scheduled: number
  completed: number
  cancelled: number
  no_shows: number
  /** Per cent; undefined while no attendance is recorded. */
  attendance_rate: number | undefined
}

/** The figures of the agenda: undefined until they have loaded, and 0 when that fails. */
export function useFigures(isShown: boolean): {
  figures: Figures | undefined
  unconfirmed: number | undefined
} {
  // They stand below the agenda.
  const [isTheirTurn, setTheirTurn] = useState(false)
  useEffect(() => afterPaint(() => setTheirTurn(true)), [])
  const enabled = isShown && isTheirTurn
  const counted = useQuery({ ...statsQuery(), enabled })
  const came = useQuery({ ...attendanceQuery('all'), enabled })
  const { data: unconfirmed, isError } = useQuery(unconfirmedQuery(1))
  const stats = counted.data ?? (counted.isError ? NO_STATS : undefined)
  const attendance = came.data ?? (came.isError ? NO_ATTENDANCE : undefined)
  const figures = stats &&
    attendance && {
      scheduled: stats.scheduled_appointments,
      completed: stats.completed_appointments,
      cancelled: stats.cancelled_appointments,
      no_shows: attendance.no_shows,
      attendance_rate: attendance.attended + attendance.no_shows > 0 ? attendance.attendance_rate : undefined,
    }
  return { figures, unconfirmed: unconfirmed?.total ?? (isError ? 0 : undefined) }
}
