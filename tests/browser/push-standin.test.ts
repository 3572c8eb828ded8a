/** Pushes in development: what phones would show is kept and shown; neither the server nor the browser asks a push service. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { bookByApi, freeTime, isWiderThanScreen } from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite({ env: { PUSH_STAND_IN: 'true' } }), launch()])
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`what a phone would show is shown, and the browser asks nobody for an address (${size})`, async () => {
    const context = await open(browser, { serviceWorkers: 'allow' })
    await context.addInitScript(() => {
      let permission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = () => {
        permission = 'granted'
        return Promise.resolve('granted')
      }
      PushManager.prototype.subscribe = () => Promise.reject(new Error('asked the vendor'))
    })
    const page = await context.newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/settings?seccion=avisos`)
    await page.getByRole('button', { name: 'Avisarme en este teléfono' }).click()
    await page.locator('.toast', { hasText: 'Te avisaremos en este teléfono' }).waitFor()
    const [{ endpoint }] = (await query<{ endpoint: string }>(
      site.dataDir,
      'select endpoint from push_subscriptions order by id desc limit 1',
    )) as [{ endpoint: string }]
    assert.match(endpoint, /^http:\/\/push\.localhost\//)
    await bookByApi(site, await freeTime(site))
    await page.goto(`${site.url}/avisos`)
    const card = page
      .locator('article')
      .filter({ has: page.getByText(/^Nueva cita: /) })
      .first()
    const shown = async () => {
      for (let n = 0; n < 40 && (await card.count()) === 0; n++) {
        await page.waitForTimeout(250)
        await page.reload()
      }
    }
    await shown()
    assert.doesNotMatch(await page.locator('main').innerText(), /Otra Persona/)
    await axe(page)
    assert.equal(await isWiderThanScreen(page), false)
    await card.getByRole('link', { name: 'Abrir la cita' }).click()
    await page.waitForURL(/\/dashboard\/appointments\?cita=\d+/)
  })
