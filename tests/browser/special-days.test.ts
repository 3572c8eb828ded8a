import assert from 'node:assert/strict'
import { test } from 'node:test'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  booked,
  browser,
  button,
  dialog,
  fillClient,
  owner,
  REFUSED,
  site,
  sizes,
  state,
  toast,
  visit,
  type Open,
} from './agenda.ts'
import { addressOf, awake, choose, date, dayAhead, freeDays, freeTime, longDate, onDay } from './booking.ts'
import { desktop, hasFocus, phone, signIn } from './helper.ts'

async function hours(open: Open) {
  const page = await (await open(browser, REFUSED)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
  await page.getByRole('heading', { name: 'Festivos', exact: true }).waitFor()
  return page
}

/** 'viernes 20 de noviembre' */
const mediumDate = (date: string) => longDate(date).replace(/ de \d{4}$/, '')

const stored = async (date: string) =>
  (await owner(`/api/special-days?from=${date}&to=${date}`)).special_days.filter(
    (day: any) => day.date === date,
  )

for (const [name, open] of sizes)
  test(`a special day ${name}: wrong hours are said, its appointments are named, it is taken back`, async () => {
    const one = await booked()
    const page = await hours(open)
    const special = page.getByRole('region', { name: 'Días especiales' })
    await button(special, 'Agregar').click()
    const form = dialog(page, 'Día especial')
    await button(form, 'Guardar').click()
    await form.getByText('Elige el día').waitFor()
    const tops = await form
      .locator('.sd-choice button')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    assert.equal(new Set(tops).size, 1, 'the three ways stand side by side')
    await form.getByLabel('Día', { exact: true }).fill(one.date)
    await form.getByLabel(/^Nombre/).fill('Inventario')
    await button(form, 'Horario especial').click()
    for (let i = 0; i < 2; i++) await button(form, '+ Agregar otra franja').click()
    for (const at of [3, 1]) {
      await button(form, `Quitar la franja ${at}`).press('Enter')
      await hasFocus(page)
    }
    await form.getByLabel('Desde, franja 1').fill('05:00')
    await form.getByLabel('Hasta, franja 1').fill('04:00')
    await button(form, 'Guardar').click()
    await form.getByText('La hora final debe ser después de la inicial').waitFor()
    const first = form.getByLabel('Desde, franja 1').and(form.locator(':focus'))
    assert.equal(await first.getAttribute('aria-describedby'), 'intervals-error')
    await form.getByLabel('Hasta, franja 1').fill('05:30')
    await state(page)
    await button(form, 'Guardar').click()
    const misfits = dialog(page, 'Citas que ya no caben')
    await misfits.getByText(one.name).waitFor()
    await state(page)
    await button(misfits, 'Listo').click()
    assert.deepEqual((await stored(one.date))[0].intervals, [{ start_time: '05:00', end_time: '05:30' }])
    await special.getByText('5:00 – 5:30 am').waitFor()
    await state(page)

    await special.getByRole('button', { name: /^Editar Inventario/ }).click()
    await button(dialog(page, 'Editar día especial'), 'Volver al horario de siempre').click()
    await toast(page, 'Ese día vuelve a su horario de siempre').waitFor()
    assert.deepEqual(await stored(one.date), [])
  })

test('holidays: each is opened, closed or has its own hours; a policy closes them all; own ones are added', async () => {
  const page = await hours(sizes[1]![1])
  const holidays = page.getByRole('region', { name: 'Festivos' })
  const before = (await owner('/api/businesses/holidays')).holidays
  // Whose appointments no longer fit is another test's question.
  const dates = before.map((one: any) => `'${one.date}'`).join()
  await query(
    site.dataDir,
    `update appointments set status = 'cancelled' where appointment_date in (${dates})`,
  )
  const { date, name } = before[2]
  const row = holidays.locator('li', { hasText: name }).first()
  await button(row, 'Cerrado').click()
  await until(async () => (await stored(date))[0]?.is_open === false)
  await row.getByRole('button', { name: 'Cerrado', pressed: true }).waitFor()
  await button(row, 'Horario especial').click()
  await button(dialog(page, 'Horario especial'), 'Guardar').click()
  await row.getByText('9:00 am – 2:00 pm').waitFor()
  assert.deepEqual((await stored(date))[0].intervals, [{ start_time: '09:00', end_time: '14:00' }])

  await button(holidays, 'Cerrar todos').click()
  await holidays.getByText('Cierras en todos los festivos').waitFor()
  const closed = (await owner('/api/businesses/holidays')).holidays
  assert.equal(closed.filter((one: any) => one.is_closed).length, closed.length - 1)
  await button(holidays, 'Preguntar').click()
  await holidays.getByText('Te preguntamos 21 días antes').waitFor()
  // A second press on the key finds nothing that would be stored.
  await holidays.getByRole('button', { name: /^Ver los otros \d+$/ }).press('Enter')
  await hasFocus(page)
  await holidays.locator('li').nth(7).and(page.locator(':focus')).waitFor({ timeout: 3_000 })
  assert.equal(await holidays.locator('li').count(), before.length)
  await state(page)

  await button(holidays, 'Agregar un festivo propio (feria del pueblo, día cívico)').click()
  const form = dialog(page, 'Festivo propio')
  const own = dayAhead(50)
  await form.getByLabel('Día', { exact: true }).fill(own)
  await form.getByLabel(/^Nombre/).fill('Feria del pueblo')
  await button(form, 'Guardar').click()
  await page.getByRole('region', { name: 'Días especiales' }).getByText('Feria del pueblo').waitFor()
  assert.equal((await stored(own))[0].is_yearly, true)
})

for (const [name, open] of sizes)
  test(`on a day that was closed the form says to open it ${name}, and does not offer to book anyway`, async () => {
    const [one, today] = [await booked(), dayAhead(0)]
    const day = dayAhead(26)
    for (const closed of [day, today]) await owner(`/api/special-days/${closed}`, { is_open: false }, 'PUT')
    const page = await visit(open, `?nueva=1&fecha=${day}&profesional=${one.professional}`, REFUSED)
    const form = dialog(page, 'Nueva cita')
    await fillClient(form, {
      name: 'Abierta Siempre',
      email: 'abierta@correo.example',
    })
    await form.getByLabel('Servicio').selectOption(String(one.service))
    await form.getByText('Otra hora, minutos o precio').click()
    await form.locator('[name=own_time]').fill('10:00')
    await button(form, 'Crear cita').click()
    const said = form.locator('.error', {
      hasText: 'Ese día está cerrado: ábrelo en Horarios.',
    })
    await said.waitFor()
    assert.equal(await button(form, 'Agendar de todos modos').count(), 0)
    await state(page)

    await button(form, 'Ahora').click()
    await form.getByRole('button', { name: /^Empezar/ }).click()
    await said.waitFor()
    assert.equal(await button(form, 'Agendar de todos modos').count(), 0)
    await state(page)
    for (const closed of [day, today]) await owner(`/api/special-days/${closed}`, undefined, 'DELETE')
  })

test('the booking page says why a day is closed, and leads to the next free one', async () => {
  const wanted = await freeTime(site)
  const page = await hours(sizes[0]![1])
  const special = page.getByRole('region', { name: 'Días especiales' })
  await button(special, 'Agregar').click()
  const form = dialog(page, 'Día especial')
  await form.getByLabel('Día', { exact: true }).fill(wanted.date)
  await form.getByLabel(/^Nombre/).fill('Feria')
  await button(form, 'Guardar').click()
  await special.getByText('Feria', { exact: true }).first().waitFor()
  await page.goto(addressOf(site, { ...wanted, date: '', time: '' }))
  await page.locator('button.month').click()
  const sheet = page.getByRole('dialog', { name: 'Elige el día' })
  await sheet.locator('.month-grid').waitFor()
  const why = sheet.locator('.month-why')
  if ((await why.getByText('Cerrado: Feria').count()) === 0) await button(sheet, 'Mes siguiente').click()
  await why.getByText('Cerrado: Feria').waitFor()
  await state(page)
  await page.keyboard.press('Escape')

  // The day itself can be chosen, to read why.
  await choose(date(page, wanted.date))
  const slots = page.locator('.slots-block')
  await slots.getByText('Cerrado: Feria').waitFor()
  await state(page)
  await slots.getByRole('button', { name: /^Próximo horario libre: / }).click()
  await slots.getByRole('radio').first().waitFor()
  assert.equal(await date(page, wanted.date).isChecked(), false)

  // The same without a script: the button is a form of its own.
  const bare = await (await phone(browser, { javaScriptEnabled: false })).newPage()
  await bare.goto(addressOf(site, { ...wanted, time: '' }))
  await bare.getByText('Cerrado: Feria').last().waitFor()
  await bare.getByRole('button', { name: /^Próximo horario libre: / }).click()
  await bare.locator('.slots-block').getByRole('radio').first().waitFor()
  await owner(`/api/special-days/${wanted.date}`, undefined, 'DELETE')
})

for (const [name, open] of sizes)
  test(`a link to a day without times says so, and shows the next one that has some ${name}`, async () => {
    const wanted = await freeTime(site, 'Corte y cepillado')
    const [before, away, next] = (await freeDays(site, wanted)).slice(-3).map((day) => day.date)
    const { professional: professional_id, professional_name } = wanted
    const { time_off } = await owner('/api/time-off', {
      professional_id,
      kind: 'sick',
      first_date: away,
    })
    const said = `El ${mediumDate(away!)} no hay horarios con ${professional_name}. Te mostramos el ${mediumDate(next!)}.`
    const page = await (await open(browser)).newPage()
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 })
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as any[]) (window as any).shifted += value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const slots = page.locator('.slots-block')
    const linked = addressOf(site, { ...wanted, date: away!, time: '' })
    // The typeface is there then: what stands in for it is matched only where the machine has Arial or its like.
    await page.goto(site.url)
    await page.evaluate(() => document.fonts.ready)
    await page.goto(linked)
    await awake(page)
    await slots.getByText(said, { exact: true }).waitFor()
    assert.equal(await page.locator('input[type=radio][name=fecha]:checked').inputValue(), next)
    // A letter's breadth at the most: on a busy machine the typeface is decoded after the first look.
    assert.ok((await page.evaluate(() => (window as any).shifted)) < 0.005, 'nothing moves')
    await state(page)
    // Whoever chooses another day has read it.
    await choose(date(page, before!))
    await slots.getByText(said).waitFor({ state: 'detached' })
    await slots.getByRole('radio').first().waitFor()

    // Nobody is named where nobody was asked for.
    const sunday = dayAhead(14 - Temporal.PlainDate.from(dayAhead(0)).dayOfWeek)
    await page.goto(`${addressOf(site, { service: wanted.service, date: sunday })}&profesional=any`)
    await slots.getByText(`El ${mediumDate(sunday)} no hay horarios. Te mostramos el`).waitFor()
    await page.goto(addressOf(site, { ...wanted, date: '2024-02-29', time: '' }))
    await slots.getByText('El jueves 29 de febrero de 2024 ya pasó. Te mostramos el').waitFor()

    const bare = await (await open(browser, { javaScriptEnabled: false })).newPage()
    await bare.goto(linked)
    await bare.getByText(said, { exact: true }).waitFor()
    await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
  })

