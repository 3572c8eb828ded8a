import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { axe, desktop, hasFocus, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

test('a visitor reports a page from its end, with a reason and without a name', async () => {
  const page = await (await phone(browser)).newPage()
  await page.goto(`${site.url}/negocio/salon-bugambilia`)
  await page.getByRole('link', { name: 'Reportar esta página' }).click()
  await page.getByRole('heading', { name: 'Reportar esta página' }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Enviar reporte' }).click()
  await page.getByText('Elige el motivo').waitFor()
  await page.getByRole('radio', { name: 'Otro motivo' }).check()
  await page.getByRole('button', { name: 'Enviar reporte' }).click()
  await page.getByText('Cuéntanos qué pasa').waitFor()
  await axe(page)
  await page.getByLabel('Cuéntanos más').fill('El teléfono no es de ellos')
  await page.getByRole('button', { name: 'Enviar reporte' }).click()
  await page.getByRole('heading', { name: 'Gracias por avisarnos' }).waitFor()
  await axe(page)
  const rows = await query(site.dataDir, 'select reason, details, email, state from page_reports')
  assert.deepEqual(rows, [
    { reason: 'other', details: 'El teléfono no es de ellos', email: null, state: 'open' },
  ])
})

test('the administrator sees a page with many reports, and two buttons of their usual height', async () => {
  await query(
    site.dataDir,
    `insert into page_reports (business_id, reason, details, network, at)
     select 1, 'fraud', 'Pide claves', sha256(n::text::bytea), now() from generate_series(1, 6) n`,
  )
  const page = await (await desktop(browser, { expects: [/status of 409/] })).newPage()
  await page.goto(`${site.url}/admin/login`)
  await page.getByLabel('Correo electrónico').fill('admin@enpunto.example')
  await page.getByLabel('Contraseña', { exact: true }).fill('admin2026')
  await page.getByRole('button', { name: 'Acceder al Panel' }).click()
  const queue = page.getByRole('region', { name: 'Páginas reportadas' })
  await queue.getByText('Pide claves').first().waitFor()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole('link', { name: 'Por revisar: 1' }).click()
  const [bar, title] = [page.getByRole('banner'), queue.getByRole('heading')]
  await until(async () => (await title.boundingBox())!.y < 700)
  const below = (await bar.boundingBox())!
  assert.ok((await title.boundingBox())!.y >= below.y + below.height, 'not below the bar')
  // One that came meanwhile is shown before it is decided.
  await query(
    site.dataDir,
    `insert into page_reports (business_id, reason, details, network, at)
     values (1, 'data', 'Es mi foto', sha256('otra'), now())`,
  )
  await queue.getByRole('button', { name: /^Descartar/ }).click()
  await page.getByText('Llegaron otros reportes de esta página. Míralos antes de decidir.').waitFor()
  await queue.getByText('Es mi foto').waitFor()
  await queue.getByRole('button', { name: 'Ver los 8 reportes de Salón Bugambilia' }).click()
  assert.equal(await queue.getByText('Pide claves').count(), 6)
  await axe(page)
  for (const name of [/^Descartar|^Mostrar/, /^Suspender/]) {
    const { height } = (await queue.getByRole('button', { name }).boundingBox())!
    assert.ok(height <= 48, `${name}: ${height}`)
  }
  // One press suspends nobody, and what is decided leaves with the buttons.
  await queue.getByRole('button', { name: /^Suspender/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspender negocio' })
  await axe(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await queue.getByRole('button', { name: /^Suspender/ }).press('Enter')
  await dialog.getByRole('button', { name: 'Suspender', exact: true }).press('Enter')
  await page.getByText('Página suspendida').waitFor()
  await queue.waitFor({ state: 'detached' })
  await hasFocus(page)
})

test('a name that is one long word lets no screen of the administrator scroll sideways', async () => {
  const name = 'Peluqueria'.repeat(11)
  await query(
    site.dataDir,
    `update businesses set business_name = '${name}', suspended_at = null where id = 1;
     insert into page_reports (business_id, reason, details, network, at) values (1, 'fraud', 'Pide claves', sha256('una'), now())`,
  )
  const page = await (await phone(browser)).newPage()
  await page.goto(`${site.url}/admin/login`)
  await page.getByLabel('Correo electrónico').fill('admin@enpunto.example')
  await page.getByLabel('Contraseña', { exact: true }).fill('admin2026')
  await page.getByRole('button', { name: 'Acceder al Panel' }).click()
  await page.getByRole('region', { name: 'Páginas reportadas' }).getByRole('link', { name }).waitFor()
  const width = () => page.evaluate(() => document.documentElement.scrollWidth)
  assert.equal(await width(), 360)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('heading', { name }).waitFor()
  assert.equal(await width(), 360)
})
