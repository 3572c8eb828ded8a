/** The booking page of a business that has just registered, and of one that cannot be shown. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { awake, title, visit } from './booking.ts'
import { call } from './catalogue.ts'
import { axe, desktop, launch, phone, quiet, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
let slug: string
let as: (method: string, path: string, body?: unknown) => Promise<any>

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  const { token, business } = await call(site, 'POST', '/api/auth/register', {
    business_name: 'Masajes Quetzal',
    business_type: 'Otro',
    is_virtual: true,
    terms: true,
    email: 'quetzal@correo.example',
    phone: '+525512345678',
    password: 'clave-segura',
    confirmPassword: 'clave-segura',
  })
  slug = business.slug
  as = (method, path, body) => call(site, method, path, body, token)
})

const toast = (page: Page, text: string) => page.locator('.toast').getByText(text, { exact: true })

test('without services, place, pictures, networks and colour', async () => {
  const page = await (await phone(browser)).newPage()
  await visit(page, `${site.url}/negocio/${slug}`)
  await page.getByText('No hay servicios disponibles').waitFor()
  await page.getByRole('link', { name: 'Llamar', exact: true }).waitFor()
  assert.equal(await title(page, 'Dónde nos encuentras').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Cómo llegar' }).count(), 0)
  assert.equal(await page.getByRole('group', { name: 'Galería' }).count(), 0)
  for (const network of ['Facebook', 'Instagram', 'WhatsApp'])
    assert.equal(await page.getByRole('link', { name: network }).count(), 0)
  const header = page.getByRole('banner')
  const gradient = await header.evaluate((element) => getComputedStyle(element).backgroundImage)
  assert.match(gradient, /gradient\(.*rgb\(37, 99, 235\).*rgb\(124, 58, 237\)/, 'blue to violet')
  await axe(page)
})

test('on a wide screen the hours are told once, and nobody is asked for a service where there is none', async () => {
  const page = await (await desktop(browser)).newPage()
  await visit(page, `${site.url}/negocio/${slug}`)
  await page.getByText('No hay servicios disponibles').waitFor()
  assert.equal(await page.getByText('Elige un servicio').count(), 0)
  await visit(page, `${site.url}/negocio/salon-bugambilia`)
  const ticket = page.getByRole('region', { name: 'Resumen de tu cita' })
  await ticket.getByRole('link', { name: 'Ver toda la semana' }).click()
  await page.getByText('Miércoles', { exact: true }).waitFor()
  assert.equal(await page.getByText('Miércoles', { exact: true }).count(), 1)
})

test('a map needs an address and both coordinates', async () => {
  const page = await (await desktop(browser)).newPage()
  const hasMap = async (place: object) => {
    await as('PUT', '/api/businesses/profile', { is_virtual: false, address: 'Calle 1 # 2-3', ...place })
    await visit(page, `${site.url}/negocio/${slug}`)
    const isShown = (await title(page, 'Dónde nos encuentras').count()) === 1
    assert.equal(await page.getByRole('link', { name: 'Calle 1 # 2-3' }).count(), isShown ? 1 : 0)
    return isShown
  }
  assert.equal(await hasMap({ latitude: null, longitude: null }), false)
  assert.equal(await hasMap({ latitude: 19.43, longitude: null }), false)
  assert.equal(await hasMap({ latitude: 19.43, longitude: -99.13 }), true)
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('its own title and description; pictures of other places as they are', async () => {
  const [meta_title, meta_description] = ['Quetzal | Masajes a domicilio', 'Masajes en tu casa, en CDMX.']
  await as('PUT', '/api/businesses/profile', {
    meta_title,
    meta_description,
    logo_url: 'https://cdn.example/logo.png',
  })
  const html = await (await fetch(`${site.url}/negocio/${slug}`)).text()
  assert.match(html, /<title>Quetzal \| Masajes a domicilio<\/title>/)
  assert.match(html, /<meta name="description" content="Masajes en tu casa, en CDMX\."/)
  assert.match(html, /<img[^>]* src="https:\/\/cdn\.example\/logo\.png"/)
  // The page's content security policy allows the picture.
  const page = await (await desktop(browser)).newPage()
  await page.route('https://cdn.example/logo.png', (route) =>
    route.fulfill({ contentType: 'image/png', body: PIXEL }),
  )
  await visit(page, `${site.url}/negocio/${slug}`)
  const logo = page.locator('img[src="https://cdn.example/logo.png"]')
  await until(() => logo.evaluate((image) => (image as HTMLImageElement).naturalWidth === 1))
  await query(site.dataDir, `update businesses set logo_url = 'uploads/logo.png' where slug = '${slug}'`)
  const again = await (await fetch(`${site.url}/negocio/${slug}`)).text()
  assert.match(again, /<img[^>]* src="\/uploads\/logo\.png"/)
  await as('PUT', '/api/businesses/profile', { logo_url: null })
})

test('a name that begins with a picture: the page wakes, and its logo is the first letter', async () => {
  const named = {
    business_name: '💅 Uñas Quetzal',
    description: '💅'.repeat(100),
    meta_title: null,
    meta_description: null,
  }
  await as('PUT', '/api/businesses/profile', named)
  const html = await (await fetch(`${site.url}/negocio/${slug}`)).text()
  assert.ok(!html.includes('\uFFFD'), 'no half of a sign')
  const page = await (await phone(browser)).newPage()
  await visit(page, `${site.url}/negocio/${slug}`)
  assert.match(await page.title(), /💅 Uñas Quetzal/)
  assert.equal(await page.locator('.biz-logo').textContent(), 'U')
  await as('PUT', '/api/businesses/profile', { business_name: 'Masajes Quetzal', description: null })
})

test('without professionals, with many, and with one who has no time', async () => {
  const { service } = await as('POST', '/api/services', { service_name: 'Masaje' })
  const page = await (await phone(browser)).newPage()
  const address = `${site.url}/negocio/${slug}?servicio=${service.id}`
  await visit(page, address)
  await page.getByText('No hay profesionales disponibles').waitFor()
  await page.getByRole('link', { name: 'Llamar', exact: true }).waitFor()
  await axe(page)

  for (const name of ['Ana', 'Eva', 'Luz', 'Paz', 'Sol', 'Mar', 'Flor'])
    await as('POST', '/api/professionals', { professional_name: name })
  await visit(page, address)
  const list = page.getByRole('radiogroup', { name: 'Profesional' })
  assert.equal(await list.getByRole('radio').count(), 8)
  assert.ok(await list.evaluate((box) => box.scrollWidth > box.clientWidth), 'they scroll')

  const { professionals } = await as('GET', '/api/professionals')
  const [ana, eva] = professionals
  const day = { day_of_week: 0, is_available: false }
  await as('PUT', `/api/schedules/professional/${ana.id}`, [day])
  await visit(page, `${address}&profesional=${ana.id}`)
  await page.getByText('No hay horarios disponibles').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Reintentar' }).count(), 0)
  assert.equal(await page.locator('.toast').count(), 0)
  await axe(page)

  // The phone's country is that of the business until the client chooses another.
  await visit(page, `${address}&profesional=${eva.id}`)
  const time = page.locator('label:has(input[name=hora]:enabled)')
  await time.first().click()
  await page.getByRole('button', { name: 'Continuar →' }).click()
  await title(page, 'Datos del cliente').waitFor()
  assert.equal(await page.getByLabel('País').inputValue(), 'MX')
})

test('a business that cannot be loaded, or an address that cannot be one: said, and home', async () => {
  const page = await (await desktop(browser, { expects: [/status of (404|503)/] })).newPage()
  await query(site.dataDir, 'alter table services rename to services_elsewhere')
  try {
    const response = await page.goto(`${site.url}/negocio/${slug}`)
    assert.equal(response!.status(), 503)
    await toast(page, 'Error cargando información del negocio').waitFor()
    await page.waitForURL(`${site.url}/`)
  } finally {
    await query(site.dataDir, 'alter table services_elsewhere rename to services')
  }
  // Whoever reads a legal text beside a booking stays with what is said of it.
  await query(site.dataDir, 'alter table business_policies rename to policies_elsewhere')
  try {
    const response = await page.goto(`${site.url}/negocio/${slug}?ver=datos`)
    assert.equal(response!.status(), 503)
    await quiet(page)
    assert.equal(page.url(), `${site.url}/negocio/${slug}?ver=datos`)
    assert.equal(await page.title(), 'Error cargando información del negocio')
  } finally {
    await query(site.dataDir, 'alter table policies_elsewhere rename to business_policies')
  }
  const response = await page.goto(`${site.url}/negocio/%00`)
  assert.equal(response!.status(), 404)
  await toast(page, 'Negocio no encontrado').waitFor()
  await page.waitForURL(`${site.url}/`)
  await page.goto(`${site.url}/negocio/${slug}`)
  await awake(page)
  await title(page, 'Masajes Quetzal').waitFor()
})
