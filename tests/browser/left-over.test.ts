/** What a change of hours, or of a professional, leaves behind is listed on the screen where it was made, and decided. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { booked, button, dialog, found, owner, site, sizes, state, time, toast, visit } from './agenda.ts'
import { dayAhead, freeDays, onDay } from './booking.ts'
import { hasFocus, hold } from './helper.ts'

const list = (page: Page) => dialog(page, 'Citas que ya no caben')
const WEEKDAYS = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado']

for (const [name, open] of sizes)
  test(`a weekday is closed: its appointments are cancelled, moved or left ${name}`, async () => {
    const [one, two] = [await booked(), await booked()]
    const page = await visit(open)
    await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
    const days = [...new Set([one.date, two.date])].map((date) => new Date(`${date}T12:00Z`).getUTCDay())
    for (const day of days) await page.getByRole('switch', { name: WEEKDAYS[day]! }).uncheck()
    await button(page, 'Guardar').click()
    for (const { name } of [one, two]) await list(page).getByText(name).waitFor()
    await state(page)

    await list(page)
      .getByRole('group', { name: `Qué hacer con la cita de ${one.name}` })
      .getByRole('button', { name: 'Cancelar' })
      .click()
    await button(page, 'Sí, cancelarla').press('Enter')
    await list(page).getByText(one.name).waitFor({ state: 'detached' })
    await hasFocus(page)
    const { appointments } = await owner(`/api/appointments?q=${encodeURIComponent(one.name)}`)
    assert.equal(appointments[0].status, 'cancelled')

    await list(page)
      .getByRole('group', { name: `Qué hacer con la cita de ${two.name}` })
      .getByRole('button', { name: 'Mover' })
      .click()
    const form = dialog(page, 'Editar cita')
    await form.waitFor()
    assert.equal(await form.locator('input[name=client_name]').inputValue(), two.name)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    // Nothing is forgotten on the way: the rest waits on every screen.
    await page.getByText(/por resolver/).waitFor()
    await state(page)
    await page.locator('.left-pill').getByRole('button', { name: 'Ver' }).click()
    await list(page).getByText(two.name).waitFor()
    await list(page)
      .getByRole('group', { name: `Qué hacer con la cita de ${two.name}` })
      .getByRole('button', { name: 'Dejar la cita' })
      .click()
    await list(page).getByText(two.name).waitFor({ state: 'detached' })
    await hasFocus(page)
    await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
    for (const day of days) await page.getByRole('switch', { name: WEEKDAYS[day]! }).check()
    await button(page, 'Guardar').click()
    await toast(page, 'Horarios actualizados exitosamente').waitFor()
  })

test('the reminder counts those that still stand, on every screen, and goes with the last one', async () => {
  const all = [await booked(), await booked()]
  const page = await visit(sizes[1]![1])
  await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
  const days = [...new Set(all.map(({ date }) => new Date(`${date}T12:00Z`).getUTCDay()))]
  for (const day of days) await page.getByRole('switch', { name: WEEKDAYS[day]! }).uncheck()
  await button(page, 'Guardar').click()
  for (const { name } of all) await list(page).getByText(name).waitFor()
  // The demo's own, and those of the tests before, stay.
  const mine = all.map(({ name }) => name).join('|')
  const others = list(page).getByRole('group', { name: new RegExp(`^Qué hacer con la cita de (?!${mine})`) })
  for (let left = await others.count(); left > 0; left--) {
    await others.first().getByRole('button', { name: 'Dejar la cita' }).click()
    await until(async () => (await others.count()) < left)
  }
  const pill = page.locator('.left-pill')
  const services = async () => {
    await page.getByRole('link', { name: 'Servicios', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Servicios', level: 1 }).waitFor()
  }
  for (const [i, one] of all.entries()) {
    await list(page)
      .getByRole('group', { name: `Qué hacer con la cita de ${one.name}` })
      .getByRole('button', { name: 'Mover' })
      .click()
    await pill.getByText(i === 0 ? '2 citas por resolver' : '1 cita por resolver').waitFor()
    const form = dialog(page, 'Editar cita')
    // On one of the days that are left open.
    const there = (await freeDays(site, one))[3 + i]!
    await form.locator(`label:has(input[value="${there.date}"])`).click()
    await time(form, there.times[0]!).click()
    await button(form, 'Guardar cambios').click()
    await form.waitFor({ state: 'detached' })
    if (i > 0) break
    await pill.getByText('1 cita por resolver').waitFor()
    await services()
    await pill.getByText('1 cita por resolver').waitFor()
    await button(pill, 'Ver').click()
  }
  await pill.waitFor({ state: 'detached' })
  await services()
  assert.equal(await pill.count(), 0)
  await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
  for (const day of days) await page.getByRole('switch', { name: WEEKDAYS[day]! }).check()
  await button(page, 'Guardar').click()
  await toast(page, 'Horarios actualizados exitosamente').waitFor()
})

test('a key that is held leaves one appointment, not one after the other', async () => {
  const [date, names] = [dayAhead(44), ['Tecla Uno', 'Tecla Dos', 'Tecla Tres']]
  for (const [i, name] of names.entries()) await onDay(site, name, 44, `${10 + 2 * i}:00`)
  const { time_off } = await owner('/api/time-off', {
    professional_id: null,
    first_date: date,
    from_time: '08:00',
    to_time: '18:00',
    reason: 'Pintura',
  })
  const page = await visit(sizes[1]![1], `?fecha=${date}&rango=dia`)
  await page.locator('.blk', { hasText: 'Pintura' }).focus()
  await page.keyboard.press('+')
  await list(page).getByText('Hay 3 citas en ese tiempo').waitFor()
  await list(page)
    .getByRole('group', { name: 'Qué hacer con la cita de Tecla Uno' })
    .getByRole('button', { name: 'Dejar la cita' })
    .focus()
  await page.keyboard.down('Enter')
  await list(page).getByText('Tecla Uno').waitFor({ state: 'detached' })
  await hasFocus(page)
  for (let i = 0; i < 3; i++) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await list(page).getByText('Hay 2 citas en ese tiempo').waitFor()
  // The next stop of the keyboard is in the row below.
  await page.keyboard.press('Tab')
  const row = list(page).getByRole('group', { name: 'Qué hacer con la cita de Tecla Dos' })
  await row.locator(':focus').waitFor()
  await query(site.dataDir, `delete from appointments where client_name like 'Tecla %'`)
  await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
})

test('whoever has their time again needs no decision: the block is put back, or removed', async () => {
  const one = { name: 'Liberada Prueba', date: dayAhead(46) }
  await onDay(site, one.name, 46, '10:00')
  const { time_off } = await owner('/api/time-off', {
    professional_id: null,
    first_date: one.date,
    from_time: '08:00',
    to_time: '09:30',
    reason: 'Poda',
  })
  const page = await visit(sizes[1]![1], `?fecha=${one.date}&rango=dia`)
  const block = page.locator('.blk', { hasText: 'Poda' })
  const longer = async () => {
    await block.focus()
    for (let i = 0; i < 3; i++) await page.keyboard.press('+')
    await list(page).getByText(one.name).waitFor()
  }
  await longer()
  await page.locator('.undo', { hasText: 'Poda: cambio guardado' }).waitFor()
  await page.keyboard.press('Control+z')
  await toast(page, 'El bloqueo volvió a su lugar').waitFor()
  await list(page).waitFor({ state: 'detached' })
  assert.equal(await page.locator('.left-pill').count(), 0)

  const putOff = async () => {
    await list(page)
      .getByRole('group', { name: `Qué hacer con la cita de ${one.name}` })
      .getByRole('button', { name: 'Mover' })
      .click()
    await dialog(page, 'Editar cita').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.left-pill').waitFor()
  }
  await longer()
  await putOff()
  // Taken back, it takes their time once more.
  await block.focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('-')
  await page.locator('.left-pill').waitFor({ state: 'detached' })
  await page.locator('.undo', { hasText: 'Poda: cambio guardado' }).waitFor()
  await page.keyboard.press('Control+z')
  await list(page).getByText(one.name).waitFor()
  await putOff()
  await block.press('Enter')
  await button(dialog(page, 'Editar bloqueo'), 'Eliminar').click()
  await button(dialog(page, 'Eliminar bloqueo'), 'Eliminar').click()
  await toast(page, 'Bloqueo eliminado').waitFor()
  await page.locator('.left-pill').waitFor({ state: 'detached' })
  assert.equal((await owner(`/api/time-off/${time_off.id}`)).success, false)
})

test('a block that somebody else removes gives whoever is in it their time again, while the list is open', async () => {
  const one = { name: 'Desbloqueada Prueba', date: dayAhead(47) }
  await onDay(site, one.name, 47, '10:00')
  const { time_off } = await owner('/api/time-off', {
    professional_id: null,
    first_date: one.date,
    from_time: '08:00',
    to_time: '09:30',
    reason: 'Inventario',
  })
  const page = await visit(sizes[1]![1], `?fecha=${one.date}&rango=dia`)
  await page.locator('.blk', { hasText: 'Inventario' }).focus()
  for (let i = 0; i < 3; i++) await page.keyboard.press('+')
  await list(page).getByText(one.name).waitFor()
  await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
  await list(page).getByText(one.name).waitFor({ state: 'detached' })
})

test('whoever has their time again while it is asked about all is not cancelled', async () => {
  const [kept, freed] = ['Encerrada Prueba', 'Devuelta Prueba']
  const date = dayAhead(48)
  await onDay(site, kept, 48, '10:00')
  await onDay(site, freed, 48, '12:00')
  const block = { professional_id: null, first_date: date, from_time: '08:00', reason: 'Arreglo' }
  const { time_off } = await owner('/api/time-off', { ...block, to_time: '09:30' })
  const page = await visit(sizes[1]![1], `?fecha=${date}&rango=dia`)
  await page.locator('.blk', { hasText: 'Arreglo' }).press('Enter')
  const edit = dialog(page, 'Editar bloqueo')
  await edit.getByLabel('Hasta', { exact: true }).fill('12:30')
  await button(edit, 'Guardar cambios').click()
  for (const name of [kept, freed]) await list(page).getByText(name).waitFor()
  await button(list(page), 'Cancelar todas y avisar').click()
  await dialog(page, '¿Cancelar 2 citas?').waitFor()
  const shorter = await owner(`/api/time-off/${time_off.id}`, { ...block, to_time: '11:30' }, 'PUT')
  assert.equal(shorter.success, true, JSON.stringify(shorter))
  await button(dialog(page, '¿Cancelar 1 cita?'), 'Sí, cancelarla').click()
  await toast(page, '1 cita cancelada').waitFor()
  const status = async (name: string) => (await found(name)).status
  assert.deepEqual([await status(kept), await status(freed)], ['cancelled', 'scheduled'])
})

test('hours that are put back give everybody their time again: nobody is left over, nor cancelled', async () => {
  const all = [await booked(), await booked()]
  const { business } = await owner('/api/businesses/profile')
  const page = await visit(sizes[1]![1])
  await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
  const days = [...new Set(all.map(({ date }) => new Date(`${date}T12:00Z`).getUTCDay()))]
  const close = async () => {
    for (const day of days) await page.getByRole('switch', { name: WEEKDAYS[day]! }).uncheck()
    await button(page, 'Guardar').click()
    for (const { name } of all) await list(page).getByText(name).waitFor()
  }
  // The screen asks by itself, too, after whatever it hears: it is answered once somebody has pressed.
  const whileAsking = async (press: () => Promise<void>) => {
    const answer = await hold(page, '**/api/schedules/professionals')
    await press()
    answer()
  }
  // Elsewhere, which this screen does not hear of.
  const putBack = async () => {
    const { hours_version } = (await owner('/api/businesses/profile')).business
    const before = { schedules: business.schedules, hours_version }
    assert.equal((await owner(`/api/schedules/business/${business.id}`, before, 'PUT')).success, true)
  }
  const cancelAll = button(list(page), 'Cancelar todas y avisar')
  const nobodyIsCancelled = async () => {
    await list(page).waitFor({ state: 'detached' })
    for (const { name } of all) assert.equal((await found(name)).status, 'scheduled')
  }
  await whileAsking(async () => {
    await close()
    await putBack()
    await cancelAll.click()
  })
  await nobodyIsCancelled()

  await page.reload()
  await whileAsking(async () => {
    await close()
    await putBack()
    await list(page)
      .getByRole('group', { name: `Qué hacer con la cita de ${all[0]!.name}` })
      .getByRole('button', { name: 'Cancelar' })
      .click()
  })
  await nobodyIsCancelled()

  await page.reload()
  await close()
  await cancelAll.click()
  const sure = button(page, /^Sí, cancelar las \d+$/)
  await sure.waitFor()
  await whileAsking(async () => {
    await putBack()
    await sure.click()
  })
  await toast(page, 'No se canceló ninguna cita: ya no hace falta.').waitFor()
  await nobodyIsCancelled()

  await page.reload()
  await close()
  const [one] = all
  await list(page)
    .getByRole('group', { name: `Qué hacer con la cita de ${one!.name}` })
    .getByRole('button', { name: 'Mover' })
    .click()
  await dialog(page, 'Editar cita').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.left-pill').waitFor()
  await page.locator('.tb-user').click()
  await page.getByRole('link', { name: 'Configuración' }).click()
  await page.getByRole('tab', { name: 'Horarios' }).click()
  for (const day of days) await page.getByRole('switch', { name: WEEKDAYS[day]! }).check()
  await button(page, 'Guardar').click()
  await page.locator('.left-pill').waitFor({ state: 'detached' })
})

