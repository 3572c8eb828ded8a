import assert from 'node:assert/strict'
import { before, after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { dayAhead, onDay, past } from './booking.ts'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { call, newOwner } from './catalogue.ts'
import { byDeviceClock } from './device-clock.ts'
import { axe, desktop, launch, login, phone, quiet, signIn, startSite, type Site } from './helper.ts'

const SIZES = { phone, desktop }
const FAILS = { expects: [/ERR_FAILED/, /status of 5\d\d/] }
const PASSWORD = 'clave-segura'
const MARKER = 'enpunto.guia-vista.'

let site: Site
before(async () => {
  site = await startSite()
})
after(() => site.stop())

interface LayoutShift {
  value: number
  hadRecentInput: boolean
}

const guide = (page: Page) => page.locator('dialog.guide')
const card = (page: Page, title: string) =>
  page.locator('.met').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const value = (page: Page, title: string) => card(page, title).locator('.met-v')
/** '$ 45.000' */
const pesos = (amount: number) => `$ ${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}`
/** '4,5 %' */
const shown = (figure: number, unit: string) => `${String(figure).replace('.', ',')} ${unit}`
const namesOf = (rows: any[], name: string) => rows.filter((row) => row.is_active).map((row) => row[name])
const clientsOf = (rows: any[]) => rows.map(({ client_name }) => client_name)
const section = (page: Page, title: string | RegExp) => page.getByRole('region', { name: title })
const period = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens the demo salon's dashboard without the welcome. */
async function open(context: BrowserContext): Promise<Page> {
  await context.addInitScript(`if (location.protocol !== 'about:')
    for (let id = 1; id < 50; id++) localStorage.setItem('${MARKER}' + id, '1')`)
  const page = await context.newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard`)
  await page.getByRole('heading', { level: 1, name: /Salón Bugambilia/ }).waitFor()
  return page
}

const credits = (page: Page, total: number) =>
  page.route('**/api/message-credits/status', (route) =>
    route.fulfill({
      json: { success: true, credits: { free_credits: total, paid_credits: 0, total_credits: total } },
    }),
  )

async function demoOwner() {
  const answer = await call(site, 'POST', '/api/auth/login', {
    email: 'demo@enpunto.example',
    password: 'demo2026',
  })
  return (method: string, path: string, body?: unknown) => call(site, method, path, body, answer.token)
}

/** Registers a business; its owner is not signed in anywhere. */
async function register(email: string, business_name: string) {
  await call(site, 'POST', '/api/auth/register', {
    business_name,
    business_type: 'Peluquería / Barbería',
    is_virtual: true,
    email,
    phone: '+573001234567',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    terms: true,
  })
}

async function signInByForm(page: Page, email: string) {
  await page.goto(`${site.url}/login`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(/\/dashboard/)
}

for (const [name, size] of Object.entries(SIZES))
  test(`the dashboard shows the figures that the calls give (${name})`, async () => {
    const as = await demoOwner()
    await past(site, 'Clienta de antes', name === 'phone' ? 1 : 2)
    const { appointments } = await as('GET', '/api/appointments?status=scheduled&order=asc')
    const one = appointments.at(-1)
    // It began as this day did, where no other is.
    await query(
      site.dataDir,
      `with day as (select date_trunc('day', now() at time zone 'America/Bogota') as at)
       update appointments set appointment_date = at::date, appointment_time = '00:00', duration_minutes = 15,
         starts_at = at at time zone 'America/Bogota', ends_at = at at time zone 'America/Bogota' + interval '15 min',
         occupied = tstzmultirange(tstzrange(at at time zone 'America/Bogota',
           at at time zone 'America/Bogota' + interval '15 min'))
       from day where id = ${one.id} returning id`,
    )
    await as('POST', `/api/appointments/${one.id}/attendance`, {
      attendance_status: 'attended',
      actual_price: 61500,
    })
    const { metrics } = await as('GET', '/api/businesses/metrics?period=month')
    const { stats } = await as('GET', '/api/appointments/attendance/stats?period=month')

    const page = await open(await size(await launch()))
    assert.equal(
      (await value(page, 'Ingresos').textContent())?.replace(/\s/g, ' '),
      pesos(metrics.total_revenue),
    )
    assert.equal(await value(page, 'Citas').textContent(), String(stats.total_appointments))
    assert.equal(await value(page, 'Asistencia').textContent(), '100 %')
    assert.equal(await value(page, 'Inasistencias').textContent(), '0 %')
    assert.equal(await value(page, 'Clientes nuevos').textContent(), String(metrics.new_clients))
    assert.equal(await value(page, 'Clientes que vuelven').textContent(), String(metrics.returning_clients))

    await page.getByRole('region', { name: 'Línea del día' }).waitFor()
    assert.equal(await value(page, 'Cancelaciones').textContent(), shown(metrics.cancellation_rate, '%'))
    assert.equal(await value(page, 'Horas reservadas').textContent(), shown(metrics.occupation_hours, 'h'))
    // The sections below the figures load after them.
    const namesIn = async (title: string) => {
      const names = section(page, title).getByRole('listitem').locator('b')
      await names.first().waitFor()
      return names.allInnerTexts()
    }
    const { appointments: coming } = await as('GET', '/api/appointments?order=asc')
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(Date.now())
    const next = coming.filter((each: any) => each.status === 'scheduled' && each.appointment_date >= today)
    assert.ok(next.length > 5)
    assert.deepEqual(await namesIn('Próximas citas'), clientsOf(next.slice(0, 5)))
    const { appointments: newest } = await as('GET', '/api/appointments?limit=10&sort=booked')
    assert.deepEqual(await namesIn('Citas recientes'), clientsOf(newest.slice(0, 10)))
    const { services } = await as('GET', '/api/services')
    assert.deepEqual(await namesIn('Servicios activos'), namesOf(services, 'service_name'))
    const { professionals } = await as('GET', '/api/professionals')
    assert.deepEqual(await namesIn('Profesionales'), namesOf(professionals, 'professional_name'))
    const top = section(page, 'Servicios más pedidos').getByRole('listitem')
    assert.ok((await top.count()) === metrics.top_services.length && metrics.top_services.length <= 5)
    const [{ name: favourite, count, revenue }] = metrics.top_services
    const first = (await top.first().textContent())!.replace(/\s/g, ' ')
    assert.ok(
      first.startsWith(favourite) && first.includes(`${count} cita`) && first.endsWith(pesos(revenue)),
    )
    // A list of more than three scrolls.
    const list = section(page, 'Citas recientes').locator('.list-scroll')
    assert.ok(await list.evaluate((box) => box.scrollHeight > box.clientHeight))
    // Charts are asked for when somebody comes near them.
    await section(page, /^Ingresos por/).scrollIntoViewIfNeeded()
    await section(page, /^Ingresos por/)
      .getByText(/Lo más alto: \$/)
      .waitFor()
    await axe(page)

    const asked = page.waitForRequest(/\/businesses\/metrics\?period=all/)
    await period(page, 'Todo')
    await asked
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
    const all = section(page, 'Próximas citas').getByRole('link', { name: 'Ver todas' })
    assert.equal(await all.getAttribute('href'), '/dashboard/appointments')
    const make = page.locator('main').getByRole('link', { name: 'Nueva cita' }).filter({ visible: true })
    assert.equal(await make.getAttribute('href'), '/dashboard/appointments?nueva=1')
    const quick = page.getByRole('navigation', { name: 'Atajos' }).filter({ visible: true })
    for (const [label, place] of [
      ['Servicios', 'services'],
      ['Profesionales', 'professionals'],
      ['Configuración', 'settings'],
    ] as const)
      assert.equal(await quick.getByRole('link', { name: label }).getAttribute('href'), `/dashboard/${place}`)
    await make.click()
    await page.getByRole('dialog', { name: 'Nueva cita' }).waitFor()
  })

test('what is known last moves nothing, on the first visit and on the next, with and without the welcome', async () => {
  const context = await phone(await launch())
  await context.addInitScript(() => {
    const shown = globalThis as unknown as { moved: number }
    shown.moved = 0
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as unknown as LayoutShift[])
        if (!hadRecentInput) shown.moved += value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const page = await context.newPage()
  await login(page, site)
  for (const isFirst of [true, false]) {
    await page.goto(`${site.url}/dashboard`)
    if (isFirst)
      await guide(page)
        .getByText(/^\d de 5 listos$/)
        .waitFor()
    await page.locator('.met-v').first().waitFor({ state: 'attached' })
    await quiet(page)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)
    assert.ok(moved < 0.02, `${moved} ${isFirst ? 'on the first visit' : 'on the next'}`)
    if (isFirst) await guide(page).getByRole('button', { name: 'No volver a mostrar' }).click()
  }
})

test('what the screen shows first is asked before its script is there, and once', async () => {
  const context = await desktop(await launch())
  const page = await open(context)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  let arrive = () => {}
  const script = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/assets/*.js', async (route) => {
    await script
    await route.continue()
  })
  const first = ['/api/auth/verify', '/api/services', '/api/professionals', '/api/message-credits/status']
  const early = first.map((path) => page.waitForResponse(`**${path}`))
  await page.goto(`${site.url}/dashboard`, { waitUntil: 'commit' })
  await Promise.all(early)
  arrive()
  await page.locator('.met-v').first().waitFor()
  for (const path of first) assert.equal(asked.filter((one) => one === path).length, 1, path)
})

test('a phone opens the dashboard with 21 requests and a picture of each professional, none of them twice and none for where the screens are', async () => {
  // On a day before a Sunday the demo salon has too few of them to come: those would be asked for too.
  for (const hour of [10, 11, 12, 13, 14]) await onDay(site, 'Clienta de mañana', 1, `${hour}:00`)
  const page = await open(await phone(await launch()))
  const recent = page.getByRole('group', { name: 'Citas recientes' }).getByRole('listitem')
  await recent.first().waitFor({ state: 'attached' })
  await quiet(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${site.url}/dashboard`)
  await page.getByRole('heading', { name: 'Horas más ocupadas' }).waitFor({ state: 'attached' })
  await quiet(page)
  // Besides a picture of each professional at work.
  const others = asked.filter((url) => !url.includes('/files/demo-'))
  assert.ok(others.length <= 21, asked.join('\n'))
  assert.equal(new Set(asked).size, asked.length, asked.join('\n'))
  assert.ok(!asked.some((url) => url.includes('/__manifest')), asked.join('\n'))

  // What lies below is asked for by whoever comes near it, and a screen is there without asking where it is.
  await page.getByRole('heading', { name: 'Horas más ocupadas' }).scrollIntoViewIfNeeded()
  await page.getByText(/Lo más lleno|Aquí verás a qué horas/).waitFor()
  await recent.first().scrollIntoViewIfNeeded()
  await page.getByRole('navigation', { name: 'Accesos' }).getByRole('link', { name: 'Citas' }).click()
  await page.waitForURL('**/dashboard/appointments')
  assert.ok(!asked.some((url) => url.includes('/__manifest')), asked.join('\n'))
})

