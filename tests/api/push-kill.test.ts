/** Senders of pushes that are killed while they send: none goes twice, and what is lost is what was under way. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { api, appointmentRow, database, ownerHeaders, salon, urlOf } from '../helper.ts'
import type { PushSenderProcess } from '../push-sender.ts'
import { until } from '../smtp.ts'
import { startPush } from '../standin/push.ts'

const BROWSERS = 10
const APPOINTMENTS = 30
const PUSHES = BROWSERS * APPOINTMENTS
/** As many at once as a process sends. */
const AT_ONCE = 3

test('killed again and again under load: each push at most once, none left behind', async () => {
  const db = await database()
  const standIn = await startPush()
  after(() => standIn.stop())
  const { call } = await api(db, { env: { PUSH_STAND_IN: standIn.origin } })
  const place = await salon(db)
  for (let n = 0; n < BROWSERS; n++) {
    const headers = await ownerHeaders(db, place)
    const { status } = await call('PUT', '/api/push', { headers, body: standIn.browser() })
    assert.equal(status, 200)
  }
  const days = Array.from({ length: APPOINTMENTS }, (_, n) =>
    Temporal.Now.plainDateISO('America/Bogota')
      .add({ days: n + 2 })
      .toString(),
  )
  await db
    .insertInto('appointments')
    .values(days.map((day) => appointmentRow(place, day, '10:00')))
    .execute()
  await sql`
    insert into messages (business_id, kind, appointment_id, recipient, once, channel)
    select a.business_id, 'push_booked', a.id, 'push:' || s.id, 'push_booked:' || a.id || ':' || s.id, 'push'
    from appointments a join push_subscriptions s using (business_id)`.execute(db)
  const settings: PushSenderProcess = { databaseUrl: await urlOf(db), standIn: standIn.origin }
  const waiting = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from messages where state = 'queued' and channel = 'push'`.execute(db)
    return rows[0]!.n
  }
  let kills = 0
  while ((await waiting()) > 0) {
    const had = standIn.delivered.length
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../push-sender.ts'), JSON.stringify(settings)],
      { stdio: 'ignore' },
    )
    const isLast = PUSHES - had < 60
    await until(async () => (isLast ? (await waiting()) === 0 : standIn.delivered.length >= had + 40), 60_000)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (!isLast) kills++
  }
  assert.deepEqual(standIn.faults, [])
  const reached = standIn.delivered.map(({ browser, tag }) => `${browser.endpoint} ${tag}`)
  assert.equal(new Set(reached).size, reached.length, 'twice')
  const { rows } = await sql<{ state: string; n: number }>`
    select state, count(*)::integer as n from messages where channel = 'push' group by state`.execute(db)
  assert.deepEqual(rows, [{ state: 'sent', n: PUSHES }])
  const lost = PUSHES - reached.length
  assert.ok(kills >= 4, `${kills} kills`)
  assert.ok(lost <= kills * AT_ONCE, `${lost} lost in ${kills} kills`)
  console.log(`pushes: ${PUSHES}, ${kills} kills, none twice, ${lost} lost between commit and request`)
})
