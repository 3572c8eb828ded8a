/** A window of the panel whose script got lost, also in advance: the screen stays, and the next press opens it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { browser, create, dialog, site } from './agenda.ts'
import { desktop, signIn } from './helper.ts'

const NO_CONNECTION = /Error de conexión/
const AGAIN = /^No pudimos abrir esta parte\. Revisa tu conexión/

async function panel(): Promise<Page> {
  const page = await (await desktop(browser, { expects: [/ERR_CONNECTION_FAILED/, /ERR_FAILED/] })).newPage()
  await signIn(page, site)
  return page
}

/** Loses a file until the returned function is called; counts how often it was asked for. */
async function lose(page: Page, file: string) {
  const files = new RegExp(`/assets/${file}-[^/]*\\.js`)
  const seen = { lost: 0 }
  await page.route(files, (route) => {
    seen.lost++
    return route.abort('connectionfailed')
  })
  return { seen, find: () => page.unroute(files) }
}

test('the form of an appointment, lost in advance and at a press, opens once there is a network', async () => {
  const page = await panel()
  const form = await lose(page, 'form')
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  await until(() => form.seen.lost > 0)
  await create(page).click()
  await page.getByText(NO_CONNECTION).first().waitFor()
  assert.equal(await dialog(page, 'Nueva cita').count(), 0)
  await form.find()
  await create(page).click()
  await dialog(page, 'Nueva cita').waitFor()
})

test('the search, lost at a press, opens at the next', async () => {
  const page = await panel()
  const search = await lose(page, 'search-dialog')
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByText(NO_CONNECTION).first().waitFor()
  assert.ok(search.seen.lost > 0)
  await search.find()
  await page.keyboard.press('Control+k')
  await dialog(page, 'Buscar clientes y citas').waitFor()
})

test('the QR code of the page, lost: the screen stays and says so, and the next press opens it', async () => {
  const page = await panel()
  await page.goto(`${site.url}/dashboard`)
  const guide = page.getByRole('dialog', { name: /Te damos la bienvenida/ })
  await guide.waitFor()
  await page.keyboard.press('Escape')
  await guide.waitFor({ state: 'detached' })
  const code = page.getByRole('button', { name: 'Código QR' })
  await code.waitFor()
  const dialogs = await lose(page, 'qr-dialog')
  await code.click()
  await page.getByText(AGAIN).waitFor()
  await dialogs.find()
  await code.click()
  await page.getByRole('dialog').waitFor()
})
