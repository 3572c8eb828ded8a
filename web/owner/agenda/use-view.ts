import { isIsoDate } from '#domain/dates.ts'
import { useCallback, useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router'
import { type Span, SPANS } from './calendar/span.ts'

const WIDE = '(min-width: 900px)'

/** The view that an address stands for; of the own agenda alone the day, beside which stands who comes. */
export function viewIn(
  params: URLSearchParams,
  today: string,
  isWide = matchMedia(WIDE).matches,
  isOwn = false,
) {
  const date = params.get('fecha')
  const span = SPANS.find(([name]) => name === params.get('rango'))?.[0]
  const shownSpan: Span = span ?? (isWide && !isOwn ? 'semana' : 'dia')
  return {
    isWide,
    isList: params.get('vista') === 'lista',
    span: shownSpan,
    date: isIsoDate(date) ? date : today,
  }
}

// The cards of more people than that, on top of each other, say no longer who is free at ten.
const MANY = 6

/**
 * The view of the agenda. It is kept in the address, so that reloads and links lead back to it. The day of a large team
 * has a column for each of them, unless they are wanted together.
 */
export function useView(today: string, team: readonly { is_active: boolean }[] | undefined, isOwn: boolean) {
  const [params, setParams] = useSearchParams()
  const isWide = useMedia(WIDE)
  const isLarge = (team ?? []).filter(({ is_active }) => is_active).length > MANY
  const by = params.get('por')
  const shown = viewIn(params, today, isWide, isOwn)

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

  /** A column for each professional. */
  const isByPerson = !isOwn && shown.span === 'dia' && (isLarge ? by !== 'juntos' : by === 'persona')
  const otherwise = isLarge ? 'juntos' : 'persona'
  const dateIn = (date: string) => (date === today ? undefined : date)
  return {
    ...shown,
    isOwn,
    isByPerson,
    isLarge,
    params,
    show,
    turnByPerson: () => show({ por: isByPerson === isLarge ? otherwise : undefined, rango: 'dia' }),
    /** The calendar; of whom a change is about, beside the others. What is shown at once is one change: two would undo each other. */
    goToCalendar: (date: string, byPerson: boolean) =>
      show({
        vista: undefined,
        fecha: dateIn(date),
        ...(byPerson && { por: isLarge ? undefined : 'persona', rango: 'dia' }),
      }),
    goTo: (date: string, span?: Span) => show({ fecha: dateIn(date), ...(span && { rango: span }) }),
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
