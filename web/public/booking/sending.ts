/** What sending a booking needs, apart from the first script: loaded with the steps after the choice. */
import { forgetVerification, verificationToken } from '../../ui/verification.ts'
import { type Answer, type Attempt, type Begun, deliver, newKey } from './attempt.ts'
import type { Site } from '../../context.ts'
import type { WholeChoice } from '../business/types.ts'
import type { Client } from './client/client.ts'
import { type Booked, payloadOf, sameBooking } from './client/payload.ts'

/** The server reads this as "could not be checked". */
const FALLBACK_TOKEN = 'fallback-token'

/** The proof that a person books; empty when the provider gives none. */
export const proof = (verification: Site['verification']): Promise<string> =>
  verificationToken(verification, 'booking').catch(() => FALLBACK_TOKEN)

/** A new attempt, or one more under the key of the one before if it was the same booking and nobody knows what became of it. */
export function attemptFor(
  before: Begun | undefined,
  business: Booked,
  choice: WholeChoice,
  client: Client,
  token: string,
): Attempt {
  const payload = payloadOf(business, choice, client, token)
  const isSame = before && sameBooking(payloadOf(business, before.choice, before.client, token), payload)
  return { key: newKey(), choice, client, payload, at: Date.now(), ...(isSame && before) }
}

/** Sends it until there is an answer; a proof is good for one. */
export async function sent(attempt: Attempt, onLost: (retryNow: () => void) => void): Promise<Answer> {
  const answer = await deliver(attempt, onLost)
  if (answer.status < 500) forgetVerification()
  return answer
}
