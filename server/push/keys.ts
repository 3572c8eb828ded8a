import { createECDH } from 'node:crypto'
import type { Db } from '../database/db.ts'
import { installationSecret } from '../installation.ts'

/** The order of the curve P-256. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** Who we are to push services (RFC 8292): made by this installation, the same for all its processes and for ever. */
export async function vapidKeys(db: Db): Promise<VapidKeys> {
  const secret = Buffer.from(await installationSecret(db, 'vapid'), 'base64url')
  // Any 32 bytes become a key: a number from 1 to below the order.
  const number = (BigInt(`0x${secret.toString('hex')}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return {
    publicKey: curve.getPublicKey().toString('base64url'),
    privateKey: privateKey.toString('base64url'),
  }
}

/** Whether it is the public key of a browser: a point on the curve. */
export function isPublicKey(p256dh: string): boolean {
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  try {
    curve.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
