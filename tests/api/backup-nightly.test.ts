import { backUp } from '#server/backup/backup.ts'
import { BackupError } from '#server/backup/error.ts'
import { removeOldBackups } from '#server/backup/keep.ts'
import { backupsIn, readManifest, writeManifest } from '#server/backup/manifest.ts'
import { nightlyBackups, type NightlyDeps } from '#server/backup/nightly.ts'
import { lastRuns } from '#server/backup/run-queries.ts'
import { restore } from '#server/backup/restore.ts'
import { bucketStore, folderStore } from '#server/backup/store.ts'
import { readConfig } from '#server/config.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { contentOf, emptyDatabase, folder, on, pictures } from '../backups.ts'
import { database, salon, urlOf } from '../helper.ts'
import type { S3Settings } from '#server/settings/backup.ts'
import { bucket, type Fault } from '../s3-bucket.ts'

const db = await database()
const files = pictures()
const where = { url: await urlOf(db) }
const MINUTE = 60_000
await salon(db)

/** A night's watch over `place`, with a clock of its own. */
function watch(
  place: string | S3Settings,
  at: string,
  { signal, ...own }: Partial<NightlyDeps> = new AbortController(),
) {
  const clock = { now: Temporal.Instant.from(at).epochMilliseconds }
  const to = typeof place === 'string' ? { folder: place } : { bucket: place }
  const settings = { to, hour: 3, zone: 'America/Bogota', besideData: false }
  const deps = {
    db,
    files,
    now: () => clock.now,
    log: { info() {}, error() {} },
    backups: { settings, where },
    signal: signal ?? new AbortController().signal,
    ...own,
  }
  const run = nightlyBackups()
  return { clock, run: () => run(deps) }
}

const runs = async () =>
  (await db.selectFrom('backup_runs').select(['kind', 'name', 'rows', 'fault']).orderBy('id').execute()).map(
    ({ kind, name, rows, fault }) => ({ kind, name: name && 'a name', rows: rows && rows > 0, fault }),
  )
async function forget() {
  await sql`truncate backup_runs`.execute(db)
  await sql`delete from installation where name = 'last kept backup'`.execute(db)
}
const databases = async () =>
  (
    await sql<{
      n: string
    }>`select datname as n from pg_database where datname = current_database() || '_rehearsal'`.execute(db)
  ).rows
const OK = { name: 'a name', rows: true, fault: null }

test('once a night, by one of all processes, and a rehearsal once a week', async () => {
  const place = folder()
  const { clock, run } = watch(place, '2026-11-20T12:00-05:00')
  await Promise.all([run(), run(), run()])
  assert.deepEqual(await runs(), [
    { kind: 'backup', ...OK },
    { kind: 'rehearsal', ...OK },
  ])
  assert.equal((await backupsIn(folderStore(place))).length, 1)
  assert.deepEqual(await databases(), [])

  clock.now += 14 * 60 * MINUTE
  await run()
  assert.equal((await runs()).length, 2, 'not before the hour')
  clock.now += 61 * MINUTE
  await run()
  await run()
  assert.deepEqual((await runs()).slice(2), [{ kind: 'backup', ...OK }])
  await forget()
})

test(
  'a rehearsal that is under way ends when the process stops, whatever it waits for',
  { timeout: 60_000 },
  async () => {
    const stop = new AbortController()
    const running = watch(folder(), '2026-11-20T12:00-05:00', stop).run()
    // Somebody keeps it waiting, as a large index does.
    const holder = await holdRehearsal(where.url)
    stop.abort()
    await running
    assert.deepEqual(await databases(), [])
    assert.deepEqual(await runs(), [{ kind: 'backup', ...OK }])
    await holder.end().catch(() => {})
    await forget()
  },
)

/** Locks what the restore needs, as soon as it is there. */
async function holdRehearsal(url: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({ connectionString: url.replace(/@\/\w+/, '$&_rehearsal') })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.query('begin')
      await client.query('lock table kysely_migration in access exclusive mode')
      return client
    } catch {
      await client.end().catch(() => {})
      await sleep(20)
    }
  }
}

