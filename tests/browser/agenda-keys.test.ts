import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../smtp.ts'
import {
  browser,
  booked,
  create,
  card,
  dialog,
  found,
  laterFree,
  newClient,
  shiftTo,
  site,
  sizes,
  state,
  toast,
  visit,
} from './agenda.ts'
import { amPm, freeTime } from './booking.ts'
import { byDeviceClock } from './device-clock.ts'
import { desktop, phone, quiet, signIn } from './helper.ts'

/** Presses Tab until `what` has the focus. */
async function tabTo(page: Page, what: string, most = 80) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab')
    if (await page.locator(what).and(page.locator(':focus')).count()) return
  }
  assert.fail(`${what} cannot be reached with Tab`)
}

test('the calendar by the keyboard alone, and what is read aloud', async () => {
  const one = await booked('Diseño de cejas con henna')
  const page = await visit(desktop, `?rango=dia`)
  const calendar = page.getByRole('region', { name: 'Calendario' })
  assert.match(
    (await calendar.evaluate((element) => {
      const id = element.getAttribute('aria-describedby')!
      return element.ownerDocument.getElementById(id)!.textContent
    }))!,
    /Con las flechas pasas de una cita a otra, con Enter la abres, con la tecla M la mueves, con \+ y - cambias su duración, con la tecla N\s+agendas una nueva a continuación y con la tecla B bloqueas tiempo/,
  )

  // Goes to the day of the appointment with the button for the next day.
  await tabTo(page, 'button[aria-label="Día siguiente"]')
  const title = calendar.getByRole('heading', { level: 2 })
  assert.equal(await title.getAttribute('aria-live'), 'polite')
  for (let i = 0; i < 31 && (await card(page, one.name).count()) === 0; i++) {
    const before = await title.innerText()
    await page.keyboard.press('Enter')
    await until(async () => (await title.innerText()) !== before)
    await page.locator('.cal-area:not(.waiting)').waitFor()
    await quiet(page)
  }
  await card(page, one.name).waitFor()
  const [, day] = /(\d+) de/.exec(await title.innerText())!
  assert.equal(Number(day), Number(one.date.slice(8)))

  // A day's cards are a group named by its date and count; each card is a button with the full description.
  const group = calendar.getByRole('group', { name: new RegExp(`^\\S+ ${day} de \\S+, \\d+ citas?$`) })
  const name = new RegExp(
    `^${one.name} .*, Diseño de cejas con henna, con ${one.professional_name}, Programada$`,
  )
  await group.getByRole('button', { name }).waitFor()
  assert.match(await group.ariaSnapshot(), /- group "[^"]+, \d+ citas?":/)

  await tabTo(page, `.ev:has-text("${one.name}")`)
  await page.keyboard.press('Enter')
  const detail = dialog(page, 'Detalle de la cita')
  await detail.waitFor()
  const read = await detail.ariaSnapshot()
  for (const line of [
    '- heading "Detalle de la cita" [level=2]',
    'Cliente:',
    'Profesional: ',
    'Precio: ',
    '- button "Mover"',
    '- button "Cancelar cita"',
    '- button "Editar"',
    '- button "Confirmó"',
  ])
    assert.ok(read.includes(line), `${line} in ${read}`)
  for (const label of [`Llamar a ${one.name}`, `Escribir un correo a ${one.name}`])
    await detail.getByRole('link', { name: label }).waitFor()
  await page.keyboard.press('Escape')
  await detail.waitFor({ state: 'detached' })
  await page.locator('.ev:focus', { hasText: one.name }).waitFor()

  // During a move, a named group has a status that tells the present position.
  const to = await laterFree(one)
  await page.keyboard.press('m')
  const moving = page.getByRole('group', { name: `Mover la cita de ${one.name}` })
  assert.match(await moving.getByRole('status').innerText(), /Moviendo a /)
  for (const label of [
    'Día anterior',
    'Más temprano',
    'Más tarde',
    'Día siguiente',
    'Cancelar',
    'Dejar aquí',
  ])
    await moving.getByRole('button', { name: label, exact: true }).waitFor()
  await shiftTo(page, to)
  assert.ok((await moving.getByRole('status').innerText()).includes(amPm(to)))
  await page.keyboard.press('Enter')
  const told = page.getByRole('status').filter({ hasText: 'Cita movida a' })
  await told.waitFor()
  await page.locator('.ev:focus', { hasText: one.name }).waitFor()
  await group
    .getByRole('button', { name: /Reprogramada$/ })
    .filter({ hasText: one.name })
    .waitFor()
  await page.keyboard.press('Control+z')
  await toast(page, 'La cita volvió a su hora').waitFor()
  await page.locator('.ev:focus', { hasText: one.name }).waitFor()
  assert.equal((await found(one.name)).appointment_time, one.time)
  await group.getByRole('button', { name }).waitFor()

  // 'n' adds an appointment after the focused one.
  await page.keyboard.press('n')
  const form = dialog(page, 'Nueva cita')
  await form.waitFor()
  await form
    .locator(`input[name=appointment_date][value="${one.date}"]:checked`)
    .waitFor({ state: 'attached' })
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await state(page)

  // Cancels it in its dialog, with a reason.
  await page.locator('.ev:focus', { hasText: one.name }).waitFor()
  await page.keyboard.press('Enter')
  await tabTo(page, 'dialog :text-is("Cancelar cita")', 20)
  await page.keyboard.press('Enter')
  const question = dialog(page, 'Cancelar cita')
  await question.waitFor()
  assert.match(await question.ariaSnapshot(), /Se libera la hora y se le avisa por correo/)
  await tabTo(page, 'dialog textarea', 4)
  await page.keyboard.type('Se enfermó')
  await tabTo(page, 'dialog :text-is("Sí, cancelar la cita")', 3)
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Cita cancelada exitosamente' }).waitFor()
  assert.equal((await found(one.name)).cancellation_reason, 'Se enfermó')
})

