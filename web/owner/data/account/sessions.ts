import { ownerApi } from '../../../account/session.ts'
import type { SessionCalls } from '../../../ui/sessions/card.tsx'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

/** The open sessions of the signed-in person. */
export const sessionsQuery = () => read('/api/auth/sessions', ({ sessions }) => sessions)

const renew = () => queryClient().invalidateQueries({ queryKey: sessionsQuery().queryKey })

async function changed(answer: Promise<unknown>) {
  // What failed may have been done: its answer may be lost.
  void answer.catch(renew)
  await answer
  await renew()
}

export const sessionCalls: SessionCalls = {
  close: (session) => changed(ownerApi.post('/api/auth/sessions/close', { body: { session } })),
  closeOthers: () => changed(ownerApi.post('/api/auth/sessions/close-others')),
}
