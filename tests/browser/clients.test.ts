import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { button } from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const sizes = { phone, desktop }
type Size = keyof typeof sizes

/** The same journey on a phone and on a desktop. */
function journey(name: string, run: (page: Page, size: Size) => Promise<void>, expects: RegExp[] = []) {
  for (const size of Object.keys(sizes) as Size[])
    test(`${name} (${size})`, async () => {
      const context = await sizes[size](browser, { expects })
      const page = await context.newPage()
      await signIn(page, site)
      await run(page, size)
    })
}

const open = async (page: Page) => {
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByRole('table').waitFor()
}
const toasted = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
/** From the list to the client's card. */
async function openCard(page: Page, name: string) {
  await page
    .getByRole('table')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  return page.getByRole('main')
}
const backToList = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Clientes' }).click()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const names = (page: Page) => page.locator('.cli-who a').allInnerTexts()

let people = 0
/** A past client of the demo salon, with a future appointment if `isAhead`. */
async function client(name: string, { isAhead = false, consented = true } = {}) {
  const email = `olvido${++people}@correo.example`
  // Who shares a telephone and a first name is one client.
  const phone = `+57300555${String(people).padStart(4, '0')}`
  const at = `date_trunc('hour', now()) ${isAhead ? '+' : '-'} interval '${400 + people} days'`
  await query(
    site.dataDir,
    `insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
      client_phone, client_email, client_id, price, appointment_date, appointment_time, duration_minutes, booked_by,
      starts_at, ends_at, status, attendance_status, consent_version, consented_at)
    select b.id, s.id, p.id, s.service_name, p.professional_name, '${name}', '${phone}', '${email}',
      '${1037123411 + people}', 50000, (${at})::date, (${at})::time, 60, 'client', ${at}, ${at} + interval '1 hour',
      '${isAhead ? 'scheduled' : 'completed'}', '${isAhead ? 'pending' : 'attended'}',
      ${consented ? `'2023-08-01', ${at}` : 'null, null'}
    from businesses b join services s on s.business_id = b.id join professionals p on p.business_id = b.id
    where b.email = 'demo@enpunto.example' order by s.id, p.id limit 1`,
  )
  return { email, phone }
}

journey('the clients: reached from the menu, searched, sorted, called in one tap', async (page, size) => {
  const { phone } = await client(`Zulma Última ${size}`)
  await page.goto(`${site.url}/dashboard/services`)
  const places = page.getByRole('navigation', { name: size === 'phone' ? 'Accesos' : 'Principal' })
  await places.getByRole('link', { name: 'Clientes' }).click()
  await page.waitForURL(/\/dashboard\/clients$/)
  await page.getByRole('table').waitFor()
  await axe(page)
  const first = await names(page)
  assert.ok(first.length > 3)
  await page.getByRole('searchbox').fill(`zulma ultima ${size}`)
  await page.getByText(`1 cliente con`).waitFor()
  const one = row(page, 'Zulma')
  const links = await one
    .locator('.cli-acts')
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
  if (size === 'desktop') assert.match(links.shift()!, /\?nueva=1&cliente=\d+$/)
  assert.equal(links[0], `tel:${phone}`)
  assert.ok(links[1]!.startsWith(`https://wa.me/${phone.slice(1)}?text=Hola%20Zulma`))
  await client(`Dra. Berta Peña ${size}`)
  await page.getByRole('searchbox').fill(`berta pena ${size}`)
  await row(page, 'Berta').locator('a[href*="text=Hola%20Berta"]').waitFor()
  await page.getByRole('searchbox').fill('nadie así')
  await page.getByText('Ningún cliente con').waitFor()
  await axe(page)
  await button(page, 'Borrar la búsqueda').click()
  await page.getByRole('table').waitFor()
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).type), 'search')
  if (size === 'desktop') await page.getByRole('button', { name: 'Cliente', exact: true }).click()
  else await page.getByLabel('Ordenar por').selectOption('client_name desc')
  await page.waitForFunction(() => document.querySelector('.cli-who a')?.textContent?.startsWith('Zulma'))
  const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.equal(width, 0, 'nothing reaches beyond the screen')
})

journey('all the data, to take along', async (page) => {
  await open(page)
  await button(page, 'Exportar mis datos').click()
  const dialog = page.getByRole('dialog', { name: 'Exportar mis datos' })
  await dialog.waitFor()
  await axe(page)
  for (const [title, name, holds] of [
    ['Todo (JSON)', 'enpunto.json', '"business_name": "Salón Bugambilia"'],
    ['Clientes (CSV)', 'clientes.csv', '"Nombre";"Teléfono"'],
    ['Citas (CSV)', 'citas.csv', '"Fecha";"Hora"'],
    ['Servicios (CSV)', 'servicios.csv', '"Servicio";"Descripción"'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: `Descargar ${title}` }).click(),
    ])
    assert.equal(file.suggestedFilename(), name)
    assert.ok(readFileSync(await file.path(), 'utf8').includes(holds), name)
  }
  await toasted(page, 'Archivo descargado')
})

