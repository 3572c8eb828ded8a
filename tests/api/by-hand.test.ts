/** The messages that a business sends from its own WhatsApp: what they say, and that each is noted once. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditBalance } from '#server/credits/queries.ts'
import { USUAL_TEXTS } from '#domain/message-texts.ts'
import { api, booking, database } from '../helper.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call, clock } = await api(db)
const HOUR = 3_600_000

/** Friday 20 November, 10 am; appointments of today and tomorrow are at the given times of `book`. */
async function salon() {
  const place = await twoProfessionals(call, db)
  const { who } = place
  const book = async (more: Record<string, unknown>) => {
    const answer = await who.as(
      'POST',
      '/api/appointments',
      booking(place.place, { appointment_date: '2026-11-21', client_id: '11223344', ...more }),
    )
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.appointment.id as number
  }
  const list = async (headers: Record<string, string> = who.headers) =>
    (await call('GET', '/api/messages/today', { headers })).body
  const of = async (id: number) => (await list()).rows.find((row: { id: number }) => row.id === id)
  const sent = (id: number, body: object, headers: Record<string, string> = who.headers) =>
    call('POST', `/api/appointments/${id}/message-sent`, { headers, body })
  return { ...place, book, list, of, sent }
}

const noted = (business_id: number) =>
  db
    .selectFrom('messages')
    .select(['kind', 'channel', 'state', 'recipient', 'appointment_id', 'data'])
    .where('business_id', '=', business_id)
    .where('channel', '=', 'whatsapp')
    .orderBy('id')
    .execute()

test('who comes today and tomorrow, soonest first, with the message in the usual words', async () => {
  const { book, list, who } = await salon()
  const tomorrow = await book({ appointment_time: '09:30' })
  const today = await book({
    appointment_date: '2026-11-20',
    appointment_time: '13:00',
    client_phone: '+573005550001',
  })
  const { today: date, rows } = await list()
  assert.equal(date, '2026-11-20')
  assert.deepEqual(
    rows.map(({ id, kind, sent_at, client_phone }: any) => [id, kind, sent_at, client_phone]),
    [
      [today, 'reminder', null, '+573005550001'],
      [tomorrow, 'reminder', null, '+573004128819'],
    ],
  )
  const { business_name } = (await who.as('GET', '/api/businesses/profile')).body.business
  assert.ok(
    rows[0].text.startsWith(
      `Hola Camila, te recordamos tu cita en ${business_name}: Corte con Inés Prada, hoy viernes 20 de noviembre a la 1:00 pm. Si necesitas cambiarla: http`,
    ),
    rows[0].text,
  )
  clock.now += 3.5 * HOUR
  assert.deepEqual(
    (await list()).rows.map(({ id }: any) => id),
    [tomorrow],
    'what has begun is not reminded',
  )
  clock.now -= 3.5 * HOUR
})

test('whoever reads another clock is told whose hour it is, and no day as today', async () => {
  const { book, of } = await salon()
  const at = await book({ appointment_time: '09:30', client_phone: '+34612345678' })
  assert.match(
    (await of(at)).text,
    /, sábado 21 de noviembre a las 9:30 am \(hora de Bogotá\)\. Si necesitas cambiarla: http/,
  )
})

test('the link opens this appointment alone, without the document, until the phone is another', async () => {
  const { book, of, who } = await salon()
  const id = await book({ appointment_time: '09:30', client_email: 'camila@link.example' })
  await book({ appointment_time: '12:00', client_email: 'camila@link.example' })
  const { text } = await of(id)
  assert.doesNotMatch(text, /11223344|camila@/)
  const token = /token=(\d+\.w\d+\.[\w-]{43})$/.exec(text)![1]!
  assert.equal(Buffer.from(token.split('.')[2]!, 'base64url').length, 32, '256 bits')
  const open = (token: string) => call('GET', `/api/client-auth/validate-token?token=${token}`)
  const opened = await open(token)
  assert.equal(opened.status, 200)
  assert.deepEqual(
    opened.body.appointments.map((row: any) => row.id),
    [id],
  )
  assert.doesNotMatch(JSON.stringify(opened.body), /11223344/)
  assert.equal(
    opened.body.appointments[0].portal_token,
    token,
    'it leads to no link that opens more, or for longer',
  )
  const [business, , mac] = token.split('.')
  assert.equal((await open(`${business}.w${id + 1}.${mac}`)).status, 401)
  assert.equal((await open(`${business}.c${id}.${mac}`)).status, 401)
  await who.as('PATCH', `/api/appointments/${id}`, { client_phone: '+573009990000' })
  assert.equal((await open(token)).status, 401)
})

