import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  site,
  browser,
  sizes,
  REFUSED,
  button,
  toast,
  card,
  dialog,
  visit,
  state,
  owner,
  found,
  begun,
  newClient,
  book,
  booked,
  create,
  filters,
  tool,
  past,
  fillClient,
  choose,
  time,
  minutes,
  laterFree,
  shiftTo,
} from './agenda.ts'
import { freeTime } from './booking.ts'
import { desktop, hasFocus, hold, phone, quiet, signIn } from './helper.ts'

for (const [name, open] of sizes)
  test(`an owner's day ${name}: book, edit, attend, cancel, without an axe finding in any state`, async () => {
    const earlier = await booked()
    const wanted = await freeTime(site, 'Corte de barba')
    const page = await visit(open)
    await state(page)

    await create(page).click()
    const form = dialog(page, 'Nueva cita')
    assert.ok(await button(form, 'Crear cita').isDisabled())
    await state(page)
    // An earlier client is suggested by name.
    await form.getByLabel('Nombre').pressSequentially(earlier.name.slice(0, -1))
    await form.getByRole('option', { name: new RegExp(earlier.name) }).waitFor()
    await state(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await form.getByLabel('Nombre').inputValue(), earlier.name)
    assert.match(await form.getByLabel('Correo electrónico').inputValue(), /@/)
    await form.getByLabel('Profesional').selectOption(String(wanted.professional))
    assert.deepEqual(await form.getByLabel('Servicio').locator('option').allInnerTexts(), [
      'Elige',
      'Corte y cepillado',
      'Corte de barba',
    ])
    await choose(form, wanted)
    assert.equal(await form.locator('input[name=appointment_date]').count(), 31)
    await time(form, wanted.time).click()
    await form.getByLabel('Notas').fill('Llamó por teléfono')
    await state(page)
    await button(form, 'Crear cita').click()
    await toast(page, 'Cita creada exitosamente').waitFor()
    await form.waitFor({ state: 'detached' })
    const { id, notes, booked_by } = await found(earlier.name)
    assert.deepEqual([notes, booked_by], ['Llamó por teléfono', 'owner'])

    await page.goto(`${site.url}/dashboard/appointments?cita=${id}`)
    const detail = dialog(page, 'Detalle de la cita')
    await detail.getByText('Llamó por teléfono').waitFor()
    assert.match(
      (await detail.getByRole('link', { name: /WhatsApp/ }).getAttribute('href'))!,
      /^https:\/\/wa\.me\/573\d+\?text=Hola%20/,
    )
    // Whole, as somebody would dial it from anywhere.
    await detail.getByText(/^\+57 3\d\d \d{3} \d{4}$/).waitFor()
    await detail.getByText('Historial').click()
    await detail.getByText('Agendada por ti').waitFor()
    await state(page)
    // Three dots beside the title hold what is seldom needed.
    await button(detail, 'Más acciones').click()
    await state(page)
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      button(detail, 'Agregar al calendario').click(),
    ])
    const [first] = earlier.name.split(' ')
    assert.match(
      readFileSync(await file.path(), 'utf8'),
      new RegExp(`BEGIN:VEVENT[^]*SUMMARY:Corte de barba · ${first}\r\n`),
    )

    await button(detail, 'Editar').click()
    const edit = dialog(page, 'Editar cita')
    await time(edit, wanted.time).locator('input:checked').waitFor()
    await edit.getByLabel('Notas').fill('Trae su propio aceite')
    await state(page)
    await button(edit, 'Guardar cambios').click()
    await toast(page, 'Cita actualizada exitosamente').waitFor()
    assert.equal((await found(earlier.name)).notes, 'Trae su propio aceite')

    // Before the start, a confirmation can be recorded and undone, but attendance cannot be recorded.
    await page.goto(`${site.url}/dashboard/appointments?cita=${id}`)
    await detail.getByText(/^Podrás marcar «Asistió» o «No asistió» desde /).waitFor()
    assert.equal(await button(detail, 'Asistió').count(), 0)
    await button(detail, 'Confirmó').click()
    await detail.getByText('Confirmó que viene').waitFor()
    await state(page)
    assert.notEqual((await found(earlier.name)).client_confirmed_at, null)
    await button(detail, 'Más acciones').click()
    await button(detail, 'Quitar «Confirmó»').click()
    await button(detail, 'Confirmó').waitFor()
    assert.equal((await found(earlier.name)).client_confirmed_at, null)

    await begun(id)
    await query(site.dataDir, `update appointments set price = 0, price_kind = 'ask' where id = ${id}`)
    await page.goto(`${site.url}/dashboard/appointments?cita=${id}`)
    await detail.getByText('A convenir', { exact: true }).waitFor()
    await button(detail, 'Llegó').click()
    await detail.locator('.coming-word', { hasText: 'Llegó' }).waitFor()
    await state(page)
    await button(detail, 'Asistió').click()
    const attend = dialog(page, 'Confirmar asistencia')
    await attend.getByText('En blanco: queda sin precio').waitFor()
    await attend.getByPlaceholder('A convenir').fill('-1')
    await attend.getByText('El precio no puede ser negativo').waitFor()
    await attend.getByLabel('Precio cobrado').fill('30.000')
    await attend.getByText('Se registran $ 30.000').waitFor()
    await state(page)
    await button(attend, 'Confirmar asistencia').click()
    await toast(page, 'Asistencia confirmada').waitFor()
    await detail.waitFor({ state: 'detached' })
    const attended = await owner(`/api/appointments/${id}`)
    assert.deepEqual([attended.appointment.status, attended.appointment.actual_price], ['completed', 30_000])

    // An attended appointment cannot be edited; its attendance can be corrected, and the other one cancelled.
    const other = (await owner(`/api/appointments?q=Lifting ${earlier.name}`)).appointments[0]
    await page.goto(`${site.url}/dashboard/appointments?cita=${id}`)
    await detail.getByText('Asistió').first().waitFor()
    await detail.getByText('Reservada a convenir').waitFor()
    assert.equal(await button(detail, 'Editar').count(), 0)
    await button(detail, 'Corregir').click()
    await detail.getByRole('radio', { name: 'No asistió' }).and(page.locator(':checked')).waitFor()
    await state(page)
    const widths = [detail.getByLabel('Motivo'), detail.locator('.fix')].map((one) => one.boundingBox())
    const [reason, card] = await Promise.all(widths)
    assert.ok(reason!.width > card!.width - 40, 'the reason is as wide as its card')
    await button(detail, 'Corregir a «No asistió»').click()
    await toast(page, 'Asistencia corregida').waitFor()
    await detail.getByText('Historial').click()
    await detail.getByText(/^Corregida por ti: antes «Asistió»/).waitFor()
    const corrected = (await owner(`/api/appointments/${id}`)).appointment
    assert.deepEqual([corrected.attendance_status, corrected.actual_price], ['no_show', null])
    await page.goto(`${site.url}/dashboard/appointments?cita=${other.id}`)
    await button(detail, 'Cancelar cita').click()
    const cancel = dialog(page, 'Cancelar cita')
    await cancel.getByText('Esta acción no se puede deshacer.').waitFor()
    await cancel.getByLabel('Motivo').fill('Viaje')
    await state(page)
    await button(cancel, 'Sí, cancelar la cita').click()
    await toast(page, 'Cita cancelada exitosamente').waitFor()
    const { status, cancellation_reason } = (await owner(`/api/appointments/${other.id}`)).appointment
    assert.deepEqual([status, cancellation_reason], ['cancelled', 'Viaje'])
  })

