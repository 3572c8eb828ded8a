import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { freeTime } from './booking.ts'
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
    await page.keyboard.press('Escape')
    await page.goto(`${site.url}/dashboard/appointments?rango=dia&por=persona&fecha=${day}`)
    const own = page.locator(`.pev[data-id="${id}"]`)
    await own.locator('.alert-line').waitFor()
    await own.locator('.warns').waitFor()
    const [inside, around] = [
      (await own.locator('.alert-line').boundingBox())!,
      (await own.boundingBox())!,
    ] as const
    assert.ok(inside.y + inside.height <= around.y + around.height + 1, 'not cut off')
    await axe(page)
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

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`who left nothing but a name is booked from the card, whose alert the form shows (${size})`, async () => {
    const name = `Aarona ${size}`
    // Two of one name: the one whose card was opened is meant.
    await query(
      site.dataDir,
      `insert into client_cards (business_id, client_name, alert, source, written_at, created_at)
       select b.id, '${name}', alert, 'owner', now(), now() from businesses b, (values (null), ('Usa audífono')) v (alert)
       where b.email = 'demo@enpunto.example'`,
    )
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients`)
    const row = page.getByRole('row').filter({ hasText: name }).filter({ hasText: 'Usa audífono' })
    await row.getByRole('link', { name }).first().click()
    await page.getByRole('region', { name: 'Ficha' }).getByRole('link', { name: 'Nueva cita' }).click()
    await page.locator('.known-client').getByText('Usa audífono').waitFor()
    await axe(page)
    const form = page.getByRole('dialog')
    assert.equal(await form.locator('[name=client_name]').inputValue(), name)
    const wanted = await freeTime(site)
    await form.locator('[name=professional_id]').selectOption(String(wanted.professional))
    await form.locator('[name=service_id]').selectOption(String(wanted.service))
    await form.locator(`[name=appointment_date][value="${wanted.date}"]`).check({ force: true })
    await form.locator('[name=appointment_time]').first().check({ force: true })
    await form.getByRole('button', { name: 'Crear cita' }).click()
    await page.getByText('Cita creada exitosamente').first().waitFor()
    const booked = await query<{ alert: string; n: string }>(
      site.dataDir,
      `select c.alert, count(*)::text as n from appointments a
       join client_cards c on c.business_id = a.business_id and c.id = a.card_id
       where a.client_name = '${name}' group by 1`,
    )
    assert.deepEqual(booked, [{ alert: 'Usa audífono', n: '1' }])
  })
