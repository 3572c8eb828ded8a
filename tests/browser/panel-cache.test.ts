/** The owner's cache: what it shows at once, what it takes back, and what it never overwrites. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { until } from '../smtp.ts'
import { act, button, dialog, newOwner, toasted } from './catalogue.ts'
import { axe, desktop, hold, launch, phone, quiet, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

test('a service that changes elsewhere while its form is open: said, shown, and not written over', async () => {
  const { page, as } = await newOwner(site, await phone(browser, { expects: [/status of 409/] }))
  const { service } = await as('POST', '/api/services', {
    service_name: 'Manicura',
    duration_minutes: 30,
    price: 4e4,
    description: 'Esmalte',
  })
  const read = async () => {
    const { services } = await as('GET', '/api/services')
    const { service_name, duration_minutes, price, description, is_active } = services[0]
    return { service_name, duration_minutes, price, description, is_active }
  }
  await page.goto(`${site.url}/dashboard/services`)
  await act(page, 'Manicura', 'Editar')
  await page.getByLabel('Nombre', { exact: true }).fill('Manicura clásica')
  await page.getByLabel('Precio (COP)').fill('42000')

  await as('PATCH', `/api/services/${service.id}`, { price: 45_000, duration_minutes: 45 })
  await button(page, 'Guardar cambios').click()
  const notice = dialog(page).getByRole('status').filter({ hasText: 'Esto cambió mientras lo editabas' })
  await notice.getByText('Duración: ahora es 45 min').waitFor()
  await notice.getByText('Precio: ahora es $ 45.000; si guardas, queda lo que escribiste.').waitFor()
  await axe(page)
  assert.equal(
    await page.getByLabel('Nombre', { exact: true }).inputValue(),
    'Manicura clásica',
    'what was typed stays',
  )
  assert.equal(await page.getByLabel('Precio (COP)').inputValue(), '42000')
  assert.equal(await page.getByLabel('Duración (minutos)').inputValue(), '45', 'the rest is as it is now')
  assert.equal((await read()).service_name, 'Manicura', 'nothing was stored')

  await notice.getByRole('button', { name: 'Usar lo de ahora en Precio' }).click()
  assert.equal(await page.getByLabel('Precio (COP)').inputValue(), '45000')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await button(page, 'Guardar cambios').click()
  await toasted(page, 'Servicio actualizado exitosamente')
  assert.deepEqual(Object.keys((await sent).postDataJSON()).sort(), ['service_name', 'version'])
  assert.deepEqual(await read(), {
    service_name: 'Manicura clásica',
    duration_minutes: 45,
    price: 45e3,
    description: 'Esmalte',
    is_active: true,
  })

  // The card has the stored version, so the next change is accepted.
  await act(page, 'Manicura clásica', 'Editar')
  await page.getByLabel('Descripción').fill('Con esmalte')
  await button(page, 'Guardar cambios').click()
  await toasted(page, 'Servicio actualizado exitosamente')
  assert.equal((await read()).description, 'Con esmalte')
})

test('a service that is switched off shows so at once, sends that alone, and is back when the server refuses', async () => {
  const { page, as } = await newOwner(site, await phone(browser, { expects: [/status of 500/] }))
  await as('POST', '/api/services', { service_name: 'Corte', price: 30_000 })
  await page.goto(`${site.url}/dashboard/services`)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const bodies: unknown[] = []
  await page.route('**/api/services/*', async (route) => {
    bodies.push(route.request().postDataJSON())
    if (bodies.length > 1) return route.continue()
    await answered
    return route.fulfill({ status: 500, json: { success: false, error: 'Hoy no se puede' } })
  })
  const inactive = page.locator('.sc').getByText('Inactivo')
  await act(page, 'Corte', 'Desactivar')
  await inactive.waitFor()
  answer()
  await toasted(page, 'Hoy no se puede')
  await inactive.waitFor({ state: 'detached' })

  // The price changed elsewhere meanwhile: the switch must not restore the old one.
  const [service] = (await as('GET', '/api/services')).services
  await as('PATCH', `/api/services/${service.id}`, { price: 35_000 })
  await act(page, 'Corte', 'Desactivar')
  await toasted(page, 'Servicio actualizado exitosamente')
  await page.getByText('$ 35.000 60 min').waitFor()
  assert.deepEqual(bodies, [{ is_active: false }, { is_active: false }])
  const [after] = (await as('GET', '/api/services')).services
  assert.deepEqual([after.price, after.is_active], [35_000, false])
})

test('a screen that was there before shows at once, and then what changed; another owner starts from nothing', async () => {
  const context = await desktop(browser)
  const { page, as } = await newOwner(site, context)
  await page.goto(`${site.url}/dashboard`)
  await button(page, 'Lo haré después').click()
  await as('POST', '/api/services', { service_name: 'Corte' })
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByRole('heading', { name: 'Corte' }).waitFor()
  const to = (name: string) =>
    page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name }).click()
  await to('Profesionales')
  await page.getByRole('heading', { level: 1, name: 'Profesionales' }).waitFor()
  const [service] = (await as('GET', '/api/services')).services
  await as('PATCH', `/api/services/${service.id}`, { service_name: 'Corte y peinado' })
  // Waits until the data are too old to be used without asking again.
  await page.waitForTimeout(5_500)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/services', async (route) => {
    await answered
    return route.continue()
  })
  await to('Servicios')
  await page.getByRole('heading', { name: 'Corte', exact: true }).waitFor()
  answer()
  await page.getByRole('heading', { name: 'Corte y peinado' }).waitFor()

  await page.getByRole('button', { name: /, menú$/ }).click()
  await page.locator('#user-menu').getByRole('button', { name: 'Cerrar Sesión' }).click()
  await page.waitForURL(`${site.url}/`)
  const other = await newOwner(site, context)
  await other.page.goto(`${site.url}/dashboard/services`)
  await other.page.getByText('Aún no tienes servicios').waitFor()
})

test('the calendar’s week is asked for by the page itself, and not again by its script', async () => {
  const { page } = await newOwner(site, await phone(browser))
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const [from, to] = [searchParams.get('from'), searchParams.get('to')]
    if (pathname === '/api/appointments' && from && to) asked.push(`${from} ${to}`)
  })
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  const shown = await page.locator('.wk button .sr').allInnerTexts()
  assert.equal(shown.length, 7)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Bogota' }).format(Date.now())
  const weeks = asked.filter((week) => week.slice(0, 10) <= today && today <= week.slice(11))
  assert.equal(weeks.length, 1, asked.join())
  const [from, to] = weeks[0]!.split(' ').map((date) => new Date(date))
  assert.deepEqual([from!.getUTCDay(), to!.getUTCDay()], [1, 0], 'from Monday to Sunday')
})

for (const [screen, path, parts] of [
  [
    'the calendar',
    '/dashboard/appointments',
    ['appointments', 'appointments/marks', 'special-days', 'time-off'],
  ],
  ['the dashboard', '/dashboard', ['special-days', 'time-off']],
] as const)
  test(`${screen} asks for closed days and blocks before its scripts are there, and once: nothing is drawn as free first`, async () => {
    const { page } = await newOwner(site, await phone(browser))
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Bogota' }).format(Date.now())
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      const [from, to] = [searchParams.get('from'), searchParams.get('to')]
      const isWeek = from && to && Date.parse(to) - Date.parse(from) === 6 * 86_400_000
      if (isWeek && from <= today && today <= to) asked.push(pathname.slice('/api/'.length))
    })
    const release = await hold(page, '**/assets/*.js')
    await page.goto(`${site.url}${path}`, { waitUntil: 'commit' })
    await until(() => asked.length >= parts.length)
    assert.deepEqual(asked.sort(), parts)
    release()
    await page.locator('.cal-area:not(.waiting), .met-v').first().waitFor()
    await quiet(page)
    assert.deepEqual(asked.sort(), parts)
  })

test('what visitors get carries nothing of the cache', async () => {
  const context = await phone(browser)
  const { page, slug } = await newOwner(site, context)
  const scripts = async (path: string) => {
    const texts: Promise<string>[] = []
    const visitor = await context.newPage()
    visitor.on('response', (response) => {
      if (new URL(response.url()).pathname.endsWith('.js')) texts.push(response.text())
    })
    await visitor.goto(site.url + path, { waitUntil: 'networkidle' })
    await visitor.close()
    return (await Promise.all(texts)).join('\n')
  }
  // A method name that the minifier keeps, and that only the cache's code contains.
  const WORD = 'invalidateQueries'
  assert.ok((await scripts('/dashboard/services')).includes(WORD), 'the owner has it')
  for (const path of ['/', `/negocio/${slug}`]) {
    const text = await scripts(path)
    assert.ok(text.length > 500, path)
    assert.ok(!text.includes(WORD), path)
  }
  await page.close()
})

test('whoever is led from the panel to the log-in has the typefaces there, and begins with them in the panel', async () => {
  const page = await (await phone(browser, { isNew: true })).newPage()
  // A busy phone is led on before it has any time to spare.
  await page.addInitScript(() => Object.assign(globalThis, { requestIdleCallback: () => 0 }))
  await page.goto(`${site.url}/dashboard`)
  await page.waitForURL('**/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await until(() => page.evaluate(() => !('plain' in document.documentElement.dataset)))
  assert.ok(await page.evaluate(() => 'enpunto.faces' in localStorage))
})

test('a screen is shown before its typefaces are fetched, and begins with them from then on', async () => {
  const { page } = await newOwner(site, await phone(browser, { isNew: true }))
  const faces: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && faces.push(request.url()))
  const isPlain = () => page.evaluate(() => 'plain' in document.documentElement.dataset)
  const release = await hold(page, '**/api/businesses/metrics*')
  await page.goto(`${site.url}/dashboard`, { waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading')
  assert.ok(await isPlain())
  assert.deepEqual(faces, [])
  await release()
  await page.locator('.met-v').first().waitFor()
  await until(async () => !(await isPlain()))
  assert.equal(faces.length, 2, faces.join(' '))
  assert.ok(await page.evaluate(() => document.fonts.check('1em Figtree')))

  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => document.readyState !== 'loading')
  assert.equal(await isPlain(), false)
})
