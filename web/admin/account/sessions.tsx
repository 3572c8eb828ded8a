import { SessionsCard, type SessionCalls } from '../../ui/sessions/card.tsx'
import { adminCache, sessionsQuery, useLoaded } from '../queries.ts'
import { adminApi } from '../session.ts'

const renew = () => adminCache().invalidateQueries({ queryKey: sessionsQuery().queryKey })

async function changed(answer: Promise<unknown>) {
  // What failed may have been done: its answer may be lost.
  void answer.catch(renew)
  await answer
  await renew()
}

const calls: SessionCalls = {
  close: (session) => changed(adminApi.post('/api/admin/sessions/close', { body: { session } })),
  closeOthers: () => changed(adminApi.post('/api/admin/sessions/close-others')),
}

/** The administrator's own. */
export function AdministratorSessions() {
  const { data, isFailed, reload } = useLoaded(sessionsQuery())
  return (
    <SessionsCard
      sessions={data}
      hasFailed={isFailed}
      onRetry={reload}
      calls={calls}
      advice="pide otra contraseña a quien opera el servidor"
    />
  )
}
