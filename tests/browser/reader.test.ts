/**
 * Books, finds, moves and cancels by keyboard alone on a phone-sized screen, as a screen reader presents it.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { ask, bodyOf } from '../server.ts'
import { addressOf, bookByApi, button, freeTime, SLUG, title, visit, type Wanted } from './booking.ts'
import { launch, login, phone, quiet, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

/** Opens a page that records what its live regions announce, in order. */
async function open(expects: RegExp[] = []): Promise<Page> {
  const page = await (await phone(browser, { expects })).newPage()
  await page.addInitScript(() => {
    const said: string[] = (Object.assign(window, { said: [] as string[] }).said = [])
    const before = new WeakMap<Element, string>()
    const look = () => {
      const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
      for (const one of document.querySelectorAll('[role=status], [role=alert], [aria-live]')) {
        // Screen readers do not reach what is outside a modal dialog.
        if (modal && !modal.contains(one)) continue
        const text = one.textContent!.replace(/\s+/g, ' ').trim()
        if (text && before.get(one) !== text) said.push(text)
        before.set(one, text)
      }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return page
}

/** Waits for an announcement, and forgets it and all before it. */
async function hears(page: Page, wanted: RegExp): Promise<string> {
  const found = await page.waitForFunction(
    ([source]) => {
      const { said } = window as unknown as { said: string[] }
      const at = said.findIndex((text) => new RegExp(source!).test(text))
      return at === -1 ? undefined : said.splice(0, at + 1).at(-1)
    },
    [wanted.source],
  )
  return (await found.jsonValue()) as string
}

async function tabTo(page: Page, wanted: Locator, most = 25) {
  for (let i = 0; i < most; i++) {
    await page.keyboard.press('Tab')
    if (await isFocused(wanted)) return
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  assert.fail(`${wanted} is not reached with ${most} tabs; the focus is on ${at}`)
}

const isFocused = async (one: Locator) =>
  (await one.count()) > 0 && one.first().evaluate((one) => one === document.activeElement)

async function hasFocus(page: Page, wanted: Locator) {
  await wanted.waitFor()
  for (let i = 0; i < 40; i++) {
    if (await isFocused(wanted)) return
    await page.waitForTimeout(50)
  }
  const at = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200))
  assert.fail(`the focus is on ${at}, not on ${wanted}`)
}

/** What a screen reader tells about a field: whether it is invalid, and its descriptions. */
const told = (field: Locator) =>
  field.evaluate((one) => ({
    isInvalid: one.ariaInvalid === 'true',
    about: (one.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  }))

const radios = (page: Page, group: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { disabled: false })
const checked = (page: Page, group: string) =>
  page.getByRole('radiogroup', { name: group }).getByRole('radio', { checked: true })

test('a booking from the first tab to the confirmed appointment', async () => {
  const page = await open()
  await visit(page, `${site.url}/negocio/${SLUG}`)
  await page.keyboard.press('Tab')
  await hasFocus(page, page.getByRole('link', { name: 'Ir a la reserva' }))
  await page.keyboard.press('Enter')
  // Skips the header: past the search and the categories of many services to the first choice.
  await tabTo(page, radios(page, 'Servicio').first(), 8)
  await page.keyboard.press('ArrowDown')
  await hasFocus(page, radios(page, 'Servicio').nth(1))
  assert.ok(await radios(page, 'Servicio').nth(1).isChecked())
  await hears(page, /Cargando horarios|horarios? libres? el/)

  // The list stays open under the arrow keys, and folds to the choice when the focus leaves it.
  assert.ok((await radios(page, 'Servicio').count()) > 1)
  await tabTo(page, radios(page, 'Profesional').first(), 1)
  assert.equal(await radios(page, 'Servicio').count(), 1)
  await page.keyboard.press('Space')
  await checked(page, 'Fecha').waitFor()
  await tabTo(page, checked(page, 'Fecha'), 2)
  const offDay = page
    .getByRole('radiogroup', { name: 'Fecha' })
    .getByRole('radio', { disabled: true })
    .first()
  assert.match(await offDay.evaluate((one) => one.closest('label')!.textContent!), /sin horarios|cerrado/)
  await page.keyboard.press('ArrowRight')
  await hears(page, /^\d+ horarios? libres? el \S+ \d+ de \S+$/)
  await tabTo(page, radios(page, 'Hora').first(), 1)
  await page.keyboard.press('Space')
  assert.ok(await radios(page, 'Hora').first().isChecked())
  await page.keyboard.press('Enter')

  await hasFocus(page, title(page, 'Datos del cliente'))
  const step = page.getByRole('list', { name: 'Pasos de la reserva' }).locator('[aria-current=step]')
  assert.equal(await step.innerText(), 'Tus datos')
  // The step's form may arrive after its title.
  await button(page, 'Continuar').waitFor()
  await tabTo(page, button(page, 'Continuar'))
  await page.keyboard.press('Enter')
  const field = (name: string) => page.getByRole('textbox', { name })
  await hasFocus(page, field('Teléfono'))
  assert.deepEqual(await told(field('Teléfono')), { isInvalid: true, about: 'Teléfono es requerido' })
  assert.deepEqual(await told(field('Nombre completo')), { isInvalid: true, about: 'Nombre es requerido' })
  const email = await told(field('Correo electrónico'))
  assert.ok(email.isInvalid)
  assert.match(email.about, /^Email es requerido .+recordatorios/)
  await page.keyboard.type('3004128819')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Lucía Teclas')
  await page.keyboard.press('Tab')
  await page.keyboard.type('lucia@correo.example')
  // The legal text opens in a dialog, which returns the focus to its link.
  const link = page.getByRole('link', { name: 'Términos y Condiciones' })
  await tabTo(page, link)
  await page.keyboard.press('Enter')
  await hasFocus(page, page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }))
  await page.keyboard.press('Escape')
  await hasFocus(page, link)
  await tabTo(page, button(page, 'Continuar'))
  await page.keyboard.press('Enter')

  await hasFocus(page, title(page, 'Confirmar tu cita'))
  assert.equal(await page.getByRole('region', { name: 'Resumen de tu cita' }).count(), 1)
  await tabTo(page, button(page, 'Confirmar Cita'))
  await page.keyboard.press('Enter')
  await hears(page, /¡Cita agendada exitosamente!/)
  await hasFocus(page, title(page, '¡Cita Confirmada!'))
  await tabTo(page, button(page, 'Corregir correo'), 1)
  await tabTo(page, page.getByRole('link', { name: 'Google Calendar' }), 1)
  await tabTo(page, page.getByRole('link', { name: 'Agregar al Calendario' }), 1)
  await tabTo(page, button(page, 'Solicitar Nueva Cita'))
  await page.keyboard.press('Enter')
  await hasFocus(page, title(page, 'Datos de la cita'))
})

test('a time that was taken is said, and the nearest ones are the next stop', async () => {
  const page = await open([/status of 409/])
  const wanted = await freeTime(site)
  await visit(page, addressOf(site, wanted, 'datos'))
  await page.getByRole('textbox', { name: 'Teléfono' }).focus()
  await page.keyboard.type('3004128820')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mario Teclas')
  await page.keyboard.press('Tab')
  await page.keyboard.type('mario@correo.example')
  await page.keyboard.press('Enter')
  await hasFocus(page, title(page, 'Confirmar tu cita'))
  await bookByApi(site, wanted)
  await tabTo(page, button(page, 'Confirmar Cita'))
  await page.keyboard.press('Enter')
  await hears(page, /Ese horario acaba de ocuparse/)
  await hasFocus(page, title(page, 'Datos de la cita'))
  const nearest = page.locator('.alternatives').getByRole('button')
  await tabTo(page, nearest.first(), 1)
  await page.keyboard.press('Enter')
  await hasFocus(page, title(page, 'Confirmar tu cita'))
  await tabTo(page, button(page, 'Confirmar Cita'))
  await page.keyboard.press('Enter')
  await hears(page, /¡Cita agendada exitosamente!/)
})

test('free times that cannot be had are said, with a way to ask again', async () => {
  const page = await open([/ERR_FAILED/])
  await visit(page, `${site.url}/negocio/${SLUG}`)
  await page.route('**/api/schedules/available-days/**', (route) => route.abort())
  // Only one professional offers it, who is chosen along with it.
  await page.getByRole('radio', { name: 'Corte de barba' }).focus()
  await page.keyboard.press('Space')
  await hears(page, /No hay horarios disponibles/)
  await page.unroute('**/api/schedules/available-days/**')
  await tabTo(page, button(page, 'Reintentar'), 3)
  await page.keyboard.press('Enter')
  await hears(page, /\d horarios? libres? el/)
})

const WHO = { client_id: '1037555666', client_email: 'teclas@correo.example' }

async function book(): Promise<Wanted> {
  const wanted = await freeTime(site)
  const answer = await ask(`${site.url}/api/appointments/public`, {
    body: {
      business_id: wanted.business,
      service_id: wanted.service,
      professional_id: wanted.professional,
      appointment_date: wanted.date,
      appointment_time: wanted.time,
      client_name: 'Rosa Teclas',
      client_phone: '+573001112244',
      ...WHO,
    },
  })
  assert.equal(bodyOf(answer).success, true)
  return wanted
}

test('the portal: searching, moving and cancelling', async () => {
  await book()
  const page = await open([/status of 400/])
  await page.goto(`${site.url}/client`)
  await hears(page, /^Listo$/)
  await tabTo(page, button(page, 'Buscar Citas'))
  await page.keyboard.press('Enter')
  const id = page.getByRole('textbox', { name: 'Cédula' })
  await hasFocus(page, id)
  assert.deepEqual(await told(id), { isInvalid: true, about: 'Cédula es requerida' })
  await page.keyboard.type('99999999')
  await page.keyboard.press('Tab')
  await page.keyboard.type(WHO.client_email)
  await page.keyboard.press('Enter')
  await hears(page, /No se encontraron citas con esos datos/)
  await page.getByText('Listo').waitFor()
  await id.fill(WHO.client_id)
  await page.keyboard.press('Enter')
  await hasFocus(page, title(page, 'Mis Citas'))

  // Several appointments have the same buttons, so each names its appointment.
  const move = button(page, 'Reagendar')
  await tabTo(page, move)
  assert.equal((await told(move)).about, 'Corte de barba')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Reagendar Cita - Corte de barba' })
  await hasFocus(page, button(page, 'Cerrar'))
  await hears(page, /^\d+ horarios? libres? el /)
  assert.ok(await dialog.getByRole('button', { name: 'Reagendar Cita' }).isDisabled())
  await tabTo(page, dialog.locator('input[name=new_date]:checked'))
  await tabTo(page, radios(page, 'Nueva hora').first(), 1)
  await page.keyboard.press('Space')
  await hears(page, /\d+ \S+, \d+:\d\d [ap]m$/)

  // An error is announced inside the dialog, where screen readers can reach it.
  await page.route('**/client/reschedule/**', (route) =>
    route.fulfill({ status: 400, json: { success: false, error: 'No se pudo mover' } }),
  )
  await tabTo(page, dialog.getByRole('button', { name: 'Reagendar Cita' }))
  await page.keyboard.press('Enter')
  await hears(page, /^No se pudo mover$/)
  await page.unroute('**/client/reschedule/**')
  // The focus has not moved.
  await hasFocus(page, dialog.getByRole('button', { name: 'Reagendar Cita', disabled: false }))
  await page.keyboard.press('Enter')
  await hears(page, /Cita reagendada exitosamente/)
  await hasFocus(page, move)

  const cancel = button(page, 'Cancelar')
  await tabTo(page, cancel, 1)
  assert.equal((await told(cancel)).about, 'Corte de barba')
  await page.keyboard.press('Enter')
  await hasFocus(page, button(page, 'Cerrar'))
  await page.keyboard.press('Escape')
  await hasFocus(page, cancel)
  // Whoever closes it and opens it again at once, before the browser has told the page, finds it open.
  await cancel.click()
  const asked = page.getByRole('dialog')
  await asked.waitFor()
  await page.evaluate(async () => {
    document.querySelector<HTMLElement>('dialog[open] .x')!.click()
    // As between two events of a keyboard: what waits for this one is done, and no task of the browser.
    await Promise.resolve()
    const again = [...document.querySelectorAll<HTMLElement>('.cita-acts button')].find(
      ({ textContent }) => textContent === 'Cancelar',
    )
    again!.click()
  })
  await quiet(page)
  assert.equal(await asked.count(), 1)
  await page.keyboard.press('Escape')
  await hasFocus(page, cancel)
  await page.keyboard.press('Enter')
  await tabTo(page, button(page, 'Cancelar Cita'), 4)
  await page.keyboard.press('Enter')
  await hasFocus(page, page.getByRole('textbox', { name: '¿Por qué cancelas? (opcional)' }))
  await page.keyboard.type('Viajo')
  await page.keyboard.press('Enter')
  await hears(page, /Cita cancelada exitosamente/)
  await hasFocus(page, page.getByRole('heading', { name: 'Corte de barba' }))
})

test('an open owner screen says that the connection is lost, and from when its figures are', async () => {
  const page = await open([/ERR_INTERNET_DISCONNECTED|ERR_INCOMPLETE_CHUNKED|ERR_FAILED|Failed to fetch/])
  await login(page, site)
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
  for (const screen of ['/appointments', '/services', '']) {
    await page.goto(`${site.url}/dashboard${screen}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await quiet(page)
    if (!screen) await page.getByRole('dialog').getByRole('button', { name: 'Cerrar' }).click()
    await page.context().setOffline(true)
    await hears(page, /^Sin conexión · datos de hace un momento \(\d+:\d\d [ap]m\)/)
    await page.context().setOffline(false)
    await page.getByText('Sin conexión').waitFor({ state: 'detached' })
  }
})
