/** The second step: the client's details. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  button,
  fillClient,
  focused,
  freeTime,
  onPhone,
  title,
  toast,
  visit,
  worksAt,
  type Wanted,
} from './booking.ts'
import { axe, startSite, type Site, type Visitor } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

describe('the client’s data', () => {
  let wanted: Wanted
  let page: Page
  const start = async (visitor?: Visitor) => {
    wanted ??= await freeTime(site)
    page = await onPhone(visitor)
    await visit(page, addressOf(site, wanted, 'datos'))
    await worksAt(page.getByLabel('Nombre completo'))
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

  test('a number with the code of another country is of that one, which is shown as chosen', async () => {
    await start({ expects: [/400/] })
    const country = page.getByLabel('País')
    await fillClient(page, { name: 'Ana', phone: '+34 612 345 678', email: 'ana@correo.example' })
    assert.equal(await country.inputValue(), 'ES')
    await page.reload()
    await title(page, 'Datos del cliente').waitFor()
    await until(async () => (await country.inputValue()) === 'ES')
    await button(page, 'Continuar').click()
    await page.route('**/api/appointments/public', (route) =>
      route.fulfill({ status: 400, json: { success: false } }),
    )
    const sent = page.waitForRequest('**/api/appointments/public')
    await button(page, 'Confirmar Cita').click()
    assert.equal((await sent).postDataJSON().client_phone, '+34612345678')
  })

  test('the legal texts open in dialogs, which the keyboard closes', async () => {
    await start()
    for (const name of ['Términos y Condiciones', 'Política de Tratamiento de Datos']) {
      await page.getByRole('link', { name }).click()
      const dialog = page.getByRole('dialog', { name })
      await dialog.getByRole('heading', { name }).waitFor()
      await dialog
        .getByText(
          name === 'Términos y Condiciones'
            ? 'Última actualización: 1 de agosto de 2023; texto precisado el 27 de noviembre de 2026'
            : /Última actualización: \d+ de \p{L}+ de \d{4} \(versión 1\)/u,
        )
        .waitFor()
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

  test('without an e-mail, where the business lets it be: the box decides, and the link opens the appointment', async () => {
    await query(site.dataDir, "update businesses set asks_email = 'optional'")
    wanted = await freeTime(site)
    await start()
    await fillClient(page, { name: 'Rosa', phone: '3001112233', email: '' })
    await button(page, 'Continuar').click()
    await page.locator('#client_email-error', { hasText: 'Email es requerido' }).waitFor()
    const box = page.getByLabel('Sin avisos')
    await box.check()
    await page.locator('#client_email-error').waitFor({ state: 'detached' })
    assert.ok(await page.getByLabel('Correo electrónico').isDisabled())
    await axe(page)
    await button(page, 'Continuar').click()
    await page.getByText('Sin avisos', { exact: true }).waitFor()
    const sent = page.waitForRequest('**/api/appointments/public')
    await button(page, 'Confirmar Cita').click()
    const body = (await sent).postDataJSON()
    assert.deepEqual([body.no_messages, 'client_email' in body], [true, false])
    await page.getByText('Reservaste sin correo: no te enviaremos avisos.').waitFor()
    const [row] = await query<{ client_email: string | null; mails: string }>(
      site.dataDir,
      `select client_email, (select count(*) from messages m where m.business_id = a.business_id
        and m.appointment_id = a.id and m.kind like '%client') as mails
       from appointments a where client_name = 'Rosa'`,
    )
    assert.deepEqual([row!.client_email, Number(row!.mails)], [null, 0])
    const link = page.locator('a[href*="token="]').first()
    await page.goto(new URL((await link.getAttribute('href'))!, site.url).href)
    await page.getByText('Rosa').first().waitFor()
  })
})