test('a failure is noted with its sentence, and tried again later', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  const { clock, run } = watch(join(file, 'below'), '2026-11-20T12:00-05:00')
  await run()
  const [failed, ...none] = await runs()
  assert.match(failed!.fault!, /^Backups cannot be written to .*: it must be a folder/)
  assert.deepEqual(none, [])
  clock.now += 29 * MINUTE
  await run()
  assert.equal((await runs()).length, 1)
  clock.now += 2 * MINUTE
  await run()
  assert.equal((await runs()).length, 2)

  // Under a clock that was wrong, and was set right: nothing waits for that instant.
  clock.now -= 30 * 24 * 60 * MINUTE
  rmSync(file)
  mkdirSync(join(file, 'below'), { recursive: true })
  await run()
  assert.deepEqual((await runs())[2], { kind: 'backup', ...OK })
  await forget()
})

test('old backups that cannot be removed are a failure of a night whose backup stands, and each night again', async () => {
  const { settings } = await bucket((method) => (method === 'DELETE' ? 'denied' : undefined))
  const { clock, run } = watch(settings, '2026-11-20T12:00-05:00')
  const failed = async () => {
    const { lastAt, failedAt } = await lastRuns(db, 'backup', clock.now)
    return failedAt !== undefined && failedAt > lastAt!
  }
  await run()
  assert.equal(await failed(), false)
  // Of two of one day the older goes.
  const store = bucketStore(settings)
  const made = await readManifest(store, (await backupsIn(store))[0]!)
  for (const name of ['2026-03-02T08-00-00Z', '2026-03-02T09-00-00Z'])
    await writeManifest(store, { ...made, name })
  for (const night of [1, 2]) {
    await sleep(1000)
    clock.now += 24 * 60 * MINUTE
    await run()
    assert.ok(await failed())
    const faults = (await runs()).flatMap(({ fault }) => fault ?? [])
    assert.equal(faults.length, night)
    assert.match(
      faults.at(-1)!,
      /^[\dTZ-]+ was made, but old backups are not removed\. .*\(403 AccessDenied\)/,
    )
    assert.equal((await backupsIn(store)).length, 3 + night)
  }
  await forget()
})

test('a failure that cannot be noted either waits as well: not each minute another try', async () => {
  const file = join(folder(), 'file')
  writeFileSync(file, '')
  let tries = 0
  const log = { info() {}, error: () => void tries++ }
  const { clock, run } = watch(file, '2026-11-20T12:00-05:00', { log })
  // What a full disk of the database says.
  await sql`create function full_disk() returns trigger language plpgsql as $$ begin
    raise disk_full; end $$`.execute(db)
  await sql`create trigger full_disk before insert on backup_runs execute function full_disk()`.execute(db)
  await assert.rejects(run())
  clock.now += MINUTE
  await run()
  assert.equal(tries, 1)
  clock.now += 31 * MINUTE
  await assert.rejects(run())
  assert.equal(tries, 2)
  await sql`drop function full_disk cascade`.execute(db)
  await forget()
})

test("a backup or a rehearsal that would fill the database's disk is not begun", async () => {
  const GIB = 1024 ** 3
  const disk = { free: 3 * GIB, size: 100 * GIB }
  const on = { diskOf: async () => disk, fileSystemOf: async () => 7 }
  const place = folder()
  const store = folderStore(place)
  const made = await backUp({ where, files, store, on })
  const large = { ...made, tables: made.tables.map((table) => ({ ...table })) }
  large.tables[0]!.parts = [{ name: made.tables[0]!.name, bytes: 2 * GIB, sha256: '' }]
  await writeManifest(store, large)
  const { clock, run } = watch(place, '2026-11-20T12:00-05:00', { on })
  await run()
  const refused =
    /^There is too little room for a backup in .* \(3\.0 GiB free, 4\.0 GiB needed\), and none is made/
  assert.match((await runs())[0]!.fault!, refused)
  assert.deepEqual(await backupsIn(store), [made.name])
  // Another disk than the database's may be filled.
  let systems = 0
  const elsewhere = { ...on, fileSystemOf: async () => ++systems }
  await sleep(1100)
  await backUp({ where, files, store, on: elsewhere })
  await store.remove(`${made.name}/manifest.json`)

  disk.free = GIB
  clock.now += MINUTE
  const rehearsed = watch(folder(), '2026-11-20T12:00-05:00', { on: { ...elsewhere } })
  await forget()
  await rehearsed.run()
  const [backup, rehearsal] = await runs()
  assert.deepEqual(backup, { kind: 'backup', ...OK })
  assert.match(rehearsal!.fault!, /^There is too little room for a rehearsal on the disk of the database/)
  await forget()
})

