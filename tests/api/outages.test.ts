import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { FastifyError } from 'fastify'
import { sql } from 'kysely'
import { connect } from '#server/database/db.ts'
import { refusalOf } from '#server/http/http.ts'
import { startLive } from '#server/live.ts'
import { api, booking, database, ownerHeaders, salon, urlOf } from '../helper.ts'
import { until } from '../smtp.ts'

/*
 * What the database cannot do now and may do a moment later is 503 with Retry-After, never 500.
 */

const db = await database()
const url = await urlOf(db)
const { call } = await api(db)
const name = new URL(url.replace('@/', '@localhost/')).pathname.slice(1)
const beside = connect({ url: `${url}&application_name=beside` })
after(() => beside.destroy())

const AGAIN = 'El servicio no está disponible por un momento. Intenta de nuevo.'
const isOutage = (answer: { status: number; headers: Record<string, unknown>; body: { error: string } }) => {
  assert.deepEqual([answer.status, answer.body.error], [503, AGAIN])
  assert.ok(Number(answer.headers['retry-after']) >= 1)
}

describe('what the database refuses for now', () => {
  for (const code of [
    '25006',
    '57014',
    '53100',
    '53200',
    '53300',
    '55P03',
    '40P01',
    '57P01',
    '58030',
    '08006',
  ])
    test(`${code} is 503, with when to ask again`, async () => {
      const place = await salon(db)
      const text = `begin raise exception 'x' using errcode = '${code}'; end`
      await sql`create function refuse() returns trigger language plpgsql as ${sql.lit(text)}`.execute(db)
      await sql`create trigger refuse before insert on messages execute function refuse()`.execute(db)
      try {
        const request = { body: booking(place), headers: { 'idempotency-key': 'k' } }
        isOutage(await call('POST', '/api/appointments/public', request))
        await sql`drop trigger refuse on messages`.execute(db)
        assert.equal((await call('POST', '/api/appointments/public', request)).status, 201)
      } finally {
        await sql`drop function refuse() cascade`.execute(db)
      }
    })

  test('a transaction whose connection is lost in its middle', async () => {
    const place = await salon(db)
    const headers = await ownerHeaders(db, place)
    const { body } = await call('POST', '/api/appointments/public', { body: booking(place) })
    const url = `/api/appointments/${body.appointment.id}`
    for (let i = 0; i < 5; i++) {
      const held = Promise.withResolvers<void>()
      const free = Promise.withResolvers<void>()
      const holding = beside.transaction().execute(async (tx) => {
        await tx.selectFrom('appointments').select('id').forUpdate().execute()
        held.resolve()
        await free.promise
      })
      await held.promise
      const answer = call('PATCH', url, { headers, body: { appointment_time: '12:00' } })
      const cut = async () => {
        const { rows } = await sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'enpunto %' and wait_event_type = 'Lock'`.execute(
          beside,
        )
        return rows.length > 0
      }
      await until(cut)
      isOutage(await answer)
      free.resolve()
      await holding
    }
  })
})

describe('an outage right after a booking', () => {
  /** The first so many consents are refused; a sequence counts also what is undone. */
  async function refuseConsents(times: number) {
    await sql`drop sequence if exists tried_consents`.execute(db)
    await sql`create sequence tried_consents`.execute(db)
    const text = `begin
      if nextval('tried_consents') <= ${times} then raise exception 'x' using errcode = '57014'; end if;
      return new; end`
    await sql`create or replace function refuse_consent() returns trigger language plpgsql as ${sql.lit(text)}`.execute(
      db,
    )
    await sql`create or replace trigger refuse before insert on consents for each row execute function refuse_consent()`.execute(
      db,
    )
  }
  after(() => sql`drop function refuse_consent() cascade`.execute(db))
  const consents = (place: { business_id: number }) =>
    db.selectFrom('consents').select('purpose').where('business_id', '=', place.business_id).execute()
  const boxes = { whatsapp_consent: true, marketing_consent: true }

  test('is outlasted, and what its client agreed to stands', async () => {
    const place = await salon(db)
    await refuseConsents(2)
    assert.equal(
      (await call('POST', '/api/appointments/public', { body: booking(place, boxes) })).status,
      201,
    )
    assert.equal((await consents(place)).length, 2)
  })

  for (const [who, path, given] of [
    ['a client', '/api/appointments/public', boxes],
    ['an owner', '/api/appointments', { whatsapp_consent: true }],
  ] as const)
    test(`of ${who} that lasts is told, and the same request again makes up for it`, async () => {
      const place = await salon(db)
      const headers = { ...(await ownerHeaders(db, place)), 'idempotency-key': 'k' }
      const request = { headers, body: booking(place, given) }
      await refuseConsents(4)
      isOutage(await call('POST', path, request))
      for (let n = 0; n < 2; n++) assert.equal((await call('POST', path, request)).status, 201)
      assert.equal((await consents(place)).length, Object.keys(given).length)
    })

  test('does not fail a booking whose request has no key to be repeated by', async () => {
    const place = await salon(db)
    await refuseConsents(8)
    assert.equal(
      (await call('POST', '/api/appointments/public', { body: booking(place, boxes) })).status,
      201,
    )
  })
})

for (const code of ['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTDOWN', 'ECONNREFUSED'])
  test(`a database that is not reached (${code}) is 503`, () => {
    const error = Object.assign(new Error(`${code} db.example`), { code })
    assert.equal(refusalOf(error as unknown as FastifyError).status, 503)
  })

test('a statement that a migration made useless on its connection: 503 once, and the next connection does it', async () => {
  const one = connect({ url, poolSize: 1 })
  try {
    await sql`create table widened (n integer)`.execute(beside)
    const ask = () => sql`select * from widened where n = ${1}`.execute(one)
    for (let n = 0; n < 2; n++) {
      await ask()
      await sql.raw(`alter table widened add column more_${n} text`).execute(beside)
      const refused = await ask().catch((error: FastifyError) => refusalOf(error).status)
      assert.equal(refused, 503)
    }
    await ask()
  } finally {
    await one.destroy()
    await sql`drop table widened`.execute(beside)
  }
})

test('a server that takes no changes: 503, not ready, and its connections are thrown away', async () => {
  const place = await salon(db)
  const state = async () => [
    (await call('GET', '/api/ready')).status,
    (await call('POST', '/api/appointments/public', { body: booking(place) })).status,
  ]
  const renew = () =>
    sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'enpunto %'`.execute(beside)
  const connections = async () =>
    (
      await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and application_name like 'enpunto %'`.execute(beside)
    ).rows[0]!.n
  await beside.connection().execute(async (one) => {
    await sql`set default_transaction_read_only = off`.execute(one)
    await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(one)
    try {
      await renew()
      const live = startLive(db, { connectionString: url, application_name: 'enpunto live' }, () => {})
      await until(async () => (await call('GET', '/api/ready')).status === 503)
      for (let i = 0; i < 3; i++) assert.deepEqual(await state(), [503, 503])
      assert.ok((await connections()) <= 3, 'none of them is kept')
      await live.stop()
    } finally {
      await sql.raw(`alter database ${name} reset default_transaction_read_only`).execute(one)
    }
  })
  await until(async () => (await call('GET', '/api/ready')).status === 200)
  assert.deepEqual(await state(), [200, 201])
})
