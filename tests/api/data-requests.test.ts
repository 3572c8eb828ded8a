import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { eraseLastAnswers } from '#server/privacy/request-queries.ts'
import { sql } from 'kysely'
import { api, booking, database, NOW } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const changes: number[] = []
const { call, clock } = await api(db, {
  live: { changed: (id: number) => void changes.push(id), hear: () => () => {} } as never,
})

let people = 0
/** A business with an appointment that is over, and its client's identity. */
async function place() {
  clock.now = NOW
  const shop = await owner(call)
  const offer = await withOffer(shop)
  const n = ++people
  const who = { client_email: `rosa${n}@correo.example`, client_id: `10203040${10 + n}` }
  const { body, status } = await call('POST', '/api/appointments/public', {
    body: booking(
      { ...shop, ...offer },
      {
        ...who,
        client_name: 'Rosa Pérez',
        appointment_date: '2026-11-20',
        appointment_time: '12:00',
      },
    ),
  })
  assert.equal(status, 201, body.error)
  clock.now = NOW + 6 * 3_600_000
  return { ...shop, who, appointment: body.appointment.id as number, token: body.portal_token as string }
}
type Place = Awaited<ReturnType<typeof place>>

const ask = (
  { appointment, who }: Place,
  body: object,
  { key = randomUUID(), access = { ...who, recaptcha_token: 'dev-token' } as object } = {},
) =>
  call('POST', `/api/appointments/client/data-request/${appointment}`, {
    headers: { 'idempotency-key': key },
    body: { ...access, ...body },
  })
const act = (
  { headers }: Place,
  id: number,
  what: 'answer' | 'extend',
  body: object,
  key: string = randomUUID(),
) =>
  call('POST', `/api/data-requests/${id}/${what}`, { headers: { ...headers, 'idempotency-key': key }, body })
const mailsOf = async (business_id: number) => {
  const { rows } = await sql<{ kind: string; recipient: string; data: Record<string, unknown> }>`
    select kind, recipient, data from messages where business_id = ${business_id} and kind like 'data\\_%' order by id`.execute(
    db,
  )
  return rows
}

test('a client asks: with its date, a mail to the business, on its screens at once, and in the portal', async () => {
  const shop = await place()
  const { status, body } = await ask(shop, { kind: 'consult', details: '¿Qué saben de mí?' })
  assert.equal(status, 200, body.error)
  assert.equal(body.request.due_date, '2026-12-04')
  assert.ok(changes.includes(shop.business_id))
  const [mail] = await mailsOf(shop.business_id)
  assert.equal(mail!.kind, 'data_request_owner')
  assert.equal(mail!.recipient, shop.email)
  const listed = (await shop.as('GET', '/api/data-requests')).body
  assert.deepEqual(
    [listed.total, listed.requests[0].details, listed.requests[0].client_name, listed.today],
    [1, '¿Qué saben de mí?', 'Rosa Pérez', '2026-11-20'],
  )
  const portal = await call('POST', '/api/appointments/client/appointments', {
    body: { ...shop.who, recaptcha_token: 'dev-token' },
  })
  assert.deepEqual(portal.body.data_requests, [body.request])
  // By the link of this very booking too, and to nobody else.
  const linked = await call('GET', `/api/client-auth/validate-token?token=${shop.token}`)
  assert.deepEqual(linked.body.data_requests, [body.request])
  const other = await place()
  assert.equal((await ask({ ...shop, who: other.who }, { kind: 'erase' })).status, 404)
  assert.deepEqual((await other.as('GET', '/api/data-requests')).body.requests, [])
  assert.equal((await other.as('GET', `/api/data-requests/${body.request.id}`)).status, 404)
})

test('sent again it is asked once; the same by two at once, too; what is wrong stands at its field', async () => {
  const shop = await place()
  const key = randomUUID()
  const [first, again] = [
    await ask(shop, { kind: 'erase' }, { key }),
    await ask(shop, { kind: 'erase' }, { key }),
  ]
  assert.deepEqual(again.body, first.body)
  const both = await Promise.all([ask(shop, { kind: 'revoke' }), ask(shop, { kind: 'revoke' })])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  assert.equal((await shop.as('GET', '/api/data-requests')).body.total, 2)
  assert.equal((await mailsOf(shop.business_id)).length, 2)
  const { status, body } = await ask(shop, { kind: 'correct' })
  assert.equal(status, 400)
  assert.equal(body.fields.details, 'Escribe qué dato está mal y cómo debe quedar')
})

