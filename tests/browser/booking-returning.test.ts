/** The returning client on the same phone: nothing typed, few taps, and forgotten on request. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  addressOf,
  button,
  freeTime,
  isWiderThanScreen,
  newClient,
  onPhone,
  title,
  toConfirm,
  visit,
} from './booking.ts'
import { axe, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

const keptBy = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }))
const remember = (page: Page) => page.getByRole('checkbox', { name: /^Recordarme en este celular/ })
const hello = (page: Page) => page.getByRole('region', { name: 'Tu última cita' })

async function booked(page: Page) {
  const [wanted, client] = [await freeTime(site), newClient()]
  await toConfirm(page, site, wanted, client)
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  return { wanted, client }
}

test('who ticks it books the same again in two taps, with nothing typed; who forgets is asked for all', async () => {
  const page = await onPhone()
  const { wanted, client } = await booked(page)
  assert.equal(await remember(page).isChecked(), false, 'off by default')
  assert.ok(!(await keptBy(page)).includes(client.email))
  await remember(page).check()
  await axe(page)
  assert.ok((await keptBy(page)).includes(client.email))

  // Another day, another tab.
  const again = await page.context().newPage()
  await page.close()
  await again.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) (window as any).shifted += (entry as any).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await visit(again, addressOf(site, {}))
  await hello(again).getByText(`${wanted.service_name} con ${wanted.professional_name}`).waitFor()
  await hello(again)
    .getByText(/Próximo cupo: .*\d:\d\d [ap]m/)
    .waitFor()
  await axe(again)
  assert.equal(await isWiderThanScreen(again), false)
  assert.ok((await again.evaluate(() => (window as any).shifted as number)) < 0.02, 'nothing moves')
  await button(again, 'Repetir mi última cita').click()
  await title(again, 'Confirmar tu cita').waitFor()
  await again.getByText(client.email).waitFor()
  await axe(again)
  await button(again, 'Confirmar Cita').click()
  await title(again, '¡Cita Confirmada!').waitFor()
  assert.equal(await remember(again).isChecked(), true)

  await button(again, 'Solicitar Nueva Cita').click()
  await hello(again).waitFor()
  await button(again, 'Olvidar mis datos').click()
  await hello(again).waitFor({ state: 'detached' })
  assert.ok(!(await keptBy(again)).includes(client.email))
  await visit(again, addressOf(site, await freeTime(site), 'datos'))
  assert.equal(await again.getByLabel('Nombre completo').inputValue(), '')
})

test('another time than the next: the details are there already; unticked, nothing stays', async () => {
  const page = await onPhone()
  const { client } = await booked(page)
  await remember(page).check()
  await visit(page, addressOf(site, await freeTime(site)))
  await hello(page).waitFor()
  await page.getByRole('button', { name: /^Continuar/ }).click()
  await title(page, 'Datos del cliente').waitFor()
  assert.equal(await page.getByLabel('Nombre completo').inputValue(), client.name)
  await button(page, 'Continuar').click()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  await remember(page).uncheck()
  assert.ok(!(await keptBy(page)).includes(client.email))
})
