import { countsWritten } from '#server/limits/attempts.ts'
import { backUp } from '#server/backup/backup.ts'
import { BackupError } from '#server/backup/error.ts'
import { backupsIn, readManifest } from '#server/backup/manifest.ts'
import { rehearse } from '#server/backup/rehearse.ts'
import { restore } from '#server/backup/restore.ts'
import { folderStore, type BackupStore } from '#server/backup/store.ts'
import { ensureRestored } from '#server/installation.ts'
import { migrate } from '#server/database/migrate.ts'
import { sql } from 'kysely'
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '../../scripts/testing/cluster.ts'
import { contentOf, databaseAt, emptyDatabase, folder, on, pictures, schemaOf } from '../backups.ts'
import { api, booking, database, salon, times, urlOf } from '../helper.ts'
import { until } from '../smtp.ts'
import { filledBusiness } from './filled-business.ts'

const db = await database()
const files = pictures()
const served = await api(db, { files })
const where = { url: await urlOf(db) }

/** A backup of what is there now, in a folder of its own. */
async function backedUp() {
  const place = folder()
  const store = folderStore(place)
  return { place, store, manifest: await backUp({ where, files, store }) }
}

test('what is restored is what was there: every row, every promise, every picture', async () => {
  await filledBusiness(db, served)
  await files.put('0123456789abcdef0123456789abcdef-160.webp', Buffer.from('una foto'))
  await countsWritten(db)
  const { store, manifest } = await backedUp()
  assert.deepEqual(await backupsIn(store), [manifest.name])
  const tables = manifest.tables.map(({ name }) => name)
  assert.deepEqual(tables.toSorted(), Object.keys(await contentOf(db)))
  assert.ok(tables.indexOf('appointments') > tables.indexOf('professionals'), 'in the order of their keys')

  const empty = await emptyDatabase(db)
  const restoredFiles = pictures()
  const said: string[] = []
  const target = { where: empty, store, files: restoredFiles, say: (text: string) => void said.push(text) }
  const done = await restore(manifest, target)
  assert.equal(done.tables, tables.length)
  assert.deepEqual(done.leftOut, [])
  assert.equal(said.filter((line) => /\d rows, the same as backed up/.test(line)).length, tables.length)
  await on(empty.url, async (restored) => {
    assert.deepEqual(await contentOf(restored), await contentOf(db))
    assert.deepEqual(await schemaOf(restored), await schemaOf(db))
  })
  assert.deepEqual(await restoredFiles.list(), await files.list())
  await empty.drop()
})

test('a picture is copied once for all backups', async () => {
  const { store, manifest } = await backedUp()
  const written: string[] = []
  const counting: BackupStore = {
    ...store,
    put: (name, content) => (written.push(name), store.put(name, content)),
  }
  const second = await backUp({ where, files, store: counting })
  assert.ok(second.name > manifest.name)
  assert.deepEqual(
    written.filter((name) => name.startsWith('files/')),
    [],
  )
  assert.equal(second.files.sha256, manifest.files.sha256)
})

