import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'
import { etagOf, isKnown } from './etag.ts'
import { fairQueue, QueueFull } from './fair-queue.ts'
import { busy } from './in-turn.ts'
import { addressOf } from './mail/mailer.ts'
import { networkOf } from './network.ts'

const root = join(import.meta.dirname, '..')

/** The exports of the built pages that the server uses: see web/entry.server.tsx. */
interface WebEntry {
  contexts: Record<'api' | 'site' | 'nonce' | 'now', never>
  emails: unknown
}

/** The built web room: its request handler and the e-mail templates built with it. */
export interface WebBuild {
  build: ServerBuild | (() => Promise<ServerBuild>)
  entry: () => Promise<WebEntry>
  /** Vite's own server, with live reloading, in development. */
  attach?: (pages: FastifyInstance) => Promise<void>
}

export async function loadBuild(): Promise<WebBuild> {
  const build = (await import(join(root, 'build/server/index.js'))) as ServerBuild
  return { build, entry: async () => build.entry.module as unknown as WebEntry }
}

/** Serves every address outside the API: files of the build, and pages rendered here. */
export async function servePages(
  app: App,
  { config, verifier, now }: Pick<Deps, 'config' | 'verifier' | 'now'>,
  web: WebBuild,
) {
  const handle = createRequestHandler(web.build, web.attach ? 'development' : 'production')
  await app.register(async (pages) => {
    if (web.attach) await web.attach(pages)
    else await serveBuiltFiles(pages)

    // Forms submitted without script reach the page's action unparsed.
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    // Only the browser knows which of the two it is: the panel sends a signed-out visitor to the log-in.
    pages.get('/admin', (_request, reply) => reply.redirect('/admin/dashboard'))
    pages.get('/admin/', (_request, reply) => reply.redirect('/admin/dashboard'))

    pages.route({
      method: ['GET', 'HEAD', 'POST'],
      url: '/*',
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const { contexts } = await web.entry()
        const nonce = randomBytes(16).toString('base64')
        const context = new RouterContextProvider()
        context.set(contexts.api, apiFor(app, request) as never)
        context.set(contexts.site, {
          publicUrl: config.publicUrl,
          production: config.production,
          termsChecked: config.termsChecked,
          verification: verifier.page,
          tiles: true,
          chat: config.salesPhone ?? (config.production ? addressOf(config.mailFrom) : undefined),
        } as never)
        context.set(contexts.nonce, nonce as never)
        // One point in time for the whole page.
        const at = now()
        context.set(contexts.now, (() => at) as never)
        const answer = await inLine(request, () => handle(webRequest(request, reply), context))
        const policy = { isDevelopment: Boolean(web.attach), provider: verifier.page.provider }
        return answerPage(request, reply, { answer, nonce, at, policy })
      },
    })
  })
}

// Drawing a page takes the process's one thread: networks take turns, so that many readers of one large page do
// not hold up everybody else's.
const drawing = fairQueue({ atOnce: 4, perLane: 200, total: 2000 })

/** @throws Refusal 503 when too many wait. */
async function inLine<T>(request: FastifyRequest, draw: () => Promise<T>): Promise<T> {
  try {
    return await drawing.run({ lane: networkOf(request.ip) }, draw)
  } catch (error) {
    throw error instanceof QueueFull ? busy() : error
  }
}

const DOCUMENT_HEADERS = [
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-frame-options',
]