describe('the calendar', () => {
  test('shows a day, two days or the week, from Monday on, an hour around the opening', async () => {
    const page = await visit(desktop)
    assert.match((await page.locator('.cal-day').nth(1).textContent())!, /^lun/)
    assert.equal(await page.locator('.cal-day:not(.corner)').count(), 7)
    const hours = await page.locator('.cal-hour:not(.half)').allInnerTexts()
    assert.deepEqual([hours[0], hours.at(-1)], ['8 am', '7 pm'])
    await button(page, '2 días').click()
    await until(async () => (await page.locator('.cal-day:not(.corner)').count()) === 2)
    await button(page, 'Día').click()
    await until(async () => (await page.locator('.cal-day').count()) === 0)
    await state(page)
    const small = await visit(phone)
    assert.equal(await small.locator('.wk button').count(), 7)
    await small.locator('.wk button').nth(2).click()
    await tool(small, 'Semana')
    await small.locator('.cal-day').nth(6).waitFor()
    await filters(small).click()
    await state(small)
  })

  test('an appointment is moved by dragging, and taken back', async () => {
    const one = await booked('Diseño de cejas con henna')
    const page = await visit(desktop, `?fecha=${one.date}&rango=dia`)
    const grid = page.locator('.cal')
    await card(page, one.name).scrollIntoViewIfNeeded()
    await page.evaluate(() => scrollBy(0, 150))
    const from = (await card(page, one.name).boundingBox())!
    const row = (await grid.locator('.cal-cell').first().boundingBox())!.height
    await page.mouse.move(from.x + 50, from.y + 6)
    await page.mouse.down()
    // Half-hour rows between the appointment and the next free time.
    const to = await laterFree(one)
    const rows = (minutes(to) - minutes(one.time)) / 30
    await page.mouse.move(from.x + 50, from.y + 20, { steps: 3 })
    await page.mouse.move(from.x + 50, from.y + 8 + rows * row, { steps: 6 })
    await page.locator('.cal-ghost', { hasText: one.name }).waitFor()
    await page.mouse.up()
    await page.locator('.undo', { hasText: 'Cita movida a' }).waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
    const moved = await found(one.name)
    assert.notEqual(moved.appointment_time, one.time)
    await state(page)
    await button(page, 'Deshacer').click()
    await toast(page, 'La cita volvió a su hora').waitFor()
    assert.equal((await found(one.name)).appointment_time, one.time)
  })

  for (const [name, open] of sizes)
    test(`an appointment is moved without dragging ${name}, with the same checks`, async () => {
      const one = await booked('Manicura semipermanente')
      const other = await booked('Manicura semipermanente')
      const page = await visit(open, `?fecha=${one.date}`, REFUSED)
      const start = async () => {
        await card(page, one.name).focus()
        await page.keyboard.press('m')
        await page.getByRole('group', { name: /^Mover la cita/ }).waitFor()
      }
      await start()
      await state(page)
      await page.keyboard.press('Escape')
      await page.locator('.ev:focus').waitFor()
      assert.match((await page.locator('.ev:focus').textContent())!, new RegExp(one.name))

      const to = await laterFree(one)
      await start()
      // A card that is rendered in its place may take the focus: the keys stay the move's.
      await card(page, one.name).focus()
      // A card that goes takes the focus with it.
      await card(page, one.name).evaluate((card) => card.blur())
      await shiftTo(page, to)
      await page.keyboard.press('Enter')
      await page.locator('.undo', { hasText: 'Cita movida a' }).waitFor()
      await page.locator('.ev:focus').waitFor()
      assert.equal((await found(one.name)).appointment_time, to)
      await page.keyboard.press('Control+z')
      await toast(page, 'La cita volvió a su hora').waitFor()

      // Dropped on an occupied time, it is refused and goes back.
      await start()
      // The card goes with its day, and the keys stay the move's again.
      await card(page, one.name).focus()
      await shiftTo(page, other.time, other.date)
      await page.getByText('(ocupado)').waitFor()
      await page.keyboard.press('Enter')
      // It was said before: nobody took it just now.
      await toast(page, 'Ese horario está ocupado. Elige otro, por favor.').waitFor()
      const { appointment_date, appointment_time } = await found(one.name)
      assert.deepEqual([appointment_date, appointment_time], [one.date, one.time])
    })

  test('two owner screens see each other’s changes within two seconds', async () => {
    const one = await freeTime(site, 'Pedicura spa')
    const [large, small] = [
      await visit(desktop, `?fecha=${one.date}`),
      await visit(phone, `?fecha=${one.date}`, { expects: [/ERR_INTERNET_DISCONNECTED/] }),
    ]
    const client = newClient()
    const begun = Date.now()
    await book(one, client)
    await Promise.all([large, small].map((page) => card(page, client.name).first().waitFor()))
    assert.ok(Date.now() - begun < 2_000, `${Date.now() - begun} ms`)
    await toast(small, `Nueva cita: ${client.name.split(' ')[0]}, `).waitFor()

    await card(large, client.name).first().click()
    await button(large, 'Cancelar cita').click()
    await button(large, 'Sí, cancelar la cita').click()
    await toast(small, `Cita cancelada: ${client.name.split(' ')[0]}`).waitFor({ timeout: 2_000 })
    await small.locator('.ev.off', { hasText: client.name }).waitFor()
    // The screen that made the change shows no notice of it.
    assert.equal(await toast(large, 'Cita cancelada:').count(), 0)

    // A screen that was offline shows the changes it missed when it reconnects.
    await small.context().setOffline(true)
    await small.getByText('Sin conexión', { exact: true }).waitFor()
    const missed = newClient()
    await book({ ...one, time: one.times[0]! }, missed)
    await card(large, missed.name).waitFor()
    assert.equal(await card(small, missed.name).count(), 0)
    await small.context().setOffline(false)
    await card(small, missed.name).waitFor()
    await small.getByText('Sin conexión', { exact: true }).waitFor({ state: 'detached' })
  })
})

