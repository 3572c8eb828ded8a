import { foldCards } from '#server/clients/fold-queries.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call } = await api(db)

async function owned() {
  const who = await owner(call)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  let hour = 9
  const book = async (client: object) => {
    const at = { appointment_time: `${String(hour++).padStart(2, '0')}:00` }
    const answer = await call('POST', '/api/appointments/public', {
      body: booking(place, { ...at, ...client }),
    })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.appointment as { id: number }
  }
  const change = async (id: number, changes: object) => {
    const answer = await who.as('PATCH', `/api/appointments/${id}`, changes)
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
  }
  const card = async (id: number) =>
    (await db.selectFrom('appointments').select('card_id').where('id', '=', id).executeTakeFirstOrThrow())
      .card_id
  const cards = () =>
    db
      .selectFrom('client_cards')
      .select(['id', 'client_name', 'client_phone', 'appointments', 'merged_into'])
      .where('business_id', '=', who.business_id)
      .orderBy('id')
      .execute()
  return { ...who, place, book, change, card, cards }
}
const ana = {
  client_name: 'Ana Ruiz',
  client_phone: '+573001230001',
  client_email: 'ana@correo.example',
  client_id: '',
}
const pedro = {
  client_name: 'Pedro Gil',
  client_phone: '+573001230002',
  client_email: 'pedro@correo.example',
  client_id: '',
}

test('an appointment given to another person goes to that one’s card, and a card that is left empty goes', async () => {
  const { book, change, card, cards } = await owned()
  const [of_ana, again, of_pedro] = [await book(ana), await book(ana), await book(pedro)]
  const { client_id: _, ...his } = pedro
  await change(again.id, his)
  assert.equal(await card(again.id), await card(of_pedro.id))
  assert.notEqual(await card(again.id), await card(of_ana.id))
  // To somebody new.
  await change(again.id, {
    client_name: 'Luz Mar',
    client_phone: '+573001230003',
    client_email: 'luz@correo.example',
  })
  const luz = await card(again.id)
  assert.ok(luz && luz !== (await card(of_ana.id)) && luz !== (await card(of_pedro.id)))
  await foldCards({ db })
  assert.deepEqual(
    (await cards()).map(({ client_name, appointments }) => [client_name, appointments]),
    [
      ['Ana Ruiz', 1],
      ['Pedro Gil', 1],
      ['Luz Mar', 1],
    ],
  )
  // The only one of hers, given back to Ana: nothing is left of her card.
  const { client_id: __, ...hers } = ana
  await change(again.id, hers)
  await foldCards({ db })
  assert.deepEqual(
    (await cards()).map(({ client_name, appointments }) => [client_name, appointments]),
    [
      ['Ana Ruiz', 2],
      ['Pedro Gil', 1],
    ],
  )
})

test('what is corrected stays on its card, which follows while it says nothing else', async () => {
  const { book, change, card, cards, as } = await owned()
  const one = await book({ ...ana, client_name: 'Aan Riuz' })
  const before = await card(one.id)
  await change(one.id, { client_name: 'Lina Ruiz', client_phone: '+573009998877' })
  assert.equal(await card(one.id), before)
  await foldCards({ db })
  assert.deepEqual(
    (await cards()).map(({ client_name, client_phone }) => [client_name, client_phone]),
    [['Lina Ruiz', '+573009998877']],
  )
  // Somebody wrote on it: it is a person, and another name another one.
  await as('POST', `/api/clients/${before}/notes`, { body: 'Prefiere la tarde' })
  await change(one.id, { client_phone: '+573009998866' })
  assert.equal(await card(one.id), before, 'the same e-mail and name')
  await change(one.id, {
    client_name: 'Marta',
    client_phone: '+573004440000',
    client_email: 'marta@correo.example',
  })
  assert.notEqual(await card(one.id), before)
  await foldCards({ db })
  assert.equal((await cards()).length, 2, 'a card with a note is not removed')
})