test('bookings that run meanwhile are in it whole, or not at all: those acknowledged before are in', async () => {
  const place = await salon(db)
  const store = folderStore(folder())
  // Slow enough for bookings to come in at every table.
  const slow: BackupStore = {
    ...store,
    put: async (name, content) => (await sleep(20), store.put(name, content)),
  }
  const acknowledged = new Map<number, number>()
  const dates = ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-28']
  const wishes = dates.flatMap((date) => times('09:00', '17:00', 60).map((time) => ({ date, time })))
  const professionals = [place.professional_id]
  for (let i = 0; i < 7; i++) {
    const row = { business_id: place.business_id, professional_name: `Otra ${i}` }
    professionals.push(
      (await db.insertInto('professionals').values(row).returning('id').executeTakeFirstOrThrow()).id,
    )
  }
  let isDone = false
  const book = async (professional_id: number) => {
    for (const { date, time } of wishes) {
      if (isDone) return
      const body = booking(place, {
        professional_id,
        appointment_date: date,
        appointment_time: time,
        client_email: `c${professional_id}@correo.example`,
        client_phone: `+57300${1_000_000 + professional_id}`,
      })
      const { status, body: answer } = await served.call('POST', '/api/appointments/public', { body })
      // The wall clock, also where tests move it.
      if (status === 201) acknowledged.set(answer.appointment.id, performance.timeOrigin + performance.now())
      await sleep(15)
    }
  }
  const booked = Promise.all(professionals.map(book))
  while (acknowledged.size < 10) await sleep(5)
  const manifest = await backUp({ where, files, store: slow })
  isDone = true
  await booked

  const empty = await emptyDatabase(db)
  await restore(manifest, { where: empty, store, files: pictures() })
  await on(empty.url, async (restored) => {
    const rows = await restored.selectFrom('appointments').select('id').execute()
    const kept = new Set(rows.map(({ id }) => id))
    const before = [...acknowledged].filter(([, at]) => at < Date.parse(manifest.snapshot_at))
    assert.ok(before.length >= 10)
    for (const [id] of before) assert.ok(kept.has(id), `appointment ${id} was acknowledged before`)
    const later = [...acknowledged.keys()].filter((id) => !kept.has(id))
    assert.ok(later.length >= 10, `only ${later.length} bookings came after the snapshot`)
    // What is written in one transaction with an appointment is there with it.
    const parts = (on: typeof db) =>
      sql<{ id: number; mails: number }>`select a.id, (select count(*)::int from messages m
        where m.business_id = a.business_id and m.appointment_id = a.id) as mails
        from appointments a order by 1`
        .execute(on)
        .then(({ rows }) => rows)
    const live = await parts(db)
    assert.deepEqual(
      await parts(restored),
      live.filter(({ id }) => kept.has(id)),
    )
    const orphans = await sql`select from messages m where m.appointment_id is not null and not exists (
      select from appointments a where a.business_id = m.business_id and a.id = m.appointment_id)`.execute(
      restored,
    )
    assert.equal(orphans.rows.length, 0)
    // Numbers go on where they were: none is given twice.
    const { rows: next } = await sql<{ id: number }>`
      select nextval('appointments_id_seq')::int as id`.execute(restored)
    assert.ok(next[0]!.id > Math.max(...kept))
  })
  await empty.drop()
})

test('a backup of an earlier state comes up to date, with what its migrations make of the rows', async () => {
  const old = await databaseAt(db, '0083_no_overlap_of_occupied')
  await sql`
    with b as (insert into businesses (business_name, business_type, email, phone, slug)
      values ('Antes', 'Otro', 'antes@correo.example', '+573001112233', 'antes') returning id),
    a as (insert into accounts (business_id, password_hash) select id, 'hash' from b)
    insert into slugs (slug, business_id) select 'antes', id from b`.execute(old.db)
  await old.db.destroy()
  const store = folderStore(folder())
  const manifest = await backUp({ where: old, files, store })
  assert.equal(manifest.migrations.at(-1), '0083_no_overlap_of_occupied')

  const empty = await emptyDatabase(db)
  await restore(manifest, { where: empty, store })
  await on(empty.url, async (restored) => {
    const users = await restored.selectFrom('users').select(['email', 'password_hash']).execute()
    assert.deepEqual(users, [{ email: 'antes@correo.example', password_hash: 'hash' }])
    const promises = (lines: string[]) => lines.filter((line) => !/_seq \d+$/.test(line))
    assert.deepEqual(promises(await schemaOf(restored)), promises(await schemaOf(db)))
  })
  await Promise.all([empty.drop(), old.drop()])
})

