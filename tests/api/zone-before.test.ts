/** What an appointment was before its business had another time zone, or its professional left. Now is the 20th of November 2026, 10:00 in Bogotá. */
import type { BusinessId } from '#server/accounts/owner.ts'
import { moveInstants } from '#server/businesses/timezone.ts'
import type { Tx } from '#server/database/db.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { api, booking, database } from '../helper.ts'
import { owner, withOffer } from '../owner.ts'

const db = await database()
const { call, clock } = await api(db)
const DATE = '2026-11-23'

async function booked(more: object = {}) {
  const who = await owner(call, { remember: true })
  const offer = await withOffer(who)
  const body = booking(
    { ...who, ...offer },
    { appointment_date: DATE, appointment_time: '10:00', client_email: '', walk_in: true, ...more },
  )
  const answer = await who.as('POST', '/api/appointments', body)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  const { id } = answer.body.appointment as { id: number }
  const address = `/api/appointments/${id}`
  const row = () => db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const zone = async (timezone: string) => {
    const { status, body } = await who.as('PATCH', '/api/businesses/profile', { timezone })
    assert.equal(status, 200, JSON.stringify(body))
  }
  const move = async (changes: object) => {
    const { status, body } = await who.as('PATCH', address, changes)
    assert.equal(status, 200, JSON.stringify(body))
    return body.move_id as number
  }
  return { ...who, ...offer, id, address, row, zone, move }
}

test('a move is taken back to the agreed hour in the present zone', async () => {
  const { as, address, row, zone, move } = await booked()
  const move_id = await move({ appointment_time: '12:00' })
  await zone('Europe/Madrid')
  const { status, body } = await as('POST', `${address}/undo-move`, { move_id })
  assert.equal(status, 200, JSON.stringify(body))
  const { appointment_time, starts_at, occupied } = await row()
  assert.deepEqual([appointment_time, new Date(starts_at).toISOString()], ['10:00', `${DATE}T09:00:00.000Z`])
  assert.match(String(occupied), /2026-11-23T09:00:00Z.*2026-11-23T10:00:00Z/)
})

test('a move to somebody else with another service is taken back at the present zone’s start', async () => {
  for (const service of [{ duration_minutes: 90 }, { duration_minutes: 60, buffer_after: 30 }]) {
    const { as, address, row, zone, move, professional_id, ...who } = await booked()
    const other = await withOffer({ as, ...who })
    const made = await as('POST', '/api/services', { service_name: 'Tinte', price: 90_000, ...service })
    const { id: service_id } = made.body.service
    const changes = { professional_id: other.professional_id, service_id }
    // Taken back at once it is as if it had not been.
    const back = await as('POST', `${address}/undo-move`, { move_id: await move(changes) })
    assert.deepEqual([back.status, back.body.is_quiet], [200, true], JSON.stringify(back.body))

    const move_id = await move(changes)
    await zone('Europe/Madrid')
    const { status, body } = await as('POST', `${address}/undo-move`, { move_id })
    assert.equal(status, 200, JSON.stringify(body))
    const now = await row()
    assert.deepEqual(
      [now.professional_id, now.service_id, now.duration_minutes],
      [professional_id, who.service_id, 60],
    )
    assert.equal(now.occupied, `{["${DATE}T09:00:00Z","${DATE}T10:00:00Z")}`)
  }
})

test('a move is not taken back to somebody who is gone, nor into the past', async () => {
  const gone = await booked()
  const other = await withOffer(gone)
  const move_id = await gone.move({ professional_id: other.professional_id })
  assert.equal((await gone.as('DELETE', `/api/professionals/${gone.professional_id}`)).status, 200)
  const refused = await gone.as('POST', `${gone.address}/undo-move`, { move_id })
  assert.ok([400, 404, 409].includes(refused.status), `${refused.status}`)
  assert.equal((await gone.row()).professional_id, other.professional_id)

  const late = await booked()
  const moved = await late.move({ appointment_date: '2026-11-27' })
  const before = clock.now
  clock.now = Date.parse('2026-11-25T12:00:00-05:00')
  const past = await late.as('POST', `${late.address}/undo-move`, { move_id: moved })
  clock.now = before
  assert.deepEqual(
    [past.status, past.body.error],
    [400, 'Solo se puede reservar desde hoy y hasta 30 días adelante'],
    JSON.stringify(past.body),
  )
})

test('a visit that is under way, moved by mistake, is taken back at once', async () => {
  const { as, address, move, row } = await booked()
  const before = clock.now
  clock.now = Date.parse(`${DATE}T10:05:00-05:00`)
  const move_id = await move({ appointment_time: '12:00' }).finally(() => (clock.now += 10_000))
  const { status, body } = await as('POST', `${address}/undo-move`, { move_id })
  clock.now = before
  assert.deepEqual([status, body.is_quiet], [200, true], JSON.stringify(body))
  assert.equal((await row()).appointment_time, '10:00')
})

