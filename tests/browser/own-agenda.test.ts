/** What a professional finds in the agenda: nothing that ends in a refusal. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { query } from '../server.ts'
import { freeDays, onDay } from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
const EMAIL = 'propia@correo.example'
let own: { id: number; name: string }

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await onDay(site, 'Berta Propia', 0, '17:00')
  ;[own] = (await query(
    site.dataDir,
    `select professional_id as id, professional_name as name from appointments where client_name = 'Berta Propia'`,
  )) as [typeof own]
  await query(
    site.dataDir,
    `with person as (
       insert into users (email, name, password_hash)
       select '${EMAIL}', 'Vale', password_hash from users where email = 'demo@enpunto.example' returning id)
     insert into memberships (business_id, user_id, role, professional_id)
     select 1, person.id, 'professional', ${own.id} from person`,
  )
  await query(
    site.dataDir,
    `insert into time_off (business_id, kind, first_date, last_date, from_time, to_time, starts_at, ends_at, reason)
     select 1, 'closed', day, day, '12:00', '13:00', day + time '12:00', day + time '13:00', 'Fumigación'
     from (select (now() at time zone 'America/Bogota')::date as day) today`,
  )
})

/** Every refusal that a page gets. */
function refusals(page: Page): string[] {
  const list: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) list.push(`${response.request().method()} ${response.url()}`)
  })
  return list
}
const account = { email: EMAIL, password: 'demo2026' }
const turn = (switches: object) =>
  query(
    site.dataDir,
    `update memberships set permissions = '${JSON.stringify(switches)}'
     where user_id = (select id from users where email = '${EMAIL}')`,
  )

