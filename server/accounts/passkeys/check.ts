import { PASSKEY_COPIED, PASSKEY_REFUSED } from '#domain/passkey.ts'
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import { randomUUID } from 'node:crypto'
import type { Db } from '../../database/db.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Holder } from '../second-factor-queries.ts'
import { newChallenge, spendChallenge } from './challenges.ts'
import type { Party } from './party.ts'
import { noteUse, passkeyOfCredential, passkeysOf } from './queries.ts'

/** Who is asked: whoever has a passkey of this door, or one person. */
export type Asked = { door: Holder['table'] } | { holder: Holder }

const purposeOf = (asked: Asked) =>
  'door' in asked ? `enter ${asked.door}` : `second step of ${asked.holder.table} ${asked.holder.id}`

/** What a browser is asked to sign; undefined when the person has none. */
export async function questionFor(db: Db, nowMs: number, party: Party, asked: Asked) {
  const known = 'holder' in asked ? await passkeysOf(db, asked.holder) : undefined
  if (known?.length === 0) return undefined
  const allowCredentials = known?.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    transports: transports as AuthenticatorTransport[],
  }))
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newChallenge(db, nowMs, purposeOf(asked)),
    userVerification: 'required',
    timeout: 120_000,
    ...(allowCredentials && { allowCredentials }),
  })
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Checks an answer to such a question, each once.
 * @returns whoever the passkey belongs to, with the password and the second step of before it was checked: whoever is let in by it is
 * not if these changed meanwhile.
 * @throws Refusal 401 for anything but a right one; also for a copy of a passkey, whose counter lags behind.
 */
export async function checkedHolder(
  db: Db,
  nowMs: number,
  party: Party,
  asked: Asked,
  answer: unknown,
): Promise<{ id: number; password_hash: string; has_second_factor: boolean }> {
  const refused = () => new Refusal(401, PASSKEY_REFUSED)
  const response = answer as AuthenticationResponseJSON | null | undefined
  const id = Buffer.from(textOf(response?.id), 'base64url')
  const table = 'door' in asked ? asked.door : asked.holder.table
  const passkey = id.length > 0 && id.length <= 1023 ? await passkeyOfCredential(db, table, id) : undefined
  if (!passkey || ('holder' in asked && asked.holder.id !== passkey.holder_id)) throw refused()
  const { password_hash, has_second_factor } = passkey
  const purpose = purposeOf(asked)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response!,
    expectedChallenge: (challenge) => spendChallenge(db, nowMs, { challenge, purpose, act: randomUUID() }),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // The counter is compared below, in the statement that notes it.
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: new Uint8Array(passkey.public_key),
      counter: 0,
      transports: passkey.transports as AuthenticatorTransport[],
    },
  }).catch((cause: unknown) => {
    throw Object.assign(refused(), { cause })
  })
  if (!verified) throw refused()
  if (!(await noteUse(db, passkey.id, authenticationInfo.newCounter, nowMs)))
    throw new Refusal(401, PASSKEY_COPIED)
  return { id: passkey.holder_id, password_hash, has_second_factor }
}
