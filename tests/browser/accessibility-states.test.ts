/**
 * States of a screen that do not show at once: dialogs, menus, refusals, failures, waiting, nothing to show.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import {
  addressOf,
  awake,
  bookByApi,
  button,
  dayAhead,
  fillClient,
  freeTime,
  mailsOf,
  newClient,
  onDay,
  past,
  SLUG,
  title,
} from './booking.ts'
import { call } from './catalogue.ts'
import { axeFindings, launch, phone, startSite, type Site } from './helper.ts'
import { smallTargets, windowFaults } from './page-checks.ts'
import { enter, onPages, show, type Visitor } from './screens.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await past(site, 'Berta Ayer', 1)
  await onDay(site, 'Elvira Mañana', 1, '07:00')
})

/** Records what axe finds in the present state. */
type Look = (state: string) => Promise<void>
type Steps = (page: Page, look: Look) => Promise<unknown>
/** What is done on the screen of a path. */
type Visits = [path: string, steps: Steps][]

const press = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name }).first().click()
const dialog = (page: Page) => page.locator('dialog[open]').last()
const opened = (page: Page) => dialog(page).waitFor()
/** Closes the dialog with Escape; the focus must return to what opened it. */
async function leave(page: Page) {
  const name = await dialog(page).getAttribute('aria-label')
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
  await page
    .waitForFunction(() => document.activeElement!.matches('a, button, summary'), null, { timeout: 2_000 })
    .catch(() => assert.fail(`the window ${name} has left the keyboard at the top of the page`))
}
const refused = (page: Page) => page.locator('[aria-invalid=true]').first().waitFor()
// The screen stays empty until these calls are answered, since they decide whether something is shown.
const DATA = /\/api\/(?!auth\/|appointments\/unconfirmed)/

/** A screen while its calls take long, and when they fail. */
const late = (path: string): Visits[number] => [
  '',
  async (page, look) => {
    let fail = () => {}
    const failure = new Promise<void>((resolve) => (fail = resolve))
    await page.route(DATA, (route) => failure.then(() => route.abort()))
    await page.goto(site.url + path)
    await page.locator('.skeleton, .spinner, .waiting').first().waitFor()
    await look(`${path} waiting`)
    fail()
    await page.locator('.skeleton, .spinner, .waiting').first().waitFor({ state: 'detached' })
    await look(`${path} failed`)
  },
]

const VISITORS: Visits = [
  [
    '/',
    async (page, look) => {
      await page.locator('summary').first().click()
      await look('menu')
      await page.keyboard.press('Escape')
      await page.getByRole('group', { name: 'Portal del cliente' }).getByRole('link').first().click()
      await opened(page)
      await look('picture')
    },
  ],
  [
    '/login',
    async (page, look) => {
      await press(page, 'Iniciar Sesión')
      await refused(page)
      await look('refused')
      await page.getByLabel('Correo electrónico').fill('nadie@correo.example')
      await page.getByLabel('Contraseña', { exact: true }).fill('equivocada')
      await press(page, 'Mostrar')
      await press(page, 'Iniciar Sesión')
      await page.locator('.toast').waitFor()
      await look('wrong password')
    },
  ],
  [
    '/register',
    async (page, look) => {
      for (const name of ['Términos y Condiciones', 'Política de Privacidad']) {
        await page.getByRole('main').getByRole('link', { name }).click()
        await opened(page)
        await look(name)
        await leave(page)
      }
      await press(page, 'Crear mi agenda gratis')
      await refused(page)
      await look('refused')
    },
  ],
  [
    '/forgot-password',
    async (page, look) => {
      await page.getByRole('main').locator('[type=submit], button').last().click()
      await refused(page)
      await look('refused')
      await page.getByLabel('Correo electrónico').fill('nadie@correo.example')
      await page.keyboard.press('Enter')
      await page.locator('input').waitFor({ state: 'detached' })
      await look('sent')
    },
  ],
  [
    '/reset-password?token=x',
    async (page, look) => {
      await press(page, 'Restablecer contraseña')
      await refused(page)
      await look('refused')
      await page.getByLabel('Contraseña nueva').fill('clave-segura')
      await page.getByLabel('Confirmar contraseña').fill('clave-segura')
      await press(page, 'Restablecer contraseña')
      await page.locator('.toast').waitFor()
      await look('used link')
    },
  ],
  [
    '/admin/login',
    async (page, look) => {
      await press(page, 'Acceder al Panel')
      await refused(page)
      await look('refused')
    },
  ],
  [
    `/negocio/${SLUG}`,
    async (page, look) => {
      await awake(page)
      await page.getByRole('link', { name: 'Foto 1 de' }).click()
      await opened(page)
      await look('picture')
      await leave(page)
      await page.route('**/available-days/**', (route) => route.abort())
      await page.getByRole('radio', { name: 'Corte de barba' }).press('Space')
      await page.getByRole('button', { name: 'Reintentar' }).waitFor()
      await look('failed times')
      await page.unroute('**/available-days/**')
      await page.route('**/available-days/**', () => {})
      await press(page, 'Reintentar')
      await page.locator('.skeleton, .spinner').first().waitFor()
      await look('waiting for times')
    },
  ],
  ['/negocio/nada', (_page, look) => look('unknown')],
  ['', booking],
  [
    '/client',
    async (page, look) => {
      await press(page, 'Buscar Citas')
      await refused(page)
      await look('refused')
      await page.getByLabel('Cédula', { exact: true }).fill('99999999')
      await page.getByLabel('Correo electrónico').fill('nadie@correo.example')
      await press(page, 'Buscar Citas')
      await page.locator('.toast').waitFor()
      await look('nothing found')
      await page.route(DATA, () => {})
      await press(page, 'Buscar Citas')
      await page.locator('.spinner').waitFor()
      await look('searching')
    },
  ],
  [
    '/client?token=x',
    async (page, look) => {
      await page.locator('.toast').waitFor()
      await look('refused link')
      await page.route(DATA, () => {})
      await page.reload()
      await page.getByText('Validando acceso automático...').waitFor()
      await look('entering')
    },
  ],
]

