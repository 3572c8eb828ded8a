import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '#server/db.ts'
import { startLive } from '#server/live.ts'
import { startPostgres } from '#server/postgres.ts'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'

const dir = mkdtempSync(join(tmpdir(), 'enpunto-'))
chmodSync(dir, 0o755)
const postgres = await startPostgres(join(dir, 'pg'), { fsync: 'off' })
const db = connect({ socketDir: postgres.socketDir })
after(async () => {
  await db.destroy()
  await postgres.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** As in a process of its own. */
function hub() {
  const live = startLive(
    db,
    { host: postgres.socketDir, user: 'postgres', database: 'postgres', application_name: 'enpunto test' },
    () => {},
  )
  const heard: number[] = []
  const listen = (id: number) => live.listen(id, () => heard.push(id))
  return { live, heard, listen }
}

async function until(isSo: () => boolean) {
  for (let i = 0; i < 100 && !isSo(); i++) await sleep(50)
  assert.ok(isSo())
}

test('a change in one process is heard in all, by the screens of that business only', async () => {
  const [here, there] = [hub(), hub()]
  const stop = here.listen(1)
  there.listen(1)
  there.listen(2)
  // Once both are connected each screen is told to look.
  await until(() => here.heard.length > 0 && there.heard.length > 1)
  here.heard.length = there.heard.length = 0
  for (let i = 0; i < 50; i++) here.live.changed(1)
  await until(() => here.heard.length > 0 && there.heard.length > 0)
  assert.deepEqual([here.heard, there.heard], [[1], [1]])
  stop()
  there.live.changed(1)
  await until(() => there.heard.length === 2)
  assert.deepEqual(here.heard, [1])
  await Promise.all([here.live.stop(), there.live.stop()])
})

test('a lost connection comes back, and every screen looks again', async () => {
  const { live, heard, listen } = hub()
  listen(7)
  await until(() => heard.length === 1)
  await db.executeQuery(
    CompiledQuery.raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'enpunto test'",
    ),
  )
  await until(() => heard.length >= 2)
  heard.length = 0
  live.changed(7)
  await until(() => heard.length > 0)
  await live.stop()
})
