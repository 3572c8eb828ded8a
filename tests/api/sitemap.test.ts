import { sitemapRoutes } from '#server/sharing/sitemap-routes.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { api, database, salon } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
let asked = 0
const counted = db.withPlugin({
  transformQuery: ({ node }) => (asked++, node),
  transformResult: async ({ result }) => result,
})
const { app, call, clock } = await api(db, {
  prepare: async (app, deps) => sitemapRoutes(app, { ...deps, db: counted }),
})
const BASE = 'http://localhost:3000'

const KEPT_MS = 10 * 60_000
/** Asks when nothing is kept any more. */
const get = async (url: string, headers: Record<string, string> = {}) => {
  clock.now += KEPT_MS
  return app.inject({ url, headers })
}
const locs = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)
const lastmod = (xml: string, slug: string) =>
  new RegExp(`<loc>${BASE}/negocio/${slug}</loc><lastmod>(.*?)</lastmod>`).exec(xml)?.[1]

describe('robots.txt', () => {
  test('names the sitemap and closes the API, not what has to be read to see that it is not listed', async () => {
    const { statusCode, headers, body } = await get('/robots.txt')
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.ok(body.includes(`\nSitemap: ${BASE}/sitemap.xml\n`))
    const [everybody] = body.split('\n\n')
    assert.ok(everybody!.includes('Disallow: /api/'))
    for (const path of ['/dashboard', '/client', '/admin', '/reset-password', '/assets', '/files'])
      assert.ok(!body.includes(path), path)
  })
})

