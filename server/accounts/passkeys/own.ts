import {
  MOST_PASSKEYS,
  PASSKEY_ELSEWHERE,
  PASSKEY_GONE,
  PASSKEY_LATE,
  PASSKEY_REFUSED,
  PASSKEYS_FULL,
} from '#domain/passkey.ts'
import {
  type AuthenticatorTransport,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { createHmac } from 'node:crypto'
import { spend } from '../../limits/attempts.ts'
import type { Db } from '../../database/db.ts'
import { installationSecret } from '../../installation.ts'
import { Refusal } from '../../http/refusal.ts'
import { ensureAtScreen, lockedAsker } from '../devices/asker.ts'
import type { Change } from '../second-factor.ts'
import { holderFacts, type Holder } from '../second-factor-queries.ts'
import { newChallenge, spendChallenge } from './challenges.ts'
import type { Party } from './party.ts'
import { deletePasskey, insertPasskey, passkeysOf, renamePasskey } from './queries.ts'

/** Bound to the session that asks. */
const purposeOf = ({ holder, keep }: Change) =>
  `add to ${holder.table} ${holder.id} in ${keep.toString('hex')}`

/** By which an authenticator knows that two passkeys are of one person; nobody else learns who it is. */
async function handleOf(db: Db, { table, id }: Holder) {
  const secret = await installationSecret(db, 'passkeys')
  return new Uint8Array(createHmac('sha256', secret).update(`person ${table} ${id}`).digest())
}

export async function listPasskeys(db: Db, holder: Holder) {
  const all = await passkeysOf(db, holder)
  return all.map(({ id, name, created_at, last_used_at }) => ({ id, name, created_at, last_used_at }))
}

/**
 * What a browser makes a passkey from, for whoever proves by the password that they are at the screen.
 * @throws Refusal 400 for a wrong password, 409 when there are too many, 429.
 */
export async function setUpPasskey(db: Db, nowMs: number, party: Party, change: Change, password: string) {
  const { holder } = change
  await ensureAtScreen(db, nowMs, change, password)
  // After the password: whoever has a stolen session only uses up nothing of it.
  await spend(db, nowMs, [{ subject: `passkeys made by ${holder.table} ${holder.id}`, max: 30, minutes: 60 }])
  const [{ email }, known] = await Promise.all([holderFacts(db, holder), passkeysOf(db, holder)])
  if (known.length >= MOST_PASSKEYS) throw new Refusal(409, PASSKEYS_FULL)
  return generateRegistrationOptions({
    rpName: 'enpunto',
    rpID: party.id,
    userName: email,
    userDisplayName: email,
    userID: await handleOf(db, holder),
    challenge: await newChallenge(db, nowMs, purposeOf(change)),
    timeout: 120_000,
    attestationType: 'none',
    excludeCredentials: known.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      transports: transports as AuthenticatorTransport[],
    })),
    // Found without an e-mail, and unlocked by its owner: a passkey alone is two factors.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/**
 * Adds the passkey that a browser made. Repeated, because the answer was lost, it changes nothing.
 * @throws Refusal 400 for one that was not made for this session, or too late; 409 for another account's.
 */
export async function addPasskey(
  db: Db,
  nowMs: number,
  party: Party,
  change: Change,
  { name, answer }: { name: string; answer: unknown },
) {
  const response = answer as RegistrationResponseJSON
  const act = `add ${String(response?.id).slice(0, 1400)}`
  let isLate = false
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: async (challenge) => {
      const isOpen = await spendChallenge(db, nowMs, { challenge, purpose: purposeOf(change), act })
      isLate = !isOpen
      return isOpen
    },
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
  }).catch((cause: unknown) => {
    throw Object.assign(new Refusal(400, isLate ? PASSKEY_LATE : PASSKEY_REFUSED), { cause })
  })
  if (!verified) throw new Refusal(400, PASSKEY_REFUSED)
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  const credential_id = Buffer.from(id, 'base64url')
  const row = {
    credential_id,
    public_key: Buffer.from(publicKey),
    counter,
    transports: transports.slice(0, 10).map((transport) => String(transport).slice(0, 20)),
    name,
  }
  const { holder, told } = change
  await db.transaction().execute(async (tx) => {
    // Of two at once the second sees how many the first left.
    await lockedAsker(tx, change)
    const known = await passkeysOf(tx, holder)
    if (known.some((one) => one.credential_id.equals(credential_id))) return
    if (known.length >= MOST_PASSKEYS) throw new Refusal(409, PASSKEYS_FULL)
    if (!(await insertPasskey(tx, holder, row, nowMs))) throw new Refusal(409, PASSKEY_ELSEWHERE)
    await told(tx, 'passkey_added')
  })
}

/** @throws Refusal 404 for one that is gone, or another's. */
export async function renameOwn(db: Db, holder: Holder, id: number, name: string) {
  if (!(await renamePasskey(db, holder, id, name))) throw new Refusal(404, PASSKEY_GONE)
}

/**
 * Removes a passkey, with the password; one that is gone is no fault.
 * @throws Refusal 400 for a wrong password, 429.
 */
export async function removePasskey(db: Db, nowMs: number, change: Change, id: number, password: string) {
  const { holder, told } = change
  const proven = await ensureAtScreen(db, nowMs, change, password)
  await db.transaction().execute(async (tx) => {
    await lockedAsker(tx, change, proven)
    if (await deletePasskey(tx, holder, id)) await told(tx, 'passkey_removed')
  })
}
