import type { Answer, Query } from '#domain/api/calls.ts'
import { addDays } from '#domain/dates.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { ownerApi } from '../../account/session.ts'
import { addressOf } from '../../ui/api.ts'
import { type Appointment, isSame, tidy } from './appointment.ts'
import type { Days } from './days.ts'
import { download } from './download.ts'
import { read } from './read.ts'

export type AppointmentFilter = NonNullable<Query<'GET /api/appointments'>>

export interface Page {
  appointments: Appointment[]
  total: number
}

const pageOf = ({ appointments, total }: Answer<'GET /api/appointments'>): Page => ({
  appointments: appointments.map(tidy),
  total: total ?? appointments.length,
})

export const appointmentsQuery = (filter: AppointmentFilter) =>
  read('/api/appointments', (answer) => pageOf(answer).appointments, { query: filter })

/** Some of the appointments that a filter matches, and how many there are. */
export const someQuery = (filter: AppointmentFilter & { limit: number }) =>
  read('/api/appointments', pageOf, { query: filter })

const RECENT = 10
/** The dashboard's list; the guide looks at it too. */
export const recentQuery = () => appointmentsQuery({ limit: RECENT, sort: 'booked' })

/** Today and tomorrow: what the dashboard begins with, and what is kept for when there is no network. */
export const agendaQuery = ({ today, tomorrow }: Days) =>
  appointmentsQuery({ from: today, to: tomorrow, order: 'asc' })

/** A week of the calendar, by its Monday. Only live events make it stale. */
export const weekQuery = (monday: string) => ({
  ...appointmentsQuery({ from: monday, to: addDays(monday, 6), order: 'asc' }),
  staleTime: Infinity,
  // An unchanged appointment stays the same object, so that its card is not rendered again.
  structuralSharing: (before: unknown, after: unknown) =>
    withUnchanged(before as Appointment[] | undefined, after as Appointment[]),
})

function withUnchanged(before: Appointment[] = [], after: Appointment[]): Appointment[] {
  const known = new Map(before.map((appointment) => [appointment.id, appointment]))
  const list = after.map((appointment) => {
    const old = known.get(appointment.id)
    return old && isSame(old, appointment) ? old : appointment
  })
  return list.length === before.length && list.every((item, i) => item === before[i]) ? before : list
}

/** The dates of a query that holds all appointments of its days; undefined for every other query. */
export function datesOf([name, search]: readonly unknown[]): { from: string; to: string } | undefined {
  if (name !== 'appointments' || typeof search !== 'string' || !search.startsWith('?')) return undefined
  const { from, to, order, ...filters } = Object.fromEntries(new URLSearchParams(search))
  return from && to && order && Object.keys(filters).length === 0 ? { from, to } : undefined
}

const PAGE_SIZE = 50
/** The key that all lists start with. */
export const LISTS = ['appointments', 'list']

/** The appointments that a filter matches, page by page. */
export const listQuery = (filter: AppointmentFilter) =>
  infiniteQueryOptions({
    queryKey: [...LISTS, filter],
    queryFn: async ({ pageParam: offset }) => {
      const query = { ...filter, limit: PAGE_SIZE, offset }
      return pageOf(await ownerApi.get('/api/appointments', { query }))
    },
    initialPageParam: 0,
    getNextPageParam({ total }: Page, pages: Page[]) {
      const count = pages.reduce((sum, page) => sum + page.appointments.length, 0)
      return count < total ? count : undefined
    },
  })

const MOST_AT_ONCE = 500

/** The appointments that a filter matches, from `offset` as many as one call answers, and how many there are. */
export const pageFrom = async (filter: AppointmentFilter, offset: number): Promise<Page> =>
  pageOf(await ownerApi.get('/api/appointments', { query: { ...filter, limit: MOST_AT_ONCE, offset } }))

/** Past appointments without recorded attendance: the oldest ones, and their number. */
export const unconfirmedQuery = (limit: number) =>
  read('/api/appointments/unconfirmed', pageOf, { query: { limit } })

type Details = Answer<'GET /api/appointments/:id'>
/** One change of an appointment's history. */
export type Change = Details['history'][number]
/** What the client was told, and what the client wrote. */
export type Told = Pick<Details, 'messages' | 'replies'>

/** An appointment with its history. */
export const appointmentQuery = (id: number) =>
  read(
    '/api/appointments/:id',
    ({ appointment, history, undelivered = null, limited_mail = null, ...told }: Details) => ({
      appointment: tidy(appointment),
      history,
      undelivered,
      limited_mail,
      // A server of the version before tells none of them.
      card_id: told.card_id ?? null,
      mark: told.mark ?? null,
      messages: told.messages ?? [],
      replies: told.replies ?? [],
    }),
    { params: { id } },
  )

export type ActivityEvent = Answer<'GET /api/appointments/latest'>['happenings'][number]

/** The latest changes of the business's appointments, newest first. */
export const activityQuery = () => read('/api/appointments/latest', ({ happenings }) => happenings)

/** Downloads a list as CSV, for spreadsheets. */
export const downloadCsv = (filter: AppointmentFilter) =>
  download(addressOf('/api/appointments/export.csv', { query: { ...filter } }), 'citas.csv')

/** By a card, from which the form is filled. */
export type EarlierClient = Pick<
  Answer<'GET /api/clients'>['clients'][number],
  'id' | 'client_name' | 'client_phone' | 'client_email' | 'client_id' | 'blocked_at'
>