test('an appointment gets its former length, in the present zone', async () => {
  const { as, address, row, zone } = await booked()
  const lasts = (duration_minutes: number) => as('POST', `${address}/duration`, { duration_minutes })
  assert.equal((await lasts(90)).status, 200)
  await zone('America/Mexico_City')
  const { status, body } = await lasts(60)
  assert.equal(status, 200, JSON.stringify(body))
  assert.match(String((await row()).occupied), /2026-11-23T16:00:00Z.*2026-11-23T17:00:00Z/)
})

test('a time zone locks the appointments in the order of who changes several, so that the two never wait for each other', async () => {
  const { as, business_id, id: first, address, zone, ...offer } = await booked()
  const at = { appointment_date: DATE, appointment_time: '15:00', client_email: '', walk_in: true }
  const other = await as('POST', '/api/appointments', booking({ business_id, ...offer }, at))
  const second = other.body.appointment.id as number
  assert.ok(first < second)
  // What is written again lies behind what came later.
  assert.equal((await as('POST', `${address}/duration`, { duration_minutes: 90 })).status, 200)
  const lock = (tx: Tx, id: number) =>
    sql`select from appointments where business_id = ${business_id} and id = ${id} for no key update nowait`.execute(
      tx,
    )
  let moving: Promise<unknown> | undefined
  await db.transaction().execute(async (tx) => {
    await lock(tx, first)
    moving = zone('America/Mexico_City')
    for (let waits = false; !waits; await sleep(10)) {
      const { rows } = await sql<{ waits: boolean }>`
        select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock') as waits`.execute(
        db,
      )
      waits = rows[0]!.waits
    }
    await lock(tx, second)
  })
  await moving
})

test('whoever forgets a client gives way to a time zone that holds their appointment and asks for their card', async () => {
  const { as, business_id, id, row } = await booked({ client_email: 'ines@correo.example' })
  const { card_id } = await row()
  await sql`update appointments set status = 'cancelled' where business_id = ${business_id} and id = ${id}`.execute(
    db,
  )
  let forgetting: ReturnType<typeof as> | undefined
  await db.transaction().execute(async (tx) => {
    const lock = (table: string, key: number, strength: string) =>
      sql`select from ${sql.table(table)} where business_id = ${business_id} and id = ${key} for ${sql.raw(strength)}`.execute(
        tx,
      )
    await lock('appointments', id, 'no key update')
    forgetting = as('POST', '/api/businesses/clients/forget', { client_email: 'ines@correo.example' })
    const isHeld = () =>
      db
        .transaction()
        .execute((other) =>
          sql`select from client_cards where business_id = ${business_id} and id = ${card_id} for key share nowait`.execute(
            other,
          ),
        )
        .then(
          () => false,
          () => true,
        )
    while (!(await isHeld())) await sleep(10)
    // What a row that is written twice does when it is committed.
    await lock('client_cards', card_id!, 'key share')
    // The change takes its time: whoever forgets tries more than once.
    await sleep(1200)
  })
  const { status, body } = await forgetting!
  assert.equal(status, 200, JSON.stringify(body))
  assert.equal((await row()).client_name, 'Cliente eliminado')
})

test('thousands of appointments, one after the other, are read and move a part at a time: no statement takes longer than it may', async () => {
  const { business_id, id, zone } = await booked()
  await db.transaction().execute(async (tx) => {
    // Whole days of the past, one after another, as they lie there; nothing else is to come of them.
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into appointments
      select (jsonb_populate_record(a, jsonb_build_object('id', a.id + n, 'idempotency_key', null,
        'appointment_date', at::date, 'appointment_time', at::time, 'starts_at', at at time zone 'America/Bogota',
        'ends_at', (at + interval '1 hour') at time zone 'America/Bogota',
        'occupied', tstzmultirange(tstzrange(at at time zone 'America/Bogota', (at + interval '1 hour') at time zone 'America/Bogota'))))).*
      from appointments a, generate_series(1, 2500) n, lateral (select timestamp '2026-01-01 00:00' + n * interval '1 hour') at (at)
      where a.business_id = ${business_id} and a.id = ${id}`.execute(tx)
  })
  await sql`
    create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) > 2000 from moved) then raise 'too many at once'; end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger appointments_refuse_many after update on appointments referencing new table as moved
      for each statement execute function refuse_many()`.execute(db)
  for (const timezone of ['America/Argentina/Buenos_Aires', 'America/Bogota']) {
    await zone(timezone)
    const { rows } = await sql<{ all: number; right: number }>`
      select count(*)::integer as all, (count(*) filter (
        where starts_at = (appointment_date + appointment_time) at time zone ${timezone}
          and ends_at = starts_at + interval '1 hour' and lower(occupied) = starts_at and upper(occupied) = ends_at))::integer as right
      from appointments where business_id = ${business_id}`.execute(db)
    assert.deepEqual(rows, [{ all: 2501, right: 2501 }], timezone)
  }
  await sql`drop trigger appointments_refuse_many on appointments`.execute(db)

  let mostRead = 0
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      mostRead = Math.max(mostRead, result.rows.length)
      return result
    },
  })
  await watched
    .transaction()
    .execute((tx) => moveInstants(tx, business_id as BusinessId, 'America/Argentina/Buenos_Aires', clock.now))
  assert.equal(mostRead, 2000)
})
