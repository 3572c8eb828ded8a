/** 'Les toca volver': who should have come back by now, for the business to write to; nothing goes by itself. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { optOutToken } from '#server/tokens.ts'
import { sql } from 'kysely'
import { api, appointmentRow, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { memberOf } from '../roles.ts'

const DAY = 24 * 3_600_000
const db = await database()
const { call, clock } = await api(db)

let place: Awaited<ReturnType<typeof salon>>
let headers: { authorization: string }
let people = 0

beforeEach(async () => {
  clock.now = NOW
  await sql`truncate appointments, appointment_history, client_cards, attempts cascade`.execute(db)
  place = await salon(db)
  headers = await ownerHeaders(db, place)
  await weeks(6)
})

const weeks = async (return_weeks: number | null, id = place.service_id) => {
  const { status } = await call('PATCH', `/api/services/${id}`, { headers, body: { return_weeks } })
  assert.equal(status, 200)
}

interface Visit {
  name?: string
  phone?: string
  service_id?: number
  attendance?: 'pending' | 'attended' | 'no_show'
  status?: 'scheduled' | 'completed' | 'cancelled'
}

/** An appointment of somebody, so many days from now; by default, one who came. */
async function visit(
  daysAgo: number,
  { name, phone, service_id, attendance = 'attended', status }: Visit = {},
) {
  const n = ++people
  const date = Temporal.PlainDate.from('2026-11-20').subtract({ days: daysAgo }).toString()
  const time = `${String(n % 24).padStart(2, '0')}:00`
  const came = attendance === 'attended' ? ('completed' as const) : ('scheduled' as const)
  await db
    .insertInto('appointments')
    .values({
      ...appointmentRow(place, date, time, { attendance_status: attendance, status: status ?? came }),
      ...(service_id && { service_id }),
      client_name: name ?? `Cliente ${n}`,
      client_phone: phone ?? `+57310${String(n).padStart(7, '0')}`,
      client_email: null,
    })
    .execute()
}

async function list(query = '', by = headers) {
  const { status, body } = await call('GET', `/api/clients/returning${query}`, { headers: by })
  assert.equal(status, 200, JSON.stringify(body))
  return body as {
    total: number
    clients: { id: number; client_name: string; text?: string | null; [name: string]: unknown }[]
  }
}
const names = async () => (await list()).clients.map(({ client_name }) => client_name)

test('who came six weeks ago and has nothing ahead, with a message that leads to the service', async () => {
  await visit(42, { name: 'Ana Gómez', phone: '+573001234567' })
  await visit(41, { name: 'Todavía No' })
  const { total, clients } = await list()
  assert.equal(total, 1)
  const { id, ...client } = clients[0]!
  const token = await optOutToken(db, { business_id: place.business_id, card_id: id })
  const leave = `http://localhost:3000/sin-publicidad?token=${token}`
  const link = `http://localhost:3000/negocio/${place.slug}?servicio=${place.service_id}`
  assert.deepEqual(client, {
    client_name: 'Ana Gómez',
    client_phone: '+573001234567',
    service_name: 'Corte',
    last_date: '2026-10-09',
    text: `Hola Ana, ya va siendo hora de tu próxima cita en ${await nameOf()}: Corte. Elige el día que te quede bien: ${link} Si no quieres más mensajes así: ${leave}`,
  })
  assert.deepEqual(await db.selectFrom('messages').select('id').execute(), [], 'nothing goes by itself')
})

test('in the words of the business, which cannot leave out the way out', async () => {
  await visit(42, { name: 'Ana Gómez' })
  const put = (text: string) =>
    call('PUT', '/api/messages/texts', { headers, body: { kind: 'recall', text, version: 0 } })
  const refused = await put('¡{nombre}, te extrañamos! {enlace}')
  assert.deepEqual(
    [refused.status, refused.body.fields.text],
    [400, 'Deja {salida} en el texto: por ahí sale quien no quiere más mensajes así'],
  )
  assert.equal((await put('¡{nombre}, te extrañamos! {salida}')).status, 200)
  assert.match((await list()).clients[0]!.text!, /^¡Ana, te extrañamos! http:.+token=/)
})

