/** Advertising: the greeting on a birthday, to who agreed, in the hours of the law, once a day and with a way out. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { ADVERTISING_KINDS } from '#domain/advertising.ts'
import { planGreetings } from '#server/birthdays/plan.ts'
import { creditBalance } from '#server/credits/queries.ts'
import { type Mail, MailError, type Mailer } from '#server/mail/mailer.ts'
import { sendNext } from '#server/messages/send.ts'
import { cloudApi } from '#server/whatsapp/cloud-api.ts'
import { KINDS } from '#server/whatsapp/compose.ts'
import { sendNextWhatsApp } from '#server/whatsapp/send.ts'
import { workOffEvents } from '#server/whatsapp/start.ts'
import { templateOf } from '#server/whatsapp/templates.ts'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { senderDeps, silent } from '../sender.ts'
import { hook, KEYS, reply, startWhatsApp, whatsAppEnv } from '../standin/whatsapp.ts'

const PHONE = '+573001234567'
const db = await database()
const standIn = await startWhatsApp()
after(() => standIn.stop())
const env = whatsAppEnv(standIn.url)
const { app, call, clock } = await api(db, { env })

const mails: Mail[] = []
let isDown = false
const mailer: Mailer = {
  async send(mail, beforeLastByte) {
    if (isDown) throw new MailError('connect', 'nobody there')
    await beforeLastByte()
    mails.push(mail)
  },
  close: async () => {},
}
const byMail = senderDeps(db, mailer, { now: () => clock.now })
const byWhatsApp = {
  db,
  now: () => clock.now,
  publicUrl: 'https://agenda.example.com',
  log: silent,
  channel: cloudApi({ ...KEYS, url: standIn.url }),
  changed: () => {},
}
const plan = (hasWhatsApp = true) => planGreetings({ db, now: () => clock.now, hasWhatsApp })

/** What is due leaves, by both channels. */
async function send() {
  for (const next of [() => sendNext(byMail), () => sendNextWhatsApp(byWhatsApp)])
    for (let steps = await next(); steps.length > 0 && steps[0] !== 'unreachable';) steps = await next()
}
const bogota = (text: string) => Date.parse(`${text}-05:00`)
const at = async (text: string) => {
  clock.now = bogota(text)
  await plan()
  await send()
}

beforeEach(async () => {
  clock.now = NOW
  standIn.misbehave = undefined
  standIn.sent.length = 0
  mails.length = 0
  isDown = false
  await sql`truncate messages, handovers, inbound_messages, whatsapp_events, consents, appointments, client_cards,
    appointment_history, credit_movements, credit_accounts, attempts cascade`.execute(db)
  await sql`update businesses set greets_birthdays = false`.execute(db)
})

