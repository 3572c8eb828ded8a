import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Deps } from '../deps.ts'
import { OUTAGE_SECONDS } from '../http/http.ts'
import { addressOf } from '../mail/mailer.ts'
import { currentMomentOf } from '../database/moment-queries.ts'
import { networkOf } from '../limits/network.ts'
import { networkTurns, withinTurn } from '../turns/network-turns.ts'
import { together } from '../turns/together.ts'
import { builtClient, serveBuiltFiles } from './built-files.ts'
import { answerCrowd } from './crowded.ts'
import { styleInliner } from './inline-styles.ts'
import { type Call, keptPages, reader } from './kept.ts'
import { pageOf, sendShared, type Page } from './page.ts'
import { latestNames, sharedTurns } from './turns.ts'
import { PERMISSIONS_POLICY } from './policy.ts'

const root = join(import.meta.dirname, '../..')

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
  app: FastifyInstance,
  { config, verifier, db, now }: Pick<Deps, 'config' | 'verifier' | 'db' | 'now'>,
  web: WebBuild,
) {
  const handle = createRequestHandler(web.build, web.attach ? 'development' : 'production')
  const inlined = styleInliner(builtClient)
  // One answers all who look within a turn; who looked when a minute just ended is not told.
  const momentOf = together(async (minutes: number[]) => {
    const latest = Math.max(...minutes)
    const moment = await currentMomentOf(db, latest)
    return minutes.map((minute) => (minute === latest ? moment : undefined))
  })
  const kept = keptPages({ bytes: KEPT_BYTES, now, momentOf })
  const own = latestNames(OWN)
  const site = {
    publicUrl: config.publicUrl,
    production: config.production,
    termsChecked: config.termsChecked,
    verification: verifier.page,
    tiles: true,
    chat: config.salesPhone ?? (config.production ? addressOf(config.mailFrom) : undefined),
  }

  /**
   * Draws a page, from `answers` where they tell, and keeps it when it is the same for everybody. Returns what sends it, and the
   * page if it was kept. `at` is the one point in time for the whole page.
   */
  async function draw(
    request: FastifyRequest,
    reply: FastifyReply,
    { at = now(), answers }: { at?: number; answers?: Parameters<typeof reader>[1] } = {},
  ): Promise<Drawn> {
    const { contexts } = await web.entry()
    const nonce = randomBytes(16).toString('base64')
    const { call, reads, retryAfter } = reader(apiFor(app, request), answers)
    const context = new RouterContextProvider()
    context.set(contexts.api, parsed(call) as never)
    context.set(contexts.site, site as never)
    context.set(contexts.nonce, nonce as never)
    context.set(contexts.now, (() => at) as never)
    const answer = await handle(webRequest(request, reply), context)
    reply.code(answer.status)
    if ([429, 503].includes(answer.status)) reply.header('retry-after', retryAfter() || OUTAGE_SECONDS)
    const isPage = answer.headers.get('content-type')?.startsWith('text/html')
    const address = urlOf(request)
    const alone = (send: () => unknown) => {
      // One who was refused, where others have a page, leaves it to them.
      if (request.method !== 'POST' && !kept.has(address)) own.add(address)
      return { send }
    }
    if (!isPage || web.attach) return alone(() => sendOther(reply, answer, Boolean(web.attach)))
    const page = await pageOf({ answer, nonce, at, provider: verifier.page.provider, inlined })
    if (!page.isListed || request.method === 'POST' || answer.status !== 200)
      return alone(() => sendOwn(reply, page))
    own.delete(address)
    kept.keep(address, page, { at, reads: reads() })
    return { send: () => sendShared(request, reply, page), page }
  }

  const turns = sharedTurns<Drawn>()

  /** Draws a page when it is this reader's turn, unless it is still as it was kept. */
  function drawInTurn(request: FastifyRequest, reply: FastifyReply): Promise<Drawn> {
    const address = urlOf(request)
    const line = <T>(work: () => Promise<T>) => inLine(request, work)
    if (request.method === 'POST' || own.has(address)) return line(() => draw(request, reply))
    return turns.take(address, line, async () => {
      const at = now()
      const { page, answers } = await kept.findOrRead(address, apiFor(app, request))
      return page
        ? { send: () => sendShared(request, reply, page), page }
        : draw(request, reply, { at, answers })
    })
  }

  await app.register(async (pages) => {
    if (web.attach) await web.attach(pages)
    else await serveBuiltFiles(pages)
    pages.setErrorHandler(answerCrowd)

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
        reply.header('permissions-policy', PERMISSIONS_POLICY)
        const address = urlOf(request)
        if (request.method !== 'POST' && !own.has(address)) {
          const known = await kept.find(address, networkOf(request.ip), apiFor(app, request))
          // Of a crowd that looks at once, the first is about to draw it for all.
          const next = known ? undefined : turns.next(address)
          const page = next ? (await next.catch(() => undefined))?.page : known
          if (page) return sendShared(request, reply, page)
        }
        // Sent outside the line: a slow reader holds up nobody.
        return (await drawInTurn(request, reply)).send()
      },
    })
  })
}