test('a client asks eight times a day at most', async () => {
  const shop = await place()
  const asked = await Promise.all(
    Array.from({ length: 9 }, () => ask(shop, { kind: 'consult' }, { access: { token: shop.token } })),
  )
  const statuses = asked.map(({ status }) => status).sort()
  assert.deepEqual(statuses, [200, ...Array(7).fill(409), 429])
})

test('answered: by mail, in the portal, once, with what is held of the person to begin with', async () => {
  const shop = await place()
  const asking = randomUUID()
  const { id } = (await ask(shop, { kind: 'consult' }, { key: asking })).body.request
  const { held } = (await shop.as('GET', `/api/data-requests/${id}`)).body
  for (const part of [
    /Nombre: Rosa Pérez/,
    new RegExp(`Correo: ${shop.who.client_email}`),
    /Citas: 1, el viernes 20/,
  ])
    assert.match(held, part)
  assert.equal((await act(shop, id, 'answer', { outcome: 'done', answer: ' ' })).status, 400)
  const key = randomUUID()
  const answers = await Promise.all([
    act(shop, id, 'answer', { outcome: 'done', answer: held }, key),
    act(shop, id, 'answer', { outcome: 'done', answer: held }, key),
    act(shop, id, 'answer', { outcome: 'refused', answer: 'No' }),
  ])
  assert.equal(answers.filter(({ status }) => status === 409).length, answers[0]!.status === 200 ? 1 : 2)
  // Whichever came first stands, and alone.
  const stood =
    answers[0]!.status === 200 ? { outcome: 'done', answer: held } : { outcome: 'refused', answer: 'No' }
  const mails = (await mailsOf(shop.business_id)).filter(({ kind }) => kind === 'data_answered_client')
  assert.equal(mails.length, 1)
  assert.equal(mails[0]!.recipient, shop.who.client_email)
  const linked = await call('GET', `/api/client-auth/validate-token?token=${shop.token}`)
  const [request] = linked.body.data_requests
  assert.deepEqual(
    [request.outcome, request.answer],
    [stood.outcome, null],
    'whoever booked may be somebody else',
  )
  const again = (access: object) => ask(shop, { kind: 'consult' }, { key: asking, access })
  assert.equal(
    (await again({ token: shop.token })).body.request.answer,
    null,
    'also when they send it once more',
  )
  const known = { ...shop.who, recaptcha_token: 'dev-token' }
  assert.equal((await again(known)).body.request.answer, stood.answer)
  const found = await call('POST', '/api/appointments/client/appointments', { body: known })
  assert.equal(found.body.data_requests[0].answer, stood.answer)
  assert.equal((await shop.as('GET', '/api/data-requests')).body.total, 0)
  assert.equal((await shop.as('GET', '/api/data-requests?state=answered')).body.total, 1)
})

test('longer once, before the date, with a reason that the client is told', async () => {
  const shop = await place()
  const { id } = (await ask(shop, { kind: 'erase' })).body.request
  assert.equal(
    (await act(shop, id, 'extend', { reason: '' })).body.fields.reason,
    'Escribe por qué necesitas más tiempo',
  )
  const { body } = await act(shop, id, 'extend', { reason: 'Estamos de inventario' })
  assert.deepEqual([body.request.due_date, body.request.is_extended], ['2026-12-24', true])
  assert.equal((await act(shop, id, 'extend', { reason: 'Más' })).status, 409)
  const mail = (await mailsOf(shop.business_id)).find(({ kind }) => kind === 'data_extended_client')
  assert.equal(mail!.data['text'], 'Estamos de inventario')

  const late = await place()
  const asked = (await ask(late, { kind: 'consult' })).body.request
  await sql`update data_requests set due_date = '2026-11-19' where business_id = ${late.business_id}`.execute(
    db,
  )
  assert.equal((await act(late, asked.id, 'extend', { reason: 'Más' })).status, 409)
})

