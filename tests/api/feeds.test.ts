import { FEED_READS_PER_HOUR } from '#domain/feed.ts'
import { pathOf } from '#server/log.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { app, call, clock } = await api(db)
const DAY = 24 * 3_600_000

/** What an address answers. */
async function read(url: string, headers: Record<string, string> = {}) {
  const { statusCode, body, headers: got } = await app.inject({ url: new URL(url).pathname, headers })
  return { status: statusCode, body: body.replaceAll('\r\n ', ''), headers: got }
}
type As = (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) => ReturnType<typeof call>

async function made(as: As, body: object = {}): Promise<{ id: number; url: string }> {
  const answer = await as('POST', '/api/feeds', body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { id: answer.body.feed.id, url: answer.body.url }
}
const asMember =
  (headers: Record<string, string>): As =>
  (method, url, body) =>
    call(method, url, { headers, ...(body && { body }) })

/** The events of a feed: their properties by UID. */
const eventsOf = (text: string) =>
  text
    .split('BEGIN:VEVENT\r\n')
    .slice(1)
    .map((one) => Object.fromEntries(one.split('\r\n').map((line) => line.split(/:(.*)/s).slice(0, 2))))
const summaries = (text: string) => eventsOf(text).map((event) => event['SUMMARY'])

test('a secret address, of which only a hash is stored, shows who comes and when, and nothing else of them', async () => {
  const place = await twoProfessionals(call, db)
  const card = `/api/clients/${place.cards.get(place.mine)}`
  await place.who.as('PATCH', card, { alert: 'Alergia-callada', client_id: '1037612450', birthday: '05-14' })
  for (const [path, body] of [
    ['notes', { body: 'Nota-callada' }],
    ['health', { body: 'Salud-callada', agreed: true }],
    ['tags', { label: 'Etiqueta-callada' }],
  ] as const)
    assert.ok((await place.who.as('POST', `${card}/${path}`, body)).status < 300, path)
  const { url } = await made(place.who.as)
  assert.match(url, new RegExp(`/api/feeds/${place.who.business_id}\\.[\\w-]{43}\\.ics$`))
  const { status, body, headers } = await read(url)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/calendar; charset=utf-8')
  assert.match(String(headers['cache-control']), /private/)
  for (const line of ['REFRESH-INTERVAL;VALUE=DURATION:PT30M', 'X-PUBLISHED-TTL:PT30M', 'METHOD:PUBLISH'])
    assert.ok(body.includes(`${line}\r\n`), line)
  assert.deepEqual(summaries(body), [
    'Corte · Marina (Inés Prada)',
    'Corte · Ajena (Otra Profesional)',
    'Bloqueado (Otra Profesional)',
  ])
  const [first] = eventsOf(body)
  assert.equal(first!['DTSTART'], '20261123T150000Z')
  assert.equal(first!['DESCRIPTION'], '+57 300 412 8819')
  assert.doesNotMatch(body, /correo\.example|propia|secreta|99887766|Nota-de-otra|Secreta|callada|1037612450/)
  const stored = await db.selectFrom('calendar_feeds').selectAll().execute()
  assert.ok(!JSON.stringify(stored).includes(url.split('.').at(-2)!))
  const listed = await place.who.as('GET', '/api/feeds')
  assert.ok(!JSON.stringify(listed.body).includes(url.split('.').at(-2)!))
  assert.equal(listed.body.feeds[0].last_read_at, new Date(clock.now).toISOString())
})

test('only «Ocupado», where that was chosen', async () => {
  const place = await twoProfessionals(call, db)
  const professional_id = place.other_id
  const { body } = await read((await made(place.who.as, { professional_id, shows: 'busy' })).url)
  assert.deepEqual(summaries(body), ['Ocupado', 'Ocupado'])
  assert.doesNotMatch(body, /Ajena|Corte|DESCRIPTION|Motivo/)
  // Nor with whom, in everybody's.
  const all = await read((await made(place.who.as, { professional_id: null, shows: 'busy' })).url)
  assert.deepEqual([...new Set(summaries(all.body))], ['Ocupado'])
})

test('blocked time has its reason', async () => {
  const place = await twoProfessionals(call, db)
  const professional_id = place.place.professional_id
  const days = { professional_id, first_date: '2026-12-01', reason: 'Curso, en Cali' }
  assert.equal((await place.who.as('POST', '/api/time-off', days)).status, 201)
  const { body } = await read((await made(place.who.as, { professional_id })).url)
  assert.deepEqual(summaries(body), ['Corte · Marina', 'Curso\\, en Cali'])
})

test('blocked time of a deleted professional is in no calendar, and what is booked with them stays', async () => {
  const place = await twoProfessionals(call, db)
  const { url } = await made(place.who.as)
  const all = { first_date: '2026-12-01', reason: 'Inventario' }
  assert.equal((await place.who.as('POST', '/api/time-off', all)).status, 201)
  assert.ok(summaries((await read(url)).body).includes('Bloqueado (Otra Profesional)'))
  assert.equal((await place.who.as('DELETE', `/api/professionals/${place.other_id}`)).status, 200)
  assert.deepEqual(summaries((await read(url)).body), [
    'Corte · Marina (Inés Prada)',
    'Corte · Ajena (Otra Profesional)',
    'Inventario',
  ])
})

test('the same UID with a higher SEQUENCE after a move; cancelled for 30 days; 90 days back, 180 ahead', async () => {
  const place = await twoProfessionals(call, db)
  const { url } = await made(place.who.as, { professional_id: place.place.professional_id })
  const [before] = eventsOf((await read(url)).body)
  clock.now += 60_000
  const moved = await call('PATCH', `/api/appointments/${place.mine}`, {
    headers: place.who.headers,
    body: { appointment_time: '16:00' },
  })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const [after] = eventsOf((await read(url)).body)
  assert.equal(after!['UID'], before!['UID'])
  assert.ok(Number(after!['SEQUENCE']) > Number(before!['SEQUENCE']))
  assert.ok(after!['LAST-MODIFIED']! > before!['LAST-MODIFIED']!)
  assert.equal(after!['DTSTART'], '20261123T210000Z')
  const start = Date.parse('2026-11-23T21:00Z')
  const from = clock.now
  for (const [now, count] of [
    [start - 179 * DAY, 1],
    [start - 181 * DAY, 0],
    [start + 89 * DAY, 1],
    [start + 91 * DAY, 0],
  ] as const) {
    clock.now = now
    const { body } = await read(url)
    assert.equal(eventsOf(body).length, count, new Date(now).toISOString())
    // Strict readers refuse a calendar without any component.
    assert.equal(body.includes('BEGIN:VTIMEZONE\r\nTZID:UTC\r\n'), count === 0)
  }
  clock.now = from
  assert.equal((await place.who.as('POST', `/api/appointments/${place.mine}/cancel`, {})).status, 200)
  assert.equal(eventsOf((await read(url)).body)[0]!['STATUS'], 'CANCELLED')
  clock.now = from + 29 * DAY
  assert.equal(eventsOf((await read(url)).body).length, 1)
  clock.now = from + 31 * DAY
  assert.equal(eventsOf((await read(url)).body).length, 0)
  clock.now = from
})

test('who has it already is told so, until something changes', async () => {
  const place = await twoProfessionals(call, db)
  const { url } = await made(place.who.as)
  const etag = String((await read(url)).headers['etag'])
  clock.now += 3_600_000
  const known = await read(url, { 'if-none-match': etag })
  assert.deepEqual([known.status, known.body], [304, ''])
  await call('POST', '/api/appointments/public', {
    body: booking(place.place, { appointment_time: '15:00' }),
  })
  assert.equal((await read(url, { 'if-none-match': etag })).status, 200)
})

test('60 reads an hour for each address', async () => {
  const place = await twoProfessionals(call, db)
  const [feed, other] = [
    await made(place.who.as),
    await made(place.who.as, { professional_id: place.other_id }),
  ]
  for (let i = 0; i < FEED_READS_PER_HOUR; i++) assert.equal((await read(feed.url)).status, 200)
  const refused = await read(feed.url)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers['retry-after']) > 0)
  assert.equal((await read(other.url)).status, 200)
  clock.now += 3_600_001
  assert.equal((await read(feed.url)).status, 200)
})

