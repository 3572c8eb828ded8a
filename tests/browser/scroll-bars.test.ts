/** Scroll bars that take room, as on Windows: those of the shared Chromium take none. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { chromium, type Browser } from 'playwright-core'
import { CHROMIUM_FLAGS, chromiumPath } from '../../scripts/chromium.ts'
import { desktop, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  const executablePath = await chromiumPath()
  const withBars = { executablePath, args: CHROMIUM_FLAGS, ignoreDefaultArgs: ['--hide-scrollbars'] }
  ;[site, browser] = await Promise.all([startSite(), chromium.launch(withBars)])
})
after(() => browser.close())

test('the kinds of a block stand in one row beside the bar of their dialog', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  const kinds = page.getByRole('dialog').getByRole('group', { name: 'Tipo de bloqueo' }).getByRole('button')
  await kinds.first().waitFor()
  const bar = await page
    .locator('dialog .modal-b')
    .evaluate((one) => (one as HTMLElement).offsetWidth - one.clientWidth)
  assert.ok(bar > 0, 'the bar takes room')
  const boxes = await kinds.evaluateAll((all) =>
    all.map((one) => [one.getBoundingClientRect().top, one.scrollWidth - one.clientWidth].join()),
  )
  assert.deepEqual(new Set(boxes), new Set([`${boxes[0]!.split(',')[0]},0`]))
})

test('a dialog moves nothing of the page behind it', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/services`)
  const card = page.getByRole('article').or(page.locator('.cg > li')).last()
  await card.waitFor()
  await page.setViewportSize({ width: 1280, height: 400 })
  const left = async () => (await card.boundingBox())!.x
  const before = await left()
  const bar = await page.evaluate(() => innerWidth - document.documentElement.clientWidth)
  assert.ok(bar > 0, 'the bar takes room')
  await page.getByRole('button', { name: 'Nuevo servicio' }).first().click()
  await page.getByRole('dialog').waitFor()
  assert.equal(await left(), before)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await left(), before)
})

test('the pictures of a business open over a page that stays where it is', async () => {
  const page = await (await desktop(browser)).newPage()
  await page.goto(`${site.url}/negocio/salon-bugambilia`)
  const picture = page.getByRole('img', { name: 'Foto 1 de 5 de Salón Bugambilia' })
  const heading = page.getByRole('heading', { level: 1 })
  const left = async () => (await heading.boundingBox())!.x
  await picture.scrollIntoViewIfNeeded()
  const before = await left()
  await picture.click()
  await page.getByRole('dialog', { name: 'Fotos de Salón Bugambilia' }).waitFor()
  assert.equal(await left(), before)
})

test('the calendar is as high behind a dialog, and after it, as before', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  const height = async () => (await page.locator('.calbox').boundingBox())!.height
  const before = await height()
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await page.getByRole('dialog').waitFor()
  assert.equal(await height(), before)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await height(), before)
})
