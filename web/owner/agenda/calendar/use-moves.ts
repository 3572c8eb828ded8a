import { canEdit } from '#domain/appointment.ts'
import { amPm, shortDate } from '#domain/dates.ts'
import { useMutationState } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError, isRefusal } from '../../../ui/api.ts'
import { toast } from '../../../ui/toast.tsx'
import { cachedAppointment } from '../../data/appointment-cache.ts'
import {
  type Changed,
  CHANGES,
  currentIn,
  patchAppointment,
  undoMove,
  useAppointmentChange,
} from '../../data/appointment-changes.ts'
import { type Appointment, isLater } from '../../data/appointment.ts'
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
  /** Whether it is still as it was done; left out where only this screen changes it. */
  stands?: () => boolean
  undo: () => Promise<void>
}

const MOVED_ELSEWHERE = 'La cita cambió mientras la movías. Revisa cómo quedó ahora.'

interface Move {
  /** The appointment as it was when it was picked up. */
  appointment: Appointment
  target: Target
}
/** `turn`: what was sent of the same appointment before is answered. */
type Queued = { turn: Promise<unknown> | undefined }
type Undo = Move & { moveId: number }
interface Moved {
  appointment: Appointment
  move_id: number
  from: Appointment
}

/** What was sent of an appointment, and where that was before the first of it. */
interface Line {
  from: Appointment
  /** The last of its moves that stands. */
  answered: Promise<Moved | undefined>
}

/**
 * Moves appointments and undoes the last move; `useMovesUnderWay` shows them before the server has answered. What is wished
 * of one that is still being moved is sent when that is answered.
 */
export function useMoves() {
  const [done, setDone] = useState<DoneMove>()
  const latest = useRef(done)
  latest.current = done
  const lines = useRef(new Map<number, Line>()).current
  /** As this screen put them. */
  const placed = useRef(new Map<number, Appointment>()).current
  const { mutateAsync: send } = useAppointmentChange('move', async (move: Move & Queued) => {
    await move.turn
    const { appointment: taken, target } = move
    const appointment = cachedAppointment(taken.id) ?? taken
    const own = placed.get(taken.id)
    if (!isAtSamePlace(appointment, taken) && !(own && isAtSamePlace(appointment, own)))
      throw new ApiError(409, MOVED_ELSEWHERE, { error: MOVED_ELSEWHERE })
    if (isAt(appointment, target)) return { appointment, move_id: null, from: appointment, is_unsent: true }
    return { ...put(await sendMove({ appointment, target })), from: appointment }
  })
  const { mutateAsync: sendUndo } = useAppointmentChange('undo', async ({ appointment, moveId }: Undo) =>
    put(await undoMove(appointment.id, moveId)),
  )

  function put<Answer extends Changed>(answer: Answer): Answer {
    placed.set(answer.appointment.id, answer.appointment)
    return answer
  }

  async function move(taken: Appointment, target: Target) {
    const { id } = taken
    const known = cachedAppointment(id) ?? taken
    const refusal = canEdit(known)
    if (refusal) return void toast.error(refusal)
    const before = lines.get(id)
    if (!before && isAt(known, target)) return
    const earlier = latest.current
    setDone(undefined)
    const appointment = before?.from ?? taken
    const sending = send({ appointment, target, turn: before?.answered })
    const { answered, isLast } = queue(appointment, sending, before)
    await attempt(() => sending, 'Error al mover la cita', {
      said: (error) => (target.conflict && isTaken(error) ? occupied(target.conflict) : undefined),
    })
    const moved = await answered
    if (!isLast()) return
    if (!moved) {
      const isLost = await sending.then(
        () => false,
        (error) => !isRefusal(error),
      )
      // Nothing was done: what was done before it can still be taken back.
      if (!isLost && (earlier?.stands?.() ?? true)) setDone((now) => now ?? earlier)
      return
    }
    const { appointment: now, move_id: moveId, from } = moved
    // A refusal may have told of a move elsewhere.
    const stands = () => {
      const present = cachedAppointment(id)
      return !present || !isLater(present, now) || isAtSamePlace(present, now)
    }
    if (!stands()) return
    // Where it stands, which is not where a later, refused move would have it.
    const { appointment_date: date, appointment_time: time, professional_id, professional_name } = now
    const isOther = professional_id !== from.professional_id
    setDone({
      id,
      stands,
      text: `Cita movida a ${shortDate(date)}, ${amPm(time)}${isOther ? `, con ${professional_name}` : ''}`,
      undo: () => undo({ appointment: now, target: placeOf(from), moveId }),
    })
  }

  async function undo(undone: Undo) {
    setDone(undefined)
    const sending = sendUndo(undone)
    queue(undone.appointment, sending)
    const answer = await attempt(() => sending, 'Error al deshacer el cambio')
    if (!answer) return
    if (answer.is_quiet) toast.success('La cita volvió a su hora')
    // A longer sentence takes longer to read.
    else
      toast.success(`La cita volvió a su hora. Le avisamos al cliente ${await howTold()}.`, {
        duration: 4_000,
      })
  }

  /** @param before what was sent before it: its last move stands when this one is refused, or changes nothing. */
  function queue(from: Appointment, sending: Promise<object>, before?: Line) {
    const answered = sending.then(
      (answer) => (isMove(answer) ? answer : before?.answered),
      (error) => (isRefusal(error) ? before?.answered : undefined),
    )
    const own: Line = { from, answered }
    lines.set(from.id, own)
    /** Whether nothing was sent of the appointment after it. */
    const isLast = () => (lines.get(from.id) ?? own) === own
    void answered.then(() => isLast() && lines.delete(from.id))
    return { answered, isLast }
  }

  return { move, done, setDone, forget: useCallback(() => setDone(undefined), []) }
}

const isMove = (answer: object): answer is Moved => 'move_id' in answer && answer.move_id !== null

const placeOf = (appointment: Appointment): Target => ({
  date: appointment.appointment_date,
  time: appointment.appointment_time,
  professional_id: appointment.professional_id,
  professional_name: appointment.professional_name,
})

const isAt = (appointment: Appointment, { date, time, professional_id }: Target): boolean =>
  date === appointment.appointment_date &&
  time === appointment.appointment_time &&
  (professional_id ?? appointment.professional_id) === appointment.professional_id

/** Sends only what is new of the place. Retries after a change elsewhere that did not move the appointment. */
async function sendMove({ appointment, target }: Move) {
  const { id, appointment_date, appointment_time, professional_id, version } = appointment
  const changes = {
    ...(target.date !== appointment_date && { appointment_date: target.date }),
    ...(target.time !== appointment_time && { appointment_time: target.time }),
    ...(target.professional_id &&
      target.professional_id !== professional_id && { professional_id: target.professional_id }),
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
