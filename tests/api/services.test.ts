import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer, type Owner } from '../owner.ts'

const db = await database()
const { call } = await api(db)

const list = async ({ as }: Owner) => (await as('GET', '/api/services')).body.services
const publicList = async ({ business_id }: Owner) =>
  (await call('GET', `/api/businesses/${business_id}/services`)).body.services
const create = async ({ as }: Owner, fields: object) =>
  (await as('POST', '/api/services', fields)).body.service

test('a service is created, read back, changed and shown to the public', async () => {
  const mine = await owner(call)
  const fields = {
    service_name: ' Corte & "peinado" <b> ',
    duration_minutes: 45,
    price: 38500.5,
    description: 'Línea 1\nLínea 2',
    image_url: 'https://cdn.example/a.jpg',
  }
  const { status, body } = await mine.as('POST', '/api/services', {
    business_id: mine.business_id,
    ...fields,
  })
  assert.equal(status, 201)
  const expected = {
    id: body.service.id,
    business_id: mine.business_id,
    ...fields,
    service_name: 'Corte & "peinado" <b>',
    slot_interval_minutes: null,
    min_notice_minutes: null,
    buffer_before: 0,
    buffer_after: 0,
    gap_from: null,
    gap_minutes: null,
    return_weeks: null,
    price_kind: 'from',
    variants: [],
    addons: [],
    by_professional: [],
    category_id: null,
    is_active: true,
    is_hidden: false,
    is_bookable_online: true,
    position: 0,
    version: 1,
  }
  assert.deepEqual(body.service, expected)
  assert.deepEqual(await list(mine), [expected])
  assert.deepEqual((await mine.as('GET', '/api/businesses/services')).body.services, [expected])

  const changed = await mine.as('PUT', `/api/services/${expected.id}`, {
    service_name: 'Corte',
    duration_minutes: '60',
    price: '0',
  })
  assert.equal(changed.status, 200)
  const after = {
    ...expected,
    service_name: 'Corte',
    duration_minutes: 60,
    price: 0,
    description: null,
    version: 2,
  }
  assert.deepEqual(changed.body.service, after)
  assert.deepEqual(await publicList(mine), [
    {
      id: after.id,
      service_name: 'Corte',
      description: null,
      duration_minutes: 60,
      price: 0,
      price_kind: 'from',
      variants: [],
      addons: [],
      by_professional: [],
      category_id: null,
      is_bookable_online: true,
      image_url: after.image_url,
    },
  ])
  await mine.as('PUT', `/api/services/${expected.id}`, {
    service_name: 'Corte',
    image_url: null,
    is_active: false,
  })
  assert.deepEqual(await list(mine), [{ ...after, image_url: null, is_active: false, version: 3 }])
  assert.deepEqual(await publicList(mine), [])
})

test('duration is 60 and price 0 when left out', async () => {
  const { duration_minutes, price } = await create(await owner(call), { service_name: 'Corte' })
  assert.deepEqual([duration_minutes, price], [60, 0])
})

test('what is wrong is refused with its sentence, and nothing is stored', async () => {
  const mine = await owner(call)
  const service = await create(mine, { service_name: 'Corte' })
  const cases: [object, string, string?][] = [
    [{ service_name: '' }, 'service_name', 'El nombre del servicio es requerido'],
    [{ service_name: undefined }, 'service_name', 'El nombre del servicio es requerido'],
    [{ service_name: 'x'.repeat(121) }, 'service_name'],
    [{ duration_minutes: 0 }, 'duration_minutes', 'La duración mínima es 15 minutos'],
    [{ duration_minutes: 20 }, 'duration_minutes', 'La duración debe ir de 15 en 15 minutos'],
    [{ duration_minutes: 735 }, 'duration_minutes', 'La duración máxima es 720 minutos'],
    [{ duration_minutes: 'x' }, 'duration_minutes'],
    [{ price: -1 }, 'price', 'El precio no puede ser negativo'],
    [{ price: 1e11 }, 'price'],
    [{ price: 1.005 }, 'price'],
    [{ price: 'gratis' }, 'price'],
    [{ description: 'x'.repeat(501) }, 'description'],
    [{ image_url: 'javascript:1' }, 'image_url'],
    [{ image_url: '/files/00000000000000000000000000000000-100.webp' }, 'image_url'],
    [{ is_active: 'sí' }, 'is_active'],
  ]
  for (const [fields, field, text] of cases)
    for (const [method, url] of [
      ['POST', '/api/services'],
      ['PUT', `/api/services/${service.id}`],
    ] as const) {
      const { status, body } = await mine.as(method, url, { service_name: 'Otro', ...fields })
      assert.equal(status, 400, JSON.stringify(fields))
      assert.ok(body.fields[field])
      if (text) assert.equal(body.error, text)
    }
  assert.deepEqual(await list(mine), [service])
})