test('old backups stay while somebody else is at them, and go after the next one', async () => {
  const place = folder()
  const store = folderStore(place)
  const made = await backUp({ where, files, store })
  // Two of one day; the others may be of two, when this runs at midnight.
  const [older, newer] = ['2026-03-02T08-00-00Z', '2026-03-02T09-00-00Z'] as const
  for (const name of [older, newer]) await writeManifest(store, { ...made, name })
  const left = async () => (await backupsIn(store)).filter((name) => name <= newer)
  const other = new pg.Client({ connectionString: where.url })
  await other.connect()
  // Waits for the lock until the backup gives it back.
  const lock = `pg_advisory_lock(hashtextextended('backup', 3))`
  const error = (about: { err?: unknown }) => assert.fail(String(about.err))
  const info = (about: object) => void ('backup' in about && other.query(`select ${lock}`))
  const first = watch(place, '2026-11-20T12:00-05:00', { log: { info, error } })
  await first.run()
  assert.deepEqual(await left(), [older, newer])
  await other.query('select pg_advisory_unlock_all()')
  await sleep(1100)
  const second = watch(place, '2026-11-21T12:00-05:00')
  await second.run()
  assert.deepEqual(await left(), [newer])
  assert.equal((await runs()).filter(({ fault }) => fault).length, 0)
  await other.end()
  await forget()
})

test('a folder that was never there is not made: its disk may not be mounted', async () => {
  const place = join(folder(), 'disk')
  const { clock, run } = watch(place, '2026-11-20T12:00-05:00')
  await run()
  const [failed, ...none] = await runs()
  assert.match(failed!.fault!, /^There is no folder .*disk, and none is made: is its disk mounted\?/)
  assert.deepEqual([none, existsSync(place)], [[], false])
  mkdirSync(place)
  clock.now += 31 * MINUTE
  await run()
  assert.deepEqual((await runs()).slice(1), [
    { kind: 'backup', ...OK },
    { kind: 'rehearsal', ...OK },
  ])
  await forget()
})

test('a disk that is not mounted any more is noticed, and nothing is written beside it', async () => {
  const place = join(folder(), 'disk')
  mkdirSync(place)
  const mounted = folderStore(place)
  const { clock, run } = watch(place, '2026-11-20T12:00-05:00')
  const nextNight = async () => {
    clock.now += 24 * 60 * MINUTE
    // Names have seconds of the database's clock, which goes on by itself.
    await sleep(1100)
    await run()
    return (await runs()).at(-1)!.fault
  }
  // A week without a rehearsal: it is another test's.
  const rehearsed = (at: string) =>
    sql`insert into backup_runs (kind, at, rows) values ('rehearsal', ${at}, 1)`.execute(db)
  await rehearsed('2026-11-20 16:59Z')
  await run()
  assert.equal(await nextNight(), null)

  // Taken away: what is left is an empty folder, or one with what was written there before it was mounted.
  const away = `${place}-away`
  renameSync(place, away)
  mkdirSync(place)
  const refused = /^The last backup, [\dTZ-]+, is not in .* any more.*: is its disk mounted\?/
  assert.match((await nextNight())!, refused)
  assert.deepEqual(await mounted.list(''), [])
  mkdirSync(join(place, '2026-01-01T08-00-00Z'), { recursive: true })
  writeFileSync(join(place, '2026-01-01T08-00-00Z/manifest.json'), '')
  assert.match((await nextNight())!, refused)

  // Back again; a new disk with its first backup by hand; another place by the settings.
  renameSync(place, `${place}-bare`)
  renameSync(away, place)
  assert.equal(await nextNight(), null)
  renameSync(place, away)
  mkdirSync(place)
  assert.match((await nextNight())!, refused)
  await sleep(1100)
  await backUp({ where, files, store: mounted })
  assert.equal(await nextNight(), null)
  await rehearsed('2026-11-27 07:00Z')
  await watch(folder(), '2026-11-27T11:00-05:00').run()
  assert.deepEqual((await runs()).at(-1), { kind: 'backup', ...OK })

  // What is restored elsewhere begins in an empty folder, whatever its name.
  const empty = await emptyDatabase(db)
  const newest = (await backupsIn(mounted)).at(-1)!
  await restore(await readManifest(mounted, newest), { where: empty, store: mounted })
  await on(empty.url, async (restored) => {
    const kept = await sql`select from installation where name = 'last kept backup'`.execute(restored)
    assert.equal(kept.rows.length, 0)
  })
  await empty.drop()
  await forget()
})

