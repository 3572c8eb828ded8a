import { alikeCards } from '#server/clients/alike-queries.ts'
import { wholeOf } from '#server/accounts/scope.ts'
import type { BusinessId } from '#server/accounts/session.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database, NOW } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'

const db = await database()
const { call } = await api(db)

async function owned() {
  const who = await owner(call)
  const made = async (client_name: string, more: object = {}) => {
    const answer = await who.as('POST', '/api/clients', { client_name, ...more })
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.client.id as number
  }
  const alike = async (query = '') => {
    const { status, body } = await who.as('GET', `/api/clients/duplicates${query}`)
    assert.equal(status, 200, JSON.stringify(body))
    return body as { pairs: { cards: { id: number }[]; reasons: string[] }[]; total: number; cards: number }
  }
  const pairs = async (query = '') =>
    (await alike(query)).pairs.map(({ cards, reasons }) => [...cards.map(({ id }) => id), ...reasons])
  const say = (act: 'dismiss' | 'restore', ...cards: unknown[]) =>
    who.as('POST', `/api/clients/duplicates/${act}`, { cards })
  return { ...who, made, alike, pairs, say }
}

test('the same telephone, e-mail or document is proposed, and names alike with the same last digits', async () => {
  const { made, pairs, alike } = await owned()
  const a = await made('Camila Rojas', {
    client_phone: '+573004128819',
    client_email: 'camila@correo.example',
  })
  const b = await made('Camila Rojas H', {
    client_phone: '+573004128819',
    client_email: 'CAMILA@correo.example',
  })
  const c = await made('Camila Rojas', { client_phone: '+14134128819' })
  await made('Pedro Gil', { client_phone: '+525544128819' })
  const d = await made('Luz', { client_id: '1037123499' })
  const e = await made('Marta', { client_id: '1037123499' })
  await made('Camila Rojas', { client_phone: '+573009990000' })
  assert.deepEqual(await pairs(), [
    [a, b, 'email', 'phone'],
    [a, c, 'name'],
    [b, c, 'name'],
    [d, e, 'document'],
  ])
  assert.deepEqual(await pairs('?limit=1&offset=3'), [[d, e, 'document']])
  const page = await alike('?limit=1')
  assert.deepEqual([page.total, page.cards, page.pairs.length], [4, 5, 1])
  assert.deepEqual(await pairs(`?card=${e}`), [[d, e, 'document']])
})

test('whoever are two people is remembered, also when one of them is merged, and taken back', async () => {
  const { made, pairs, say, as } = await owned()
  const phone = { client_phone: '+573004128819' }
  const [mother, daughter] = [await made('Rosa Gil', phone), await made('Ana Gil', phone)]
  assert.deepEqual(await pairs(), [[mother, daughter, 'phone']])
  assert.equal((await say('dismiss', daughter, mother)).status, 200)
  assert.equal((await say('dismiss', mother, daughter)).status, 200)
  assert.deepEqual(await pairs(), [])
  const again = await made('Ana María', phone)
  assert.deepEqual((await pairs()).length, 2)
  const merged = await as('POST', '/api/clients/merge', { keep: again, merge: [daughter] })
  assert.deepEqual(await pairs(), [])
  await as('POST', '/api/clients/unmerge', { merge_id: merged.body.merge_id })
  assert.equal((await pairs()).length, 2)
  assert.equal((await say('restore', mother, daughter)).status, 200)
  assert.equal((await pairs()).length, 3)
})

test('cards that are no pair are refused, and another business’s are not there; only who may merge sees pairs', async () => {
  const { made, say, business_id } = await owned()
  const a = await made('Ana')
  const theirs = await (await owned()).made('Ajena')
  for (const cards of [[a], [a, a], [a, 'x'], []]) {
    const { status, body } = await say('dismiss', ...cards)
    assert.deepEqual([status, body.error], [400, 'Elige dos fichas distintas'])
  }
  assert.equal((await say('dismiss', a, theirs)).status, 404)
  const { headers } = await memberOf(db, business_id, 'reception')
  assert.equal((await call('GET', '/api/clients/duplicates', { headers })).status, 403)
})

test('bookings of one new client at once that make several cards are proposed', async () => {
  const who = await owner(call)
  await who.as('PATCH', '/api/businesses/profile', { max_future_appointments: 100 })
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const answers = await Promise.all(
    Array.from({ length: 36 }, (_, n) =>
      call('POST', '/api/appointments/public', {
        headers: { 'idempotency-key': `n${n}` },
        body: booking(place, {
          appointment_date: `2026-12-0${1 + Math.floor(n / 9)}`,
          appointment_time: `${String(9 + (n % 9)).padStart(2, '0')}:00`,
          client_name: 'Nueva Persona',
          client_phone: '+573007770000',
          client_email: 'nueva@correo.example',
          client_id: '',
        }),
      }),
    ),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201])
  const { body: list } = await who.as('GET', '/api/clients')
  for (;;) {
    const { body } = await who.as('GET', '/api/clients/duplicates?limit=1')
    if (body.total === 0) break
    const [keep, other] = body.pairs[0].cards.map(({ id }: { id: number }) => id)
    assert.equal((await who.as('POST', '/api/clients/merge', { keep, merge: [other] })).status, 200)
  }
  const { body: left } = await who.as('GET', '/api/clients')
  assert.ok(list.total >= 1)
  assert.deepEqual([left.total, left.clients[0].appointments], [1, 36])
})

test('thousands of cards with one telephone are not compared each with each', async () => {
  const { business_id, made } = await owned()
  await made('Primera')
  await sql`
    insert into client_cards (business_id, client_name, client_phone, source, created_at)
    select ${business_id}, 'Persona ' || n, '+573000000000', 'import', now() from generate_series(1, 5000) n`.execute(
    db,
  )
  const { pairs, total } = await alikeCards(db, wholeOf(business_id as BusinessId), NOW, {
    limit: 50,
    offset: 0,
  })
  assert.equal(pairs.length, 50)
  assert.ok(total > 40_000 && total <= 50_000, `${total}`)
})
