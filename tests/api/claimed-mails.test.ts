/** What claiming and sending mails asks of the database, and what a claim sees of an earlier attempt. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { countsOf, countsWritten } from '#server/limits/attempts.ts'
import { remember } from '#server/limits/known-subjects.ts'
import { readLimits } from '#server/limits/limits.ts'
import { smtpMailer } from '#server/mail/smtp.ts'
import { bouncedMark } from '#server/messages/bounced.ts'
import { claim, leftBehind } from '#server/messages/claim-queries.ts'
import { enqueue } from '#server/messages/queries.ts'
import { sendNext } from '#server/messages/send.ts'
import { api, booking, database, NOW, salon } from '../helper.ts'
import { senderDeps } from '../sender.ts'
import { startSink } from '../smtp.ts'

const db = await database()
const { call, clock } = await api(db)
const sink = await startSink()
const mailer = smtpMailer(sink.url)
after(async () => {
  await mailer.close()
  await sink.stop()
})
const deps = senderDeps(db, mailer, { now: () => clock.now, limits: readLimits({}, []) })

const booked = async (changes: Record<string, unknown> = {}) => {
  const place = await salon(db)
  const body = booking(place, changes)
  const { status, body: answer } = await call('POST', '/api/appointments/public', { body })
  assert.equal(status, 201)
  return { business_id: place.business_id, appointment_id: answer.appointment.id as number }
}

test('the two mails of a booking take six statements, of which two wait for the disk', async (t) => {
  // What is asked once in a process, and once a minute.
  await booked()
  assert.deepEqual(await sendNext(deps, 'all', 8), ['sent', 'sent'])
  await booked()
  // What the booking counted is written a moment later.
  await countsWritten(db)
  const { query } = pg.Client.prototype
  const asked: string[] = []
  t.mock.method(pg.Client.prototype, 'query', function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }]
    asked.push(typeof first === 'string' ? first : first.text)
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  })
  assert.deepEqual(await sendNext(deps, 'all', 8), ['sent', 'sent'])
  t.mock.restoreAll()
  assert.equal(asked.length, 6, asked.join('\n---\n'))
  const waits = asked.filter((text) => /handovers/.test(text) && !/^\s*select/.test(text))
  assert.equal(waits.length, 2)
})

test('a claim sees a note that was committed after its own snapshot', async () => {
  const { business_id } = await booked()
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('business_id', '=', business_id)
    .where('kind', '=', 'booked_client')
    .executeTakeFirstOrThrow()
  const asking = sql<{ plain: boolean; noted: boolean }>`
    with waited as materialized (select pg_sleep(0.6))
    select exists (select from handovers where business_id = ${business_id} and message_id = ${id}) as plain,
      (select ms_ago from noted_handover(${business_id}, ${id})) is not null as noted
    from waited`.execute(db)
  await sql`select pg_sleep(0.2)`.execute(db)
  await db.insertInto('handovers').values({ business_id, message_id: id }).execute()
  assert.deepEqual((await asking).rows, [{ plain: false, noted: true }])

  await db.transaction().execute(async (tx) => {
    const rows = await claim(tx, clock.now, 'all', 8)
    const left = (kind: string, nowMs = clock.now) =>
      leftBehind(
        rows.find((row) => row.business_id === business_id && row.kind === kind)!,
        nowMs,
      )
    // Whatever the clock of the machine that asks says.
    for (const nowMs of [clock.now, Date.now(), Date.now() + 60_000]) {
      const found = left('booked_client', nowMs)!
      assert.ok('until' in found, 'its own process may still settle it')
      assert.ok(found.until > nowMs && found.until <= nowMs + 5000)
    }
    assert.equal(left('booked_owner'), undefined)
  })
  await sql`delete from handovers`.execute(db)
  while ((await sendNext(deps, 'all', 8)).length > 0);
})

test('a reminder to an address that does not exist is not counted, and what goes beside it is', async () => {
  const gone = 'nadie@correo.example'
  const at = await booked({ client_email: gone })
  while ((await sendNext(deps, 'all', 8)).length > 0);
  // Its mails are counted besides: a business that has not confirmed its e-mail.
  await db
    .updateTable('businesses')
    .set({ email_confirmed_at: null })
    .where('id', '=', at.business_id)
    .execute()
  await remember(db, NOW, bouncedMark(gone), 90)
  const counted = async () => (await countsOf(db, NOW, [`mails of business ${at.business_id}`]))[0]
  const write = (kind: string) =>
    enqueue(db, { ...at, kind, recipient: gone, once: `${kind}:again`, due_at: NOW - 1000 })
  await write('reminder_advance')
  assert.deepEqual(await sendNext(deps, 'all', 8), ['skipped'])
  assert.equal(await counted(), 0)
  await write('portal_link')
  assert.deepEqual(await sendNext(deps, 'all', 8), ['sent'])
  assert.equal(await counted(), 1)
})
