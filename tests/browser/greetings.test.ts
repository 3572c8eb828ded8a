/** What a client wants to be written: on the card, in the settings, and behind the link of a mail. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  button,
  fillClient,
  freeTime,
  isWiderThanScreen,
  newClient,
  title,
  visit,
} from './booking.ts'
import { call } from './catalogue.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const MARKETING_TEXT = 'Quiero recibir saludos y promociones de este negocio'

async function client(client_name: string) {
  const { token } = await call(site, 'POST', '/api/auth/login', {
    email: 'demo@enpunto.example',
    password: 'demo2026',
  })
  const body = { client_name, client_phone: '+573007778899' }
  return (await call(site, 'POST', '/api/clients', body, token)).client.id as number
}

test('the card says what the client wants to be written, and that a number has no WhatsApp', async () => {
  const id = await client('Marcela Mensajes')
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  const open = async () => {
    await page.goto(`${site.url}/dashboard/clients?q=Marcela`)
    await page.getByRole('link', { name: /^Marcela Mensajes/ }).click()
    await page.getByRole('tab', { name: 'Datos' }).click()
    return page.getByRole('region', { name: 'Mensajes' })
  }
  const messages = await open()
  await messages.getByText('No ha pedido mensajes.').waitFor()
  await messages.getByText('No la ha aceptado: no se le envía.').waitFor()
  await messages.getByRole('button', { name: 'No quiere publicidad', exact: true }).waitFor()
  await messages.getByRole('button', { name: 'El cliente aceptó recibir publicidad' }).click()
  await messages.getByText(/La aceptó: el .+, en el local, lo anotó tu equipo/).waitFor()
  await axe(page)
  await messages.getByLabel('¿Cómo lo dijo el cliente?').selectOption('Por teléfono')
  await messages.getByRole('button', { name: 'Ya no quiere publicidad' }).click()
  await messages.getByText(/No la quiere: el .+, por teléfono, lo anotó tu equipo/).waitFor()
  await query(site.dataDir, `update client_cards set whatsapp_missing_at = now() where id = ${id}`)
  await (await open()).getByText('Este número no tiene WhatsApp.').waitFor()
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`a box of its own asks for it when booking, unticked; the portal shows it and takes it back (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await visit(page, addressOf(site, await freeTime(site), 'datos'))
    const client = newClient()
    await fillClient(page, client)
    const box = page.getByLabel(MARKETING_TEXT)
    assert.equal(await box.isChecked(), false)
    await box.check()
    await axe(page)
    assert.equal(await isWiderThanScreen(page), false)
    await button(page, 'Continuar').click()
    await title(page, 'Confirmar tu cita').waitFor()
    await button(page, 'Confirmar Cita').click()
    const portal = page.locator('a[href^="/client?token="]').first()
    await portal.waitFor()
    const consents = () =>
      query<{ given: boolean }>(
        site.dataDir,
        `select c.given from consents c join appointments a on a.business_id = c.business_id and a.card_id = c.card_id
          where a.client_email = '${client.email}' and c.purpose = 'marketing' order by c.id`,
      )
    await until(async () => (await consents()).length === 1)
    await page.goto(new URL((await portal.getAttribute('href'))!, site.url).href)
    const own = page.getByRole('region', { name: 'Tus datos' }).getByLabel(MARKETING_TEXT)
    await own.waitFor()
    assert.equal(await own.isChecked(), true)
    await own.click()
    await page.locator('.toast', { hasText: 'Listo: no te llega su publicidad' }).waitFor()
    assert.equal(await own.isChecked(), false)
    await axe(page)
    assert.equal(await isWiderThanScreen(page), false)
    await page.reload()
    await own.waitFor()
    assert.equal(await own.isChecked(), false)
    assert.deepEqual(
      (await consents()).map(({ given }) => given),
      [true, false],
    )
  })

test('greetings are off until the owner wants them', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  const box = page.getByLabel('Felicitar a mis clientes el día de su cumpleaños')
  await page.goto(`${site.url}/dashboard/settings?seccion=recordatorios`)
  await box.waitFor()
  assert.equal(await box.isChecked(), false)
  await axe(page)
  const stored = page.waitForResponse('**/api/messages/greetings')
  await box.press('Space')
  assert.equal((await stored).status(), 200)
  await page.getByText('Guardado', { exact: true }).waitFor()
  assert.ok(await box.evaluate((one) => one === document.activeElement), 'the focus stays')
  await page.reload()
  await box.waitFor()
  assert.equal(await box.isChecked(), true)
})

test('the link of a mail asks before it ends advertising; a wrong one says what to do', async () => {
  const context = await phone(browser, { expects: [/status of 400/] })
  const page = await context.newPage()
  await page.goto(`${site.url}/sin-publicidad?token=1.p1.x`)
  await page.getByRole('heading', { name: 'No quiero más publicidad' }).waitFor()
  await axe(page)
  const refused = page.waitForResponse('**/no-advertising')
  await page.getByRole('button', { name: 'No quiero más publicidad' }).click()
  assert.equal((await refused).status(), 400)
  await page
    .getByText('El enlace no es válido. Escríbele al negocio y dile que no quieres su publicidad.')
    .first()
    .waitFor()
  await page.route('**/no-advertising', (route) =>
    route.fulfill({ json: { success: true, business_name: 'Salón Bugambilia' } }),
  )
  await page.getByRole('button', { name: 'No quiero más publicidad' }).click()
  await page.getByText('Salón Bugambilia ya no te escribirá').waitFor()
})
