/** Bookings by customers who leave no e-mail: only where the business lets them, and only if they say 'Sin avisos'. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { api, booking, database, ownerHeaders, salon, type Salon } from '../helper.ts'
import { whatsAppEnv } from '../standin/whatsapp.ts'

const db = await database()
const { call } = await api(db)
/** Of an installation that sends WhatsApp; it is reached by nobody here. */
const { call: withWhatsApp } = await api(db, {
  env: whatsAppEnv('http://127.0.0.1:9/v25.0'),
})

const without = { client_email: undefined, no_messages: true }
async function open(asks_email?: 'required' | 'optional') {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const as = (method: 'GET' | 'PATCH' | 'POST', url: string, body?: object) =>
    call(method, url, { headers, body })
  if (asks_email) {
    const { status, body } = await as('PATCH', '/api/businesses/profile', { asks_email })
    assert.deepEqual([status, body.business.asks_email], [200, asks_email])
  }
  return { ...place, as }
}
const book = (place: Salon, changes: Record<string, unknown> = {}, key?: string) =>
  call('POST', '/api/appointments/public', {
    body: booking(place, changes),
    headers: key ? { 'idempotency-key': key } : {},
  })
const rowsOf = ({ business_id }: Salon) =>
  db.selectFrom('appointments').selectAll().where('business_id', '=', business_id).orderBy('id').execute()
const messagesOf = ({ business_id }: Salon) =>
  db.selectFrom('messages').select(['kind', 'recipient']).where('business_id', '=', business_id).execute()

describe('an e-mail is required unless the business says otherwise', () => {
  for (const asks of [undefined, 'required'] as const)
    test(`${asks ?? 'by default'}: without one nothing is booked, whatever is ticked`, async () => {
      const place = await open(asks)
      for (const client_email of [undefined, null, '', '  '])
        for (const no_messages of [undefined, false, true]) {
          const { status, body } = await book(place, { client_email, no_messages })
          assert.deepEqual(
            [status, body.error, body.fields],
            [400, 'Email es requerido', { client_email: 'Email es requerido' }],
          )
        }
      assert.deepEqual(await rowsOf(place), [])
      const { body } = await call('GET', `/api/businesses/${place.business_id}`)
      assert.equal(body.business.asks_email, 'required')
    })

  test('all that is wrong is said at once, in the order of the form', async () => {
    const { status, body } = await book(await open(), { client_email: '', client_name: '', client_id: '12' })
    assert.equal(status, 400)
    assert.deepEqual(Object.entries(body.fields), [
      ['client_name', 'Nombre es requerido'],
      ['client_email', 'Email es requerido'],
      ['client_id', 'Cédula debe tener entre 8 y 12 dígitos'],
    ])
  })
})

