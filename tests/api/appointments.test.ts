import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, appointmentRow, booking, database, NOW, ownerHeaders, salon, type Salon } from '../helper.ts'

const db = await database()
const { app, call, clock } = await api(db)

/** A salon with its owner signed in. */
async function owned() {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH',
    url: string,
    body?: unknown,
    more: Record<string, string> = {},
  ) => call(method, url, { headers: { ...headers, ...more }, ...(body !== undefined && { body }) })
  const book = async (changes: Record<string, unknown> = {}) => {
    const { status, body } = await as('POST', '/api/appointments', booking(place, changes))
    assert.equal(status, 201, body.error)
    return body.appointment as { id: number } & Record<string, unknown>
  }
  return { place, as, book, headers }
}

const past = (place: Salon, date: string, time: string, more = {}) =>
  db
    .insertInto('appointments')
    .values({ ...appointmentRow(place, date, time), ...more })
    .returning('id')
    .executeTakeFirstOrThrow()

test('the owner books, finds it in the list newest first, and reads who booked it', async () => {
  const { as, book } = await owned()
  const first = await book({ appointment_time: '10:00' })
  const second = await book({ appointment_time: '11:00', client_name: 'Zoé Ñáñez' })
  const { body } = await as('GET', '/api/appointments')
  assert.deepEqual(
    body.appointments.map((row: { id: number }) => row.id),
    [second.id, first.id],
  )
  const row = body.appointments[1]
  for (const field of [
    'id',
    'client_name',
    'client_phone',
    'client_email',
    'client_id',
    'service_id',
    'service_name',
    'professional_id',
    'professional_name',
    'appointment_date',
    'appointment_time',
    'duration_minutes',
    'status',
    'attendance_status',
    'no_show_reason',
    'actual_price',
    'price',
    'notes',
  ])
    assert.ok(field in row, field)
  assert.equal(row.status, 'scheduled')
  assert.equal(row.attendance_status, 'pending')
  assert.equal(row.appointment_date, '2026-11-23')
  assert.equal(row.appointment_time, '10:00')
  assert.equal(row.price, 55_000)
  assert.equal(row.actual_price, null)
  const detail = (await as('GET', `/api/appointments/${first.id}`)).body
  assert.deepEqual(
    detail.history.map(({ change, actor }: { change: string; actor: string }) => [change, actor]),
    [['booked', 'owner']],
  )
  const found = (await as('GET', '/api/appointments?q=nanez&limit=10')).body
  assert.equal(found.total, 1)
  assert.equal(found.appointments[0].id, second.id)
})

test('the owner obeys the rules of every booking: window, hours, taken times', async () => {
  const { as, place, book } = await owned()
  await book()
  for (const [changes, status] of [
    [{}, 409],
    [{ appointment_date: '2026-12-21' }, 400],
    [{ appointment_date: '2026-11-19' }, 400],
    [{ appointment_time: '08:00' }, 400],
    [{ appointment_time: '10:10' }, 400],
    [{ client_name: '' }, 400],
  ] as const)
    assert.equal((await as('POST', '/api/appointments', booking(place, changes))).status, status)
  // Now is Friday at ten exactly; Saturday becomes a closed day, and Tuesday gets a lunch break.
  const hours = (changes: object, day: number) =>
    db
      .updateTable('business_hours')
      .set(changes)
      .where('business_id', '=', place.business_id)
      .where('day_of_week', '=', day)
      .execute()
  await hours({ is_open: false }, 6)
  await hours({ lunch_start_time: '12:00', lunch_end_time: '13:00' }, 2)
  for (const [appointment_date, appointment_time, error] of [
    ['2026-11-20', '10:00', 'Esa hora ya pasó: elige otra'],
    ['2026-11-21', '10:00', 'Esa hora no está entre los horarios de atención'],
    ['2026-11-24', '11:30', 'Esa hora no está entre los horarios de atención'],
    ['2026-11-24', '12:00', 'Esa hora no está entre los horarios de atención'],
  ]) {
    const wish = booking(place, { appointment_date, appointment_time })
    const { status, body } = await as('POST', '/api/appointments', wish)
    assert.deepEqual([status, body.error], [400, error])
  }
  assert.equal((await as('GET', '/api/appointments')).body.appointments.length, 1)
})

