import { smtpMailer } from '#server/mail/smtp.ts'
import { sendDue } from '#server/messages/send.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { api, appointmentRow, booking, database, NOW, ownerHeaders, salon } from '../helper.ts'
import { senderDeps } from '../sender.ts'
import { startSink, type Sink } from '../smtp.ts'

const db = await database()
const changed: number[] = []
const { call, clock } = await api(db, {
  live: { changed: (business: number) => void changed.push(business), close: async () => {} } as never,
})

type Place = Awaited<ReturnType<typeof salon>>
let place: Place
let headers: { authorization: string }
let sink: Sink
let mailer: ReturnType<typeof smtpMailer>

before(async () => {
  sink = await startSink()
  mailer = smtpMailer(sink.url)
})
after(async () => {
  await mailer.close()
  await sink.stop()
})
beforeEach(async () => {
  clock.now = NOW
  await sql`truncate messages, handovers, portal_tokens, appointments, appointment_history cascade`.execute(
    db,
  )
  place = await salon(db)
  headers = await ownerHeaders(db, place)
  changed.length = 0
})

const cancelMany = (body: object, key?: string) =>
  call('POST', '/api/appointments/cancel-many', {
    body,
    headers: { ...headers, ...(key && { 'idempotency-key': key }) },
  })

async function book(changes: Record<string, unknown>) {
  const { status, body } = await call('POST', '/api/appointments/public', { body: booking(place, changes) })
  assert.equal(status, 201, body.error)
  return body.appointment.id as number
}

/** As many as asked, past the booking rules: every hour from 1 December 2026 on, of `emails` in turn. */
async function written(count: number, emails: string[], at: Place = place): Promise<number[]> {
  const day = (i: number) => String(1 + Math.floor(i / 20)).padStart(2, '0')
  const rows = Array.from({ length: count }, (_, i) => ({
    ...appointmentRow(at, `2026-12-${day(i)}`, `${String(i % 20).padStart(2, '0')}:00`),
    client_email: emails[i % emails.length]!,
  }))
  const ids = await db.insertInto('appointments').values(rows).returning('id').execute()
  return ids.map(({ id }) => id)
}

/** The mails that are sent from now on. */
async function sent() {
  const had = sink.received.length
  clock.now += 60_000
  await sendDue(senderDeps(db, mailer, { now: () => clock.now }))
  return sink.received.slice(had).map(({ to, mail }) => ({ to: to[0], text: mail.text ?? '' }))
}

const rowsOf = (ids: number[]) =>
  db.selectFrom('appointments').selectAll().where('id', 'in', ids).orderBy('id').execute()

