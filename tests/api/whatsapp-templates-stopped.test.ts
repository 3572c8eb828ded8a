/** What the administrator hears of WhatsApp: a refused token, and templates that Meta stopped or takes for advertising. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { ensureAdministrator } from '#server/admin/queries.ts'
import { whatsAppStopped } from '#server/messages/stopped-queries.ts'
import { cloudApi } from '#server/whatsapp/cloud-api.ts'
import { queueDueByWhatsApp } from '#server/whatsapp/plan.ts'
import { noteConnection } from '#server/whatsapp/queries.ts'
import { sendNextWhatsApp } from '#server/whatsapp/send.ts'
import { workOffEvents } from '#server/whatsapp/start.ts'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { silent } from '../sender.ts'
import { KEYS, signature, startWhatsApp, whatsAppEnv } from '../standin/whatsapp.ts'

const HOUR = 3_600_000
const db = await database()
const standIn = await startWhatsApp()
after(() => standIn.stop())
const { app, call, clock } = await api(db, {
  env: {
    ...whatsAppEnv(standIn.url),
    WHATSAPP_ACCOUNT_ID: KEYS.accountId,
  },
})
const { call: bare } = await api(db)
const who = { email: 'jefa@enpunto.example', password: 'una-clave-larga' }
await ensureAdministrator(db, who)
const administrator = {
  authorization: `Bearer ${(await call('POST', '/api/admin/login', { body: who })).body.token}`,
}
const deps = {
  db,
  now: () => clock.now,
  publicUrl: 'https://agenda.example.com',
  log: silent,
  channel: cloudApi({ ...KEYS, url: standIn.url }),
  changed() {},
}
const admin = async (ask = call) => {
  const { status, body } = await ask('GET', '/api/admin/whatsapp', { headers: administrator })
  assert.equal(status, 200)
  const { success: _, ...answer } = body
  return answer
}
let looks = 0
/** Each look is a minute after the last one: for as long what was seen may be told again. */
const warnings = async () => {
  clock.now = NOW + ++looks * 60_000
  const { warnings = [] } = (await call('GET', '/api/ready')).body
  clock.now = NOW
  return warnings.filter((one: string) => one.startsWith('whatsapp'))
}
const iso = (ms: number) => new Date(ms).toISOString()

beforeEach(async () => {
  clock.now = NOW
  standIn.misbehave = undefined
  await sql`truncate whatsapp_templates, whatsapp_events, messages, appointments cascade`.execute(db)
  await sql`delete from installation where name = 'whatsapp stopped'`.execute(db)
})

/** What Meta tells of a template; seconds after NOW. */
async function told(field: string, value: object, { seconds = 0, account = KEYS.accountId } = {}) {
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: account, time: NOW / 1000 + seconds, changes: [{ field, value }] }],
  })
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature(body) }
  const answer = await app.inject({ method: 'POST', url: '/api/hooks/whatsapp', payload: body, headers })
  assert.equal(answer.statusCode, 200)
  await workOffEvents(deps)
}
const REMINDER = {
  message_template_id: 278077987957091,
  message_template_name: 'recordatorio_v1',
  message_template_language: 'es_CO',
}
const category = (new_category: string, more: object = {}) => [
  'template_category_update',
  { ...REMINDER, new_category, ...more },
]
const status = (event: string, more: object = {}) => [
  'message_template_status_update',
  { ...REMINDER, event, reason: 'NONE', ...more },
]
type Told = [string, object]

