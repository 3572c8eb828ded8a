/** Settings at their edges: a second change at once, what is typed meanwhile, and what the end of a session leaves behind. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { dayAhead } from './booking.ts'
import { button, newOwner, toasted } from './catalogue.ts'
import { axe, desktop, hold, launch, phone, startSite, type Site } from './helper.ts'

const PASSWORD = 'clave-segura'
const STORED = 'Perfil actualizado exitosamente'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

/** Settings of a business of its own. */
async function settings(open: typeof phone, section: string, expects = [/status of 40[019]/]) {
  const context = await open(browser, { expects })
  const mine = await newOwner(site, context)
  await mine.page.goto(`${site.url}/dashboard/settings?seccion=${section}`)
  await mine.page.locator('#set-panel h2').first().waitFor()
  return mine
}

const emailOf = (page: Page) => page.getByLabel('Correo electrónico')
const passwordOf = (page: Page) => page.getByLabel('Contraseña actual')

for (const open of [phone, desktop])
  test(`the log-in is changed twice without a reload, and password managers hear of it (${open.name})`, async () => {
    const { page, email } = await settings(open, 'negocio')
    for (const other of [`una.${open.name}@correo.example`, `otra.${open.name}@correo.example`]) {
      await emailOf(page).fill(other)
      await passwordOf(page).fill(PASSWORD)
      await button(page, 'Guardar').click()
      await toasted(page, STORED)
      await passwordOf(page).waitFor({ state: 'detached' })
    }
    await page.getByText('También es tu usuario para entrar.').waitFor()
    await page.getByRole('tab', { name: 'Seguridad' }).click()
    const user = page.locator('input[name=username]')
    await user.waitFor({ state: 'attached' })
    assert.equal(await user.inputValue(), `otra.${open.name}@correo.example`)
    assert.notEqual(await user.inputValue(), email)
  })

test('what was typed waits when the session ends, and the password that went with it lies nowhere', async () => {
  const { page } = await settings(desktop, 'negocio')
  await emailOf(page).fill('pensada@correo.example')
  await passwordOf(page).fill(PASSWORD)
  await page.evaluate(() => {
    const { token } = JSON.parse(sessionStorage['enpunto.session'])
    return fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })
  await button(page, 'Guardar').click()
  await page.waitForURL('**/login')
  await until(() => page.evaluate(() => 'enpunto.drafts' in sessionStorage))
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  assert.match(kept, /pensada@correo\.example/)
  assert.doesNotMatch(kept, new RegExp(PASSWORD))
})

test('a holiday of one’s own that its date had already is a change of it when the session ends, and opens so again', async () => {
  const { page, as } = await settings(desktop, 'horarios')
  const date = dayAhead(25)
  await as('PUT', `/api/special-days/${date}`, { is_open: true, label: 'Feria' })
  await button(page, 'Agregar un festivo propio (feria del pueblo, día cívico)').click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Día', { exact: true }).fill(date)
  await button(page, 'Guardar').click()
  await page.getByRole('dialog', { name: 'Editar día especial' }).waitFor()
  await page.evaluate(() => {
    const { token } = JSON.parse(sessionStorage['enpunto.session'])
    return fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })
  // The stream ends with the session, so that the screen may go before it is pressed.
  const goes = page.waitForURL('**/login')
  await Promise.race([
    button(page, 'Guardar')
      .click()
      .catch(() => {}),
    goes,
  ])
  await goes
  await until(() => page.evaluate(() => 'enpunto.drafts' in sessionStorage))
  const [draft] = await page.evaluate(() => JSON.parse(sessionStorage['enpunto.drafts']))
  const { special_days } = await as('GET', `/api/special-days?from=${date}&to=${date}`)
  assert.deepEqual(
    [draft.form, draft.row, draft.typed],
    ['día especial', special_days[0].id, { opening: 'closed', is_yearly: true }],
  )
})

