import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { dataFolder, launch, preparedFolder, processesOf, query, start, stop } from '../server.ts'

/** Ends by itself with a sentence and no stack trace, and leaves nobody behind. */
async function refusedFor(dataDir: string, sentence: RegExp, uid?: number) {
  const server = launch({ dataDir, ...(uid !== undefined && { uid }) })
  const { code } = await server.ended
  const { err } = server.output()
  assert.match(err, /^enpunto cannot start:\n(  - [A-Z][^\n]+[.?]\n)+$/)
  assert.match(err, sentence)
  assert.equal(code, 1)
  assert.deepEqual(processesOf(dataDir), [])
}

const asRoot = { skip: process.getuid!() !== 0 && 'needs other users' }
const STRANGER = 12_345

describe('a start that cannot be says why in a sentence', () => {
  test('a data folder that is a file, or below one', async () => {
    const file = join(dataFolder(), 'file')
    writeFileSync(file, '')
    await refusedFor(file, /DATA_DIR must be a folder, but .*file is a file/)
    await refusedFor(join(file, 'deeper'), /DATA_DIR must be a folder/)
  })

  test('a data folder that cannot be written', asRoot, async () => {
    const dataDir = dataFolder()
    await refusedFor(dataDir, /DATA_DIR cannot be written: give .* to the user that starts enpunto/, STRANGER)
    await refusedFor(join(dataDir, 'deeper'), /DATA_DIR cannot be written/, STRANGER)
  })

  test('a data folder where nobody makes any', async () => {
    await refusedFor('/proc/x', /DATA_DIR cannot be written: give \/proc\/x to the user/)
    await refusedFor('/proc/x/deeper', /DATA_DIR cannot be written/)
  })

  test('a disk that is full', asRoot, async (t) => {
    const dataDir = dataFolder()
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m,mode=755', 'tmpfs', dataDir])
    if (mounted.status !== 0) return t.skip('this machine mounts nothing')
    after(() => spawnSync('umount', [dataDir]))
    await refusedFor(dataDir, /The disk of .* is full: make room, or set DATA_DIR/)
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.includes('.new-')),
      [],
    )
  })

  test('data of another PostgreSQL, of a newer version, of another user', async () => {
    const { dataDir, ...server } = await start({ dataDir: preparedFolder() })
    await query(
      dataDir,
      "insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', now()::text)",
    )
    await stop({ dataDir, ...server })
    await refusedFor(dataDir, /used by a newer version of enpunto \(migration 9999_of_tomorrow\): start that/)

    const version = join(dataDir, 'pg/PG_VERSION')
    const written = readFileSync(version, 'utf8')
    writeFileSync(version, '17\n')
    await refusedFor(dataDir, /was written by PostgreSQL 17, and this version of enpunto brings 18/)
    writeFileSync(version, written)

    if (process.getuid!() !== 0) return
    spawnSync('chown', [String(STRANGER), dataDir])
    await refusedFor(dataDir, /belongs to another user \(uid \d+, not 12345\): start enpunto as/, STRANGER)
    spawnSync('chown', ['-R', String(STRANGER), dataDir])
    await refusedFor(dataDir, /belongs to another user \(uid 12345, not \d+\): give it .* chown -R \d+/)
  })

  test('a database that does not start says what its log says', async () => {
    const dataDir = preparedFolder()
    const server = await start({ dataDir })
    await stop(server)
    writeFileSync(join(dataDir, 'pg/postgresql.conf'), "shared_buffers = 'nonsense'\n")
    await refusedFor(dataDir, /PostgreSQL does not start.*; its log is in .*pg\/log\./)
  })
})
