import type { Professional } from '#domain/api/professional.ts'
import { useCallback, useMemo, useState } from 'react'
import type { Appointment } from '../../data/appointment.ts'

export interface People {
  /** Those who work, and those who have an appointment on the day though they do not work any more. */
  all: readonly Professional[]
  shown: readonly Professional[]
  hidden: ReadonlySet<number>
  toggle: (id: number) => void
  /** Shows this one too. */
  reveal: (id: number) => void
  showAll: () => void
}

interface Options {
  business: number
  professionals: readonly Professional[] | undefined
  appointments: readonly Appointment[]
  /** The one professional that a filter leaves; 0 for none. */
  only: number
  /** Several days of a large team begin with so many people: the cards of all, on top of each other, say nothing. */
  few?: number | undefined
}

/** Whose appointments are shown. Who is hidden stays so on this device; in the day by professional apart from the rest. */
export function usePeople({ business, professionals, appointments, only, few }: Options): People {
  const key = `enpunto.agenda.${few ? 'few' : 'hidden'}.${business}`
  const [stored, setStored] = useState(() => readIds(key))
  const busy = [...new Set(appointments.map(({ professional_id }) => professional_id))].sort().join()
  const all = useMemo(() => {
    const here = new Set(busy.split(',').map(Number))
    return (professionals ?? []).filter(({ id, is_active }) => is_active || here.has(id))
  }, [professionals, busy])
  const hidden = useMemo(
    () => stored ?? new Set(few ? all.slice(few).map(({ id }) => id) : []),
    [stored, few, all],
  )
  const shown = useMemo(() => {
    const some = all.filter(({ id }) => (only ? id === only : !hidden.has(id)))
    // Nobody is never what is meant: whoever was shown may have left.
    return some.length > 0 ? some : all
  }, [all, hidden, only])

  const store = useCallback(
    (ids: ReadonlySet<number>) => {
      setStored(ids)
      writeIds(key, ids)
    },
    [key],
  )
  const toggle = (id: number) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    store(all.every((one) => next.has(one.id)) ? new Set() : next)
  }
  const reveal = useCallback(
    (id: number) => {
      if (hidden.has(id)) store(new Set([...hidden].filter((one) => one !== id)))
    },
    [hidden, store],
  )
  return { all, shown, hidden, toggle, reveal, showAll: useCallback(() => store(new Set()), [store]) }
}

/** Undefined while nobody has chosen. */
function readIds(key: string): ReadonlySet<number> | undefined {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (!Array.isArray(ids)) return undefined
    return new Set(ids.filter((id): id is number => typeof id === 'number'))
  } catch {
    return undefined
  }
}

function writeIds(key: string, ids: ReadonlySet<number>) {
  try {
    localStorage.setItem(key, JSON.stringify([...ids]))
  } catch {
    // Where nothing can be stored, it holds until the screen is left.
  }
}