test('what is typed while a section is being saved stays, and is saved next', async () => {
  const { page, as } = await settings(phone, 'redes')
  const [facebook, website] = [
    page.getByLabel('Facebook', { exact: true }),
    page.getByLabel('Sitio web', { exact: true }),
  ]
  await facebook.fill('mitaller')
  const release = await hold(page, '**/api/businesses/profile')
  await button(page, 'Guardar').click()
  await button(page, 'Guardando...').waitFor()
  await website.fill('mitaller.example')
  release()
  await toasted(page, STORED)
  assert.equal(await facebook.inputValue(), 'mitaller')
  assert.equal(await website.inputValue(), 'mitaller.example')
  await axe(page)
  await button(page, 'Guardar').click()
  await toasted(page, STORED)
  await button(page, 'Guardar').waitFor({ state: 'detached' })
  const { business } = await as('GET', '/api/businesses/profile')
  assert.deepEqual([business.facebook, business.website], ['mitaller', 'mitaller.example'])
})

test('a day that is changed while the week is being saved stays changed', async () => {
  const { page, as } = await settings(desktop, 'horarios')
  const day = (name: string) => page.getByRole('switch', { name, exact: true })
  const open = async () =>
    (await as('GET', '/api/businesses/profile')).business.schedules.filter((one: any) => one.is_open).length
  const before = await open()
  await day('Lunes').uncheck()
  const release = await hold(page, '**/api/schedules/business/*')
  await button(page, 'Guardar').click()
  await button(page, 'Guardando...').waitFor()
  await day('Martes').uncheck()
  release()
  await toasted(page, 'Horarios actualizados exitosamente')
  assert.equal(await day('Martes').isChecked(), false)
  assert.equal(await day('Lunes').isChecked(), false)
  await button(page, 'Guardar').click()
  await until(async () => (await open()) === before - 2)
})

test('a day that is switched off is stored, whatever its lunch lacked', async () => {
  const { page, as } = await settings(phone, 'horarios')
  const day = page.getByRole('switch', { name: 'Viernes', exact: true })
  await button(page, /^Viernes/).click()
  await button(page, '+ Almuerzo: Viernes').click()
  await page.getByLabel('Viernes, almuerzo, hasta').fill('')
  await day.uncheck()
  await button(page, 'Guardar').click()
  await toasted(page, 'Horarios actualizados exitosamente')
  await button(page, 'Guardar').waitFor({ state: 'detached' })
  const { schedules } = (await as('GET', '/api/businesses/profile')).business
  const friday = schedules.find((one: any) => one.day_of_week === 5)
  assert.deepEqual([friday.is_open, friday.lunch_start_time], [false, null])
})

test('an address that was just made stays shown where the list cannot be loaded again', async () => {
  const { page } = await newOwner(site, await phone(browser, { expects: [/ERR_FAILED/] }))
  await page.goto(`${site.url}/dashboard/settings?seccion=calendario`)
  await page.getByText('Google puede tardar hasta 24 horas en actualizar').waitFor()
  await page.route('**/api/feeds', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  const failed = page.waitForEvent('requestfailed')
  await button(page, 'Crear dirección').click()
  await failed
  // What a failure shows is there one drawing later.
  await page.waitForTimeout(300)
  assert.match(await page.locator('#feed-url').inputValue(), /^http.+ics$/)

  // Of another one whose answer is lost nobody knows whether the one before still serves.
  await page.unroute('**/api/feeds')
  await page.reload()
  await page.getByRole('button', { name: /^Crear otra dirección de/ }).click()
  await page.route('**/api/feeds', (route) => route.abort())
  await page.getByRole('dialog').getByRole('button', { name: 'Crear otra' }).click()
  await page.getByText('Puede que la dirección de ahora ya no sirva').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('two quick presses of a holiday are stored one after the other, and the last one stands', async () => {
  const { page, as } = await settings(desktop, 'horarios')
  const row = page.getByRole('region', { name: 'Festivos' }).locator('li').first()
  const press = (name: string) => row.getByRole('button', { name, exact: true }).click()
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'PUT' && request.url().includes('/api/holidays/')) sent++
  })
  const release = await hold(page, '**/api/holidays/*')
  await press('Cerrado')
  await press('Abierto')
  await row.locator('[aria-busy=true]', { hasText: 'Abierto' }).waitFor()
  await page.waitForTimeout(200)
  assert.equal(sent, 1)
  release()
  await row.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await row.getByRole('button', { name: 'Abierto', pressed: true }).waitFor()
  assert.equal((await as('GET', '/api/businesses/holidays')).holidays[0].choice, 'open')
})

