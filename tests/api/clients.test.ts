import { foldCards } from '#server/clients/fold-queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { api, appointmentRow, booking, database, salon, type Salon, NOW } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { app, call } = await api(db)

interface Client {
  client_name: string
  client_email: string
  client_phone: string
  [name: string]: unknown
}

/** An owner, and the place in which appointments are inserted past the booking rules. */
async function owned() {
  const who = await owner(call)
  const place: Salon = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  let hour = 0
  const write = (name: string, date: string, more: object = {}) =>
    db
      .insertInto('appointments')
      .values({
        ...appointmentRow(place, date, `${String(8 + (hour++ % 12)).padStart(2, '0')}:00`),
        client_name: name,
        client_email: `${name.split(' ')[0]!.toLowerCase()}@correo.example`,
        created_at: new Date(NOW).toISOString(),
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const list = async (query = '') => {
    const { status, body } = await who.as('GET', `/api/businesses/clients${query}`)
    assert.equal(status, 200, body.error)
    return body as { clients: Client[]; total: number }
  }
  const names = async (query = '') => (await list(query)).clients.map(({ client_name }) => client_name)
  return { ...who, place, write, list, names }
}

test('each client once, by the card, with what was and what comes', async () => {
  const { write, list } = await owned()
  const attended = { status: 'completed', attendance_status: 'attended' }
  await write('Ana Ruiz', '2026-10-01', attended)
  await write('Ana Ruiz', '2026-11-02', attended)
  await write('Ana Ruiz', '2026-11-10', { status: 'completed', attendance_status: 'no_show' })
  await write('Ana Ruiz', '2026-11-11', { status: 'cancelled' })
  const next = await write('Ana Ruiz', '2026-11-25', { status: 'scheduled' })
  await write('Ana Ruiz de Paz', '2026-11-28', { client_email: 'ANA@correo.example', client_id: '12345678' })
  await foldCards({ db })
  const { clients, total } = await list()
  assert.equal(total, 1)
  const { client_name, client_email, client_id, appointments, last_visit, next_visit, next_id } = clients[0]!
  assert.deepEqual(
    { client_name, client_email, client_id, appointments },
    { client_name: 'Ana Ruiz', client_email: 'ana@correo.example', client_id: '12345678', appointments: 6 },
  )
  assert.match(String(last_visit), /^2026-11-02T/)
  assert.match(String(next_visit), /^2026-11-25T/)
  assert.equal(next_id, next.id)
})

test('list, look-up and spreadsheet go by card: two of one e-mail and telephone are two, and a name is enough', async () => {
  const { place, list, as, headers } = await owned()
  let hour = 9
  const book = async (client: object) => {
    const appointment_time = `${String(hour++).padStart(2, '0')}:00`
    const shared = { client_phone: '+573001112233', client_email: 'casa@correo.example', client_id: '' }
    const body = booking(place, { ...shared, appointment_time, ...client })
    const answer = await call('POST', '/api/appointments/public', { body })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
  }
  await book({ client_name: 'Ana Ruiz', appointment_date: '2026-11-23' })
  await book({ client_name: 'Pedro Ruiz', appointment_date: '2026-11-24' })
  await book({ client_name: 'Ana', appointment_date: '2026-11-25' })
  const written = await as('POST', '/api/clients', { client_name: '=Rosa Ruiz' })
  assert.equal(written.status, 201)
  const lookUp = async (q: string) => {
    const { body } = await as('GET', `/api/appointments/clients?q=${encodeURIComponent(q)}`)
    return (body.clients as Client[]).map(({ client_name }) => client_name).sort()
  }
  const rowsOf = async () => {
    const { body } = await app.inject({ url: '/api/businesses/clients.csv', headers })
    return body.trim().split('\r\n').slice(1)
  }
  /** As those who read see it now, and once it is added up. */
  for (const isFolded of [false, true]) {
    if (isFolded) await foldCards({ db })
    const { clients, total } = await list()
    assert.equal(total, 3)
    assert.deepEqual(
      clients.map(({ client_name, client_phone, client_email, appointments }) => [
        client_name,
        client_phone,
        client_email,
        appointments,
      ]),
      [
        ['=Rosa Ruiz', '', null, 0],
        ['Ana Ruiz', '+573001112233', 'casa@correo.example', 2],
        ['Pedro Ruiz', '+573001112233', 'casa@correo.example', 1],
      ],
    )
    for (const [q, found] of [
      ['ruiz', ['=Rosa Ruiz', 'Ana Ruiz', 'Pedro Ruiz']],
      ['300 111-22', ['Ana Ruiz', 'Pedro Ruiz']],
      ['casa@correo', ['Ana Ruiz', 'Pedro Ruiz']],
      ['ros', ['=Rosa Ruiz']],
      ['%%', []],
    ] as const)
      assert.deepEqual(await lookUp(q), found, q)
    assert.deepEqual(await rowsOf(), [
      `"'=Rosa Ruiz";"";;;0;;;;""`,
      '"Ana Ruiz";"+573001112233";"casa@correo.example";;2;"2026-11-23";"2026-11-25";;""',
      '"Pedro Ruiz";"+573001112233";"casa@correo.example";;1;"2026-11-24";"2026-11-24";;""',
    ])
  }
  // What the look-up answers names the card of the next appointment.
  const { body } = await as('GET', '/api/appointments/clients?q=pedro')
  const { id: card_id, client_name, client_phone, client_email } = body.clients[0]
  const next = booking(place, {
    client_name,
    client_phone,
    client_email,
    card_id,
    appointment_time: '16:00',
    client_id: '',
  })
  assert.equal((await as('POST', '/api/appointments', next)).status, 201)
  assert.equal((await list('?q=pedro')).clients[0]!['appointments'], 2)
  const gone = await as('POST', '/api/clients/merge', {
    keep: card_id,
    merge: [written.body.client.id],
  })
  assert.equal(gone.status, 200)
  assert.deepEqual(await lookUp('ros'), [])
  assert.equal((await rowsOf()).length, 2)
})

test('a booking by the page rewrites no card, whoever comes; the business does', async () => {
  const { place, list, as } = await owned()
  const book = async (client_name: string, client_phone: string, appointment_date: string) => {
    const who = {
      client_name,
      client_phone,
      client_id: '',
      client_email: 'paz@correo.example',
      appointment_date,
    }
    const { status, body } = await call('POST', '/api/appointments/public', { body: booking(place, who) })
    assert.equal(status, 201, body.error)
    return body.appointment.id as number
  }
  const expect = async (...values: unknown[]) => {
    for (const _ of ['as it is now', 'once it is added up']) {
      const { clients } = await list()
      const { body } = await as('GET', '/api/appointments/clients?q=paz')
      assert.deepEqual([clients.length, body.clients.length], [1, 1])
      assert.deepEqual([clients[0]!.client_name, clients[0]!.client_phone], values)
      assert.equal(body.clients[0].client_name, values[0])
      await foldCards({ db })
    }
  }
  await book('Paz Gil', '+573000000001', '2026-11-23')
  await expect('Paz Gil', '+573000000001')
  const second = await book('Paz Falsa', '+573000000002', '2026-11-24')
  await expect('Paz Gil', '+573000000001')
  await db
    .updateTable('appointments')
    .set({ status: 'completed', attendance_status: 'attended' })
    .where('id', '=', second)
    .execute()
  await expect('Paz Gil', '+573000000001')
  const { id } = (await list()).clients[0]!
  assert.equal((await as('PATCH', `/api/clients/${id}`, { client_name: 'Paz Gil Ríos' })).status, 200)
  await book('Paz', '+573000000003', '2026-11-25')
  await expect('Paz Gil Ríos', '+573000000001')
})

test('what was agreed to, and when; nothing of those the business booked', async () => {
  const { place, list, as } = await owned()
  const consented = booking(place, { consent_version: '2023-08-01', terms: true })
  assert.equal((await call('POST', '/api/appointments/public', { body: consented })).status, 201)
  const byOwner = booking(place, {
    appointment_time: '14:00',
    client_name: 'Luz Sin',
    client_email: 'sin@correo.example',
  })
  assert.equal((await as('POST', '/api/appointments', byOwner)).status, 201)
  const { clients } = await list('?sort=next_visit')
  assert.deepEqual(
    clients.map(({ consent_version, consented_at }) => [consent_version, consented_at]),
    [
      ['2023-08-01', '2026-11-20T15:00:00.000Z'],
      [null, null],
    ],
  )
})

test('searched by any word of name, e-mail, phone or document, whatever accents and capitals', async () => {
  const { write, names } = await owned()
  await write('José Núñez', '2026-11-02', { client_phone: '+573005550001', client_id: '1037123412' })
  await write('Marta Peña', '2026-11-03')
  await write('100% Pelo', '2026-11-04')
  await write('Inés D’Alessandro', '2026-11-05')
  await write("Luz O'Neil", '2026-11-06')
  for (const [q, found] of [
    ['nunez', ['José Núñez']],
    ['jose 5550001', ['José Núñez']],
    ['1037123412', ['José Núñez']],
    ['300-555-0001', ['José Núñez']],
    ['(0300) 555 0001', ['José Núñez']],
    ['1.037.123.412', ['José Núñez']],
    ['MARTA@correo', ['Marta Peña']],
    ['%', ['100% Pelo']],
    ['_', []],
    ["d'aless", ['Inés D’Alessandro']],
    ['O’NEIL', ["Luz O'Neil"]],
    ['nadie', []],
  ] as const)
    assert.deepEqual(await names(`?q=${encodeURIComponent(q)}`), found, q)
})

test('sorted and cut by the server; the pages hold together', async () => {
  const { write, names, list } = await owned()
  await write('Ángela', '2026-11-02')
  await write('beatriz', '2026-11-03')
  await write('Carlos', '2026-11-26')
  await write('Carlos', '2026-11-27')
  await write('Diana', '2026-11-24')
  await foldCards({ db, now: () => NOW })
  assert.deepEqual(await names(), ['Ángela', 'beatriz', 'Carlos', 'Diana'])
  assert.deepEqual(await names('?order=desc'), ['Diana', 'Carlos', 'beatriz', 'Ángela'])
  assert.equal((await names('?sort=appointments&order=desc'))[0], 'Carlos')
  assert.deepEqual((await names('?sort=last_visit&order=desc')).slice(0, 2), ['beatriz', 'Ángela'])
  assert.deepEqual((await names('?sort=next_visit')).slice(0, 2), ['Diana', 'Carlos'])
  const pages = [await list('?limit=3'), await list('?limit=3&offset=3')]
  assert.deepEqual(
    pages.map(({ clients, total }) => [clients.length, total]),
    [
      [3, 4],
      [1, 4],
    ],
  )
  for (const query of [
    '?limit=0',
    '?limit=101',
    '?offset=-1',
    '?sort=client_phone',
    `?q=${'x'.repeat(121)}`,
  ]) {
    const { as } = await owned()
    assert.equal((await as('GET', `/api/businesses/clients${query}`)).status, 400, query)
  }
})

test('no other business’s clients; a forgotten one is nobody’s', async () => {
  const [mine, theirs] = [await owned(), await owned()]
  await mine.write('Ana', '2026-11-02', {
    status: 'cancelled',
    cancellation_reason: 'Ana se mudó',
    notes: 'alérgica',
  })
  await mine.write('Beto', '2026-11-03')
  await theirs.write('Ana', '2026-11-02')
  assert.deepEqual(await mine.names(), ['Ana', 'Beto'])
  assert.equal(
    (await mine.as('POST', '/api/businesses/clients/forget', { client_email: 'ana@correo.example' })).status,
    200,
  )
  assert.deepEqual(await mine.names(), ['Beto'])
  assert.deepEqual(await theirs.names(), ['Ana'])
  const { body } = await app.inject({ url: '/api/businesses/export.json', headers: mine.headers })
  assert.deepEqual(
    JSON.parse(body).clients.map(({ client_name }: Client) => client_name),
    ['Beto'],
  )
  assert.ok(!/Ana|alérgica/.test(body), 'nothing of her is left')
})

test('ten thousand clients with a hundred thousand appointments: a page in time', async () => {
  const { place, list } = await owned()
  const other = await salon(db)
  // In pieces, each of them quicker than a statement may take on a loaded machine.
  for (let from = 1; from < 100_000; from += 10_000)
    await sql`
      insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
        client_phone, client_email, price, appointment_date, appointment_time, duration_minutes, booked_by, starts_at,
        ends_at, status, attendance_status)
      select ${place.business_id}, ${place.service_id}, ${place.professional_id}, 'Corte', 'Inés', 'Cliente ' || n % 10000,
        '+5730000' || n % 10000, 'c' || n % 10000 || '@correo.example', 1, at::date, at::time, 60, 'owner', at,
        at + interval '1 hour', 'completed', 'attended'
      from generate_series(${from}::int, ${from + 9999}::int) n
      cross join lateral (select timestamp '2010-01-01' + n * interval '1 hour' as at) moment`.execute(db)
  await sql`analyze appointments`.execute(db)
  assert.ok(other)
  const took: number[] = []
  for (const query of ['', '?sort=appointments&order=desc', '?sort=last_visit&order=desc', '?q=cliente 77'])
    for (let i = 0; i < 3; i++) {
      const began = performance.now()
      assert.ok((await list(query)).total > 0)
      took.push(performance.now() - began)
    }
  // A generous limit for a loaded machine; alone it takes some 150 ms.
  assert.ok(Math.min(...took) < 1500, took.map(Math.round).join(' '))
  if (process.env['SHOW']) console.log(took.map(Math.round).join(' '))
})
