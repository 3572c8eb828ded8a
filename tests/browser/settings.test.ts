import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { toasted } from './catalogue.ts'
import { axe, desktop, launch, phone, startSite, type Site } from './helper.ts'
import { until } from '../smtp.ts'

const PASSWORD = 'clave-segura'
const EMAIL = 'ajustes@correo.example'
const TABS = {
  negocio: 'Información del negocio',
  seo: 'SEO y URLs',
  color: 'Color de marca',
  horarios: 'Horarios',
  recordatorios: 'Recordatorios',
  datos: 'Datos personales',
  redes: 'Redes sociales',
  seguridad: 'Seguridad',
}
type Tab = keyof typeof TABS

let site: Site
let browser: Browser
/** The same owner, signed in on a desktop and on a phone. */
let atDesk: BrowserContext
let onPhone: BrowserContext
let slug: string

// Errors caused on purpose, and a picture preview that was dropped before it loaded.
const expects = [/status of (400|404|409|413|500)/, /ERR_FAILED/, /blob:/]

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  slug = (await register(EMAIL, 'Taller Los Ajustes')).business.slug
  atDesk = await desktop(browser, { keep: true, expects })
  onPhone = await phone(browser, { keep: true, expects })
  for (const context of [atDesk, onPhone]) await (await signedIn(context, EMAIL)).close()
})

