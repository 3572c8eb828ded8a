/** A business of twelve people and forty services, booked on a small phone: nothing is cut, wraps in the middle or jumps. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import {
  button,
  choose,
  dayAhead,
  fillClient,
  isWiderThanScreen,
  newClient,
  onPhone,
  radio,
  radios,
  time,
  title,
  visit,
} from './booking.ts'
import { newOwner } from './catalogue.ts'
import { axe, desktop, launch, startSite, type Site } from './helper.ts'

const SERVICES = 40
const PEOPLE = 12

let site: Site
let slug: string
let as: Awaited<ReturnType<typeof newOwner>>['as']
let ids: { plain: number; people: number[] }
/** Whole days off, from the first of a month on: a month that is not the first one shown. */
const month = Temporal.PlainDate.from(dayAhead(0)).add({ months: 1 }).with({ day: 1 })
const off = [0, 1, 2].map((days) => month.add({ days }).toString())

before(async () => {
  site = await startSite()
  const mine = await newOwner(site, await desktop(await launch()))
  ;({ as, slug } = mine)
  const place = { is_virtual: false, address: 'Calle 10 # 5-20', latitude: 4.6, longitude: -74.08 }
  await as('PATCH', '/api/businesses/profile', { horizon_days: 62, ...place })
  const week = [0, 1, 2, 3, 4, 5, 6].map((day_of_week) => ({
    day_of_week,
    is_open: true,
    open_time: '09:00',
    close_time: '18:00',
  }))
  const { business } = await as('GET', '/api/businesses/profile')
  await as('PUT', `/api/schedules/business/${business.id}`, week)
  const categories: number[] = []
  for (const category_name of ['Cabello', 'Uñas de manos y pies', 'Rostro', 'Cuerpo y masajes'])
    categories.push((await as('POST', '/api/service-categories', { category_name })).category.id)
  const services = Array.from({ length: SERVICES }, (_, i) => ({
    service_name: `Corte número ${i + 1}`,
    duration_minutes: 45,
    price: 1_235_000,
    category_id: categories[i % 4],
    ...(i === 0 && {
      variants: [
        { name: 'Cabello corto', duration_minutes: 30, price: 135_000 },
        { name: 'Cabello largo hasta la cintura, con volumen', duration_minutes: 75, price: 275_000 },
      ],
      addons: [{ name: 'Hidratación', duration_minutes: 15, price: 20_000 }],
    }),
  }))
  const made: number[] = []
  for (const some of [services.slice(0, 20), services.slice(20)])
    made.push(...(await as('POST', '/api/services/several', { services: some })).services.map(idOf))
  const people: number[] = []
  for (let i = 0; i < PEOPLE; i++) {
    const professional_name = `${i % 2 ? 'Gabriela Santamaría' : 'Ana'} Restrepo ${'ABCDEFGHIJKL'[i]}`
    people.push(idOf((await as('POST', '/api/professionals', { professional_name })).professional))
  }
  ids = { plain: made[1]!, people }
})

const idOf = ({ id }: { id: number }) => id
const page = (search = '') => `${site.url}/negocio/${slug}${search}`

/** How many lines its words take. */
const linesOf = (one: Locator) =>
  one.evaluate((element) => {
    const tops = new Set<number>()
    const walk = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (walk.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(walk.currentNode)
      for (const { top } of range.getClientRects()) tops.add(Math.round(top))
    }
    return tops.size
  })

/** What has moved in the page by itself since it was asked for the last time. */
async function watchShifts(phone: Page) {
  await phone.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as any).shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    phone.evaluate(() => {
      const { shifted } = window as any
      Object.assign(window, { shifted: 0 })
      return shifted as number
    })
}

test('amounts stand whole on every card, and categories, options and add-ons lead to whoever is free', async () => {
  const phone = await onPhone()
  await visit(phone, page())
  assert.equal(await radios(phone, 'Servicio').count(), SERVICES)
  for (const amount of await phone.locator('.service small b').all())
    assert.equal(await linesOf(amount), 1, (await amount.textContent())!)
  await phone.getByText('Desde $ 135.000*', { exact: true }).waitFor()
  assert.equal(await isWiderThanScreen(phone), false)
  await choose(radio(phone, /^Corte número 1 /))
  await choose(radio(phone, /^Cabello largo/))
  await phone.locator('label.option', { hasText: 'Hidratación' }).click()
  assert.equal(await radios(phone, 'Profesional').count(), PEOPLE + 1)
  assert.equal(await radios(phone, 'Profesional').first().getAttribute('value'), 'any')
  await radios(phone, 'Hora').first().waitFor({ state: 'attached' })
  await axe(phone)
  assert.equal(await isWiderThanScreen(phone), false)
})

