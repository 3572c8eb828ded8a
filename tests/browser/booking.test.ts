import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { ask, bodyOf } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  amPm,
  awake,
  bookByApi,
  button,
  choose,
  fillClient,
  freeDays,
  freeTime,
  isFree,
  labelOf,
  longDate,
  mailsOf,
  minutesLater,
  newClient,
  SLUG,
  title,
  toConfirm,
  visit,
  type Client,
  type Wanted,
} from './booking.ts'
import { axe, desktop, launch, phone, startSite, type Site, type Visitor } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const onPhone = async (visitor?: Visitor) => (await phone(browser, visitor)).newPage()
const onDesktop = async (visitor?: Visitor) => (await desktop(browser, visitor)).newPage()
const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true })
const radios = (page: Page, group: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio')
const date = (page: Page, value: string) => page.locator(`input[name=fecha][value="${value}"]`)
const time = (page: Page, value: string) => page.locator(`input[name=hora][value="${value}"]`)
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

const sizes: [name: string, open: (browser: Browser, visitor?: Visitor) => Promise<BrowserContext>][] = [
  ['on a phone', phone],
  ['on a desktop', desktop],
]

for (const [name, open] of sizes)
  test(`a whole booking ${name}, without an axe finding in any state`, async () => {
    const wanted = await freeTime(site, 'Corte y cepillado')
    const client = newClient()
    const page = await (await open(browser)).newPage()
    const state = async () => {
      assert.equal(await isWiderThanScreen(page), false)
      await axe(page)
    }
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await title(page, 'Datos de la cita').waitFor()
    await page.getByText('Desde $ 55.000*').waitFor()
    await page.getByText('60 min').first().waitFor()
    await page.getByText('Lavado, corte a la medida y cepillado con protector térmico.').waitFor()
    assert.equal(await page.getByRole('radio').count(), 8)
    await state()

    await choose(radio(page, /Corte y cepillado/))
    await button(page, 'Mostrar servicios').waitFor()
    assert.equal(await radios(page, 'Servicio').count(), 1)
    assert.equal(await radios(page, 'Profesional').count(), 2)
    for (const later of ['Fecha', 'Hora']) assert.equal(await title(page, later).count(), 0)
    await state()
    await choose(radio(page, wanted.professional_name))
    await choose(date(page, wanted.date))
    await button(page, 'Continuar →').waitFor({ state: 'hidden' })
    const columns = page.locator('.slots').first()
    assert.equal(
      await columns.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length),
      4,
    )
    await choose(radio(page, amPm(wanted.time)))
    await page
      .getByText('*Precios de referencia. Sujeto a cambios según personalizaciones del servicio.')
      .waitFor()
    await state()

    await button(page, 'Continuar →').click()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Datos del cliente')
    await page.getByText('Aquí te llegan la confirmación y los recordatorios.').waitFor()
    await page.getByText('Verificación de seguridad').waitFor()
    assert.equal(await page.getByLabel('País').inputValue(), 'CO')
    assert.ok(await page.getByLabel('Acepto los').isChecked())
    await fillClient(page, client)
    await page.getByText('Información adicional').click()
    await page.getByLabel('Notas').fill('Cabello rizado')
    await page.getByLabel('Cédula').fill('1020304050')
    await state()

    await button(page, 'Continuar').click()
    await title(page, 'Confirmar tu cita').waitFor()
    const summary = page.getByRole('region', { name: 'Resumen de tu cita' })
    for (const text of ['Corte y cepillado', wanted.professional_name, client.name, client.email])
      await summary.getByText(text, { exact: true }).waitFor()
    await summary.getByText(longDate(wanted.date)).waitFor()
    await summary.getByText(amPm(minutesLater(wanted.time, 60))).waitFor()
    await summary.getByText('Desde $ 55.000*').waitFor()
    await button(page, 'Volver').waitFor()
    await state()

    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await button(page, 'Confirmar Cita').click()
    const { recaptcha_token, consent_version, ...payload } = (await sent).postDataJSON()
    assert.deepEqual(payload, {
      ...{ business_id: wanted.business, service_id: wanted.service, professional_id: wanted.professional },
      ...{ appointment_date: wanted.date, appointment_time: wanted.time },
      ...{ client_name: client.name, client_phone: '+573004128819', client_email: client.email },
      ...{ client_id: '1020304050', notes: 'Cabello rizado', send_confirmation: true },
    })
    assert.equal(recaptcha_token, 'dev-token')
    assert.ok(consent_version)

    await title(page, '¡Cita Confirmada!').waitFor()
    await toast(page, '¡Cita agendada exitosamente!').waitFor()
    const booked = page.getByRole('region', { name: 'Tu cita' })
    for (const text of ['Corte y cepillado', wanted.professional_name, 'Salón Bugambilia'])
      await booked.getByText(text, { exact: true }).waitFor()
    await booked.getByText('Cra. 76 # 33A-21, Laureles, Medellín').waitFor()
    await booked.getByText(longDate(wanted.date)).waitFor()
    await booked.getByText(amPm(minutesLater(wanted.time, 60))).waitFor()
    await page.getByText(`Te enviamos la confirmación a ${client.email}`).waitFor()
    await state()
    await checkCalendarFile(page, wanted)

    await checkMails(client, wanted)
    assert.equal(await isFree(site, wanted), false)
    await button(page, 'Solicitar Nueva Cita').click()
    await title(page, 'Datos de la cita').waitFor()
    assert.equal(await page.locator('input:checked').count(), 0)
    await visit(page, addressOf(site, wanted, 'datos'))
    assert.equal(
      await time(page, wanted.time)
        .isEnabled()
        .catch(() => false),
      false,
    )
    await visit(page, addressOf(site, await freeTime(site), 'datos'))
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), '')
  })