async function register(email: string, business_name: string) {
  const response = await fetch(`${site.url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      business_name,
      email,
      business_type: 'Otro',
      is_virtual: false,
      address: 'Calle 10 # 4-20',
      latitude: 4.6,
      longitude: -74.08,
      phone: '+573001234567',
      terms: true,
      recaptcha_token: 'dev',
      password: PASSWORD,
      confirmPassword: PASSWORD,
    }),
  })
  assert.equal(response.status, 201)
  return (await response.json()) as { business: { slug: string } }
}

/** Signs in with 'remember me', so that every page of the context has the session. */
async function signedIn(context: BrowserContext, email: string, password = PASSWORD): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site.url}/login`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  await page.getByLabel('Recordarme en este dispositivo').check()
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(/\/dashboard/)
  return page
}

async function open(context: BrowserContext, tab: Tab): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site.url}/dashboard/settings?seccion=${tab}`)
  await page.locator('#set-panel h2').first().waitFor()
  return page
}

const publicPage = async (context: BrowserContext, at = slug) => {
  const page = await context.newPage()
  await page.goto(`${site.url}/negocio/${at}`)
  return page
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tabOf = (page: Page, tab: Tab) => page.getByRole('tab', { name: TABS[tab] })

/** Saves the form, and returns what was sent without the version. */
async function save(page: Page, says = 'Perfil actualizado exitosamente') {
  const sent = page.waitForRequest((request) => ['PATCH', 'PUT'].includes(request.method()))
  await button(page, 'Guardar').click()
  await toasted(page, says)
  await button(page, 'Guardar').waitFor({ state: 'detached' })
  const { version, hours_version, ...body } = (await sent).postDataJSON()
  assert.ok((version ?? hours_version) >= 1, 'a change goes out with its version')
  return body
}

const picture = async (colour: string) => ({
  name: `${colour}.png`,
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 300, height: 200, channels: 3, background: colour } })
    .png()
    .toBuffer(),
})

test('eight tabs, each with its address: nothing for axe to find, nothing to scroll sideways', async () => {
  for (const context of [onPhone, atDesk]) {
    const page = await open(context, 'negocio')
    for (const tab of Object.keys(TABS) as Tab[]) {
      await tabOf(page, tab).click()
      await page.waitForURL(`**/dashboard/settings?seccion=${tab}`)
      await page.getByRole('tab', { name: TABS[tab], selected: true }).waitFor()
      await page.getByRole('tabpanel', { name: TABS[tab] }).locator('h2').first().waitFor()
      await axe(page)
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      assert.ok(wider <= 0, `${tab} is ${wider} px too wide`)
    }
    await page.close()
  }
})

test('tabs by keys: arrows move, Enter opens', async () => {
  const page = await open(atDesk, 'negocio')
  await tabOf(page, 'negocio').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/seccion=color/)
  await page.close()
})

test('the business: what is wrong stands at its field, only what changed is sent, the public page shows it', async () => {
  const page = await open(onPhone, 'negocio')
  const zones = page.getByLabel('Zona horaria').locator('option')
  assert.deepEqual(await zones.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)), [
    'America/Bogota',
    'Europe/Madrid',
    'America/Mexico_City',
    'America/Argentina/Buenos_Aires',
    'America/New_York',
    'America/Los_Angeles',
  ])
  assert.equal(await page.getByLabel('Zona horaria').inputValue(), 'America/Bogota')
  assert.equal(await page.getByLabel('Moneda', { exact: true }).inputValue(), 'COP')
  await page.getByLabel('Teléfono', { exact: true }).fill('12')
  await page.getByLabel('Nombre del negocio').fill('')
  await button(page, 'Guardar').click()
  await page.getByText('Nombre del negocio es requerido').waitFor()
  await page.getByText('Formato inválido. Ejemplo: +57 3001234567').waitFor()
  await assert.doesNotReject(page.locator('#business_name:focus').waitFor())

  await page.getByLabel('Teléfono', { exact: true }).fill('310 555 0199')
  await page.getByLabel('Nombre del negocio').fill('Taller Los Dos Ajustes')
  await page.getByLabel('Descripción').fill('Afinamos lo que haga falta.')
  await page.getByLabel('Ciudad').fill('Bogotá')
  await page.getByLabel('Departamento').fill('Cundinamarca')
  await page.getByLabel('Rango de precios').fill('$ 20.000 a $ 90.000')
  await page.getByLabel('País', { exact: true }).fill('Colombia')
  assert.deepEqual(await save(page), {
    state: 'Cundinamarca',
    country: 'Colombia',
    price_range: '$ 20.000 a $ 90.000',
    business_name: 'Taller Los Dos Ajustes',
    phone: '+573105550199',
    description: 'Afinamos lo que haga falta.',
    city: 'Bogotá',
  })

  const shown = await publicPage(onPhone)
  await shown.getByRole('heading', { name: 'Taller Los Dos Ajustes', level: 1 }).waitFor()
  await shown.getByText('Afinamos lo que haga falta.').first().waitFor()
  await Promise.all([page.close(), shown.close()])
})

test('an e-mail that another business has is refused at its field, which gets the focus', async () => {
  const page = await open(atDesk, 'negocio')
  await page.getByLabel('Correo electrónico').fill('demo@enpunto.example')
  await page.getByLabel('Contraseña actual').fill(PASSWORD)
  await button(page, 'Guardar').click()
  await toasted(page, 'Error actualizando perfil')
  await page.locator('#email[aria-invalid=true]:focus').waitFor()
  await button(page, 'Descartar').click()
  assert.equal(await page.getByLabel('Correo electrónico').inputValue(), EMAIL)
  await page.close()
})

test('another e-mail asks for the password, and is the log-in from then on', async () => {
  const email = 'mudanza@correo.example'
  await register(email, 'Mudanzas Mudas')
  const here = await phone(browser, { expects })
  await (await signedIn(here, email)).close()
  const page = await open(here, 'negocio')
  const [field, asked] = [page.getByLabel('Correo electrónico'), page.getByLabel('Contraseña actual')]
  assert.equal(await asked.count(), 0)
  // Other capitals are no other e-mail, and what was typed for one goes with it.
  await field.fill(email.toUpperCase())
  assert.equal(await asked.count(), 0)
  await field.fill('mudada@correo.example')
  await asked.fill('tecleada')
  await field.fill(email)
  await asked.waitFor({ state: 'detached' })
  await button(page, 'Guardar').waitFor({ state: 'detached' })
  await field.fill('mudada@correo.example')
  assert.equal(await asked.inputValue(), '')
  await button(page, 'Guardar').click()
  await page.getByText('Para cambiar el correo, escribe tu contraseña actual').waitFor()
  await asked.fill('equivocada')
  await axe(page)
  await button(page, 'Guardar').click()
  await toasted(page, 'Error actualizando perfil')
  await page.getByText('La contraseña actual no es correcta').waitFor()
  await page.locator('#currentPassword[aria-invalid=true]:focus').waitFor()
  await asked.fill(PASSWORD)
  const { currentPassword, ...sent } = await save(page)
  assert.deepEqual([currentPassword, sent], [PASSWORD, { email: 'mudada@correo.example' }])
  await asked.waitFor({ state: 'detached' })
  const again = await signedIn(await desktop(browser), 'mudada@correo.example')
  await again.close()
  await page.close()
})

test('the pin moves by keys and is stored; a virtual business has no place', async () => {
  const page = await open(atDesk, 'negocio')
  const pin = page.getByLabel('Pin de tu negocio')
  await pin.scrollIntoViewIfNeeded()
  await pin.press('ArrowUp')
  // The map works in whole pixels, so the other coordinate may change slightly.
  const { latitude, longitude = -74.08, ...others } = await save(page)
  assert.ok(latitude > 4.6 && latitude < 4.61 && Math.abs(longitude + 74.08) < 0.0001)
  assert.deepEqual(others, {})

  await page.getByLabel('Dirección', { exact: true }).fill('')
  await button(page, 'Guardar').click()
  await page.getByText('Por favor ingresa la dirección de tu negocio').waitFor()
  await page.getByLabel('Es un negocio virtual').check()
  assert.deepEqual(await save(page), { is_virtual: true })
  const shown = await publicPage(atDesk)
  await shown.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await shown.getByText('Calle 10 # 4-20').count(), 0)
  await Promise.all([page.close(), shown.close()])
})

test('logo: cut, sent, shown; what is no picture is not even sent', async () => {
  const page = await open(onPhone, 'negocio')
  const uploads: string[] = []
  page.on('request', (request) => request.url().includes('/api/uploads/') && uploads.push(request.url()))
  const input = page.locator('input#logo')
  await input.setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  })
  await page.getByText('Formato de imagen no válido. Use JPG, PNG, GIF o WebP').waitFor()
  const large = { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) }
  await input.setInputFiles(large)
  await page.getByText('La imagen es demasiado grande. Máximo 5MB').waitFor()
  assert.deepEqual(uploads, [])

  await input.setInputFiles(await picture('teal'))
  await axe(page)
  await button(page, 'Usar esta foto').click()
  await toasted(page, 'Logo actualizado exitosamente')
  const shown = await publicPage(onPhone)
  await shown.locator('.biz-logo img[src^="/files/"]').waitFor()

  await page.route('**/api/uploads/business/logo', (route) => route.abort())
  await input.setInputFiles(await picture('red'))
  await button(page, 'Usar esta foto').click()
  await toasted(page, 'Error subiendo logo')
  await Promise.all([page.close(), shown.close()])
})

test('gallery: several at once, six at most, ordered by keys and by dragging, deleted after a question', async () => {
  const page = await open(atDesk, 'negocio')
  const input = page.locator('input#gallery')
  const tiles = page.locator('.gallery-tile[data-url]')
  const order = () => tiles.evaluateAll((all) => all.map((tile) => (tile as HTMLElement).dataset['url']))
  await input.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: Buffer.from('<script>') })
  await toasted(page, 'Formato de imagen no válido. Use JPG, PNG, GIF o WebP')
  await page.route('**/api/uploads/business/gallery', (route) => route.abort(), { times: 1 })
  await input.setInputFiles([await picture('red')])
  await toasted(page, 'Error subiendo imágenes')
  assert.equal(await tiles.count(), 0)
  await input.setInputFiles([await picture('red')])
  await toasted(page, 'Imagen subida exitosamente')
  await input.setInputFiles([await picture('green'), await picture('blue')])
  await toasted(page, 'Imágenes subidas exitosamente')
  const [red, green, blue] = await order()

  await button(page, 'Mover después la foto 1').click()
  await page.getByText('La foto 1 ahora es la 2').waitFor()
  await until(async () => (await order())[0] === green, 10_000, 'the moved photo in its place')
  assert.deepEqual(await order(), [green, red, blue])
  await page.locator('[aria-label="Mover después la foto 2"]:focus').waitFor()

  // The order of the arrow may still be on its way, and the next one waits for it.
  const stored = page.waitForResponse(async (response) => {
    const isArranged = response.request().method() === 'PUT' && response.url().endsWith('/businesses/gallery')
    return isArranged && JSON.parse((await response.json()).gallery_images)[0] === blue
  })
  await tiles.nth(2).dragTo(tiles.nth(0), { targetPosition: { x: 20, y: 100 } })
  await until(async () => (await order())[0] === blue, 10_000, 'the dropped photo in its place')
  assert.deepEqual(await order(), [blue, green, red])
  await stored
  await page.reload()
  await tiles.nth(2).waitFor()
  assert.deepEqual(await order(), [blue, green, red], 'the order is stored')

  await button(page, 'Eliminar foto 1').click()
  await axe(page)
  await button(page, 'Eliminar').click()
  await toasted(page, 'Imagen eliminada')
  assert.deepEqual(await order(), [green, red])

  await input.setInputFiles(await Promise.all(['black', 'gray', 'navy', 'pink', 'gold'].map(picture)))
  await toasted(page, 'Máximo 6 imágenes permitidas')
  await page.getByText('6 de 6').waitFor()
  assert.equal(await button(page, 'Agregar fotos').count(), 0)
  const shown = await publicPage(atDesk)
  assert.equal(await shown.locator('.gallery img').count(), 5)
  await shown.getByText('+2').waitFor()

  // What is under way while the order changes stands: a deletion, and the uploads after it.
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const removing = '**/api/businesses/gallery/image'
  await page.route(removing, async (route) => {
    await held
    await route.continue()
  })
  const before = await order()
  await button(page, 'Eliminar foto 6').click()
  await button(page, 'Eliminar').click()
  await button(page, 'Mover después la foto 1').click()
  await page.getByText('La foto 1 ahora es la 2').waitFor()
  const isArranged = page.waitForResponse((response) => response.request().method() === 'PUT')
  letGo()
  await isArranged
  await page.reload()
  await page.getByText('5 de 6').waitFor()
  const [first, second, ...others] = before.slice(0, 5)
  assert.deepEqual(await order(), [second, first, ...others])
  await page.unroute(removing)

  const { promise: heldUpload, resolve: letUploadGo } = Promise.withResolvers<void>()
  await page.route('**/api/uploads/business/gallery', async (route) => {
    await heldUpload
    await route.continue()
  })
  await input.setInputFiles(await picture('red'))
  await page.getByText('Subiendo...').waitFor()
  await button(page, 'Mover después la foto 1').click()
  await page.getByText('La foto 1 ahora es la 2').waitFor()
  const isArrangedAgain = page.waitForResponse((response) => response.request().method() === 'PUT')
  letUploadGo()
  await isArrangedAgain
  await page.reload()
  await page.getByText('6 de 6').waitFor()
  assert.deepEqual((await order()).slice(0, 5), [first, second, ...others])

  await page.route('**/api/businesses/gallery/image', (route) => route.abort())
  await button(page, 'Eliminar foto 1').click()
  await button(page, 'Eliminar').click()
  await toasted(page, 'Error eliminando imagen')
  assert.equal((await order()).length, 6)
  await Promise.all([page.close(), shown.close()])
})

test('a taken address is told while typing and offers a free one; the old address leads to the new one', async () => {
  const page = await open(onPhone, 'seo')
  const field = page.getByLabel('Dirección de tu página')
  await field.fill('Salón Bugambilia')
  assert.equal(await field.inputValue(), 'salon-bugambilia')
  await page.getByText('Esa dirección ya está en uso, elige otra').waitFor()
  await button(page, 'Usar salon-bugambilia-2').click()
  await page.getByText('Está libre.').waitFor()
  await field.fill('taller-ñ!')
  await page.getByText('Usa solo letras minúsculas sin tilde, números y guiones').waitFor()
  await field.fill('dos-ajustes')
  await page.getByText('Está libre.').waitFor()

  const title = 'Taller Los Dos Ajustes | Pide tu cita'
  await page.getByLabel('Título').fill('x'.repeat(61))
  await page.getByText('61 de 60 caracteres').waitFor()
  await button(page, 'Guardar').click()
  await page.getByText('No puede exceder 60 caracteres').waitFor()
  await page.getByLabel('Título').fill(title)
  assert.deepEqual(await save(page), { slug: 'dos-ajustes', meta_title: title })

  const drawn = page.locator('.bubble-image img')
  await drawn.scrollIntoViewIfNeeded()
  await drawn.evaluate((image: HTMLImageElement) => image.decode())
  const size = await drawn.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => [
    naturalWidth,
    naturalHeight,
  ])
  assert.deepEqual(size, [1200, 630], 'what chats show is what the server draws')
  const shown = await publicPage(onPhone)
  assert.ok(shown.url().endsWith('/negocio/dos-ajustes'), 'the former address redirects')
  assert.equal(await shown.title(), title)
  slug = 'dos-ajustes'
  await field.fill('')
  await page.getByText('Si la dejas vacía, la creamos con el nombre').waitFor()
  await Promise.all([page.close({ runBeforeUnload: false }), shown.close()])
})

test('colour: the preview follows, its contrast is said, the public page takes it, and it can be taken back', async () => {
  const page = await open(atDesk, 'color')
  const field = page.getByLabel('Color principal', { exact: true })
  const brandOf = (on: Page, selector: string) =>
    on.locator(selector).evaluate((element) => getComputedStyle(element).getPropertyValue('--brand'))
  await field.fill('nada')
  await field.blur()
  await page.getByText('El color debe tener el formato #RRGGBB').waitFor()
  await field.fill('B0246B')
  await field.blur()
  assert.equal(await field.inputValue(), '#B0246B')
  assert.equal(await page.getByLabel('Color secundario').inputValue(), '#8D1D56')
  await page.getByText('Se lee bien · contraste 6,3 : 1.').waitFor()
  assert.equal((await brandOf(page, '.mini')).toLowerCase(), '#b0246b')
  assert.deepEqual(await save(page), { brand_color: '#b0246b' })
  const shown = await publicPage(atDesk)
  assert.equal((await brandOf(shown, '.biz')).toLowerCase(), '#b0246b')
  const header = await shown.locator('.biz').evaluate((box) => getComputedStyle(box).backgroundImage)
  for (const colour of ['rgb(176, 36, 107)', 'rgb(141, 29, 86)']) assert.ok(header.includes(colour), header)

  await field.fill('#123456')
  await button(page, 'Descartar').click()
  assert.equal(await field.inputValue(), '#B0246B')
  await button(page, 'Volver al color inicial').click()
  await save(page)
  await shown.reload()
  assert.equal(await brandOf(shown, '.biz'), '#2563eb')
  await Promise.all([page.close(), shown.close()])
})

test('hours: an impossible day is told, a good week shows on the public page', async () => {
  const page = await open(onPhone, 'horarios')
  await page.getByRole('switch', { name: 'Domingo' }).check()
  const until = page.getByLabel('Domingo, abre, hasta')
  await until.fill('08:00')
  await button(page, 'Guardar').click()
  await page.locator('[aria-invalid=true]:focus').waitFor()
  await page.getByLabel('Domingo, abre, desde').fill('10:00')
  await until.fill('13:30')
  await button(page, '+ Almuerzo: Domingo').click()
  await page.getByLabel('Domingo, almuerzo, desde').fill('11:30')
  await page.getByLabel('Domingo, almuerzo, hasta').fill('12:00')
  const seen = page.getByRole('complementary', { name: 'Así lo ven tus clientes' })
  await seen.getByText('10:00 – 11:30, 12:00 – 13:30').waitFor()
  await save(page, 'Horarios actualizados exitosamente')
  const shown = await publicPage(onPhone)
  const sunday = shown.locator('#horario dl > div').filter({ hasText: 'Domingo' })
  assert.match((await sunday.textContent())!, /10:00 – 11:30, 12:00 – 13:30/)

  // A time field calls midnight 00:00; the day ends with it.
  await button(page, 'Quitar almuerzo: Domingo').click()
  await until.fill('00:00')
  await seen.getByText('10:00 – 00:00').waitFor()
  await save(page, 'Horarios actualizados exitosamente')
  await page.reload()
  await page.getByRole('button', { name: /^Domingo/ }).click()
  assert.equal(await until.inputValue(), '00:00')
  await page.getByLabel('Domingo, abre, desde').fill('00:00')
  await seen.getByText('24 horas').waitFor()
  await page.getByRole('button', { name: /^Lunes/ }).click()
  await page.getByRole('button', { name: /^Domingo.*24 horas/ }).waitFor()

  await page.route('**/api/schedules/business/*', (route) => route.abort())
  await page.getByRole('switch', { name: 'Domingo' }).uncheck()
  await button(page, 'Guardar').click()
  await toasted(page, 'Error actualizando horarios')
  await Promise.all([page.close({ runBeforeUnload: false }), shown.close()])
})

test('reminders: 12 or 24 hours, and what a credit costs', async () => {
  const page = await open(onPhone, 'recordatorios')
  await page.getByText('$ 20.000').waitFor()
  await page.getByRole('heading', { name: 'Mensajes de recordatorio' }).waitFor()
  assert.ok(await page.getByLabel('24 horas antes').isChecked())
  await page.getByLabel('12 horas antes').check()
  assert.deepEqual(await save(page), { reminder_hours: 12 })
  await page.getByLabel('También las que agenda mi equipo').check()
  assert.deepEqual(await save(page), { notify_team_bookings: true })
  await page.reload()
  assert.ok(await page.getByLabel('12 horas antes').isChecked())
  await page.close()
})

test('the data policy: its fields show at once in it, a wrong NIT is told, and the page shows the new version', async () => {
  const page = await open(onPhone, 'datos')
  await page.getByText('Ver la política', { exact: true }).click()
  const preview = page.locator('.policy-preview')
  await preview.getByText(/datos personales es .+ \(el «Negocio»\): .*correo/).waitFor()
  await page.getByLabel('Responsable').fill('Ajustes Unidos S.A.S.')
  await page.getByLabel('NIT o cédula').fill('890.903.938-7')
  await page.getByLabel('Dirección para notificaciones').focus()
  await page.locator('#legal_id-error', { hasText: 'dígito de verificación' }).waitFor()
  await page.getByLabel('NIT o cédula').fill('890.903.938-8')
  const who = /es Ajustes Unidos S\.A\.S\., dueño de .+, NIT 890\.903\.938-8 \(el «Negocio»\)/
  await preview.getByText(who).waitFor()
  await axe(page)
  await save(page)
  await page.goto(`${site.url}/negocio/${slug}?ver=datos`)
  await page.getByText(who).waitFor()
  await page.getByText(/Última actualización: .* \(versión [2-9]\)/).waitFor()
  await page.close()
})

test('networks: checked where they are typed, linked on the public page', async () => {
  const page = await open(atDesk, 'redes')
  await page.getByLabel('WhatsApp', { exact: true }).fill('abc')
  await page.getByLabel('Sitio web', { exact: true }).fill('javascript:alert(1)')
  await page.getByLabel('Instagram', { exact: true }).fill('@dosajustes')
  await page.getByText('Número de WhatsApp inválido').waitFor()
  await page.getByText('Dirección web inválida').waitFor()
  await page.getByText('Lleva a instagram.com/dosajustes').waitFor()
  await page.getByLabel('WhatsApp', { exact: true }).fill('+57 310 555 0199')
  await page.getByLabel('Sitio web', { exact: true }).fill('https://dosajustes.example')
  await page.getByLabel('X (Twitter)', { exact: true }).fill('@losdos')
  assert.deepEqual(await save(page), {
    instagram: '@dosajustes',
    whatsapp: '+57 310 555 0199',
    website: 'https://dosajustes.example',
    twitter: '@losdos',
  })
  const shown = await publicPage(atDesk)
  const chat = shown.getByRole('link', { name: 'WhatsApp' }).first()
  assert.equal(await chat.getAttribute('href'), 'https://wa.me/573105550199')
  await Promise.all([page.close(), shown.close()])
})

test('unsaved changes: another tab, another page and closing ask first', async () => {
  for (const context of [onPhone, atDesk]) {
    const page = await open(context, 'redes')
    const field = page.getByLabel('Facebook', { exact: true })
    await field.fill('sin-guardar')
    await page.getByRole('region', { name: 'Cambios sin guardar' }).waitFor()
    await axe(page)
    await tabOf(page, 'seguridad').click()
    const question = page.getByRole('dialog', { name: 'Cambios sin guardar' })
    await question.waitFor()
    await axe(page)
    await question.getByRole('button', { name: 'Seguir editando' }).click()
    assert.equal(await field.inputValue(), 'sin-guardar')

    await page.getByRole('link', { name: 'Clientes' }).first().click()
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })

    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.dismiss()
      return dialog.type()
    })
    await page.close({ runBeforeUnload: true })
    assert.equal(await asked, 'beforeunload')

    await tabOf(page, 'seguridad').click()
    await question.getByRole('button', { name: 'Salir sin guardar' }).click()
    await page.getByLabel('Contraseña actual').waitFor()
    await tabOf(page, 'redes').click()
    assert.equal(await field.inputValue(), '')
    await page.close()
  }
})

test('what cannot be loaded or stored is said, and can be tried again', async () => {
  const page = await atDesk.newPage()
  const failed = { status: 500, json: { success: false, error: 'Algo falló' } }
  await page.route('**/api/businesses/profile', (route) => route.fulfill(failed))
  await page.goto(`${site.url}/dashboard/settings?seccion=redes`)
  await toasted(page, 'Error cargando perfil del negocio')
  await axe(page)
  await page.unroute('**/api/businesses/profile')
  await button(page, 'Reintentar').click()
  const field = page.getByLabel('Facebook', { exact: true })
  await field.fill('otra')
  await page.route('**/api/businesses/profile', (route) => route.fulfill(failed))
  await button(page, 'Guardar').click()
  await toasted(page, 'Error actualizando perfil')
  await page.getByRole('alert').getByText('Algo falló').waitFor()
  assert.equal(await field.inputValue(), 'otra')
  await page.close({ runBeforeUnload: false })
})

test('password: checked, changed, and the other sessions are over', async () => {
  const email = 'seguridad@correo.example'
  await register(email, 'Cerrajería Segura')
  const [here, elsewhere] = [
    await phone(browser, { expects }),
    await desktop(browser, { expects: [/status of 401/] }),
  ]
  const other = await signedIn(elsewhere, email)
  const first = await signedIn(here, email)
  const page = await open(here, 'seguridad')
  await first.close()
  const fields = ['Contraseña actual', 'Nueva contraseña', 'Confirmar nueva contraseña']
  const fill = async (...texts: string[]) => {
    for (const [i, text] of texts.entries()) await page.getByLabel(fields[i]!, { exact: true }).fill(text)
    await button(page, 'Cambiar contraseña').click()
  }
  await fill('equivocada', 'corta', 'distinta')
  await page.getByText('La contraseña debe tener al menos 6 caracteres').waitFor()
  await page.getByText('Las contraseñas no coinciden').waitFor()
  await fill('equivocada', 'clave-nueva', 'clave-nueva')
  await toasted(page, 'Error cambiando contraseña')
  await page.locator('#currentPassword[aria-invalid=true]:focus').waitFor()
  await fill(PASSWORD, 'clave-nueva', 'clave-nueva')
  await toasted(page, 'Contraseña actualizada exitosamente')
  await page.reload()
  await page.getByLabel(fields[0]!, { exact: true }).waitFor()

  await other.goto(`${site.url}/dashboard/settings`)
  await other.waitForURL((url) => !url.pathname.startsWith('/dashboard'))
  const again = await signedIn(await desktop(browser), email, 'clave-nueva')
  await again.close()
})
