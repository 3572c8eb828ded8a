/** The data of the administrator's panel, as queries of one cache that ends with the session. */
import { keepPreviousData, type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { createContext, type RefObject, useContext, useEffect } from 'react'
import type { Answer, Query } from '#domain/api/calls.ts'
import { ApiError } from '../ui/api.ts'
import { createQueryClient, reader } from '../ui/query.ts'
import { FOUR_SECONDS, toast } from '../ui/toast.tsx'
import { adminApi, whenSessionEnds } from './session.ts'

let client: ReturnType<typeof create> | undefined

/** The panel's cache, in the browser only. */
export function adminCache() {
  if (import.meta.env.SSR) throw new Error('the cache of a session is asked for on the server')
  return (client ??= create())
}

function create() {
  const created = createQueryClient()
  whenSessionEnds(() => created.clear())
  return created
}

const read = reader(adminApi)

export const metricsQuery = () => read('/api/admin/metrics', ({ metrics }) => metrics)
export const growthQuery = () => read('/api/admin/growth', ({ months }) => months)
export const auditQuery = (limit: number) =>
  read('/api/admin/audit', ({ acts }) => acts, { query: { limit } })
export const secondFactorQuery = () => read('/api/admin/second-factor', ({ success: _, ...state }) => state)
export const sessionsQuery = () => read('/api/admin/sessions', ({ sessions }) => sessions)
export const passkeysQuery = () => read('/api/admin/passkeys', ({ success: _, ...state }) => state)
export const mailQuery = () => read('/api/admin/mail', ({ stopped }) => stopped)
export const whatsAppQuery = () =>
  read('/api/admin/whatsapp', ({ disconnected_since, templates }) => ({ disconnected_since, templates }))
export const namesQuery = () => read('/api/admin/sender-names', ({ names }) => names)
export const reportsQuery = () => read('/api/admin/reports', ({ reports }) => reports)
export const businessesQuery = (query: Query<'GET /api/admin/businesses'>) =>
  read('/api/admin/businesses', ({ businesses, total }) => ({ businesses, total }), { query })

export const businessQuery = (id: number) =>
  read('/api/admin/businesses/:id', ({ business, figures, acts }) => ({ business, figures, acts }), {
    params: { id },
  })

export type BusinessView = Pick<Answer<'GET /api/admin/businesses/:id'>, 'business' | 'figures' | 'acts'>
export type Business = Answer<'GET /api/admin/businesses'>['businesses'][number]
export type Metrics = Answer<'GET /api/admin/metrics'>['metrics']
export type Month = Answer<'GET /api/admin/growth'>['months'][number]
export type WaitingName = Answer<'GET /api/admin/sender-names'>['names'][number]
export type Report = Answer<'GET /api/admin/reports'>['reports'][number]
export type AuditEntry = Answer<'GET /api/admin/audit'>['acts'][number]

/** The queries that the panel starts with. */
export const firstQueries = () => [metricsQuery()]

/** Whether the toast of a failed load is showing: one is enough for all parts of the panel. */
export const FailureToastContext = createContext<RefObject<boolean>>({ current: false })

/** The latest answer of a query, or the previous one while a new one loads; a failure shows a toast. */
export function useLoaded<T, K extends QueryKey>(query: UseQueryOptions<T, Error, T, K>) {
  const isShowing = useContext(FailureToastContext)
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    placeholderData: keepPreviousData as never,
  })
  useEffect(() => {
    // A 401 has ended the session, so nothing here is shown any more.
    // What is not there is said in its place.
    if (!error || isStatus(error, 401) || isStatus(error, 404) || isShowing.current) return
    isShowing.current = true
    setTimeout(() => (isShowing.current = false), FOUR_SECONDS.duration)
    toast.error('Error cargando datos del panel', FOUR_SECONDS)
  }, [error, isShowing])
  return {
    data,
    isLoading: isFetching,
    isFailed: error !== null && !isFetching,
    isMissing: isStatus(error, 404),
    reload: () => void refetch(),
  }
}

const isStatus = (error: unknown, status: number) => error instanceof ApiError && error.status === status
