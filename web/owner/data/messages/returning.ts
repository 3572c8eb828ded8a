import type { Answer } from '#domain/api/calls.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { ownerApi } from '../../../account/session.ts'
import { PAGE } from '../../../ui/listing/use-listing.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type ReturningClient = Answer<'GET /api/clients/returning'>['clients'][number]

const KEY = ['clients', 'returning']

/** A page of the clients whose time to come back has come. */
export const returningQuery = (offset: number) => ({
  ...read('/api/clients/returning', ({ clients, total }) => ({ clients, total }), {
    query: { limit: PAGE, offset },
  }),
  queryKey: [...KEY, String(offset)],
  placeholderData: keepPreviousData,
})

/** Notes that a client was told: not in the list for a month. @throws ApiError */
export async function noteRecalled({ id }: ReturningClient): Promise<void> {
  await ownerApi.post('/api/clients/:id/recalled', { params: { id } })
  await queryClient().invalidateQueries({ queryKey: KEY })
}
