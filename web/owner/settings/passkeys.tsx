import { useQuery } from '@tanstack/react-query'
import { PasskeysCard } from '../../ui/passkeys/card.tsx'
import { passkeyCalls, passkeysQuery } from '../data/account/passkeys.ts'

/** What the signed-in person signs in with in place of a password. */
export function Passkeys() {
  const { data, isError, refetch } = useQuery(passkeysQuery())
  return (
    <div className="set-main">
      <PasskeysCard state={data} hasFailed={isError} onRetry={() => void refetch()} calls={passkeyCalls} />
    </div>
  )
}
