/** Messages of WhatsApp from the booking to the answer, against a stand-in of the Cloud API that misbehaves. */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { after, afterEach, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { takeEach } from '#server/limits/allowances.ts'
import { countsOf, spend as spendAttempts } from '#server/limits/attempts.ts'
import type { Tx } from '#server/database/db.ts'
import { bouncedMark } from '#server/messages/bounced.ts'
import { claim } from '#server/messages/claim-queries.ts'
import { enqueue } from '#server/messages/queries.ts'
import { giveOver } from '#server/reminders/give-over.ts'
import { decideWays, writeDue } from '#server/reminders/queries.ts'
import { writeDueByWhatsApp } from '#server/whatsapp/plan-queries.ts'
import { creditBalance } from '#server/credits/queries.ts'
import { cloudApi } from '#server/whatsapp/cloud-api.ts'
import { queueDueByWhatsApp } from '#server/whatsapp/plan.ts'
import { limitsOf } from '#server/whatsapp/queries.ts'
import { sendNextWhatsApp } from '#server/whatsapp/send.ts'
import { workOffEvents } from '#server/whatsapp/start.ts'
import { queueDue } from '#server/reminders/plan.ts'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { silent } from '../sender.ts'
import { until } from '../smtp.ts'
import { hook, KEYS, reply, signature, startWhatsApp, status, whatsAppEnv } from '../standin/whatsapp.ts'

const HOUR = 3_600_000
const PHONE = '573001234567'
const db = await database()
const standIn = await startWhatsApp()
after(() => standIn.stop())
const env = {
  ...whatsAppEnv(standIn.url),
  // A body that is too long is not read, which a slow machine would hear of.
  REQUEST_SECONDS: '290',
}
const { app, call, clock } = await api(db, { env })
const { call: bare } = await api(db)

let place: Awaited<ReturnType<typeof salon>>
let headers: { authorization: string }
const changed: number[] = []
const deps = {
  db,
  now: () => clock.now,
  publicUrl: 'https://agenda.example.com',
  log: silent,
  channel: cloudApi({ ...KEYS, url: standIn.url }),
  changed: (id: number) => void changed.push(id),
}

beforeEach(async () => {
  clock.now = NOW
  standIn.misbehave = undefined
  standIn.sent.length = 0
  await sql`truncate messages, handovers, inbound_messages, whatsapp_events, consents, appointments, client_cards,
    appointment_history, credit_movements, credit_accounts, attempts cascade`.execute(db)
  place = await salon(db)
  headers = await ownerHeaders(db, place)
  await wants('whatsapp')
})

const wants = (reminder_channel: string) =>
  call('PUT', '/api/messages/whatsapp', { headers, body: { reminder_channel } })

/** Books by the page, with the box of WhatsApp ticked; NOW's day after. */
async function book(more: Record<string, unknown> = {}): Promise<number> {
  const { status, body } = await call('POST', '/api/appointments/public', {
    body: booking(place, { client_phone: `+${PHONE}`, whatsapp_consent: true, ...more }),
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body.appointment.id
}

async function sendAll(): Promise<string[]> {
  const steps: string[] = []
  for (;;) {
    const done = await sendNextWhatsApp(deps)
    if (done.length === 0) return steps
    steps.push(...done)
    if (done[0] === 'unreachable') return steps
  }
}

const rows = () =>
  db.selectFrom('messages').selectAll().where('channel', '=', 'whatsapp').orderBy('id').execute()
const kinds = async () => (await rows()).map(({ kind, state }) => `${kind} ${state}`)
const mails = async () =>
  (await db.selectFrom('messages').selectAll().where('channel', '=', 'email').orderBy('id').execute()).map(
    ({ kind, state }) => `${kind} ${state}`,
  )
const startOf = async (id: number) =>
  (await db.selectFrom('appointments').select('starts_at').where('id', '=', id).executeTakeFirstOrThrow())
    .starts_at as unknown as number
const told = async (value: object, more = {}) => {
  const { body, headers } = hook(value, more)
  return app.inject({ method: 'POST', url: '/api/hooks/whatsapp', payload: body, headers })
}
const work = () => workOffEvents(deps)
const left = async () => (await creditBalance(db, place.business_id, clock.now)).total_credits
const bodyOf = (n = -1) => standIn.sent.at(n)!.body
const textOf = (n = -1): string => bodyOf(n).text.body

/** The payloads of the reminder's replies, in the order of its buttons. */
async function reminded(id: number): Promise<string[]> {
  clock.now = (await startOf(id)) - 12 * HOUR
  await sql`update businesses set reminder_hours = 12 where id = ${place.business_id}`.execute(db)
  await queueDueByWhatsApp(db, clock.now)
  await sendAll()
  return bodyOf()
    .template.components.filter((one: { type: string }) => one.type === 'button')
    .map((one: { parameters: { payload: string }[] }) => one.parameters[0]!.payload)
}
const tap = async (payload: string, more = {}) => {
  assert.equal((await told({ messages: [reply({ from: PHONE, payload, ...more })] })).statusCode, 200)
  await work()
  await sendAll()
}

describe('the setting', () => {
  test('is there with keys alone, off by default, and asks nothing else', async () => {
    const other = await salon(db)
    const theirs = await ownerHeaders(db, other)
    const { body } = await call('GET', '/api/messages/whatsapp', { headers: theirs })
    assert.deepEqual([body.is_available, body.reminder_channel, body.price], [true, 'email', 1])
    assert.match(
      body.sample,
      /^Hola Laura, te recordamos tu cita en Salón Bugambilia: .*¿Nos confirmas que vienes\?$/,
    )
    const wrong = await call('PUT', '/api/messages/whatsapp', {
      headers: theirs,
      body: { reminder_channel: 'sms' },
    })
    assert.deepEqual(
      [wrong.status, wrong.body.fields],
      [400, { reminder_channel: 'Elige Correo, WhatsApp o Los dos' }],
    )
    const without = await bare('PUT', '/api/messages/whatsapp', {
      headers: theirs,
      body: { reminder_channel: 'both' },
    })
    assert.equal(without.status, 409)
    assert.equal((await bare('GET', '/api/messages/whatsapp', { headers: theirs })).body.is_available, false)
  })
})

describe('the web-hook', () => {
  const get = (query: string) => app.inject({ url: `/api/hooks/whatsapp?${query}` })

  test('answers the challenge to who knows the token', async () => {
    const right = await get(
      `hub.mode=subscribe&hub.verify_token=${KEYS.verifyToken}&hub.challenge=1158201444`,
    )
    assert.deepEqual(
      [right.statusCode, right.body, right.headers['content-type']],
      [200, '1158201444', 'text/plain; charset=utf-8'],
    )
    for (const wrong of [
      'hub.mode=subscribe&hub.verify_token=x&hub.challenge=1',
      `hub.mode=unsubscribe&hub.verify_token=${KEYS.verifyToken}&hub.challenge=1`,
      'hub.challenge=1',
    ])
      assert.equal((await get(wrong)).statusCode, 403, wrong)
    assert.equal((await bare('GET', '/api/hooks/whatsapp')).status, 404)
  })

  test('believes what is signed, over the bytes as they came', async () => {
    const count = async () => (await sql`select from whatsapp_events`.execute(db)).rows.length
    const post = (payload: string | Buffer, sign?: string) =>
      app.inject({
        method: 'POST',
        url: '/api/hooks/whatsapp',
        payload,
        headers: { 'content-type': 'application/json', ...(sign && { 'x-hub-signature-256': sign }) },
      })
    const { body } = hook({ messages: [reply({ from: PHONE, text: 'Ñandú' })] })
    // What JSON.stringify would write otherwise.
    const odd = body.replace('Ñandú', '\\u00d1and\\u00fa').replace('"entry":', ' "entry" :  ')
    assert.equal((await post(odd, signature(odd))).statusCode, 200)
    assert.equal(await count(), 1)
    for (const sign of [
      undefined,
      '',
      'sha256=',
      signature(odd, 'other'),
      signature(body).toUpperCase(),
      `${signature(odd)}0`,
      signature(body),
    ])
      assert.equal((await post(odd, sign)).statusCode, 401, String(sign))
    assert.equal((await post(Buffer.alloc(1024 * 1024 + 1, 32), signature(''))).statusCode, 413)
    assert.equal(await count(), 1, 'nothing of it was stored')
    const broken = '{"entry":'
    assert.equal((await post(broken, signature(broken))).statusCode, 200)
    assert.equal(await count(), 1)
  })
})

describe('consent', () => {
  test('stands with its text, its time and where it came from; without one nothing is sent', async () => {
    await book()
    const [consent] = await db.selectFrom('consents').selectAll().execute()
    assert.deepEqual(
      [consent!.purpose, consent!.given, consent!.channel, consent!.text_version],
      ['whatsapp', true, 'page', '2026-11'],
    )
    assert.match(String(Object(consent!.evidence)['network']), /^[\w-]{43}$/)
    await book({
      whatsapp_consent: false,
      client_phone: '+573009998877',
      client_name: 'Otra',
      appointment_time: '11:00',
    })
    assert.deepEqual(await kinds(), ['whatsapp_booked queued'])
  })

  test('may be told by the owner, who then stands for it', async () => {
    const body = { ...booking(place, { client_phone: `+${PHONE}`, whatsapp_consent: true }) }
    const { status } = await call('POST', '/api/appointments', { headers, body })
    assert.equal(status, 201)
    const [consent] = await db.selectFrom('consents').selectAll().execute()
    assert.deepEqual([consent!.channel, Object(consent!.evidence)], ['owner', { user_id: place.user_id }])
    assert.deepEqual(await sendAll(), ['sent'])
  })

  test('that is withdrawn before the message leaves stops it', async () => {
    await book()
    await sql`insert into consents (business_id, card_id, purpose, given, channel, at)
      select business_id, card_id, 'whatsapp', false, 'portal', now() from appointments`.execute(db)
    assert.deepEqual(await sendAll(), ['skipped'])
    assert.equal((await rows())[0]!.last_error, 'no_consent')
    assert.equal(standIn.sent.length, 0)
  })

  for (const word of ['BAJA', 'Salir.', ' parar ', 'stop!', 'Bájà', 'ＢＡＪＡ'])
    test(`'${word}' withdraws it, and is answered once`, async () => {
      await book()
      await sendAll()
      await told({ messages: [reply({ from: PHONE, text: word })] })
      await work()
      await sendAll()
      assert.equal(textOf(), 'Listo, no te escribiremos más por WhatsApp.')
      await book({ whatsapp_consent: false, appointment_time: '15:00' })
      assert.deepEqual(await kinds(), ['whatsapp_booked sent', 'whatsapp_answer sent'])
    })
})

describe('a confirmation', () => {
  test('goes once, with a link for that telephone, and the mail goes too', async () => {
    const id = await book()
    assert.deepEqual(await sendAll(), ['sent'])
    const { to, template, biz_opaque_callback_data } = bodyOf()
    assert.equal(to, PHONE)
    assert.equal(template.name, 'cita_confirmada_v1')
    const [row] = await rows()
    assert.equal(biz_opaque_callback_data, `${place.business_id}.${row!.id}`)
    assert.equal(row!.provider_id, standIn.sent[0]!.id)
    const values = template.components[0].parameters.map(({ text }: { text: string }) => text)
    assert.deepEqual(values.slice(2, 4), ['Corte', 'Valentina Ospina'])
    assert.match(
      values[6],
      new RegExp(`^https://agenda.example.com/client\\?token=${place.business_id}\\.w${id}\\.`),
    )
    assert.ok((await mails()).includes('booked_client queued'))
    assert.deepEqual(await sendAll(), [])
    assert.equal(standIn.sent.length, 1)
  })

  test('names the business’s hour to whoever reads another clock, and so does what a reply is answered', async () => {
    const hour = () => bodyOf().template.components[0].parameters[5].text
    await book({ client_timezone: 'America/Lima' })
    await sendAll()
    assert.equal(hour(), '10:00 am')
    const id = await book({ appointment_time: '15:00', client_timezone: 'Europe/Madrid' })
    await sendAll()
    assert.equal(hour(), '3:00 pm (hora de Bogotá)')
    const [confirm, , cancel] = await reminded(id)
    assert.equal(hour(), '3:00 pm (hora de Bogotá)')
    await tap(confirm!)
    assert.match(textOf(), /^¡Gracias! Te esperamos el .* a las 3:00 pm \(hora de Bogotá\)\.$/)
    await tap(cancel!)
    assert.match(bodyOf().interactive.body.text, /cita del .* a las 3:00 pm \(hora de Bogotá\)\?$/)
    await sql`update client_cards set language = 'en'`.execute(db)
    await call('PATCH', `/api/appointments/${id}`, { headers, body: { appointment_time: '16:00' } })
    clock.now += 60_000
    await sendAll()
    assert.match(hour(), /^4:00\sPM \(Bogotá time\)$/)
  })

  test('a change and a cancellation follow; of two changes at once the last', async () => {
    const id = await book()
    await sendAll()
    const move = (time: string) =>
      call('PATCH', `/api/appointments/${id}`, { headers, body: { appointment_time: time } })
    assert.equal((await move('14:00')).status, 200)
    clock.now += 1000
    assert.equal((await move('16:00')).status, 200)
    clock.now += 600_000
    await sendAll()
    assert.deepEqual(await kinds(), [
      'whatsapp_booked sent',
      'whatsapp_changed skipped',
      'whatsapp_changed sent',
    ])
    assert.equal(bodyOf().template.components[0].parameters[5].text, '4:00 pm')
    const cancelled = await call('POST', `/api/appointments/${id}/cancel`, { headers, body: {} })
    assert.equal(cancelled.status, 200, JSON.stringify(cancelled.body))
    clock.now += 600_000
    await sendAll()
    assert.equal(bodyOf().template.name, 'cita_cancelada_v1')
    assert.equal(
      bodyOf().template.components[0].parameters[6].text,
      `https://agenda.example.com/negocio/${place.slug}`,
    )
  })

  test('a cancellation leads to no page that is not there: of a suspended business to the portal', async () => {
    const id = await book()
    await sendAll()
    assert.equal((await call('POST', `/api/appointments/${id}/cancel`, { headers, body: {} })).status, 200)
    await sql`update businesses set suspended_at = now() where id = ${place.business_id}`.execute(db)
    clock.now += 600_000
    await sendAll()
    assert.equal(bodyOf().template.name, 'cita_cancelada_v1')
    assert.match(
      bodyOf().template.components[0].parameters[6].text,
      /^https:\/\/agenda\.example\.com\/client\?token=/,
    )
  })
})

describe('a reminder', () => {
  test('is one message of the credits; by WhatsApp instead of the mail, or besides it', async () => {
    const id = await book()
    await sendAll()
    const start = await startOf(id)
    clock.now = start - 2 * HOUR
    const before = await left()
    await queueDue(db, clock.now, undefined, undefined, { hasWhatsApp: true })
    assert.equal(await queueDueByWhatsApp(db, clock.now), true)
    assert.equal(await queueDueByWhatsApp(db, clock.now), true)
    assert.deepEqual(await sendAll(), ['sent'])
    assert.equal(bodyOf().template.name, 'recordatorio_v1')
    assert.equal(await left(), before - 1)
    assert.equal((await mails()).filter((one) => one.startsWith('reminder_two')).length, 0)

    await wants('both')
    clock.now = NOW
    const other = await book({ appointment_time: '16:00' })
    await sendAll()
    clock.now = (await startOf(other)) - 2 * HOUR
    const then = await left()
    for (let n = 0; n < 2; n++) {
      await planMails()
      await queueDueByWhatsApp(db, clock.now)
    }
    assert.deepEqual(await sendAll(), ['sent'])
    assert.equal((await mails()).filter((one) => one.startsWith('reminder_two')).length, 1)
    assert.equal(await left(), then - 2)
  })

  const planMails = () => queueDue(db, clock.now, undefined, undefined, { hasWhatsApp: true })
  const plan = async () => {
    await planMails()
    await queueDueByWhatsApp(db, clock.now)
  }
  const reminders = async () =>
    [...(await kinds()), ...(await mails())].filter((one) => /^reminder_.*two_hours/.test(one))
  const agree = (given: boolean) =>
    sql`insert into consents (business_id, card_id, purpose, given, channel, at)
      select business_id, card_id, 'whatsapp', ${given}, 'portal', now() from appointments`.execute(db)

  test('is none to a telephone that is typed after its moment, to which the appointment is told then', async () => {
    await book()
    const body = { ...booking(place, { client_phone: '', appointment_time: '15:00' }), walk_in: true }
    const made = await call('POST', '/api/appointments', { headers, body })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const { id } = made.body.appointment
    clock.now = (await startOf(id)) - 90 * 60_000
    const { status } = await call('PATCH', `/api/appointments/${id}`, {
      headers,
      body: { client_phone: `+${PHONE}` },
    })
    assert.equal(status, 200)
    await queueDueByWhatsApp(db, clock.now)
    assert.deepEqual(await kinds(), ['whatsapp_booked queued', 'whatsapp_changed queued'])
  })

  test('goes once, whatever is chosen, agreed to or withdrawn meanwhile', async () => {
    // By WhatsApp, then BAJA, then each choice.
    const id = await book()
    await sendAll()
    clock.now = (await startOf(id)) - 2 * HOUR
    await plan()
    assert.deepEqual(await sendAll(), ['sent'])
    const after = await left()
    await agree(false)
    await plan()
    for (const choice of ['email', 'both', 'whatsapp']) {
      await wants(choice)
      await plan()
    }
    assert.deepEqual(await reminders(), ['reminder_whatsapp_two_hours sent'])
    assert.equal(await left(), after)
    assert.deepEqual(await sendAll(), [])

    // By mail, for want of a consent or by choice; then the consent, then each choice.
    await agree(false)
    clock.now = NOW
    const other = await book({ appointment_time: '16:00', whatsapp_consent: false })
    clock.now = (await startOf(other)) - 2 * HOUR
    await plan()
    await agree(true)
    await plan()
    for (const choice of ['email', 'both', 'whatsapp']) {
      await wants(choice)
      await plan()
    }
    assert.deepEqual(await reminders(), ['reminder_whatsapp_two_hours sent', 'reminder_two_hours queued'])
  })

  test('goes once, too, when a choice is changed while both are planned', async () => {
    const id = await book()
    await sendAll()
    clock.now = (await startOf(id)) - 2 * HOUR
    const now = clock.now
    const plans = [
      {
        chosen: 'email',
        switched: 'whatsapp',
        write: (tx: Tx) => writeDue(tx, { now, from: now - HOUR, limit: 9, hasWhatsApp: true }),
        meanwhile: () => queueDueByWhatsApp(db, now),
      },
      {
        chosen: 'whatsapp',
        switched: 'email',
        write: (tx: Tx) => writeDueByWhatsApp(tx, { now, from: now - HOUR, limit: 9 }),
        meanwhile: planMails,
      },
    ]
    for (const { chosen, switched, write, meanwhile } of plans) {
      await db.deleteFrom('messages').where('kind', 'like', 'reminder\\_%').execute()
      await wants(chosen)
      let isDone = false
      let other: Promise<unknown> | undefined
      await db.transaction().execute(async (tx) => {
        await decideWays(tx)
        assert.equal((await write(tx)).length, 1)
        await wants(switched)
        other = meanwhile().finally(() => (isDone = true))
        await until(async () => {
          const { rows: waiting } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`.execute(
            db,
          )
          return isDone || waiting.length > 0
        })
      })
      await other
      assert.equal((await reminders()).length, 1, chosen)
    }
  })

  test('in whose place a mail goes counts as one to that address, of which there are some in a day', async () => {
    const limits = { remindersPerDay: 2 }
    for (const [n, appointment_time] of ['10:00', '12:00', '14:00'].entries()) {
      const id = await book({ appointment_time, client_phone: `+57311999887${n}`, client_name: `Otra ${n}` })
      await sendAll()
      clock.now = (await startOf(id)) - 2 * HOUR
      await plan()
      standIn.misbehave = 'no-whatsapp'
      await sendNextWhatsApp({ ...deps, limits })
      standIn.misbehave = undefined
      clock.now = NOW
    }
    assert.deepEqual((await reminders()).slice(3), [
      'reminder_two_hours queued',
      'reminder_two_hours queued',
      'reminder_two_hours skipped',
    ])
  })

  describe('that waits for WhatsApp', () => {
    const MINUTE = 60_000
    const over = () => giveOver({ db, now: () => clock.now, hasWhatsApp: true })
    const waiting = async () => {
      const id = await book()
      await sendAll()
      clock.now = (await startOf(id)) - 2 * HOUR
      await plan()
      const before = await left()
      return before
    }

    for (const fault of ['disconnected', 'broken'] as const)
      test(`goes by mail after a quarter of an hour, and by mail alone: ${fault}`, async () => {
        const before = await waiting()
        standIn.misbehave = fault
        await sendAll()
        clock.now += 14 * MINUTE
        await over()
        assert.deepEqual(await reminders(), ['reminder_whatsapp_two_hours queued'])
        await sendAll()
        clock.now += MINUTE
        await over()
        await over()
        const both = ['reminder_whatsapp_two_hours skipped', 'reminder_two_hours queued']
        assert.deepEqual(await reminders(), both)
        assert.equal((await rows()).at(-1)!.last_error, 'by_mail')
        assert.equal(await left(), before, 'the credit of the one pays the other')
        standIn.misbehave = undefined
        standIn.sent.length = 0
        clock.now += HOUR
        await plan()
        assert.deepEqual(await sendAll(), [])
        assert.equal(standIn.sent.length, 0)
        assert.deepEqual(await reminders(), both)
      })

    test('stays where it is while a sender has it, when it may have gone, or no mail can reach anybody', async () => {
      await waiting()
      clock.now += 20 * MINUTE
      await db.transaction().execute(async (tx) => {
        assert.equal((await claim(tx, clock.now, 'all', 1, 'whatsapp')).length, 1)
        await over()
      })
      const one = (await rows()).at(-1)!
      const handover = { business_id: one.business_id, message_id: one.id }
      await db.insertInto('handovers').values(handover).execute()
      await over()
      await db.deleteFrom('handovers').execute()
      const [address] = await db.selectFrom('appointments').select('client_email').execute()
      const mark = { subject: bouncedMark(address!.client_email!), max: 1, minutes: 60 }
      await spendAttempts(db, clock.now, [mark])
      await over()
      assert.deepEqual(await reminders(), ['reminder_whatsapp_two_hours queued'])
      await db.deleteFrom('attempts').execute()
      await over()
      assert.equal((await reminders()).length, 2)
    })

    test('and one that waits for the mail server goes by WhatsApp where that is chosen now', async () => {
      await wants('email')
      const before = await waiting()
      clock.now += 20 * MINUTE
      await over()
      assert.deepEqual(await reminders(), ['reminder_two_hours queued'])
      await wants('whatsapp')
      await plan()
      await over()
      assert.deepEqual(await reminders(), [
        'reminder_whatsapp_two_hours queued',
        'reminder_two_hours skipped',
      ])
      assert.equal(await left(), before)
      assert.deepEqual(await sendAll(), ['sent'])
    })
  })

  test('goes by mail where the client did not agree, and where the keys are gone', async () => {
    const id = await book({ whatsapp_consent: false })
    clock.now = (await startOf(id)) - 2 * HOUR
    await queueDueByWhatsApp(db, clock.now)
    await queueDue(db, clock.now, undefined, undefined, { hasWhatsApp: true })
    assert.deepEqual(await kinds(), [])
    assert.equal((await mails()).filter((one) => one.startsWith('reminder_two')).length, 1)
    const other = await book({
      appointment_time: '17:00',
      client_phone: '+573005550000',
      client_name: 'Beto',
    })
    clock.now = (await startOf(other)) - 2 * HOUR
    await queueDue(db, clock.now, undefined, undefined, { hasWhatsApp: false })
    assert.equal((await mails()).filter((one) => one.startsWith('reminder_two')).length, 2)
  })

  test('to a number without WhatsApp: the credit returns, and the mail goes instead, once', async () => {
    const id = await book()
    await sendAll()
    clock.now = (await startOf(id)) - 2 * HOUR
    const before = await left()
    await queueDueByWhatsApp(db, clock.now)
    standIn.misbehave = 'no-whatsapp'
    assert.deepEqual(await sendAll(), ['failed'])
    assert.equal((await rows()).at(-1)!.last_error, 'no_whatsapp')
    assert.equal((await mails()).at(-1), 'reminder_two_hours queued')
    assert.equal(await left(), before - 1, 'one for the mail, none for the other')
    const { rows: cards } = await sql<{ whatsapp_missing_at: number | null }>`
      select whatsapp_missing_at from client_cards`.execute(db)
    assert.notEqual(cards[0]!.whatsapp_missing_at, null)
    await queueDue(db, clock.now, undefined, undefined, { hasWhatsApp: true })
    assert.equal((await mails()).filter((one) => one.startsWith('reminder_two')).length, 1)
  })

  test('to who withdrew the consent after it was planned, or beyond a limit, goes by mail', async () => {
    const id = await book()
    await sendAll()
    clock.now = (await startOf(id)) - 2 * HOUR
    await queueDueByWhatsApp(db, clock.now)
    const before = await left()
    await sql`insert into consents (business_id, card_id, purpose, given, channel, at)
      select business_id, card_id, 'whatsapp', false, 'portal', now() from appointments`.execute(db)
    assert.deepEqual(await sendAll(), ['skipped'])
    assert.equal((await mails()).at(-1), 'reminder_two_hours queued')
    assert.equal(await left(), before, 'the credit of the one pays the other')
  })

  test('of a business that writes by mail by now, or to a number known to have no WhatsApp, says so and goes by mail', async () => {
    for (const [reason, happens] of [
      ['off', () => call('PUT', '/api/messages/whatsapp', { headers, body: { reminder_channel: 'email' } })],
      ['no_whatsapp', () => sql`update client_cards set whatsapp_missing_at = now()`.execute(db)],
    ] as const) {
      await call('PUT', '/api/messages/whatsapp', { headers, body: { reminder_channel: 'whatsapp' } })
      const id = await book({ appointment_time: reason === 'off' ? '14:00' : '16:00' })
      await sendAll()
      clock.now = (await startOf(id)) - 2 * HOUR
      await queueDueByWhatsApp(db, clock.now)
      await happens()
      assert.deepEqual(await sendAll(), ['skipped'])
      assert.equal((await rows()).at(-1)!.last_error, reason)
      assert.equal((await mails()).at(-1), 'reminder_two_hours queued')
    }
  })

  test('that WhatsApp says later it could not deliver is told the same way', async () => {
    const id = await book()
    await sendAll()
    await reminded(id)
    const { id: wamid } = standIn.sent.at(-1)!
    await told({ statuses: [status('failed', { id: wamid, to: PHONE, code: 131026 })] })
    await work()
    assert.equal((await rows()).at(-1)!.state, 'failed')
    assert.equal((await mails()).at(-1), 'reminder_advance queued')
  })
})

describe('states', () => {
  test('come in any order and more than once, and never go back', async () => {
    await book()
    await sendAll()
    const wamid = standIn.sent[0]!.id
    const [row] = await rows()
    const callback = `${place.business_id}.${row!.id}`
    const at = NOW + 60_000
    await told({ statuses: [status('read', { id: wamid, callback, at, userId: 'CO.134' })] })
    await told({ statuses: [status('sent', { id: wamid, to: PHONE, at: at - 2000 })] })
    await told({ statuses: [status('delivered', { id: wamid, callback, at: at - 1000 })] })
    await told({ statuses: [status('delivered', { id: wamid, callback, at: at - 1000 })] })
    await told({ statuses: [status('failed', { id: wamid, callback, code: 131026 })] })
    await work()
    const [now] = await rows()
    assert.deepEqual([now!.state, now!.read_at, now!.delivered_at], ['sent', at, at - 1000])
    const { rows: cards } = await sql<{
      id: string
    }>`select whatsapp_user_id as id from client_cards`.execute(db)
    assert.deepEqual(cards, [{ id: 'CO.134' }])
    assert.equal((await sql`select from whatsapp_events`.execute(db)).rows.length, 0)
  })

  test('an answer that was lost counts as sent, is not repeated, and its state comes later', async () => {
    await book()
    standIn.misbehave = 'lose-answer'
    assert.deepEqual(await sendAll(), ['sent'])
    const [row] = await rows()
    assert.match(row!.last_error!, /^no answer, may not have arrived/)
    standIn.misbehave = undefined
    clock.now += HOUR
    assert.deepEqual(await sendAll(), [])
    assert.equal(standIn.sent.length, 1)
    const callback = `${place.business_id}.${row!.id}`
    await told({ statuses: [status('delivered', { id: standIn.sent[0]!.id, callback })] })
    await work()
    const [now] = await rows()
    assert.deepEqual([now!.last_error, now!.provider_id], [null, standIn.sent[0]!.id])
    assert.notEqual(now!.delivered_at, null)
  })

  test('of a message that is not known by name yet wait for it', async () => {
    await book()
    await told({ statuses: [status('delivered', { id: 'wamid.soon' })] })
    await work()
    assert.equal((await sql`select from whatsapp_events`.execute(db)).rows.length, 1)
    await sql`update messages set provider_id = 'wamid.soon', state = 'sent', settled_at = now()
      where channel = 'whatsapp'`.execute(db)
    clock.now += 10_000
    await work()
    assert.notEqual((await rows())[0]!.delivered_at, null)
  })
})

describe('what goes wrong there', () => {
  test('too much at once, a request that came too late and a broken server wait; a hang-up leaves it as it was', async () => {
    await book()
    for (const fault of ['too-many', 'late', 'broken'] as const) {
      standIn.misbehave = fault
      assert.deepEqual(await sendAll(), ['queued'], fault)
      clock.now += HOUR
    }
    standIn.misbehave = undefined
    assert.deepEqual(await sendAll(), ['sent'])
  })

  test('what is given up after five days is a message that WhatsApp did not take, and no mail that did not arrive', async () => {
    const id = await book({ appointment_date: '2026-12-04' })
    await sql`update messages set attempts = 124 where channel = 'whatsapp'`.execute(db)
    standIn.misbehave = 'broken'
    assert.deepEqual(await sendAll(), ['failed'])
    const { body } = await call('GET', `/api/appointments/${id}`, { headers })
    assert.deepEqual(
      body.messages.map(({ channel, state, reason }: Record<string, unknown>) => [channel, state, reason]),
      [
        ['whatsapp', 'failed', 'WhatsApp no lo aceptó'],
        ['email', 'queued', null],
      ],
    )
    assert.deepEqual((await sql`select from undelivered`.execute(db)).rows, [])
  })

  test('nobody there, for as long as it lasts: it waits, and is counted when it goes', async () => {
    await book()
    const nobody = cloudApi({ ...KEYS, url: 'http://127.0.0.1:9' })
    for (let n = 0; n < 15; n++)
      assert.deepEqual(await sendNextWhatsApp({ ...deps, channel: nobody }), ['unreachable'])
    assert.deepEqual(await sendAll(), ['sent'])
  })

  const countedBySenders = async () => {
    const limits = await limitsOf(db, (await rows())[0]!, clock.now)
    return await countsOf(
      db,
      clock.now,
      limits.map(({ subject }) => subject),
    )
  }

  test('a handover that failed leaves no note, as if it had not been tried, and goes later', async () => {
    await book()
    const channel: typeof deps.channel = {
      ...deps.channel,
      send: (message, hand) =>
        deps.channel.send(message, async () => {
          await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction'`.execute(db)
          // Until the end of its connection is known here.
          await sleep(100)
          await hand()
        }),
    }
    await assert.rejects(sendNextWhatsApp({ ...deps, channel }))
    assert.equal((await sql`select from handovers`.execute(db)).rows.length, 0)
    assert.deepEqual([(await rows())[0]!.attempts, standIn.sent.length], [0, 0])
    assert.deepEqual(await countedBySenders(), [0, 0])
    assert.deepEqual(await sendAll(), ['sent'])
    assert.deepEqual(await countedBySenders(), [1, 1])
  })

  describe('refused, and nothing could be stored as sent before', () => {
    const pause = () => Promise.resolve()
    beforeEach(async () => {
      await sql`create function refuse() returns trigger language plpgsql as
        ${sql.lit("begin raise exception 'x'; end")}`.execute(db)
      await sql`create trigger refuse before update on messages for each row when (new.state = 'sent')
        execute function refuse()`.execute(db)
    })
    afterEach(() => sql`drop function if exists refuse() cascade`.execute(db))
    const notes = async () => (await sql`select from handovers`.execute(db)).rows.length

    test('a reminder has failed, and goes by mail', async () => {
      const id = await book()
      await sql`delete from messages`.execute(db)
      clock.now = (await startOf(id)) - 2 * HOUR
      await queueDueByWhatsApp(db, clock.now)
      const before = await left()
      standIn.misbehave = 'no-whatsapp'
      assert.deepEqual(await sendNextWhatsApp({ ...deps, pause }), ['failed'])
      const reminders = [...(await kinds()), ...(await mails())].filter((one) => one.includes('two_hours'))
      assert.deepEqual(reminders, ['reminder_whatsapp_two_hours failed', 'reminder_two_hours queued'])
      assert.equal(await notes(), 0)
      assert.equal(await left(), before, 'the credit of the one pays the other')
    })

    test('by the token: it waits without a note', async () => {
      await book()
      standIn.misbehave = 'disconnected'
      assert.deepEqual(await sendNextWhatsApp({ ...deps, pause }), ['unreachable'])
      const [row] = await rows()
      assert.deepEqual([row!.state, row!.attempts, await notes()], ['queued', 0, 0])
      assert.match(row!.last_error!, /401/)
    })
  })

  test('a refused token pauses, says so, and loses nothing', async () => {
    await book()
    standIn.misbehave = 'disconnected'
    assert.deepEqual(await sendAll(), ['unreachable'])
    const since = () =>
      db.selectFrom('installation').select('value').where('name', '=', 'whatsapp_disconnected').execute()
    assert.equal((await since()).length, 1)
    standIn.misbehave = undefined
    clock.now += HOUR
    assert.deepEqual(await sendAll(), ['sent'])
    assert.equal((await since()).length, 0)
  })

  test('templates and windows that are ours to mend fail, with the credit back', async () => {
    for (const [n, fault] of (['bad-template', 'window-closed'] as const).entries()) {
      const id = await book({ appointment_time: n ? '12:00' : '10:00' })
      await sendAll()
      clock.now = (await startOf(id)) - 2 * HOUR
      await queueDueByWhatsApp(db, clock.now)
      const before = await left()
      standIn.misbehave = fault
      assert.deepEqual(await sendAll(), ['failed'], fault)
      assert.equal(await left(), before, 'back, and spent on the mail instead')
      standIn.misbehave = undefined
      clock.now = NOW
    }
  })

  test('a business that is new, or has not confirmed its e-mail and telephone, sends fifty a day, and then five hundred', async () => {
    const { business_id } = place
    const quota = async () => {
      const { a_day, lacks } = (await call('GET', '/api/messages/whatsapp', { headers })).body
      const [ofBusiness] = await limitsOf(
        db,
        { business_id, recipient: PHONE, kind: 'whatsapp_booked' },
        clock.now,
      )
      assert.equal(ofBusiness!.max, a_day)
      return [a_day, ...lacks]
    }
    const set = (values: Record<string, string | null>) =>
      db.updateTable('businesses').set(values).where('id', '=', business_id).execute()
    const { phone } = await db
      .selectFrom('businesses')
      .select('phone')
      .where('id', '=', business_id)
      .executeTakeFirstOrThrow()
    const at = (daysAgo: number) => new Date(clock.now - daysAgo * 24 * HOUR).toISOString()
    await set({ email_confirmed_at: null, confirmed_phone: null, created_at: at(1) })
    assert.deepEqual(await quota(), [50, 'email', 'phone', 'age'])
    await set({ email_confirmed_at: at(0), created_at: at(8) })
    assert.deepEqual(await quota(), [50, 'phone'])
    await set({ confirmed_phone: phone })
    assert.deepEqual(await quota(), [500])
    await set({ phone: '+573119998877' })
    assert.deepEqual(await quota(), [50, 'phone'])

    // The fifty of today are gone: the next one is skipped, and a reminder goes by mail with its message back.
    const [fifty] = await limitsOf(db, { business_id, recipient: PHONE, kind: 'whatsapp_booked' }, clock.now)
    for (let n = 0; n < 50; n++) assert.deepEqual(await takeEach(db, clock.now, [[fifty!]]), [undefined])
    const id = await book()
    assert.deepEqual(await sendAll(), ['skipped'])
    assert.equal((await rows()).at(-1)!.last_error, 'limit')
    const before = await left()
    clock.now = (await startOf(id)) - 2 * HOUR
    for (let n = 0; n < 50; n++) await takeEach(db, clock.now, [[fifty!]])
    await queueDueByWhatsApp(db, clock.now)
    assert.deepEqual(await sendAll(), ['skipped'])
    assert.equal(await left(), before - 1, 'for the mail instead')
    assert.ok((await mails()).some((mail) => mail.startsWith('reminder_')))
  })

  test('a business confirms its telephone by writing from it the words of its link, and from no other', async () => {
    const { business_id } = place
    const setting = async () => (await call('GET', '/api/messages/whatsapp', { headers })).body
    await sql`update businesses set confirmed_phone = null, phone = '+573151112233' where id = ${business_id}`.execute(
      db,
    )
    await sql`delete from installation where name = 'whatsapp_number'`.execute(db)
    assert.equal((await setting()).confirm_phone_url, null, 'our number is not known yet')
    await told({ statuses: [status('sent', { id: 'wamid.x' })] })
    const url = new URL((await setting()).confirm_phone_url)
    assert.equal(url.origin + url.pathname, 'https://wa.me/573000000000')
    const text = url.searchParams.get('text')!
    assert.match(text, /^Confirmo el celular de mi negocio: \d+\.[\w-]{16}$/)
    const says = async (from: string, words: string) => {
      await told({ messages: [reply({ from, text: words })] })
      await work()
      return !(await setting()).lacks.includes('phone')
    }
    assert.equal(await says('573009999999', text), false)
    assert.equal(
      await says(
        '573151112233',
        text.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      ),
      false,
    )
    assert.equal(await says('573151112233', text.replace(/ \d+\./, ' 999999.')), false)
    assert.equal(await says('573151112233', text), true)
    assert.equal(await says('573151112233', text), true)
    assert.ok(changed.includes(business_id))
    await sql`update businesses set phone = '+573154445566' where id = ${business_id}`.execute(db)
    assert.ok((await setting()).lacks.includes('phone'))
    assert.equal(await says('573151112233', text), false, 'it is another telephone by now')
  })

  test('a cancellation waits while another sender has the confirmation in hand, which could arrive after it', async () => {
    const id = await book()
    await db.transaction().execute(async (tx) => {
      await sql`select from messages where kind = 'whatsapp_booked' for no key update`.execute(tx)
      await call('POST', `/api/appointments/${id}/cancel`, { headers, body: {} })
      assert.deepEqual(await sendAll(), ['queued'])
      await sql`update messages set state = 'sent', settled_at = now() where kind = 'whatsapp_booked'`.execute(
        tx,
      )
    })
    clock.now += 1000
    assert.deepEqual(await sendAll(), ['sent'])
    assert.equal(bodyOf().template.name, 'cita_cancelada_v1')
  })

  for (const how of ['is refused', 'is not tried'])
    test(`a reminder that ${how} while the mail's is being planned: neither waits for the other for ever`, async () => {
      await wants('both')
      const id = await book()
      await sendAll()
      clock.now = (await startOf(id)) - 2 * HOUR
      await queueDueByWhatsApp(db, clock.now)
      if (how === 'is refused') standIn.misbehave = 'no-whatsapp'
      else await sql`update client_cards set whatsapp_missing_at = now()`.execute(db)
      const starts_at = await startOf(id)
      const sending = await db.transaction().execute(async (tx) => {
        await decideWays(tx)
        const once = `reminder_two_hours:${id}:${starts_at / 1000}`
        const { business_id } = place
        const mail = {
          business_id,
          appointment_id: id,
          kind: 'reminder_two_hours',
          recipient: 'c@correo.example',
          once,
        }
        await enqueue(tx, { ...mail, data: { starts_at }, due_at: clock.now })
        const sending = sendAll()
        await until(async () => {
          const { rows } = await sql`
            select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
            db,
          )
          return rows.length > 0
        })
        await sql`select from credit_accounts where business_id = ${business_id} for update`.execute(tx)
        return { sending }
      })
      assert.deepEqual(await sending.sending, [how === 'is refused' ? 'failed' : 'skipped'])
      assert.ok((await mails()).includes('reminder_two_hours queued'))
    })

  test('one number gets ten a day, over all businesses', async () => {
    for (let n = 0; n < 12; n++) await book({ appointment_date: dayAfter(n), appointment_time: '09:00' })
    const steps = await sendAll()
    assert.equal(steps.filter((step) => step === 'sent').length, 10)
    assert.deepEqual(steps.slice(10), ['skipped', 'skipped'])
    assert.equal((await rows()).at(-1)!.last_error, 'limit')
  })
})

const dayAfter = (n: number) => Temporal.PlainDate.from('2026-11-23').add({ days: n }).toString()

describe('an answer', () => {
  test('Confirmo: once, and thanked for', async () => {
    const id = await book()
    await sendAll()
    const [confirm] = await reminded(id)
    await tap(confirm!)
    assert.match(textOf(), /^¡Gracias! Te esperamos el .* a las? \d/)
    const again = reply({ from: PHONE, payload: confirm! })
    await told({ messages: [again, again] })
    await told({ messages: [again] })
    await work()
    const { rows: history } = await sql`
      select from appointment_history where appointment_id = ${id} and change = 'confirmed'`.execute(db)
    assert.equal(history.length, 1)
    const { rows: inbound } = await sql<{ handled: string }>`select handled from inbound_messages`.execute(db)
    assert.deepEqual(
      inbound.map(({ handled }) => handled),
      ['confirmed', 'confirmed'],
    )
    assert.ok(changed.includes(place.business_id))
  })

  test('Cancelar asks first; only ‘Sí, cancelar’ cancels, and the owner hears of it', async () => {
    const id = await book()
    await sendAll()
    const [, , cancel] = await reminded(id)
    const state = async () =>
      (await db.selectFrom('appointments').select('status').where('id', '=', id).executeTakeFirstOrThrow())
        .status
    await tap(cancel!)
    const { interactive } = bodyOf()
    assert.match(interactive.body.text, /^¿Seguro que quieres cancelar tu cita del .*\?$/)
    assert.deepEqual(
      interactive.action.buttons.map((one: { reply: { title: string } }) => one.reply.title),
      ['Sí, cancelar', 'No'],
    )
    assert.equal(await state(), 'scheduled')
    const [yes, no] = interactive.action.buttons.map((one: { reply: { id: string } }) => one.reply.id)
    await tap(no)
    assert.equal(await state(), 'scheduled')
    await told({
      messages: [
        {
          ...reply({ from: PHONE, text: 'x' }),
          type: 'interactive',
          text: undefined,
          interactive: { type: 'button_reply', button_reply: { id: yes, title: 'Sí, cancelar' } },
        },
      ],
    })
    await work()
    assert.equal(await state(), 'cancelled')
    assert.ok((await mails()).includes('cancelled_owner queued'))
  })

  test('Cancelar asks although thanks used the answers up, and one that is not answered is told to the owner', async () => {
    const id = await book()
    await sendAll()
    const [confirm, change, cancel] = await reminded(id)
    for (let n = 0; n < 4; n++) await tap(confirm!)
    const replies = async () =>
      (await call('GET', `/api/appointments/${id}`, { headers })).body.replies.map(
        ({ text }: { text: string }) => text,
      )
    await tap(cancel!)
    assert.equal(bodyOf().type, 'interactive')
    assert.deepEqual(await replies(), [])
    await tap(change!)
    assert.match(textOf(), /^Elige otra hora/)
    const before = standIn.sent.length
    for (let n = 0; n < 2; n++) await tap(cancel!)
    await tap(change!)
    await tap(confirm!)
    assert.equal(standIn.sent.length, before, 'five answers at most')
    assert.deepEqual(await replies(), ['Quiso cambiar la hora por WhatsApp', 'Quiso cancelar por WhatsApp'])
  })

  test('goes beyond the limits of a day, and one that does not arrive is told to the owner as what was wanted', async () => {
    const id = await book()
    await sendAll()
    const [confirm, change, cancel] = await reminded(id)
    const about = { business_id: place.business_id, recipient: `+${PHONE}`, kind: 'whatsapp_booked' }
    const limits = await limitsOf(db, about, clock.now)
    for (let n = 0; n < 50; n++) await takeEach(db, clock.now, [limits])
    await tap(cancel!)
    assert.equal(bodyOf().type, 'interactive')
    const replies = async () =>
      (await call('GET', `/api/appointments/${id}`, { headers })).body.replies.map(
        ({ text }: { text: string }) => text,
      )
    assert.deepEqual(await replies(), [])
    standIn.misbehave = 'no-whatsapp'
    await tap(change!)
    await tap(confirm!)
    assert.deepEqual(await replies(), ['Quiso cambiar la hora por WhatsApp'])
    standIn.misbehave = undefined
    // Accepted, and a status says later that it did not arrive.
    await tap(cancel!)
    assert.equal(bodyOf().type, 'interactive')
    const { id: name } = standIn.sent.at(-1)!
    await told({ statuses: [status('failed', { id: name, code: 131026 })] })
    await work()
    assert.deepEqual(await replies(), ['Quiso cancelar por WhatsApp', 'Quiso cambiar la hora por WhatsApp'])
  })

  test('Cambiar la hora answers a link', async () => {
    const id = await book()
    await sendAll()
    const [, change] = await reminded(id)
    await tap(change!)
    assert.match(
      textOf(),
      new RegExp(`https://agenda.example.com/client\\?token=${place.business_id}\\.w${id}\\.`),
    )
  })

  test('to an appointment that changed says what is true now, and changes nothing', async () => {
    const id = await book()
    await sendAll()
    const [confirm, , cancel] = await reminded(id)
    clock.now = NOW
    await call('PATCH', `/api/appointments/${id}`, { headers, body: { appointment_time: '16:00' } })
    await tap(confirm!)
    assert.match(textOf(), /^Tu cita cambió: ahora es el .* 4:00 pm/)
    const { client_confirmed_at } = await db
      .selectFrom('appointments')
      .select('client_confirmed_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(client_confirmed_at, null)
    await call('POST', `/api/appointments/${id}/cancel`, { headers, body: {} })
    await tap(cancel!)
    assert.match(textOf(), /ya está cancelada/)
  })

  test('counts from the telephone of the appointment, or the user that a status named', async () => {
    const id = await book()
    await sendAll()
    const [confirm] = await reminded(id)
    const handled = async () =>
      (await sql<{ handled: string }>`select handled from inbound_messages order by id`.execute(db)).rows.at(
        -1,
      )!.handled
    await tap(confirm!, { from: '573110000000' })
    assert.equal(await handled(), 'stranger')
    await tap(confirm!, { from: undefined, userId: 'CO.777' })
    assert.equal(await handled(), 'stranger')
    await told({ statuses: [status('delivered', { id: standIn.sent.at(-1)!.id, userId: 'CO.777' })] })
    await work()
    await tap(confirm!, { from: undefined, userId: 'CO.777' })
    assert.equal(await handled(), 'confirmed')
  })

  test('in words is kept, and told once a day that nobody reads here; three answers at most', async () => {
    const id = await book()
    await sendAll()
    await reminded(id)
    for (const text of ['¿Puedo ir con mi hija?', 'Hola', 'x'.repeat(5000)]) {
      // Each comes two days late.
      const late = { ...reply({ from: PHONE, text }), timestamp: String((clock.now - 48 * HOUR) / 1000) }
      await told({ messages: [late] })
      await work()
      await sendAll()
    }
    assert.equal(standIn.sent.filter(({ body }) => body.type === 'text').length, 1)
    assert.match(
      textOf(),
      /^Este número solo envía avisos\. Escríbele a Salón \d+: https:\/\/wa\.me\/573001112233$/,
    )
    const { rows: inbound } = await sql<{ text: string; appointment_id: number }>`
      select text, appointment_id from inbound_messages order by id`.execute(db)
    assert.deepEqual(
      inbound.map(({ text, appointment_id }) => [text.length, appointment_id]),
      [
        [22, id],
        [4, id],
        [1000, id],
      ],
    )
    assert.equal((await left()) >= 0, true)
    // From who never got a message, nothing is kept.
    await told({ messages: [reply({ from: '573990000000', text: 'Hola' })] })
    await work()
    assert.equal((await sql`select from inbound_messages`.execute(db)).rows.length, 3)
  })
})
