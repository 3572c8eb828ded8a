import { ensureAdministrator } from '#server/admin/queries.ts'
import { forgetReports } from '#server/reports/queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { database } from '../helper.ts'
import { site } from '../pages.ts'
import { owner, PASSWORD } from '../owner.ts'

const DAY = 24 * 3_600_000

const db = await database()
const { app, call, clock } = await site(db)
const WHO = { email: 'jefa@enpunto.example', password: 'una-clave-larga' }
await ensureAdministrator(db, WHO)

async function admin(method: 'GET' | 'POST', path: string, body: unknown = {}) {
  const { token } = (await call('POST', '/api/admin/login', { body: WHO })).body
  const headers = { authorization: `Bearer ${token}` }
  return call(method, `/api/admin/${path}`, { headers, ...(method === 'POST' && { body }) })
}

async function report(slug: string, remoteAddress: string, changes: object = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/businesses/public/slug/${slug}/reports`,
    remoteAddress,
    payload: { reason: 'fraud', ...changes },
  })
  return { status: answer.statusCode, body: answer.json() }
}

const isShown = async (slug: string) => (await call('GET', `/api/businesses/public/${slug}`)).status === 200
const reportsOf = async (id: number) =>
  (await admin('GET', 'reports')).body.reports.filter(
    ({ business_id }: { business_id: number }) => business_id === id,
  )

/** A business that was registered so long ago. */
async function business(ageMs = DAY) {
  const who = await owner(call)
  await db
    .updateTable('businesses')
    .set({ created_at: new Date(clock.now - ageMs).toISOString() })
    .where('id', '=', who.business_id)
    .execute()
  return who
}

test('a report needs a reason, and a page that is there', async () => {
  const { slug, business_id } = await business()
  for (const reason of ['x', ['fraud'], 'toString'])
    assert.deepEqual((await report(slug, '198.51.100.1', { reason })).body.fields, {
      reason: 'Elige el motivo',
    })
  assert.equal((await report('no-existe-nada', '198.51.100.1')).status, 404)
  assert.equal((await admin('POST', 'businesses/999999/reports', { outcome: 'dismissed' })).status, 404)
  assert.deepEqual(await reportsOf(business_id), [])
})

test('the form sends it without its script too, or says what is missing and keeps what was typed', async () => {
  const { slug, business_id } = await business()
  const send = (form: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/reportar/${slug}`,
      remoteAddress: '198.51.100.40',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ details: '', email: '', ...form }).toString(),
    })
  const refused = await send({ details: 'Piden la clave' })
  assert.equal(refused.statusCode, 400)
  assert.match(refused.body, /Elige el motivo/)
  assert.match(refused.body, /<textarea[^>]*>Piden la clave</)
  const [url, headers] = [`/reportar/${slug}`, { 'content-type': 'application/json' }]
  const noForm = await app.inject({ method: 'POST', url, headers, payload: '{}' })
  assert.equal(noForm.statusCode, 400, 'what is no form lacks all that one has')
  const sent = await send({ reason: 'fraud', details: 'Piden la clave' })
  assert.equal(sent.statusCode, 200)
  assert.match(sent.body, /Gracias por avisarnos/)
  const [{ reason, details, email }] = await reportsOf(business_id)
  assert.deepEqual([reason, details, email], ['fraud', 'Piden la clave', null])
})

