import { LOCKS } from '#server/database/advisory-locks.ts'
import { foldFigures } from '#server/metrics/fold.ts'
import { decideWays } from '#server/reminders/queries.ts'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { database } from '../helper.ts'

const db = await database()

test('each job has a lock of its own, whose number is nowhere else', () => {
  const numbers = Object.values(LOCKS)
  assert.equal(new Set(numbers).size, numbers.length)
  const root = join(import.meta.dirname, '../../server')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  assert.ok(files.length > 100)
  const naming = files.filter((file) =>
    /\b\d{3}_?\d{3}_?\d{3}::bigint|\b720_?240_?\d{3}\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(naming, ['database/advisory-locks.ts'])
})

test('figures are added up while it is decided by which way reminders go', async () => {
  await db
    .insertInto('figures_stale')
    .values({ business_id: 1, appointment_date: '2026-11-20', client: '' })
    .execute()
  await db.transaction().execute(async (tx) => {
    await decideWays(tx)
    assert.equal(await foldFigures({ db }), 1)
  })
})
