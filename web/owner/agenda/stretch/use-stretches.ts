import { canEdit } from '#domain/appointment.ts'
import { durationText } from '#domain/dates.ts'
import { LONGEST_MINUTES, SHORTEST_MINUTES } from '#domain/limits.ts'
import { timeOffText } from '#domain/time-off.ts'
import { useEffect, useRef } from 'react'
import { toast } from '../../../ui/toast.tsx'
import { cachedAppointment, storeAppointment } from '../../data/appointment-cache.ts'
import { resizeAppointment, useAppointmentChange } from '../../data/appointment-changes.ts'
import type { Appointment } from '../../data/appointment.ts'
import { askWhoIsFreed } from '../../data/left-over/freed.ts'
import { noteLeftOver } from '../../data/left-over/left-over.ts'
import { changeTimeOff, showTimeOff, type TimeOff, timeOffRefused } from '../../data/time-off.ts'
import { attempt, type DoneMove } from '../calendar/use-moves.ts'
import { type BlockPlace, placeOf } from './block-place.ts'

const STEP = 15
/** Keys that follow each other so quickly are one change. */
const TOGETHER_MS = 700

export interface StretchOptions {
  onDone: (done: DoneMove | undefined) => void
}

/** What is on its way to the server: whatever is wished meanwhile is sent after it, by the version it answers. */
interface UnderWay<Wished> {
  wished: Wished
  done: Promise<void>
}

/** Makes appointments longer or shorter and moves blocks, each shown at once, and takes the last change back. */
export function useStretches({ onDone }: StretchOptions) {
  const { mutateAsync: send } = useAppointmentChange('duration', resizeAppointment)
  const sizes = useRef(new Map<number, UnderWay<number>>()).current
  const places = useRef(new Map<number, UnderWay<TimeOff>>()).current
  const typed = useRef<{ appointment: Appointment; minutes: number; timer: number }>(undefined)
  const latest = useRef({ sendTyped })
  latest.current = { sendTyped }
  // Whoever leaves has seen the new duration.
  useEffect(() => () => latest.current.sendTyped(), [])

  async function resize(taken: Appointment, minutes: number, isUndo = false) {
    const appointment = cachedAppointment(taken.id) ?? taken
    const refusal = canEdit(appointment)
    if (refusal) return void toast.error(refusal)
    onDone(undefined)
    storeAppointment({ ...appointment, duration_minutes: minutes })
    await after(sizes, taken.id, minutes, (own) => sendSizes(taken, own, isUndo))
  }

  async function sendSizes(stored: Appointment, own: UnderWay<number>, isUndo: boolean) {
    const { id, duration_minutes: was } = stored
    for (let sent: number | undefined; sent !== own.wished;) {
      const minutes = (sent = own.wished)
      const answer = await attempt(
        () => send({ id, version: stored.version, duration_minutes: minutes }),
        'Error al cambiar la duración',
        { back: () => storeAppointment(stored) },
      )
      if (!answer) return
      stored = answer.appointment
      const next = typed.current?.appointment.id === id ? typed.current : undefined
      if (next) next.appointment = stored
      storeAppointment({ ...stored, duration_minutes: next?.minutes ?? own.wished })
    }
    if (isUndo) return void toast.success('La cita volvió a su duración')
    const text = `La cita dura ${durationText(own.wished)}`
    onDone({ id, text, isLong: true, undo: () => resize(stored, was, true) })
  }

  /** By keys: each press shows at once, and what they come to is sent. */
  function lengthen(appointment: Appointment, by: 1 | -1) {
    const refusal = canEdit(appointment)
    if (refusal) return void toast.error(refusal)
    if (typed.current?.appointment.id !== appointment.id) sendTyped()
    clearTimeout(typed.current?.timer)
    const first = typed.current?.appointment ?? appointment
    const wished = (typed.current?.minutes ?? appointment.duration_minutes) + by * STEP
    const minutes = Math.min(LONGEST_MINUTES, Math.max(SHORTEST_MINUTES, wished))
    storeAppointment({ ...first, duration_minutes: minutes })
    typed.current = { appointment: first, minutes, timer: window.setTimeout(sendTyped, TOGETHER_MS) }
  }

  function sendTyped() {
    if (!typed.current) return
    const { appointment, minutes, timer } = typed.current
    typed.current = undefined
    clearTimeout(timer)
    if (minutes !== appointment.duration_minutes) void resize(appointment, minutes)
  }

  /** A block as it is to be, also while that is on its way. */
  const latestOf = (row: TimeOff): TimeOff => places.get(row.id)?.wished ?? row

  async function moveBlock(row: TimeOff, to: BlockPlace, isUndo = false) {
    onDone(undefined)
    const wished = { ...latestOf(row), ...to }
    showTimeOff(wished)
    await after(places, row.id, wished, (own) => sendPlaces(row, own, isUndo))
  }

  async function sendPlaces(stored: TimeOff, own: UnderWay<TimeOff>, isUndo: boolean) {
    const { id, kind, reason, show_reason } = stored
    const before = placeOf(stored)
    if (kind === 'external') return
    let conflicts: Appointment[] = []
    for (let sent: TimeOff | undefined; sent !== own.wished;) {
      const to = placeOf((sent = own.wished))
      const answer = await attempt(
        () => changeTimeOff(id, { kind, reason, show_reason, version: stored.version, ...to }),
        'Error al mover el bloqueo',
        { back: () => timeOffRefused(stored) },
      )
      if (!answer) return
      stored = answer.time_off
      conflicts = answer.conflicts
      showTimeOff({ ...stored, ...placeOf(own.wished) })
    }
    void askWhoIsFreed()
    noteLeftOver({ conflicts }, 'block')
    if (isUndo) return void toast.success('El bloqueo volvió a su lugar')
    onDone({
      id,
      isBlock: true,
      isLong: true,
      text: `${timeOffText(stored)}: cambio guardado`,
      undo: () => moveBlock(stored, before, true),
    })
  }

  return { resize, lengthen, moveBlock, latestOf }
}

/** Sends what is wished of one thing, or leaves it to what is being sent of it already. */
function after<Wished>(
  all: Map<number, UnderWay<Wished>>,
  id: number,
  wished: Wished,
  sending: (own: UnderWay<Wished>) => Promise<void>,
): Promise<void> {
  const before = all.get(id)
  if (before) before.wished = wished
  else {
    const own: UnderWay<Wished> = { wished, done: Promise.resolve() }
    all.set(id, own)
    own.done = sending(own).finally(() => all.delete(id))
  }
  return all.get(id)!.done
}
