import { BOOKING_SUSPENDED } from '#domain/suspension.ts'
import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import { api, booking, database, NOW, salon, type Salon } from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)
const place = await salon(db)
beforeEach(() => void (clock.now = NOW))

const book = (changes: Record<string, unknown> = {}, of: Salon = place) =>
  call('POST', '/api/appointments/public', { body: booking(of, changes) })

async function stored() {
  const count = (table: 'appointments' | 'messages' | 'idempotency_keys') =>
    db.selectFrom(table).select(db.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  return [await count('appointments'), await count('messages'), await count('idempotency_keys')].map(
    ({ n }) => n,
  )
}

/** Sends a booking that must be refused and leave nothing behind; returns the answer. */
async function refused(changes: Record<string, unknown>, of: Salon = place) {
  const before = await stored()
  const answer = await book(changes, of)
  assert.deepEqual(await stored(), before)
  assert.equal(answer.body.success, false)
  return answer
}

const LONG = 'x'.repeat(501)
const WRONG_TYPES = [{}, [], true, 12.5]

describe('a field that is wrong is named in Spanish', () => {
  const cases: [field: string, text: string, values: unknown[]][] = [
    ['business_id', 'Negocio es requerido', [undefined, null, '', 0, -1, 1.5, 'x', 2 ** 53, 1e300, [1], {}]],
    [
      'service_id',
      'Servicio es requerido',
      [undefined, null, '', 0, -1, 1.5, 'x', '1.0', '-1', 2 ** 53, '99999999999999999999', [1], {}],
    ],
    [
      'professional_id',
      'Profesional es requerido',
      [undefined, null, '', 0, -1, 1.5, 'x', 2 ** 53, [1], {}, true],
    ],
    ['appointment_date', 'Fecha es requerida', [undefined, null, '', '  ', 20261123, ...WRONG_TYPES]],
    [
      'appointment_date',
      'Fecha inválida',
      ['mañana', '2026-02-30', '2026-13-01', '23/11/2026', '2026-11-23T10:00', LONG, "'; --"],
    ],
    ['appointment_time', 'Hora es requerida', [undefined, null, '', 10, ...WRONG_TYPES]],
    ['appointment_time', 'Hora inválida', ['10', '24:00', '10:60', '10:00 am', '1000', '١٠:٠٠']],
    ['client_phone', 'Teléfono es requerido', [undefined, null, '', '  ', '+57']],
    [
      'client_phone',
      'Formato inválido. Ejemplo: +57 3001234567',
      [
        '3004128819',
        '+57 604123456',
        '+5730041288190',
        '+57300412881',
        '+57300412881a',
        '+99123456789',
        3004128819,
        ...WRONG_TYPES,
      ],
    ],
    ['client_name', 'Nombre es requerido', [undefined, null, '', '   ', 7, ...WRONG_TYPES]],
    ['client_name', 'No puede exceder 120 caracteres', ['x'.repeat(121), LONG]],
    [
      'client_name',
      'Contiene caracteres no permitidos',
      ['Ca\u0000mila', 'Camila\r\nBcc: x@example.com', '\u001b[31mrojo'],
    ],
    ['client_email', 'Email es requerido', [undefined, null, '', '  ']],
    [
      'client_email',
      'Email inválido',
      [
        'camila',
        'camila@',
        '@x.co',
        'a b@x.co',
        'a@b@c.co',
        'a@x',
        'a@x.co\nBcc: b@x.co',
        'a\u0000@x.co',
        `${'a'.repeat(250)}@x.co`,
        5,
        ...WRONG_TYPES,
      ],
    ],
    [
      'client_id',
      'Cédula debe tener entre 8 y 12 dígitos',
      ['1234567', '1234567890123', '12345678a', 'abc', '١٢٣٤٥٦٧٨', ...WRONG_TYPES],
    ],
    ['notes', 'Notas no pueden exceder 500 caracteres', [LONG]],
    ['notes', 'Debe ser un texto', [5, ...WRONG_TYPES]],
    ['notes', 'Contiene caracteres no permitidos', ['a\u0000b', '\u0007']],
    ['terms', 'Debes aceptar los términos y condiciones', [false]],
  ]
  for (const [field, text, values] of cases)
    for (const value of values)
      test(`${field}: ${JSON.stringify(value)?.slice(0, 40)}`, async () => {
        const { status, body } = await refused({ [field]: value })
        assert.equal(status, 400)
        assert.deepEqual(body, { success: false, error: text, fields: { [field]: text } })
      })

  test('several at once are all named', async () => {
    const { status, body } = await call('POST', '/api/appointments/public', {
      body: { business_id: place.business_id },
    })
    assert.equal(status, 400)
    assert.deepEqual(body.fields, {
      service_id: 'Servicio es requerido',
      professional_id: 'Profesional es requerido',
      appointment_date: 'Fecha es requerida',
      appointment_time: 'Hora es requerida',
      client_phone: 'Teléfono es requerido',
      client_name: 'Nombre es requerido',
      client_email: 'Email es requerido',
    })
    assert.ok(Object.values(body.fields).includes(body.error))
  })
})

describe('phones of every country', () => {
  const cases: [country: string, code: string, good: string[], bad: string[]][] = [
    ['Argentina', '+54', ['1123456789', '91123456789'], ['112345678', '911234567890']],
    ['Bolivia', '+591', ['61234567', '71234567'], ['51234567', '6123456', '712345678']],
    ['Chile', '+56', ['912345678'], ['812345678', '91234567', '9123456789']],
    ['Colombia', '+57', ['3001234567'], ['6001234567', '300123456', '30012345678']],
    ['Costa Rica', '+506', ['61234567', '71234567'], ['81234567', '6123456']],
    ['Cuba', '+53', ['51234567'], ['61234567', '5123456']],
    ['Ecuador', '+593', ['991234567'], ['891234567', '99123456']],
    ['El Salvador', '+503', ['61234567', '71234567'], ['21234567', '712345678']],
    [
      'USA, Puerto Rico, Dominican Republic',
      '+1',
      ['3051234567', '7871234567', '8091234567'],
      ['305123456', '30512345678'],
    ],
    ['Guatemala', '+502', ['31234567', '41234567', '51234567'], ['61234567', '3123456']],
    ['Equatorial Guinea', '+240', ['222123456'], ['22212345', '2221234567']],
    ['Honduras', '+504', ['81234567', '91234567'], ['71234567', '8123456']],
    ['Mexico', '+52', ['5512345678'], ['551234567', '55123456789']],
    ['Nicaragua', '+505', ['71234567', '81234567'], ['61234567', '8123456']],
    ['Panama', '+507', ['61234567', '71234567'], ['81234567', '6123456']],
    ['Paraguay', '+595', ['981234567'], ['881234567', '98123456']],
    ['Peru', '+51', ['912345678'], ['812345678', '91234567']],
    ['Spain', '+34', ['612345678', '712345678'], ['512345678', '61234567']],
    ['Venezuela', '+58', ['4121234567', '41212345678'], ['5121234567', '412123456', '412123456789']],
  ]
  for (const [country, code, good, bad] of cases)
    test(country, async () => {
      const of = await salon(db)
      for (const national of [...bad, `${good[0]!.slice(0, -1)}x`, `${good[0]!.slice(0, -1)}.`]) {
        const { status, body } = await refused({ client_phone: code + national }, of)
        assert.equal(status, 400, national)
        assert.match(body.fields.client_phone, new RegExp(`^Formato inválido\\. Ejemplo: \\${code} \\d+$`))
      }
      for (const [i, national] of good.entries()) {
        const client_phone = `${code} ${national.slice(0, 3)}-${national.slice(3)}`
        const { status, body } = await book({ client_phone, appointment_time: `${10 + i}:00` }, of)
        assert.equal(status, 201, national)
        const row = await db
          .selectFrom('appointments')
          .select('client_phone')
          .where('id', '=', body.appointment.id)
          .executeTakeFirstOrThrow()
        assert.equal(row.client_phone, code + national)
      }
    })
})

describe('times that cannot be booked', () => {
  const cases: [name: string, changes: Record<string, unknown>, field: string, text: string][] = [
    [
      'before today',
      { appointment_date: '2026-11-19' },
      'appointment_date',
      'Solo se puede reservar desde hoy y hasta 30 días adelante',
    ],
    [
      'too far ahead',
      { appointment_date: '2026-12-21' },
      'appointment_date',
      'Solo se puede reservar desde hoy y hasta 30 días adelante',
    ],
    [
      'this morning',
      { appointment_date: '2026-11-20', appointment_time: '09:30' },
      'appointment_time',
      'Esa hora ya pasó: elige otra',
    ],
    [
      'this very minute',
      { appointment_date: '2026-11-20', appointment_time: '10:00' },
      'appointment_time',
      'Esa hora ya pasó: elige otra',
    ],
    [
      'before opening',
      { appointment_time: '08:30' },
      'appointment_time',
      'Esa hora no está entre los horarios de atención',
    ],
    [
      'reaching past closing',
      { appointment_time: '17:30' },
      'appointment_time',
      'Esa hora no está entre los horarios de atención',
    ],
    [
      'beside the grid',
      { appointment_time: '10:10' },
      'appointment_time',
      'Esa hora no está entre los horarios de atención',
    ],
    [
      'beside the grid by a minute',
      { appointment_time: '10:01' },
      'appointment_time',
      'Esa hora no está entre los horarios de atención',
    ],
  ]
  for (const [name, changes, field, text] of cases)
    test(name, async () => {
      const { status, body } = await refused(changes)
      assert.equal(status, 400)
      assert.deepEqual(body, { success: false, error: text, fields: { [field]: text } })
    })

  test('across lunch', async () => {
    const of = await salon(db)
    await db
      .updateTable('business_hours')
      .set({ lunch_start_time: '12:00', lunch_end_time: '13:00' })
      .where('business_id', '=', of.business_id)
      .execute()
    for (const appointment_time of ['11:30', '12:00', '12:30'])
      assert.deepEqual(Object.keys((await refused({ appointment_time }, of)).body.fields), [
        'appointment_time',
      ])
    assert.equal((await book({ appointment_time: '11:00' }, of)).status, 201)
    assert.equal((await book({ appointment_time: '13:00' }, of)).status, 201)
  })

  test('a taken time: 409 with the four nearest free times of that professional, in order', async () => {
    const of = await salon(db)
    for (const appointment_time of ['10:00', '11:00', '13:00'])
      assert.equal((await book({ appointment_time }, of)).status, 201)
    const { status, body } = await refused({ appointment_time: '11:00' }, of)
    assert.equal(status, 409)
    assert.deepEqual(body, {
      success: false,
      error: 'Ese horario acaba de ocuparse. Elige otro, por favor.',
      alternatives: [
        { date: '2026-11-23', time: '09:00' },
        { date: '2026-11-23', time: '12:00' },
        { date: '2026-11-23', time: '14:00' },
        { date: '2026-11-23', time: '14:30' },
      ],
    })
    for (const { date, time } of body.alternatives.slice(0, 3))
      assert.equal((await book({ appointment_date: date, appointment_time: time }, of)).status, 201)
  })
})

describe('who and what must be the business’s own', () => {
  test('another business’s professional', async () => {
    const elsewhere = await salon(db)
    for (const changes of [
      { professional_id: elsewhere.professional_id },
      { professional_id: elsewhere.professional_id, service_id: elsewhere.service_id },
    ]) {
      const { status, body } = await refused(changes)
      assert.equal(status, 400)
      assert.deepEqual(body.fields, { professional_id: 'Este profesional no está disponible' })
    }
  })

  test('another business’s service', async () => {
    const { status, body } = await refused({ service_id: (await salon(db)).service_id })
    assert.equal(status, 400)
    assert.deepEqual(body.fields, { service_id: 'Este servicio no está disponible' })
  })

  test('ids of nothing', async () => {
    assert.deepEqual((await refused({ service_id: Number.MAX_SAFE_INTEGER })).body.fields, {
      service_id: 'Este servicio no está disponible',
    })
    assert.deepEqual((await refused({ professional_id: Number.MAX_SAFE_INTEGER })).body.fields, {
      professional_id: 'Este profesional no está disponible',
    })
    for (const business_id of [999_999_999, Number.MAX_SAFE_INTEGER, String(Number.MAX_SAFE_INTEGER)]) {
      const { status, body } = await refused({ business_id })
      assert.equal(status, 404)
      assert.deepEqual(body, { success: false, error: 'Negocio no encontrado' })
    }
  })

  test('a suspended business takes no bookings', async () => {
    const of = await salon(db, { suspended_at: '2026-11-01T00:00:00Z' })
    const { status, body } = await refused({}, of)
    assert.equal(status, 404)
    assert.deepEqual(body, { success: false, error: BOOKING_SUSPENDED })
  })
})

describe('what is stored', () => {
  const rowOf = (id: number) =>
    db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  test('nothing that the client must not decide', async () => {
    const of = await salon(db)
    const { status, body } = await book(
      {
        price: 1,
        actual_price: 1,
        duration_minutes: 15,
        status: 'completed',
        attendance_status: 'attended',
        id: 1,
        booked_by: 'owner',
        created_at: '2020-01-01',
        service_name: 'Gratis',
        professional_name: 'X',
        starts_at: '2020-01-01T00:00:00Z',
        idempotency_key: 'mine',
        rescheduled_from: '2020-01-01',
      },
      of,
    )
    assert.equal(status, 201)
    const row = await rowOf(body.appointment.id)
    assert.equal(row.price, 55_000)
    assert.equal(row.actual_price, null)
    assert.equal(row.duration_minutes, 60)
    assert.equal(row.status, 'scheduled')
    assert.equal(row.attendance_status, 'pending')
    assert.equal(row.booked_by, 'client')
    assert.equal(row.service_name, 'Corte')
    assert.equal(row.professional_name, 'Valentina Ospina')
    assert.equal(row.created_at, NOW)
    assert.equal(row.idempotency_key, null)
    assert.equal(row.rescheduled_from, null)
    assert.equal(row.starts_at, Date.parse('2026-11-23T15:00:00Z'))
  })

  const hostile = [
    "'); drop table appointments; --",
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '👩🏽‍🦱 Ñandú 🇨🇴',
    'محمد gnirts',
    '${process.env.HOME} {{7*7}} %s %00 \\u0000 \\',
    '__proto__',
  ]
  for (const text of hostile)
    test(`verbatim: ${text}`, async () => {
      const of = await salon(db)
      const { status, body } = await book({ client_name: text, notes: `${text}\n\tsegunda línea` }, of)
      assert.equal(status, 201)
      assert.equal(body.appointment.client_name, text)
      const row = await rowOf(body.appointment.id)
      assert.equal(row.client_name, text)
      assert.equal(row.notes, `${text}\n\tsegunda línea`)
    })

  test('without marks of direction; a name of nothing and half a character are refused', async () => {
    const of = await salon(db)
    const { body } = await book({ client_name: 'محمد \u202egnirts\u202c' }, of)
    assert.equal(body.appointment.client_name, 'محمد gnirts')
    for (const client_name of ['\u200b', '\u3164', '\u2800', '\u00ad', '\ufe0f', 'Ana \ud83d', 'Ana\u0085'])
      assert.equal((await book({ client_name }, of)).status, 400, JSON.stringify(client_name))
  })

  test('as many characters as allowed, counted as people count them', async () => {
    const of = await salon(db)
    const client_email = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(58)}.co`
    assert.equal(client_email.length, 254)
    const { status, body } = await book(
      { client_name: '🙂'.repeat(120), notes: '🙂'.repeat(500), client_email, client_id: '123456789012' },
      of,
    )
    assert.equal(status, 201)
    const row = await rowOf(body.appointment.id)
    assert.equal(row.notes, '🙂'.repeat(500))
    assert.equal(row.client_email, client_email)
  })

  test('numbers as text, and values with spaces around them', async () => {
    const of = await salon(db)
    const { status, body } = await book(
      {
        business_id: String(of.business_id),
        service_id: ` ${of.service_id} `,
        professional_id: String(of.professional_id),
        appointment_date: ' 2026-11-23 ',
        appointment_time: ' 10:00:00 ',
        client_name: '  Camila ',
        client_email: ' camila@correo.example ',
        client_id: ' 1020304050 ',
        client_phone: ' (+57) 300 412-8819 ',
      },
      of,
    )
    assert.equal(status, 201, JSON.stringify(body))
    const row = await rowOf(body.appointment.id)
    assert.equal(row.appointment_date, '2026-11-23')
    assert.equal(row.appointment_time, '10:00')
    assert.deepEqual(
      [row.client_name, row.client_email, row.client_id, row.client_phone],
      ['Camila', 'camila@correo.example', '1020304050', '+573004128819'],
    )
  })

  test('the zone of the phone, or nothing: no booking fails for it', async () => {
    const of = await salon(db)
    const kept = async (appointment_time: string, client_timezone: unknown, zone?: string) => {
      const { status, body } = await call('POST', '/api/appointments/public', {
        body: booking(of, { appointment_time, client_timezone }),
        ...(zone !== undefined && { headers: { 'client-timezone': zone } }),
      })
      assert.equal(status, 201, JSON.stringify(body))
      return (await rowOf(body.appointment.id)).client_timezone
    }
    assert.equal(await kept('09:00', undefined, 'Europe/Madrid'), 'Europe/Madrid')
    assert.equal(await kept('16:00', undefined, 'Marte/Olimpo'), null)
    // Of a page of before.
    assert.equal(await kept('10:00', 'Europe/Madrid'), 'Europe/Madrid')
    assert.equal(await kept('11:00', undefined), null)
    assert.equal(await kept('12:00', 'Marte/Olimpo'), null)
    assert.equal(await kept('15:00', { $: 'x'.repeat(9999) }), null)
  })

  test('consent: which text and when, or nothing', async () => {
    const of = await salon(db)
    const first = await rowOf((await book({ consent_version: '2026-11' }, of)).body.appointment.id)
    assert.deepEqual([first.consent_version, first.consented_at], ['2026-11', NOW])
    const second = await rowOf((await book({ appointment_time: '11:00' }, of)).body.appointment.id)
    assert.deepEqual([second.consent_version, second.consented_at], [null, null])
    const odd = await book({ appointment_time: '12:00', consent_version: 'a\u0000b' }, of)
    assert.ok(odd.status === 201 || odd.status === 400)
  })

  test('a later change of the service does not touch what was booked', async () => {
    const of = await salon(db)
    const { body } = await book({}, of)
    await db
      .updateTable('services')
      .set({ service_name: 'Otro', price: 1, duration_minutes: 15 })
      .where('id', '=', of.service_id)
      .execute()
    const row = await rowOf(body.appointment.id)
    assert.deepEqual([row.service_name, row.price, row.duration_minutes], ['Corte', 55_000, 60])
  })
})