test('a client without e-mail gets a link too, and can cancel by it; one without a phone gets no message', async () => {
  const { book, of } = await salon()
  const id = await book({ appointment_time: '09:30', client_email: '', client_id: '', walk_in: true })
  const token = /token=(\S+)$/.exec((await of(id)).text)![1]!
  const cancelled = await call('POST', `/api/appointments/client/cancel/${id}`, { body: { token } })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
  assert.equal(await of(id), undefined, 'who cancelled it knows')
  const silent = await book({ appointment_time: '12:00', client_phone: '', walk_in: true })
  assert.deepEqual([(await of(silent)).text, (await of(silent)).client_phone], [null, ''])
})

test('said to be sent: stored as sent by WhatsApp, by hand, without a credit; said again, it stays', async () => {
  const { book, of, sent, who, user_id } = await salon()
  const id = await book({ appointment_time: '09:30' })
  const before = await creditBalance(db, who.business_id, clock.now)
  const { starts_at } = await of(id)
  const first = await sent(id, { message: 'reminder', starts_at })
  assert.deepEqual([first.status, first.body.message.sent_by], [200, null])
  clock.now += HOUR
  const again = await sent(id, { message: 'reminder', starts_at })
  clock.now -= HOUR
  assert.deepEqual(again.body, first.body)
  assert.deepEqual(await noted(who.business_id), [
    {
      kind: 'by_hand_reminder',
      channel: 'whatsapp',
      state: 'sent',
      recipient: '+573004128819',
      appointment_id: id,
      data: { manual: true, user_id },
    },
  ])
  assert.deepEqual(await creditBalance(db, who.business_id, clock.now), before)
  assert.equal((await of(id)).sent_at, first.body.message.sent_at)
})

test('said to be sent, it stays so when the time zone is corrected: the agreed hour stays', async () => {
  const { book, of, sent, who } = await salon()
  const id = await book({ appointment_time: '09:30' })
  const { starts_at } = await of(id)
  await sent(id, { message: 'reminder', starts_at })
  for (const timezone of ['Europe/Madrid', 'America/Bogota']) {
    const answer = await who.as('PATCH', '/api/businesses/profile', { timezone })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    const { kind, sent_at, starts_at: moved } = await of(id)
    assert.deepEqual(
      [kind, sent_at !== null, moved === starts_at],
      ['reminder', true, timezone !== 'Europe/Madrid'],
    )
  }
})

test('two people at once: one message, and the other one sees who sent it', async () => {
  const { book, of, sent, who, list } = await salon()
  const id = await book({ appointment_time: '09:30' })
  const { starts_at } = await of(id)
  const desk = await memberOf(db, who.business_id, 'reception')
  const people = [who.headers, desk.headers]
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) => sent(id, { message: 'reminder', starts_at }, people[i % 2])),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.equal((await noted(who.business_id)).length, 1)
  const seen = await Promise.all(people.map(async (headers) => (await list(headers)).rows[0].sent_by))
  assert.equal(seen.filter((name) => name === null).length, 1, 'by one of them')
  assert.ok(
    seen.some((name) => name === desk.name || name === who.email),
    String(seen),
  )
})

test('moved or cancelled meanwhile, nothing is noted, and the news is what there is to tell', async () => {
  const { book, of, sent, who } = await salon()
  const id = await book({ appointment_time: '09:30' })
  const { starts_at } = await of(id)
  await sent(id, { message: 'reminder', starts_at })
  await who.as('PATCH', `/api/appointments/${id}`, { appointment_time: '14:00' })
  const moved = await of(id)
  assert.deepEqual([moved.kind, moved.sent_at], ['change', null])
  assert.match(moved.text, /cambió\. Ahora es mañana sábado 21 de noviembre a las 2:00 pm/)
  const late = await sent(id, { message: 'reminder', starts_at })
  assert.deepEqual(
    [late.status, late.body.error],
    [409, 'Esta cita cambió mientras escribías. Mira cómo quedó antes de avisarle.'],
  )
  await who.as('POST', `/api/appointments/${id}/cancel`)
  const cancelled = await of(id)
  assert.equal(cancelled.kind, 'cancellation')
  assert.match(cancelled.text, new RegExp(`tuvimos que cancelar tu cita.*/negocio/${who.slug}$`))
  assert.equal((await sent(id, { message: 'change', starts_at: moved.starts_at })).status, 409)
  const told = await sent(id, { message: 'cancellation', starts_at: moved.starts_at })
  assert.equal(told.body.message.kind, 'cancellation')
  assert.equal((await noted(who.business_id)).length, 2)
  for (const body of [{ message: 'x', starts_at }, { message: 'reminder', starts_at: 'x' }, {}])
    assert.equal((await sent(id, body)).status, 400)
})

