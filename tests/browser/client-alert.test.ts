import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  // Whoever comes has missed two appointments, and an allergy. One after the other, so that they find one card.
  for (const n of [1, 2, 3])
    await query(
      site.dataDir,
      `insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
       client_phone, client_email, price, appointment_date, appointment_time, duration_minutes, booked_by, starts_at, ends_at,
       status, attendance_status)
     select b.id, s.id, p.id, s.service_name, p.professional_name, 'Zoé Alérgica', '+573005550099', 'zoe@correo.example', 50000,
       (at at time zone b.timezone)::date, (at at time zone b.timezone)::time, 60, 'client', at, at + interval '1 hour',
       case when n < 3 then 'completed' else 'scheduled' end, case when n < 3 then 'no_show' else 'pending' end
     from businesses b
     join lateral (select * from services s where s.business_id = b.id order by id limit 1) s on true
     join lateral (select * from professionals p where p.business_id = b.id order by id limit 1) p on true
     cross join (select ${n} as n) nth
     cross join lateral (select (date_trunc('day', now() at time zone b.timezone) + interval '5 hours'
       + case when n < 3 then -n * interval '300 days' else interval '1 day' end) at time zone b.timezone as at) moment
     where b.email = 'demo@enpunto.example'`,
    )
  await query(
    site.dataDir,
    `update client_cards set alert = 'Alergia: acetona', written_at = now(), no_shows = 2 where client_name = 'Zoé Alérgica'`,
  )
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`an alert is a red line on the appointment, in its dialog, in the list and on paper (${size})`, async () => {
    const context = await open(browser)
    const page = await context.newPage()
    await page.addInitScript(() => {
      window.print = () => {}
    })
    await signIn(page, site)
    const [{ id, day }] = (await query<{ id: number; day: string }>(
      site.dataDir,
      `select id, appointment_date::text as day from appointments where client_name = 'Zoé Alérgica' and status = 'scheduled'`,
    )) as [{ id: number; day: string }]
    await page.goto(`${site.url}/dashboard/appointments?rango=dia&fecha=${day}`)
    const card = page.locator(`.ev[data-id="${id}"]`)
    await card.getByText('Alergia: acetona').waitFor({ state: 'attached' })
    await card.click()
    const dialog = page.getByRole('dialog')
    const line = dialog.locator('.alert-line')
    await line.waitFor()
    assert.equal(await line.innerText(), 'Alergia: acetona')
    const [red, green, blue] = (await line.evaluate((e) => getComputedStyle(e).color))
      .match(/\d+/g)!
      .map(Number)
    assert.ok(red! > 2 * green! && red! > 2 * blue!, 'red')
    await dialog.getByText('2 inasistencias').waitFor()
    await axe(page)
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/alert-dialog-${size}.png` })
    await page.keyboard.press('Escape')
    if (process.env.SHOTS) await page.screenshot({ path: `/tmp/alert-day-${size}.png` })
    if (size === 'desktop') {
      await page.getByRole('button', { name: 'Imprimir agenda' }).click()
      await page.locator('.paper').getByText('Alergia: acetona').waitFor({ state: 'attached' })
    }
    await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
    await page.getByLabel('Nombre', { exact: true }).fill('zoé')
    const option = page.getByRole('option').filter({ hasText: 'Zoé Alérgica' })
    await option.getByText('2 inasistencias').waitFor()
    await option.click()
    await page.locator('.known-client').getByText('2 inasistencias').waitFor()
    await page.locator('.known-client').getByText('Alergia: acetona').waitFor()
    await context.close()
  })
