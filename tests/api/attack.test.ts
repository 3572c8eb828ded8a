import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { owner, PASSWORD } from '../owner.ts'

// By somebody who is allowed to do each of these things, once. Each attack says how often it was tried, and how
// often it broke what is promised: never. What has a file of its own (crowd, guessing, patience, tiles, location,
// refused-starts) is attacked at length there.
const db = await database()
const { app, call, clock } = await api(db, {
  env: { BOOKINGS_PER_PERSON: '', BOOKINGS_PER_NETWORK: '', BOOKINGS_PER_BUSINESS: '' },
})

const said: string[] = []
after(() => console.log(said.join('\n')))

function outcome(t: TestContext, tried: number, broke: number) {
  said.push(`${t.name}: ${tried} tried, ${broke} broke`)
  assert.equal(broke, 0, `${tried} tried`)
}

async function limited(most: number) {
  const place = await salon(db)
  await db
    .updateTable('businesses')
    .set({ max_future_appointments: most })
    .where('id', '=', place.business_id)
    .execute()
  return place
}

const slot = (i: number) => ({
  appointment_date: `2026-11-${23 + (i % 7)}`,
  appointment_time: `${String(9 + (Math.floor(i / 7) % 9)).padStart(2, '0')}:00`,
})

const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length

test('1. a whole calendar by one e-mail, and what its owner does about it', async (t) => {
  const place = await limited(5)
  const tries = Array.from({ length: 134 }, (_, i) =>
    booking(place, { ...slot(i), client_phone: `+5730041${28_000 + i}` }),
  )
  const answers = await Promise.all(tries.map((body) => call('POST', '/api/appointments/public', { body })))
  const made = count(
    answers.map(({ status }) => status),
    201,
  )
  const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.appointment.id)
  const { body } = await call('POST', '/api/appointments/cancel-many', {
    body: { ids, tell_clients: true },
    headers: await ownerHeaders(db, place),
  })
  const mails = await db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', place.business_id)
    .where('kind', '=', 'cancelled_client')
    .execute()
  const stand = made - body.cancelled.length
  outcome(t, tries.length, Math.max(0, made - 5) + stand + Math.max(0, mails.length - 1))
})

test('4. cédulas guessed from one house’s addresses', async (t) => {
  const place = await limited(5)
  const known = { client_id: '10370042', client_email: 'victima@correo.example' }
  const body = booking(place, known)
  assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
  let found = 0
  for (let i = 0; i < 100; i++) {
    const response = await app.inject({
      method: 'POST',
      url: '/api/appointments/client/appointments',
      remoteAddress: `2001:db8:7:7::${i + 1}`,
      payload: { ...known, client_id: String(10_370_000 + (i === 99 ? 42 : i + 100)) },
    })
    if ((response.json() as { appointments?: unknown[] }).appointments?.length) found++
  }
  outcome(t, 100, found)
})

test('7. the account’s e-mail by an open session, without the password or guessing it', async (t) => {
  const mine = await owner(call)
  const bodies = Array.from({ length: 40 }, (_, i) => ({
    email: `ladron${i}@correo.example`,
    ...(i % 2 && { currentPassword: i === 39 ? PASSWORD : `adivinada-${i}` }),
  }))
  const statuses: number[] = []
  for (const body of bodies) statuses.push((await mine.as('PATCH', '/api/businesses/profile', body)).status)
  // The right password too comes too late after ten wrong ones.
  outcome(t, bodies.length, count(statuses, 200))
})

test('9. services without end', async (t) => {
  const mine = await owner(call)
  const answers = await Promise.all(
    Array.from({ length: 140 }, (_, i) =>
      mine.as('POST', '/api/services', { service_name: `Servicio ${i}` }),
    ),
  )
  const made = answers.filter(({ status }) => status === 201).length
  outcome(t, answers.length, Math.abs(made - 100))
})

test('10. page addresses hoarded, `correos` among them, and the market read by its numbers', async (t) => {
  const mine = await owner(call)
  const wanted = ['correos', ...Array.from({ length: 60 }, (_, i) => `tuya-${mine.business_id}-${i}`)]
  const answers = await Promise.all(
    wanted.map((slug) => mine.as('PATCH', '/api/businesses/profile', { slug })),
  )
  const held = answers.filter(({ status }) => status === 200).length
  assert.equal(answers[0]!.status, 400)
  const few = await api(db, { env: { BUSINESSES_PER_NETWORK: '20' } })
  const market = await Promise.all(Array.from({ length: 40 }, () => salon(db)))
  const reads = await Promise.all(
    market.map(({ business_id }) =>
      few.app.inject({ url: `/api/businesses/${business_id}`, remoteAddress: '203.0.113.77' }),
    ),
  )
  const passed = reads.filter(({ statusCode }) => statusCode !== 429).length
  outcome(t, wanted.length + reads.length, Math.max(0, held - 9) + Math.max(0, passed - 20))
})

test('14. a regular’s name and number rewritten by strangers’ bookings', async (t) => {
  const place = await limited(20)
  const client_email = 'fija@correo.example'
  const book = (changes: object) =>
    call('POST', '/api/appointments/public', { body: booking(place, { client_email, ...changes }) })
  assert.equal((await book({ client_name: 'Fija Pérez' })).status, 201)
  const headers = await ownerHeaders(db, place)
  let broke = 0
  for (let i = 1; i <= 15; i++) {
    clock.now = NOW + i * 60_000
    assert.equal(
      (await book({ ...slot(i + 7), client_name: `Falsa ${i}`, client_phone: '+573009999999' })).status,
      201,
    )
    const { clients } = (await call('GET', '/api/businesses/clients?limit=100', { headers })).body
    const regular = clients.filter(({ client_name }: { client_name: string }) => client_name === 'Fija Pérez')
    if (regular.length !== 1 || regular[0].client_phone !== '+573004128819') broke++
  }
  clock.now = NOW
  outcome(t, 15, broke)
})
