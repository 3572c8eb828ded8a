import { ownerApi } from '../../../account/session.ts'
import type { SessionCalls } from '../../../ui/sessions/card.tsx'
import { queryClient } from '../client.ts'
import { read } from '../read.ts'

/** The open sessions of the signed-in person. */
export const sessionsQuery = () => read('/api/auth/sessions', ({ sessions }) => sessions)

async function changed(answer: Promise<unknown>) {
  await answer
  await queryClient().invalidateQueries({ queryKey: sessionsQuery().queryKey })
}

export const sessionCalls: SessionCalls = {
  close: (session) => changed(ownerApi.post('/api/auth/sessions/close', { body: { session } })),
  closeOthers: () => changed(ownerApi.post('/api/auth/sessions/close-others')),
}
