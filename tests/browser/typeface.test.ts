import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})
after(() => site.stop())

test('the welcome is as high before its typeface has arrived: nothing in it moves with that', async () => {
  const heights: number[] = []
  for (const isThere of [false, true]) {
    const context = await phone(await launch(), { expects: [/ERR_FAILED/] })
    const page = await context.newPage()
    if (!isThere) await page.route('**/*.woff2', (route) => route.abort())
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard`)
    const footer = page.locator('dialog.guide .modal-f')
    await footer.waitFor()
    await page.evaluate(() => document.fonts.ready)
    heights.push((await footer.boundingBox())!.height)
  }
  assert.equal(heights[0], heights[1])
})
