/** What WhatsApp's clients and its web-hooks do at the edges: oddly written, at once, from other telephones, too early. */
import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { cloudApi } from '#server/whatsapp/cloud-api.ts'
import { formsOf } from '#server/whatsapp/numbers.ts'
import { queueDueByWhatsApp } from '#server/whatsapp/plan.ts'
import { sendNextWhatsApp } from '#server/whatsapp/send.ts'
import { workOffEvents } from '#server/whatsapp/start.ts'
import { api, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { hook, KEYS, reply, signature, startWhatsApp, status, whatsAppEnv } from '../standin/whatsapp.ts'

const HOUR = 3_600_000
const PHONE = '573001234567'
const db = await database()
const standIn = await startWhatsApp()
after(() => standIn.stop())
const { app, call, clock } = await api(db, {
  env: whatsAppEnv(standIn.url),
})

let place: Awaited<ReturnType<typeof salon>>
let headers: { authorization: string }
let errors: object[] = []
const deps = {
  db,
  now: () => clock.now,
  publicUrl: 'https://agenda.example.com',
  log: { info() {}, warn() {}, error: (about: object) => void errors.push(about) },
  channel: cloudApi({ ...KEYS, url: standIn.url }),
  changed() {},
}

beforeEach(async () => {
  clock.now = NOW
  errors = []
  standIn.misbehave = undefined
  standIn.sent.length = 0
  await sql`truncate messages, handovers, inbound_messages, whatsapp_events, consents, appointments, client_cards,
    appointment_history, credit_movements, credit_accounts, attempts cascade`.execute(db)
  place = await salon(db)
  headers = await ownerHeaders(db, place)
  await call('PUT', '/api/messages/whatsapp', { headers, body: { reminder_channel: 'whatsapp' } })
})

async function book(more: Record<string, unknown> = {}, at = place): Promise<number> {
  const { status, body } = await call('POST', '/api/appointments/public', {
    body: booking(at, { client_phone: `+${PHONE}`, whatsapp_consent: true, ...more }),
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
const told = async (value: object) => {
  const { body, headers } = hook(value)
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/api/hooks/whatsapp',
    payload: body,
    headers,
  })
  assert.equal(statusCode, 200)
}
const work = () => workOffEvents(deps)
const says = async (more: Parameters<typeof reply>[0]) => {
  await told({ messages: [reply(more)] })
  await work()
  await sendAll()
}
const rows = () =>
  db.selectFrom('messages').selectAll().where('channel', '=', 'whatsapp').orderBy('id').execute()
const texts = () => standIn.sent.filter(({ body }) => body.type === 'text').map(({ body }) => body.text.body)
const handled = async () =>
  (await sql<{ handled: string }>`select handled from inbound_messages order by id`.execute(db)).rows.map(
    (row) => row.handled,
  )
const payloadsOf = (n = -1): string[] =>
  standIn.sent
    .at(n)!
    .body.template.components.filter((one: { type: string }) => one.type === 'button')
    .map((one: { parameters: { payload: string }[] }) => one.parameters[0]!.payload)

async function startOf(id: number): Promise<number> {
  const { starts_at } = await db
    .selectFrom('appointments')
    .select('starts_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(starts_at)
}

/** The payloads of a reminder two hours before. */
async function reminded(id: number): Promise<string[]> {
  await sendAll()
  clock.now = (await startOf(id)) - 2 * HOUR
  await queueDueByWhatsApp(db, clock.now)
  await sendAll()
  return payloadsOf()
}
const confirmedAt = async (id: number) =>
  (
    await db
      .selectFrom('appointments')
      .select('client_confirmed_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).client_confirmed_at

describe('an answer to a reminder', () => {
  test('counts although somebody wrote a note since', async () => {
    const id = await book()
    const [confirm] = await reminded(id)
    const noted = await call('PATCH', `/api/appointments/${id}`, {
      headers,
      body: { notes: 'Trae a su hija' },
    })
    assert.equal(noted.status, 200)
    await says({ from: PHONE, payload: confirm! })
    assert.deepEqual(await handled(), ['confirmed'])
    assert.notEqual(await confirmedAt(id), null)
  })

  test('counts after a move that was taken back before anybody was told, and not while it is elsewhere', async () => {
    const id = await book({ appointment_time: '15:00' })
    const [confirm] = await reminded(id)
    const moved = await call('PATCH', `/api/appointments/${id}`, {
      headers,
      body: { appointment_time: '17:00' },
    })
    assert.equal(moved.status, 200, JSON.stringify(moved.body))
    await told({ messages: [reply({ from: PHONE, payload: confirm! })] })
    await work()
    assert.deepEqual(await handled(), ['late'])
    const undone = await call('POST', `/api/appointments/${id}/undo-move`, {
      headers,
      body: { move_id: moved.body.move_id },
    })
    assert.equal(undone.status, 200, JSON.stringify(undone.body))
    await says({ from: PHONE, payload: confirm! })
    assert.deepEqual(await handled(), ['late', 'confirmed'])
  })

  test('is one of three, however many come at once', async () => {
    const id = await book()
    const [, change] = await reminded(id)
    await told({ messages: Array.from({ length: 8 }, () => reply({ from: PHONE, payload: change! })) })
    await Promise.all(Array.from({ length: 6 }, work))
    assert.equal((await handled()).length, 8)
    const answers = (await rows()).filter(({ kind }) => kind === 'whatsapp_answer')
    assert.equal(answers.length, 3)
  })

  test('comes from a Mexican or an Argentine number as WhatsApp writes them', async () => {
    for (const [phone, from, time] of [
      ['+525512345678', '5215512345678', '10:00'],
      ['+541123456789', '5491123456789', '11:00'],
      ['+5491123456780', '541123456780', '12:00'],
    ] as const) {
      const id = await book({ client_phone: phone, client_name: `Ana ${time}`, appointment_time: time })
      const [confirm] = await reminded(id)
      await says({ from, payload: confirm! })
      assert.notEqual(await confirmedAt(id), null, phone)
      clock.now = NOW
    }
    assert.deepEqual(formsOf('+573001234567'), ['573001234567'])
    assert.deepEqual(formsOf(undefined), [])
  })
})

describe('a booking whose process died before it was told', () => {
  const lost = () => sql`truncate consents, messages cascade`.execute(db)
  const consents = async () =>
    (
      await sql<{ purpose: string; channel: string }>`
        select purpose, channel from consents order by purpose`.execute(db)
    ).rows.map(({ purpose, channel }) => `${purpose} ${channel}`)
  const kinds = async () => (await rows()).map(({ kind }) => kind)

  test('is told when its request is repeated, once', async () => {
    const key = 'a-key-of-a-booking-that-is-repeated'
    const body = booking(place, {
      client_phone: `+${PHONE}`,
      whatsapp_consent: true,
      marketing_consent: true,
    })
    const send = async () => {
      const answer = await call('POST', '/api/appointments/public', {
        headers: { 'idempotency-key': key },
        body,
      })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
    }
    await send()
    await lost()
    for (let n = 0; n < 3; n++) await send()
    assert.deepEqual(await consents(), ['marketing page', 'whatsapp page'])
    assert.deepEqual(await kinds(), ['whatsapp_booked'])
    // Who took it back since, is not asked again.
    await sendAll()
    await says({ from: PHONE, text: 'BAJA' })
    await send()
    assert.deepEqual(
      (
        await sql<{
          is: boolean
        }>`select has_consent(business_id, id, 'whatsapp') as is from client_cards`.execute(db)
      ).rows,
      [{ is: false }],
    )
  })

  test('by the business too', async () => {
    const send = async () => {
      const answer = await call('POST', '/api/appointments', {
        headers: { ...headers, 'idempotency-key': 'a-key-of-the-counter-that-is-repeated' },
        body: booking(place, { client_phone: `+${PHONE}`, whatsapp_consent: true }),
      })
      assert.equal(answer.status, 201, JSON.stringify(answer.body))
    }
    await send()
    await lost()
    for (let n = 0; n < 2; n++) await send()
    assert.deepEqual(await consents(), ['whatsapp owner'])
    assert.deepEqual(await kinds(), ['whatsapp_booked'])
  })
})

describe('a change', () => {
  const change = async (id: number, body: object) => {
    const answer = await call('PATCH', `/api/appointments/${id}`, { headers, body })
    assert.equal(answer.status, 200, JSON.stringify(answer.body))
    return answer.body.move_id as number
  }
  /** What the client gets once nothing waits any more. */
  const told = async () => {
    const before = standIn.sent.length
    clock.now += 60_000
    await sendAll()
    return standIn.sent.slice(before).map(({ body }) => body.template.components[0].parameters[5].text)
  }

  test('of what no message says is none: a note, a document, a mistyped name', async () => {
    const id = await book()
    await sendAll()
    await change(id, { notes: 'Trae a su hija' })
    assert.deepEqual(await told(), [])
    await change(id, { client_id: '1037123412' })
    assert.deepEqual(await told(), [])
    await change(id, { notes: 'Viene sola', appointment_time: '14:00' })
    assert.deepEqual(await told(), ['2:00 pm'])
    await change(id, { client_phone: '+573001234569' })
    assert.deepEqual(await told(), ['2:00 pm'])
    assert.equal(standIn.sent.at(-1)!.to, '573001234569')
  })

  test('that was taken back before it was told is none; one that was told is told back', async () => {
    const id = await book()
    await sendAll()
    const undo = async (move_id: number) => {
      const answer = await call('POST', `/api/appointments/${id}/undo-move`, { headers, body: { move_id } })
      assert.equal(answer.status, 200, JSON.stringify(answer.body))
    }
    await undo(await change(id, { appointment_time: '15:00' }))
    assert.deepEqual(await told(), [])
    // There and back by hand, faster than anybody is told.
    await change(id, { appointment_time: '16:00' })
    clock.now += 1000
    await change(id, { appointment_time: '10:00' })
    assert.deepEqual(await told(), [])
    const move_id = await change(id, { appointment_time: '17:00' })
    assert.deepEqual(await told(), ['5:00 pm'])
    await undo(move_id)
    assert.deepEqual(await told(), ['10:00 am'])
  })

  test('that a reminder told meanwhile is told back', async () => {
    const id = await book({ appointment_time: '17:00' })
    await sendAll()
    await change(id, { appointment_time: '16:00' })
    const later = new Date(NOW + 90 * 24 * HOUR).toISOString()
    await sql`update messages set due_at = ${later} where kind = 'whatsapp_changed'`.execute(db)
    await reminded(id)
    assert.equal(standIn.sent.at(-1)!.body.template.components[0].parameters[5].text, '4:00 pm')
    await change(id, { appointment_time: '17:00' })
    assert.deepEqual(await told(), ['5:00 pm'])
  })

  test('leaves a confirmation that waits, which tells what is true when it goes', async () => {
    const all = async () => (await rows()).map(({ kind, state }) => `${kind} ${state}`)
    const noted = await book({ appointment_time: '14:00' })
    await change(noted, { notes: 'Trae a su hija' })
    assert.deepEqual(await told(), ['2:00 pm'])
    assert.deepEqual(await all(), ['whatsapp_booked sent', 'whatsapp_changed skipped'])

    const id = await book({ appointment_time: '12:00' })
    const undo = (move_id: number) =>
      call('POST', `/api/appointments/${id}/undo-move`, { headers, body: { move_id } })
    await undo(await change(id, { appointment_time: '15:00' }))
    assert.deepEqual(await told(), ['12:00 pm'])
    assert.equal(standIn.sent.at(-1)!.body.template.name, 'cita_confirmada_v1')

    // It goes between a move and its being taken back, and tells the move.
    const moved = await book({ appointment_time: '16:00' })
    const move_id = await change(moved, { appointment_time: '17:00' })
    clock.now += 5000
    await sendAll()
    assert.equal(standIn.sent.at(-1)!.body.template.components[0].parameters[5].text, '5:00 pm')
    clock.now += 1000
    const undone = await call('POST', `/api/appointments/${moved}/undo-move`, { headers, body: { move_id } })
    assert.equal(undone.status, 200, JSON.stringify(undone.body))
    assert.deepEqual(await told(), ['4:00 pm'])
  })

  test('is told by the confirmation that waits for it, and not a second time', async () => {
    const id = await book({ appointment_time: '14:00' })
    await sql`update messages set due_at = ${new Date(NOW + 120_000).toISOString()} where kind = 'whatsapp_booked'`.execute(
      db,
    )
    await change(id, { appointment_time: '15:00' })
    assert.deepEqual(await told(), [], 'the confirmation will tell it')
    clock.now += 60_000
    assert.deepEqual(await told(), ['3:00 pm'])
    await change(id, { notes: 'Trae a su hija' })
    assert.deepEqual(await told(), [])
    await change(id, { appointment_time: '14:00' })
    assert.deepEqual(await told(), ['2:00 pm'], 'the confirmation said another time')
  })
})

test('of several that are cancelled at once who asked for WhatsApp hears of each, and of none when nobody is told', async () => {
  const cancel = async (ids: number[], tell_clients: boolean) => {
    const { status, body } = await call('POST', '/api/appointments/cancel-many', {
      headers,
      body: { ids, tell_clients },
    })
    assert.deepEqual([status, body.cancelled], [200, ids], JSON.stringify(body))
  }
  const two = [await book(), await book({ appointment_time: '12:00' })]
  const other = await book({ appointment_time: '15:00' })
  await sendAll()
  const before = standIn.sent.length
  await cancel(two, true)
  await cancel([other], false)
  clock.now += 60_000
  await sendAll()
  const sent = standIn.sent.slice(before).map(({ body }) => body.template)
  assert.deepEqual(sent.map(({ name, components }) => [name, components[0].parameters[5].text]).sort(), [
    ['cita_cancelada_v1', '10:00 am'],
    ['cita_cancelada_v1', '12:00 pm'],
  ])
})

describe('a move of who left no e-mail', () => {
  test('is taken back exactly while nobody heard of it, and told back afterwards', async () => {
    const booked = await call('POST', '/api/appointments', {
      headers,
      body: {
        ...booking(place, { client_phone: `+${PHONE}`, client_email: undefined, whatsapp_consent: true }),
        walk_in: true,
      },
    })
    assert.equal(booked.status, 201, JSON.stringify(booked.body))
    const { id } = booked.body.appointment
    await sendAll()
    const step = { headers, body: { step: 'confirmed' } }
    assert.equal((await call('POST', `/api/appointments/${id}/step`, step)).status, 200)
    const move = async (appointment_time: string) =>
      (await call('PATCH', `/api/appointments/${id}`, { headers, body: { appointment_time } })).body.move_id
    const undo = async (move_id: number) =>
      (await call('POST', `/api/appointments/${id}/undo-move`, { headers, body: { move_id } })).body
    const quiet = await undo(await move('15:00'))
    const { appointment } = quiet
    assert.deepEqual(
      [quiet.is_quiet, appointment.appointment_time, appointment.rescheduled_from],
      [true, '10:00', null],
    )
    assert.notEqual(appointment.client_confirmed_at, null, 'they said that they come at that time')
    const before = standIn.sent.length
    clock.now += 60_000
    await sendAll()
    assert.equal(standIn.sent.length, before)

    const move_id = await move('16:00')
    clock.now += 60_000
    await sendAll()
    assert.equal(standIn.sent.length, before + 1)
    assert.equal((await undo(move_id)).is_quiet, false)
    clock.now += 60_000
    await sendAll()
    assert.equal(standIn.sent.at(-1)!.body.template.components[0].parameters[5].text, '10:00 am')

    // A reminder that leaves before the news of a move tells it.
    clock.now = (await startOf(id)) - 4 * HOUR
    const toldByReminder = await move('11:30')
    await sql`update messages set due_at = due_at + interval '1 day' where state = 'queued'`.execute(db)
    clock.now += 3.75 * HOUR
    await queueDueByWhatsApp(db, clock.now)
    await sendAll()
    assert.equal(standIn.sent.at(-1)!.body.template.components[0].parameters[5].text, '11:30 am')
    assert.equal((await undo(toldByReminder)).is_quiet, false)
  })
})

describe('what a business is called', () => {
  const called = (business_name: string, email_confirmed_at: string | null = null) =>
    db
      .updateTable('businesses')
      .set({ business_name, email_confirmed_at })
      .where('id', '=', place.business_id)
      .execute()
  const values = () =>
    standIn.sent.at(-1)!.body.template.components[0].parameters.map((one: { text: string }) => one.text)

  test('is no link of who has not confirmed an e-mail, as all that they typed', async () => {
    await called('www.estafa.co')
    await sql`update services set service_name = 'estafa.co/corte' where business_id = ${place.business_id}`.execute(
      db,
    )
    await sql`update professionals set professional_name = 'Ana.estafa.co' where business_id = ${place.business_id}`.execute(
      db,
    )
    await book({ client_name: 'premios.example Ruiz' })
    await sendAll()
    assert.deepEqual(values().slice(0, 4), [
      'premios.',
      'www. estafa. co',
      'estafa. co/corte',
      'Ana. estafa. co',
    ])
    await says({ from: PHONE, text: 'Hola' })
    assert.match(texts().at(-1), /^Este número solo envía avisos\. Escríbele a www\. estafa\. co: /)
    await called('Belleza.co', new Date(NOW).toISOString())
    await sql`update businesses set created_at = '2020-01-01' where id = ${place.business_id}`.execute(db)
    await book({ appointment_time: '12:00' })
    await sendAll()
    assert.equal(values()[1], 'Belleza.co', 'who confirmed answers for their own words')
  })

  test('is written by the common number also where no mail could go under it', async () => {
    await called('@NailsByAna', new Date(NOW).toISOString())
    await book()
    assert.deepEqual(await sendAll(), ['sent'])
    assert.equal(values()[1], '@NailsByAna')
    await says({ from: PHONE, text: 'Hola' })
    assert.match(texts().at(-1), /Escríbele a @NailsByAna: /)
  })

  for (const [name, shown] of [
    ['www.estafa.co', 'a www. estafa. co'],
    ['Bancolombia', 'al negocio'],
  ] as const)
    test(`is nothing else to who cancels too late: '${name}'`, async () => {
      const id = await book()
      const [, , cancel] = await reminded(id)
      await called(name)
      await sql`update businesses set cancel_notice_minutes = 600 where id = ${place.business_id}`.execute(db)
      await says({ from: PHONE, payload: cancel! })
      const [yes] = standIn.sent.at(-1)!.body.interactive.action.buttons
      await says({ from: PHONE, payload: yes.reply.id })
      assert.deepEqual(await handled(), ['asked', 'refused'])
      assert.equal(texts().at(-1), `Para cancelar a última hora, escríbele ${shown}`)
    })

  test('is no bank’s name that nobody approved: it does not go by WhatsApp, and a reminder goes by mail', async () => {
    const id = await book()
    await sendAll()
    await called('Bancolombia', new Date(NOW).toISOString())
    await says({ from: PHONE, text: 'Hola' })
    assert.match(texts().at(-1), /Escríbele al negocio: /)
    const before = standIn.sent.length
    clock.now = (await startOf(id)) - 2 * HOUR
    await queueDueByWhatsApp(db, clock.now)
    await sendAll()
    assert.equal(standIn.sent.length, before)
    assert.equal((await rows()).at(-1)!.last_error, 'name')
    const { body } = await call('GET', `/api/appointments/${id}`, { headers })
    assert.match(JSON.stringify(body), /el nombre de tu negocio no está aprobado para WhatsApp/)
    const mail = db.selectFrom('messages').select('state').where('kind', '=', 'reminder_two_hours')
    assert.deepEqual(await mail.execute(), [{ state: 'queued' }])
    await sql`update sender_names set is_approved = true, decided_at = now()`.execute(db)
    await book({ appointment_time: '16:00' })
    await sendAll()
    assert.equal(values()[1], 'Bancolombia')
  })
})

describe('an appointment that is somebody else’s since', () => {
  const beatriz = {
    client_name: 'Beatriz Luna',
    client_phone: '+573005550011',
    client_email: 'bea@correo.example',
  }
  const change = async (id: number, body: object) => {
    const { status, body: answered } = await call('PATCH', `/api/appointments/${id}`, { headers, body })
    assert.equal(status, 200, JSON.stringify(answered))
    await sql`select fold_cards(array_agg(business_id), array_agg(id)) from client_cards`.execute(db)
  }
  const cardOf = async (id: number) => {
    const { rows } = await sql<{ takes: boolean; user_id: string | null }>`
      select has_consent(a.business_id, a.card_id, 'whatsapp') as takes, c.whatsapp_user_id as user_id
      from appointments a join client_cards c on c.business_id = a.business_id and c.id = a.card_id
      where a.id = ${id}`.execute(db)
    return rows[0]!
  }

  test('is not told by WhatsApp to who did not agree; who is corrected is', async () => {
    const id = await book()
    await sendAll()
    await change(id, { client_phone: '+573001234568' })
    assert.equal((await cardOf(id)).takes, true, 'another telephone')
    await change(id, { client_name: 'Anita' })
    assert.equal((await cardOf(id)).takes, true, 'called otherwise, at the telephone that agreed')
    await sendAll()
    const before = standIn.sent.length
    await change(id, beatriz)
    assert.equal((await cardOf(id)).takes, false)
    clock.now = (await startOf(id)) - 2 * HOUR
    await queueDueByWhatsApp(db, clock.now)
    await sendAll()
    assert.equal(standIn.sent.length, before)
  })

  test('is not theirs who read what was written before: neither their tap nor their BAJA is of who has it now', async () => {
    const id = await book()
    const [, , cancel] = await reminded(id)
    const sent = standIn.sent.at(-1)!.id
    await change(id, beatriz)
    await told({ statuses: [status('read', { id: sent, userId: 'CO.1' })] })
    await work()
    assert.equal((await cardOf(id)).user_id, null)
    await says({ from: undefined, userId: 'CO.1', payload: cancel! })
    assert.deepEqual(await handled(), ['stranger'])
  })

  test('whose telephone was mistyped hears no tap of who has that one', async () => {
    const id = await book()
    const [, , cancel] = await reminded(id)
    await told({ statuses: [status('read', { id: standIn.sent.at(-1)!.id, userId: 'CO.1' })] })
    await work()
    assert.equal((await cardOf(id)).user_id, 'CO.1')
    const body = { client_phone: '+573001234568' }
    assert.equal((await call('PATCH', `/api/appointments/${id}`, { headers, body })).status, 200)
    await says({ from: PHONE, userId: 'CO.1', payload: cancel! })
    await sql`select fold_cards(array_agg(business_id), array_agg(id)) from client_cards`.execute(db)
    await says({ from: undefined, userId: 'CO.1', payload: cancel! })
    assert.deepEqual(await handled(), ['stranger', 'stranger'])
  })
})

describe('BAJA', () => {
  const whoTakes = async () =>
    (
      await sql<{ client_name: string }>`
        select a.client_name from appointments a where takes_whatsapp(a.business_id, a.card_id, a.client_phone)
        order by a.client_name`.execute(db)
    ).rows.map(({ client_name }) => client_name)

  test('stops what goes to that telephone, also for the children of who wrote it', async () => {
    await book({ client_name: 'Sara Ruiz', client_email: 'mama@correo.example' })
    await book({
      client_name: 'Tomás Ruiz',
      client_email: 'papa@correo.example',
      appointment_time: '12:00',
    })
    await book({
      client_name: 'Otra Persona',
      client_email: 'otra@correo.example',
      client_phone: '+573119998877',
      appointment_time: '14:00',
    })
    await sendAll()
    assert.deepEqual(await whoTakes(), ['Otra Persona', 'Sara Ruiz', 'Tomás Ruiz'])
    await says({ from: PHONE, text: '¡BAJA!' })
    assert.deepEqual(await whoTakes(), ['Otra Persona'])
    assert.deepEqual(texts(), ['Listo, no te escribiremos más por WhatsApp.'])
  })

  test('stops it on each card of a merge, also when that is taken back', async () => {
    await book({ client_name: 'Sara Ruiz', client_email: 'sara@correo.example' })
    await book({
      client_name: 'Sarita R.',
      client_email: 'sarita@correo.example',
      client_phone: '+573119998877',
      appointment_time: '12:00',
    })
    await sendAll()
    assert.deepEqual(await whoTakes(), ['Sara Ruiz', 'Sarita R.'])
    const cards = await db.selectFrom('client_cards').select('id').orderBy('id').execute()
    const [keep, other] = cards.map(({ id }) => id)
    const merged = await call('POST', '/api/clients/merge', { headers, body: { keep, merge: [other] } })
    assert.equal(merged.status, 200, JSON.stringify(merged.body))
    await says({ from: PHONE, text: 'BAJA' })
    const { merge_id } = merged.body
    assert.equal((await call('POST', '/api/clients/unmerge', { headers, body: { merge_id } })).status, 200)
    assert.deepEqual(await whoTakes(), [])
  })

  test('delivered again counts for no business that wrote since', async () => {
    await book()
    await sendAll()
    const again = reply({ from: PHONE, text: 'BAJA' })
    await told({ messages: [again] })
    await work()
    const other = await salon(db)
    await call('PUT', '/api/messages/whatsapp', {
      headers: await ownerHeaders(db, other),
      body: { reminder_channel: 'whatsapp' },
    })
    clock.now += HOUR
    await book({}, other)
    await sendAll()
    await told({ messages: [again] })
    await work()
    const { rows: stopped } = await sql<{ business_id: number }>`
      select distinct business_id from consents where not given`.execute(db)
    assert.deepEqual(
      stopped.map(({ business_id }) => business_id),
      [place.business_id],
    )
    assert.equal((await handled()).length, 1)
  })

  test('counts when the answer to our message was lost, and nothing was heard of it since', async () => {
    await book()
    standIn.misbehave = 'lose-answer'
    assert.deepEqual(await sendAll(), ['sent'])
    standIn.misbehave = undefined
    await says({ from: PHONE, text: 'baja' })
    assert.deepEqual(await handled(), ['stopped'])
    assert.deepEqual(await whoTakes(), [])
  })

  test('of who shows no number is for the business that wrote last', async () => {
    const other = await salon(db)
    await call('PUT', '/api/messages/whatsapp', {
      headers: await ownerHeaders(db, other),
      body: { reminder_channel: 'whatsapp' },
    })
    await book({ client_name: 'Ana Luz', appointment_date: '2026-11-30' }, other)
    await sendAll()
    clock.now += HOUR
    const late = await book({ client_name: 'Ana Luz' })
    await sendAll()
    await told({
      statuses: standIn.sent.map(({ id }) => status('delivered', { id, userId: 'CO.555' })),
    })
    await work()
    await says({ userId: 'CO.555', text: 'Parar' })
    const { rows: stopped } = await sql<{ business_id: number; appointment_id: number }>`
      select distinct business_id, appointment_id from consents where not given`.execute(db)
    assert.deepEqual(stopped, [{ business_id: place.business_id, appointment_id: late }])
  })
})

describe('the web-hook', () => {
  test('takes what no text can hold, and all that came with it', async () => {
    const id = await book()
    const [confirm] = await reminded(id)
    const { body } = hook({
      messages: [
        reply({ from: PHONE, text: 'uno NUL dos MEDIO tres \\u0000 cuatro' }),
        reply({ from: PHONE, payload: confirm! }),
      ],
    })
    const odd = body.replace('NUL', '\\u0000').replace('MEDIO', '\\ud83d')
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/hooks/whatsapp',
      payload: odd,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature(odd) },
    })
    assert.equal(statusCode, 200)
    await work()
    assert.deepEqual((await handled()).sort(), ['answered', 'confirmed'])
    const { rows: kept } = await sql<{ text: string }>`
      select text from inbound_messages where kind = 'text'`.execute(db)
    assert.equal(kept[0]!.text, 'uno \ufffd dos \ufffd tres \\u0000 cuatro')
    assert.notEqual(await confirmedAt(id), null)
  })

  test('forgets nothing of what it took while the database is too slow for it, however long that lasts', async () => {
    await book()
    await sendAll()
    await told({ messages: [reply({ from: PHONE, text: 'BAJA' })] })
    await sql`
      create function held() returns trigger language plpgsql as $$
      begin
        raise 'canceling statement due to statement timeout' using errcode = '57014';
      end $$;
      create trigger held before insert on inbound_messages for each row execute function held()`.execute(db)
    for (let n = 0; n < 8; n++) {
      await work()
      clock.now += HOUR
    }
    // Another failure than those of before is none too many.
    await sql`create or replace function held() returns trigger language plpgsql as $$ begin raise 'odd'; end $$`.execute(
      db,
    )
    await work()
    clock.now += HOUR
    await sql`drop function held cascade`.execute(db)
    await work()
    assert.deepEqual(await handled(), ['stopped'])
  })

  test('is of our number where it names none, and of no other one', async () => {
    const change = (metadata: object) => ({
      field: 'messages',
      value: { ...metadata, statuses: [status('read', { id: 'wamid.x' })] },
    })
    const body = JSON.stringify({
      entry: [{ changes: [change({}), change({ metadata: { phone_number_id: '1' } })] }],
    })
    await app.inject({
      method: 'POST',
      url: '/api/hooks/whatsapp',
      payload: body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature(body) },
    })
    const { rows: stored } = await sql`select from whatsapp_events`.execute(db)
    assert.equal(stored.length, 1)
  })

  test('takes as many events as a body has room for', async () => {
    await told({ statuses: Array.from({ length: 30_000 }, (_, n) => ({ id: `w${n}`, status: 'x' })) })
    const { rows: stored } = await sql<{ n: number }>`
      select count(*)::integer as n from whatsapp_events`.execute(db)
    assert.equal(stored[0]!.n, 30_000)
  })
})

describe('a status', () => {
  test('of a message that was refused, and went all the same, ends its attempts', async () => {
    await book()
    standIn.misbehave = 'broken'
    assert.deepEqual(await sendAll(), ['queued'])
    standIn.misbehave = undefined
    const [row] = await rows()
    const callback = `${place.business_id}.${row!.id}`
    await told({ statuses: [status('delivered', { id: 'wamid.went', callback, at: NOW })] })
    await work()
    clock.now += HOUR
    assert.deepEqual(await sendAll(), [])
    const [now] = await rows()
    assert.deepEqual([now!.state, now!.provider_id, now!.delivered_at], ['sent', 'wamid.went', NOW])
    assert.equal(standIn.sent.length, 0, 'no second one')
  })

  for (const [name, said, state] of [
    ['delivered', 'delivered', 'sent'],
    ['failed', 'failed', 'failed'],
  ] as const)
    test(`that says '${name}' before the answer that refuses is what counts`, async () => {
      await book()
      standIn.misbehave = 'broken'
      const channel: typeof deps.channel = {
        ...deps.channel,
        send: (...what) =>
          deps.channel.send(...what).catch(async (error: Error) => {
            const [row] = await rows()
            const callback = `${place.business_id}.${row!.id}`
            const code = said === 'failed' ? 131026 : undefined
            await told({ statuses: [status(said, { id: 'wamid.went', callback, at: NOW, code })] })
            await work()
            throw error
          }),
      }
      await sendNextWhatsApp({ ...deps, channel })
      standIn.misbehave = undefined
      clock.now += HOUR
      assert.deepEqual(await sendAll(), [])
      assert.equal((await rows())[0]!.state, state)
      assert.equal(standIn.sent.length, 0, 'no second one')
    })

  test('of a token that is refused, or of an account that is locked, counts no attempt', async () => {
    await book()
    for (const fault of ['disconnected', 'session-over', 'not-permitted', 'no-access', 'locked'] as const) {
      standIn.misbehave = fault
      assert.deepEqual(await sendAll(), ['unreachable'], fault)
      clock.now += 2 * 60_000
    }
    assert.deepEqual(
      (await rows()).map(({ state, attempts }) => [state, attempts]),
      [['queued', 0]],
    )
    standIn.misbehave = undefined
    assert.deepEqual(await sendAll(), ['sent'])
  })

  test('that says that a window or a template is ours to mend is an error of ours', async () => {
    for (const [n, code] of [131047, 132001].entries()) {
      await book({ appointment_time: n ? '12:00' : '10:00', client_name: n ? 'Beto' : 'Ana' })
      await sendAll()
      await told({ statuses: [status('failed', { id: standIn.sent.at(-1)!.id, code })] })
      await work()
      assert.deepEqual(
        errors.map((one) => (one as { code?: number }).code),
        [131047, 132001].slice(0, n + 1),
      )
    }
  })
})

describe('a number without WhatsApp', () => {
  const missing = async () =>
    (
      await sql<{ at: number | null }>`select whatsapp_missing_at as at from client_cards`.execute(db)
    ).rows.map(({ at }) => at !== null)

  test('is that number alone: the corrected one is written to', async () => {
    const id = await book()
    await sendAll()
    await told({ statuses: [status('failed', { id: standIn.sent.at(-1)!.id, code: 131026 })] })
    await work()
    assert.deepEqual(await missing(), [true])
    const corrected = await call('PATCH', `/api/appointments/${id}`, {
      headers,
      body: { client_phone: '+573001234568' },
    })
    assert.equal(corrected.status, 200, JSON.stringify(corrected.body))
    await sql`select fold_cards(array_agg(business_id), array_agg(id)) from client_cards`.execute(db)
    assert.deepEqual(await missing(), [false])
    const before = standIn.sent.length
    await reminded(id)
    assert.equal(standIn.sent.slice(before).at(-1)!.to, '573001234568')
  })

  const isRefused = async () => {
    const id = await book()
    await sendAll()
    await told({ statuses: [status('failed', { id: standIn.sent.at(-1)!.id, code: 131026, at: clock.now })] })
    await work()
    assert.deepEqual(await missing(), [true])
    return id
  }
  const writes = async (at: number) => {
    await told({ messages: [{ ...reply({ from: PHONE, text: 'Hola' }), timestamp: String(at / 1000) }] })
    await work()
  }

  test('has it again when somebody writes from it, not when that was written before', async () => {
    await isRefused()
    await writes(clock.now - HOUR)
    assert.deepEqual(await missing(), [true])
    await writes(clock.now + HOUR)
    assert.deepEqual(await missing(), [false])
  })

  test('has it after all when the same message arrived, or a later one', async () => {
    await isRefused()
    const { id } = standIn.sent.at(-1)!
    await told({ statuses: [status('sent', { id, at: clock.now + HOUR })] })
    await work()
    assert.deepEqual(await missing(), [true])
    await told({ statuses: [status('delivered', { id, at: clock.now - HOUR })] })
    await work()
    assert.deepEqual(await missing(), [false])
  })

  test('is written to again when its owner agrees anew, once for each time', async () => {
    await isRefused()
    await book({ appointment_time: '15:00', whatsapp_consent: undefined })
    const before = standIn.sent.length
    await sendAll()
    assert.equal(standIn.sent.length, before)
    standIn.misbehave = 'no-whatsapp'
    const agrees = async () => {
      const { status } = await call('POST', '/api/appointments/public', {
        headers: { 'idempotency-key': 'a-key-of-a-booking-that-is-repeated' },
        body: booking(place, {
          client_phone: `+${PHONE}`,
          whatsapp_consent: true,
          appointment_time: '16:00',
        }),
      })
      assert.equal(status, 201)
    }
    await agrees()
    assert.deepEqual(await missing(), [false])
    await sendAll()
    assert.deepEqual(await missing(), [true])
    await agrees()
    assert.deepEqual(await missing(), [true])
  })

  test('stays known through other changes of the card', async () => {
    await book()
    await sendAll()
    await told({ statuses: [status('failed', { id: standIn.sent.at(-1)!.id, code: 131026 })] })
    await work()
    await sql`select fold_cards(array_agg(business_id), array_agg(id)) from client_cards`.execute(db)
    assert.deepEqual(await missing(), [true])
  })
})
