import { useQuery } from '@tanstack/react-query'
import { SecondFactorCard } from '../../ui/second-factor/card.tsx'
import { secondFactorCalls, secondFactorQuery } from '../data/account/second-factor.ts'

/** The second step of the signed-in person's own log-in. */
export function SecondFactor() {
  const { data: state, isError, refetch } = useQuery(secondFactorQuery())
  return (
    <div className="set-main">
      <SecondFactorCard
        state={state}
        hasFailed={isError}
        onRetry={() => void refetch()}
        calls={secondFactorCalls}
      />
    </div>
  )
}
