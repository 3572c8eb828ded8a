import { useQuery } from '@tanstack/react-query'
import { SessionsCard } from '../../ui/sessions/card.tsx'
import { sessionCalls, sessionsQuery } from '../data/account/sessions.ts'

/** Where the signed-in person is signed in. */
export function OpenSessions() {
  const { data, isError, refetch } = useQuery(sessionsQuery())
  return (
    <div className="set-main">
      <SessionsCard
        sessions={data}
        hasFailed={isError}
        onRetry={() => void refetch()}
        calls={sessionCalls}
        advice="cambia tu contraseña"
      />
    </div>
  )
}
