/** The links of clients' mails, once they open nothing any more. */
import { forgetExpired } from '#server/jobs.ts'
import { forgetLinks } from '#server/portal/link-queries.ts'
import { newToken } from '#server/tokens.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, booking, database, NOW, salon, type Salon } from '../helper.ts'

const db = await database()
const { call, clock } = await api(db)
const DAY = 86_400_000
const created = (days: number) => new Date(clock.now - days * DAY).toISOString()

async function link({ business_id }: Salon, client_email: string, created_at: string) {
  const { token, hash: token_hash } = newToken(business_id)
  await db.insertInto('portal_tokens').values({ business_id, client_email, token_hash, created_at }).execute()
  return { token, token_hash }
}
const left = async () =>
  (await db.selectFrom('portal_tokens').select('client_email').orderBy('client_email').execute()).map(
    ({ client_email }) => client_email,
  )
const book = async (place: Salon, client_email: string, appointment_time: string) => {
  const { status, body } = await call('POST', '/api/appointments/public', {
    body: booking(place, { client_email, appointment_time }),
  })
  assert.equal(status, 201, JSON.stringify(body))
}

test('go 30 days later, a day after their client’s last appointment in the business', async (t) => {
  t.after(() => (clock.now = NOW))
  const [place, other] = [await salon(db), await salon(db)]
  await book(place, 'ana@correo.example', '10:00')
  await book(other, 'luis@correo.example', '10:00')
  // Before the links, which would have been over.
  await db
    .updateTable('appointments')
    .set({ created_at: created(32) })
    .execute()
  const { token } = await link(place, 'Ana@correo.example', created(31))
  await link(place, 'luis@correo.example', created(31))
  await link(place, 'marta@correo.example', created(29))
  const opens = async () => (await call('GET', `/api/client-auth/validate-token?token=${token}`)).status
  const forget = () => forgetExpired({ db, now: () => clock.now })
  await forget()
  assert.deepEqual(await left(), ['Ana@correo.example', 'marta@correo.example'])
  assert.equal(await opens(), 200)
  // The appointment ends on Monday at 11:00.
  clock.now = Date.parse('2026-11-24T10:59:00-05:00')
  await forget()
  assert.deepEqual([await left(), await opens()], [['Ana@correo.example'], 200])
  clock.now += 2 * 60_000
  const closed = await opens()
  assert.notEqual(closed, 200)
  await forget()
  assert.deepEqual([await left(), await opens()], [[], closed])
})

test('go in batches, past those that stay, also when many are of one moment', async () => {
  await db.deleteFrom('portal_tokens').execute()
  const place = await salon(db)
  await book(place, 'a-queda@correo.example', '12:00')
  for (let i = 0; i < 7; i++)
    for (const email of ['a-queda@correo.example', 'b-va@correo.example'])
      await link(place, email, created(31 + (i % 2)))
  await forgetLinks(db, clock.now, { batch: 2 })
  assert.deepEqual(
    await left(),
    Array.from({ length: 7 }, () => 'a-queda@correo.example'),
  )
})
