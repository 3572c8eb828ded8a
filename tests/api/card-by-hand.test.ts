/** A card that somebody of the business writes, and what bookings leave of it. */
import { foldCards } from '#server/clients/fold-queries.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'

const db = await database()
const { call, clock } = await api(db)

const ANA = { client_name: 'Ana Ruiz', client_phone: '+573001230001', client_email: 'ana@correo.example' }

async function owned() {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const book = async (appointment_time: string, more: object = {}) => {
    clock.now += 1000
    const { status, body } = await call('POST', '/api/appointments/public', {
      body: booking(place, { ...ANA, appointment_time, ...more }),
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.appointment.id as number
  }
  const cardOf = async (appointment: number) =>
    (
      await db
        .selectFrom('appointments')
        .select('card_id')
        .where('id', '=', appointment)
        .executeTakeFirstOrThrow()
    ).card_id!
  const shown = async (card: number) => (await who.as('GET', `/api/clients/${card}`)).body.client
  return { ...who, place, book, cardOf, shown }
}

test('a card is changed by PUT as by PATCH; of two who change it at once the second is told, with the card as it is', async () => {
  const { as } = await owned()
  const made = await as('POST', '/api/clients', {
    client_name: 'Zoé',
    client_id: '1037123499',
    alert: 'Sin acetona',
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { id, version } = made.body.client
  const put = await as('PUT', `/api/clients/${id}`, { client_name: 'Zoé Gil', version })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  assert.deepEqual(
    [put.body.client.client_name, put.body.client.client_id, put.body.client.alert],
    ['Zoé Gil', '1037123499', 'Sin acetona'],
  )
  const current = put.body.client.version
  const both = await Promise.all(
    (['PUT', 'PATCH'] as const).map((method, n) =>
      as(method, `/api/clients/${id}`, { client_phone: `+57300123000${n}`, version: current }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409])
  const refused = both.find(({ status }) => status === 409)!.body
  assert.equal(refused.error, 'Alguien cambió esta ficha mientras la editabas')
  assert.deepEqual(refused.current, both.find(({ status }) => status === 200)!.body.client)
  assert.equal((await as('PUT', '/api/clients/999999999', { client_name: 'Nadie' })).status, 404)
})

test('what a booking says otherwise is offered for the card, overwrites nothing, and is offered no more once somebody wrote it', async () => {
  const { as, book, cardOf, shown } = await owned()
  const card = await cardOf(await book('09:00'))
  await as('PATCH', `/api/clients/${card}`, ANA)
  assert.equal((await shown(card)).said_otherwise, null)
  const otherwise = { client_name: 'Ana María Ruiz', client_phone: '+573009998877' }
  const appointment = await book('11:00', otherwise)
  await foldCards({ db })
  const client = await shown(card)
  assert.deepEqual([client.client_name, client.client_phone], [ANA.client_name, ANA.client_phone])
  const { at, ...said } = client.said_otherwise
  assert.ok(at)
  assert.deepEqual(said, { appointment_id: appointment, ...otherwise, client_email: null, client_id: null })
  clock.now += 1000
  const updated = await as('PATCH', `/api/clients/${card}`, { ...otherwise, version: client.version })
  assert.equal(updated.status, 200, JSON.stringify(updated.body))
  assert.equal((await shown(card)).said_otherwise, null)
  // Left as it is.
  await book('12:00', { client_phone: '+573007770000', client_name: 'Ana María Ruiz' })
  const again = await shown(card)
  assert.equal(again.said_otherwise.client_phone, '+573007770000')
  clock.now += 1000
  await as('PATCH', `/api/clients/${card}`, { client_name: again.client_name })
  assert.equal((await shown(card)).said_otherwise, null)
})

test('what a card lacks is offered, and filled in once the client came or the business wrote it', async () => {
  const { as, place, book, cardOf, shown } = await owned()
  const { client_email, ...ANA_WITHOUT } = ANA
  const made = await as('POST', '/api/clients', ANA_WITHOUT)
  const card = made.body.client.id as number
  const theirs = async () => {
    await foldCards({ db })
    const { client_email, client_id, said_otherwise: said } = await shown(card)
    return [client_email, client_id, said && [said.client_phone, said.client_email, said.client_id]]
  }
  /** For the card, as the business's form does it. @returns whom the confirmation is mailed to. */
  const bookedForCard = async (appointment_time: string) => {
    const { service_id, professional_id } = place
    const times = {
      service_id,
      professional_id,
      appointment_date: booking(place).appointment_date,
      appointment_time,
    }
    const { status, body } = await as('POST', '/api/appointments', {
      card_id: card,
      as_on_card: true,
      ...times,
    })
    assert.equal(status, 201, JSON.stringify(body))
    return body.appointment.client_email
  }
  const strange = { client_email: 'nadie@otro.example', client_id: '99999999' }
  const stranger = await book('09:00', strange)
  assert.equal(await cardOf(stranger), card)
  assert.deepEqual(await theirs(), [null, null, [null, strange.client_email, strange.client_id]])
  assert.equal(
    await bookedForCard('10:00'),
    null,
    'mails of the next appointment do not go to who booked with a known name',
  )
  // An edited time says nothing of the e-mail; an edited e-mail does.
  clock.now += 1000
  await as('PATCH', `/api/appointments/${stranger}`, { notes: 'Llamar antes' })
  assert.deepEqual((await theirs()).slice(0, 2), [null, null])
  const own = await book('11:00')
  clock.now += 1000
  await as('PATCH', `/api/appointments/${own}`, { client_email: 'ana.ruiz@correo.example' })
  assert.deepEqual(await theirs(), ['ana.ruiz@correo.example', null, null])
  // Whoever came is known, unless the business left the card as it is since.
  await book('12:00', { ...ANA, client_email: 'ana.ruiz@correo.example', client_id: '1037123499' })
  clock.now += 1000
  await as('PATCH', `/api/clients/${card}`, { client_name: ANA.client_name })
  await sql`update appointments set attendance_status = 'attended' where card_id = ${card} and appointment_time = '12:00'`.execute(
    db,
  )
  assert.deepEqual(await theirs(), ['ana.ruiz@correo.example', null, null])
  const last = await book('13:00', {
    ...ANA,
    client_email: 'ana.ruiz@correo.example',
    client_id: '1037123411',
  })
  assert.deepEqual(await theirs(), ['ana.ruiz@correo.example', null, [null, null, '1037123411']])
  await sql`update appointments set attendance_status = 'attended' where id = ${last}`.execute(db)
  assert.deepEqual(await theirs(), ['ana.ruiz@correo.example', '1037123411', null])
})

test('what was written otherwise is masked for who sees no telephones, and only of own appointments', async () => {
  const { as, business_id, place, book, cardOf } = await owned()
  const card = await cardOf(await book('09:00'))
  await as('PATCH', `/api/clients/${card}`, ANA)
  await book('11:00', { client_phone: '+573009998877' })
  const seenBy = async (professional_id: number) => {
    const { headers } = await memberOf(db, business_id, 'professional', { professional_id })
    return (await call('GET', `/api/clients/${card}`, { headers })).body.client?.said_otherwise
  }
  assert.equal((await seenBy(place.professional_id)).client_phone, '300 ••• 8877')
  const other = await as('POST', '/api/professionals', { professional_name: 'Otra Persona' })
  assert.equal(other.status, 201, JSON.stringify(other.body))
  assert.equal(await seenBy(other.body.professional.id), undefined)
})

test('a forgotten client reads “Cliente eliminado” wherever the appointments stand; the same person is a new card', async () => {
  const { as, book, cardOf, business_id } = await owned()
  const appointment = await book('09:00')
  const card = await cardOf(appointment)
  await sql`update appointments set status = 'cancelled' where business_id = ${business_id}`.execute(db)
  assert.equal((await as('POST', `/api/clients/${card}/forget`)).status, 200)
  const nobody = { client_name: 'Cliente eliminado', client_phone: '', client_email: null }
  const kept = async () =>
    (
      await sql`
        select client_name, client_phone, client_email from client_cards where id = ${card}
        union all select client_name, client_phone, client_email from appointments where card_id = ${card}`.execute(
        db,
      )
    ).rows
  assert.deepEqual(await kept(), [nobody, nobody])
  const { body } = await as('GET', `/api/appointments/${appointment}`)
  assert.equal(body.appointment.client_name, 'Cliente eliminado')
  assert.doesNotMatch(JSON.stringify(body), /Ana|1230001|ana@/)
  assert.equal(body.appointment.client_email, null)
  // The version before, which runs beside this one for a moment, writes an invented address.
  await sql`update appointments set client_email = 'eliminado-1f@anonimo.invalid' where id = ${appointment}`.execute(
    db,
  )
  await sql`update client_cards set client_email = 'eliminado-1f@anonimo.invalid' where id = ${card}`.execute(
    db,
  )
  await foldCards({ db })
  assert.deepEqual(await kept(), [nobody, nobody], 'both are where they were')
  assert.notEqual(await cardOf(await book('10:00')), card)
})

test('photos of who asks to be erased are gone at once, from the store too', async () => {
  const { as, book, cardOf, business_id, headers } = await owned()
  const appointment = await book('09:00', { client_id: '1037123455' })
  const card = await cardOf(appointment)
  const image = randomUUID().replaceAll('-', '')
  await sql`insert into images (business_id, name, width, is_private, created_at)
    values (${business_id}, ${image}, 120, true, now())`.execute(db)
  await sql`insert into client_files (business_id, card_id, image, width, kind, written_by, at)
    select ${business_id}, ${card}, ${image}, 120, 'before', user_id, now() from memberships
    where business_id = ${business_id}`.execute(db)
  const asked = await call('POST', `/api/appointments/client/data-request/${appointment}`, {
    headers: { 'idempotency-key': randomUUID() },
    body: {
      client_id: '1037123455',
      client_email: ANA.client_email,
      recaptcha_token: 'dev-token',
      kind: 'erase',
    },
  })
  assert.equal(asked.status, 200, JSON.stringify(asked.body))
  await sql`update appointments set status = 'cancelled' where business_id = ${business_id}`.execute(db)
  const answered = await as('POST', `/api/data-requests/${asked.body.request.id}/answer`, {
    outcome: 'done',
    answer: 'Ya no guardamos nada tuyo.',
  })
  assert.equal(answered.status, 200, JSON.stringify(answered.body))
  const left = await sql`select from images where business_id = ${business_id} and name = ${image}`.execute(
    db,
  )
  assert.equal(left.rows.length, 0, 'the row goes last, after the files')
  assert.equal((await call('GET', `/api/clients/${card}/files/1`, { headers })).status, 404)
})
