import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from '../../database/db.ts'
import { installationSecret } from '../../installation.ts'
import { spendPasskeyChallenge } from './queries.ts'

const NONCE = 16
const TIME = 6
const LIFETIME_MS = 5 * 60_000

const markOf = async (db: Db, purpose: string, head: Buffer) =>
  createHmac('sha256', await installationSecret(db, 'passkeys'))
    .update(`${purpose} `)
    .update(head)
    .digest()

/**
 * What a passkey has to sign. It says by itself what it is for and until when, so that strangers who ask for it fill no
 * table.
 */
export async function newChallenge(db: Db, nowMs: number, purpose: string) {
  const head = Buffer.alloc(NONCE + TIME)
  randomBytes(NONCE).copy(head)
  head.writeUIntBE(nowMs + LIFETIME_MS, NONCE, TIME)
  return new Uint8Array(Buffer.concat([head, await markOf(db, purpose, head)]))
}

/**
 * Uses up a challenge; false for one that is another purpose's, over, or used before. Of two at once one is true; the same
 * act, repeated because its answer was lost, may bring it again.
 */
export async function spendChallenge(
  db: Db,
  nowMs: number,
  { challenge, purpose, act }: { challenge: string; purpose: string; act: string },
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url')
  const head = bytes.subarray(0, NONCE + TIME)
  const mark = bytes.subarray(NONCE + TIME)
  if (mark.length !== 32 || !timingSafeEqual(mark, await markOf(db, purpose, head))) return false
  const untilMs = head.readUIntBE(NONCE, TIME)
  if (untilMs <= nowMs) return false
  return spendPasskeyChallenge(db, { challenge: `passkey ${bytes.toString('base64url')}`, act, untilMs })
}
