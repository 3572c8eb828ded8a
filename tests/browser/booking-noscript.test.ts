import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import {
  addressOf,
  amPm,
  bookByApi,
  button,
  choose,
  fillClient,
  freeTime,
  isFree,
  longDate,
  mailsOf,
  newClient,
  SLUG,
  title,
} from './booking.ts'
import { axe, desktop, launch, mails, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const open = async (size = phone, expects: RegExp[] = []) =>
  (await size(browser, { javaScriptEnabled: false, expects })).newPage()
const input = (page: Page, name: string, value: string | number) =>
  page.locator(`form input[type=radio][name=${name}][value="${value}"]`)

const focused = (page: Page) => page.locator(':focus').getAttribute('name')

/** Axe needs script, so it examines a copy of the page as it is without. */
async function axeOf(page: Page, size = phone) {
  const html = (await page.content()).replace(/<script\b[^]*?<\/script>/g, '').replace(/<\/?noscript>/g, '')
  const copy = await (await size(browser)).newPage()
  await copy.route(page.url(), (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }),
  )
  await copy.goto(page.url())
  await axe(copy)
}

for (const [name, size] of [
  ['a phone', phone],
  ['a desktop', desktop],
] as const)
  test(`a whole booking without script on ${name}, with an error on the way, and a reload at the end`, async () => {
    const [wanted, client] = [await freeTime(site, 'Corte y cepillado'), newClient()]
    const page = await open(size, [/400/])
    await page.goto(`${site.url}/negocio/${SLUG}`)
    await axeOf(page, size)
    await choose(input(page, 'servicio', wanted.service))
    await button(page, 'Ver profesionales').click()
    await choose(input(page, 'profesional', wanted.professional))
    await button(page, 'Ver fechas y horarios').click()
    await choose(input(page, 'fecha', wanted.date))
    await button(page, 'Ver los horarios de esta fecha').click()
    await button(page, 'Continuar →').waitFor({ state: 'hidden' })
    await choose(input(page, 'hora', wanted.time))
    await axeOf(page, size)
    await button(page, 'Continuar →').click()

    await title(page, 'Datos del cliente').waitFor()
    await fillClient(page, { ...client, phone: '12' })
    await page.getByText('Información adicional').click()
    await page.getByLabel('Notas').fill('Llego en "bici" <b>& con</b> perro')
    await button(page, 'Continuar').click()
    await page
      .locator('#client_phone-error', { hasText: 'Formato inválido. Ejemplo: +57 3001234567' })
      .waitFor()
    assert.equal(await focused(page), 'client_phone')
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), client.name)
    assert.equal(await page.getByLabel('Correo electrónico').inputValue(), client.email)
    assert.equal(await page.getByLabel('Notas').inputValue(), 'Llego en "bici" <b>& con</b> perro')
    assert.equal(await page.getByLabel('Teléfono', { exact: true }).inputValue(), '12')
    await axeOf(page, size)
    await page.getByLabel('Teléfono', { exact: true }).fill(client.phone)
    // Line breaks are sent as two characters and count as one.
    await page
      .getByLabel('Notas')
      .fill(`Llego en "bici" <b>& con</b> perro${'\n'.repeat(200)}${'x'.repeat(200)}`)
    await button(page, 'Continuar').click()

    await title(page, 'Confirmar tu cita').waitFor()
    const summary = page.getByRole('region', { name: 'Resumen de tu cita' })
    for (const text of ['Corte y cepillado', wanted.professional_name, client.name, client.email])
      await summary.getByText(text, { exact: true }).waitFor()
    await axeOf(page, size)
    await button(page, 'Volver').click()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), client.name)
    await button(page, 'Continuar').click()
    await button(page, 'Confirmar Cita').dblclick()

    await title(page, '¡Cita Confirmada!').waitFor()
    await page.getByText(longDate(wanted.date)).waitFor()
    await axeOf(page, size)
    const file = await page.getByRole('link', { name: 'Agregar al Calendario' }).getAttribute('href')
    assert.match(decodeURIComponent(file!), /^data:text\/calendar;charset=utf-8,BEGIN:VCALENDAR\r\n/)
    await page.reload()
    await title(page, '¡Cita Confirmada!').waitFor()
    await page.reload()
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal(await isFree(site, wanted), false)
    const { toOwner } = await mailsOf(site, client)
    assert.match(toOwner.text, /Notas: Llego en "bici" <b>& con<\/b> perro/)

    await button(page, 'Solicitar Nueva Cita').click()
    await title(page, 'Datos de la cita').waitFor()
    assert.equal(await page.locator('input:checked').count(), 0)
  })