describe('choosing', () => {
  test('Back and Forward keep what was chosen and typed, and so does a reload', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await visit(page, addressOf(site, wanted))
    await button(page, 'Continuar →').click()
    await fillClient(page, { name: 'Ana María', phone: '3001112233', email: 'ana@correo.example' })
    await button(page, 'Continuar').click()
    await title(page, 'Confirmar tu cita').waitFor()
    await page.goBack()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), 'Ana María')
    await page.goBack()
    await title(page, 'Datos de la cita').waitFor()
    assert.ok(await time(page, wanted.time).isChecked())
    await page.goForward()
    assert.equal(await page.getByLabel('Correo electrónico').inputValue(), 'ana@correo.example')
    await page.reload()
    await awake(page)
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), 'Ana María')
    assert.equal(await page.getByLabel('Teléfono', { exact: true }).inputValue(), '3001112233')
    await button(page, 'Continuar').click()
    await button(page, 'Volver').click()
    await title(page, 'Datos del cliente').waitFor()
    await button(page, 'Continuar').click()
    await page.getByRole('link', { name: 'Modificar' }).click()
    await title(page, 'Datos de la cita').waitFor()
    assert.ok(await time(page, wanted.time).isChecked())
  })

  test('a choice made before the script has arrived counts, by reloading', async () => {
    const page = await onPhone({ expects: [/ERR_FAILED/] })
    await page.route(/\/assets\/.*\.js/, (route) => route.abort())
    await page.goto(`${site.url}/negocio/${SLUG}`)
    await choose(radio(page, /Corte de barba/))
    await page.waitForURL(/servicio=\d+/)
    await page.getByRole('radiogroup', { name: 'Hora' }).waitFor()
    const wanted = await freeTime(site)
    await choose(date(page, wanted.date))
    await page.waitForURL(/fecha=/)
    await choose(time(page, wanted.time))
    await button(page, 'Continuar →').click()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('hora'), wanted.time)
  })

  test('the list of services folds to the chosen one, and opens again', async () => {
    const page = await onDesktop()
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await choose(radio(page, /Keratina/))
    await button(page, 'Mostrar servicios').click()
    assert.equal(await radios(page, 'Servicio').count(), 8)
    // More than six scroll in a box of their own.
    const [scrolls, shown] = await page
      .getByRole('radiogroup', { name: 'Servicio' })
      .evaluate((box) => [box.scrollHeight, box.clientHeight] as const)
    assert.ok(scrolls > shown)
    await choose(radio(page, /Pedicura spa/))
    await page.getByRole('radiogroup', { name: 'Servicio' }).getByText('Pedicura spa').waitFor()
    assert.equal(await radios(page, 'Servicio').count(), 1)
    assert.ok(await radio(page, 'Luz Marina Gómez').isChecked(), 'the only one who does it')
  })

  test('with the keyboard alone', async () => {
    const wanted = await freeTime(site)
    const client = newClient()
    const page = await onDesktop()
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Ir a la reserva')
    await page.keyboard.press('Enter')
    const walkTo = async (name: string, value: string | number) => {
      while ((await focused(page)) !== name) await page.keyboard.press('Tab')
      for (let steps = 0; steps < 40; steps++) {
        const at = await page.evaluate(() => {
          const { value, checked } = document.activeElement as HTMLInputElement
          return { value, checked }
        })
        if (at.value === String(value)) return at.checked ? undefined : page.keyboard.press('Space')
        await page.keyboard.press('ArrowRight')
      }
      throw new Error(`${name} ${value} was not reached`)
    }
    await walkTo('servicio', wanted.service)
    await page.getByRole('radiogroup', { name: 'Hora' }).waitFor()
    await walkTo('fecha', wanted.date)
    await walkTo('hora', wanted.time)
    await page.keyboard.press('Enter')
    await title(page, 'Datos del cliente').waitFor()
    for (const [field, text] of [
      ['client_phone', client.phone],
      ['client_name', client.name],
      ['client_email', client.email],
    ] as const) {
      while ((await focused(page)) !== field) await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await title(page, 'Confirmar tu cita').waitFor()
    while ((await page.evaluate(() => document.activeElement?.textContent)) !== 'Confirmar Cita')
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), '¡Cita Confirmada!')
    await mailsOf(site, client)
  })

  test('today and the thirty days after it; closed days are off', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await visit(page, addressOf(site, { service: wanted.service }))
    const dates = await radios(page, 'Fecha').evaluateAll((all) =>
      all.map((input) => {
        const { value, disabled } = input as HTMLInputElement
        return { value, disabled, name: input.parentElement!.textContent }
      }),
    )
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format()
    const days = Array.from({ length: 31 }, (_, i) =>
      new Date(Date.parse(today) + i * 86_400_000).toISOString().slice(0, 10),
    )
    assert.deepEqual(
      dates.map(({ value }) => value),
      days,
    )
    assert.match(dates[0]!.name!, /^Hoy/)
    const sundays = dates.filter(({ value }) => new Date(value).getUTCDay() === 0)
    assert.ok(
      sundays.length >= 4 && sundays.every(({ disabled, name }) => disabled && /, cerrado$/.test(name!)),
    )
    const free = (await freeDays(site, wanted)).map(({ date }) => date)
    assert.deepEqual(
      dates.filter(({ disabled }) => !disabled).map(({ value }) => value),
      free,
    )
  })

  test('free times that cannot be loaded: the empty text, and another try', async () => {
    const wanted = await freeTime(site, 'Corte y cepillado')
    const page = await onPhone({ expects: [/ERR_FAILED/] })
    await visit(page, addressOf(site, { service: wanted.service }))
    let held = () => {}
    await page.route(/available-days/, async (route) => {
      await new Promise<void>((resolve) => (held = resolve))
      await route.abort()
    })
    await choose(radio(page, wanted.professional_name))
    await page.getByText('Cargando horarios...').waitFor()
    await axe(page)
    held()
    await page.getByText('No hay horarios disponibles').waitFor()
    assert.equal(await page.locator('.toast').count(), 0)
    await page.unroute(/available-days/)
    await button(page, 'Reintentar').click()
    await page.getByRole('radiogroup', { name: 'Hora' }).waitFor()
  })

  test('an address with nonsense shows the page, a step too early goes back to the choice', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    for (const search of [
      '?servicio=999999&profesional=1',
      '?servicio=1e3&profesional=%00&fecha=2026-02-31&hora=25:00&paso=confirmar',
      '?paso=lista',
      `?servicio=${wanted.service}&profesional=${wanted.professional}&fecha=1999-01-01&hora=03:17&paso=datos`,
      `?servicio=${'9'.repeat(300)}&paso=<script>alert(1)</script>`,
    ]) {
      const response = await page.goto(`${site.url}/negocio/${SLUG}${search}`)
      assert.equal(response!.status(), 200)
      await awake(page)
      await title(page, 'Datos de la cita').waitFor()
    }
    await visit(page, addressOf(site, wanted, 'confirmar'))
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(await page.locator('.toast').count(), 0)
    const { time: none, ...untimed } = wanted
    for (const step of ['datos', 'confirmar']) {
      await visit(page, addressOf(site, untimed, step))
      await toast(page, 'Por favor completa todos los datos de la cita').waitFor()
      await title(page, 'Datos de la cita').waitFor()
    }
  })
})