interface Drawn {
  send: () => unknown
  /** That others get, too. */
  page?: Page
}

// Some 600 pages of a business with thirty services.
const KEPT_BYTES = 64 * 1024 * 1024

// Their pages are drawn for one reader each: nobody waits for another's.
const OWN = { most: 1_000, longest: 500 }

const urlOf = (request: FastifyRequest) => `${request.protocol}://${request.host}${request.url}`

// Drawing a page takes the process's one thread for long.
const inLine = networkTurns()

/**
 * Calls the API in process for the page's loaders: the same routes, checks and answers that the browser
 * gets.
 */
function apiFor(app: FastifyInstance, request: FastifyRequest): Call {
  return async (path, { method = 'GET', body, headers = {} } = {}) => {
    const {
      statusCode,
      payload,
      headers: told,
    } = await app.inject({
      method: method as 'GET',
      url: path,
      remoteAddress: request.ip,
      headers: { host: request.host, ...headers, ...withinTurn },
      ...(body !== undefined && { payload: body as object }),
    })
    return { status: statusCode, payload, retryAfter: Number(told['retry-after']) || 0 }
  }
}

/** The same, as the web room's loaders take it. */
const parsed =
  (call: Call): ApiCall =>
  async (...args) => {
    const { status, payload } = await call(...args)
    return { status, body: JSON.parse(payload) as unknown }
  }

type ApiCall = (...args: Parameters<Call>) => Promise<{ status: number; body: unknown }>

/** Sends a page that is somebody's own, an answer to a form, or an error: nobody keeps it. */
function sendOwn(
  reply: FastifyReply,
  { html, headers, policy, isListed }: Awaited<ReturnType<typeof pageOf>>,
) {
  if (!isListed) reply.header('x-robots-tag', 'noindex')
  return reply
    .headers(headers)
    .header('cache-control', 'private, no-store')
    .header('content-security-policy', policy)
    .send(html)
}

/** Sends a redirect, or what is no page; in development, everything. */
function sendOther(reply: FastifyReply, answer: Response, isDevelopment: boolean) {
  reply.headers(Object.fromEntries(answer.headers))
  // A former address redirects to the present one until its owner reuses it, so the redirect must not be
  // cached for ever.
  if (!answer.headers.has('cache-control')) reply.header('cache-control', 'no-cache')
  if (isDevelopment) reply.header('content-security-policy', "frame-ancestors 'none'")
  return reply.header('x-robots-tag', 'noindex').send(answer.body)
}

function webRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string') headers.set(name, value)
  const aborted = new AbortController()
  reply.raw.once('close', () => aborted.abort())
  return new Request(urlOf(request), {
    // HEAD is answered with the headers of the whole page, including its tag.
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers,
    signal: aborted.signal,
    ...(request.method === 'POST' && { body: (request.body ?? Buffer.alloc(0)) as Uint8Array<ArrayBuffer> }),
  })
}