test('a day that ends and a change made elsewhere show without a reload', async () => {
  const context = await desktop(await launch())
  const listening = context.waitForEvent('response', (answer) => answer.url().endsWith('/events'))
  const page = await open(context)
  const recent = section(page, 'Citas recientes')
  await recent.getByText('Programada').first().waitFor()
  assert.equal(await recent.getByText('Cancelada').count(), 0)
  await listening
  const as = await demoOwner()
  const { appointments } = await as('GET', '/api/appointments?limit=10&sort=booked')
  const one = appointments.find(({ status }: { status: string }) => status === 'scheduled')
  await as('POST', `/api/appointments/${one.id}/cancel`, {})
  await recent.getByText('Cancelada').waitFor({ timeout: 4000 })

  // Half a minute before midnight in Bogotá. No screen is open when the clock is put in its place: for a moment it stands at 1970.
  await page.goto('about:blank')
  await byDeviceClock(page)
  await page.clock.install({ time: new Date('2027-03-06T04:59:30Z') })
  await page.goto(`${site.url}/dashboard`)
  await section(page, 'Hoy, viernes 5 de marzo').waitFor()
  await page.clock.runFor(61_000)
  await section(page, 'Hoy, sábado 6 de marzo').waitFor()
})

test('the figures, the birthdays and the holiday that is asked about are of the day that began', async () => {
  const context = await desktop(await launch())
  const page = await open(context)
  await page.goto('about:blank')
  // Whoever hears of changes would ask because of these.
  await page.route('**/api/appointments/events', () => {})
  await byDeviceClock(page)
  await page.clock.install({ time: new Date('2027-03-01T04:59:30Z') })
  await page.goto(`${site.url}/dashboard`)
  await section(page, 'Hoy, domingo 28 de febrero').waitFor()
  await value(page, 'Ingresos').waitFor()
  await quiet(page)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url().replace(site.url, '')))
  await page.clock.runFor(61_000)
  await section(page, 'Hoy, lunes 1 de marzo').waitFor()
  await until(() =>
    ['/api/businesses/stats', '/api/businesses/metrics?period=month&attendance=true'].every((path) =>
      asked.includes(path),
    ),
  )
})

