/** What clients write that is no plain text: photos with words, and reactions. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { cloudApi } from '#server/whatsapp/cloud-api.ts'
import { sendNextWhatsApp } from '#server/whatsapp/send.ts'
import { workOffEvents } from '#server/whatsapp/start.ts'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { hook, KEYS, reply, startWhatsApp, whatsAppEnv } from '../standin/whatsapp.ts'

const PHONE = '573001234567'
const db = await database()
const standIn = await startWhatsApp()
after(() => standIn.stop())
const { app, call, clock } = await api(db, {
  env: whatsAppEnv(standIn.url),
})
const deps = {
  db,
  now: () => clock.now,
  publicUrl: 'https://agenda.example.com',
  log: { info() {}, warn() {}, error() {} },
  channel: cloudApi({ ...KEYS, url: standIn.url }),
  changed() {},
}

let place: Awaited<ReturnType<typeof salon>>
let headers: { authorization: string }
beforeEach(async () => {
  clock.now = NOW
  standIn.sent.length = 0
  await sql`truncate messages, handovers, inbound_messages, whatsapp_events, consents, appointments, client_cards,
    appointment_history, credit_movements, credit_accounts, attempts cascade`.execute(db)
  place = await salon(db)
  headers = await ownerHeaders(db, place)
  await call('PUT', '/api/messages/whatsapp', { headers, body: { reminder_channel: 'whatsapp' } })
})

async function book(more: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await call('POST', '/api/appointments/public', {
    body: booking(place, { client_phone: `+${PHONE}`, whatsapp_consent: true, ...more }),
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.appointment.id
}
const sendAll = async () => {
  while ((await sendNextWhatsApp(deps)).length > 0);
}
/** A message of its client that is neither a text nor a tap. */
async function sends(more: { type: string } & Record<string, unknown>): Promise<void> {
  const { text: _text, ...head } = reply({ from: PHONE, text: '' }) as Record<string, unknown>
  const { body: payload, headers } = hook({ messages: [{ ...head, ...more }] })
  const { statusCode } = await app.inject({ method: 'POST', url: '/api/hooks/whatsapp', payload, headers })
  assert.equal(statusCode, 200)
  await workOffEvents(deps)
  await sendAll()
}
const read = async (id: number): Promise<(string | null)[]> =>
  (await call('GET', `/api/appointments/${id}`, { headers })).body.replies.map(
    ({ text }: { text: string | null }) => text,
  )
const answers = () => standIn.sent.filter(({ body }) => body.type === 'text').length

test('of a photo, a video or a document the business reads what was written with it', async () => {
  const id = await book()
  await sendAll()
  await sends({ type: 'image', image: { id: '1', caption: 'Llego 20 minutos tarde' } })
  await sends({ type: 'video', video: { id: '2', caption: 'Así lo quiero' } })
  await sends({ type: 'document', document: { id: '3', caption: 'La orden', filename: 'orden.pdf' } })
  await sends({ type: 'image', image: { id: '4' } })
  assert.deepEqual(await read(id), [
    null,
    'Documento: La orden',
    'Video: Así lo quiero',
    'Foto: Llego 20 minutos tarde',
  ])
  assert.equal(answers(), 1)
})

describe('a reaction', () => {
  test('is read as its emoji, about the appointment of the message it is on, and not answered', async () => {
    const id = await book()
    await sendAll()
    const about = standIn.sent.at(-1)!.id
    const later = await book({ appointment_time: '15:00' })
    await sendAll()
    await sends({ type: 'reaction', reaction: { message_id: about, emoji: '👍' } })
    assert.deepEqual(await read(id), ['Reaccionó con 👍'])
    assert.deepEqual(await read(later), [])
    assert.equal(answers(), 0)
  })

  test('that was taken back is none, nor is what WhatsApp says itself', async () => {
    const id = await book()
    await sendAll()
    const message_id = standIn.sent.at(-1)!.id
    await sends({ type: 'reaction', reaction: { message_id } })
    await sends({ type: 'reaction', reaction: { message_id, emoji: '' } })
    await sends({ type: 'system', system: { type: 'user_changed_number', wa_id: '573009999999' } })
    assert.deepEqual(await read(id), [])
    assert.equal(answers(), 0)
  })
})

test('that nobody reads here is told once a day, also to who writes about another appointment', async () => {
  const first = await book()
  await sendAll()
  const about = standIn.sent.at(-1)!.id
  clock.now += 60_000
  const second = await book({ appointment_time: '15:00' })
  await sendAll()
  await sends({ type: 'text', text: { body: 'Hola' } })
  await sends({ type: 'text', text: { body: '¿Es a las 10?' }, context: { id: about } })
  assert.deepEqual([await read(first), await read(second)], [['¿Es a las 10?'], ['Hola']])
  assert.equal(answers(), 1)
  clock.now += 25 * 3_600_000
  await sends({ type: 'text', text: { body: '¿Sigue en pie?' }, context: { id: about } })
  assert.equal(answers(), 2)
})
