/** The booking page with what people really type, and left open for longer than expected. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { addressOf, button, freeTime, newClient, SLUG, title, visit } from './booking.ts'
import { axe, desktop, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const onPhone = async () => (await phone(browser)).newPage()
const width = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth)

test('an error goes as its field is corrected, and the others stay', async () => {
  const page = await onPhone()
  await visit(page, addressOf(site, await freeTime(site), 'datos'))
  await button(page, 'Continuar').click()
  await page.getByText('Teléfono es requerido').waitFor()
  await page.getByLabel('Nombre completo').fill('Camila')
  await page.getByText('Nombre es requerido').waitFor({ state: 'detached' })
  await page.getByLabel('Correo electrónico').fill('camila')
  await page.getByText('Email inválido').waitFor()
  assert.equal(await page.getByText('Teléfono es requerido').count(), 1)
  await page.getByLabel('Correo electrónico').fill(newClient().email)
  await page.getByText('Email inválido').waitFor({ state: 'detached' })
  await page.getByLabel('Teléfono', { exact: true }).fill('3004128819')
  await page.getByText('Teléfono es requerido').waitFor({ state: 'detached' })
  await axe(page)
})

test('the notes stay unfolded while what stands in them is deleted', async () => {
  const page = await onPhone()
  await visit(page, addressOf(site, await freeTime(site), 'datos'))
  await page.getByText('Información adicional').click()
  const notes = page.getByLabel('Notas')
  await notes.fill('x')
  await notes.fill('')
  await page.getByText('0 de 500 caracteres').waitFor()
  assert.ok(await notes.isVisible())
})

test('a page left open past midnight shows the new day’s dates, and asks for their times', async () => {
  const wanted = await freeTime(site)
  const page = await onPhone()
  await page.clock.install()
  await visit(page, addressOf(site, wanted))
  const dates = page.locator('input[type=radio][name=fecha]')
  const [first, second] = [await dates.nth(0).inputValue(), await dates.nth(1).inputValue()]
  const asked = page.waitForRequest(/available-days/)
  await page.clock.fastForward('24:00:00')
  await asked
  await dates.and(page.locator(`[value="${first}"]`)).waitFor({ state: 'detached' })
  assert.equal(await dates.first().inputValue(), second)
  await page.getByText('Cargando horarios...').waitFor({ state: 'detached' })
  assert.ok(await dates.and(page.locator(`[value="${wanted.date}"]`)).isChecked())
})

test('names of 120 letters without a space stay inside their cards', async () => {
  const name = 'Peluqueríaymanicura'.repeat(7).slice(0, 120)
  const wanted = await freeTime(site)
  await query(site.dataDir, `update services set service_name = '${name}' where id = ${wanted.service}`)
  await query(
    site.dataDir,
    `update professionals set professional_name = '${name}' where id = ${wanted.professional}`,
  )
  for (const [open, size] of [
    [phone, 360],
    [desktop, 1280],
  ] as const) {
    const page = await (await open(browser)).newPage()
    await visit(page, `${site.url}/negocio/${SLUG}`)
    assert.equal(await width(page), size)
    for (const step of [undefined, 'datos']) {
      await visit(page, addressOf(site, wanted, step))
      await title(page, step ? 'Datos del cliente' : 'Datos de la cita').waitFor()
      assert.equal(await width(page), size)
    }
    for (const card of await page.locator('.service b, .professional b').all())
      assert.ok(await card.evaluate((text) => text.scrollWidth <= text.clientWidth))
  }
})
