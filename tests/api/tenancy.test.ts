import type { GuardedRoute } from '#server/http/http.ts'
import { tokenKey } from '#server/tokens.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, NOW } from '../helper.ts'
import { insertedImport } from '../imports.ts'
import { multipart } from '../multipart.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { app, call } = await api(db, { env: { REQUEST_SECONDS: '290' } })
const mine = await owner(call)
const theirs = await owner(call)
const offer = await withOffer(mine)
const foreign = await withOffer(theirs)
const place = { business_id: theirs.business_id, slug: theirs.slug, ...foreign }
const booked = await call('POST', '/api/appointments/public', { body: booking(place) })
const blocked = await theirs.as('POST', '/api/time-off', { first_date: '2026-12-24' })
const grouped = await theirs.as('POST', '/api/service-categories', { category_name: 'Ajena' })
await db
  .updateTable('businesses')
  .set({ email_confirmed_at: new Date(NOW).toISOString() })
  .where('id', '=', theirs.business_id)
  .execute()
const theirs_id = (await theirs.as('GET', '/api/auth/verify')).body.user.id as number
const invited = await theirs.as('POST', '/api/members/invite', {
  email: 'laura@correo.example',
  role: 'reception',
})
const fed = await theirs.as('POST', '/api/feeds', {})
const PICTURE = '0123456789abcdef0123456789abcdef'
await db
  .insertInto('images')
  .values({ business_id: theirs.business_id, name: PICTURE, width: 640, unused_since: null })
  .execute()
const picture = `/files/${PICTURE}-640.webp`
await theirs.as('PUT', '/api/businesses/profile', {
  logo_url: picture,
  gallery_images: JSON.stringify([picture]),
})

const cards = await db
  .selectFrom('client_cards')
  .select('id')
  .where('business_id', '=', theirs.business_id)
  .execute()

const asked = await db
  .insertInto('data_requests')
  .values({
    business_id: theirs.business_id,
    appointment_id: booked.body.appointment.id,
    kind: 'consult',
    client_name: 'Ana',
    received_at: new Date(NOW).toISOString(),
    due_date: '2026-12-04',
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const import_id = await insertedImport(db, { business_id: theirs.business_id, user_id: theirs_id })

const tag = await db
  .insertInto('client_tags')
  .values({ business_id: theirs.business_id, label: 'VIP', colour: 1 })
  .returning('id')
  .executeTakeFirstOrThrow()

/** The id of another business's row for each kind of address; a new kind has to be added here. */
const FOREIGN: [RegExp, number][] = [
  [/\/service-categories\/:/, grouped.body.category.id],
  [/\/services?\/:/, foreign.service_id],
  [/\/(professionals?|available-days|available-slots)\/:/, foreign.professional_id],
  [/\/business(es)?\/:/, theirs.business_id],
  [/\/appointments\/:/, booked.body.appointment.id],
  [/\/(clients|appointments)\/import\/:/, import_id],
  [/\/clients\/tags\/:/, tag.id],
  [/\/clients?\/:/, cards[0]!.id],
  [/\/time-off\/:/, blocked.body.time_off.id],
  [/\/members\/:/, theirs_id],
  [/\/feeds\/:/, fed.body.feed.id],
  [/\/data-requests?\/:/, asked.id],
  [/\/invitations\/:/, invited.body.invitation.id],
]

const guarded = app.calls.filter(({ access, method }) => access !== 'public' && method !== 'HEAD')
const owners = guarded.filter(({ needs }) => needs)
const name = ({ method, url }: GuardedRoute) => `${method} ${url}`

function send({ method, url }: GuardedRoute, headers: Record<string, string>, body: object = {}) {
  const isUpload = url.includes('/uploads/')
  const form = isUpload ? multipart([{ field: 'image', content: 'x', filename: 'x' }]) : undefined
  return app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...headers,
      ...(form && { 'content-type': form.type }),
    },
    ...(form ? { payload: form.payload } : method !== 'GET' && { payload: body }),
  })
}

