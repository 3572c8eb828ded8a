import { folderFiles, type FileStore } from '#server/files/files.ts'
import { S3Error } from '#server/files/s3.ts'
import { sharePictureRoutes } from '#server/sharing/picture-routes.ts'
import { tileCache } from '#server/files/tile-cache.ts'
import { removeUnusedImages } from '#server/uploads/clean.ts'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { api, database, salon } from '../helper.ts'
import { upload } from '../multipart.ts'
import { owner } from '../owner.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-full-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const db = await database()
const stored = folderFiles(folder)
let fault: Error | undefined
let fits = (_name: string) => true
const failed = (code: string) => Object.assign(new Error(`${code}: no such luck, write`), { code })
const files: FileStore = {
  ...stored,
  async put(name, content) {
    if (fault) throw fault
    if (!fits(name)) throw failed('ENOSPC')
    await stored.put(name, content)
  },
}
const { app, call } = await api(db, {
  files,
  prepare: async (app, deps) => sharePictureRoutes(app, deps),
})
beforeEach(() => {
  fault = undefined
  fits = () => true
})

const AWAY: [string, Error][] = [
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE'].map((code): [string, Error] => [
    `the disk: ${code}`,
    failed(code),
  ]),
  ['a bucket: 500', new S3Error('The file store answered 500 to PUT: ', 500, 'InternalError')],
  ['a bucket: 429', new S3Error('The file store answered 429 to PUT: ', 429, undefined)],
  ['a bucket: unreached', new TypeError('fetch failed', { cause: failed('ECONNREFUSED') })],
  ['a bucket: no answer', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
]
for (const [why, error] of AWAY)
  test(`a picture that its store does not take (${why}) may be sent again, and comes then`, async () => {
    const mine = await owner(call)
    const content = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c0407a' } })
      .jpeg()
      .toBuffer()
    const logo = () =>
      upload(app, mine, '/api/uploads/business/logo', [
        { field: 'logo', content, filename: 'foto.jpg', type: 'image/jpeg' },
      ])
    const before = (await mine.as('GET', '/api/businesses/profile')).body.business.logo_url
    fault = error
    const refused = await logo()
    assert.equal(refused.status, 503)
    assert.equal(refused.body.error, 'El servicio no está disponible por un momento. Intenta de nuevo.')
    assert.equal((await mine.as('GET', '/api/businesses/profile')).body.business.logo_url, before)
    fault = undefined
    assert.equal((await logo()).status, 200)
  })

test('a picture of which some sizes fit leaves none of them on the full disk, however often it is sent', async () => {
  const mine = await owner(call)
  const content = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#c0407a' } })
    .jpeg()
    .toBuffer()
  const held = async () => [
    readdirSync(folder).length,
    (await db.selectFrom('images').select('name').execute()).length,
  ]
  const before = await held()
  fits = (name) => !name.endsWith('-900.webp')
  for (let n = 0; n < 3; n++) {
    const part = { field: 'logo', content, filename: 'foto.jpg', type: 'image/jpeg' }
    assert.equal((await upload(app, mine, '/api/uploads/business/logo', [part])).status, 503)
  }
  assert.deepEqual(await held(), before)
})

test('what could not be written whole leaves nothing of it', async () => {
  // A folder of the file's name lets everything be written but its name: the last step fails.
  mkdirSync(join(folder, 'a-900.webp', 'in the way'), { recursive: true })
  await assert.rejects(stored.put('a-900.webp', Buffer.alloc(1000)))
  assert.ok(!readdirSync(folder).some((name) => name.startsWith('.a-900.webp')))
})

test('two processes that write the same picture, or the same tile, both have written it', async () => {
  const other = folderFiles(folder)
  const bounds = { files: 1000, bytes: 1e9 }
  const tiles = mkdtempSync(join(folder, 'tiles-'))
  const [here, there] = [tileCache(tiles, bounds), tileCache(tiles, bounds)]
  const content = Buffer.alloc(50_000)
  for (let n = 0; n < 50; n++) {
    await Promise.all([stored, other].map((store) => store.put('twice-900.webp', content)))
    await Promise.all([here, there].map((cache) => cache.put('1-1-1.png', content)))
  }
  assert.equal(statSync(join(folder, 'twice-900.webp')).size, content.length)
  assert.deepEqual(readdirSync(tiles), ['1-1-1.png'])
})

test('a preview that cannot be kept is shown all the same', async () => {
  const { slug } = await salon(db)
  const path = (await call('GET', `/api/businesses/public/slug/${slug}`)).body.business.share_image
  fault = failed('ENOSPC')
  for (let n = 0; n < 2; n++) {
    const { statusCode, headers } = await app.inject(path)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/jpeg'])
  }
})

test('what a killed process left unfinished goes a day later; what is being written stays', async () => {
  for (const name of ['.left-900.webp.new', '.fresh-900.webp.new', 'whole-900.webp'])
    writeFileSync(join(folder, name), 'half')
  // Of this test's clock, as all ages here: the run's may be ahead of the machine's.
  const [fresh, old] = [new Date(), new Date(Date.now() - 25 * 3_600_000)]
  utimesSync(join(folder, '.fresh-900.webp.new'), fresh, fresh)
  for (const name of ['.left-900.webp.new', 'whole-900.webp']) utimesSync(join(folder, name), old, old)
  await removeUnusedImages({ db, files, now: Date.now })
  const left = readdirSync(folder)
  assert.ok(!left.includes('.left-900.webp.new'))
  for (const name of ['.fresh-900.webp.new', 'whole-900.webp']) assert.ok(left.includes(name), name)
})