test('another address takes the place of the first, and one that is removed ends at once', async () => {
  const place = await twoProfessionals(call, db)
  const first = await made(place.who.as)
  const second = await made(place.who.as)
  assert.equal(second.id, first.id)
  assert.equal((await read(first.url)).status, 404)
  assert.equal((await read(second.url)).status, 200)
  const marta = await memberOf(db, place.who.business_id, 'manager')
  assert.equal((await asMember(marta.headers)('DELETE', `/api/feeds/${second.id}`)).status, 404, 'another’s')
  assert.equal((await place.who.as('DELETE', `/api/feeds/${second.id}`)).status, 200)
  assert.equal((await read(second.url)).status, 404)
  const acts = await db
    .selectFrom('activity')
    .select('act')
    .where('business_id', '=', place.who.business_id)
    .where('act', 'like', 'feed%')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    acts.map(({ act }) => act),
    ['feed_made', 'feed_made', 'feed_made', 'feed_removed'],
  )
})

test('twenty at once for one agenda leave one address', async () => {
  const place = await twoProfessionals(call, db)
  const all = await Promise.all(Array.from({ length: 20 }, () => made(place.who.as)))
  const statuses = await Promise.all(all.map(async ({ url }) => (await read(url)).status))
  assert.equal(statuses.filter((status) => status === 200).length, 1)
})

