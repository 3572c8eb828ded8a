import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

/** CBOR of what an authenticator writes: integers, bytes, texts and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255])
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Buffer)])
  return Buffer.concat([head(5, value.size), ...entries])
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

interface Asked {
  challenge: string
  rpId?: string
  rp?: { id?: string }
}

export interface Habits {
  origin?: string
  rpId?: string
  /** Whether whoever uses it was asked for a finger, a face or a PIN. */
  isVerified?: boolean
  counter?: number
}

/** A passkey of this test: an authenticator with one key, which does what it is told, also what no real one does. */
export class Passkey {
  id = randomBytes(32)
  counter = 0
  #pair: { publicKey: KeyObject; privateKey: KeyObject } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  origin: string

  constructor(origin: string) {
    this.origin = origin
  }

  #authData(rpId: string, isVerified: boolean, counter: number, credential = Buffer.alloc(0)) {
    const flags = 1 | (isVerified ? 4 : 0) | (credential.length > 0 ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential])
  }

  #client(type: string, challenge: string, origin: string) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** What a browser answers when a passkey is made. */
  made(asked: Asked, { origin = this.origin, rpId = asked.rp!.id!, isVerified = true }: Habits = {}) {
    const { x, y } = this.#pair.publicKey.export({ format: 'jwk' })
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ])
    const length = Buffer.from([this.id.length >> 8, this.id.length & 255])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cbor(key)])
    const authData = this.#authData(rpId, isVerified, this.counter, credential)
    const attestation = cbor(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]),
    )
    return this.#answer({
      clientDataJSON: this.#client('webauthn.create', asked.challenge, origin),
      attestationObject: attestation,
    })
  }

  /** What a browser answers when it signs in. */
  signed(asked: Asked, habits: Habits = {}) {
    const { origin = this.origin, rpId = asked.rpId!, isVerified = true } = habits
    const counter = habits.counter ?? (this.counter += 1)
    const clientDataJSON = this.#client('webauthn.get', asked.challenge, origin)
    const authenticatorData = this.#authData(rpId, isVerified, counter)
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
      this.#pair.privateKey,
    )
    return this.#answer({ clientDataJSON, authenticatorData, signature })
  }

  #answer(parts: Record<string, Buffer>) {
    const id = this.id.toString('base64url')
    const response = Object.fromEntries(
      Object.entries(parts).map(([name, bytes]) => [name, bytes.toString('base64url')]),
    )
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { ...response, transports: ['internal'] },
    }
  }
}
