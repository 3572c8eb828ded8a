/** A business of its own with one professional, then two: no preference, whom the system chose, and times without gaps. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { choose, date, dayAhead, newPhone, radio, radios } from './booking.ts'
import { act, button, newOwner, SIZES } from './catalogue.ts'
import { axe, hold, launch, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

/** A Tuesday to Friday that is neither today nor tomorrow. */
const openDay = () =>
  [2, 3, 4, 5, 6].map(dayAhead).find((day) => [2, 3, 4, 5].includes(Temporal.PlainDate.from(day).dayOfWeek))!

for (const [size, open] of Object.entries(SIZES))
  test(`with two who do it the list begins with 'Sin preferencia', with one it does not (${size})`, async () => {
    const { page, as, slug } = await newOwner(site, await open(browser))
    await as('POST', '/api/services', { service_name: 'Manicura', duration_minutes: 60, price: 30_000 })
    await as('POST', '/api/professionals', { professional_name: 'Ana Ruiz' })
    const visit = async () => {
      await page.goto(`${site.url}/negocio/${slug}`)
      await radio(page, /Ana Ruiz/).waitFor()
    }
    await visit()
    assert.equal(await radio(page, /Sin preferencia/).count(), 0)
    await as('POST', '/api/professionals', { professional_name: 'Luis Peña' })
    await visit()
    const first = radios(page, 'Profesional').first()
    await page.getByText('El primero disponible').waitFor()
    assert.equal(await first.getAttribute('value'), 'any')
    // Chosen at first, with the free times in the page itself: the next tap takes one.
    assert.ok(await first.isChecked())
    const served = await (await fetch(`${site.url}/negocio/${slug}`)).text()
    assert.match(served, /<input[^>]*name="hora"/)
    assert.match(served, /<input[^>]*name="profesional"[^>]*value="any"[^>]*checked|checked[^>]*value="any"/)
    // Who is asked for by name and is gone is not replaced by somebody else.
    await page.goto(`${site.url}/negocio/${slug}?profesional=99999`)
    await first.waitFor()
    assert.equal(await page.locator('input[name=profesional]:checked').count(), 0)
    await visit()
    await axe(page)

    // 9:30 and 5:30 pm would leave half an hour in which nothing fits: last, and not hidden.
    await as('PATCH', '/api/businesses/profile', { suggests_compact: true })
    const day = openDay()
    const times = async () =>
      page.locator('input[name=hora]').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await visit()
    await choose(radio(page, /Ana Ruiz/))
    await choose(date(page, day))
    await page.getByText('Otros horarios').waitFor()
    const shown = await times()
    await as('PATCH', '/api/businesses/profile', { suggests_compact: false })
    await visit()
    await choose(radio(page, /Ana Ruiz/))
    await choose(date(page, day))
    await page.locator('input[name=hora]').first().waitFor({ state: 'attached' })
    assert.equal(await page.getByText('Otros horarios').count(), 0)
    assert.deepEqual(shown.toSorted(), (await times()).toSorted())
    assert.notDeepEqual(shown, await times())
  })

test('whom the system chose is said so, and is passed on at one press when the professional is sent away; the client is told', async () => {
  const { page, as } = await newOwner(site, await SIZES.desktop(browser))
  const { service } = await as('POST', '/api/services', {
    service_name: 'Corte',
    duration_minutes: 60,
    price: 1,
  })
  for (const professional_name of ['Ana Ruiz', 'Luis Peña'])
    await as('POST', '/api/professionals', { professional_name })
  const { appointment } = await as('POST', '/api/appointments', {
    service_id: service.id,
    professional_id: 'any',
    appointment_date: openDay(),
    appointment_time: '10:00',
    client_name: 'Marta Sin Preferencia',
    client_phone: newPhone(),
    client_email: 'marta@correo.example',
  })
  assert.equal(appointment.chosen_by, 'system')
  await as('POST', '/api/appointments', {
    service_id: service.id,
    professional_id: appointment.professional_id,
    appointment_date: openDay(),
    appointment_time: '12:00',
    client_name: 'Petra Con Preferencia',
    client_phone: newPhone(),
    client_email: 'petra@correo.example',
  })
  await page.goto(`${site.url}/dashboard/appointments?fecha=${openDay()}`)
  await page.locator('.ev', { hasText: 'Marta' }).click()
  await page.getByRole('dialog').getByText('Asignado por el sistema').waitFor()
  await axe(page)

  const [assigned, other] =
    appointment.professional_name === 'Ana Ruiz' ? ['Ana Ruiz', 'Luis'] : ['Luis Peña', 'Ana']
  await page.goto(`${site.url}/dashboard/professionals`)
  await act(page, assigned!, 'Desactivar')
  const list = page.getByRole('dialog', { name: 'Citas que ya no caben' })
  const release = await hold(page, `**/api/appointments/${appointment.id}`)
  await list.getByRole('button', { name: `Pasar a ${other} (libre)` }).click()
  // Whoever is at another one by the time it is answered stays there.
  const move = list.getByRole('group', { name: /Petra/ }).getByRole('button', { name: 'Mover' })
  await move.focus()
  release()
  await list.getByText('Marta Sin Preferencia').waitFor({ state: 'detached' })
  await move.and(page.locator(':focus')).waitFor({ timeout: 3_000 })
  await list.getByRole('group', { name: /Petra/ }).getByRole('button', { name: 'Dejar la cita' }).click()
  await list.waitFor({ state: 'detached' })
  const { appointments } = await as('GET', '/api/appointments?q=Marta')
  assert.match(appointments[0].professional_name, new RegExp(`^${other}`))
  const told = () =>
    query(
      site.dataDir,
      `select kind from messages where appointment_id = ${appointment.id} and business_id = ${appointment.business_id}
         and kind in ('edited_client', 'moved_client')`,
    )
  await until(async () => ((await told()) as unknown[]).length === 1)
})

test('the times of a service say what lies between two appointments', async () => {
  const { page } = await newOwner(site, await SIZES.phone(browser))
  await page.goto(`${site.url}/dashboard/services`)
  await button(page, 'Nuevo servicio').click()
  await page.getByText('Tiempos y anticipación').click()
  await page
    .getByText(/Entre dos citas quedan la limpieza de la primera y la preparación\s+de la segunda/)
    .waitFor()
  await axe(page)
})
