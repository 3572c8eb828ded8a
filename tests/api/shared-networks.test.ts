/** What neighbours behind a carrier's address do often shuts nobody there out: from a limit on, each costs work. */
import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { countsOf, spend } from '#server/limits/attempts.ts'
import type { Verdict } from '#server/verification/verifier.ts'
import { api, booking, database, NOW, salon, type Salon } from '../helper.ts'
import { registration } from '../owner.ts'
import { workDone } from '../work.ts'

const db = await database()
let verdict: Verdict = 'verified'
const { app } = await api(db, { verifier: { page: { provider: 'altcha' }, verify: async () => verdict } })

async function post(remoteAddress: string, url: string, payload: object, key: string = randomUUID()) {
  const headers = { 'idempotency-key': key }
  const answer = await app.inject({ method: 'POST', url, remoteAddress, headers, payload })
  return { status: answer.statusCode, body: answer.json() }
}
const counted = async (subject: string) => (await countsOf(db, NOW, [subject]))[0]!
async function usedUp(subject: string, times: number, minutes = 60) {
  for (let n = 0; n < times; n++) await spend(db, NOW, [{ subject, max: Infinity, minutes }])
}

let people = 0
async function booked(place: Salon, appointment_time: string) {
  const client_email = `vecina${++people}@correo.example`
  const body = booking(place, { client_email, client_id: String(20_000_000 + people), appointment_time })
  const answer = await post('192.0.2.200', '/api/appointments/public', body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { client_email, id: answer.body.appointment.id as number, token: answer.body.portal_token as string }
}
async function linkOf({ business_id }: Salon, client_email: string) {
  const secret = randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(secret).digest()
  const created_at = new Date(NOW).toISOString()
  await db.insertInto('portal_tokens').values({ business_id, client_email, token_hash, created_at }).execute()
  return `${business_id}.${secret}`
}

/** Sends it beyond the limit of its network: work opens it once. */
async function opensWithWork(subject: string, send: (more?: object) => ReturnType<typeof post>) {
  const before = await counted(subject)
  const refused = await send()
  assert.equal(refused.status, 429)
  assert.ok(refused.body.challenge, 'work is asked for')
  assert.equal(await counted(subject), before, 'who is asked to work has done nothing yet')
  const work = await workDone(refused.body.challenge)
  const opened = await send(work)
  assert.ok(opened.status < 300, JSON.stringify(opened.body))
  assert.equal(await counted(subject), before + 1)
  return work
}

test('corrections of an e-mail: thirty an hour, and then with work', async () => {
  const place = await salon(db)
  const [one, two] = [await booked(place, '10:30'), await booked(place, '12:00')]
  const [here, subject] = ['192.0.2.1', 'e-mails corrected from 192.0.2.1']
  const correct = (token: string, client_email: string, more = {}) =>
    post(here, '/api/appointments/client/correct-email', { token, client_email, ...more })
  await usedUp(subject, 28)
  for (let n = 0; n < 2; n++) assert.equal((await correct(one.token, `otra${n}@correo.example`)).status, 200)
  const work = await opensWithWork(subject, (more) => correct(two.token, 'otra3@correo.example', more))
  assert.equal((await correct(two.token, 'otra4@correo.example', work)).status, 429, 'once')
})

test('who corrects one appointment again and again uses up nothing of their neighbours', async () => {
  const { token } = await booked(await salon(db), '10:30')
  const statuses: number[] = []
  for (let n = 0; n < 10; n++) {
    const body = { token, client_email: `cambia${n}@correo.example` }
    const { status, body: answer } = await post('192.0.2.2', '/api/appointments/client/correct-email', body)
    statuses.push(status)
    assert.equal(answer.challenge, undefined)
  }
  assert.deepEqual(statuses, [200, 200, 200, ...Array(7).fill(429)])
  assert.equal(await counted('e-mails corrected from 192.0.2.2'), 3)
})

test('copies of data: twenty a day, and then with work; nobody uses up those of a business alone', async () => {
  const place = await salon(db)
  const [one, two] = [await booked(place, '10:30'), await booked(place, '12:00')]
  const [mine, hers] = [await linkOf(place, one.client_email), await linkOf(place, two.client_email)]
  const [here, subject] = ['192.0.2.3', 'data copies from 192.0.2.3']
  const copy = (token: string, more = {}) =>
    post(here, '/api/appointments/client/data-copy', { token, ...more })
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await copy(mine)).status)
  assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(7).fill(429)])
  assert.equal(await counted(`data copies by ${place.business_id}`), 5)
  await usedUp(subject, 15, 1440)
  await opensWithWork(subject, (more) => copy(hers, more))
})

test('requests about data: twenty a day, and then with work, by the key of the refused one', async () => {
  const { id, client_email } = await booked(await salon(db), '10:30')
  const who = { client_email, client_id: String(20_000_000 + people), recaptcha_token: 'x' }
  const [here, subject, key] = ['192.0.2.4', 'data requests from 192.0.2.4', randomUUID()]
  const ask = (kind: string, more = {}) =>
    post(here, `/api/appointments/client/data-request/${id}`, { ...who, kind, ...more }, key)
  await usedUp(subject, 20, 1440)
  await opensWithWork(subject, (more) => ask('consult', more))
  assert.equal((await ask('consult')).status, 200, 'its answer is kept')
})

test('who wants no advertising: a hundred changes an hour, and then with work', async () => {
  const { id, token } = await booked(await salon(db), '10:30')
  const [here, subject] = ['192.0.2.6', 'advertising from 192.0.2.6']
  const change = (more = {}) =>
    post(here, `/api/appointments/client/advertising/${id}`, { token, agreed: false, ...more })
  await usedUp(subject, 100)
  await opensWithWork(subject, change)
})

test('reports of a page: who goes on after five of an hour keeps nobody else from it', async () => {
  const { slug } = await salon(db)
  const report = (address: string) =>
    post(address, `/api/businesses/public/slug/${slug}/reports`, { reason: 'fraud' })
  const statuses: number[] = []
  for (let n = 0; n < 60; n++) statuses.push((await report('192.0.2.7')).status)
  assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(55).fill(429)])
  assert.equal((await report('192.0.2.8')).status, 200)
})

test('one member who goes on after their own limit uses up nothing of the business', async () => {
  const limitsOf = (user: string) => [
    { subject: `tries by ${user}`, max: 10, minutes: 60 },
    { subject: 'tries in the business', max: 60, minutes: 60 },
  ]
  const refused = await Promise.allSettled(
    Array.from({ length: 90 }, () => spend(db, NOW, limitsOf('one member'))),
  )
  assert.equal(refused.filter(({ status }) => status === 'rejected').length, 80)
  await spend(db, NOW, limitsOf('another'))
  assert.equal(await counted('tries in the business'), 11)
  assert.equal(await counted('tries by one member'), 90, 'where it was refused it counts')
})

test('registrations: so many an hour, and then with work; programs make nobody work', async () => {
  const [here, subject] = ['192.0.2.5', 'registrations from 192.0.2.5']
  const form = registration()
  const key = randomUUID()
  const register = (more = {}) => post(here, '/api/auth/register', { ...form, ...more }, key)
  await usedUp(subject, 2999)
  verdict = 'failed'
  for (let n = 0; n < 3; n++) assert.equal((await register()).status, 400)
  verdict = 'verified'
  assert.equal((await post(here, '/api/auth/register', registration())).status, 201)
  const work = await opensWithWork(subject, register)
  assert.equal((await register()).status, 201, 'sent again it is none')
  assert.equal((await post(here, '/api/auth/register', { ...registration(), ...work })).status, 429)
})
