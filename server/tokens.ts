import { createHash, randomBytes } from 'node:crypto'

/** What is kept of a token: whoever reads the database cannot use it. */
export interface TokenKey {
  business_id: number
  hash: Buffer
}

/** 256 random bits, with the business's id in front: the key that every table begins with. */
export function newToken(business_id: number): TokenKey & { token: string } {
  const secret = randomBytes(32).toString('base64url')
  return { token: `${business_id}.${secret}`, business_id, hash: hashOf(secret) }
}

/** Undefined for anything that is not shaped like a token. */
export function tokenKey(token: unknown): TokenKey | undefined {
  const parts = typeof token === 'string' ? /^([1-9]\d{0,15})\.([\w-]{43})$/.exec(token) : null
  if (!parts || !Number.isSafeInteger(Number(parts[1]))) return undefined
  return { business_id: Number(parts[1]), hash: hashOf(parts[2]!) }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()