test('whoever was outside of the hours anyway has their time again once the day opens, or their professional is back', async () => {
  const one = { name: 'Madrugadora Prueba', date: dayAhead(49) }
  await onDay(site, one.name, 49, '05:00')
  const { professional_id, professional_name } = await found(one.name)
  const page = await visit(sizes[1]![1])
  await page.goto(`${site.url}/dashboard/professionals`)
  await button(page, `Acciones de ${professional_name}`).click()
  await page
    .getByRole('button', { name: 'Desactivar' })
    .or(page.getByRole('menuitem', { name: 'Desactivar' }))
    .first()
    .click()
  await list(page).getByText(one.name).waitFor()
  await owner(`/api/professionals/${professional_id}`, { is_active: true }, 'PATCH')
  await list(page).waitFor({ state: 'detached' })

  await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
  await button(page.getByRole('region', { name: 'Días especiales' }), 'Agregar').click()
  const form = dialog(page, 'Día especial')
  await form.getByLabel('Día', { exact: true }).fill(one.date)
  await button(form, 'Guardar').click()
  await list(page).getByText(one.name).waitFor()
  await page.waitForTimeout(1_000)
  await list(page).getByText(one.name).waitFor()
  await owner(`/api/special-days/${one.date}`, undefined, 'DELETE')
  await list(page).waitFor({ state: 'detached' })
})

