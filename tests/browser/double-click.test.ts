/** Whoever presses everything twice: the second press counts for nothing, wherever it falls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { button, card, create, dialog, found, owner, past, visit } from './agenda.ts'
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

test('a double click settles one past appointment: the next one, in its place by then, stays as it is', async () => {
  const names = ['Doble Uno', 'Doble Dos', 'Doble Tres']
  for (const [i, name] of names.entries()) await past(name, 15 - i)
  const page = await visit(desktop)
  await page.getByRole('button', { name: /^\d+ citas pasadas sin marcar$/ }).click()
  const of = (place: number) => dialog(page, `Citas sin marcar, ${place} de ${total}`)
  const { total } = await owner('/api/appointments/unconfirmed?limit=1')
  // As slow as people do it, so that the next one is there.
  const twice = { delay: 120 }
  await button(of(1), 'Asistió').dblclick(twice)
  await of(2).getByText('Doble Dos').waitFor()
  await quiet(page)
  await button(of(2), 'No asistió').dblclick(twice)
  await button(of(2), 'Registrar inasistencia').waitFor()
  await quiet(page)
  const states = await Promise.all(names.map(async (name) => (await found(name)).attendance_status))
  assert.deepEqual(states, ['attended', 'pending', 'pending'])
})