test('the line of the day has the hours of a special day', async () => {
  const as = await demoOwner()
  const today = dayAhead(0)
  await as('PUT', `/api/special-days/${today}`, { is_open: false })
  try {
    const page = await open(await desktop(await launch()))
    const line = page.getByRole('region', { name: 'Línea del día' })
    await line.locator('.day-track').first().waitFor()
    const tracks = await line.locator('.day-track').count()
    const closed = () =>
      line
        .locator('.day-off')
        .evaluateAll((all) => all.filter((it) => it.clientWidth > it.parentElement!.clientWidth - 2).length)
    await until(async () => (await closed()) === tracks)
  } finally {
    await as('DELETE', `/api/special-days/${today}`, {})
  }
})

test('the line of the day has what is blocked: whoever is away looks free to nobody', async () => {
  const as = await demoOwner()
  const today = dayAhead(0)
  const { professionals } = await as('GET', '/api/professionals')
  const [{ id, professional_name }] = professionals
  const away = { professional_id: id, first_date: today, kind: 'vacation' }
  const all = { first_date: today, from_time: '16:00', to_time: '17:00', reason: 'Reunión del equipo' }
  const made = [await as('POST', '/api/time-off', away), await as('POST', '/api/time-off', all)]
  try {
    for (const size of Object.values(SIZES)) {
      const page = await open(await size(await launch()))
      const line = page.getByRole('region', { name: 'Línea del día' })
      const theirs = line.locator('.day-lane', { hasText: professional_name })
      const name = theirs.getByText('Vacaciones', { exact: true })
      await name.waitFor()
      assert.equal(await line.getByText('Vacaciones', { exact: true }).count(), 1)
      assert.equal(
        await line.getByText('Reunión del equipo', { exact: true }).count(),
        await line.locator('.day-lane').count(),
      )
      // At the end of the day, too, beside the faces.
      await line.evaluate((box) => box.scrollTo({ left: box.scrollWidth }))
      const [text, box] = [(await name.boundingBox())!, (await line.boundingBox())!]
      const faces = (await theirs.locator('.day-who').boundingBox())!
      assert.ok(text.x >= faces.x + faces.width && text.x + text.width <= box.x + box.width)
      await axe(page)
    }
  } finally {
    for (const { time_off } of made) await as('DELETE', `/api/time-off/${time_off.id}`, {})
  }
})

