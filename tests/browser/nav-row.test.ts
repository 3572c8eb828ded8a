import assert from 'node:assert/strict'
import { test } from 'node:test'
import { desktop, launch, signIn, startSite } from './helper.ts'

test('the places of the bar stand in one row at every width that has a bar', async () => {
  const [site, browser] = await Promise.all([startSite(), launch()])
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByRole('table').waitFor()
  const places = page.getByRole('navigation', { name: 'Principal' })
  for (const width of [900, 960, 1023, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const tops = await places
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().top))
    assert.equal(new Set(tops).size, 1, `${width} px: ${tops.join(' ')}`)
  }
})