test('blocks the own time alone, and exports nothing', async () => {
  const page = await (await desktop(browser)).newPage()
  const refused = refusals(page)
  await signIn(page, site, account)
  await page.goto(`${site.url}/dashboard/appointments?rango=dia`)
  await page.getByRole('heading', { name: 'Mi agenda', level: 1 }).waitFor()
  assert.equal(await page.getByLabel('Profesional', { exact: true }).count(), 0, 'there is one only')
  // The panel is theirs, not the business's.
  await page.getByRole('button', { name: /^Vale ?, menú$/ }).waitFor()
  // The whole business's blocked time is seen, and not changed.
  await page.locator('.blk', { hasText: 'Fumigación' }).click()
  await page.getByText('Este bloqueo lo cambia quien administra la agenda').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.getByRole('button', { name: /Bloquear/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Bloquear tiempo' })
  await dialog.waitFor()
  assert.equal(await dialog.getByText('Todo el negocio').count(), 0)
  await dialog.getByRole('button', { name: 'Bloquear unas horas' }).waitFor()
  const sent = page.waitForResponse((response) => response.request().method() === 'POST')
  await dialog
    .getByRole('button', { name: /^Bloquear/ })
    .last()
    .click()
  assert.equal(
    ((await (await sent).json()) as { time_off: { professional_id: number } }).time_off.professional_id,
    own.id,
  )
  await page.goto(`${site.url}/dashboard/appointments?vista=lista`)
  await page.getByRole('button', { name: 'Elegir varias' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Exportar' }).count(), 0)
  assert.deepEqual(refused, [])
})

test('calls a client whose telephone is masked: from the appointment, and from the card', async () => {
  // No program of the test's machine rings anybody up.
  const context = await phone(browser, { expects: [/does not have a registered handler/] })
  const page = await context.newPage()
  const refused = refusals(page)
  await signIn(page, site, account)
  const [row] = (await query(
    site.dataDir,
    `select id, client_phone from appointments where client_name = 'Berta Propia'`,
  )) as { id: number; client_phone: string }[]
  const called = async (where: Locator) => {
    const answer = page.waitForResponse((response) => response.url().endsWith('/call'))
    await where.getByRole('button', { name: /^Llamar/ }).click()
    assert.equal(((await (await answer).json()) as { number: string }).number, row!.client_phone)
  }
  await page.goto(`${site.url}/dashboard/appointments?cita=${row!.id}`)
  await page.getByRole('dialog', { name: 'Detalle de la cita' }).getByText('•••').first().waitFor()
  await called(page.getByRole('dialog'))
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByRole('link', { name: /^Berta Propia/ }).click()
  await called(page.getByRole('region', { name: 'Ficha' }))
  await axe(page)
  assert.deepEqual(refused, [])
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`books again for a client whose telephone is masked: what the card says counts (${size})`, async () => {
    await turn({})
    const page = await (await open(browser)).newPage()
    const refused = refusals(page)
    await signIn(page, site, account)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('link', { name: /^Berta Propia/ }).click()
    await page
      .getByRole('region', { name: 'Ficha' })
      .getByRole('link', { name: size === 'phone' ? 'Nueva cita' : /^(Repetir|Nueva cita)$/ })
      .first()
      .click()
    const form = page.getByRole('dialog', { name: 'Nueva cita' })
    await form.getByText('La confirmación le llega a los datos de su ficha.').waitFor()
    await form.getByText(/•••/).waitFor()
    assert.equal(await form.locator('[name=client_phone], [name=client_email]').count(), 0)
    await axe(page)
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
    await form.locator('[name=service_id]').selectOption({ index: 1 })
    await chooseTime(form, size === 'phone' ? 1 : 2)
    const before = await theirs()
    await form.getByRole('button', { name: 'Crear cita' }).click()
    await page.getByText('Cita creada exitosamente').first().waitFor()
    const after = await theirs()
    assert.equal(after.length, before.length + 1)
    assert.equal(
      new Set(after.map((row) => JSON.stringify(row))).size,
      1,
      'the same person, as the card says',
    )
    assert.deepEqual(refused, [])
    // Somebody else may be written instead.
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('link', { name: /^Berta Propia/ }).click()
    await page.getByRole('region', { name: 'Ficha' }).getByRole('link', { name: 'Nueva cita' }).click()
    await form.getByRole('button', { name: 'Otra persona' }).click()
    assert.equal(await form.locator('[name=client_name]').inputValue(), '')
    assert.equal(await form.locator('[name=client_phone]').inputValue(), '')
  })

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`a name that is typed finds an own client with a masked telephone, whom the card then says (${size})`, async () => {
    await turn({})
    const page = await (await open(browser)).newPage()
    const refused = refusals(page)
    await signIn(page, site, account)
    await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
    const form = page.getByRole('dialog', { name: 'Nueva cita' })
    await form.locator('[name=service_id]').selectOption({ index: 1 })
    await form.locator('[name=client_name]').pressSequentially('berta')
    const found = form.getByRole('option', { name: /^Berta Propia/ })
    await found.waitFor()
    assert.match((await found.textContent())!, /•••/)
    await axe(page)
    // The keyboard takes them, too.
    await form.locator('[name=client_name]').press('ArrowDown')
    await form.locator('[name=client_name]').press('Enter')
    await form.getByText('La confirmación le llega a los datos de su ficha.').waitFor()
    assert.equal(await form.locator('[name=client_phone], [name=client_email]').count(), 0)
    await form.getByRole('button', { name: 'Otra persona' }).click()
    assert.equal(await form.locator('[name=client_phone]').inputValue(), '')
    await form.locator('[name=client_name]').pressSequentially('berta')
    await found.click()
    await chooseTime(form, size === 'phone' ? 2 : 1)
    const before = await theirs()
    await form.getByRole('button', { name: 'Crear cita' }).click()
    await page.getByText('Cita creada exitosamente').first().waitFor()
    const after = await theirs()
    assert.equal(after.length, before.length + 1)
    assert.equal(new Set(after.map((row) => JSON.stringify(row))).size, 1)
    assert.deepEqual(refused, [])
  })

/** The first time of a day on which the professional works, which is not each day that is open. */
async function chooseTime(form: Locator, day: number) {
  const service = Number(await form.locator('[name=service_id]').inputValue())
  const { date } = (await freeDays(site, { professional: own.id, service }))[day]!
  await form.locator(`[name=appointment_date][value="${date}"]`).check({ force: true })
  await form.locator('[name=appointment_time]').first().check({ force: true })
}

/** Who Berta's appointments say that she is. */
const theirs = () =>
  query(
    site.dataDir,
    `select client_name, client_phone, client_email, client_id, card_id from appointments where client_name = 'Berta Propia'`,
  )

test('who may neither book nor block only looks, and notes who came', async () => {
  await turn({ 'appointments:own-write': false, 'time_off:own': false })
  const page = await (await desktop(browser)).newPage()
  const refused = refusals(page)
  await signIn(page, site, account)
  await page.goto(`${site.url}/dashboard/appointments?rango=dia`)
  const card = page.locator('.ev', { hasText: 'Berta Propia' })
  await card.waitFor()
  for (const name of [/Nueva cita/, /Bloquear/])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
  const before = (await card.boundingBox())!
  const said = await card.innerText()
  await page.mouse.move(before.x + 10, before.y + 10)
  await page.mouse.down()
  await page.mouse.move(before.x + 10, before.y + 90, { steps: 5 })
  await page.mouse.up()
  await card.focus()
  for (const key of ['m', '+', 'n', 'b']) await page.keyboard.press(key)
  await page.waitForTimeout(1_000)
  assert.equal(await card.innerText(), said)
  assert.equal(await page.locator('.move-bar, dialog[open]').count(), 0)
  await card.press('Enter')
  const detail = page.getByRole('dialog', { name: 'Detalle de la cita' })
  await detail.waitFor()
  for (const name of ['Editar', 'Mover', 'Cancelar cita'])
    assert.equal(await detail.getByRole('button', { name }).count(), 0, name)
  await page.goto(`${site.url}/dashboard/appointments?vista=lista`)
  await page
    .getByRole('button', { name: /^Más acciones/ })
    .first()
    .click()
  assert.equal(await page.getByRole('button', { name: 'Cancelar cita' }).count(), 0)
  assert.deepEqual(refused, [])
  await turn({})
})

test('the own agenda in another calendar: an address that shows once, another one, and none', async () => {
  const context = await phone(browser)
  const page = await context.newPage()
  const refused = refusals(page)
  await signIn(page, site, account)
  await page.goto(`${site.url}/dashboard/settings?seccion=calendario`)
  await page.getByText('Google puede tardar hasta 24 horas en actualizar').waitFor()
  assert.equal(await page.getByLabel('Agenda', { exact: true }).count(), 0, 'there is one only')
  await page.getByRole('button', { name: 'Crear dirección' }).click()
  const field = page.getByLabel(/^Tu dirección/)
  const first = await field.inputValue()
  assert.match(first, /\/api\/feeds\/1\.[\w-]{43}\.ics$/)
  assert.match(
    (await page.getByRole('link', { name: 'Abrir en mi calendario' }).getAttribute('href'))!,
    /^webcal:/,
  )
  await axe(page)
  const status = async (url: string) => (await fetch(site.url + new URL(url).pathname)).status
  assert.equal(await status(first), 200)
  const asked = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Crear otra dirección de Mi agenda' }).click()
  await asked.getByText('La dirección de ahora deja de servir en todos tus calendarios.').waitFor()
  await axe(page)
  assert.equal(await status(first), 200)
  await asked.getByRole('button', { name: 'Crear otra' }).click()
  await page.waitForFunction(
    (url) => document.querySelector<HTMLInputElement>('#feed-url')!.value !== url,
    first,
  )
  const second = await field.inputValue()
  assert.deepEqual([await status(first), await status(second)], [404, 200])
  await page.getByRole('button', { name: 'Quitar la dirección de Mi agenda' }).click()
  await asked.getByRole('button', { name: 'Quitar' }).click()
  await page.getByText('Esa dirección ya no muestra nada').waitFor()
  assert.equal(await status(second), 404)
  assert.equal(await page.locator('#feed-url').count(), 0)
  assert.deepEqual(refused, [])
})

for (const [size, open] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const)
  test(`every entry of the menu on ${size} leads somewhere; 'Mis ingresos' only by the switch, of the own appointments`, async () => {
    await query(
      site.dataDir,
      `update appointments set status = 'completed', attendance_status = 'attended', actual_price = 123456
       where client_name = 'Berta Propia'`,
    )
    await turn({})
    const page = await (await open(browser)).newPage()
    const refused = refusals(page)
    await signIn(page, site, account)
    await page.goto(`${site.url}/dashboard/income`)
    await page.waitForURL('**/dashboard/appointments')
    assert.equal(await page.getByRole('link', { name: 'Mis ingresos' }).count(), 0)
    // Without a telephone there is nobody to write to.
    await page.goto(`${site.url}/dashboard/messages`)
    await page.waitForURL('**/dashboard/appointments')
    const menu = () =>
      page.getByRole('button', { name: size === 'a phone' ? 'Menú' : /, menú$/, exact: true }).click()
    await menu()
    await page.getByRole('button', { name: 'Cerrar Sesión' }).waitFor()
    const messages = page.getByRole('link', { name: 'Mensajes de hoy' })
    assert.equal(await messages.count(), 0)
    await turn({ 'clients:own-phones': true })
    await page.reload()
    await menu()
    await messages.click()
    await page.getByRole('heading', { name: 'Mensajes de hoy', level: 1 }).waitFor()

    await turn({ 'figures:own': true })
    await page.reload()
    const bar = page.getByRole('navigation', { name: size === 'a phone' ? 'Accesos' : 'Principal' })
    await bar.getByRole('link', { name: 'Mis ingresos' }).waitFor()
    const links = await bar
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => [one.textContent, one.getAttribute('href')] as const))
    assert.deepEqual(links.map(([name]) => name).filter(Boolean), [
      'Mi agenda',
      'Mis clientes',
      'Mis ingresos',
    ])
    for (const [name, href] of links.filter(([name]) => name)) {
      await page.goto(site.url + href)
      await page.getByRole('heading', { name: name!, level: 1 }).waitFor()
    }
    await page.getByText('$ 123.456', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Todo', exact: true }).click()
    await page.getByText('desde el comienzo').first().waitFor()
    await axe(page)
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/income-${open.name}.png` })
    assert.deepEqual(refused, [])
    await turn({})
  })

test('whose role changes finds it in the open screen, with the own clients alone, and nothing that is refused', async () => {
  await turn({})
  const role = (name: string) =>
    query(
      site.dataDir,
      `update memberships set role = '${name}' where user_id = (select id from users where email = '${EMAIL}')`,
    )
  await role('reception')
  const page = await (await desktop(browser)).newPage()
  const refused = refusals(page)
  await signIn(page, site, account)
  await page.goto(`${site.url}/dashboard/clients`)
  await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  const count = page.getByText(/^[\d.]+ fichas$/)
  await count.waitFor()
  const all = await count.textContent()
  assert.ok(await page.locator('main').getByText('@correo.example').count())
  await role('professional')
  await page.getByRole('heading', { name: 'Mis clientes', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Mi agenda' }).first().waitFor()
  await page.getByText('•••').first().waitFor()
  await page.getByText(all!).waitFor({ state: 'detached' })
  const emails = await page.locator('main').getByText('@correo.example').allTextContents()
  assert.deepEqual(
    emails.filter((email) => !email.includes('•••')),
    [],
  )
  assert.equal(await page.getByRole('link', { name: 'Nuevo cliente' }).count(), 0)
  // More again, as quickly.
  await role('reception')
  await page.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  await page.getByText(all!).waitFor()
  await role('professional')
  await page.getByRole('heading', { name: 'Mis clientes', level: 1 }).waitFor()
  assert.deepEqual(refused, [])
})

test('what the browser keeps for a time without a network is the own agenda alone', async () => {
  // At that time the professional has an appointment: this one is of another.
  await onDay(site, 'Ajena Secreta', 0, '17:00')
  await turn({})
  const page = await (await phone(browser)).newPage()
  await signIn(page, site, account)
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.waitForFunction(() =>
    /enpunto.kept/.test(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  )
  const kept = await page.evaluate(() => localStorage['enpunto.kept'] ?? sessionStorage['enpunto.kept'])
  const { appointments } = JSON.parse(kept) as {
    appointments: { client_name: string; client_phone: string }[]
  }
  const rows = (await query(
    site.dataDir,
    `select client_name as name, professional_id = ${own.id} as is_own from appointments`,
  )) as { name: string; is_own: boolean }[]
  const ownNames = rows.filter(({ is_own }) => is_own).map(({ name }) => name)
  assert.ok(rows.some(({ name, is_own }) => name === 'Ajena Secreta' && !is_own))
  const names = appointments.map(({ client_name }) => client_name)
  assert.ok(names.includes('Berta Propia'))
  assert.deepEqual(
    names.filter((name) => !ownNames.includes(name)),
    [],
  )
  assert.ok(appointments.every(({ client_phone }) => client_phone.includes('•••')))
  const all = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  assert.ok(!all.includes('Ajena'))
})
