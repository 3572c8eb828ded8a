import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const sizes = { phone, desktop }
const LIST = readFileSync(join(import.meta.dirname, '../lists/libreoffice.xlsx'))

async function choose(page: Page, name: string, buffer: Buffer) {
  await page.locator('#import-file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.getByRole('heading', { name: 'Columnas' }).waitFor()
}
const figures = (page: Page) =>
  page
    .locator('.imp-4 > div')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText.replace('\n', ' ')))
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const cards = async () =>
  (
    await query<{ client_name: string }>(
      site.dataDir,
      `select client_name from client_cards where source = 'import' order by id`,
    )
  ).map(({ client_name }) => client_name)

for (const size of Object.keys(sizes) as (keyof typeof sizes)[])
  test(`a list is looked at, corrected, imported, and taken back (${size})`, async () => {
    const context = await sizes[size](browser, { expects: [/400/] })
    const page = await context.newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('link', { name: 'Importar', exact: true }).click()
    await page.getByRole('heading', { name: 'Trae tu lista de clientes' }).waitFor()
    await axe(page)
    await choose(page, `agendapro-${size}.xlsx`, LIST)
    await page.getByText('6 filas · parece de AgendaPro').waitFor()
    await page.getByText('3 filas con errores').waitFor()
    assert.deepEqual(await figures(page), ['3 Nuevos', '0 Ya existen', '0 Se actualizarán', '3 Con errores'])
    await page.getByText('El celular «30012» tiene 5 dígitos; en Colombia son 10.').waitFor()
    await page.getByText('No enviaremos publicidad a clientes importados hasta que lo acepten.').waitFor()
    await axe(page)
    assert.deepEqual(await cards(), [], 'nothing is stored yet')

    // What is chosen is looked at again at once.
    await page.getByLabel('La columna Obs. es').selectOption({ label: 'Alerta (línea roja)' })
    await page.getByLabel('La columna Tel. móvil es').selectOption({ label: 'No importar' })
    await page.getByText('2 filas con errores').waitFor()
    await page.getByLabel('La columna Tel. móvil es').selectOption({ label: 'Celular' })
    await page.getByText('3 filas con errores').waitFor()

    await press(page, 'Corregir la fila 7')
    const dialog = page.getByRole('dialog', { name: 'Corregir la fila 7' })
    await dialog.getByLabel('Celular').fill('3001')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('El celular «3001» tiene 4 dígitos; en Colombia son 10.').waitFor()
    await axe(page)
    await dialog.getByLabel('Celular').fill('315 555 0177')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await page.getByText('2 filas con errores').waitFor()

    await press(page, 'Importar 4 clientes')
    await page.getByRole('heading', { name: 'Importación terminada' }).waitFor()
    await page.getByText('4 clientes nuevos').waitFor()
    await axe(page)
    assert.deepEqual(await cards(), ['Camila Rojas Muñoz', 'Óscar Díaz', 'Luis Fernando Peña', 'Añejo & Cía'])
    const address = page.url()

    await page.getByRole('link', { name: 'Ver mis clientes' }).click()
    await page.getByRole('link', { name: /^Camila Rojas Muñoz/ }).waitFor()
    await page.getByRole('link', { name: 'Importar', exact: true }).click()
    await press(page, `Ver la importación de agendapro-${size}.xlsx`)
    await page.waitForURL(address)
    await press(page, 'Deshacer importación')
    await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click()
    await page.getByRole('heading', { name: 'Importación deshecha' }).waitFor()
    await page.getByText('4 clientes quitados').waitFor()
    assert.deepEqual(await cards(), [])
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(width <= 0, `scrolls sideways by ${width}`)
  })

test('a file that cannot be read says why, and the keyboard alone is enough', async () => {
  const context = await desktop(browser, { expects: [/400/] })
  const page = await context.newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/clients/import`)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo' }).focus()
  await page.keyboard.press('Enter')
  const old = {
    name: 'viejo.xls',
    mimeType: 'application/vnd.ms-excel',
    buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]),
  }
  await (await chooser).setFiles(old)
  await page
    .getByText('Ese archivo es de un Excel antiguo (.xls). Ábrelo y guárdalo como .xlsx o CSV.')
    .waitFor()
  await choose(page, 'sin-nombre.csv', Buffer.from('Celular;Puntos\n3001234567;7\n'))
  await page.getByText('Dinos qué columna es el nombre').waitFor()
})

test('a contact of the phone fills name and telephone, and nothing else is asked for', async () => {
  const context = await phone(browser)
  const page = await context.newPage()
  // What Chrome on Android has.
  await page.addInitScript(() => {
    const asked: unknown[] = []
    Object.assign(globalThis, { askedForContacts: asked })
    Object.defineProperty(navigator, 'contacts', {
      value: {
        select: async (...of: unknown[]) => {
          asked.push(of)
          return [{ name: ['Luz Marina Gil'], tel: ['601 234 5678', '+57 315 555 01 23'] }]
        },
      },
    })
  })
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
  await press(page, 'Elegir de mis contactos')
  const dialog = page.getByRole('dialog')
  await assert.doesNotReject(
    page.waitForFunction(() => document.querySelector<HTMLInputElement>('#client_name')?.value),
  )
  assert.equal(await dialog.getByLabel('Nombre').inputValue(), 'Luz Marina Gil')
  assert.equal(await dialog.locator('#client_phone').inputValue(), '3155550123')
  const asked = await page.evaluate(() => (globalThis as { askedForContacts?: unknown }).askedForContacts)
  assert.deepEqual(asked, [[['name', 'tel'], { multiple: false }]])
  await axe(page)

  const other = await (await desktop(browser)).newPage()
  await signIn(other, site)
  await other.goto(`${site.url}/dashboard/appointments?nueva=1`)
  await other.getByRole('dialog').getByLabel('Nombre').waitFor()
  assert.equal(await other.getByRole('button', { name: 'Elegir de mis contactos' }).count(), 0)
})
