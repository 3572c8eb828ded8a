/**
 * A push service on loopback, with the browsers that it serves. It refuses what real ones refuse (a wrong signature, an unknown
 * browser, too long a message), decrypts as browsers do, with code of its own (RFC 8188, 8291, 8292), and misbehaves by name.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What goes wrong: with one browser, or with all until it is taken back. */
export type Misbehaviour =
  | 'not-found' // 404
  | 'gone' // 410
  | 'too-many' // 429
  | 'wait' // 429, with Retry-After: 600
  | 'too-long' // 413
  | 'broken' // 500
  | 'late' // 408
  | 'hang-up' // the connection breaks before anything is read
  | 'hang' // accepted, and no answer comes
  | 'slow' // accepted, and answered after three seconds
  | 'lose-answer' // accepted, and the connection breaks
  | 'endless' // accepted, and the answer does not end

const STATUS: Partial<Record<Misbehaviour, number>> = {
  'not-found': 404,
  gone: 410,
  'too-many': 429,
  wait: 429,
  'too-long': 413,
  broken: 500,
  late: 408,
}

export interface Browser {
  endpoint: string
  p256dh: string
  auth: string
}

export interface Delivered {
  browser: Browser
  title: string
  body?: string
  url: string
  tag: string
  ttl: number
  urgency: string
}

export interface StandIn {
  origin: string
  /** What was accepted, in order; with a lost answer too. */
  delivered: Delivered[]
  /** How many requests came, refused ones too. */
  requests: number
  /** Why requests were refused that no misbehaviour explains. */
  faults: string[]
  misbehave: Misbehaviour | ((endpoint: string) => Misbehaviour | undefined) | undefined
  /** Another browser, with keys of its own. */
  browser(): Browser
  stop(): Promise<void>
}

export async function startPush(): Promise<StandIn> {
  const browsers = new Map<string, Browser & { privateKey: Buffer }>()
  const server = createServer((request, response) => {
    standIn.requests++
    const fault =
      typeof standIn.misbehave === 'function'
        ? standIn.misbehave(standIn.origin + request.url!)
        : standIn.misbehave
    if (fault === 'hang-up') return void request.socket.destroy()
    void bytesOf(request).then((body) => {
      const known = fault && STATUS[fault]
      if (known) return response.writeHead(known, fault === 'wait' ? { 'retry-after': '600' } : {}).end()
      let delivered: Delivered
      try {
        delivered = accepted(request, body)
      } catch (error) {
        standIn.faults.push((error as Error).message)
        return response.writeHead(400).end()
      }
      standIn.delivered.push(delivered)
      if (fault === 'hang') return undefined
      if (fault === 'slow') return void setTimeout(() => response.writeHead(201).end(), 3000)
      if (fault === 'lose-answer') return void response.socket!.destroy()
      if (fault === 'endless') return endless()
      return response.writeHead(201).end()

      function endless() {
        response.writeHead(201)
        const write = () => {
          while (!response.destroyed && response.write('x'.repeat(16_384)));
        }
        response.on('drain', write)
        write()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const standIn: StandIn = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    delivered: [],
    requests: 0,
    faults: [],
    misbehave: undefined,
    browser() {
      const curve = createECDH('prime256v1')
      const browser = {
        endpoint: `${standIn.origin}/send/${randomBytes(24).toString('base64url')}`,
        p256dh: curve.generateKeys().toString('base64url'),
        auth: randomBytes(16).toString('base64url'),
      }
      browsers.set(browser.endpoint, { ...browser, privateKey: curve.getPrivateKey() })
      return browser
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  function accepted(request: IncomingMessage, body: Buffer): Delivered {
    const known = browsers.get(standIn.origin + request.url!)
    if (request.method !== 'POST' || !known) throw new Error('no such browser')
    checkVapid(request.headers.authorization ?? '', standIn.origin)
    if (request.headers['content-encoding'] !== 'aes128gcm') throw new Error('not aes128gcm')
    if (body.length > 4096) throw new Error('longer than services take')
    const { privateKey, ...browser } = known
    return {
      ...JSON.parse(decrypted(body, known).toString('utf8')),
      browser,
      ttl: Number(request.headers['ttl']),
      urgency: String(request.headers['urgency']),
    }
  }
  return standIn
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

/** 'vapid t=<JWT>, k=<public key>' (RFC 8292) */
function checkVapid(authorization: string, origin: string) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const publicKey = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is wrong')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  if (aud !== origin) throw new Error(`for ${aud}`)
  const now = Date.now() / 1000
  if (!(exp > now) || exp > now + 24 * 3600) throw new Error('expires too late, or has expired')
  if (!/^(mailto:.+@.+|https:.+)$/.test(sub)) throw new Error('names nobody to ask')
}

/** The one record of a message (RFC 8188) by the keys of its browser (RFC 8291). */
function decrypted(message: Buffer, browser: Browser & { privateKey: Buffer }): Buffer {
  const salt = message.subarray(0, 16)
  const idLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + idLength)
  const record = message.subarray(21 + idLength)
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(browser.privateKey)
  const secret = curve.computeSecret(sender)
  const own = Buffer.from(browser.p256dh, 'base64url')
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
  const auth = Buffer.from(browser.auth, 'base64url')
  const key = Buffer.from(hkdfSync('sha256', secret, auth, about, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, Buffer.from(`Content-Encoding: ${name}\0`), length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return plain.subarray(0, plain.lastIndexOf(2))
}