describe('a restore is refused with a sentence, and nothing is changed', () => {
  const refused = async (sentence: RegExp, spoil: (place: string, name: string) => void) => {
    const { place, store, manifest } = await backedUp()
    spoil(place, manifest.name)
    const empty = await emptyDatabase(db)
    await assert.rejects(
      async () =>
        restore(await readManifest(store, manifest.name), { where: empty, store, files: pictures() }),
      (error: Error) => (assert.match(error.message, sentence), assert.equal(error.name, 'Error'), true),
    )
    await on(empty.url, async (left) => assert.deepEqual(await contentOf(left), {}))
    await empty.drop()
  }
  const appointments = (name: string) => join(name, 'tables/appointments/00001.zst')

  test('a database that is not empty', async () => {
    const { store, manifest } = await backedUp()
    const before = await contentOf(db)
    await assert.rejects(
      restore(manifest, { where, store, files: pictures() }),
      /The database is not empty \(\d+ tables: .*\), and nothing was changed: restore into a new database/,
    )
    assert.deepEqual(await contentOf(db), before)
  })

  test('a damaged file', () =>
    refused(
      /The backup is damaged: .*appointments\/00001\.zst in .* is not what was written/,
      (place, name) => {
        const file = join(place, appointments(name))
        const content = readFileSync(file)
        content[content.length >> 1]! ^= 1
        writeFileSync(file, content)
      },
    ))

  test('a missing file', () =>
    refused(/The backup is not whole: .*appointments\/00001\.zst is missing/, (place, name) =>
      rmSync(join(place, appointments(name))),
    ))

  test('the folder of the pictures is missing', () =>
    refused(
      /^Of the (\d+) pictures, \1 are missing or damaged in .*nothing was changed.* add --without-damaged-pictures/,
      (place) => rmSync(join(place, 'files'), { recursive: true }),
    ))

  const rewritten = (change: (text: string) => string) => (place: string, name: string) => {
    const file = join(place, name, 'manifest.json')
    const text = change(readFileSync(file, 'utf8').split('\n')[1]!)
    writeFileSync(file, `${createHash('sha256').update(text).digest('hex')}\n${text}\n`)
  }

  test('a damaged manifest', () =>
    refused(/The backup is damaged: .*manifest\.json/, (place, name) => {
      const file = join(place, name, 'manifest.json')
      writeFileSync(file, readFileSync(file, 'utf8').replace('"rows":1,', '"rows":2,'))
    }))

  test('a newer schema, a newer form of backups', async () => {
    const newer = /was made by a newer version of enpunto/
    await refused(
      newer,
      rewritten((text) => text.replace('"0001_businesses"', '"0001_businesses","9999_of_tomorrow"')),
    )
    await refused(
      newer,
      rewritten((text) => text.replace('"format":1', '"format":2')),
    )
  })

  test('rows that break a promise come not at all', async () => {
    const { store, manifest } = await backedUp()
    const empty = await emptyDatabase(db)
    const without = { ...manifest, tables: manifest.tables.map((table) => ({ ...table })) }
    const services = without.tables.find(({ name }) => name === 'services')!
    Object.assign(services, { rows: 0, bytes: 0, sha256: createHash('sha256').digest('hex'), parts: [] })
    await assert.rejects(restore(without, { where: empty, store }), /violates foreign key constraint/)
    await on(empty.url, async (left) => {
      assert.deepEqual((await contentOf(left)).appointments, [])
      // And a server that is started on it says so.
      await assert.rejects(ensureRestored(left), /A restore into this database began at .* and is not done/)
    })
    await empty.drop()
  })
})

