/** What is taken off the page while somebody books from it. */
import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  button,
  choose,
  fillClient,
  freeTime,
  newClient,
  onPhone,
  radio,
  radios,
  time,
  title,
  toConfirm,
  visit,
  type Wanted,
} from './booking.ts'
import { axe, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})
beforeEach(async () => {
  await query(site.dataDir, `update services set is_active = true, is_bookable_online = true`)
  await query(site.dataDir, `update professionals set is_active = true`)
  await query(site.dataDir, `update businesses set suspended_at = null, min_notice_minutes = 0`)
})

/** Somebody is about to confirm when that happens. */
async function confirmAfter(change: (wanted: Wanted) => string, then = 'Datos de la cita') {
  const [wanted, client] = [await freeTime(site, 'Corte y cepillado'), newClient()]
  const page = await onPhone({ expects: [/40[04]/] })
  await toConfirm(page, site, wanted, client)
  await query(site.dataDir, change(wanted))
  await button(page, 'Confirmar Cita').click()
  await title(page, then).waitFor()
  return { page, wanted, client }
}

/** What the server says to whom it lets nobody book online. */
const CALL = /Para reservar, comunícate con Dra\. Ana Ruiz al \+57 3\d\d \d{3} \d{4}/
const reasonOf = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

test('a professional who is gone: back to the choice, with the reason; what was typed is kept', async () => {
  const { page, wanted, client } = await confirmAfter(
    ({ professional }) => `update professionals set is_active = false where id = ${professional}`,
  )
  await reasonOf(page, 'Este profesional no está disponible').waitFor()
  await radio(page, wanted.professional_name).waitFor({ state: 'detached' })
  await axe(page)
  await choose(radios(page, 'Profesional').first())
  await choose(page.locator('input[name=hora]:enabled').first())
  await button(page, 'Continuar →').click()
  await title(page, 'Datos del cliente').waitFor()
  assert.equal(await page.getByLabel('Nombre completo').inputValue(), client.name)
  await button(page, 'Continuar').click()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
})

