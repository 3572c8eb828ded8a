import { connect, hasOlderProcess } from '#server/database/db.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import { sendDue } from '#server/messages/send.ts'
import { queueDue } from '#server/reminders/plan.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, booking, database, NOW, ownerHeaders, salon, urlOf } from '../helper.ts'
import { senderDeps } from '../sender.ts'

const db = await database()
const { app, call, clock } = await api(db)

const NEXT_DAY = Date.parse('2026-11-24T15:00:00Z')

/** A business whose owner books people who leave nothing, or nearly nothing. */
async function counter() {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: unknown) =>
    call(method, url, { headers, body })
  const { client_name: _, client_phone: __, client_email: ___, ...nobody } = booking(place)
  const walkIn = async (time: string, more: object = {}) => {
    const { status, body } = await as('POST', '/api/appointments', {
      ...nobody,
      appointment_time: time,
      walk_in: true,
      ...more,
    })
    assert.equal(status, 201, body.error)
    return body.appointment
  }
  const messages = () =>
    db
      .selectFrom('messages')
      .select(['kind', 'recipient', 'state', 'last_error'])
      .where('business_id', '=', place.business_id)
      .orderBy('id')
      .execute()
  const came = (id: number) =>
    as('POST', `/api/appointments/${id}/attendance`, { attendance_status: 'attended' })
  const clients = async (query = '') =>
    (await as('GET', `/api/businesses/clients${query}`)).body.clients as Record<string, unknown>[]
  return { place, headers, as, nobody, walkIn, messages, came, clients }
}

test('somebody who leaves nothing is booked as Cliente de paso, and nobody is mailed, whatever happens', async () => {
  const { as, walkIn, messages } = await counter()
  const { id, client_name, client_phone, client_email } = await walkIn('10:00')
  assert.deepEqual([client_name, client_phone, client_email], ['Cliente de paso', '', null])
  const later = { appointment_time: '12:00' }
  assert.equal((await as('PATCH', `/api/appointments/${id}`, later)).status, 200)
  assert.equal((await as('PATCH', `/api/appointments/${id}`, { notes: 'Trajo su tinte' })).status, 200)
  // Both reminders' moments pass.
  await queueDue(db, Date.parse('2026-11-23T15:30:00Z'))
  assert.equal((await as('POST', `/api/appointments/${id}/cancel`, {})).status, 200)
  assert.deepEqual(await messages(), [])
  const { body } = await as('GET', `/api/appointments/${id}`)
  assert.equal(body.appointment.client_email, null)
  assert.deepEqual(
    body.history.map(({ change }: { change: string }) => change),
    ['booked', 'moved', 'edited', 'cancelled'],
  )
})

test('without saying so everything is asked as before, and what is given is judged', async () => {
  const { as, nobody } = await counter()
  const all = await as('POST', '/api/appointments', { ...nobody, walk_in: false })
  assert.deepEqual(
    [all.status, all.body.fields],
    [
      400,
      {
        client_phone: 'Teléfono es requerido',
        client_name: 'Nombre es requerido',
        client_email: 'Email es requerido',
      },
    ],
  )
  const wrong = { walk_in: true, client_phone: '12', client_email: 'ana@', client_name: 'x'.repeat(121) }
  const judged = await as('POST', '/api/appointments', { ...nobody, ...wrong })
  assert.equal(judged.status, 400)
  assert.deepEqual(Object.keys(judged.body.fields), ['client_phone', 'client_name', 'client_email'])
  const page = await call('POST', '/api/appointments/public', {
    body: { ...nobody, walk_in: true, terms: true },
  })
  assert.deepEqual([page.status, page.body.fields.client_email], [400, 'Email es requerido'])
})

test('one telephone and name is one client in the list, in files and in figures; whoever left nothing is in figures alone', async () => {
  const { headers, walkIn, came, clients, as } = await counter()
  const figures = async () => {
    const { new_clients, returning_clients } = (await as('GET', '/api/businesses/metrics')).body.metrics
    return [new_clients, returning_clients]
  }
  try {
    const ids: number[] = []
    const ana = { client_name: 'Ana Ruiz', client_phone: '+573001112299' }
    for (const [time, more] of [
      ['09:00', ana],
      ['10:00', ana],
      ['11:00', {}],
      ['12:00', {}],
      ['13:00', { client_email: 'sara@correo.example', client_name: 'Sara' }],
      ['14:00', { client_email: 'SARA@correo.example', client_name: 'Sara' }],
    ] as const)
      ids.push((await walkIn(time, more)).id)
    clock.now = NEXT_DAY
    for (const id of ids) assert.equal((await came(id)).status, 200)
    for (const isFolded of [false, true]) {
      if (isFolded) await foldFigures({ db })
      // Ana and Sara, and two who left nothing.
      assert.deepEqual(await figures(), [4, 0])
      const list = await clients()
      assert.deepEqual(
        list.map(({ client_name, client_email, appointments }) => [client_name, client_email, appointments]),
        [
          ['Ana Ruiz', null, 2],
          ['Sara', 'sara@correo.example', 2],
        ],
      )
      assert.equal((await clients('?q=ruiz+2299')).length, 1)
      assert.equal((await clients('?sort=next_visit')).length, 2)
      const { body } = await as('GET', '/api/appointments/clients?q=ana')
      assert.deepEqual(body.clients, [{ ...ana, id: list[0]!['id'], client_email: null, client_id: null }])
    }
    const csv = await app.inject({ url: '/api/businesses/clients.csv', headers })
    assert.equal(csv.body.trim().split('\r\n').length, 3)
    assert.match(csv.body, /"Ana Ruiz";"?\+573001112299"?;;;2;/)
    const all = JSON.parse((await app.inject({ url: '/api/businesses/export.json', headers })).body)
    assert.equal(all.clients.length, 2)
    assert.equal(all.appointments.length, 6)
    const table = await app.inject({ url: '/api/appointments/export.csv', headers })
    assert.match(table.body, /"Cliente de paso"/)
  } finally {
    clock.now = NOW
  }
})

