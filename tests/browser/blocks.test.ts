import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ask } from '../server.ts'
import { until } from '../smtp.ts'
import {
  book,
  booked,
  create,
  button,
  card,
  dialog,
  fillClient,
  found,
  laterFree,
  minutes,
  newClient,
  owner,
  REFUSED,
  site,
  sizes,
  state,
  toast,
  visit,
} from './agenda.ts'
import { dayAhead } from './booking.ts'
import { desktop, quiet } from './helper.ts'

const form = (page: Page) => dialog(page, 'Bloquear tiempo')
const block = (page: Page, text: string) => page.locator('.blk', { hasText: text })
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

async function startBlock(page: Page) {
  if (await button(page, 'Bloquear').isVisible()) return button(page, 'Bloquear').click()
  await create(page).click()
  await button(dialog(page, 'Nueva cita'), 'Bloquear este tiempo').click()
}

async function isFree({ professional, date, service }: any, time: string): Promise<boolean> {
  const url = `${site.url}/api/schedules/available-slots/${professional}/${date}?serviceId=${service}`
  const answer = await ask(url)
  assert.ok(answer !== 'no answer')
  return answer.body.slots.some((slot: { time: string }) => slot.time === time)
}

for (const [name, open] of sizes)
  test(`hours are blocked, changed and removed ${name}, and the appointment in them is asked about`, async () => {
    const one = await booked()
    const page = await visit(open, `?fecha=${one.date}&rango=dia`)
    await startBlock(page)
    await form(page).getByLabel('Día', { exact: true }).fill(one.date)
    await form(page).locator('label', { hasText: one.professional_name }).click()
    await form(page).getByLabel('Desde').fill(one.time)
    await form(page)
      .getByLabel('Hasta')
      .fill(clock(minutes(one.time) - 30))
    await form(page)
      .getByRole('button', { name: /^Bloquear/ })
      .last()
      .click()
    await form(page).getByText('La hora final debe ser después de la inicial').waitFor()
    await form(page)
      .getByLabel('Hasta')
      .fill(clock(minutes(one.time) + 60))
    await form(page)
      .getByLabel(/^Motivo/)
      .fill(`Cita médica ${name}`)
    // What is to become of the appointment is chosen beforehand, and can be chosen otherwise.
    const acts = form(page).getByRole('group', { name: `Qué hacer con la cita de ${one.name}` })
    await form(page).getByText('Hay 1 cita en ese tiempo').waitFor()
    await form(page).getByText('Se avisará a 1 cliente').waitFor()
    assert.equal(await button(acts, 'Mover').getAttribute('aria-pressed'), 'true')
    await state(page)
    await button(acts, 'Cancelar y avisar').click()
    await form(page)
      .getByRole('button', { name: /^Bloquear \d+:\d\d/ })
      .click()
    assert.equal((await found(one.name)).status, 'scheduled')
    await button(dialog(page, 'Bloquear y cancelar'), 'Sí, cancelar 1 cita').click()
    await toast(page, 'Tiempo bloqueado: 1 cita cancelada').waitFor()
    assert.equal((await found(one.name)).status, 'cancelled')
    assert.equal(await isFree(one, one.time), false, 'its time is the block’s')

    // The calendar shows it, and its time can be changed and given back.
    await block(page, `Cita médica ${name}`).press('Enter')
    const edit = dialog(page, 'Editar bloqueo')
    await edit.getByLabel(/^Motivo/).fill(`Diligencia ${name}`)
    await button(edit, 'Guardar cambios').click()
    await toast(page, 'Bloqueo actualizado').waitFor()
    await block(page, `Diligencia ${name}`).press('Enter')
    await button(edit, 'Eliminar').click()
    await button(dialog(page, 'Eliminar bloqueo'), 'Eliminar').click()
    await toast(page, 'Bloqueo eliminado').waitFor()
    await block(page, `Diligencia ${name}`).waitFor({ state: 'detached' })
    await until(() => isFree(one, one.time))
  })