test('hours of a holiday that are said after a press are stored after it, and stand', async () => {
  const { page, as } = await settings(desktop, 'horarios')
  const row = page.getByRole('region', { name: 'Festivos' }).locator('li').first()
  const press = (name: string) => row.getByRole('button', { name, exact: true }).click()
  const { promise: closed, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/holidays/*', async (route) => {
    if (route.request().postDataJSON().choice === 'closed') await closed
    await route.continue()
  })
  await press('Cerrado')
  await press('Horario especial')
  const form = page.getByRole('dialog')
  await button(page, 'Guardar').click()
  await button(page, 'Guardando...').waitFor()
  // Time enough for hours that wait for nothing.
  await page.waitForTimeout(300)
  await form.getByLabel('Hasta').first().fill('13:00')
  release()
  // What is changed meanwhile stays, and is stored next.
  await button(page, 'Guardar').click()
  await form.waitFor({ state: 'detached' })
  const [holiday] = (await as('GET', '/api/businesses/holidays')).holidays
  assert.deepEqual([holiday.choice, holiday.intervals[0].end_time], ['special', '13:00'])
})

test('an address is offered once it is known which agendas have one', async () => {
  const { page } = await newOwner(site, await phone(browser))
  const release = await hold(page, '**/api/feeds')
  await page.goto(`${site.url}/dashboard/settings?seccion=calendario`)
  await page.getByRole('heading', { name: 'Ver mi agenda en otro calendario' }).waitFor()
  assert.equal(await button(page, 'Crear dirección').count(), 0)
  release()
  await button(page, 'Crear dirección').waitFor()
})

test('special days are listed once it is known whose they are', async () => {
  const { page, as } = await newOwner(site, await phone(browser, { expects: [/ERR_FAILED/] }))
  const { professional } = await as('POST', '/api/professionals', { professional_name: 'Ana Ruiz' })
  const day = { professional_id: professional.id, is_open: false, label: 'Permiso' }
  await as('PUT', `/api/special-days/${dayAhead(20)}`, day)
  await page.route('**/api/professionals', (route) => route.abort())
  await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
  const special = page.getByRole('region', { name: 'Días especiales' })
  await special.getByText('No pudimos cargar los días especiales.').waitFor()
  assert.equal(await special.getByText('Permiso').count(), 0)
  await button(page, 'Agregar').click()
  await page.getByRole('dialog').getByText('Tu equipo no ha cargado').waitFor()
  await axe(page)
  await button(page, 'Cancelar').click()
  await page.unroute('**/api/professionals')
  await special.getByRole('button', { name: 'Reintentar' }).click()
  await special.getByText(/Ana Ruiz · cerrado/).waitFor()
})

test('a new address says that the pin is where it was, until it is moved or said to be right', async () => {
  const { page, as } = await newOwner(site, await phone(browser))
  const place = { is_virtual: false, address: 'Calle 10 # 4-20', latitude: 4.6, longitude: -74.08 }
  await as('PATCH', '/api/businesses/profile', place)
  await page.goto(`${site.url}/dashboard/settings?seccion=negocio`)
  const address = page.getByLabel('Dirección', { exact: true })
  const told = page.getByText('El pin sigue donde estaba')
  await address.fill('Calle 10 # 4-20, piso 2')
  await told.waitFor()
  await axe(page)
  await button(page, 'El pin está bien').click()
  await told.waitFor({ state: 'detached' })
  await address.fill('Carrera 7 # 80-12')
  await told.waitFor()
  await page.getByLabel('Pin de tu negocio').press('ArrowUp')
  await told.waitFor({ state: 'detached' })
  await address.fill('Calle 11 # 4-20')
  await told.waitFor()
  await address.fill(place.address)
  await told.waitFor({ state: 'detached' })
})

test('the focus stays where it was needed when what had it goes with its press', async () => {
  const { page } = await settings(desktop, 'horarios')
  const press = (name: string | RegExp) => button(page, name).press('Enter')
  const focused = (locator: Locator) => locator.and(page.locator(':focus')).waitFor()
  await press(/^Viernes/)
  await focused(page.getByLabel('Viernes, abre, desde'))
  if (await button(page, 'Quitar almuerzo: Viernes').count()) await press('Quitar almuerzo: Viernes')
  else await button(page, '+ Almuerzo: Viernes').focus()
  await focused(button(page, '+ Almuerzo: Viernes'))
  await page.keyboard.press('Enter')
  await focused(page.getByLabel('Viernes, almuerzo, desde'))
  await press('Quitar almuerzo: Viernes')
  await focused(button(page, '+ Almuerzo: Viernes'))
  for (const name of ['descanso', 'descanso 2', 'descanso 3']) {
    await press('+ Agregar descanso: Viernes')
    await focused(page.getByLabel(`Viernes, ${name}, desde`))
  }
  for (const at of [3, 2, 1]) {
    await press(`Quitar descanso ${at}: Viernes`)
    await focused(button(page, '+ Agregar descanso: Viernes'))
  }
  const heading = page.locator('#set-panel h2').first()
  await page.getByRole('switch', { name: 'Viernes', exact: true }).uncheck()
  await press('Descartar')
  await focused(heading)
  await page.getByRole('switch', { name: 'Viernes', exact: true }).uncheck()
  await press('Guardar')
  await focused(heading)
})

for (const open of [phone, desktop])
  test(`the button that saves is not covered by the notice that there is no network (${open.name})`, async () => {
    const context = await open(browser, { expects: [/ERR_INTERNET_DISCONNECTED/] })
    const { page, as } = await newOwner(site, context)
    await page.goto(`${site.url}/dashboard/settings?seccion=negocio`)
    await page.getByLabel('Descripción').fill('Cortes sin afán')
    await context.setOffline(true)
    await page.locator('.off-lost').waitFor()
    await button(page, 'Guardar').click()
    await toasted(page, 'Error actualizando perfil')
    await context.setOffline(false)
    await button(page, 'Guardar').click()
    await toasted(page, STORED)
    assert.equal((await as('GET', '/api/businesses/profile')).business.description, 'Cortes sin afán')
  })

test('a section that does not come says whether it is the connection, a limit or a fault of ours', async () => {
  const { page } = await settings(phone, 'actividad', [/status of (429|500|503)|ERR_CONNECTION_RESET/])
  const calls = '**/api/activity*'
  const limited = 'Demasiadas peticiones, intenta en un momento'
  const stopped = 'El servicio no está disponible por un momento. Intenta de nuevo.'
  const answers = [
    [{ status: 500, json: { success: false, error: 'Error interno del servidor' } }, /^La falla es nuestra/],
    [{ status: 429, json: { success: false, error: limited } }, `${limited}.`],
    [{ status: 503, json: { success: false, error: stopped } }, stopped],
  ] as const
  for (const [answer, text] of answers) {
    await page.route(calls, (route) => route.fulfill(answer))
    await page.reload()
    await page.getByText(text).waitFor()
    assert.equal(await page.getByText('Revisa tu conexión').count(), 0)
    await page.unroute(calls)
  }
  await page.route(calls, (route) => route.abort('connectionreset'))
  await page.reload()
  await page.getByText('Error de conexión. Verifica que el servidor esté funcionando.').waitFor()
})
