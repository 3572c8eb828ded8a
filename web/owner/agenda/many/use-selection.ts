import { canCancel, MOST_CANCELLED } from '#domain/appointment.ts'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../data/appointment.ts'
import { type AppointmentFilter, pageFrom, someQuery } from '../../data/appointments.ts'
import { failureText } from '../../parts/failures.ts'

/** The statuses of what can be cancelled: most of what is over has another. */
const OPEN = ['scheduled', 'rescheduled'] as const
const openOf = (filter: AppointmentFilter) =>
  OPEN.filter((status) => !filter.status || filter.status === status)
const LIMITED = `Se cancelan hasta ${MOST_CANCELLED} citas a la vez.`

/** The appointments of the list that were chosen for being cancelled together; none while nothing is chosen. */
export function useSelection(today: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Appointment>>()
  const [isLoading, setLoading] = useState(false)

  const latest = useRef(chosen)
  latest.current = chosen
  const runs = useRef(0)

  const toggle = useCallback((appointment: Appointment) => {
    const next = new Map(latest.current)
    if (!next.delete(appointment.id)) {
      if (next.size >= MOST_CANCELLED) return void toast(LIMITED)
      next.set(appointment.id, appointment)
    }
    setChosen(next)
  }, [])

  /** Chooses all that the filter matches and that can be cancelled, as many as one call takes. */
  async function chooseAll(filter: AppointmentFilter, isMeant: (found: Appointment) => boolean = () => true) {
    const run = ++runs.current
    const isOver = () => run !== runs.current
    setLoading(true)
    try {
      const isOpen = (one: Appointment) => isMeant(one) && !canCancel(one, today)
      const found = openOf(filter).map((status) => firstOf({ ...filter, status }, isOpen, isOver))
      const open = (await Promise.all(found)).flat().toSorted(inOrder(filter.order))
      if (isOver()) return
      const first = open.slice(0, MOST_CANCELLED)
      const which = filter.order === 'desc' ? 'más recientes' : 'más próximas'
      if (first.length === 0) toast('Ninguna de estas citas se puede cancelar.')
      else if (first.length < open.length) toast(`Elegimos las ${first.length} ${which}. ${LIMITED}`)
      setChosen(new Map(first.map((appointment) => [appointment.id, appointment])))
    } catch (error) {
      if (!isOver()) toast.error(failureText(error, 'Error cargando citas'))
    } finally {
      if (!isOver()) setLoading(false)
    }
  }

  /** What is still being looked for is no longer wanted. */
  function turnTo(next: ReadonlyMap<number, Appointment> | undefined) {
    runs.current++
    setLoading(false)
    setChosen(next)
  }

  return {
    /** Undefined while the list is not being chosen from. */
    chosen,
    isLoading,
    begin: () => turnTo(new Map()),
    end: () => turnTo(undefined),
    toggle,
    chooseAll,
  }
}

/** How many of what the filter matches can be cancelled; undefined while that is not known. */
export function useOpenTotal(filter: AppointmentFilter): number | undefined {
  const counts = useQueries({
    queries: openOf(filter).map((status) => someQuery({ ...filter, status, limit: 1 })),
  })
  return counts.every(({ data }) => data) ? counts.reduce((sum, { data }) => sum + data!.total, 0) : undefined
}

/** The first of them that are open, some more than can be cancelled at once: nearly all on the first page. */
async function firstOf(
  filter: AppointmentFilter,
  isOpen: (found: Appointment) => boolean,
  isOver: () => boolean,
) {
  // A list that changes meanwhile shows one of them twice.
  const open = new Map<number, Appointment>()
  let [looked, total] = [0, 1]
  while (looked < total && open.size <= MOST_CANCELLED && !isOver()) {
    const page = await pageFrom(filter, looked)
    for (const one of page.appointments) if (isOpen(one)) open.set(one.id, one)
    looked += page.appointments.length
    total = page.appointments.length > 0 ? page.total : 0
  }
  return [...open.values()]
}

const inOrder =
  (order: AppointmentFilter['order']) =>
  (a: Appointment, b: Appointment): number => {
    const [one, other] = order === 'desc' ? [b, a] : [a, b]
    return (
      one.appointment_date.localeCompare(other.appointment_date) ||
      one.appointment_time.localeCompare(other.appointment_time) ||
      one.id - other.id
    )
  }

export type Selection = ReturnType<typeof useSelection>
