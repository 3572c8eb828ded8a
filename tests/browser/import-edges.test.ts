/** What is said of a list while the server does not answer: nothing is imported as was said before. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const LISTS: Record<string, string> = {
  phone: 'Nombre;Celular;Nota\nAna Paz;3004128819;Usa tinte\nLuz Gil;3004128820;Nada\n',
  desktop: 'Nombre;Celular;Nota\nEva Paz;3004128821;Usa tinte\nSol Gil;3004128822;Nada\n',
}
const MAPPING = '**/import/*/mapping'
const start = (page: Page) => page.getByRole('button', { name: /^Importar/ })
const again = (page: Page) => page.getByRole('button', { name: 'Reintentar' })
const isHeld = async (page: Page) => (await start(page).getAttribute('aria-disabled')) === 'true'

async function choose(page: Page, text: string) {
  const file = { name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.locator('#import-file').setInputFiles(file)
  await page.getByRole('heading', { name: 'Columnas' }).waitFor()
}

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`columns that were not stored import nothing, until they are (${size})`, async () => {
    const page = await (await open(browser, { expects: [/ERR_FAILED/, /503/] })).newPage()
    const begun: string[] = []
    page.on('request', (request) => void (request.url().endsWith('/run') && begun.push(request.url())))
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients/import`)
    // The first look fails.
    await page.route(MAPPING, (route) => route.abort(), { times: 1 })
    await choose(page, LISTS[size]!)
    await again(page).waitFor()
    assert.equal(await isHeld(page), true)
    await axe(page)
    await again(page).click()
    await page.getByRole('button', { name: 'Importar 2 clientes' }).waitFor()
    await again(page).waitFor({ state: 'detached' })
    assert.equal(await isHeld(page), false)

    const busy = { status: 503, json: { success: false, error: 'Vuelve en un momento' } }
    await page.route(MAPPING, (route) => route.fulfill(busy))
    const column = page.getByLabel('La columna Nota es')
    await column.selectOption({ label: 'Alerta (línea roja)' })
    await page.getByRole('alert').waitFor()
    assert.equal(await isHeld(page), true)
    await start(page).press('Enter')
    // Pressed by keyboard it keeps the focus, whatever comes of it.
    const answered = page.waitForResponse(MAPPING)
    await again(page).press('Enter')
    await answered
    await page.locator('[aria-disabled=false]', { hasText: 'Reintentar' }).waitFor()
    assert.ok(await again(page).evaluate((button) => button === document.activeElement))
    await page.unroute(MAPPING)
    const sent = page.waitForRequest(MAPPING)
    await again(page).click()
    const target = await column.inputValue()
    assert.equal((await sent).postDataJSON().mapping[2], target)
    await again(page).waitFor({ state: 'detached' })
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    assert.deepEqual([await isHeld(page), begun], [false, []])
    await start(page).click()
    await page.getByRole('heading', { name: 'Importación terminada' }).waitFor()
  })

test('what was said of a list of appointments and not stored holds it back as well', async () => {
  const page = await (await desktop(browser, { expects: [/429/] })).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments/import`)
  await choose(page, 'Fecha;Hora;Cliente;Celular\n03/04/2027;10:00;Ana Paz;3004128819\n')
  const order = page.getByLabel('Las fechas del archivo van')
  await order.waitFor()
  const many = { status: 429, json: { success: false, error: 'Demasiados cambios' } }
  await page.route(MAPPING, (route) => route.fulfill(many), { times: 1 })
  await order.selectOption('mdy')
  await again(page).waitFor()
  assert.equal(await isHeld(page), true)
  const sent = page.waitForRequest(MAPPING)
  await again(page).click()
  assert.equal((await sent).postDataJSON().order, 'mdy')
  await again(page).waitFor({ state: 'detached' })
})
