import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { axe, desktop, launch, login, phone, startSite, type Site } from './helper.ts'

const OWNER = { email: 'demo@enpunto.example', password: 'demo2026' }
const PROTECTED = ['', '/appointments', '/services', '/professionals', '/settings']

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const stored = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].map((store) => store.getItem('enpunto.session') !== null),
  )

async function enter(page: Page, { email = OWNER.email, password = OWNER.password, remember = false } = {}) {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  if (remember) await page.getByLabel(/Recordarme/).check()
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

for (const [device, at] of Object.entries({ phone, desktop })) {
  test(`${device}: an owner logs in, finds every screen, and logs out`, async () => {
    const page = await (await at(browser)).newPage()
    await enter(page)
    await page.waitForURL('**/dashboard')
    await said(page, '¡Bienvenido de vuelta!')
    assert.deepEqual(await stored(page), [false, true])
    await axe(page)
    await page.getByRole('button', { name: 'Lo haré después' }).click()
    await page.getByRole('button', { name: 'Ayuda: guía de configuración' }).click()
    await page.getByRole('dialog').getByText('Empieza aquí').waitFor()
    await axe(page)
    await page.keyboard.press('Escape')

    const places = page.getByRole('navigation', { name: device === 'phone' ? 'Accesos' : 'Principal' })
    for (const name of ['Citas', 'Servicios', 'Profesionales', 'Dashboard']) {
      await places.getByRole('link', { name }).click()
      await page.locator('[aria-current=page]:visible', { hasText: name }).first().waitFor()
    }
    if (device === 'phone') {
      await page.getByRole('button', { name: 'Menú', exact: true }).click()
      await axe(page)
      await page.getByRole('dialog').getByRole('link', { name: 'Configuración' }).click()
      await page.waitForURL('**/settings')
    }
    await page.getByRole('button', { name: /^Salón Bugambilia/ }).click()
    await axe(page)
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await page.waitForURL(`${site.url}/`)
    assert.deepEqual(await stored(page), [false, false])
    await page.goto(`${site.url}/dashboard`)
    await page.waitForURL('**/login')
  })

  test(`${device}: the pages of who is signed out are reachable and accessible`, async () => {
    const page = await (await at(browser, { expects: [/status of 404/] })).newPage()
    for (const path of ['/', '/login', '/register', '/forgot-password', '/no-existe']) {
      await page.goto(site.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await axe(page)
    }
    await said(page, 'Página no encontrada')
    for (const [name, id] of [
      ['Características', 'caracteristicas'],
      ['Precios', 'precios'],
    ] as const) {
      await page.goto(`${site.url}/login`)
      await page.getByLabel('Correo electrónico').waitFor()
      if (device === 'phone') await page.locator('summary').click()
      await page.getByRole('banner').getByRole('link', { name }).click()
      await page.waitForURL(`${site.url}/`)
      await page.waitForFunction((id) => {
        const { top } = document.getElementById(id)?.getBoundingClientRect() ?? { top: -1 }
        return scrollY > 0 && top >= 0 && top < innerHeight / 2
      }, id)
    }
  })
}

test('protected screens send everybody else to the log-in', async () => {
  const page = await (await desktop(browser)).newPage()
  for (const path of PROTECTED) {
    await page.goto(`${site.url}/dashboard${path}`)
    await page.waitForURL('**/login')
  }
})

test('only a remembered session outlives its tab, and the log-in knows who is in', async () => {
  const context = await phone(browser)
  const first = await context.newPage()
  await enter(first)
  await first.waitForURL('**/dashboard')
  const second = await context.newPage()
  await second.goto(`${site.url}/dashboard`)
  await second.waitForURL('**/login')
  await enter(second, { remember: true })
  await second.waitForURL('**/dashboard')
  assert.deepEqual(await stored(second), [true, false])
  const third = await context.newPage()
  await third.goto(`${site.url}/login`)
  await third.waitForURL('**/dashboard')
})

test('a wrong password, no answer and half an answer are said, and nobody is in', async () => {
  const expects = [/status of (401|500)/, /ERR_CONNECTION_REFUSED|ERR_FAILED/]
  const page = await (await desktop(browser, { expects })).newPage()
  await enter(page, { password: 'otra-clave' })
  await page.locator('.toast-error').waitFor()
  assert.deepEqual(await stored(page), [false, false])
  const business = { id: 1, business_name: 'Uno' }
  for (const [answer, text] of [
    [{ json: { success: false } }, 'Error desconocido del servidor'],
    [{ json: { success: true, business } }, 'Error en la respuesta del servidor: token faltante'],
    [
      { json: { success: true, token: 'x' } },
      'Error en la respuesta del servidor: datos de negocio faltantes',
    ],
    [{ status: 500, body: 'roto' }, 'Error de conexión'],
    ['abort', 'Error de conexión. Verifica que el servidor esté funcionando.'],
  ] as const) {
    await page.route('**/api/auth/login', (route) =>
      answer === 'abort' ? route.abort() : route.fulfill(answer),
    )
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await said(page, text)
    await page.unroute('**/api/auth/login')
  }
  assert.match(page.url(), /\/login$/)
})

test('nothing shows until the stored session was checked; one that failed is forgotten without a word', async () => {
  const page = await (await desktop(browser, { expects: [/status of 500/] })).newPage()
  await login(page, site)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/verify', async (route) => {
    await asked
    await route.fulfill({ status: 500, body: '{}' })
  })
  await page.reload()
  await sleep(500)
  assert.equal((await page.locator('body').innerText()).trim(), '')
  await page.goto(`${site.url}/login`)
  await sleep(500)
  assert.equal(await page.getByRole('button', { name: 'Mostrar lo escrito' }).isVisible(), false)
  answer()
  await page.getByLabel('Correo electrónico').waitFor()
  assert.equal(await page.locator('.toast').count(), 0)
  assert.deepEqual(await stored(page), [false, false])
})

test('401 on any call of the owner ends the session', async () => {
  const page = await (await phone(browser, { expects: [/status of 401/] })).newPage()
  await login(page, site)
  await page.route('**/api/services*', (route) =>
    route.fulfill({ status: 401, json: { success: false, error: 'Tu sesión terminó' } }),
  )
  await page.reload()
  await page.waitForURL('**/login')
  assert.deepEqual(await stored(page), [false, false])
})
