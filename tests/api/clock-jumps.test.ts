/**
 * The machine's clock was ahead for a while and has been set right: what was noted meanwhile keeps nothing away until that time
 * comes. (Free times and reminders are asked of the clock each time, and follow it.)
 */
import { countLater, ensureLeft, ensureOpen, hashOf, spend } from '#server/attempts.ts'
import { lastRuns, noteRun } from '#server/backup/run-queries.ts'
import { Refusal } from '#server/refusal.ts'
import { takeTurn } from '#server/watch/tell-queries.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { database, NOW } from '../helper.ts'
import { until } from '../smtp.ts'

const db = await database()
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const AHEAD = NOW + 30 * DAY
const limitOf = (subject: string) => ({ subject, max: 3, minutes: 60 })
const refused = (error: unknown) => error instanceof Refusal && error.status === 429

test('an hour’s limit that was used up ahead is not used up now, and begins anew', async () => {
  const limits = [limitOf('bookings of ana@correo.example')]
  for (let n = 0; n < 3; n++) await spend(db, AHEAD, limits)
  await assert.rejects(ensureLeft(db, AHEAD, limits), refused)
  assert.deepEqual(await ensureLeft(db, NOW, limits), [0])
  await ensureOpen(db, NOW, { of: ['ana'], limits })
  for (let n = 0; n < 3; n++) await spend(db, NOW + n * MINUTE, limits)
  await assert.rejects(spend(db, NOW + 3 * MINUTE, limits), refused)
  await assert.rejects(ensureLeft(db, NOW + 3 * MINUTE, limits), refused)
  await assert.rejects(ensureOpen(db, NOW + 3 * MINUTE, { of: ['ana'], limits }), refused)
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

  const tell = (at: number) => takeTurn(db, 'backup_late', at, at - DAY)
  assert.equal(await tell(AHEAD), true)
  assert.equal(await tell(NOW), true)
  assert.equal(await tell(NOW + DAY - MINUTE), false)
  assert.equal(await tell(NOW + DAY), true)
})
