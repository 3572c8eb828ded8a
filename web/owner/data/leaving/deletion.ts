import type { Body } from '#domain/api/calls.ts'
import { ask, ownerApi } from '../../../account/session.ts'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

/** Whether the business is being deleted, and how many appointments that would cancel. */
export const deletionQuery = () => read('/api/businesses/deletion', ({ success: _, ...state }) => state)

/** Everything shows as the server has it: the business is off, or on again, and its appointments are cancelled. */
async function changed(answer: Promise<unknown>) {
  await answer
  void queryClient().invalidateQueries()
  await ask()
}

export const deleteBusiness = (body: Body<'POST /api/businesses/deletion'>) =>
  changed(ownerApi.post('/api/businesses/deletion', { body }))

export const comeBack = () => changed(ownerApi.delete('/api/businesses/deletion'))
