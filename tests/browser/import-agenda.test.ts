import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { freeTime, type Wanted } from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
let wanted: Wanted

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  do wanted = await freeTime(site)
  while (wanted.times.length < 6)
})

const sizes = { phone, desktop }
/** Three times of a free day, an hour apart at least: the demo salon's grid is half an hour. */
const at = (n: 0 | 1 | 2) => wanted.times[n * 2]!
/** '14:30' → '2:30 p. m.' */
function twelve(time: string): string {
  const [hour, minute] = time.split(':').map(Number) as [number, number]
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'a' : 'p'}. m.`
}
function list(kind: string): string {
  const day = wanted.date.split('-').reverse().join('/')
  const { service_name, professional_name } = wanted
  return `Fecha;Hora;Servicio;Profesional;Cliente;Celular;Correo
${day};${twelve(at(0))};${service_name};${professional_name};Camila ${kind};300 412 88 19;
${day};${at(1)};Alisado mágico;${professional_name};Óscar ${kind};310 555 01 02;
${day};3:00 a. m.;${service_name};${professional_name};Luz ${kind};301 555 01 03;
${day};25:00;${service_name};${professional_name};Marta ${kind};301 555 01 04;
`
}
const imported = async () =>
  (
    await query<{ client_name: string }>(
      site.dataDir,
      `select client_name from appointments where source = 'import' and status = 'scheduled' order by id`,
    )
  ).map(({ client_name }) => client_name)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const figures = (page: Page) =>
  page
    .locator('.imp-4 > div')
    .evaluateAll((all) => all.map((each) => (each as HTMLElement).innerText.replace('\n', ' ')))

for (const size of Object.keys(sizes) as (keyof typeof sizes)[])
  test(`a list of appointments is looked at, its names said, corrected, booked, and taken back (${size})`, async () => {
    const context = await sizes[size](browser, { expects: [/400/] })
    const page = await context.newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients/import`)
    await page
      .getByRole('navigation', { name: 'Vengo de otra agenda' })
      .getByRole('link', { name: 'Mis citas futuras' })
      .click()
    await page.getByRole('heading', { name: 'Trae tus citas futuras' }).waitFor()
    await axe(page)
    await page
      .locator('#import-file')
      .setInputFiles({ name: `citas-${size}.csv`, mimeType: 'text/csv', buffer: Buffer.from(list(size)) })
    await page.getByText('3 filas con errores').waitFor()
    assert.deepEqual(await figures(page), ['1 Nuevas', '0 Ya están', '3 Con errores'])
    await page.getByText('El servicio «Alisado mágico» no está en tu catálogo. Dinos cuál es.').waitFor()
    await axe(page)
    assert.deepEqual(await imported(), [], 'nothing is stored yet')

    await page.getByLabel('El servicio Alisado mágico es').selectOption({ label: wanted.service_name })
    await page.getByText('2 filas con errores').waitFor()
    // By the keyboard.
    await page.getByRole('checkbox', { name: /Traer también las que quedan fuera del horario/ }).focus()
    await page.keyboard.press('Space')
    await page.getByText('1 fila con errores').waitFor()

    await press(page, 'Corregir la fila 5')
    const dialog = page.getByRole('dialog', { name: 'Corregir la fila 5' })
    await dialog.getByLabel('Hora', { exact: true }).fill('26:00')
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.getByText('La hora «26:00» no se entiende. Ejemplo: 14:30 o 2:30 p. m.').waitFor()
    await axe(page)
    await dialog.getByLabel('Hora', { exact: true }).fill(at(2))
    await dialog.getByRole('button', { name: 'Guardar' }).click()
    await dialog.waitFor({ state: 'detached' })

    await press(page, 'Importar 4 citas')
    await page.getByRole('heading', { name: 'Importación terminada' }).waitFor()
    await page.getByText('4 citas nuevas').waitFor()
    await axe(page)
    assert.deepEqual(await imported(), [`Camila ${size}`, `Óscar ${size}`, `Luz ${size}`, `Marta ${size}`])
    const address = page.url()

    await page.goto(`${site.url}/dashboard/appointments/import`)
    await press(page, `Ver la importación de citas-${size}.csv`)
    await page.waitForURL(address)
    await press(page, 'Deshacer importación')
    await page.getByRole('dialog').getByRole('button', { name: 'Deshacer importación' }).click()
    await page.getByRole('heading', { name: 'Importación deshecha' }).waitFor()
    await page.getByText('4 citas quitadas').waitFor()
    assert.deepEqual(await imported(), [])
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(width <= 0, `scrolls sideways by ${width}`)
  })

test('the order of days and months that was said still counts when the screen is opened again', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments/import`)
  // Any of these days may be a month.
  const text = `Fecha;Hora;Cliente;Celular\n03/04/2027;10 a 11 am;Ana Paz;3004128819\n`
  const buffer = Buffer.from(text)
  await page.locator('input[type=file]').setInputFiles({ name: 'citas.csv', mimeType: 'text/csv', buffer })
  const order = page.getByLabel('Las fechas del archivo van')
  await page.getByText('10 a 11 am → 10:00 am').waitFor()
  await order.selectOption('mdy')
  const stored = async () => {
    const [row] = await query<{ order: string | null }>(
      site.dataDir,
      `select agenda->>'order' as order from client_imports order by id desc limit 1`,
    )
    return row?.order
  }
  await until(async () => (await stored()) === 'mdy', 10_000)
  await page.reload()
  const columns = page.locator('.imp-review select')
  await order.waitFor()
  assert.equal(await order.inputValue(), 'mdy')
  // Something else is said: what a column is.
  await columns.filter({ hasText: 'Celular' }).last().selectOption({ label: 'Cédula' })
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await page.waitForTimeout(300)
  assert.equal(await stored(), 'mdy')
  assert.equal(await order.inputValue(), 'mdy')
})