/** All data of a business, as text. */
async function everythingOf(business_id: number): Promise<string> {
  const tables = [
    ...([
      'services',
      'service_categories',
      'professional_services',
      'professionals',
      'business_hours',
      'professional_hours',
      'appointments',
      'images',
      'time_off',
      'client_cards',
      'client_notes',
      'client_tags',
      'client_card_tags',
      'health_notes',
      'client_files',
      'card_merges',
      'card_pairs',
      'client_imports',
      'client_import_rows',
      'consents',
      'inbound_messages',
    ] as const),
    ...([
      'appointment_history',
      'memberships',
      'invitations',
      'calendar_feeds',
      'push_subscriptions',
      'activity',
      'sessions',
      'slugs',
      'messages',
      'credit_movements',
    ] as const),
  ]
  const rows = await Promise.all(
    tables.map((table) => db.selectFrom(table).selectAll().where('business_id', '=', business_id).execute()),
  )
  const business = await db.selectFrom('businesses').selectAll().where('id', '=', business_id).execute()
  const users = await db
    .selectFrom('users as u')
    .innerJoin('memberships as m', 'm.user_id', 'u.id')
    .selectAll('u')
    .where('m.business_id', '=', business_id)
    .execute()
  return JSON.stringify([business, rows, users])
}

const before = await everythingOf(theirs.business_id)
const unchanged = async (what: string) => assert.equal(await everythingOf(theirs.business_id), before, what)

test('the table of calls is the real one', () => {
  assert.ok(owners.length >= 25, `${owners.length} owner's calls`)
  for (const expected of [
    'PUT /api/businesses/profile',
    'DELETE /api/services/:id',
    'POST /api/uploads/business/logo',
  ])
    assert.ok(
      guarded.some((route) => name(route) === expected),
      expected,
    )
  for (const { method, url, access } of app.calls)
    if (method !== 'GET' && method !== 'HEAD' && access === 'public')
      assert.match(
        url,
        /^\/api\/(auth\/(login|register|forgot-password|reset-password|not-me|passkeys\/(options|enter)|confirm-email|invitation(\/accept)?)|security\/|appointments\/(public|client\/)|client-auth\/|hooks\/whatsapp|admin\/(login|passkeys\/(options|enter))|businesses\/(public\/slug\/:slug\/reports|:id\/returning)$|\*)/,
        `${method} ${url} is open`,
      )
})

describe('without a session', () => {
  for (const route of guarded)
    test(name(route), async () => {
      const secret = mine.token.split('.')[1]!
      // Of what may have been a token a log-out says that it opens nothing, as RFC 7009 has it, and does nothing.
      const isLogout = route.url.endsWith('/logout')
      for (const headers of [
        {},
        { authorization: 'Bearer basura' },
        { authorization: `Bearer ${mine.business_id}.${'A'.repeat(43)}` },
        { authorization: `Bearer ${theirs.business_id}.${secret}` },
        { cookie: `token=${mine.token}` },
        ...(route.access === 'administrator' ? [mine.headers] : []),
      ]) {
        const url = route.url.replace(/:[a-zA-Z]+/g, '1')
        const response = await send({ ...route, url }, headers as Record<string, string>)
        if (
          isLogout &&
          tokenKey('authorization' in headers && headers.authorization?.slice('Bearer '.length))
        ) {
          assert.deepEqual([response.statusCode, response.json()], [200, { success: true }])
          continue
        }
        assert.equal(response.statusCode, 401)
        assert.equal(response.json().success, false)
        assert.ok(response.json().error)
      }
      assert.equal((await mine.as('GET', '/api/auth/verify')).status, 200)
    })
})

describe('with another business’s id in the address', () => {
  const bodies = {
    service_name: 'Robado',
    label: 'Robada',
    professional_name: 'Robada',
    ids: [],
    schedules: [],
    cancellation_reason: 'x',
    first_date: '2026-12-24',
    duration_minutes: 45,
  }
  // A date names nobody's row: whose it is the session says.
  for (const route of owners.filter(({ url }) => url.includes(':') && !url.endsWith('/:date')))
    test(name(route), async () => {
      const kind = FOREIGN.find(([pattern]) => pattern.test(route.url))
      assert.ok(kind, `say in FOREIGN what ${route.url} means`)
      const url = route.url.replace(/:[a-zA-Z]+/g, String(kind[1]))
      const response = await send({ ...route, url }, mine.headers, {
        ...bodies,
        outcome: 'done',
        answer: 'Listo',
        reason: 'Inventario',
        new_date: '2026-11-24',
        new_time: '10:00',
        attendance_status: 'attended',
        body: 'Una nota',
        agreed: true,
        mapping: route.url.includes('appointments/import') ? ['date', 'client_name'] : ['client_name'],
        step: 'arrived',
        message: 'reminder',
        starts_at: '2026-11-23T15:00:00.000Z',
        currentPassword: PASSWORD,
        move_id: 1,
        ...booking({
          ...place,
          business_id: mine.business_id,
          ...offer,
        }),
      })
      assert.equal(response.statusCode, 404, response.body)
      assert.equal(response.json().success, false)
      await unchanged(name(route))
    })
})

