import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, database } from '../helper.ts'
import { memberOf } from '../roles.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const { call } = await api(db)

async function place() {
  const home = await twoProfessionals(call, db)
  const { business_id } = home.who
  const professional = await memberOf(db, business_id, 'professional', {
    professional_id: home.place.professional_id,
  })
  const cardOf = async (id: number) => {
    const row = await db
      .selectFrom('appointments')
      .select('card_id')
      .where('business_id', '=', business_id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return row.card_id!
  }
  const [mine, others] = [await cardOf(home.mine), await cardOf(home.others)]
  const calls = (path: string, headers = professional.headers) => call('POST', path, { headers })
  const noted = async () =>
    (await home.who.as('GET', '/api/activity')).body.activity
      .filter(({ act }: { act: string }) => act === 'client_called')
      .map(({ text, user_name }: { text: string; user_name: string }) => [user_name, text])
  return { ...home, business_id, professional, mine_card: mine, others_card: others, calls, noted }
}

test('a professional who does not see telephones calls own clients, and the business reads whom', async () => {
  const { calls, mine, mine_card, noted, professional } = await place()
  for (const path of [`/api/clients/${mine_card}/call`, `/api/appointments/${mine}/call`]) {
    const { status, body } = await calls(path)
    assert.deepEqual([status, body], [200, { success: true, number: '+573004128819' }], path)
  }
  const line = [professional.name, 'vio el celular de Marina Propia para llamar']
  assert.deepEqual(await noted(), [line, line])
})

test('nobody is called who is another’s, of another business, or left no telephone', async () => {
  const { calls, others, others_card, mine_card, mine, who, noted, business_id } = await place()
  for (const path of [
    `/api/clients/${others_card}/call`,
    `/api/appointments/${others}/call`,
    '/api/clients/999999/call',
    '/api/appointments/999999/call',
  ])
    assert.equal((await calls(path)).status, 404, path)
  const elsewhere = (await place()).who
  for (const path of [`/api/clients/${mine_card}/call`, `/api/appointments/${mine}/call`])
    assert.equal((await elsewhere.as('POST', path)).status, 404, path)
  await db
    .updateTable('client_cards')
    .set({ client_phone: '' })
    .where('business_id', '=', business_id)
    .where('id', '=', mine_card)
    .execute()
  const none = await calls(`/api/clients/${mine_card}/call`)
  assert.deepEqual([none.status, none.body.error], [404, 'Este cliente no dejó su celular'])
  assert.deepEqual(await noted(), [])
  // Who sees telephones anyway leaves no note.
  assert.equal((await who.as('POST', `/api/appointments/${mine}/call`)).body.number, '+573004128819')
  assert.deepEqual(await noted(), [])
})

test('telephones are not copied by calling: there is a limit an hour', async () => {
  const { calls, mine, noted } = await place()
  const answers = await Promise.all(Array.from({ length: 25 }, () => calls(`/api/appointments/${mine}/call`)))
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  assert.deepEqual([count(200), count(429)], [20, 5])
  assert.equal((await noted()).length, 20)
})
