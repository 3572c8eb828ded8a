import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { query } from '../server.ts'
import { button, SLUG, title } from './booking.ts'
import { axe, desktop, hold, launch, login, phone, startSite, type Site } from './helper.ts'

const EMAIL = 'admin@enpunto.example'
const PASSWORD = 'admin2026'
/** Businesses registered beside the demo salon: enough for a second page. */
const OTHERS = 24

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await query(
    site.dataDir,
    `with made as (insert into businesses (business_name, business_type, email, phone, slug, created_at)
      select 'Negocio ' || lpad(n::text, 2, '0'), 'Otro', 'negocio' || n || '@correo.example', '+573001234567',
        'negocio-' || n, now() - n * interval '9 days' from generate_series(1, ${OTHERS}) n returning *),
      u as (insert into users (email, password_hash) select email, '' from made returning id, email),
      m as (insert into memberships (business_id, user_id, role)
        select made.id, u.id, 'owner' from made join u using (email))
      insert into slugs (slug, business_id) select slug, id from made`,
  )
  await query(
    site.dataDir,
    `update appointments set status = 'completed', attendance_status = 'attended', actual_price = 1234000
      where id = (select min(id) from appointments)`,
  )
})

const sizes = { phone, desktop }
type Size = keyof typeof sizes

/** The same journey on a phone and on a desktop. */
function journey(name: string, run: (page: Page, size: Size) => Promise<void>, expects: RegExp[] = []) {
  for (const size of Object.keys(sizes) as Size[])
    test(`${name} (${size})`, async () => {
      const context: BrowserContext = await sizes[size](browser, { expects })
      await run(await context.newPage(), size)
    })
}

const toasted = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

async function signIn(page: Page, password = PASSWORD) {
  await page.goto(`${site.url}/admin/login`)
  await page.getByLabel('Correo electrónico').fill(EMAIL)
  await page.getByLabel('Contraseña').fill(password)
  await page.keyboard.press('Enter')
}

async function open(page: Page) {
  await signIn(page)
  await page.waitForURL('**/admin/dashboard')
  await page.getByRole('table', { name: 'Negocios Registrados' }).waitFor()
}

/** The answer to a call with the page's own session of an administrator. */
const asked = (page: Page, path: string): Promise<any> =>
  page.evaluate(async (path) => {
    const headers = { authorization: `Bearer ${localStorage.getItem('adminToken')}` }
    return (await fetch(path, { headers })).json()
  }, path)
const metrics = async (page: Page) => (await asked(page, '/api/admin/metrics')).metrics
const firstBusiness = async (page: Page) =>
  (await asked(page, '/api/admin/businesses?q=Bugambilia')).businesses[0]
const rows = (page: Page) => page.locator('.admin-table tbody').getByRole('row')
const stored = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('adminToken'), localStorage.getItem('adminUser')])

/** Opens the dialog of a business, found by its name. */
async function manage(page: Page, name: string) {
  await page.getByLabel('Buscar negocios').fill(name)
  await page.waitForFunction(() => document.querySelectorAll('.admin-table tbody tr').length === 1)
  await button(page, `Gestionar ${name}`).click()
  await page.getByRole('dialog', { name }).waitFor()
}

