import { createChallenge, randomInt, verifySolution, type Challenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Db } from '../database/db.ts'
import { FALLBACK_TOKEN, type Verifier } from './verifier.ts'

const LIFETIME_MS = 20 * 60_000

/**
 * Proof of work without a third party: a worker of the page computes for about a second on a cheap phone.
 * The secret is the installation's, so that its processes accept each other's challenges; a solved challenge
 * is valid for one act.
 */
export function altchaVerifier({ db, now, secret }: { db: Db; now: () => number; secret: string }): Verifier {
  const keys = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}-key`, deriveKey }

  return {
    page: { provider: 'altcha' },
    isSized: true,
    challenge: (size = 1) =>
      createChallenge({
        ...keys,
        algorithm: 'PBKDF2/SHA-256',
        cost: 1_000,
        counter: randomInt(Math.round(500 * size), Math.round(1_500 * size)),
        expiresAt: new Date(now() + LIFETIME_MS),
        data: { size },
      }),
    async verify(token, { use, size = 1 }) {
      if (typeof token !== 'string' || token === '') return 'missing'
      if (token === FALLBACK_TOKEN) return 'unverified'
      const payload = parsePayload(token)
      if (!payload) return 'failed'
      const { challenge, solution } = payload
      try {
        // Where it says more than it was signed with, the signature fails.
        if (Number(challenge.parameters?.data?.size ?? 1) < size) return 'failed'
        // Copied by name: a payload may hold more than these, and nothing else of it may pass for our keys.
        if (!(await verifySolution({ challenge, solution, ...keys })).verified) return 'failed'
      } catch {
        return 'failed'
      }
      return (await spendChallenge(db, challenge, use, now())) ? 'verified' : 'failed'
    },
  }
}

/** Undefined for what is no answer to a challenge. */
export function parsePayload(token: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as Payload
    return payload.challenge && payload.solution ? payload : undefined
  } catch {
    return undefined
  }
}

/** The first act consumes the challenge; a repetition of the same act may present it again. */
export async function spendChallenge(
  db: Db,
  challenge: Challenge,
  use: string,
  nowMs: number,
): Promise<boolean> {
  const first = await db
    .insertInto('spent_challenges')
    .values({
      challenge: challenge.signature ?? '',
      used_for: use,
      expires_at: new Date(nowMs + LIFETIME_MS).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('used_for')
    .executeTakeFirst()
  if (first) return true
  const row = await db
    .selectFrom('spent_challenges')
    .select('used_for')
    .where('challenge', '=', challenge.signature ?? '')
    .executeTakeFirst()
  return row?.used_for === use
}