for (const [name, open] of sizes)
  test(`whoever leaves the form of a card's details is on the card again ${name}`, async () => {
    const one = await booked('Diseño de cejas con henna')
    const page = await visit(open, `?fecha=${one.date}&rango=dia`)
    const appointment = card(page, one.name)
    const edit = async () => {
      await appointment.press('Enter')
      await dialog(page, 'Detalle de la cita').getByRole('button', { name: 'Editar', exact: true }).click()
      await dialog(page, 'Editar cita').waitFor()
    }
    await edit()
    await page.keyboard.press('Escape')
    await appointment.and(page.locator(':focus')).waitFor()
    await edit()
    await page.getByLabel('Notas').fill('Llega en bicicleta')
    await dialog(page, 'Editar cita').getByRole('button', { name: 'Guardar cambios' }).click()
    await dialog(page, 'Editar cita').waitFor({ state: 'detached' })
    await appointment.and(page.locator(':focus')).waitFor()
  })

test('an appointment is made by the keyboard alone; pressed too early, the button says what is missing', async () => {
  const wanted = await freeTime(site, 'Lifting de pestañas')
  const client = newClient()
  const page = await visit(desktop)
  await tabTo(page, 'button:has-text("Nueva cita")')
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Nueva cita')
  await form.locator('[name=client_name]:focus').waitFor()
  await tabTo(page, 'dialog button:text-is("Crear cita")')
  await page.keyboard.press('Enter')
  await form.locator('[name=client_name]:focus').waitFor()
  assert.match(await form.ariaSnapshot(), /Nombre es requerido/)
  await page.keyboard.type(client.name)
  await tabTo(page, '[name=client_phone]', 4)
  await page.keyboard.type('3004128819')
  await tabTo(page, '[name=client_email]', 4)
  await page.keyboard.type(client.email)
  await tabTo(page, '[name=professional_id]', 10)
  await page.keyboard.type(wanted.professional_name.split(' ')[0]!)
  await tabTo(page, '[name=service_id]', 1)
  await page.keyboard.type(wanted.service_name.split(' ')[0]!)
  await tabTo(page, '[name=appointment_date]', 1)
  for (let i = 0; i < 40 && (await form.locator(`[value="${wanted.date}"]:checked`).count()) === 0; i++)
    await page.keyboard.press('ArrowRight')
  await form
    .getByRole('status')
    .filter({ hasText: /^\d+ horarios? libres?/ })
    .waitFor({ state: 'attached' })
  await tabTo(page, '[name=appointment_time]', 2)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Cita creada exitosamente' }).waitFor()
  await form.waitFor({ state: 'detached' })
  await page.locator('button:has-text("Nueva cita"):focus').waitFor()
  const { appointment_date, service_name } = await found(client.name)
  assert.deepEqual([appointment_date, service_name], [wanted.date, wanted.service_name])
})

for (const [name, open] of sizes)
  test(`the day that begins while the calendar is open becomes today ${name}`, async () => {
    const page = await (await open(browser)).newPage()
    // No screen is open when the clock is put in its place: for a moment it stands at 1970.
    await signIn(page, site)
    // Half a minute before midnight in Bogotá.
    await byDeviceClock(page)
    await page.clock.install({ time: new Date('2027-03-06T04:59:30Z') })
    await page.goto(`${site.url}/dashboard/appointments`)
    const today = page.locator('.calbox [aria-current=date]')
    await today.filter({ hasText: /5/ }).waitFor()
    assert.match(await today.innerText(), /vie/)
    await page.clock.fastForward(61_000)
    await today.filter({ hasText: /sáb/ }).waitFor()
    assert.match(await today.innerText(), /6/)
    if (open === phone) await page.locator('.wk [aria-pressed=true]', { hasText: 'sáb' }).waitFor()
    // When Sunday ends, another week begins. The clock leaps, as it does after a phone has slept.
    await page.clock.fastForward(2 * 24 * 3_600_000)
    await today.filter({ hasText: /lun/ }).waitFor()
    await create(page).click()
    const first = dialog(page, 'Nueva cita').locator('input[name=appointment_date]').first()
    assert.equal(await first.getAttribute('value'), '2027-03-08')
  })
