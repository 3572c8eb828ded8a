import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { axe, desktop, hold, launch, phone, startSite, type Site } from './helper.ts'
import { until } from '../smtp.ts'
import { FOUND, startMapServices } from './map-services.ts'

const REGISTER = '/api/auth/register'
const TYPES = [
  'Spa / Centro de Estética',
  'Peluquería / Barbería',
  'Salón de Manicura',
  'Consultorio Médico',
  'Consultorio Dental',
  'Centro de Masajes',
  'Taller de Reparación',
  'Consultoría',
  'Centro de Capacitación',
  'Otro',
]
/** The tile of 4.711, -74.0721 at zoom 16. */
const BOGOTA = '16,19283,31909'

let site: Site
let browser: Browser
let services: Awaited<ReturnType<typeof startMapServices>>

before(async () => {
  services = await startMapServices()
  ;[site, browser] = await Promise.all([startSite({ env: services.env }), launch()])
})

after(() => services?.stop())

async function open(page: Page) {
  await page.goto(`${site.url}/register`)
  await page.getByRole('heading', { name: 'Crea tu agenda gratis' }).waitFor()
}

async function fill(page: Page, email: string, fields: Record<string, string> = {}) {
  await page.getByLabel('Nombre del negocio').fill('Barbería El Trazo')
  await page.getByLabel('Tipo de negocio').selectOption('Peluquería / Barbería')
  await page.getByLabel('Teléfono').fill(fields['phone'] ?? '300 412 8819')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill('clave-segura')
  await page.getByLabel('Confirmar contraseña').fill(fields['confirmPassword'] ?? 'clave-segura')
  await page.getByLabel(/Acepto los/).check()
}

const send = (page: Page) => page.getByRole('button', { name: 'Crear mi agenda gratis' }).click()
const registration = (page: Page) => page.waitForRequest((request) => request.url().endsWith(REGISTER))
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const map = (page: Page) => page.getByRole('region', { name: 'Mapa de tu negocio' })

async function search(page: Page, address: string) {
  await page.getByLabel('Dirección').fill(address)
  await page.getByRole('button', { name: 'Buscar' }).click()
}

for (const [device, at] of Object.entries({ phone, desktop })) {
  test(`${device}: an owner registers with an address found on the map, and is in`, async () => {
    const page = await (await at(browser)).newPage()
    const tiles: number[][] = []
    page.on('request', (request) => {
      const [, ...tile] = /\/tiles\/(\d+)\/(\d+)\/(\d+)/.exec(request.url()) ?? []
      if (tile.length > 0) tiles.push(tile.map(Number))
    })
    await open(page)
    assert.equal(await page.getByLabel('País').inputValue(), 'CO')
    const types = await page.getByLabel('Tipo de negocio').locator('option').allInnerTexts()
    assert.deepEqual(types, ['Elige uno', ...TYPES])
    await page.locator('[data-state=loaded]').waitFor()
    assert.ok(tiles.every(([zoom]) => zoom === 16))
    assert.ok(
      tiles.some((tile) => String(tile) === BOGOTA),
      'the map begins in Bogotá',
    )
    await axe(page)
    await search(page, `Cra. 76 # 33A-21 ${device}`)
    await said(page, 'Ubicación encontrada')
    await axe(page)

    await fill(page, `trazo-${device}@correo.example`)
    const letGo = await hold(page, `**${REGISTER}`)
    const [request] = await Promise.all([registration(page), send(page)])
    assert.ok(await page.getByRole('button', { name: 'Creando cuenta...', exact: true }).isDisabled())
    letGo()
    await page.waitForURL('**/dashboard')
    await said(page, '¡Cuenta creada exitosamente!')
    assert.deepEqual(request.postDataJSON(), {
      business_name: 'Barbería El Trazo',
      business_type: 'Peluquería / Barbería',
      is_virtual: false,
      address: `Cra. 76 # 33A-21 ${device}`,
      ...FOUND,
      phone: '+573004128819',
      terms: true,
      email: `trazo-${device}@correo.example`,
      password: 'clave-segura',
      confirmPassword: 'clave-segura',
      timezone: 'America/Bogota',
      recaptcha_token: 'dev-token',
    })
    const stored = await page.evaluate(() => JSON.parse(sessionStorage.getItem('enpunto.session')!))
    assert.ok(stored.token && stored.business.business_name === 'Barbería El Trazo')
    await page.getByRole('heading', { level: 1, name: /Barbería El Trazo/ }).waitFor()
    await axe(page)
  })

  test(`${device}: pointing at the map, dragging the pin and its arrow keys say where`, async () => {
    const page = await (await at(browser, { expects: [/status of 500/] })).newPage()
    await open(page)
    await page.locator('[data-state=loaded]').waitFor()
    await page.getByLabel('Dirección').fill('Calle 10 # 5-51')
    await map(page).scrollIntoViewIfNeeded()
    await map(page).click({ position: { x: 200, y: 120 } })
    await fill(page, `pin-${device}@correo.example`)
    const places: { latitude: number; longitude: number }[] = []
    // Records what would be sent and refuses it, so that nothing is registered yet.
    await page.route(`**${REGISTER}`, (route) => {
      places.push(route.request().postDataJSON())
      return route.fulfill({ json: { success: false } })
    })
    const refused = async (times: number) => {
      await until(() => places.length === times)
      await page.waitForFunction(() => !document.querySelector('form [type=submit][disabled]'))
    }
    await send(page)
    await said(page, 'Error desconocido del servidor')
    await page.getByRole('button', { name: /^Pin de tu negocio/ }).press('ArrowRight')
    await send(page)
    await refused(2)

    const pin = page.getByRole('button', { name: /^Pin de tu negocio/ })
    await pin.scrollIntoViewIfNeeded()
    const { x, y } = (await pin.boundingBox())!
    await page.mouse.move(x + 20, y + 20)
    await page.mouse.down()
    await page.mouse.move(x - 40, y + 50, { steps: 6 })
    await page.mouse.up()
    await send(page)
    await refused(3)
    const [clicked, moved, dragged] = places as [(typeof places)[0], (typeof places)[0], (typeof places)[0]]
    assert.notEqual(clicked.latitude, 4.711)
    assert.ok(moved.longitude > clicked.longitude && Math.abs(moved.latitude - clicked.latitude) < 1e-6)
    assert.ok(dragged.longitude < moved.longitude && dragged.latitude < moved.latitude)

    await page.unroute(`**${REGISTER}`)
    await page.route(`**${REGISTER}`, (route) => route.fulfill({ status: 500, body: 'roto' }))
    await send(page)
    await said(page, 'Error al crear la cuenta')
  })
}

