/** Whoever presses everything twice: the second press counts for nothing, wherever it falls. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { browser, button, card, create, dialog, found, owner, past, site, visit } from './agenda.ts'
import { dayAhead } from './booking.ts'
import { desktop, phone, quiet, signIn } from './helper.ts'

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

test('a double click answers for one holiday: the next one is asked about, and stays open', async () => {
  const holidays = ['2030-12-25', '2031-01-01'].map((date) => {
    return { date, name: date, question: `¿Abres el ${date}?`, appointments: 0 }
  })
  const closed: string[] = []
  const page = await (await desktop(browser)).newPage()
  await page.route('**/api/businesses/stats', async (route) => {
    const body = await (await route.fetch()).json()
    await route.fulfill({ json: { ...body, holiday: holidays[closed.length] ?? null } })
  })
  await page.route('**/api/holidays/*', async (route) => {
    closed.push(route.request().url().split('/').at(-1)!)
    await route.fulfill({ json: { success: true, conflicts: [] } })
  })
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard`)
  await button(page.locator('dialog.guide'), 'No volver a mostrar').click()
  const [first, next] = holidays.map(({ question }) => page.getByRole('region', { name: question }))
  await first!.waitFor()
  await quiet(page)
  // Between the presses the next question is there.
  const { x, y } = (await button(first!, 'Cerramos').boundingBox())!
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  await next!.waitFor()
  await quiet(page)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await quiet(page)
  assert.deepEqual(closed, ['2030-12-25'])
  await button(next!, 'Abrimos').click()
  await next!.waitFor({ state: 'detached' })
})

test('a double click opens a menu and leaves it open, and unfolds what one click unfolds', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/professionals`)
  const menu = page.getByRole('button', { name: /^Acciones de / }).first()
  await menu.dblclick()
  await button(page, 'Eliminar').waitFor()
  await quiet(page)
  assert.ok(await button(page, 'Eliminar').isVisible())
  await menu.click()
  await button(page, 'Eliminar').waitFor({ state: 'hidden' })
  await page.goto(`${site.url}/dashboard/settings?seccion=datos`)
  const answered = page.getByText('Respondidas')
  await answered.dblclick()
  assert.equal(await page.locator('details[open] > summary').innerText(), 'Respondidas')
  await answered.click()
  assert.equal(await page.locator('details[open]').count(), 0)
})

test('a double click makes one address, of the agenda that was chosen', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=calendario`)
  // Between the presses the address is there, and the form is about the next agenda.
  const { x, y } = (await button(page, 'Crear dirección').boundingBox())!
  await page.mouse.move(x + 20, y + 20)
  await page.mouse.down({ clickCount: 1 })
  await page.mouse.up({ clickCount: 1 })
  await page.getByText('Cópiala ahora').waitFor()
  await quiet(page)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await quiet(page)
  const { feeds } = await owner('/api/feeds')
  assert.deepEqual(
    feeds.map(({ professional_id }: { professional_id: number | null }) => professional_id),
    [null],
  )
})

test('a double tap closes a window, and presses nothing of what stands below it', async () => {
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/services`)
  const form = dialog(page, 'Nuevo servicio')
  const open = () => button(page, 'Nuevo servicio').first().click()
  await open()
  const { x, y } = (await button(form, 'Cancelar').boundingBox())!
  const place = [x + 40, y + 20] as const
  const { touchscreen, mouse } = page
  for (const twice of [
    () => touchscreen.tap(...place).then(() => touchscreen.tap(...place)),
    () => mouse.dblclick(...place, { delay: 20 }),
  ]) {
    await form.waitFor()
    await twice()
    await form.waitFor({ state: 'detached' })
    await quiet(page)
    assert.equal(new URL(page.url()).pathname, '/dashboard/services')
    await open()
  }
  // Two presses in a row are two, where each means something.
  await form.waitFor()
  await touchscreen.tap(...place)
  await form.waitFor({ state: 'detached' })
  await page.waitForTimeout(400)
  await touchscreen.tap(...place)
  await page.waitForURL(/\/dashboard(\/appointments)?$/)
})
