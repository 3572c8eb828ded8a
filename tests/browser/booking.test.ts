/** A whole booking, from the first choice to the mails. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import {
  addressOf,
  amPm,
  button,
  checkCalendarFile,
  choose,
  date,
  fillClient,
  freeTime,
  isFree,
  isWiderThanScreen,
  longDate,
  mailsOf,
  minutesLater,
  newClient,
  radio,
  radios,
  SLUG,
  time,
  title,
  toast,
  visit,
  type Client,
  type Wanted,
} from './booking.ts'
import { axe, desktop, launch, phone, startSite, type Site, type Visitor } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

const sizes: [name: string, open: (browser: Browser, visitor?: Visitor) => Promise<BrowserContext>][] = [
  ['on a phone', phone],
  ['on a desktop', desktop],
]

for (const [name, open] of sizes)
  test(`a whole booking ${name}, without an axe finding in any state`, async () => {
    const wanted = await freeTime(site, 'Corte y cepillado')
    const client = newClient()
    const page = await (await open(await launch())).newPage()
    const state = async () => {
      assert.equal(await isWiderThanScreen(page), false)
      await axe(page)
    }
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await title(page, 'Datos de la cita').waitFor()
    await page.getByText('Desde $ 55.000*').waitFor()
    await page.getByText('60 min').first().waitFor()
    await page.getByText('Lavado, corte a la medida y cepillado con protector térmico.').waitFor()
    assert.equal(await page.getByRole('radio').count(), 8)
    await state()

    await choose(radio(page, /Corte y cepillado/))
    await button(page, 'Mostrar servicios').waitFor()
    assert.equal(await radios(page, 'Servicio').count(), 1)
    assert.equal(await radios(page, 'Profesional').count(), 3)
    await radio(page, /Sin preferencia/).waitFor()
    // Whoever is free is chosen at first, with dates and times of all.
    assert.ok(await radio(page, /Sin preferencia/).isChecked())
    for (const next of ['Fecha', 'Hora']) await title(page, next).waitFor()
    await state()
    await choose(radio(page, wanted.professional_name))
    await choose(date(page, wanted.date))
    await button(page, 'Continuar →').waitFor({ state: 'hidden' })
    const columns = page.locator('.slots').first()
    assert.equal(
      await columns.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length),
      4,
    )
    await choose(radio(page, amPm(wanted.time)))
    await page
      .getByText('*Precios de referencia. Sujeto a cambios según personalizaciones del servicio.')
      .waitFor()
    await state()

    await button(page, 'Continuar →').click()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Datos del cliente')
    await page.getByText('Aquí te llegan la confirmación y los recordatorios.').waitFor()
    await page.getByText('Verificación de seguridad').waitFor()
    assert.equal(await page.getByLabel('País').inputValue(), 'CO')
    assert.ok(await page.getByLabel('Acepto los').isChecked())
    await fillClient(page, client)
    await page.getByText('Información adicional').click()
    await page.getByLabel('Notas').fill('Cabello rizado')
    await page.getByLabel('Cédula').fill('1.020.304.050')
    await state()

    await button(page, 'Continuar').click()
    await title(page, 'Confirmar tu cita').waitFor()
    const summary = page.getByRole('region', { name: 'Resumen de tu cita' })
    for (const text of ['Corte y cepillado', wanted.professional_name, client.name, client.email])
      await summary.getByText(text, { exact: true }).waitFor()
    await summary.getByText(longDate(wanted.date)).waitFor()
    await summary.getByText(amPm(minutesLater(wanted.time, 60))).waitFor()
    await summary.getByText('Desde $ 55.000*').waitFor()
    await button(page, 'Volver').waitFor()
    await state()

    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await button(page, 'Confirmar Cita').click()
    const request = await sent
    assert.equal(request.headers()['client-timezone'], 'America/Bogota')
    const { recaptcha_token, consent_version, ...payload } = request.postDataJSON()
    assert.deepEqual(payload, {
      business_id: wanted.business,
      service_id: wanted.service,
      professional_id: wanted.professional,
      appointment_date: wanted.date,
      appointment_time: wanted.time,
      client_name: client.name,
      client_phone: `+57${client.phone}`,
      client_email: client.email,
      client_id: '1020304050',
      notes: 'Cabello rizado',
      send_confirmation: true,
    })
    assert.equal(recaptcha_token, 'dev-token')
    assert.ok(consent_version)

    await title(page, '¡Cita Confirmada!').waitFor()
    await toast(page, '¡Cita agendada exitosamente!').waitFor()
    const booked = page.getByRole('region', { name: 'Tu cita' })
    for (const text of ['Corte y cepillado', wanted.professional_name, 'Salón Bugambilia'])
      await booked.getByText(text, { exact: true }).waitFor()
    await booked.getByText('Cra. 76 # 33A-21, Laureles, Medellín').waitFor()
    await booked.getByText(longDate(wanted.date)).waitFor()
    await booked.getByText(amPm(minutesLater(wanted.time, 60))).waitFor()
    await page.getByText(`Te enviamos la confirmación a ${client.email}`).waitFor()
    await state()
    await checkCalendarFile(page, wanted)

    await checkMails(client, wanted)
    assert.equal(await isFree(site, wanted), false)
    await button(page, 'Solicitar Nueva Cita').click()
    await title(page, 'Datos de la cita').waitFor()
    assert.equal(await page.locator('input:checked').count(), 0)
    await visit(page, addressOf(site, wanted, 'datos'))
    assert.equal(
      await time(page, wanted.time)
        .isEnabled()
        .catch(() => false),
      false,
    )
    await visit(page, addressOf(site, await freeTime(site), 'datos'))
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), '')
  })

async function checkMails(client: Client, wanted: Wanted) {
  const { toClient, toOwner } = await mailsOf(site, client)
  assert.match(
    toClient.subject,
    new RegExp(`^Cita confirmada: .+ [ap]m · ${wanted.service_name} · Salón Bugambilia$`),
  )
  assert.ok(
    toClient.text.includes(`${site.url}/client?token=`) || toClient.text.includes(`${site.url}/client/`),
    toClient.text,
  )
  assert.equal(toClient.attachments?.[0]?.filename, 'cita.ics')
  assert.match(toOwner.subject, new RegExp(`^Nueva cita: .+ [ap]m · ${client.name}`))
  assert.match(toOwner.text, /Notas: Cabello rizado/)
}