test('some new addresses an hour, since each one is told in the activity', async () => {
  const { who } = await twoProfessionals(call, db)
  let made = 0
  while (made <= 60 && (await who.as('POST', '/api/feeds', {})).status === 201) made++
  assert.ok(made > 20 && made <= 60)
})

test('a professional has the own agenda alone, without phones', async () => {
  const place = await twoProfessionals(call, db)
  const own = { professional_id: place.other_id }
  const laura = await memberOf(db, place.who.business_id, 'professional', own)
  const as = asMember(laura.headers)
  const refused = await as('POST', '/api/feeds', { professional_id: place.place.professional_id })
  assert.equal(refused.status, 404)
  const { url } = await made(as)
  const { body } = await read(url)
  assert.deepEqual(summaries(body), ['Corte · Ajena', 'Bloqueado'])
  assert.doesNotMatch(body, /DESCRIPTION|310 999 8877/)
  const { feeds } = (await place.who.as('GET', '/api/feeds')).body
  assert.deepEqual(
    feeds.map(({ id }: { id: number }) => id),
    [place.feed],
    'another’s are not listed',
  )
})

test('whoever leaves, is put to rest or may no longer see it has no calendar at once', async () => {
  const place = await twoProfessionals(call, db)
  const { business_id } = place.who
  const change = (user_id: number, body: object) =>
    call('PATCH', `/api/members/${user_id}`, { headers: place.who.headers, body })
  const [marta, rosa] = [
    await memberOf(db, business_id, 'reception'),
    await memberOf(db, business_id, 'manager'),
  ]
  const all = await made(asMember(marta.headers))
  const one = await made(asMember(marta.headers), { professional_id: place.other_id })
  const hers = await made(asMember(rosa.headers))
  const statuses = async () => [(await read(all.url)).status, (await read(one.url)).status]
  assert.deepEqual(await statuses(), [200, 200])
  const professional_id = place.other_id
  assert.equal((await change(marta.user_id, { role: 'professional', professional_id })).status, 200)
  assert.deepEqual(await statuses(), [404, 200], 'only the own agenda')
  assert.equal((await change(marta.user_id, { professional_id: place.place.professional_id })).status, 200)
  assert.deepEqual(await statuses(), [404, 404])
  assert.equal((await change(marta.user_id, { role: 'reception' })).status, 200)
  assert.deepEqual(await statuses(), [200, 200])
  assert.equal((await change(marta.user_id, { is_active: false })).status, 200)
  assert.deepEqual(await statuses(), [404, 404])
  assert.equal((await read(hers.url)).status, 200)
  assert.equal((await place.who.as('DELETE', `/api/members/${rosa.user_id}`)).status, 200)
  assert.equal((await read(hers.url)).status, 404)
  const left = await db
    .selectFrom('calendar_feeds')
    .select('user_id')
    .where('business_id', '=', business_id)
    .execute()
  assert.ok(!left.some(({ user_id }) => user_id === rosa.user_id))
})

test('no other address opens anything, and none is written to the log', async () => {
  const place = await twoProfessionals(call, db)
  const { url } = await made(place.who.as)
  const [token] = url.split('/').at(-1)!.split('.ics')
  const foreign = `1${token!.slice(token!.indexOf('.'))}`
  for (const address of [token!, `${token!.slice(0, -1)}.ics`, `${foreign}.ics`, 'x.ics', '%00.ics'])
    assert.equal((await call('GET', `/api/feeds/${address}`)).status, 404, address)
  assert.equal(pathOf(new URL(url).pathname + '?x=1'), `/api/feeds/${place.who.business_id}.…`)
})
