import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { axe, launch, phone, startSite, type Site } from './helper.ts'

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
