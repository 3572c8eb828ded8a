/** An appointment that becomes another person's: what was of the first one is neither shown to the second nor done to them. */
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { sql } from 'kysely'
import { SECOND_THOUGHTS_MS } from '#server/appointments/change-queries.ts'
import { foldCards } from '#server/clients/fold-queries.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { sendDue } from '#server/messages/send.ts'
import { api, booking, database, NOW } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { senderDeps } from '../sender.ts'

const db = await database()
const { call, clock } = await api(db)

let people = 0
const person = (name: string) => {
  const n = ++people
  return {
    client_name: `${name} Ruiz`,
    client_email: `${name.toLowerCase()}${n}@correo.example`,
    client_phone: `+573${String(100_000_000 + n)}`,
    client_id: `10203040${10 + n}`,
  }
}
type Person = ReturnType<typeof person>

/** A business with an appointment of Ana's, and one of hers before it when `isKnown`; all are over when it is asked. */
async function place({ isKnown = true } = {}) {
  clock.now = NOW
  await sql`truncate attempts`.execute(db)
  const shop = await owner(call)
  const offer = await withOffer(shop)
  const [ana, beto] = [person('Ana'), person('Beto')]
  const book = async (who: Person, appointment_time: string, appointment_date = '2026-11-20') => {
    const { body, status } = await call('POST', '/api/appointments/public', {
      body: booking({ ...shop, ...offer }, { ...who, appointment_date, appointment_time }),
    })
    assert.equal(status, 201, body.error)
    return { id: body.appointment.id as number, token: body.portal_token as string }
  }
  if (isKnown) await book(ana, '11:00')
  const { id, token } = await book(ana, '12:00')
  const giveAway = async (to: object = beto) => {
    const given = await shop.as('PATCH', `/api/appointments/${id}`, to)
    assert.equal(given.status, 200, given.body.error)
    clock.now = NOW + 6 * 3_600_000
  }
  return { ...shop, ana, beto, id, token, giveAway, book }
}
type Place = Awaited<ReturnType<typeof place>>

/** What is asked stands before what the database does now, whatever the clock of the test. */
async function ask({ id, business_id }: Place, body: object, access: Partial<Person>) {
  const { client_id, client_email } = access
  const asked = await call('POST', `/api/appointments/client/data-request/${id}`, {
    headers: { 'idempotency-key': randomUUID() },
    body: { client_id, client_email, recaptcha_token: 'dev-token', ...body },
  })
  assert.equal(asked.status, 200, asked.body.error)
  await sql`update data_requests set received_at = now() - interval '1 minute' where business_id = ${business_id}`.execute(
    db,
  )
  return asked.body.request.id as number
}
const answer = async ({ headers }: Place, id: number) => {
  const { status, body } = await call('POST', `/api/data-requests/${id}/answer`, {
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: { outcome: 'done', answer: 'Listo' },
  })
  assert.equal(status, 200, body.error)
}

const cardOf = async ({ business_id }: Place, { client_email }: Person) => {
  const { rows } = await sql<{ id: number; row: string }>`
    select id, client_name || client_phone as row from client_cards
    where business_id = ${business_id} and client_email = ${client_email} and forgotten_at is null`.execute(
    db,
  )
  return rows[0]
}