test('what is missing or wrong stands at its field, the first one has the focus, and nothing is sent', async () => {
  const page = await (await phone(browser, { expects: [/status of 404/] })).newPage()
  await open(page)
  let calls = 0
  page.on('request', (request) => request.url().endsWith(REGISTER) && calls++)
  await send(page)
  for (const text of [
    'Nombre del negocio es requerido',
    'Tipo de negocio es requerido',
    'Teléfono es requerido',
    'Por favor ingresa la dirección de tu negocio',
    'Email es requerido',
    'Contraseña es requerida',
    'Confirmar contraseña es requerido',
    'Debes aceptar los términos y condiciones',
  ])
    await said(page, text)
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'business_name')
  await axe(page)

  await fill(page, 'sin@arroba', { phone: '123', confirmPassword: 'otra' })
  await page.getByLabel('Dirección').fill('Calle 10 # 5-51')
  await send(page)
  await said(page, 'Formato inválido. Ejemplo: +57 3001234567')
  await said(page, 'Por favor corrige el formato del teléfono')
  await said(page, 'Por favor busca y confirma la dirección de tu negocio')
  await said(page, 'Email inválido')
  await said(page, 'Las contraseñas deben coincidir')
  await page.getByLabel('Contraseña', { exact: true }).fill('12345')
  await said(page, 'La contraseña debe tener al menos 6 caracteres')
  await page.getByLabel('Dirección').fill('')
  await page.getByRole('button', { name: 'Buscar' }).click()
  await said(page, 'Por favor ingresa una dirección')
  await search(page, 'Calle desconocida')
  await said(page, 'No se pudo encontrar la dirección')
  assert.equal(calls, 0)
})

test('an address that became another one after it was found has to be found again; a detail may follow it', async () => {
  const page = await (await desktop(browser)).newPage()
  await open(page)
  await search(page, 'Calle 10 # 5-51')
  await said(page, 'Ubicación encontrada')
  await page.getByLabel('Dirección').fill('Carrera 100 # 5-5, Cali')
  await fill(page, 'otra-direccion@correo.example')
  let calls = 0
  await page.route(`**${REGISTER}`, (route) => {
    calls++
    return route.fulfill({ json: { success: false } })
  })
  await send(page)
  await said(page, 'Por favor busca y confirma la dirección de tu negocio')
  await page.getByLabel('Dirección').fill('Calle 10 # 5-512')
  await send(page)
  await said(page, 'Por favor busca y confirma la dirección de tu negocio')
  assert.equal(calls, 0)
  await page.getByLabel('Dirección').fill('Calle 10  # 5-51, local 204')
  const [request] = await Promise.all([registration(page), send(page)])
  assert.equal(request.postDataJSON().latitude, FOUND.latitude)

  // What is found while another one is typed is the place of the one that was looked up.
  const release = await hold(page, '**/api/location/search**')
  const [asked] = await Promise.all([
    page.waitForResponse('**/api/location/search**'),
    search(page, 'Calle 20 # 8-9')
      .then(() => page.getByLabel('Dirección').fill('Carrera 100 # 5-5, Cali'))
      .then(release),
  ])
  await asked.finished()
  await page.getByRole('button', { name: 'Buscar', exact: true }).waitFor()
  await send(page)
  await said(page, 'Por favor busca y confirma la dirección de tu negocio')
  assert.equal(calls, 1)
})

