import { permissionsOf, type Switches } from '#domain/permissions.ts'
import { MOST_IN_TIME_OFF } from '#domain/api/time-off.ts'
import type { GuardedRoute } from '#server/http/http.ts'
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, appointmentRow, booking, database } from '../helper.ts'
import { everythingIn, memberOf, sendRoute } from '../roles.ts'
import { bodyFor, idsOf, twoProfessionals } from '../two-professionals.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { app, call } = await api(db, { env: { REQUEST_SECONDS: '290' } })
const home = await twoProfessionals(call, db)

const routes = app.calls.filter(
  ({ needs, method, url }) => needs && method !== 'HEAD' && !url.endsWith('/events'),
)
const name = ({ method, url }: GuardedRoute) => `${method} ${url}`
const isOfAppointment = ({ url }: GuardedRoute) => url.includes('/appointments/:')

describe('a professional', () => {
  /** What must never reach one of another's clients. */
  const SECRETS = ['Ajena', 'ajena@', '3109998877', '99887766', 'Nota-de-otra', 'Motivo-de-otra']
  const professional = (switches: Switches = {}, place = home) =>
    memberOf(db, place.who.business_id, 'professional', {
      switches,
      professional_id: place.place.professional_id,
    })
  const ALL_ON = Object.fromEntries(permissionsOf('owner').map((one) => [one, true]))

  for (const [kind, switches] of [
    ['as it is', {}],
    ['with every switch on', ALL_ON],
  ] as const)
    test(`${kind}: no answer holds anything of another’s clients`, async () => {
      const person = await professional(switches)
      const reading = routes.filter(
        ({ method, needs }) => method === 'GET' && person.permissions.includes(needs!),
      )
      assert.ok(reading.length > 15, `${reading.length} calls`)
      const whole = (await home.who.as('GET', '/api/appointments')).body
      assert.ok(JSON.stringify(whole).includes('Ajena'))
      for (const route of reading)
        for (const query of [
          '',
          '?q=Ajena',
          '?q=9998877',
          '?limit=50&offset=0',
          '?from=2026-11-01&to=2026-12-31',
          `?professional_id=${home.other_id}`,
        ])
          for (const appointment of [home.mine, home.others]) {
            const { text } = await sendRoute(app, route, person.headers, {
              ids: (url) => idsOf(home, appointment)(url) + query,
            })
            // What was asked for may come back in a refusal.
            for (const secret of SECRETS) assert.ok(!text.includes(secret), `${name(route)}${query}: ${text}`)
          }
    })

  test('sees own appointments and clients, with their phones masked unless a switch shows them', async () => {
    const masked = await professional()
    const [plain, with_phones] = [masked, await professional({ 'clients:own-phones': true })].map(
      ({ headers }) =>
        async (url: string) =>
          (await call('GET', url, { headers })).body,
    ) as [(url: string) => Promise<any>, (url: string) => Promise<any>]
    const listed = (await plain('/api/appointments')).appointments
    assert.deepEqual(
      listed.map(({ id, client_phone, client_email }: any) => [id, client_phone, client_email]),
      [[home.mine, '300 ••• 8819', 'm•••@propia.example']],
    )
    assert.equal((await with_phones('/api/appointments')).appointments[0].client_phone, '+573004128819')
    const { clients, total } = await plain('/api/businesses/clients?limit=20&offset=0')
    assert.deepEqual(
      [total, clients[0].client_name, clients[0].client_phone],
      [1, 'Marina Propia', '300 ••• 8819'],
    )
    assert.equal(
      (await with_phones('/api/businesses/clients?limit=20&offset=0')).clients[0].client_phone,
      '+573004128819',
    )
    // A masked phone is not found digit by digit either.
    for (const url of [
      '/api/appointments?q=4128819',
      '/api/businesses/clients?limit=20&offset=0&q=4128819',
    ]) {
      assert.equal(
        Object.values(await plain(url))
          .flat()
          .includes('Marina'),
        false,
      )
      assert.equal(JSON.stringify(await plain(url)).includes('Marina'), false, url)
      assert.equal(JSON.stringify(await with_phones(url)).includes('Marina'), true, url)
    }
    assert.deepEqual((await plain('/api/appointments/clients?q=Marina')).clients, [])
    assert.equal((await with_phones('/api/appointments/clients?q=Marina')).clients.length, 1)
    const { happenings } = await plain('/api/appointments/latest')
    assert.deepEqual(
      happenings.map(({ appointment_id }: any) => appointment_id),
      [home.mine],
    )
  })

  test('a refusal masks what it shows of the appointment too', async () => {
    const { headers } = await professional()
    const { status, body } = await call('PATCH', `/api/appointments/${home.mine}`, {
      headers,
      body: { notes: 'Otra', version: 99 },
    })
    assert.deepEqual(
      [status, body.current.client_phone, body.current.client_email],
      [409, '300 ••• 8819', 'm•••@propia.example'],
    )
  })

  test('reaches no appointment of another: every call says that it is not there, and nothing is stored', async () => {
    const { headers, permissions } = await professional(ALL_ON)
    const before = await everythingIn(db, home.who.business_id)
    const about = routes.filter((route) => isOfAppointment(route) && permissions.includes(route.needs!))
    assert.ok(about.length >= 8, `${about.length} calls`)
    for (const route of about) {
      const sent = await sendRoute(app, route, headers, {
        ids: idsOf(home, home.others),
        body: bodyFor(home, route.url),
      })
      assert.equal(sent.status, 404, `${name(route)}: ${sent.text}`)
    }
    const many = { headers, body: { ids: [home.others] } }
    assert.equal((await call('POST', '/api/appointments/attended', many)).body.marked, 0)
    const { body } = await call('POST', '/api/appointments/cancel-many', many)
    assert.deepEqual(
      [body.cancelled, body.refused],
      [[], [{ id: home.others, reason: 'Cita no encontrada' }]],
    )
    assert.equal(await everythingIn(db, home.who.business_id), before)
  })

  test('books and moves in the own agenda, and not in another’s; without the switch not at all', async () => {
    const place = await twoProfessionals(call, db)
    const { headers } = await professional({}, place)
    const book = (more: Record<string, unknown>, by = headers) =>
      call('POST', '/api/appointments', { headers: by, body: booking(place.place, more) })
    const before = await everythingIn(db, place.who.business_id)
    const refused = await book({ professional_id: place.other_id, appointment_time: '14:00' })
    assert.deepEqual([refused.status, refused.body.error], [403, 'Solo puedes agendar en tu propia agenda'])
    const given = await call('PATCH', `/api/appointments/${place.mine}`, {
      headers,
      body: { professional_id: place.other_id },
    })
    assert.equal(given.status, 403)
    const renamed = await call('PATCH', `/api/appointments/${place.mine}`, {
      headers,
      body: { client_name: 'X' },
    })
    assert.deepEqual(
      [renamed.status, renamed.body.error],
      [403, 'Los datos del cliente los cambia la recepción'],
    )
    assert.equal(await everythingIn(db, place.who.business_id), before)

    const made = await book({ appointment_time: '14:00', client_email: 'nueva@correo.example' })
    assert.equal(made.status, 201)
    const moved = await call('PATCH', `/api/appointments/${place.mine}`, {
      headers,
      body: { appointment_time: '16:00', notes: 'Trae su tinte' },
    })
    assert.deepEqual([moved.status, moved.body.appointment.appointment_time], [200, '16:00'])
    const undone = await call('POST', `/api/appointments/${place.mine}/undo-move`, {
      headers,
      body: { move_id: moved.body.move_id },
    })
    assert.equal(undone.status, 200)

    const reader = await professional({ 'appointments:own-write': false }, place)
    assert.equal((await book({ appointment_time: '17:00' }, reader.headers)).status, 403)
    const arrived = await call('POST', `/api/appointments/${made.body.appointment.id}/step`, {
      headers: reader.headers,
      body: { step: 'confirmed' },
    })
    assert.equal(arrived.status, 200)
  })

  test('figures are of the own appointments alone, and a switch', async () => {
    const place = await twoProfessionals(call, db)
    for (const [id, actual_price] of [
      [place.mine, 70_000],
      [place.others, 900_000],
    ] as const)
      await db
        .updateTable('appointments')
        .set({ status: 'completed', attendance_status: 'attended', actual_price })
        .where('business_id', '=', place.who.business_id)
        .where('id', '=', id)
        .execute()
    const seenBy = async (headers: Record<string, string>) => {
      const get = async (url: string) => (await call('GET', url, { headers })).body
      const { metrics } = await get('/api/businesses/metrics')
      const { stats } = await get('/api/appointments/attendance/stats')
      const { days, occupancy } = await get('/api/businesses/metrics/series')
      const sum = (list: any[], name: string) => list.reduce((all, one) => all + one[name], 0)
      return {
        revenue: metrics.total_revenue,
        clients: metrics.new_clients,
        services: sum(metrics.top_services, 'revenue'),
        attended: stats.attended,
        days: sum(days, 'revenue'),
        minutes: sum(occupancy, 'minutes'),
      }
    }
    const { headers } = await professional({ 'figures:own': true }, place)
    const own = await seenBy(headers)
    const minutes = own.minutes
    assert.ok(minutes > 0)
    assert.deepEqual(own, {
      revenue: 70_000,
      clients: 1,
      services: 70_000,
      attended: 1,
      days: 70_000,
      minutes,
    })
    const all = { revenue: 970_000, clients: 2, services: 970_000, attended: 2, days: 970_000 }
    assert.deepEqual(await seenBy(place.who.headers), { ...all, minutes: minutes * 2 })
    assert.equal((await call('GET', '/api/businesses/stats', { headers })).status, 403)

    const nobody = await memberOf(db, place.who.business_id, 'professional', {
      switches: { 'figures:own': true },
    })
    assert.equal((await seenBy(nobody.headers)).revenue, 0)
    const { headers: off } = await professional({}, place)
    for (const url of ['/api/businesses/metrics', '/api/businesses/metrics/series'])
      assert.equal((await call('GET', url, { headers: off })).status, 403)
  })

  test('what clients spent is seen by whoever sees figures, and sorts for nobody else', async () => {
    const place = await twoProfessionals(call, db)
    await db
      .updateTable('appointments')
      .set({ status: 'completed', attendance_status: 'attended', actual_price: 70_000 })
      .where('business_id', '=', place.who.business_id)
      .where('id', '=', place.mine)
      .execute()
    const spentFor = async (headers: Record<string, string>) => {
      const { clients } = (await call('GET', '/api/clients?q=Marina', { headers })).body
      const { client } = (await call('GET', `/api/clients/${clients[0].id}`, { headers })).body
      const { status } = await call('GET', '/api/clients?sort=spent', { headers })
      assert.equal(client.visits, 1)
      return [clients[0].spent, client.spent, client.average, status]
    }
    const seen = [70_000, 70_000, 70_000, 200]
    assert.deepEqual(await spentFor(place.who.headers), seen)
    assert.deepEqual(await spentFor((await professional({ 'figures:own': true }, place)).headers), seen)
    const unseen = [null, null, null, 403]
    assert.deepEqual(await spentFor((await professional({}, place)).headers), unseen)
    const reception = await memberOf(db, place.who.business_id, 'reception')
    assert.deepEqual(await spentFor(reception.headers), unseen)
  })

  test('a move away from another cannot be taken back to them', async () => {
    const place = await twoProfessionals(call, db)
    const moved = await place.who.as('PATCH', `/api/appointments/${place.others}`, {
      professional_id: place.place.professional_id,
    })
    assert.equal(moved.status, 200)
    const { headers } = await professional({}, place)
    const { status } = await call('POST', `/api/appointments/${place.others}/undo-move`, {
      headers,
      body: { move_id: moved.body.move_id },
    })
    assert.equal(status, 403)
    const { appointment } = (await place.who.as('GET', `/api/appointments/${place.others}`)).body
    assert.equal(appointment.professional_id, place.place.professional_id)
  })

  test('finds own appointments in a closing of the business, behind however many of others', async () => {
    const place = await twoProfessionals(call, db)
    const { headers } = await professional({}, place)
    const of_other = { ...place.place, professional_id: place.other_id }
    const others = Array.from({ length: MOST_IN_TIME_OFF + 1 }, (_, n) => {
      const date = new Date(Date.UTC(2026, 11, 1) + Math.floor(n / 24) * 86_400_000).toISOString()
      return appointmentRow(of_other, date.slice(0, 10), `${String(n % 24).padStart(2, '0')}:00`)
    })
    await db
      .insertInto('appointments')
      .values([...others, appointmentRow(place.place, '2026-12-30', '10:00')])
      .execute()
    const span = { first_date: '2026-12-01', last_date: '2026-12-31' }
    const { id } = (await place.who.as('POST', '/api/time-off', span)).body.time_off
    const { body } = await call('GET', `/api/time-off/${id}`, { headers })
    assert.deepEqual(
      body.conflicts.map((row: any) => [row.appointment_date, row.professional_id]),
      [['2026-12-30', place.place.professional_id]],
    )
    const done = await call('POST', `/api/time-off/${id}/cancel-conflicts`, { headers, body: {} })
    assert.deepEqual([done.body.cancelled, done.body.conflicts], [1, []])
  })

  test('reads of a closing not whose absence it was before', async () => {
    const place = await twoProfessionals(call, db)
    const { headers } = await professional({}, place)
    const path = `/api/time-off/${place.time_off}`
    const sick = {
      first_date: '2026-12-24',
      professional_id: place.other_id,
      kind: 'sick',
      reason: 'Cirugía',
    }
    const closed = { first_date: '2026-12-24', professional_id: null, kind: 'closed', reason: 'Cerrado' }
    for (const body of [sick, closed]) {
      const changed = await place.who.as('PUT', path, body)
      assert.equal(changed.status, 200, changed.body.error)
    }
    const readBy = async (by: Record<string, string>) =>
      (await call('GET', path, { headers: by })).body.history
    assert.match(JSON.stringify(await readBy(place.who.headers)), /Cirugía/)
    const read = await readBy(headers)
    assert.equal(read.length, 3)
    assert.doesNotMatch(JSON.stringify(read), /Cirugía|sick/)
  })

  test('who is no professional of the business sees no appointment', async () => {
    const nobody = await memberOf(db, home.who.business_id, 'professional')
    const { body } = await call('GET', '/api/appointments', { headers: nobody.headers })
    assert.deepEqual(body.appointments, [])
  })
})

test('an owner or a receptionist who is also a professional still sees everybody’s', async () => {
  for (const role of ['reception', 'manager'] as const) {
    const both = await memberOf(db, home.who.business_id, role, {
      professional_id: home.place.professional_id,
    })
    const { body } = await call('GET', '/api/appointments', { headers: both.headers })
    assert.equal(body.appointments.length, 2)
  }
})