describe('the client’s data', () => {
  let wanted: Wanted
  let page: Page
  const start = async (visitor?: Visitor) => {
    wanted ??= await freeTime(site)
    page = await onPhone(visitor)
    await visit(page, addressOf(site, wanted, 'datos'))
  }
  const errors = () => page.locator('.error').allTextContents()

  test('each error in its words, at its field, the first one in focus', async () => {
    await start()
    await page.getByLabel('Acepto los').uncheck()
    await button(page, 'Continuar').click()
    await until(async () => (await errors()).length > 0)
    assert.deepEqual(await errors(), [
      'Teléfono es requerido',
      'Nombre es requerido',
      'Email es requerido',
      'Debes aceptar los términos y condiciones',
    ])
    await until(async () => (await focused(page)) === 'client_phone')
    assert.equal(
      await page.getByLabel('Teléfono', { exact: true }).getAttribute('aria-describedby'),
      'client_phone-error',
    )
    await axe(page)

    await fillClient(page, { name: '   ', phone: '123', email: 'ana@' })
    await page.getByLabel('Acepto los').check()
    await page.getByText('Información adicional').click()
    await page.getByLabel('Notas').fill('x'.repeat(501))
    await page.getByText('501 de 500').waitFor()
    await page.getByLabel('Cédula').fill('1234')
    await button(page, 'Continuar').click()
    await toast(page, 'Por favor corrige el formato del teléfono').waitFor()
    assert.deepEqual(await errors(), [
      'Formato inválido. Ejemplo: +57 3001234567',
      'Nombre es requerido',
      'Email inválido',
      'Notas no pueden exceder 500 caracteres',
      'Cédula debe tener entre 8 y 12 dígitos',
    ])

    await fillClient(page, { name: 'Ana', phone: '300 123 4567', email: 'ana@correo.example' })
    await page.getByLabel('Cédula').fill('')
    await page.getByText('Información adicional').click()
    await button(page, 'Continuar').click()
    await until(async () => (await focused(page)) === 'notes', 10_000, 'focus on the notes, unfolded')
    await page.getByLabel('Notas').fill('x'.repeat(500))
    await button(page, 'Continuar').click()
    await title(page, 'Confirmar tu cita').waitFor()
  })

  test('phones by country: the example is the chosen one’s', async () => {
    await start()
    const phoneError = async (iso: string, number: string) => {
      await page.getByLabel('País').selectOption(iso)
      await fillClient(page, { name: 'Ana', phone: number, email: 'ana@correo.example' })
      await button(page, 'Continuar').click()
      const back = button(page, 'Volver')
      await page.locator('#client_phone-error').or(title(page, 'Confirmar tu cita')).waitFor()
      if (await title(page, 'Confirmar tu cita').isVisible()) {
        await back.click()
        await title(page, 'Datos del cliente').waitFor()
        return undefined
      }
      return page.locator('#client_phone-error').textContent()
    }
    assert.equal(await page.getByLabel('País').locator('option').count(), 21)
    const wrong = (text: string) => `Formato inválido. Ejemplo: ${text}`
    assert.equal(await phoneError('MX', '551234567'), wrong('+52 5512345678'))
    assert.equal(await phoneError('ES', '512345678'), wrong('+34 612345678'))
    assert.equal(await phoneError('DO', '80912'), wrong('+1 8091234567'))
    assert.equal(await phoneError('CO', '30012345ab'), wrong('+57 3001234567'))
    assert.equal(await phoneError('VE', '4121234567'), undefined)
    assert.equal(await phoneError('AR', '1123456789'), undefined)
  })

  test('the phone is sent with the code of its country', async () => {
    await start({ expects: [/400/] })
    await page.getByLabel('País').selectOption('MX')
    await fillClient(page, { name: 'Ana', phone: '55 1234 5678', email: 'ana@correo.example' })
    await button(page, 'Continuar').click()
    await page.route('**/api/appointments/public', (route) =>
      route.fulfill({ status: 400, json: { success: false } }),
    )
    const sent = page.waitForRequest('**/api/appointments/public')
    await button(page, 'Confirmar Cita').click()
    assert.equal((await sent).postDataJSON().client_phone, '+525512345678')
    await toast(page, 'Error agendando cita').waitFor()
  })

  test('the legal texts open in dialogs, which the keyboard closes', async () => {
    await start()
    for (const name of ['Términos y Condiciones', 'Política de Tratamiento de Datos']) {
      await page.getByRole('link', { name }).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByRole('heading', { name }).waitFor()
      await dialog.getByText('Última actualización: 1 de agosto de 2023').waitFor()
      await dialog
        .getByText(
          name === 'Términos y Condiciones' ? /leyes de la República de Colombia/ : /Ley Estatutaria 1581/,
        )
        .waitFor()
      await axe(page)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    assert.ok(await page.getByLabel('Acepto los').isChecked())
  })

  test('what the server finds wrong goes back to its field', async () => {
    await start({ expects: [/400/] })
    await page.route('**/api/appointments/public', (route) =>
      route.fulfill({
        status: 400,
        json: { success: false, error: 'Email inválido', fields: { client_email: 'Email inválido' } },
      }),
    )
    await fillClient(page, { name: 'Ana', phone: '3001234567', email: 'ana@correo.example' })
    await button(page, 'Continuar').click()
    await button(page, 'Confirmar Cita').click()
    await title(page, 'Datos del cliente').waitFor()
    await page.locator('#client_email-error', { hasText: 'Email inválido' }).waitFor()
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), 'Ana')
  })
})