test('without map and search an owner can still register, without a place', async () => {
  const expects = [/status of 50[03]/]
  const page = await (await desktop(browser, { expects })).newPage()
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 404 }))
  await open(page)
  await page.getByText('No pudimos cargar el mapa').waitFor()
  await axe(page)
  await search(page, 'Calle que falla 1')
  await said(page, 'Error al buscar la dirección')
  await fill(page, 'sin-mapa@correo.example')
  const [request] = await Promise.all([registration(page), send(page)])
  assert.equal(request.postDataJSON().latitude, null)
  await page.waitForURL('**/dashboard')
})

test('nor is a place asked for when the map fails while the address is searched', async () => {
  const expects = [/status of 50[03]/]
  const page = await (await desktop(browser, { expects })).newPage()
  const mapFailed = Promise.withResolvers<void>()
  await page.route('**/api/location/search**', async (route) => {
    await mapFailed.promise
    await route.fulfill({ status: 503, json: { error: 'Ocupado' } })
  })
  const searched = Promise.withResolvers<void>()
  await page.route('**/tiles/**', async (route) => {
    await searched.promise
    await route.fulfill({ status: 404 })
  })
  await open(page)
  const asked = page.waitForRequest('**/api/location/search**')
  await search(page, 'Calle 10 # 5-51')
  await asked
  searched.resolve()
  await page.getByText('No pudimos cargar el mapa').waitFor()
  mapFailed.resolve()
  await said(page, 'Error al buscar la dirección')
  await fill(page, 'sin-mapa-2@correo.example')
  const [request] = await Promise.all([registration(page), send(page)])
  assert.equal(request.postDataJSON().latitude, null)
  await page.waitForURL('**/dashboard')
})

test('a map service that does not know us says so, and can be tried again', async () => {
  const page = await (await phone(browser, { expects: [/status of 403/] })).newPage()
  await page.route('**/tiles/**', (route) => route.fulfill({ status: 403 }))
  await open(page)
  await map(page).scrollIntoViewIfNeeded()
  await page.getByText('El mapa no está autorizado').waitFor()
  await axe(page)
  await page.unroute('**/tiles/**')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.locator('[data-state=loaded]').waitFor()
})

test('a virtual business has no address, and a known e-mail opens no second account', async () => {
  const page = await (await desktop(browser, { expects: [/status of 409/] })).newPage()
  await open(page)
  await search(page, 'Calle 10 # 5-51')
  await said(page, 'Ubicación encontrada')
  await page.getByLabel(/negocio virtual/).check()
  assert.equal(await page.getByLabel('Dirección').count(), 0)
  await fill(page, ' DEMO@enpunto.example ')
  const [request] = await Promise.all([registration(page), send(page)])
  const answer = await (await request.response())!.json()
  await page.locator('.toast-error', { hasText: answer.error }).waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'email')
  assert.equal(page.url(), `${site.url}/register`)
  const { address, latitude, longitude } = request.postDataJSON()
  assert.deepEqual([address, latitude, longitude], [null, null, null])
})

test('both legal texts open over the form and close on Escape and beside it', async () => {
  const page = await (await desktop(browser)).newPage()
  await open(page)
  await page.getByRole('link', { name: 'términos y condiciones' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 de agosto de 2023').waitFor()
  await dialog.getByText(/leyes de la República de Colombia/).waitFor()
  await axe(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'política de privacidad' }).click()
  await dialog.getByText('Última actualización: 1 de agosto de 2023').waitFor()
  await dialog.getByText('27 de noviembre de 2026').waitFor()
  await dialog.getByText(/leyes de la República de Colombia/).waitFor()
  await dialog
    .getByText(/Ley Estatutaria 1581 de 2012/)
    .first()
    .waitFor()
  await page.mouse.click(5, 5)
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel(/Acepto los/).isChecked(), false)
})

test('a registration whose answer got lost is sent again, and is in', async () => {
  const page = await (await phone(browser, { expects: [/ERR_CONNECTION_RESET/] })).newPage()
  await open(page)
  let isLost = false
  await page.route(`**${REGISTER}`, async (route) => {
    if (isLost) return route.continue()
    isLost = true
    assert.equal((await route.fetch()).status(), 201)
    await route.abort('connectionreset')
  })
  await page.getByLabel(/Es un negocio virtual/).check()
  await fill(page, 'perdida@correo.example')
  await send(page)
  await said(page, 'Error de conexión. Verifica que el servidor esté funcionando.')
  await send(page)
  await page.waitForURL('**/dashboard')
})
