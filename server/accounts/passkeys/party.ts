import { NO_PASSKEYS } from '#domain/passkey.ts'
import { isIP } from 'node:net'
import { Refusal } from '../../http/refusal.ts'

/** For whom passkeys are made: the public address, and its name. */
export interface Party {
  origin: string
  id: string
}

/** Undefined where browsers make none: at an address of numbers, or without TLS. */
export function partyOf({ publicUrl }: { publicUrl: string }): Party | undefined {
  const { origin, hostname, protocol } = new URL(publicUrl)
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSecure && !isIP(hostname.replace(/^\[|\]$/g, '')) ? { origin, id: hostname } : undefined
}

/** @throws Refusal 404 where there are none. */
export function ensureParty(party: Party | undefined): Party {
  if (!party) throw new Refusal(404, NO_PASSKEYS)
  return party
}
