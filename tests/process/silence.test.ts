import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect as dial, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { startLive } from '#server/live.ts'
import { connect } from '#server/database/db.ts'
import { startPostgres } from '#server/database/embedded/postgres.ts'
import { createDatabase, startCluster } from '../../scripts/testing/cluster.ts'
import { enqueue } from '#server/messages/queries.ts'
import { salon } from '../helper.ts'
import { ask, bookWish, dataFolder, kill, start, stop, wishes } from '../server.ts'
import { until } from '../smtp.ts'

/*
 * The network to the database swallows everything: no reset, no end, just silence.
 */

/** A wire to a PostgreSQL that can be cut without either end hearing of it. */
async function wire(socketDir: string) {
  const pairs = new Set<{ ends: [Socket, Socket]; isDead: boolean }>()
  let isCut = false
  const server = createServer((near) => {
    const far = dial(join(socketDir, '.s.PGSQL.5432'))
    const pair = { ends: [near, far] as [Socket, Socket], isDead: false }
    pairs.add(pair)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes) => {
        if (!pair.isDead && !isCut) to.write(bytes)
        else pair.isDead = true
      })
      from.on('close', () => {
        if (!isCut && !pair.isDead) to.destroy()
        if (from === near) far.destroy()
      })
      from.on('error', () => {})
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    for (const { ends } of pairs) for (const end of ends) end.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** Nothing passes any more: what is open is lost for ever, what is opened meanwhile too. */
    cut() {
      isCut = true
      for (const pair of pairs) pair.isDead = true
    },
    mend: () => void (isCut = false),
  }
}

test('a silent break: every request is answered within 10 s, all is well within 15 s of its end', async () => {
  const cluster = await startCluster()
  after(() => cluster.stop())
  const { url: direct } = await createDatabase(cluster.socketDir)
  const name = /\/([^/?]+)\?/.exec(direct)![1]
  const between = await wire(cluster.socketDir)
  const server = await start({
    env: { DATABASE_URL: `postgres://postgres@127.0.0.1:${between.port}/${name}` },
  })
  const list = await wishes(server.url, 40)
  assert.equal(((await bookWish(server.url, list.shift()!)) as { status: number }).status, 201)

  for (let round = 0; round < 2; round++) {
    between.cut()
    const cutAt = performance.now()
    let slowest = 0
    const unanswered: object[] = []
    const asked = async (request: () => ReturnType<typeof ask>) => {
      const begun = performance.now()
      const answer = await request()
      slowest = Math.max(slowest, performance.now() - begun)
      if (answer === 'no answer' || answer.status !== 503) unanswered.push({ answer })
    }
    const wanted = list.splice(0, 15)
    while (performance.now() - cutAt < 12_000) {
      await Promise.all([
        ...wanted.map((wish) => asked(() => bookWish(server.url, wish))),
        asked(() => ask(`${server.url}/api/ready`)),
      ])
    }
    assert.deepEqual(unanswered, [])
    assert.ok(slowest < 10_000, `${slowest} ms`)

    between.mend()
    const mendedAt = performance.now()
    await until(
      async () => ((await ask(`${server.url}/api/ready`)) as { status: number }).status === 200,
      15_000,
    )
    for (const wish of wanted)
      assert.equal(((await bookWish(server.url, wish)) as { status: number }).status, 201)
    const healed = performance.now() - mendedAt
    assert.ok(healed < 15_000, `${healed} ms`)
    console.log(`slowest answer ${Math.round(slowest)} ms, healed in ${Math.round(healed)} ms`)
  }
  assert.equal((await stop(server)).code, 0)
})

test('a standby, which cannot be listened to, is left with no connections', async () => {
  const dir = join(dataFolder(), 'pg')
  const primary = await startPostgres(dir)
  await primary.stop()
  writeFileSync(join(dir, 'standby.signal'), '')
  const standby = await startPostgres(dir)
  after(() => standby.stop())
  const db = connect({ socketDir: standby.socketDir })
  const watch = new pg.Client({ host: standby.socketDir, user: 'postgres', database: 'postgres' })
  await until(() => watch.connect().then(() => true), 10_000)
  const troubles: unknown[] = []
  const live = startLive(
    db,
    { host: standby.socketDir, user: 'postgres', database: 'postgres', application_name: 'listener' },
    (error) => troubles.push(error),
  )
  await until(() => troubles.length >= 4, 20_000)
  const { rows } = await watch.query("select 1 from pg_stat_activity where application_name = 'listener'")
  assert.ok(rows.length <= 1, `${rows.length} connections after ${troubles.length} tries`)
  await live.stop()
  await watch.end()
  await db.destroy()
})

test('what was noted before the database recovered from the end of one of its processes counts as sent', async () => {
  const cluster = await startCluster()
  after(() => cluster.stop())
  const { url } = await createDatabase(cluster.socketDir)
  const db = connect({ url })
  after(() => db.destroy())
  const { business_id } = await salon(db)
  const note = { business_id, kind: 'booked_client', recipient: 'a@example.com', once: 'booked_client:1' }
  await enqueue(db, note)
  const { id } = await db.selectFrom('messages').select('id').executeTakeFirstOrThrow()
  await db.insertInto('handovers').values({ business_id, message_id: id }).execute()
  const isOver = async () => {
    const { rows } = await sql<{
      restarted: boolean
    }>`select * from noted_handover(${business_id}, ${id})`.execute(db)
    return rows[0]!.restarted
  }
  assert.equal(await isOver(), false)
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  kill(Number(rows[0]!.pid), 'SIGKILL')
  await until(() => isOver().catch(() => false), 20_000, 'the recovery')
})