describe('cancelling many', () => {
  test('134 of two e-mails at once: all free again, one mail to each, the same history as one', async () => {
    const ids = await written(134, ['bomba@correo.example', 'Otra@correo.example'])
    const { status, body } = await cancelMany({ ids, cancellation_reason: 'Reservas falsas' })
    assert.deepEqual([status, body.cancelled, body.refused], [200, ids, []])
    const rows = await rowsOf(ids)
    assert.ok(
      rows.every((row) => row.status === 'cancelled' && row.cancellation_reason === 'Reservas falsas'),
    )
    const history = await db.selectFrom('appointment_history').selectAll().execute()
    assert.equal(history.length, 134)
    for (const { change, actor, user_id, old } of history)
      assert.deepEqual(
        [change, actor, user_id, (old as { status: string }).status],
        ['cancelled', 'owner', place.user_id, 'scheduled'],
      )
    assert.deepEqual(changed, [place.business_id])
    const mails = await sent()
    assert.deepEqual(mails.map(({ to }) => to).sort(), ['Otra@correo.example', 'bomba@correo.example'])
    for (const { text } of mails) assert.match(text, /Reservas falsas .* y otras 66/)
    assert.match(mails.find(({ to }) => to === 'bomba@correo.example')!.text, /a 2026-12-01 00:00/)
    // The times can be booked again.
    await written(134, ['nueva@correo.example'])
  })

  test('without telling: no mail, and none of what was waiting to be sent', async () => {
    const id = await book({})
    assert.equal((await cancelMany({ ids: [id], tell_clients: false })).status, 200)
    assert.deepEqual(
      (await sent()).filter(({ to }) => to === 'camila@correo.example'),
      [],
    )
  })

  test('says which were not cancelled and why, and cancels the others', async () => {
    const [first, second, third] = (await written(3, ['a@correo.example'])) as [number, number, number]
    const other = await salon(db)
    const [foreign] = await written(1, ['b@correo.example'], other)
    await cancelMany({ ids: [second] })
    await db
      .updateTable('appointments')
      .set({ status: 'completed', attendance_status: 'attended' })
      .where('id', '=', third)
      .execute()
    const { body } = await cancelMany({ ids: [third, foreign, second, first, first] })
    assert.deepEqual(body.cancelled, [first])
    const reasons = new Map(body.refused.map((one: { id: number; reason: string }) => [one.id, one.reason]))
    assert.deepEqual([...reasons.keys()].sort(), [second, third, foreign].sort())
    assert.equal(reasons.get(foreign), 'Cita no encontrada')
    assert.equal(reasons.get(second), 'La cita ya está cancelada')
    assert.equal(reasons.get(third), 'Solo se puede cancelar una cita programada')
    assert.equal((await rowsOf([foreign!]))[0]!.status, 'scheduled')
  })

  test('what was moved or passed on since it was chosen keeps its new time, and the refusal says it', async () => {
    const [stays, moved, passed] = [
      await book({}),
      await book({ appointment_time: '11:00' }),
      await book({ appointment_time: '13:00' }),
    ]
    const chosen = (await rowsOf([stays, moved, passed])).map(({ id, starts_at, professional_id }) => ({
      id,
      starts_at: new Date(starts_at).toISOString(),
      professional_id,
    }))
    const { status } = await call('PATCH', `/api/appointments/${moved}`, {
      body: { appointment_date: '2026-11-27', appointment_time: '15:00' },
      headers,
    })
    assert.equal(status, 200)
    // As if another had it when it was chosen.
    chosen[2]!.professional_id++
    const { body } = await cancelMany({ ids: [stays, moved, passed], chosen })
    assert.deepEqual(body.cancelled, [stays])
    assert.deepEqual(
      body.refused.map(({ id }: { id: number }) => id),
      [moved, passed],
    )
    assert.match(
      body.refused[0].reason,
      /^La cita cambió mientras elegías: ahora es el viernes 27 de noviembre a las 3:00 pm, con .+\.$/,
    )
    assert.deepEqual(
      (await rowsOf([moved, passed])).map((row) => row.status),
      ['scheduled', 'scheduled'],
    )
    assert.equal(
      (await cancelMany({ ids: [moved], chosen: [{ ...chosen[1], starts_at: 'ayer' }] })).status,
      400,
    )
    // Who says nothing of what they saw cancels it as it is.
    assert.deepEqual((await cancelMany({ ids: [moved] })).body.cancelled, [moved])
  })

  test('a repeated key cancels nothing more and gets the first answer; two at once do it once', async () => {
    const [first, second] = (await written(2, ['a@correo.example'])) as [number, number]
    const twice = await Promise.all([cancelMany({ ids: [first] }, 'k1'), cancelMany({ ids: [first] }, 'k1')])
    for (const { status, body } of twice)
      assert.deepEqual([status, body.cancelled, body.refused], [200, [first], []])
    assert.deepEqual((await cancelMany({ ids: [second] }, 'k1')).body.cancelled, [first])
    assert.equal((await rowsOf([second]))[0]!.status, 'scheduled')
    assert.equal((await sent()).length, 1)
  })

  test('is bounded, and refuses what is no list of ids', async () => {
    for (const ids of [[], ['x'], Array.from({ length: 201 }, (_, i) => i + 1), undefined])
      assert.equal((await cancelMany({ ids })).status, 400, JSON.stringify(ids)?.slice(0, 20))
  })

  test('eight overlapping calls cancel each once, without a deadlock', async () => {
    const ids = await written(40, ['a@correo.example', 'b@correo.example'])
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => cancelMany({ ids: i % 2 ? ids : ids.toReversed() })),
    )
    assert.ok(answers.every(({ status }) => status === 200))
    const cancelled = answers.flatMap(({ body }) => body.cancelled)
    assert.deepEqual(
      cancelled.toSorted((a, b) => a - b),
      ids,
    )
    const history = await db.selectFrom('appointment_history').selectAll().execute()
    assert.equal(history.length, 40)
  })
})