test('all appointments of a blocked day are cancelled after one more question', async () => {
  const [one, two] = [await booked(), await booked()]
  const page = await visit(desktop, `?bloquear=1&fecha=${one.date}`)
  await button(form(page), 'Vacaciones').click()
  const [first, last] = [one.date, two.date].toSorted()
  await form(page).getByLabel('Primer día').fill(first!)
  await form(page).getByLabel('Último día').fill(last!)
  await form(page)
    .getByText(/^Hay \d+ citas en ese tiempo$/)
    .waitFor()
  // The first day alone may have several.
  for (const { name } of [one, two]) await form(page).getByText(name).first().waitFor()
  await button(form(page), 'Cancelar todas y avisar').click()
  await form(page)
    .getByRole('button', { name: /^Bloquear \d+ días?$/ })
    .click()
  const asked = dialog(page, 'Bloquear y cancelar')
  await asked.getByLabel(/^Motivo/).fill('Cerramos por vacaciones')
  await state(page)
  await asked.getByRole('button', { name: /^Sí, cancelar \d+ citas$/ }).click()
  await toast(page, 'citas canceladas').waitFor()
  for (const { name } of [one, two]) {
    const { status, cancellation_reason } = await found(name)
    assert.deepEqual(
      { status, cancellation_reason },
      { status: 'cancelled', cancellation_reason: 'Cerramos por vacaciones' },
    )
  }
  const { time_off } = await owner(`/api/time-off?from=${first}&to=${last}`)
  assert.equal(time_off.at(-1).kind, 'vacation')
  assert.equal(time_off.at(-1).professional_id, null)
})