test('they are found by the words of the list, before and after a change', async () => {
  const { as, walkIn } = await counter()
  const { id } = await walkIn('10:00', { client_name: 'Óscar Díaz' })
  const found = async (q: string) =>
    (await as('GET', `/api/appointments?q=${encodeURIComponent(q)}&limit=5`)).body.appointments.map(
      (row: { id: number }) => row.id,
    )
  assert.deepEqual(await found('oscar corte valentina'), [id])
  await as('PATCH', `/api/appointments/${id}`, { client_name: 'Olga Díaz', walk_in: true })
  assert.deepEqual([await found('oscar'), await found('olga')], [[], [id]])
})

test('an e-mail that comes later is confirmed there; one that goes is not written to any more', async () => {
  const { as, walkIn, messages } = await counter()
  const { id } = await walkIn('10:00', { client_name: 'Rosa' })
  const added = { client_email: 'rosa@correo.example', appointment_time: '15:00', walk_in: true }
  assert.equal((await as('PATCH', `/api/appointments/${id}`, added)).status, 200)
  const mails: { to: string; subject: string }[] = []
  const mailer = {
    send: async (mail: { to: string; subject: string }, before: () => Promise<void>) => {
      await before()
      if (mail.to.startsWith('rosa@')) mails.push(mail)
    },
    close() {},
  }
  const send = () => sendDue(senderDeps(db, mailer as never, { now: () => NOW + 60_000 }))
  await send()
  assert.deepEqual(
    mails.map(({ to, subject }) => [to, subject.split(':')[0]]),
    [['rosa@correo.example', 'Cita confirmada']],
  )
  assert.equal((await as('PATCH', `/api/appointments/${id}`, { appointment_time: '16:00' })).status, 200)
  const gone = { client_email: null, walk_in: true }
  assert.equal((await as('PATCH', `/api/appointments/${id}`, gone)).status, 200)
  await send()
  assert.equal(mails.length, 1)
  assert.ok((await messages()).every(({ state }) => state !== 'queued'))
})

test('one is forgotten by the appointment: nothing of the others goes, the figures stay', async (t) => {
  const { as, walkIn, came, clients } = await counter()
  const { id } = await walkIn('10:00', { client_name: 'Luz', client_phone: '+573001112299' })
  await walkIn('11:00', { client_name: 'Luz', client_phone: '+573001112299' })
  const forget = (appointment_id: unknown) => as('POST', '/api/businesses/clients/forget', { appointment_id })
  assert.equal((await forget(id)).status, 409)
  clock.now = NEXT_DAY
  t.after(() => (clock.now = NOW))
  assert.equal((await came(id)).status, 200)
  assert.equal((await forget('x')).body.fields.client_email, 'Email es requerido')
  assert.deepEqual((await forget(id)).body, { success: true, appointments: 1 })
  assert.equal((await forget(id)).status, 404)
  await foldFigures({ db })
  const left = await clients()
  assert.deepEqual(
    left.map(({ client_name }) => client_name),
    ['Luz'],
  )
  assert.equal((await as('GET', '/api/businesses/metrics')).body.metrics.new_clients, 1)
})

test('beside a process that cannot read them they wait, and nothing else does', async () => {
  const { as, nobody, walkIn, place } = await counter()
  const old = connect({ url: `${await urlOf(db)}&application_name=enpunto%201` })
  await sql`select 1`.execute(old)
  const key = { ...nobody, appointment_time: '10:00', walk_in: true }
  const refused = await as('POST', '/api/appointments', key)
  assert.deepEqual(
    [refused.status, refused.body.error],
    [503, 'Estamos actualizando enpunto. En un minuto podrás agendar sin correo.'],
  )
  const whole = await as('POST', '/api/appointments', booking(place))
  assert.equal(whole.status, 201)
  const removed = { client_email: null, walk_in: true }
  assert.equal((await as('PATCH', `/api/appointments/${whole.body.appointment.id}`, removed)).status, 503)
  await old.destroy()
  // PostgreSQL forgets a connection a moment after it was closed.
  for (let tries = 0; tries < 50 && (await hasOlderProcess(db)); tries++) await sleep(100)
  await walkIn('11:00')
})