test('the page’s own way through all choices: services shown again, another step asked too early', async () => {
  const wanted = await freeTime(site)
  const page = await open()
  await page.goto(addressOf(site, wanted))
  assert.ok(await input(page, 'hora', wanted.time).isChecked())
  await button(page, 'Mostrar servicios').click()
  assert.equal(await page.locator('input[type=radio][name=servicio]').count(), 8)
  await page.goto(addressOf(site, { ...wanted, time: '03:17' }, 'confirmar'))
  await title(page, 'Datos de la cita').waitFor()
})

test('a time taken meanwhile: the nearest ones are offered, and booking one keeps what was typed', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await open(phone, [/409/])
  await page.goto(addressOf(site, wanted, 'datos'))
  await fillClient(page, client)
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
  await bookByApi(site, wanted)
  await button(page, 'Confirmar Cita').click()
  await page.getByText('Ese horario acaba de ocuparse.').waitFor()
  await axeOf(page)
  const offer = page.locator('.alternatives button').first()
  const at = (await offer.textContent())!.split(' · ')[1]!
  assert.notEqual(at, amPm(wanted.time))
  await offer.click()
  await title(page, 'Confirmar tu cita').waitFor()
  await page.getByText(client.name, { exact: true }).waitFor()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  await mailsOf(site, client)
})

test('back at the details the same booking keeps its key; where its time is taken, the page says so', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await open(phone, [/400/])
  await page.goto(addressOf(site, wanted, 'datos'))
  await fillClient(page, client)
  await button(page, 'Continuar').click()
  const key = () => page.locator('input[name=key]').inputValue()
  await title(page, 'Confirmar tu cita').waitFor()
  const first = await key()
  await button(page, 'Volver').click()
  await page.getByLabel('Nombre completo').fill('')
  await button(page, 'Continuar').click()
  await page.locator('#client_name-error').waitFor()
  await page.getByLabel('Nombre completo').fill(`${client.name} Peña`)
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
  assert.equal(await key(), first)
  await bookByApi(site, wanted)
  await button(page, 'Volver').click()
  await page.getByText('Ese horario acaba de ocuparse.').waitFor()
  assert.equal(await page.getByText('puede ser por tu propia cita').count(), 0, 'nothing was sent')
  await axeOf(page)
})

test('a form with errors opens at the first wrong field, whichever it is', async () => {
  const page = await open(phone, [/400/])
  await page.goto(addressOf(site, await freeTime(site), 'datos'))
  await fillClient(page, newClient())
  for (const [label, value, name] of [
    ['Cédula (opcional)', '12', 'client_id'],
    ['Correo electrónico', 'nadie', 'client_email'],
    ['Nombre completo', '', 'client_name'],
  ] as const) {
    if (name === 'client_id') await page.getByText('Información adicional').click()
    await page.getByLabel(label).fill(value)
    await button(page, 'Continuar').click()
    await page.locator(`#${name}-error`).waitFor()
    assert.equal(await focused(page), name)
    assert.ok(await page.locator(`[name=${name}]`).isVisible())
  }
})

test('a number with the code of another country is taken, whichever is chosen', async () => {
  const wanted = await freeTime(site, 'Corte y cepillado')
  const page = await open()
  await page.goto(addressOf(site, wanted, 'datos'))
  await fillClient(page, { ...newClient(), phone: '0034 612 345 678' })
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
  await button(page, 'Volver').click()
  assert.equal(await page.getByLabel('País').inputValue(), 'ES')
})

test('a form without the consent alone opens at its box', async () => {
  const page = await open(phone, [/400/])
  await page.goto(addressOf(site, await freeTime(site), 'datos'))
  await fillClient(page, newClient())
  await page.locator('input[name=terms]').uncheck()
  await button(page, 'Continuar').click()
  await page.locator('#terms-error').waitFor()
  assert.equal(await focused(page), 'terms')
})

