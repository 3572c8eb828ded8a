/** Large imports of appointments: beside bookings, and killed while they run. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '#domain/dates.ts'
import type { ImporterProcess } from '../importer.ts'
import { api, booking, database, urlOf } from '../helper.ts'
import { importingAgenda } from '../imports.ts'

const db = await database()
const served = await api(db, { env: { REQUEST_SECONDS: '290' } })
type Business = Awaited<ReturnType<typeof importingAgenda>>

const TEAM = 12
const STARTS = Array.from({ length: 18 }, (_, n) => `${9 + Math.floor(n / 2)}:${n % 2 ? '30' : '00'}`)
const phone = (n: number) => `30${String(n).padStart(8, '0')}`

/** Half an hour each, one after the other, with each of twelve. */
async function ready(who: Business): Promise<void> {
  for (let n = 2; n <= TEAM; n++)
    await who.as('POST', '/api/professionals', { professional_name: `Profesional ${n}` })
  const half = { service_name: 'Cepillado', duration_minutes: 30, price: 30_000 }
  assert.equal((await who.as('POST', '/api/services', half)).status, 201)
}
function list(rows: number): string {
  const lines: string[] = []
  for (let date = '2026-11-23'; lines.length < rows; date = addDays(date, 1))
    for (const start of STARTS)
      for (let n = 1; n <= TEAM && lines.length < rows; n++) {
        const at = lines.length
        const name = n === 1 ? 'Inés Prada' : `Profesional ${n}`
        lines.push(`${date},${start},Cepillado,${name},Persona${at % 5000} Ruiz,${phone(at % 5000)}`)
      }
  return `Fecha,Hora,Servicio,Profesional,Cliente,Celular\n${lines.join('\n')}`
}

const count = async (who: Business, table: 'appointments' | 'client_cards') => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where business_id = ${who.business_id}`.execute(db)
  return rows[0]!.n
}

test('20.000 appointments within a minute, with their progress, beside bookings that are never harmed', async () => {
  const who = await importingAgenda(db, served)
  await ready(who)
  const started = performance.now()
  const { id, counts } = await who.looked(list(20_000), { outside_hours: true })
  const looked = performance.now() - started
  assert.deepEqual(counts, { new: 20_000, known: 0, update: 0, error: 0, hours: 0 })
  await who.act(id, 'run')
  let isDone = false
  const working = who.work().finally(() => (isDone = true))
  const seen = new Set<number>()
  const watching = (async () => {
    while (!isDone) {
      seen.add((await who.of(id)).made)
      await sleep(50)
    }
  })()
  // Clients who book meanwhile, at times that the file wants too.
  const waits: number[] = []
  let won = 0
  for (let n = 0; n < 30; n++) {
    const body = booking(who, {
      appointment_date: addDays('2026-11-23', n % 5),
      appointment_time: `${String(10 + (n % 6)).padStart(2, '0')}:00`,
      client_email: `otra${n}@correo.example`,
      client_phone: `+57310${String(n).padStart(7, '0')}`,
    })
    const before = performance.now()
    const { status } = await served.call('POST', '/api/appointments/public', { body })
    assert.ok(status === 201 || status === 409, String(status))
    if (status === 201) won++
    waits.push(performance.now() - before)
  }
  await Promise.all([working, watching])
  const seconds = (performance.now() - started) / 1000
  const whole = await who.of(id)
  assert.deepEqual([whole.state, whole.made + whole.failed], ['done', 20_000])
  // One hour of a client takes two half ones of the file at most.
  assert.ok(whole.failed <= won * 2, `${whole.failed} refused by ${won}`)
  assert.equal(await count(who, 'appointments'), whole.made + won)
  assert.ok(seconds < 60, `${seconds} s`)
  assert.ok(seen.size > 5, `${seen.size} steps of progress`)
  assert.ok(Math.max(...waits) < 5000, `a booking waited ${Math.max(...waits)} ms`)
  console.log(
    `import: 20.000 appointments looked at in ${Math.round(looked)} ms, booked in ${seconds.toFixed(1)} s; a booking waited at most ${Math.round(Math.max(...waits))} ms`,
  )
})

test('killed again and again while it runs, an import books each row once, and is taken back whole', async () => {
  const who = await importingAgenda(db, served)
  await ready(who)
  const ROWS = 3000
  const { id, counts } = await who.looked(list(ROWS), { outside_hours: true })
  assert.equal(counts.new, ROWS)
  await who.act(id, 'run')
  const settings: ImporterProcess = { databaseUrl: await urlOf(db), now: served.clock.now }
  let kills = 0
  const killed = async (until: () => Promise<boolean>) => {
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, '../importer.ts'), JSON.stringify(settings)],
      { stdio: 'ignore' },
    )
    for (let tries = 0; tries < 3000 && !(await until()); tries++) await sleep(10)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    kills++
  }
  while ((await who.of(id)).state !== 'done') {
    const { made } = await who.of(id)
    await killed(async () => {
      const now = await who.of(id)
      return now.state === 'done' || now.made >= made + 700
    })
  }
  assert.ok(kills >= 3, `${kills} kills`)
  const whole = await who.of(id)
  assert.deepEqual([whole.made, whole.known, whole.failed], [ROWS, 0, 0])
  assert.deepEqual(
    [await count(who, 'appointments'), await count(who, 'client_cards'), await who.messages()],
    [ROWS, ROWS, []],
  )
  await who.act(id, 'undo')
  while ((await who.of(id)).state !== 'undone') {
    const { removed } = await who.of(id)
    await killed(async () => {
      const now = await who.of(id)
      return now.state === 'undone' || now.removed >= removed + 700
    })
  }
  assert.deepEqual(
    [(await who.of(id)).removed, await count(who, 'appointments'), await count(who, 'client_cards')],
    [ROWS, 0, 0],
  )
})
