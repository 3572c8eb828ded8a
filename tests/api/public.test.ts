import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, salon, type Salon } from '../helper.ts'

const db = await database()
const { call } = await api(db)
const keys = (value: object) => Object.keys(value).sort()

/** A business that has every kind of secret, so that a leak of any of them shows. */
async function withSecrets(): Promise<Salon> {
  const place = await salon(db)
  const { business_id } = place
  await db
    .updateTable('professionals')
    .set({ phone: '+573009999999', email: 'SECRET@correo.example', bio: 'SECRET bio' })
    .where('business_id', '=', business_id)
    .execute()
  await db
    .updateTable('businesses')
    .set({ website: 'https://SECRET.example' })
    .where('id', '=', business_id)
    .execute()
  return place
}

const BUSINESS = [
  'id',
  'slug',
  'business_name',
  'description',
  'address',
  'city',
  'phone',
  'email',
  'business_type',
  'timezone',
  'currency',
  'brand_color',
  'brand_color_secondary',
  'logo_url',
  'gallery_images',
  'latitude',
  'longitude',
  'facebook',
  'instagram',
  'is_virtual',
  'is_listed',
  'whatsapp',
  'meta_title',
  'meta_description',
  'featured_image',
  'price_range',
  'share_image',
  'special_dates',
  'horizon_days',
  'asks_email',
  'takes_whatsapp',
  'policy',
  'created_at',
  'schedules',
].sort()
const DAY = ['close_time', 'day_of_week', 'is_open', 'lunch_end_time', 'lunch_start_time', 'open_time']

describe('public answers hold what is declared and nothing else', () => {
  test('a business, by each of its addresses', async () => {
    const place = await withSecrets()
    await db
      .insertInto('slugs')
      .values({ slug: `formerly-${place.slug}`, business_id: place.business_id })
      .execute()
    const paths = [
      `/api/businesses/${place.business_id}`,
      `/api/businesses/public/${place.business_id}`,
      `/api/businesses/public/${place.slug}`,
      `/api/businesses/public/${place.slug.toUpperCase()}`,
      `/api/businesses/public/formerly-${place.slug}`,
      `/api/businesses/public/slug/${place.slug}`,
      `/api/businesses/public/slug/formerly-${place.slug}`,
    ]
    for (const path of paths) {
      const { status, body } = await call('GET', path)
      assert.equal(status, 200, path)
      assert.deepEqual(keys(body), ['business', 'success'])
      assert.equal(body.success, true)
      assert.deepEqual(keys(body.business), BUSINESS)
      assert.equal(body.business.id, place.business_id)
      assert.equal(body.business.slug, place.slug)
      assert.deepEqual(JSON.parse(body.business.gallery_images), [])
      assert.deepEqual(
        body.business.schedules.map((day: object) => keys(day)),
        Array(7).fill(DAY),
      )
      assert.deepEqual(body.business.schedules[3], {
        day_of_week: 3,
        is_open: true,
        open_time: '09:00',
        close_time: '18:00',
        lunch_start_time: null,
        lunch_end_time: null,
      })
      assert.ok(!JSON.stringify(body).includes('SECRET'))
    }
  })

  test('a number is an id and never an address of letters; words that only read like numbers are no id', async () => {
    const place = await salon(db)
    for (const id of [
      `0x${place.business_id.toString(16)}`,
      `${place.business_id}e0`,
      `%20${place.business_id}`,
      `${place.business_id}.0`,
    ])
      assert.equal((await call('GET', `/api/businesses/public/${id}`)).status, 404, id)
  })

  test('its opening hours: the bare list', async () => {
    const place = await salon(db)
    const { status, body } = await call('GET', `/api/schedules/business/${place.business_id}`)
    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ day_of_week }: { day_of_week: number }) => day_of_week),
      [0, 1, 2, 3, 4, 5, 6],
    )
    for (const day of body) assert.deepEqual(keys(day), DAY)
  })

  test('its services: active ones, in the owner’s order, prices as numbers', async () => {
    const place = await withSecrets()
    const { business_id } = place
    await db
      .insertInto('services')
      .values([
        { business_id, service_name: 'Tercero', position: 2, price: 10.5 },
        { business_id, service_name: 'Segundo', position: 1 },
        { business_id, service_name: 'Inactivo', is_active: false },
        { business_id, service_name: 'Borrado', deleted_at: '2026-11-01T00:00:00Z' },
      ])
      .execute()
    const { status, body } = await call('GET', `/api/businesses/${business_id}/services`)
    assert.equal(status, 200)
    assert.deepEqual(keys(body), ['categories', 'services', 'success'])
    assert.deepEqual(
      body.services.map(({ service_name }: { service_name: string }) => service_name),
      ['Corte', 'Segundo', 'Tercero'],
    )
    for (const service of body.services)
      assert.deepEqual(keys(service), [
        'addons',
        'by_professional',
        'category_id',
        'description',
        'duration_minutes',
        'id',
        'image_url',
        'is_bookable_online',
        'price',
        'price_kind',
        'service_name',
        'variants',
      ])
    assert.deepEqual([body.services[0].price, body.services[2].price], [55_000, 10.5])
  })

  test('its professionals: active ones, without their phone, e-mail and biography', async () => {
    const place = await withSecrets()
    const { business_id } = place
    await db
      .insertInto('professionals')
      .values([
        { business_id, professional_name: 'Inactiva', is_active: false },
        { business_id, professional_name: 'Borrada', deleted_at: '2026-11-01T00:00:00Z' },
      ])
      .execute()
    const { status, body } = await call('GET', `/api/businesses/${business_id}/professionals`)
    assert.equal(status, 200)
    assert.deepEqual(keys(body), ['professionals', 'success'])
    assert.equal(body.professionals.length, 1)
    assert.deepEqual(keys(body.professionals[0]), [
      'avatar_url',
      'business_id',
      'id',
      'is_active',
      'is_assigned',
      'professional_name',
      'specialties',
    ])
    assert.ok(!JSON.stringify(body).includes('SECRET'))
  })

  test('a booking', async () => {
    const place = await withSecrets()
    const { body } = await call('POST', '/api/appointments/public', {
      body: booking(place, { notes: 'SECRET', client_id: '1020304050' }),
    })
    assert.deepEqual(keys(body), ['appointment', 'portal_token', 'success'])
    assert.deepEqual(
      keys(body.appointment),
      [
        'id',
        'business_id',
        'business_name',
        'business_address',
        'service_id',
        'service_name',
        'professional_id',
        'professional_name',
        'appointment_date',
        'appointment_time',
        'duration_minutes',
        'price',
        'price_kind',
        'status',
        'client_name',
        'client_email',
        'starts_at',
      ].sort(),
    )
    assert.ok(!/SECRET|1020304050|\+57/.test(JSON.stringify(body)))
  })
})