/** Reminds the client of a new appointment, and says what became of it. */
async function reminded() {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  await call('PUT', '/api/messages/whatsapp', { headers, body: { reminder_channel: 'whatsapp' } })
  const body = booking(place, {
    client_phone: `+57300${String(++phones).padStart(7, '0')}`,
    whatsapp_consent: true,
  })
  const booked = await call('POST', '/api/appointments/public', { body })
  assert.equal(booked.status, 201, JSON.stringify(booked.body))
  const { id } = booked.body.appointment
  while ((await sendNextWhatsApp(deps)).length > 0);
  const { starts_at } = await db
    .selectFrom('appointments')
    .select('starts_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  clock.now = starts_at - 2 * HOUR
  await queueDueByWhatsApp(db, clock.now)
  while ((await sendNextWhatsApp(deps)).length > 0);
  const { rows } = await sql<{ kind: string; state: string; last_error: string | null }>`
    select kind, state, last_error from messages
    where appointment_id = ${id} and kind like 'reminder%two_hours' order by id`.execute(db)
  clock.now = NOW
  return rows.map(({ kind, state, last_error }) => [kind, state, last_error].filter(Boolean).join(' '))
}
let phones = 0
const SENT = ['reminder_whatsapp_two_hours sent']
const BY_MAIL = ['reminder_whatsapp_two_hours skipped template', 'reminder_two_hours queued']

test('a template that becomes advertising is not sent, and the reminder goes by mail, until it is none', async () => {
  assert.deepEqual(await reminded(), SENT)
  await told(...(category('UTILITY', { correct_category: 'MARKETING' }) as Told))
  const soon = {
    name: 'recordatorio_v1',
    language: 'es_CO',
    what: 'marketing_soon',
    status: null,
    reason: null,
    at: iso(NOW),
  }
  assert.deepEqual(await admin(), { disconnected_since: null, templates: [soon] })
  assert.deepEqual(await reminded(), SENT, 'not yet')

  await told(...(category('MARKETING', { previous_category: 'UTILITY' }) as Told), { seconds: 60 })
  const { templates } = await admin()
  assert.deepEqual(templates, [{ ...soon, what: 'marketing', at: iso(NOW + 60_000) }])
  assert.deepEqual(await warnings(), ['whatsapp_templates'])
  assert.deepEqual(await reminded(), BY_MAIL)

  // Of before: it says nothing new.
  await told(...(category('UTILITY') as Told), { seconds: 30 })
  assert.equal((await admin()).templates.length, 1)
  await told(...(category('UTILITY', { previous_category: 'MARKETING' }) as Told), { seconds: 90 })
  assert.deepEqual((await admin()).templates, [])
  assert.deepEqual(await warnings(), [])
  assert.deepEqual(await reminded(), SENT)
})

for (const event of ['REJECTED', 'PAUSED', 'DISABLED'])
  test(`one that is ${event} is not sent until it is approved`, async () => {
    await told(...(status(event, { reason: 'ABUSIVE_CONTENT' }) as Told))
    const { templates } = await admin()
    assert.deepEqual(
      templates.map((one: Record<string, unknown>) => [one['what'], one['status'], one['reason']]),
      [['stopped', event, 'ABUSIVE_CONTENT']],
    )
    assert.deepEqual(await reminded(), BY_MAIL)
    await told(...(status('APPROVED') as Told), { seconds: 5 })
    assert.deepEqual((await admin()).templates, [])
    assert.deepEqual(await reminded(), SENT)
  })

test('what is about others, advertising as it was made, or another language changes nothing', async () => {
  await told(...(category('MARKETING') as Told), { account: '999' })
  await told(...(category('MARKETING', { message_template_name: 'de_otra_v1' }) as Told))
  await told(...(category('MARKETING', { message_template_name: 'vuelve_v1' }) as Told))
  await told(...(status('FLAGGED') as Told))
  assert.deepEqual((await admin()).templates, [])
  await told(...(category('MARKETING', { message_template_language: 'pt_BR' }) as Told))
  assert.deepEqual(await reminded(), SENT)
})

test('a refused token is told with its time, and not any more once it is taken', async () => {
  await noteConnection(db, false, NOW - HOUR)
  await noteConnection(db, false, NOW)
  assert.deepEqual(await admin(), { disconnected_since: iso(NOW - HOUR), templates: [] })
  assert.deepEqual(await warnings(), ['whatsapp_disconnected'])
  assert.deepEqual(await admin(bare), { disconnected_since: null, templates: [] }, 'without keys')
  assert.equal((await call('GET', '/api/admin/whatsapp')).status, 401)
  assert.deepEqual(await reminded(), SENT)
  assert.equal((await admin()).disconnected_since, null)
})

test('that another process found it refused is seen within a minute, whoever sends next', async () => {
  await noteConnection(db, true, NOW)
  const other = db.withTables()
  await noteConnection(other, false, NOW + 1000)
  await noteConnection(db, true, NOW + 30_000)
  assert.notEqual((await admin()).disconnected_since, null)
  await noteConnection(db, true, NOW + 60_000)
  assert.equal((await admin()).disconnected_since, null)
})

/** Three people's messages are tried for minutes by a WhatsApp that takes none. */
async function threeInVain() {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  await call('PUT', '/api/messages/whatsapp', { headers, body: { reminder_channel: 'whatsapp' } })
  for (const n of [0, 1, 2]) {
    const client_phone = `+57300123456${n}`
    const body = booking(place, { client_phone, whatsapp_consent: true, appointment_time: `1${n}:00` })
    assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
  }
  standIn.misbehave = 'broken'
  for (const seconds of [5, 15, 60, 300]) {
    while ((await sendNextWhatsApp(deps)).length > 0);
    clock.now += seconds * 1000
  }
  assert.equal(await whatsAppStopped(db, clock.now + HOUR), false)
  while ((await sendNextWhatsApp(deps)).length > 0);
  assert.equal(await whatsAppStopped(db, clock.now + 60_000), true)
}

test('that it takes nothing for now is told once three people’s messages were tried for minutes, until one goes', async () => {
  await threeInVain()
  standIn.misbehave = undefined
  clock.now += HOUR
  assert.deepEqual(await sendNextWhatsApp(deps), ['sent'])
  assert.equal(await whatsAppStopped(db, clock.now), false)
})

test('that it takes nothing may be over, too, an hour after the last message was tried in vain', async () => {
  await threeInVain()
  const minutes = 60_000
  // As reminders that go by mail after a quarter of an hour.
  await sql`update messages set state = 'skipped' where recipient <> '+573001234560'`.execute(db)
  assert.equal(await whatsAppStopped(db, clock.now + 50 * minutes), true)
  assert.equal(await whatsAppStopped(db, clock.now + 70 * minutes), false)
  clock.now += HOUR
  assert.deepEqual(await sendNextWhatsApp(deps), ['queued'])
  assert.equal(await whatsAppStopped(db, clock.now + 50 * minutes), true)
  assert.equal(await whatsAppStopped(db, clock.now + 70 * minutes), false)
})

test('that it answers nothing is told once three people’s messages were not answered, until one is', async () => {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  await call('PUT', '/api/messages/whatsapp', { headers, body: { reminder_channel: 'whatsapp' } })
  const book = async (n: number) => {
    const client_phone = `+57300123456${n}`
    const body = booking(place, { client_phone, whatsapp_consent: true, appointment_time: `1${n}:00` })
    assert.equal((await call('POST', '/api/appointments/public', { body })).status, 201)
    return await sendNextWhatsApp(deps)
  }
  standIn.misbehave = 'lose-answer'
  for (const n of [0, 1]) assert.deepEqual(await book(n), ['sent'])
  assert.equal(await whatsAppStopped(db, clock.now + 60_000), false)
  assert.deepEqual(await book(2), ['sent'])
  assert.equal(await whatsAppStopped(db, clock.now + 60_000), true)
  standIn.misbehave = undefined
  assert.deepEqual(await book(3), ['sent'])
  assert.equal(await whatsAppStopped(db, clock.now + 60_000), false)
})
