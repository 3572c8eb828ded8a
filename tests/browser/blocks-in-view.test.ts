import assert from 'node:assert/strict'
import { test } from 'node:test'
import { card, owner, sizes, visit } from './agenda.ts'
import { dayAhead } from './booking.ts'
import { desktop, quiet } from './helper.ts'

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
      const isCut = await text.evaluate(
        ({ parentElement: line }) =>
          line!.scrollWidth > line!.clientWidth || line!.scrollHeight > line!.clientHeight,
      )
      assert.equal(isCut, false, 'it has room enough, and whose it is too')
      await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
    })

test('what is blocked of a deleted professional is shown where an appointment of theirs remains, by their name', async () => {
  const [first, next] = [dayAhead(21), dayAhead(28)]
  const { professional } = await owner('/api/professionals', { professional_name: 'Ulises Ibarra' })
  const { services } = await owner('/api/services')
  const { appointment } = await owner('/api/appointments', {
    service_id: services[0].id,
    professional_id: professional.id,
    appointment_date: first,
    appointment_time: '10:00',
    client_name: 'Nadia Cortés',
    client_phone: '+573004128811',
    client_email: 'nadia@correo.example',
    anyway: true,
  })
  assert.ok(appointment)
  const away = { professional_id: professional.id, kind: 'vacation', first_date: first, last_date: next }
  const { time_off } = await owner('/api/time-off', away)
  const { time_off: everybodys } = await owner('/api/time-off', {
    first_date: next,
    from_time: '20:00',
    to_time: '21:00',
  })
  await owner(`/api/professionals/${professional.id}`, undefined, 'DELETE')

  const page = await visit(desktop, `?fecha=${next}&rango=semana`)
  await page.locator(`[data-block="${everybodys.id}"]`).first().waitFor()
  const theirs = page.locator(`[data-block="${time_off.id}"]`)
  await quiet(page)
  assert.equal(await theirs.count(), 0, 'nobody is away any more')
  await page.getByRole('button', { name: 'Semana anterior' }).click()
  await card(page, 'Nadia Cortés').waitFor()
  await theirs.first().waitFor()
  assert.match(await theirs.first().innerText(), /Vacaciones · Ulises Ibarra/)
})
