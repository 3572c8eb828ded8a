import { HEALTH_SENTENCES, RESPONSIBLE_MAX } from '#domain/health.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { owner } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)

const NOTE = { body: 'Alergia al látex', agreed: true }

async function owned(birthday: string | null) {
  const who = await owner(call)
  const card = (await who.as('POST', '/api/clients', { client_name: 'Luna Rojas', birthday })).body.client
  const at = `/api/clients/${card.id}/health`
  const write = (body: object) => who.as('POST', at, body)
  const read = async () => (await who.as('GET', at)).body
  const given = async () =>
    (
      await db
        .selectFrom('consents')
        .select('evidence')
        .where('card_id', '=', card.id)
        .where('purpose', '=', 'health_data')
        .orderBy('id')
        .execute()
    ).map(({ evidence }) => (evidence as { responsible?: string }).responsible ?? null)
  return { ...who, card: card.id as number, write, read, given }
}

/** A birthday by which somebody turns 18 so many days from now, in Bogotá. */
const turning = (days: number) => {
  const date = new Date(clock.now - 5 * 3_600_000 + days * 86_400_000)
  date.setUTCFullYear(date.getUTCFullYear() - 18)
  return date.toISOString().slice(0, 10)
}

test('of a client under age it is whoever is responsible who agrees to notes on health, once', async () => {
  const { write, read, given } = await owned(turning(1))
  for (const responsible of [undefined, '', '   ']) {
    const { status, body } = await write({ ...NOTE, responsible })
    assert.deepEqual(
      [status, body.error, body.fields],
      [400, HEALTH_SENTENCES.responsible, { responsible: HEALTH_SENTENCES.responsible }],
    )
  }
  const long = await write({ ...NOTE, responsible: 'x'.repeat(RESPONSIBLE_MAX + 1) })
  assert.deepEqual([long.status, Object.keys(long.body.fields)], [400, ['responsible']])
  const unsaid = await write({ body: 'Asma', responsible: 'Marta Rojas' })
  assert.deepEqual([unsaid.status, Object.keys(unsaid.body.fields)], [400, ['agreed']])
  assert.deepEqual([(await read()).notes, await given()], [[], []])

  assert.equal((await write({ ...NOTE, responsible: ' Marta  Rojas ' })).status, 201)
  assert.equal((await write({ body: 'Asma' })).status, 201)
  const { consent, notes } = await read()
  assert.deepEqual([consent.responsible, notes.length, await given()], ['Marta  Rojas', 2, ['Marta  Rojas']])
})

test('who is of age, or whose year nobody knows, agrees alone, and no other name is kept', async () => {
  for (const birthday of [turning(0), turning(1).slice(5), null]) {
    const { write, read, given } = await owned(birthday)
    assert.equal((await write({ ...NOTE, responsible: 'Marta Rojas' })).status, 201, String(birthday))
    assert.deepEqual([(await read()).consent.responsible, await given()], [null, [null]])
  }
})

test('what a client agreed to alone is not enough once it shows that they are under age', async () => {
  const { as, card, write, given, read } = await owned(null)
  assert.equal((await write(NOTE)).status, 201)
  await as('PATCH', `/api/clients/${card}`, { birthday: turning(30) })
  const refused = await write({ body: 'Asma' })
  assert.deepEqual([refused.status, Object.keys(refused.body.fields)], [400, ['agreed']])
  assert.equal((await write({ ...NOTE, responsible: 'Marta Rojas' })).status, 201)
  assert.deepEqual([await given(), (await read()).notes.length], [[null, 'Marta Rojas'], 2])
})
