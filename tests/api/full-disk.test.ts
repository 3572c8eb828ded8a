import { folderFiles, type FileStore } from '#server/files.ts'
import { removeUnusedImages } from '#server/uploads/clean.ts'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, beforeEach, test } from 'node:test'
import sharp from 'sharp'
import { api, database } from '../helper.ts'
import { upload } from '../multipart.ts'
import { owner } from '../owner.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-full-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const db = await database()
const stored = folderFiles(folder)
let fault: string | undefined
const files: FileStore = {
  ...stored,
  async put(name, content) {
    if (fault) throw Object.assign(new Error(`${fault}: no such luck, write`), { code: fault })
    await stored.put(name, content)
  },
}
const { app, call } = await api(db, { files })
beforeEach(() => (fault = undefined))

for (const code of ['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE'])
  test(`a picture that the disk does not take (${code}) may be sent again, and comes then`, async () => {
    const mine = await owner(call)
    const content = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#c0407a' } })
      .jpeg()
      .toBuffer()
    const logo = () =>
      upload(app, mine, '/api/uploads/business/logo', [
        { field: 'logo', content, filename: 'foto.jpg', type: 'image/jpeg' },
      ])
    const before = (await mine.as('GET', '/api/businesses/profile')).body.business.logo_url
    fault = code
    const refused = await logo()
    assert.equal(refused.status, 503)
    assert.equal(refused.body.error, 'El servicio no está disponible por un momento. Intenta de nuevo.')
    assert.equal((await mine.as('GET', '/api/businesses/profile')).body.business.logo_url, before)
    fault = undefined
    assert.equal((await logo()).status, 200)
  })

test('what could not be written whole leaves nothing of it', async () => {
  // A folder of the file's name lets everything be written but its name: the last step fails.
  mkdirSync(join(folder, 'a-900.webp', 'in the way'), { recursive: true })
  await assert.rejects(stored.put('a-900.webp', Buffer.alloc(1000)))
  assert.ok(!readdirSync(folder).includes('.a-900.webp.new'))
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