/** From a refused form to the booked appointment, its mails, and what the portal does with it. */
async function booking(page: Page, look: Look) {
  const [wanted, client] = [await freeTime(site), newClient()]
  await page.goto(addressOf(site, wanted, 'datos'))
  await awake(page)
  await press(page, 'Continuar')
  await page.getByText('Nombre es requerido').waitFor()
  await look('refused')
  await page.getByRole('link', { name: 'Términos y Condiciones' }).click()
  await opened(page)
  await look('terms')
  await page.keyboard.press('Escape')
  await fillClient(page, client)
  await page.locator('summary').click()
  await page.getByLabel('Cédula').fill('1037444555')
  await press(page, 'Continuar')
  await title(page, 'Confirmar tu cita').waitFor()
  await look('confirming')
  await page.route('**/api/appointments/public', (route) => route.abort())
  await press(page, 'Confirmar Cita')
  await page.getByRole('button', { name: 'Reintentar ahora' }).waitFor()
  await look('lost connection')
  await bookByApi(site, wanted)
  await page.unroute('**/api/appointments/public')
  await press(page, 'Reintentar ahora')
  await page.locator('.alternatives').waitFor()
  await look('taken')
  await page.locator('.alternatives button').first().click()
  await press(page, 'Confirmar Cita')
  await title(page, '¡Cita Confirmada!').waitFor()
  await look('done')

  await mailsOf(site, client)
  await page.goto(`${site.url}/correos`)
  await look('mails')
  await page.getByRole('link').first().click()
  await page.locator('summary').click()
  await look('mail')
  // The mail's HTML as the page of a mail program.
  await page.setContent(`<main>${await page.locator('iframe').getAttribute('srcdoc')}</main>`)
  await look('the mail itself')

  await page.goto(`${site.url}/client`)
  await page.getByLabel('Cédula', { exact: true }).fill('1037444555')
  await page.getByLabel('Correo electrónico').fill(client.email)
  await press(page, 'Buscar Citas')
  await title(page, 'Mis Citas').waitFor()
  await look('portal')
  await press(page, 'Reagendar')
  await opened(page)
  await look('moving')
  await page
    .getByRole('radiogroup', { name: 'Nueva fecha' })
    .getByRole('radio', { disabled: false })
    .first()
    .press('Space')
  await page.getByRole('radiogroup', { name: 'Nueva hora' }).waitFor()
  await look('moving to a day')
  await leave(page)
  await button(page, 'Cancelar').click()
  await opened(page)
  await look('cancelling')
  await press(page, 'Cancelar Cita')
  await page.getByLabel('¿Por qué cancelas? (opcional)').waitFor()
  await look('reason')
  await press(page, 'Cancelar mi cita')
  await page.locator('.toast').waitFor()
  await look('cancelled')
}

const inMenu = async (page: Page, of: string | RegExp, action: string) => {
  await press(page, of)
  await page.locator(':popover-open').getByRole('button', { name: action, exact: true }).click()
  await opened(page)
}

