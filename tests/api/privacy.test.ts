import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { api, appointmentRow, booking, database, ownerHeaders, salon } from '../helper.ts'

const db = await database()
const { app, call } = await api(db)

async function owned() {
  const place = await salon(db)
  return { place, headers: await ownerHeaders(db, place) }
}

test('an owner takes all data along, without secrets and without other businesses', async () => {
  const { place, headers } = await owned()
  const other = await salon(db)
  for (const salon of [place, other])
    await db
      .insertInto('appointments')
      .values(appointmentRow(salon, '2026-11-10', '10:00'))
      .execute()
  const { body, statusCode } = await app.inject({ url: '/api/businesses/export.json', headers })
  assert.equal(statusCode, 200)
  const data = JSON.parse(body)
  assert.equal(data.business.id, place.business_id)
  assert.equal(data.appointments.length, 1)
  assert.equal(data.clients[0].client_email, 'otra@correo.example')
  assert.ok(!/password|token_hash/.test(body))
  assert.ok(!body.includes(other.slug))
  for (const [path, title] of [
    ['clients.csv', '"Nombre"'],
    ['services.csv', '"Servicio"'],
  ] as const) {
    const table = await app.inject({ url: `/api/businesses/${path}`, headers })
    assert.ok(table.body.startsWith('\uFEFF' + title))
    assert.equal(table.body.trim().split('\r\n').length, 2)
  }
})

test('a client is forgotten: nothing personal stays, the figures do', async () => {
  const { place, headers } = await owned()
  const came = { status: 'completed' as const, attendance_status: 'attended' as const }
  for (const date of ['2026-11-10', '2026-11-11'])
    await db
      .insertInto('appointments')
      .values({
        ...appointmentRow(place, date, '10:00', came),
        client_id: '12345678',
        notes: 'Vive en la 5',
        client_email: 'Otra@correo.example',
      })
      .execute()
  const metrics = async () => (await call('GET', '/api/businesses/metrics', { headers })).body.metrics
  const before = await metrics()
  const forget = (client_email: string) =>
    call('POST', '/api/businesses/clients/forget', { headers, body: { client_email } })
  assert.equal((await forget('nadie@correo.example')).status, 404)
  assert.equal((await forget('x')).body.fields.client_email, 'Email inválido')
  assert.equal((await forget('otra@correo.example')).body.appointments, 2)
  const everything = (await app.inject({ url: '/api/businesses/export.json', headers })).body
  for (const trace of ['Otra Persona', 'otra@correo', '+573001112233"', '12345678', 'Vive en la 5'])
    assert.ok(!JSON.stringify(JSON.parse(everything).appointments).includes(trace), trace)
  assert.deepEqual(await metrics(), before)
})

test('with a client go the links to addresses that were corrected since, and nobody else’s', async () => {
  const [{ place, headers }, other] = [await owned(), await salon(db)]
  for (const client_email of ['otra@correo.example', 'sigue@correo.example'])
    await db
      .insertInto('appointments')
      .values({
        ...appointmentRow(place, '2026-11-10', client_email.startsWith('otra') ? '10:00' : '12:00'),
        client_email,
      })
      .execute()
  const link = (business_id: number, client_email: string) => ({
    business_id,
    client_email,
    token_hash: randomBytes(32),
  })
  await db
    .insertInto('portal_tokens')
    .values([
      link(place.business_id, 'Otra@correo.example'),
      link(place.business_id, 'mal-escrito@correo.example'),
      link(place.business_id, 'Sigue@correo.example'),
      link(other.business_id, 'otra@correo.example'),
    ])
    .execute()
  const body = { client_email: 'otra@correo.example' }
  assert.equal((await call('POST', '/api/businesses/clients/forget', { headers, body })).status, 200)
  const left = await db
    .selectFrom('portal_tokens')
    .select(['business_id', 'client_email'])
    .orderBy('business_id')
    .execute()
  assert.deepEqual(left, [
    { business_id: place.business_id, client_email: 'Sigue@correo.example' },
    { business_id: other.business_id, client_email: 'otra@correo.example' },
  ])
})

test('a client with an appointment ahead is not forgotten', async () => {
  const { place, headers } = await owned()
  await call('POST', '/api/appointments/public', { body: booking(place) })
  const { status, body } = await call('POST', '/api/businesses/clients/forget', {
    headers,
    body: { client_email: 'camila@correo.example' },
  })
  assert.equal(status, 409)
  assert.match(body.error, /cancélalas/)
})
