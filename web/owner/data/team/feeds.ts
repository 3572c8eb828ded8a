import type { Answer, Body } from '#domain/api/calls.ts'
import { ownerApi } from '../../../account/session.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type Feed = Answer<'GET /api/feeds'>['feeds'][number]

/** The agendas that calendars elsewhere read; the addresses themselves are told once, when they are made. */
export const feedsQuery = () => read('/api/feeds', ({ feeds }) => feeds)

async function changed<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } finally {
    void queryClient().invalidateQueries({ queryKey: feedsQuery().queryKey })
  }
}

/** Makes the address of an agenda; the one before ends. */
export const makeFeed = (body: Body<'POST /api/feeds'>) => changed(ownerApi.post('/api/feeds', { body }))

export const removeFeed = (id: number) => changed(ownerApi.delete('/api/feeds/:id', { params: { id } }))
