import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { connect } from '#server/database/db.ts'
import { sql } from 'kysely'
import { api, booking, database, ownerHeaders, salon, urlOf, type Salon } from '../helper.ts'

/* One key, one answer: whatever the timing of its requests, whoever competes for the time, and whatever
   fails. */

const db = await database()
/** A pool besides the server's, whose connections are not cut. */
const beside = connect({ url: `${await urlOf(db)}&application_name=beside` })
after(() => beside.destroy())
const { call } = await api(db)

type Answer = { status: number; body: any }
type Send = (key: string, changes?: Record<string, unknown>) => Promise<Answer>

const booker =
  (place: Salon): Send =>
  (key, changes) =>
    call('POST', '/api/appointments/public', {
      body: booking(place, changes),
      headers: { 'idempotency-key': key },
    })

async function owner(place: Awaited<ReturnType<typeof salon>>): Promise<Send> {
  const headers = await ownerHeaders(db, place)
  return (key, changes) =>
    call('POST', '/api/appointments', {
      body: booking(place, changes),
      headers: { ...headers, 'idempotency-key': key },
    })
}

/** Four pairs of requests each; more for an attack by hand. */
const ROUNDS = Number(process.env.TEST_ROUNDS ?? 90)

const keyedRows = (place: Salon) =>
  beside
    .selectFrom('appointments')
    .select(['id', 'idempotency_key'])
    .where('business_id', '=', place.business_id)
    .where('idempotency_key', 'is not', null)
    .execute()

/** Deterministic random numbers, so that a failure can be reproduced. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** Asks until there is a definite answer, as the booking page does. */
async function insist(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries++) {
    const answer = await send()
    if (answer.status !== 503) return answer
    assert.ok(tries < 50, 'no definite answer')
  }
}

/**
 * Rounds in which several keys compete for one start, each with two requests, while the winner's appointment
 * is cancelled again and again.
 */
async function fight(
  place: Salon,
  send: Send,
  { rounds, onRound }: { rounds: number; onRound?: () => unknown },
) {
  const roll = dice(20_261_122)
  let contradictions = 0
  const seen = { booked: 0, refused: 0 }
  const free = () =>
    beside
      .updateTable('appointments')
      .set({ status: 'cancelled' })
      .where('business_id', '=', place.business_id)
      .where('status', '=', 'scheduled')
      .execute()
  for (let round = 0; round < rounds; round++) {
    const keys = ['a', 'b', 'c', 'd'].map((name) => `${name} ${round}`)
    const requests = keys.flatMap((key) => [key, key])
    const freeing = Array.from({ length: 3 }, async () => {
      for (let turns = roll(6); turns > 0; turns--) await sql`select 1`.execute(beside)
      await free()
    })
    void onRound?.()
    const answers = await Promise.all(requests.map((key) => insist(() => send(key))))
    await Promise.all(freeing)
    for (const key of keys) {
      const [one, other] = answers.filter((_, i) => requests[i] === key)
      const again = await insist(() => send(key))
      const isSame = [other, again].every(
        (answer) =>
          answer!.status === one!.status && JSON.stringify(answer!.body) === JSON.stringify(one!.body),
      )
      if (!isSame) contradictions++
      seen[one!.status === 201 ? 'booked' : 'refused']++
    }
    await free()
  }
  const rows = await keyedRows(place)
  assert.equal(rows.length, seen.booked, 'each booked key has one appointment, each refused one none')
  assert.ok(seen.booked > rounds / 2 && seen.refused > rounds / 2, JSON.stringify(seen))
  return { contradictions, ...seen }
}

describe('pairs of requests with one key, several keys for one start that becomes free again and again', () => {
  test('a client’s', async (t) => {
    const place = await salon(db)
    const { contradictions, booked, refused } = await fight(place, booker(place), { rounds: ROUNDS })
    t.diagnostic(`${booked} booked, ${refused} refused, ${contradictions} keys with two answers`)
    assert.equal(contradictions, 0)
  })

  test('while connections to the database are cut', async (t) => {
    const place = await salon(db)
    const roll = dice(7)
    let cuts = 0
    const onRound = async () => {
      const { rows } = await sql<{ pid: number }>`
        select pid from pg_stat_activity
        where datname = current_database() and application_name like 'enpunto %' order by pid`.execute(beside)
      const victim = rows[roll(rows.length)]
      if (!victim) return
      await sql`select pg_terminate_backend(${victim.pid})`.execute(beside)
      cuts++
    }
    const { contradictions, booked, refused } = await fight(place, booker(place), {
      rounds: ROUNDS / 3,
      onRound,
    })
    t.diagnostic(`${cuts} cuts, ${booked} booked, ${refused} refused, ${contradictions} with two answers`)
    assert.ok(cuts > 5)
    assert.equal(contradictions, 0)
  })
})

describe('a refusal is its key’s answer', () => {
  const week = (place: Salon, is_open: boolean) =>
    db.updateTable('business_hours').set({ is_open }).where('business_id', '=', place.business_id).execute()
  const suspend = (place: Salon, suspended_at: string | null) =>
    db.updateTable('businesses').set({ suspended_at }).where('id', '=', place.business_id).execute()

  for (const who of ['client', 'owner'] as const) {
    const opened = async () => {
      const place = await salon(db)
      return { place, send: who === 'client' ? booker(place) : await owner(place) }
    }

    test(`${who}: 400 with its fields, also when it could be booked by now`, async () => {
      const { place, send } = await opened()
      await week(place, false)
      const first = await send('closed')
      assert.equal(first.status, 400)
      assert.ok(Object.keys(first.body.fields).length > 0)
      await week(place, true)
      assert.deepEqual(await send('closed').then(only), only(first))
      assert.equal((await send('closed, again')).status, 201)
    })

    test(`${who}: 400 for what could not be read, also when it is corrected`, async () => {
      const { send } = await opened()
      const first = await send('unread', { client_email: 'x', appointment_time: '12:00' })
      assert.equal(first.status, 400)
      assert.deepEqual(Object.keys(first.body.fields), ['client_email'])
      assert.deepEqual(await send('unread', { appointment_time: '12:00' }).then(only), only(first))
      const booked = await send('read', { appointment_time: '12:00' })
      assert.equal(booked.status, 201)
      const again = await send('read', { client_email: 'x' })
      assert.deepEqual(only(again), only(booked), 'what was booked stays so')
    })
  }

  test('404 of a suspended business, also when it is open again', async () => {
    const place = await salon(db)
    const send = booker(place)
    await suspend(place, '2026-11-20T15:00:00Z')
    const first = await send('k')
    assert.equal(first.status, 404)
    await suspend(place, null)
    assert.deepEqual(await send('k').then(only), only(first))
    assert.equal((await send('l')).status, 201)
  })

  test('an unknown business keeps nothing', async () => {
    const place = await salon(db)
    assert.equal((await booker(place)('k', { business_id: 999_999 })).status, 404)
    assert.equal((await booker(place)('k', { business_id: 999_999, client_email: 'x' })).status, 400)
  })
})

const only = ({ status, body }: Answer) => ({ status, body })