test('no figure of one period stands under the name of another', async () => {
  const page = await open(await desktop(await launch()))
  const cards = page.locator('.mets')
  await card(page, 'Ingresos')
    .getByText(/^Mes pasado/)
    .waitFor()
  let arrive = () => {}
  const late = new Promise<void>((resolve) => (arrive = resolve))
  await page.route('**/api/businesses/metrics?period=all*', async (route) => {
    await late
    await route.continue()
  })
  await period(page, 'Todo')
  await page.getByRole('button', { name: 'Todo', exact: true, pressed: true }).waitFor()
  assert.equal(await cards.getAttribute('aria-busy'), 'true')
  assert.equal(await page.locator('.met-v').count(), 0)
  arrive()
  await page.locator('.met-v').first().waitFor()
  assert.equal(await page.locator('.met-was').count(), 0)
  // What has loaded before is there at once.
  await period(page, 'Este mes')
  await card(page, 'Ingresos')
    .getByText(/^Mes pasado/)
    .waitFor()
  assert.equal(await cards.getAttribute('aria-busy'), 'false')
})

test('the link of the page is copied, shared and seen', async () => {
  const context = await desktop(await launch())
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
  const page = await open(context)
  const share = section(page, 'Tu página de reservas')
  const url = `${site.url}/negocio/salon-bugambilia`
  await page.clock.install()
  await share.getByRole('button', { name: 'Copiar' }).click()
  await share.getByText('Copiado').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), url)
  // The clock also runs by itself: on a busy machine, a second between two lines of a test.
  await page.clock.runFor(1000)
  assert.equal(await share.getByText('Copiado').count(), 1)
  await page.clock.runFor(1100)
  await share.getByText('Copiar', { exact: true }).waitFor()
  const whatsapp = await share.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')
  assert.ok(whatsapp?.startsWith('https://wa.me/?text=') && decodeURIComponent(whatsapp).includes(url))
  const view = share.getByRole('link', { name: 'Ver Página' })
  assert.deepEqual([await view.getAttribute('href'), await view.getAttribute('target')], [url, '_blank'])
  await share.getByRole('button', { name: 'Código QR' }).click()
  await page.getByRole('img', { name: `Código QR que abre ${url}` }).waitFor()
  await axe(page)
})

