/** The back button of a phone closes what is open above the page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../smtp.ts'
import {
  booked,
  browser,
  button,
  card,
  create,
  dialog,
  fillClient,
  newClient,
  site,
  visit,
} from './agenda.ts'
import { SLUG, visit as visitPage } from './booking.ts'
import { login, phone, quiet } from './helper.ts'

const where = (page: Page) => page.evaluate(() => location.pathname + location.search)
const entries = (page: Page) => page.evaluate(() => history.length)
const above = (page: Page) => page.evaluate(() => (history.state as { above?: number } | null)?.above ?? 0)
/** The history knows of as many open things as there are. */
const settled = (page: Page, count: number) =>
  until(async () => (await above(page)) === count, 5_000, `${count} open in the history`)
const goBack = (page: Page) => page.evaluate(() => history.back())

/** The agenda, with the dashboard as the page before. */
async function visitFromDashboard(): Promise<Page> {
  const page = await visit(phone)
  for (const path of ['', '/appointments']) await page.goto(`${site.url}/dashboard${path}`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  return page
}

async function open(page: Page, name: string) {
  await (name === 'Nueva cita' ? create(page) : button(page, name).filter({ visible: true }).first()).click()
  await dialog(page, name).waitFor()
  await settled(page, 1)
}

test('a clean form closes and its page stays; the history does not grow, and forward opens nothing', async () => {
  const page = await visitFromDashboard()
  const [address, before] = [await where(page), await entries(page)]
  const form = dialog(page, 'Nueva cita')
  for (let time = 0; time < 3; time++) {
    await open(page, 'Nueva cita')
    await goBack(page)
    await form.waitFor({ state: 'detached' })
    await settled(page, 0)
    assert.equal(await where(page), address)
  }
  for (let time = 0; time < 3; time++) {
    await open(page, 'Nueva cita')
    await form.getByRole('button', { name: 'Cerrar' }).click()
    await form.waitFor({ state: 'detached' })
    await settled(page, 0)
  }
  assert.equal(await entries(page), before + 1)
  await page.evaluate(() => history.forward())
  await quiet(page)
  await settled(page, 0)
  assert.equal(await where(page), address)
  assert.equal(await page.getByRole('dialog').count(), 0)
  // The next step back is from the page itself.
  await goBack(page)
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await page.getByRole('heading', { name: 'Indicadores' }).waitFor()
})

test('a form with something typed asks; back once more goes on with it, and it closes when discarded', async () => {
  const page = await visit(phone)
  const address = await where(page)
  await open(page, 'Nueva cita')
  const form = dialog(page, 'Nueva cita')
  const client = newClient()
  await fillClient(form, client)
  await goBack(page)
  const asked = dialog(page, 'Cambios sin guardar')
  await asked.waitFor()
  await settled(page, 2)
  await goBack(page)
  await asked.waitFor({ state: 'detached' })
  await settled(page, 1)
  assert.equal(await form.getByLabel('Nombre').inputValue(), client.name)
  await goBack(page)
  await button(asked, 'Descartar').click()
  await form.waitFor({ state: 'detached' })
  await settled(page, 0)
  assert.equal(await where(page), address)
})

test('a dialog above another closes alone, and the page may change its address below them', async () => {
  const one = await booked()
  const page = await visit(phone, `?fecha=${one.date}`)
  await card(page, one.name).click()
  const detail = page.getByRole('dialog').first()
  await detail.getByText(one.name).first().waitFor()
  await settled(page, 1)
  await detail.getByRole('button', { name: 'Cancelar cita' }).click()
  await settled(page, 2)
  await goBack(page)
  await settled(page, 1)
  assert.equal(await page.getByRole('dialog').count(), 1)
  await goBack(page)
  await settled(page, 0)
  assert.equal(await page.getByRole('dialog').count(), 0)

  // An address that opens a form is cleaned while the form is open, and the page below it is the clean one.
  await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
  await dialog(page, 'Nueva cita').waitFor()
  await settled(page, 1)
  await until(async () => !(await where(page)).includes('nueva'))
  await goBack(page)
  await dialog(page, 'Nueva cita').waitFor({ state: 'detached' })
  await settled(page, 0)
  assert.ok(!(await where(page)).includes('nueva'), await where(page))
  await page.reload()
  await page.getByRole('heading', { name: 'Citas', exact: true }).waitFor()
  await quiet(page)
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('a link in a dialog takes its place: back leads to the page it was opened on, without it', async () => {
  const context = await phone(browser)
  const page = await context.newPage()
  await login(page, site)
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByRole('heading', { name: 'Servicios', exact: true }).waitFor()
  const before = await entries(page)
  await button(page, 'Menú').click()
  await page.getByRole('dialog').waitFor()
  await settled(page, 1)
  await page.getByRole('dialog').getByRole('link', { name: 'Configuración' }).click()
  await page.waitForURL('**/dashboard/settings')
  await settled(page, 0)
  assert.equal(await entries(page), before + 1)
  await goBack(page)
  await page.waitForURL('**/dashboard/services')
  await page.getByRole('heading', { name: 'Servicios', exact: true }).waitFor()
  await quiet(page)
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.evaluate(() => history.forward())
  await page.waitForURL('**/dashboard/settings')
})

/** Steps that a page takes in the history by itself while it loads can lead off the page: Chromium loses count of them. */
test('a reload with a dialog open steps nowhere by itself, and leaves no step back that does nothing', async () => {
  const page = await visitFromDashboard()
  await page.addInitScript(() => {
    const go = history.go.bind(history)
    history.go = (by) => {
      document.documentElement.dataset['stepped'] = String(by)
      go(by)
    }
  })
  const shown = async () => {
    await page.locator('.cal-area:not(.waiting)').waitFor()
    await quiet(page)
  }
  await open(page, 'Nueva cita')
  const length = await entries(page)
  await page.reload()
  await shown()
  assert.equal(await page.locator('html').getAttribute('data-stepped'), null)
  await open(page, 'Nueva cita')
  assert.equal(await entries(page), length, 'the next dialog has the entry that was found')
  await goBack(page)
  await dialog(page, 'Nueva cita').waitFor({ state: 'detached' })
  await settled(page, 0)
  await open(page, 'Nueva cita')
  await page.reload()
  await shown()
  await open(page, 'Nueva cita')
  await page.keyboard.press('Escape')
  await dialog(page, 'Nueva cita').waitFor({ state: 'detached' })
  await goBack(page)
  await page.waitForURL((url) => url.pathname === '/dashboard')
})

test('on the booking page: pictures, the month and legal texts', async () => {
  const page = await (await phone(browser)).newPage()
  await page.goto(site.url)
  await visitPage(page, `${site.url}/negocio/${SLUG}`)
  const address = await where(page)
  await page.getByRole('link', { name: /^Foto 1 de/ }).click()
  await page.getByRole('dialog').waitFor()
  await settled(page, 1)
  await goBack(page)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await settled(page, 0)
  assert.equal(await where(page), address)
})
