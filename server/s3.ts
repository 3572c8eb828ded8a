import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { S3Settings } from './config.ts'
import type { FileStore } from './files.ts'

const PATIENCE_MS = 15_000

/** Any S3-compatible store (AWS, R2, B2, MinIO …), addressed as endpoint/bucket/name. */
export function s3Files(settings: S3Settings): FileStore {
  const ask = async (method: string, name: string, body?: Buffer) => {
    const url = new URL(`${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}/${name}`)
    const headers = signedHeaders(settings, { method, url, body, at: new Date() })
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'image/webp' }) },
      body: body as Uint8Array<ArrayBuffer> | undefined,
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!response.ok && response.status !== 404)
      throw new Error(
        `The file store answered ${response.status} to ${method}: ${(await response.text()).slice(0, 300)}`,
      )
    return response
  }
  return {
    async put(name, content) {
      const { status } = await ask('PUT', name, content)
      if (status === 404) throw new Error(`The file store has no bucket ${settings.bucket}.`)
    },
    async read(name) {
      const { status, headers, body } = await ask('GET', name)
      if (status === 404 || !body) return undefined
      return {
        size: Number(headers.get('content-length')),
        content: Readable.fromWeb(body as ReadableStream),
      }
    },
    remove: async (name) => void (await ask('DELETE', name)),
  }
}

interface Request {
  method: string
  url: URL
  body?: Buffer
  at: Date
}

/** AWS Signature Version 4 over the host, the body's hash, the date and the `more` headers. */
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
    '',
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

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