test('a backup that does not restore is found by the rehearsal', async () => {
  const place = folder()
  const { clock, run } = watch(place, '2026-11-20T12:00-05:00')
  await run()
  const [name] = await backupsIn(folderStore(place))
  const part = join(place, name!, 'tables/businesses/00001.zst')
  const content = readFileSync(part)
  content[20]! ^= 1
  writeFileSync(part, content)
  await sql`delete from backup_runs where kind = 'rehearsal'`.execute(db)
  clock.now += MINUTE
  await run()
  const last = (await runs()).at(-1)!
  assert.deepEqual([last.kind, last.rows], ['rehearsal', null])
  assert.match(last.fault!, /^The backup is damaged: .*businesses\/00001\.zst/)
  assert.deepEqual(await databases(), [])
  await forget()
})

test('7 days, 4 weeks, 6 months are kept, and pictures that none lists go', async () => {
  const place = folder()
  const store = folderStore(place)
  await files.put('aaaa456789abcdef0123456789abcdef-160.webp', Buffer.from('vieja'))
  const first = await backUp({ where, files, store })
  await files.remove('aaaa456789abcdef0123456789abcdef-160.webp')
  await files.put('bbbb456789abcdef0123456789abcdef-160.webp', Buffer.from('nueva'))
  const second = await backUp({ where, files, store })
  /** The same backup under the name of another night. */
  const as = async (manifest: typeof first, name: string) => {
    const renamed = (part: { name: string }) => ({ ...part, name: part.name.replace(manifest.name, name) })
    const parts = <T extends { parts: { name: string }[] }>(stored: T) => ({
      ...stored,
      parts: stored.parts.map(renamed),
    })
    for (const file of await store.list(manifest.name))
      if (!file.endsWith('manifest.json'))
        await store.put(file.replace(manifest.name, name), (await store.read(file))!)
    const copy = { ...manifest, name, tables: manifest.tables.map(parts), files: parts(manifest.files) }
    await writeManifest(store, copy as typeof manifest)
  }
  const nights = Array.from({ length: 12 }, (_, n) => `2026-03-${String(n + 1).padStart(2, '0')}T08-00-00Z`)
  for (const night of nights) await as(night < '2026-03-03' ? first : second, night)
  for (const { name } of [first, second]) for (const file of await store.list(name)) await store.remove(file)
  await store.put('notes-of-the-operator.txt', Buffer.from('not ours'))

  const removed = await removeOldBackups(store, 'America/Bogota')
  // 12 March 2026 is a Thursday: its week and the one before are among the days; 1 March ends the first week.
  assert.deepEqual(removed.sort(), nights.slice(1, 5))
  assert.deepEqual(await backupsIn(store), [nights[0], ...nights.slice(5)])
  assert.ok((await store.list('')).includes('notes-of-the-operator.txt'))
  // The first night's picture is still listed by it.
  assert.equal((await store.list('files')).filter((name) => /aaaa4|bbbb4/.test(name)).length, 2)
  await store.remove(`${nights[0]}/manifest.json`)
  await as(second, '2026-03-12T07-00-00Z')
  await removeOldBackups(store, 'America/Bogota')
  assert.deepEqual(
    (await store.list('files')).filter((name) => /aaaa4|bbbb4/.test(name)).map((name) => name.slice(0, 10)),
    ['files/bbbb'],
  )
})

