/** How long toasts stay, and how many there are. For their position see booking-confirm.test.ts. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { desktop, launch, login, startSite, type Site } from './helper.ts'

const REFUSED = { expects: [/status of 401/] }

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
const send = (page: Page) => page.getByRole('button', { name: 'Iniciar Sesión' }).click()

/** Opens the log-in with a clock that only the test moves. */
async function open(): Promise<Page> {
  const page = await (await desktop(browser, REFUSED)).newPage()
  await page.clock.install()
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Correo electrónico').fill('demo@enpunto.example')
  await page.getByLabel('Contraseña').fill('otra-clave')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  return page
}

/** The toast stays for `ms`, then leaves, and is removed a second later. */
async function stays(page: Page, text: string, ms: number) {
  await toast(page, text).waitFor()
  await page.clock.runFor(ms - 1)
  assert.equal(await page.locator('.toast.leaving').count(), 0, `${text} leaves before ${ms} ms`)
  await page.clock.runFor(1)
  await page.locator('.toast.leaving', { hasText: text }).waitFor()
  await page.clock.runFor(999)
  assert.equal(await toast(page, text).count(), 1, `${text} is gone too early`)
  await page.clock.runFor(1)
  await toast(page, text).waitFor({ state: 'detached' })
}

test('what failed is read for 4 seconds, what went well for 2', async () => {
  const page = await open()
  await send(page)
  await stays(page, 'El email o la contraseña no son correctos', 4000)
  await page.getByLabel('Contraseña').fill('demo2026')
  await send(page)
  await stays(page, '¡Bienvenido de vuelta!', 2000)
})

test('the administrator’s and the portal’s are read for 4 seconds, also what went well', async () => {
  const page = await (await desktop(browser)).newPage()
  await page.clock.install()
  await page.goto(`${site.url}/admin/login`)
  await page.getByLabel('Correo electrónico').fill('admin@enpunto.example')
  await page.getByLabel('Contraseña').fill('admin2026')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await page.getByRole('button', { name: 'Acceder al Panel' }).click()
  await stays(page, '¡Acceso de administrador autorizado!', 4000)

  const client = { client_id: '12345678', client_email: 'ana@correo.example', client_name: 'Ana' }
  await page.route('**/validate-token*', (route) =>
    route.fulfill({ json: { success: true, client, appointments: [], data_requests: [], advertising: [] } }),
  )
  await page.goto(`${site.url}/client?token=1.x`)
  await stays(page, 'Acceso automático exitoso', 4000)
})

test('twenty are kept at most', async () => {
  const page = await open()
  await page.route('**/api/auth/login', (route) => route.fulfill({ json: { success: false, error: 'No' } }))
  for (let i = 1; i <= 23; i++) {
    await send(page)
    if (i <= 20)
      await page
        .locator('.toast')
        .nth(i - 1)
        .waitFor()
  }
  await page.waitForFunction(() => !document.querySelector('form [disabled]'))
  assert.equal(await page.locator('.toast').count(), 20)
})

test('one that says what is going on stays until it is over', async () => {
  const page = await (await desktop(browser)).newPage()
  await page.clock.install()
  await login(page, site)
  await page.goto(`${site.url}/dashboard/appointments?vista=lista`)
  await page.locator('.apt').first().waitFor()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/export.csv*', async (route) => {
    await asked
    await route.continue()
  })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar' }).click()
  const waiting = page.locator('.toast-loading', { hasText: 'Preparando el archivo...' })
  await waiting.waitFor()
  await page.clock.runFor(60_000)
  assert.equal(await page.locator('.toast-loading.leaving').count(), 0)
  assert.ok(await waiting.isVisible())
  answer()
  await download
  await page.locator('.toast-loading.leaving').waitFor()
})
