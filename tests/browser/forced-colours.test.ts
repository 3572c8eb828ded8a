/** With colours of the reader's own, which take every background away, edges say what backgrounds said. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { booked, card, site, visit } from './agenda.ts'
import { desktop } from './helper.ts'

test('a chosen group of clients and the length of an appointment are seen by their edges', async () => {
  const one = await booked()
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia`)
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = await card(page, one.name).evaluate((it) => getComputedStyle(it).outlineStyle)
  assert.equal(edge, 'solid')

  await page.goto(`${site.url}/dashboard/clients`)
  const groups = page.getByRole('group', { name: 'Mostrar' }).getByRole('button')
  await groups.first().waitFor()
  const widths = await groups.evaluateAll((all) =>
    all.map((it) => `${it.getAttribute('aria-pressed')} ${getComputedStyle(it).borderTopWidth}`),
  )
  assert.equal(widths[0], 'true 2px')
  assert.equal(widths[1], 'false 1px')
})