test('the administrator reads it, once from each network and day, and who reported is stored as a hash', async () => {
  const { slug, business_id } = await business()
  const said = { reason: 'data', details: '  Usan mi foto ', email: 'vecina@correo.example' }
  assert.deepEqual((await report(slug, '198.51.100.2', said)).body, { success: true })
  assert.equal((await report(slug, '198.51.100.2', { reason: 'other', details: 'Otra vez' })).status, 200)
  const [only, ...more] = await reportsOf(business_id)
  assert.deepEqual(more, [])
  assert.deepEqual(
    [only.reason, only.details, only.email, only.is_hidden],
    ['data', 'Usan mi foto', 'vecina@correo.example', false],
  )
  const { network } = await db
    .selectFrom('page_reports')
    .select('network')
    .where('business_id', '=', business_id)
    .executeTakeFirstOrThrow()
  assert.equal(network.length, 32)
  assert.equal(
    (await admin('POST', `businesses/${business_id}/reports`, { outcome: 'dismissed' })).status,
    200,
  )
  assert.deepEqual(await reportsOf(business_id), [])
  assert.equal(
    (await admin('POST', `businesses/${business_id}/reports`, { outcome: 'dismissed' })).status,
    404,
  )
  assert.equal(await isShown(slug), true)
})

test('three networks within a day hide a new page until an administrator has looked; a /48 is one', async () => {
  const { slug, business_id, email } = await business()
  await report(slug, '2001:db8:1:1::1')
  await report(slug, '2001:db8:1:1::2')
  // A customer of many providers has as many networks as fit into 48 bits.
  await report(slug, '2001:db8:1:1:ffff::3')
  await report(slug, '2001:db8:1:2::1')
  await report(slug, '2001:db8:1:fff3::1')
  assert.equal((await reportsOf(business_id)).length, 1)
  await report(slug, '2001:db8:2:1::1')
  assert.equal(await isShown(slug), true)
  clock.now += DAY + 1
  // The first two are older than a day by now.
  await report(slug, '203.0.113.1')
  assert.equal(await isShown(slug), true)
  await Promise.all([report(slug, '203.0.113.2'), report(slug, '203.0.113.3')])
  assert.equal(await isShown(slug), false)
  assert.ok((await reportsOf(business_id)).every(({ is_hidden }: { is_hidden: boolean }) => is_hidden))
  const signedIn = await call('POST', '/api/auth/login', { body: { email, password: PASSWORD } })
  assert.equal(signedIn.body.business.is_suspended, true)

  await admin('POST', `businesses/${business_id}/reports`, { outcome: 'dismissed' })
  assert.equal(await isShown(slug), true)
  // Seen is seen: neighbours who report on do not take it away again.
  for (const n of [5, 6, 7, 8]) await report(slug, `203.0.113.${n}`)
  assert.equal(await isShown(slug), true)
  assert.equal((await reportsOf(business_id)).length, 4)
  await admin('POST', `businesses/${business_id}/reports`, { outcome: 'acted', reason: 'Phishing' })
  assert.equal(await isShown(slug), false)
  const { acts } = (await admin('GET', `businesses/${business_id}`)).body
  assert.deepEqual(
    acts.map(({ act, detail }: { act: string; detail: object }) => [act, detail]),
    [
      ['act_on_reports', { reports: 4, reason: 'Phishing' }],
      ['dismiss_reports', { reports: 5 }],
    ],
  )
})

test('what an administrator suspended stays so when its old reports are dismissed', async () => {
  const { slug, business_id } = await business()
  for (const n of [1, 2, 3]) await report(slug, `203.0.114.${n}`)
  assert.equal(await isShown(slug), false)
  // Not by its reports, which stay open.
  assert.equal(
    (await admin('POST', `businesses/${business_id}/suspend`, { reason: 'Cobra por fuera' })).status,
    200,
  )
  assert.ok((await reportsOf(business_id)).every(({ is_hidden }: { is_hidden: boolean }) => !is_hidden))
  assert.equal(
    (await admin('POST', `businesses/${business_id}/reports`, { outcome: 'dismissed' })).status,
    200,
  )
  assert.equal(await isShown(slug), false)
  assert.equal((await admin('POST', `businesses/${business_id}/reactivate`)).status, 200)
  assert.equal(await isShown(slug), true)
})

