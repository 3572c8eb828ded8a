/** An appointment that passes midnight lies on both of its days. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { card, dialog, found, owner, sizes, visit } from './agenda.ts'
import { dayAhead } from './booking.ts'
import { desktop } from './helper.ts'

let clients = 0

/** Two hours from 11 pm on, booked outside of the hours. */
async function overnight(date: string) {
  const { professionals } = await owner('/api/professionals')
  const { services } = await owner('/api/services')
  const name = `Lucero Noche${'bcdfghj'[clients++]}`
  const answer = await owner('/api/appointments', {
    client_name: name,
    walk_in: true,
    service_id: services[0].id,
    professional_id: professionals[0].id,
    appointment_date: date,
    appointment_time: '23:00',
    duration_minutes: 120,
    anyway: true,
  })
  assert.equal(answer.success, true, answer.error)
  return { name, professional: professionals[0].professional_name as string }
}

const next = (date: string) => Temporal.PlainDate.from(date).add({ days: 1 }).toString()

for (const [size, open] of sizes)
  for (const by of ['persona', 'juntos'])
    test(`the day after shows what is left after midnight, ${by} ${size}`, async () => {
      const date = dayAhead(8 + 2 * clients)
      const { name, professional } = await overnight(date)
      const page = await visit(open, `?fecha=${next(date)}&rango=dia&por=${by}`)
      const rest = card(page, name)
      await rest.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
      const hours = by === 'persona' ? /11:00 pm – 1:00 am/ : /11:00.*1:00/
      assert.match((await rest.textContent())!, hours)
      const row = page.locator('[data-col="0"][data-row="0"]')
      const [box, first] = [(await rest.boundingBox())!, (await row.boundingBox())!]
      assert.ok(Math.abs(box.y - first.y) < 4, `from the first row on: ${box.y}, ${first.y}`)
      if (by === 'persona') {
        const column = page.locator('.pcol', { has: rest })
        assert.equal(await column.getAttribute('aria-label'), `${professional}, 1 cita`)
      }
      await rest.click()
      await dialog(page, 'Detalle de la cita')
        .getByText(/11:00 pm – 1:00 am/)
        .first()
        .waitFor()
    })

test('its own day ends at midnight, and on the next one it is neither dragged nor made longer', async () => {
  const date = dayAhead(24)
  const { name } = await overnight(date)
  const page = await visit(desktop, `?fecha=${date}&rango=2dias&por=juntos`)
  const cards = card(page, name)
  await cards.nth(1).waitFor()
  const cells = await page
    .locator('[data-col="0"]')
    .evaluateAll((all) => all.at(-1)!.getBoundingClientRect().bottom)
  const own = page.locator('.ev[data-id]', { hasText: name })
  const { y, height } = (await own.boundingBox())!
  assert.ok(y + height <= cells + 1, `it ends with the day: ${y + height}, ${cells}`)

  const rest = page.locator('.ev[data-rest]', { hasText: name })
  await rest.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
  const at = (await rest.boundingBox())!
  for (const from of [at.y + at.height / 2, at.y + at.height - 2]) {
    await page.mouse.move(at.x + 30, from)
    await page.mouse.down()
    await page.mouse.move(at.x + 30, from + 90, { steps: 5 })
    assert.equal(await page.locator('.cal-ghost:not([hidden])').count(), 0)
    await page.mouse.up()
  }
  assert.equal((await found(name)).duration_minutes, 120)
})

for (const [at, [size, open]] of sizes.entries())
  test(`a Monday shows what is left of Sunday ${size}, of which the week before tells`, async () => {
    const day = Temporal.PlainDate.from(dayAhead(17 + 7 * at))
    const sunday = day.add({ days: 7 - day.dayOfWeek }).toString()
    const { name } = await overnight(sunday)
    for (const range of ['semana', 'dia']) {
      const page = await visit(open, `?fecha=${next(sunday)}&rango=${range}&por=juntos`)
      await page.locator('.ev[data-rest]', { hasText: name }).waitFor()
    }
  })

test('what is dragged to the end of a day that is shown until midnight does not go to its beginning', async () => {
  const date = dayAhead(7)
  const { name } = await overnight(date)
  const page = await visit(desktop, `?fecha=${date}&rango=dia&por=persona`)
  const own = card(page, name)
  await own.evaluate((element) => element.scrollIntoView({ block: 'end', inline: 'center' }))
  const { x, y } = (await own.boundingBox())!
  const last = (await page.locator('.pcol').first().boundingBox())!
  await page.mouse.move(x + 20, y + 6)
  await page.mouse.down()
  await page.mouse.move(x + 20, y + 20, { steps: 3 })
  await page.mouse.move(x + 20, last.y + last.height - 2, { steps: 5 })
  const ghost = page.locator('.cal-ghost:not([hidden])')
  await ghost.getByText(/^11:\d\d – 1:\d\d am$/).waitFor()
  await page.keyboard.press('Escape')
  await page.mouse.up()
})