describe('a business that is not there', () => {
  const paths = (id: string | number) => [
    `/api/businesses/${id}`,
    `/api/businesses/public/${id}`,
    `/api/businesses/${id}/services`,
    `/api/businesses/${id}/professionals`,
    `/api/schedules/business/${id}`,
  ]

  test('unknown, or suspended', async () => {
    const suspended = await salon(db, { suspended_at: '2026-11-01T00:00:00Z' })
    const wanted = [
      ...paths(999_999_999),
      ...paths(Number.MAX_SAFE_INTEGER),
      ...paths(suspended.business_id),
      `/api/businesses/public/${suspended.slug}`,
      `/api/businesses/public/slug/${suspended.slug}`,
      '/api/businesses/public/nadie',
      '/api/businesses/public/slug/nadie',
      '/api/businesses/public/slug/1',
    ]
    for (const path of wanted) {
      const { status, body } = await call('GET', path)
      assert.equal(status, 404, path)
      assert.deepEqual(body, { success: false, error: 'Negocio no encontrado' })
    }
  })

  test('ids that are none', async () => {
    for (const id of [
      '0',
      '-1',
      '1.5',
      'x',
      '99999999999999999999',
      '9007199254740992',
      'NaN',
      'null',
      '1,2',
    ])
      for (const path of paths(id)) {
        const { status, body } = await call('GET', path)
        assert.equal(status, path.includes('/public/') ? 404 : 400, path)
        assert.equal(body.success, false)
      }
  })
})

test('health and readiness', async () => {
  for (const path of ['/api/health', '/api/ready'])
    assert.deepEqual((await call('GET', path)).body, { success: true })
})