test('what the owner must fill in is named, what is optional may be left out', async () => {
  const { as, place } = await owned()
  for (const [field, error, ...values] of [
    ['client_name', 'Nombre es requerido', undefined, ' '],
    ['client_phone', 'Teléfono es requerido', undefined, ''],
    ['client_phone', 'Formato inválido. Ejemplo: +57 3001234567', '+5712'],
    ['client_email', 'Email es requerido', undefined, ''],
    ['client_email', 'Email inválido', 'camila@'],
    ['appointment_date', 'Fecha es requerida', undefined, ''],
    ['appointment_time', 'Hora es requerida', undefined, ''],
    ['professional_id', 'Profesional es requerido', undefined, 'x'],
    ['service_id', 'Servicio es requerido', undefined, 'x'],
    ['notes', 'Notas no pueden exceder 500 caracteres', 'x'.repeat(501)],
  ] as [string, string, ...unknown[]][])
    for (const value of values) {
      const { status, body } = await as('POST', '/api/appointments', booking(place, { [field]: value }))
      assert.deepEqual([status, body.fields?.[field]], [400, error], `${field}: ${value}`)
    }
  assert.equal((await as('GET', '/api/appointments')).body.appointments.length, 0)
  assert.equal((await as('POST', '/api/appointments', booking(place))).status, 201)
  const most = { appointment_time: '11:00', client_id: '1020304050', notes: 'x'.repeat(500) }
  assert.equal((await as('POST', '/api/appointments', booking(place, most))).status, 201)
  const [kept] = (await as('GET', '/api/appointments')).body.appointments
  assert.deepEqual([kept.client_id, kept.notes.length], ['1020304050', 500])
})

test('filters and pages', async () => {
  const { as, place, book } = await owned()
  const moved = await book({ appointment_time: '09:00' })
  const cancelled = await book({ appointment_time: '11:00' })
  await as('PUT', `/api/appointments/${moved.id}`, booking(place, { appointment_time: '12:00' }))
  await as('POST', `/api/appointments/${cancelled.id}/cancel`, {})
  const kept = await book({ appointment_date: '2026-11-25', appointment_time: '13:00' })
  const ids = async (query: string) =>
    (await as('GET', `/api/appointments?limit=50&${query}`)).body.appointments.map(
      (row: { id: number }) => row.id,
    )
  assert.deepEqual(await ids('status=rescheduled'), [moved.id])
  assert.deepEqual(await ids('status=scheduled'), [kept.id])
  assert.deepEqual(await ids('status=cancelled'), [cancelled.id])
  assert.deepEqual(await ids('from=2026-11-24'), [kept.id])
  assert.deepEqual(await ids('to=2026-11-24&order=asc'), [cancelled.id, moved.id])
  assert.deepEqual(await ids(`professional_id=${place.professional_id + 999_999}`), [])
  assert.deepEqual(await ids('q=camila corte&offset=1'), (await ids('')).slice(1))
  assert.equal((await as('GET', '/api/appointments?from=ayer')).status, 400)
  // By the client's name alone: neither the service nor what a name holds.
  const ana = await book({ appointment_date: '2026-11-26', client_name: 'Ana Corte' })
  await book({ appointment_date: '2026-11-27', client_name: 'Mariana Recorte' })
  assert.deepEqual(await ids('q=ana corte&by=name'), [ana.id])
  assert.deepEqual(await ids('q=corte&by=name'), [ana.id])
})