journey(
  'signing in: judged at the fields, refused, let in, and out again',
  async (page) => {
    await page.goto(`${site.url}/admin/login`)
    await title(page, 'Panel de Administrador').waitFor()
    assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
    await axe(page)
    await button(page, 'Acceder al Panel').click()
    await page.getByText('Email es requerido').waitFor()
    await page.getByText('Contraseña es requerida').waitFor()
    await page.locator('input[name=email]:focus').waitFor()
    await page.getByLabel('Correo electrónico').fill('nadie')
    await page.getByText('Email inválido').waitFor()
    await axe(page)
    const password = page.getByLabel('Contraseña')
    assert.equal(await password.getAttribute('type'), 'password')
    await button(page, 'Mostrar lo escrito').click()
    assert.equal(await password.getAttribute('type'), 'text')

    await page.route('**/api/admin/login', (route) =>
      route.fulfill({ status: 401, json: { success: false, error: 'Correo o contraseña incorrectos' } }),
    )
    await page.getByLabel('Correo electrónico').fill(EMAIL)
    await password.fill('otra')
    await button(page, 'Acceder al Panel').click()
    await toasted(page, 'Correo o contraseña incorrectos')
    await page.unroute('**/api/admin/login')
    await page.route('**/api/admin/login', (route) => route.abort())
    await button(page, 'Acceder al Panel').click()
    await toasted(page, 'Error de autenticación')
    await page.unroute('**/api/admin/login')

    const letGo = await hold(page, '**/api/admin/login')
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    assert.ok(await button(page, 'Verificando...').isDisabled())
    letGo()
    await toasted(page, '¡Acceso de administrador autorizado!')
    await page.waitForURL('**/admin/dashboard')
    const [token, user] = await stored(page)
    assert.ok(token)
    assert.equal(JSON.parse(user!).email, EMAIL)

    // The screen changes at once; the server hears of it now, or from the next page.
    await page.route('**/api/admin/logout', (route) => route.abort(), { times: 1 })
    await button(page, 'Cerrar Sesión').click()
    await toasted(page, 'Sesión cerrada')
    await page.waitForURL('**/admin/login')
    assert.deepEqual(await stored(page), [null, null])
    const forgotten = page.waitForResponse('**/api/admin/logout')
    await page.reload()
    assert.equal((await forgotten).status(), 200)
    const refused = await fetch(`${site.url}/api/admin/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    })
    assert.equal(refused.status, 401)
  },
  [/status of 401/, /ERR_FAILED/],
)

journey('the panel: six figures, the businesses, growth and what was done', async (page, size) => {
  await open(page)
  assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
  const figures = page.getByRole('region', { name: 'Métricas' })
  const titles = ['Total Negocios', 'Total Citas', 'Ingresos Totales', 'Total Servicios']
  for (const name of [...titles, 'Total Profesionales', 'Negocios Activos'])
    await figures.getByRole('heading', { name, exact: true }).waitFor()
  const { total_revenue } = await metrics(page)
  assert.ok(total_revenue >= 1_234_000)
  // Amounts are written as in Colombia: '$ 1.234.000'.
  const revenue = `$ ${String(total_revenue).replace(/\B(?=(\d{3})+$)/g, '.')}`
  await figures.getByText(revenue, { exact: true }).waitFor()
  await figures
    .getByText(String(OTHERS + 1), { exact: true })
    .first()
    .waitFor()
  for (const name of ['Negocio', 'Contacto', 'Estadísticas', 'Registro'])
    if (size === 'desktop') await page.getByRole('columnheader', { name, exact: true }).waitFor()
  await page.getByRole('table', { name: 'Citas reservadas por mes' }).waitFor({ state: 'attached' })
  await page.getByText('Entró al panel').first().waitFor()
  await axe(page)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.equal(wide, false)
  // What only screen readers find makes the page no longer.
  const below = await page.evaluate(
    () =>
      document.documentElement.scrollHeight -
      scrollY -
      document.querySelector('main')!.getBoundingClientRect().bottom,
  )
  assert.ok(below < 120, `${below} empty pixels below the panel`)
})

journey('businesses: searched, sorted and turned over by the server', async (page, size) => {
  await open(page)
  assert.equal(await rows(page).count(), 20)
  await rows(page).first().getByText('Salón Bugambilia').first().waitFor()
  await rows(page).first().getByText('+57 300 412 8819').waitFor()
  for (const text of [
    'Peluquería / Barbería',
    'demo@enpunto.example',
    /^\d+ citas$/,
    /^8 servicios · \d profesionales$/,
  ])
    await rows(page).first().getByText(text).first().waitFor()
  const { created_at } = (await firstBusiness(page))!
  const day = new Date(Date.parse(created_at) - 5 * 3_600_000)
  assert.match(
    await rows(page).first().locator('.of-date').innerText(),
    new RegExp(`${day.getUTCDate()}.*${day.getUTCFullYear()}`),
  )
  await button(page, 'Siguiente').click()
  await page.getByText(`21 a ${OTHERS + 1} de ${OTHERS + 1}`).waitFor()
  assert.equal(await rows(page).count(), OTHERS + 1 - 20)
  assert.ok(await button(page, 'Siguiente').isDisabled())
  if (size === 'desktop') {
    await page.getByRole('columnheader', { name: 'Negocio', exact: true }).getByRole('button').click()
    assert.equal(
      await page.getByRole('columnheader', { name: 'Negocio', exact: true }).getAttribute('aria-sort'),
      'ascending',
    )
  } else await page.getByLabel('Ordenar por').selectOption('business_name asc')
  await rows(page).first().getByText('Negocio 01').first().waitFor()
  await page.getByLabel('Buscar negocios').fill('NEGOCIO7@correo')
  await page.getByText('1 con “NEGOCIO7@correo”').waitFor()
  assert.equal(await rows(page).count(), 1)
  await page.getByLabel('Buscar negocios').fill('no hay tal')
  await page.getByText('Ningún negocio coincide con la búsqueda.').waitFor()
  await axe(page)
})

journey('suspending hides a business’s page, reactivating shows it; both are logged', async (page, size) => {
  await open(page)
  const name = size === 'phone' ? 'Negocio 03' : 'Negocio 04'
  const address = `${site.url}/negocio/negocio-${Number(name.slice(-2))}`
  await manage(page, name)
  await axe(page)
  await button(page, 'Suspender negocio').click()
  const dialog = page.getByRole('dialog', { name: 'Suspender negocio' })
  await dialog.waitFor()
  await axe(page)
  await page.keyboard.type('No paga hace meses')
  assert.equal((await fetch(address)).status, 200)
  await dialog.getByRole('button', { name: 'Suspender', exact: true }).click()
  await toasted(page, 'Negocio suspendido')
  await rows(page).getByText('Suspendido').waitFor()
  await page.getByText('Motivo: No paga hace meses').first().waitFor()
  assert.equal((await fetch(address)).status, 404)
  await axe(page)

  await button(page, `Gestionar ${name}`).click()
  await button(page, 'Reactivar negocio').click()
  await button(page, 'Reactivar').click()
  await toasted(page, 'Negocio reactivado')
  await rows(page).getByText('Suspendido').waitFor({ state: 'detached' })
  assert.equal((await fetch(address)).status, 200)
})

journey(
  'a business that its owner deletes is suspended, or not, for when its owner comes back',
  async (page, size) => {
    const name = size === 'phone' ? 'Negocio 09' : 'Negocio 10'
    await query(
      site.dataDir,
      `with gone as (update businesses set suspended_at = now() where business_name = '${name}' returning id)
     insert into business_deletions (business_id, requested_by, requested_at, erase_at)
     select id, (select user_id from memberships where business_id = id), now(), now() + interval '30 days' from gone`,
    )
    await open(page)
    await manage(page, name)
    await page.getByText('Volverá a verse si su dueño vuelve.').waitFor()
    await button(page, 'Suspender negocio').click()
    await page.getByText('Si vuelve antes de que se borre, quedará suspendido.').waitFor()
    await axe(page)
    const listed = page.waitForResponse('**/api/admin/businesses?*')
    await button(page, 'Suspender').click()
    await toasted(page, 'Negocio suspendido')
    await (await listed).finished()
    await page.locator('.businesses[aria-busy=false]').waitFor()
    await button(page, `Gestionar ${name}`).click()
    await page.getByText('Quedará suspendido si su dueño vuelve.').waitFor()
    await button(page, 'Reactivar negocio').click()
    await page
      .getByText('Si vuelve antes de que se borre, su página vuelve a verse y a recibir reservas.')
      .waitFor()
    await button(page, 'Reactivar').click()
    await toasted(page, 'Negocio reactivado')
    await query(
      site.dataDir,
      `update business_deletions set erasing_at = erase_at, erased_at = erase_at
     where business_id = (select id from businesses where business_name = '${name}')`,
    )
    await page.reload()
    await rows(page).getByText('Eliminado', { exact: true }).waitFor()
    assert.equal(await page.getByRole('button', { name: /^Gestionar/ }).count(), 0)
  },
)

journey('limits: what a business may have is seen, raised and on record', async (page, size) => {
  await open(page)
  const name = size === 'phone' ? 'Negocio 05' : 'Negocio 06'
  await manage(page, name)
  await button(page, 'Cambiar límites').click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar límites' })
  const services = dialog.getByLabel('Servicios')
  assert.equal(await services.inputValue(), '100')
  assert.equal(await dialog.getByLabel('Profesionales').inputValue(), '60')
  assert.equal(await dialog.getByLabel('Correos al día').inputValue(), '')
  await dialog.getByLabel('Correos al día').fill('900')
  await services.fill('1001')
  await button(page, 'Guardar').click()
  await page.getByText('Debe ser un número de 1 a 1000').waitFor()
  await axe(page)
  const most = size === 'phone' ? '250' : '260'
  await services.fill(most)
  const sent = page.waitForRequest('**/limits')
  await page.keyboard.press('Enter')
  // What nobody touched may be another administrator's by now.
  assert.deepEqual((await sent).postDataJSON(), { max_services: Number(most), max_mails: 900 })
  await toasted(page, 'Límites actualizados')
  await page.getByText(`Hasta ${most} servicios · 900 correos al día`).first().waitFor()
  await button(page, `Gestionar ${name}`).click()
  await button(page, 'Cambiar límites').click()
  assert.equal(await services.inputValue(), most)
  await axe(page)
})

journey(
  'a double click on what suspends a business asks, as one click does, and suspends nothing',
  async (page) => {
    await open(page)
    await manage(page, 'Negocio 07')
    let sent = 0
    page.on('request', (request) => request.method() === 'POST' && sent++)
    const opener = button(page, 'Suspender negocio')
    const { x, y, width, height } = (await opener.boundingBox())!
    // Wherever on it: on a phone the button of the question comes to lie below.
    for (const part of [0.1, 0.3, 0.6, 0.9]) {
      await opener.waitFor()
      await page.mouse.dblclick(x + width * part, y + height / 2, { delay: 60 })
      await page.getByText('deja de verse').waitFor()
      await page.waitForTimeout(300)
      assert.equal(await page.getByRole('dialog', { name: 'Suspender negocio' }).count(), 1)
      await button(page, 'Cancelar').click()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await manage(page, 'Negocio 07')
    }
    assert.equal(sent, 0)
  },
)

journey(
  'credits: a payment is credited, and the same one never twice',
  async (page, size) => {
    await open(page)
    await manage(page, 'Salón Bugambilia')
    assert.equal(
      await page.getByRole('link', { name: 'Ver su página' }).getAttribute('href'),
      `/negocio/${SLUG}`,
    )
    const reference = `NEQUI-${size}`
    const grant = async (packages: string) => {
      await button(page, 'Otorgar créditos').click()
      await page.getByLabel('Paquetes').fill(packages)
      await button(page, 'Otorgar').click()
    }
    await grant('0')
    await page.getByText('La cantidad de paquetes debe estar entre 1 y 100').waitFor()
    await page.getByText('La referencia del pago es requerida').waitFor()
    await axe(page)
    await page.getByLabel('Paquetes').fill('3')
    await page.getByText('300 mensajes · $ 60.000').waitFor()
    await page.getByLabel('Referencia del pago').fill(reference)
    let sent = 0
    await page.route('**/api/admin/businesses/*/credits', async (route) => {
      sent++
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    await button(page, 'Otorgar').dblclick()
    await toasted(page, 'Créditos otorgados')
    assert.equal(sent, 1)
    await page.unroute('**/api/admin/businesses/*/credits')
    await page.getByText(`3 paquetes · Pago ${reference}`).waitFor()
    // The focus is back on the button that opened the dialog.
    await page.waitForFunction(() => document.activeElement?.textContent === 'Gestionar Salón Bugambilia')
    await page.keyboard.press('Enter')
    await button(page, 'Otorgar créditos').click()
    await page.getByLabel('Referencia del pago').fill(reference)
    await button(page, 'Otorgar').click()
    await toasted(page, 'Ese pago ya fue acreditado')
  },
  [/status of 409/],
)

journey(
  'a refused session ends; other failures are said and can be tried again',
  async (page) => {
    await open(page)
    const failed = { status: 500, json: { success: false, error: 'Algo falló' } }
    const calls =
      '**/api/admin/{metrics,growth,audit,businesses,reports,sender-names,second-factor,passkeys,sessions}*'
    await page.route(calls, (route) => route.fulfill(failed))
    await page.reload()
    await toasted(page, 'Error cargando datos del panel')
    assert.equal(await page.getByText('Error cargando datos del panel').count(), 1)
    await axe(page)
    assert.ok((await stored(page))[0])
    await page.unroute(calls)
    for (const what of [
      'Métricas',
      'Negocios Registrados',
      'Páginas reportadas',
      'Nombres por aprobar',
      'Crecimiento',
      'Verificación en dos pasos',
      'Llaves de acceso',
      'Sesiones abiertas',
      'Registro de actividad',
    ]) {
      const part = page.getByRole('region', { name: what })
      await part.getByRole('button', { name: 'Reintentar' }).click()
      await part.getByRole('button', { name: 'Reintentar' }).waitFor({ state: 'detached' })
    }
    await rows(page).first().waitFor()

    await page.evaluate(() => localStorage.setItem('adminToken', '1.nada'))
    await page.reload()
    await page.waitForURL('**/admin/login')
    assert.deepEqual(await stored(page), [null, null])
  },
  [/status of (401|500)/],
)

journey(
  'an owner’s session is nothing here, and is not touched',
  async (page) => {
    await login(page, site)
    const session = () => page.evaluate(() => sessionStorage.getItem('enpunto.session'))
    const owner = await session()
    assert.ok(owner)
    await page.goto(`${site.url}/admin/dashboard`)
    await page.waitForURL('**/admin/login')
    await page.evaluate((text) => localStorage.setItem('adminToken', JSON.parse(text!).token), owner)
    await page.goto(`${site.url}/admin/dashboard`)
    await page.waitForURL('**/admin/login')
    assert.equal(await session(), owner)
    await page.goto(`${site.url}/dashboard`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  },
  [/status of 401/],
)

journey('a business by itself, from the list and back to the same place of it', async (page, size) => {
  await open(page)
  await page.getByLabel('Buscar negocios').fill('Bugambilia')
  await page.waitForURL('**/admin/dashboard?q=Bugambilia')
  await page.getByRole('link', { name: 'Bugambilia' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bugambilia' }).waitFor()
  const fact = (term: string) => page.locator('.biz-facts > div', { hasText: term }).locator('dd').innerText()
  assert.match(await fact('Citas en total'), /^\d+$/)
  assert.match(await fact('Última entrada'), /—|202\d/)
  const credits = Number(await fact('Créditos comprados'))
  await axe(page)

  await button(page, 'Gestionar').click()
  await button(page, 'Otorgar créditos').click()
  await page.getByLabel('Referencia del pago').fill(`Recibo de cerca, ${size}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Otorgar' }).click()
  await page.waitForFunction(
    (before) =>
      [...document.querySelectorAll('.biz-facts dd')].some((dd) => Number(dd.textContent) === before + 100),
    credits,
  )
  await page.getByText('Otorgó créditos').first().waitFor()

  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Bugambilia' }).waitFor()
  await page.goBack()
  await page.waitForURL('**/admin/dashboard?q=Bugambilia')
  await page.waitForFunction(() => document.querySelectorAll('.admin-table tbody tr').length === 1)
})

journey(
  'a business that is not there is said to be none, and nothing offers to try again',
  async (page) => {
    await open(page)
    await page.goto(`${site.url}/admin/businesses/99999`)
    await page.getByText('No hay ningún negocio con este número.').waitFor()
    assert.equal(await button(page, 'Reintentar').count(), 0)
    assert.equal(await page.getByText('Error cargando datos del panel').count(), 0)
  },
  [/status of 404/],
)

test('a name that another administrator decided on meanwhile is said to be gone, and goes', async () => {
  const [{ id }] = (await query(
    site.dataDir,
    `insert into sender_names (business_id, name) select id, business_name from businesses
     where business_name = 'Negocio 12' returning business_id as id`,
  )) as [{ id: number }]
  const page = await (await desktop(browser, { expects: [/status of 404/] })).newPage()
  await open(page)
  const approve = button(page, 'Aprobar Negocio 12')
  await approve.waitFor()
  await query(site.dataDir, `delete from sender_names where business_id = ${id}`)
  await approve.click()
  await toasted(page, 'Nombre no encontrado')
  await approve.waitFor({ state: 'detached' })
})

test('an owner’s open screen hears that the business was suspended, and that it is back', async () => {
  const page = await (await desktop(browser)).newPage()
  const hears = page.waitForResponse('**/api/appointments/events')
  await login(page, site)
  await hears
  const json = { 'content-type': 'application/json' }
  const entered = await fetch(`${site.url}/api/admin/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const { token } = (await entered.json()) as { token: string }
  const [business] = await query(site.dataDir, `select id from businesses where slug = '${SLUG}'`)
  const send = (act: string) =>
    fetch(`${site.url}/api/admin/businesses/${(business as { id: number }).id}/${act}`, {
      method: 'POST',
      headers: { ...json, authorization: `Bearer ${token}` },
      body: '{}',
    })
  const banner = page.getByText('Tu página de reservas no se ve y no se envían recordatorios')
  assert.equal((await send('suspend')).status, 200)
  await banner.waitFor()
  assert.equal((await send('reactivate')).status, 200)
  await banner.waitFor({ state: 'detached' })
  // Also of one between the page's check and the opening of its stream.
  await page.route(
    '**/api/appointments/events',
    async (route) => {
      assert.equal((await send('suspend')).status, 200)
      await route.continue()
    },
    { times: 1 },
  )
  await page.reload()
  await banner.waitFor()
  assert.equal((await send('reactivate')).status, 200)
  await banner.waitFor({ state: 'detached' })
})