test('to a telephone that was corrected since it is not sent, whoever sent it', async () => {
  const { book, of, sent, who } = await salon()
  const id = await book({ appointment_time: '09:30' })
  const { starts_at, client_phone } = await of(id)
  const first = await sent(id, { message: 'reminder', starts_at, client_phone })
  assert.notEqual(first.body.message.sent_at, null)
  await who.as('PATCH', `/api/appointments/${id}`, { client_phone: '+573009990000' })
  assert.equal((await of(id)).sent_at, null)
  assert.equal((await sent(id, { message: 'reminder', starts_at, client_phone })).status, 409)
  clock.now += HOUR
  const again = await sent(id, { message: 'reminder', starts_at, client_phone: '+573009990000' })
  clock.now -= HOUR
  assert.ok(again.body.message.sent_at > first.body.message.sent_at)
  assert.equal((await of(id)).sent_at, again.body.message.sent_at)
  assert.deepEqual(
    (await noted(who.business_id)).map(({ recipient }) => recipient),
    ['+573009990000'],
  )
})

test('a move that was taken back is no news', async () => {
  const { book, of, who } = await salon()
  const id = await book({ appointment_time: '09:30' })
  const { body } = await who.as('PATCH', `/api/appointments/${id}`, { appointment_time: '14:00' })
  assert.equal((await of(id)).kind, 'change')
  await who.as('POST', `/api/appointments/${id}/undo-move`, { move_id: body.move_id })
  assert.equal((await of(id)).kind, 'reminder')
})

test('the message of one appointment, of whatever day', async () => {
  const { mine, who, others } = await salon()
  const { message } = (await who.as('GET', `/api/appointments/${mine}/message`)).body
  assert.equal(message.kind, 'confirmation')
  assert.match(message.text, /quedó agendada: Corte con Inés Prada, lunes 23 de noviembre a las 10:00 am/)
  assert.equal((await who.as('GET', `/api/appointments/${others}/message`)).status, 200)
})

test('a professional sees own ones, and no text without seeing phones', async () => {
  const { book, list, who, place, other_id } = await salon()
  await book({ appointment_time: '09:30' })
  await book({ appointment_time: '09:30', professional_id: other_id, client_name: 'Ajena Dos' })
  const own = { professional_id: place.professional_id }
  const masked = await list((await memberOf(db, who.business_id, 'professional', own)).headers)
  assert.deepEqual(
    masked.rows.map(({ client_name, client_phone, text }: any) => [client_name, client_phone, text]),
    [['Camila Rojas', '300 ••• 8819', null]],
  )
  const switches = { 'clients:own-phones': true }
  const seeing = await list(
    (await memberOf(db, who.business_id, 'professional', { ...own, switches })).headers,
  )
  assert.match(seeing.rows[0].text, /token=/)
})

test('the texts are the owner’s: unknown placeholders are refused, and of two at once one is told', async () => {
  const { who, book, of } = await salon()
  const put = (body: object) => who.as('PUT', '/api/messages/texts', body)
  const { texts } = (await who.as('GET', '/api/messages/texts')).body
  assert.deepEqual(
    texts.map(({ kind, text, version }: any) => [kind, text, version]),
    Object.entries(USUAL_TEXTS).map(([kind, text]) => [kind, text, 0]),
  )
  const refused = await put({ kind: 'reminder', text: 'Hola {cliente}', version: 0 })
  assert.deepEqual(
    [refused.status, refused.body.error, refused.body.fields],
    [400, 'No conocemos {cliente}', { text: 'No conocemos {cliente}' }],
  )
  assert.equal((await put({ kind: 'reminder', text: 'x'.repeat(701) })).status, 400)
  assert.equal((await put({ kind: 'otro', text: 'Hola' })).status, 400)

  const both = await Promise.all(
    ['¡Hola {nombre}! A las {hora}.', 'Te esperamos, {nombre}'].map((text) =>
      put({ kind: 'reminder', text, version: 0 }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const [stored] = both.filter(({ status }) => status === 200)
  const [told] = both.filter(({ status }) => status === 409)
  assert.deepEqual(told!.body.current, stored!.body.text)
  const next = await put({ kind: 'reminder', text: '{nombre}: {hora}', version: 1 })
  assert.equal(next.body.text.version, 2)
  const { updated_at } = await db.selectFrom('message_texts').select('updated_at').executeTakeFirstOrThrow()
  assert.equal(updated_at, clock.now)
  assert.equal((await put({ kind: 'reminder', text: 'Tarde', version: 1 })).status, 409)
  assert.equal((await put({ kind: 'change', text: 'Nunca escrito', version: 3 })).status, 409)
  // PostgreSQL would write one beyond its integers into its log.
  const beyond = await put({ kind: 'reminder', text: 'Hola', version: 2 ** 31 })
  assert.ok(beyond.body.fields.version, JSON.stringify(beyond.body))
  const id = await book({ appointment_time: '09:30' })
  assert.equal((await of(id)).text, 'Camila: 9:30 am')
  const { activity } = (await who.as('GET', '/api/activity')).body
  assert.equal(activity[0].text, 'cambió el texto de un mensaje de WhatsApp')
})