describe('openapi.json', () => {
  test('lists every public call with what goes in and what comes out', async () => {
    const { status, body } = await call('GET', '/api/openapi.json')
    assert.equal(status, 200)
    assert.match(body.openapi, /^3\./)
    const expected: [method: string, path: string, parameters: string[]][] = [
      [
        'get',
        '/api/schedules/available-slots/{professionalId}/{date}',
        ['addonIds', 'date', 'professionalId', 'serviceId', 'variantId'],
      ],
      [
        'get',
        '/api/schedules/available-days/{professionalId}',
        ['addonIds', 'from', 'professionalId', 'serviceId', 'variantId'],
      ],
      [
        'get',
        '/api/schedules/available-slots/any/{date}',
        ['addonIds', 'businessId', 'date', 'serviceId', 'variantId'],
      ],
      [
        'get',
        '/api/schedules/available-days/any',
        ['addonIds', 'businessId', 'from', 'serviceId', 'variantId'],
      ],
      ['get', '/api/schedules/business/{id}', ['id']],
      ['post', '/api/appointments/public', ['client-timezone', 'idempotency-key']],
      ['get', '/api/businesses/{businessId}/professionals', ['businessId']],
      ['get', '/api/businesses/{businessId}/services', ['businessId', 'service']],
      ['get', '/api/businesses/public/slug/{slug}', ['slug']],
      ['get', '/api/businesses/public/{idOrSlug}', ['idOrSlug']],
      ['get', '/api/businesses/{id}', ['id']],
      ['post', '/api/security/verify-recaptcha', []],
    ]
    for (const [method, path, parameters] of expected) {
      const operation = body.paths[path]?.[method]
      assert.ok(operation, `${method} ${path}`)
      assert.ok(operation.summary, path)
      assert.deepEqual(
        (operation.parameters ?? []).map(({ name }: { name: string }) => name).sort(),
        parameters,
      )
      for (const parameter of operation.parameters ?? [])
        assert.ok(parameter.schema.type, `${path} ${parameter.name}`)
      const good = operation.responses['201'] ?? operation.responses['200']
      assert.ok(good.content['application/json'].schema.type, path)
    }
    const ids = body.paths['/api/businesses/{id}'].get.parameters[0]
    assert.deepEqual([ids.schema.type, ids.required], ['integer', true])
  })

  test('says of a booking which fields it must have', async () => {
    const { body } = await call('GET', '/api/openapi.json')
    const { schema } = body.paths['/api/appointments/public'].post.requestBody.content['application/json']
    assert.deepEqual(schema.required.toSorted(), [
      'appointment_date',
      'appointment_time',
      'business_id',
      'client_name',
      'client_phone',
      'professional_id',
      'service_id',
    ])
    // A business may let its clients leave it out.
    for (const name of ['client_email', 'notes', 'client_id', 'send_confirmation', 'recaptcha_token'])
      assert.ok(schema.properties[name], name)
    for (const property of Object.values<any>(schema.properties))
      assert.ok((property.type ?? property.anyOf) && property.description)
    const answers = body.paths['/api/appointments/public'].post.responses
    assert.deepEqual(Object.keys(answers).sort(), ['201', '409', '4XX'].sort())
    assert.ok(answers['409'].content['application/json'].schema.properties.alternatives)
  })
})

test('a network reads a number of different businesses in an hour, whatever process it asks', async () => {
  const db = await database()
  const places = await Promise.all(Array.from({ length: 12 }, () => salon(db)))
  const servers = await Promise.all([1, 2].map(() => api(db, { env: { BUSINESSES_PER_NETWORK: '8' } })))
  const read = async (path: string, remoteAddress: string, server = servers[0]!) =>
    (await server.app.inject({ url: `/api/businesses/${path}`, remoteAddress })).statusCode
  const statuses: number[] = []
  for (const [i, { business_id }] of places.entries())
    statuses.push(await read(String(business_id), `2001:db8::${i + 1}`, servers[i % 2]))
  assert.deepEqual(
    [statuses.filter((status) => status === 200).length, statuses.filter((status) => status === 429).length],
    [8, 4],
    '12 tried',
  )
  // A network may read the same businesses again without limit; other networks have their own limit.
  for (let i = 0; i < 50; i++) assert.equal(await read(String(places[0]!.business_id), '2001:db8::9'), 200)
  assert.equal(await read(`public/slug/${places[11]!.slug}`, '2001:db8::9'), 429)
  assert.equal(await read(`public/slug/${places[11]!.slug}`, '192.0.2.7'), 200)
  servers[0]!.clock.now += 3_600_001
  assert.equal(await read(`public/${places[10]!.slug}`, '2001:db8::9'), 200)
})