test('a move keeps the id, frees the old time, takes the new one, and keeps what was', async () => {
  const { as, place, book } = await owned()
  const { id } = await book()
  await db
    .updateTable('appointments')
    .set({ client_confirmed_at: new Date(NOW).toISOString() })
    .where('id', '=', id)
    .execute()
  const moved = await as('PUT', `/api/appointments/${id}`, booking(place, { appointment_time: '15:00' }))
  assert.equal(moved.status, 200, moved.body.error)
  assert.equal(moved.body.appointment.id, id)
  assert.equal(moved.body.appointment.status, 'scheduled')
  assert.equal(moved.body.appointment.rescheduled_from, '2026-11-23T15:00:00.000Z')
  const slots = await call(
    'GET',
    `/api/schedules/available-slots/${place.professional_id}/2026-11-23?serviceId=${place.service_id}`,
  )
  const free = slots.body.slots.map(({ time }: { time: string }) => time)
  assert.ok(free.includes('10:00') && !free.includes('15:00'))
  const { history } = (await as('GET', `/api/appointments/${id}`)).body
  assert.equal(history[1].change, 'moved')
  assert.equal(history[1].old.appointment_time, '10:00')
  assert.equal(moved.body.appointment.client_confirmed_at, null)
  // An appointment does not overlap with itself: a move by less than its length is allowed, and offered.
  const { days } = (await as('GET', `/api/appointments/${id}/free-times`)).body
  const offered = days.find(({ date }: { date: string }) => date === '2026-11-23').times
  assert.ok(offered.includes('15:00') && offered.includes('15:30') && offered.includes('14:30'))
  const nudged = await as('PUT', `/api/appointments/${id}`, booking(place, { appointment_time: '15:30' }))
  assert.equal(nudged.status, 200, nudged.body.error)
})

test('a move to a taken time answers 409 with other times and changes nothing', async () => {
  const { as, place, book } = await owned()
  const { id } = await book()
  await book({ appointment_time: '11:00' })
  const { status, body } = await as(
    'PUT',
    `/api/appointments/${id}`,
    booking(place, { appointment_time: '11:00' }),
  )
  assert.equal(status, 409)
  assert.ok(body.alternatives.length > 0)
  const { appointment, history } = (await as('GET', `/api/appointments/${id}`)).body
  assert.equal(appointment.appointment_time, '10:00')
  assert.equal(history.length, 1)
})

test('movers and bookers race for one time: one has it, nobody lost theirs', async () => {
  const { as, place, book } = await owned()
  const mine = await Promise.all(
    ['09:00', '10:00', '11:00', '12:00'].map((appointment_time) => book({ appointment_time })),
  )
  const answers = await Promise.all([
    ...mine.map(({ id }) =>
      as('PUT', `/api/appointments/${id}`, booking(place, { appointment_time: '16:00' })),
    ),
    ...Array.from({ length: 10 }, () =>
      call('POST', '/api/appointments/public', { body: booking(place, { appointment_time: '16:00' }) }),
    ),
  ])
  assert.equal(answers.filter(({ status }) => status < 300).length, 1)
  assert.ok(answers.every(({ status }) => [200, 201, 409].includes(status)))
  const rows = await db
    .selectFrom('appointments')
    .select(['id', 'appointment_time'])
    .where('business_id', '=', place.business_id)
    .execute()
  assert.equal(rows.filter((row) => row.appointment_time === '16:00').length, 1)
  assert.ok(mine.every(({ id }) => rows.some((row) => row.id === id)))
})

test('an edit of the client alone leaves the time; the booked price stays when the service changes its price', async () => {
  const { as, place, book } = await owned()
  const { id } = await book()
  await db.updateTable('services').set({ price: 99_000 }).where('id', '=', place.service_id).execute()
  const { body } = await as(
    'PUT',
    `/api/appointments/${id}`,
    booking(place, { client_name: 'Otra', notes: 'Nota' }),
  )
  assert.equal(body.appointment.client_name, 'Otra')
  assert.equal(body.appointment.price, 55_000)
  assert.equal(body.appointment.rescheduled_from, null)
  const { history } = (await as('GET', `/api/appointments/${id}`)).body
  assert.deepEqual(history[1].old, { client_name: 'Camila Rojas', notes: null })
  assert.equal(history[1].change, 'edited')
})

