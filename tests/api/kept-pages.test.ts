import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { currentMomentOf } from '#server/database/moment-queries.ts'
import { keptPages, reader } from '#server/pages/kept.ts'
import { loadBuild, servePages } from '#server/pages/routes.ts'
import { api, appointmentRow, booking, database, NOW, salon } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const built = await loadBuild()
const BY_SLUG = '/api/businesses/public/slug/'
let drawn = 0
/** How often a business was read for a page. */
let read = 0
/** What happens while a page is drawn. */
let meanwhile = async () => {}
const prepare: NonNullable<Parameters<typeof api>[1]>['prepare'] = async (app, deps) => {
  app.addHook('onRequest', async ({ url }) => void (read += Number(url.startsWith(BY_SLUG))))
  await servePages(app, deps, {
    ...built,
    entry: async () => {
      drawn++
      await meanwhile()
      return built.entry()
    },
  })
}
const { app, call, clock } = await api(db, { prepare })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

/** How many pages were drawn while `work` was done. */
async function drawnBy(work: () => Promise<unknown>): Promise<number> {
  const before = drawn
  await work()
  return drawn - before
}

test('a page is drawn once for everybody, until the minute is over', async () => {
  const { slug, service_id, professional_id } = await salon(db)
  const url = `/negocio/${slug}?servicio=${service_id}&profesional=${professional_id}`
  const first = await get(url)
  assert.equal(first.statusCode, 200)
  const times = await drawnBy(async () => {
    const again = await get(url)
    assert.equal(again.body, first.body)
    for (const name of [
      'etag',
      'content-security-policy',
      'permissions-policy',
      'cache-control',
      'content-type',
    ])
      assert.equal(again.headers[name], first.headers[name], name)
    const packed = await get(url, { 'accept-encoding': 'gzip, br' })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(brotliDecompressSync(packed.rawPayload).toString(), first.body)
    for (const encoding of ['gzip', 'br;q=0', 'identity'])
      assert.notEqual((await get(url, { 'accept-encoding': encoding })).headers['content-encoding'], 'br')
    const known = await get(url, { 'if-none-match': String(first.headers.etag) })
    assert.deepEqual([known.statusCode, known.body], [304, ''])
    assert.equal((await app.inject({ method: 'HEAD', url })).statusCode, 200)
  })
  assert.equal(times, 0)
  clock.now += 60_000
  assert.equal(await drawnBy(() => get(url)), 1)
})

test('whatever changes a page is on it at the next look', async () => {
  const mine = await owner(call)
  const { service_id, professional_id } = await withOffer(mine)
  const url = `/negocio/${mine.slug}?servicio=${service_id}&profesional=${professional_id}`
  let before = (await get(url)).body
  const changes: [string, () => Promise<{ status: number }>][] = [
    ['a price', () => mine.as('PATCH', `/api/services/${service_id}`, { price: 77_000 })],
    [
      'a name',
      () => mine.as('PATCH', `/api/professionals/${professional_id}`, { professional_name: 'Ana Ruiz' }),
    ],
    [
      'a closed day',
      () => mine.as('PUT', '/api/special-days/2026-11-27', { is_open: false, name: 'Inventario' }),
    ],
    [
      'the business itself',
      () => mine.as('PUT', '/api/businesses/profile', { description: 'Con vista al parque' }),
    ],
  ]
  for (const [what, change] of changes) {
    const { status } = await change()
    assert.ok(status < 300, `${what}: ${status}`)
    const after = (await get(url)).body
    assert.notEqual(after, before, what)
    before = after
  }
  await db
    .updateTable('businesses')
    .set({ suspended_at: new Date(NOW).toISOString() })
    .where('slug', '=', mine.slug)
    .execute()
  assert.notEqual((await get(url)).body, before, 'suspended')
})

test('no page shows a time as free that was booked before it was asked for, however many ask', async () => {
  const place = await salon(db, { duration_minutes: 30 })
  const url = `/negocio/${place.slug}?servicio=${place.service_id}&profesional=${place.professional_id}&fecha=2026-11-24`
  const at = (i: number) => `${String(9 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`
  const offered = async () =>
    [...(await get(url)).body.matchAll(/name="hora" value="([\d:]+)"/g)].map(([, time]) => time)
  assert.ok((await offered()).includes(at(0)))
  let asked = 0
  let isOver = false
  // Readers who keep the page in use meanwhile: somebody always asks after it.
  const readers = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      assert.equal((await get(url)).statusCode, 200)
      asked++
    }
  })
  for (let i = 0; i < 16; i++) {
    const { status } = await call('POST', '/api/appointments/public', {
      body: booking(place, { appointment_date: '2026-11-24', appointment_time: at(i) }),
    })
    assert.equal(status, 201)
    for (const times of await Promise.all([offered(), offered(), offered()]))
      assert.ok(!times.includes(at(i)), `${at(i)} was offered after it was booked`)
  }
  isOver = true
  await Promise.all(readers)
  assert.ok(asked > 16, String(asked))
})

