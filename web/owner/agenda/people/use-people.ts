import type { Professional } from '#domain/api/professional.ts'
import { useCallback, useMemo, useState } from 'react'
import type { Appointment } from '../../data/appointment.ts'

export interface People {
  /** Those who work, and those who have an appointment on the day though they do not work any more. */
  all: readonly Professional[]
  shown: readonly Professional[]
  hidden: ReadonlySet<number>
  toggle: (id: number) => void
  showAll: () => void
}

/** The columns of the day by professional. Who is hidden stays so on this device. */
export function usePeople(
  business: number,
  professionals: readonly Professional[] | undefined,
  appointments: readonly Appointment[],
  only: number,
): People {
  const key = `enpunto.agenda.hidden.${business}`
  const [hidden, setHidden] = useState(() => readIds(key))
  const busy = [...new Set(appointments.map(({ professional_id }) => professional_id))].sort().join()
  const all = useMemo(() => {
    const here = new Set(busy.split(',').map(Number))
    return (professionals ?? []).filter(({ id, is_active }) => is_active || here.has(id))
  }, [professionals, busy])
  const shown = useMemo(() => {
    const some = all.filter(({ id }) => (only ? id === only : !hidden.has(id)))
    // Nobody is never what is meant: whoever was shown may have left.
    return some.length > 0 ? some : all
  }, [all, hidden, only])

  const store = useCallback(
    (ids: ReadonlySet<number>) => {
      setHidden(ids)
      writeIds(key, ids)
    },
    [key],
  )
  const toggle = (id: number) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    store(all.every((one) => next.has(one.id)) ? new Set() : next)
  }
  return { all, shown, hidden, toggle, showAll: useCallback(() => store(new Set()), [store]) }
}

function readIds(key: string): ReadonlySet<number> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return new Set(Array.isArray(ids) ? ids.filter((id): id is number => typeof id === 'number') : [])
  } catch {
    return new Set()
  }
}

function writeIds(key: string, ids: ReadonlySet<number>) {
  try {
    if (ids.size > 0) localStorage.setItem(key, JSON.stringify([...ids]))
    else localStorage.removeItem(key)
  } catch {
    // Where nothing can be stored, it holds until the screen is left.
  }
}
