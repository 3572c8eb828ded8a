import { createChallenge, randomInt, verifySolution, type Challenge, type Payload } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Db } from '../db.ts'
import { FALLBACK_TOKEN, type Verifier } from './verifier.ts'

const LIFETIME_MS = 20 * 60_000

/**
 * Proof of work, without any third party: the page's worker spends about a second of a cheap phone's time.
 * The secret is the installation's, so that several processes accept each other's challenges; a solved challenge is
 * good for one act.
 */
export function altchaVerifier({ db, now, secret }: { db: Db; now: () => number; secret: string }): Verifier {
  const keys = { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}-key`, deriveKey }

  return {
    page: { provider: 'altcha' },
    challenge: () =>
      createChallenge({
        ...keys,
        algorithm: 'PBKDF2/SHA-256',
        cost: 1_000,
        counter: randomInt(500, 1_500),
        expiresAt: new Date(now() + LIFETIME_MS),
      }),
    async verify(token, { use }) {
      if (typeof token !== 'string' || token === '') return 'missing'
      if (token === FALLBACK_TOKEN) return 'unverified'
      const payload = parsePayload(token)
      if (!payload) return 'failed'
      const { challenge, solution } = payload
      try {
        // Named one by one: a payload may hold more than these, and nothing of it may pass for our keys.
        if (!(await verifySolution({ challenge, solution, ...keys })).verified) return 'failed'
      } catch {
        return 'failed'
      }
      return (await spend(db, challenge, use, now())) ? 'verified' : 'failed'
    },
  }
}

function parsePayload(token: string): Payload | undefined {
  try {
    const payload = JSON.parse(Buffer.from(token, 'base64').toString()) as Payload
    return payload.challenge && payload.solution ? payload : undefined
  } catch {
    return undefined
  }
}

/** The first act takes the challenge; the same act may bring it again. */
async function spend(db: Db, challenge: Challenge, use: string, nowMs: number): Promise<boolean> {
  await db
    .insertInto('spent_challenges')
    .values({
      challenge: challenge.signature ?? '',
      used_for: use,
      expires_at: new Date(nowMs + LIFETIME_MS).toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('spent_challenges')
    .select('used_for')
    .where('challenge', '=', challenge.signature ?? '')
    .executeTakeFirst()
  return row?.used_for === use
}
