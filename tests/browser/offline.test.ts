import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { dayAhead, onDay } from './booking.ts'
import { until as waitUntil } from '../smtp.ts'
import { axe, desktop, launch, login, phone, quiet, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  // The salon is closed on Sundays, and the stored agenda holds only today and tomorrow.
  await onDay(site, 'Elvira Mañana', 1, '07:00')
})

const AWAY = [
  /assets\/aaaa\.css|Failed to fetch manifest patches/,
  /ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION_REFUSED|ERR_FAILED|status of (401|50[023])/,
]

const open = async (size = phone) =>
  (await size(browser, { serviceWorkers: 'allow', expects: AWAY })).newPage()

async function until(page: Page, isSo: () => boolean | Promise<boolean>) {
  const end = Date.now() + 20_000
  while (!(await page.evaluate(isSo))) {
    if (Date.now() > end) throw new Error(`not so within 20 s: ${isSo}`)
    await sleep(100)
  }
}

/** Waits until the service worker is active and the agenda is stored. */
async function settled(page: Page) {
  await until(page, async () => {
    const registration = await navigator.serviceWorker.getRegistration('/dashboard')
    return registration?.active?.state === 'activated'
  })
  await until(page, () => Boolean(localStorage['enpunto.kept'] ?? sessionStorage['enpunto.kept']))
}

const agenda = (page: Page) => page.getByRole('heading', { name: 'Tu agenda', level: 1 })
const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Sin conexión' })
const kept = (page: Page) =>
  page.evaluate(() => [localStorage['enpunto.kept'], sessionStorage['enpunto.kept']].filter(Boolean).length)

interface Listed {
  appointment_date: string
  client_name: string
  client_phone: string
  client_email: string
}

/** Today's and tomorrow's appointments as the server lists them for the signed-in owner. */
const listed = (page: Page) =>
  page.evaluate(async () => {
    const stored = JSON.parse(localStorage['enpunto.session'] ?? sessionStorage['enpunto.session'])
    const { dates } = JSON.parse(localStorage['enpunto.kept'] ?? sessionStorage['enpunto.kept'])
    const answer = await fetch(`/api/appointments?from=${dates[0]}&to=${dates[1]}`, {
      headers: { authorization: `Bearer ${stored.token}` },
    })
    return (await answer.json()).appointments as Listed[]
  })

for (const [device, size] of [
  ['phone', phone],
  ['desktop', desktop],
] as const)
  test(`${device}: without a network the agenda can be read, with its age, and comes back by itself`, async () => {
    const page = await open(size)
    await login(page, site)
    await settled(page)
    const appointments = await listed(page)
    assert.ok(appointments.length > 0)

    await page.context().setOffline(true)
    const later = Date.now() + 12 * 60_000 + 5_000
    await page.clock.setFixedTime(later)
    await page.reload()
    await agenda(page).waitFor()
    const today = Temporal.Instant.fromEpochMilliseconds(later)
      .toZonedDateTimeISO('America/Bogota')
      .toPlainDate()
    const age = today.toString() === dayAhead(0) ? 'de hace 1[23] min' : 'del \\S+ \\d+ de \\S+'
    assert.match(
      (await banner(page).textContent())!,
      new RegExp(`^Sin conexión · datos ${age} \\(\\d{1,2}:\\d\\d [ap]m\\)$`),
    )
    const ahead = appointments.filter(({ appointment_date }) => appointment_date >= today.toString())
    for (const { client_name } of ahead) await page.getByText(client_name).first().waitFor()
    const { client_phone } = ahead[0]!
    await page.locator(`a[href="tel:${client_phone}"]`).first().waitFor()
    assert.ok(!(await page.content()).includes(ahead[0]!.client_email))
    const create = page.getByRole('button', { name: 'Nueva cita' })
    assert.ok(await create.isDisabled())
    assert.match(
      (await page.locator(`#${await create.getAttribute('aria-describedby')}`).textContent())!,
      /Sin conexión no puedes agendar/,
    )
    await axe(page)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))

    // Offline, every other screen shows the agenda too.
    await page.goto(`${site.url}/dashboard/services`)
    await agenda(page).waitFor()

    await page.context().setOffline(false)
    await page.getByRole('heading', { name: /^Buen[oa]s/, level: 1 }).waitFor()
    assert.equal(await banner(page).count(), 0)
  })