test('a crowd that comes at once has a changed page drawn a few times, not once for each', async () => {
  const { slug } = await salon(db)
  const times = await drawnBy(async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => get(`/negocio/${slug}`)))
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
  })
  assert.ok(times <= 4, String(times))
})

test('where a page has changed whenever it was drawn, those who wait for it share the next drawing', async () => {
  const { business_id, slug } = await salon(db)
  // Several pages are drawn at the same time: their changes follow one another as the database takes them.
  const change = () =>
    db
      .updateTable('services')
      .set({ price: sql<number>`price + 1` })
      .where('business_id', '=', business_id)
      .execute()
  const stored = async () =>
    (
      await db
        .selectFrom('services')
        .select('price')
        .where('business_id', '=', business_id)
        .executeTakeFirstOrThrow()
    ).price
  const begun = await stored()
  meanwhile = async () => void (await change())
  const times = await drawnBy(async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => get(`/negocio/${slug}`)))
    for (const { statusCode, body } of answers) {
      assert.equal(statusCode, 200)
      assert.ok(body.includes(slug))
    }
  })
  meanwhile = async () => {}
  assert.ok(times <= 8, `${times} drawings for 60 readers`)
  // What was changed before the question is in the answer.
  const price = await stored()
  assert.ok(price > begun)
  const { body } = await get(`/negocio/${slug}`)
  assert.ok(body.includes(`"price":${price}`) || body.includes(price.toLocaleString('es-CO')))
})

test('a crowd that finds a page changed asks after it a few times, not once each', async () => {
  const { business_id, slug } = await salon(db)
  const url = `/negocio/${slug}`
  for (let round = 0; round < 5; round++) {
    await get(url)
    await db
      .updateTable('services')
      .set({ price: 70_000 + round })
      .where('business_id', '=', business_id)
      .execute()
    const before = read
    const answers = await Promise.all(Array.from({ length: 60 }, () => get(url)))
    assert.equal(new Set(answers.map(({ body }) => body)).size, 1)
    assert.ok(read - before <= 4, `${read - before} times by 60 readers`)
  }
})

test('whoever shares an address with somebody who read many businesses sees every page, without the log-in’s e-mail', async () => {
  const few = await api(db, { prepare, env: { BUSINESSES_PER_NETWORK: '2' } })
  const look = (url: string) => few.app.inject({ url, remoteAddress: '198.51.100.9' })
  const [one, two, wanted] = [await salon(db), await salon(db), await salon(db)]
  // What does not exist is no business that was read.
  for (let n = 0; n < 20; n++) {
    assert.equal((await look(`/api/businesses/public/slug/nadie-${n}`)).statusCode, 404)
    assert.equal((await look(`/api/businesses/${900_000 + n}`)).statusCode, 404)
  }
  for (const { slug } of [one, two])
    assert.equal((await look(`/api/businesses/public/slug/${slug}`)).statusCode, 200)
  const refused = await look(`/api/businesses/public/slug/${wanted.slug}`)
  assert.equal(refused.statusCode, 429)
  const page = await look(`/negocio/${wanted.slug}`)
  assert.equal(page.statusCode, 200)
  const { email } = await db
    .selectFrom('businesses')
    .select('email')
    .where('id', '=', wanted.business_id)
    .executeTakeFirstOrThrow()
  assert.ok(!page.body.includes(email), 'the page tells the e-mail')
  const outside = { 'x-enpunto-turn': 'adivinado' }
  const guessed = await few.app.inject({
    url: `/api/businesses/public/slug/${wanted.slug}`,
    remoteAddress: '198.51.100.9',
    headers: outside,
  })
  assert.equal(guessed.statusCode, 429)
})

