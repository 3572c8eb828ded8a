import assert from 'node:assert/strict'
import { test } from 'node:test'
import { desktop, launch, phone, signIn, startSite } from './helper.ts'

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

test('on a phone the bar marks where one is, and the menu for what is found in it', async () => {
  const [site, browser] = await Promise.all([startSite(), launch()])
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  const marked = page.getByRole('navigation', { name: 'Accesos' }).locator('[aria-current]')
  for (const [path, place] of [
    ['', 'Dashboard'],
    ['/clients/import', 'Clientes'],
    ['/services', 'Menú'],
    ['/messages', 'Menú'],
    ['/settings', 'Menú'],
  ] as const) {
    await page.goto(`${site.url}/dashboard${path}`)
    await marked.first().waitFor()
    assert.deepEqual(await marked.allInnerTexts(), [place], path)
  }
})

test('the menu of the account closes when the keyboard leaves it, by either end, and opens and closes by its button', async () => {
  const [site, browser] = await Promise.all([startSite(), launch()])
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/services`)
  const button = page.getByRole('button', { name: /, menú$/ })
  const menu = page.getByRole('group', { name: 'Tu cuenta' })
  await button.click()
  await menu.waitFor()
  await button.click()
  await menu.waitFor({ state: 'hidden' })
  await button.press('Enter')
  await menu.waitFor()
  const items = await menu.locator('a, button').count()
  for (let pressed = 0; pressed < items; pressed++) await page.keyboard.press('Tab')
  assert.ok(await menu.isVisible(), 'the last entry is still in it')
  await page.keyboard.press('Tab')
  await menu.waitFor({ state: 'hidden' })
  await page.locator(':focus').waitFor()
})
