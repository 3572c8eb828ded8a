import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import sharp from 'sharp'
import type { Browser, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { axe, desktop, launch, phone, quiet, startSite, type Site, type Visitor } from './helper.ts'

const [BOGOTA, MADRID, PRIVATE] = ['190.24.0.1', '88.1.2.3', '10.1.2.3']
const CALLS = ['Crear mi agenda gratis', 'Comenzar Gratis', 'Comenzar Gratis Ahora']

let site: Site
let browser: Browser

before(async () => {
  const env = { TRUST_PROXY: '1', SALES_WHATSAPP: '+573009998877' }
  ;[site, browser] = await Promise.all([startSite({ env }), launch()])
})

const devices = { phone, desktop }

/** Opens the landing page from an IP address, and waits for its script. */
async function open(
  device: typeof phone,
  { from = BOGOTA, ...visitor }: Visitor & { from?: string; reducedMotion?: 'no-preference' } = {},
): Promise<Page> {
  const context = await device(browser, visitor)
  await context.setExtraHTTPHeaders({ 'x-forwarded-for': from })
  const page = await context.newPage()
  await visit(page)
  return page
}

async function visit(page: Page) {
  await page.goto(`${site.url}/`)
  await page.locator('body.awake').waitFor()
}

const carousel = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const current = (page: Page, name: string) =>
  carousel(page, name)
    .getByRole('button', { name: /^Imagen/ })
    .evaluateAll((dots) => dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true'))

for (const [name, device] of Object.entries(devices)) {
  test(`${name}: every section stands, and nothing is wider than the screen`, async () => {
    const page = await open(device)
    const heading = (text: string) => page.getByRole('heading', { name: text, exact: true })
    await heading('Tu agenda se llena sola').waitFor()
    for (const text of [
      'Hecha para negocios que atienden con cita',
      'Cómo funciona',
      'Una reserva, de principio a fin',
      'Lo que cambia desde la primera semana',
      'Hasta 80 % menos inasistencias',
      'Todo lo que tu agenda de papel no puede',
      'Un precio fácil de recordar',
      'Gratis para siempre',
    ])
      await heading(text).waitFor()
    const items = (part: string) => page.locator(part).count()
    assert.equal(await items('#features li'), 6)
    assert.equal(await items('section[aria-labelledby=negocios] li'), 8)
    assert.equal(await items('section[aria-labelledby=testimonios] figure'), 3)
    assert.equal(await page.getByText('Ejemplo', { exact: true }).count(), 3)
    assert.equal(await items('[aria-roledescription=carrusel]'), 3)
    assert.equal(await items('#video video'), 1)
    for (const text of ['Citas ilimitadas', 'Opcionales: cómpralos solo cuando los necesites'])
      await page.locator('#pricing').getByText(text).waitFor()
    await page.getByText('Hasta 100 servicios y 60 profesionales', { exact: true }).waitFor()
    assert.doesNotMatch(await page.locator('main').innerText(), /(servicios|profesionales) ilimitados/i)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false)
    await axe(page)
  })

  test(`${name}: each call to action leads to the registration`, async () => {
    const page = await open(device)
    for (const text of CALLS) {
      await page.getByRole('link', { name: text, exact: true }).click()
      await page.waitForURL(`${site.url}/register`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await visit(page)
    }
  })

  test(`${name}: the navigation scrolls to its sections`, async () => {
    const page = await open(device)
    const isAt = (id: string) =>
      page.waitForFunction((id) => {
        const { top } = document.getElementById(id)!.getBoundingClientRect()
        return scrollY > 0 && top > -10 && top < innerHeight / 2
      }, id)
    for (const [entry, id] of [
      ['Características', 'features'],
      ['Precios', 'pricing'],
    ] as const) {
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
      if (name === 'phone') await page.locator('summary').click()
      await page.getByRole('banner').getByRole('link', { name: entry }).click()
      await isAt(id)
      if (name === 'phone') await page.locator('details:not([open])').waitFor()
    }
    await page.getByRole('link', { name: 'Ver cómo funciona' }).click()
    await isAt('video')
    if (name === 'desktop') return
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await page.locator('summary').click()
    await axe(page)
    await page.keyboard.press('Escape')
    await page.locator('details:not([open])').waitFor()
  })

  test(`${name}: a picture opens in full, with previous, next, dots, keys and the way back`, async () => {
    const page = await open(device)
    const link = carousel(page, 'Portal del cliente').getByRole('link').first()
    await link.click()
    const dialog = page.getByRole('dialog', { name: 'Imágenes: Portal del cliente' })
    const shows = async (n: number) => {
      await dialog.getByText(`${n} de 3. `).waitFor()
      const dots = dialog.getByRole('button', { name: /^Imagen \d/ })
      assert.equal(await dots.count(), 3)
      assert.equal(await dots.nth(n - 1).getAttribute('aria-current'), 'true')
      const image = dialog.getByRole('img')
      assert.equal(await image.count(), 1)
      assert.notEqual(await image.getAttribute('alt'), '')
      await until(() => image.evaluate((one: HTMLImageElement) => one.complete && one.naturalWidth > 300))
      return image.evaluate((one: HTMLImageElement) => one.currentSrc)
    }
    const first = await shows(1)
    const box = (await dialog.boundingBox())!
    assert.deepEqual([box.x, box.y, box.width], [0, 0, page.viewportSize()!.width])
    await axe(page)
    await dialog.getByRole('button', { name: 'Imagen siguiente' }).click()
    assert.notEqual(await shows(2), first)
    await dialog.getByRole('button', { name: 'Imagen anterior' }).click()
    assert.equal(await shows(1), first)
    await dialog.getByRole('button', { name: 'Imagen anterior' }).click()
    await shows(3)
    await dialog.getByRole('button', { name: 'Imagen 2 de 3' }).click()
    await shows(2)
    await page.keyboard.press('ArrowRight')
    await shows(3)
    await page.keyboard.press('ArrowRight')
    await shows(1)
    await page.keyboard.press('ArrowLeft')
    await shows(3)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    assert.equal(await link.evaluate((one) => one === document.activeElement), true)
    // Each carousel has its own dialog.
    await carousel(page, 'Panel de administración').getByRole('link').first().click()
    await page.getByRole('dialog').getByText('1 de 4. ').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test(`${name}: without script it stands, swipes and shows its pictures`, async () => {
    const context = await device(browser, { javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${site.url}/`)
    await page.locator('#pricing').getByText('$ 20.000', { exact: true }).waitFor()
    assert.equal(await page.locator('.car-controls').first().isVisible(), false)
    const strip = page.locator('.car ul').first()
    await strip.evaluate((one) => one.scrollTo({ left: one.clientWidth, behavior: 'instant' }))
    assert.ok((await strip.evaluate((one) => one.scrollLeft)) > 100)
    if (name === 'phone') {
      await page.locator('summary').click()
      await page.getByRole('banner').getByRole('link', { name: 'Registrarse' }).waitFor()
    }
    await carousel(page, 'Recordatorios').getByRole('link').first().click()
    await page.waitForURL(/\.webp$/)
  })
}

test('a carousel goes on every 4 seconds, in half a second, and waits when it should', async () => {
  const context = await desktop(browser, { reducedMotion: 'no-preference' } as Visitor)
  const page = await context.newPage()
  await page.clock.install({ time: 0 })
  // The moved clock does not hold animations: one that has ended is no longer listed by its element.
  await page.addInitScript(() => {
    const animate = Element.prototype.animate
    const durations: unknown[] = []
    Object.assign(window, { durations })
    Element.prototype.animate = function (...call) {
      const animation = animate.apply(this, call)
      if (this.closest('[aria-label="Panel de administración"]'))
        durations.push(animation.effect!.getTiming().duration)
      return animation
    }
  })
  await visit(page)
  await page.clock.pauseAt(120_000)
  const panel = carousel(page, 'Panel de administración')
  const pointed = page.locator('.car:hover')
  await panel.getByRole('button', { name: 'Imagen 1 de 4' }).click()
  // The four seconds begin when the pointer leaves it.
  await page.mouse.move(5, 5)
  await pointed.waitFor({ state: 'detached' })
  const at = () => current(page, 'Panel de administración')
  assert.equal(await at(), 0)
  await page.clock.runFor(3990)
  assert.equal(await at(), 0)
  await page.clock.runFor(20)
  assert.equal(await at(), 1)
  const durations = await page.evaluate(() => (window as unknown as { durations: number[] }).durations)
  assert.deepEqual([...new Set(durations)], [500])
  assert.equal(durations.length % 4, 0, 'all four pictures move together')
  await page.clock.runFor(4000)
  assert.equal(await at(), 2)
  await page.clock.runFor(8000)
  assert.equal(await at(), 0, 'after the last one comes the first')

  // It waits while the pointer is over it.
  await panel.hover()
  await pointed.waitFor()
  await page.clock.runFor(12_000)
  assert.equal(await at(), 0)
  await page.mouse.move(5, 5)
  await pointed.waitFor({ state: 'detached' })
  await page.clock.runFor(4100)
  assert.equal(await at(), 1)

  // It waits while the keyboard focus is in it.
  await page.keyboard.press('Tab')
  await panel.getByRole('link').nth(1).focus()
  await panel.locator('a:focus-visible').waitFor()
  const seen = await at()
  await page.clock.runFor(12_000)
  assert.equal(await at(), seen)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await page.clock.runFor(4100)
  assert.equal(await at(), (seen + 1) % 4)

  // It waits after a pause, and continues on demand.
  await panel.getByRole('button', { name: 'Pausar las imágenes: Panel de administración' }).click()
  await page.mouse.move(5, 5)
  await pointed.waitFor({ state: 'detached' })
  const stopped = await at()
  await page.clock.runFor(12_000)
  assert.equal(await at(), stopped)
  await panel.getByRole('button', { name: 'Mover las imágenes: Panel de administración' }).click()
  await page.mouse.move(5, 5)
  await pointed.waitFor({ state: 'detached' })
  await page.clock.runFor(4100)
  assert.equal(await at(), (stopped + 1) % 4)

  // It waits in a hidden tab.
  const last = await at()
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await page.clock.runFor(12_000)
  assert.equal(await at(), last)

  // A dot goes straight to its picture.
  await panel.getByRole('button', { name: 'Imagen 4 de 4' }).click()
  await until(async () => (await at()) === 3)
  await panel.getByRole('link', { name: /color de la marca/ }).click({ trial: true })
})

test('who wants less motion sees the carousels stand until they say otherwise', async () => {
  const context = await phone(browser)
  const page = await context.newPage()
  await page.clock.install({ time: 0 })
  await visit(page)
  await page.clock.pauseAt(120_000)
  assert.equal(await current(page, 'Recordatorios'), 0)
  await carousel(page, 'Recordatorios')
    .getByRole('button', { name: /^Mover/ })
    .click()
  await page.clock.runFor(4100)
  assert.equal(await current(page, 'Recordatorios'), 1)
  const moving = await carousel(page, 'Recordatorios')
    .locator('li a')
    .evaluateAll((slides) => slides.flatMap((slide) => slide.getAnimations()).length)
  assert.equal(moving, 0)
})

test('prices are in pesos in Colombia, in dollars elsewhere; the time zone decides when nobody knows', async () => {
  const cases: [from: string, timezoneId: string, price: string][] = [
    [BOGOTA, 'Europe/Madrid', '$ 20.000'],
    [MADRID, 'America/Bogota', 'US$ 4,76'],
    [PRIVATE, 'America/Bogota', '$ 20.000'],
    [PRIVATE, 'Europe/Madrid', 'US$ 4,76'],
  ]
  for (const [from, timezoneId, price] of cases) {
    const page = await open(desktop, { from, timezoneId })
    await page.locator('#pricing').getByText(price, { exact: true }).waitFor()
    const word = price.startsWith('US') ? 'dólares (USD)' : 'pesos colombianos (COP)'
    await page.locator('#pricing').getByText(word).waitFor()
  }
  for (const [timezoneId, price] of [
    ['America/Bogota', '$ 20.000'],
    ['America/Lima', 'US$ 4,76'],
  ] as const) {
    const context = await phone(browser, { timezoneId, expects: [/location\/country/] })
    await context.route('**/api/location/country', (route) => route.abort())
    const page = await context.newPage()
    await visit(page)
    await page.locator('#pricing').getByText(price, { exact: true }).waitFor()
  }
  const context = await phone(browser, { timezoneId: 'America/Bogota' })
  const answer = { success: true, country_code: 'MX' }
  await context.route('**/api/location/country', (route) => route.fulfill({ json: answer }))
  const page = await context.newPage()
  const asked = page.waitForRequest('**/api/location/country')
  await visit(page)
  await page.locator('#pricing').getByText('US$ 4,76', { exact: true }).waitFor()
  assert.equal(new URL((await asked).url()).search, '')
})

test('the country is asked for on this page only', async () => {
  const page = await (await desktop(browser)).newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['/login', '/register', '/client', '/negocio/salon-bugambilia']) {
    await page.goto(site.url + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.waitForTimeout(500)
  }
  assert.deepEqual(
    asked.filter((path) => path.includes('country')),
    [],
  )
})

test('the video is fetched when it is asked for, with Spanish captions', async () => {
  const page = await open(phone)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const isVideo = (url: string) => /video-.*\.(webm|mp4)$/.test(url)
  await page.locator('#video').scrollIntoViewIfNeeded()
  await quiet(page)
  assert.deepEqual(asked.filter(isVideo), [])
  await page.getByRole('link', { name: /^Ver el video/ }).click()
  await until(() => asked.some(isVideo))
  const video = page.locator('#video video')
  await until(() => video.evaluate((one: HTMLVideoElement) => one.readyState >= 2 && one.videoWidth === 720))
  assert.equal(await video.evaluate((one) => one === document.activeElement), true)
  const captions = await video.evaluate((one: HTMLVideoElement) => {
    const [track] = one.textTracks
    return [track!.kind, track!.language, track!.mode]
  })
  assert.deepEqual(captions, ['captions', 'es', 'showing'])
  await axe(page)
})

test('the pictures are what their markup says, and have words', async () => {
  const page = await open(desktop)
  const images = await page.locator('main img').evaluateAll((all) =>
    (all as HTMLImageElement[]).map(({ alt, width, height, src, srcset, parentElement, loading }) => ({
      alt,
      src,
      loading,
      ratio: Number(width) / Number(height),
      attributes: [...parentElement!.querySelectorAll('img')].map((one) =>
        ['width', 'height'].map((name) => Number(one.getAttribute(name))),
      )[0]!,
      sets: [srcset, parentElement!.querySelector('source')!.srcset],
    })),
  )
  assert.equal(images.length, 2 + 10 + 1)
  assert.equal(images.filter(({ alt }) => alt === '').length, 1, 'only the poster is decoration')
  assert.equal(images.filter(({ loading }) => loading !== 'lazy').length, 2)
  for (const { attributes, sets } of images) {
    const [width, height] = attributes as [number, number]
    for (const candidate of sets.join(', ').split(', ')) {
      const [url, said] = candidate.split(' ') as [string, string]
      const response = await fetch(new URL(url, site.url))
      assert.equal(response.status, 200, url)
      const found = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      assert.equal(`${found.width}w`, said, url)
      assert.ok(Math.abs(found.height - (found.width * height) / width) <= 1, `${url} has another shape`)
    }
  }
})

test('head: title, address, social tags, a picture of the right size, and structured data that parses', async () => {
  const page = await open(desktop)
  const content = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
  assert.match(await page.title(), /^enpunto: .*gratis/)
  assert.ok((await page.title()).length <= 60)
  assert.ok((await content('description'))!.length <= 160)
  assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), `${site.url}/`)
  assert.equal(await page.locator('meta[name=robots]').count(), 0)
  assert.equal(await content('twitter:card'), 'summary_large_image')
  const picture = await fetch((await content('og:image'))!)
  const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata()
  assert.deepEqual([width, height], [1200, 630])

  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
  const types = data['@graph'].map((one: { '@type': string }) => one['@type'])
  assert.deepEqual(types, ['Organization', 'WebSite', 'SoftwareApplication'])
  const { lowPrice, highPrice, priceCurrency } = data['@graph'][2].offers
  assert.deepEqual([lowPrice, highPrice, priceCurrency], ['29', '99', 'COP'])
})

test('no link is dead, and the sales chat goes to the number of the installation', async () => {
  const page = await open(desktop)
  const links = await page
    .locator('a')
    .evaluateAll((all) => (all as HTMLAnchorElement[]).map((one) => one.href))
  assert.ok(links.length > 20)
  for (const link of new Set(links)) {
    const url = new URL(link)
    if (url.origin !== site.url) {
      assert.match(link, /^https:\/\/(wa\.me\/573009998877\?text=Hola|www\.instagram\.com\/)/)
      continue
    }
    const response = await fetch(url)
    assert.equal(response.status, 200, link)
    if (url.hash) assert.equal(await page.locator(url.hash).count(), 1, link)
  }
  const sales = page.getByRole('link', { name: 'Hablar con ventas' })
  assert.match((await sales.getAttribute('href'))!, /^https:\/\/wa\.me\/573009998877\?text=Hola/)
})

test('it is written in Spanish', async () => {
  const page = await open(desktop)
  assert.equal(await page.locator('html').getAttribute('lang'), 'es-CO')
  const words = await page.evaluate(() => {
    const said = [...document.querySelectorAll('[alt],[aria-label],[title],[label]')].flatMap((one) =>
      ['alt', 'aria-label', 'title', 'label'].map((name) => one.getAttribute(name) ?? ''),
    )
    return `${document.body.innerText} ${document.title} ${said.join(' ')}`
  })
  const english =
    /\b(the|and|your|free|features|pricing|appointments?|reminders?|slide|next|previous|close|play|pause|loading|sign)\b/i
  assert.doesNotMatch(words, english)
})

test('its script is a small one, without React', async () => {
  const page = await (await phone(browser)).newPage()
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await visit(page)
  assert.equal(scripts.length, 1)
  assert.ok(statSync(join(import.meta.dirname, '../../build/client', `${scripts[0]}.br`)).size < 2500)
})

test('reached from another page it works the same', async () => {
  const page = await (await desktop(browser)).newPage()
  await page.goto(`${site.url}/login`)
  await page.getByRole('banner').getByRole('link', { name: 'Inicio', exact: true }).click()
  await page.locator('body.awake').waitFor()
  await carousel(page, 'Recordatorios').getByRole('link').first().click()
  await page.getByRole('dialog').getByText('1 de 3. ').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('banner').getByRole('link', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL('**/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
})

test('the captions fit the length of the video', () => {
  const folder = join(import.meta.dirname, '../../web/landing/pictures')
  const { seconds } = JSON.parse(readFileSync(join(folder, 'video.json'), 'utf8'))
  const captions = readFileSync(join(folder, 'video.vtt'), 'utf8')
  assert.match(captions, /^WEBVTT\n/)
  const ends = [...captions.matchAll(/--> 00:00:([\d.]+)/g)].map((match) => Number(match[1]))
  assert.ok(ends.length >= 6)
  assert.ok(ends.every((end, i) => end > (ends[i - 1] ?? 0) && end <= seconds + 1))
  assert.ok(seconds >= 20 && seconds <= 45)
  for (const name of ['video.mp4', 'video.webm'])
    assert.ok(statSync(join(folder, name)).size < 1_000_000, name)
})
