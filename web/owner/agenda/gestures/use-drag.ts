import { clockTime } from '#domain/dates.ts'
import { type RefObject, useRef } from 'react'
import { type Appointment, startOf } from '../../data/appointment.ts'
import { place } from '../calendar/geometry.ts'
import { label, type Place, type Target } from '../calendar/ghost.ts'
import { type Gesture, type Surface, useGesture } from './use-gesture.ts'

interface Options extends Surface {
  columns: readonly Place[]
  /** The appointment of a card that may be moved. */
  movable: (id: number) => Appointment | undefined
  /** The start nearest to a minute, and the reason if it is not free. */
  snap: (
    appointment: Appointment,
    place: Place,
    wished: number,
  ) => { minute: number; conflict: string | undefined }
  onStart: (appointment: Appointment) => void
  onDrop: (appointment: Appointment, target: Target) => void
}

/** Drags cards to another time or day. */
export function useDrag(options: Options) {
  const latest = useRef(options)
  latest.current = options
  useGesture(options, (event) => {
    const card = (event.target as Element).closest<HTMLElement>('[data-id]')
    const appointment = card && options.movable(Number(card.dataset['id']))
    return appointment ? moving(appointment, options.grid.current!, latest) : undefined
  })
}

function moving(appointment: Appointment, grid: HTMLElement, latest: RefObject<Options>): Gesture {
  let grip = 0
  let target: Target | undefined
  return {
    isCarried: true,
    elements: [...grid.querySelectorAll(`[data-id="${appointment.id}"], [data-of="${appointment.id}"]`)],
    begin({ minute }) {
      grip = Math.min(Math.max(0, minute - startOf(appointment)), appointment.duration_minutes - 1)
    },
    draw({ column, minute: wished }, { ghost, geometry }) {
      const { columns, snap } = latest.current
      const to = columns[column]!
      const { minute, conflict } = snap(appointment, to, wished - grip)
      target = { ...to, time: clockTime(minute), conflict }
      place(ghost, geometry, column, minute, appointment.duration_minutes)
      label(ghost, appointment, target, conflict)
    },
    held: () => latest.current.onStart(appointment),
    drop: () => latest.current.onDrop(appointment, target!),
  }
}
