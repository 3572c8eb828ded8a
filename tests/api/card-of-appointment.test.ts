import { foldCards } from '#server/clients/fold-queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'

const db = await database()
// A refused body is not read, which a slow machine would hear of.
const { call } = await api(db, { env: { REQUEST_SECONDS: '290' } })

async function owned() {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const made = async (body: object) => (await who.as('POST', '/api/clients', body)).body.client.id as number
  let hour = 9
  const bodyOf = (more: object) => {
    const { business_id: _, ...body } = booking(place, {
      appointment_time: `${String(hour++).padStart(2, '0')}:00`,
      client_id: '',
      ...more,
    })
    return body
  }
  const book = (more: object, key?: string) =>
    call('POST', '/api/appointments', {
      headers: { ...who.headers, ...(key && { 'idempotency-key': key }) },
      body: bodyOf(more),
    })
  const cardOf = async (id: number) =>
    (await db.selectFrom('appointments').select('card_id').where('id', '=', id).executeTakeFirstOrThrow())
      .card_id
  const cards = async () =>
    (
      await db
        .selectFrom('client_cards')
        .select(['id', 'client_name', 'client_phone', 'appointments'])
        .where('business_id', '=', who.business_id)
        .orderBy('id')
        .execute()
    ).map(({ id, client_name, client_phone, appointments }) => [id, client_name, client_phone, appointments])
  return { ...who, place, made, book, bodyOf, cardOf, cards }
}
const alone = { walk_in: true, client_phone: '', client_email: '' }

test('a card with nothing but a name gets its appointments, and what is learnt of the client later', async () => {
  const { made, book, cardOf, cards, as } = await owned()
  const [luz, other] = [await made({ client_name: 'Luz' }), await made({ client_name: 'Luz' })]
  const first = await book({ ...alone, client_name: 'Luz', card_id: other })
  assert.equal(first.status, 201, JSON.stringify(first.body))
  const { id } = first.body.appointment
  assert.equal(await cardOf(id), other)
  const second = await book({ ...alone, client_name: 'Luz', card_id: other })
  assert.equal(await cardOf(second.body.appointment.id), other)
  const edited = await as('PATCH', `/api/appointments/${id}`, {
    client_phone: '+573001230001',
    walk_in: true,
  })
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  assert.equal(await cardOf(id), other)
  await foldCards({ db })
  assert.deepEqual(await cards(), [
    [luz, 'Luz', '', 0],
    [other, 'Luz', '+573001230001', 2],
  ])
})

test('two people of one e-mail and telephone stay two: the appointment is of the card that is named', async () => {
  const { made, book, cardOf, cards } = await owned()
  const home = { client_phone: '+573001230001', client_email: 'casa@correo.example' }
  const [ana, maria] = [
    await made({ client_name: 'Ana Ruiz', ...home }),
    await made({ client_name: 'Ana María Ruiz', ...home }),
  ]
  for (const card_id of [maria, ana, maria]) {
    const { status, body } = await book({ client_name: 'Ana Ruiz', ...home, card_id })
    assert.equal(status, 201, JSON.stringify(body))
    assert.equal(await cardOf(body.appointment.id), card_id)
  }
  await foldCards({ db })
  assert.deepEqual(
    (await cards()).map(([id, , , appointments]) => [id, appointments]),
    [
      [ana, 1],
      [maria, 2],
    ],
  )
})

test('a merged card leads to the one that is kept; one that is not there is no card', async () => {
  const { made, book, cardOf, as } = await owned()
  const [keep, merged, gone] = [
    await made({ client_name: 'Luz' }),
    await made({ client_name: 'Luz G.' }),
    await made({ client_name: 'Sol' }),
  ]
  assert.equal((await as('POST', '/api/clients/merge', { keep, merge: [merged] })).status, 200)
  assert.equal((await as('POST', `/api/clients/${gone}/forget`)).status, 200)
  const led = await book({ ...alone, client_name: 'Luz', card_id: merged })
  assert.equal(await cardOf(led.body.appointment.id), keep)
  const elsewhere = await owned()
  const theirs = await elsewhere.made({ client_name: 'Luz' })
  for (const card_id of [gone, theirs, 999_999_999]) {
    const { status, body } = await book({ ...alone, client_name: 'Luz', card_id })
    assert.deepEqual([status, body.error], [404, 'Cliente no encontrado'])
  }
  assert.equal((await book({ ...alone, client_name: 'Luz', card_id: 'x' })).status, 400)
})

test('answers lost and sent again: one appointment, also when the card is gone by then; who sees own clients books for theirs', async () => {
  const { made, bodyOf, headers, cardOf, as, place, business_id } = await owned()
  const card_id = await made({ client_name: 'Luz' })
  const body = bodyOf({ ...alone, client_name: 'Luz', card_id })
  const send = () =>
    call('POST', '/api/appointments', { headers: { ...headers, 'idempotency-key': 'una-cita-de-luz' }, body })
  const answers = await Promise.all([send(), send(), send()])
  const ids = new Set(answers.map((answer) => answer.body.appointment?.id))
  assert.deepEqual([answers.map(({ status }) => status), ids.size], [[201, 201, 201], 1])
  const [id] = [...ids]
  assert.equal(await cardOf(id), card_id)
  const member = await memberOf(db, business_id, 'professional', { professional_id: place.professional_id })
  const theirs = (more: object) =>
    call('POST', '/api/appointments', { headers: member.headers, body: bodyOf({ ...alone, ...more }) })
  assert.equal((await theirs({ client_name: 'Luz', card_id })).status, 201)
  const stranger = await made({ client_name: 'Sol' })
  assert.equal((await theirs({ client_name: 'Sol', card_id: stranger })).status, 404)
  assert.equal((await as('POST', `/api/appointments/${id}/cancel`, { cancellation_reason: 'x' })).status, 200)
})
