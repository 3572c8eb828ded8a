import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'

/** What a page sends for the challenge of a 429, as `web/with-work.ts` does. */
export async function workDone(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { proof_of_work: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') }
}
