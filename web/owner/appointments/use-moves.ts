import { amPm, shortDate } from '#domain/dates.ts'
import { useCallback, useState } from 'react'
import { ApiError } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../calendar/appointment.ts'
import type { Target } from '../calendar/ghost.ts'
import { failureText } from '../services/parts/failures.ts'
import { payloadOf, put } from './fetch.ts'
import type { Agenda } from './use-agenda.ts'

export interface Done {
  id: number
  text: string
  undo: () => void
}

/** Moves appointments: shown at once, asked of the server with all its checks, and put back when it refuses. */
export function useMoves({ days, write, stored, refresh }: Agenda) {
  const [done, setDone] = useState<Done>()
  const forget = useCallback(() => setDone(undefined), [])

  async function move(one: Appointment, target: Target, isUndo = false) {
    const { appointment_date: date, appointment_time: time } = one
    if (target.date === date && target.time === time) return
    const wish = { appointment_date: target.date, appointment_time: target.time }
    setDone(undefined)
    days.put({ ...one, ...wish })
    try {
      const moved = await write(put(one.id, { ...payloadOf(one), ...wish }))
      stored(moved)
      if (isUndo) toast.success('La cita volvió a su hora')
      else
        setDone({
          id: moved.id,
          text: `Cita movida a ${shortDate(target.date)}, ${amPm(target.time)}`,
          undo: () => void move(moved, { date, time }, true),
        })
    } catch (error) {
      days.put(one)
      toast.error(failureText(error, 'Error al mover la cita'))
      // Somebody was faster: show what is there now.
      if (error instanceof ApiError && error.status === 409) void refresh()
    }
  }

  return { move, done, forget }
}
