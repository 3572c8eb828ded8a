import { useQuery } from '@tanstack/react-query'
import { PasskeysCard } from '../../ui/passkeys/card.tsx'
import { passkeyCalls, passkeysQuery } from '../data/account/passkeys.ts'

/** What the signed-in person signs in with in place of a password. */
export function Passkeys() {
  const { data } = useQuery(passkeysQuery())
  return (
    <div className="set-main">
      <PasskeysCard state={data} calls={passkeyCalls} />
    </div>
  )
}
