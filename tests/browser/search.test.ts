import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { dayAhead, onDay } from './booking.ts'
import { axe, desktop, hold, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
const PEOPLE = 5_000

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await query(
    site.dataDir,
    `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
       professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
       price, booked_by, status, attendance_status)
     select business_id, 'Persona ' || n, '+57310' || lpad(n::text, 7, '0'), 'persona' || n || '@correo.example',
       service_id, service_name, professional_id, professional_name, day::date, '10:00', 60,
       day + interval '15 hours', day + interval '16 hours', price, 'client', 'completed', 'attended'
     from (select * from appointments limit 1) one,
       generate_series(1, ${PEOPLE}) n, lateral (select timestamptz '2008-01-01Z' + n * interval '1 day' as day) at
     returning 1`,
  )
})

async function open(at: typeof phone, path: string): Promise<Page> {
  const page = await (await at(browser)).newPage()
  await signIn(page, site)
  await page.goto(site.url + path)
  await page.locator('.tb-search').waitFor()
  return page
}

const dialogs = (page: Page) => page.getByRole('dialog')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Buscar clientes y citas' })

for (const [name, at] of [
  ['on a phone', phone],
  ['on a desktop', desktop],
] as const) {
  test(`among 5,000 clients the search finds a person and an appointment from any screen ${name}`, async () => {
    const days = at === phone ? 45 : 46
    await onDay(site, 'Ofelia Distante', days)
    const page = await open(at, '/dashboard/services')
    await page.getByRole('button', { name: /^Buscar clientes y citas/ }).click()
    const field = dialog(page).getByRole('searchbox')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await field.fill('persona 4321')
    const found = dialog(page).getByRole('link')
    await found
      .filter({ hasText: /^Persona 4321/ })
      .first()
      .waitFor()
    await axe(page)
    const calls = asked.filter((url) => url.includes('/api/') && /[?&]q=/.test(url))
    assert.ok(calls.length > 0 && calls.every((url) => /[?&]limit=\d(&|$)/.test(url)), calls.join('\n'))
    // Three of 5,000: what the server answers is bounded, whatever matches.
    await field.fill('persona')
    await found
      .filter({ hasText: /^Persona 1000\b/ })
      .first()
      .waitFor()
    assert.ok((await found.count()) <= 15)

    await field.fill('persona 4321')
    await dialog(page).getByText('1 cita', { exact: false }).first().waitFor()
    await found.filter({ hasText: 'Persona 4321' }).first().click()
    await page.waitForURL(/\/dashboard\/clients\/\d+$/)
    await page.getByRole('heading', { name: 'Persona 4321', level: 1 }).waitFor()

    await page.getByRole('button', { name: /^Buscar clientes y citas/ }).click()
    await dialog(page).getByRole('searchbox').fill('ofelia')
    await found.filter({ hasText: 'Ofelia Distante' }).filter({ hasText: 'am' }).last().click()
    await page.waitForURL(`**/dashboard/appointments?fecha=${dayAhead(days)}`)
    await page.getByRole('dialog').getByText('Ofelia Distante').first().waitFor()
    // The open appointment asks for its message, and one that is deleted meanwhile has none.
    await page.close()
    await query(site.dataDir, `delete from appointments where client_name like 'Ofelia%' returning id`)
  })
}

test("'/' puts the cursor into the search, but not while somebody writes", async () => {
  const page = await open(desktop, '/dashboard/clients')
  await page.getByRole('table').waitFor()
  await page.keyboard.press('/')
  await dialog(page).locator('input:focus').waitFor()
  await page.keyboard.type('zzqq')
  await dialog(page).getByText('Ningún cliente ni cita con “zzqq”.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'detached' })
  const field = page.getByRole('searchbox')
  await field.fill('')
  await field.press('/')
  assert.equal(await field.inputValue(), '/')
  assert.equal(await dialog(page).count(), 0)
})

test('what is typed while the search or the quick entry is on its way is kept, and no shortcut', async () => {
  for (const [key, script, field] of [
    ['Control+k', '**/assets/search-dialog-*.js', 'input'],
    ['e', '**/assets/quick-dialog-*.js', 'textarea'],
  ] as const) {
    const page = await open(desktop, '/dashboard/appointments')
    await page.locator('.cal-area:not(.waiting)').waitFor()
    const release = await hold(page, script)
    await page.keyboard.press(key)
    await page.keyboard.type('nuew benito')
    await page.keyboard.press('Home')
    assert.equal(await dialogs(page).count(), 0)
    release()
    await dialogs(page).locator(`${field}:focus`).waitFor()
    await until(async () => (await dialogs(page).locator(field).inputValue()) === 'nuew benito')
    await page.keyboard.type('s')
    await until(async () => (await dialogs(page).locator(field).inputValue()) === 'nuew benitos')
  }
})

test('Enter leads to the first result', async () => {
  const page = await open(desktop, '/dashboard/services')
  await page.getByRole('button', { name: /^Buscar clientes y citas/ }).click()
  await dialog(page).getByRole('searchbox').fill('persona 4321')
  await dialog(page).getByRole('link').filter({ hasText: 'Persona 4321' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/dashboard\/clients\/\d+$/)
})

test('on a phone the bottom bar makes an appointment from any screen, on the day that is shown', async () => {
  const page = await open(phone, '/dashboard/services')
  const bar = page.getByRole('navigation', { name: 'Accesos' })
  await bar.getByRole('link', { name: 'Nueva cita' }).click()
  await page.getByRole('dialog', { name: 'Nueva cita' }).waitFor()
  await axe(page)
  await page.goto(`${site.url}/dashboard/appointments?fecha=${dayAhead(3)}&rango=dia`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  await bar.getByRole('link', { name: 'Nueva cita' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva cita' })
  await form.waitFor()
  await form.locator(`input[value="${dayAhead(3)}"]:checked`).waitFor({ state: 'attached' })
})