describe('the sitemap', () => {
  test('looks at all businesses once in ten minutes, however many ask', async () => {
    await salon(db)
    const { headers } = await get('/sitemaps/1.xml')
    const etag = { 'if-none-match': String(headers.etag) }
    asked = 0
    clock.now += KEPT_MS
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        app.inject(n % 2 ? { url: '/sitemap.xml' } : { url: '/sitemaps/1.xml', headers: etag }),
      ),
    )
    assert.equal(asked, 1)
    assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))].sort(), [200, 304])
    assert.equal((await app.inject({ url: '/sitemaps/2.xml' })).statusCode, 404)
    assert.equal(asked, 1)
  })

  test('lists the product’s own pages and every business that can be booked', async () => {
    const listed = await salon(db)
    const suspended = await salon(db, { suspended_at: new Date().toISOString() })
    const unconfirmed = await salon(db, { email_confirmed_at: null })
    const [noService, noProfessional, hidden] = [await salon(db), await salon(db), await salon(db)]
    const [unlisted, byTelephone] = [await salon(db), await salon(db)]
    const of = (id: number) => ['business_id', '=', id] as const
    await db
      .deleteFrom('services')
      .where(...of(noService.business_id))
      .execute()
    await db
      .updateTable('professionals')
      .set({ is_active: false })
      .where(...of(noProfessional.business_id))
      .execute()
    await db
      .updateTable('services')
      .set({ deleted_at: new Date().toISOString() })
      .where(...of(hidden.business_id))
      .execute()

    for (const [place, changes] of [
      [unlisted, { is_hidden: true }],
      [byTelephone, { is_bookable_online: false }],
    ] as const)
      await db
        .updateTable('services')
        .set(changes)
        .where(...of(place.business_id))
        .execute()

    const index = await get('/sitemap.xml')
    assert.equal(index.headers['content-type'], 'application/xml; charset=utf-8')
    assert.deepEqual(locs(index.body), [`${BASE}/sitemaps/pages.xml`, `${BASE}/sitemaps/1.xml`])
    assert.deepEqual(locs((await get('/sitemaps/pages.xml')).body), [
      `${BASE}/`,
      `${BASE}/register`,
      `${BASE}/login`,
    ])
    const page = (await get('/sitemaps/1.xml')).body
    assert.match(page, /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset /)
    const found = locs(page)
    assert.ok(found.includes(`${BASE}/negocio/${listed.slug}`))
    for (const { slug } of [suspended, unconfirmed, noService, noProfessional, hidden, unlisted, byTelephone])
      assert.ok(!found.includes(`${BASE}/negocio/${slug}`), slug)
  })

  test('says when a page changed: by its owner’s changes, not by bookings', async () => {
    const mine = await owner(call)
    const { service_id } = await withOffer(mine)
    await db
      .updateTable('businesses')
      .set({ email_confirmed_at: new Date().toISOString() })
      .where('id', '=', mine.business_id)
      .execute()
    const at = async () => Date.parse(lastmod((await get('/sitemaps/1.xml')).body, mine.slug)!)
    const steps = [
      () =>
        mine.as('PUT', `/api/services/${service_id}`, {
          service_name: 'Corte',
          duration_minutes: 60,
          price: 41_000,
        }),
      () => mine.as('PUT', '/api/businesses/profile', { description: 'Nueva' }),
      () => mine.as('DELETE', `/api/services/${service_id}`),
    ]
    // Sets the date back, so that every change shows.
    const age = () =>
      sql`update page_changes set changed_at = '2026-11-20T15:00:01Z' where business_id = ${mine.business_id}`.execute(
        db,
      )
    await withOffer(mine)
    for (const [i, step] of steps.entries()) {
      await age()
      await db
        .updateTable('businesses')
        .set({ created_at: '2026-11-20T15:00:00Z' })
        .where('id', '=', mine.business_id)
        .execute()
      const before = await at()
      assert.equal(new Date(before).toISOString(), '2026-11-20T15:00:01.000Z', `step ${i}`)
      assert.equal((await step()).status, 200)
      const { rows } = await sql<{
        changed: number
      }>`select changed_at as changed from page_changes where business_id = ${mine.business_id}`.execute(db)
      assert.ok(Math.abs(rows[0]!.changed - Date.now()) < 60_000, `step ${i}`)
    }
    await age()
    await db
      .updateTable('businesses')
      .set({ reminder_hours: 12 })
      .where('id', '=', mine.business_id)
      .execute()
    assert.equal(new Date(await at()).toISOString(), '2026-11-20T15:00:01.000Z')
  })

  test('is not sent again while it is the same, and at once when it is not', async () => {
    const place = await salon(db)
    for (const url of ['/sitemap.xml', '/sitemaps/1.xml', '/sitemaps/pages.xml']) {
      const { headers } = await get(url)
      assert.equal(headers['cache-control'], 'public, max-age=3600')
      const again = await get(url, { 'if-none-match': String(headers.etag) })
      assert.deepEqual([again.statusCode, again.body], [304, ''], url)
    }
    const { etag } = (await get('/sitemaps/1.xml')).headers
    await db
      .updateTable('businesses')
      .set({ suspended_at: new Date().toISOString() })
      .where('id', '=', place.business_id)
      .execute()
    assert.equal((await get('/sitemaps/1.xml', { 'if-none-match': String(etag) })).statusCode, 200)
  })

  test('pages that are not there: 404', async () => {
    for (const url of [
      '/sitemaps/2.xml',
      '/sitemaps/0.xml',
      '/sitemaps/x.xml',
      '/sitemaps/99999999.xml',
      '/sitemaps/-1.xml',
    ])
      assert.equal((await get(url)).statusCode, 404, url)
  })

  test('120,000 businesses: pages of at most 50,000, each address once, fast and in bounded memory', async () => {
    // Inserted without triggers: only the number of businesses counts here.
    await db.connection().execute(async (one) => {
      const run = (text: string) => sql.raw(text).execute(one)
      const series = 'from generate_series(10001, 130000) n'
      await run('set session_replication_role = replica')
      await run(`insert into businesses (id, business_name, business_type, email, phone, slug, listed_at)
        select n, 'Negocio ' || n, 'Otro', 'n' || n || '@correo.example', '+573001112233', 'negocio-' || n, now() ${series}`)
      await run(
        `insert into services (business_id, service_name, duration_minutes, price) select n, 'Corte', 30, 1 ${series}`,
      )
      await run(`insert into professionals (business_id, professional_name) select n, 'Ana' ${series}`)
      await run('set session_replication_role = origin')
    })
    await sql`analyze`.execute(db)

    const pages = locs((await get('/sitemap.xml')).body).slice(1) as string[]
    assert.deepEqual(
      pages,
      [1, 2, 3].map((n) => `${BASE}/sitemaps/${n}.xml`),
    )
    const all = new Set<string>()
    let urls = 0
    for (const page of pages) {
      const begun = performance.now()
      const response = await get(page.slice(BASE.length), { 'accept-encoding': 'gzip' })
      assert.ok(performance.now() - begun < 20_000)
      assert.equal(response.headers['content-encoding'], 'gzip')
      const xml = gunzipSync(response.rawPayload).toString()
      const found = locs(xml) as string[]
      assert.ok(found.length <= 50_000 && Buffer.byteLength(xml) < 50 * 1024 * 1024)
      assert.match(xml, /<\/urlset>\n$/)
      urls += found.length
      for (const url of found) all.add(url)
    }
    assert.equal(all.size, urls)
    assert.ok([...all].filter((url) => /\/negocio-\d+$/.test(url)).length === 120_000)
  })
})
