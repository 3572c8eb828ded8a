import { foldCards } from '#server/clients/fold-queries.ts'
import { TAG_SENTENCES } from '#domain/tag.ts'
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
  const made = async (body: object) => (await who.as('POST', '/api/clients', body)).body.client.id as number
  const tag = (card: number, label: string, more: object = {}) =>
    who.as('POST', `/api/clients/${card}/tags`, { label, ...more })
  const labels = async (card: number) =>
    (await who.as('GET', `/api/clients/${card}`)).body.client?.tags.map((each: any) => each.label)
  const names = async (query: string) =>
    (await who.as('GET', `/api/clients?${query}`)).body.clients.map((each: any) => each.client_name)
  const all = async () => {
    const answer = await who.as('GET', '/api/clients/tags')
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.tags
  }
  return { ...who, made, tag, labels, names, all }
}

test('a tag is made on the first card, found again without accents, and filters and finds', async () => {
  const { made, tag, labels, names, all, as } = await owned()
  const [ana, luz] = [await made({ client_name: 'Ana' }), await made({ client_name: 'Luz' })]
  const first = await tag(ana, '  Uñas   acrílicas ', { colour: 4 })
  assert.deepEqual(
    [first.status, first.body.tags.map(({ label, colour }: any) => [label, colour])],
    [200, [['Uñas acrílicas', 4]]],
  )
  // Answers may be lost and requests come again: nothing changes.
  assert.deepEqual((await tag(ana, 'UÑAS ACRILICAS')).body, first.body)
  await tag(luz, 'uñas acrilicas')
  await tag(luz, 'VIP')
  assert.deepEqual(await labels(luz), ['Uñas acrílicas', 'VIP'])
  const tags = await all()
  assert.deepEqual(
    tags.map(({ label }: any) => label),
    ['Uñas acrílicas', 'VIP'],
  )
  assert.notEqual(tags[1].colour, 4, 'another colour while there are some')
  const vip = tags[1].id
  assert.deepEqual(await names(`tag=${tags[0].id}`), ['Ana', 'Luz'])
  assert.deepEqual(await names(`tag=${vip}`), ['Luz'])
  assert.deepEqual(await names(`tag=${vip}&sort=spent&order=desc&only=new`), ['Luz'])
  assert.deepEqual(await names('q=acrilicas'), ['Ana', 'Luz'])
  assert.deepEqual(await names('q=luz%20u%C3%B1as'), ['Luz'])
  assert.deepEqual(await names('q=vip%20ana'), [])
  const changed = await as('PATCH', `/api/clients/tags/${vip}`, { label: 'Preferencial', colour: 7 })
  assert.deepEqual(changed.body.tag, { id: vip, label: 'Preferencial', colour: 7 })
  assert.deepEqual(await labels(luz), ['Preferencial', 'Uñas acrílicas'])
  const taken = await as('PATCH', `/api/clients/tags/${vip}`, { label: 'unas ACRILICAS' })
  assert.deepEqual([taken.status, taken.body.error], [409, TAG_SENTENCES.taken])
  const off = await as('DELETE', `/api/clients/${luz}/tags/${vip}`)
  assert.deepEqual([off.status, off.body.tags.map(({ label }: any) => label)], [200, ['Uñas acrílicas']])
  assert.equal((await as('DELETE', `/api/clients/tags/${tags[0].id}`)).status, 200)
  assert.equal((await as('DELETE', `/api/clients/tags/${tags[0].id}`)).status, 404)
  assert.deepEqual([await labels(ana), await labels(luz)], [[], []])
})

test('what is no tag is refused with a sentence', async () => {
  const { made, tag, labels } = await owned()
  const ana = await made({ client_name: 'Ana' })
  for (const [label, sentence] of [
    [' ', 'Escribe la etiqueta'],
    ['x'.repeat(31), 'No puede exceder 30 caracteres'],
    ['nuevo', '«nuevo» se pone sola, según las visitas'],
    ['a\u0000b', 'Contiene caracteres no permitidos'],
  ] as const) {
    const { status, body } = await tag(ana, label)
    assert.deepEqual([status, body.fields?.label], [400, sentence])
  }
  assert.equal((await tag(ana, 'Color', { colour: 17 })).body.fields?.colour, 'Elige un color')
  assert.equal((await tag(ana + 1_000_000, 'Color')).status, 404)
  assert.deepEqual(await labels(ana), [])
})

