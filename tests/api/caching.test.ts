import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, statSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { database, salon } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { headOf, site } from '../pages.ts'

const db = await database()
const { app, call, clock, get } = await site(db)
const place = await salon(db)
const PAGE = `/negocio/${place.slug}`

/** Requests the page again with the ETag of the first answer. */
async function again(url: string) {
  const first = await get(url)
  assert.equal(first.status, 200, url)
  return get(url, { 'if-none-match': String(first.headers.etag) })
}

test('the script of the booking page travels in less than 85 kB', async () => {
  const { body } = await get(PAGE)
  const loaded = body.match(/<link [^>]*modulepreload[^>]*>|import[^;]*?"[^"]+"/g)!.join()
  const names = new Set(loaded.match(/\/assets\/[\w.-]+\.js\b/g))
  assert.ok(names.size >= 2, [...names].join())
  let bytes = 0
  for (const url of names)
    bytes += (await app.inject({ url, headers: { 'accept-encoding': 'br' } })).rawPayload.length
  assert.ok(bytes < 85_000, `${bytes} bytes`)
})

test('pages may use neither camera nor place, and a Host that is none gets no page', async () => {
  for (const url of [PAGE, '/login', '/dashboard', '/nada'])
    assert.match(String((await get(url)).headers['permissions-policy']), /camera=\(\).*geolocation=\(\)/, url)
  for (const host of ['x y', '%', 'a/b?token=SECRET'])
    assert.equal((await get(`${PAGE}?token=SECRET`, { host })).status, 400)
})

test('no browser translates a page: React would change texts that are not shown any more', async () => {
  for (const url of [PAGE, `${PAGE}?servicio=${place.service_id}`, '/client', '/', '/login', '/nada'])
    assert.match((await get(url)).body, /<html translate="no"/, url)
})

test('a page that is asked for in absolute form, as by a proxy, is that page', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const answer = await new Promise<string>((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET http://citas.example${PAGE}?servicio=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      ),
    )
    socket.on('data', (data) => (heard += data)).on('error', reject)
    socket.on('close', () => resolve(heard))
  })
  assert.match(answer, /^HTTP\/1.1 200 /)
  assert.match(answer, new RegExp(`<link rel="canonical" href="[^"]*${PAGE}"`))
})

