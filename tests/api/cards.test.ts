import { foldCards } from '#server/clients/fold-queries.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, booking, database, ownerHeaders, salon, times, type Salon } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call } = await api(db)

const cardsIn = ({ business_id }: { business_id: number }) =>
  db
    .selectFrom('client_cards')
    .selectAll()
    .where('business_id', '=', business_id)
    .where('forgotten_at', 'is', null)
    .orderBy('id')
    .execute()

/** Books by the page; its time and day are the n-th free ones. */
function booker(place: Salon) {
  let n = 0
  return async (client: Record<string, unknown>) => {
    const at = {
      appointment_date: `2026-12-0${1 + Math.floor(n / 9)}`,
      appointment_time: `${9 + (n % 9)}:00`,
    }
    n++
    if (at.appointment_time === '9:00') at.appointment_time = '09:00'
    return call('POST', '/api/appointments/public', { body: booking(place, { ...at, ...client }) })
  }
}
const cardOf = async (id: number) =>
  (await db.selectFrom('appointments').select('card_id').where('id', '=', id).executeTakeFirstOrThrow())
    .card_id

test('names are similar by their first word, or when one has all words of the other', async () => {
  for (const [one, other, expected] of [
    ['ana maria ruiz', 'Ana María', true],
    ['Ana', 'ANA RUIZ', true],
    ['Ruiz Ana', 'Ana Ruiz', true],
    ['Sra. Marta Peña', 'marta pena', true],
    ['Ana Ruiz', 'Pedro Ruiz', false],
    ['Sra. Ana Gil', 'Sra. Luz Gil', false],
    ['Mariana', 'Ana', false],
  ] as const) {
    const { rows } = await sql<{ yes: boolean; back: boolean }>`
      select similar_names(${one}, ${other}) as yes, similar_names(${other}, ${one}) as back`.execute(db)
    assert.deepEqual(rows[0], { yes: expected, back: expected }, `${one} – ${other}`)
  }
})

test('a search by name finds those of which a word begins so, wherever it stands and however many hold it', async () => {
  const place = await salon(db)
  const names = [
    'Ana Gómez',
    'Luz Ana Ríos',
    'María-Ana',
    "D'Anabel",
    'Mariana Paz',
    'Al Ríos',
    'Alberto Ríos',
    'Žiga Kovačević',
  ]
  await db
    .insertInto('client_cards')
    .values(
      names.map((client_name, i) => ({
        business_id: place.business_id,
        client_name,
        client_phone: '',
        client_email: `diana${i}@correo.example`,
        source: 'owner',
        created_at: new Date(0).toISOString(),
      })),
    )
    .execute()
  const who = await ownerHeaders(db, place)
  const found = async (q: string) => {
    const url = `/api/clients?by=name&limit=2&q=${encodeURIComponent(q)}`
    const { body } = await call('GET', url, { headers: who })
    return [body.clients.map(({ client_name }: { client_name: string }) => client_name), body.total]
  }
  assert.deepEqual(await found('aná'), [['Ana Gómez', "D'Anabel"], 4])
  assert.deepEqual(await found('rios de la ana'), [['Luz Ana Ríos'], 1])
  // Two letters are a whole word, one is an initial.
  assert.deepEqual(await found('al'), [['Al Ríos'], 1])
  assert.deepEqual(await found('l rios'), [['Luz Ana Ríos'], 1])
  assert.deepEqual(await found('mari ana'), [['María-Ana'], 1])
  // The accents of other languages too.
  for (const q of ['Žiga', 'ziga', 'kovačević', 'KOVACEVIC', 'Kovačević de Žiga'])
    assert.deepEqual(await found(q), [['Žiga Kovačević'], 1])
  assert.deepEqual(await found('diana'), [[], 0])
})

test('who shares an e-mail or a telephone stays a person of their own, and no card is overwritten', async () => {
  const place = await salon(db)
  const book = booker(place)
  const id = async (client: object) => {
    const { status, body } = await book({ client_id: '', ...client })
    assert.equal(status, 201, JSON.stringify(body))
    return cardOf(body.appointment.id)
  }
  const shared = { client_email: 'casa@correo.example', client_phone: '+573001230001' }
  const ana = await id({ ...shared, client_name: 'Ana Ruiz' })
  const pedro = await id({ ...shared, client_name: 'Pedro Ruiz' })
  assert.notEqual(ana, pedro)
  // Another e-mail by the same telephone, another telephone by the same e-mail, both new by the document.
  assert.equal(await id({ ...shared, client_name: 'ANA MARIA', client_email: 'otro@correo.example' }), ana)
  assert.equal(
    await id({ ...shared, client_name: 'Pedro', client_phone: '+573001230009', client_id: '10203040' }),
    pedro,
  )
  // What a card lacks is known once the client came.
  await sql`update appointments set attendance_status = 'attended' where client_id = '10203040'`.execute(db)
  await foldCards({ db })
  const newcomer = { client_email: 'x@correo.example', client_phone: '+573001230002' }
  assert.equal(await id({ ...newcomer, client_name: 'P. Ruiz', client_id: '10203040' }), pedro)
  assert.notEqual(await id({ ...newcomer, client_name: 'Luz Gil' }), pedro)
  await foldCards({ db })
  const cards = await cardsIn(place)
  assert.deepEqual(
    cards.map((card) => [
      card.client_name,
      card.client_phone,
      card.client_email,
      card.client_id,
      card.appointments,
    ]),
    [
      ['Ana Ruiz', '+573001230001', 'casa@correo.example', null, 2],
      ['Pedro Ruiz', '+573001230001', 'casa@correo.example', '10203040', 3],
      ['Luz Gil', '+573001230002', 'x@correo.example', null, 1],
    ],
  )
  const { rows } = await sql<{ names: string[] }>`
    select array_agg(client_name order by id) as names from appointments
    where business_id = ${place.business_id}`.execute(db)
  assert.deepEqual(rows[0]!.names, ['Ana Ruiz', 'Pedro Ruiz', 'ANA MARIA', 'Pedro', 'P. Ruiz', 'Luz Gil'])
})

