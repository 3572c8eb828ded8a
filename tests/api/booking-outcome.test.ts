/** What became of a booking, for a page that has nothing but the key it was sent with. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { api, booking, database, NOW, ownerHeaders, salon, type Salon } from '../helper.ts'
import { browsers, nextTime } from '../returning.ts'

const db = await database()
const { app, call, clock } = await api(db)
const { bookAgain, remembered } = browsers(db, call)
beforeEach(() => void (clock.now = NOW))

const book = (place: Salon, key: string, changes: Record<string, unknown> = {}) =>
  call('POST', '/api/appointments/public', {
    body: booking(place, changes),
    headers: { 'idempotency-key': key },
  })
const outcome = ({ business_id }: Pick<Salon, 'business_id'>, key?: string) =>
  call('GET', `/api/appointments/public?business_id=${business_id}`, {
    headers: key === undefined ? {} : { 'idempotency-key': key },
  })
const NONE = { success: true, portal_token: null, is_refused: false }
const REFUSED = { ...NONE, is_refused: true }

test('the key of a booking opens it as its answer did, also after it was cancelled', async () => {
  const place = await salon(db)
  assert.deepEqual((await outcome(place, 'k')).body, NONE)
  const { body } = await book(place, 'k')
  const known = await outcome(place, 'k')
  assert.deepEqual(known.body, { ...NONE, portal_token: body.portal_token })
  assert.equal(known.headers['cache-control'], 'no-store')
  await call('POST', `/api/appointments/client/cancel/${body.appointment.id}`, {
    body: { token: body.portal_token },
  })
  assert.deepEqual((await outcome(place, 'k')).body, known.body)
})

test('it opens nothing without its key, with that of another business, or of an owner', async () => {
  const [place, other] = [await salon(db), await salon(db)]
  assert.equal((await book(place, 'k')).status, 201)
  const headers = { ...(await ownerHeaders(db, place)), 'idempotency-key': 'mine' }
  const made = await call('POST', '/api/appointments', {
    body: booking(place, { appointment_time: '14:00' }),
    headers,
  })
  assert.equal(made.status, 201, made.body.error)
  for (const key of [undefined, 'K', 'client k', 'mine', 'owner mine'])
    assert.deepEqual((await outcome(place, key)).body, NONE, String(key))
  assert.deepEqual((await outcome(other, 'k')).body, NONE)
  assert.deepEqual((await outcome({ business_id: 2_000_000_000 }, 'k')).body, NONE)
  assert.equal((await outcome({ business_id: 0 }, 'k')).status, 400)
})

test('of one that was refused it says so, for as long as its key is refused', async () => {
  const [place, other] = [await salon(db), await salon(db)]
  await book(place, 'k')
  assert.equal((await book(place, 'late')).status, 409)
  assert.deepEqual((await outcome(place, 'late')).body, REFUSED)
  assert.deepEqual((await outcome(other, 'late')).body, NONE)
  clock.now = NOW + 25 * 3_600_000
  assert.deepEqual((await outcome(place, 'late')).body, NONE)
})

test('of one booked by what a browser remembers it opens no more than its answer did', async () => {
  const { place, cookie } = await remembered()
  const { body } = await bookAgain(place, cookie, nextTime(), 'again')
  assert.deepEqual((await outcome(place, 'again')).body, { ...NONE, portal_token: body.portal_token })
})

test('keys that are not there can be guessed some hundred times from a network, and one that is passes', async () => {
  const place = await salon(db)
  await book(place, 'k')
  const guess = async (key: string) => {
    const answer = await app.inject({
      method: 'GET',
      url: `/api/appointments/public?business_id=${place.business_id}`,
      remoteAddress: '198.51.100.23',
      headers: { 'idempotency-key': key },
    })
    return answer.statusCode
  }
  const answers = await Promise.all(Array.from({ length: 620 }, (_, i) => guess(`guess ${i}`)))
  assert.equal(answers.filter((status) => status === 200).length, 600)
  assert.equal(answers.filter((status) => status === 429).length, 20)
  assert.equal(await guess('k'), 200)
})
