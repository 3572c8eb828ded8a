import { canEdit } from '#domain/appointment.ts'
import { addDays, bookingWindow, clockTime, minutesOf } from '#domain/dates.ts'
import { type RefObject, useMemo } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../data/appointment.ts'
import type { Catalogue } from '../use-catalogue.ts'
import type { View } from '../use-view.ts'
import { focusCard, refocusCard } from './card-keys.ts'
import type { Place, Target } from './ghost.ts'
import { stepOf } from './starts.ts'

/** An appointment being moved without dragging. */
export interface PendingMove extends Target {
  appointment: Appointment
}

/** Among columns of people it is somebody's, also where it began without: by the appointment's details, say. */
export const useAmongPeople = (move: PendingMove | undefined, columns: readonly Place[]) =>
  useMemo(() => {
    if (!move || move.professional_id !== undefined) return move
    const own = columns.find(({ professional_id }) => professional_id === move.appointment.professional_id)
    return { ...own, ...move }
  }, [move, columns])

interface Options {
  pendingMove: PendingMove | undefined
  onPendingMove: (move: PendingMove | undefined) => void
  view: View
  grid: RefObject<HTMLDivElement | null>
  snap: (appointment: Appointment, place: Place, wished: number) => { minute: number }
  /** Why it cannot be where it is shown now. */
  conflict: string | undefined
  /** The columns of the day by professional; none elsewhere. */
  people: readonly Place[]
  move: (appointment: Appointment, target: Target) => Promise<void>
  catalogue: Catalogue
  now: { date: string }
}

/** Moves it by keys and buttons. */
export function usePendingMove(options: Options) {
  const { pendingMove, onPendingMove, view, grid, snap, conflict, move, catalogue, now, people } = options

  function start(appointment: Appointment) {
    const refusal = canEdit(appointment)
    if (refusal) return void toast.error(refusal)
    catalogue.needHours()
    to({ date: appointment.appointment_date, time: appointment.appointment_time }, appointment)
  }

  function to(target: Target, appointment = pendingMove!.appointment) {
    onPendingMove({ ...target, appointment })
    view.goTo(target.date)
  }

  function shift({ days = 0, steps = 0 }: { days?: 1 | -1 | 0; steps?: 1 | -1 | 0 }) {
    if (days && people.length > 0) return shiftPerson(days)
    const { appointment, date, time } = pendingMove!
    const { first, last } = bookingWindow(now.date, catalogue.horizonDays)
    const next = addDays(date, days)
    if (days && (next < first || next > last) && (date < next ? next > last : next < first)) return
    const place = placeOf(pendingMove!)
    const step = stepOf(appointment, catalogue.rulesOf(appointment.professional_id, appointment.service_id))
    const wished = minutesOf(time) + steps * step
    if (wished < 0 || wished >= 1440) return
    // Outside the day's grid, the time changes in plain steps.
    const { minute } = steps
      ? snap(appointment, { ...place, date: next }, wished)
      : { minute: minutesOf(time) }
    to({ ...place, date: next, time: clockTime(minute === minutesOf(time) && steps ? wished : minute) })
  }

  /** To the next column, or the previous one. */
  function shiftPerson(by: 1 | -1) {
    const at = people.findIndex((place) => place.professional_id === pendingMove!.professional_id)
    const next = people[at + by]
    if (next) to({ ...next, time: pendingMove!.time })
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
      const { appointment } = pendingMove!
      // A move that is refused brings the card back.
      void move(appointment, { ...pendingMove!, conflict }).then(() =>
        refocusCard(grid.current, appointment.id),
      )
      end(true)
    },
  }
}

const placeOf = ({ appointment: _, time: __, ...place }: PendingMove): Place => place