for (const [name, open] of sizes)
  test(`the booking page knows today's hours, and vacations that their owner shows ${name}`, async () => {
    const page = await (await open(browser, REFUSED)).newPage()
    await signIn(page, site)
    const today = dayAhead(0)
    const intervals = [{ start_time: '00:10', end_time: '23:50' }]
    await owner(`/api/special-days/${today}`, { is_open: true, intervals }, 'PUT')
    await page.goto(`${site.url}/dashboard/appointments?bloquear=1&fecha=${dayAhead(24)}`)
    const form = dialog(page, 'Bloquear tiempo')
    await button(form, 'Incapacidad').click()
    await form.getByText('Todo el negocio').click()
    const shows = form.getByRole('switch', {
      name: /^Mostrar el motivo en tu página/,
    })
    assert.equal(await shows.count(), 0, 'an illness is nobody’s business')
    await button(form, 'Vacaciones').click()
    await form.getByLabel('Último día').fill(dayAhead(29))
    await shows.check()
    await state(page)
    await form.getByRole('button', { name: 'Bloquear 6 días' }).click()
    await toast(page, 'Tiempo bloqueado').waitFor()

    const wanted = await freeTime(site)
    await page.goto(addressOf(site, { ...wanted, date: '', time: '' }))
    const said = 'Hoy: 12:10 am – 11:50 pm (horario especial)'
    await page.locator('#horario').getByText(said).waitFor()
    const clock = Temporal.Now.plainTimeISO('America/Bogota').toString({
      smallestUnit: 'minute',
    })
    const isOpen = clock >= '00:10' && clock < '23:50'
    const now = page.locator(isOpen ? 'header.biz .open:not(.off)' : 'header.biz .open.off')
    await now
      .filter({
        hasText: isOpen ? 'Abierto · cierra a las 11:50 pm' : 'Cerrado',
      })
      .waitFor()
    const { days } = await (
      await fetch(
        `${site.url}/api/schedules/available-days/${wanted.professional}?serviceId=${wanted.service}`,
      )
    ).json()
    const { date: off, closed } = days.find((day: any) => day.date >= dayAhead(24) && day.closed)
    assert.match(closed, /^Cerrado por vacaciones hasta el \d+ de [a-z]+$/)
    await choose(date(page, off))
    await page.locator('.slots-block').getByText(closed).waitFor()
    await state(page)
    for (const one of (await owner(`/api/time-off?from=${dayAhead(24)}&to=${dayAhead(29)}`)).time_off)
      await owner(`/api/time-off/${one.id}`, undefined, 'DELETE')
    await owner(`/api/special-days/${today}`, undefined, 'DELETE')
  })