test('erased when it is answered so, and nothing of the person stays once the answer has left', async () => {
  const shop = await place()
  const { id } = (await ask(shop, { kind: 'erase', details: 'Soy Rosa Pérez' })).body.request
  const answer = 'Listo, Rosa: borramos tus datos.'
  assert.equal((await act(shop, id, 'answer', { outcome: 'done', answer })).status, 200)
  const { rows } = await sql<{ row: string }>`
    select a::text as row from appointments a where business_id = ${shop.business_id}
    union all select c::text from client_cards c where business_id = ${shop.business_id}
    union all select d::text from data_requests d where business_id = ${shop.business_id}`.execute(db)
  assert.doesNotMatch(rows.map(({ row }) => row).join('\n'), /Rosa|rosa\d/)
  const sent = (await mailsOf(shop.business_id)).filter(({ data }) => data['text'] === answer)
  assert.deepEqual(
    sent.map(({ recipient }) => recipient),
    [shop.who.client_email],
  )
  const isThere = async () =>
    (await mailsOf(shop.business_id)).filter(({ data }) => data['text'] === answer).length === 1
  await eraseLastAnswers(db, clock.now)
  assert.ok(await isThere())
  await sql`update messages set state = 'sent', settled_at = to_timestamp(${clock.now / 1000})
    where business_id = ${shop.business_id}`.execute(db)
  await eraseLastAnswers(db, clock.now + 14 * 60_000)
  assert.ok(await isThere(), 'the mail server may still refuse it, and it is sent again')
  await eraseLastAnswers(db, clock.now + 16 * 60_000)
  assert.doesNotMatch(JSON.stringify(await mailsOf(shop.business_id)), /Rosa|rosa\d/)
})

test('nobody is erased with appointments ahead', async () => {
  const shop = await place()
  clock.now = NOW
  const { id } = (await ask(shop, { kind: 'erase' })).body.request
  const { status, body } = await act(shop, id, 'answer', { outcome: 'done', answer: 'Listo' })
  assert.equal(status, 409)
  assert.equal(body.error, 'Este cliente tiene citas programadas: cancélalas antes de eliminar sus datos')
  assert.equal((await act(shop, id, 'answer', { outcome: 'refused', answer: 'Ven primero' })).status, 200)
})

test('revoked: what was agreed to is withdrawn', async () => {
  const shop = await place()
  const { id } = (await ask(shop, { kind: 'revoke' })).body.request
  await act(shop, id, 'answer', { outcome: 'done', answer: 'Hecho' })
  const rows = await db
    .selectFrom('consents')
    .select(['purpose', 'given', 'channel'])
    .where('business_id', '=', shop.business_id)
    .orderBy('purpose')
    .execute()
  assert.deepEqual(
    rows.map(({ purpose, given, channel }) => `${purpose} ${given} ${channel}`),
    ['health_data false portal', 'marketing false portal', 'service false portal', 'whatsapp false portal'],
  )
})

test('forgetting a client answers what they asked, and leaves that they asked it', async () => {
  const shop = await place()
  await ask(shop, { kind: 'correct', details: 'Es Rosa con zeta' })
  await shop.as('POST', '/api/businesses/clients/forget', { client_email: shop.who.client_email })
  const [row] = await db
    .selectFrom('data_requests')
    .selectAll()
    .where('business_id', '=', shop.business_id)
    .execute()
  assert.deepEqual(
    [row!.kind, row!.outcome, row!.details, row!.client_email, row!.client_name],
    ['correct', 'done', '', null, 'Cliente eliminado'],
  )
  assert.doesNotMatch(JSON.stringify(await mailsOf(shop.business_id)), /Rosa|rosa\d/)
})

test('whoever books in somebody’s name with an e-mail of their own, and asks to erase them, is pointed out', async () => {
  const shop = await place()
  // A network asks twenty times a day at most.
  await sql`truncate attempts`.execute(db)
  const own = await ask(shop, { kind: 'consult' })
  const listed = async () =>
    (await shop.as('GET', '/api/data-requests')).body.requests.map((one: any) => [
      one.kind,
      one.is_other_email,
    ])
  assert.deepEqual(await listed(), [['consult', false]])
  assert.equal(
    (await shop.as('GET', `/api/data-requests/${own.body.request.id}`)).body.request.is_other_email,
    false,
  )

  const [known] = (await shop.as('GET', '/api/clients')).body.clients
  const offer = await withOffer(shop)
  const booked = await call('POST', '/api/appointments/public', {
    body: booking(
      { ...shop, ...offer },
      {
        appointment_date: '2026-11-24',
        client_name: known.client_name,
        client_phone: known.client_phone,
        client_email: 'otra@correo.example',
      },
    ),
  })
  assert.equal(booked.status, 201)
  const { id } = booked.body.appointment
  const body = { token: booked.body.portal_token, kind: 'erase' }
  assert.equal((await call('POST', `/api/appointments/client/data-request/${id}`, { body })).status, 200)
  assert.deepEqual(
    (await listed()).find(([kind]: [string]) => kind === 'erase'),
    ['erase', true],
  )
})

