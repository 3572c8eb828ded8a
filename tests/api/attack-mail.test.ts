import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { creditBalance } from '#server/credits/queries.ts'
import { readLimits } from '#server/limits/limits.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { sendNext } from '#server/messages/send.ts'
import { queueDue } from '#server/reminders/plan.ts'
import { api, booking, database, NOW, ownerHeaders, salon, type Salon } from '../helper.ts'
import { senderDeps } from '../sender.ts'
import { startSink } from '../smtp.ts'

// As attack.test.ts, for what leaves the house: mails and reminders, through public pages and an owner's calls.
const db = await database()
const limits = readLimits({}, [])
const { call, clock } = await api(db, {
  env: Object.fromEntries(
    ['BOOKINGS_PER_PERSON', 'MAILS_PER_HOUR', 'MAILS_PER_DAY', 'MAILS_UNCONFIRMED', 'REMINDERS_PER_DAY'].map(
      (name) => [name, ''],
    ),
  ),
})
const STRANGER = 'extrana@correo.example'
const HOUR = 3_600_000

const sink = await startSink()
const mailer = smtpMailer(sink.url)
const deps = senderDeps(db, mailer, { now: () => clock.now, limits })
after(async () => {
  await mailer.close()
  await sink.stop()
})
const deliver = async () => {
  for (;;) {
    const steps = await sendNext(deps, 'all', 8)
    assert.ok(!steps.includes('unreachable'))
    if (steps.length === 0) return
  }
}

const said: string[] = []
after(() => console.log(said.join('\n')))

function outcome(t: TestContext, tried: number, broke: number) {
  said.push(`${t.name}: ${tried} tried, ${broke} broke`)
  assert.equal(broke, 0, `${tried} tried`)
}

const book = (place: Salon, i: number, changes: object) =>
  call('POST', '/api/appointments/public', {
    body: booking(place, {
      appointment_date: `2026-11-${21 + (i % 7)}`,
      appointment_time: `${String(9 + (Math.floor(i / 7) % 9)).padStart(2, '0')}:00`,
      client_phone: `+5730041${10_000 + i}`,
      ...changes,
    }),
  })

test('2. a stranger’s mailbox, by bookings in thirty businesses and by an owner who edits, under a bank’s name', async (t) => {
  const places = await Promise.all(Array.from({ length: 30 }, () => salon(db)))
  const banks = ['Bancolombia <soporte@bancolombia.example>', 'N3QUI', 'Dаviplata', 'D I A N']
  await Promise.all(
    banks.map((business_name, i) =>
      db.updateTable('businesses').set({ business_name }).where('id', '=', places[i]!.business_id).execute(),
    ),
  )
  const tries = Array.from({ length: 134 }, (_, i) =>
    book(places[i % 30]!, i, { client_email: i % 2 ? STRANGER : 'Extrana@Correo.example' }),
  )
  const made = (await Promise.all(tries)).find(({ status }) => status === 201)!
  await deliver()
  const { id, business_id } = made.body.appointment
  const place = places.find((one) => one.business_id === business_id)!
  const headers = await ownerHeaders(db, place)
  for (let n = 0; n < 125; n++) {
    const body = { notes: `Aviso ${n}` }
    assert.equal((await call('PATCH', `/api/appointments/${id}`, { body, headers })).status, 200)
    if (n % 5 === 0) await deliver()
  }
  await deliver()
  const got = sink.received.filter(({ to }) => to.some((one) => one.toLowerCase() === STRANGER))
  const bank = got.filter(({ mail }) => mail.from!.name !== 'enpunto' && !/^Salón \d+$/.test(mail.from!.name))
  assert.ok(got.length > 0)
  outcome(t, 134 + 125, Math.max(0, got.length - 10) + bank.length)
})

test('3. a business’s 30 free reminders, spent by invented bookings of one person and of addresses that do not exist', async (t) => {
  const place = await salon(db)
  for (let i = 0; i < 11; i++)
    await db
      .insertInto('professionals')
      .values({ business_id: place.business_id, professional_name: `P${i}` })
      .execute()
  const who = await db
    .selectFrom('professionals')
    .select('id')
    .where('business_id', '=', place.business_id)
    .execute()
  const victim = 'otra.extrana@correo.example'
  sink.onRecipient = (to) => (to.startsWith('invento') ? { code: 550, text: 'No such user' } : undefined)
  // All of tomorrow from 11:00 on, so that each is due to be reminded today.
  const slot = (i: number) => ({
    appointment_date: '2026-11-21',
    appointment_time: `${11 + Math.floor(i / 12)}:00`,
    professional_id: who[i % 12]!.id,
  })
  const bodies = Array.from({ length: 60 }, (_, i) => ({
    ...slot(i),
    client_email: i < 40 ? victim : `invento${i}@correo.example`,
  }))
  const answers = await Promise.all(bodies.map((changes, i) => book(place, 1000 + i, changes)))
  assert.ok(answers.filter(({ status }) => status === 201).length > 30)
  for (let tries = 0; tries < 3; tries++) {
    await deliver()
    await sql`update messages set due_at = ${new Date(NOW).toISOString()} where state = 'queued'`.execute(db)
  }
  clock.now = NOW + 8 * HOUR
  await queueDue(db, clock.now, undefined, undefined, { perDay: limits.remindersPerDay })
  await deliver()
  clock.now = NOW
  const left = (await creditBalance(db, place.business_id, NOW)).total_credits
  outcome(t, bodies.length, Math.max(0, 25 - left))
})
