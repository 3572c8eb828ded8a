import { canEdit } from '#domain/appointment.ts'
import { addDays, bookingWindow, clockTime, minutesOf } from '#domain/dates.ts'
import type { RefObject } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../data/appointment.ts'
import type { Catalogue } from '../use-catalogue.ts'
import type { View } from '../use-view.ts'
import { focusCard } from './card-keys.ts'
import type { Target } from './ghost.ts'
import { stepOf } from './starts.ts'

/** An appointment being moved without dragging. */
export interface PendingMove extends Target {
  appointment: Appointment
}

interface Options {
  pendingMove: PendingMove | undefined
  onPendingMove: (move: PendingMove | undefined) => void
  view: View
  grid: RefObject<HTMLDivElement | null>
  snap: (appointment: Appointment, date: string, wished: number) => { minute: number }
  move: (appointment: Appointment, target: Target) => Promise<void>
  catalogue: Catalogue
  now: { date: string }
}

/** Moves it by keys and buttons. */
export function usePendingMove(options: Options) {
  const { pendingMove, onPendingMove, view, grid, snap, move, catalogue, now } = options

  function start(appointment: Appointment) {
    const refusal = canEdit(appointment)
    if (refusal) return void toast.error(refusal)
    catalogue.needHours()
    to({ date: appointment.appointment_date, time: appointment.appointment_time }, appointment)
  }

  function to({ date, time }: Target, appointment = pendingMove!.appointment) {
    onPendingMove({ appointment, date, time })
    view.goTo(date)
  }

  function shift({ days = 0, steps = 0 }: { days?: 1 | -1 | 0; steps?: 1 | -1 | 0 }) {
    const { appointment, date, time } = pendingMove!
    const { first, last } = bookingWindow(now.date)
    const next = addDays(date, days)
    if (days && (next < first || next > last) && (date < next ? next > last : next < first)) return
    const step = stepOf(appointment, catalogue.rulesOf(appointment.professional_id))
    const wished = minutesOf(time) + steps * step
    if (wished < 0 || wished >= 1440) return
    // Outside the day's grid, the time changes in plain steps.
    const { minute } = steps ? snap(appointment, next, wished) : { minute: minutesOf(time) }
    to({ date: next, time: clockTime(minute === minutesOf(time) && steps ? wished : minute) })
  }

  function end(isDropped = false) {
    const { id, appointment_date } = pendingMove!.appointment
    onPendingMove(undefined)
    if (!isDropped) view.goTo(appointment_date)
    focusCard(grid.current, id)
  }

  return {
    isUnderWay: pendingMove !== undefined,
    start,
    to,
    shift,
    end: () => end(),
    drop() {
      void move(pendingMove!.appointment, pendingMove!)
      end(true)
    },
  }
}
