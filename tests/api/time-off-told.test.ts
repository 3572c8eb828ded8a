/** Who would hear of a move or a cancellation, before the time is blocked: by e-mail or WhatsApp, each client once. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api, booking, database } from '../helper.ts'
import { startWhatsApp, whatsAppEnv } from '../standin/whatsapp.ts'
import { twoProfessionals } from '../two-professionals.ts'

const db = await database()
const standIn = await startWhatsApp()
after(() => standIn.stop())
const env = whatsAppEnv(standIn.url)
const [{ call }, without] = [await api(db, { env }), await api(db)]

test('who left an e-mail or wants WhatsApp is told, who left neither is not, and one client is one', async () => {
  const { who, place } = await twoProfessionals(call, db)
  await who.as('PUT', '/api/messages/whatsapp', { reminder_channel: 'both' })
  const date = '2026-11-24'
  const book = async (appointment_time: string, more: object) => {
    const body = booking(place, { appointment_date: date, appointment_time, ...more })
    const answer = await who.as('POST', '/api/appointments', body)
    assert.equal(answer.status, 201, JSON.stringify(answer.body))
    return answer.body.appointment.id as number
  }
  const reached = {
    client_name: 'Camila Rojas',
    client_phone: '+573004128819',
    client_email: 'camila@correo.example',
  }
  const nobody = { client_email: null, walk_in: true }
  const first = await book('09:00', reached)
  const again = await book('10:00', reached)
  const chat = {
    ...nobody,
    client_name: 'Pilar Uribe',
    client_phone: '+573115550000',
    whatsapp_consent: true,
  }
  const byWhatsApp = await book('11:00', chat)
  await book('12:00', { ...nobody, client_name: 'Rafael Ochoa', client_phone: '+573115550001' })
  await book('13:00', { ...nobody, client_name: 'Cliente de paso', client_phone: '' })

  const asked = async (as = who.as) => {
    const { status, body } = await as('GET', `/api/time-off/conflicts?first_date=${date}`)
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.conflicts.length, 5)
    return body
  }
  const { told, tells_new_professional } = await asked()
  assert.equal(tells_new_professional, true)
  assert.deepEqual(
    told.map((one: { appointment_id: number }) => one.appointment_id),
    [first, again, byWhatsApp],
  )
  const clients = told.map((one: { client: number }) => one.client)
  assert.equal(clients[0], clients[1])
  assert.notEqual(clients[1], clients[2])

  // An installation, or a business, that does not write by WhatsApp.
  const { headers } = who
  const onlyMails = await asked(((method: string, path: string) =>
    without.call(method as 'GET', path, { headers })) as never)
  assert.deepEqual(onlyMails.told, told.slice(0, 2))
  await who.as('PUT', '/api/messages/whatsapp', { reminder_channel: 'email' })
  assert.deepEqual((await asked()).told, told.slice(0, 2))
})
