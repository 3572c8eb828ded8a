/** What is changed while a list of appointments is being booked. Now is Friday the 20th of November 2026, 10:00. */
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lockProfessionals } from '#server/appointments/change-queries.ts'
import { api, database } from '../helper.ts'
import { importingAgenda } from '../imports.ts'
import { PASSWORD } from '../owner.ts'
import { until } from '../smtp.ts'

const db = await database()
const served = await api(db)

const LIST = `Fecha,Hora,Servicio,Profesional,Cliente,Celular
24/11/2026,9:00,Corte,Inés Prada,Ana Ruiz,3001234567
24/11/2026,10:00,Corte,Inés Prada,Luis Peña,3015550199
`
type Who = Awaited<ReturnType<typeof importingAgenda>>

const waiting = async (count: number) => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query ~ 'pg_advisory_xact_lock'`.execute(
    db,
  )
  return rows.length >= count
}

/** What `change` answers that comes while a batch is being booked: it waits for its professional, whom another transaction holds. */
async function whileBooked<T>(who: Who, change: () => Promise<T>): Promise<T> {
  const { id } = await who.looked(LIST)
  assert.equal((await who.act(id, 'run')).status, 200)
  const release = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await lockProfessionals(tx, who.business_id, who.professional_id)
    held.resolve()
    await release.promise
  })
  await held.promise
  const working = who.work()
  let changing: Promise<T> | undefined
  try {
    await until(() => waiting(1))
    changing = change()
    await until(() => waiting(2))
  } finally {
    release.resolve()
    await Promise.all([holding, working])
  }
  return changing
}

test('another time zone waits for the batch, and moves its appointments', async () => {
  const who = await importingAgenda(db, served)
  const zone = await whileBooked(who, () =>
    who.as('PATCH', '/api/businesses/profile', { timezone: 'Europe/Madrid' }),
  )
  assert.equal(zone.status, 200, JSON.stringify(zone.body))
  assert.deepEqual(
    (await who.appointments()).map(({ appointment_time, starts_at }) => [
      appointment_time,
      new Date(starts_at).toISOString(),
    ]),
    [
      ['09:00', '2026-11-24T08:00:00.000Z'],
      ['10:00', '2026-11-24T09:00:00.000Z'],
    ],
  )
})

test('a professional who is removed is told of the batch', async () => {
  const who = await importingAgenda(db, served)
  const gone = await whileBooked(who, () => who.as('DELETE', `/api/professionals/${who.professional_id}`))
  assert.deepEqual([gone.status, gone.body.future_appointments], [200, 2], JSON.stringify(gone.body))
})

test('who leaves counts the batch; what was not booked by then waits, and so while the business is suspended', async () => {
  const who = await importingAgenda(db, served)
  const { business_name } = (await who.as('GET', '/api/businesses/profile')).body.business
  const leave = (cancel_upcoming: boolean) =>
    who.as('POST', '/api/businesses/deletion', { currentPassword: PASSWORD, business_name, cancel_upcoming })
  const refused = await whileBooked(who, () => leave(false))
  assert.equal(refused.status, 409, JSON.stringify(refused.body))
  assert.equal((await leave(true)).status, 200)
  assert.equal((await who.appointments()).length, 2)

  const other = await importingAgenda(db, served)
  const suspend = (suspended_at: string | null) =>
    db.updateTable('businesses').set({ suspended_at }).where('id', '=', other.business_id).execute()
  const { id } = await other.looked(LIST)
  assert.equal((await other.act(id, 'run')).status, 200)
  await suspend('2026-11-20T10:00:00Z')
  await other.work()
  assert.deepEqual([(await other.appointments()).length, (await other.of(id)).state], [0, 'running'])
  await suspend(null)
  await other.work()
  assert.deepEqual([(await other.appointments()).length, (await other.of(id)).state], [2, 'done'])
})
