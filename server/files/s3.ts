import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import type { S3Settings } from '../settings/backup.ts'
import type { FileStore } from './files.ts'

const PATIENCE_MS = 15_000

/** What a store answered that was no success: the status, and its own code where it named one. */
export class S3Error extends Error {
  readonly status: number
  readonly code: string | undefined

  constructor(message: string, status: number, code: string | undefined) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** Whether the store may take a moment later what it did not take now. */
export const isStoreAway = (error: unknown): boolean =>
  error instanceof S3Error ? error.status >= 500 || error.status === 429 : isUnreachable(error)

/** `fetch` says nothing but that it failed; its cause says why. */
export const isUnreachable = (error: unknown): error is TypeError & { cause: NodeJS.ErrnoException } =>
  error instanceof TypeError && error.cause instanceof Error

/** The objects of a bucket of any S3-compatible store (AWS, R2, B2, MinIO …), addressed as endpoint/bucket/name. */
export interface S3Objects {
  put(name: string, content: Buffer): Promise<void>
  open(name: string): Promise<{ size: number; content: Readable } | undefined>
  read(name: string): Promise<Buffer | undefined>
  /** All names that begin so, in alphabetical order. */
  list(prefix: string): Promise<string[]>
  /** Also succeeds when it is already gone. */
  remove(name: string): Promise<void>
}

interface Asked {
  body?: Buffer
  /** Whether the answer's body is passed on as fast as its reader takes it, which may be slowly: the patience is for the store's headers. */
  streams?: boolean
}

const LIST_END = /(<\/(\w+:)?ListBucketResult\s*|<(\w+:)?ListBucketResult\s[^<]*\/)>\s*$/
const TOO_SLOW = 'The file store was too slow'

/** `patienceMs` is for the whole of an answer, but for what `open` streams. */
export function s3Objects(
  settings: S3Settings,
  { patienceMs, type, signal }: { patienceMs: number; type: string; signal?: AbortSignal | undefined },
): S3Objects {
  const base = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`
  const noBucket = () => new S3Error(`The file store has no bucket ${settings.bucket}.`, 404, 'NoSuchBucket')
  const ask = async (method: string, address: string, { body, streams = false }: Asked = {}) => {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(new DOMException(TOO_SLOW, 'TimeoutError')), patienceMs)
    timer.unref()
    const url = new URL(`${base}${address}`)
    const headers = signedHeaders(settings, { method, url, body, at: new Date() })
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body && { 'content-type': type }) },
      body: body as Uint8Array<ArrayBuffer> | undefined,
      signal: AbortSignal.any([patience.signal, ...(signal ? [signal] : [])]),
    })
    // Without its size it is not passed on before all of it has come.
    if (streams && sizeOf(response) !== undefined) clearTimeout(timer)
    // A proxy's or a console's page, whatever was asked: taken for an object, browsers would keep it for a year.
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) {
      await response.body?.cancel()
      throw new S3Error(`The file store answered a page to ${method}: it is none.`, 502, 'NoStore')
    }
    if (!response.ok) {
      const text = await response.text()
      const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1]
      // Of a bucket that is not there nobody knows what it holds.
      if (code === 'NoSuchBucket') throw noBucket()
      if (response.status === 404) return response
      const said = `The file store answered ${response.status} to ${method}: ${text.slice(0, 300)}`
      throw new S3Error(said, response.status, code)
    }
    return response
  }
  const get = async (name: string, asked?: Asked) => {
    const response = await ask('GET', `/${name}`, asked)
    if (response.status === 404 || !response.body) return undefined
    return { size: sizeOf(response), content: Readable.fromWeb(response.body as ReadableStream) }
  }
  return {
    async put(name, content) {
      const { status } = await ask('PUT', `/${name}`, { body: content })
      if (status === 404) throw noBucket()
    },
    async open(name) {
      const object = await get(name, { streams: true })
      if (!object || object.size !== undefined)
        return object as { size: number; content: Readable } | undefined
      const whole = await buffer(object.content)
      return { size: whole.length, content: Readable.from([whole]) }
    },
    async read(name) {
      const object = await get(name)
      return object && (await buffer(object.content))
    },
    async list(prefix) {
      const names = new Set<string>()
      const tokens = new Set<string>()
      for (let next: string | undefined = ''; next !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix })
        if (next) query.set('continuation-token', next)
        const response = await ask('GET', `?${query}`)
        if (response.status === 404) throw noBucket()
        const page = await response.text()
        const known = names.size
        const keys = [...page.matchAll(/<Key>([^<]*)<\/Key>/g)]
        for (const [, key] of keys) names.add(unescaped(key!))
        const token: string | undefined = /<NextContinuationToken>([^<]+)</.exec(page)?.[1]
        // Whoever has a part of the names for all of them removes what the others need.
        if (!LIST_END.test(page) || (!token && /<IsTruncated>true</.test(page)))
          throw new S3Error('The file store answered a part of a list.', 502, 'PartOfList')
        next = token && unescaped(token)
        const isAgain = next !== undefined && (tokens.has(next) || (keys.length > 0 && names.size === known))
        if (isAgain) throw new S3Error('The file store lists the same again and again.', 502, 'EndlessList')
        if (next) tokens.add(next)
      }
      return [...names].sort()
    },
    remove: async (name) => void (await ask('DELETE', `/${name}`)),
  }
}

/** Undefined where the store does not say it, or says that of what it packed on the way. */
function sizeOf({ headers }: Response): number | undefined {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? undefined : Number(length)
}

/** The pictures' store in a bucket. */
export function s3Files(settings: S3Settings): FileStore {
  const objects = s3Objects(settings, { patienceMs: PATIENCE_MS, type: 'image/webp' })
  return {
    put: objects.put,
    async read(name) {
      const object = await objects.open(name)
      // Browsers would keep it for a year.
      if (object?.size === 0) throw new S3Error('The file store answered no byte of a picture.', 502, 'Empty')
      return object
    },
    remove: objects.remove,
    list: () => objects.list(''),
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescaped = (xml: string) => xml.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => ENTITIES[name]!)

interface Request {
  method: string
  url: URL
  body?: Buffer
  at: Date
}

/** AWS Signature Version 4 over the address, the host, the body's hash, the date and the `more` headers. */
export function signedHeaders(
  { accessKey, secretKey, region }: Pick<S3Settings, 'accessKey' | 'secretKey' | 'region'>,
  { method, url, body, at }: Request,
  more: Record<string, string> = {},
): Record<string, string> {
  const date = at.toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = date.slice(0, 8)
  const hash = sha256(body ?? '')
  const signed: Record<string, string> = {
    host: url.host,
    'x-amz-content-sha256': hash,
    'x-amz-date': date,
    ...more,
  }
  const names = Object.keys(signed).sort()
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${signed[name]}`),
    '',
    names.join(';'),
    hash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secretKey}`)
  const signature = hmac(key, text).toString('hex')
  const { host, ...headers } = signed
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  }
}

const canonicalQuery = ({ searchParams }: URL) =>
  [...searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
/** As AWS wants it: all but letters, digits and -._~. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