const isFault = (sentence: RegExp) => (error: unknown) => {
  assert.ok(error instanceof BackupError, String(error))
  assert.match(error.message, sentence)
  return true
}

test('a bucket takes and gives back a backup, page by page', async () => {
  let bad: { kind: Fault; left: number } = { kind: undefined, left: 0 }
  const { settings, objects } = await bucket(() => (bad.left-- > 0 ? bad.kind : undefined))
  const store = bucketStore(settings)
  const made = await backUp({ where, files, store })
  assert.ok(objects.size > 12, 'more than a page')
  assert.deepEqual(await backupsIn(store), [made.name])
  const empty = await emptyDatabase(db)
  const manifest = await readManifest(store, made.name)
  const restoredFiles = pictures()
  await restore(manifest, { where: empty, store, files: restoredFiles })
  await on(empty.url, async (restored) => assert.deepEqual(await contentOf(restored), await contentOf(db)))
  assert.deepEqual(await restoredFiles.list(), await files.list())
  await empty.drop()
  await assert.rejects(
    backupsIn(bucketStore({ ...settings, secretKey: 'otra' })),
    isFault(/the bucket copias \(403 SignatureDoesNotMatch\): are its name, region and keys right/),
  )

  // One that is overloaded, or hangs up, for a moment is asked again; one that is not there is said.
  for (const kind of ['busy', 'gone'] as const) {
    bad = { kind, left: 2 }
    assert.deepEqual(await backupsIn(store), [made.name])
  }
  bad = { kind: 'busy', left: 100 }
  await assert.rejects(backupsIn(store), isFault(/\(503 SlowDown\)/))
  bad = { kind: 'gone', left: 100 }
  await assert.rejects(backupsIn(store), isFault(/cannot be reached \(.+\)\. Is BACKUP_S3_ENDPOINT right\?/))
})

test('the settings name one place, an hour and a zone', () => {
  const keys = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'fotos',
    S3_ACCESS_KEY: 'AK',
    S3_SECRET_KEY: 'x',
  }
  assert.equal(readConfig({}).backups, undefined)
  assert.deepEqual(readConfig({ BACKUP_DIR: '/copias' }).backups, {
    to: { folder: '/copias' },
    hour: 3,
    zone: 'America/Bogota',
    besideData: false,
  })
  const bucket = {
    endpoint: 'https://s3.example',
    bucket: 'copias',
    accessKey: 'AK',
    secretKey: 'x',
    region: 'us-east-1',
  }
  assert.deepEqual(readConfig({ ...keys, BACKUP_S3_BUCKET: 'copias', BACKUP_HOUR: '22' }).backups, {
    to: { bucket },
    hour: 22,
    zone: 'America/Bogota',
    besideData: false,
  })
  assert.throws(() => readConfig({ BACKUP_HOUR: '24' }), /BACKUP_HOUR must be/)
  assert.throws(() => readConfig({ BACKUP_TIMEZONE: 'Bogota' }), /BACKUP_TIMEZONE must name/)
  assert.throws(() => readConfig({ BACKUP_S3_BUCKET: 'copias' }), /BACKUP_S3_BUCKET needs/)
  for (const endpoint of [undefined, 'https://s3.example/', 'https://S3.example:443'])
    assert.throws(
      () => readConfig({ ...keys, BACKUP_S3_BUCKET: 'fotos', BACKUP_S3_ENDPOINT: endpoint }),
      /must be another bucket/,
    )
  assert.throws(() => readConfig({ ...keys, BACKUP_S3_BUCKET: 'copias', BACKUP_DIR: '/x' }), /two places/)
})