const OWNERS: Visits = [
  [
    '/dashboard',
    async (page, look) => {
      await press(page, 'Código QR')
      await opened(page)
      await look('code')
      await leave(page)
      await press(page, /, menú$/)
      await look('account')
      await page.keyboard.press('Escape')
      await button(page, 'Menú').click()
      await opened(page)
      await look('menu')
      await press(dialog(page), 'Guía de configuración')
      await page.getByRole('dialog', { name: /bienvenida/ }).waitFor()
      await look('guide')
    },
  ],
  late('/dashboard'),
  [
    '/dashboard',
    async (page, look) => {
      // Only this page goes offline: others of the context work on.
      const devtools = await page.context().newCDPSession(page)
      const none = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }
      await devtools.send('Network.emulateNetworkConditions', { offline: true, ...none })
      await page.getByText('Sin conexión').waitFor()
      await look('offline')
    },
  ],
  [
    // A day with an appointment that can be moved, whatever the weekday and the hour.
    `/dashboard/appointments?fecha=${dayAhead(1)}`,
    async (page, look) => {
      await press(page, /^(Filtros|Buscar,? y? ?filtros)/)
      await look('filters')
      await page.locator('.ev:not(.off)').last().click()
      await opened(page)
      await dialog(page).locator('summary').click()
      await look('appointment')
      await press(dialog(page), 'Mover')
      await page.locator('.move-bar').waitFor()
      await look('being moved')
    },
  ],
  late('/dashboard/appointments'),
  [
    '/dashboard/appointments?vista=lista',
    async (page, look) => {
      await page.getByRole('link', { name: 'Nueva cita' }).click()
      await opened(page)
      await look('new')
      await dialog(page).getByLabel('Nombre').fill('Otra')
      await dialog(page).getByRole('button', { name: 'Crear cita' }).press('Enter')
      await refused(page)
      await look('new, incomplete')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog', { name: 'Cambios sin guardar' }).waitFor()
      await look('unsaved')
    },
  ],
  [
    '/dashboard/appointments?vista=lista',
    async (page, look) => {
      for (const [deed, name] of [
        ['Asistió', /^Asistió/],
        ['No asistió', /^No asistió/],
        ['Cancelar', /^Cancelar/],
        ['Editar', /^Editar/],
      ] as const) {
        await press(page, /^Más acciones para/)
        const act = page.locator(':popover-open').getByRole('button', { name })
        if (deed === 'Editar') await look('actions')
        if (!(await act.count())) {
          await page.keyboard.press('Escape')
          continue
        }
        await act.click()
        await opened(page)
        await look(deed)
        await leave(page)
      }
      await press(page, 'Revisar')
      await opened(page)
      await look('unconfirmed')
      await leave(page)
      await page.getByRole('searchbox').first().fill('no hay tal')
      await page.getByRole('heading', { name: /^Ningun/ }).waitFor()
      await look('nothing found')
    },
  ],
  [
    '/dashboard/services',
    async (page, look) => {
      await press(page, 'Nuevo servicio')
      await opened(page)
      await look('new')
      await press(dialog(page), 'Crear servicio')
      await refused(page)
      await look('refused')
      await leave(page)
      await press(page, 'Ordenar')
      await opened(page)
      await look('order')
      await leave(page)
      await press(page, /^Acciones de/)
      await look('actions')
      await page.keyboard.press('Escape')
      await inMenu(page, /^Acciones de/, 'Eliminar')
      await look('deleting')
      await page.route(DATA, (route) => route.abort())
      await press(dialog(page), 'Eliminar')
      await page.locator('.toast').waitFor()
      await look('not deleted')
      await page.unroute(DATA)
      await leave(page)
      await inMenu(page, /^Acciones de/, 'Editar')
      await look('editing')
      await dialog(page).locator('[name=service_name]').fill('Otro')
      await press(dialog(page), 'Cancelar')
      await page.getByRole('dialog', { name: 'Cambios sin guardar' }).waitFor()
      await look('unsaved')
      await press(page, 'Descartar')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
      await page.getByRole('searchbox').fill('no hay tal')
      await page.getByRole('button', { name: 'Borrar la búsqueda' }).waitFor()
      await look('nothing found')
    },
  ],
  late('/dashboard/services'),
  [
    '/dashboard/professionals',
    async (page, look) => {
      await press(page, 'Nuevo profesional')
      await opened(page)
      await look('new')
      await press(dialog(page), 'Crear profesional')
      await refused(page)
      await look('refused')
      await leave(page)
      await press(page, /^Horario de/)
      await opened(page)
      await dialog(page).locator('.skeleton, .spinner').first().waitFor({ state: 'detached' })
      await look('hours')
      await leave(page)
      await press(page, /^Editar a/)
      await opened(page)
      await look('editing')
      await leave(page)
      await inMenu(page, /^Acciones de/, 'Eliminar')
      await look('deleting')
    },
  ],
  late('/dashboard/professionals'),
  [
    '/dashboard/clients',
    async (page, look) => {
      await press(page, 'Exportar mis datos')
      await opened(page)
      await look('export')
      await leave(page)
      await page.locator('.cli-who a').first().click()
      await page.getByRole('tab', { name: 'Datos' }).waitFor()
      await look('client')
      await page.getByRole('tab', { name: 'Datos' }).click()
      await look('client’s data')
      await press(page, /^Borrar los datos/)
      await dialog(page).locator('.confirm-in').waitFor()
      await look('forgetting')
      await leave(page)
      await page.getByRole('main').getByRole('link', { name: 'Clientes' }).click()
      await page.getByRole('searchbox').fill('no hay tal')
      await page.getByRole('button', { name: 'Borrar la búsqueda' }).waitFor()
      await look('nothing found')
    },
  ],
  late('/dashboard/clients'),
  late('/dashboard/credits'),
  late('/dashboard/settings?seccion=negocio'),
  [
    '/dashboard/settings?seccion=negocio',
    async (page, look) => {
      await page.getByLabel('Nombre del negocio').fill('')
      await press(page, 'Guardar')
      await refused(page)
      await look('refused')
      await page.getByRole('link', { name: 'Clientes' }).first().click()
      await page.getByRole('dialog', { name: 'Cambios sin guardar' }).waitFor()
      await look('leaving')
    },
  ],
  [
    '/dashboard/settings?seccion=seguridad',
    async (page, look) => {
      await page.getByLabel('Contraseña actual').fill('x')
      await page.getByLabel('Contraseña actual').press('Enter')
      await refused(page)
      await look('refused')
    },
  ],
]