test('the legal texts are pages', async () => {
  const page = await open()
  await page.goto(addressOf(site, await freeTime(site), 'datos'))
  for (const name of ['Términos y Condiciones', 'Política de Tratamiento de Datos']) {
    const [text] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name }).click()])
    await text.getByRole('heading', { name, level: 1 }).waitFor()
    await axeOf(text)
    await text.getByRole('link', { name: 'Volver a la reserva' }).click()
    await text.getByLabel('Nombre completo').waitFor()
    assert.equal(text.url(), page.url())
  }
})

test('the policy that is linked is the one that was consented to, also when another came meanwhile', async () => {
  const page = await open()
  await page.goto(addressOf(site, await freeTime(site), 'datos'))
  const policy = page.getByRole('link', { name: 'Política de Tratamiento de Datos' })
  const set = (name: string) =>
    query(site.dataDir, `update businesses set legal_name = ${name} where slug = '${SLUG}'`)
  await fillClient(page, newClient())
  try {
    // At the details, and where they are confirmed: that page was drawn with the second version.
    for (const version of [1, 2]) {
      await set(`'Razón ${version + 1} S.A.S.'`)
      const [text] = await Promise.all([page.waitForEvent('popup'), policy.click()])
      await text.getByText(`(versión ${version})`).waitFor()
      await text.getByRole('link', { name: 'Volver a la reserva' }).click()
      await text.waitForURL((url) => !url.searchParams.has('version'))
      if (version === 1) await button(page, 'Continuar').click()
    }
  } finally {
    await set('null')
  }
})

test('forms that nobody filled in like that: an answer in words, and nothing booked', async () => {
  const wanted = await freeTime(site)
  const sent = mails(site).length
  const fields = {
    client_phone_country: 'CO',
    client_phone: '3001234567',
    client_name: 'Ana',
    client_email: 'ana@correo.example',
    notes: '',
    client_id: '',
    terms: 'on',
    intent: 'confirmar',
    business_id: String(wanted.business),
    key: 'x',
  }
  const post = async (
    search: string,
    changes: Record<string, string>,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${site.url}/negocio/${SLUG}${search}`, {
      method: 'POST',
      body: new URLSearchParams({ ...fields, ...changes }),
      headers,
    })
    return { status: response.status, text: await response.text() }
  }
  const good = new URL(addressOf(site, wanted, 'confirmar')).search
  const wrong: [search: string, changes: Record<string, string>][] = [
    [good, { client_email: 'no' }],
    [good, { client_name: ' ' }],
    [good, { terms: '' }],
    [good, { client_phone_country: 'XX', client_phone: '1' }],
    [good, { business_id: '999999' }],
    [good, { business_id: 'null' }],
    [good, { key: 'k'.repeat(1000) }],
    [good, { notes: 'x'.repeat(501) }],
    ['?paso=confirmar', {}],
    [good.replace(/fecha=[^&]*/, 'fecha=2020-01-01'), {}],
    [good.replace(/hora=[^&]*/, 'hora=03:17'), {}],
    [good.replace(/servicio=\d+/, 'servicio=999999'), {}],
  ]
  for (const [search, changes] of wrong) {
    const { status, text } = await post(search, changes)
    assert.ok(status >= 400 && status < 500, `${status} for ${search} ${JSON.stringify(changes)}`)
    assert.match(text, /<html [^>]*lang="es-CO"/)
  }
  for (const [type, body] of [
    ['text/plain', 'intent=confirmar'],
    ['application/json', '{"intent":"confirmar"}'],
    ['multipart/form-data', 'x'],
    ['', ''],
  ] as const) {
    const response = await fetch(`${site.url}/negocio/${SLUG}${good}`, {
      method: 'POST',
      body,
      headers: { ...(type && { 'content-type': type }) },
    })
    assert.ok(response.status < 500, `${response.status} for ${type}`)
  }
  assert.ok(await isFree(site, wanted))
  assert.equal(mails(site).length, sent)
})

test('the portal says that it needs script, and does not pretend to validate the link', async () => {
  const page = await open()
  await page.goto(`${site.url}/client?token=1.abc`)
  // Playwright reads no text in it.
  await page.locator('noscript > p').waitFor()
  assert.equal(await page.getByText('Validando acceso automático...').isVisible(), false)
})
