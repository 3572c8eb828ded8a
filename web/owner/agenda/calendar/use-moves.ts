import { canEdit } from '#domain/appointment.ts'
import { amPm, shortDate } from '#domain/dates.ts'
import { useMutationState } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { ApiError } from '../../../ui/api.ts'
import { toast } from '../../../ui/toast.tsx'
import { cachedAppointment } from '../../data/appointment-cache.ts'
import {
  CHANGES,
  currentIn,
  patchAppointment,
  undoMove,
  useAppointmentChange,
} from '../../data/appointment-changes.ts'
import type { Appointment } from '../../data/appointment.ts'
import { howTold } from '../../data/messages/whatsapp.ts'
import { failureText, isRefusedSession } from '../../parts/failures.ts'
import type { Target } from './ghost.ts'

export interface DoneMove {
  id: number
  text: string
  /** Of blocked time. */
  isBlock?: boolean
  /** Offered for as long as a move's mail waits. */
  isLong?: boolean
  undo: () => Promise<void>
}

interface Move {
  /** The appointment as it was when it was picked up. */
  appointment: Appointment
  target: Target
}
type Undo = Move & { moveId: number }

/**
 * Moves appointments and undoes the last move; `useMovesUnderWay` shows them before the server has answered.
 */
export function useMoves() {
  const [done, setDone] = useState<DoneMove>()
  const { mutateAsync: send } = useAppointmentChange('move', sendMove)
  const { mutateAsync: sendUndo } = useAppointmentChange('undo', ({ appointment, moveId }: Undo) =>
    undoMove(appointment.id, moveId),
  )

  async function move(taken: Appointment, target: Target) {
    setDone(undefined)
    // It may have been changed elsewhere during the move.
    const appointment = cachedAppointment(taken.id) ?? taken
    const refusal = canEdit(appointment)
    if (refusal) return void toast.error(refusal)
    const { professional_id, professional_name } = appointment
    const before = {
      date: appointment.appointment_date,
      time: appointment.appointment_time,
      professional_id,
      professional_name,
    }
    const { date, time } = target
    const isOther = (target.professional_id ?? professional_id) !== professional_id
    if (date === before.date && time === before.time && !isOther) return
    const to = isOther ? target : { date, time }
    const moved = await attempt(() => send({ appointment, target: to }), 'Error al mover la cita', {
      said: (error) => (target.conflict && isTaken(error) ? occupied(target.conflict) : undefined),
    })
    if (!moved?.move_id) return
    const { appointment: now, move_id: moveId } = moved
    setDone({
      id: now.id,
      text: `Cita movida a ${shortDate(date)}, ${amPm(time)}${isOther ? `, con ${now.professional_name}` : ''}`,
      undo: () => undo({ appointment: now, target: before, moveId }),
    })
  }

  async function undo(undone: Undo) {
    setDone(undefined)
    const answer = await attempt(() => sendUndo(undone), 'Error al deshacer el cambio')
    if (!answer) return
    if (answer.is_quiet) toast.success('La cita volvió a su hora')
    // A longer sentence takes longer to read.
    else
      toast.success(`La cita volvió a su hora. Le avisamos al cliente ${await howTold()}.`, {
        duration: 4_000,
      })
  }

  return { move, done, setDone, forget: useCallback(() => setDone(undefined), []) }
}

/** Sends only what is new of the place. Retries after a change elsewhere that did not move the appointment. */
async function sendMove({ appointment, target }: Move) {
  const { id, appointment_date, appointment_time, version } = appointment
  const changes = {
    ...(target.date !== appointment_date && { appointment_date: target.date }),
    ...(target.time !== appointment_time && { appointment_time: target.time }),
    ...(target.professional_id && { professional_id: target.professional_id }),
  }
  try {
    return await patchAppointment({ id, version, changes })
  } catch (error) {
    const current = currentIn(error)
    if (!current || !isAtSamePlace(current, appointment)) throw error
    return patchAppointment({ id, version: current.version, changes })
  }
}

const isAtSamePlace = (a: Appointment, b: Appointment): boolean =>
  a.appointment_date === b.appointment_date &&
  a.appointment_time === b.appointment_time &&
  a.professional_id === b.professional_id

/** Whether the time went to something else, by the server's answer. */
const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && Object(error.body).alternatives !== undefined

/** Nobody took it just now: the calendar said so before the drop. */
const occupied = (conflict: string) =>
  `Ese horario está ${conflict === 'bloqueado' ? 'bloqueado' : 'ocupado'}. Elige otro, por favor.`

interface Failure {
  /** Shows again what was. */
  back?: () => void
  /** A truer sentence than the server's, where this screen knows more. */
  said?: (error: unknown) => string | undefined
}

/** The answer; undefined after a failure, which is shown. */
export async function attempt<Answer>(
  send: () => Promise<Answer>,
  failed: string,
  { back, said }: Failure = {},
): Promise<Answer | undefined> {
  try {
    return await send()
  } catch (error) {
    back?.()
    if (isRefusedSession(error)) return undefined
    // Without an answer, the move may have been made: the screen reloads once it reaches the server.
    const isLost = error instanceof ApiError && error.status === 0
    toast.error(
      isLost
        ? `${failed}. No hay conexión: cuando vuelva verás dónde quedó.`
        : (said?.(error) ?? failureText(error, failed)),
    )
    return undefined
  }
}

/** The moves that the server has not answered yet. When one is refused, the stored place shows again. */
export const useMovesUnderWay = (): Move[] =>
  useMutationState({
    filters: {
      status: 'pending',
      predicate: ({ options: { mutationKey: [place, name] = [] } }) =>
        place === CHANGES[0] && (name === 'move' || name === 'undo'),
    },
    select: ({ state }) => state.variables as Move,
  })