journey(
  'a file that cannot be had: said, and nothing is downloaded',
  async (page) => {
    await open(page)
    await page.route('**/clients.csv', (route) => route.abort())
    await button(page, 'Exportar mis datos').click()
    await button(page, 'Descargar Clientes (CSV)').click()
    await toasted(page, 'Error al exportar los datos')
  },
  [/ERR_FAILED/],
)

journey(
  'a client’s data: seen with the consent, asked twice, and gone; the figures stay',
  async (page, size) => {
    const name = `Olga Olvido ${size}`
    const { email } = await client(name)
    const figures = async () => {
      const [row] = await query<{ n: number; sum: number }>(
        site.dataDir,
        `select count(*)::int as n, sum(price)::int as sum from appointments`,
      )
      return row
    }
    await open(page)
    await page.getByRole('searchbox').fill(name)
    await page.getByText('1 cliente con').waitFor()
    const card = await openCard(page, name)
    await card.getByRole('tab', { name: 'Datos' }).click()
    await card.getByRole('tabpanel').getByText(email).waitFor()
    await card.getByText(/texto del 2023-08-01/).waitFor()
    await axe(page)
    const before = await figures()

    await card.getByRole('button', { name: 'Borrar los datos de este cliente' }).click()
    const about = page.getByRole('dialog', { name: 'Borrar los datos de este cliente' })
    await about.getByText('Ley 1581').waitFor()
    await axe(page)
    await about.getByRole('button', { name: 'Continuar' }).click()
    const sure = page.getByRole('dialog', { name: '¿Borrar sus datos para siempre?' })
    await sure.getByText(email).waitFor()
    await axe(page)
    await sure.getByRole('button', { name: 'No borrar' }).click()
    await button(page, 'Borrar los datos de este cliente').click()
    await about.getByRole('button', { name: 'Continuar' }).click()
    await sure.getByRole('button', { name: 'Sí, borrar sus datos' }).click()
    await toasted(page, 'Datos del cliente borrados')
    await page.getByText('Ningún cliente con').waitFor()
    assert.deepEqual(await figures(), before)
    const left = await query(site.dataDir, `select id from appointments where client_email = '${email}'`)
    assert.equal(left.length, 0)
  },
  // The news of it may come before the answer, while the card still shows.
  [/status of 404/],
)

journey(
  'a client with an appointment ahead: it has to be cancelled first, and leads there',
  async (page, size) => {
    const name = `Pía Próxima ${size}`
    const { email } = await client(name, { isAhead: true, consented: false })
    await open(page)
    await page.getByRole('searchbox').fill(name)
    await page.getByText('1 cliente con').waitFor()
    await openCard(page, name)
    await page.getByRole('tab', { name: 'Datos' }).click()
    await page.getByText('Sin registro').waitFor()
    await button(page, 'Borrar los datos de este cliente').click()
    const dialog = page.getByRole('dialog', { name: 'Primero cancela su cita' })
    await dialog.waitFor()
    await axe(page)
    await dialog.getByRole('link').click()
    await page.waitForURL(/\/dashboard\/appointments/)
    await page.getByRole('dialog').getByText(email).waitFor()
  },
)

journey(
  'a client’s card: what happened, a note for the team, an alert in red, and no more bookings online',
  async (page, size) => {
    const name = `Nora Ficha ${size}`
    await client(name)
    await open(page)
    await page.getByRole('searchbox').fill(name)
    await page.getByText('1 cliente con').waitFor()
    const card = await openCard(page, name)
    const tab = (title: string) => card.getByRole('tab', { name: title })
    // What happened shows first, and the arrows lead around.
    await card.getByRole('tabpanel', { name: 'Historial' }).getByRole('link').first().waitFor()
    await tab('Historial').focus()
    await page.keyboard.press('ArrowLeft')
    await card.getByRole('tabpanel', { name: 'Datos' }).getByLabel('Alerta').waitFor()
    await page.keyboard.press('ArrowRight')
    await card.getByRole('tabpanel', { name: 'Historial' }).getByRole('link').first().waitFor()
    assert.equal(await card.getByRole('tabpanel').getByRole('link').count(), 1)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    await axe(page)
    await page.keyboard.press('ArrowRight')
    await card.getByText('Todavía no hay notas de este cliente.').waitFor()
    await button(page, 'Guardar nota').click()
    await card.getByText('Escribe la nota').waitFor()
    await axe(page)
    await card.getByLabel('Nueva nota').fill('Prefiere el esmalte sin olor')
    await button(page, 'Guardar nota').click()
    await card.getByRole('listitem').getByText('Prefiere el esmalte sin olor').waitFor()
    await tab('Notas 1').waitFor()
    await axe(page)
    await card.getByRole('button', { name: /^Eliminar la nota/ }).click()
    await card.getByText('Todavía no hay notas de este cliente.').waitFor()

    await tab('Datos').click()
    await card.getByLabel('Alerta').fill('Alergia al amoníaco')
    await button(page, 'Guardar alerta').click()
    await card.locator('.cli-alert').getByText('Alergia al amoníaco').waitFor()
    await button(page, 'Bloquear reservas en línea').click()
    await button(page, 'Permitir reservas en línea').waitFor()
    await axe(page)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    await backToList(page)
    await row(page, name).getByText('Bloqueado').waitFor()
    await row(page, name).getByText('Alergia al amoníaco').waitFor()
    await page.getByRole('searchbox').fill('')
    await button(page, 'Bloqueados').click()
    await page.getByText('1 cliente', { exact: true }).waitFor()
    assert.deepEqual(
      (await names(page)).map((text) => text.split(',')[0]!.trim()),
      [name],
    )
    await openCard(page, name)
    await tab('Datos').click()
    await button(page, 'Permitir reservas en línea').click()
    await button(page, 'Bloquear reservas en línea').waitFor()
    await backToList(page)
    await page.getByText('Ningún cliente de este grupo').waitFor()
    await axe(page)
    await button(page, 'Ver todos').click()
    await page.getByRole('table').waitFor()
    // An appointment of the history opens its own dialog.
    await page.getByRole('searchbox').fill(name)
    await openCard(page, name)
    await tab('Historial').click()
    await card.getByRole('tabpanel').getByRole('link').first().click()
    await page.getByRole('dialog', { name: 'Detalle de la cita' }).getByText(name).first().waitFor()
  },
)

