/** What a business sees of its messages to a client: channel, state, time, and what came back. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cloudApi } from '#server/whatsapp/cloud-api.ts'
import { sendNextWhatsApp } from '#server/whatsapp/send.ts'
import { workOffEvents } from '#server/whatsapp/start.ts'
import { api, booking, database, NOW } from '../helper.ts'
import { memberOf } from '../roles.ts'
import { silent } from '../sender.ts'
import { hook, KEYS, reply, startWhatsApp, status, whatsAppEnv } from '../standin/whatsapp.ts'
import { twoProfessionals } from '../two-professionals.ts'

let phones = 0
const db = await database()
const standIn = await startWhatsApp()
after(() => standIn.stop())
const { app, call, clock } = await api(db, {
  env: whatsAppEnv(standIn.url),
})
const changed: number[] = []
const deps = {
  db,
  now: () => clock.now,
  publicUrl: 'https://agenda.example.com',
  log: silent,
  channel: cloudApi({ ...KEYS, url: standIn.url }),
  changed: (id: number) => void changed.push(id),
}

/** An appointment of tomorrow, of a business that writes by WhatsApp, and of a client who wants that. */
async function salon() {
  clock.now = NOW
  standIn.misbehave = undefined
  const phone = `5730044${String(++phones).padStart(5, '0')}`
  const place = await twoProfessionals(call, db)
  const { who } = place
  const setting = await who.as('PUT', '/api/messages/whatsapp', { reminder_channel: 'whatsapp' })
  assert.equal(setting.status, 200)
  const { status, body } = await call('POST', '/api/appointments/public', {
    body: booking(place.place, {
      appointment_date: '2026-11-21',
      appointment_time: '12:00',
      client_phone: `+${phone}`,
      client_email: 'camila@correo.example',
      whatsapp_consent: true,
    }),
  })
  assert.equal(status, 201, JSON.stringify(body))
  const id: number = body.appointment.id
  const details = async (headers: Record<string, string> = who.headers) =>
    (await call('GET', `/api/appointments/${id}`, { headers })).body
  const row = async () =>
    (await who.as('GET', '/api/messages/today')).body.rows.find((one: { id: number }) => one.id === id)
  return { ...place, id, phone, details, row }
}

async function sendAll() {
  while ((await sendNextWhatsApp(deps)).length > 0);
  return standIn.sent.at(-1)!.id
}
async function told(value: object) {
  const { body, headers } = hook(value)
  await app.inject({ method: 'POST', url: '/api/hooks/whatsapp', payload: body, headers })
  await workOffEvents(deps)
}
const said = (messages: Record<string, unknown>[]) =>
  messages.map(({ kind, channel, state, reason, at }) => [kind, channel, state, reason, at])
const iso = (ms: number) => new Date(ms).toISOString()

test('each message with its channel, its state and since when', async () => {
  const { details, who } = await salon()
  const waits = [
    ['booked', 'whatsapp', 'queued', null, iso(NOW)],
    ['booked', 'email', 'queued', null, iso(NOW)],
  ]
  assert.deepEqual(said((await details()).messages), waits)
  clock.now += 1000
  changed.length = 0
  const id = await sendAll()
  assert.deepEqual(changed, [who.business_id], 'open screens hear of it')
  const at = (state: string, when: number) => [['booked', 'whatsapp', state, null, iso(when)], waits[1]]
  assert.deepEqual(said((await details()).messages), at('sent', NOW + 1000))
  await told({ statuses: [status('delivered', { id, at: NOW + 60_000 })] })
  assert.deepEqual(said((await details()).messages), at('delivered', NOW + 60_000))
  await told({ statuses: [status('read', { id, at: NOW + 120_000 })] })
  await told({ statuses: [status('sent', { id, at: NOW + 180_000 })] })
  assert.deepEqual(said((await details()).messages), at('read', NOW + 120_000))
})