test('a professional is sent away: all appointments are cancelled at once, with one mail to each client', async () => {
  const all = [await booked()]
  const hasTwo = () =>
    all.find((one) => all.filter(({ professional }) => professional === one.professional).length > 1)
  while (!hasTwo()) all.push(await booked())
  const { professional, professional_name } = hasTwo()!
  const page = await visit(sizes[1]![1])
  await page.goto(`${site.url}/dashboard/professionals`)
  await button(page, `Acciones de ${professional_name}`).click()
  // As iOS before 17, whose menus are none of its own.
  await page.evaluate(() => {
    const known = HTMLElement.prototype as { showPopover?: unknown; hidePopover?: unknown }
    delete known.showPopover
    delete known.hidePopover
  })
  await page
    .getByRole('button', { name: 'Desactivar' })
    .or(page.getByRole('menuitem', { name: 'Desactivar' }))
    .first()
    .click()
  await list(page).waitFor()
  await list(page).getByRole('button', { name: 'Cancelar todas y avisar' }).click()
  await button(page, /^Sí, cancelar las \d+$/).click()
  await list(page).waitFor({ state: 'detached' })
  const left = await owner(`/api/appointments?professional_id=${professional}&status=scheduled&limit=200`)
  const ours = all.filter((one) => one.professional === professional).map(({ name }) => name)
  assert.deepEqual(
    left.appointments.filter((one: { client_name: string }) => ours.includes(one.client_name)),
    [],
  )
})

