import { addDays } from '#domain/dates.ts'
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { Appointment } from '../data/appointment.ts'
import { agendaQuery, appointmentsQuery, recentQuery } from '../data/appointments.ts'
import { hoursQuery } from '../data/business.ts'
import type { Days } from '../data/days.ts'
import { creditsQuery, metricsQuery, NO_METRICS, NO_STATS, seriesQuery, statsQuery } from '../data/figures.ts'
import { professionalsQuery } from '../data/professionals.ts'
import { servicesQuery } from '../data/services.ts'
import { datesQuery, timeOffQuery } from '../data/time-off.ts'
import type { Period, Series } from '../data/figures.ts'

const UPCOMING = 5
/** Enough to find as many of them among cancelled ones, nearly always. */
const LOOKED_AT = 20

const NO_HOURS = { business: [], own: [] }
const NO_SERIES: Series = { days: [], occupancy: [], occupancy_percent: null }

/** The first data on the screen, requested before its script has loaded. */
export const firstQueries = (days: Days) => [
  creditsQuery(),
  servicesQuery(),
  professionalsQuery(),
  hoursQuery(),
  agendaQuery(days),
  // Of the week, as the day's line asks it: its day is not drawn as open first and closed or blocked then.
  datesQuery(days.monday, addDays(days.monday, 6)),
  timeOffQuery(days.monday, addDays(days.monday, 6)),
  statsQuery(),
  metricsQuery('month'),
]

/** All data of the dashboard, kept up to date while it is open. */
export function useFigures(days: Days, period: Period, paysMessages: boolean) {
  const { today } = days
  const agenda = useQuiet(agendaQuery(days), [])
  const credits = useQuiet(creditsQuery(), null, { enabled: paysMessages })
  return {
    // Whoever buys no messages has no banner of them.
    credits: credits === undefined && !paysMessages ? null : credits,
    services: useQuiet(servicesQuery(), []),
    professionals: useQuiet(professionalsQuery(), []),
    hours: useQuiet(hoursQuery(), NO_HOURS),
    agenda,
    day: useMemo(() => agenda?.filter((one) => one.appointment_date === today), [agenda, today]),
    stats: useQuiet(statsQuery(), NO_STATS),
    metrics: useQuiet(metricsQuery(period), NO_METRICS, OF_PERIOD),
  }
}

/** What the cards below show. */
export const useLaterFigures = (
  today: string,
  period: Period,
  agenda: Appointment[] | undefined,
  near: { charts: boolean; recent: boolean },
) => ({
  upcoming: useUpcoming(today, agenda),
  recent: useQuiet(recentQuery(), [], { enabled: near.recent }),
  series: useQuiet(seriesQuery(period), NO_SERIES, { enabled: near.charts, ...OF_PERIOD }),
})

/** The first ones to come: of today and tomorrow, if those are enough. */
function useUpcoming(today: string, agenda: Appointment[] | undefined): Appointment[] | undefined {
  const near = useMemo(() => agenda && firstOf(agenda), [agenda])
  const isFar = near && near.length < UPCOMING
  const later = useQuiet(appointmentsQuery({ from: today, order: 'asc', limit: LOOKED_AT }), [], {
    enabled: isFar,
  })
  const found = useMemo(() => later && firstOf(later), [later])
  // So many were cancelled that the others are asked for by their state: a moved one has another than a booked one.
  const isHidden = isFar && later?.length === LOOKED_AT && found!.length < UPCOMING
  const hidden = { enabled: isHidden }
  const first = { from: today, order: 'asc', limit: UPCOMING } as const
  const booked = useQuiet(appointmentsQuery({ ...first, status: 'scheduled' }), [], hidden)
  const moved = useQuiet(appointmentsQuery({ ...first, status: 'rescheduled' }), [], hidden)
  return useMemo(() => {
    if (!isHidden) return isFar ? found : near
    return (
      booked && moved && firstOf([...booked, ...moved].sort((a, b) => (startOf(a) < startOf(b) ? -1 : 1)))
    )
  }, [isFar, isHidden, near, found, booked, moved])
}

const firstOf = (list: Appointment[]) =>
  list.filter(({ status }) => status === 'scheduled').slice(0, UPCOMING)
const startOf = (one: Appointment) => one.appointment_date + one.appointment_time

interface Quiet {
  enabled?: boolean | undefined
  /** Whether the data of the former query are shown until those of this one have loaded. */
  keeps?: boolean
}

/** What one period brought is not shown under the name of another. */
const OF_PERIOD: Quiet = { keeps: false }

/**
 * Optional data: undefined until they have loaded; after a failure `empty`, or the previous data. Deferred,
 * so that many answers are rendered in slices.
 */
function useQuiet<T, E, K extends readonly unknown[]>(
  query: UseQueryOptions<T, Error, T, K>,
  empty: E,
  { enabled = true, keeps = true }: Quiet = {},
): T | E | undefined {
  const options = { ...query, enabled, ...(keeps && { placeholderData: keepPreviousData }) }
  const { data, isError } = useQuery(options as UseQueryOptions<T, Error, T, K>)
  return useDeferredValue(data ?? (isError ? empty : undefined))
}