test('the credit banner is red at 0, warns at 10 and is quiet above', async () => {
  const page = await open(await phone(await launch()))
  for (const [total, state, text] of [
    [0, '.banner-danger', 'Recordatorios automáticos desactivados.'],
    [1, '.banner-warn', 'Te queda 1 mensaje de recordatorio.'],
    [10, '.banner-warn', 'Te quedan 10 mensajes de recordatorio.'],
    [11, '.dash-credits', 'Te quedan 11 mensajes de recordatorio.'],
  ] as const) {
    await credits(page, total)
    await page.reload()
    const banner = page.locator(`.banner${state}`)
    await banner.getByText(text).waitFor()
    const buy = banner.getByRole('link', { name: /^Comprar/ })
    assert.equal(await buy.count(), total > 10 ? 0 : 1)
    if (total > 10) continue
    assert.match(
      decodeURIComponent((await buy.getAttribute('href'))!),
      /wa\.me.*100 mensajes por \$ 20\.000.*Bugambilia/,
    )
    await axe(page)
  }
})

test('what cannot be had is left out without a word', async () => {
  const page = await open(await desktop(await launch(), FAILS))
  await page.route(
    /\/api\/(businesses\/(stats|metrics)|appointments|services|professionals|message-credits)/,
    (route) => route.fulfill({ status: 500, json: { success: false, error: 'Falla de prueba' } }),
  )
  await page.reload()
  await page.getByText('Hoy no tienes citas.').waitFor()
  for (const title of ['Citas', 'Clientes nuevos']) assert.equal(await value(page, title).textContent(), '0')
  assert.equal((await value(page, 'Ingresos').textContent())?.replace(/\s/g, ' '), '$ 0')
  await page.getByText('No hay citas programadas.').waitFor()
  assert.equal(await page.locator('.banner').count(), 0)
  assert.equal(await page.getByText('Falla de prueba').count(), 0)
  await axe(page)
  // So is what an answer leaves out.
  await page.route(/\/api\/(businesses\/(stats|metrics)|appointments\/attendance)/, (route) =>
    route.fulfill({ json: { success: true } }),
  )
  await page.reload()
  await page.getByText('Hoy no tienes citas.').waitFor()
  for (const title of ['Citas', 'Clientes nuevos']) assert.equal(await value(page, title).textContent(), '0')
  assert.equal(await page.getByText('NaN').count(), 0)
})