describe('the new appointment', () => {
  test('a press on an empty time begins one there; another choice frees the time', async () => {
    const wanted = await freeTime(site, 'Keratina')
    const page = await visit(desktop, `?fecha=${wanted.date}&rango=dia`)
    const row = (minutes(wanted.time) - 8 * 60) / 30
    await page.locator(`.cal-cell[data-row="${row}"]`).click({ position: { x: 600, y: 4 }, force: true })
    const form = dialog(page, 'Nueva cita')
    await form.getByText(/^Fecha: /).waitFor()
    const asked: number[] = []
    page.on('request', (request) => request.url().includes('available-slots') && asked.push(Date.now()))
    await form.getByLabel('Profesional').selectOption(String(wanted.professional))
    const chosen = Date.now()
    await form.getByLabel('Servicio').selectOption({ label: 'Keratina' })
    assert.ok(await button(form, 'Crear cita').isDisabled())
    await time(form, wanted.time).locator('input:checked').waitFor()
    assert.equal(asked.length, 1)
    assert.ok(asked[0]! - chosen >= 300, `${asked[0]! - chosen} ms`)
    await form.getByLabel('Servicio').selectOption({ label: 'Corte y cepillado' })
    await time(form, wanted.time).waitFor()
    assert.equal(await form.locator('.fslots input:checked').count(), 0)
    await time(form, wanted.time).click()
    // Once a time is chosen, only the wrong phone keeps the button disabled.
    assert.ok(await button(form, 'Crear cita').isDisabled())
    await form.getByLabel('Teléfono', { exact: true }).fill('3004128819')
    await button(form, 'Crear cita').click()
    await form.getByText('Nombre es requerido').waitFor()
    await form.getByText('Email es requerido').waitFor()
    await state(page)
    await page.keyboard.press('Escape')
    await button(dialog(page, 'Cambios sin guardar'), 'Descartar').click()
    await form.waitFor({ state: 'detached' })
  })

  test('a field that was left empty is missing only once the button is pressed', async () => {
    const page = await visit(phone)
    await create(page).tap()
    const form = dialog(page, 'Nueva cita')
    await form.getByLabel('Nombre').tap()
    await form.getByLabel('Teléfono', { exact: true }).tap()
    await form.getByLabel('Profesional').focus()
    await form.getByLabel('Correo electrónico').fill('sin arroba')
    await form.getByLabel('Nombre').tap()
    // What is typed wrong is told when it is left.
    await form.getByText('Email inválido').waitFor()
    assert.equal(await form.getByText(/ es requerid/).count(), 0)
    await button(form, 'Crear cita').press('Enter')
    await form.getByText('Nombre es requerido').waitFor()
  })

  test('pressed too early, the button says what is missing', async () => {
    const page = await visit(phone)
    await create(page).click()
    const form = dialog(page, 'Nueva cita')
    // By keyboard: the button is only aria-disabled, so it can be focused and pressed.
    await button(form, 'Crear cita').press('Enter')
    for (const text of ['Nombre', 'Profesional', 'Servicio'])
      await form.getByText(`${text} es requerido`).waitFor()
    for (const text of ['Fecha', 'Hora']) await form.getByText(`${text} es requerida`).waitFor()
    await state(page)
  })

  test('an earlier client is selected while the answer to the last letter is on its way', async () => {
    const { name } = await booked()
    const page = await visit(desktop)
    await create(page).click()
    const field = dialog(page, 'Nueva cita').getByLabel('Nombre')
    await field.pressSequentially(name.slice(0, -2))
    const option = dialog(page, 'Nueva cita').getByRole('option', { name: new RegExp(name) })
    await option.waitFor()
    const asked = page.waitForRequest((request) => request.url().includes('/api/clients?'))
    const release = await hold(page, '**/api/clients?**')
    await field.pressSequentially(name.at(-2)!)
    await asked
    await field.press('ArrowDown')
    const answered = page.waitForResponse((response) => response.url().includes('/api/clients?'))
    release()
    await (await answered).finished()
    await quiet(page)
    await field.press('Enter')
    assert.equal(await field.inputValue(), name)
  })

  test('a time that somebody else just took: the nearest ones are offered', async () => {
    const wanted = await freeTime(site, 'Balayage')
    const page = await visit(desktop, '', REFUSED)
    await create(page).click()
    const form = dialog(page, 'Nueva cita')
    await fillClient(form, newClient())
    await choose(form, wanted)
    await time(form, wanted.time).click()
    await book(wanted, newClient())
    await button(form, 'Crear cita').click()
    await form.getByText('Estos son los más cercanos:').waitFor()
    await state(page)
    await form.locator('.alternatives .btn').first().click()
    await form.locator('.fslots input:checked').waitFor()
    await button(form, 'Crear cita').click()
    await toast(page, 'Cita creada exitosamente').waitFor()
  })

  test('a lost connection keeps what was typed, and sending again books once', async () => {
    const wanted = await freeTime(site, 'Corte de barba')
    const client = newClient()
    const page = await visit(desktop, '', { expects: [/ERR_FAILED/] })
    const keys: (string | undefined)[] = []
    await page.route('**/api/appointments', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      // The request reaches the server, but the answer is lost.
      await route.fetch()
      await route.abort()
    })
    await create(page).click()
    const form = dialog(page, 'Nueva cita')
    await fillClient(form, client)
    await choose(form, wanted)
    await time(form, wanted.time).click()
    await button(form, 'Crear cita').click()
    await form.getByText('Lo que escribiste sigue aquí.').waitFor()
    await toast(page, 'Error creando cita').waitFor()
    await button(form, 'Crear cita').click()
    await toast(page, 'Cita creada exitosamente').waitFor()
    assert.equal(new Set(keys).size, 1)
    assert.equal((await owner(`/api/appointments?q=${client.email}`)).appointments.length, 1)
  })

  test('today is the business’s, wherever the device is', async () => {
    const page = await (await desktop(browser)).newPage()
    await page.route('**/api/businesses/profile', async (route) => {
      const response = await route.fetch()
      const body = await response.json()
      await route.fulfill({
        json: { ...body, business: { ...body.business, timezone: 'Pacific/Kiritimati' } },
      })
    })
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
    const there = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Kiritimati' }).format(Date.now())
    const first = dialog(page, 'Nueva cita').locator('input[name=appointment_date]').first()
    await until(async () => (await first.getAttribute('value')) === there)
  })
})