test('policies, which name that e-mail, are read of as many businesses as profiles are, and kept apart from these', async () => {
  const few = await api(db, { prepare, env: { BUSINESSES_PER_NETWORK: '2' } })
  const look = (url: string, remoteAddress = '198.51.100.10') => few.app.inject({ url, remoteAddress })
  const places = [await salon(db), await salon(db), await salon(db)]
  const policyOf = (n: number, address?: string) => look(`/negocio/${places[n]!.slug}?ver=datos`, address)
  const { email } = await db
    .selectFrom('businesses')
    .select('email')
    .where('id', '=', places[2]!.business_id)
    .executeTakeFirstOrThrow()
  for (let times = 0; times < 3; times++)
    for (const n of [0, 1]) assert.equal((await policyOf(n)).statusCode, 200)
  // Kept for others, it is refused to this network all the same.
  for (const address of ['192.0.2.8', '192.0.2.9']) {
    const other = await policyOf(2, address)
    assert.deepEqual([other.statusCode, other.body.includes(email)], [200, true])
  }
  for (let times = 0; times < 2; times++) {
    const refused = await policyOf(2)
    assert.deepEqual([refused.statusCode, refused.body.includes(email)], [429, false])
    assert.match(refused.body, /Demasiados intentos, intenta más tarde/)
    const seconds = Number(refused.headers['retry-after'])
    assert.ok(seconds > 60 && seconds <= 3600, `${seconds} s`)
  }
  assert.equal((await look(`/negocio/${places[2]!.slug}`)).statusCode, 200)
  assert.equal((await look(`/api/businesses/public/slug/${places[2]!.slug}`)).statusCode, 200)
})

test('a policy that cannot be read for a moment is no business that does not exist', async () => {
  let status = 503
  const ill = await api(db, {
    prepare: async (app, deps) => {
      app.addHook('onRequest', async ({ url }, reply) => {
        if (url.endsWith('/policy')) return reply.code(status).send({ success: false, error: 'Ahora no' })
      })
      await prepare(app, deps)
    },
  })
  const url = `/negocio/${(await salon(db)).slug}?ver=datos`
  const failed = await ill.app.inject({ url })
  assert.deepEqual([failed.statusCode, failed.headers['retry-after']], [503, '2'])
  assert.match(failed.body, /Error cargando información del negocio/)
  status = 404
  assert.equal((await ill.app.inject({ url })).statusCode, 404)
})

test('nobody waits for another’s own page', async () => {
  await get('/dashboard')
  let [atOnce, most] = [0, 0]
  meanwhile = async () => {
    most = Math.max(most, ++atOnce)
    await sleep(20)
    atOnce--
  }
  await Promise.all(Array.from({ length: 8 }, () => get('/dashboard')))
  meanwhile = async () => {}
  assert.equal(most, 4, 'as many as the line takes')
})

test('what is somebody’s own, or unknown, or an error is drawn each time', async () => {
  for (const url of ['/dashboard', '/negocio/no-existe', '/client?token=x'])
    assert.equal(await drawnBy(async () => [await get(url), await get(url)]), 2, url)
})

const NETWORK = '192.0.2.1'
const unknown = async () => undefined

test('what is kept has a bound', async () => {
  const pages = keptPages({ bytes: 200_000, now: () => NOW, momentOf: unknown })
  const page = { html: Buffer.alloc(4_000), headers: {}, policy: '', etag: '' }
  for (let i = 0; i < 2_000; i++) pages.keep(`/negocio/x?utm=${i}`, page, { at: NOW, reads: [] })
  assert.ok(pages.size().bytes <= 200_000)
  assert.ok(pages.size().pages > 20)
  const nothing = () => Promise.reject(new Error('nothing was read'))
  assert.equal(await pages.find('/negocio/x?utm=1999', NETWORK, nothing), page)
  assert.equal(await pages.find('/negocio/x?utm=0', NETWORK, nothing), undefined)
})

test('a reader who asks too often takes the kept page from nobody, and does not get it', async () => {
  const pages = keptPages({ bytes: 200_000, now: () => NOW, momentOf: unknown })
  const page = { html: Buffer.from('x'), headers: {}, policy: '', etag: '' }
  const fine = async () => ({ status: 200, payload: '{}' })
  const noted = reader(fine)
  await noted.call('/api/x')
  pages.keep('/a', page, { at: NOW, reads: noted.reads() })
  assert.equal(await pages.find('/a', NETWORK, async () => ({ status: 429, payload: '{}' })), undefined)
  assert.equal(await pages.find('/a', NETWORK, fine), page)
})

