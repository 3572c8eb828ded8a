import type { Professional } from '#domain/api/professional.ts'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Appointment } from '../../data/appointment.ts'
import { queryClient } from '../../data/client.ts'
import { professionalsQuery } from '../../data/professionals.ts'

export type Person = Pick<Professional, 'id' | 'professional_name' | 'avatar_url'>

export interface People {
  /** Those who work, and those who have an appointment on the day though they do not work any more. */
  all: readonly Person[]
  shown: readonly Person[]
  hidden: ReadonlySet<number>
  toggle: (id: number) => void
  /** Shows these too. */
  reveal: (ids: readonly number[]) => void
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
  const busy = namesOf(appointments)
  const [all, unlisted] = useMemo((): [all: Person[], unlisted: string] => {
    if (!professionals) return [[], '']
    const here = new Map<number, string>(JSON.parse(busy))
    const listed = professionals.filter(({ id, is_active }) => is_active || here.has(id))
    for (const { id } of professionals) here.delete(id)
    const others = [...here].map(([id, professional_name]) => ({ id, professional_name, avatar_url: null }))
    return [[...listed, ...others], others.map(({ id }) => id).join()]
  }, [professionals, busy])
  useNewcomers(unlisted)
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
    (ids: readonly number[]) => {
      if (ids.some((id) => hidden.has(id))) store(new Set([...hidden].filter((id) => !ids.includes(id))))
    },
    [hidden, store],
  )
  return { all, shown, hidden, toggle, reveal, showAll: useCallback(() => store(new Set()), [store]) }
}

/** Whose appointments they are, by id, with their names: as text, which stays the same while these do. */
const namesOf = (appointments: readonly Appointment[]) =>
  JSON.stringify(
    [...new Map(appointments.map((one) => [one.professional_id, one.professional_name]))].sort(
      ([one], [other]) => one - other,
    ),
  )

/** Whoever is not in the list was deleted, or has joined since it was read: then it is asked for once more. */
function useNewcomers(unlisted: string) {
  const asked = useRef(new Set<string>())
  useEffect(() => {
    const isNew = (id: string) => id && !asked.current.has(id)
    const fresh = unlisted.split(',').filter(isNew)
    if (fresh.length === 0) return
    for (const id of fresh) asked.current.add(id)
    void queryClient().invalidateQueries({ queryKey: professionalsQuery().queryKey, exact: true })
  }, [unlisted])
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