describe('confirming', () => {
  test('a time taken meanwhile: the nearest ones are offered, and one press more books', async () => {
    const [wanted, client] = [await freeTime(site), newClient()]
    const page = await onPhone({ expects: [/409/] })
    await toConfirm(page, site, wanted, client)
    await bookByApi(site, wanted)
    await button(page, 'Confirmar Cita').click()
    await page.getByRole('alert').getByText('Ese horario acaba de ocuparse.').waitFor()
    await title(page, 'Datos de la cita').waitFor()
    await until(async () => !(await time(page, wanted.time).isEnabled()), 10_000, 'a greyed time')
    await axe(page)
    const offers = page.locator('.alternatives button')
    assert.ok((await offers.count()) >= 2)
    const offer = (await offers.first().textContent())!
    await offers.first().click()
    await title(page, 'Confirmar tu cita').waitFor()
    await page.getByText(client.name, { exact: true }).waitFor()
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    const [, at] = offer.split(' · ')
    assert.ok(
      (await page.getByRole('region', { name: 'Tu cita' }).textContent())!.includes(
        at!.replace(/ [ap]m/, ''),
      ),
    )
    await mailsOf(site, client)
  })

  test('a time taken while the page is open is dropped when the minute turns', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await page.clock.install()
    await visit(page, addressOf(site, wanted))
    assert.ok(await time(page, wanted.time).isChecked())
    await bookByApi(site, wanted)
    await page.clock.runFor(61_000)
    await toast(page, 'Ese horario acaba de ocuparse. Elige otro, por favor.').waitFor()
    assert.equal(await time(page, wanted.time).isChecked(), false)
    assert.equal(await labelOf(time(page, wanted.time)).textContent(), `${amPm(wanted.time)}, ocupado`)
    assert.ok(await time(page, wanted.time).isDisabled())
  })

  test('a failure of the server is said in both sentences, and a second press is the same booking', async () => {
    const [wanted, client] = [await freeTime(site), newClient()]
    const page = await onPhone({ expects: [/500/] })
    await toConfirm(page, site, wanted, client)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })
    await page.route(
      '**/api/appointments/public',
      (route) => route.fulfill({ status: 500, json: { success: false } }),
      { times: 1 },
    )
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'Ocurrió un error al agendar la cita. Por favor, inténtalo nuevamente.').waitFor()
    await toast(page, 'Error agendando cita').waitFor()
    await axe(page)
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal(keys.length, 2)
    assert.ok(keys[0] && keys[0] === keys[1])
    await mailsOf(site, client)
  })

  test('refused in the server’s words', async () => {
    const page = await onPhone({ expects: [/429/] })
    await toConfirm(page, site, await freeTime(site), newClient())
    await page.route('**/api/appointments/public', (route) =>
      route.fulfill({
        status: 429,
        json: { success: false, error: 'Demasiados intentos, intenta más tarde' },
      }),
    )
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'Demasiados intentos, intenta más tarde').waitFor()
    await title(page, 'Confirmar tu cita').waitFor()
    assert.ok(await button(page, 'Confirmar Cita').isEnabled())
  })

  test('a toast stands at the top right, at most 350 px wide, for four seconds', async () => {
    const page = await onDesktop({ expects: [/500/] })
    await page.clock.install()
    await toConfirm(page, site, await freeTime(site), newClient())
    await page.route('**/api/appointments/public', (route) =>
      route.fulfill({ status: 500, json: { success: false } }),
    )
    await button(page, 'Confirmar Cita').click()
    const shown = toast(page, 'Ocurrió un error al agendar la cita.')
    await shown.waitFor()
    const box = (await shown.boundingBox())!
    assert.ok(box.width <= 350 && box.x + box.width > 1240 && box.y < 120, JSON.stringify(box))
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
    await page.clock.runFor(2_500)
    assert.equal(await page.locator('.toast.leaving').count(), 0)
    await page.clock.runFor(1_000)
    assert.equal(await page.locator('.toast.leaving').count(), 2)
    await page.clock.runFor(1_000)
    assert.equal(await page.locator('.toast').count(), 0)
  })

  test('an appointment that comes back without its duration is shown as an hour', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await toConfirm(page, site, wanted, newClient())
    await page.route('**/api/appointments/public', async (route) => {
      const response = await route.fetch()
      const { appointment } = await response.json()
      await route.fulfill({
        status: 201,
        json: { success: true, appointment: { ...appointment, duration_minutes: null } },
      })
    })
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    await page
      .getByRole('region', { name: 'Tu cita' })
      .getByText(amPm(minutesLater(wanted.time, 60)))
      .waitFor()
    await checkCalendarFile(page, { ...wanted, duration_minutes: 60 })
  })

  test('after booking, going back does not offer the time again, and a new one is booked beside it', async () => {
    const [wanted, client] = [await freeTime(site, 'Corte y cepillado'), newClient()]
    const page = await onPhone()
    await toConfirm(page, site, wanted, client)
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    await page.goBack()
    await title(page, 'Datos de la cita').waitFor()
    await until(() => time(page, wanted.time).isDisabled(), 10_000, 'a greyed time')
    await page.goForward()
    await title(page, '¡Cita Confirmada!').waitFor()
    await page.reload()
    await awake(page)
    await title(page, '¡Cita Confirmada!').waitFor()
    await button(page, 'Solicitar Nueva Cita').click()
    await choose(radio(page, /Corte y cepillado/))
    await choose(radio(page, wanted.professional_name))
    await choose(date(page, wanted.date))
    await time(page, wanted.times.at(-1)!).waitFor({ state: 'attached' })
    assert.equal(
      await time(page, wanted.time)
        .isEnabled({ timeout: 100 })
        .catch(() => false),
      false,
    )
    await mailsOf(site, client)
  })

  test('a double tap goes one step, not two: the next button cannot be touched in the moment it appears', async () => {
    const page = await onPhone()
    await visit(page, addressOf(site, await freeTime(site)))
    const press = async (name: string, next: string) => {
      const isThere = page.evaluate(reachableAtOnce, next)
      await button(page, name).click()
      assert.equal(await isThere, false, next)
    }
    await press('Continuar →', 'Continuar')
    await fillClient(page, newClient())
    await press('Continuar', 'Confirmar Cita')
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
  })

  test('names and addresses without a space fit on the smallest screen', async () => {
    const page = await onPhone()
    await page.setViewportSize({ width: 320, height: 640 })
    const client = newClient()
    await toConfirm(page, site, await freeTime(site), {
      ...{ name: 'W'.repeat(120), phone: client.phone },
      email: `${'w'.repeat(40)}.${client.email}`,
    })
    assert.equal(await isWiderThanScreen(page), false)
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal(await isWiderThanScreen(page), false)
  })
})