describe('public pages', () => {
  for (const url of ['/', '/login', '/register', PAGE, `/book/${place.business_id}`])
    test(`${url.replace(place.slug, '{slug}')} may be kept by anybody, and is asked after every time`, async () => {
      const { headers } = await get(url)
      assert.equal(headers['cache-control'], 'public, no-cache')
      assert.match(String(headers.etag), /^W\/"[\w-]{22}"$/)
      assert.equal(headers['set-cookie'], undefined)
      assert.match(String(headers.vary), /accept-encoding/i)
      const same = await again(url)
      assert.deepEqual([same.status, same.body], [304, ''])
      // The cached page keeps its policy: another rendering's would block its inline script, which holds the
      // first one's time.
      assert.match(String(headers['content-security-policy']), /script-src 'self'/)
      assert.equal(same.headers['content-security-policy'], undefined)
      assert.equal((await get(url, { 'if-none-match': '"other", W/"another"' })).status, 200)
    })

  test('a price that its owner changes shows on the next look', async () => {
    const mine = await owner(call)
    const { service_id } = await withOffer(mine)
    const url = `/negocio/${mine.slug}`
    const before = await get(url)
    assert.match(before.body, /40\.000/)
    const changed = { service_name: 'Corte', duration_minutes: 60, price: 77_000 }
    assert.equal((await mine.as('PUT', `/api/services/${service_id}`, changed)).status, 200)
    const after = await get(url, { 'if-none-match': String(before.headers.etag) })
    assert.equal(after.status, 200)
    assert.match(after.body, /77\.000/)
  })

  test('within a minute it is the same page, later another: free times pass', async () => {
    const first = await get(PAGE)
    const known = { 'if-none-match': String(first.headers.etag) }
    clock.now += 20_000
    assert.equal((await get(PAGE, known)).status, 304)
    clock.now += 60_000
    assert.equal((await get(PAGE, known)).status, 200)
  })

  test('HEAD answers as GET does, without the page', async () => {
    for (const url of ['/', PAGE]) {
      const [head, page] = [await app.inject({ method: 'HEAD', url }), await get(url)]
      assert.deepEqual([head.statusCode, head.body], [200, ''])
      for (const name of ['etag', 'cache-control', 'content-type', 'content-security-policy'])
        assert.equal(head.headers[name], page.headers[name], name)
    }
    assert.equal((await app.inject({ method: 'HEAD', url: '/no/existe' })).statusCode, 404)
  })

  test('only the page’s own scripts run: each by its hash, and no nonce that a cache could keep', async () => {
    for (const url of ['/login', '/admin/login', `${PAGE}?servicio=${place.service_id}`]) {
      const { body, headers } = await get(url)
      const policy = String(headers['content-security-policy'])
      assert.doesNotMatch(policy + body, /nonce[-=]/)
      assert.doesNotMatch(/script-src [^;]*/.exec(policy)![0], /unsafe/)
      const inline = [...body.matchAll(/<script((?![^>]*(?: src=|(?:ld\+)?json))[^>]*)>([^]*?)<\/script>/g)]
      assert.ok(inline.length > 0)
      for (const [, , script = ''] of inline)
        assert.ok(policy.includes(`'sha256-${createHash('sha256').update(script).digest('base64')}'`), script)
    }
  })

  test('the booking page and the landing page bring their styles along, by their hash; a text brings none', async () => {
    const link = '<link rel="stylesheet" data-inline="" href="/assets/x.css">'
    const evil = await salon(db, { business_name: `${link}<style>*{display:none}</style>` })
    for (const url of ['/', PAGE, `${PAGE}?ver=terminos`, `/negocio/${evil.slug}`]) {
      const { body, headers } = await get(url)
      assert.doesNotMatch(body, /<link[^>]*stylesheet/)
      const allowed = /style-src ([^;]*)/.exec(String(headers['content-security-policy']))![1]!
      assert.doesNotMatch(allowed, /unsafe/)
      const styles = [...body.matchAll(/<style>([^]*?)<\/style>/g)].map(([, text]) => text!)
      assert.ok(styles.length >= 2 && styles.every((text) => text.length > 100), url)
      const hashes = styles.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      assert.equal(allowed, ["'self'", ...hashes].join(' '))
    }
    const login = await get('/login')
    assert.match(login.body, /<link[^>]*stylesheet/)
    assert.match(String(login.headers['content-security-policy']), /style-src 'self';/)
  })

  test('a script that a text smuggled in would have no hash, and is none', async () => {
    const evil = await salon(db, { business_name: '</script><script>alert(1)</script>' })
    const { headers, body } = await get(`/negocio/${evil.slug}`)
    assert.ok(!body.includes('<script>alert(1)'))
    const hash = createHash('sha256').update('alert(1)').digest('base64')
    assert.ok(!String(headers['content-security-policy']).includes(hash))
  })
})

test('what a booking page shows can be had without its document, and is never kept in its place', async () => {
  const url = `${PAGE}?servicio=${place.service_id}`
  const page = await get(url)
  const { status, headers, body } = await get(`${url}&solo-datos=`)
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^application\/json/)
  assert.equal(headers['x-robots-tag'], 'noindex')
  assert.equal(headers['cache-control'], 'no-cache')
  const { business, services, choice, head } = JSON.parse(body)
  assert.equal(business.slug, place.slug)
  assert.ok(services.some(({ id }: { id: number }) => id === place.service_id))
  assert.deepEqual([choice.service, head], [place.service_id, undefined])
  assert.equal((await get(url)).body, page.body)
  assert.equal((await get('/negocio/no-existe?solo-datos=')).status, 404)
})