test('PATCH changes what is sent and nothing else', async () => {
  const mine = await owner(call)
  const service = await create(mine, {
    service_name: 'Corte',
    duration_minutes: 45,
    price: 30,
    description: 'x',
  })
  const path = `/api/services/${service.id}`
  const patch = (fields: object) => mine.as('PATCH', path, fields)
  let expected = { ...service, version: 1 }
  for (const fields of [
    { is_active: false },
    { price: 38_500 },
    { description: null },
    { service_name: ' Corte ', duration_minutes: '60' },
    { image_url: 'https://cdn.example/a.jpg', is_active: true },
  ]) {
    const { status, body } = await patch(fields)
    const { version } = expected
    expected = { ...expected, ...fields, version: version + 1 }
    if (fields.duration_minutes) expected = { ...expected, duration_minutes: 60, service_name: 'Corte' }
    assert.deepEqual([status, body.service], [200, expected])
  }
  for (const fields of [{}, { price: expected.price }, { unknown: 1 }])
    assert.deepEqual((await patch(fields)).body.service, expected)
  for (const [field, value, text] of [
    ['service_name', ' ', 'El nombre del servicio es requerido'],
    ['duration_minutes', 20, 'La duración debe ir de 15 en 15 minutos'],
    ['is_active', null, 'Debe ser verdadero o falso'],
  ] as const) {
    const { status, body } = await patch({ price: 1, [field]: value })
    assert.deepEqual([status, body], [400, { success: false, error: text, fields: { [field]: text } }])
  }
  assert.equal((await mine.as('PATCH', '/api/services/999999', {})).status, 404)
  assert.deepEqual(await list(mine), [expected])
})

test('a service that changed while it was edited is not written over', async () => {
  const mine = await owner(call)
  const service = await create(mine, { service_name: 'Corte' })
  const path = `/api/services/${service.id}`
  const changed = (await mine.as('PATCH', path, { price: 10, version: service.version })).body.service
  assert.equal(changed.version, 2)
  for (const [method, fields] of [
    ['PATCH', { is_active: false }],
    ['PUT', { service_name: 'Otro' }],
  ] as const) {
    const { status, body } = await mine.as(method, path, { ...fields, version: service.version })
    assert.deepEqual(
      [status, body],
      [
        409,
        {
          success: false,
          error: 'Esto cambió mientras lo editabas. Revisa cómo quedó ahora.',
          current: changed,
        },
      ],
    )
  }
  assert.deepEqual(await list(mine), [changed])
  // A new order of the list does not change the version: the open form can still be stored.
  await create(mine, { service_name: 'Peinado' })
  await mine.as('PUT', '/api/services/order', {
    ids: (await list(mine)).map((one: { id: number }) => one.id).reverse(),
  })
  assert.equal((await mine.as('PUT', path, { service_name: 'Otro', version: changed.version })).status, 200)
})