test('a server that is killed and started again', async () => {
  const page = await open()
  await login(page, site)
  await settled(page)
  await site.kill()
  await page.goto(`${site.url}/dashboard/appointments`)
  await agenda(page).waitFor()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await agenda(page).waitFor()
  await site.start()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByRole('heading', { name: 'Citas', level: 1 }).waitFor()
})

test('logging out, with and without a network, leaves nothing to read', async () => {
  const page = await open()
  await login(page, site)
  await settled(page)
  await page.context().setOffline(true)
  await page.reload()
  await agenda(page).waitFor()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await page.getByRole('heading', { name: 'Sin conexión', level: 1 }).waitFor()
  await axe(page)
  assert.equal(await kept(page), 0)
  await page.goto(`${site.url}/dashboard`)
  await page.getByRole('heading', { name: 'Sin conexión', level: 1 }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Tu agenda' }).count(), 0)
  await page.context().setOffline(false)
  await page.waitForURL('**/login')

  await login(page, site)
  await settled(page)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.getByRole('button', { name: /, menú$/ }).click()
  await page.locator('#user-menu').getByRole('button', { name: 'Cerrar Sesión' }).click()
  await page.waitForURL(`${site.url}/`)
  assert.equal(await kept(page), 0)
})

test('a session that is over takes the agenda with it', async () => {
  const page = await open()
  await login(page, site)
  await settled(page)
  await page.evaluate(() => {
    const { token } = JSON.parse(sessionStorage['enpunto.session'])
    return fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })
  await page.context().setOffline(true)
  await page.reload()
  await agenda(page).waitFor()
  await page.context().setOffline(false)
  await page.waitForURL('**/login')
  assert.equal(await kept(page), 0)
})

test('a server that fails says nothing of the session: the agenda is read until it answers again', async () => {
  const page = await open()
  await login(page, site)
  await settled(page)
  await page.route('**/api/auth/verify', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Error interno del servidor' } }),
  )
  await page.reload()
  await agenda(page).waitFor()
  assert.equal(await kept(page), 1)
  await page.unroute('**/api/auth/verify')
  await page.getByRole('heading', { name: /^Buen[oa]s/, level: 1 }).waitFor()
})

test('another business that signs in sees nothing of the first one', async () => {
  const page = await open()
  await login(page, site)
  await settled(page)
  const [one] = await listed(page)
  // A registration replaces the session of an owner who is still signed in.
  const account = await register(site)
  await page.evaluate(
    ([session]) => {
      sessionStorage.setItem('enpunto.session', session!)
    },
    [JSON.stringify(account)],
  )
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Sin conexión', level: 1 }).waitFor()
  assert.ok(!(await page.content()).includes(one!.client_name))

  await page.context().setOffline(false)
  await page.waitForURL('**/login')
  await page.locator('input[name=email]').fill(account.business.email)
  await page.locator('input[name=password]').fill('clave-segura')
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(/\/dashboard/)
  await settled(page)
  await page.context().setOffline(true)
  await page.reload()
  await agenda(page).waitFor()
  await page.getByText(account.business.business_name).waitFor()
  assert.ok(!(await page.content()).includes(one!.client_name))
})

test('only the owner’s documents and built files are kept, and only their screens pass through', async () => {
  const page = await open(desktop)
  await login(page, site)
  await settled(page)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.getByRole('heading', { name: 'Citas', level: 1 }).waitFor()
  const paths = await page.evaluate(async () => {
    const keys = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    )
    return keys.flat().map(({ url }) => new URL(url).pathname)
  })
  assert.ok(paths.length > 20)
  const strangers = paths.filter((path) => !/^\/dashboard(\/appointments)?$|^\/assets\//.test(path))
  assert.deepEqual(strangers, [])
  const held = await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]!)
    return (await cache.match('/dashboard'))!.text()
  })
  assert.ok(!held.includes('Bugambilia'))
  for (const path of ['/', '/login', '/client', '/admin/login', '/negocio/salon-bugambilia']) {
    await page.goto(site.url + path)
    assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null, path)
  }
})