test('the calendar shades closed and special hours and names the day, in the week, the day and by professional', async () => {
  // The Tuesday of the week after next.
  const monday = 7 - ((Temporal.PlainDate.from(dayAhead(0)).dayOfWeek - 1) % 7)
  const [closed, special, sunday] = [dayAhead(monday + 1), dayAhead(monday + 2), dayAhead(monday + 6)]
  await owner(`/api/special-days/${closed}`, { is_open: false, label: 'Inventario' }, 'PUT')
  const intervals = [{ start_time: '10:00', end_time: '12:00' }]
  await owner(`/api/special-days/${special}`, { is_open: true, intervals }, 'PUT')
  await owner(`/api/special-days/${sunday}`, { is_open: true, intervals, label: 'Mercado' }, 'PUT')
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments?fecha=${closed}&rango=semana`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  const head = (name: string) => page.locator('.cal-day', { hasText: name })
  await head('Inventario').waitFor()
  await head('Horario especial').waitFor()
  await head('Mercado').waitFor()
  const open = (column: number) => page.locator(`.cal-cell[data-col="${column}"]:not(.off)`)
  await until(async () => (await open(1).count()) === 0)
  assert.equal(await open(2).count(), 4, 'two hours')
  assert.equal(await open(6).count(), 4)
  await until(async () => (await open(3).count()) > 4)
  await state(page)

  await page.goto(`${site.url}/dashboard/appointments?fecha=${closed}&rango=dia&por=persona`)
  await page.locator('.cal-fest', { hasText: 'Inventario' }).waitFor()
  const column = page.locator('.pcol').first()
  await until(async () => {
    const [whole, gap] = await Promise.all([
      column.boundingBox(),
      column.locator('.pgap').first().boundingBox(),
    ])
    return gap !== null && gap.height > whole!.height - 4
  })
  await state(page)
  // The form offers the Sunday that is open.
  await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
  const form = dialog(page, 'Nueva cita')
  await form
    .locator(`input[name="appointment_date"][value="${sunday}"]:enabled`)
    .waitFor({ state: 'attached' })
  await form
    .locator(`input[name="appointment_date"][value="${closed}"]:disabled`)
    .waitFor({ state: 'attached' })
  for (const day of [closed, special, sunday]) await owner(`/api/special-days/${day}`, undefined, 'DELETE')
})

for (const [name, open] of sizes)
  test(`the dashboard asks whether the business opens on a holiday ${name}`, async () => {
    // Some country has one in the next weeks, on any day of the year.
    const { country } = await owner('/api/businesses/holidays')
    let holidays: any[] = []
    for (const one of [
      'CO',
      'CL',
      'MX',
      'AR',
      'US',
      'PE',
      'ES',
      'BR',
      'EC',
      'VE',
      'PA',
      'CR',
      'UY',
      'DO',
      'HN',
    ]) {
      await owner('/api/businesses/holidays', { country: one, policy: 'ask' }, 'PUT')
      holidays = (await owner('/api/businesses/holidays')).holidays.filter((day: any) => day.question)
      if (holidays.length > 0) break
    }
    const [{ date, question }] = holidays
    const today = Temporal.PlainDate.from(dayAhead(0))
    await onDay(site, 'Casimira Festiva', today.until(date).days, '11:00')
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard`)
    await button(page.locator('dialog.guide'), 'No volver a mostrar').click()
    const asked = page.getByRole('region', { name: question })
    await asked.waitFor()
    await state(page)
    await asked.getByRole('link', { name: 'Horario especial' }).click()
    await dialog(page, 'Horario especial').getByLabel('Desde, franja 1').waitFor()
    await page.goto(`${site.url}/dashboard`)
    await button(asked, 'Cerramos').click()
    await toast(page, 'queda cerrado').waitFor()
    assert.equal((await stored(date))[0].is_open, false)
    // Each of its appointments is decided there.
    const left = dialog(page, 'Citas que ya no caben')
    await left
      .getByRole('group', { name: 'Qué hacer con la cita de Casimira Festiva' })
      .getByRole('button', { name: 'Mover' })
      .waitFor()
    await state(page)
    await button(left, 'Listo').click()
    await asked.waitFor({ state: 'detached' })
    await state(page)
    await query(site.dataDir, `delete from appointments where client_name = 'Casimira Festiva' returning id`)
    await owner(`/api/holidays/${date}`, undefined, 'DELETE')
    await owner('/api/businesses/holidays', { country, policy: 'ask' }, 'PUT')
  })