test('why one did not arrive; what went by hand, and by whom; not the owner’s own mails', async () => {
  const { details, id, who } = await salon()
  standIn.misbehave = 'no-whatsapp'
  await sendNextWhatsApp(deps)
  const colleague = await memberOf(db, who.business_id, 'reception')
  const sent = await call('POST', `/api/appointments/${id}/message-sent`, {
    headers: colleague.headers,
    body: { message: 'reminder', starts_at: iso(Date.parse('2026-11-21T17:00:00Z')) },
  })
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  const { messages } = await details()
  assert.deepEqual(
    messages.map((one: Record<string, unknown>) => [one['kind'], one['state'], one['reason'], one['manual']]),
    [
      ['reminder', 'sent', null, true],
      ['booked', 'failed', 'este número no tiene WhatsApp', false],
      ['booked', 'queued', null, false],
    ],
  )
  assert.notEqual(messages[0].sent_by, null)
  assert.equal((await details(colleague.headers)).messages[0].sent_by, null, 'it was you')
  const { rows: owners } = await sql`
    select from messages where business_id = ${who.business_id} and appointment_id = ${id} and kind = 'booked_owner'`.execute(
    db,
  )
  assert.equal(owners.length, 1, 'it is there, and not shown')
})

test('what the client wrote, to who sees the appointment alone; not a tap, and no stranger’s words', async () => {
  const { details, id, phone, who, place, other_id } = await salon()
  const wamid = await sendAll()
  await told({ messages: [reply({ from: phone, text: '¿Puedo llevar a mi hija?' })] })
  await told({ messages: [{ ...reply({ from: phone, text: '' }), type: 'audio', text: undefined }] })
  await told({ messages: [reply({ from: '573110000000', text: 'Soy otra', context: wamid })] })
  const { rows } = await sql<{ handled: string }>`
    select handled from inbound_messages where business_id = ${who.business_id} order by id`.execute(db)
  assert.equal(rows.at(-1)!.handled, 'stranger')
  const texts = async (headers: Record<string, string>) =>
    (await details(headers)).replies?.map(({ text }: { text: string | null }) => text)
  assert.deepEqual(await texts(who.headers), [null, '¿Puedo llevar a mi hija?'])
  const [mine, other] = await Promise.all(
    [place.professional_id, other_id].map((professional_id) =>
      memberOf(db, who.business_id, 'professional', { professional_id }),
    ),
  )
  assert.deepEqual(await texts(mine!.headers), [null, '¿Puedo llevar a mi hija?'])
  const hidden = await call('GET', `/api/appointments/${id}`, { headers: other!.headers })
  assert.equal(hidden.status, 404)
})

test('‘Mensajes de hoy’ knows what went by itself, and what did not arrive', async () => {
  const { id, phone, row, who } = await salon()
  assert.equal((await row()).told, null, 'a confirmation is no reminder')
  const remind = (starts_at: number) =>
    sql`insert into messages (business_id, kind, appointment_id, recipient, once, channel, data, due_at, created_at)
      values (${who.business_id}, 'reminder_whatsapp_advance', ${id}, ${`+${phone}`}, ${`r:${id}:${starts_at}`}, 'whatsapp',
        ${JSON.stringify({ starts_at })}::jsonb, ${iso(clock.now)}, ${iso(clock.now)})`.execute(db)
  const start = Date.parse('2026-11-21T17:00:00Z')
  await remind(start - 3_600_000)
  assert.equal((await row()).told, null, 'it told another time')
  await remind(start)
  assert.deepEqual((await row()).told, { state: 'queued', reason: null, at: iso(NOW) })
  const wamid = await sendAll()
  await told({ statuses: [status('failed', { id: wamid, code: 131026 })] })
  assert.deepEqual((await row()).told, {
    state: 'failed',
    reason: 'este número no tiene WhatsApp',
    at: iso(NOW),
  })
})
