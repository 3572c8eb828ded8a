import assert from 'node:assert/strict'
import { test } from 'node:test'
import { owner, sizes, visit } from './agenda.ts'
import { dayAhead } from './booking.ts'

for (const [name, open] of sizes)
  for (const [view, query] of [
    ['the week', 'rango=semana'],
    ['a day', 'rango=dia&por=juntos'],
    ['the day by professional', 'rango=dia&por=persona'],
  ] as const)
    test(`a blocked day says why in ${view} ${name}, also where its beginning is scrolled away`, async () => {
      const date = dayAhead(20)
      const { professionals } = await owner('/api/professionals')
      const { time_off } = await owner('/api/time-off', {
        professional_id: professionals[0].id,
        first_date: date,
        kind: 'vacation',
      })
      const page = await visit(open, `?fecha=${date}&${query}`)
      const block = page.locator(`[data-block="${time_off.id}"]`)
      await block.waitFor()
      await page.locator('.cal-wrap').evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
      const box = (await page.locator('.cal-wrap').boundingBox())!
      assert.ok((await block.boundingBox())!.y < box.y - 20, 'it begins above what is in sight')
      const text = block.getByText('Vacaciones')
      const { y, height } = (await text.boundingBox())!
      const heads = await page
        .locator('.cal-day, .phead')
        .evaluateAll((all) => Math.max(0, ...all.map((head) => head.getBoundingClientRect().bottom)))
      assert.ok(y >= Math.max(box.y, heads) && y + height <= box.y + box.height, `at ${y}, heads to ${heads}`)
      await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
    })
