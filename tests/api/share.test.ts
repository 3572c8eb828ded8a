import { sharePictureRoutes } from '#server/sharing/picture-routes.ts'
import { fitted, headings, support } from '#server/sharing/letters.ts'
import { drawSharePicture } from '#server/sharing/picture.ts'
import { folderFiles } from '#server/files/files.ts'
import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import { api, database, salon } from '../helper.ts'

const folder = mkdtempSync(join(tmpdir(), 'enpunto-share-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const db = await database()
const files = folderFiles(folder)
const { app, call } = await api(db, {
  files,
  prepare: async (app, deps) => sharePictureRoutes(app, deps),
})

const change = (business_id: number, values: Record<string, unknown>) =>
  db.updateTable('businesses').set(values).where('id', '=', business_id).execute()
const pathOf = async (slug: string): Promise<string> =>
  (await call('GET', `/api/businesses/public/slug/${slug}`)).body.business.share_image

async function stored(name: string, background: string) {
  const picture = sharp({ create: { width: 1280, height: 900, channels: 3, background } })
  await files.put(`${name}-1280.webp`, await picture.webp().toBuffer())
  return `/files/${name}-1280.webp`
}

/** The mean colour of an 8 × 8 px part of the picture, as [r, g, b]. */
async function colourAt(jpeg: Buffer, left: number, top: number) {
  const pixels = await sharp(jpeg).extract({ left, top, width: 8, height: 8 }).resize(1, 1).raw().toBuffer()
  return [...pixels]
}

describe('the picture of a business', () => {
  test('1200×630 in its colours, under 300 kB, kept for ever under its address', async () => {
    const place = await salon(db, { business_name: 'Salón Bugambilia' })
    await change(place.business_id, { brand_color: '#be185d', brand_color_secondary: '#be185d' })
    const path = await pathOf(place.slug)
    assert.match(path, new RegExp(`^/negocio/${place.slug}/share-[0-9a-f]{16}\\.jpg$`))
    const response = await app.inject(path)
    assert.equal(response.statusCode, 200)
    assert.equal(response.headers['content-type'], 'image/jpeg')
    assert.equal(response.headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(response.headers['cross-origin-resource-policy'], 'cross-origin')
    const { width, height, format } = await sharp(response.rawPayload).metadata()
    assert.deepEqual([width, height, format], [1200, 630, 'jpeg'])
    assert.ok(response.rawPayload.length < 300_000)
    const [red, green, blue] = await colourAt(response.rawPayload, 1150, 40)
    assert.ok(Math.abs(red! - 0xbe) < 6 && Math.abs(green! - 0x18) < 6 && Math.abs(blue! - 0x5d) < 6)

    // The second request gets the stored picture.
    const again = await app.inject(path)
    assert.deepEqual(again.rawPayload, response.rawPayload)
    const head = await app.inject({ method: 'HEAD', url: path })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
  })

  test('a change of name, colour, logo or photo is another address; of anything else, none', async () => {
    const { slug, business_id } = await salon(db)
    const seen = [await pathOf(slug)]
    const changes: Record<string, string>[] = [
      { business_name: 'Otro nombre' },
      { brand_color: '#123456' },
      { city: 'Cali' },
      { business_type: 'Consultoría' },
      { logo_url: `/files/${'a'.repeat(32)}-300.webp` },
      { gallery_images: `["/files/${'b'.repeat(32)}-900.webp"]` },
      { featured_image: `/files/${'c'.repeat(32)}-900.webp` },
    ]
    for (const values of changes) {
      await change(business_id, values)
      seen.push(await pathOf(slug))
    }
    assert.equal(new Set(seen).size, changes.length + 1)
    await change(business_id, { phone: '+573009998877', description: 'Nueva' })
    assert.equal(await pathOf(slug), seen.at(-1))
  })

  test('any other version leads to the one there is, and only that one is drawn', async () => {
    const { slug, business_id } = await salon(db)
    const old = await pathOf(slug)
    assert.equal((await app.inject(old)).statusCode, 200)
    await change(business_id, { business_name: 'Recién pintado' })
    const current = await pathOf(slug)
    for (const path of [old, `/negocio/${slug}/share-x.jpg`, `/negocio/${slug}/share-0000000000000000.jpg`]) {
      const response = await app.inject(path)
      assert.equal(response.statusCode, 302)
      assert.equal(response.headers.location, current)
      assert.equal(response.headers['cache-control'], 'no-cache')
    }
    await app.inject(current)
    const kept = readdirSync(folder).filter((name) => name.startsWith(`share-${business_id}-`))
    assert.deepEqual(kept, [`share-${business_id}-${/share-(\w+)/.exec(current)![1]}.jpg`])
  })

  test('a process that is killed once it has written it leaves none that nobody knows', async () => {
    const { slug, business_id } = await salon(db)
    const dying = await api(db, {
      files: {
        ...files,
        async put(name, content) {
          await files.put(name, content)
          throw new Error('The process is dead.')
        },
      },
      prepare: async (app, deps) => sharePictureRoutes(app, deps),
    })
    const first = await pathOf(slug)
    assert.equal((await dying.app.inject(first)).statusCode, 200)
    assert.equal((await app.inject(first)).statusCode, 200)
    await change(business_id, { business_name: 'Otra vez pintado' })
    const current = await pathOf(slug)
    assert.equal((await app.inject(current)).statusCode, 200)
    const kept = readdirSync(folder).filter((name) => name.startsWith(`share-${business_id}-`))
    assert.deepEqual(kept, [`share-${business_id}-${/share-(\w+)/.exec(current)![1]}.jpg`])
  })

  test('asked for by many at once, it is drawn once and the same', async () => {
    const path = await pathOf((await salon(db)).slug)
    const answers = await Promise.all(Array.from({ length: 12 }, () => app.inject(path)))
    assert.equal(new Set(answers.map(({ rawPayload }) => rawPayload.toString('base64'))).size, 1)
  })

  test('an unknown or suspended business has none', async () => {
    const { slug, business_id } = await salon(db)
    const path = await pathOf(slug)
    await change(business_id, { suspended_at: new Date().toISOString() })
    assert.equal((await app.inject(path)).statusCode, 404)
    assert.equal((await app.inject('/negocio/no-existe/share-0000000000000000.jpg')).statusCode, 404)
  })

  test('shows its photo and logo; pictures elsewhere are never asked for, gone ones left out', async () => {
    const { slug, business_id } = await salon(db)
    const photo = await stored('a'.repeat(32), '#00ff00')
    const logo = await stored('b'.repeat(32), '#0000ff')
    await files.put(
      `${'b'.repeat(32)}-320.webp`,
      await sharp({ create: { width: 320, height: 320, channels: 3, background: '#0000ff' } })
        .webp()
        .toBuffer(),
    )
    await change(business_id, { featured_image: photo, logo_url: logo })
    const withBoth = (await app.inject(await pathOf(slug))).rawPayload
    assert.deepEqual(
      (await colourAt(withBoth, 1000, 300)).map((c) => c > 200),
      [false, true, false],
    )
    assert.deepEqual(
      (await colourAt(withBoth, 125, 125)).map((c) => c > 200),
      [false, false, true],
    )

    await change(business_id, {
      featured_image: 'https://attacker.example/a.jpg',
      logo_url: `/files/${'d'.repeat(32)}-300.webp`,
    })
    const without = await app.inject(await pathOf(slug))
    assert.equal(without.statusCode, 200)
    assert.deepEqual(
      (await colourAt(without.rawPayload, 1000, 300)).map((c) => c > 200),
      [false, false, true],
    )
  })
})

describe('its text', () => {
  test('is drawn as outlines by our own typefaces: every letter of Spanish, nothing of emoji', () => {
    const spanish = 'ABCÑÁÉÍÓÚÜabcñáéíóúü 0123 &-.,·¡!¿?"\'()/$'
    for (const face of [headings, support]) {
      assert.equal(face.known(spanish), spanish)
      assert.equal(face.known('💅✨ Uñas\u200d de  Ñoña 💖\u2028'), 'Uñas de Ñoña')
      assert.equal(face.known('美容院'), '')
      assert.match(face.outline('Ñandú', 10, 50, 40), /^M[\d.]+ [\d.]+[MLQCZ\d. -]+\d$/)
    }
  })

  test('fits, whatever the name: in fewer letters only when nothing smaller holds it', () => {
    const names = [
      'Ña',
      'Salón Bugambilia',
      'W'.repeat(120),
      'Centro '.repeat(17).trim(),
      'i '.repeat(60).trim(),
    ]
    for (const name of names)
      for (const [width, height] of [
        [556, 180],
        [556, 324],
        [1056, 324],
      ] as const) {
        const { lines, size } = fitted(headings, name, { width, height, sizes: [96, 64, 48, 36] })
        for (const line of lines) assert.ok(headings.width(line, size) <= width, line)
        assert.ok(lines.length * size * 1.06 <= height)
        const text = lines.join('').replaceAll(' ', '')
        assert.ok(text === name.replaceAll(' ', '') || (text.endsWith('…') && size === 36), text)
      }
  })

  test('every name and colour makes a picture that is small enough', async () => {
    const noise = await sharp({
      create: {
        width: 1280,
        height: 900,
        channels: 3,
        background: '#fff',
        noise: { type: 'gaussian', mean: 128, sigma: 90 },
      },
    })
      .webp({ quality: 95 })
      .toBuffer()
    for (const [name, brand] of [
      ['', '#ffffff'],
      ['W'.repeat(120), '#000000'],
      ['<svg onload="x">&amp;', '#ffd400'],
    ] as const) {
      const jpeg = await drawSharePicture(
        { name, about: 'a'.repeat(200), brand, secondary: null },
        { photo: noise, logo: noise },
      )
      assert.ok(jpeg.length < 300_000, `${jpeg.length} bytes`)
    }
  })
})
