import type { QueryClient } from '@tanstack/react-query'
import { whenSessionEnds } from '../../account/session.ts'
import { createQueryClient } from '../../ui/query.ts'

let client: QueryClient | undefined

/**
 * The one cache of the owner's screens. It belongs to a session and ends with it, so it exists only in the
 * browser: the server has no session and fetches nothing for the owner.
 */
export function queryClient(): QueryClient {
  if (import.meta.env.SSR) throw new Error('the cache of a session is asked for on the server')
  return (client ??= create())
}

function create(): QueryClient {
  const created = createQueryClient()
  whenSessionEnds(() => created.clear())
  return created
}
