import { OFFER_LIMITS } from '#domain/business.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer, type Owner } from '../owner.ts'

const db = await database()
const { call } = await api(db)

const list = async ({ as }: Owner) => (await as('GET', '/api/professionals')).body.professionals
const publicList = async ({ business_id }: Owner) =>
  (await call('GET', `/api/businesses/${business_id}/professionals`)).body.professionals

test('a professional is created, read back, changed and shown to the public', async () => {
  const mine = await owner(call)
  const { service_id } = await withOffer(mine)
  const fields = {
    professional_name: 'Luz <Marina> Gómez',
    specialties: JSON.stringify([service_id]),
    phone: '+573001112233',
    email: 'luz@correo.example',
    bio: 'Línea 1\nLínea 2',
    avatar_url: 'https://cdn.example/luz.jpg',
  }
  const { status, body } = await mine.as('POST', '/api/professionals', {
    business_id: String(mine.business_id),
    ...fields,
  })
  assert.equal(status, 201)
  const expected = {
    id: body.professional.id,
    business_id: mine.business_id,
    ...fields,
    is_active: true,
    weight: 1,
    has_schedule: 0,
    daily_limit: null,
    version: 1,
  }
  assert.deepEqual(body.professional, expected)
  assert.deepEqual((await list(mine))[1], expected)
  assert.deepEqual(
    (await mine.as('GET', '/api/businesses/professionals')).body.professionals,
    await list(mine),
  )
  const { email, phone, bio, daily_limit, has_schedule, version, weight, ...shown } = expected
  assert.deepEqual((await publicList(mine))[1], { ...shown, is_assigned: weight > 0 })

  const url = `/api/professionals/${expected.id}`
  const changed = await mine.as('PUT', url, { professional_name: 'Luz', specialties: 'Color y corte' })
  assert.deepEqual(changed.body.professional, {
    ...expected,
    professional_name: 'Luz',
    specialties: 'Color y corte',
    phone: null,
    email: null,
    bio: null,
    version: 2,
  })
  await mine.as('PUT', url, { professional_name: 'Luz', avatar_url: '', is_active: false })
  const [, after] = await list(mine)
  assert.deepEqual([after.avatar_url, after.is_active, after.specialties], [null, false, null])
  assert.equal((await publicList(mine)).length, 1)
})

test('what is wrong is refused with its sentence, and nothing is stored', async () => {
  const mine = await owner(call)
  const { professional_id } = await withOffer(mine)
  const before = await list(mine)
  const cases: [object, string, string?][] = [
    [{ professional_name: '' }, 'professional_name', 'Nombre es requerido'],
    [{ professional_name: undefined }, 'professional_name', 'Nombre es requerido'],
    [{ professional_name: 'x'.repeat(121) }, 'professional_name'],
    [{ email: 'luz@' }, 'email', 'Email inválido'],
    [{ phone: '300' }, 'phone'],
    [{ bio: 'x'.repeat(501) }, 'bio'],
    [{ specialties: [1] }, 'specialties'],
    [{ avatar_url: 'data:image/svg+xml,x' }, 'avatar_url'],
    [{ avatar_url: '/files/00000000000000000000000000000000-100.webp' }, 'avatar_url'],
    [{ is_active: 1 }, 'is_active'],
  ]
  for (const [fields, field, text] of cases)
    for (const [method, url] of [
      ['POST', '/api/professionals'],
      ['PUT', `/api/professionals/${professional_id}`],
    ] as const) {
      const { status, body } = await mine.as(method, url, { professional_name: 'Otra', ...fields })
      assert.equal(status, 400, JSON.stringify(fields))
      assert.ok(body.fields[field])
      if (text) assert.equal(body.error, text)
    }
  assert.deepEqual(await list(mine), before)
})

test('specialties name the business’s own services only; one that was deleted meanwhile may stay', async () => {
  const [mine, other] = [await owner(call), await owner(call)]
  const [{ service_id }, foreign] = [await withOffer(mine), await withOffer(other)]
  const save = (ids: number[]) =>
    mine.as('POST', '/api/professionals', { professional_name: 'Luz', specialties: JSON.stringify(ids) })
  const count = (await list(mine)).length
  for (const ids of [[foreign.service_id], [service_id, foreign.service_id], [987_654]])
    assert.equal((await save(ids)).status, 404)
  assert.equal((await list(mine)).length, count)
  assert.equal((await save([service_id, service_id])).status, 201)
  await mine.as('DELETE', `/api/services/${service_id}`)
  assert.equal((await save([service_id])).status, 201)
})

