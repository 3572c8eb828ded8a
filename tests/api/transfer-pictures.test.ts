/** Pictures of an archive that cannot be read to their end, and of one whose business comes by a commit that is not answered. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { connect, type Db } from '#server/database/db.ts'
import { folderFiles, type FileStore } from '#server/files/files.ts'
import type { Secrets } from '#server/secrets.ts'
import { endOf } from '#server/transfer/end-queries.ts'
import { importArchive } from '#server/transfer/import.ts'
import { openArchive } from '#server/transfer/read.ts'
import { removeUnusedImages } from '#server/uploads/clean.ts'
import sharp from 'sharp'
import { api, database, NOW } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { owner } from '../owner.ts'

const DAY = 24 * 3_600_000
const folder = mkdtempSync(join(tmpdir(), 'enpunto-pictures-'))
after(() => rmSync(folder, { recursive: true, force: true }))

async function uploadLogo(app: Awaited<ReturnType<typeof api>>['app'], headers: Record<string, string>) {
  const picture = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#446688' } })
    .webp()
    .toBuffer()
  const { payload, type } = multipart([
    { field: 'logo', content: picture, filename: 'logo.webp', type: 'image/webp' },
  ])
  const uploaded = await app.inject({
    method: 'POST',
    url: '/api/uploads/business/logo',
    headers: { ...headers, 'content-type': type },
    payload,
  })
  assert.equal(uploaded.statusCode, 200)
}

test('a picture whose reading ends early fails the archive, which can be asked for again', async () => {
  const own = folderFiles(folder)
  let broken: Readable | undefined
  const files: FileStore = {
    ...own,
    async read(name) {
      const file = await own.read(name)
      if (!file || !broken) return file
      file.content.destroy()
      return { ...file, content: broken }
    },
  }
  const { app, call } = await api(await database(), { files })
  const { headers } = await owner(call)
  await uploadLogo(app, headers)
  const take = async () => (await app.inject({ url: '/api/businesses/export.zip', headers })).statusCode

  // It says nothing of why it ends, as one of a bucket whose connection is lost.
  broken = new Readable({ read() {} })
  broken.push('some')
  const cut = setTimeout(() => broken?.destroy(), 200)
  after(() => clearTimeout(cut))
  assert.ok((await take()) >= 500)

  // Its store fails, and nothing of it stays open.
  const failing = new Readable({ read: () => void failing.destroy(new Error('EIO')) })
  broken = failing
  assert.ok((await take()) >= 500)
  assert.ok(failing.destroyed)

  // Nor do its faults use up the five that a business may have in an hour.
  for (let n = 0; n < 5; n++) {
    broken = new Readable({ read: () => void broken?.destroy(new Error('EIO')) })
    const status = await take()
    assert.ok(status >= 500, String(status))
  }
  broken = undefined
  assert.equal(await take(), 200)
})

test('a business whose commit was done and not answered is here with its pictures; one that was not done leaves none', async () => {
  let secrets: Secrets | undefined
  const { app, call } = await api(await database(), {
    files: folderFiles(join(folder, 'from')),
    prepare: async (_app, deps) => void (secrets = deps.secrets),
  })
  const { headers } = await owner(call)
  await uploadLogo(app, headers)
  const path = join(folder, 'enpunto.zip')
  writeFileSync(path, (await app.inject({ url: '/api/businesses/export.zip', headers })).rawPayload)

  const db = await database()
  const files = folderFiles(join(folder, 'to'))
  /** A connection that is lost between the last statement and the answer to the commit. */
  const losing = (isDone: boolean) => {
    const execute: ReturnType<Db['transaction']>['execute'] = async (work) => {
      const lost = new Error('Connection terminated unexpectedly')
      await db.transaction().execute(async (tx) => {
        await work(tx)
        if (!isDone) throw lost
      })
      throw lost
    }
    return new Proxy(db, {
      get(own, name) {
        if (name === 'transaction') return () => ({ execute })
        const value: unknown = Reflect.get(own, name, own)
        return typeof value === 'function' ? value.bind(own) : value
      },
    })
  }
  const bring = async (isDone: boolean) => {
    const archive = await openArchive(openSync(path, 'r'))
    const place = { db: losing(isDone), files, secrets: secrets!, nowMs: Date.now() }
    return await importArchive(place, archive, () => Promise.resolve()).finally(() => archive.close())
  }

  await assert.rejects(bring(false), /Connection terminated/)
  assert.deepEqual(await files.list(), [])
  const arriving = () => db.selectFrom('arriving_pictures').select('name').execute()
  assert.deepEqual(await arriving(), [])

  // A process that is killed when it has written them: nothing undoes anything.
  const killed = openArchive(openSync(path, 'r')).then((archive) => {
    const dead: FileStore = { ...files, remove: () => Promise.reject(new Error('The process is dead.')) }
    const place = { db: losing(false), files: dead, secrets: secrets!, nowMs: NOW }
    return importArchive(place, archive, () => Promise.resolve()).finally(() => archive.close())
  })
  await assert.rejects(killed, /Connection terminated/)
  const left = await files.list()
  assert.ok(left.length > 0)
  const clean = (nowMs: number) => removeUnusedImages({ db, files, now: () => nowMs })
  await clean(NOW + DAY - 1)
  assert.deepEqual([await files.list(), (await arriving()).length], [left, 1])
  await clean(NOW + DAY)
  assert.deepEqual([await files.list(), await arriving()], [[], []])

  const { business_id } = await bring(true)
  const { rows } = await sql<{ name: string }>`
    select name from images where business_id = ${business_id}`.execute(db)
  assert.equal(rows.length, 1)
  const stays = await files.list()
  assert.ok(stays.some((file) => file.startsWith(rows[0]!.name)))
  assert.deepEqual(await arriving(), [])
  await clean(Date.now() + 3 * DAY)
  assert.deepEqual(await files.list(), stays)
})

test('of a commit whose number is another transaction’s by now nothing is known, nor where the database does not answer', async () => {
  const db = await database()
  const { call } = await api(db)
  const { business_id, slug } = await owner(call)
  const { rows } = await sql<{ number: string }>`select pg_current_xact_id()::text as number`.execute(db)
  const { number } = rows[0]!
  assert.equal(await endOf(db, { number, imported: { business_id, slug } }), 'committed')
  for (const other of [
    { business_id: business_id + 1, slug },
    { business_id, slug: `${slug}-2` },
  ])
    assert.equal(await endOf(db, { number, imported: other }), undefined)

  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const hanging = connect({ url: `postgres://nobody@127.0.0.1:${port}/silent` })
  const begun = performance.now()
  assert.equal(await endOf(hanging, { number, imported: { business_id, slug } }), undefined)
  const ms = performance.now() - begun
  assert.ok(ms > 9_000 && ms < 15_000, `${ms} ms`)
  server.close()
  await hanging.destroy()
})
