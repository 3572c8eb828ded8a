/** A booking for the client of a card, by whoever does not see how to reach them: the card says it, not the browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role, Switches } from '#domain/permissions.ts'
import { api, database } from '../helper.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call } = await api(db, { env: { REQUEST_SECONDS: '290' } })
const home = await twoProfessionals(call, db)
const { who, place } = home

const ROSA = {
  client_name: 'Rosa Propia',
  client_phone: '+573154448819',
  client_email: 'rosa@correo.example',
  client_id: '1037123411',
}
const made = async (body: object) => (await who.as('POST', '/api/clients', body)).body.client.id as number

let nth = 0
const at = () => {
  const [day, hour] = [26 + (nth > 4 ? 1 : 0), 9 + (nth++ % 5)]
  return { appointment_date: `2026-11-${day}`, appointment_time: `${String(hour).padStart(2, '0')}:00` }
}
const choice = () => ({ service_id: place.service_id, professional_id: place.professional_id, ...at() })
const member = (role: Role, switches: Switches = {}, professional_id: number | null = null) =>
  memberOf(db, who.business_id, role, { switches, professional_id })
const book = (headers: Record<string, string>, body: object) =>
  call('POST', '/api/appointments', { headers, body: { ...choice(), ...body } })
const stored = (id: number) =>
  db
    .selectFrom('appointments')
    .select(['client_name', 'client_phone', 'client_email', 'client_id', 'card_id'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

const card = await made(ROSA)
// The professional has had an appointment with her, and so sees the card.
const first = await book(who.headers, { card_id: card, as_on_card: true })
assert.equal(first.status, 201, JSON.stringify(first.body))

const own = place.professional_id
for (const [name, role, switches, professional_id, masks] of [
  ['the owner', 'owner', {}, null, false],
  ['a manager', 'manager', {}, null, false],
  ['reception', 'reception', {}, null, false],
  ['a professional', 'professional', {}, own, true],
  ['a professional who sees phones', 'professional', { 'clients:own-phones': true }, own, false],
] as const)
  test(`${name}: telephone, e-mail and document come from the card, and the confirmation goes there`, async () => {
    const { headers } = await member(role, switches, professional_id)
    const booked = await book(headers, { card_id: card, as_on_card: true })
    assert.equal(booked.status, 201, JSON.stringify(booked.body))
    const { id } = booked.body.appointment
    assert.deepEqual(await stored(id), { ...ROSA, card_id: card })
    const { recipient } = await db
      .selectFrom('messages')
      .select('recipient')
      .where('appointment_id', '=', id)
      .where('kind', '=', 'booked_client')
      .executeTakeFirstOrThrow()
    assert.equal(recipient, ROSA.client_email)
    assert.equal(JSON.stringify(booked.body).includes('4448819'), !masks)
    assert.equal(JSON.stringify(booked.body).includes(ROSA.client_email), !masks)
  })

test('what the browser holds of the person counts for nothing; a masked telephone is refused', async () => {
  const { headers } = await member('professional', {}, own)
  const other = { client_name: 'Otra', client_phone: '+573001112233', client_email: 'otra@correo.example' }
  const booked = await book(headers, { card_id: card, as_on_card: true, ...other, client_id: '87654321' })
  assert.equal(booked.status, 201)
  assert.deepEqual(await stored(booked.body.appointment.id), { ...ROSA, card_id: card })
  const masked = {
    client_name: ROSA.client_name,
    client_phone: '315 ••• 8819',
    client_email: 'r•••@correo.example',
  }
  for (const more of [{}, { walk_in: true }, { as_on_card: true }]) {
    const answer = await book(headers, { card_id: card, ...masked, ...more })
    assert.equal(answer.status, 400, JSON.stringify(answer.body))
    assert.ok(answer.body.fields.client_phone)
  }
})

test('another’s client, no card, one that is gone and one of another business are refused, and nothing is stored', async () => {
  const count = async () => (await db.selectFrom('appointments').select('id').execute()).length
  const [others, gone] = [
    await made({ ...ROSA, client_name: 'Otilia Ajena', client_phone: '+573154440000' }),
    await made({ ...ROSA, client_name: 'Gina Borrada', client_phone: '+573154441111' }),
  ]
  assert.equal((await who.as('POST', `/api/clients/${gone}/forget`)).status, 200)
  const elsewhere = await twoProfessionals(call, db)
  const { service_id, professional_id } = elsewhere.place
  const theirs = { service_id, professional_id, appointment_date: '2026-11-26', appointment_time: '15:00' }
  const { headers } = await member('professional', {}, own)
  const before = await count()
  const free = at()
  for (const [status, body] of [
    [404, { card_id: others, as_on_card: true, ...free }],
    [404, { card_id: gone, as_on_card: true, ...free }],
    [404, { card_id: 999_999_999, as_on_card: true, ...free }],
    [400, { as_on_card: true, ...free }],
  ] as const)
    assert.equal((await book(headers, body)).status, status, JSON.stringify(body))
  assert.equal(
    (await book(elsewhere.who.headers, { card_id: card, as_on_card: true, ...theirs })).status,
    404,
  )
  const looks = await member('professional', { 'appointments:own-write': false }, own)
  assert.equal((await book(looks.headers, { card_id: card, as_on_card: true })).status, 403)
  assert.equal(await count(), before)
})

test('a card with a name alone is booked for; one that became part of another means that one', async () => {
  const alone = await made({ client_name: 'Nadia Sola' })
  const booked = await book(who.headers, { card_id: alone, as_on_card: true })
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  assert.deepEqual(await stored(booked.body.appointment.id), {
    client_name: 'Nadia Sola',
    client_phone: '',
    client_email: null,
    client_id: null,
    card_id: alone,
  })
  const keep = await made({ client_name: 'Nadia Sola Paz', client_phone: '+573154442222' })
  assert.equal((await who.as('POST', '/api/clients/merge', { keep, merge: [alone] })).status, 200)
  const again = await book(who.headers, { card_id: alone, as_on_card: true })
  assert.equal(again.status, 201, JSON.stringify(again.body))
  const { client_name, card_id } = await stored(again.body.appointment.id)
  assert.deepEqual([client_name, card_id], ['Nadia Sola Paz', keep])
})

test('a lost answer is given again, though the card was changed meanwhile', async () => {
  const lia = await made({ client_name: 'Lía Lejana', client_phone: '+573154443333' })
  const { headers } = who
  const body = { card_id: lia, as_on_card: true, ...choice() }
  const send = () =>
    call('POST', '/api/appointments', {
      headers: { ...headers, 'idempotency-key': 'lia-1-0000000000' },
      body,
    })
  const [one, two] = await Promise.all([send(), send()])
  assert.deepEqual([one.status, two.status], [201, 201])
  assert.equal(one.body.appointment.id, two.body.appointment.id)
  const { id } = one.body.appointment
  const changed = await who.as('PATCH', `/api/clients/${lia}`, { client_phone: '+573154445555', version: 1 })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const late = await send()
  assert.deepEqual([late.status, late.body.appointment?.id], [201, id], JSON.stringify(late.body))
  assert.equal((await stored(id)).client_phone, '+573154443333', 'as it was booked')
})
