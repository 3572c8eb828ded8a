import { signedHeaders } from '#server/files/s3.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'

const PAGE = 10

/** What goes wrong with a request; without it the bucket answers. */
export type Fault = 'busy' | 'gone' | 'denied' | 'silent' | undefined

/**
 * A bucket that implements as much of S3 as backups use: it checks the signatures, and lists by small pages. `before` hears of each
 * request and may change what is there.
 */
export async function bucket(before: (method: string, name: string) => Fault = () => undefined) {
  const keys = { accessKey: 'AK', secretKey: 'secreta', region: 'auto', bucket: 'copias' }
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url!, `http://${request.headers.host}`)
    const name = url.pathname.slice(`/${keys.bucket}/`.length)
    const fault = before(request.method!, name)
    if (fault === 'gone') return request.socket.destroy()
    if (fault === 'silent') return
    if (fault === 'busy') return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    const date = String(request.headers['x-amz-date']).replace(
      /(....)(..)(..)T(..)(..)(..)Z/,
      '$1-$2-$3T$4:$5:$6Z',
    )
    if (fault === 'denied') return response.writeHead(403).end('<Code>AccessDenied</Code>')
    const signed = { method: request.method!, url, at: new Date(date), ...(body.length > 0 && { body }) }
    if (request.headers.authorization !== signedHeaders(keys, signed).authorization)
      return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
    if (request.method === 'PUT') objects.set(name, body)
    if (request.method === 'DELETE') objects.delete(name)
    if (request.method !== 'GET') return response.writeHead(200).end()
    if (url.pathname !== `/${keys.bucket}`) {
      const object = objects.get(name)
      return object ? response.end(object) : response.writeHead(404).end()
    }
    const all = [...objects.keys()].filter((key) => key.startsWith(url.searchParams.get('prefix')!)).sort()
    const from = Number(url.searchParams.get('continuation-token')?.slice(2) ?? 0)
    const page = all.slice(from, from + PAGE).map((key) => `<Contents><Key>${key}</Key></Contents>`)
    const next = from + PAGE
    const more = next < all.length ? `<NextContinuationToken>+/${next}</NextContinuationToken>` : ''
    response.end(`<ListBucketResult>${page.join('')}${more}</ListBucketResult>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => (server.close(), server.closeAllConnections()))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { settings: { ...keys, endpoint }, objects }
}