describe('what is nobody else’s business', () => {
  for (const url of [
    '/dashboard',
    '/dashboard/appointments',
    '/admin/dashboard',
    '/admin/login',
    '/client?token=x',
    '/reset-password?token=x',
    '/forgot-password',
  ])
    test(`${url} is neither kept nor listed`, async () => {
      const { headers, status } = await get(url)
      assert.equal(status, 200)
      assert.equal(headers['cache-control'], 'private, no-store')
      assert.equal(headers['x-robots-tag'], 'noindex')
      assert.equal(headers.etag, undefined)
    })

  test('the answer to a form is not kept', async () => {
    const response = await app.inject({
      method: 'POST',
      url: `${PAGE}?servicio=${place.service_id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'paso=datos&client_name=Camila',
    })
    assert.ok(!/public/.test(String(response.headers['cache-control'])), String(response.statusCode))
    assert.equal(response.headers.etag, undefined)
  })

  test('answers of the API are not kept unless they are everybody’s', async () => {
    const mine = await owner(call)
    for (const response of [
      await mine.as('GET', '/api/businesses/profile'),
      await call('GET', '/api/auth/verify'),
      await call('POST', '/api/appointments/public', { body: {} }),
      await call('GET', '/api/nothing'),
      await call('GET', `/api/schedules/available-slots/${place.professional_id}/2026-11-23`),
    ]) {
      assert.equal(response.headers['cache-control'], 'no-store')
      assert.equal(response.headers['x-robots-tag'], 'noindex')
      assert.equal(response.headers.etag, undefined)
    }
  })
})

describe('public answers of the API', () => {
  const reads = [
    `/api/businesses/${place.business_id}`,
    `/api/businesses/public/${place.slug}`,
    `/api/businesses/public/slug/${place.slug}`,
    `/api/businesses/${place.business_id}/services`,
    `/api/businesses/${place.business_id}/professionals`,
    `/api/businesses/${place.business_id}/reviews`,
    `/api/schedules/business/${place.business_id}`,
  ]
  for (const url of reads)
    test(`${url.replace(place.slug, '{slug}')} is not sent twice`, async () => {
      const { headers } = await get(url)
      assert.equal(headers['cache-control'], 'public, no-cache')
      const same = await again(url)
      assert.deepEqual([same.status, same.body], [304, ''])
    })

  test('… until it changes', async () => {
    const [url] = reads
    const { etag } = (await get(url!)).headers
    await db
      .updateTable('businesses')
      .set({ description: 'Otra' })
      .where('id', '=', place.business_id)
      .execute()
    assert.equal((await get(url!, { 'if-none-match': String(etag) })).status, 200)
  })
})

describe('addresses', () => {
  test('a former one leads to the present one with all that was asked, and is not remembered for ever', async () => {
    await db.insertInto('slugs').values({ slug: 'antes-x', business_id: place.business_id }).execute()
    const { status, headers } = await get('/negocio/antes-x?servicio=3&utm_source=ig')
    assert.equal(status, 301)
    assert.equal(headers.location, `${PAGE}?servicio=3&utm_source=ig`)
    assert.equal(headers['cache-control'], 'no-cache')
  })

  test('what is not there says so, with a page for people', async () => {
    for (const url of ['/no/existe', '/negocio/no-existe', '/book/999999', '/dashboard/nada']) {
      const { status, headers, body } = await get(url)
      assert.equal(status, 404, url)
      assert.match(String(headers['content-type']), /^text\/html/)
      assert.equal(headers['cache-control'], 'private, no-store')
      assert.equal(headers['x-robots-tag'], 'noindex')
      assert.equal(headOf(body).meta('robots'), 'noindex')
    }
  })
})

describe('files of the build', () => {
  const assets = join(import.meta.dirname, '../../build/client/assets')
  const names = readdirSync(assets)

  test('kept for ever, packed beforehand both ways', async () => {
    for (const ending of ['js', 'css']) {
      const name = names.find((one) => one.endsWith(`.${ending}.br`))!.slice(0, -3)
      assert.ok(names.includes(`${name}.gz`), name)
      for (const [encoding, expected] of [
        ['gzip, deflate, br', 'br'],
        ['gzip', 'gzip'],
      ]) {
        const { status, headers } = await get(`/assets/${name}`, { 'accept-encoding': encoding! })
        assert.equal(status, 200)
        assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
        assert.equal(headers['content-encoding'], expected)
        assert.match(String(headers.vary), /accept-encoding/i)
        const same = await get(`/assets/${name}`, {
          'accept-encoding': encoding!,
          'if-none-match': String(headers.etag),
        })
        assert.equal(same.status, 304)
      }
    }
  })

  test('of a video, the part that is asked for, as Safari needs it; of anything else, the whole', async () => {
    for (const ending of ['mp4', 'webm', 'js']) {
      const name = names.find((one) => one.endsWith(`.${ending}`))!
      const isVideo = ending !== 'js'
      const { status, headers, body } = await get(`/assets/${name}`, { range: 'bytes=0-1' })
      assert.equal(status, isVideo ? 206 : 200, name)
      assert.equal(headers['accept-ranges'], isVideo ? 'bytes' : undefined)
      const { size } = statSync(join(assets, name))
      assert.equal(headers['content-range'], isVideo ? `bytes 0-1/${size}` : undefined)
      if (isVideo) assert.equal(headers['content-length'], '2')
      else assert.ok(body.length > 2)
    }
  })

  test('gone ones: 404 without a page, soon asked for again', async () => {
    const { status, headers, body } = await get('/assets/page-00000000.js')
    assert.equal(status, 404)
    assert.equal(headers['cache-control'], 'public, max-age=60')
    assert.match(String(headers['content-type']), /^text\/plain/)
    assert.equal(body, 'Este archivo ya no existe')
  })

  test('those of a newer build, put beside while this process serves: as its own', async (t) => {
    const name = `newer-${process.pid}.js`
    const path = join(import.meta.dirname, '../../build/client/assets', name)
    t.after(() => [path, `${path}.br`].forEach((file) => rmSync(file, { force: true })))
    assert.equal((await get(`/assets/${name}`)).status, 404)
    writeFileSync(path, 'export {}')
    writeFileSync(`${path}.br`, brotliCompressSync('export {}'))
    const plain = await get(`/assets/${name}`)
    assert.deepEqual([plain.status, plain.body], [200, 'export {}'])
    assert.match(String(plain.headers['content-type']), /javascript/)
    const packed = await get(`/assets/${name}`, { 'accept-encoding': 'br' })
    assert.equal(packed.headers['content-encoding'], 'br')
    for (const { headers } of [plain, packed])
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    for (const other of ['..%2Fsw.js', '../sw.js', '.hidden', `${name}/`, `%00${name}`])
      assert.notEqual((await get(`/assets/${other}`)).body, 'export {}')
    assert.equal((await get('/assets/..%2Fsw.js')).status, 404)
  })
})

describe('those who show links in chats', () => {
  const AGENTS = [
    'WhatsApp/2.23.20.0',
    'facebookexternalhit/1.1',
    'Twitterbot/1.0',
    'TelegramBot (like TwitterBot)',
  ]
  for (const agent of AGENTS)
    test(`${agent} reads all it needs, without script`, async () => {
      for (const url of [PAGE, '/']) {
        const { status, body } = await get(url, { 'user-agent': agent })
        assert.equal(status, 200)
        assert.ok(Buffer.byteLength(body.slice(0, body.indexOf('</head>'))) < 300_000)
        const head = headOf(body)
        for (const name of [
          'og:title',
          'og:description',
          'og:image',
          'og:url',
          'og:image:width',
          'og:image:alt',
        ])
          assert.ok(head.property(name), `${name} of ${url}`)
      }
    })
})
