import { imageOfWidth, imageSizes, imageSrcSet, mailImage, uploadedImage } from '#domain/images.ts'
import { fileRoutes, folderFiles } from '#server/files/files.ts'
import { removeUnusedImages } from '#server/uploads/clean.ts'
import { answerErrors } from '#server/http/http.ts'
import Fastify from 'fastify'
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { api, database } from '../helper.ts'
import { multipart, upload, type Part } from '../multipart.ts'
import { owner, withOffer, type Owner } from '../owner.ts'
import { memberOf } from '../roles.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-uploads-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const db = await database()
const files = folderFiles(folder)
const { app, call, clock } = await api(db, { files })
const store = Fastify({ routerOptions: { maxParamLength: 300 } })
answerErrors(store)
await fileRoutes(store, files)

const drawing = (width = 900, height = 700, background = '#c0407a') =>
  sharp({ create: { width, height, channels: 3, background } })
const photo = async (image: Sharp = drawing()) => image.jpeg().toBuffer()
const file = (content: Buffer | string, field = 'image', more: Partial<Part> = {}): Part[] => [
  { field, content, filename: 'foto.jpg', type: 'image/jpeg', ...more },
]
const fetched = async (url: string) => (await store.inject(url)).rawPayload
const gallery = (mine: Owner, content: Buffer) =>
  upload(app, mine, '/api/uploads/business/gallery', file(content))
const logo = async (mine: Owner, content: Buffer | string, more: Partial<Part> = {}) =>
  upload(app, mine, '/api/uploads/business/logo', file(content, 'logo', more))