test('forty changes, bookings and sums of the same two people at once: each appointment has a card of its person', async () => {
  const { book, change, card, business_id } = await owned()
  const made = [await book(ana), await book(ana), await book(pedro), await book(pedro)]
  const { client_id: _, ...hers } = ana
  const { client_id: __, ...his } = pedro
  await Promise.all([
    ...Array.from({ length: 40 }, (_, n) => change(made[n % 4]!.id, n % 3 ? hers : his)),
    ...Array.from({ length: 20 }, () => foldCards({ db })),
    book(ana),
    book(pedro),
  ])
  await foldCards({ db })
  const { rows } = await sql<{ name: string; card: string }>`
    select a.client_name as name, c.client_name as card from appointments a
    join client_cards c on c.business_id = a.business_id and c.id = a.card_id
    where a.business_id = ${business_id}`.execute(db)
  assert.equal(rows.length, 6)
  for (const { name, card } of rows) assert.equal(name, card)
  assert.ok(await card(made[0]!.id))
})

test('a blocked client does not book, and goes on with what is booked: moves it and cancels it by the portal', async () => {
  const { book, card, as, place } = await owned()
  const { id } = await book({ ...ana, client_id: '1037123499' })
  assert.equal((await as('POST', `/api/clients/${await card(id)}/block`, {})).status, 200)
  const refused = await call('POST', '/api/appointments/public', {
    body: booking(place, { ...ana, appointment_time: '15:00' }),
  })
  assert.equal(refused.status, 409)
  assert.match(refused.body.error, /^Para reservar, comunícate con /)
  const herself = { client_id: '1037123499', client_email: ana.client_email }
  const wish = { ...herself, new_date: '2026-11-24', new_time: '16:00' }
  const moved = await call('POST', `/api/appointments/client/reschedule/${id}`, { body: wish })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const cancelled = await call('POST', `/api/appointments/client/cancel/${id}`, { body: herself })
  assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
})

test('the database keeps merges flat: of two that cross one is refused, and a merged card is never merged again', async () => {
  const { book, card } = await owned()
  const [a, b, c] = [
    (await card((await book(ana)).id))!,
    (await card((await book(pedro)).id))!,
    (await card(
      (
        await book({
          ...ana,
          client_name: 'Zoé',
          client_phone: '+573001230007',
          client_email: 'z@correo.example',
        })
      ).id,
    ))!,
  ]
  const merge = (one: number, into: number) =>
    sql`update client_cards set merged_into = ${into} where id = ${one}`.execute(db)
  const crossing = await Promise.allSettled([merge(a, b), merge(b, a)])
  assert.equal(crossing.filter(({ status }) => status === 'fulfilled').length, 1)
  const { rows } = await sql<{ id: number }>`
    select id from client_cards where id in (${a}, ${b}) and merged_into is not null`.execute(db)
  assert.equal(rows.length, 1)
  const merged = rows[0]!.id
  await assert.rejects(merge(c, merged), /never merged again/)
  await assert.rejects(merge(merged === a ? b : a, c), /never merged again/)
})

test('a name whose accents are characters of their own is the same person, and is found by either', async () => {
  const { book, card, as } = await owned()
  const client_phone = '+573001239988'
  const name = (form: 'NFC' | 'NFD') => 'José Muñoz'.normalize(form)
  const ids = []
  for (const form of ['NFD', 'NFC', 'NFD'] as const)
    ids.push(await card((await book({ client_name: name(form), client_phone })).id))
  assert.equal(new Set(ids).size, 1)
  for (const form of ['NFC', 'NFD'] as const)
    for (const [url, list] of [
      ['/api/clients', 'clients'],
      ['/api/appointments', 'appointments'],
    ] as const) {
      const { body } = await as('GET', `${url}?q=${encodeURIComponent(name(form))}`)
      assert.deepEqual(
        [body[list].length, body[list][0]?.client_name],
        [list === 'clients' ? 1 : 3, name('NFC')],
        form,
      )
    }
})