async function business({ greets = true } = {}) {
  const place = await salon(db)
  const { business_id } = place
  const headers = await ownerHeaders(db, place)
  const as = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, body?: unknown) => {
    const answer = await call(method, url, { headers, body })
    assert.ok(answer.status < 300, `${url} ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  if (greets) await as('PUT', '/api/messages/greetings', { greets_birthdays: true })
  /** A card; who agreed to advertising, unless it is said otherwise. */
  const card = async (birthday: string, { agreed = true, ...more }: Record<string, unknown> = {}) => {
    const { client } = await as('POST', '/api/clients', {
      client_name: 'Ana Ruiz',
      client_email: 'ana@correo.example',
      birthday,
      ...more,
    })
    if (agreed) await as('POST', `/api/clients/${client.id}/advertising`, { agreed: true })
    return client.id as number
  }
  /** A client who booked, and wants WhatsApp and advertising there. */
  const onWhatsApp = async (birthday: string, phone = PHONE) => {
    await as('PUT', '/api/messages/whatsapp', { reminder_channel: 'whatsapp' })
    const body = booking(place, { client_phone: phone, whatsapp_consent: true })
    const booked = await call('POST', '/api/appointments/public', { body })
    assert.equal(booked.status, 201, JSON.stringify(booked.body))
    const { id } = await db
      .selectFrom('client_cards')
      .select('id')
      .where('business_id', '=', business_id)
      .where('client_phone', '=', phone)
      .executeTakeFirstOrThrow()
    await as('PATCH', `/api/clients/${id}`, { birthday })
    await as('POST', `/api/clients/${id}/advertising`, { agreed: true })
    await send()
    standIn.sent.length = 0
    mails.length = 0
    return id
  }
  const greetings = async () =>
    (
      await db
        .selectFrom('messages')
        .select(['kind', 'state', 'last_error'])
        .where('business_id', '=', business_id)
        .where('once', 'like', 'birthday:%')
        .orderBy('id')
        .execute()
    ).map(({ kind, state, last_error }) => [kind, state, ...(last_error ? [last_error] : [])].join(' '))
  const left = async () => (await creditBalance(db, business_id, clock.now)).total_credits
  const whole = async (id: number) => (await as('GET', `/api/clients/${id}`)).client
  return { ...place, as, card, onWhatsApp, greetings, left, whole }
}

test('what is advertising waits behind all that somebody waits for, and no template of advertising goes as anything else', () => {
  for (const kind of ADVERTISING_KINDS) assert.ok(kind.startsWith('reminder_'), kind)
  for (const [kind, { template }] of Object.entries(KINDS))
    assert.equal(templateOf(template).category === 'MARKETING', ADVERTISING_KINDS.includes(kind), kind)
})

describe('a greeting on a birthday', () => {
  test('goes once, from nine on, to who agreed, by the owner’s wish, and costs a message', async () => {
    const one = await business({ greets: false })
    await one.card('1990-11-20')
    await at('2026-11-20T10:00')
    assert.deepEqual(await one.greetings(), [], 'off until the owner wants it')
    await one.as('PUT', '/api/messages/greetings', { greets_birthdays: true })
    assert.equal((await one.as('GET', '/api/messages/greetings')).greets_birthdays, true)
    await one.card('11-20', { agreed: false, client_email: 'sin@correo.example' })
    await one.card('11-21', { client_email: 'manana@correo.example' })
    await one.card('11-20', { client_email: '' })
    const before = await one.left()
    await at('2026-11-20T08:59')
    assert.deepEqual(await one.greetings(), [])
    await Promise.all([plan(), plan(), plan()])
    await at('2026-11-20T09:00')
    await at('2026-11-20T15:00')
    assert.deepEqual(await one.greetings(), ['reminder_birthday sent'])
    assert.equal(await one.left(), before - 1)
    assert.deepEqual(
      mails.map(({ to, subject }) => [to, subject]),
      [['ana@correo.example', 'Feliz cumpleaños']],
    )
    assert.match(mails[0]!.headers!['List-Unsubscribe']!, /^<https:\/\/\S+\/sin-publicidad\?token=\S+>$/)
    assert.equal(mails[0]!.headers!['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
    await at('2027-11-22T09:00')
    assert.equal((await one.greetings()).length, 1, 'not days later')
  })

  test('of a new business has no link of its name', async () => {
    const names: string[] = []
    const { birthday } = byMail.render
    const noting: typeof birthday = (data) => {
      names.push(data.business_name)
      return birthday(data)
    }
    for (const created_at of [new Date().toISOString(), '2020-01-01T00:00:00Z']) {
      clock.now = bogota('2026-11-20T09:00')
      const one = await business()
      const changed = { business_name: 'Belleza.co', created_at }
      await db.updateTable('businesses').set(changed).where('id', '=', one.business_id).execute()
      await one.card('1990-11-20', { client_email: `ana${one.business_id}@correo.example` })
      await plan()
      while ((await sendNext({ ...byMail, render: { ...byMail.render, birthday: noting } })).length > 0);
    }
    assert.deepEqual(names, ['Belleza. co', 'Belleza.co'])
  })

  test('goes by WhatsApp to who wants that, as a template of advertising, and never twice by another way', async () => {
    const one = await business()
    const id = await one.onWhatsApp('11-20')
    await at('2026-11-20T09:00')
    assert.deepEqual(await one.greetings(), ['reminder_whatsapp_birthday sent'])
    assert.deepEqual(
      standIn.sent.map(({ to, body }) => [to, body.template.name, body.template.components[0].parameters]),
      [
        [
          '573001234567',
          'cumpleanos_v1',
          [
            { type: 'text', text: 'Camila' },
            { type: 'text', text: (await nameOf(one.business_id))! },
          ],
        ],
      ],
    )
    assert.deepEqual(mails, [])
    const paid = (await one.as('GET', '/api/message-credits/messages')).messages
    assert.deepEqual(
      paid.map(({ kind, channel, state, client_name, appointment_id }: Record<string, unknown>) => [
        kind,
        channel,
        state,
        client_name,
        appointment_id,
      ]),
      [['birthday', 'whatsapp', 'sent', 'Camila Rojas', null]],
    )
    // Moved to mail meanwhile, it is greeted all the same.
    await one.as('PUT', '/api/messages/whatsapp', { reminder_channel: 'email' })
    await at('2026-11-20T10:00')
    assert.equal((await one.greetings()).length, 1)
    assert.equal((await one.as('GET', '/api/clients/birthdays')).clients[0].greeting, 'sent')
    assert.equal((await one.as('GET', '/api/clients/birthdays')).clients[0].id, id)
  })

  test('by WhatsApp is none when its appointment became another person’s', async () => {
    const one = await business()
    const id = await one.onWhatsApp('11-20')
    clock.now = bogota('2026-11-20T09:00')
    await plan()
    const { id: appointment } = await db
      .selectFrom('appointments')
      .select('id')
      .where('business_id', '=', one.business_id)
      .executeTakeFirstOrThrow()
    await one.as('PATCH', `/api/appointments/${appointment}`, {
      client_name: 'Otra Persona',
      client_phone: '+573009998877',
      client_email: 'otra@correo.example',
      client_id: '',
      whatsapp_consent: true,
    })
    await send()
    assert.deepEqual(
      standIn.sent.filter(({ body }) => body.template.name === 'cumpleanos_v1').map(({ to }) => to),
      [],
    )
    assert.deepEqual(await one.greetings(), [
      'reminder_whatsapp_birthday skipped overtaken by a later change',
    ])
    assert.equal((await one.whole(id)).client_name, 'Camila Rojas')
  })

  test('that was said by hand does not go by itself', async () => {
    const one = await business()
    const id = await one.card('11-20')
    await one.as('POST', `/api/clients/${id}/greeted`)
    await at('2026-11-20T09:00')
    assert.deepEqual(await one.greetings(), ['by_hand_birthday sent'])
    assert.deepEqual(mails, [])
  })

  test('that waits does not go any more once it was said by hand, and its message returns', async () => {
    const one = await business()
    const id = await one.card('11-20')
    const before = await one.left()
    isDown = true
    await at('2026-11-20T09:00')
    assert.deepEqual([await one.greetings(), await one.left()], [['reminder_birthday queued'], before - 1])
    await one.as('POST', `/api/clients/${id}/greeted`)
    isDown = false
    await at('2026-11-20T10:00')
    assert.deepEqual([await one.greetings(), await one.left()], [['by_hand_birthday sent'], before])
    assert.deepEqual(mails, [])
  })

  test('that waits goes neither once the birthday is another nor once greetings are off; the right day has its own', async () => {
    const one = await business()
    const [id, taken] = [
      await one.card('11-22'),
      await one.card('11-22', { client_email: 'leo@correo.example' }),
    ]
    const onWhatsApp = await one.onWhatsApp('11-22')
    const before = await one.left()
    // A Sunday.
    await at('2026-11-22T09:00')
    assert.equal(await one.left(), before - 3)
    await one.as('PATCH', `/api/clients/${id}`, { birthday: '12-22' })
    await one.as('PATCH', `/api/clients/${taken}`, { birthday: '' })
    await one.as('PATCH', `/api/clients/${onWhatsApp}`, { birthday: '1990-12-22' })
    await at('2026-11-23T09:00')
    const overtaken = 'skipped overtaken by a later change'
    assert.deepEqual((await one.greetings()).sort(), [
      `reminder_birthday ${overtaken}`,
      `reminder_birthday ${overtaken}`,
      `reminder_whatsapp_birthday ${overtaken}`,
    ])
    assert.deepEqual([mails, standIn.sent, await one.left()], [[], [], before])
    await at('2026-12-22T09:00')
    assert.deepEqual([mails.map(({ to }) => to), standIn.sent.length], [['ana@correo.example'], 1])

    await one.as('PATCH', `/api/clients/${taken}`, { birthday: '12-27' })
    await at('2026-12-27T09:00')
    await one.as('PUT', '/api/messages/greetings', { greets_birthdays: false })
    await at('2026-12-28T09:00')
    assert.equal(mails.length, 1)
    assert.equal((await one.greetings()).filter((greeting) => greeting.endsWith(overtaken)).length, 4)
  })

  test('that waits with a card that was merged does not go any more either', async () => {
    const one = await business()
    const [id, keep] = [
      await one.card('11-20'),
      await one.card('11-20', { client_name: 'Ana María Ruiz', agreed: false }),
    ]
    const before = await one.left()
    isDown = true
    await at('2026-11-20T09:00')
    assert.deepEqual([await one.greetings(), await one.left()], [['reminder_birthday queued'], before - 1])
    await one.as('POST', '/api/clients/merge', { keep, merge: [id] })
    await one.as('POST', `/api/clients/${keep}/greeted`)
    isDown = false
    await at('2026-11-20T10:00')
    assert.deepEqual(
      [(await one.greetings()).sort(), await one.left()],
      [['by_hand_birthday sent', 'reminder_birthday skipped'], before],
    )
    assert.deepEqual(mails, [])
  })

  test('that waits with a card does not go any more once the card is merged into one that was greeted', async () => {
    const one = await business()
    const keep = await one.card('11-20', { client_name: 'Ana María Ruiz', agreed: false })
    const byMail = await one.card('11-20')
    const onWhatsApp = await one.onWhatsApp('11-20')
    const before = await one.left()
    // Too late for the day.
    await at('2026-11-20T19:30')
    assert.equal(await one.left(), before - 2)
    await one.as('POST', `/api/clients/${keep}/greeted`)
    await one.as('POST', '/api/clients/merge', { keep, merge: [byMail, onWhatsApp] })
    await at('2026-11-21T09:00')
    assert.deepEqual((await one.greetings()).sort(), [
      'by_hand_birthday sent',
      'reminder_birthday skipped overtaken by a later change',
      'reminder_whatsapp_birthday skipped overtaken by a later change',
    ])
    assert.equal(await one.left(), before)
    assert.deepEqual([mails, standIn.sent], [[], []])
  })

  test('without a message left is skipped, and says so', async () => {
    const one = await business()
    await one.card('11-20')
    await one.left()
    await sql`update credit_accounts set free = 0, paid = 0 where business_id = ${one.business_id}`.execute(
      db,
    )
    await at('2026-11-20T09:00')
    assert.deepEqual(await one.greetings(), ['reminder_birthday skipped no_credit'])
  })

  test('refused for good is not sent by mail instead, and its message returns', async () => {
    const one = await business()
    const id = await one.onWhatsApp('11-20')
    const before = await one.left()
    standIn.misbehave = 'marketing-refused'
    await at('2026-11-20T09:00')
    assert.deepEqual(await one.greetings(), ['reminder_whatsapp_birthday failed no_marketing'])
    assert.equal(await one.left(), before)
    assert.deepEqual(mails, [])
    const { consents } = await one.whole(id)
    assert.equal(consents.find(({ purpose }: { purpose: string }) => purpose === 'marketing').given, false)
  })
})

describe('advertising', () => {
  test('waits for its hours, whoever wrote it: over a Sunday, a holiday, and an evening', async () => {
    const one = await business()
    await one.card('11-22')
    await at('2026-11-22T09:00')
    await at('2026-11-22T18:00')
    await at('2026-11-23T06:59:59')
    assert.deepEqual(await one.greetings(), ['reminder_birthday queued'])
    assert.deepEqual(mails, [])
    await at('2026-11-23T07:00')
    assert.deepEqual(await one.greetings(), ['reminder_birthday sent'])

    // The Immaculate Conception, a Tuesday; by WhatsApp.
    const other = await business()
    await other.onWhatsApp('12-08')
    await at('2026-12-08T12:00')
    assert.deepEqual(standIn.sent, [])
    await at('2026-12-09T06:59')
    assert.deepEqual(standIn.sent, [])
    await at('2026-12-09T07:00')
    assert.equal(standIn.sent.length, 1)

    // Nobody takes mails until Friday evening: Saturday from eight on.
    mails.length = 0
    const late = await business()
    await late.card('12-11')
    isDown = true
    await at('2026-12-11T09:00')
    isDown = false
    await at('2026-12-11T19:00')
    await at('2026-12-12T07:59')
    assert.deepEqual(mails, [])
    await at('2026-12-12T08:00')
    assert.equal(mails.length, 1)
  })

  test('goes out by no sender that has it early, whatever its due time says', async () => {
    const one = await business()
    await one.card('11-22')
    await at('2026-11-22T09:00')
    await sql`update messages set due_at = to_timestamp(0) where once like 'birthday:%'`.execute(db)
    await send()
    assert.deepEqual(mails, [])
    assert.deepEqual(await one.greetings(), ['reminder_birthday queued'])
  })

  test('that waited for 72 hours is dropped, and its message returns', async () => {
    const one = await business()
    await one.card('11-20')
    const before = await one.left()
    isDown = true
    await at('2026-11-20T09:00')
    assert.equal(await one.left(), before - 1)
    isDown = false
    clock.now = bogota('2026-11-23T09:00:01')
    await send()
    assert.deepEqual(await one.greetings(), ['reminder_birthday skipped late'])
    assert.deepEqual(mails, [])
    assert.equal(await one.left(), before)
  })

  test('is one a day to a telephone, over all businesses and both channels, also when two go at once', async () => {
    const [one, two] = [await business(), await business()]
    await one.onWhatsApp('11-25')
    await two.card('11-25', { client_phone: PHONE })
    clock.now = bogota('2026-11-25T09:00')
    await plan()
    await Promise.all([sendNext(byMail), sendNextWhatsApp(byWhatsApp)])
    await send()
    assert.equal(mails.length + standIn.sent.length, 1)
    await at('2026-11-25T18:59')
    assert.equal(mails.length + standIn.sent.length, 1)
    await at('2026-11-26T07:00')
    assert.deepEqual([mails.length, standIn.sent.length], [1, 1])
  })

  test('that could not be sent does not count as the day’s', async () => {
    const one = await business()
    await one.onWhatsApp('11-25')
    standIn.misbehave = 'broken'
    clock.now = bogota('2026-11-25T09:00')
    await plan()
    assert.deepEqual(await sendNextWhatsApp(byWhatsApp), ['queued'])
    standIn.misbehave = undefined
    clock.now += 10_000
    assert.deepEqual(await sendNextWhatsApp(byWhatsApp), ['sent'])
  })

  test('that could not be handed over does not count as the day’s either, by whatever channel', async () => {
    const cut = async (last: () => Promise<void>) => {
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`.execute(db)
      // Until the end of its connection is known here.
      await sleep(100)
      await last()
    }
    const { channel } = byWhatsApp
    const unlucky = {
      byMail: {
        ...byMail,
        mailer: {
          ...mailer,
          send: (mail: Mail, last: () => Promise<void>) => mailer.send(mail, () => cut(last)),
        },
      },
      byWhatsApp: {
        ...byWhatsApp,
        channel: { send: (what: object, last: () => Promise<void>) => channel.send(what, () => cut(last)) },
      },
    }
    const [one, two] = [await business(), await business()]
    await one.onWhatsApp('11-25')
    await two.card('11-25', { client_email: 'otra@correo.example' })
    clock.now = bogota('2026-11-25T09:00')
    await plan()
    await assert.rejects(sendNextWhatsApp(unlucky.byWhatsApp))
    await assert.rejects(sendNext(unlucky.byMail))
    assert.equal(mails.length + standIn.sent.length, 0)
    clock.now += 10_000
    assert.deepEqual(await sendNextWhatsApp(byWhatsApp), ['sent'])
    assert.deepEqual(await sendNext(byMail), ['sent'])
  })

  test('is not sent to who takes the consent back while it waits, and its message returns', async () => {
    const one = await business()
    const id = await one.card('11-22')
    const before = await one.left()
    await at('2026-11-22T09:00')
    await one.as('POST', `/api/clients/${id}/advertising`, { agreed: false })
    await at('2026-11-23T07:00')
    assert.deepEqual(await one.greetings(), ['reminder_birthday skipped no_consent'])
    assert.deepEqual(mails, [])
    assert.equal(await one.left(), before)
  })

  test('is left by the link of its mail; by a wrong link nothing changes', async () => {
    const one = await business()
    const id = await one.card('11-20')
    await at('2026-11-20T09:00')
    const token = /token=(\S+?)>/.exec(mails[0]!.headers!['List-Unsubscribe']!)![1]!
    const leave = (text: string) =>
      call('POST', '/api/appointments/client/no-advertising', { body: { token: text } })
    const wrong = [token.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')), '', '1.p1.x', `9${token}`]
    for (const text of wrong) assert.equal((await leave(text)).status, 400, text)
    assert.equal((await one.whole(id)).consents[0].given, true)
    for (const _ of [1, 2]) {
      const left = await leave(token)
      assert.deepEqual(left.body, { success: true, business_name: (await nameOf(one.business_id))! })
    }
    const { consents } = await one.whole(id)
    assert.deepEqual([consents.length, consents[0].given, consents[0].channel], [1, false, 'portal'])
    assert.equal((await db.selectFrom('consents').select('id').execute()).length, 2, 'said once')
    await at('2027-11-20T09:00')
    assert.equal(mails.length, 1)
  })

  test('ends with BAJA, like all else by WhatsApp', async () => {
    const one = await business()
    const id = await one.onWhatsApp('11-20')
    await at('2026-11-20T09:00')
    const { body, headers } = hook({ messages: [reply({ from: '573001234567', text: 'Baja' })] })
    await app.inject({ method: 'POST', url: '/api/hooks/whatsapp', payload: body, headers })
    await workOffEvents(byWhatsApp)
    await send()
    assert.equal(standIn.sent.at(-1)!.body.text.body, 'Listo, no te escribiremos más por WhatsApp.')
    assert.deepEqual(
      (await one.whole(id)).consents.map(({ purpose, given }: Record<string, unknown>) => [purpose, given]),
      [
        ['marketing', false],
        ['whatsapp', false],
      ],
    )
  })
})

const nameOf = async (id: number) =>
  (await db.selectFrom('businesses').select('business_name').where('id', '=', id).executeTakeFirst())
    ?.business_name
