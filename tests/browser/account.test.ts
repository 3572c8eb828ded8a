import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { axe, desktop, launch, login, phone, quiet, startProduction, startSite, type Site } from './helper.ts'

const OWNER = { email: 'demo@enpunto.example', password: 'demo2026' }
const PROTECTED = ['', '/appointments', '/services', '/professionals', '/settings']

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()
const stored = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].map((store) => store.getItem('enpunto.session') !== null),
  )

interface Called {
  path: string
  authorization: string | undefined
}

/** Collects the page's calls to our API from now on. */
function callsOf(page: Page): Called[] {
  const calls: Called[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const { authorization } = request.headers()
    if (pathname.startsWith('/api/')) calls.push({ path: pathname, authorization })
  })
  return calls
}

async function enter(page: Page, { email = OWNER.email, password = OWNER.password, remember = false } = {}) {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña').fill(password)
  if (remember) await page.getByLabel(/Recordarme/).check()
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

for (const [device, at] of Object.entries({ phone, desktop })) {
  test(`${device}: an owner logs in, finds every screen, and logs out`, async () => {
    const page = await (await at(browser)).newPage()
    await enter(page)
    await page.waitForURL('**/dashboard')
    await said(page, '¡Bienvenido de vuelta!')
    assert.deepEqual(await stored(page), [false, true])
    await axe(page)
    await page.getByRole('button', { name: 'Lo haré después' }).click()
    await page.getByRole('button', { name: 'Ayuda: guía de configuración' }).click()
    await page.getByRole('dialog').getByText('de 5 listos').waitFor()
    // The salon has services, so the first step is done.
    assert.equal(await page.getByText('Empieza aquí').count(), 0)
    await axe(page)
    await page.keyboard.press('Escape')

    const places = page.getByRole('navigation', { name: device === 'phone' ? 'Accesos' : 'Principal' })
    const daily = ['Citas', 'Clientes', 'Dashboard']
    const all = ['Citas', 'Clientes', 'Servicios', 'Profesionales', 'Dashboard']
    for (const name of device === 'phone' ? daily : all) {
      await places.getByRole('link', { name }).click()
      await page.locator('[aria-current=page]:visible', { hasText: name }).first().waitFor()
    }
    if (device === 'phone') {
      await page.getByRole('button', { name: 'Menú', exact: true }).click()
      await axe(page)
      const everything = page.getByRole('dialog').getByRole('link')
      assert.deepEqual(await everything.allInnerTexts(), [
        'Dashboard',
        'Citas',
        'Clientes',
        'Servicios',
        'Profesionales',
        'Mensajes de hoy',
        'Mensajes de recordatorio',
        'Configuración',
      ])
      await page.getByRole('dialog').getByRole('link', { name: 'Configuración' }).click()
      await page.waitForURL('**/settings')
    }
    await page.getByRole('button', { name: /^Salón Bugambilia/ }).click()
    await axe(page)
    const user = page.getByRole('group', { name: 'Tu cuenta' })
    await user.getByText('Salón Bugambilia').waitFor()
    await user.getByRole('link', { name: 'Configuración' }).waitFor()
    await user.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await page.waitForURL(`${site.url}/`)
    assert.deepEqual(await stored(page), [false, false])
    await page.goto(`${site.url}/dashboard`)
    await page.waitForURL('**/login')
  })

  test(`${device}: the pages of who is signed out are reachable and accessible`, async () => {
    const page = await (await at(browser, { expects: [/status of 404/] })).newPage()
    for (const path of ['/', '/login', '/register', '/forgot-password', '/no-existe']) {
      await page.goto(site.url + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await axe(page)
    }
    await said(page, 'Página no encontrada')
    assert.equal(await page.getByRole('link', { name: 'Volver al inicio' }).getAttribute('href'), '/')
    const back = page.locator('main .btn, .message .btn')
    for (const [wrong, right] of [
      ['/dashboard/nada', '/dashboard'],
      ['/admin/nada', '/admin/dashboard'],
      ['/client/nada', '/client'],
    ] as const) {
      await page.goto(site.url + wrong)
      assert.equal(await back.getAttribute('href'), right)
    }
    const footer = page.getByRole('contentinfo')
    await footer.getByText(/agenda en línea/).waitFor()
    const href = (name: string) => footer.getByRole('link', { name, exact: true }).getAttribute('href')
    assert.equal(await href('Características'), '/#features')
    assert.equal(await href('Precios'), '/#pricing')
    assert.match((await href('Centro de ayuda'))!, /^https:\/\/wa\.me\/.*\?text=Hola/)
    assert.match((await href('Instagram'))!, /^https:\/\/www\.instagram\.com\//)
    // They are shown as text, without a link.
    for (const name of ['Términos', 'Privacidad', 'Cookies']) {
      await footer.getByText(name).waitFor()
      assert.equal(await footer.getByRole('link', { name }).count(), 0)
    }
    const fold = page.getByRole('banner').locator('summary')
    if (device === 'phone') await fold.click()
    const entries = page.getByRole('banner').getByRole('navigation').filter({ visible: true })
    assert.deepEqual(
      (await entries.getByRole('link').allInnerTexts()).map((text) => text.trim()),
      ['Inicio', 'Características', 'Precios', 'Iniciar Sesión', 'Registrarse'],
    )
    await entries.getByRole('link', { name: 'Registrarse' }).click()
    await page.waitForURL('**/register')
    if (device === 'phone') await fold.click()
    await entries.getByRole('link', { name: 'Iniciar Sesión' }).click()
    await page.waitForURL('**/login')
    for (const [name, path] of [
      ['Registrarse', '/register'],
      ['¿La olvidaste?', '/forgot-password'],
    ] as const)
      assert.equal(await page.getByRole('main').getByRole('link', { name }).getAttribute('href'), path)
    for (const [name, id] of [
      ['Características', 'features'],
      ['Precios', 'pricing'],
    ] as const) {
      await page.goto(`${site.url}/login`)
      await page.getByLabel('Correo electrónico').waitFor()
      if (device === 'phone') await page.locator('summary').click()
      await page.getByRole('banner').getByRole('link', { name }).click()
      await page.waitForURL(`${site.url}/`)
      await page.waitForFunction(isReached, id)
      // The link works on the landing page itself, too.
      await page.evaluate(() => scrollTo(0, 0))
      if (device === 'phone') await page.locator('summary').click()
      await page.getByRole('banner').getByRole('link', { name }).click()
      await page.waitForFunction(isReached, id)
    }
  })
}

/** Runs in the page: whether a section has its top in the upper half of the screen. */
function isReached(id: string): boolean {
  const { top } = document.getElementById(id)?.getBoundingClientRect() ?? { top: -1 }
  return scrollY > 0 && top >= 0 && top < innerHeight / 2
}

test('from another page a section is reached 100 ms after the landing page', async () => {
  const page = await (await desktop(browser)).newPage()
  await page.clock.install()
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Correo electrónico').waitFor()
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await page.getByRole('banner').getByRole('link', { name: 'Precios' }).click()
  await page.locator('#pricing').waitFor()
  await quiet(page)
  await page.clock.runFor(99)
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.clock.runFor(1)
  await page.waitForFunction(isReached, 'pricing')
})

test('protected screens send everybody else to the log-in', async () => {
  const page = await (await desktop(browser)).newPage()
  const asked = callsOf(page)
  for (const path of PROTECTED) {
    await page.goto(`${site.url}/dashboard${path}`)
    await page.waitForURL('**/login')
  }
  assert.deepEqual(asked, [], 'nobody is checked where nothing is stored')
})

test('the log-in leads to the screen that was wanted, never off the panel', async () => {
  // A panel whose session is taken away may ask for its live events once more.
  const page = await (await desktop(browser, { expects: [/status of 401 .*\/events/] })).newPage()
  const fill = async () => {
    await page.getByLabel('Correo electrónico').fill('demo@enpunto.example')
    await page.getByLabel('Contraseña').fill('demo2026')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  }
  await page.goto(`${site.url}/dashboard/settings?tab=horarios`)
  await page.waitForURL('**/login')
  await fill()
  await page.waitForURL('**/dashboard/settings?tab=horarios')
  for (const wanted of ['//otro.example/dashboard', 'https://otro.example', '/dashboards', '/admin', 7]) {
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${site.url}/login`)
    await page.evaluate((wanted) => {
      history.replaceState({ ...history.state, usr: { wanted } }, '')
    }, wanted)
    await page.reload()
    await fill()
    await page.waitForURL(`${site.url}/dashboard`)
  }
})

test('a session is stored with its business, and every call carries it, to this server alone', async () => {
  const page = await (await desktop(browser)).newPage()
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await login(page, site)
  const session = await page.evaluate(() => JSON.parse(sessionStorage.getItem('enpunto.session')!))
  assert.equal(session.business.business_name, 'Salón Bugambilia')
  assert.ok(session.business.id > 0)
  assert.ok(session.token.startsWith(`${session.business.id}.`))
  const asked = callsOf(page)
  await page.reload()
  await until(() => asked.length > 3 && asked.some(({ path }) => path === '/api/auth/verify'))
  for (const { path, authorization } of asked) assert.equal(authorization, `Bearer ${session.token}`, path)
  assert.deepEqual([...origins], [site.url])
})

test('an empty log-in is not sent; a good one holds the button while it is on its way, however long that is', async () => {
  const page = await (await phone(browser)).newPage()
  await page.clock.install()
  const asked = callsOf(page)
  await page.goto(`${site.url}/login`)
  const button = page.locator('form [type=submit]')
  await button.click()
  await said(page, 'Email es requerido')
  await said(page, 'Contraseña es requerida')
  await page.getByLabel('Correo electrónico').fill('nadie@')
  await page.getByLabel('Contraseña').fill('12345')
  await button.click()
  await said(page, 'Email inválido')
  await said(page, 'La contraseña debe tener al menos 6 caracteres')
  assert.deepEqual(asked, [])
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/login', async (route) => {
    await isAnswered
    const response = await route.fetch()
    // Every status from 200 to 299 is a success.
    await route.fulfill({ response, status: 299 })
  })
  await page.getByLabel('Correo electrónico').fill(OWNER.email)
  await page.getByLabel('Contraseña').fill(OWNER.password)
  await button.click()
  await said(page, 'Iniciando sesión...')
  await page.clock.runFor(30 * 60_000)
  assert.equal(await button.innerText(), 'Iniciando sesión...')
  assert.ok(await button.isDisabled())
  answer()
  await page.waitForURL('**/dashboard')
})

test('only a remembered session outlives its tab, and the log-in knows who is in', async () => {
  const context = await phone(browser)
  const first = await context.newPage()
  await enter(first)
  await first.waitForURL('**/dashboard')
  const second = await context.newPage()
  await second.goto(`${site.url}/dashboard`)
  await second.waitForURL('**/login')
  await enter(second, { remember: true })
  await second.waitForURL('**/dashboard')
  assert.deepEqual(await stored(second), [true, false])
  const third = await context.newPage()
  await third.goto(`${site.url}/login`)
  await third.waitForURL('**/dashboard')
})

test('a wrong password, no answer and half an answer are said, and nobody is in', async () => {
  const expects = [/status of (401|500)/, /ERR_CONNECTION_REFUSED|ERR_FAILED/]
  const page = await (await desktop(browser, { expects })).newPage()
  await enter(page, { password: 'otra-clave' })
  await said(page, 'El email o la contraseña no son correctos')
  assert.deepEqual(await stored(page), [false, false])
  const business = { id: 1, business_name: 'Uno' }
  for (const [answer, text] of [
    [{ json: { success: false } }, 'Error desconocido del servidor'],
    [{ json: { success: false, error: 'Hoy no' } }, 'Hoy no'],
    [{ json: { success: true, business } }, 'Error en la respuesta del servidor: token faltante'],
    [
      { json: { success: true, token: 'x' } },
      'Error en la respuesta del servidor: datos de negocio faltantes',
    ],
    [{ status: 500, body: 'roto' }, 'Error al iniciar sesión'],
    ['abort', 'Error de conexión. Verifica que el servidor esté funcionando.'],
    [{ body: '<h1>Red del hotel</h1>' }, 'Error de conexión. Verifica que el servidor esté funcionando.'],
  ] as const) {
    // Of the time before, with the same words.
    await page.getByText(text, { exact: true }).waitFor({ state: 'detached' })
    await page.route('**/api/auth/login', (route) =>
      answer === 'abort' ? route.abort() : route.fulfill(answer),
    )
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await said(page, text)
    if (text === 'Error al iniciar sesión') await said(page, 'Error de conexión')
    await page.unroute('**/api/auth/login')
  }
  assert.match(page.url(), /\/login$/)
})

test('nothing shows until the stored session was checked; one that failed is forgotten without a word', async () => {
  const page = await (await desktop(browser, { expects: [/status of 500/] })).newPage()
  await login(page, site)
  let answer = () => {}
  const asked = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/verify', async (route) => {
    await asked
    await route.fulfill({ status: 500, body: '{}' })
  })
  await page.reload()
  await quiet(page, { besides: /auth\/verify$/ })
  assert.equal((await page.locator('body').innerText()).trim(), '')
  await page.goto(`${site.url}/login`)
  await quiet(page, { besides: /auth\/verify$/ })
  assert.equal(await page.getByRole('button', { name: 'Mostrar lo escrito' }).isVisible(), false)
  answer()
  await page.getByLabel('Correo electrónico').waitFor()
  assert.equal(await page.locator('.toast').count(), 0)
  assert.deepEqual(await stored(page), [false, false])
})

test('whatever the check of a stored session says but yes, nobody is in and nothing is said', async () => {
  const context = await desktop(browser, { expects: [/status of 401/] })
  const page = await context.newPage()
  await login(page, site)
  const session = await page.evaluate(() => sessionStorage.getItem('enpunto.session')!)
  for (const answer of [
    { status: 401, json: { success: false, error: 'Tu sesión terminó' } },
    { json: { success: false } },
    { body: '<h1>Red del hotel</h1>' },
  ]) {
    await page.evaluate((session) => sessionStorage.setItem('enpunto.session', session), session)
    await page.route('**/api/auth/verify', (route) => route.fulfill(answer))
    await page.goto(`${site.url}/dashboard/services`)
    await page.waitForURL('**/login')
    await page.getByLabel('Correo electrónico').waitFor()
    assert.equal(await page.locator('.toast').count(), 0)
    assert.deepEqual(await stored(page), [false, false])
    await page.unroute('**/api/auth/verify')
  }
})

test('401 on any call of the owner ends the session', async () => {
  const page = await (await phone(browser, { expects: [/status of 401/] })).newPage()
  await login(page, site)
  await page.route('**/api/services*', (route) =>
    route.fulfill({ status: 401, json: { success: false, error: 'Tu sesión terminó' } }),
  )
  await page.reload()
  await page.waitForURL('**/login')
  assert.deepEqual(await stored(page), [false, false])
})

test('the human check: the log-in asks for it, and stops without it', async () => {
  await startProduction(site, { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 'secret' })
  const page = await (await phone(browser, { expects: [/ERR_FAILED/] })).newPage()
  const body = `window.grecaptcha = {
    ready: (then) => then(),
    execute: async (...asked) => { (window.asked ??= []).push(asked); return window.token ?? null },
  }`
  await page.route('**/recaptcha/api.js?render=site-key', (route) =>
    route.fulfill({ contentType: 'text/javascript', body }),
  )
  await page.route('**/api/auth/*', (route) => route.abort())
  const asked = callsOf(page)
  for (const [path, action] of [
    ['/login', 'login'],
    ['/register', 'register'],
  ] as const) {
    await page.goto(site.url + path)
    await page.getByLabel('Correo electrónico').fill(OWNER.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(OWNER.password)
    if (action === 'register') await fillTheRest(page)
    const button = page.locator('form [type=submit]')
    await button.click()
    await said(page, 'Error en la verificación de seguridad')
    assert.deepEqual(asked, [])
    await page.evaluate(() => Object.assign(window, { token: 'a-token' }))
    const sent = page.waitForRequest(`**/api/auth/${action}`)
    await button.click()
    const { recaptcha_token, timezone } = (await sent).postDataJSON()
    const here = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)
    assert.deepEqual([recaptcha_token, timezone], ['a-token', here])
    const checked = await page.evaluate(() => (window as unknown as { asked: unknown[] }).asked.at(-1))
    assert.deepEqual(checked, ['site-key', { action }])
    await said(page, 'Error de conexión. Verifica que el servidor esté funcionando.')
    asked.length = 0
  }
})

async function fillTheRest(page: Page) {
  await page.getByLabel('Nombre del negocio').fill('Barbería El Trazo')
  await page.getByLabel('Tipo de negocio').selectOption('Otro')
  await page.getByLabel('Teléfono').fill('3004128819')
  await page.getByLabel(/negocio virtual/).check()
  await page.getByLabel('Confirmar contraseña').fill(OWNER.password)
  await page.getByLabel(/Acepto los/).check()
}
