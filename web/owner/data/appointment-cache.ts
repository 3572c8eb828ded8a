/** Finds and updates appointments wherever they are cached: the calendar's weeks, lists, details. */
import type { InfiniteData } from '@tanstack/react-query'
import { type Appointment, isLater } from './appointment.ts'
import { appointmentQuery, datesOf, LISTS, type Page } from './appointments.ts'
import { queryClient } from './client.ts'

/** The cached queries of whole days. */
const dayQueries = () =>
  queryClient()
    .getQueryCache()
    .findAll({ queryKey: ['appointments'], predicate: ({ queryKey }) => datesOf(queryKey) !== undefined })

/** The latest cached version of an appointment. */
export function cachedAppointment(id: number): Appointment | undefined {
  const known = dayQueries()
    .flatMap(({ state }) => (state.data as Appointment[] | undefined) ?? [])
    .filter((appointment) => appointment.id === id)
  return known.reduce<Appointment | undefined>((best, next) => (isLater(next, best) ? next : best), undefined)
}

/** Updates an appointment everywhere. */
export function storeAppointment(appointment: Appointment) {
  const client = queryClient()
  const { id, appointment_date: date } = appointment
  for (const { queryKey } of dayQueries()) {
    const { from, to } = datesOf(queryKey)!
    client.setQueryData<Appointment[]>(
      queryKey,
      (list) => list && withAppointment(list, appointment, from <= date && date <= to),
    )
  }
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey: LISTS },
    (list) => list && withinPages(list, appointment),
  )
  client.setQueryData(appointmentQuery(id).queryKey, (known) => known && { ...known, appointment })
  // What was asked for before would bring back what was.
  void client.refetchQueries({ queryKey: ['appointments'], fetchStatus: 'fetching' })
}

/** The appointments of some days in order, with this one added, replaced or removed. */
export function withAppointment(
  list: readonly Appointment[],
  appointment: Appointment,
  isAmong: boolean,
): Appointment[] {
  const others = list.filter(({ id }) => id !== appointment.id)
  return isAmong ? [...others, appointment].sort(byTime) : others
}

const withinPages = (list: InfiniteData<Page>, appointment: Appointment): InfiniteData<Page> => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    appointments: page.appointments.map((other) => (other.id === appointment.id ? appointment : other)),
  })),
})

const byTime = (a: Appointment, b: Appointment): number => (startText(a) < startText(b) ? -1 : 1)
const startText = ({ appointment_date, appointment_time, id }: Appointment): string =>
  `${appointment_date} ${appointment_time} ${String(id).padStart(12, '0')}`