test('a damaged picture keeps nothing else from being restored, and is named', async () => {
  const name = 'ffff456789abcdef0123456789abcdef-160.webp'
  await files.put(name, Buffer.from('otra foto'))
  const { place, store, manifest } = await backedUp()
  const sum = createHash('sha256').update('otra foto').digest('hex')
  const kept = join(place, `files/${name}.${sum}`)
  const empty = await emptyDatabase(db)
  writeFileSync(kept, 'otra fotO')
  const restoredFiles = pictures()
  const { damaged } = await restore(manifest, { where: empty, store, files: restoredFiles })
  assert.deepEqual(damaged, [`files/${name}.${sum}`])
  const others = (await files.list()).filter((file) => file !== name)
  assert.deepEqual(await restoredFiles.list(), others)
  await on(empty.url, async (restored) => assert.deepEqual(await contentOf(restored), await contentOf(db)))
  await empty.drop()

  // The rehearsal finds it, and the next backup copies it anew: then the older one has it, too.
  await assert.rejects(
    rehearse(manifest.name, { where, store }),
    /^Error: 1 pictures? in .* missing or damaged \(files\/ffff.*\): the next backup copies them anew/,
  )
  assert.equal(existsSync(kept), false)
  await sleep(1100)
  await backUp({ where, files, store })
  assert.equal(readFileSync(kept, 'utf8'), 'otra foto')
  assert.deepEqual((await rehearse(manifest.name, { where, store })).damaged, [])
})

test('a migration beside a backup waits until it is done, and says so', async (t) => {
  const old = await databaseAt(db, '0083_no_overlap_of_occupied')
  const isSlow = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  const store = folderStore(folder())
  const slow: BackupStore = {
    ...store,
    put: async (name, content) => (isSlow.resolve(), await goesOn.promise, store.put(name, content)),
  }
  const backedUp = backUp({ where: old, files, store: slow })
  await isSlow.promise
  const said: string[] = []
  t.mock.method(console, 'log', (text: string) => void said.push(text))
  const stop = new AbortController()
  const stopped = migrate(old.db, undefined, stop.signal)
  await until(() => said.length > 0, 60_000, 'a migration that waits')
  stop.abort()
  await assert.rejects(stopped, { name: 'AbortError' })
  const migrated = migrate(old.db)
  await until(() => said.length > 1, 60_000, 'a migration that waits')
  await sleep(2500)
  const { rows } = await sql`select from pg_locks where not granted and database =
    (select oid from pg_database where datname = current_database())`.execute(old.db)
  assert.equal(rows.length, 0, 'nobody waits behind it meanwhile')
  goesOn.resolve()
  await Promise.all([backedUp, migrated])
  const waits = 'A backup is under way: the update of the database waits until it is done.'
  assert.deepEqual(said, [waits, waits])
  assert.deepEqual(await backupsIn(store), [(await backedUp).name])
  await old.db.destroy()
  await old.drop()
})

test('two backups at once: the second one says so; a database without the product has nothing', async () => {
  const store = folderStore(folder())
  const both = await Promise.allSettled([
    backUp({ where, files, store }),
    backUp({ where, files, store: folderStore(folder()) }),
  ])
  const [lost] = both.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  assert.match(lost!.reason.message, /Another backup of this database is under way/)
  const empty = await emptyDatabase(db)
  await assert.rejects(backUp({ where: empty, files, store }), /There is nothing to back up/)
  await empty.drop()
})

