import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { atMost } from '../at-most.ts'

const derive = promisify(argon2)

// OWASP's second choice of parameters: 19 MiB, two passes, one lane; about 30 ms of one core.
const COST = { memory: 19 * 1024, passes: 2, parallelism: 1, tagLength: 32 }

// Each hash takes 19 MiB and a core: a burst of log-ins waits in line instead of taking the machine.
const inLine = atMost(2)

/** Argon2id, in the usual text form: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inLine(() => derive('argon2id', { ...COST, message: password, nonce }))
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/** Whether `password` is the one that was hashed. */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = hash.split('$')
  const { m, t, p } = Object.fromEntries(cost.split(',').map((part) => part.split('='))) as Record<
    string,
    string
  >
  const expected = Buffer.from(tag, 'base64')
  if (expected.length === 0) return false
  const actual = await inLine(() =>
    derive('argon2id', {
      message: password,
      nonce: Buffer.from(salt, 'base64'),
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
      tagLength: expected.length,
    }),
  )
  return timingSafeEqual(expected, actual)
}

/** A hash that no password has: checking against it takes as long as against a real one. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$bm9ib2R5IGF0IGFsbC4$bm9ib2R5IGF0IGFsbCwgbm9ib2R5IGF0IGFsbCwgLi4`
