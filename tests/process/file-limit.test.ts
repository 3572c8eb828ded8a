import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ask,
  launch,
  dataFolder,
  preparedFolder,
  postgresPid,
  processesOf,
  query,
  start,
  stop,
} from '../server.ts'
import { until } from '../smtp.ts'

const LIMITED = ['bash', '-c', `ulimit -f 4096 && exec ${process.execPath} scripts/start.ts`]
const SAID = /may not write files as large as it needs: lift the limit \(ulimit -f unlimited/

test('a limit of file sizes that is too small is said, and the process can be stopped at once', async () => {
  const dataDir = preparedFolder()
  // What is written next is at the beginning of a file: the start finds room.
  const before = await start({ dataDir })
  await query(dataDir, 'select pg_switch_wal()')
  await stop(before)
  const server = await start({ dataDir, command: LIMITED })
  const fill = () =>
    query(
      dataDir,
      `create table filled as select md5(n::text) || repeat('x', 900) as text from generate_series(1, 40000) n`,
    )
  await assert.rejects(fill())
  // Where what was written ends just below the limit, PostgreSQL comes back once more until the next write.
  const isSaid = async () => {
    if (SAID.test(server.output().err)) return true
    await fill().catch(() => undefined)
    return false
  }
  await until(isSaid, 90_000, 'the sentence')
  assert.doesNotMatch(server.output().err, /\n\s+at /, 'no trace of the stack')
  const answer = (await ask(`${server.url}/api/ready`)) as { status: number }
  assert.equal(answer.status, 503)

  const begun = performance.now()
  server.child.kill('SIGTERM')
  await server.ended
  const ms = performance.now() - begun
  assert.ok(ms < 10_000, `${ms} ms`)
  assert.deepEqual(processesOf(dataDir), [])
  assert.equal(postgresPid(dataDir), undefined)

  // Without the limit all of it is there again.
  const free = await start({ dataDir })
  assert.equal(((await ask(`${free.url}/api/ready`)) as { status: number }).status, 200)
  await stop(free)
})

test('a first start under it is refused with the same sentence', async () => {
  const refused = launch({ dataDir: dataFolder(), command: LIMITED })
  assert.equal((await refused.ended).code, 1)
  assert.match(refused.output().err, SAID)
  assert.doesNotMatch(refused.output().err, /\n\s+at /)
})