test('a booking that finds its time taken leaves no card', async () => {
  const place = await salon(db)
  const at = { appointment_date: '2026-12-01', appointment_time: '10:00' }
  const send = (name: string, n: number) =>
    call('POST', '/api/appointments/public', {
      body: booking(place, {
        ...at,
        client_name: name,
        client_email: `${n}@correo.example`,
        client_phone: `+57300123010${n}`,
      }),
    })
  const answers = await Promise.all(['Uno', 'Dos', 'Tres', 'Cuatro'].map(send))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409])
  assert.equal((await cardsIn(place)).length, 1)
})

test('200 first bookings of a new client at once: all stand, with one card or several of the same telephone', async () => {
  const place = await salon(db, { duration_minutes: 15 })
  const starts = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06'].flatMap(
    (date) => times('09:00', '17:45', 15).map((time) => ({ appointment_date: date, appointment_time: time })),
  )
  const answers = await Promise.all(
    starts.slice(0, 100).map((at) => call('POST', '/api/appointments/public', { body: booking(place, at) })),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  // The owner's own bookings wait for nobody.
  const rows = starts.slice(100, 200).map(({ appointment_date, appointment_time }) => ({
    ...appointmentRow(place, appointment_date, appointment_time, { minutes: 15 }),
    client_name: 'Nueva Persona',
    client_phone: '+573007770000',
  }))
  await Promise.all(rows.map((row) => db.insertInto('appointments').values(row).execute()))
  const cards = await cardsIn(place)
  const [camila, others] = [
    cards.filter(({ client_phone }) => client_phone === '+573004128819'),
    cards.filter(({ client_phone }) => client_phone === '+573007770000'),
  ]
  assert.equal(camila.length, 1)
  assert.ok(others.length >= 1 && camila.length + others.length === cards.length)
  const { rows: left } = await sql`
    select from appointments where business_id = ${place.business_id} and card_id is null`.execute(db)
  assert.equal(left.length, 0)
})

test('who leaves nothing has no card; what is corrected of a single appointment is corrected on its card', async () => {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const at = { appointment_date: '2026-11-24' }
  const nobody = { client_name: 'Cliente de paso', client_phone: '', client_email: null }
  const { id: walk_in } = await db
    .insertInto('appointments')
    .values({ ...appointmentRow(place, '2026-11-24', '15:00'), ...nobody })
    .returning('id')
    .executeTakeFirstOrThrow()
  assert.equal(await cardOf(walk_in), null)
  const made = await who.as('POST', '/api/appointments', booking(place, { ...at, client_name: 'Mria Gil' }))
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, version } = made.body.appointment
  await who.as('PATCH', `/api/appointments/${id}`, { client_name: 'María Gil', version })
  await foldCards({ db })
  assert.deepEqual(
    (await cardsIn(place)).map(({ client_name, source }) => [client_name, source]),
    [['María Gil', 'owner']],
  )
})

test('a blocked client is asked to call, whatever the name; the business itself books, and what is booked stays theirs', async () => {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const book = booker(place)
  assert.equal((await book({})).status, 201)
  await sql`update client_cards set blocked_at = now() where business_id = ${place.business_id}`.execute(db)
  for (const client of [
    {},
    { client_email: 'otra@correo.example' },
    { client_phone: '+573009990000', client_name: 'Otra' },
  ]) {
    const { status, body } = await book(client)
    assert.equal(status, 409)
    assert.match(body.error, /^Para reservar, comunícate con .+ al \+57 \d{3} \d{3} \d{4}$/)
    assert.equal(body.alternatives, undefined)
  }
  assert.equal(
    (await book({ client_email: 'otra@correo.example', client_phone: '+573009990000' })).status,
    201,
  )
  const mine = await who.as('POST', '/api/appointments', booking(place, { appointment_time: '16:00' }))
  assert.equal(mine.status, 201, JSON.stringify(mine.body))
  const mailed = { client_email: 'camila@correo.example' }
  await sql`update appointments set status = 'cancelled' where business_id = ${place.business_id}`.execute(db)
  assert.equal((await who.as('POST', '/api/businesses/clients/forget', mailed)).status, 200)
  assert.equal((await book({})).status, 201)
})
