/** The form without script: under which key a booking is sent again, and what its answer says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { booking, database, salon } from '../helper.ts'
import { site } from '../pages.ts'

const db = await database()
/** The business cannot be read, as while the database goes away; what is sent with a form arrives. */
let isAway = false
const { app, call } = await site(db, {
  env: { BOOKINGS_PER_PERSON: '1' },
  prepare: async (app) => {
    app.addHook('onRequest', async (request, reply) => {
      if (isAway && request.url.startsWith('/api/businesses/'))
        return reply.code(503).send({ success: false, error: 'No disponible por un momento' })
    })
  },
})

const place = await salon(db)
const { client_name, client_phone, client_email } = booking(place)

async function send(changes: Record<string, string>) {
  const { statusCode, body } = await post(changes)
  const [, key] = /name="key" value="([^"]*)"/.exec(body) ?? []
  const [sent] = /name="sent" value="1"/.exec(body) ?? []
  const [own] = /puede ser por tu propia cita[^."]*\./.exec(body.replaceAll('<!-- -->', '')) ?? []
  return { statusCode, key, ...(sent && { isSent: true }), ...(own && { own }) }
}

async function post(changes: Record<string, string>, { slug = place.slug, hora = '11:00' } = {}) {
  const search = new URLSearchParams({
    servicio: String(place.service_id),
    profesional: String(place.professional_id),
    fecha: '2026-11-24',
    hora,
    paso: 'confirmar',
  })
  const form = {
    client_name,
    client_email,
    client_phone: client_phone.replace('+57', ''),
    client_phone_country: 'CO',
    notes: '',
    terms: 'on',
    intent: 'confirmar',
    business_id: String(place.business_id),
    key: 'la-misma-cita',
    ...changes,
  }
  const { statusCode, body } = await app.inject({
    method: 'POST',
    url: `/negocio/${slug}?${search}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
  return { statusCode, body }
}

test('a limit is no answer to a key: the next press is the same booking; a refusal is one', async () => {
  assert.equal((await call('POST', '/api/appointments/public', { body: booking(place) })).status, 201)
  assert.deepEqual(await send({}), { statusCode: 429, key: 'la-misma-cita' })
  const refused = await send({ business_id: '999999' })
  assert.equal(refused.statusCode, 404)
  assert.ok(refused.key && refused.key !== 'la-misma-cita')
})

test('only who sent a booking of which nobody knows what became hears that the taken time may be theirs, and where to ask', async () => {
  const mine = { client_phone: '3015550001', client_email: 'mia@correo.example', key: 'de-otra' }
  await sql`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'no disk'; end $$;
    create trigger fail before insert on appointments execute function fail()`.execute(db)
  assert.deepEqual(await send(mine), { statusCode: 500, key: 'de-otra', isSent: true })
  assert.match((await post(mine)).body, /No supimos si esta cita quedó agendada\. Si la confirmas otra vez/)
  await sql`drop trigger fail on appointments`.execute(db)
  const back = { ...mine, intent: 'volver' }
  assert.deepEqual(await send({ ...back, sent: '1' }), { statusCode: 200, key: 'de-otra', isSent: true })
  assert.deepEqual(await send({ ...mine, intent: 'datos', client_name: '', sent: '1' }), {
    statusCode: 400,
    key: 'de-otra',
    isSent: true,
  })
  const taken = booking(place, {
    client_phone: '+573015550002',
    client_email: 'otra@correo.example',
    appointment_date: '2026-11-24',
    appointment_time: '11:00',
  })
  assert.equal((await call('POST', '/api/appointments/public', { body: taken })).status, 201)
  assert.equal((await send(back)).own, undefined)
  const said = async (changes: object) => (await send({ ...back, sent: '1', ...changes })).own
  assert.equal(await said({}), 'puede ser por tu propia cita, revisa tu correo.')
  assert.equal(await said({ no_messages: 'on' }), 'puede ser por tu propia cita, pregúntale al negocio.')
})

/** A client of a key of their own, and what is booked for them. */
function another(n: number) {
  const mine = {
    client_phone: `301555010${n}`,
    client_email: `otra${n}@correo.example`,
    key: `otra-cita-${n}`,
  }
  const booked = async () =>
    (await sql<any>`select * from appointments where client_email = ${mine.client_email}`.execute(db)).rows
  const change = (to: string) =>
    sql`update appointments set ${sql.raw(to)} where client_email = ${mine.client_email}`.execute(db)
  return { mine, booked, change }
}

test('a form that is sent again says what stands of its booking: moved, cancelled, or somebody else’s since', async () => {
  const { mine, booked, change } = another(1)
  const at = { hora: '09:00' }
  const first = await post(mine, at)
  assert.match(first.body, /¡Cita Confirmada!/)
  assert.match(first.body, /te esperamos/)
  const to = `timestamptz '2026-11-25T16:00-05:00'`
  await change(
    `appointment_date = '2026-11-25', appointment_time = '16:00', rescheduled_from = starts_at, starts_at = ${to},
     ends_at = ${to} + (ends_at - starts_at), occupied = tstzmultirange(tstzrange(${to}, ${to} + (ends_at - starts_at)))`,
  )
  const moved = await post(mine, at)
  assert.match(moved.body, /Tu cita cambió de hora/)
  assert.match(moved.body, /25 de noviembre de 2026/)
  await change(`status = 'cancelled'`)
  assert.match((await post(mine, at)).body, /Cita cancelada/)
  await change(`status = 'scheduled', given_away_at = now()`)
  const gone = await post(mine, at)
  assert.match(gone.body, /Ya no podemos mostrar esta cita/)
  assert.doesNotMatch(gone.body, /te esperamos/)
  assert.equal((await booked()).length, 1)
})

test('a booking by a form knows nothing of the zone of its client’s phone', async () => {
  const { mine, booked } = another(2)
  await post(mine, { hora: '10:00' })
  assert.deepEqual(
    (await booked()).map(({ client_timezone }) => client_timezone),
    [null],
  )
})

const titlesIn = (body: string) => [...body.matchAll(/<title>([^<]*)/g)].map(([, title]) => title)
/** What is answered while the page cannot be drawn. */
async function postAway(...sent: Parameters<typeof post>) {
  isAway = true
  return post(...sent).finally(() => (isAway = false))
}

test('a booking whose page cannot be drawn is confirmed by itself', async () => {
  const { mine, booked, change } = another(3)
  const { statusCode, body } = await postAway(mine, { hora: '12:00' })
  assert.equal(statusCode, 200)
  assert.deepEqual(titlesIn(body), ['¡Cita Confirmada!'])
  assert.match(body, /martes 24 de noviembre de 2026 a las 12:00 pm/)
  assert.match(body, /href="\/client\?token=\d+\./)
  assert.equal((await booked()).length, 1)
  // A link that is refused leads nowhere.
  await change(`given_away_at = now()`)
  const gone = await postAway(mine, { hora: '12:00' })
  assert.deepEqual(titlesIn(gone.body), ['Ya no podemos mostrar esta cita'])
  assert.match(gone.body, /href="\/client"[^>]*>Ir al portal/)
  assert.doesNotMatch(gone.body, /client\?token/)
})

test('… and one that was refused says why', async () => {
  const { mine } = another(6)
  const taken = await postAway(mine, { hora: '12:00' })
  assert.equal(taken.statusCode, 409)
  assert.match(taken.body, /Ese horario|ya no está/)
  assert.deepEqual(titlesIn(taken.body), ['Error cargando información del negocio'])
  const wrong = await postAway({ ...mine, client_name: '' }, { hora: '15:00' })
  assert.match(wrong.body, /Nombre es requerido\. Lo que escribiste sigue aquí\./)
})

test('… and one in doubt is sent again by one press, under its key', async () => {
  const { mine, booked } = another(4)
  const at = { hora: '13:00' }
  await sql`create trigger fail before insert on appointments execute function fail()`.execute(db)
  const { statusCode, body } = await postAway(mine, at)
  await sql`drop trigger fail on appointments`.execute(db)
  assert.equal(statusCode, 500)
  assert.match(body, /No sabemos si tu cita quedó agendada/)
  const [form] = /<form[^]*<\/form>/.exec(body)!
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value])
  const again = { ...Object.fromEntries(fields), intent: /<button[^>]* value="(\w+)"/.exec(form)![1]! }
  const { key, intent, sent, client_email, business_id } = again
  assert.deepEqual(
    { key, intent, sent, client_email, business_id },
    {
      key: mine.key,
      client_email: mine.client_email,
      intent: 'confirmar',
      sent: '1',
      business_id: String(place.business_id),
    },
  )
  assert.match((await post(again, at)).body, /¡Cita Confirmada!/)
  assert.equal((await booked()).length, 1)
})

test('a form that is sent to the address of before is answered, and books once', async () => {
  const { mine, booked } = another(5)
  await sql`insert into slugs (slug, business_id) values ('de-antes', ${place.business_id})`.execute(db)
  const { statusCode, body } = await post(mine, { hora: '14:00', slug: 'de-antes' })
  assert.equal(statusCode, 200)
  assert.match(body, /¡Cita Confirmada!/)
  assert.equal((await booked()).length, 1)
})
