/**
 * The machine's clock was ahead for a while and has been set right: what was noted meanwhile keeps nothing away until that time
 * comes. (Free times and reminders are asked of the clock each time, and follow it.)
 */
import { countLater, ensureLeft, ensureOpen, hashOf, spend } from '#server/limits/attempts.ts'
import { lastRuns, noteRun } from '#server/backup/run-queries.ts'
import { nextTurn } from '#server/location/queries.ts'
import { writeDigests } from '#server/messages/digest-queries.ts'
import { releaseWrittenAhead } from '#server/messages/release-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import { takeTurn } from '#server/watch/tell-queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { database, NOW, salon } from '../helper.ts'
import { until } from '../smtp.ts'

const db = await database()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const AHEAD = NOW + 30 * DAY
const limitOf = (subject: string) => ({ subject, max: 3, minutes: 60 })
const iso = (ms: number) => new Date(ms).toISOString()
const refused = (error: unknown) => error instanceof Refusal && error.status === 429

test('an hour’s limit that was used up ahead is not used up now, and begins anew', async () => {
  const limits = [limitOf('bookings of ana@correo.example')]
  for (let n = 0; n < 3; n++) await spend(db, AHEAD, limits)
  await assert.rejects(ensureLeft(db, AHEAD, limits), refused)
  assert.deepEqual(await ensureLeft(db, NOW, limits), [0])
  await ensureOpen(db, NOW, { subjects: ['ana'], limits })
  for (let n = 0; n < 3; n++) await spend(db, NOW + n * MINUTE, limits)
  await assert.rejects(spend(db, NOW + 3 * MINUTE, limits), refused)
  await assert.rejects(ensureLeft(db, NOW + 3 * MINUTE, limits), refused)
  await assert.rejects(ensureOpen(db, NOW + 3 * MINUTE, { subjects: ['ana'], limits }), refused)
  await spend(db, NOW + 61 * MINUTE, limits)
})

test('so are counts that are written after the answer', async () => {
  const limits = [limitOf('reads of 192.0.2.1')]
  const written = async () =>
    (
      await db
        .selectFrom('attempts')
        .select('count')
        .where('subject', '=', hashOf(limits[0]!))
        .executeTakeFirst()
    )?.count
  for (let n = 0; n < 3; n++) countLater(db, AHEAD, limits)
  await until(async () => (await written()) === 3)
  await assert.rejects(ensureLeft(db, AHEAD, limits), refused)
  countLater(db, NOW, limits)
  await until(async () => (await written()) === 1)
  assert.deepEqual(await ensureLeft(db, NOW, limits), [1])
})

test('machines whose clocks differ by less than a limit’s time count together', async () => {
  const limits = [limitOf('log-ins of bea@correo.example')]
  for (let n = 0; n < 3; n++) await spend(db, NOW + (n % 2) * 59 * MINUTE, limits)
  await assert.rejects(spend(db, NOW, limits), refused)
})

test('a backup of ahead is not the last one, and the operator is told again', async () => {
  const noted = (at: number, name: string) =>
    noteRun(db, { kind: 'backup', at: new Date(at).toISOString(), name, rows: 1 })
  await noted(AHEAD, 'ahead')
  assert.equal((await lastRuns(db, 'backup', NOW)).lastAt, undefined)
  await noted(NOW - MINUTE, 'now')
  assert.equal((await lastRuns(db, 'backup', NOW)).lastAt, NOW - MINUTE)
  assert.equal((await lastRuns(db, 'backup', AHEAD + DAY)).lastAt, AHEAD)

  const tell = (at: number) => takeTurn(db, 'backup_late', { nowMs: at, after: at - DAY, until: at })
  assert.equal(await tell(AHEAD), true)
  assert.equal(await tell(NOW), true)
  assert.equal(await tell(NOW + DAY - MINUTE), false)
  assert.equal(await tell(NOW + DAY), true)
})

test('a message that was written ahead and did not go yet is due now, once; a reminder when its appointment says', async () => {
  const shop = await salon(db)
  const queued = async (once: string, kind: string, [created, due]: [number, number]) => {
    await sql`
      insert into messages (business_id, kind, recipient, once, created_at, due_at) values (${shop.business_id}, ${kind},
        'ana@correo.example', ${once}, ${new Date(created).toISOString()}, ${new Date(due).toISOString()})`.execute(
      db,
    )
  }
  await queued('ahead', 'booked_client', [AHEAD, AHEAD + 15 * MINUTE])
  await queued('waits', 'booked_client', [NOW - MINUTE, NOW + 12 * 60 * MINUTE])
  await queued('reminder', 'reminder_advance', [AHEAD, NOW + 5 * DAY])
  await releaseWrittenAhead(db, NOW)
  await releaseWrittenAhead(db, NOW + MINUTE)
  const { rows } = await sql<{ once: string; due_at: number }>`
    select once, due_at from messages where business_id = ${shop.business_id} order by due_at`.execute(db)
  assert.deepEqual(
    rows.map(({ once, due_at }) => [once, due_at]),
    [
      ['ahead', NOW],
      ['waits', NOW + 12 * 60 * MINUTE],
      ['reminder', NOW + 5 * DAY],
    ],
  )
})

test('a digest of ahead keeps none back, nor do the mails that wait for one since then', async () => {
  const shop = await salon(db)
  const item = async (message_id: number, recipient: string, at: number, digest_at?: number) =>
    sql`
      with m as (insert into messages (business_id, id, kind, recipient, once, due_at)
        values (${shop.business_id}, ${message_id}, 'booked_client', ${recipient}, ${`item ${message_id}`}, now()))
      insert into digest_items (business_id, message_id, recipient, at, digest_id, digest_at)
      values (${shop.business_id}, ${message_id}, ${recipient}, ${iso(at)}, ${digest_at === undefined ? null : 1},
        ${digest_at === undefined ? null : iso(digest_at)})`.execute(db)
  await item(900_001, 'bea@correo.example', AHEAD - DAY, AHEAD)
  await item(900_002, 'bea@correo.example', NOW - 2 * 60 * MINUTE)
  await item(900_003, 'eva@correo.example', AHEAD)
  await writeDigests(db, NOW)
  const { rows } = await sql<{ recipient: string }>`
    select recipient from messages where kind = 'digest' order by recipient`.execute(db)
  assert.deepEqual(
    rows.map(({ recipient }) => recipient),
    ['bea@correo.example', 'eva@correo.example'],
  )
})

test('the queue for addresses begins anew, and one of now is kept', async () => {
  const setTo = (seconds: number) =>
    sql`update geocoder_turns set next_at = clock_timestamp() + make_interval(secs => ${seconds})`.execute(db)
  assert.equal(await nextTurn(db, 'a geocoder', 5000), 0)
  await setTo(30 * 24 * 3600)
  assert.equal(await nextTurn(db, 'a geocoder', 5000), 0)
  const wait = await nextTurn(db, 'a geocoder', 5000)
  assert.ok(wait! > 500 && wait! <= 1000, `${wait} ms`)
  await setTo(6)
  assert.equal(await nextTurn(db, 'a geocoder', 5000), undefined)
})
