/** Birthdays on the cards, and who has one this week. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { api, database, NOW } from '../helper.ts'
import { owner, PASSWORD, withOffer } from '../owner.ts'
import { memberOf } from '../roles.ts'

const db = await database()
const { call, clock } = await api(db)

// 20 November 2026, a Friday, in Bogotá.
beforeEach(() => {
  clock.now = NOW
})

async function owned() {
  const who = await owner(call)
  const made = async (client_name: string, birthday: string | null, more: object = {}) => {
    const body = { client_name, birthday, client_phone: '+573001230001', ...more }
    const answer = await who.as('POST', '/api/clients', body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.client as { id: number; version: number; birthday: string | null }
  }
  const week = async () => {
    const { status, body } = await who.as('GET', '/api/clients/birthdays')
    assert.equal(status, 200, JSON.stringify(body))
    return body as { total: number; clients: Record<string, any>[] }
  }
  /** Another time: the owner logs in again, as sessions end. */
  const at = async (moment: string) => {
    clock.now = Date.parse(moment)
    const { body } = await call('POST', '/api/auth/login', { body: { email: who.email, password: PASSWORD } })
    Object.assign(who.headers, { authorization: `Bearer ${body.token}` })
  }
  const count = async () => (await who.as('GET', '/api/businesses/stats')).body.birthdays as number
  return { ...who, made, week, count, at }
}

test('day and month are enough for a birthday; what is no day is told', async () => {
  const { made, as } = await owned()
  const { id, version, birthday } = await made('Ana Ruiz', '05-14')
  assert.equal(birthday, '05-14')
  const changed = await as('PATCH', `/api/clients/${id}`, { birthday: '1991-02-28', version })
  assert.equal(changed.body.client.birthday, '1991-02-28')
  const wrong = await as('PATCH', `/api/clients/${id}`, { birthday: '02-30' })
  assert.deepEqual([wrong.status, wrong.body.fields], [400, { birthday: 'Ese día no existe' }])
  const emptied = await as('PATCH', `/api/clients/${id}`, { birthday: '' })
  assert.equal(emptied.body.client.birthday, null)
})

test('who wants no advertising is not among those to be greeted, also where it was said on a merged card; who wants it again is', async () => {
  const { made, week, count, as } = await owned()
  const [asked, merged, kept] = [
    await made('Dijo No', '11-21'),
    await made('Unida', null),
    await made('Unida', '11-22'),
  ]
  const says = async ({ id }: { id: number }, agreed: boolean) =>
    assert.equal((await as('POST', `/api/clients/${id}/advertising`, { agreed, how: 'counter' })).status, 200)
  const names = async () => {
    const { total, clients } = await week()
    assert.deepEqual([clients.length, await count()], [total, total])
    return clients.map(({ client_name }) => client_name as string)
  }
  assert.deepEqual(await names(), ['Dijo No', 'Unida'])
  await says(asked, false)
  await says(merged, false)
  assert.deepEqual(await names(), ['Unida'])
  const merge = await as('POST', '/api/clients/merge', { keep: kept.id, merge: [merged.id] })
  assert.equal(merge.status, 200, JSON.stringify(merge.body))
  assert.deepEqual(await names(), [])
  await says(asked, true)
  assert.deepEqual(await names(), ['Dijo No'])
})

test('those of today and of six days more, the soonest first, with a greeting for who has a telephone', async () => {
  const { made, week, count, as, business_id } = await owned()
  await made('Ayer', '11-19')
  await made('En una semana', '11-27')
  const last = await made('Quinta Día', '11-26', { client_phone: '' })
  const today = await made('Hoy Gómez', '1990-11-20')
  const blocked = await made('Bloqueada', '11-21')
  await as('POST', `/api/clients/${blocked.id}/block`, {})
  const { total, clients } = await week()
  assert.equal(total, 2)
  const { business_name } = await db
    .selectFrom('businesses')
    .select('business_name')
    .where('id', '=', business_id)
    .executeTakeFirstOrThrow()
  assert.deepEqual(clients, [
    {
      id: today.id,
      client_name: 'Hoy Gómez',
      client_phone: '+573001230001',
      date: '2026-11-20',
      turns: 36,
      text: `Hola Hoy, en ${business_name} te deseamos un feliz cumpleaños. ¡Que lo disfrutes mucho!`,
      greeting: null,
    },
    {
      id: last.id,
      client_name: 'Quinta Día',
      client_phone: '',
      date: '2026-11-26',
      turns: null,
      text: null,
      greeting: null,
    },
  ])
  assert.equal(await count(), 2)
})

