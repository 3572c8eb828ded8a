import type { Answer } from '#domain/api/calls.ts'
import { ownerApi } from '../../../account/session.ts'
import { clientsChanged } from '../clients.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

export type Health = Omit<Answer<'GET /api/clients/:id/health'>, 'success'>

/** Under a key of its own, because each reading is noted: nothing else makes it stale, and it is kept no longer than it shows. */
const keyOf = (id: number) => ['client-health', String(id)]

/** The notes on a client's health. */
export const healthQuery = (id: number) => ({
  ...read('/api/clients/:id/health', ({ consent, notes }): Health => ({ consent, notes }), {
    params: { id },
  }),
  queryKey: keyOf(id),
  staleTime: Infinity,
  gcTime: 0,
})

async function changed(id: number) {
  await queryClient().invalidateQueries({ queryKey: keyOf(id) })
  clientsChanged()
}

export async function addHealthNote(
  id: number,
  note: { body: string; agreed: boolean; responsible: string },
  key: string,
) {
  await ownerApi.post('/api/clients/:id/health', { params: { id }, body: note, key })
  await changed(id)
}

export async function removeHealthNote(id: number, note: number) {
  await ownerApi.delete('/api/clients/:id/health/:note', { params: { id, note } })
  await changed(id)
}

/** The client agrees no more. */
export async function endHealthConsent(id: number) {
  await ownerApi.delete('/api/clients/:id/health', { params: { id } })
  await changed(id)
}