test('cancelling frees the time, keeps the reason, and cannot be repeated', async () => {
  const { as, place, book } = await owned()
  const { id } = await book()
  assert.equal(
    (await as('POST', `/api/appointments/${id}/cancel`, { cancellation_reason: 'Viaje' })).status,
    200,
  )
  const { appointment } = (await as('GET', `/api/appointments/${id}`)).body
  assert.equal(appointment.status, 'cancelled')
  assert.equal(appointment.cancellation_reason, 'Viaje')
  await book()
  for (const [path, body] of [
    ['cancel', {}],
    ['attendance', { attendance_status: 'attended' }],
  ] as const)
    assert.equal((await as('POST', `/api/appointments/${id}/${path}`, body)).status, 409)
  assert.equal(
    (await as('PUT', `/api/appointments/${id}`, booking(place, { appointment_time: '17:00' }))).status,
    409,
  )
})

test('a cancellation of what was moved meanwhile is refused, and says how it is now', async () => {
  const { as, book } = await owned()
  const { id, version } = await book()
  await as('PATCH', `/api/appointments/${id}`, { appointment_time: '16:00', version })
  const { status, body } = await as('POST', `/api/appointments/${id}/cancel`, { version })
  assert.deepEqual(
    [status, body.error, body.current.status, body.current.appointment_time],
    [409, 'La cita cambió mientras la cancelabas. Revisa cómo quedó ahora.', 'scheduled', '16:00'],
  )
  const now = { version: body.current.version }
  assert.equal((await as('POST', `/api/appointments/${id}/cancel`, now)).status, 200)
})

test('attendance: who came, at which price; who did not, and why; from the start on', async () => {
  const { as, place, book } = await owned()
  const came = await past(place, '2026-11-18', '10:00')
  const absent = await past(place, '2026-11-18', '12:00')
  const ahead = await book()
  assert.equal((await as('GET', '/api/appointments/unconfirmed')).body.appointments.length, 2)

  const attend = (id: number, body: object) => as('POST', `/api/appointments/${id}/attendance`, body)
  for (const wrong of [
    {},
    { attendance_status: 'maybe' },
    { attendance_status: 'attended', actual_price: -1 },
  ])
    assert.equal((await attend(came.id, wrong)).status, 400)
  assert.equal((await attend(came.id, { attendance_status: 'attended', actual_price: 61_000.5 })).status, 200)
  assert.equal(
    (await attend(absent.id, { attendance_status: 'no_show', no_show_reason: 'No llegó' })).status,
    200,
  )
  // Before it begins nobody can have come or stayed away.
  for (const attendance_status of ['attended', 'no_show']) {
    const early = await attend(ahead.id, { attendance_status })
    assert.equal(early.status, 409)
    assert.match(early.body.error, /^La asistencia se marca desde que empieza la cita: el .* a las /)
  }

  assert.equal((await as('GET', '/api/appointments/unconfirmed')).body.appointments.length, 0)
  const list = (await as('GET', '/api/appointments')).body.appointments as Record<string, unknown>[]
  const row = (id: number) => list.find((found) => found.id === id)!
  assert.deepEqual([row(came.id).status, row(came.id).actual_price], ['completed', 61_000.5])
  assert.deepEqual([row(absent.id).attendance_status, row(absent.id).no_show_reason], ['no_show', 'No llegó'])
  assert.deepEqual([row(ahead.id).status, row(ahead.id).attendance_status], ['scheduled', 'pending'])
})

