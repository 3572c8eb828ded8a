/** Minimum notice, horizon and the grid of starts: set by the owner, seen by the customer. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { act, button, newOwner, SIZES, toasted } from './catalogue.ts'
import { until } from '../smtp.ts'
import { axe, desktop, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const today = () => Temporal.Now.plainDateISO('America/Bogota')
const offered = async (slug: string) => {
  const read = async (path: string) => (await (await fetch(site.url + path)).json()) as any
  const { business } = await read(`/api/businesses/public/slug/${slug}`)
  const { services } = await read(`/api/businesses/${business.id}/services`)
  const { professionals } = await read(`/api/businesses/${business.id}/professionals`)
  return `/negocio/${slug}?servicio=${services[0].id}&profesional=${professionals[0].id}`
}

for (const [size, open] of Object.entries(SIZES))
  test(`on a ${size}: the owner sets notice and horizon, and a service’s own grid`, async () => {
    const { page, as } = await newOwner(site, await open(browser))
    const { service } = await as('POST', '/api/services', { service_name: 'Manicura' })
    await page.goto(`${site.url}/dashboard/settings`)
    await page.getByRole('heading', { name: 'Reservas en tu página' }).waitFor()
    await page.getByLabel('Anticipación mínima').selectOption('2 horas antes')
    await page.getByLabel('Hasta cuándo se reserva').selectOption('90 días adelante')
    await page.getByLabel('Horas que se ofrecen').selectOption('Cada 120 minutos')
    await page.getByLabel('Hasta cuándo se cancela').selectOption('Hasta 1 día antes')
    await page.getByLabel('Sugerir horarios sin huecos').check()
    await page.getByLabel('Preparación y limpieza dentro del horario').check()
    await axe(page)
    await button(page, 'Guardar').click()
    // The bar says 'Guardando…' before: a reload then would read what stood there.
    await toasted(page, 'Perfil actualizado exitosamente')
    await page.reload()
    // At first what the browser kept is shown, then what the server says.
    await until(async () => (await page.getByLabel('Hasta cuándo se cancela').inputValue()) === '1440')
    assert.equal(await page.getByLabel('Sugerir horarios sin huecos').isChecked(), true)
    assert.equal(await page.getByLabel('Preparación y limpieza dentro del horario').isChecked(), true)
    assert.equal(await page.getByLabel('Anticipación mínima').inputValue(), '120')
    assert.equal(await page.getByLabel('Hasta cuándo se reserva').inputValue(), '90')

    await page.goto(`${site.url}/dashboard/services`)
    await act(page, 'Manicura', 'Editar')
    await page.getByText('Tiempos y anticipación').click()
    await page.getByLabel('Horas que se ofrecen').selectOption('Cada 20 minutos')
    await page.getByLabel('Anticipación mínima').selectOption('1 día antes')
    await axe(page)
    await button(page, 'Guardar cambios').click()
    await toasted(page, 'Servicio actualizado exitosamente')
    const { services } = await as('GET', '/api/services')
    assert.deepEqual(
      [services[0].id, services[0].slot_interval_minutes, services[0].min_notice_minutes],
      [service.id, 20, 1440],
    )
    await act(page, 'Manicura', 'Editar')
    await page.getByLabel('Preparación antes (min)').fill('10')
    await page.getByLabel('Limpieza después (min)').fill('7')
    await page.getByLabel('Proceso: desde el minuto').fill('20')
    await button(page, 'Guardar cambios').click()
    await page.getByText('Debe ir de 0 a 120 minutos, de 5 en 5').waitFor()
    await page.getByText('Di cuánto dura el tiempo de proceso').waitFor()
    await page.getByLabel('Limpieza después (min)').fill('15')
    await page.getByLabel('Proceso: cuántos minutos').fill('30')
    await axe(page)
    await button(page, 'Guardar cambios').click()
    await toasted(page, 'Servicio actualizado exitosamente')
    const [wide] = (await as('GET', '/api/services')).services
    assert.deepEqual(
      [wide.buffer_before, wide.buffer_after, wide.gap_from, wide.gap_minutes],
      [10, 15, 20, 30],
    )
    await act(page, 'Manicura', 'Editar')
    // Open, because something of it is set.
    await page.getByLabel('Anticipación mínima').selectOption('Como el negocio')
    await button(page, 'Guardar cambios').click()
    await toasted(page, 'Servicio actualizado exitosamente')
    assert.equal((await as('GET', '/api/services')).services[0].min_notice_minutes, null)
  })

test('a horizon of 150 days: the dates load on, in the strip and in the months, and the address keeps them', async () => {
  const { as, slug } = await newOwner(site, await desktop(browser))
  await as('POST', '/api/services', { service_name: 'Manicura' })
  await as('POST', '/api/professionals', { professional_name: 'Luz' })
  await as('PATCH', '/api/businesses/profile', { horizon_days: 150 })
  const path = await offered(slug)
  const page = await (await phone(browser)).newPage()
  await page.goto(site.url + path)
  const dates = page.locator('.dates input')
  await page.waitForFunction(() => 'enpuntoIsAwake' in window)
  assert.equal(await dates.count(), 62)
  for (const count of [124, 151]) {
    await dates.last().evaluate((input) => {
      const strip = input.closest('.dates')!
      strip.scrollLeft = strip.scrollWidth
    })
    await page.waitForFunction(
      (n) => document.querySelectorAll('.dates input[name=fecha]').length === n,
      count,
    )
  }
  assert.equal(await dates.last().inputValue(), today().add({ days: 150 }).toString())

  // A far Monday, by the month sheet of a page that knows the first dates alone.
  await page.goto(site.url + path)
  await page.waitForFunction(() => 'enpuntoIsAwake' in window)
  const far = today().add({ days: 7 - today().dayOfWeek + 1 + 98 })
  await page.locator('.month').click()
  // The sheet opens at the month of the first free day, which may be the next one.
  const shown = Temporal.PlainDate.from(await page.locator('.dates input:checked').inputValue())
  const months = (far.year - shown.year) * 12 + far.month - shown.month
  for (let i = 0; i < months; i++) await page.getByRole('button', { name: 'Mes siguiente' }).click()
  await page.locator('.month-grid button', { hasText: new RegExp(`^${far.day},`) }).click()
  await page.locator(`.dates input[value="${far}"]:checked`).waitFor({ state: 'attached' })
  await page.locator('.slot').first().click()
  assert.match(page.url(), new RegExp(`fecha=${far}`))
  await page.reload()
  await page.locator(`.dates input[value="${far}"]:checked`).waitFor({ state: 'attached' })
  await page.locator('input[name=hora]:checked').waitFor({ state: 'attached' })
})

test('the portal: the dates load on; what is too late to cancel says whom to write to', async () => {
  const { as, slug } = await newOwner(site, await desktop(browser))
  const { service } = await as('POST', '/api/services', { service_name: 'Manicura' })
  const { professional } = await as('POST', '/api/professionals', { professional_name: 'Luz' })
  const notice = { horizon_days: 150, cancel_notice_minutes: 20_160, whatsapp: '573001234567' }
  await as('PATCH', '/api/businesses/profile', notice)
  const read = async (path: string) => (await (await fetch(site.url + path)).json()) as any
  const { business } = await read(`/api/businesses/public/slug/${slug}`)
  const { days } = await read(`/api/schedules/available-days/${professional.id}?serviceId=${service.id}`)
  const day = days.find(({ date, times }: any) => date > today().toString() && times.length > 0)
  const response = await fetch(`${site.url}/api/appointments/public`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      business_id: business.id,
      service_id: service.id,
      professional_id: professional.id,
      appointment_date: day.date,
      appointment_time: day.times[0],
      client_name: 'Ana Torres',
      client_phone: '+573001112233',
      client_email: 'ana.portal@correo.example',
      recaptcha_token: 'dev-token',
      terms: true,
    }),
  })
  const { portal_token } = (await response.json()) as any
  const page = await (await phone(browser)).newPage()
  await page.goto(`${site.url}/client?token=${portal_token}`)
  const late = page.locator('.cita-late')
  await late.getByText(`Para cancelar a última hora, escríbele a ${business.business_name}`).waitFor()
  await late.getByRole('link', { name: 'Escribir por WhatsApp' }).waitFor()
  await late.getByRole('link', { name: 'llamar' }).waitFor()
  assert.equal(await button(page, 'Cancelar').count(), 0)
  await axe(page)
  await button(page, 'Reagendar').click()
  const dates = page.locator('.move-dates input')
  await page.waitForFunction(() => document.querySelectorAll('.move-dates input:enabled').length > 20)
  for (const least of [63, 125]) {
    await dates.last().evaluate((input) => {
      const strip = input.closest('.move-dates')!
      strip.scrollLeft = strip.scrollWidth
    })
    await page.waitForFunction((n) => document.querySelectorAll('.move-dates input').length >= n, least)
  }
})

test('within the notice the owner books all the same, and is told what binds customers', async () => {
  const { page, as, slug } = await newOwner(site, await desktop(browser))
  await as('POST', '/api/services', { service_name: 'Manicura' })
  await as('POST', '/api/professionals', { professional_name: 'Luz' })
  await as('PATCH', '/api/businesses/profile', { min_notice_minutes: 20_160 })
  const visitor = await (await phone(browser)).newPage()
  await visitor.goto(site.url + (await offered(slug)))
  const soon = today().add({ days: 14 }).toString()
  const free = await visitor
    .locator('.dates input:enabled')
    .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))
  assert.ok(free.length > 0 && free.every((date) => date >= soon))

  await page.goto(`${site.url}/dashboard/appointments`)
  await button(page, 'Nueva cita').first().click()
  const form = page.locator('dialog[open]')
  await form.locator('select[name=service_id]').selectOption('Manicura')
  await form.locator('input[name=appointment_date]:enabled').nth(1).check({ force: true })
  await form.locator('input[name=appointment_time]').first().check({ force: true })
  await form.getByText('Tus clientes reservan este servicio con al menos 14 días de anticipación').waitFor()
  await axe(page)
  await form.locator('[name=client_name]').fill('Ana Pronto')
  await form.locator('[name=client_phone]').fill('3001234567')
  await form.locator('[name=client_email]').fill('ana@correo.example')
  await button(page, 'Crear cita').click()
  await toasted(page, 'Cita creada exitosamente')
})
