import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type { Deps } from '../deps.ts'
import { etagOf, isKnown } from '../http/etag.ts'
import { notFound } from '../http/refusal.ts'
import { sitemapBusinesses, sitemapPages, type SitemapPage } from './sitemap-queries.ts'
import { iso } from '../database/db.ts'

/** Pages that every installation has. */
const STATIC_PAGES = ['/', '/register', '/login']
const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** How long is kept which pages there are, and as of when: it takes a look at every business. Crawlers ask for it once a day. */
const KEPT_MS = 10 * 60_000

/**
 * robots.txt and the sitemap: an index, a page for the product itself, and pages of businesses by ranges of
 * ids.
 */
export function sitemapRoutes(
  app: FastifyInstance,
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
) {
  const { publicUrl } = config
  const limited = { config: { rateLimit: { max: 120, timeWindow: '1 minute' } } }

  let kept: { pages: SitemapPage[]; until: number } | undefined
  let asking: Promise<SitemapPage[]> | undefined
  async function allPages(): Promise<SitemapPage[]> {
    if (kept && kept.until > now()) return kept.pages
    asking ??= sitemapPages(db).finally(() => (asking = undefined))
    const pages = await asking
    kept = { pages, until: now() + KEPT_MS }
    return pages
  }

  app.get('/robots.txt', (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(robots(publicUrl)),
  )

  app.get('/sitemap.xml', limited, async (request, reply) => {
    const pages = await allPages()
    const entries = [
      `<sitemap><loc>${publicUrl}/sitemaps/pages.xml</loc></sitemap>`,
      ...pages.map(
        ({ page, changed_at }) =>
          `<sitemap><loc>${publicUrl}/sitemaps/${page}.xml</loc><lastmod>${iso(changed_at)}</lastmod></sitemap>`,
      ),
    ]
    if (isUnchanged(request, reply, entries.join())) return reply
    return reply.send(`${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('\n')}\n</sitemapindex>\n`)
  })

  app.get('/sitemaps/pages.xml', (request, reply) => {
    const entries = STATIC_PAGES.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`)
    if (isUnchanged(request, reply, entries.join())) return reply
    return reply.send(`${XML}<urlset ${NAMESPACE}>\n${entries.join('\n')}\n</urlset>\n`)
  })

  app.get<{ Params: { page: string } }>(
    '/sitemaps/:page(^[1-9]\\d{0,6}$).xml',
    limited,
    async (request, reply) => {
      const page = Number(request.params.page)
      const found = (await allPages()).find((one) => one.page === page)
      if (!found) throw notFound('Esta página del mapa del sitio no existe')
      if (isUnchanged(request, reply, `${publicUrl} ${found.version}`)) return reply
      return reply.send(Readable.from(urlset(page)))
    },
  )

  /** Streamed as the database returns it: memory holds one batch. */
  async function* urlset(page: number) {
    yield `${XML}<urlset ${NAMESPACE}>\n`
    for await (const batch of sitemapBusinesses(db, page))
      yield batch
        .map(
          ({ slug, changed_at }) =>
            `<url><loc>${publicUrl}/negocio/${slug}</loc><lastmod>${iso(changed_at)}</lastmod></url>\n`,
        )
        .join('')
    yield '</urlset>\n'
  }
}

/** Sets the headers of a sitemap; sends 304 when the client has this version. */
function isUnchanged(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  const etag = etagOf(version)
  reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .header('etag', etag)
    .header('x-robots-tag', 'noindex')
  if (!isKnown(request, etag)) return false
  void reply.code(304).send()
  return true
}

/**
 * Only paths without content are disallowed. Screens behind a log-in and links with a token are not, because
 * a search engine that may not read them never sees their noindex. A booking page with choices in its query
 * is the same page a thousand times over; crawlers of chat previews may read it.
 */
const robots = (publicUrl: string) => `User-agent: *
Disallow: /api/
Disallow: /negocio/*?*servicio=

User-agent: facebookexternalhit
User-agent: Facebot
User-agent: Twitterbot
User-agent: WhatsApp
User-agent: LinkedInBot
User-agent: TelegramBot
User-agent: Slackbot
User-agent: Discordbot
Disallow: /api/

Sitemap: ${publicUrl}/sitemap.xml
`
