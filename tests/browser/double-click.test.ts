/** Whoever presses everything twice: a window that the first press opens stays open, though the second falls beside it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { button, card, create, dialog, owner, visit } from './agenda.ts'
import { dayAhead } from './booking.ts'
import { desktop, quiet } from './helper.ts'

test('a double click opens a window, and does not close it at once', async () => {
  const [{ professionals }, { services }] = [await owner('/api/professionals'), await owner('/api/services')]
  const date = dayAhead(9)
  const { success } = await owner('/api/appointments', {
    client_name: 'Doble Clic',
    walk_in: true,
    service_id: services[0].id,
    professional_id: professionals[0].id,
    appointment_date: date,
    appointment_time: '07:00',
    anyway: true,
  })
  assert.equal(success, true)
  const page = await visit(desktop, `?fecha=${date}&rango=dia&por=persona`)
  const openers: [Locator, string][] = [
    [card(page, 'Doble Clic'), 'Detalle de la cita'],
    [create(page), 'Nueva cita'],
  ]
  for (const [opener, name] of openers) {
    const opened = dialog(page, name)
    const close = () => button(opened, 'Cerrar').click()
    // Its script is there from now on, so that it opens between the two presses.
    await opener.click()
    await opened.waitFor()
    await close()
    await opened.waitFor({ state: 'detached' })
    await opener.dblclick({ position: { x: 20, y: 8 }, delay: 60 })
    await opened.waitFor()
    await quiet(page)
    assert.equal(await opened.count(), 1, name)
    // A press beside it closes it, as ever.
    await page.mouse.click(20, 780)
    await opened.waitFor({ state: 'detached' })
  }
})
