import { canEdit } from '#domain/appointment.ts'
import { LONGEST_MINUTES, SHORTEST_MINUTES } from '#domain/limits.ts'
import { timeOffText } from '#domain/time-off.ts'
import { useEffect, useRef } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { cachedAppointment, storeAppointment } from '../../data/appointment-cache.ts'
import { resizeAppointment, useAppointmentChange } from '../../data/appointment-changes.ts'
import type { Appointment } from '../../data/appointment.ts'
import { changeTimeOff, showTimeOff, type TimeOff, timeOffRefused } from '../../data/time-off.ts'
import { attempt, type DoneMove } from '../calendar/use-moves.ts'
import { type BlockPlace, placeOf } from './block-place.ts'

const STEP = 15
/** Keys that follow each other so quickly are one change. */
const TOGETHER_MS = 700

export interface StretchOptions {
  onDone: (done: DoneMove | undefined) => void
  /** There are appointments in a block now. */
  onConflicts: (id: number) => void
}

/** Makes appointments longer or shorter and moves blocks, each shown at once, and takes the last change back. */
export function useStretches({ onDone, onConflicts }: StretchOptions) {
  const { mutateAsync: send } = useAppointmentChange('duration', resizeAppointment)
  const typed = useRef<{ appointment: Appointment; minutes: number; timer: number }>(undefined)
  useEffect(() => () => clearTimeout(typed.current?.timer), [])

  async function resize(taken: Appointment, minutes: number, isUndo = false) {
    onDone(undefined)
    const appointment = cachedAppointment(taken.id) ?? taken
    const refusal = canEdit(appointment)
    if (refusal) return void toast.error(refusal)
    const { id, version, duration_minutes: was } = taken
    storeAppointment({ ...appointment, duration_minutes: minutes })
    const answer = await attempt(
      () => send({ id, version, duration_minutes: minutes }),
      'Error al cambiar la duración',
      () => storeAppointment({ ...appointment, duration_minutes: was }),
    )
    if (!answer) return
    if (isUndo) return void toast.success('La cita volvió a su duración')
    const text = `La cita dura ${minutes} min`
    onDone({ id, text, isLong: true, undo: () => resize(answer.appointment, was, true) })
  }

  /** By keys: each press shows at once, and what they come to is sent. */
  function lengthen(appointment: Appointment, by: 1 | -1) {
    const refusal = canEdit(appointment)
    if (refusal) return void toast.error(refusal)
    const before = typed.current?.appointment.id === appointment.id ? typed.current : undefined
    clearTimeout(before?.timer)
    const first = before?.appointment ?? appointment
    const wished = (before?.minutes ?? appointment.duration_minutes) + by * STEP
    const minutes = Math.min(LONGEST_MINUTES, Math.max(SHORTEST_MINUTES, wished))
    storeAppointment({ ...first, duration_minutes: minutes })
    const timer = window.setTimeout(() => {
      typed.current = undefined
      if (minutes !== first.duration_minutes) void resize(first, minutes)
    }, TOGETHER_MS)
    typed.current = { appointment: first, minutes, timer }
  }

  async function moveBlock(row: TimeOff, to: BlockPlace, isUndo = false) {
    onDone(undefined)
    const before = placeOf(row)
    showTimeOff({ ...row, ...to })
    const { kind, reason, show_reason, version } = row
    if (kind === 'external') return
    const answer = await attempt(
      () => changeTimeOff(row.id, { kind, reason, show_reason, version, ...to }),
      'Error al mover el bloqueo',
      () => timeOffRefused(row),
    )
    if (!answer) return
    if (isUndo) return void toast.success('El bloqueo volvió a su lugar')
    const { time_off, conflicts } = answer
    onDone({
      id: row.id,
      isBlock: true,
      isLong: true,
      text: `${timeOffText(row)}: cambio guardado`,
      undo: () => moveBlock(time_off, before, true),
    })
    if (conflicts.length > 0) onConflicts(row.id)
  }

  return { resize, lengthen, moveBlock }
}
