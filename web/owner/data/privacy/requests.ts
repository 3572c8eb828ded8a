import type { Answer, Body } from '#domain/api/calls.ts'
import { ownerApi } from '../../../account/session.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type DataRequest = Answer<'GET /api/data-requests'>['requests'][number]

export const requestsQuery = (state: 'open' | 'answered', page = 1) =>
  read('/api/data-requests', ({ success: _, ...list }) => list, { query: { state, page } })

/** What is held of whoever asked, in words to answer with. */
export const heldOf = async (id: number): Promise<string> => {
  const { held } = await ownerApi.get('/api/data-requests/:id', { params: { id } })
  return held
}

/** Sent again under the same key it is answered once. @throws ApiError */
export async function answerRequest(
  id: number,
  body: Body<'POST /api/data-requests/:id/answer'>,
  key: string,
) {
  await ownerApi.post('/api/data-requests/:id/answer', {
    params: { id },
    body,
    key,
  })
  changed()
}

/** @throws ApiError */
export async function extendRequest(id: number, reason: string, key: string) {
  await ownerApi.post('/api/data-requests/:id/extend', {
    params: { id },
    body: { reason },
    key,
  })
  changed()
}

/** Whoever is erased is in no list any more. */
function changed() {
  void queryClient().invalidateQueries({ queryKey: ['data-requests'] })
  void queryClient().invalidateQueries({ queryKey: ['clients'] })
}