describe('the list', () => {
  test('upcoming and past, filters, folding and the file', async () => {
    const one = await booked()
    await past('Berta Ayer', 1)
    const page = await visit(desktop, '?vista=lista')
    await page
      .getByText(/\d+ citas? próximas?/)
      .first()
      .waitFor()
    await state(page)
    const rows = page.locator('.apt')
    await page.getByLabel('Buscar cliente o servicio').fill(one.name)
    await until(async () => (await rows.count()) === 1)
    await page.getByLabel('Estado').selectOption('cancelled')
    await page.getByText('Ninguna cita con estos filtros').waitFor()
    await state(page)
    await button(page, 'Limpiar filtros').last().press('Enter')
    await rows.nth(1).waitFor()
    await hasFocus(page)
    for (const value of ['hoy', 'manana', '7dias']) {
      await page.getByLabel('Fecha').selectOption(value)
      await page.locator('.grp, .empty').first().waitFor()
    }
    await page.getByLabel('Fecha').selectOption('')
    await page.getByLabel('Profesional').selectOption(String(one.professional))
    await until(async () => (await page.locator('.grp').count()) === 1)
    await page.locator('.grp summary').click()
    await rows.first().waitFor({ state: 'hidden' })
    await button(page, 'Limpiar filtros').click()

    await button(page, 'Pasadas').click()
    await button(page, /^Berta Ayer/).waitFor()
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Exportar').click()])
    assert.equal(file.suggestedFilename(), 'citas.csv')
    const text = readFileSync(await file.path(), 'utf8')
    assert.match(text, /^\uFEFF"Fecha";"Hora"/)
    assert.match(text, /"Berta Ayer"/)
    assert.doesNotMatch(text, new RegExp(one.name))

    await button(page, 'Más acciones para Berta Ayer').click()
    await state(page)
    await button(page, 'No asistió').click()
    const missed = dialog(page, 'No asistió')
    assert.match((await missed.getAttribute('class'))!, /confirm-warning/)
    await missed.getByLabel('Motivo').fill('No contestó')
    await button(missed, 'Registrar inasistencia').click()
    await toast(page, 'Inasistencia registrada').waitFor()
    const { attendance_status, no_show_reason } = await found('Berta Ayer')
    assert.deepEqual([attendance_status, no_show_reason], ['no_show', 'No contestó'])
    const small = await visit(phone, '?vista=lista')
    await small.locator('.apt').first().waitFor()
    await state(small)
  })

  test('past appointments are settled one after the other', async () => {
    for (const [i, name] of ['Clara Uno', 'Clara Dos', 'Clara Tres'].entries()) await past(name, 5 - i)
    const page = await visit(phone)
    // On the phone a number on the button that opens the filters says it, and the line stands above these.
    await page.getByRole('button', { name: 'Buscar, filtros y 3 citas sin marcar' }).click()
    await page.getByText(/3 citas pasadas sin marcar/).waitFor()
    await state(page)
    await button(page, 'Revisar').click()
    await dialog(page, 'Citas sin marcar, 1 de 3').waitFor()
    await page.getByLabel('Precio cobrado').fill('48.000')
    await state(page)
    await button(page, 'Asistió').click()
    const second = dialog(page, 'Citas sin marcar, 2 de 3')
    await button(second, 'No asistió').click()
    await button(second, 'Registrar inasistencia').click()
    const third = dialog(page, 'Citas sin marcar, 3 de 3')
    // Back to one that was noted wrongly, and on again.
    await button(third, 'Anterior').click()
    await second.getByText('Marcada: No asistió').waitFor()
    await button(second, 'Siguiente').click()
    await button(third, 'Dejar para después').click()
    await page.getByText('Queda 1 cita sin marcar.').waitFor()
    await state(page)
    await button(page, 'Seguir').click()
    await button(dialog(page, 'Citas sin marcar, 1 de 1'), 'Dejar para después').click()
    await button(page, 'Listo').click()
    await page.getByText('1 cita pasada sin marcar').waitFor()
    assert.equal((await found('Clara Uno')).actual_price, 48_000)
    assert.equal((await found('Clara Dos')).attendance_status, 'no_show')
  })
})

