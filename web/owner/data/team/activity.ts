import type { Answer } from '#domain/api/calls.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { ownerApi } from '../../../account/session.ts'

const PAGE_SIZE = 30

/** Who did what, the latest first, page by page; of one person and one day, if they are given. */
export const activityQuery = (filter: { date?: string; user_id?: number }) =>
  infiniteQueryOptions({
    queryKey: ['activity', filter],
    queryFn: ({ pageParam: before }) => {
      const query = { ...filter, limit: PAGE_SIZE, ...(before !== undefined && { before }) }
      return ownerApi.get('/api/activity', { query })
    },
    initialPageParam: undefined as number | undefined,
    // What happens meanwhile comes first, and moves no page.
    getNextPageParam: ({ activity, has_more }: Answer<'GET /api/activity'>) =>
      has_more ? activity.at(-1)?.id : undefined,
  })
