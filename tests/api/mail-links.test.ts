/** Nobody makes the product carry their links to a stranger's mailbox: by booking, registering or inviting in that one's name. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { EmailTemplates } from '../../emails/types.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { PRESSES_MS } from '#server/messages/asked/queries.ts'
import { queueDataAnswer } from '#server/messages/data-requests/mails.ts'
import { sendDue } from '#server/messages/send.ts'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'
import { plainTemplates, senderDeps } from '../sender.ts'
import { startSink } from '../smtp.ts'

const db = await database()
const { call, clock } = await api(db)
const sink = await startSink()
const mailer = smtpMailer(sink.url)
after(async () => {
  await mailer.close()
  await sink.stop()
})

/** What the mails are made of, by kind. */
const made: [kind: string, data: Record<string, unknown>][] = []
const render = Object.fromEntries(
  Object.entries(plainTemplates).map(([kind, template]) => [
    kind,
    (data: never) => {
      made.push([kind, data])
      return (template as (data: never) => unknown)(data)
    },
  ]),
) as unknown as EmailTemplates

async function deliver() {
  made.length = 0
  await sendDue({ ...senderDeps(db, mailer, { now: () => clock.now + PRESSES_MS }), render })
  return made.splice(0)
}

/** All that a mail shows, but for what is not a text of people: its addresses, and what it is sent to. */
const shownIn = (data: object) =>
  JSON.stringify(data, (name, value: unknown) => (/_url$|email|^old_/.test(name) ? undefined : value))
const LINK = /:\/\/|www\.\w|premios\.example/

const LONG_AGO = '2020-01-01T00:00:00Z'
const confirmed = (business_id: number, created_at = LONG_AGO) =>
  db
    .updateTable('businesses')
    .set({ email_confirmed_at: new Date(clock.now).toISOString(), created_at })
    .where('id', '=', business_id)
    .execute()

const PAGE = 'https://agenda.example.com/negocio/salon?ver=datos'
const SPAM = { client_name: 'http://premios.example/x Gana en www.premios.example', notes: 'premios.example' }

test('a client’s mail has no link of whoever booked in their name, and shows a name as it is', async () => {
  const salon = await owner(call, { business_name: 'Belleza.co' })
  const ids = await withOffer(salon)
  await confirmed(salon.business_id)
  await deliver()
  const body = booking({ ...ids, ...salon, business_id: salon.business_id }, SPAM)
  const booked = await call('POST', '/api/appointments/public', { body })
  assert.equal(booked.status, 201)
  const mails = await deliver()
  assert.deepEqual(mails.map(([kind]) => kind).toSorted(), ['bookedClient', 'bookedOwner'])
  const client = mails.find(([kind]) => kind === 'bookedClient')![1] as any
  assert.doesNotMatch(shownIn(client), LINK)
  assert.equal(client.client.client_name, 'http: //premios. example/x Gana en www. premios. example')
  assert.equal(client.business.business_name, 'Belleza.co', 'who confirmed answers for their own words')
  await confirmed(salon.business_id, new Date().toISOString())

  const change = { appointment_time: '11:00', version: 1 }
  assert.equal(
    (await salon.as('PATCH', `/api/appointments/${booked.body.appointment.id}`, change)).status,
    200,
  )
  clock.now += 60_000
  for (const [kind, data] of await deliver()) {
    assert.doesNotMatch(shownIn(data), LINK)
    if (kind.endsWith('Client'))
      assert.equal((data as any).business.business_name, 'Belleza. co', 'a new one does not yet')
  }
})

test('an answer to a data request has no link of whoever asked, nor of a business that has not confirmed its e-mail, or is new', async () => {
  const salon = await owner(call, { business_name: 'Belleza.co' })
  const answered = async (id: number) => {
    await deliver()
    const { business_id } = salon
    const asked = { business_id, id, kind: 'consult' as const, ...SPAM, due_date: '2026-12-01' }
    const told = {
      client_email: 'extrana@correo.example',
      text: `Mira premios.example. La política: ${PAGE}`,
      outcome: 'done' as const,
    }
    await db.transaction().execute((tx) => queueDataAnswer(tx, { ...asked, ...told }, clock.now))
    const [[, data]] = (await deliver()) as [(typeof made)[number]]
    return data
  }
  const first = await answered(1)
  assert.equal(first.answer, `Mira premios. example. La política: ${PAGE}`, 'our own page is a link')
  assert.doesNotMatch(shownIn({ ...first, answer: '' }), LINK)
  await confirmed(salon.business_id, new Date().toISOString())
  const second = await answered(2)
  assert.deepEqual([second.answer, second.business_name], [first.answer, 'Belleza. co'], 'a new one')
  await confirmed(salon.business_id)
  const { answer, client_name, business_name } = await answered(3)
  assert.deepEqual(
    [business_name, answer, client_name],
    [
      'Belleza.co',
      `Mira premios.example. La política: ${PAGE}`,
      'http: //premios. example/x Gana en www. premios. example',
    ],
  )
})

test('whoever registers with a stranger’s e-mail sends no links there, whatever they write to', async () => {
  const business_name = 'Gana en www.premios.example/x'
  const salon = await owner(call, { business_name })
  const welcome = await deliver()
  assert.deepEqual(
    welcome.map(([kind]) => kind),
    ['welcome'],
  )
  assert.equal(welcome[0]![1]['business_name'], 'Gana en www. premios. example/x')

  const service = await salon.as('POST', '/api/services', {
    service_name: 'premios.example',
    duration_minutes: 60,
    price: 1,
  })
  const professional = await salon.as('POST', '/api/professionals', {
    professional_name: 'www.premios.example',
  })
  const ids = { service_id: service.body.service.id, professional_id: professional.body.professional.id }
  const body = booking({ ...ids, ...salon, business_id: salon.business_id }, SPAM)
  const { body: booked } = await call('POST', '/api/appointments/public', { body })
  const cancelled = await salon.as('POST', `/api/appointments/${booked.appointment.id}/cancel`, {
    cancellation_reason: 'Mira https://premios.example/x',
  })
  assert.equal(cancelled.status, 200)
  const again = { ...body, appointment_time: '15:00' }
  await call('POST', '/api/appointments/public', { body: again })
  await call('POST', '/api/auth/forgot-password', { body: { email: salon.email } })
  const mails = await deliver()
  const toStrangers = mails.filter(([kind]) => !kind.endsWith('Owner'))
  assert.deepEqual(toStrangers.map(([kind]) => kind).toSorted(), [
    'bookedClient',
    'cancelledClient',
    'passwordReset',
  ])
  for (const [kind, data] of toStrangers) assert.doesNotMatch(shownIn(data), LINK, kind)

  // Whose e-mail is confirmed invites whomever they like.
  await confirmed(salon.business_id)
  const invited = { email: 'extrana@correo.example', role: 'reception' }
  assert.equal((await salon.as('POST', '/api/members/invite', invited)).status, 201)
  const invitations = await deliver()
  assert.deepEqual(
    invitations.map(([kind, data]) => [kind, data['business_name']]),
    [['teamInvitation', 'Gana en www. premios. example/x']],
  )
})