describe('many past ones', () => {
  test('all that are left came, after one question', async () => {
    for (const [i, name] of ['Elsa Uno', 'Elsa Dos', 'Elsa Tres'].entries()) await past(name, 15 - i)
    const page = await visit(desktop)
    // As if the list held no more of them.
    const most = 'api/appointments/unconfirmed?limit=2'
    await page.route(/unconfirmed\?limit=100/, (route) => route.continue({ url: `${site.url}/${most}` }))
    await page.getByRole('button', { name: /^\d+ citas pasadas sin marcar$/ }).click()
    await button(page, 'Todas asistieron (2)').click()
    await button(page, 'Volver').press('Enter')
    await button(page, 'Todas asistieron (2)').waitFor()
    await hasFocus(page)
    await button(page, 'Todas asistieron (2)').press('Enter')
    await button(page, 'Sí, todas asistieron').click()
    await page.getByText(/^Quedan? \d+ citas? sin marcar\.$/).waitFor()
    await page.unroute(/unconfirmed\?limit=100/)
    await page.getByRole('button', { name: 'Seguir' }).click()
    await button(page, /^Todas asistieron \(\d+\)$/).click()
    await state(page)
    await button(page, 'Sí, todas asistieron').click()
    await page.getByText('No queda ninguna por revisar.').waitFor()
    for (const name of ['Elsa Uno', 'Elsa Dos', 'Elsa Tres'])
      assert.equal((await found(name)).attendance_status, 'attended')
    assert.equal((await owner('/api/appointments/unconfirmed?limit=1')).total, 0)
  })
})

