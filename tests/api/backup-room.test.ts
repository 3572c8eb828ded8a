import { backUp } from '#server/backup/backup.ts'
import { withConnection } from '#server/backup/connection.ts'
import { NoRoom } from '#server/backup/error.ts'
import { nightlyBackups } from '#server/backup/nightly.ts'
import { checkRoomForBackup } from '#server/backup/room.ts'
import { folderStore, type BackupStore } from '#server/backup/store.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folder, pictures } from '../backups.ts'
import { database, salon, urlOf } from '../helper.ts'

const db = await database()
const files = pictures()
const where = { url: await urlOf(db) }
await salon(db)
for (const letter of ['a', 'b', 'c'])
  await files.put(`${letter.repeat(32)}-160.webp`, Buffer.alloc(1000, letter))

const GIB = 1024 ** 3
const isPicture = (name: string) => name.startsWith('files/')

/** A store that fails with `code` at the n-th of what `isMeant` names. */
function failingAt(n: number, isMeant: (name: string) => boolean, code: string, store: BackupStore) {
  let puts = 0
  const put = async (name: string, content: Buffer) => {
    if (isMeant(name) && ++puts === n) throw Object.assign(new Error('it failed'), { code })
    await store.put(name, content)
  }
  return { ...store, put }
}

test('pictures that fill the disk go with the backup that copied them', async () => {
  const store = folderStore(folder())
  await assert.rejects(backUp({ where, files, store: failingAt(2, isPicture, 'ENOSPC', store) }), /is full/)
  assert.deepEqual(await store.list(''), [])
  // Those of earlier ones stay, and so do those that another failure left: the next one need not copy them again.
  await assert.rejects(backUp({ where, files, store: failingAt(2, isPicture, 'EIO', store) }), /it failed/)
  const left = await store.list('')
  assert.deepEqual([left.length, left.every(isPicture)], [1, true])
  await assert.rejects(backUp({ where, files, store: failingAt(2, isPicture, 'ENOSPC', store) }), /is full/)
  assert.deepEqual(await store.list(''), left)
})

test("pictures stop before the database's disk is full, and with a sentence", async () => {
  const store = folderStore(folder())
  const disk = { free: 10 * GIB, size: 100 * GIB }
  const on = { diskOf: async () => disk, fileSystemOf: async () => 7 }
  // Large ones: the second one leaves less than a gibibyte.
  const filling: BackupStore = {
    ...store,
    put: async (name, content) => {
      await store.put(name, content)
      if (isPicture(name)) disk.free -= 5 * GIB
    },
  }
  await assert.rejects(backUp({ where, files, store: filling, on }), (error: Error) => {
    assert.ok(error instanceof NoRoom)
    assert.match(
      error.message,
      /^There is too little room for a backup in .* \(0\.0 GiB free, 1\.0 GiB needed\), and none/,
    )
    return true
  })
  assert.deepEqual(await store.list(''), [])
})

test('where PostgreSQL does not tell its folder the disk may be its own, and keeps its room', async () => {
  const store = folderStore(folder())
  let systems = 0
  const on = { diskOf: async () => ({ free: GIB / 2, size: 100 * GIB }), fileSystemOf: async () => ++systems }
  const role = `plain_${process.pid}`
  await withConnection(where, async (client) => {
    await checkRoomForBackup(client, store, on)
    await client.query(`create role ${role}; set role ${role}`)
    await assert.rejects(checkRoomForBackup(client, store, on), NoRoom)
    const untold = { ...on, diskOf: async () => ({ free: 0, size: 0 }) }
    await checkRoomForBackup(client, store, untold)
    await client.query(`reset role; drop role ${role}`)
  })
})

test('a backup whose last step fails is none from the first moment on', async () => {
  const store = folderStore(folder())
  const removed: string[] = []
  const remove = async (name: string) => (removed.push(name), store.remove(name))
  const put = async (name: string, content: Buffer) => {
    await store.put(name, content)
    if (name.endsWith('manifest.json')) throw new Error('it failed')
  }
  await assert.rejects(backUp({ where, files, store: { ...store, put, remove } }), /it failed/)
  assert.match(removed[0]!, /manifest\.json$/)
  assert.deepEqual(
    (await store.list('')).filter((name) => !isPicture(name)),
    [],
  )
})

test('pictures that fill the disk are not copied again in the same night', async () => {
  let asked = 0
  // There is room for the tables and the first picture.
  const diskOf = async () => ({ free: ++asked < 3 ? 10 * GIB : 0, size: 100 * GIB })
  const settings = { to: { folder: folder() }, hour: 3, zone: 'America/Bogota', besideData: false }
  const run = nightlyBackups()
  const tryAt = async (text: string) => {
    const now = Date.parse(text)
    asked = 0
    await run({
      db,
      files,
      now: () => now,
      log: { info() {}, error() {} },
      backups: { settings, where },
      signal: new AbortController().signal,
      on: { diskOf, fileSystemOf: async () => 7 },
    })
    return asked
  }
  assert.equal(await tryAt('2026-11-20T03:10-05:00'), 3)
  assert.equal(await tryAt('2026-11-20T03:41-05:00'), 0)
  assert.equal(await tryAt('2026-11-21T02:59-05:00'), 0)
  assert.equal(await tryAt('2026-11-21T03:00-05:00'), 3)
})