test('a full storage, or one that cannot be opened, takes nothing from the panel online', async () => {
  const page = await open()
  await login(page, site)
  await settled(page)
  await page.evaluate(async () => {
    const cache = await caches.open((await caches.keys())[0]!)
    for (const key of await cache.keys())
      if (new URL(key.url).pathname.startsWith('/assets/')) await cache.delete(key)
  })
  const [worker] = page.context().serviceWorkers()
  await worker!.evaluate(() => {
    Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
  })
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.getByRole('heading', { name: 'Citas', level: 1 }).waitFor()
  await worker!.evaluate(() => {
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('broken', 'UnknownError'))
  })
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByRole('heading', { name: 'Servicios', level: 1 }).waitFor()
})

test('a new build: taken over once all of its files are here, never by halves', async () => {
  const front = await frontOf(site)
  after(front.close)
  const page = await open()
  await login(page, front)
  await settled(page)
  const version = () =>
    page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0]!)
      return /"version":\s*"(\w+)"/.exec(await (await cache.match('/dashboard'))!.text())![1]
    })
  const first = await version()

  front.build = { version: 'aaaa', style: undefined }
  await page.reload()
  await waitUntil(() => front.missed > 0)
  await quiet(page)
  assert.equal(await version(), first, 'one of its files could not be had')
  await page.context().setOffline(true)
  await page.reload()
  await agenda(page).waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: /^Buen[oa]s/, level: 1 }).waitFor()

  front.build = { version: 'bbbb', style: 'h1.h1 { letter-spacing: 7px }' }
  await page.reload()
  await until(page, async () => {
    const cache = await caches.open((await caches.keys())[0]!)
    return (await (await cache.match('/dashboard'))!.text()).includes('"bbbb"')
  })
  front.isAway = true
  await page.reload()
  await agenda(page).waitFor()
  assert.equal(await agenda(page).evaluate((title) => getComputedStyle(title).letterSpacing), '7px')
})

/** A proxy before the site that can pretend to have another build, or that the server is down. */
async function frontOf({ url }: Site) {
  const front = {
    url: '',
    isAway: false,
    /** How often a missing file of the pretended build was requested. */
    missed: 0,
    build: undefined as { version: string; style: string | undefined } | undefined,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
  const server = createServer((request, response) => {
    // A connection that breaks on one side is broken on the other.
    pass(request, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  async function pass(request: IncomingMessage, response: ServerResponse) {
    const { build } = front
    if (front.isAway) return response.writeHead(502).end()
    if (build && request.url === `/assets/${build.version}.css`) {
      if (!build.style) response.once('finish', () => front.missed++)
      return response.writeHead(build.style ? 200 : 404, { 'content-type': 'text/css' }).end(build.style)
    }
    const chunks = await Array.fromAsync(request)
    const answer = await fetch(url + request.url, {
      method: request.method!,
      redirect: 'manual',
      headers: Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => !/^(host|connection|content-length)$/.test(name)),
      ) as Record<string, string>,
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
    })
    const headers = Object.fromEntries(answer.headers)
    for (const name of [
      'content-encoding',
      'content-length',
      'transfer-encoding',
      'connection',
      'keep-alive',
    ])
      delete headers[name]
    // The policy has the hashes of the original scripts, not of the changed ones.
    if (build) delete headers['content-security-policy']
    response.writeHead(answer.status, headers)
    if (!build || !headers['content-type']?.startsWith('text/html')) {
      if (answer.body) for await (const chunk of answer.body) response.write(chunk)
      return response.end()
    }
    const html = await answer.text()
    response.end(
      html
        .replace(/"version":\s*"\w+"/, `"version": "${build.version}"`)
        .replace('</head>', `<link rel="stylesheet" href="/assets/${build.version}.css"></head>`),
    )
  }
  await once(server, 'listening')
  front.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return front
}

async function register({ url }: Site) {
  const answer = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      business_name: 'Uñas de Ana',
      business_type: 'Peluquería / Barbería',
      is_virtual: true,
      email: 'ana.unas@correo.example',
      phone: '+573001234567',
      password: 'clave-segura',
      confirmPassword: 'clave-segura',
      terms: true,
      recaptcha_token: 'dev-token',
    }),
  })
  assert.equal(answer.status, 201)
  return (await answer.json()) as { token: string; business: { email: string; business_name: string } }
}
