import compress from '@fastify/compress'
import type { BusinessId } from '#server/accounts/owner.ts'
import { sendFile } from '#server/http/download.ts'
import { everythingOf } from '#server/privacy/export.ts'
import { secretsOf } from '#server/secrets.ts'
import Fastify from 'fastify'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { api, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { app, call } = await api(db)

/** An owner with `count` past appointments, each of another client; many have the same date and time. */
async function busy(count: number) {
  const who = await owner(call)
  const { service_id, professional_id } = await withOffer(who)
  await sql`
    insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
      client_phone, client_email, price, appointment_date, appointment_time, duration_minutes, booked_by, starts_at,
      ends_at, status, attendance_status, notes)
    select ${who.business_id}::bigint, ${service_id}::bigint, ${professional_id}::bigint, 'Corte', 'Inés', 'Cliente ' || n,
      '+573001234567', 'Cliente' || n || '@correo.example', n, '2026-01-01'::date + n % 7, '09:00', 60, 'owner',
      timestamptz '2016-01-01' + n * interval '1 hour', timestamptz '2016-01-01' + (n + 1) * interval '1 hour',
      'completed', 'attended', e'"comillas"\nde la ' || n
    from generate_series(1, ${count}::int) n`.execute(db)
  const read = async (path: string) => {
    const answer = await app.inject({ url: path, headers: who.headers })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer
  }
  return { ...who, read }
}

test('files of many pages hold every row once, in the order of the list', async () => {
  const { business_id, read } = await busy(2500)
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'appointment_date', 'price'])
    .where('business_id', '=', business_id)
    .orderBy('appointment_date', 'desc')
    .orderBy('appointment_time', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const { headers, body } = await read('/api/appointments/export.csv')
  assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
  assert.equal(headers['content-disposition'], 'attachment; filename="citas.csv"')
  assert.equal(headers['cache-control'], 'no-store')
  const lines = body.split('\r\n')
  assert.ok(lines[0]!.startsWith('\uFEFF"Fecha"'))
  assert.equal(lines.pop(), '')
  assert.deepEqual(
    lines.slice(1).map((line) => [line.slice(1, 11), Number(/;(\d+);;"""comillas/.exec(line)![1])]),
    rows.map(({ appointment_date, price }) => [appointment_date, price]),
  )
  const ascending = (await read('/api/appointments/export.csv?order=asc')).body.split('\r\n').slice(1, -1)
  assert.deepEqual(ascending, lines.slice(1).reverse())
  const clients = (await read('/api/businesses/clients.csv')).body.split('\r\n')
  assert.equal(new Set(clients).size, 2500 + 2)
})

test('what nobody said the price of has none in a file, nor on the client’s card', async () => {
  const { as, read, business_id } = await busy(2)
  for (const table of ['services', 'appointments'])
    await sql`
      update ${sql.table(table)} set price = 0, price_kind = 'ask'
      where business_id = ${business_id} and id = (
        select min(id) from ${sql.table(table)} where business_id = ${business_id})`.execute(db)
  const lines = async (path: string) => (await read(path)).body.split('\r\n').slice(1, -1)
  const appointments = await lines('/api/appointments/export.csv?order=asc')
  assert.deepEqual(
    appointments.map((line) => line.match(/"Asistió";(\d*);;/)?.[1]),
    ['', '2'],
  )
  const services = await lines('/api/businesses/services.csv')
  assert.match(services[0]!, /;\d+;;"Sí"$/)
  const cards = (await as('GET', '/api/clients')).body.clients
  const histories = await Promise.all(
    cards.map(async ({ id }: { id: number }) => (await as('GET', `/api/clients/${id}`)).body.client.history),
  )
  assert.deepEqual(
    histories
      .flat()
      .map(({ price, price_kind }) => [price, price_kind])
      .sort(),
    [
      [0, 'ask'],
      [2, 'from'],
    ],
  )
})

test('all data is one well-formed text, whatever its lists hold', async () => {
  for (const count of [0, 1, 1000, 1001]) {
    const { read } = await busy(count)
    const { body } = await read('/api/businesses/export.json')
    const data = JSON.parse(body)
    assert.equal(body, JSON.stringify(data, null, 2))
    assert.deepEqual(Object.keys(data), [
      'business',
      'business_hours',
      'services',
      'service_categories',
      'professional_services',
      'professionals',
      'professional_hours',
      'special_days',
      'time_off',
      'time_off_history',
      'message_texts',
      'reviews',
      'business_policies',
      'members',
      'clients',
      'client_cards',
      'client_notes',
      'client_tags',
      'client_card_tags',
      'health_notes',
      'client_files',
      'consents',
      'data_requests',
      'inbound_messages',
      'appointments',
      'appointment_history',
      'activity',
      'credit_movements',
    ])
    assert.deepEqual([data.appointments.length, data.clients.length], [count, count])
    assert.ok(!/"words"/.test(body))
    const ids = data.appointments.map(({ id }: { id: number }) => id)
    assert.deepEqual(
      ids,
      ids.toSorted((a: number, b: number) => a - b),
    )
  }
})

test('a list that has grown is made text in small parts, with every row once', async () => {
  const { business_id } = await busy(1)
  await sql`
    insert into business_policies (business_id, version, hash, sections, since)
    select business_id, version + n, hash, sections, since
    from business_policies, generate_series(1, 5000) n where business_id = ${business_id}`.execute(db)
  await sql`
    insert into time_off_history (business_id, time_off_id, change)
    select ${business_id}::bigint, n % 3, 'added' from generate_series(1, 2500) n`.execute(db)
  await sql`
    insert into credit_movements (business_id, kind, amount, reason)
    select ${business_id}::bigint, 'paid', n, 'package' from generate_series(1, 2500) n`.execute(db)
  const secrets = secretsOf({ secretsKey: undefined, dataDir: tmpdir() })
  const parts = await Array.fromAsync(everythingOf(db, business_id as BusinessId, secrets))
  const longest = Math.max(...parts.map(({ length }) => length))
  assert.ok(longest < 2_000_000, `${longest} characters at once`)
  const { business_policies, time_off_history, credit_movements } = JSON.parse(parts.join(''))
  assert.equal(new Set(business_policies.map(({ version }: { version: number }) => version)).size, 5001)
  assert.equal(new Set(time_off_history.map(({ id }: { id: number }) => id)).size, 2500)
  const amounts = credit_movements.filter(({ kind }: { kind: string }) => kind === 'paid')
  assert.equal(new Set(amounts.map(({ amount }: { amount: number }) => amount)).size, 2500)
  assert.ok(!('id' in credit_movements[0]))
})

test('a failure before anything was sent is an answer; later it breaks the connection', async (t) => {
  const server = Fastify()
  await server.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  const parts = async function* (failAt: number) {
    for (let i = 0; i < 20; i++) {
      if (i === failAt) throw new Error('the database went away')
      yield `${i};${'x'.repeat(50_000)}\r\n`
    }
  }
  server.get('/:at', (request, reply) =>
    sendFile(reply, 'x.csv', 'text/csv', parts(Number((request.params as { at: string }).at))),
  )
  await server.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  for (const encoding of ['identity', 'gzip', 'br']) {
    const read = (at: number) => fetch(`${url}/${at}`, { headers: { 'accept-encoding': encoding } })
    assert.equal((await (await read(99)).text()).split('\r\n').length, 21, encoding)
    assert.equal((await read(0)).status, 500, encoding)
    await assert.rejects(async () => (await read(10)).text(), /terminated|fetch failed/, encoding)
  }
})