describe('the clock', () => {
  /** Milliseconds from now until the next `weekday` (0 is Sunday) at that time in Bogotá. */
  function timeUntil(weekday: number, time: string): number {
    const now = Date.now()
    const bogota = new Date(now - 5 * 3_600_000)
    const midnight = Date.UTC(bogota.getUTCFullYear(), bogota.getUTCMonth(), bogota.getUTCDate())
    const days = ((weekday - bogota.getUTCDay() + 6) % 7) + 1
    return midnight + days * 86_400_000 + Date.parse(`1970-01-01T${time}Z`) + 5 * 3_600_000 - now
  }

  test('open or closed follows the business’s time every 60 s, whatever the visitor’s device says', async () => {
    const page = await onPhone()
    await page.clock.install({ time: new Date('2019-03-01T04:00:00Z') })
    await visit(page, `${site.url}/negocio/${SLUG}`)
    const status = page.locator('header .open')
    await page.clock.fastForward(timeUntil(3, '18:58:30'))
    await status.getByText('Abierto · cierra a las 7:00 pm').waitFor()
    await page.clock.runFor(60_000)
    await status.getByText('Abierto · cierra a las 7:00 pm').waitFor()
    await page.clock.runFor(60_000)
    await status.getByText('Cerrado · abre mañana a las 9:00 am').waitFor()
    const today = page.locator('#horario .today')
    assert.equal(await today.textContent(), 'Miércoles · hoy09:00 – 19:00')
    await page.clock.fastForward(4 * 86_400_000)
    await status.getByText('Cerrado · abre mañana a las 9:00 am').waitFor()
    assert.equal(await today.textContent(), 'Domingo · hoyCerrado')
  })

  test('a time that passes while the page is open can no longer be chosen', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await page.clock.install()
    await visit(page, addressOf(site, wanted))
    assert.ok(await time(page, wanted.time).isChecked())
    await page.clock.fastForward(Date.parse(`${wanted.date}T${wanted.time}-05:00`) - Date.now() + 60_000)
    await until(() => time(page, wanted.time).isDisabled(), 10_000, 'a greyed time')
    await until(async () => !(await time(page, wanted.time).isChecked()), 10_000, 'an empty choice')
    await button(page, 'Continuar →').waitFor({ state: 'hidden' })
    const last = wanted.times.at(-1)!
    assert.ok(await time(page, last).isEnabled())
    assert.equal(
      await page
        .locator('label.slot', { hasText: amPm(wanted.time) })
        .first()
        .textContent(),
      `${amPm(wanted.time)}, ya pasó`,
    )
  })
})

