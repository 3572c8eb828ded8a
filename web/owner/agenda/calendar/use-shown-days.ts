import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { isLost } from '../../../ui/loading/why.ts'
import { withAppointment } from '../../data/appointment-cache.ts'
import type { Appointment } from '../../data/appointment.ts'
import { weekQuery } from '../../data/appointments.ts'
import { mondayOf } from '../../data/days.ts'
import { isRefusedSession } from '../../parts/failures.ts'
import { useFailureToast } from '../../parts/use-failure-toast.ts'
import { addDays } from '#domain/dates.ts'
import { restOf } from '../taken/overnight.ts'
import type { View } from '../use-view.ts'
import { daysOf, turned, weekOf } from './span.ts'
import { useMovesUnderWay } from './use-moves.ts'

const PREFETCH_AFTER_MS = 250

type Shown = Pick<View, 'span' | 'date' | 'isWide'>

/** The Mondays of the weeks to load. On phones, the strip shows how full the whole week is. */
export const weeksOf = ({ span, date, isWide }: Shown): string[] => [
  ...new Set([...(isWide ? [] : weekOf(date)), ...daysOf(span, date)].map(mondayOf)),
]

/** What is said when the days cannot be shown. */
const FAILURES = {
  failed: { title: 'No pudimos mostrar tus citas' },
  lost: {
    title: 'Sin conexión no podemos mostrar estos días',
    reason: 'Aparecerán cuando vuelva el internet.',
  },
}

const NONE: readonly Appointment[] = []

/** The dates of the calendar and their appointments, including moves in progress. */
export function useShownDays({ span, date, isWide }: Shown) {
  const dates = useMemo(() => daysOf(span, date), [span, date])
  const mondays = weeksOf({ span, date, isWide })
  const weeks = useQueries({ queries: mondays.map(weekQuery) })
  const known = useSameList(weeks.map(({ data }) => data))
  const moves = useMovesUnderWay()
  const all = useMemo(
    () =>
      moves.reduce<readonly Appointment[]>(
        (list, { appointment, target }) =>
          withAppointment(
            list,
            {
              ...(list.find(({ id }) => id === appointment.id) ?? appointment),
              appointment_date: target.date,
              appointment_time: target.time,
              ...(target.professional_id && {
                professional_id: target.professional_id,
                professional_name: target.professional_name!,
              }),
            },
            true,
          ),
        known.flatMap((week) => week ?? NONE),
      ),
    [known, moves],
  )
  const loaded = mondays.filter((_, i) => weeks[i]!.data).join()
  const isReady = dates.every((day) => loaded.includes(mondayOf(day)))
  const lists = useLists(all, useWeekBefore(mondays[0]!, isReady && (!isWide || dates.includes(mondays[0]!))))
  const failed = useLastError(weeks, isReady)
  const error = failed && !isRefusedSession(failed) ? failed : undefined
  useFailureToast(error, () => 'Error cargando citas')
  usePrefetch({ span, date, isWide, isReady })

  return {
    dates,
    isReady,
    isFetching: weeks.some(({ isFetching }) => isFetching),
    /** Why the days cannot be shown. */
    failure: error && { ...FAILURES[isLost(error) ? 'lost' : 'failed'], error },
    retry: () => weeks.forEach(({ isError, refetch }) => isError && void refetch()),
    /** The appointments of a shown day or another of its week; undefined until they have loaded. */
    listOn: (day: string): readonly Appointment[] | undefined =>
      loaded.includes(mondayOf(day)) ? (lists.get(day) ?? NONE) : undefined,
  }
}

/**
 * Why days that are not ready could not be loaded. It stays through further tries, so that nobody sees empty
 * days flash up in between.
 */
function useLastError(weeks: readonly UseQueryResult[], isReady: boolean): Error | undefined {
  const before = useRef<Error>(undefined)
  const missing = weeks.filter(({ data }) => !data)
  const error = missing.find(({ isError, isFetching }) => isError && !isFetching)?.error
  const isTriedAgain = missing.some(({ errorUpdateCount }) => errorUpdateCount > 0)
  before.current = isReady ? undefined : (error ?? (isTriedAgain ? before.current : undefined))
  return before.current
}

/** The week before these, whose Sunday may pass midnight. It is asked for after the days themselves, as a neighbour is. */
const useWeekBefore = (monday: string, isWanted: boolean): readonly Appointment[] =>
  useQuery({ ...weekQuery(addDays(monday, -7)), enabled: isWanted }).data ?? NONE

/**
 * The appointments by date, and on each what is left of the day before. A day keeps its list while its appointments stay the same, so that its column is
 * not rendered again.
 */
function useLists(
  all: readonly Appointment[],
  weekBefore: readonly Appointment[],
): Map<string, readonly Appointment[]> {
  const before = useRef(new Map<string, readonly Appointment[]>())
  return useMemo(() => {
    const lists = new Map<string, readonly Appointment[]>()
    const add = (appointment: Appointment | undefined) => {
      if (!appointment) return
      const { appointment_date: day } = appointment
      lists.set(day, [...(lists.get(day) ?? []), appointment])
    }
    const shown = new Set(all.map(({ id }) => id))
    for (const appointment of weekBefore) if (!shown.has(appointment.id)) add(restOf(appointment))
    for (const appointment of all) {
      add(appointment)
      add(restOf(appointment))
    }
    for (const [day, list] of lists) {
      const old = before.current.get(day)
      if (old && isSameList(old, list)) lists.set(day, old)
    }
    before.current = lists
    return lists
  }, [all, weekBefore])
}

/** The previous list while its members are the same. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const before = useRef(list)
  if (!isSameList(before.current, list)) before.current = list
  return before.current
}

export const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i])

/** Prefetches the neighbouring pages. */
function usePrefetch({ span, date, isWide, isReady }: Shown & { isReady: boolean }) {
  const client = useQueryClient()
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => {
      for (const direction of [1, -1] as const)
        for (const monday of weeksOf({
          span,
          date: turned(isWide ? span : 'semana', date, direction),
          isWide,
        }))
          void client.prefetchQuery(weekQuery(monday))
    }, PREFETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [client, span, date, isWide, isReady])
}
