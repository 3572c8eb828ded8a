/** Where the embedded database lies when root starts the product below a folder of its own. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import pg from 'pg'
import { hasDatabase } from '#server/database/embedded/place.ts'
import { startPostgres } from '#server/database/embedded/postgres.ts'
import { start, stop } from '../server.ts'

const folders: string[] = []
after(() => {
  for (const owner of globSync('/var/lib/enpunto-*/pg-of'))
    if (folders.some((folder) => readFileSync(owner, 'utf8').startsWith(folder))) folders.push(dirname(owner))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** A folder that nobody but root enters, as its home is. */
function home() {
  const folder = mkdtempSync(join(tmpdir(), 'enpunto-home-'))
  folders.push(folder)
  return folder
}

/** The rows of `visits` in the database of this folder, to which each call adds one. */
async function visit(folder: string): Promise<{ visits: number; dataDir: string }> {
  const { dataDir, socketDir, ...postgres } = await startPostgres(join(folder, 'pg'), { fsync: 'off' })
  const client = new pg.Client({ host: socketDir, user: 'postgres', database: 'postgres' })
  try {
    await client.connect()
    await client.query('create table if not exists visits (at timestamptz default now())')
    await client.query('insert into visits default values')
    return { visits: (await client.query('select from visits')).rows.length, dataDir }
  } finally {
    await client.end()
    await postgres.stop()
  }
}

describe('below a folder that only root enters', { skip: process.getuid!() !== 0 && 'needs root' }, () => {
  test('the database is found again when the folder has moved, or can be entered; a copy has its own', async () => {
    const root = home()
    const folder = join(root, 'enpunto')
    const first = await visit(folder)
    assert.match(first.dataDir, /^\/var\/lib\/enpunto-/)
    assert.equal(readFileSync(join(folder, 'pg-at'), 'utf8').trim(), first.dataDir)

    const moved = join(root, 'agenda')
    renameSync(folder, moved)
    assert.deepEqual(await visit(moved), { ...first, visits: 2 })
    chmodSync(root, 0o755)
    assert.deepEqual(await visit(moved), { ...first, visits: 3 })
    chmodSync(root, 0o700)

    // A new installation where the first one was.
    const second = await visit(folder)
    assert.equal(second.visits, 1)
    assert.notEqual(second.dataDir, first.dataDir)

    const copy = join(root, 'copy')
    cpSync(moved, copy, { recursive: true })
    await assert.rejects(visit(copy), {
      message: `The database in ${first.dataDir} is that of ${moved}, of which ${copy} is a copy: remove ${copy}/pg-at to begin with an empty one; npm run backup and npm run restore bring the data.`,
    })

    rmSync(moved, { recursive: true })
    const anew = await visit(moved)
    assert.equal(anew.visits, 1)

    renameSync(dirname(anew.dataDir), `${dirname(anew.dataDir)}-away`)
    await assert.rejects(
      visit(moved),
      /The database is not in .*\/pg, where .*\/pg-at says that it is: put it/,
    )
  })

  test('that of a version that left no note is taken, and one that cannot be entered any more is not left behind', async () => {
    const root = home()
    const folder = join(root, 'enpunto')
    const first = await visit(folder)
    rmSync(join(folder, 'pg-at'))
    rmSync(`${first.dataDir}-of`)
    // The operator's commands, which begin no empty one, find it as well.
    assert.ok(hasDatabase(join(folder, 'pg')))
    chmodSync(root, 0o755)
    assert.deepEqual(await visit(folder), { ...first, visits: 2 })

    const open = join(root, 'open')
    assert.equal((await visit(open)).dataDir, join(open, 'pg'))
    chmodSync(root, 0o700)
    await assert.rejects(
      visit(open),
      /PostgreSQL runs as user \d+, who cannot enter the folder of the database/,
    )
    chmodSync(root, 0o755)
    assert.equal((await visit(open)).visits, 2)
    // One in the same place that is noted as another folder's is none of this one's.
    rmSync(join(folder, 'pg-at'))
    assert.ok(!hasDatabase(join(folder, 'pg')))
  })

  test('with a umask that keeps others out, it starts', async () => {
    const before = process.umask(0o077)
    try {
      const { dataDir } = await visit(join(home(), 'enpunto'))
      assert.equal(statSync(dirname(dataDir)).mode & 0o777, 0o755)
    } finally {
      process.umask(before)
    }
  })

  test('a database of nobody’s goes on as such when the machine gets a user postgres later', async () => {
    const folder = home()
    chmodSync(folder, 0o755)
    const first = await visit(folder)
    spawnSync('chown', ['-R', '65534:65534', first.dataDir])
    assert.deepEqual(await visit(folder), { ...first, visits: 2 })
    assert.equal(statSync(join(first.dataDir, 'postmaster.opts')).uid, 65_534)
  })

  test('the start says where it is', async () => {
    const dataDir = join(home(), 'enpunto')
    mkdirSync(dataDir)
    const server = await start({ dataDir })
    const place = readFileSync(join(dataDir, 'pg-at'), 'utf8').trim()
    assert.match(server.output().out, new RegExp(`Base de datos {8}${place}\n`))
    assert.equal((await stop(server)).code, 0)
  })
})