test('an empty time can be blocked instead of booked, and a card dragged onto it says so', async () => {
  const one = await booked()
  const time = await laterFree(one)
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia`, REFUSED)
  await page.goto(
    `${site.url}/dashboard/appointments?nueva=1&fecha=${one.date}&hora=${time}&profesional=${one.professional}&rango=dia`,
  )
  await button(dialog(page, 'Nueva cita'), 'Bloquear este tiempo').click()
  await form(page)
    .getByRole('button', { name: /^Bloquear \d+:\d\d/ })
    .click()
  await toast(page, 'Tiempo bloqueado').waitFor()
  await block(page, one.professional_name).waitFor()
  await card(page, one.name).focus()
  await page.keyboard.press('m')
  const bar = page.locator('.move-bar')
  for (let i = 0; i < 40 && !(await bar.innerText()).includes('bloqueado'); i++) {
    const before = await bar.innerText()
    await page.keyboard.press('ArrowDown')
    await until(async () => (await bar.innerText()) !== before)
  }
  assert.match(await bar.innerText(), /\(bloqueado\)/)
  await page.keyboard.press('Escape')
})

test('a block that repeats is removed alone or with those after it', async () => {
  const page = await visit(desktop, '?bloquear=1')
  const [date, until] = [dayAhead(40), dayAhead(62)]
  await form(page).getByLabel('Día', { exact: true }).fill(date)
  await form(page)
    .getByLabel(/^Motivo/)
    .fill('Capacitación')
  await form(page).getByLabel('Se repite').selectOption('Cada semana')
  await form(page).getByLabel('Hasta el').fill(until)
  await form(page)
    .getByRole('button', { name: /^Bloquear \d+:\d\d/ })
    .click()
  await toast(page, 'Tiempo bloqueado 4 veces').waitFor()
  const left = async () =>
    (await owner(`/api/time-off?from=${date}&to=${until}`)).time_off.filter(
      (row: any) => row.reason === 'Capacitación',
    ).length
  assert.equal(await left(), 4)
  await page.goto(`${site.url}/dashboard/appointments?fecha=${dayAhead(47)}&rango=dia`)
  await block(page, 'Capacitación').click()
  await button(dialog(page, 'Editar bloqueo'), 'Eliminar').click()
  const asked = dialog(page, 'Eliminar bloqueo')
  await button(asked, 'Este y los siguientes').click()
  await button(asked, 'Eliminar').click()
  await toast(page, '3 bloqueos eliminados').waitFor()
  assert.equal(await left(), 1)
})

test('a block that repeats is corrected after its answer got lost: all of them are as it was sent last', async () => {
  const page = await visit(desktop, '?bloquear=1', { expects: [/ERR_FAILED/] })
  const [date, until] = [dayAhead(41), dayAhead(63)]
  await form(page).getByLabel('Día', { exact: true }).fill(date)
  await form(page)
    .getByLabel(/^Motivo/)
    .fill('Reunión')
  await form(page).getByLabel('Se repite').selectOption('Cada semana')
  await form(page).getByLabel('Hasta el').fill(until)
  await form(page).getByLabel('Desde').fill('20:00')
  await form(page).getByLabel('Hasta', { exact: true }).fill('21:00')
  let isLost = false
  await page.route('**/api/time-off', async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort()
  })
  const lost = page.waitForEvent('requestfailed')
  const send = () =>
    form(page)
      .getByRole('button', { name: /^Bloquear \d+:\d\d/ })
      .click()
  await send()
  await lost
  await form(page).getByLabel('Hasta', { exact: true }).fill('22:00')
  await send()
  await toast(page, 'Tiempo bloqueado 4 veces').waitFor()
  const { time_off } = await owner(`/api/time-off?from=${date}&to=${until}`)
  assert.deepEqual(
    time_off.filter((row: any) => row.reason === 'Reunión').map((row: any) => [row.first_date, row.to_time]),
    [41, 48, 55, 62].map((days) => [dayAhead(days), '22:00']),
  )
})

test('a block that repeats stands until the corrected one is there, also when that is refused', async () => {
  const page = await visit(desktop, '?bloquear=1', { expects: [/ERR_FAILED/, /409/] })
  const [date, until] = [dayAhead(42), dayAhead(64)]
  await form(page).getByLabel('Día', { exact: true }).fill(date)
  await form(page)
    .getByLabel(/^Motivo/)
    .fill('Mudanza')
  await form(page).getByLabel('Se repite').selectOption('Cada semana')
  await form(page).getByLabel('Hasta el').fill(until)
  await form(page).getByLabel('Desde').fill('20:00')
  await form(page).getByLabel('Hasta', { exact: true }).fill('21:00')
  const keys = new Set<string>()
  await page.route('**/api/time-off', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const key = (await route.request().headerValue('idempotency-key'))!
    const isKnown = keys.has(key)
    keys.add(key)
    if (keys.size === 1 && !isKnown) {
      await route.fetch()
      return route.abort()
    }
    if (keys.size !== 2) return route.fallback()
    const json = { success: false, error: 'Ya tienes 500 bloqueos por venir, el máximo.' }
    return isKnown ? route.fallback() : route.fulfill({ status: 409, json })
  })
  const lost = page.waitForEvent('requestfailed')
  const send = () =>
    form(page)
      .getByRole('button', { name: /^Bloquear \d+:\d\d/ })
      .click()
  const ends = async () => {
    const { time_off } = await owner(`/api/time-off?from=${date}&to=${until}`)
    return time_off.filter((row: any) => row.reason === 'Mudanza').map((row: any) => row.to_time)
  }
  await send()
  await lost
  await form(page).getByLabel('Hasta', { exact: true }).fill('22:00')
  await send()
  await toast(page, 'el máximo. El bloqueo que enviaste antes sigue en pie.').waitFor()
  assert.deepEqual(await ends(), ['21:00', '21:00', '21:00', '21:00'])
  await send()
  await toast(page, 'Tiempo bloqueado 4 veces').waitFor()
  assert.deepEqual(await ends(), ['22:00', '22:00', '22:00', '22:00'])
})

test('why a day has no times: the rules in order, each with what it takes', async () => {
  const one = await booked()
  await owner('/api/time-off', {
    professional_id: one.professional,
    first_date: one.date,
    from_time: '00:00',
    to_time: '24:00',
  })
  const page = await visit(desktop, `?nueva=1&fecha=${one.date}&profesional=${one.professional}`)
  const book = dialog(page, 'Nueva cita')
  await book.getByLabel('Servicio').selectOption(String(one.service))
  await button(book, '¿Por qué no hay horarios?').click()
  const why = dialog(page, '¿Por qué no hay horarios?')
  await why.getByText('A tus clientes no les queda ningún horario libre.').waitFor()
  const rules = await why.locator('li').allInnerTexts()
  assert.ok(rules.some((rule) => /El negocio está cerrado[^]*quita \d+ horarios/.test(rule)))
  assert.match(rules.at(-1)!, /Hay tiempo bloqueado[^]*quita \d+ horarios/)
  await state(page)
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('dialog').count(), 1)

  // Opened without a tap, of which browsers hear otherwise.
  const link = button(book, '¿Por qué no hay horarios?')
  await link.evaluate((element: HTMLElement) => element.click())
  await why.waitFor()
  await page.keyboard.press('Escape')
  await why.waitFor({ state: 'detached' })
  await quiet(page)
  assert.equal(await dialog(page, 'Cambios sin guardar').count(), 0)
  await book.waitFor()
  assert.equal(await link.evaluate((element) => element === document.activeElement), true)
  await page.keyboard.press('Escape')
  await dialog(page, 'Cambios sin guardar').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Cambios sin guardar').waitFor({ state: 'detached' })
  await book.waitFor()
})

test('why a day has no times without preference: all together, and each one’s own', async () => {
  const one = await booked()
  await owner('/api/time-off', {
    professional_id: one.professional,
    first_date: one.date,
    from_time: '00:00',
    to_time: '24:00',
  })
  const page = await visit(desktop, `?nueva=1&fecha=${one.date}`)
  const book = dialog(page, 'Nueva cita')
  const why = page.locator('dialog.explain')
  await book.getByLabel('Profesional').selectOption('any')
  await book.getByLabel('Servicio').selectOption(String(one.service))
  const question = book.getByRole('button', { name: /¿Por qué no hay/ })
  const asked = await question.textContent()
  await question.click()
  await why.getByRole('heading', { name: asked!, exact: true }).waitFor()
  await why.getByText('Sin preferencia', { exact: true }).waitFor()
  const each = why.locator('details', { hasText: 'sin horarios libres' })
  await each.locator('summary').first().press('Enter')
  await each.first().getByText('Hay tiempo bloqueado').waitFor()
  await state(page)
})

for (const [name, open] of sizes)
  test(`outside the hours the form asks once ${name}, in sight, and books when told to`, async () => {
    const client = `Nocturna ${name.split(' ').at(-1)}`
    const one = await booked()
    const own = open === desktop ? '04:10' : '05:10'
    const page = await visit(open, `?nueva=1&fecha=${one.date}&profesional=${one.professional}`, REFUSED)
    const book = dialog(page, 'Nueva cita')
    await fillClient(book, { name: client, email: 'nocturna@correo.example' })
    await book.getByLabel('Servicio').selectOption(String(one.service))
    await book.getByText('Otra hora, minutos o precio').click()
    await book.locator('[name=own_time]').fill(own)
    await button(book, 'Crear cita').click()
    const asked = book.getByRole('alert').filter({ hasText: 'todos modos' })
    await asked.waitFor()
    const isInSight = await asked.evaluate((element) => {
      const [own, seen] = [element, element.closest('.modal-b')!].map((one) => one.getBoundingClientRect())
      return own!.top >= seen!.top && own!.bottom <= seen!.bottom
    })
    assert.ok(isInSight, 'the question is where whoever pressed the button sees it')
    await state(page)
    assert.equal(await page.locator('.toast').count(), 0)
    assert.equal(await book.locator('#appointment_time-error').count(), 0)
    await button(book, 'Agendar de todos modos').click()
    await toast(page, 'Cita creada exitosamente').waitFor()
    assert.equal((await found(client)).appointment_time.slice(0, 5), own)
  })

test('what stands in the time is decided before it is blocked, and whoever comes after is asked about', async () => {
  const [gone, goes, stays] = [await booked(), await booked(), await booked()]
  const [first, last] = [gone.date, goes.date, stays.date].toSorted().filter((_, i) => i !== 1)
  const page = await visit(desktop, `?bloquear=1&fecha=${first}`)
  await button(form(page), 'Vacaciones').click()
  await form(page).getByLabel('Primer día').fill(first!)
  await form(page).getByLabel('Último día').fill(last!)
  await form(page)
    .getByText(/^Hay \d+ citas en ese tiempo$/)
    .waitFor()
  const acts = (name: string) => form(page).getByRole('group', { name: `Qué hacer con la cita de ${name}` })
  await button(acts(gone.name), 'Cancelar y avisar').click()
  await button(acts(stays.name), 'Dejar').click()
  await button(acts(goes.name), 'Mover').click()
  const to = form(page).getByRole('group', { name: `A dónde va la cita de ${goes.name}` })
  // Whatever was offered first: a later time when another one of the list was about to take the nearest.
  await to.locator('[aria-pressed=true], select[data-on]').waitFor()
  await form(page)
    .getByText(/^Se avisará a \d clientes?$/)
    .waitFor()
  await state(page)
  // Nothing happens before it is stored.
  for (const { name } of [gone, goes, stays]) assert.equal((await found(name)).status, 'scheduled')
  const late = newClient()
  await book({ ...gone, time: await laterFree(gone) }, late)
  await form(page)
    .getByRole('button', { name: /^Bloquear \d+ días?$/ })
    .click()
  const asked = dialog(page, 'Bloquear y cancelar')
  await asked.getByLabel(/^Motivo/).fill('Cerramos esos días')
  await state(page)
  await button(asked, 'Sí, cancelar 1 cita').click()
  await toast(page, 'Tiempo bloqueado: 1 cita movida, 1 cita cancelada').waitFor()
  const { status, cancellation_reason } = await found(gone.name)
  assert.deepEqual([status, cancellation_reason], ['cancelled', 'Cerramos esos días'])
  const moved = await found(goes.name)
  assert.equal(moved.status, 'scheduled')
  assert.ok(moved.appointment_date < first! || moved.appointment_date > last!, 'outside the blocked days')
  const kept = await found(stays.name)
  assert.deepEqual([kept.status, kept.appointment_date], ['scheduled', stays.date])
  const inside = dialog(page, 'Citas que ya no caben')
  await inside.getByText(late.name).waitFor()
  assert.equal(await inside.getByText(stays.name).count(), 0)
})