test('somebody may do each of as many services as an administrator may grant', async () => {
  const mine = await owner(call)
  const { professional_id } = await withOffer(mine)
  const { rows } = await sql<{ id: number }>`
    insert into services (id, business_id, service_name, duration_minutes, price) overriding system value
    select 12000000 + n, ${mine.business_id}, 'Servicio ' || n, 30, 1 from generate_series(1, ${OFFER_LIMITS.services.most}::int) n
    returning id`.execute(db)
  const specialties = JSON.stringify(rows.map(({ id }) => id))
  const saved = await mine.as('PATCH', `/api/professionals/${professional_id}`, { specialties })
  assert.equal(saved.status, 200, saved.body.error)
  assert.equal(saved.body.professional.specialties, specialties)
})

test('an appointment whose professional no longer does its service is moved in time as it was agreed', async () => {
  const mine = await owner(call)
  const offer = await withOffer(mine)
  const { body: other } = await mine.as('POST', '/api/services', {
    service_name: 'Color',
    duration_minutes: 60,
    price: 50,
  })
  const place = { business_id: mine.business_id, slug: mine.slug, ...offer }
  const booked = await mine.as('POST', '/api/appointments', booking(place, { appointment_time: '10:00' }))
  const { id } = booked.body.appointment
  const url = `/api/professionals/${offer.professional_id}`
  const now = await mine.as('PATCH', url, { specialties: JSON.stringify([other.service.id]) })
  assert.equal(now.status, 200, now.body.error)
  const moved = await mine.as('PATCH', `/api/appointments/${id}`, { appointment_time: '12:00' })
  assert.equal(moved.status, 200, moved.body.error)
  const { appointment_time, service_id } = moved.body.appointment
  assert.deepEqual([appointment_time, service_id], ['12:00', offer.service_id])
  const taken = await mine.as('POST', '/api/appointments', booking(place, { appointment_time: '15:00' }))
  assert.equal(taken.status, 400, 'a new one is not agreed with anybody')
})

test('a deleted professional leaves all lists and is booked no more; the appointments stay', async () => {
  const mine = await owner(call)
  const offer = await withOffer(mine)
  const place = { business_id: mine.business_id, slug: mine.slug, ...offer }
  assert.equal((await call('POST', '/api/appointments/public', { body: booking(place) })).status, 201)
  const url = `/api/professionals/${offer.professional_id}`
  assert.equal((await mine.as('GET', `${url}/future-appointments`)).body.future_appointments, 1)
  const { status, body } = await mine.as('DELETE', url)
  assert.deepEqual([status, body.success, body.future_appointments], [200, true, 1])
  assert.deepEqual([await list(mine), await publicList(mine)], [[], []])
  assert.equal(
    (await call('POST', '/api/appointments/public', { body: booking(place, { appointment_time: '15:00' }) }))
      .status,
    400,
  )
  const kept = await db
    .selectFrom('appointments')
    .select('professional_name')
    .where('business_id', '=', mine.business_id)
    .execute()
  assert.deepEqual(kept, [{ professional_name: 'Inés Prada' }])
  for (const [method, path] of [
    ['DELETE', url],
    ['PUT', url],
    ['GET', `${url}/future-appointments`],
  ] as const)
    assert.equal(
      (await mine.as(method, path, method === 'PUT' ? { professional_name: 'x' } : undefined)).status,
      404,
    )
})

test('PATCH changes what is sent, of the version that was edited', async () => {
  const mine = await owner(call)
  const { professional_id } = await withOffer(mine)
  const path = `/api/professionals/${professional_id}`
  const [before] = await list(mine)
  const { status, body } = await mine.as('PATCH', path, {
    phone: '+57 300 111 2233',
    version: before.version,
  })
  assert.deepEqual([status, body.professional], [200, { ...before, phone: '+573001112233', version: 2 }])
  const late = await mine.as('PATCH', path, { is_active: false, version: before.version })
  assert.deepEqual(
    [late.status, late.body.error, late.body.current],
    [409, 'Esto cambió mientras lo editabas. Revisa cómo quedó ahora.', body.professional],
  )
  const wrong = await mine.as('PATCH', path, { email: 'x' })
  assert.deepEqual([wrong.status, wrong.body.fields], [400, { email: 'Email inválido' }])
  assert.deepEqual(await list(mine), [body.professional])
  const answers = await Promise.all(
    ['A', 'B'].map((bio) => mine.as('PATCH', path, { bio, version: body.professional.version })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
})