/** All that is kept of a business, as text. */
async function everythingOf({ business_id }: Place) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'business_id' and table_name in (
      select table_name from information_schema.tables where table_type = 'BASE TABLE')`.execute(db)
  let all = ''
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`
      select t::text as row from ${sql.table(name)} t where business_id = ${business_id}`.execute(db)
    all += rows.map(({ row }) => `${name} ${row}\n`).join('')
  }
  return all
}

/** What is sent of a business once the time for second thoughts is over. */
async function sent({ business_id }: Place) {
  const mails: Mail[] = []
  const mailer: Mailer = {
    async send(mail, beforeLastByte) {
      await beforeLastByte()
      mails.push(mail)
    },
    async close() {},
  }
  clock.now += SECOND_THOUGHTS_MS
  await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
  return mails.filter(({ messageId }) => messageId.includes(`.${business_id}@`))
}

/** Forgets the first person, once their own appointment is over. */
async function forget({ as, ana }: Place) {
  clock.now = Math.max(clock.now, NOW + 6 * 3_600_000)
  const { status, body } = await as('POST', '/api/businesses/clients/forget', {
    client_email: ana.client_email,
  })
  assert.equal(status, 200, body.error)
}

/** The token of a mail to this e-mail. */
async function linkOf({ business_id }: Place, { client_email }: Person) {
  const secret = randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(secret).digest()
  const created_at = new Date(clock.now).toISOString()
  await db.insertInto('portal_tokens').values({ business_id, client_email, token_hash, created_at }).execute()
  return `${business_id}.${secret}`
}

test('to erase the first person erases them, and nothing of the second', async () => {
  const shop = await place()
  const request = await ask(shop, { kind: 'erase', details: 'Soy Ana' }, shop.ana)
  await shop.giveAway()
  const shown = (await shop.as('GET', `/api/data-requests/${request}`)).body
  assert.deepEqual(
    [shown.request.is_given_away, shown.request.client_phone, shown.request.card_id, shown.held],
    [true, '', null, ''],
  )
  const before = await cardOf(shop, shop.beto)
  await answer(shop, request)
  assert.deepEqual(await cardOf(shop, shop.beto), before)
  assert.equal(
    (await shop.as('GET', `/api/appointments/${shop.id}`)).body.appointment.client_name,
    'Beto Ruiz',
  )
  assert.equal(await cardOf(shop, shop.ana), undefined)
})

test('the card of their only appointment, which is the second one’s now, stays; given back, it is theirs again', async () => {
  const shop = await place({ isKnown: false })
  const request = await ask(shop, { kind: 'erase' }, shop.ana)
  await shop.giveAway()
  await answer(shop, request)
  await foldCards({ db })
  const left = (await everythingOf(shop))
    .split('\n')
    .filter((row) => !row.includes(`data_answered_client:${request}`))
  for (const trace of ['Ana', shop.ana.client_email, shop.ana.client_phone, shop.ana.client_id])
    assert.deepEqual(
      left.filter((row) => row.includes(trace)),
      [],
      trace,
    )
  const nameNow = async () =>
    (await shop.as('GET', `/api/appointments/${shop.id}`)).body.appointment.client_name as string
  assert.equal(await nameNow(), 'Beto Ruiz')

  const back = await place({ isKnown: false })
  const asked = await ask(back, { kind: 'erase' }, back.ana)
  await back.giveAway()
  await back.giveAway(back.ana)
  await answer(back, asked)
  const { appointment } = (await back.as('GET', `/api/appointments/${back.id}`)).body
  assert.equal(appointment.client_name, 'Cliente eliminado')
})

test('what the first person withdraws is theirs, and what the second agreed to stays', async () => {
  const shop = await place()
  const request = await ask(shop, { kind: 'revoke' }, shop.ana)
  await shop.giveAway()
  await answer(shop, request)
  const { rows } = await sql<{ card_id: number; purpose: string }>`
    select card_id, purpose from consents where business_id = ${shop.business_id} and not given order by purpose`.execute(
    db,
  )
  const { id } = (await cardOf(shop, shop.ana))!
  assert.deepEqual(
    rows.map(({ card_id, purpose }) => [card_id, purpose]),
    ['health_data', 'marketing', 'service', 'whatsapp'].map((purpose) => [id, purpose]),
  )
})

test('forgetting the second person answers nothing of the first, also after a third', async () => {
  const shop = await place()
  const of_ana = await ask(shop, { kind: 'consult' }, shop.ana)
  await shop.giveAway()
  await sql`update appointments set given_away_at = now() - interval '30 seconds' where id = ${shop.id}`.execute(
    db,
  )
  const of_beto = await ask(shop, { kind: 'correct', details: 'Con be' }, shop.beto)
  await sql`update data_requests set received_at = now() - interval '1 hour' where id = ${of_ana}`.execute(db)
  await sql`update data_requests set received_at = now() - interval '1 second' where id = ${of_beto}`.execute(
    db,
  )
  const apart = async () =>
    (await shop.as('GET', '/api/data-requests')).body.requests
      .map((one: any) => [one.id, one.is_given_away])
      .sort()
  assert.deepEqual(await apart(), [
    [of_ana, true],
    [of_beto, false],
  ])
  const carla = person('Carla')
  await shop.giveAway(carla)
  assert.deepEqual(await apart(), [
    [of_ana, true],
    [of_beto, true],
  ])
  const { status } = await shop.as('POST', '/api/businesses/clients/forget', {
    client_email: carla.client_email,
  })
  assert.equal(status, 200)
  assert.equal((await apart()).length, 2)
})

for (const [title, order, gone] of [
  ['the second of three leaves the others what they asked, wrote and were told', 'ana beto carla', 'beto'],
  [
    'whoever had it between leaves whose it is again what they asked, wrote and were told',
    'ana beto ana',
    'beto',
  ],
  ['whoever had it twice leaves the others all of theirs', 'ana beto ana carla', 'ana'],
  ['the second of two of one first name leaves the first theirs', 'ana anita carla', 'anita'],
] as const)
  test(`of the people of an appointment, forgetting ${title}`, async () => {
    const shop = await place()
    const anita = { ...person('Anita'), client_name: 'Ana Gómez' }
    const people: Record<string, Person> = { ana: shop.ana, beto: shop.beto, carla: person('Carla'), anita }
    const held = order.split(' ')
    const request = await ask(shop, { kind: 'consult', details: 'Qué saben de mí' }, shop.ana)
    await sql`update data_requests set received_at = ${new Date(NOW + 60_000).toISOString()} where id = ${request}`.execute(
      db,
    )
    for (const [i, name] of held.entries()) {
      const { client_phone } = people[name]!
      clock.now = NOW + 2 * i * 3_600_000
      if (i > 0) await shop.giveAway(people[name])
      const at = new Date(NOW + (2 * i + 1) * 3_600_000).toISOString()
      await sql`
        insert into inbound_messages (business_id, provider_id, kind, text, appointment_id, from_phone, handled, at)
        values (${shop.business_id}, ${at}, 'text', 'Soy yo', ${shop.id}, ${client_phone}, 'asked', ${at})`.execute(
        db,
      )
      await sql`
        insert into messages (business_id, once, kind, appointment_id, recipient, channel, state, created_at, settled_at)
        values (${shop.business_id}, ${at}, 'whatsapp_booked', ${shop.id}, ${client_phone}, 'whatsapp', 'sent', ${at}, ${at})`.execute(
        db,
      )
    }
    const { client_email, client_phone, client_id } = people[gone]!
    const { status, body } = await shop.as('POST', '/api/businesses/clients/forget', { client_email })
    assert.equal(status, 200, body.error)
    await foldCards({ db })
    const left = (await everythingOf(shop)).split('\n')
    for (const trace of [client_email, client_phone, client_id])
      assert.deepEqual(
        left.filter((row) => row.includes(trace)),
        [],
        trace,
      )
    for (const name of new Set(held.filter((one) => one !== gone))) {
      const theirs = left.filter((row) => row.includes(people[name]!.client_phone))
      const times = held.filter((one) => one === name).length
      for (const table of ['inbound_messages', 'messages'])
        assert.equal(theirs.filter((row) => row.startsWith(`${table} `)).length, times, `${table} of ${name}`)
    }
    if (gone === 'ana') return
    const asked = (await shop.as('GET', `/api/data-requests/${request}`)).body.request
    assert.deepEqual(
      [asked.outcome, asked.client_name, asked.client_email, asked.details],
      [null, 'Ana Ruiz', shop.ana.client_email, 'Qué saben de mí'],
    )
    const waits = left.filter((row) => row.includes(`data_request_owner:${request}`))
    assert.deepEqual([waits.length, waits.filter((row) => row.includes('skipped'))], [1, []])
  })

test('the second person reads neither what the first asked nor what they were answered or wrote', async () => {
  const shop = await place({ isKnown: false })
  const request = await ask(shop, { kind: 'consult', details: 'Qué saben de Ana' }, shop.ana)
  await answer(shop, request)
  await sql`
    insert into inbound_messages (business_id, provider_id, kind, text, appointment_id, from_phone, handled, at)
    values (${shop.business_id}, 'x', 'text', 'Soy Ana', ${shop.id}, ${shop.ana.client_phone}, 'asked', now() - interval '1 minute')`.execute(
    db,
  )
  await shop.giveAway()
  await foldCards({ db })
  // As a card that a booking made, it is theirs for sure.
  await sql`update client_cards set created_at = now() + interval '1 day' where business_id = ${shop.business_id}`.execute(
    db,
  )
  const token = await linkOf(shop, shop.beto)
  const opened = await call('GET', `/api/client-auth/validate-token?token=${token}`)
  assert.equal(opened.body.appointments.length, 1, opened.body.error)
  assert.deepEqual(opened.body.data_requests, [])
  const copy = await call('POST', '/api/appointments/client/data-copy', { body: { token } })
  assert.equal(copy.status, 200, copy.body.error)
  assert.notEqual(copy.body.data.card, null)
  assert.doesNotMatch(JSON.stringify(copy.body), /Ana|ana\d/)
  assert.ok(!JSON.stringify(copy.body).includes(shop.ana.client_phone))
})

for (const [by, isKnown] of [
  ['card', true],
  ['e-mail', false],
] as const)
  test(`forgetting the first person by ${by} leaves nothing of them at the appointment, and all of the second`, async () => {
    const shop = await place({ isKnown })
    await ask(shop, { kind: 'consult', details: 'Qué saben de Ana' }, shop.ana)
    await sql`
      insert into inbound_messages (business_id, provider_id, kind, text, appointment_id, from_phone, handled, at)
      values (${shop.business_id}, 'y', 'text', 'Soy Ana', ${shop.id}, ${shop.ana.client_phone}, 'asked', ${new Date(NOW).toISOString()})`.execute(
      db,
    )
    await sql`
      insert into messages (business_id, once, kind, appointment_id, recipient, channel, state, created_at, settled_at)
      select ${shop.business_id}, 'told ' || at, 'whatsapp_booked', ${shop.id}, recipient, 'whatsapp', 'sent', at, at
      from (values (${shop.ana.client_phone}, ${new Date(NOW).toISOString()}::timestamptz),
        (${shop.beto.client_phone}, ${new Date(NOW + 3_600_000).toISOString()}::timestamptz)) m (recipient, at)`.execute(
      db,
    )
    await shop.giveAway()
    await foldCards({ db })
    // What was sent of the booking and of the change has left.
    await sql`update messages set state = 'sent', settled_at = created_at
      where business_id = ${shop.business_id} and state = 'queued' and created_at <= ${new Date(NOW).toISOString()}`.execute(
      db,
    )
    const { status, body } = isKnown
      ? await shop.as('POST', `/api/clients/${(await cardOf(shop, shop.ana))!.id}/forget`)
      : await shop.as('POST', '/api/businesses/clients/forget', { client_email: shop.ana.client_email })
    assert.equal(status, 200, body.error)
    const left = await everythingOf(shop)
    for (const trace of ['Ana', shop.ana.client_email, shop.ana.client_phone, shop.ana.client_id])
      assert.deepEqual(
        left.split('\n').filter((row) => row.includes(trace)),
        [],
        trace,
      )
    const stays = left.split('\n').filter((row) => row.includes(shop.beto.client_phone))
    assert.deepEqual(
      ['appointments', 'client_cards', 'messages'].filter((table) =>
        stays.some((row) => row.startsWith(`${table} `)),
      ),
      ['appointments', 'client_cards', 'messages'],
    )
    const again = await shop.as('POST', '/api/businesses/clients/forget', {
      client_email: shop.ana.client_email,
    })
    assert.equal(again.status, 404)
  })

test('that the first person comes says nothing of the second; a corrected name says it still', async () => {
  const shop = await place()
  const confirmed = async () =>
    (await shop.as('GET', `/api/appointments/${shop.id}`)).body.appointment.client_confirmed_at as
      number | null
  const { status, body } = await call('POST', '/api/appointments/client/confirm', {
    body: { token: shop.token, appointment_id: shop.id },
  })
  assert.equal(status, 200, body.error)
  await shop.giveAway({ client_name: 'Ana María Ruiz' })
  await shop.giveAway({ client_phone: '+573009990011' })
  assert.notEqual(await confirmed(), null)
  await shop.giveAway()
  assert.equal(await confirmed(), null)
  const { history } = (await shop.as('GET', `/api/appointments/${shop.id}`)).body
  const [given] = history.filter(({ old }: any) => old.client_name === 'Ana María Ruiz')
  assert.ok(given.old.client_confirmed_at, 'its history tells that it was')
})

test('of changes after the first person was forgotten the second is told, with numbers that go on', async () => {
  const shop = await place({ isKnown: false })
  const { id } = await shop.book(shop.ana, '10:00', '2026-11-24')
  const change = async (body: object) => {
    const { status, body: answered } = await shop.as('PATCH', `/api/appointments/${id}`, body)
    assert.equal(status, 200, answered.error)
  }
  await sent(shop)
  await change({ appointment_time: '11:00' })
  await sent(shop)
  await change(shop.beto)
  await sent(shop)
  await forget(shop)
  await change({ appointment_date: '2026-11-25', appointment_time: '15:00' })
  const [moved, ...more] = await sent(shop)
  assert.deepEqual([moved!.to, moved!.subject, more.length], [shop.beto.client_email, 'Cita reprogramada', 0])
  assert.match(String(moved!.attachments![0]!.content), /SEQUENCE:3/)
})

test('news of the giving over that waits tells the second person of an appointment, and keeps nothing of the first', async () => {
  const shop = await place({ isKnown: false })
  await sent(shop)
  const { id } = await shop.book(shop.ana, '10:00', '2026-11-24')
  clock.now += 60_000
  const { status } = await shop.as('PATCH', `/api/appointments/${id}`, {
    ...shop.beto,
    appointment_time: '11:00',
  })
  assert.equal(status, 200)
  await forget(shop)
  const left = await everythingOf(shop)
  for (const trace of ['Ana', shop.ana.client_email, shop.ana.client_phone, shop.ana.client_id])
    assert.deepEqual(
      left.split('\n').filter((row) => row.includes(trace)),
      [],
      trace,
    )
  const mails = (await sent(shop)).filter(({ to }) => to === shop.beto.client_email)
  assert.deepEqual([...new Set(mails.map(({ subject }) => subject))], ['Cita confirmada'])
})

test('two who had each other’s appointments are forgotten at the same moment, and one who is while their request is answered', async () => {
  const forgetting = (shop: Place, { client_email }: Person) =>
    shop.as('POST', '/api/businesses/clients/forget', { client_email })
  for (let i = 0; i < 6; i++) {
    const shop = await place()
    const { id } = await shop.book(shop.beto, '13:00')
    assert.equal((await shop.as('PATCH', `/api/appointments/${id}`, shop.ana)).status, 200)
    await shop.giveAway()
    const both = await Promise.all([forgetting(shop, shop.ana), forgetting(shop, shop.beto)])
    for (const { status, body } of both) assert.equal(status, 200, body.error)
  }
  for (let i = 0; i < 6; i++) {
    const shop = await place({ isKnown: false })
    const request = await ask(shop, { kind: 'erase' }, shop.ana)
    clock.now = NOW + 6 * 3_600_000
    const [forgotten, answered] = await Promise.all([
      forgetting(shop, shop.ana),
      shop.as('POST', `/api/data-requests/${request}/answer`, { outcome: 'done', answer: 'Listo' }),
    ])
    // Whoever comes first has done it.
    assert.ok([200, 404].includes(forgotten.status), forgotten.body.error)
    assert.ok([200, 409].includes(answered.status), answered.body.error)
  }
})

test('the zone of the phone that booked it goes with its booker, and stays where a name is corrected', async () => {
  const at = await place()
  const zone = async () => {
    const { client_timezone } = await db
      .selectFrom('appointments')
      .select('client_timezone')
      .where('business_id', '=', at.business_id)
      .where('id', '=', at.id)
      .executeTakeFirstOrThrow()
    return client_timezone
  }
  await sql`update appointments set client_timezone = 'Europe/Madrid' where business_id = ${at.business_id}`.execute(
    db,
  )
  await at.giveAway({ client_name: 'Anna Ruiz' })
  assert.equal(await zone(), 'Europe/Madrid')
  await at.giveAway()
  assert.equal(await zone(), null)
})
