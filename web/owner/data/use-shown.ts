import { useQuery, useQueryClient, type UseQueryOptions } from '@tanstack/react-query'
import { ApiError } from '../../ui/api.ts'
import { useFailureToast } from '../parts/use-failure-toast.ts'
import { isOfLoader } from './loader.ts'

/**
 * `isPrevious`: the previous page is shown while the requested one loads. `isMissing`: there is no such thing, or not for who asks.
 */
export type Shown<T> =
  | { status: 'loading'; data?: undefined; retry: () => void }
  | {
      status: 'failed'
      data?: undefined
      error: Error
      isMissing: boolean
      retry: () => void
    }
  | { status: 'ready'; data: T; isPrevious: boolean; retry: () => void }

/**
 * Data that a screen requires: cached data shows at once and is refreshed behind it. `literal` is the toast
 * of a failure that leaves the screen empty; a failed refresh is not announced, nor what does not exist: what is gone by
 * then is shown no longer. Undefined when another query announces the failure.
 */
export function useShown<T, K extends readonly unknown[]>(
  query: UseQueryOptions<T, Error, T, K>,
  literal: string | undefined,
): Shown<T> {
  const before = useQueryClient().getQueryState<T, Error>(query.queryKey)
  const options = { ...query, retryOnMount: !isOfLoader(before?.error) }
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(options)
  const isGone = error !== null && isMissing(error)
  const failure = isGone || (data === undefined && !isFetching) ? error : null
  useFailureToast(failure && literal && !isMissing(failure) ? failure : null, () => literal!)
  const retry = () => void refetch()
  if (data !== undefined && !isGone) return { status: 'ready', data, isPrevious: isPlaceholderData, retry }
  return failure && !isRefused(failure)
    ? { status: 'failed', error: failure, isMissing: isMissing(failure), retry }
    : { status: 'loading', retry }
}

const isRefused = (error: Error) => error instanceof ApiError && error.status === 401
const isMissing = (error: Error) => error instanceof ApiError && error.status === 404