describe('failures', () => {
  const broken = { expects: [/status of 500/] }
  const answer = (error?: string) => ({ status: 500, json: { success: false, ...(error && { error }) } })

  test('appointments that cannot be loaded say so, and can be asked for again', async () => {
    const page = await (await desktop(browser, broken)).newPage()
    await signIn(page, site)
    let isBroken = true
    await page.route(/api\/appointments\?/, (route) =>
      isBroken ? route.fulfill(answer()) : route.continue(),
    )
    // Without live events, nothing reloads the appointments before the owner does.
    await page.route(/appointments\/events/, (route) => route.fulfill(answer()))
    // The count of unconfirmed ones fails silently.
    await page.route(/appointments\/unconfirmed/, (route) => route.fulfill(answer()))
    await page.goto(`${site.url}/dashboard/appointments`)
    await toast(page, 'Error cargando citas').first().waitFor()
    await state(page)
    isBroken = false
    await button(page, 'Reintentar').click()
    await page.locator('.ev').first().waitFor()
    assert.equal(await page.getByText('sin marcar').count(), 0)
  })

  test('appointments that fail again because the live connection stands are said to fail once', async () => {
    for (const view of ['', '?vista=lista']) {
      const page = await (await desktop(browser, broken)).newPage()
      await signIn(page, site)
      await page.route(/api\/appointments(\/unconfirmed)?\?/, (route) => route.fulfill(answer()))
      // It stands after the first failure, and has the list asked for again.
      const standing = await hold(page, '**/appointments/events')
      await page.goto(`${site.url}/dashboard/appointments${view}`)
      await toast(page, 'Error cargando citas').first().waitFor()
      const again = page.waitForResponse(/api\/appointments\?/)
      standing()
      await again
      await quiet(page)
      assert.equal(await toast(page, 'Error cargando citas').count(), 1, view)
    }
  })

  test('past ones that cannot be loaded are not said to be settled', async () => {
    await past('Fabiola Uno', 5)
    const page = await visit(desktop, '', broken)
    // Until it is asked for again by hand: a change elsewhere asks, too, and would take the button away.
    const isAgain = () => page.evaluate(() => 'isAgain' in window)
    await page.route(/unconfirmed\?limit=100/, async (route) =>
      (await isAgain()) ? route.fallback() : route.fulfill(answer()),
    )
    await button(page, '1 cita pasada sin marcar').click()
    await dialog(page, 'Citas sin marcar').getByText('No pudimos mostrar las citas sin marcar').waitFor()
    await state(page)
    const again = button(page, 'Reintentar')
    await again.evaluate((one) =>
      one.addEventListener('click', () => Object.assign(window, { isAgain: true }), true),
    )
    await again.click()
    await button(dialog(page, 'Citas sin marcar, 1 de 1'), 'Asistió').click()
    await page.getByText('No queda ninguna por revisar.').waitFor()
  })

  test('attendance and cancelling: the server’s words, else ours', async () => {
    const one = await booked()
    await begun((await found(one.name)).id)
    const page = await visit(desktop, `?cita=${(await found(one.name)).id}`, broken)
    let error: string | undefined
    await page.route(/\/(attendance|cancel)$/, (route) => route.fulfill(answer(error)))
    await button(page, 'Asistió').click()
    const attend = dialog(page, 'Confirmar asistencia')
    assert.match((await attend.getAttribute('class'))!, /confirm-info/)
    await button(attend, 'Confirmar asistencia').click()
    await toast(page, 'Error al actualizar la asistencia').waitFor()
    error = 'La cita está cancelada'
    await button(attend, 'Confirmar asistencia').click()
    await toast(page, error).waitFor()
    await button(attend, 'Volver').click()
    error = undefined
    // Once it has begun, the menu has what is seldom meant.
    await button(page, 'Más acciones').click()
    await button(page, 'Cancelar cita').click()
    assert.match((await dialog(page, 'Cancelar cita').getAttribute('class'))!, /confirm-danger/)
    await button(page, 'Sí, cancelar la cita').click()
    await toast(page, 'Error al cancelar la cita').waitFor()
    assert.equal((await found(one.name)).status, 'scheduled')
  })

  test('what says that it is not done, or is no answer of ours, is no success', async () => {
    const one = await booked()
    const page = await visit(desktop, `?cita=${(await found(one.name)).id}`)
    const error = 'La cita ya empezó'
    for (const [answer, said] of [
      [{ json: { success: false, error } }, error],
      [{ contentType: 'text/html', body: '<h1>Red del hotel</h1>' }, 'Error al cancelar la cita'],
    ] as const) {
      await page.route(/\/cancel$/, (route) => route.fulfill(answer))
      if (said === error) await button(page, 'Cancelar cita').click()
      await button(page, 'Sí, cancelar la cita').click()
      await toast(page, said).waitFor()
      await page.unroute(/\/cancel$/)
    }
    assert.equal(await toast(page, 'Cita cancelada exitosamente').count(), 0)
  })
})
