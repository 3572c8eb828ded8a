import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { ApiError } from '../../ui/api.ts'
import { toast } from '../../ui/toast.tsx'
import { daysOf, turned, weekOf } from '../calendar/span.ts'
import type { Agenda } from './use-agenda.ts'
import type { View } from './use-view.ts'

const PREFETCH_AFTER_MS = 250

/** The dates that are fetched together. The strip of phones shows how full the whole week is. */
export const pageOf = ({ span, date, isWide }: Pick<View, 'span' | 'date' | 'isWide'>): string[] =>
  isWide ? daysOf(span, date) : [...new Set([...weekOf(date), ...daysOf(span, date)])]

/** The dates on the calendar, their appointments fetched; then those of the neighbouring pages. */
export function useShownDays({ days, shown }: Agenda, { span, date, isWide }: View) {
  useSyncExternalStore(days.subscribe, days.revision)
  const dates = useMemo(() => daysOf(span, date), [span, date])
  const [failure, setFailure] = useState<'lost' | 'failed'>()

  const load = useCallback(
    async (isFirst: boolean) => {
      const turn = isWide ? span : 'semana'
      if (isFirst) setFailure(undefined)
      try {
        await days.need(pageOf({ span, date, isWide }))
        setFailure(undefined)
      } catch (error) {
        if (!isFirst || (error instanceof ApiError && error.status === 401)) return
        setFailure(error instanceof ApiError && error.status === 0 ? 'lost' : 'failed')
        toast.error('Error cargando citas')
        return
      }
      return setTimeout(() => {
        for (const direction of [1, -1] as const)
          days.need(pageOf({ span, date: turned(turn, date, direction), isWide })).catch(() => {})
      }, PREFETCH_AFTER_MS)
    },
    [days, span, date, isWide],
  )

  useEffect(() => {
    const loading = load(true)
    shown.current = () => load(false)
    return () => void loading.then(clearTimeout)
  }, [load, shown])

  return { dates, failure, retry: () => void load(true) }
}