/** The screens of a business that has just registered. */
const BEGINNERS: Visits = [
  '',
  '/appointments',
  '/appointments?vista=lista',
  '/services',
  '/professionals',
  '/clients',
  '/credits',
].map((path) => [
  `/dashboard${path}`,
  async (page, look) => {
    await page.locator('.skeleton, .spinner').first().waitFor({ state: 'detached' })
    await look('nothing yet')
  },
])

const ADMINISTRATORS: Visits = [
  [
    '/admin/dashboard',
    async (page, look) => {
      await press(page, /^Gestionar/)
      await opened(page)
      await look('managing')
      await press(page, 'Otorgar créditos')
      await page.getByLabel('Referencia del pago').waitFor()
      await look('credits')
      await press(page, /^Otorgar$/)
      await refused(page)
      await look('credits refused')
      await leave(page)
      await press(page, /^Gestionar/)
      await press(page, /^(Suspender|Reactivar) negocio/)
      await page.getByLabel('Motivo').waitFor()
      await look('suspending')
      await leave(page)
      await page.getByLabel('Buscar negocios').fill('no hay tal')
      await page.getByText('Ningún negocio coincide con la búsqueda.').waitFor()
      await look('nothing found')
    },
  ],
  late('/admin/dashboard'),
]

test('nothing for axe to find in any window, menu or state of a visitor’s screens', () =>
  walk('anyone', VISITORS))

test('nothing for axe to find in any window, menu or state of an owner’s screens', () =>
  walk('owner', OWNERS))

test('nothing for axe to find on the screens of a business that has just begun', async () => {
  const owner = {
    email: 'empieza@correo.example',
    password: 'clave-segura',
  }
  await call(site, 'POST', '/api/auth/register', {
    business_name: 'Uñas Doña Luz',
    business_type: 'Peluquería / Barbería',
    is_virtual: true,
    ...owner,
    phone: '+573001234567',
    confirmPassword: owner.password,
    terms: true,
  })
  await walk('owner', BEGINNERS, owner)
})

test('nothing for axe to find in any window or state of the administrator’s panel', () =>
  walk('administrator', ADMINISTRATORS))

async function walk(who: Visitor, visits: Visits, owner?: Parameters<typeof enter>[3]) {
  const least = who === 'anyone' ? 44 : 24
  const context = await phone(browser, { expects: [/status of 4\d\d/, /net::ERR_/] })
  await enter(context, site, who, owner)
  const found: string[] = []
  await onPages(context, visits, async (page, [path, steps]) => {
    let last = 'the beginning'
    try {
      if (path) await show(page, site, path)
      await steps(page, async (state) => {
        last = state
        const faults = [
          ...(await axeFindings(page)),
          ...(await page.evaluate(windowFaults)),
          ...(await page.evaluate(smallTargets, path.startsWith('/admin') ? 24 : least)),
        ]
        found.push(...faults.map((fault) => `${path}, ${state}: ${fault}`))
      })
    } catch (error) {
      found.push(`${path}, after ${last}: ${error instanceof Error ? error.message : error}`)
    }
  })
  assert.deepEqual(found, [])
}
