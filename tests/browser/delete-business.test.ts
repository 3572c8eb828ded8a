import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { axe, launch, mails, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

test('an owner deletes the business with its name and the password, and brings it back', async () => {
  const page = await (await phone(browser, { expects: [/ERR_CONNECTION_FAILED/] })).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=seguridad`)
  const open = page.getByRole('button', { name: 'Eliminar mi negocio' })
  await page.locator('[aria-disabled=false]', { hasText: 'Eliminar mi negocio' }).waitFor()
  await axe(page)
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Eliminar mi negocio' })
  const send = dialog.getByRole('button', { name: 'Eliminar', exact: true })
  await dialog.waitFor()
  await dialog.getByRole('link', { name: 'descargar todo' }).click()
  await page.getByRole('heading', { name: 'Llévate tu negocio' }).waitFor()
  await page.goBack()
  await page.locator('[aria-disabled=false]', { hasText: 'Eliminar mi negocio' }).waitFor()
  await open.click()
  assert.equal(await send.getAttribute('class'), 'btn btn-danger')
  await axe(page)
  await send.click()
  await said(page, 'Escribe el nombre de tu negocio tal como aparece')
  await said(page, 'Escribe tu contraseña')
  await said(page, 'Marca la casilla para continuar')
  const name = (await dialog.getByText(/^Escribe «/).textContent())!.match(/«(.+)»/)![1]!
  await dialog.getByLabel('Nombre del negocio').fill(name.toLowerCase())
  await dialog.getByRole('checkbox').check()
  await dialog.getByLabel('Tu contraseña').fill('demo2026')
  await send.click()
  await said(page, `Pediste eliminar ${name}.`)
  await dialog.waitFor({ state: 'hidden' })
  await axe(page)
  await until(() => mails(site).some(({ subject }) => subject === `${name} se va a eliminar`))
  const [left] = await query(
    site.dataDir,
    `select count(*)::int as n from appointments a join business_deletions using (business_id)
     where a.status = 'scheduled' and a.starts_at > now()`,
  )
  assert.deepEqual(left, { n: 0 })
  // The screen stands without what says so, where the script of that gets lost.
  let lost = 0
  await page.route('**/assets/leaving-*.js', (route) => (lost++, route.abort('connectionfailed')))
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting), .grp, .empty').first().waitFor()
  await until(() => lost > 1)
  await page.getByRole('heading', { name: 'Citas', exact: true }).waitFor()
  await page.unroute('**/assets/leaving-*.js')
  await page.goto(`${site.url}/dashboard`)
  await page.getByText('Está apagada: quien la abre no la encuentra.').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0, 'no welcome to who cannot be booked')
  assert.equal(await page.getByText('¿Abres?').count(), 0)
  await page.addInitScript(noteShifts)
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByRole('button', { name: 'Recuperar mi negocio' }).waitFor()
  const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved)
  assert.ok(moved < 0.05, `the screen moved by ${moved}`)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.getByRole('button', { name: 'Recuperar mi negocio' }).click()
  await said(page, 'Tu negocio está de vuelta')
  await page.getByText('Pediste eliminar').waitFor({ state: 'detached' })
})

/** Sums up in the page by how much what stands there has moved. */
function noteShifts() {
  const told = window as unknown as { moved: number }
  told.moved = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) told.moved += (shift as unknown as { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}