test('whoever books by a card that had no e-mail, and asks what it says, is pointed out', async () => {
  const shop = await place()
  await sql`truncate attempts`.execute(db)
  const known = { client_name: 'Julia Rivas', client_phone: '+573007776655' }
  const made = await shop.as('POST', '/api/clients', { ...known, birthday: '1991-05-14', alert: 'Nueces' })
  assert.equal(made.status, 201, made.body.error)
  const offer = await withOffer(shop)
  const booked = await call('POST', '/api/appointments/public', {
    body: booking(
      { ...shop, ...offer },
      { ...known, appointment_date: '2026-11-24', client_email: 'otra@correo.example' },
    ),
  })
  assert.equal(booked.status, 201, booked.body.error)
  const body = { token: booked.body.portal_token, kind: 'consult' }
  const asked = await call('POST', `/api/appointments/client/data-request/${booked.body.appointment.id}`, {
    body,
  })
  assert.equal(asked.status, 200, asked.body.error)
  const { request, held } = (await shop.as('GET', `/api/data-requests/${asked.body.request.id}`)).body
  assert.deepEqual([request.card_id, request.is_other_email], [made.body.client.id, true])
  assert.match(held, /otra@correo\.example/)
  assert.doesNotMatch(held, /Nueces|mayo/)
})

test('the answer to begin with names all that the card says, and how many photos and replies there are', async () => {
  const shop = await place()
  await sql`truncate attempts`.execute(db)
  const { id } = (await ask(shop, { kind: 'consult' })).body.request
  const text = async () => (await shop.as('GET', `/api/data-requests/${id}`)).body.held as string
  const bare = await text()
  const { card_id, business_id } = await db
    .selectFrom('appointments')
    .select(['card_id', 'business_id'])
    .where('id', '=', shop.appointment)
    .executeTakeFirstOrThrow()
  const path = `/api/clients/${card_id}`
  const card = {
    client_phone: '+573009998877',
    client_id: '99887766',
    birthday: '1991-05-14',
    alert: 'Nueces',
  }
  assert.equal((await shop.as('PATCH', path, card)).status, 200)
  for (const label of ['VIP', 'Color']) await shop.as('POST', `${path}/tags`, { label })
  assert.equal((await shop.as('POST', `${path}/block`, { reason: 'No llega' })).status, 200)
  await sql`
    insert into inbound_messages (business_id, provider_id, kind, text, appointment_id, handled, at)
    values (${business_id}, 'x', 'text', 'Gracias', ${shop.appointment}, 'asked', now())`.execute(db)
  await sql`
    with i as (insert into images (business_id, name, width, is_private) values (${business_id}, ${'a'.repeat(32)}, 100, true) returning *)
    insert into client_files (business_id, card_id, image, width, kind, written_by, at)
    select ${business_id}, ${card_id}, i.name, 100, 'after', m.user_id, now()
    from i join memberships m on m.business_id = ${business_id}`.execute(db)
  const whole = await text()
  const lines = [
    'Otro teléfono: +573009998877',
    'Otra cédula: 99887766',
    'Cumpleaños: 14 de mayo de 1991',
    'Alerta para quien te atiende: Nueces',
    'Etiquetas: Color; VIP',
    'Fotos: 1',
    'Tus reservas por internet están bloqueadas: No llega',
    'Respuestas tuyas a nuestros mensajes: 1',
  ]
  assert.deepEqual(
    whole.split('\n').filter((line) => !bare.split('\n').includes(line)),
    lines,
  )

  const other = { client_email: 'otra@correo.example' }
  assert.equal((await shop.as('PATCH', path, other)).status, 200)
  assert.deepEqual(
    (await text()).split('\n').filter((line) => !bare.split('\n').includes(line)),
    ['Respuestas tuyas a nuestros mensajes: 1'],
    'to who asks from another e-mail than the card’s it does not say what the card does',
  )
  await sql`update client_cards set client_email = ${shop.who.client_email.toUpperCase()} where id = ${card_id}`.execute(
    db,
  )
  assert.equal(await text(), whole, 'in other capitals it is the same one')
  await sql`update appointments set client_id = null where id = ${shop.appointment}`.execute(db)
  assert.match(await text(), /^Cédula: 99887766$/m)
  const name = 'Gana en https://premios.example'
  await sql`update appointments set client_name = ${name} where id = ${shop.appointment}`.execute(db)
  assert.match(await text(), /^Nombre: Gana en https: \/\/premios\. example$/m)
  assert.equal((await text()).split('\n\n').length, 2, 'no blank line for what is not there')
})