describe('the page around the booking', () => {
  test('header, hours, footer', async () => {
    const page = await onDesktop()
    await visit(page, `${site.url}/negocio/${SLUG}`)
    const header = page.getByRole('banner')
    await header.getByRole('heading', { name: 'Salón Bugambilia' }).waitFor()
    await header.getByText('Color, corte y uñas en el corazón de Laureles.').waitFor()
    await header.getByText('Cra. 76 # 33A-21, Laureles, Medellín').waitFor()
    await header.getByText(/^Hoy: (09:00 – 19:00|09:00 – 17:00|Cerrado)$/).waitFor()
    const gradient = await header.evaluate((element) => getComputedStyle(element).backgroundImage)
    assert.match(gradient, /gradient\(.*rgb\(176, 36, 107\).*rgb\(141, 29, 86\)/)
    await title(page, 'Horario de apertura').waitFor()
    const hours = await page.locator('#horario .hours > div').allTextContents()
    assert.deepEqual(
      hours.map((row) => row.replace(' · hoy', '')),
      [
        ...['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes'].map((day) => `${day}09:00 – 19:00`),
        'Sábado09:00 – 17:00',
        'DomingoCerrado',
      ],
    )
    const weekday = new Date(Date.now() - 5 * 3_600_000).getUTCDay()
    assert.equal(
      hours.findIndex((row) => row.includes(' · hoy')),
      (weekday + 6) % 7,
    )
    const footer = page.getByRole('contentinfo')
    const href = (name: string) => footer.getByRole('link', { name }).getAttribute('href')
    assert.equal(await href('Facebook'), 'https://www.facebook.com/salonbugambilia')
    assert.equal(await href('Instagram'), 'https://www.instagram.com/salonbugambilia')
    assert.equal(await href('WhatsApp'), 'https://wa.me/573004128819')
    assert.equal(await href('Reservas con enpunto'), '/')
  })

  test('the gallery’s pictures large, with keyboard and finger', async () => {
    const page = await onPhone()
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await page.getByRole('img', { name: 'Foto 1 de 5 de Salón Bugambilia' }).click()
    const box = page.getByRole('dialog', { name: 'Fotos de Salón Bugambilia' })
    await box.getByText('1 / 5').waitFor()
    await axe(page)
    await page.keyboard.press('ArrowRight')
    await box.getByText('2 / 5').waitFor()
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await box.getByText('5 / 5').waitFor()
    await box.getByRole('button', { name: 'Foto siguiente' }).click()
    await box.getByText('1 / 5').waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    assert.match(
      String(await page.evaluate(() => (document.activeElement as HTMLAnchorElement).href)),
      /\/files\//,
    )
  })

  test('the map’s pictures are fetched only when it comes near', async () => {
    const page = await onPhone()
    const tiles: string[] = []
    page.on('request', (request) => request.url().includes('/tiles/') && tiles.push(request.url()))
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await page.waitForLoadState('networkidle')
    assert.equal(tiles.length, 0)
    await title(page, 'Dónde nos encuentras').scrollIntoViewIfNeeded()
    await until(() => tiles.length > 0, 10_000, 'tiles')
    assert.ok(tiles.every((url) => url.startsWith(`${site.url}/tiles/16/`)))
    const directions = page.getByRole('link', { name: 'Cómo llegar' })
    assert.equal(
      await directions.getAttribute('href'),
      'https://www.google.com/maps/dir/?api=1&destination=6.2442,-75.5936',
    )
  })

  test('a visitor in another time zone and language sees the business’s times, in Spanish', async () => {
    const wanted = await freeTime(site)
    const context = await desktop(browser, { timezoneId: 'Pacific/Kiritimati', locale: 'en-US' })
    const page = await context.newPage()
    await visit(page, addressOf(site, wanted))
    assert.ok(await radio(page, amPm(wanted.time)).isChecked())
    assert.equal(
      await date(page, new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format()).count(),
      1,
    )
    await page.getByText('Hoy', { exact: true }).waitFor()
  })

  test('nothing is asked of anybody else', async () => {
    const page = await onDesktop()
    const hosts = new Set<string>()
    page.on('request', (request) => hosts.add(new URL(request.url()).host))
    await visit(page, addressOf(site, await freeTime(site), 'datos'))
    await page.waitForLoadState('networkidle')
    assert.deepEqual([...hosts], [new URL(site.url).host])
  })

  test('what machines read: title, description, canonical address, structured data', async () => {
    const page = await onPhone()
    await visit(page, `${site.url}/negocio/${SLUG}?servicio=1`)
    assert.equal(await page.title(), 'Agendar Cita - Salón Bugambilia')
    const content = (name: string) => page.locator(`meta[name="${name}"]`).getAttribute('content')
    assert.match((await content('description'))!, /^Color, corte y uñas/)
    assert.equal(await content('theme-color'), '#b0246b')
    const canonical = `${site.url}/negocio/${SLUG}`
    assert.equal(await page.locator('link[rel=canonical]').getAttribute('href'), canonical)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent())!)
    assert.equal(data['@type'], 'HairSalon')
    assert.equal(data.name, 'Salón Bugambilia')
    const days = data.openingHoursSpecification.flatMap((hours: { dayOfWeek: string[] }) => hours.dayOfWeek)
    assert.equal(new Set(days).size, 6)
    assert.equal(data.url, canonical)
    assert.equal(await page.locator('html').getAttribute('lang'), 'es-CO')
  })

  test('by its id at /book/{id} too', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await visit(page, `${site.url}/book/${wanted.business}`)
    await page.getByRole('heading', { name: 'Salón Bugambilia' }).waitFor()
    await choose(radio(page, /Corte de barba/))
    await choose(date(page, wanted.date))
    await choose(time(page, wanted.time))
    await button(page, 'Continuar →').click()
    await title(page, 'Datos del cliente').waitFor()
    assert.ok(page.url().startsWith(`${site.url}/book/${wanted.business}?`))
    await visit(page, `${site.url}/negocio/${wanted.business}`)
    await page.getByRole('heading', { name: 'Salón Bugambilia' }).waitFor()
  })

  test('an unknown business: status 404 and a page that says so', async () => {
    const page = await onPhone({ expects: [/404/] })
    for (const path of ['/negocio/no-existe', '/book/999999', '/book/abc', `/negocio/${'x'.repeat(400)}`]) {
      const response = await page.goto(site.url + path)
      assert.equal(response!.status(), 404, path)
      await page.getByRole('heading', { name: 'Negocio no encontrado' }).waitFor()
      assert.equal(await page.locator('meta[name=robots]').getAttribute('content'), 'noindex')
    }
    await axe(page)
    await page.getByRole('link', { name: 'Volver al inicio' }).click()
    await page.waitForURL(`${site.url}/`)
  })
})

