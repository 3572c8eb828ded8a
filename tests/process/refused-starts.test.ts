import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectTo, createServer, type AddressInfo, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { startPostgres } from '#server/database/embedded/postgres.ts'
import { dataFolder, freePort, launch, preparedFolder, processesOf, query, start, stop } from '../server.ts'

/** Ends by itself with a sentence and no stack trace, and leaves nobody behind. */
async function refusedFor(dataDir: string, sentence: RegExp, uid?: number, env = {}) {
  const server = launch({ dataDir, env, ...(uid !== undefined && { uid }) })
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

  test('a database whose set-up was killed is set up anew, also by a process of the same number, as in a container', async () => {
    const dataDir = dataFolder()
    const left = join(dataDir, `pg.new-${process.pid}`)
    mkdirSync(left)
    writeFileSync(join(left, 'postgresql.conf'), '')
    await (await startPostgres(join(dataDir, 'pg'), { fsync: 'off' })).stop()
  })

  test('a database that others could read starts; of one that comes to no log, its own words say why', async () => {
    const dir = join(preparedFolder(), 'pg')
    chmodSync(dir, 0o755)
    await (await startPostgres(dir)).stop()
    rmSync(join(dir, 'log'), { recursive: true })
    await assert.rejects(startPostgres(dir, { shared_buffers: 'nonsense' }), {
      message: /^PostgreSQL does not start \(FATAL: +invalid value for parameter "shared_buffers"/,
    })
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

  test('a HOST that has no address is not taken for the database’s, nor the other way round', async () => {
    const HOST = 'nadie.invalid'
    const listening = /It cannot listen on nadie\.invalid, port 0 \(E\w+\): set HOST and PORT/
    await refusedFor(preparedFolder(), listening, undefined, { HOST })
    const { socketDir, stop: stopPostgres } = await startPostgres(join(preparedFolder(), 'pg'))
    try {
      const DATABASE_URL = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(socketDir)}`
      await refusedFor(dataFolder(), listening, undefined, { HOST, DATABASE_URL })
    } finally {
      await stopPostgres()
    }
    await refusedFor(dataFolder(), /The database of DATABASE_URL cannot be reached/, undefined, {
      DATABASE_URL: 'postgres://postgres@nadie.invalid/x',
    })
  })

  test('a database that a process serves which is not seen, as in another container, is not started a second time', async () => {
    const dir = join(preparedFolder(), 'pg')
    await (await startPostgres(dir)).stop()
    const other = createServer().listen(join(dir, '.s.PGSQL.5432'))
    await once(other, 'listening')
    try {
      await refusedFor(dirname(dir), /is in use by a process that cannot be seen from here/)
      assert.ok(!readdirSync(dir).includes('postmaster.pid'))
    } finally {
      other.close()
    }
    await (await startPostgres(dir)).stop()
  })

  test('a database that does not start says what its log says', async () => {
    const dataDir = preparedFolder()
    const server = await start({ dataDir })
    await stop(server)
    writeFileSync(join(dataDir, 'pg/postgresql.conf'), "shared_buffers = 'nonsense'\n")
    await refusedFor(dataDir, /PostgreSQL does not start.*; its log is in .*pg\/log\./)
  })
})

describe('a database that is not there for the moment', () => {
  /** What the start and a command say of a database that ends every connection with this. */
  async function sayOf(last: Buffer) {
    const database = createServer((socket) =>
      socket.on('error', () => {}).once('data', () => socket.end(last)),
    )
    try {
      await once(database.listen(0, '127.0.0.1'), 'listening')
      const { port } = database.address() as AddressInfo
      const env = { DATABASE_URL: `postgres://postgres:SECRET@127.0.0.1:${port}/x` }
      const dataDir = dataFolder()
      const command = [process.execPath, 'scripts/backup/backup.ts', '--to', join(dataDir, 'backups')]
      const all = [launch({ dataDir, env }), launch({ dataDir, env, command })]
      for (const { ended } of all) assert.equal((await ended).code, 1)
      const [start, backup] = all.map((each) => each.output().err.trim())
      assert.equal(backup, start!.replace('enpunto cannot start:\n  - ', '✖ '))
      return backup!
    } finally {
      database.close()
    }
  }

  test('it starts or stops, has no connection left, or cuts them: a sentence says so', async () => {
    const starting = await sayOf(fatal('57P03', 'the database system is starting up'))
    assert.match(
      starting,
      /^✖ The database takes no connections for the moment \(the .* starting up\): try again/,
    )
    const crowded = await sayOf(fatal('53300', 'sorry, too many clients already'))
    assert.match(crowded, /^✖ The database has no connection left \(sorry, too many clients already\): raise/)
    const cut = await sayOf(Buffer.alloc(0))
    assert.match(
      cut,
      /^✖ The connection to the database was cut \(Connection terminated.*\): was it restarted\?/,
    )
  })
})

describe('a pooler in place of a database', () => {
  /** Starts a product that is led to this server. */
  async function refusedBehind(pooler: Server, database: string) {
    try {
      await once(pooler.listen(0, '127.0.0.1'), 'listening')
      const { port } = pooler.address() as AddressInfo
      const url = `postgres://postgres:SECRET@127.0.0.1:${port}/${database}`
      const server = launch({ port: await freePort(), env: { DATABASE_URL: url } })
      assert.equal((await server.ended).code, 1)
      const { err } = server.output()
      assert.match(err, /DATABASE_URL leads to a pooler such as PgBouncer/)
      assert.ok(!err.includes('SECRET') && !err.includes('    at '))
      return err
    } finally {
      pooler.close()
    }
  }

  test('one that refuses settings of a connection', async () => {
    const pooler = createServer((socket) =>
      socket
        .on('error', () => {})
        .once('data', () => socket.end(fatal('08P01', 'unsupported startup parameter: options'))),
    )
    await refusedBehind(pooler, 'x')
  })

  test('one that ignores them', async () => {
    const { socketDir, stop: stopPostgres } = await startPostgres(join(dataFolder(), 'pg'))
    try {
      const pooler = createServer((socket) =>
        socket
          .on('error', () => {})
          .once('data', (first: Buffer) => {
            const database = connectTo(join(socketDir, '.s.PGSQL.5432')).on('error', () => socket.destroy())
            database.write(withoutSettings(first))
            socket.pipe(database).pipe(socket)
          }),
      )
      assert.match(await refusedBehind(pooler, 'postgres'), /it ignores the settings of a connection/)
    } finally {
      await stopPostgres()
    }
  })
})

/** PostgreSQL's message that refuses a connection. */
function fatal(code: string, message: string) {
  const fields = `SFATAL\0C${code}\0M${message}\0\0`
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + fields.length, 1)
  return Buffer.concat([head, Buffer.from(fields)])
}

/** A message that opens a connection, with who comes to which database alone. */
function withoutSettings(message: Buffer) {
  const fields = message.subarray(8, -2).toString().split('\0')
  const kept = fields.flatMap((name, i) =>
    i % 2 === 0 && ['user', 'database'].includes(name) ? [name, fields[i + 1]!] : [],
  )
  const body = Buffer.from(`${kept.join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + body.length)
  head.writeInt32BE(message.readInt32BE(4), 4)
  return Buffer.concat([head, body])
}