test('the week goes over the end of the year, and knows who was born on 29 February', async () => {
  const { made, week, at } = await owned()
  await made('Año Nuevo', '01-02')
  await made('San Silvestre', '12-31')
  await made('Bisiesta', '2000-02-29')
  await at('2026-12-30T17:00:00Z')
  assert.deepEqual(
    (await week()).clients.map(({ client_name, date }) => [client_name, date]),
    [
      ['San Silvestre', '2026-12-31'],
      ['Año Nuevo', '2027-01-02'],
    ],
  )
  await at('2027-02-28T17:00:00Z')
  assert.deepEqual(
    (await week()).clients.map(({ date, turns }) => [date, turns]),
    [['2027-02-28', 27]],
  )
  // In Bogotá it is the 27th until five in the morning of the 28th, UTC.
  await at('2027-02-22T04:59:00Z')
  assert.equal((await week()).total, 0)
})

test('greeted by hand: once, whoever says so and how often; the merged card’s counts too', async () => {
  const { made, week, as, at, business_id } = await owned()
  const { id } = await made('Ana Ruiz', '11-22')
  const other = await made('Anita Ruiz', null)
  const said = await Promise.all([1, 2, 3].map(() => as('POST', `/api/clients/${id}/greeted`)))
  assert.deepEqual(
    said.map(({ status }) => status),
    [200, 200, 200],
  )
  assert.equal((await week()).clients[0]!['greeting'], 'sent')
  const sent = await db
    .selectFrom('messages')
    .select(['kind', 'channel', 'state', 'recipient', 'card_id'])
    .where('business_id', '=', business_id)
    .where('kind', '=', 'by_hand_birthday')
    .execute()
  assert.deepEqual(sent, [
    {
      kind: 'by_hand_birthday',
      channel: 'whatsapp',
      state: 'sent',
      recipient: '+573001230001',
      card_id: id,
    },
  ])
  const merged = await as('POST', '/api/clients/merge', { keep: other.id, merge: [id] })
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  const { clients } = await week()
  assert.deepEqual(
    clients.map((one) => [one['id'], one['greeting']]),
    [[other.id, 'sent']],
  )

  // The next year it is to be said again.
  await at('2027-11-20T17:00:00Z')
  assert.equal((await week()).clients[0]!['greeting'], null)
})

test('greeted by hand once the business’s own greeting was left out: known to everybody', async () => {
  const { made, week, as, business_id } = await owned()
  const { id } = await made('Ana Ruiz', '11-22')
  await sql`insert into messages (business_id, once, kind, card_id, recipient, channel, state, data, due_at, created_at, settled_at, last_error)
    values (${business_id}, ${`birthday:${id}:2026`}, 'reminder_birthday', ${id}, 'ana@correo.example', 'email', 'skipped', '{}',
      now(), now(), now(), 'no_credit')`.execute(db)
  assert.equal((await week()).clients[0]!['greeting'], null)
  assert.equal((await as('POST', `/api/clients/${id}/greeted`)).status, 200)
  assert.equal((await week()).clients[0]!['greeting'], 'sent')
})

test('who has no birthday this week is not noted as greeted; nobody sees or greets those of another business', async () => {
  const { made, as } = await owned()
  const far = await made('Lejana', '05-14')
  const refused = await as('POST', `/api/clients/${far.id}/greeted`)
  assert.deepEqual([refused.status, refused.body.error], [409, 'Su cumpleaños ya no es esta semana'])
  const near = await made('Cercana', '11-21')
  const other = await owned()
  assert.equal((await other.as('POST', `/api/clients/${near.id}/greeted`)).status, 404)
  assert.equal((await other.week()).total, 0)
})

test('names are for who reads all clients, and a forgotten client has no birthday any more', async () => {
  const who = await owned()
  const { id } = await who.made('Ana Ruiz', '11-22')
  const own = await memberOf(db, who.business_id, 'professional', await withOffer(who))
  assert.equal((await call('GET', '/api/clients/birthdays', { headers: own.headers })).status, 403)
  await who.as('POST', `/api/clients/${id}/greeted`)
  assert.equal((await who.as('POST', `/api/clients/${id}/forget`)).status, 200)
  assert.equal((await who.week()).total, 0)
  const message = await db
    .selectFrom('messages')
    .select(['recipient', 'data'])
    .where('card_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.doesNotMatch(message.recipient, /300/)
  assert.deepEqual(message.data, {})
})
