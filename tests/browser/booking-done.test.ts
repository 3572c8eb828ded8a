/** What the confirmation holds: how to keep the appointment, get there and change it; and a mistyped e-mail. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  button,
  fillClient,
  freeTime,
  isWiderThanScreen,
  newClient,
  onDesktop,
  onPhone,
  title,
  toast,
  toConfirm,
  visit,
  type Client,
} from './booking.ts'
import { axe, mails, startSite, type Site } from './helper.ts'
import { smallTargets } from './page-checks.ts'

let site: Site
before(async () => {
  site = await startSite()
})

async function booked(page: Page, client: Client) {
  const wanted = await freeTime(site)
  await toConfirm(page, site, wanted, client)
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  return wanted
}

const hrefOf = async (page: Page, name: string) =>
  new URL((await page.getByRole('link', { name, exact: true }).getAttribute('href'))!, site.url)

test('with letters of twice their size, what says that it is booked is whole', async () => {
  const page = await onPhone()
  await booked(page, newClient())
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const cut = await page
    .getByRole('main')
    .locator('h1, p')
    .evaluateAll((all) =>
      all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.textContent),
    )
  assert.deepEqual(cut, [])
})

test('price, duration and address; links to calendars, WhatsApp, the way there and the portal, with its token', async () => {
  for (const open of [onPhone, onDesktop]) {
    const page = await open()
    const wanted = await booked(page, { ...newClient(), name: 'Dra. Camila Rojas' })
    const ticket = page.getByRole('region', { name: 'Tu cita' })
    await ticket.getByText(`${wanted.service_name} · ${wanted.duration_minutes} min`).waitFor()
    await ticket.getByText(/^Desde \$ [\d.]+\*$/).waitFor()
    await ticket.getByText('Cra. 76', { exact: false }).waitFor()
    await page
      .getByText(/^Camila, te esperamos (hoy|mañana|el \S+ \d+ de \S+) a las? \d+:\d\d [ap]m\.$/)
      .waitFor()

    const google = await hrefOf(page, 'Google Calendar')
    assert.equal(google.host, 'calendar.google.com')
    assert.match(google.searchParams.get('details')!, /Mover o cancelar: http\S+\/client\?token=\d+\.c\d+\./)
    const note = (await hrefOf(page, 'Guardar en mi WhatsApp')).searchParams.get('text')!
    assert.match(note, new RegExp(`${wanted.service_name} con ${wanted.professional_name}`))
    assert.match(note, /Cambiar o cancelar: http\S+\/client\?token=/)
    assert.equal((await hrefOf(page, 'Cómo llegar')).pathname, '/maps/dir/')
    await axe(page)
    assert.deepEqual(await page.evaluate(smallTargets, 44), [])
    assert.equal(await isWiderThanScreen(page), false)

    await page.getByRole('link', { name: 'Cambiar o cancelar' }).click()
    await title(page, 'Mis Citas').waitFor()
    await page.getByRole('article').getByText(wanted.service_name).waitFor()
  }
})

test('what costs or takes something else since the page was opened is said, also after a reload', async () => {
  const page = await onPhone()
  const said = page.getByText(/^El negocio cambió/)
  await booked(page, newClient())
  assert.equal(await said.count(), 0)
  const wanted = await freeTime(site, 'Corte y cepillado')
  await toConfirm(page, site, wanted, newClient())
  const set = `duration_minutes = 45, price = price + 10000`
  await query(site.dataDir, `update services set ${set} where id = ${wanted.service}`)
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  const text = 'El negocio cambió el precio y la duración después de que abriste esta página'
  await page.getByText(text).waitFor()
  await page.getByText('· 45 min').waitFor()
  await axe(page)
  await page.reload()
  await page.getByText(text).waitFor()
})

test('a near miss of a common domain is asked about; one tap corrects it, and it is never refused', async () => {
  const page = await onPhone()
  const client = newClient()
  await visit(page, addressOf(site, await freeTime(site), 'datos'))
  const name = client.email.split('@')[0]
  await fillClient(page, { ...client, email: `${name}@gmial.com` })
  await page.getByLabel('Nombre completo').focus()
  await page.getByText('¿Quisiste decir gmail.com?').waitFor()
  await axe(page)
  await button(page, 'Sí, cambiarlo').click()
  assert.equal(await page.getByLabel('Correo electrónico').inputValue(), `${name}@gmail.com`)
  assert.equal(await page.getByText('¿Quisiste decir').count(), 0)
  await page.getByLabel('Correo electrónico').fill(`${name}@hotmial.com`)
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
  await page.getByText(`${name}@hotmial.com`).waitFor()
})

test('a mistyped e-mail is corrected after booking: the confirmation goes there, and the page says so', async () => {
  const page = await onPhone({ expects: [/400/] })
  const client = newClient()
  const name = client.email.split('@')[0]
  await booked(page, { ...client, email: `${name}@gmial.com` })
  await page.getByText('¿Quisiste decir gmail.com?').waitFor()
  await button(page, 'Sí, cambiarlo').click()
  const field = page.getByLabel('Correo correcto')
  assert.equal(await field.inputValue(), `${name}@gmail.com`)
  await field.fill('nadie')
  await button(page, 'Enviar a este correo').click()
  await page.getByText('Email inválido').waitFor()
  await axe(page)
  await field.fill(`${name}@gmail.com`)
  await button(page, 'Enviar a este correo').click()
  await toast(page, `Listo: te enviamos la confirmación a ${name}@gmail.com`).waitFor()
  await page.getByText(`Te enviamos la confirmación a ${name}@gmail.com`, { exact: true }).waitFor()
  assert.equal(await page.getByText('¿Quisiste decir').count(), 0)
  const sent = () => mails(site).filter(({ to }) => to.includes(`${name}@gmail.com`))
  await until(() => sent().length > 0, 15_000, 'the confirmation')
  assert.match(sent()[0]!.subject, /^Cita confirmada/)
  await page.reload()
  await page.getByText(`Te enviamos la confirmación a ${name}@gmail.com`, { exact: true }).waitFor()
  await button(page, 'Corregir correo').waitFor()
})

test('… of a correction whose answer gets lost, it is said that nobody knows; whoever gives up sees the address that stands', async () => {
  const page = await onPhone({ expects: [/ERR_FAILED/] })
  const client = newClient()
  await booked(page, client)
  const corrected = `otra.${client.email}`
  await button(page, 'Corregir correo').click()
  await page.getByLabel('Correo correcto').fill(corrected)
  await page.route('**/correct-email', async (route) => {
    assert.equal((await route.fetch()).status(), 200)
    await route.abort()
  })
  await button(page, 'Enviar a este correo').click()
  await page.getByText('No supimos si el correo quedó corregido.').waitFor()
  await button(page, 'Cancelar').click()
  await page.getByText(`Te enviamos la confirmación a ${corrected}`, { exact: true }).waitFor()
})

test('what corrects the e-mail stands close below it on a phone: its height reaches into the paddings', async () => {
  const page = await onPhone()
  await booked(page, newClient())
  const place = page.getByRole('region', { name: 'Correo de la confirmación' })
  const text = (await place.getByText(/^Te enviamos la confirmación/).boundingBox())!
  const correct = (await button(place, 'Corregir correo').boundingBox())!
  assert.ok(correct.height >= 44)
  assert.ok(correct.y < text.y + text.height, `${correct.y} begins below ${text.y + text.height}`)
})
