import { createHmac, timingSafeEqual } from 'node:crypto'

// RFC 6238 with what every app takes: SHA-1, six digits, thirty seconds.
const STEP_MS = 30_000
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const stepAt = (nowMs: number): number => Math.floor(nowMs / STEP_MS)

/** The code of a step, six digits. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** The step, of the present one and its two neighbours, to which a code belongs: phones' clocks differ. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | undefined {
  const now = stepAt(nowMs)
  const typed = Buffer.from(code)
  return [now - 1, now, now + 1]
    .filter((step) => {
      const right = Buffer.from(codeOf(secret, step))
      return right.length === typed.length && timingSafeEqual(right, typed)
    })
    .at(-1)
}

/** A secret as apps take it. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

/** What an app reads from the QR code. */
export const totpUri = (secret: string, account: string): string =>
  `otpauth://totp/enpunto:${encodeURIComponent(account)}?secret=${secret}&issuer=enpunto&digits=6&period=30`
