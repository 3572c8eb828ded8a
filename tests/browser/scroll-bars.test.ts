/** Bars of scrolling that take room, as on Windows: the shared Chromium has none. */
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

test('a dialog over a page that scrolls moves nothing of it aside, and its choices stand in one row', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  const width = () => page.evaluate(() => document.body.getBoundingClientRect().width)
  assert.ok((await width()) < 1280, 'the bar takes room')
  const before = await width()
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  const kinds = page.getByRole('dialog').getByRole('group', { name: 'Tipo de bloqueo' }).getByRole('button')
  await kinds.first().waitFor()
  assert.equal(await width(), before)

  await page.setViewportSize({ width: 1280, height: 500 })
  const boxes = await kinds.evaluateAll((all) =>
    all.map((one) => [one.getBoundingClientRect().top, one.scrollWidth - one.clientWidth].join()),
  )
  assert.deepEqual(new Set(boxes), new Set([`${boxes[0]!.split(',')[0]},0`]))
})