test('a professional who is gone says nothing of another who was tapped meanwhile', async () => {
  const wanted = await freeTime(site, 'Corte y cepillado')
  const page = await onPhone({ expects: [/404/] })
  await visit(page, addressOf(site, wanted))
  const others = radios(page, 'Profesional').and(page.locator(':not(:checked)'))
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/available-days/**',
    async (route) => {
      await held.promise
      await route.fulfill({ status: 404, json: { success: false, error: 'Profesional no encontrado' } })
    },
    { times: 1 },
  )
  const asked = page.waitForRequest('**/available-days/**')
  await choose(others.last())
  await asked
  await choose(radio(page, wanted.professional_name))
  await choose(page.locator('input[name=hora]:enabled').first())
  const answered = page.waitForResponse((response) => response.status() === 404)
  held.resolve()
  await answered
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  assert.equal(await page.locator('input[name=hora]:checked').count(), 1)
  assert.equal(await page.getByText('Este profesional no está disponible').count(), 0)
})

test('a service that is gone: back to the services, with the reason', async () => {
  const { page } = await confirmAfter(
    ({ service }) => `update services set is_active = false where id = ${service}`,
  )
  await reasonOf(page, 'Este servicio no está disponible').waitFor()
  await radio(page, /Corte y cepillado/).waitFor({ state: 'detached' })
  await radio(page, /Corte de barba/).waitFor({ state: 'attached' })
  await axe(page)
})

test('a time that is refused: back to the choice, where it is not on offer any more', async () => {
  const { page, wanted, client } = await confirmAfter(
    ({ business }) => `update businesses set min_notice_minutes = 20160 where id = ${business}`,
  )
  await reasonOf(page, 'Este servicio se reserva con al menos').waitFor()
  await until(() => !page.url().includes(wanted.date))
  await axe(page)
  await choose(page.locator('input[name=hora]:enabled').first())
  await button(page, 'Continuar →').click()
  await title(page, 'Datos del cliente').waitFor()
  assert.equal(await page.getByLabel('Nombre completo').inputValue(), client.name)
})

test('without script the last service that is left takes no place of the one that is gone', async () => {
  const wanted = await freeTime(site, 'Corte y cepillado')
  const page = await onPhone({ javaScriptEnabled: false, expects: [/400/] })
  await page.goto(addressOf(site, wanted, 'datos'))
  await fillClient(page, newClient())
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
  await query(site.dataDir, `update services set is_active = (service_name = 'Corte de barba')`)
  await button(page, 'Confirmar Cita').click()
  await reasonOf(page, 'Este servicio no está disponible').waitFor()
  await title(page, 'Datos de la cita').waitFor()
  assert.equal(await page.locator('input[name=hora]:checked').count(), 0)
})

test('a business that takes no bookings any more: the reason and its telephone, and no other choice', async () => {
  const { page } = await confirmAfter(
    ({ business }) => `update businesses set suspended_at = now() where id = ${business}`,
    'Confirmar tu cita',
  )
  const reason = reasonOf(page, 'Este negocio no está recibiendo reservas en línea por ahora.').last()
  await reason.waitFor()
  assert.equal(await page.getByText('Elige otra opción').count(), 0)
  assert.equal(await page.getByText('inténtalo nuevamente').count(), 0)
  assert.match((await reason.getByRole('link', { name: 'Llamar' }).getAttribute('href'))!, /^tel:\+57/)
  await axe(page)
})

test('who is asked to call gets the whole sentence and the telephone, and no other time', async () => {
  await query(site.dataDir, `update businesses set business_name = 'Dra. Ana Ruiz'`)
  const [wanted, client] = [await freeTime(site, 'Corte y cepillado'), newClient()]
  const page = await onPhone({ expects: [/409/] })
  await toConfirm(page, site, wanted, client)
  await query(site.dataDir, `update services set is_bookable_online = false where id = ${wanted.service}`)
  await button(page, 'Confirmar Cita').click()
  await reasonOf(page, CALL).getByRole('link', { name: 'Llamar' }).waitFor()
  await title(page, 'Confirmar tu cita').waitFor()
  assert.equal(await page.getByText('Elige otro').count(), 0)
  await axe(page)
})

test('… so without script, in the step where what was chosen still is, or else in the first one', async () => {
  await query(site.dataDir, `update businesses set business_name = 'Dra. Ana Ruiz'`)
  for (const isBlocked of [true, false]) {
    const [wanted, client] = [await freeTime(site, 'Corte y cepillado'), newClient()]
    const page = await onPhone({ javaScriptEnabled: false, expects: [/409/] })
    await page.goto(addressOf(site, wanted, 'datos'))
    await fillClient(page, client)
    await button(page, 'Continuar').click()
    await query(
      site.dataDir,
      isBlocked
        ? `insert into client_cards (business_id, client_name, client_phone, blocked_at, created_at)
           values (${wanted.business}, 'Camila', '+57${client.phone}', now(), now())`
        : `update services set is_bookable_online = false where id = ${wanted.service}`,
    )
    await button(page, 'Confirmar Cita').click()
    await reasonOf(page, CALL).getByRole('link', { name: 'Llamar' }).waitFor()
    await title(page, isBlocked ? 'Confirmar tu cita' : 'Datos de la cita').waitFor()
    assert.equal(await page.getByText('acaba de ocuparse').count(), 0)
  }
})

test('the telephone stands in the header, and where something failed', async () => {
  const wanted = await freeTime(site)
  const page = await onPhone({ expects: [/500/] })
  await visit(page, addressOf(site, wanted))
  const header = page.getByRole('banner')
  assert.match(
    (await header.getByRole('link', { name: /^Llamar al \+57/ }).getAttribute('href'))!,
    /^tel:\+57/,
  )
  assert.equal(
    await header.getByRole('link', { name: 'Escribir por WhatsApp' }).getAttribute('href'),
    'https://wa.me/573004128819',
  )
  await choose(time(page, wanted.time))
  await button(page, 'Continuar →').click()
  await fillClient(page, newClient())
  await button(page, 'Continuar').click()
  await page.route('**/api/appointments/public', (route) =>
    route.fulfill({ status: 500, json: { success: false, error: 'Error interno' } }),
  )
  await button(page, 'Confirmar Cita').click()
  const failure = page.getByRole('main').getByRole('alert').filter({ hasText: 'Error interno' })
  await failure.getByRole('link', { name: 'Llamar' }).waitFor()
  await axe(page)
})