for (const [name, size] of Object.entries(SIZES))
  test(`the guide welcomes each new business until it is dismissed (${name})`, async () => {
    const [mine, other] = [`luz-${name}@guia.example`, `sol-${name}@guia.example`]
    await register(mine, 'Uñas Luz')
    await register(other, 'Cejas Sol')
    const page = await (await size(await launch())).newPage()
    await signInByForm(page, mine)
    await guide(page).getByRole('heading', { name: '¡Te damos la bienvenida, Uñas Luz!' }).waitFor()
    await guide(page).getByText('0 de 5 listos').waitFor()
    await guide(page).getByText('Empieza aquí').waitFor()
    for (const [i, [place, text]] of FIRST_STEPS.entries()) {
      const step = guide(page).getByRole('listitem').nth(i)
      assert.match((await step.textContent())!, text)
      assert.equal(await step.getByRole('link').getAttribute('href'), `/dashboard${place}`)
    }
    await axe(page)

    // Dismissed for now: it returns when the page is reloaded, not before.
    await guide(page).getByRole('button', { name: 'Lo haré después' }).click()
    await guide(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Servicios' }).filter({ visible: true }).first().click()
    await page.waitForURL('**/dashboard/services')
    await page.goBack()
    await page.getByRole('heading', { name: 'Indicadores' }).waitFor()
    assert.equal(await guide(page).count(), 0)
    await page.reload()
    await guide(page).waitFor()
    await guide(page).getByRole('button', { name: 'Configurar ahora' }).click()
    await page.waitForURL('**/dashboard/services')

    await page.goto(`${site.url}/dashboard`)
    await guide(page).getByRole('button', { name: 'No volver a mostrar' }).click()
    // The step back that takes the guide's entry away would abort the reload.
    await page.waitForFunction(() => !(history.state as { above?: unknown } | null)?.above)
    await page.reload()
    await page.getByRole('heading', { name: 'Indicadores' }).waitFor()
    assert.equal(await guide(page).count(), 0)
    // The help button still opens it.
    await page.getByRole('button', { name: /^Ayuda/ }).click()
    await guide(page).waitFor()
    await page.keyboard.press('Escape')
    await guide(page).waitFor({ state: 'detached' })

    // Another business in the same browser gets its own guide.
    await page.evaluate(`for (const store of [localStorage, sessionStorage])
      for (const key of Object.keys(store)) if (!key.startsWith('${MARKER}')) store.removeItem(key)`)
    await signInByForm(page, other)
    await guide(page).getByRole('heading', { name: '¡Te damos la bienvenida, Cejas Sol!' }).waitFor()
  })

const FIRST_STEPS: [place: string, text: RegExp][] = [
  ['/settings', /^Configuración/],
  ['/services', /^Servicios.*Empieza aquí.*Sin servicios, tus clientes no pueden reservar/],
  ['/professionals', /^Profesionales.*Quien no tiene horario propio atiende en el del negocio/],
  ['/appointments', /^Citas e indicadores/],
  ['', /^Dashboard.*Copia el enlace de tu página y compártelo/],
]

test('a business without a name is greeted all the same', async () => {
  const email = 'nadie@guia.example'
  await register(email, 'Se Borra')
  const page = await (await desktop(await launch())).newPage()
  await page.route('**/api/auth/login', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ json: { ...answer, business: { ...answer.business, business_name: '' } } })
  })
  await signInByForm(page, email)
  await guide(page).getByRole('heading', { name: '¡Te damos la bienvenida, Mi Negocio!' }).waitFor()
})