async function serveBuiltFiles(pages: FastifyInstance) {
  await pages.register(fastifyStatic, {
    root: join(root, 'build/client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    acceptRanges: false,
    setHeaders: (reply, path) => {
      if (/\/sw\.js(\.\w+)?$/.test(path)) {
        // Browsers must notice a new version at once.
        reply.header('cache-control', 'no-cache')
        reply.header('content-security-policy', "default-src 'self'")
        return
      }
      // Names under assets/ contain a hash of their content.
      if (!path.includes('/assets/')) return void reply.header('cache-control', 'public, max-age=86400')
      reply.header('cache-control', 'public, max-age=31536000, immutable')
      // Headers that protect documents add weight to every small file of a page and do nothing there.
      for (const name of DOCUMENT_HEADERS) reply.raw.removeHeader(name)
    },
    lastModified: false,
  })
  // A file of an earlier build, requested by a page opened before the update. No page is rendered for it.
  pages.get('/assets/*', (_request, reply) =>
    reply
      .code(404)
      .header('cache-control', 'public, max-age=60')
      .type('text/plain; charset=utf-8')
      .send('Este archivo ya no existe'),
  )
}

/**
 * Calls the API in process for the page's loaders: the same routes, checks and answers that the browser
 * gets.
 */
function apiFor(app: App, request: FastifyRequest) {
  return async (
    path: string,
    {
      method = 'GET',
      body,
      headers = {},
    }: { method?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: request.ip,
      headers: { host: request.host, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: response.statusCode, body: response.json() as unknown }
  }
}

function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  const aborted = new AbortController()
  reply.raw.once('close', () => aborted.abort())
  return new Request(`${request.protocol}://${request.host}${request.url}`, {
    // HEAD is answered with the headers of the whole page, including its tag.
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers,
    signal: aborted.signal,
    ...(request.method === 'POST' && { body: (request.body ?? Buffer.alloc(0)) as Uint8Array<ArrayBuffer> }),
  })
}

interface Answered {
  answer: Response
  nonce: string
  at: number
  policy: { isDevelopment: boolean; provider: string }
}

/**
 * Sends the web room's response. The page's own <head> decides whether it may be cached and indexed
 * (docs/decisions/0009-caching.md).
 */
async function answerPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, nonce, at, policy }: Answered,
) {
  reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  reply.header('permissions-policy', PERMISSIONS_POLICY)
  const isPage = answer.headers.get('content-type')?.startsWith('text/html')
  if (!isPage || policy.isDevelopment) {
    // A former address redirects to the present one until its owner reuses it, so the redirect must not be
    // cached for ever.
    if (!answer.headers.has('cache-control')) reply.header('cache-control', 'no-cache')
    if (policy.isDevelopment) reply.header('content-security-policy', "frame-ancestors 'none'")
    return reply.header('x-robots-tag', 'noindex').send(answer.body)
  }
  const { html, hashes } = withoutNonce(await answer.text(), nonce)
  const isListed = !html.includes('<meta name="robots" content="noindex"')
  if (!isListed) reply.header('x-robots-tag', 'noindex')
  const isShared = isListed && request.method !== 'POST' && answer.status === 200
  const policyOfScripts = contentSecurityPolicy(hashes, policy.provider)
  reply.header('cache-control', isShared ? 'public, no-cache' : 'private, no-store')
  if (!isShared) return reply.header('content-security-policy', policyOfScripts).send(html)
  // The rendered time changes what the page shows every minute; until then it is the same page.
  const etag = etagOf(html.replaceAll(String(at), String(Math.floor(at / 60_000))))
  reply.header('etag', etag).header('vary', 'accept-encoding')
  // A cached page keeps its own policy. This rendering's policy names the hash of another time: a browser
  // would apply it to the cached page, refuse its script, and show nothing.
  if (isKnown(request, etag)) return reply.code(304).removeHeader('content-type').send()
  return reply.header('content-security-policy', policyOfScripts).send(html)
}

/** No page asks for any of these, so nothing that gets into one can. */
const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * Replaces the nonce, which told the page's inline scripts from injected ones, by the hashes of those
 * scripts: the same page then has the same bytes, and caches may store it with its policy.
 */
function withoutNonce(marked: string, nonce: string): { html: string; hashes: string[] } {
  const hashes: string[] = []
  for (const [, attributes, script] of marked.matchAll(/<script([^>]*)>(.*?)<\/script>/gs))
    if (script && attributes!.includes(` nonce="${nonce}"`))
      hashes.push(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return { html: marked.replaceAll(` nonce="${nonce}"`, ''), hashes: [...new Set(hashes)] }
}

function contentSecurityPolicy(hashes: string[], provider: string): string {
  const google =
    provider === 'recaptcha' ? ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/' : ''
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}${google}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    // External pictures, which the API accepts (docs/uploads.md): nothing in them can run.
    "img-src 'self' data: blob: https:",
    "worker-src 'self' blob:",
    `frame-src 'self'${google}`,
    `connect-src 'self'${google}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