test('a tag with a semicolon from before is given and recoloured, and no new one is made', async () => {
  const { business_id, made, tag, labels, as } = await owned()
  const ana = await made({ client_name: 'Ana' })
  const { id } = await db
    .insertInto('client_tags')
    .values({ business_id, label: 'Color; rubio', colour: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  assert.equal((await tag(ana, 'color; RUBIO')).status, 200)
  assert.deepEqual(await labels(ana), ['Color; rubio'])
  const change = (body: object) => as('PATCH', `/api/clients/tags/${id}`, body)
  assert.equal((await change({ label: 'Color; rubio', colour: 5 })).body.tag?.colour, 5)
  for (const refused of [await tag(ana, 'Uñas; pies'), await change({ label: 'Color; negro' })])
    assert.deepEqual([refused.status, refused.body.fields], [400, { label: TAG_SENTENCES.divided }])
})

test('a card has up to 8 tags and a business 30, however many come at once', async () => {
  const { made, tag, labels, all, as } = await owned()
  const cards = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((client_name) => made({ client_name })))
  const eight = await Promise.all(Array.from({ length: 12 }, (_, n) => tag(cards[0]!, `Etiqueta ${n}`)))
  assert.equal(eight.filter(({ status }) => status === 200).length, 8)
  assert.ok(eight.every(({ status, body }) => status === 200 || body.error === TAG_SENTENCES.mostOfCard))
  assert.equal((await labels(cards[0]!)).length, 8)
  // One that is refused leaves no tag in the business.
  assert.equal((await all()).length, 8)
  const rest = await Promise.all(Array.from({ length: 26 }, (_, n) => tag(cards[1 + (n % 4)]!, `Otra ${n}`)))
  const sentences = new Set(rest.filter(({ status }) => status !== 200).map(({ body }) => body.error))
  assert.deepEqual([(await all()).length, [...sentences]], [30, [TAG_SENTENCES.most]])
  // Two that make the same one at once have the same one.
  assert.equal((await as('DELETE', `/api/clients/tags/${(await all())[0].id}`)).status, 200)
  const last = await made({ client_name: 'F' })
  const same = await Promise.all([tag(last, 'Igual'), tag(last, 'IGUAL'), tag(cards[0]!, 'igual')])
  assert.deepEqual(
    same.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal((await all()).length, 30)
})

test('merged cards have the tags of both, up to 8, and each its own again when that is taken back', async () => {
  const { made, tag, labels, as } = await owned()
  const [keep, other] = [await made({ client_name: 'Ana' }), await made({ client_name: 'Ana R.' })]
  for (const label of ['A', 'B', 'C', 'D', 'E', 'F']) await tag(keep, label)
  for (const label of ['A', 'X', 'Y', 'Z']) await tag(other, label)
  const merge = () => as('POST', '/api/clients/merge', { keep, merge: [other] })
  const { body } = await merge()
  assert.deepEqual(await labels(keep), ['A', 'B', 'C', 'D', 'E', 'F', 'X', 'Y'])
  assert.equal((await as('POST', '/api/clients/unmerge', { merge_id: body.merge_id })).status, 200)
  assert.deepEqual(
    [await labels(keep), await labels(other)],
    [
      ['A', 'B', 'C', 'D', 'E', 'F'],
      ['A', 'X', 'Y', 'Z'],
    ],
  )
  await merge()
  assert.equal((await as('POST', `/api/clients/${keep}/forget`)).status, 200)
  const left = await db
    .selectFrom('client_card_tags')
    .selectAll()
    .where('card_id', 'in', [keep, other])
    .execute()
  assert.deepEqual(left, [])
})

test('a tagged card stays when its only appointment goes to somebody else', async () => {
  const { as, tag, labels, business_id, slug, ...who } = await owned()
  const place = { business_id, slug, ...(await withOffer({ as, business_id, slug, ...who })) }
  const person = {
    client_name: 'Ana Ruiz',
    client_phone: '+573001230001',
    client_email: 'ana@correo.example',
  }
  const { body } = await call('POST', '/api/appointments/public', { body: booking(place, person) })
  const { id } = body.appointment
  const cardOf = async () =>
    (await db.selectFrom('appointments').select('card_id').where('id', '=', id).executeTakeFirstOrThrow())
      .card_id!
  const card = await cardOf()
  await tag(card, 'VIP')
  const other = {
    client_name: 'Beto Gil',
    client_phone: '+573001230002',
    client_email: 'beto@correo.example',
  }
  const edited = await as('PATCH', `/api/appointments/${id}`, other)
  assert.equal(edited.status, 200, JSON.stringify(edited.body))
  assert.notEqual(await cardOf(), card)
  await foldCards({ db })
  assert.deepEqual(await labels(card), ['VIP'])
})

test('who only sees own clients reads tags and gives none', async () => {
  const { made, tag, ...who } = await owned()
  const card = await made({ client_name: 'Ana' })
  await tag(card, 'VIP')
  const { professional_id } = await withOffer(who)
  const { headers } = await memberOf(db, who.business_id, 'professional', { professional_id })
  const asked = async (method: 'GET' | 'POST', url: string, body?: object) =>
    (await call(method, url, { headers, ...(body && { body }) })).status
  assert.deepEqual(
    [
      await asked('GET', '/api/clients/tags'),
      await asked('POST', `/api/clients/${card}/tags`, { label: 'Color' }),
      await asked('GET', `/api/clients/${card}`),
    ],
    [200, 403, 404],
  )
})