const SENT = {
  id: 3,
  kind: 'advance',
  channel: 'email',
  state: 'sent',
  reason: null,
  recipient: 'ana@correo.example',
  due_at: '2026-11-19T20:30:00.000Z',
  settled_at: '2026-11-19T20:30:05.000Z',
  appointment_id: 7,
  client_name: 'Ana Gómez',
  service_name: 'Balayage',
  appointment_date: '2026-11-20',
  appointment_time: '15:30',
}
const SKIPPED = {
  ...SENT,
  id: 2,
  state: 'skipped',
  reason: 'No quedaban mensajes disponibles',
  client_name: 'Luisa Paz',
}

for (const [name, size] of Object.entries(SIZES))
  test(`the credits: balance, movements, what became of the reminders, pages (${name})`, async () => {
    const page = await open(await size(await launch()))
    await page.route('**/api/message-credits/messages?*', (route) => {
      const isFirst = route.request().url().includes('page=1&')
      return route.fulfill({
        json: { success: true, messages: isFirst ? [SENT, SKIPPED] : [SKIPPED], total: 21 },
      })
    })
    await page.getByRole('link', { name: 'Ver movimientos' }).click()
    await page.waitForURL('**/dashboard/credits')
    await section(page, 'Movimientos').getByText('Mensajes gratis del mes').waitFor()
    // At some hours a reminder has gone out.
    const { credits } = await (await demoOwner())('GET', '/api/message-credits/status')
    const left = String(credits.total_credits)
    await page.getByRole('definition').getByText(left, { exact: true }).first().waitFor()
    const messages = section(page, 'Recordatorios')
    await messages.getByText('Enviado', { exact: true }).waitFor()
    await messages.getByText('No quedaban mensajes disponibles').waitFor()
    await messages.getByText('1 – 20 de 21').waitFor()
    await axe(page)
    await messages.getByRole('button', { name: 'Página siguiente' }).click()
    await messages.getByText('21 – 21 de 21').waitFor()
    await messages.getByText('Ana Gómez').waitFor({ state: 'detached' })
    const buy = page.getByRole('link', { name: 'Comprar 100 mensajes por $ 20.000' })
    assert.match((await buy.getAttribute('href'))!, /^https:\/\/wa\.me\//)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), 0)
  })

test('a list that fails says so and can be asked for again', async () => {
  const page = await open(await desktop(await launch(), FAILS))
  await page.route('**/api/message-credits/messages?*', (route) =>
    route.fulfill({ status: 503, json: { success: false, error: 'Por ahora no se puede' } }),
  )
  await page.goto(`${site.url}/dashboard/credits`)
  await page.getByText('Por ahora no se puede').waitFor()
  await page.unroute('**/api/message-credits/messages?*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  const { total } = await (await demoOwner())('GET', '/api/message-credits/messages?page=1&limit=20')
  const list = section(page, 'Recordatorios')
  // At some hours a reminder has gone out.
  if (total === 0) await list.getByText('Todavía no se ha enviado ningún recordatorio.').waitFor()
  else await list.getByText('Enviado', { exact: true }).first().waitFor()
})

test('whose birthday it is this week is greeted by WhatsApp; the card takes day and month', async () => {
  const context = await phone(await launch())
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  const page = await open(context)
  const week = section(page, 'Cumpleaños esta semana')
  await section(page, 'Próximas citas').waitFor()
  assert.equal(await week.count(), 0)
  const as = await demoOwner()
  const { client } = await as('POST', '/api/clients', {
    client_name: 'Celina Cumple',
    client_phone: '+573004445566',
  })
  await page.goto(`${site.url}/dashboard/clients?q=Celina`)
  await page.getByRole('link', { name: /^Celina Cumple/ }).click()
  const form = page.getByRole('group', { name: 'Cumpleaños' })
  const save = page.getByRole('button', { name: 'Guardar cumpleaños' })
  const [{ today }] = (await query<{ today: string }>(
    site.dataDir,
    `select (now() at time zone 'America/Bogota')::date::text as today`,
  )) as [{ today: string }]
  await form.getByLabel('Día').selectOption(String(Number(today.slice(8))))
  await save.click()
  await form.getByText('Di el día y el mes; el año puede faltar').waitFor()
  await form.getByLabel('Mes').selectOption({ index: Number(today.slice(5, 7)) })
  await save.click()
  await page.locator('.toast').getByText('Cumpleaños guardado').waitFor()
  await axe(page)

  await page.goto(`${site.url}/dashboard`)
  const row = week.getByRole('listitem').filter({ hasText: 'Celina Cumple' })
  await row.getByText('Hoy').waitFor()
  await axe(page)
  assert.equal(
    await row.getByRole('link', { name: 'Celina Cumple, ver su ficha' }).getAttribute('href'),
    `/dashboard/clients/${client.id}`,
  )
  const [chat] = await Promise.all([
    page.waitForEvent('popup'),
    row.getByRole('link', { name: 'Enviar por WhatsApp a Celina Cumple' }).click(),
  ])
  await chat.waitForURL('https://wa.me/573004445566?text=Hola%20Celina%2C%20en%20**')
  await row.getByRole('button', { name: 'Sí' }).click()
  await row.getByText('Ya lo felicitaste').waitFor()
  // On a wide screen every row is full.
  await page.setViewportSize({ width: 1280, height: 800 })
  const sides = async (name: string) => {
    const { x, width } = (await section(page, name).boundingBox())!
    return [Math.round(x), Math.round(x + width)]
  }
  const [[left, middle], [, right]] = [
    await sides('Cumpleaños esta semana'),
    await sides('Tu página de reservas'),
  ]
  assert.ok(middle! < right!)
  assert.deepEqual(await sides('Próximas citas'), [left, right])
  assert.deepEqual(await sides('Ingresos por día'), [left, middle])
  assert.equal((await sides('Horas más ocupadas'))[1], right)
  // Others' tests count what the dashboard asks for.
  await as('PATCH', `/api/clients/${client.id}`, { birthday: null })
})

test('a business counts in its own currency, with its cents; a service without a price says what it costs', async () => {
  const { page, as } = await newOwner(site, await desktop(await launch()))
  await as('PATCH', '/api/businesses/profile', { currency: 'EUR' })
  const offer = async (service_name: string, price: number, price_kind?: string) =>
    (await as('POST', '/api/services', { service_name, duration_minutes: 30, price, price_kind })).service.id
  const cut = await offer('Corte', 45.5)
  await offer('Novia', 0, 'ask')
  await offer('Revisión', 0, 'free')
  const { professional } = await as('POST', '/api/professionals', { professional_name: 'Inés Prada' })
  for (const [i, price] of [45.5, 30.25].entries())
    await query(
      site.dataDir,
      `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
         professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
         occupied, price, booked_by, status, attendance_status)
       select business_id, 'Ana', '+573001112233', 'ana@correo.example', ${cut}, 'Corte', id, professional_name,
         at::date, at::time, 30, starts_at, starts_at + interval '30 min',
         tstzmultirange(tstzrange(starts_at, starts_at + interval '30 min')), ${price}, 'client', 'completed', 'attended'
       from professionals,
         lateral (select date_trunc('day', now() at time zone 'America/Bogota') + interval '30 min' * ${i} as at) day,
         lateral (select at at time zone 'America/Bogota' as starts_at) moment
       where id = ${professional.id} returning id`,
    )
  await page.goto(`${site.url}/dashboard`)
  await value(page, 'Ingresos').getByText('75,75 €').waitFor()
  await card(page, 'Ingresos').getByText('37,88 € en promedio por cita atendida').waitFor()
  await section(page, 'Servicios más pedidos').getByText('2 citas · 75,75 €').waitFor()
  await section(page, /^Ingresos por/)
    .getByText('Lo más alto: 75,75 €')
    .waitFor()
  const prices = section(page, 'Servicios activos').getByRole('listitem').locator('small')
  assert.deepEqual(await prices.allInnerTexts(), [
    '30 min · 45,50 €',
    '30 min · A convenir',
    '30 min · Gratis',
  ])
})
