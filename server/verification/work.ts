import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { createHash, randomUUID } from 'node:crypto'
import type { Db } from '../database/db.ts'
import { installationSecret } from '../installation.ts'
import { parsePayload, spendChallenge } from './altcha.ts'

/**
 * Proof of work that admits one attempt beyond the limit of failures, independent of the installation's human
 * check. `size` is in units of the ordinary check, about a second on a cheap phone.
 */
export interface Work {
  subject: string
  size: number
}

const LIFETIME_MS = 20 * 60_000

async function keysOf(db: Db) {
  const secret = await installationSecret(db, 'work')
  return { hmacSignatureSecret: secret, hmacKeySignatureSecret: `${secret}-key`, deriveKey }
}

/** Signed into the challenge, so that work done for one subject is worthless for another. */
const nameOf = (subject: string) => createHash('sha256').update(subject).digest('base64url')

/** A challenge for the page to solve. */
export async function workFor(db: Db, nowMs: number, { subject, size }: Work) {
  return createChallenge({
    ...(await keysOf(db)),
    algorithm: 'PBKDF2/SHA-256',
    cost: 1_000,
    counter: randomInt(500 * size, 1_500 * size),
    // Checked with our clock; the library would use the machine's.
    data: { for: nameOf(subject), size, until: nowMs + LIFETIME_MS },
  })
}

/** Whether `proof` is a valid solution for this subject and size that was not used before. */
export async function isDone(db: Db, nowMs: number, proof: unknown, { subject, size }: Work) {
  const payload = typeof proof === 'string' && proof ? parsePayload(proof) : undefined
  if (!payload) return false
  const { challenge, solution } = payload
  const { for: whose, size: done, until } = challenge.parameters?.data ?? {}
  if (whose !== nameOf(subject) || !isAtLeast(done, size) || !isAtLeast(until, nowMs)) return false
  const { verified } = await verifySolution({ challenge, solution, ...(await keysOf(db)) }).catch(() => ({
    verified: false,
  }))
  return verified && (await spendChallenge(db, challenge, randomUUID(), nowMs))
}

/** Anybody may have written it, and not of all that JSON holds JavaScript makes a number. */
const isAtLeast = (value: unknown, least: number) => typeof value === 'number' && value >= least
