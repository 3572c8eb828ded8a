import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { api, booking, database, ownerHeaders, salon } from '../helper.ts'

/* An operation and the record of its answer are one transaction: the connection dies between the two, and
   neither stays. */

const db = await database()
const { call } = await api(db)

await sql`
  create sequence deaths;
  create function die() returns trigger language plpgsql as $$
  begin
    if nextval('deaths') = 1 then perform pg_terminate_backend(pg_backend_pid()), pg_sleep(60); end if;
    return new;
  end $$;
  create trigger die before insert on idempotency_keys for each row execute function die();
`.execute(db)

/** Sends a request whose connection dies before its answer is noted, and sends it again. */
async function twice(url: string, request: { body: object; headers: Record<string, string> }) {
  await sql`select setval('deaths', 1, false)`.execute(db)
  const first = await call('POST', url, request)
  assert.deepEqual([first.status, first.headers['retry-after'] !== undefined], [503, true])
  const again = await call('POST', url, request)
  assert.ok(again.status < 300, JSON.stringify(again.body))
  const third = await call('POST', url, request)
  assert.deepEqual([third.status, third.body], [again.status, again.body])
  return again
}

const countOf = async (table: 'services' | 'professionals', business_id: number) =>
  (await db.selectFrom(table).select('id').where('business_id', '=', business_id).execute()).length

test('services and professionals: one for a key', async () => {
  const place = await salon(db)
  const headers = { ...(await ownerHeaders(db, place)), 'idempotency-key': 'k' }
  await twice('/api/services', { body: { service_name: 'Color' }, headers })
  assert.equal(await countOf('services', place.business_id), 2)
  await twice('/api/professionals', { body: { professional_name: 'Andrea' }, headers })
  assert.equal(await countOf('professionals', place.business_id), 2)
})

test('the portal: a cancellation and a move are made once, and told once', async () => {
  const place = await salon(db)
  const client = { client_id: '1020304050', client_email: 'camila@correo.example' }
  const made = async (appointment_time: string) =>
    (
      await call('POST', '/api/appointments/public', {
        body: booking(place, { ...client, appointment_time }),
      })
    ).body.appointment.id as number
  const historyOf = async (id: number) =>
    (
      await db.selectFrom('appointment_history').select('change').where('appointment_id', '=', id).execute()
    ).map(({ change }) => change)
  const told = async (id: number) =>
    (
      await db
        .selectFrom('messages')
        .select('kind')
        .where('appointment_id', '=', id)
        .where('kind', 'not like', 'booked%')
        .execute()
    ).length

  const moved = await made('10:00')
  await twice(`/api/appointments/client/reschedule/${moved}`, {
    body: { ...client, new_date: '2026-11-24', new_time: '14:00' },
    headers: { 'idempotency-key': 'k' },
  })
  assert.deepEqual([await historyOf(moved), await told(moved)], [['moved'], 2])
  const gone = await made('12:00')
  await twice(`/api/appointments/client/cancel/${gone}`, {
    body: client,
    headers: { 'idempotency-key': 'k' },
  })
  assert.deepEqual([await historyOf(gone), await told(gone)], [['cancelled'], 2])
})

test('a refusal whose note is lost is refused again, and then kept', async () => {
  const place = await salon(db)
  const headers = { 'idempotency-key': 'k' }
  await call('POST', '/api/appointments/public', { body: booking(place) })
  await sql`select setval('deaths', 1, false)`.execute(db)
  const body = booking(place, { client_email: 'otra@correo.example' })
  const statuses = []
  for (let i = 0; i < 3; i++)
    statuses.push((await call('POST', '/api/appointments/public', { body, headers })).status)
  assert.deepEqual(statuses, [503, 409, 409])
})

test('a client is forgotten, and it is noted who did so, or neither', async () => {
  const place = await salon(db)
  const headers = await ownerHeaders(db, place)
  const made = await call('POST', '/api/clients', { body: { client_name: 'Camila Rincón' }, headers })
  const url = `/api/clients/${made.body.client.id}`
  await sql`create trigger die before insert on activity for each row execute function die()`.execute(db)
  await sql`select setval('deaths', 1, false)`.execute(db)
  const broken = await call('POST', `${url}/forget`, { headers })
  await sql`drop trigger die on activity`.execute(db)
  assert.equal(broken.status, 503)
  assert.equal((await call('GET', url, { headers })).body.client.client_name, 'Camila Rincón')
  assert.equal((await call('POST', `${url}/forget`, { headers })).status, 200)
  const notes = await db
    .selectFrom('activity')
    .select('act')
    .where('business_id', '=', place.business_id)
    .where('act', '=', 'client_forgotten')
    .execute()
  assert.equal(notes.length, 1)
})