test('reports that came after an administrator looked are not decided with those that were seen', async () => {
  const { slug, business_id } = await business()
  const decide = (outcome: string, seen: number) =>
    admin('POST', `businesses/${business_id}/reports`, { outcome, seen })
  await report(slug, '203.0.115.1', { reason: 'offensive' })
  const [{ id: silly }] = await reportsOf(business_id)
  for (const n of [2, 3]) await report(slug, `203.0.115.${n}`)
  for (const outcome of ['dismissed', 'acted']) {
    const { status, body } = await decide(outcome, silly)
    assert.deepEqual(
      [status, body.error],
      [409, 'Llegaron otros reportes de esta página. Míralos antes de decidir.'],
    )
  }
  assert.equal(await isShown(slug), false)
  const waiting = await reportsOf(business_id)
  assert.equal(waiting.length, 3)
  assert.ok(waiting.every(({ is_hidden }: { is_hidden: boolean }) => is_hidden))
  // The newest one comes first, whatever else there is.
  assert.equal(waiting[0].id, Math.max(...waiting.map(({ id }: { id: number }) => id)))
  assert.equal((await decide('dismissed', waiting[0].id)).status, 200)
  assert.equal(await isShown(slug), true)
})

test('what an administrator judged before anything hid it is not hidden by reports that come later', async () => {
  for (const look of ['reports', 'reactivate']) {
    const { slug, business_id } = await business()
    await report(slug, '203.0.116.1', { reason: 'offensive' })
    const { status } = await admin('POST', `businesses/${business_id}/${look}`, { outcome: 'dismissed' })
    assert.equal(status, 200)
    clock.now += 3_600_000
    for (const n of [2, 3, 4]) await report(slug, `203.0.116.${n}`)
    assert.equal(await isShown(slug), true, look)
    clock.now += DAY
  }
})

test('two networks are two, also around midnight', async () => {
  const { slug, business_id } = await business()
  const now = clock.now
  // Ten minutes before and after midnight in UTC.
  clock.now = Math.ceil(now / DAY) * DAY - 600_000
  for (const network of ['198.51.100.61', '198.51.100.62']) await report(slug, network)
  clock.now += 1_200_000
  for (const network of ['198.51.100.61', '198.51.100.62']) await report(slug, network)
  assert.ok(await isShown(slug))
  assert.equal((await reportsOf(business_id)).length, 2)
  clock.now = now
})

test('an older page stays, however many report it', async () => {
  const { slug, business_id } = await business(7 * DAY + 1000)
  for (const n of [1, 2, 3, 4]) await report(slug, `192.0.2.${n}`)
  assert.equal(await isShown(slug), true)
  assert.equal((await reportsOf(business_id)).length, 4)
})

test('a network, and all together, report so often and no more', async () => {
  const pages = []
  for (let n = 0; n < 6; n++) pages.push(await business())
  const statuses = []
  for (const { slug } of pages) statuses.push((await report(slug, '198.51.100.77')).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  const { slug } = await business(30 * DAY)
  let last = 0
  for (let n = 0; n < 51; n++) last = (await report(slug, `10.1.${n}.1`)).status
  assert.equal(last, 429)
})

test('who reports a page over and over keeps nobody else from reporting it', async () => {
  const { slug, business_id } = await business()
  const now = clock.now
  for (let hour = 0; hour < 11; hour++) {
    for (let n = 0; n < 5; n++) assert.equal((await report(slug, `2001:db8:9:${n}::1`)).status, 200)
    clock.now += 3_600_000
  }
  assert.equal((await report(slug, '198.51.100.88')).status, 200)
  assert.equal((await reportsOf(business_id)).length, 2)
  clock.now = now
})

test('what was decided is forgotten after half a year', async () => {
  const { slug, business_id } = await business()
  await report(slug, '198.51.100.99')
  await admin('POST', `businesses/${business_id}/reports`, { outcome: 'dismissed' })
  const kept = () =>
    db.selectFrom('page_reports').select('id').where('business_id', '=', business_id).execute()
  await forgetReports(db, clock.now + 179 * DAY)
  assert.equal((await kept()).length, 1)
  await forgetReports(db, clock.now + 181 * DAY)
  assert.equal((await kept()).length, 0)
})