test('figures, to the peso', async () => {
  const { as, place } = await owned()
  const row = (date: string, time: string, more: object) =>
    past(place, date, time, { price: 10_000, client_phone: '', ...more })
  // Ana came three times and paid more once; Beto came once; Caro cancelled; Dora did not come; Eva is still
  // to come.
  const came = { status: 'completed', attendance_status: 'attended' }
  await row('2026-10-05', '10:00', { ...came, client_email: 'ana@correo.example' })
  await row('2026-11-05', '10:00', { ...came, client_email: 'ANA@correo.example', actual_price: 12_500 })
  await row('2026-11-06', '10:00', {
    ...came,
    client_email: 'ana@correo.example',
    service_name: 'Tinte',
    price: 30_000,
  })
  await row('2026-11-07', '10:00', { ...came, client_email: 'beto@correo.example', actual_price: 0 })
  await row('2026-11-08', '10:00', { status: 'cancelled', client_email: 'caro@correo.example' })
  await row('2026-11-09', '10:00', {
    status: 'completed',
    attendance_status: 'no_show',
    client_email: 'dora@correo.example',
  })
  await row('2026-11-20', '16:00', { client_email: 'eva@correo.example' })

  assert.deepEqual((await as('GET', '/api/businesses/stats')).body.stats, {
    scheduled_appointments: 1,
    completed_appointments: 4,
    cancelled_appointments: 1,
    today_appointments: 1,
    active_services: 1,
    active_professionals: 1,
  })
  assert.deepEqual((await as('GET', '/api/businesses/metrics')).body.metrics, {
    total_revenue: 52_500,
    no_show_rate: 20,
    cancellation_rate: 14.3,
    occupation_hours: 6,
    // Ana and Beto; nobody came before all time.
    new_clients: 2,
    returning_clients: 0,
    top_services: [
      { name: 'Corte', count: 5, revenue: 22_500 },
      { name: 'Tinte', count: 1, revenue: 30_000 },
    ],
  })
  for (const [i, service_name] of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'].entries())
    await row('2026-10-06', `${String(i + 10)}:00`, { service_name, client_email: 'ana@correo.example' })
  const top = (await as('GET', '/api/businesses/metrics')).body.metrics.top_services
  assert.equal(top.length, 5)
  assert.equal(top[0].name, 'Corte')
  await db.deleteFrom('appointments').where('appointment_date', '=', '2026-10-06').execute()
  const month = (await as('GET', '/api/businesses/metrics?period=month')).body.metrics
  assert.equal(month.total_revenue, 42_500)
  // Beto for the first time, and Ana again.
  assert.equal(month.new_clients, 1)
  assert.equal(month.returning_clients, 1)
  assert.deepEqual((await as('GET', '/api/appointments/attendance/stats')).body.stats, {
    total_appointments: 7,
    attended: 4,
    no_shows: 1,
    attendance_rate: 80,
  })
  // A period that nobody counts is not all of time.
  for (const url of ['metrics', 'metrics/series'])
    for (const period of ['lastmonth', 'before30days'])
      assert.equal((await as('GET', `/api/businesses/${url}?period=${period}`)).status, 400, period)
  const { days, occupancy } = (await as('GET', '/api/businesses/metrics/series?period=30days')).body
  assert.deepEqual(days[0], { date: '2026-11-05', appointments: 1, revenue: 12_500 })
  assert.ok(occupancy.some((cell: { hour: number }) => cell.hour === 16))
})

test('earlier clients are found by name and phone, each card once', async () => {
  const { as, book } = await owned()
  await book({ client_name: 'José Pérez', client_email: 'jose@correo.example', appointment_time: '09:00' })
  clock.now = NOW + 60_000
  await book({ client_name: 'José A. Pérez', client_email: 'JOSE@correo.example', appointment_time: '10:00' })
  clock.now = NOW
  const found = async (q: string) =>
    (await as('GET', `/api/appointments/clients?q=${encodeURIComponent(q)}`)).body.clients as {
      client_name: string
    }[]
  assert.deepEqual(
    (await found('jose p')).map((client) => client.client_name),
    ['José Pérez'],
  )
  assert.deepEqual(
    (await found('perez')).map((client) => client.client_name),
    ['José Pérez'],
  )
  assert.equal((await found('300412')).length, 1)
  assert.equal((await found('%')).length, 0)
})

test('the table for a spreadsheet', async () => {
  const { book, headers } = await owned()
  await book({ client_name: '=cmd|calc', notes: 'a;b\n"c"' })
  const answer = await app.inject({ url: '/api/appointments/export.csv?status=scheduled', headers })
  assert.match(answer.headers['content-type'] as string, /^text\/csv/)
  const [title, row] = answer.body.split('\r\n')
  assert.ok(title!.startsWith('\uFEFF"Fecha";"Hora"'))
  assert.match(row!, /^"2026-11-23";"10:00";60;"'=cmd\|calc";"\+573004128819"/)
  assert.match(answer.body, /"a;b\n""c"""/)
  const refused = await app.inject({ url: '/api/appointments/export.csv?q=%00', headers })
  assert.equal(refused.statusCode, 400, 'what cannot be looked for is refused before the titles are sent')
  assert.equal(refused.json().success, false)
})

test('a spreadsheet has its country’s separators, and no cell is a formula under the other ones', async () => {
  const { book, headers, as } = await owned()
  const attempts = ['a,=cmd|x', 'a;=cmd|x', 'a,"=cmd|x', 'a\t+1', '@SUM(1)', 'a\n-2', ' =1', 'a, ＝1']
  for (const [i, notes] of attempts.entries())
    await book({ notes, client_name: `Ana,-${i}`, appointment_time: `1${i}:00`.replace('18', '09') })
  const read = async () => (await app.inject({ url: '/api/appointments/export.csv', headers })).body
  for (const [phone, separator] of [
    ['+573001234567', ';'],
    ['+525512345678', ','],
    ['+51912345678', ','],
    ['+5491123456789', ';'],
  ]) {
    assert.equal((await as('PATCH', '/api/businesses/profile', { phone })).status, 200)
    const body = await read()
    assert.ok(body.startsWith(`\uFEFF"Fecha"${separator}"Hora"`))
    assert.ok(body.includes(`${separator}"+573004128819"${separator}`), 'a phone stays as it is')
    // However it is split, no cell begins a formula, but for telephones.
    const cells = body.split(/[,;\t\r\n]/).map((cell) => cell.replace(/^[\s"]+/, ''))
    const run = cells.filter((cell) => /^[=+\-@＝＋－＠]/.test(cell) && !/^\+\d+"$/.test(cell))
    assert.deepEqual(run, [], `${cells.length} cells`)
  }
})

test('a move is taken back by its number, and only the last one', async () => {
  const { as, place, book } = await owned()
  const { id } = await book()
  const moved = await as('PUT', `/api/appointments/${id}`, booking(place, { appointment_time: '15:00' }))
  assert.equal(moved.body.appointment.appointment_time, '15:00')
  const { move_id } = moved.body
  for (const wrong of [undefined, 0, 'x', 1.5])
    assert.equal(
      (await as('POST', `/api/appointments/${id}/undo-move`, { move_id: wrong })).status,
      400,
      String(wrong),
    )
  assert.equal((await as('POST', `/api/appointments/${id}/undo-move`, { move_id: move_id + 1 })).status, 409)
  const { status, body } = await as('POST', `/api/appointments/${id}/undo-move`, { move_id })
  assert.equal(status, 200, body.error)
  assert.deepEqual(
    [body.is_quiet, body.appointment.appointment_time, body.appointment.rescheduled_from],
    [true, '10:00', null],
  )
  const { history } = (await as('GET', `/api/appointments/${id}`)).body
  assert.deepEqual(
    history.map(({ change }: { change: string }) => change),
    ['booked', 'moved', 'undone'],
  )
  assert.equal(history[2].old.appointment_time, '15:00')
  // An edit that does not move the appointment gives nothing to undo.
  const edited = await as('PUT', `/api/appointments/${id}`, booking(place, { notes: 'Trae fotos' }))
  assert.equal(edited.body.move_id, null)
})

test('what happened last, on whatever date, of this business only', async () => {
  const { as, place, book } = await owned()
  const other = await owned()
  await other.book()
  const near = await book()
  clock.now = NOW + 1_000
  const far = await book({ appointment_date: '2026-12-18', client_name: 'Zoé Ñáñez' })
  clock.now = NOW + 2_000
  await as('PUT', `/api/appointments/${near.id}`, booking(place, { appointment_time: '15:00' }))
  clock.now = NOW + 3_000
  await as('POST', `/api/appointments/${far.id}/cancel`)
  const { body } = await as('GET', '/api/appointments/latest')
  assert.deepEqual(
    body.happenings.map(({ change, actor, client_name, appointment_date, appointment_time }: any) =>
      [change, actor, client_name, appointment_date, appointment_time].join(' '),
    ),
    [
      'cancelled owner Zoé Ñáñez 2026-12-18 10:00',
      'moved owner Camila Rojas 2026-11-23 15:00',
      'booked owner Zoé Ñáñez 2026-12-18 10:00',
      'booked owner Camila Rojas 2026-11-23 15:00',
    ],
  )
  assert.equal(new Set(body.happenings.map(({ key }: { key: string }) => key)).size, 4)
  assert.equal(JSON.stringify(body).includes('correo.example'), false)
  for (let hour = 9; hour < 17; hour++)
    for (const appointment_date of ['2026-11-24', '2026-11-25', '2026-11-26'])
      await book({ appointment_date, appointment_time: `${String(hour).padStart(2, '0')}:00` })
  assert.equal((await as('GET', '/api/appointments/latest')).body.happenings.length, 20)
  clock.now = NOW
})

test('the unconfirmed: the first of them and how many there are', async () => {
  const { as, place } = await owned()
  for (const day of ['17', '18', '19']) await past(place, `2026-11-${day}`, '10:00')
  await past(place, '2026-11-19', '12:00', { status: 'completed', attendance_status: 'attended' })
  const { body } = await as('GET', '/api/appointments/unconfirmed?limit=2')
  assert.deepEqual(
    [body.total, body.appointments.map((one: any) => one.appointment_date)],
    [3, ['2026-11-17', '2026-11-18']],
  )
  assert.equal((await as('GET', '/api/appointments/unconfirmed?limit=0')).status, 400)
  assert.equal((await as('GET', '/api/appointments/unconfirmed')).body.appointments.length, 3)
})

test("another business's appointments do not exist", async () => {
  const mine = await owned()
  const other = await owned()
  const { id } = await other.book()
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PUT', '', booking(mine.place)],
    ['POST', '/cancel', {}],
    ['POST', '/attendance', { attendance_status: 'attended' }],
    ['POST', '/undo-move', { move_id: 1 }],
  ] as const)
    assert.equal((await mine.as(method, `/api/appointments/${id}${path}`, body)).status, 404)
  assert.equal((await mine.as('GET', '/api/appointments')).body.appointments.length, 0)
  assert.equal((await other.as('GET', `/api/appointments/${id}`)).body.appointment.status, 'scheduled')
})

test('PATCH changes what is sent, of the version that was edited', async () => {
  const { as, book } = await owned()
  const before = await book({ appointment_time: '10:00', notes: 'ventana' })
  const path = `/api/appointments/${before.id}`
  assert.equal(before.version, 1)
  const renamed = await as('PATCH', path, { client_name: ' Zoé ', version: 1 })
  assert.equal(renamed.status, 200)
  assert.deepEqual(renamed.body.appointment, { ...before, client_name: 'Zoé', version: 2 })
  assert.equal(renamed.body.move_id, null)

  const late = await as('PATCH', path, { appointment_time: '12:00', version: 1 })
  assert.deepEqual(
    [late.status, late.body],
    [
      409,
      {
        success: false,
        error: 'Esto cambió mientras lo editabas. Revisa cómo quedó ahora.',
        current: renamed.body.appointment,
      },
    ],
  )
  const moved = await as('PATCH', path, { appointment_time: '12:00' })
  assert.deepEqual(
    [moved.status, moved.body.appointment.appointment_time, moved.body.appointment.client_name],
    [200, '12:00', 'Zoé'],
  )
  assert.ok(moved.body.move_id)
  for (const [field, value, text] of [
    ['client_name', ' ', 'Nombre es requerido'],
    ['appointment_time', '25:00', 'Hora inválida'],
    ['service_id', 'x', 'Servicio es requerido'],
  ] as const) {
    const { status, body } = await as('PATCH', path, { [field]: value })
    assert.deepEqual([status, body], [400, { success: false, error: text, fields: { [field]: text } }])
  }
  await book({ appointment_time: '14:00' })
  const taken = await as('PATCH', path, { appointment_time: '14:00' })
  assert.equal(taken.status, 409)
  assert.ok(taken.body.alternatives.length > 0)

  const { version } = moved.body.appointment
  const racing = await Promise.all(
    ['A', 'B'].map((client_name) => as('PATCH', path, { client_name, version })),
  )
  assert.deepEqual(racing.map(({ status }) => status).sort(), [200, 409])
})