/** On one day 80 appointments of each of three professionals; three appointments are of each client. */
const many = (date: string) =>
  query(
    site.dataDir,
    `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
       professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
       price, booked_by)
     select one.business_id, 'Multitud ' || n, '+573001112233', 'multitud' || n || '@correo.example', service_id,
       service_name, p.id, p.professional_name, '${date}', time '03:00' + n * interval '15 min', 15,
       timestamptz '${date}T03:00-05:00' + n * interval '15 min',
       timestamptz '${date}T03:15-05:00' + n * interval '15 min', price, 'client'
     from (select * from appointments limit 1) one, generate_series(0, 79) n,
       (select id, professional_name from professionals order by id limit 3) p`,
  )

test('more than one call cancels are cancelled by several, and when one fails the rest is asked about', async () => {
  const date = dayAhead(45)
  await many(date)
  const { time_off } = await owner('/api/time-off', {
    professional_id: null,
    first_date: date,
    from_time: '02:00',
    to_time: '23:30',
    reason: 'Fumigación',
  })
  const page = await visit(sizes[1]![1], `?fecha=${date}&rango=dia`, { expects: [/ERR_FAILED/] })
  // As telephones of a few years have it.
  await page.evaluate(() => delete (Map as { groupBy?: unknown }).groupBy)
  await page.locator('.blk', { hasText: 'Fumigación' }).focus()
  await page.keyboard.press('ArrowDown')
  const head = (text: string) => list(page).getByText(text).waitFor()
  await head('Hay 240 citas en ese tiempo')
  const sent: number[][] = []
  await page.route('**/cancel-many', (route) => {
    sent.push(route.request().postDataJSON().ids)
    return sent.length === 2 ? route.abort() : route.fallback()
  })
  await list(page).getByRole('button', { name: 'Cancelar todas y avisar' }).click()
  await button(page, 'Sí, cancelar las 240').click()
  const ask = dialog(page, '¿Cancelar 42 citas?')
  await ask.getByText('Ya van 198 citas canceladas de 240.').waitFor()
  await state(page)
  await button(ask, 'Volver').click()
  await head('Hay 42 citas en ese tiempo')
  await list(page).getByRole('button', { name: 'Cancelar todas y avisar' }).click()
  await button(page, 'Sí, cancelar las 42').click()
  await toast(page, '42 citas canceladas').waitFor()
  await list(page).waitFor({ state: 'detached' })
  assert.deepEqual(
    sent.map((ids) => ids.length),
    [198, 42, 42],
  )
  const { appointments } = await owner('/api/appointments?q=Multitud&status=scheduled')
  assert.deepEqual(appointments, [])
  await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
})
