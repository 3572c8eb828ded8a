/** What a phone needs to put the owner's screens on its home screen. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { database, salon } from '../helper.ts'
import { site } from '../pages.ts'

const db = await database()
const { app, get } = await site(db)
const place = await salon(db)

interface Icon {
  src: string
  sizes: string
  type: string
  purpose?: string
}

const fetched = async (url: string) => {
  const answer = await app.inject({ url })
  assert.equal(answer.statusCode, 200, url)
  return answer
}
const manifest = async () => (await fetched('/manifest.webmanifest')).json()

test('the manifest: names that fit under an icon, the dashboard first, colours of the product', async () => {
  const answer = await fetched('/manifest.webmanifest')
  assert.match(String(answer.headers['content-type']), /^application\/manifest\+json/)
  const { id, name, short_name, lang, start_url, scope, display, ...rest } = answer.json()
  assert.deepEqual([id, start_url, scope, display], ['/dashboard', '/dashboard', '/', 'standalone'])
  assert.deepEqual([short_name, lang], ['enpunto', 'es-CO'])
  assert.ok(name.length <= 45, name)
  const tokens = readFileSync(join(import.meta.dirname, '../../web/ui/tokens.css'), 'utf8')
  for (const colour of ['theme_color', 'background_color']) {
    assert.match(rest[colour], /^#[\da-f]{6}$/)
    assert.ok(rest[colour] === '#ffffff' || tokens.includes(rest[colour]), `${rest[colour]} is no token`)
  }
  for (const { url } of rest.shortcuts) assert.ok(url.startsWith('/dashboard/'), url)
})

test('every icon is there, of the size and kind it says', async () => {
  const { icons, shortcuts } = await manifest()
  const all: Icon[] = [...icons, ...shortcuts.flatMap(({ icons }: { icons: Icon[] }) => icons)]
  for (const { src, sizes, type } of all) {
    const answer = await fetched(src)
    assert.match(String(answer.headers['content-type']), new RegExp(`^${type.replace('+', '\\+')}`), src)
    const { width, height, format } = await sharp(answer.rawPayload).metadata()
    assert.equal(format, type === 'image/png' ? 'png' : 'svg', src)
    if (sizes === 'any') assert.equal(width, height, src)
    else assert.equal(`${width}x${height}`, sizes, src)
  }
  const has = (sizes: string, purpose?: string) =>
    icons.some((one: Icon) => one.sizes === sizes && one.purpose === purpose)
  for (const purpose of [undefined, 'maskable'])
    for (const sizes of ['192x192', '512x512']) assert.ok(has(sizes, purpose), `${sizes} ${purpose}`)
})

test('what a phone cuts to its own shape reaches the edge; the home screen of an iPhone gets no transparency', async () => {
  for (const src of ['/icons/maskable-192.png', '/icons/maskable-512.png', '/apple-touch-icon.png']) {
    const { rawPayload } = await fetched(src)
    const { isOpaque } = await sharp(rawPayload).stats()
    assert.ok(isOpaque, src)
  }
})

test('only what owners see can be put on the home screen', async () => {
  for (const url of ['/login', '/dashboard', '/dashboard/appointments'])
    assert.match((await get(url)).body, /<link rel="manifest" href="\/manifest.webmanifest"/, url)
  for (const url of [`/negocio/${place.slug}`, '/client', '/admin/login'])
    assert.doesNotMatch((await get(url)).body, /rel="manifest"/, url)
  assert.match((await get('/dashboard')).body, /<link rel="apple-touch-icon" href="\/apple-touch-icon.png"/)
})

test('the service worker is asked after every time, as a script, and may not be kept by anybody', async () => {
  const { headers } = await fetched('/sw.js')
  assert.match(String(headers['content-type']), /^(text|application)\/javascript/)
  assert.equal(headers['cache-control'], 'no-cache')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  // The registration sets the scope; no header may widen it.
  assert.equal(headers['service-worker-allowed'], undefined)
})