describe('the human check, as in production', () => {
  const PRODUCTION = {
    ...{ NODE_ENV: 'production', HOST: '127.0.0.1' },
    ...{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'citas@enpunto.example' },
  }
  const restart = async (env: Record<string, string>) => {
    await site.stop()
    await site.start({ ...PRODUCTION, ...env })
  }
  const sentToken = async (page: Page) => {
    const sent = page.waitForRequest('**/api/appointments/public')
    await button(page, 'Confirmar Cita').click()
    return (await sent).postDataJSON().recaptcha_token as string
  }
  const LOADER = /google\.com\/recaptcha\/api\.js\?render=site-key/

  test('proof of work: solved beside the typing, accepted by the server', async () => {
    await restart({})
    const page = await onPhone()
    await toConfirm(page, site, await freeTime(site), newClient())
    const proof = JSON.parse(atob(await sentToken(page)))
    assert.ok(proof.challenge && proof.solution)
    await title(page, '¡Cita Confirmada!').waitFor()
  })

  test('reCAPTCHA: asked for the action; without its token the booking stops, in words', async () => {
    await restart({ RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 'secret' })
    const page = await onPhone({ expects: [/ERR_FAILED/] })
    const body = `window.grecaptcha = {
      ready: (then) => then(),
      execute: async (...asked) => { (window.asked ??= []).push(asked); return window.token ?? null },
    }`
    await page.route(LOADER, (route) => route.fulfill({ contentType: 'text/javascript', body }))
    await toConfirm(page, site, await freeTime(site), newClient())
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'Error en la verificación de seguridad. Intenta nuevamente.').waitFor()
    assert.ok(await button(page, 'Confirmar Cita').isEnabled())
    await page.evaluate(() => Object.assign(window, { token: 'a-token' }))
    await page.route('**/api/appointments/public', (route) => route.abort())
    assert.equal(await sentToken(page), 'a-token')
    assert.deepEqual(await page.evaluate(() => (window as any).asked.at(-1)), [
      'site-key',
      { action: 'booking' },
    ])
  })

  test('reCAPTCHA that cannot be reached: the booking goes on, as not verified', async () => {
    const page = await onPhone({ expects: [/ERR_FAILED/] })
    await page.route(LOADER, (route) => route.abort())
    await toConfirm(page, site, await freeTime(site), newClient())
    assert.equal(await sentToken(page), 'fallback-token')
    await title(page, '¡Cita Confirmada!').waitFor()
  })
})