test('of two changes with one version at the same moment, one is made', async () => {
  const mine = await owner(call)
  for (let round = 0; round < 10; round++) {
    const { id, version } = await create(mine, { service_name: 'Corte' })
    const answers = await Promise.all(
      [10, 20].map((price) => mine.as('PATCH', `/api/services/${id}`, { price, version })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
    const made = answers.find(({ status }) => status === 200)!.body.service
    assert.deepEqual(answers.find(({ status }) => status === 409)!.body.current, made)
    assert.equal(made.version, version + 1)
  }
})

test('the list stands in the owner’s order, on the public page too', async () => {
  const mine = await owner(call)
  const ids: number[] = []
  for (const service_name of ['A', 'B', 'C', 'D']) ids.push((await create(mine, { service_name })).id)
  const [a, b, c, d] = ids as [number, number, number, number]
  const order = async () => (await list(mine)).map((service: { id: number }) => service.id)
  assert.deepEqual(await order(), [a, b, c, d])
  const { status, body } = await mine.as('PUT', '/api/services/order', { ids: [d, b, a, c] })
  assert.deepEqual([status, body.services.map((service: { id: number }) => service.id)], [200, [d, b, a, c]])
  assert.deepEqual(
    (await publicList(mine)).map((service: { id: number }) => service.id),
    [d, b, a, c],
  )
  await mine.as('PUT', '/api/services/order', { ids: [c] })
  assert.deepEqual(await order(), [c, d, b, a])
  const e = (await create(mine, { service_name: 'E' })).id
  assert.deepEqual(await order(), [c, d, b, a, e])

  for (const wrong of [undefined, 'x', [a, a], [a, 'x'], [0], { 0: a }])
    assert.equal((await mine.as('PUT', '/api/services/order', { ids: wrong })).status, 400)
  const foreign = await create(await owner(call), { service_name: 'Ajeno' })
  assert.equal((await mine.as('PUT', '/api/services/order', { ids: [a, foreign.id] })).status, 404)
  assert.deepEqual(await order(), [c, d, b, a, e])
  // Whoever still sees a service that somebody else deleted can store the order of the others.
  await mine.as('DELETE', `/api/services/${b}`)
  assert.equal((await mine.as('PUT', '/api/services/order', { ids: [a, b, c, d, e] })).status, 200)
  assert.equal((await mine.as('PUT', '/api/services/order', { ids: [] })).status, 200)
  assert.deepEqual(await order(), [a, c, d, e])
})

test('a deleted service leaves all lists; its appointments stay, and are counted before', async () => {
  const mine = await owner(call)
  const offer = await withOffer(mine)
  const place = { business_id: mine.business_id, slug: mine.slug, ...offer }
  for (const appointment_time of ['10:00', '11:00'])
    assert.equal(
      (await call('POST', '/api/appointments/public', { body: booking(place, { appointment_time }) })).status,
      201,
    )
  const { body } = await mine.as('GET', `/api/services/${offer.service_id}/future-appointments`)
  assert.deepEqual(body, { success: true, future_appointments: 2 })

  const deleted = await mine.as('DELETE', `/api/services/${offer.service_id}`)
  assert.deepEqual([deleted.status, deleted.body.success, deleted.body.future_appointments], [200, true, 2])
  assert.deepEqual([await list(mine), await publicList(mine)], [[], []])
  const kept = await db
    .selectFrom('appointments')
    .select('service_name')
    .where('business_id', '=', mine.business_id)
    .execute()
  assert.deepEqual(kept, [{ service_name: 'Corte' }, { service_name: 'Corte' }])
  assert.equal(
    (await call('POST', '/api/appointments/public', { body: booking(place, { appointment_time: '15:00' }) }))
      .status,
    400,
  )

  for (const [method, url] of [
    ['DELETE', `/api/services/${offer.service_id}`],
    ['PUT', `/api/services/${offer.service_id}`],
    ['GET', `/api/services/${offer.service_id}/future-appointments`],
  ] as const)
    assert.equal(
      (await mine.as(method, url, method === 'PUT' ? { service_name: 'x' } : undefined)).status,
      404,
    )
})

test('ids that cannot be are refused cleanly', async () => {
  const { as } = await owner(call)
  for (const id of ['0', '-1', 'x', '1.5', '99999999999999999999', '%00', "1'"]) {
    const { status, body } = await as('PUT', `/api/services/${id}`, { service_name: 'x' })
    assert.ok(status === 400 || status === 404, `${id}: ${status}`)
    assert.equal(body.success, false)
  }
  assert.equal((await as('DELETE', `/api/services/${Number.MAX_SAFE_INTEGER}`)).status, 404)
})

test('twenty services added at once stand in an order that stays', async () => {
  const mine = await owner(call)
  await Promise.all(Array.from({ length: 20 }, (_, i) => create(mine, { service_name: `S${i}` })))
  const first = await list(mine)
  assert.equal(first.length, 20)
  assert.deepEqual(await list(mine), first)
  const reversed = first.map((service: { id: number }) => service.id).reverse()
  const { body } = await mine.as('PUT', '/api/services/order', { ids: reversed })
  assert.deepEqual(
    body.services.map((service: { position: number }) => service.position),
    [...Array(20).keys()],
  )
})

test('a creation that is sent again with its key makes one, and a corrected one is made', async () => {
  const mine = await owner(call)
  const post = async (url: string, key: string, body: object) =>
    (await call('POST', url, { body, headers: { ...mine.headers, 'idempotency-key': key } })) as {
      status: number
      body: Record<string, { id: number }>
    }
  for (const [url, one, many, field] of [
    ['/api/services', 'service', 'services', 'service_name'],
    ['/api/professionals', 'professional', 'professionals', 'professional_name'],
  ] as const) {
    assert.equal((await post(url, 'k', { [field]: '' })).status, 400)
    const answers = await Promise.all([1, 2, 3].map(() => post(url, 'k', { [field]: 'Ana' })))
    answers.push(await post(url, 'k', { [field]: 'Otra' }))
    for (const { status, body } of answers)
      assert.deepEqual([status, body[one]], [201, answers[0]!.body[one]], url)
    assert.equal((await mine.as('GET', url)).body[many].length, 1, url)
    assert.notEqual((await post(url, 'l', { [field]: 'Ana' })).body[one]!.id, answers[0]!.body[one]!.id)
    const other = await owner(call)
    const theirs = await call('POST', url, {
      body: { [field]: 'Ana' },
      headers: { ...other.headers, 'idempotency-key': 'k' },
    })
    assert.equal(theirs.status, 201)
    assert.equal((await other.as('GET', url)).body[many].length, 1, 'another business’s key is another')
  }
})

test('a business has its number of services and professionals, also when two are added at once at the last place', async () => {
  const mine = await owner(call)
  await sql`update businesses set max_services = 12, max_professionals = 5 where id = ${mine.business_id}`.execute(
    db,
  )
  const add = (n: number) =>
    mine.as('POST', '/api/services', { service_name: `Servicio ${n}`, duration_minutes: 30, price: 1000 })
  const hire = (n: number) => mine.as('POST', '/api/professionals', { professional_name: `Persona ${n}` })
  const tries = Array.from({ length: 30 }, (_, n) => n)
  for (const [what, most, act] of [
    ['services', 12, add],
    ['professionals', 5, hire],
  ] as const) {
    const answers = await Promise.all(tries.map(act))
    const made = answers.filter(({ status }) => status < 300)
    assert.equal(made.length, most, `${tries.length} tried at once`)
    const refused = answers.find(({ status }) => status >= 300)!
    assert.deepEqual([refused.status, /el máximo/.test(refused.body.error)], [409, true])
    assert.equal((await mine.as('GET', `/api/${what}`)).body[what].length, most)
    // Whoever deletes one has a place again; who needs more gets more.
    const { id } = (await mine.as('GET', `/api/${what}`)).body[what][0]
    assert.equal((await mine.as('DELETE', `/api/${what}/${id}`)).status, 200)
    assert.ok((await act(31)).status < 300)
    assert.equal((await act(32)).status, 409)
  }
  await sql`update businesses set max_services = 13 where id = ${mine.business_id}`.execute(db)
  assert.ok((await add(33)).status < 300)
})