journey('a new appointment from the card: for that client, and the same as last time', async (page, size) => {
  const name = `Rita Repite ${size}`
  const { email } = await client(name)
  await open(page)
  await page.getByRole('searchbox').fill(name)
  await page.getByText('1 cliente con').waitFor()
  for (const act of ['Nueva cita', 'Repetir']) {
    await openCard(page, name)
    await page.getByRole('region', { name: 'Ficha' }).getByRole('link', { name: act }).click()
    const form = page.getByRole('dialog', { name: 'Nueva cita' })
    await form.waitFor()
    assert.equal(await form.locator('input[name=client_name]').inputValue(), name)
    assert.equal(await form.locator('input[name=client_email]').inputValue(), email)
    assert.equal((await form.getByLabel('Servicio').inputValue()) !== '', act === 'Repetir')
    await page.waitForURL((url) => !url.search.includes('cliente='))
    await axe(page)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('searchbox').fill(name)
    await page.getByText('1 cliente con').waitFor()
  }
})

journey('another device’s change shows by itself', async (page, size) => {
  const name = `Vilma Viva ${size}`
  const { email } = await client(name)
  await open(page)
  await page.getByRole('searchbox').fill(name)
  await page.getByText('1 cliente con').waitFor()
  const session = JSON.parse((await page.evaluate(() => sessionStorage.getItem('enpunto.session')))!)
  const answer = await page.request.post(`${site.url}/api/businesses/clients/forget`, {
    headers: { authorization: `Bearer ${session.token}` },
    data: { client_email: email },
  })
  assert.equal(answer.status(), 200)
  await page.getByText('Ningún cliente con').waitFor()
})

test('a list that cannot be had says so, and can be asked for again', async () => {
  const page = await (await phone(browser, { expects: [/status of 500|ERR_FAILED/] })).newPage()
  await signIn(page, site)
  await page.route('**/api/clients?*', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Error interno del servidor' } }),
  )
  // The toast may be gone by the time a busy machine has loaded the page.
  await Promise.all([toasted(page, 'Error cargando clientes'), page.goto(`${site.url}/dashboard/clients`)])
  await page.getByText('La falla es nuestra, no de tu conexión.').waitFor()
  await axe(page)
  await page.route('**/api/clients?*', (route) => route.abort())
  await button(page, 'Reintentar').click()
  await page.getByText('Error de conexión. Verifica que el servidor esté funcionando.').waitFor()
  await page.unroute('**/api/clients?*')
  // On a slow machine the panel may ask again by itself before the button is pressed.
  const table = page.getByRole('table')
  await Promise.any([button(page, 'Reintentar').click(), table.waitFor()])
  await table.waitFor()
})

journey(
  'a suspended business: said on every screen, nothing is changed, data can be taken along',
  async (page) => {
    const suspend = (at: string) =>
      query(site.dataDir, `update businesses set suspended_at = ${at} where email = 'demo@enpunto.example'`)
    await suspend('now()')
    try {
      await open(page)
      await page.getByText('Tu negocio está suspendido').waitFor()
      await page.getByRole('link', { name: 'Escríbenos' }).waitFor()
      await axe(page)
      await page.goto(`${site.url}/dashboard/settings?seccion=redes`)
      await page.getByRole('textbox', { name: 'Instagram' }).fill('https://www.instagram.com/otra')
      await button(page, 'Guardar').or(button(page, 'Guardar cambios')).first().click()
      await page
        .getByText('Tu negocio está suspendido: puedes ver tus datos, pero no cambiarlos')
        .nth(1)
        .waitFor()
    } finally {
      await suspend('null')
    }
  },
  [/status of 403/],
)