describe('where it is optional', () => {
  test('without one the box decides; a wrong one is wrong', async () => {
    const place = await open('optional')
    const { body } = await call('GET', `/api/businesses/${place.business_id}`)
    assert.equal(body.business.asks_email, 'optional')
    for (const [changes, error] of [
      [{ client_email: '' }, 'Email es requerido'],
      [{ client_email: '', no_messages: false }, 'Email es requerido'],
      [{ client_email: 'ana@', no_messages: true }, 'Email inválido'],
    ] as const) {
      const refused = await book(place, changes)
      assert.deepEqual([refused.status, refused.body.fields], [400, { client_email: error }])
    }
    assert.equal((await book(place, { ...without, no_messages: 'tal vez' })).status, 400)
    assert.deepEqual(await rowsOf(place), [])
    // Whoever leaves one is written to as ever.
    assert.equal((await book(place, { no_messages: true })).status, 201)
    assert.deepEqual((await messagesOf(place)).map(({ kind }) => kind).sort(), [
      'booked_client',
      'booked_owner',
    ])
  })

  test('it stands without any mail to the client, and is found by its link alone', async () => {
    const place = await open('optional')
    const { status, body } = await book(place, without, 'sin-correo')
    assert.equal(status, 201, body.error)
    assert.equal(body.appointment.client_email, null)
    assert.deepEqual(
      (await messagesOf(place)).map(({ kind }) => kind),
      ['booked_owner'],
    )
    const [row] = await rowsOf(place)
    assert.deepEqual([row!.client_email, row!.booked_by], [null, 'client'])
    const again = await book(place, without, 'sin-correo')
    assert.deepEqual(again.body, body)

    const token = body.portal_token
    const opened = await call('GET', `/api/client-auth/validate-token?token=${token}`)
    assert.equal(opened.status, 200, JSON.stringify(opened.body))
    assert.deepEqual(
      opened.body.appointments.map(({ id }: { id: number }) => id),
      [body.appointment.id],
    )
    const { id } = body.appointment
    const moved = await call('POST', `/api/appointments/client/reschedule/${id}`, {
      body: { token, new_date: '2026-11-24', new_time: '11:00' },
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    const cancelled = await call('POST', `/api/appointments/client/cancel/${id}`, { body: { token } })
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
    assert.ok((await messagesOf(place)).every(({ kind }) => kind.endsWith('_owner')))
  })

  test('persons are told apart by their telephones', async () => {
    const place = await open('optional')
    await place.as('PATCH', '/api/businesses/profile', { max_future_appointments: 1 })
    assert.equal((await book(place, { ...without, appointment_time: '09:00' })).status, 201)
    const second = await book(place, { ...without, appointment_time: '11:00' })
    assert.equal(second.status, 429)
    assert.match(second.body.error, /Ya tienes una cita por venir/)
    const other = { ...without, appointment_time: '11:00', client_phone: '+573109998877' }
    assert.equal((await book(place, other)).status, 201)
    // By telephone, with an e-mail too.
    assert.equal((await book(place, { appointment_time: '14:00' })).status, 429)
  })

  test('many of one telephone at once: as many stand as may', async () => {
    const place = await open('optional')
    await place.as('PATCH', '/api/businesses/profile', { max_future_appointments: 3 })
    const times = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00']
    const answers = await Promise.all(
      times.map((appointment_time) => book(place, { ...without, appointment_time })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 3)
    assert.equal((await rowsOf(place)).length, 3)
  })

  test('or who asks for WhatsApp, where the business writes there: nothing else tells that client', async () => {
    const place = await open('optional')
    const asked = { client_email: '', whatsapp_consent: true }
    const bookThere = (changes: Record<string, unknown>, send = withWhatsApp) =>
      send('POST', '/api/appointments/public', { body: booking(place, changes) })
    const needed = async (answer: ReturnType<typeof bookThere>) => {
      const { status, body } = await answer
      assert.deepEqual([status, body.fields], [400, { client_email: 'Email es requerido' }])
    }
    await needed(bookThere(asked))
    const wants = (reminder_channel: string) =>
      db
        .updateTable('businesses')
        .set({ reminder_channel: reminder_channel as 'both' })
        .where('id', '=', place.business_id)
        .execute()
    await wants('whatsapp')
    await needed(bookThere(asked, call))
    await needed(bookThere({ client_email: '', whatsapp_consent: false }))
    assert.deepEqual(await rowsOf(place), [])

    const { status, body } = await bookThere(asked)
    assert.equal(status, 201, body.error)
    assert.deepEqual((await messagesOf(place)).map(({ kind }) => kind).sort(), [
      'booked_owner',
      'whatsapp_booked',
    ])
    // 'Sin avisos' means none, whatever else is ticked.
    const other = { appointment_time: '14:00', client_phone: '+573109990000' }
    assert.equal((await bookThere({ ...asked, ...other, no_messages: true })).status, 201)
    assert.deepEqual((await messagesOf(place)).map(({ kind }) => kind).sort(), [
      'booked_owner',
      'booked_owner',
      'whatsapp_booked',
    ])
    const consents = await db
      .selectFrom('consents')
      .select('appointment_id')
      .where('business_id', '=', place.business_id)
      .execute()
    assert.deepEqual(
      consents.map(({ appointment_id }) => appointment_id),
      [body.appointment.id],
    )
    await place.as('PATCH', '/api/businesses/profile', { asks_email: 'required' })
    await needed(bookThere({ ...asked, appointment_time: '16:00', client_phone: '+573109991111' }))
  })
})