test('not who said that they want no advertising: by its way out, to somebody of the business, or as a card that was merged', async () => {
  for (const name of ['Ana', 'Berta', 'Celia', 'Dora']) await visit(42, { name })
  const idOf = (name: string, clients: { id: number; client_name: string }[]) =>
    clients.find((one) => one.client_name === name)!.id
  const { clients } = await list()
  const say = (name: string, agreed: boolean) =>
    call('POST', `/api/clients/${idOf(name, clients)}/advertising`, { headers, body: { agreed } })
  const token = /token=(\S+)$/.exec(clients.find((one) => one.client_name === 'Ana')!.text!)![1]
  // Who never agreed to anything can say no all the same.
  for (const _ of [1, 2])
    assert.equal(
      (await call('POST', '/api/appointments/client/no-advertising', { body: { token } })).status,
      200,
    )
  assert.equal((await say('Berta', false)).status, 200)
  assert.equal((await say('Dora', true)).status, 200)
  assert.deepEqual((await names()).sort(), ['Celia', 'Dora'])
  const { rows } = await sql<{ given: boolean }>`
    select given from consents where business_id = ${place.business_id} order by id`.execute(db)
  assert.deepEqual(
    rows.map(({ given }) => given),
    [false, false, true],
  )
  // What Berta said holds for the card that hers becomes part of.
  await sql`update client_cards set merged_into = ${idOf('Celia', clients)} where id = ${idOf('Berta', clients)}`.execute(
    db,
  )
  assert.deepEqual(await names(), ['Dora'])
  await say('Celia', true)
  assert.deepEqual((await names()).sort(), ['Celia', 'Dora'])
})

test('not for a service that was deleted', async () => {
  await visit(42, { name: 'Ana' })
  assert.deepEqual(await names(), ['Ana'])
  assert.equal((await call('DELETE', `/api/services/${place.service_id}`, { headers })).status, 200)
  assert.deepEqual(await names(), [])
})

const nameOf = async () =>
  (
    await db
      .selectFrom('businesses')
      .select('business_name')
      .where('id', '=', place.business_id)
      .executeTakeFirstOrThrow()
  ).business_name

test('not who has something ahead, came since, did not come, is blocked, or whose service calls nobody back', async () => {
  const who = (name: string) => ({ name, phone: `+5732${String(++people).padStart(8, '0')}` })
  const [ahead, since, waiting, cancelled] = ['Con Cita', 'Volvió', 'Sin Anotar', 'Canceló'].map(who)
  for (const one of [ahead, since, waiting, cancelled]) await visit(60, one)
  await visit(-3, { ...ahead!, attendance: 'pending' })
  await visit(10, since!)
  await visit(2, { ...waiting!, attendance: 'pending' })
  await visit(5, { ...cancelled!, attendance: 'pending', status: 'cancelled' })
  await visit(60, { name: 'Faltó', attendance: 'no_show' })
  await visit(60, { name: 'Bloqueada' })
  await sql`update client_cards set blocked_at = now() where client_name = 'Bloqueada'`.execute(db)
  assert.deepEqual(await names(), ['Canceló'])
  await weeks(null)
  assert.deepEqual(await names(), [])
})

test('each once, for what was due last, the latest first', async () => {
  const { body } = await call('POST', '/api/services', {
    headers,
    body: { service_name: 'Keratina', return_weeks: 12 },
  })
  const service_id = body.service.id as number
  const ana = { name: 'Ana', phone: '+573009990000' }
  await visit(100, ana)
  await visit(90, { ...ana, service_id })
  await visit(50, { name: 'Berta' })
  const { clients } = await list()
  assert.deepEqual(
    clients.map(({ client_name, service_name }) => [client_name, service_name]),
    [
      ['Ana', 'Keratina'],
      ['Berta', 'Corte'],
    ],
  )
})

test('many clients of two services: the list is what one visit after the other says', async () => {
  const body = { service_name: 'Keratina', return_weeks: 3 }
  const second = (await call('POST', '/api/services', { headers, body })).body.service.id as number
  // Always the same numbers, so that a failure comes again.
  let seed = 11
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below
  const clients = Array.from({ length: 40 }, (_, n) => ({
    name: `Persona ${n}`,
    phone: `+57320${1_000_000 + n}`,
  }))
  const expected: { name: string; due: number }[] = []
  let day = 0
  for (const { name, phone } of clients) {
    const last = new Map<number, { day: number; came: boolean; weeks: number }>()
    let isAhead = false
    for (let n = random(4); n >= 0; n--) {
      // Each on a day of its own, and none on the day on which the hour decides.
      day += day === 20 || day === 41 ? 2 : 1
      const daysAgo = random(12) === 0 ? -day : day
      const service_id = random(2) ? second : place.service_id
      const attendance =
        daysAgo < 0 ? 'pending' : (['attended', 'attended', 'pending', 'no_show'] as const)[random(4)]!
      const status = random(6) === 0 ? 'cancelled' : attendance === 'attended' ? 'completed' : 'scheduled'
      await visit(daysAgo, { name, phone, service_id, attendance, status })
      if (daysAgo < 0) isAhead ||= status === 'scheduled'
      else if (status !== 'cancelled' && attendance !== 'no_show') {
        const known = last.get(service_id)
        last.set(service_id, {
          day: Math.min(daysAgo, known?.day ?? daysAgo),
          came: attendance === 'attended' || (known?.came ?? false),
          weeks: service_id === second ? 3 : 6,
        })
      }
    }
    const due = [...last.values()]
      .filter((one) => one.came && one.day > one.weeks * 7)
      .map((one) => one.weeks * 7 - one.day)
    if (due.length > 0 && !isAhead) expected.push({ name, due: Math.max(...due) })
  }
  expected.sort((one, other) => other.due - one.due)
  assert.ok(expected.length > 5 && expected.length < 35, `${expected.length}`)
  const shown = [...(await list('?limit=5')).clients, ...(await list('?limit=100&offset=5')).clients]
  // Two services may become due on one day.
  const byDue = (name: string) => expected.find((one) => one.name === name)?.due
  assert.deepEqual(
    shown.map(({ client_name }) => client_name).sort(),
    expected.map(({ name }) => name).sort(),
  )
  assert.deepEqual(
    shown.map(({ client_name }) => byDue(client_name)),
    expected.map(({ due }) => due),
  )
})