for (const [name, open] of sizes)
  test(`breaks beside lunch are added, judged and removed ${name}`, async () => {
    // Whoever is booked on a Monday, which the clock decides, would be asked about when a break takes their time.
    const { appointments } = await owner('/api/appointments?status=scheduled&limit=100')
    const ids = appointments
      .filter((one: any) => new Date(one.appointment_date).getUTCDay() === 1)
      .map((one: any) => one.id)
    if (ids.length > 0) await owner('/api/appointments/cancel-many', { ids })
    const page = await hours(open)
    const monday = page.getByRole('group', { name: 'Lunes' })
    const before = await owner('/api/businesses/profile')
    await monday.getByRole('button', { name: '+ Agregar descanso: Lunes' }).click()
    await monday.getByRole('button', { name: '+ Agregar descanso: Lunes' }).click()
    await monday.getByLabel('Lunes, descanso 2, desde').fill('16:00')
    await monday.getByLabel('Lunes, descanso 2, hasta').fill('16:30')
    await monday.getByLabel('Lunes, descanso 2, hasta').blur()
    await monday.getByText('Los descansos no pueden cruzarse').waitFor()
    await state(page)
    await monday.getByRole('button', { name: 'Quitar descanso 2: Lunes' }).click()
    await monday.getByLabel('Lunes, descanso, desde').fill('16:00')
    await monday.getByLabel('Lunes, descanso, hasta').fill('16:15')
    await state(page)
    await button(page, /^Guardar/).click()
    await toast(page, 'Horarios actualizados exitosamente').waitFor()
    const day = async () =>
      (await owner('/api/businesses/profile')).business.schedules.find((one: any) => one.day_of_week === 1)
    assert.deepEqual((await day()).breaks, [{ start_time: '16:00', end_time: '16:15' }])
    await monday.getByRole('button', { name: 'Quitar descanso 1: Lunes' }).click()
    await button(page, /^Guardar/).click()
    await until(async () => (await day()).breaks === undefined)
    assert.deepEqual((await owner('/api/businesses/profile')).business.schedules, before.business.schedules)
  })