describe('with an id that cannot be one', () => {
  const odd = ['0', '-1', '1.5', 'x', 'null', '99999999999999999999', '9007199254740992', '%00', "1'--"]
  for (const route of app.calls.filter(({ url, method }) => url.includes(':') && method !== 'HEAD'))
    test(name(route), async () => {
      for (const id of odd) {
        const url = route.url.replace(/:[a-zA-Z]+/g, id)
        const response = await send({ ...route, url }, mine.headers, {})
        const { statusCode } = response
        assert.ok(statusCode >= 400 && statusCode < 500 && statusCode !== 422, `${url}: ${statusCode}`)
        assert.equal(response.json().success, false)
        assert.ok(response.json().error)
      }
      await unchanged(name(route))
    })
})

describe('with another business’s id in the body', () => {
  const attempts: [string, 'POST' | 'PUT' | 'DELETE', string, object, number?][] = [
    ['a new service', 'POST', '/api/services', { business_id: theirs.business_id, service_name: 'x' }],
    [
      'my service',
      'PUT',
      `/api/services/${offer.service_id}`,
      { business_id: theirs.business_id, service_name: 'x' },
    ],
    ['the order of services', 'PUT', '/api/services/order', { ids: [foreign.service_id, offer.service_id] }],
    [
      'a new professional',
      'POST',
      '/api/professionals',
      { business_id: theirs.business_id, professional_name: 'x' },
    ],
    [
      'my professional',
      'PUT',
      `/api/professionals/${offer.professional_id}`,
      { business_id: 'x', professional_name: 'x' },
    ],
    [
      'specialties',
      'POST',
      '/api/professionals',
      { professional_name: 'x', specialties: `[${foreign.service_id}]` },
    ],
    ['a picture of the gallery', 'DELETE', '/api/businesses/gallery/image', { image_url: picture }],
    [
      'a picture for the gallery',
      'PUT',
      '/api/businesses/gallery',
      { gallery_images: JSON.stringify([picture]) },
      400,
    ],
    ['a picture for a service', 'POST', '/api/services', { service_name: 'x', image_url: picture }, 400],
    [
      'a picture for a professional',
      'POST',
      '/api/professionals',
      { professional_name: 'x', avatar_url: picture },
      400,
    ],
    ['a logo', 'PUT', '/api/businesses/profile', { logo_url: picture }, 400],
  ]
  for (const [what, method, url, body, expected = 404] of attempts)
    test(what, async () => {
      const own = await everythingOf(mine.business_id)
      const { status, body: answer } = await mine.as(method, url, body)
      assert.deepEqual([status, answer.success], [expected, false])
      await unchanged(what)
      assert.equal(await everythingOf(mine.business_id), own)
    })

  test('no call goes on that names another business', async () => {
    const own = await everythingOf(mine.business_id)
    for (const route of owners.filter(({ method, url }) => method !== 'GET' && !url.includes('/uploads/'))) {
      const response = await send(route, mine.headers, { business_id: theirs.business_id })
      assert.deepEqual(
        [response.statusCode, response.json()],
        [404, { success: false, error: 'Negocio no encontrado' }],
        name(route),
      )
    }
    assert.equal(await everythingOf(mine.business_id), own)
    await unchanged('another business in the body')
  })

  test('the profile’s id is not believed', async () => {
    const { status } = await mine.as('PUT', '/api/businesses/profile', { id: theirs.business_id })
    assert.equal(status, 200)
    await unchanged('profile')
  })
})

test('lists show the own business only', async () => {
  for (const url of [
    '/api/services',
    '/api/businesses/services',
    '/api/professionals',
    '/api/businesses/professionals',
  ]) {
    const { body } = await mine.as('GET', url)
    const rows = body.services ?? body.professionals
    assert.ok(rows.length > 0)
    assert.ok(rows.every((row: { business_id: number }) => row.business_id === mine.business_id))
  }
})
