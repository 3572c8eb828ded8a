/** The query cache of the owner's and the administrator's panels. No visitor's page loads it. */
import { QueryClient, queryOptions } from '@tanstack/react-query'
import type { Answer, CallRequest, KeyOf, Path } from '#domain/api/calls.ts'
import { type Api, addressOf } from './api.ts'

/**
 * The age at which data are fetched again when a screen opens; a loader's fresh data are not fetched twice.
 */
export const YOUNG_MS = 5_000

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: YOUNG_MS,
        // Failures are reported at once, and people retry when they like; the browser's own online state is
        // not reliable enough.
        retry: false,
        networkMode: 'always',
        // Live events and explicit refreshes invalidate data.
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  })

type Get<P extends string> = KeyOf<'GET', P>

/**
 * Makes queries of the GET calls of one kind of session; `pick` selects the cached part of the answer. A
 * query's key is its address in pieces, so that related queries share a prefix: ['appointments'] also matches
 * ['appointments', '?from=2026-11-22'].
 */
export const reader = (api: Api) => {
  /** A GET of domain/api/calls.ts. */
  return function read<P extends Path<'GET'>, Data>(
    path: P,
    pick: (answer: Answer<Get<P>>) => Data,
    ...request: object extends CallRequest<Get<P>>
      ? [request?: CallRequest<Get<P>>]
      : [request: CallRequest<Get<P>>]
  ) {
    const address = addressOf(path, (request[0] ?? {}) as { params?: object; query?: object })
    return queryOptions({
      queryKey: keyOf(address),
      queryFn: async () => pick(await (api.get as (path: string) => Promise<Answer<Get<P>>>)(address)),
    })
  }
}

/** '/api/appointments/7?full=1' → ['appointments', '7', '?full=1'] */
const keyOf = (address: string): string[] => address.replace('/api/', '').split(/\/|(?=\?)/)

/** The address that a query fetches. */
export const askedBy = (queryKey: readonly unknown[]): string =>
  `/api/${queryKey.join('/').replace('/?', '?')}`
