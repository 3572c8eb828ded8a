/** Stores the agenda of today and tomorrow in this browser, for reading it offline. */
import { experimental_createQueryPersister as createPersister } from '@tanstack/query-persist-client-core'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { keepForLater, keptForLater, type SessionBusiness } from '../../account/session.ts'
import type { Appointment } from '../data/appointment.ts'
import { agendaQuery } from '../data/appointments.ts'
import { daysIn } from '../data/days.ts'

/** Waits until the screen has loaded its own data. */
const FIRST_MS = 2_000
const REFRESH_MS = 10 * 60_000

/** The fields needed when the client arrives; no other personal data is stored. */
const FIELDS = [
  'id',
  'client_name',
  'client_phone',
  'service_name',
  'professional_name',
  'notes',
  'appointment_date',
  'appointment_time',
  'duration_minutes',
  'status',
  'attendance_status',
  'rescheduled_from',
] as const

export type KeptAppointment = Pick<Appointment, (typeof FIELDS)[number]>

export interface KeptAgenda {
  /** The id of the business. */
  business: number
  /** When the server sent it, in milliseconds since 1970. */
  at: number
  /** The dates included, YYYY-MM-DD. */
  dates: string[]
  appointments: KeptAppointment[]
}

/** Stored beside the session, in the same storage, and removed with it. */
const { persisterFn } = createPersister<KeptAgenda>({
  storage: {
    getItem: () => keptForLater<KeptAgenda>(),
    setItem: (_, agenda) => keepForLater(agenda),
    removeItem: () => {},
  },
  maxAge: Infinity,
  refetchOnRestore: false,
  serialize: ({ state }) => state.data as KeptAgenda,
  deserialize: (agenda) => ({
    buster: '',
    queryKey: [],
    queryHash: '',
    state: { data: agenda, dataUpdatedAt: agenda.at, errorUpdatedAt: 0 } as never,
  }),
})

const KEY = ['kept']

/** The stored agenda, and the server's as soon as it can be reached. */
export const keptQuery = (business: SessionBusiness) =>
  queryOptions({
    queryKey: KEY,
    staleTime: 0,
    queryFn: ({ client }) =>
      agendaNow(client, business).catch((error: Error) => {
        // Keeps the stored agenda, with its age.
        const before = client.getQueryData<KeptAgenda>(KEY)
        if (before) return before
        throw error
      }),
    persister: persisterFn as never,
  })

async function agendaNow(client: QueryClient, business: SessionBusiness): Promise<KeptAgenda> {
  const days = daysIn(business.timezone)
  const appointments = await client.fetchQuery(agendaQuery(days))
  return {
    business: business.id,
    at: Date.now(),
    dates: [days.today, days.tomorrow],
    appointments: appointments.map(needed),
  }
}

/** Refreshes the stored agenda while a screen is open; failures are not shown. */
export function useKeptAgenda(business: SessionBusiness) {
  const [openedAt] = useState(Date.now)
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), FIRST_MS)
    return () => clearTimeout(timer)
  }, [])
  const options = { ...keptQuery(business), enabled: isTime, refetchInterval: REFRESH_MS }
  const { data, refetch } = useQuery(options)
  // The stored one is restored first.
  const isOld = data !== undefined && data.at < openedAt
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])
}

const needed = (appointment: Appointment) =>
  Object.fromEntries(FIELDS.map((name) => [name, appointment[name]])) as unknown as KeptAppointment