test('the month says once why days in a row are closed, and leads to the first free time of the month that is shown', async () => {
  const vacation = { kind: 'vacation', first_date: off[0], last_date: off.at(-1), show_reason: true }
  const { time_off } = await as('POST', '/api/time-off', vacation)
  const phone = await onPhone()
  await visit(phone, page(`?servicio=${ids.plain}`))
  await phone.locator('button.month').click()
  const sheet = phone.getByRole('dialog', { name: 'Elige el día' })
  const first = sheet.getByRole('button', { name: /^Primer cupo: / })
  await first.waitFor()
  assert.equal(await linesOf(first), 1)
  await button(sheet, 'Mes siguiente').click()
  await sheet.locator('.month-why li', { hasText: 'Cerrado por vacaciones' }).first().waitFor()
  const reasons = await sheet.locator('.month-why li').allTextContents()
  assert.equal(reasons.filter((why) => why.includes('vacaciones')).length, 1, reasons.join('\n'))
  assert.match(
    reasons.find((why) => why.includes('vacaciones'))!,
    /1 \w+ – .* 3 \w+ Cerrado por vacaciones/,
  )
  assert.equal(await linesOf(first), 1)
  await axe(phone)
  await first.click()
  await sheet.waitFor({ state: 'detached' })
  const free = month.add({ days: 3 }).toString()
  assert.equal(await phone.locator('input[name=fecha]:checked').inputValue(), free)
  assert.ok(await time(phone, '09:00').isChecked())
  const bar = phone.locator('.bar .sum > span')
  assert.equal(await bar.innerText(), 'Corte número 2')
  assert.ok(await bar.evaluate((one) => one.scrollWidth <= one.clientWidth), 'not cut')
  await as('DELETE', `/api/time-off/${time_off.id}`, {})
})

test('the dates of a month that could not be loaded are not said to be full, and are asked for again', async () => {
  const phone = await onPhone({ expects: [/ERR_FAILED/] })
  // The third month from now ends at most 123 days ahead, and begins beyond what the page knows at first.
  await as('PATCH', '/api/businesses/profile', { horizon_days: 130 })
  try {
    await phone.route(/available-days.*&from=/, (route) => route.abort())
    await visit(phone, page(`?servicio=${ids.plain}`))
    await phone.locator('button.month').click()
    const sheet = phone.getByRole('dialog', { name: 'Elige el día' })
    for (let months = 0; months < 3; months++) await button(sheet, 'Mes siguiente').click()
    await sheet.locator('.month-grid em:last-child', { hasText: /^\d+, sin comprobar$/ }).waitFor()
    await sheet.getByText('No pudimos cargar este mes.').waitFor()
    await axe(phone)
    await phone.unroute(/available-days.*&from=/)
    await button(sheet, 'Reintentar').click()
    await sheet.locator('.month-grid button').last().waitFor()
    await sheet.getByText('Cargando...').waitFor({ state: 'detached' })
    assert.equal(
      await sheet.locator('.month-grid em', { hasText: /sin comprobar|cargando|todavía/ }).count(),
      0,
    )
  } finally {
    await as('PATCH', '/api/businesses/profile', { horizon_days: 62 })
  }
})

test('a time that is taken meanwhile: the nearest ones stand there at once, and nothing moves', async () => {
  const phone = await onPhone({ expects: [/409/] })
  const shifted = await watchShifts(phone)
  const day = dayAhead(5)
  await visit(phone, page(`?servicio=${ids.plain}&profesional=${ids.people[0]}&fecha=${day}&hora=11:00`))
  await button(phone, 'Continuar →').click()
  await fillClient(phone, newClient())
  await button(phone, 'Continuar').click()
  await title(phone, 'Confirmar tu cita').waitFor()
  const taking = {
    service_id: ids.plain,
    professional_id: ids.people[0],
    appointment_date: day,
    appointment_time: '11:00',
    walk_in: true,
  }
  await as('POST', '/api/appointments', taking)
  await phone.waitForTimeout(600)
  await shifted()
  await phone.evaluate(() => {
    // Whether the page was ever drawn without them.
    const seen = new MutationObserver(() => {
      const isThere = document.querySelector('.services') !== null
      if (isThere && !document.querySelector('.alternatives')) Object.assign(window, { stoodBare: true })
    })
    seen.observe(document.body, { childList: true, subtree: true })
  })
  await button(phone, 'Confirmar Cita').click()
  await phone.locator('.alternatives button').first().waitFor()
  await phone.waitForTimeout(300)
  assert.equal(await phone.evaluate(() => 'stoodBare' in window), false)
  assert.ok((await shifted()) < 0.1)
  await phone.locator('.alternatives button').first().click()
  await title(phone, 'Confirmar tu cita').waitFor()
  await button(phone, 'Confirmar Cita').click()
  await title(phone, '¡Cita Confirmada!').waitFor()
  await axe(phone)
  // Who comes again: the words of each button in one line.
  const kept = phone.waitForResponse(
    (response) => response.url().endsWith('/returning') && response.request().method() === 'POST',
  )
  await phone.getByRole('checkbox', { name: /^Recordarme en este teléfono/ }).check()
  await kept
  await visit(phone, page())
  await button(phone, 'Repetir mi última cita').click()
  const again = button(phone, 'Usar los mismos datos')
  await again.waitFor()
  assert.equal(await linesOf(again), 1)
})
