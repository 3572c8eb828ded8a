import { ownerApi } from '../../account/session.ts'
import { queryClient } from './client.ts'
import { read } from './read.ts'

export const mailQuery = () =>
  read('/api/mail/state', ({ stopped, undelivered }) => ({ stopped, undelivered }))

/** Takes these out of the notices, here and for good. */
export function markSeen(ids: number[]) {
  queryClient().setQueryData(mailQuery().queryKey, (state) => state && { ...state, undelivered: [] })
  return ownerApi.post('/api/mail/undelivered/seen', { body: { ids } })
}