test('who was told is not in it for 30 days, whoever says so and however often', async () => {
  await visit(50, { name: 'Ana' })
  const { id } = (await list()).clients[0]!
  const version = async () =>
    (await db.selectFrom('client_cards').select('version').where('id', '=', id).executeTakeFirstOrThrow())
      .version
  const before = await version()
  const told = () => call('POST', `/api/clients/${id}/recalled`, { headers })
  for (const { status } of await Promise.all([told(), told()])) assert.equal(status, 200)
  assert.deepEqual(await names(), [])
  assert.equal(await version(), before, 'no form that is open is disturbed')
  clock.now += 29 * DAY
  assert.deepEqual(await names(), [])
  clock.now += DAY
  headers = await ownerHeaders(db, place)
  assert.deepEqual(await names(), ['Ana'])
  assert.equal((await call('POST', `/api/clients/${id + 1000}/recalled`, { headers })).status, 404)
  const theirs = await ownerHeaders(db, await salon(db))
  assert.equal((await call('POST', `/api/clients/${id}/recalled`, { headers: theirs })).status, 404)
})

test('without a phone there is nobody to write to; a professional has no such list', async () => {
  await visit(50, { name: 'Sin Teléfono', phone: '' })
  await sql`insert into client_cards (business_id, client_name, created_at) values (${place.business_id}, 'Sin Visita', now())`.execute(
    db,
  )
  for (const { text } of (await list()).clients) assert.equal(text, null)
  const own = await memberOf(db, place.business_id, 'professional', {
    professional_id: place.professional_id,
  })
  assert.equal((await call('GET', '/api/clients/returning', { headers: own.headers })).status, 403)
})

test('5,000 clients with 40,000 visits: a page is there at once, and every page has its own', async () => {
  await sql`insert into client_cards (business_id, client_name, client_phone, created_at)
    select ${place.business_id}, 'Cliente ' || n, '+57320' || lpad(n::text, 7, '0'), now() from generate_series(1, 5000) n`.execute(
    db,
  )
  await sql`alter table appointments disable trigger user`.execute(db)
  const row = appointmentRow(place, '2026-01-01', '00:00')
  await sql`insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
      client_phone, price, appointment_date, appointment_time, duration_minutes, booked_by, starts_at, ends_at, occupied,
      status, attendance_status, card_id)
    select ${place.business_id}, ${place.service_id}, ${place.professional_id}, 'Corte', 'Valentina', c.client_name,
      c.client_phone, ${row.price}, at::date, '10:00', 15, 'owner', at, at + interval '15 minutes',
      tstzmultirange(tstzrange(at, at + interval '15 minutes')), 'completed', 'attended', c.id
    from client_cards c cross join generate_series(1, 8) v
    cross join lateral (select ${new Date(NOW - 50 * DAY).toISOString()}::timestamptz - (c.id * 8 + v) * interval '16 minutes' as at) t
    where c.business_id = ${place.business_id}`.execute(db)
  await sql`alter table appointments enable trigger user`.execute(db)
  await sql`analyze appointments, client_cards`.execute(db)
  await list()
  const began = performance.now()
  const { total, clients } = await list('?limit=100&offset=100')
  const took = performance.now() - began
  assert.deepEqual([total, clients.length], [5000, 100])
  const others = new Set((await list('?limit=100&offset=200')).clients.map(({ id }) => id))
  assert.ok(clients.every(({ id }) => !others.has(id)))
  assert.deepEqual(await list('?limit=100&offset=6000').then((one) => [one.total, one.clients]), [5000, []])
  assert.ok(took < 2000, `${took} ms`)
})