test('a backup that fails in the middle is none, and leaves no lock, no transaction, and nothing on the disk', async () => {
  const store = folderStore(folder())
  // The half of a process that was killed.
  await store.put('2026-03-11T09-00-00Z/tables/businesses/00001.zst', Buffer.from('half'))
  let parts = 0
  const failing: BackupStore = {
    ...store,
    put: (name, content) =>
      ++parts === 5
        ? Promise.reject(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
        : store.put(name, content),
  }
  await assert.rejects(backUp({ where, files, store: failing }), /no space left/)
  assert.equal(parts, 5)
  assert.deepEqual(await store.list(''), [])
  const manifest = await backUp({ where, files, store })
  assert.deepEqual(await backupsIn(store), [manifest.name])
})

test('a folder that goes away in the middle, or is another one then, holds no backup that looks whole', async () => {
  const elsewhere = folder()
  /** The disk's folder moves away after the first appointments were written. */
  const leaving = (place: string, comesBack: boolean): BackupStore => {
    const store = folderStore(place)
    const put = async (name: string, content: Buffer) => {
      await store.put(name, content)
      if (!name.includes('/appointments/')) return
      renameSync(place, join(elsewhere, basename(place)))
      if (comesBack) mkdirSync(place)
    }
    return { ...store, put }
  }
  for (const [comesBack, sentence] of [
    [false, /^Backups cannot be written to .* \(ENOENT\)/],
    [true, /^The backup did not come to its end: .*, which was written, is not in .*\. Was its disk/],
  ] as const) {
    const place = folder()
    const failed = await backUp({ where, files, store: leaving(place, comesBack) }).catch((error) => error)
    assert.ok(failed instanceof BackupError)
    assert.match(failed.message, sentence)
    assert.equal(existsSync(place), comesBack, 'it is not made anew')
    assert.deepEqual(await backupsIn(folderStore(place)), [])
  }
})

test('a table of somebody else is kept in the backup, and said when it is left out', async () => {
  const other = await createDatabase(decodeURIComponent(/host=(.*)/.exec(where.url)![1]!))
  await on(other.url, (theirs) =>
    sql`create table notes_of_the_operator (id serial, seven integer)`.execute(theirs),
  )
  const store = folderStore(folder())
  const manifest = await backUp({ where: other, files, store })
  const empty = await emptyDatabase(db)
  const { leftOut } = await restore(manifest, { where: empty, store })
  assert.deepEqual(leftOut, ['notes_of_the_operator'])
  await Promise.all([empty.drop(), other.drop()])
})

test('two restores into one database: the second one is refused, and the first one comes to its end', async () => {
  const { store, manifest } = await backedUp()
  const empty = await emptyDatabase(db)
  let begun = () => {}
  const isUnderWay = new Promise<void>((done) => (begun = done))
  const slow: BackupStore = {
    ...store,
    read: async (name) => (begun(), await sleep(20), store.read(name)),
  }
  const first = restore(manifest, { where: empty, store: slow, files: pictures() })
  await isUnderWay
  await assert.rejects(restore(manifest, { where: empty, store, files: pictures() }), {
    message: 'Another restore into this database is under way: wait until it has ended.',
  })
  await first
  await on(empty.url, async (restored) => assert.deepEqual(await schemaOf(restored), await schemaOf(db)))
  await empty.drop()
})

test('a restore that failed in the middle is begun again in the same place, and a damaged backup leaves it as it was', async () => {
  const { store, manifest } = await backedUp()
  const marks = (url: string) =>
    on(url, (other) => sql`select from pg_namespace where nspname = 'enpunto_restore'`.execute(other)).then(
      ({ rows }) => rows.length,
    )
  const empty = await emptyDatabase(db)
  const part = manifest.tables.at(-1)!.parts[0]!.name
  /** Gone at the n-th time that it is read: once to verify, once to load. */
  const goneAt = (n: number): BackupStore => {
    let reads = 0
    return { ...store, read: (name) => store.read(name === part && ++reads === n ? 'nothing' : name) }
  }
  const target = { where: empty, files: pictures() }
  await assert.rejects(restore(manifest, { ...target, store: goneAt(1) }), BackupError)
  assert.equal(await marks(empty.url), 0, 'nothing was changed')
  await assert.rejects(restore(manifest, { ...target, store: goneAt(2) }), /no server starts here: begin it/)
  assert.equal(await marks(empty.url), 1)
  await on(empty.url, (other) => assert.rejects(ensureRestored(other), /A restore into this database began/))
  await assert.rejects(restore(manifest, { ...target, store: goneAt(1) }), BackupError)
  assert.equal(await marks(empty.url), 1, 'it is half restored as before')
  await restore(manifest, { ...target, store })
  assert.equal(await marks(empty.url), 0)
  // What a restore makes that nothing disturbed.
  const other = await emptyDatabase(db)
  await restore(manifest, { where: other, store, files: pictures() })
  await on(other.url, (undisturbed) =>
    on(empty.url, async (restored) => {
      await ensureRestored(restored)
      assert.deepEqual(await contentOf(restored), await contentOf(undisturbed))
      assert.deepEqual(await schemaOf(restored), await schemaOf(undisturbed))
    }),
  )
  await other.drop()
  await empty.drop()
})
