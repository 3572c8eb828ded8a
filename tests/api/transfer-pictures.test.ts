/** An archive whose pictures cannot be read to their end. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { folderFiles, type FileStore } from '#server/files.ts'
import sharp from 'sharp'
import { api, database } from '../helper.ts'
import { multipart } from '../multipart.ts'
import { owner } from '../owner.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-pictures-'))
after(() => rmSync(folder, { recursive: true, force: true }))

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

  broken = undefined
  assert.equal(await take(), 200)
})
