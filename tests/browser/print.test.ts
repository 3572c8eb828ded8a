import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { onDay } from './booking.ts'
import { desktop, launch, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

/** Signs in. Printing does nothing, and the page stays as it is prepared for paper. */
async function open(): Promise<Page> {
  const page = await (await desktop(browser)).newPage()
  await page.addInitScript(() => {
    window.print = () => Object.assign(window, { printed: true })
    addEventListener('afterprint', (event) => event.isTrusted && event.stopImmediatePropagation())
  })
  await signIn(page, site)
  return page
}

const pages = async (page: Page, format: string) =>
  (await page.pdf({ format })).toString('latin1').match(/\/Type \/Page\b/g)?.length

for (const [name, path] of [
  ['dashboard', '/dashboard'],
  ['calendar', '/dashboard/appointments?rango=dia'],
] as const)
  test(`the day on paper, from the ${name}`, async () => {
    const page = await open()
    await page.goto(site.url + path)
    const guide = page.getByRole('dialog', { name: /bienvenida/ })
    if (path === '/dashboard') await guide.getByRole('button', { name: 'Cerrar' }).click()
    await page.getByRole('button', { name: 'Imprimir agenda' }).click()
    const sheet = page.locator('.paper')
    await sheet.waitFor({ state: 'attached' })
    assert.equal(await sheet.isVisible(), false, 'not on the screen')
    await page.waitForFunction(() => 'printed' in window)
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { name: 'Salón Bugambilia', level: 1 }).waitFor()
    await sheet
      .getByText(/^Agenda del (lunes|martes|miércoles|jueves|viernes|sábado|domingo) \d/)
      .first()
      .waitFor()
    assert.equal(await page.locator('body > :not(.paper, script)').filter({ visible: true }).count(), 0)
    const rows = await page.evaluate(async () => {
      const { token, business } = JSON.parse(sessionStorage['enpunto.session'])
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: business.timezone }).format(Date.now())
      const answer = await fetch(`/api/appointments?from=${today}&to=${today}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return (await answer.json()).appointments as { status: string; client_name: string; notes?: string }[]
    })
    const there = rows.filter(({ status }) => status !== 'cancelled')
    assert.equal(await sheet.locator('tbody tr').count(), there.length)
    for (const { client_name, notes } of there) {
      const row = sheet.getByRole('row').filter({ hasText: client_name })
      await row
        .getByText(/^3\d\d \d{3} \d{4}$/)
        .first()
        .waitFor()
      if (notes) await row.getByText(notes).first().waitFor()
    }
    assert.equal(await pages(page, 'A4'), 1)
    assert.equal(await pages(page, 'Letter'), 1)

    await page.emulateMedia({ media: null })
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    await sheet.waitFor({ state: 'detached' })
  })

test('the browser’s key for printing prints the days of the calendar, and not what its box shows', async () => {
  const page = await open()
  await page.goto(`${site.url}/dashboard/appointments?rango=dia`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  const isTaken = () =>
    page.evaluate(() => {
      const key = { key: 'p', ctrlKey: true, bubbles: true, cancelable: true }
      return !document.body.dispatchEvent(new KeyboardEvent('keydown', key))
    })
  assert.equal(await isTaken(), true)
  await page.waitForFunction(() => 'printed' in window)
  assert.equal(await page.locator('.paper').count(), 1)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  // A form on the screen may be what somebody wants on paper.
  await page.getByRole('button', { name: 'Nueva cita' }).first().click()
  await page.getByRole('dialog', { name: 'Nueva cita' }).waitFor()
  assert.equal(await isTaken(), false)
})

test('the week on paper: a sheet for each of its days', async () => {
  // The week after next, whatever today is: nobody else books there.
  const today = Temporal.Now.plainDateISO('America/Bogota')
  const toMonday = 15 - today.dayOfWeek
  const monday = today.add({ days: toMonday })
  const both = [
    ['lunes', 'Primera Cliente', 0],
    ['jueves', 'Segunda Cliente', 3],
  ] as const
  for (const [, name, days] of both) await onDay(site, name, toMonday + days)
  const page = await open()
  await page.goto(`${site.url}/dashboard/appointments?rango=semana&fecha=${monday}`)
  await page.getByRole('button', { name: 'Imprimir agenda' }).click()
  await page.waitForFunction(() => 'printed' in window)
  await page.emulateMedia({ media: 'print' })
  for (const [weekday, name, days] of both) {
    const title = `Agenda del ${weekday} ${monday.add({ days }).day} de`
    const sheet = page.locator('.paper article').filter({ hasText: title })
    await sheet.getByRole('row').filter({ hasText: name }).waitFor()
  }
  const sheets = await page.locator('.paper article').count()
  assert.ok(sheets >= 2 && sheets <= 7)
  assert.ok((await pages(page, 'A4'))! >= sheets, 'each day begins a page')
})

/** A call as the owner who is signed in. */
const owner = (page: Page, path: string, body?: object) =>
  page.evaluate(
    async ([path, body]) => {
      const { token } = JSON.parse(sessionStorage['enpunto.session'])
      const answer = await fetch(path, {
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      })
      return answer.json()
    },
    [path, body] as const,
  )

test('what is blocked of a day is on its paper: for everybody, and of each, also of whoever has no appointment', async () => {
  const page = await open()
  const date = Temporal.Now.plainDateISO('America/Bogota').add({ days: 25 }).toString()
  await onDay(site, 'Tercera Cliente', 25)
  await page.goto(`${site.url}/dashboard/services`)
  const { appointments } = await owner(page, `/api/appointments?q=Tercera`)
  const { professionals } = await owner(page, '/api/professionals')
  const own = professionals.find(({ id }: { id: number }) => id === appointments[0].professional_id)
  const away = professionals.find(({ id }: { id: number }) => id !== own.id)
  const blocked = [
    { first_date: date, from_time: '19:00', to_time: '20:00', reason: 'Fumigación' },
    { first_date: date, from_time: '12:00', to_time: '13:30', professional_id: own.id },
    { first_date: date, from_time: '08:00', to_time: '09:00', professional_id: own.id, reason: 'Proveedor' },
    { first_date: date, kind: 'vacation', professional_id: away.id },
  ]
  for (const body of blocked) assert.equal((await owner(page, '/api/time-off', body)).success, true)
  await page.goto(`${site.url}/dashboard/appointments?rango=dia&fecha=${date}`)
  await page.getByRole('button', { name: 'Imprimir agenda' }).click()
  await page.waitForFunction(() => 'printed' in window)
  await page.emulateMedia({ media: 'print' })
  await page.locator('.paper header').getByText('Todo el negocio · 7:00 – 8:00 pm · Fumigación').waitFor()
  const listOf = (name: string) =>
    page.locator('.paper section', { has: page.getByRole('heading', { name }) }).locator('tbody tr')
  const texts = (await listOf(own.professional_name).allInnerTexts()).map((text) =>
    text.split(/\s*\t/, 2).join(' '),
  )
  assert.equal(texts[0], '8:00 – 9:00 am Proveedor')
  assert.match(texts[1]!, /^10:00 – 11:00 am Tercera Cliente/)
  assert.equal(texts[2], '12:00 – 1:30 pm Bloqueado')
  assert.deepEqual(await listOf(away.professional_name).allInnerTexts(), ['Todo el día\tVacaciones'])
})

test('a long day: no entry is torn, and every page says what its columns are', async () => {
  const page = await open()
  await page.route(/\/api\/appointments\?from/, async (route) => {
    const one = {
      client_name: 'María del Pilar Őry-Muñoz',
      client_phone: '+573004128819',
      client_email: 'a@b.co',
      client_id: null,
      service_id: 1,
      service_name: 'Corte y cepillado',
      professional_name: 'Valentina',
      appointment_date: '2026-11-21',
      duration_minutes: 30,
      price: 1,
      actual_price: null,
      notes: null,
      status: 'scheduled',
      attendance_status: 'pending',
      rescheduled_from: null,
    }
    const appointments = Array.from({ length: 90 }, (_, i) => ({
      ...one,
      id: i,
      professional_id: i % 2,
      professional_name: i % 2 ? 'Valentina' : 'Andrés',
      appointment_time: `${String(6 + Math.floor(i / 6)).padStart(2, '0')}:${i % 6}0`,
      notes: i % 5 ? null : 'Alérgica a la henna: probar antes en el brazo. '.repeat(1 + (i % 3)),
    }))
    await route.fulfill({ json: { success: true, appointments } })
  })
  await page.goto(`${site.url}/dashboard/appointments?rango=dia&fecha=2026-11-21`)
  await page.getByRole('button', { name: 'Imprimir agenda' }).click()
  await page.waitForFunction(() => 'printed' in window)
  await page.emulateMedia({ media: 'print' })
  assert.ok((await pages(page, 'A4'))! >= 3)
  const styles = await page.evaluate(() => {
    const of = (selector: string) => getComputedStyle(document.querySelector(selector)!)
    return [of('.paper tr').breakInside, of('.paper h2').breakAfter, of('.paper thead').display]
  })
  assert.deepEqual(styles, ['avoid', 'avoid', 'table-header-group'])
  if (process.env['KEEP_PDF']) await page.pdf({ format: 'A4', path: process.env['KEEP_PDF'] })
})

test('a screen on paper is what it says, without what is pressed', async () => {
  const page = await open()
  const [{ id }] = (await query(
    site.dataDir,
    'select min(id)::int as id from client_cards where business_id = 1 and merged_into is null',
  )) as [{ id: number }]
  for (const [path, told] of [
    ['/dashboard/appointments?vista=lista', '.apt'],
    [`/dashboard/clients/${id}`, '.cli-head'],
    ['/dashboard', '[aria-labelledby=day-title]'],
  ] as const) {
    await page.goto(site.url + path)
    await page.locator(told).first().waitFor()
    await page.emulateMedia({ media: 'print' })
    const seen = page.locator('.tb, .tabbar, .btn, [role=tablist], input, select').filter({ visible: true })
    assert.equal(await seen.count(), 0, path)
    assert.ok(await page.locator(told).first().isVisible(), path)
    // Paper is read on another day.
    for (const word of ['Hoy', 'Mañana'])
      assert.equal(await page.getByText(word, { exact: true }).filter({ visible: true }).count(), 0, path)
    await page.emulateMedia({ media: 'screen' })
  }
})
