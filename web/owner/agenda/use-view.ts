import { isIsoDate } from '#domain/dates.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { type Span, SPANS } from './calendar/span.ts'

const WIDE = '(min-width: 900px)'

/** The view that an address stands for. */
export function viewIn(params: URLSearchParams, today: string, isWide = matchMedia(WIDE).matches) {
  const date = params.get('fecha')
  const span = SPANS.find(([name]) => name === params.get('rango'))?.[0]
  const shownSpan: Span = span ?? (isWide ? 'semana' : 'dia')
  return {
    isWide,
    isList: params.get('vista') === 'lista',
    /** A column for each professional. */
    isByPerson: shownSpan === 'dia' && params.get('por') === 'persona',
    span: shownSpan,
    date: isIsoDate(date) ? date : today,
  }
}

/** The view of the agenda. It is kept in the address, so that reloads and links lead back to it. */
export function useView(today: string) {
  const [params, setParams] = useSearchParams()
  const isWide = useMedia(WIDE)

  const show = useCallback(
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
    ...viewIn(params, today, isWide),
    params,
    show,
    goTo: (date: string, span?: Span) =>
      show({ fecha: date === today ? undefined : date, ...(span && { rango: span }) }),
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
