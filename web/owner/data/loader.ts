import type { FetchQueryOptions } from '@tanstack/react-query'
import { pageSession, startSession } from '../../account/session.ts'
import { queryClient } from './client.ts'
import { type Days, daysIn } from './days.ts'

/** The first queries of a screen. */
export type ScreenQueries = (
  days: Days,
) => Pick<FetchQueryOptions<any, any, any, any>, 'queryKey' | 'queryFn'>[]

/**
 * A route's `clientLoader`: starts the screen's queries without waiting. The screen finds them in the cache,
 * already answered (and then refreshed) or in progress.
 */
export const starts = (queries: ScreenQueries) => () => {
  const hasSession = startSession()
  const { timezone, access } = pageSession()?.business ?? {}
  // What others than owners may ask, the screen knows once it shows.
  const isOwner = access === undefined || access.role === 'owner'
  if (hasSession && timezone && isOwner)
    for (const query of queries(daysIn(timezone)))
      queryClient()
        .fetchQuery(query)
        .catch((error: object) => failures.add(error))
  return null
}

const failures = new WeakSet<object>()

/** Whether a loader's request failed: the screen then shows the failure instead of asking again. */
export const isOfLoader = (error: Error | null | undefined): boolean =>
  error instanceof Error && failures.has(error)

/** Rendered until the loader has run: nothing, like the frame around it. */
export const HydrateFallback = () => null
