/** An operator's own PostgreSQL, and how it can be the wrong one. */
import { connect } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import { databaseFault } from '#server/start-error.ts'
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { emptyDatabase, folder, on } from '../backups.ts'
import { database, urlOf } from '../helper.ts'
import { until } from '../smtp.ts'

const db = await database()
const root = join(import.meta.dirname, '../..')

/** Runs a script of the project to its end, as an operator does. */
async function run(script: string, url: string, ...args: string[]) {
  const env = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    NODE_ENV: undefined,
    DATABASE_URL: url,
    DATA_DIR: folder(),
    PORT: '0',
  }
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text))
  const [code] = (await once(child, 'close')) as [number]
  return { code, err }
}

describe('a role that owns nothing is told what it lacks, in a sentence', async () => {
  const role = `stranger_${process.pid}`
  const as = (url: string) => url.replace('//postgres@', `//${role}@localhost`)
  await sql.raw(`create role ${role} login`).execute(db)
  after(() => sql.raw(`drop role ${role}`).execute(db))
  const lacks =
    /The role of DATABASE_URL may not do what is needed \(permission denied for .*\): it must own the database and every table in it/

  test('at the start', async () => {
    const empty = await emptyDatabase(db)
    try {
      const { code, err } = await run('scripts/start.ts', as(empty.url))
      assert.match(err, lacks)
      assert.match(err, /^enpunto cannot start:\n {2}- [^\n]*\n$/)
      assert.equal(code, 1)
    } finally {
      await empty.drop()
    }
  })

  test('by a backup', async () => {
    const { code, err } = await run('scripts/backup/backup.ts', as(await urlOf(db)), '--to', folder())
    assert.match(err, lacks)
    assert.match(err, /^✖ [^\n]*\n$/)
    assert.equal(code, 1)
  })
})

test('a connection that is cut in the middle of a start is told in a sentence, whichever statement meets it', async () => {
  const starting = connect({ url: await urlOf(db), poolSize: 1 })
  const faults: unknown[] = []
  const fails = (work: Promise<unknown>) => assert.rejects(work, (error) => faults.push(error) > 0)
  await starting.connection().execute(async (own) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(own)
    await sql`select pg_terminate_backend(${rows[0]!.pid}, 5000)`.execute(db)
    for (let n = 0; n < 3; n++) await fails(sql`select 1`.execute(own))
    await fails(own.transaction().execute((tx) => sql`select 1`.execute(tx)))
  })
  await starting.destroy()
  for (const fault of faults)
    assert.match(databaseFault(fault) ?? String(fault), /^The connection to the database was cut \(/)
})

test('an update that waits for a session that holds the tables says which one, and a stop ends the wait', async (t) => {
  const log = t.mock.method(console, 'log', () => {})
  const empty = await emptyDatabase(db)
  const starting = connect({ url: empty.url, poolSize: 2 })
  const holder = new pg.Client({ connectionString: empty.url, application_name: 'a report' })
  await holder.connect()
  try {
    await migrate(starting, '0004_messages_credits')
    await holder.query('begin')
    await holder.query('lock table businesses, appointments, messages in access share mode')
    const { rows } = await holder.query('select pg_backend_pid() as pid')
    const stop = new AbortController()
    const waiting = assert.rejects(migrate(starting, undefined, stop.signal), { name: 'AbortError' })
    const said = () => log.mock.calls.map((call) => String(call.arguments[0]))
    await until(() => said().length > 0, 60_000)
    assert.match(
      said()[0]!,
      new RegExp(`waits for whoever holds its tables \\(a report, process ${rows[0].pid}, for \\d+ s\\)`),
    )
    stop.abort()
    await waiting
    await holder.query('rollback')
    await migrate(starting)
  } finally {
    await holder.end()
    await starting.destroy()
    await empty.drop()
  }
})

test('an older PostgreSQL is refused before anything is written', async () => {
  const old = await emptyDatabase(db)
  await sql
    .raw(
      `alter database ${new URL(old.url.replace('@/', '@host/')).pathname.slice(1)} set search_path = public, pg_catalog`,
    )
    .execute(db)
  try {
    await on(old.url, async (own) => {
      await sql`create function public.current_setting(text) returns text return
        case $1 when 'server_version' then '14.15 (Ubuntu)' else pg_catalog.current_setting($1) end`.execute(
        own,
      )
      await assert.rejects(
        migrate(own),
        /is version 14\.15 \(Ubuntu\): enpunto needs 15 or newer\. Nothing was/,
      )
      const tables = await sql`select from pg_tables where schemaname = 'public'`.execute(own)
      assert.equal(tables.rows.length, 0)
    })
  } finally {
    await old.drop()
  }
})

test('names are found without capitals and accents, whatever the database’s locale is', async () => {
  const { rows } = await sql<{ found: string; same: boolean }>`
    select plain('ÑANDÚ Peluquería ÁÉÍÓÚÜ Çã') as found,
      plain(upper('áéíóúüñàèìòùâêîôûãõäëïöç') collate "C") = plain('áéíóúüñàèìòùâêîôûãõäëïöç') as same`.execute(
    db,
  )
  assert.deepEqual(rows[0], { found: 'nandu peluqueria aeiouu ca', same: true })
})

test('no statement writes numbers as PostgreSQL 15 does not read them', () => {
  const files = globSync(['server/**/*.ts', 'migrations/*.sql'], { cwd: root })
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const statements = file.endsWith('.sql')
      ? [text]
      : [...text.matchAll(/\bsql(?:<[^`]*?>)?`((?:\\.|\$\{[^}]*\}|[^`\\])*)`/g)].map(([, one]) => one!)
    return statements.flatMap((one) =>
      (one.replaceAll(/\$\{[^}]*\}/g, '').match(/(?<![\w'"])\d+_\d+\b/g) ?? []).map((n) => `${file}: ${n}`),
    )
  })
  assert.ok(files.length > 100)
  assert.deepEqual(found, [])
})
