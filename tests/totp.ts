/** An app of codes, for tests. */
import { codeOf, stepAt } from '#server/accounts/totp.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows at a moment. */
export function codeAt(secret: string, nowMs: number): string {
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2))
  return codeOf(Buffer.from(bytes), stepAt(nowMs))
}
