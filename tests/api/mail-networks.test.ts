/** How many mails clients of one network may cause, over all businesses, whomever they name. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readLimits } from '#server/limits/limits.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { sendNext } from '#server/messages/send.ts'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { senderDeps } from '../sender.ts'
import { startSink } from '../smtp.ts'

const DAY = 24 * 3_600_000
const db = await database()
const { call, clock } = await api(db, { env: { TRUST_PROXY: '1' } })
const sink = await startSink()
const mailer = smtpMailer(sink.url)
after(async () => {
  await mailer.close()
  await sink.stop()
})
const limits = { ...readLimits({}, []), mailsFromNetwork: 12 }
const deliver = async () => {
  while ((await sendNext(senderDeps(db, mailer, { now: () => clock.now, limits }), 'all', 8)).length > 0);
}
const got = (name: string) => sink.received.filter(({ to }) => to[0]!.startsWith(name)).length

test('one network books a little in many businesses, for addresses that it makes up: the first mails go, the others wait', async () => {
  const places = await Promise.all(Array.from({ length: 6 }, () => salon(db)))
  const book = async (
    place: (typeof places)[number],
    n: number,
    who: string,
    network: string,
    key?: string,
  ) => {
    const body = booking(place, {
      client_email: `${who}${n}@correo.example`,
      client_phone: `+57300${1_000_000 + n}`,
      appointment_time: `${String(9 + Math.floor(n / 6)).padStart(2, '0')}:00`,
    })
    const headers = { 'x-forwarded-for': network, ...(key && { 'idempotency-key': key }) }
    const { status, body: answer } = await call('POST', '/api/appointments/public', { body, headers })
    assert.equal(status, 201)
    return answer
  }
  // Those with a key are written by another statement, several at a time.
  const answers = await Promise.all(
    Array.from({ length: 18 }, (_, n) =>
      book(places[n % 6]!, n, 'inventada', '203.0.113.9', n % 2 ? `clave-${n}` : undefined),
    ),
  )
  for (let n = 18; n < 24; n++) await book(places[n % 6]!, n, 'vecina', '203.0.113.77')
  await deliver()
  assert.deepEqual([got('inventada'), got('vecina')], [12, 6])
  assert.equal(sink.received.length, 12 + 6 + 24, 'each business hears of all')

  const waiting = await db.selectFrom('messages').selectAll().where('state', '=', 'queued').execute()
  assert.deepEqual([...new Set(waiting.map(({ last_error }) => last_error))], ['many_mails'])
  const held = waiting[0]!
  const place = places.find(({ business_id }) => business_id === held.business_id)!
  const headers = await ownerHeaders(db, place)
  const detail = await call('GET', `/api/appointments/${held.appointment_id}`, { headers })
  assert.deepEqual(detail.body.limited_mail, { reason: 'many_mails', told_at: null })

  // What they move and cancel counts, too.
  const told = answers.find(
    ({ appointment }) => !waiting.some((row) => row.appointment_id === appointment.id),
  )!
  const cancelled = await call('POST', `/api/appointments/client/cancel/${told.appointment.id}`, {
    body: { token: told.portal_token },
    headers: { 'x-forwarded-for': '203.0.113.9' },
  })
  assert.equal(cancelled.status, 200)
  await deliver()
  assert.equal(got('inventada'), 12)

  clock.now = NOW + DAY
  await deliver()
  assert.equal(got('inventada'), 12 + 6 + 1)
})