describe('an upload', () => {
  test('is a square PNG in mails: made once, of the smallest size, for any shape', async () => {
    const mine = await owner(call)
    for (const [width, height] of [
      [900, 300],
      [90, 120],
    ] as const) {
      const { logo_url } = (await logo(mine, await photo(drawing(width, height)))).body
      const answers = await Promise.all(Array.from({ length: 4 }, () => store.inject(mailImage(logo_url))))
      for (const { statusCode, headers, rawPayload } of [
        ...answers,
        await store.inject(mailImage(logo_url)),
      ]) {
        assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'])
        const png = await sharp(rawPayload).metadata()
        assert.deepEqual([png.format, png.width, png.height], ['png', 160, 160])
      }
      assert.ok(readdirSync(folder).includes(mailImage(logo_url).slice('/files/'.length)))
      if (width > 160)
        assert.equal(
          (await store.inject(logo_url.replace('webp', 'png'))).statusCode,
          404,
          'large ones are not made',
        )
    }
    assert.equal((await store.inject(`/files/${'0'.repeat(32)}-160.png`)).statusCode, 404)
    assert.equal((await store.inject('/files/..%2Fx.png')).statusCode, 404)
    assert.equal(mailImage('https://otro.example/logo.webp'), 'https://otro.example/logo.webp')
  })

  test('goes to its place, and can be fetched there as an image', async () => {
    const mine = await owner(call)
    const { service_id, professional_id } = await withOffer(mine)
    const places: [string, string, string][] = [
      [`/api/uploads/service/${service_id}/image`, 'image', 'image_url'],
      [`/api/uploads/professional/${professional_id}/avatar`, 'avatar', 'avatar_url'],
      ['/api/uploads/business/logo', 'logo', 'logo_url'],
      ['/api/uploads/business/gallery', 'image', 'image_url'],
    ]
    const urls: string[] = []
    for (const [address, field, name] of places) {
      const { status, body } = await upload(app, mine, address, file(await photo(), field))
      assert.deepEqual([status, body.success], [200, true])
      assert.match(body[name], /^\/files\/[0-9a-f]{32}-900\.webp$/)
      const response = await store.inject(body[name])
      assert.deepEqual([response.statusCode, response.headers['content-type']], [200, 'image/webp'])
      assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.match(String(response.headers['content-security-policy']), /sandbox/)
      const { format, width, height } = await sharp(response.rawPayload).metadata()
      assert.deepEqual([format, width, height], ['webp', 900, 700])
      urls.push(body[name])
    }
    const service = (await mine.as('GET', '/api/services')).body.services[0]
    const professional = (await mine.as('GET', '/api/professionals')).body.professionals[0]
    const page = (await call('GET', `/api/businesses/public/${mine.slug}`)).body.business
    const shown = [
      service.image_url,
      professional.avatar_url,
      page.logo_url,
      JSON.parse(page.gallery_images)[0],
    ]
    assert.deepEqual(shown, urls)
    assert.equal(new Set(urls).size, 4)
  })

  test('of somebody who is sent out while it arrives goes nowhere', async () => {
    const mine = await owner(call)
    const { headers, user_id } = await memberOf(db, mine.business_id, 'manager')
    const { payload, type } = multipart(file(await photo(), 'logo'))
    async function* slowly() {
      yield payload.subarray(0, 300)
      await sleep(400)
      await db.deleteFrom('sessions').where('user_id', '=', user_id).execute()
      yield payload.subarray(300)
    }
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/api/uploads/business/logo',
      headers: { ...headers, 'content-type': type },
      payload: Readable.from(slowly()),
    })
    assert.equal(statusCode, 401)
    assert.equal((await mine.as('GET', '/api/businesses/profile')).body.business.logo_url, null)
  })

  test('is kept in several widths, by the convention of domain/images.ts', async () => {
    const mine = await owner(call)
    const { body } = await logo(mine, await photo(drawing(3000, 1500)))
    assert.deepEqual(uploadedImage(body.logo_url)?.width, 1920)
    const widths = imageSizes(1920)
    assert.deepEqual(widths, [160, 320, 640, 1280, 1920])
    assert.equal(imageSrcSet(body.logo_url)!.split(', ').length, 5)
    for (const width of widths) {
      const metadata = await sharp(await fetched(imageOfWidth(body.logo_url, width))).metadata()
      assert.deepEqual([metadata.width, metadata.height], [width, width / 2])
    }
    assert.equal(imageOfWidth('https://cdn.example/a.jpg', 160), 'https://cdn.example/a.jpg')
    assert.equal(imageSrcSet('/files/demo-logo.webp'), undefined)
    const tiny = await logo(mine, await photo(drawing(1, 1)))
    assert.match(tiny.body.logo_url, /-1\.webp$/)
    const tall = await logo(mine, await photo(drawing(500, 4000)))
    assert.match(tall.body.logo_url, /-240\.webp$/)
  })

  test('may be JPEG, PNG, GIF or WebP, whatever it is called', async () => {
    const mine = await owner(call)
    for (const content of [
      await drawing().jpeg().toBuffer(),
      await drawing().png().toBuffer(),
      await drawing().gif().toBuffer(),
      await drawing().webp().toBuffer(),
      await drawing().greyscale().png({ palette: true }).toBuffer(),
      await drawing().toColourspace('cmyk').jpeg().toBuffer(),
      await drawing().toColourspace('rgb16').png().toBuffer(),
      await drawing().ensureAlpha(0.5).png().toBuffer(),
    ]) {
      const { status } = await logo(mine, content, { filename: '../../x.html', type: 'text/html' })
      assert.equal(status, 200)
    }
  })

  test('keeps a transparent background', async () => {
    const { body } = await logo(await owner(call), await drawing().ensureAlpha(0.25).png().toBuffer())
    const { channels } = await sharp(await fetched(body.logo_url)).stats()
    assert.equal(channels.length, 4)
    assert.ok(Math.abs(channels[3]!.mean - 64) < 2)
  })

  test('stands upright, and says no more where and when it was taken', async () => {
    const left = await drawing(200, 300, '#ff0000').png().toBuffer()
    const sideways = await drawing(400, 300, '#0000ff')
      .composite([{ input: left, left: 0, top: 0 }])
      .withExif({
        IFD0: { Make: 'CámaraSecreta' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '4/1 35/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    assert.ok((await sharp(sideways).metadata()).exif)
    const { body } = await logo(await owner(call), sideways)
    const content = await fetched(body.logo_url)
    const metadata = await sharp(content).metadata()
    assert.deepEqual([metadata.width, metadata.height], [300, 400])
    assert.deepEqual(
      [metadata.exif, metadata.xmp, metadata.iptc, metadata.orientation],
      [undefined, undefined, undefined, undefined],
    )
    assert.doesNotMatch(content.toString('latin1'), /CámaraSecreta|Exif|GPS/)
    // After a quarter turn, what was on the left is at the top.
    const { data } = await sharp(content)
      .extract({ left: 150, top: 50, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    assert.ok(data[0]! > 200 && data[2]! < 60)
  })

  test('takes nothing along that was hidden behind the picture', async () => {
    const polyglot = Buffer.concat([
      await photo(),
      Buffer.from('<script>alert(1)</script><?php system($_GET[0]) ?>'),
    ])
    const { status, body } = await logo(await owner(call), polyglot)
    assert.equal(status, 200)
    assert.doesNotMatch((await fetched(body.logo_url)).toString('latin1'), /script|php/)
  })

  test('of one that moves, shows the first frame', async () => {
    const frames = Buffer.concat([
      await drawing(64, 64, '#ff0000').raw().toBuffer(),
      await drawing(64, 64, '#0000ff').raw().toBuffer(),
    ])
    const moving = await sharp(frames, { raw: { width: 64, height: 128, channels: 3, pageHeight: 64 } })
      .gif()
      .toBuffer()
    const { body } = await logo(await owner(call), moving)
    const { width, height, pages } = await sharp(await fetched(body.logo_url)).metadata()
    assert.deepEqual([width, height, pages ?? 1], [64, 64, 1])
  })
})

describe('a hostile upload', () => {
  const TYPE = 'Formato de imagen no válido. Use JPG, PNG, GIF o WebP'
  const noise = async (bytes: number) => {
    const side = Math.ceil(Math.sqrt(bytes / 3))
    const pixels = Buffer.alloc(side * side * 3)
    for (let i = 0; i < pixels.length; i += 4)
      pixels.writeUInt32LE(((i * 2654435761) ^ (i << 13)) >>> 0, Math.min(i, pixels.length - 4))
    return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
      .png({ compressionLevel: 0 })
      .toBuffer()
  }
  const padded = (content: Buffer, size: number) =>
    Buffer.concat([content, Buffer.alloc(size - content.length)])

  test('of another type is refused by content, with nothing stored', async () => {
    const mine = await owner(call)
    const before = readdirSync(folder).length
    const svg =
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
    for (const [name, content] of [
      ['svg', svg],
      ['svg behind a mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(svg)])],
      ['html', '<!doctype html><script>alert(1)</script>'],
      ['pdf', '%PDF-1.4 1 0 obj'],
      ['tiff', await drawing().tiff().toBuffer()],
      ['avif', await drawing(32, 32).avif().toBuffer()],
      ['zip', Buffer.from('PK\u0003\u0004')],
      ['text', 'GIF8 but not really'],
      ['zeros', Buffer.alloc(1000)],
    ] as const) {
      const { status, body } = await logo(mine, content, { filename: 'foto.png', type: 'image/png' })
      assert.deepEqual([status, body.error], [415, TYPE], name)
    }
    assert.equal(readdirSync(folder).length, before)
    assert.equal((await mine.as('GET', '/api/businesses/profile')).body.business.logo_url, null)
  })

  test('that is broken is refused', async () => {
    const mine = await owner(call)
    const jpeg = await photo(
      drawing(800, 600).composite([{ input: await drawing(300, 300, '#00ff00').png().toBuffer() }]),
    )
    const png = await drawing().png().toBuffer()
    for (const content of [
      jpeg.subarray(0, jpeg.length / 2),
      jpeg.subarray(0, 20),
      png.subarray(0, png.length - 40),
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(500)]),
      Buffer.from('GIF89a'),
      Buffer.from('RIFF\u0010\u0000\u0000\u0000WEBPVP8 '),
    ]) {
      const { status, body } = await logo(mine, content)
      assert.deepEqual([status, body.success], [400, false])
      assert.match(body.error, /dañada/)
    }
  })

  test('of 5 MB passes, of one byte more is too large', async () => {
    const mine = await owner(call)
    const limit = 5 * 1024 * 1024
    const picture = await photo()
    assert.equal((await logo(mine, padded(picture, limit))).status, 200)
    for (const size of [limit + 1, limit + 1000, 9 * 1024 * 1024]) {
      const { status, body } = await logo(mine, padded(picture, size))
      assert.deepEqual([status, body.error], [413, 'La imagen es demasiado grande. Máximo 5MB'])
    }
  })

  test('that says nothing of its size is cut off all the same, and the server goes on', async () => {
    const mine = await owner(call)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const { payload, type } = multipart(file(padded(await photo(), 12 * 1024 * 1024), 'logo'))
    const status = await new Promise((resolve, reject) => {
      const headers = { ...mine.headers, 'content-type': type, 'transfer-encoding': 'chunked' }
      const sending = request(
        { host: '127.0.0.1', port, method: 'POST', path: '/api/uploads/business/logo', headers },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      sending.once('error', reject)
      for (let at = 0; at < payload.length; at += 65_536) sending.write(payload.subarray(at, at + 65_536))
      sending.end()
    })
    assert.equal(status, 413)
    assert.equal((await call('GET', '/api/health')).status, 200)
  })

  test('that unfolds to 400 megapixels is refused', async () => {
    const bomb = whitePng(20_000, 20_000)
    assert.ok(bomb.length < 500_000, `${bomb.length} bytes`)
    const { status, body } = await logo(await owner(call), bomb)
    assert.equal(status, 413)
    assert.match(body.error, /50 megapíxeles/)
  })

  test('that lies about its size is refused', async () => {
    const lying = whitePng(20_000, 20_000, { claimed: { width: 100, height: 100 } })
    const { status } = await logo(await owner(call), lying)
    assert.ok(status === 400 || status === 200)
    const { status: huge } = await logo(
      await owner(call),
      whitePng(10, 10, { claimed: { width: 0x7fffffff, height: 0x7fffffff } }),
    )
    assert.ok([400, 413].includes(huge), String(huge))
  })

  test('ten large ones at once are all read, two at a time', async () => {
    const mine = await owner(call)
    const large = await noise(3_500_000)
    const answers = await Promise.all(Array.from({ length: 10 }, () => logo(mine, large)))
    assert.ok(answers.every(({ status }) => status === 200))
  })

  test('without a file, with another field, two files or another kind of body is refused', async () => {
    const mine = await owner(call)
    const url = '/api/uploads/business/logo'
    const picture = await photo()
    for (const parts of [
      [],
      file(picture, 'image'),
      file('', 'logo'),
      [{ field: 'logo', content: 'texto' }],
    ]) {
      const { status, body } = await upload(app, mine, url, parts)
      assert.equal(status, 400)
      assert.ok(body.error)
    }
    assert.equal(
      (await upload(app, mine, url, [...file(picture, 'logo'), ...file(picture, 'logo')])).status,
      400,
    )
    const { payload, type } = multipart(file(picture, 'logo'))
    const send = (headers: Record<string, string>, body: Buffer) =>
      app.inject({ method: 'POST', url, headers: { ...mine.headers, ...headers }, payload: body })
    assert.equal((await send({ 'content-type': type }, payload.subarray(0, 400))).statusCode, 400)
    assert.equal((await send({ 'content-type': 'multipart/form-data' }, payload)).statusCode, 400)
    assert.equal((await send({ 'content-type': 'image/jpeg' }, picture)).statusCode, 415)
    assert.equal((await mine.as('POST', url, { logo: 'x' })).status, 415)
    assert.equal((await mine.as('POST', url)).status, 400)
    assert.equal((await mine.as('GET', '/api/businesses/profile')).body.business.logo_url, null)
  })
})

describe('whose', () => {
  test('another business’s service or professional is refused before the body is read', async () => {
    const [mine, other] = [await owner(call), await owner(call)]
    const { service_id, professional_id } = await withOffer(other)
    const stored = readdirSync(folder).length
    for (const [url, field] of [
      [`/api/uploads/service/${service_id}/image`, 'image'],
      [`/api/uploads/professional/${professional_id}/avatar`, 'avatar'],
      ['/api/uploads/service/987654/image', 'image'],
      ['/api/uploads/service/x/image', 'image'],
    ] as const) {
      // The body alone would be refused too: a 404 shows that it was not read.
      const { status } = await upload(app, mine, url, file(Buffer.alloc(6_000_000), field))
      assert.equal(status, 404)
    }
    assert.equal(readdirSync(folder).length, stored)
    assert.equal((await other.as('GET', '/api/services')).body.services[0].image_url, null)
    assert.equal((await other.as('GET', '/api/professionals')).body.professionals[0].avatar_url, null)
  })

  test('without a session nothing is read', async () => {
    const { status } = await upload(
      app,
      { headers: { authorization: 'Bearer x' } },
      '/api/uploads/business/logo',
      file(await photo(), 'logo'),
    )
    assert.equal(status, 401)
  })

  test('the gallery never holds more than six, also when ten come at once', async () => {
    const mine = await owner(call)
    const picture = await photo(drawing(100, 100))
    assert.equal((await gallery(mine, picture)).status, 200)
    const answers = await Promise.all(Array.from({ length: 10 }, () => gallery(mine, picture)))
    assert.equal(answers.filter(({ status }) => status === 200).length, 5)
    for (const { status, body } of answers.filter(({ status }) => status !== 200))
      assert.deepEqual([status, body.error], [400, 'Máximo 6 imágenes permitidas'])
    const list = JSON.parse((await mine.as('GET', '/api/businesses/profile')).body.business.gallery_images)
    assert.equal(new Set(list).size, 6)
    const seventh = await gallery(mine, picture)
    assert.deepEqual([seventh.status, seventh.body.error], [400, 'Máximo 6 imágenes permitidas'])
    await mine.as('DELETE', '/api/businesses/gallery/image', { image_url: list[0] })
    assert.equal((await gallery(mine, picture)).status, 200)
  })
})

describe('pictures that nothing refers to', () => {
  const HOUR = 3_600_000
  const clean = () => removeUnusedImages({ db, files, now: () => clock.now })
  const exists = async (url: string) => (await store.inject(url)).statusCode === 200

  test('go though the store does not let go of another one, which is tried again', async () => {
    const [mine, others] = [await owner(call), await owner(call)]
    const put = async (whose: typeof mine) =>
      (await upload(app, whose, '/api/uploads/business/logo', file(await photo(), 'logo'))).body
        .logo_url as string
    const kept = await put(mine)
    const gone = await put(others)
    for (const whose of [mine, others]) await put(whose)
    await clean()
    clock.now += 25 * HOUR
    const { name } = uploadedImage(kept)!
    const stubborn: typeof files = {
      ...files,
      remove: async (path) => {
        if (path.includes(name)) throw new Error('AccessDenied')
        await files.remove(path)
      },
    }
    const run = removeUnusedImages({ db, files: stubborn, now: () => clock.now })
    await assert.rejects(run, /AccessDenied/)
    assert.deepEqual([await exists(kept), await exists(gone)], [true, false])
    await clean()
    assert.equal(await exists(kept), false)
  })

  test('go a day later, in every size; those in use stay', async () => {
    const mine = await owner(call)
    const { service_id, professional_id } = await withOffer(mine)
    const picture = await photo()
    const urlOf = async (address: string, field: string, name: string) =>
      (await upload(app, mine, address, file(picture, field))).body[name] as string
    const old = await urlOf('/api/uploads/business/logo', 'logo', 'logo_url')
    assert.ok(await exists(mailImage(old)))
    const other = await withOffer(mine)
    const ofService = (id: number) => urlOf(`/api/uploads/service/${id}/image`, 'image', 'image_url')
    const ofProfessional = (id: number) =>
      urlOf(`/api/uploads/professional/${id}/avatar`, 'avatar', 'avatar_url')
    const used = [
      await urlOf('/api/uploads/business/logo', 'logo', 'logo_url'),
      await ofService(service_id),
      await ofProfessional(professional_id),
      await urlOf('/api/uploads/business/gallery', 'image', 'image_url'),
    ]
    const ofDeleted = [await ofService(other.service_id), await ofProfessional(other.professional_id)]
    for (const path of [`services/${other.service_id}`, `professionals/${other.professional_id}`])
      assert.equal((await mine.as('DELETE', `/api/${path}`)).status, 200)
    await clean()
    clock.now += 23 * HOUR
    await clean()
    assert.ok(await exists(old))
    clock.now += 2 * HOUR
    await clean()
    assert.equal(await exists(old), false)
    assert.equal(await exists(imageOfWidth(old, 160)), false)
    assert.equal(await exists(mailImage(old)), false)
    for (const url of used) assert.ok(await exists(url))
    for (const url of ofDeleted) assert.equal(await exists(url), false, 'of what was deleted')
    const rows = await db
      .selectFrom('images')
      .select('name')
      .where('business_id', '=', mine.business_id)
      .execute()
    assert.equal(rows.length, 4)
    const { name } = uploadedImage(old)!
    assert.deepEqual(
      readdirSync(folder).filter((stored) => stored.startsWith(name)),
      [],
    )
  })

  test('one that is taken up again in time stays; one that is gone cannot be', async () => {
    const mine = await owner(call, { remember: true })
    const first = (await logo(mine, await photo())).body.logo_url
    await logo(mine, await photo())
    await clean()
    clock.now += 23 * HOUR
    assert.equal((await mine.as('PUT', '/api/businesses/profile', { featured_image: first })).status, 200)
    clock.now += 5 * HOUR
    await clean()
    assert.ok(await exists(first))
    await mine.as('PUT', '/api/businesses/profile', { featured_image: null })
    await clean()
    clock.now += 25 * HOUR
    await clean()
    assert.equal(await exists(first), false)
    assert.equal((await mine.as('PUT', '/api/businesses/profile', { featured_image: first })).status, 400)
  })

  test('taking up and cleaning at the same moment: in use and there, or refused and gone', async () => {
    const owners = await Promise.all(Array.from({ length: 12 }, () => owner(call, { remember: true })))
    const urls: string[] = []
    for (const each of owners) {
      urls.push((await logo(each, await photo(drawing(50, 50)))).body.logo_url)
      await each.as('PUT', '/api/businesses/profile', { logo_url: null })
    }
    await clean()
    clock.now += 25 * HOUR
    const [, ...answers] = await Promise.all([
      clean(),
      ...owners.map(({ as }, i) => as('PUT', '/api/businesses/profile', { logo_url: urls[i] })),
    ])
    await clean()
    for (const [i, { status }] of answers.entries()) {
      assert.ok(status === 200 || status === 400)
      assert.equal(await exists(urls[i]!), status === 200)
    }
  })
})

test('nothing outside the store is served', async () => {
  for (const url of [
    '/files/..%2f..%2fetc%2fpasswd',
    '/files/.x.webp.new',
    '/files/',
    '/files/x',
    '/files/%00.webp',
    '/files/nada.webp',
    // Longer than what a disk takes for a name.
    `/files/${'a'.repeat(290)}.webp`,
    `/files/${'a'.repeat(290)}.png`,
  ])
    assert.equal((await store.inject(url)).statusCode, 404, url)
})

/** An all-white PNG of one bit per pixel: few bytes that decompress to very many. */
function whitePng(width: number, height: number, { claimed = { width, height } } = {}): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(claimed.width, 0)
  header.writeUInt32BE(claimed.height, 4)
  header[8] = 1
  const line = Buffer.alloc(1 + Math.ceil(width / 8), 0xff)
  line[0] = 0
  const pixels = deflateSync(Buffer.alloc(line.length * height, line), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
