/** What a client wants to be written: on the card, in the settings, and behind the link of a mail. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { call } from './catalogue.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

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
    await page.getByRole('button', { name: /Marcela Mensajes/ }).click()
    return page.getByRole('region', { name: 'Mensajes' })
  }
  const messages = await open()
  await messages.getByText('No ha pedido mensajes.').waitFor()
  await messages.getByText('No la ha aceptado: no se le envía.').waitFor()
  await messages.getByRole('button', { name: 'El cliente aceptó recibir publicidad' }).click()
  await messages.getByText(/La aceptó: el .+, lo anotó tu equipo/).waitFor()
  await axe(page)
  await messages.getByRole('button', { name: 'Ya no quiere publicidad' }).click()
  await messages.getByText(/No la quiere: el /).waitFor()
  await query(site.dataDir, `update client_cards set whatsapp_missing_at = now() where id = ${id}`)
  await (await open()).getByText('Este número no tiene WhatsApp').waitFor()
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
  await box.click()
  assert.equal((await stored).status(), 200)
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
