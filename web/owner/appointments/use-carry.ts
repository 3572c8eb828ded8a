import { canEdit } from '#domain/appointment.ts'
import { addDays, bookingWindow, clockTime, minutesOf } from '#domain/dates.ts'
import type { RefObject } from 'react'
import { toast } from '../../ui/toast.tsx'
import type { Appointment } from '../calendar/appointment.ts'
import { focusCard } from '../calendar/card-keys.ts'
import type { Target } from '../calendar/ghost.ts'
import { stepOf } from '../calendar/starts.ts'
import type { Catalogue } from './catalogue.ts'
import type { View } from './use-view.ts'

/** An appointment on its way to another time, without dragging. */
export interface Carried extends Target {
  one: Appointment
}

interface Options {
  carried: Carried | undefined
  onCarry: (carried: Carried | undefined) => void
  view: View
  grid: RefObject<HTMLDivElement | null>
  snap: (one: Appointment, date: string, wished: number) => { minute: number }
  move: (one: Appointment, target: Target) => Promise<void>
  rules: Catalogue['rules']
  now: { date: string }
}

export function useCarry({ carried, onCarry, view, grid, snap, move, rules, now }: Options) {
  function start(one: Appointment) {
    const refusal = canEdit(one)
    if (refusal) return void toast.error(refusal)
    void rules.need(one.professional_id)
    to({ date: one.appointment_date, time: one.appointment_time }, one)
  }

  function to({ date, time }: Target, one = carried!.one) {
    onCarry({ one, date, time })
    view.goTo(date)
  }

  function shift({ days = 0, steps = 0 }: { days?: 1 | -1 | 0; steps?: 1 | -1 | 0 }) {
    const { one, date, time } = carried!
    const { first, last } = bookingWindow(now.date)
    const next = addDays(date, days)
    if (days && (next < first || next > last) && (date < next ? next > last : next < first)) return
    const step = stepOf(one, rules.of(one.professional_id))
    const wished = minutesOf(time) + steps * step
    if (wished < 0 || wished >= 1440) return
    // Off the day's grid the clock goes on in plain steps.
    const { minute } = steps ? snap(one, next, wished) : { minute: minutesOf(time) }
    to({ date: next, time: clockTime(minute === minutesOf(time) && steps ? wished : minute) })
  }

  function end(isDropped = false) {
    const id = carried!.one.id
    onCarry(undefined)
    if (!isDropped) view.goTo(carried!.one.appointment_date)
    focusCard(grid.current, id)
  }

  return {
    isCarrying: carried !== undefined,
    start,
    to,
    shift,
    end: () => end(),
    drop() {
      void move(carried!.one, carried!)
      end(true)
    },
  }
}
