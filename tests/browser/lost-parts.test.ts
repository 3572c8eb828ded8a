/** A part of a page whose script gets lost on the way, or is gone since an update: the page stays, and says so. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { ask, bodyOf } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  button,
  fillClient,
  freeTime,
  newClient,
  newPhone,
  onPhone,
  SLUG,
  title,
  toast,
  visit,
  worksAt,
} from './booking.ts'
import { axe, quiet, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

/** On a bad network, and after an update. */
const LOSSES: [name: string, lose: (route: Route) => Promise<void>][] = [
  ['lost on the way', (route) => route.abort('connectionfailed')],
  ['gone since an update', (route) => route.fulfill({ status: 404, body: '' })],
]
// A picture by itself: the browser's own page for it has styles that its policy refuses.
const expects = [/ERR_CONNECTION_FAILED/, /404/, /Applying inline style .*\/files\//]
const AGAIN =
  'No pudimos abrir esta parte. Revisa tu conexión e inténtalo otra vez; si sigue igual, recarga la página.'
const ELSEWHERE = 'No pudimos abrirlo aquí. Toca otra vez y se abre en otra pestaña.'

/** What a second tap opens in another tab. */
async function elsewhere(page: Page, name: string): Promise<Page> {
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name }).click()])
  return opened
}

for (const [name, lose] of LOSSES) {
  test(`the legal texts, ${name}: what was typed stays, and the link opens another tab`, async () => {
    const page = await onPhone({ expects })
    const client = newClient()
    await visit(page, addressOf(site, await freeTime(site), 'datos'))
    await worksAt(page.getByLabel('Nombre completo'))
    await fillClient(page, client)
    await page.route('**/assets/legal-dialog-*.js', lose)
    await page.getByRole('link', { name: 'Política de Tratamiento de Datos' }).click()
    await toast(page, ELSEWHERE).waitFor()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), client.name)
    await axe(page)
    const text = await elsewhere(page, 'Política de Tratamiento de Datos')
    await text.getByRole('heading', { level: 1 }).waitFor()
    await button(page, 'Continuar').click()
    await title(page, 'Confirmar tu cita').waitFor()
  })

  test(`the gallery, ${name}: the picture opens in another tab`, async () => {
    const page = await onPhone({ expects })
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await page.route('**/assets/lightbox-*.js', lose)
    await page.getByRole('link', { name: /^Foto 1 de/ }).click()
    await toast(page, ELSEWHERE).waitFor()
    await title(page, 'Datos de la cita').waitFor()
    const picture = await elsewhere(page, 'Foto 1 de 5 de Salón Bugambilia')
    await picture.waitForURL(/\/files\//)
  })

  test(`the portal's dialogs, ${name}: the appointments stay, and once the file can be had they open`, async () => {
    const wanted = await freeTime(site)
    const answer = await ask(`${site.url}/api/appointments/public`, {
      body: {
        business_id: wanted.business,
        service_id: wanted.service,
        professional_id: wanted.professional,
        appointment_date: wanted.date,
        appointment_time: wanted.time,
        client_name: 'Camila Rojas',
        client_phone: newPhone(),
        client_email: newClient().email,
      },
    })
    const page = await onPhone({ expects })
    for (const [file, opener, dialog] of [
      ['reschedule', 'Reagendar', /^Reagendar Cita/],
      ['request-dialog', 'Hacer una solicitud', /./],
    ] as const) {
      const address = `**/assets/${file}-*.js`
      await page.goto(`${site.url}/client?token=${bodyOf(answer).portal_token}`)
      await page.route(address, lose)
      await button(page, opener).click()
      await toast(page, AGAIN).waitFor()
      await page.getByRole('article').getByText(wanted.service_name).waitFor()
      await page.unroute(address)
      await button(page, opener).click()
      await page.getByRole('dialog', { name: dialog }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
  })
}

test('a legal text whose script gets lost stands as the server drew it', async () => {
  const page = await onPhone({ expects })
  let lost = 0
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch()
    if (!(await response.text()).includes('Última actualización')) return route.fulfill({ response })
    lost++
    await route.abort('connectionfailed')
  })
  await page.goto(`${addressOf(site, await freeTime(site), 'datos')}&ver=datos`)
  await until(() => lost > 1, 10_000, 'asked for again')
  await page.getByRole('heading', { level: 1, name: /datos/i }).waitFor()
  await page.getByText(/^Última actualización: /).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Volver al inicio' }).count(), 0)
})

test('the steps after the choice, lost on the way: asked for again, and a whole booking goes on without a reload', async () => {
  const page = await onPhone({ expects })
  const wanted = await freeTime(site)
  let lost = 0
  await page.route('**/assets/after-choice-*.js', (route) =>
    ++lost > 2 ? route.continue() : route.abort('connectionfailed'),
  )
  await visit(page, addressOf(site, wanted))
  await page.evaluate(() => Object.assign(window, { isSame: true }))
  await until(() => lost > 2, 10_000, 'asked for again')
  await quiet(page)
  await button(page, 'Continuar →').click()
  await fillClient(page, newClient())
  await button(page, 'Continuar').click()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  assert.ok(await page.evaluate(() => 'isSame' in window))
})

test('… and gone since an update: the server draws them', async () => {
  const page = await onPhone({ expects })
  const wanted = await freeTime(site)
  let lost = 0
  await page.route('**/assets/after-choice-*.js', async (route) => {
    lost++
    await route.fulfill({ status: 404, body: '' })
  })
  await visit(page, addressOf(site, wanted))
  await until(() => lost > 1, 10_000, 'asked for again')
  await until(
    async () => {
      await button(page, 'Continuar →').click()
      return /paso=datos/.test(page.url())
    },
    10_000,
    'the next step',
  )
  await title(page, 'Datos del cliente').waitFor()
  await fillClient(page, newClient())
  await button(page, 'Continuar').click()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
})

test('a page that cannot be drawn does not say that there is no such business', async () => {
  const page = await onPhone({ expects: [/./] })
  await page.route('**/negocio/**', async (route) => {
    const response = await route.fetch()
    const html = await response.text()
    // Its data are not what the script expects.
    await route.fulfill({ response, body: html.replace('"services":[', '"services":null,"others":[') })
  })
  await page.goto(`${site.url}/negocio/${SLUG}`)
  await title(page, 'Algo salió mal').waitFor()
  assert.equal(await page.getByText('Negocio no encontrado').count(), 0)
  await axe(page)
})
