/** Large imports: beside bookings, and killed while they run. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, booking, database, times, urlOf } from '../helper.ts'
import { importing } from '../imports.ts'
import type { ImporterProcess } from '../importer.ts'
import { withOffer } from '../owner.ts'

const db = await database()
const served = await api(db, { env: { REQUEST_SECONDS: '290' } })

const phone = (n: number) => `30${String(n).padStart(8, '0')}`
const list = (rows: number) =>
  `Nombre,Celular,Correo,Notas\n${Array.from({ length: rows }, (_, n) => `Persona${n} Ruiz,${phone(n)},p${n}@correo.example,Nota ${n}`).join('\n')}`

test('20.000 rows within a minute, with their progress; a booking of the same people is never harmed', async () => {
  const who = await importing(db, served)
  const place = { business_id: who.business_id, slug: who.slug, ...(await withOffer(who)) }
  const week = [1, 2, 3, 4, 5].map((day_of_week) => ({
    day_of_week,
    is_available: true,
    start_time: '09:00',
    end_time: '18:00',
  }))
  await who.as('PUT', `/api/schedules/professional/${place.professional_id}`, { schedules: week })
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const started = performance.now()
  const { id, counts } = await who.looked(list(20_000))
  const looked = performance.now() - started
  assert.deepEqual(counts, { new: 20_000, known: 0, update: 0, error: 0, hours: 0 })
  await who.act(id, 'run')
  let isDone = false
  const working = who.work().finally(() => (isDone = true))
  const seen = new Set<number>()
  const watching = (async () => {
    while (!isDone) {
      const { made } = await who.of(id)
      seen.add(made)
      await sleep(50)
    }
  })()
  // People of the list who book meanwhile, by a page and from all over it.
  const waits: number[] = []
  const slots = ['2026-11-25', '2026-11-26'].flatMap((date) =>
    times('09:00', '17:00', 60).map((time) => [date, time] as const),
  )
  for (const [index, [appointment_date, appointment_time]] of slots.entries()) {
    const n = index * 1100
    const body = booking(place, {
      appointment_date,
      appointment_time,
      client_name: `Persona${n} Ruiz`,
      client_phone: `+57${phone(n)}`,
      client_email: `p${n}@correo.example`,
    })
    const before = performance.now()
    const { status, body: answer } = await served.call('POST', '/api/appointments/public', { body })
    assert.equal(status, 201, JSON.stringify(answer))
    waits.push(performance.now() - before)
  }
  await Promise.all([working, watching])
  delay.disable()
  const seconds = (performance.now() - started) / 1000
  const whole = await who.of(id)
  assert.equal(whole.state, 'done')
  assert.equal(whole.made + whole.known + whole.updated, 20_000)
  assert.ok(seconds < 60, `${seconds} s`)
  assert.ok(seen.size > 5, `${seen.size} steps of progress`)
  assert.ok(Math.max(...waits) < 5000, `a booking waited ${Math.max(...waits)} ms`)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from client_cards where business_id = ${who.business_id}`.execute(db)
  assert.ok(rows[0]!.n >= 20_000 && rows[0]!.n <= 20_018, `${rows[0]!.n} cards`)
  console.log(
    `import: 20.000 rows read and looked at in ${Math.round(looked)} ms, imported in ${seconds.toFixed(1)} s; a booking waited at most ${Math.round(Math.max(...waits))} ms, the event loop ${Math.round(delay.max / 1e6)} ms`,
  )
  const again = await who.looked(`${list(20_000)}\n`)
  // Who booked while their row was written may have two cards, of which one lacks the note.
  const twice = rows[0]!.n - 20_000
  assert.deepEqual([again.counts.new, again.counts.error], [0, 0])
  assert.ok(again.counts.update <= twice, `${again.counts.update} of ${twice}`)
})

test('killed again and again while it runs, an import makes each client once', async () => {
  const who = await importing(db, served)
  const ROWS = 6000
  const { id } = await who.looked(list(ROWS))
  await who.act(id, 'run')
  const settings: ImporterProcess = { databaseUrl: await urlOf(db) }
  let kills = 0
  const killed = async (until: () => Promise<boolean>) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../importer.ts'), JSON.stringify(settings)],
      {
        stdio: 'ignore',
      },
    )
    for (let tries = 0; tries < 3000 && !(await until()); tries++) await sleep(10)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    kills++
  }
  for (;;) {
    const { made, state } = await who.of(id)
    if (state === 'done') break
    await killed(async () => {
      const now = await who.of(id)
      return now.state === 'done' || now.made >= made + 1000
    })
  }
  assert.ok(kills >= 4, `${kills} kills`)
  const whole = await who.of(id)
  assert.deepEqual([whole.made, whole.known, whole.failed], [ROWS, 0, 0])
  const count = async (table: 'client_cards' | 'client_notes' | 'consents') => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from ${sql.table(table)} where business_id = ${who.business_id}`.execute(db)
    return rows[0]!.n
  }
  assert.deepEqual(
    [await count('client_cards'), await count('client_notes'), await count('consents')],
    [ROWS, ROWS, ROWS],
  )
  await who.act(id, 'undo')
  while ((await who.of(id)).state !== 'undone') {
    const { removed } = await who.of(id)
    await killed(async () => {
      const now = await who.of(id)
      return now.state === 'undone' || now.removed >= removed + 1500
    })
  }
  assert.deepEqual(
    [(await who.of(id)).removed, await count('client_cards'), await count('client_notes')],
    [ROWS, 0, 0],
  )
})
