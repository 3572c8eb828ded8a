import { isIsoDate } from '#domain/dates.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { type Span, SPANS } from '../calendar/span.ts'

/** Which part of the agenda is shown: in the address, so that a reload and a link lead back to it. */
export function useView(today: string) {
  const [params, setParams] = useSearchParams()
  const isWide = useMedia('(min-width: 900px)')
  const span = SPANS.find(([name]) => name === params.get('rango'))?.[0] ?? (isWide ? 'semana' : 'dia')
  const wished = params.get('fecha')

  const change = useCallback(
    (changes: Record<string, string | undefined>) =>
      setParams(
        (before) => {
          for (const [name, value] of Object.entries(changes))
            if (value === undefined) before.delete(name)
            else before.set(name, value)
          return before
        },
        { replace: true, preventScrollReset: true },
      ),
    [setParams],
  )

  return {
    params,
    isWide,
    isList: params.get('vista') === 'lista',
    span,
    date: isIsoDate(wished) ? wished : today,
    show: change,
    goTo: (date: string, span?: Span) =>
      change({ fecha: date === today ? undefined : date, ...(span && { rango: span }) }),
  }
}

export type View = ReturnType<typeof useView>

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
    () => true,
  )
}
