import { canCancel, MOST_CANCELLED } from '#domain/appointment.ts'
import { useCallback, useRef, useState } from 'react'
import { toast } from '../../../ui/toast.tsx'
import type { Appointment } from '../../data/appointment.ts'
import { type AppointmentFilter, pageFrom } from '../../data/appointments.ts'
import { failureText } from '../../parts/failures.ts'

const LIMITED = `Se cancelan hasta ${MOST_CANCELLED} citas a la vez.`

/** The appointments of the list that were chosen for being cancelled together; none while nothing is chosen. */
export function useSelection(today: string) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Appointment>>()
  const [isLoading, setLoading] = useState(false)

  const latest = useRef(chosen)
  latest.current = chosen

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
    setLoading(true)
    try {
      const open: Appointment[] = []
      let [looked, total] = [0, 1]
      // Beyond a page of cancelled ones, too.
      while (looked < total && open.length <= MOST_CANCELLED) {
        const found = await pageFrom(filter, looked)
        open.push(...found.appointments.filter((one) => isMeant(one) && !canCancel(one, today)))
        looked += found.appointments.length
        total = found.appointments.length > 0 ? found.total : 0
      }
      const first = open.slice(0, MOST_CANCELLED)
      if (first.length === 0) toast('Ninguna de estas citas se puede cancelar.')
      else if (first.length < open.length) toast(`Elegimos las ${first.length} más próximas. ${LIMITED}`)
      setChosen(new Map(first.map((appointment) => [appointment.id, appointment])))
    } catch (error) {
      toast.error(failureText(error, 'Error cargando citas'))
    } finally {
      setLoading(false)
    }
  }

  return {
    /** Undefined while the list is not being chosen from. */
    chosen,
    isLoading,
    begin: () => setChosen(new Map()),
    end: () => setChosen(undefined),
    toggle,
    chooseAll,
  }
}

export type Selection = ReturnType<typeof useSelection>