/** In the page: waits for a button to appear, and says whether a tap on it would reach it right then. */
function reachableAtOnce(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      if (!found) return
      observer.disconnect()
      const { x, y, width, height } = found.getBoundingClientRect()
      resolve(found.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
    }).observe(document.body, { childList: true, subtree: true })
  })
}

async function checkCalendarFile(page: Page, { date, time, duration_minutes, service_name }: Wanted) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('Agregar al Calendario').click(),
  ])
  assert.equal(download.suggestedFilename(), 'cita.ics')
  const file = readFileSync(await download.path(), 'utf8')
  const utc = (minutes: number) =>
    new Date(Date.parse(`${date}T${time}-05:00`) + minutes * 60_000).toISOString().replace(/[-:]|\.000/g, '')
  assert.match(file, new RegExp(`DTSTART:${utc(0)}\r\nDTEND:${utc(duration_minutes)}\r\n`))
  assert.match(file, new RegExp(`SUMMARY:${service_name} - Salón Bugambilia\r\n`))
}

async function checkMails(client: Client, wanted: Wanted) {
  const { toClient, toOwner } = await mailsOf(site, client)
  assert.match(toClient.subject, new RegExp(`^Cita confirmada: ${wanted.service_name}`))
  assert.ok(
    toClient.text.includes(`${site.url}/client?token=`) || toClient.text.includes(`${site.url}/client/`),
    toClient.text,
  )
  assert.equal(toClient.attachments?.[0]?.filename, 'cita.ics')
  assert.match(toOwner.subject, new RegExp(`^Nueva cita: ${client.name}`))
  assert.match(toOwner.text, /Notas: Cabello rizado/)
}
