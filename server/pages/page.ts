import type { FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { etagOf, isKnown } from '../http/etag.ts'
import type { StyleInliner } from './inline-styles.ts'
import { contentSecurityPolicy, withoutNonce } from './policy.ts'

const compress = promisify(brotliCompress)

/** The quality of packing answers, from 0 to 11: more takes longer than it saves on a slow line. */
export const BROTLI_QUALITY = 5

/** A page that is the same for everybody, as it is sent. */
export interface Page {
  html: Buffer
  headers: Record<string, string>
  /** The content security policy, with the hashes of its inline scripts. */
  policy: string
  etag: string
  /** Packed once, when the first reader takes it so. */
  packed?: Promise<Buffer>
}

interface Drawn {
  answer: Response
  nonce: string
  /** The time that the page shows, in milliseconds. */
  at: number
  /** Who verifies that visitors are people. */
  provider: string
  inlined: StyleInliner
}

/**
 * What the web room drew, as it is sent. The page's own <head> decides whether it may be cached and indexed
 * (docs/decisions/0009-caching.md).
 */
export async function pageOf({
  answer,
  nonce,
  at,
  provider,
  inlined,
}: Drawn): Promise<Page & { isListed: boolean }> {
  const { html: drawn, hashes: scripts } = withoutNonce(await answer.text(), nonce)
  const { html, hashes: styles } = await inlined(drawn)
  return {
    html: Buffer.from(html),
    headers: Object.fromEntries(answer.headers),
    policy: contentSecurityPolicy({ scripts, styles }, provider),
    // The rendered time changes what the page shows every minute; until then it is the same page.
    etag: etagOf(html.replaceAll(String(at), String(Math.floor(at / 60_000)))),
    isListed: !html.includes('<meta name="robots" content="noindex"'),
  }
}

/** Sends a page that caches may keep and have to ask after. */
export async function sendShared(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const { html, headers, policy, etag } = page
  reply.headers(headers).header('cache-control', 'public, no-cache')
  reply.header('etag', etag).header('vary', 'accept-encoding')
  // A cached page keeps its own policy. This rendering's policy names the hash of another time: a browser
  // would apply it to the cached page, refuse its script, and show nothing.
  if (isKnown(request, etag)) return reply.code(304).removeHeader('content-type').send()
  reply.header('content-security-policy', policy)
  if (!takesBrotli(request)) return reply.send(html)
  page.packed ??= compress(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
  return reply.header('content-encoding', 'br').send(await page.packed)
}

// For whoever takes something else, @fastify/compress packs it each time.
const takesBrotli = ({ headers }: FastifyRequest) =>
  /(^|[\s,])br(\s*(,|$)|\s*;\s*q=(1|0\.\d*[1-9]))/.test(String(headers['accept-encoding'] ?? '')) &&
  headers['x-no-compression'] === undefined
