import type { Answer } from '#domain/api/calls.ts'
import { ownerApi } from '../../../account/session.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type Celebrated = Answer<'GET /api/clients/birthdays'>['clients'][number]

const KEY = ['clients', 'birthdays']

/** The clients whose birthday is this week. */
export const birthdaysQuery = () => ({
  ...read('/api/clients/birthdays', ({ clients, total }) => ({ clients, total })),
  queryKey: KEY,
})

/** Notes that a client was greeted by hand. @throws ApiError */
export async function noteGreeted(id: number): Promise<void> {
  await ownerApi.post('/api/clients/:id/greeted', { params: { id } })
  await queryClient().invalidateQueries({ queryKey: KEY })
}
