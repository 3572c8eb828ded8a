import { canEdit } from '#domain/appointment.ts'
import { amPm, shortDate } from '#domain/dates.ts'
import { useCallback, useState } from 'react'
import { ApiError } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../calendar/appointment.ts'
import type { Target } from '../calendar/ghost.ts'
import { failureText, isRefusedSession } from '../parts/failures.ts'
import { payloadOf, put, undoMove } from './fetch.ts'
import type { Agenda } from './use-agenda.ts'

export interface Done {
  id: number
  text: string
  undo: () => Promise<void>
}

/** Moves appointments: shown at once, asked of the server with all its checks, and put back when it refuses. */
export function useMoves({ days, write, stored, refresh }: Agenda) {
  const [done, setDone] = useState<Done>()
  const forget = useCallback(() => setDone(undefined), [])

  /** Shows the appointment at `target` while the server is asked to put it there. */
  async function change<Answer extends { appointment: Appointment }>(
    one: Appointment,
    target: Target,
    ask: () => Promise<Answer>,
    failed: string,
  ): Promise<Answer | undefined> {
    setDone(undefined)
    days.put({ ...one, appointment_date: target.date, appointment_time: target.time })
    try {
      const answer = await write(ask())
      stored(answer.appointment)
      return answer
    } catch (error) {
      days.put(one)
      if (isRefusedSession(error)) return undefined
      // No answer does not say that nothing was done: the screen reads anew as soon as it hears the server again.
      const isLost = error instanceof ApiError && error.status === 0
      toast.error(
        isLost ? `${failed}. No hay conexión: cuando vuelva verás dónde quedó.` : failureText(error, failed),
      )
      // Somebody was faster: show what is there now.
      if (error instanceof ApiError && error.status === 409) void refresh()
      return undefined
    }
  }

  async function move(carried: Appointment, target: Target) {
    // On its way somebody else may have changed it: only the time is this screen's to say.
    const one = days.find(carried.id) ?? carried
    const refusal = canEdit(one)
    if (refusal) return void toast.error(refusal)
    const before = { date: one.appointment_date, time: one.appointment_time }
    if (target.date === before.date && target.time === before.time) return
    const wish = { appointment_date: target.date, appointment_time: target.time }
    const ask = () => put(one.id, { ...payloadOf(one), ...wish })
    const moved = await change(one, target, ask, 'Error al mover la cita')
    if (moved?.move_id)
      setDone({
        id: one.id,
        text: `Cita movida a ${shortDate(target.date)}, ${amPm(target.time)}`,
        undo: () => undo(moved.appointment, before, moved.move_id!),
      })
  }

  async function undo(one: Appointment, before: Target, moveId: number) {
    const ask = () => undoMove(one.id, moveId)
    const undone = await change(one, before, ask, 'Error al deshacer el cambio')
    if (undone)
      toast.success(
        undone.is_quiet
          ? 'La cita volvió a su hora'
          : 'La cita volvió a su hora. Le avisamos al cliente por correo.',
        // The longer sentence is for reading.
        undone.is_quiet ? {} : { duration: 4_000 },
      )
  }

  return { move, done, forget }
}
