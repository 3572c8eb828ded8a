import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { fairQueue, QueueFull, type Lane } from '../turns/fair-queue.ts'
import { busy } from '../turns/in-turn.ts'
import { siteOf } from '../limits/network.ts'
import { COST } from './hash-cost.ts'

const derive = promisify(argon2)

// Each hash takes 19 MiB and a core, so a burst of log-ins is queued. The longest wait is about four seconds.
// However many networks strangers have, whoever was here before finds a place.
const line = fairQueue({ atOnce: 2, perLane: 48, perGroup: 96, total: 256, strangers: 192 })

// Used for the installation itself and for signed-in users.
const OWN: Lane = { lane: 'own', isKnown: true }

/** Whether strangers' places are taken, so that only known ones can sign in at the moment. */
export const isCrowded = line.isFull

/** A stranger's lane is a network's; those of a /48 of IPv6 share one turn. */
async function inLine<T>({ lane, isKnown = false }: Lane, work: () => Promise<T>): Promise<T> {
  try {
    return await line.run({ lane, group: isKnown ? lane : siteOf(lane), isKnown }, work)
  } catch (error) {
    throw error instanceof QueueFull ? busy() : error
  }
}

/**
 * Hashes with Argon2id, in the usual text form: `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`.
 * @throws Refusal 503 when too many wait.
 */
export async function hashPassword(password: string, lane: Lane = OWN): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await inLine(lane, () => derive('argon2id', { ...COST, message: password, nonce }))
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

/**
 * Whether `password` matches the hash.
 * @throws Refusal 503 when too many wait.
 */
export async function passwordMatches(password: string, hash: string, lane: Lane = OWN): Promise<boolean> {
  const [, , , cost = '', salt = '', tag = ''] = hash.split('$')
  const { m, t, p } = Object.fromEntries(cost.split(',').map((part) => part.split('='))) as Record<
    string,
    string
  >
  const expected = Buffer.from(tag, 'base64')
  if (expected.length === 0) return false
  const actual = await inLine(lane, () =>
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

/** A hash that no password matches: checking against it takes as long as against a real one. */
export const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$bm9ib2R5IGF0IGFsbC4$bm9ib2R5IGF0IGFsbCwgbm9ib2R5IGF0IGFsbCwgLi4`