test('a page that changes all the time is asked after once, in line, and drawn from those answers', async () => {
  const pages = keptPages({ bytes: 200_000, now: () => NOW, momentOf: unknown })
  const page = { html: Buffer.from('x'), headers: {}, policy: '', etag: '' }
  let price = 1
  let asked = 0
  const call = async () => ({ status: 200, payload: (asked++, `{"price":${price}}`) })
  const drawn = async (from?: Parameters<typeof reader>[1]) => {
    const noted = reader(call, from)
    const { payload } = await noted.call('/api/x')
    pages.keep('/a', page, { at: NOW, reads: noted.reads() })
    return payload
  }
  await drawn()
  price++
  assert.equal(await pages.find('/a', NETWORK, call), undefined)
  asked = 0
  const first = await pages.findOrRead('/a', call)
  assert.equal(await drawn(first.answers), '{"price":2}')
  assert.equal(asked, 1, 'what was asked to see that it changed is not asked again')
  price++
  assert.equal(await pages.find('/a', NETWORK, call), undefined)
  assert.equal(asked, 1, 'it changed when it was last asked after')
  assert.equal(await drawn((await pages.findOrRead('/a', call)).answers), '{"price":3}')
  assert.equal((await pages.findOrRead('/a', call)).page, page, 'nothing changed since')
  asked = 0
  assert.equal(await pages.find('/a', NETWORK, call), page)
  assert.equal(asked, 1)
})

test('who waits beside a reader who found a page changed does not ask again', async () => {
  const pages = keptPages({ bytes: 200_000, now: () => NOW, momentOf: unknown })
  const noted = reader(async () => ({ status: 200, payload: 'before' }))
  await noted.call('/api/x')
  pages.keep(
    '/a',
    { html: Buffer.from('x'), headers: {}, policy: '', etag: '' },
    { at: NOW, reads: noted.reads() },
  )
  let asked = 0
  const changed = async () => (asked++, { status: 200, payload: 'since' })
  const all = await Promise.all(Array.from({ length: 20 }, () => pages.find('/a', NETWORK, changed)))
  assert.deepEqual([new Set(all), asked], [new Set([undefined]), 1])
})

test('while nothing is written, a network asks after a page once', async () => {
  let moment: string | undefined = 'first'
  const momentOf = async () => moment
  const pages = keptPages({ bytes: 200_000, now: () => NOW, momentOf })
  const page = { html: Buffer.from('x'), headers: {}, policy: '', etag: '' }
  let [asked, answer] = [0, 'before']
  const call = async () => (asked++, { status: 200, payload: answer })
  const noted = reader(call)
  await noted.call('/api/x')
  pages.keep('/a', page, { at: NOW, reads: noted.reads() })
  /** How often it was asked after while `times` readers of the network looked, one after the other. */
  const looks = async (network: string, times: number) => {
    asked = 0
    for (let n = 0; n < times; n++) assert.equal(await pages.find('/a', network, call), page)
    return asked
  }
  assert.equal(await looks(NETWORK, 3), 1)
  assert.equal(await looks('192.0.2.2', 3), 1, 'another network is counted as a reader itself')
  moment = 'second'
  assert.equal(await looks(NETWORK, 3), 1, 'something was written')
  // As while a hold ends within the minute.
  moment = undefined
  assert.equal(await looks(NETWORK, 3), 3)
  moment = 'second'
  assert.equal(await looks(NETWORK, 3), 1)
  const slow = async () => ((moment = 'fourth'), call())
  moment = 'third'
  assert.equal(await pages.find('/a', NETWORK, slow), page)
  assert.equal(await looks(NETWORK, 2), 1, 'it was asked while something was written, and may be of before')
  ;[moment, answer] = ['fifth', 'since']
  assert.equal(await pages.find('/a', NETWORK, call), undefined)
})

test('a page that reads nothing waits for no database', async () => {
  const momentOf = () => new Promise<undefined>(() => {})
  const pages = keptPages({ bytes: 200_000, now: () => NOW, momentOf })
  const page = { html: Buffer.from('x'), headers: {}, policy: '', etag: '' }
  pages.keep('/', page, { at: NOW, reads: [] })
  const nothing = () => Promise.reject(new Error('nothing was read'))
  assert.equal(await pages.find('/', NETWORK, nothing), page)
})

test('the moment of a minute is told unless a hold ends in it', async () => {
  const place = await salon(db)
  const minute = NOW + 30 * 60_000
  const hold_expires_at = new Date(minute + 59_999).toISOString()
  await db
    .insertInto('appointments')
    .values({
      ...appointmentRow(place, '2026-11-24', '10:00'),
      status: 'held',
      hold_kind: 'offer',
      hold_expires_at,
    } as never)
    .execute()
  // One transaction that sees one moment, whatever is written beside it.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const of = (minuteMs: number) => currentMomentOf(tx as never, minuteMs)
      assert.match((await of(minute - 60_000))!, / \d+:\d+:/)
      assert.equal(await of(minute), undefined)
      assert.equal(await of(minute + 60_000), await of(minute - 60_000))
    })
})
