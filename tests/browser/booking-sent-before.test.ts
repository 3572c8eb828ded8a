/** A tab that is closed before its booking is answered: the next page of the business tells what became of it. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  awake,
  bookByApi,
  button,
  confirmationKept,
  fillClient,
  freeTime,
  newClient,
  onPhone,
  SLUG,
  title,
  toConfirm,
  visit,
  type Client,
} from './booking.ts'
import { axeFindings, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

const CALL = '**/api/appointments/public'
const OUTCOME = '**/api/appointments/public?*'

const bookings = ({ email }: Client) =>
  query<{ id: number }>(site.dataDir, `select id from appointments where client_email = '${email}'`)

/** Presses 'Confirmar Cita'; the request, held before it is sent. */
async function heldSending(page: Page): Promise<Route> {
  const held = Promise.withResolvers<Route>()
  await page.context().route(CALL, (route) => held.resolve(route), { times: 1 })
  await button(page, 'Confirmar Cita').click()
  return held.promise
}

const news = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text })

/** The confirmation was there long enough to be seen. */
const isForgotten = (page: Page) =>
  until(() => page.evaluate(() => !Object.keys(localStorage).some((name) => /enviadas/.test(name))))

const ofBusiness = () => `${site.url}/negocio/${SLUG}`

test('who opens the page anew just when the answer comes is told so by that one; who sees the confirmation is not told again', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone()
  page.on('dialog', (dialog) => void dialog.accept())
  await toConfirm(page, site, wanted, client)
  const request = await heldSending(page)
  const confirmed = await confirmationKept(page)
  const hold = async (route: Route) => {
    await request.continue()
    await confirmed()
    await route.continue()
  }
  await page.route('**/negocio/**', hold, { times: 1 })
  await page.goto(ofBusiness())
  await news(page, /Tu cita quedó agendada/).waitFor()
  await page.getByRole('link', { name: 'Ver mi cita' }).click()
  await title(page, '¡Cita Confirmada!').waitFor()
  await isForgotten(page)
  await visit(page, ofBusiness())
  assert.equal(await news(page, /Tu cita quedó agendada/).count(), 0)
  assert.equal((await bookings(client)).length, 1)
})

test('who closes the tab of a booking that was made is told so by the next page, which leads to its confirmation', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone()
  const context = page.context()
  await toConfirm(page, site, wanted, client)
  const request = await heldSending(page)
  assert.equal((await request.fetch()).status(), 201)
  await page.close()

  const next = await context.newPage()
  await visit(next, ofBusiness())
  await news(next, /Tu cita quedó agendada/).waitFor()
  assert.deepEqual(await axeFindings(next), [])
  const kept = await next.evaluate(() => JSON.stringify(localStorage))
  for (const own of [client.name, client.phone, client.email]) assert.ok(!kept.includes(own), kept)

  await next.getByRole('link', { name: 'Ver mi cita' }).click()
  await title(next, '¡Cita Confirmada!').waitFor()
  assert.equal((await bookings(client)).length, 1)

  await visit(next, ofBusiness())
  await next.getByRole('button', { name: 'Cerrar' }).click()
  await visit(next, ofBusiness())
  await title(next, 'Datos de la cita').waitFor()
  assert.equal(await next.locator('.sent-before').count(), 0)
})

test('… who comes back while it is under way is told once it is there', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone()
  const context = page.context()
  await toConfirm(page, site, wanted, client)
  const request = await heldSending(page)
  const next = await context.newPage()
  await visit(next, ofBusiness())
  await news(next, /Comprobando si quedó agendada tu cita/).waitFor()
  assert.equal((await request.fetch()).status(), 201)
  await page.close()
  await news(next, /Tu cita quedó agendada/).waitFor()
})

test('… of one that never arrived it is said that it is not booked; once more at its time, it is booked once', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone({ expects: [/ERR_FAILED/] })
  const context = page.context()
  await toConfirm(page, site, wanted, client)
  await page.route(CALL, (route) => route.abort())
  const lost = page.waitForRequest(CALL)
  await button(page, 'Confirmar Cita').click()
  const first = await lost
  const { 'idempotency-key': key = '' } = first.headers()
  await page.close()

  const next = await context.newPage()
  await next.clock.install()
  await visit(next, ofBusiness())
  await news(next, /Comprobando/).waitFor()
  await next.clock.fastForward(61_000)
  await news(next, /Tu cita no quedó agendada/).waitFor()
  await next.getByRole('link', { name: 'Agendar esa hora' }).click()
  await title(next, 'Datos del cliente').waitFor()
  await awake(next)
  await fillClient(next, client)
  await button(next, 'Continuar').click()
  await title(next, 'Confirmar tu cita').waitFor()
  const sent = next.waitForRequest(CALL)
  await button(next, 'Confirmar Cita').click()
  assert.equal((await sent).headers()['idempotency-key'], key)
  await title(next, '¡Cita Confirmada!').waitFor()
  // What was held up on its way arrives after all.
  const late = await ask(first.url(), { headers: { 'idempotency-key': key }, body: first.postDataJSON() })
  assert.equal(bodyOf(late).success, true)
  assert.equal((await bookings(client)).length, 1)
  await isForgotten(next)
  await visit(next, ofBusiness())
  assert.equal(await next.locator('.sent-before').count(), 0)
})

test('… of one that was refused, it is booked with the first press where its time is free again', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone()
  const context = page.context()
  await toConfirm(page, site, wanted, client)
  const request = await heldSending(page)
  const other = await bookByApi(site, wanted)
  assert.equal((await request.fetch()).status(), 409)
  await page.close()
  const cancelled = await ask(`${site.url}/api/appointments/client/cancel/${other.id}`, {
    body: { token: other.token },
  })
  assert.equal(bodyOf(cancelled).success, true)

  const next = await context.newPage()
  // Nothing is under way any more: it is said at once.
  await visit(next, ofBusiness())
  await news(next, /Tu cita no quedó agendada/).waitFor()
  await next.getByRole('link', { name: 'Agendar esa hora' }).click()
  await title(next, 'Datos del cliente').waitFor()
  await awake(next)
  await fillClient(next, client)
  await button(next, 'Continuar').click()
  await title(next, 'Confirmar tu cita').waitFor()
  await button(next, 'Confirmar Cita').click()
  await title(next, '¡Cita Confirmada!').waitFor()
  assert.equal((await bookings(client)).length, 1)
})

test('… without a connection it says that it does not know, and asks again by itself', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone({ expects: [/ERR_FAILED|503/] })
  const context = page.context()
  await toConfirm(page, site, wanted, client)
  const request = await heldSending(page)
  assert.equal((await request.fetch()).status(), 201)
  await page.close()

  await context.route(OUTCOME, (route) => route.abort())
  const next = await context.newPage()
  await visit(next, ofBusiness())
  await news(next, /No pudimos comprobar si quedó agendada tu cita/).waitFor()
  await context.unroute(OUTCOME)
  await news(next, /Tu cita quedó agendada/).waitFor()
})

test('… it asks less and less often without a connection, and at once where that is back', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone({ expects: [/ERR_FAILED|503/] })
  const context = page.context()
  await toConfirm(page, site, wanted, client)
  const request = await heldSending(page)
  assert.equal((await request.fetch()).status(), 201)
  await page.close()

  let asked = 0
  await context.route(OUTCOME, (route) => {
    asked++
    return route.abort()
  })
  const next = await context.newPage()
  await next.clock.install()
  await visit(next, ofBusiness())
  await news(next, /No pudimos comprobar/).waitFor()
  const within = async (seconds: number) => {
    const before = asked
    for (let gone = 0; gone < seconds; gone++) {
      await next.clock.runFor(1_000)
      // The answer, which no clock brings.
      await next.waitForTimeout(20)
    }
    return asked - before
  }
  const [first, later] = [await within(60), await within(60)]
  assert.ok(first >= 3 && first <= 5, `${first} in the first minute`)
  assert.ok(later >= 1 && later <= 2, `${later} in the second`)

  await context.unroute(OUTCOME)
  await next.evaluate(() => dispatchEvent(new Event('online')))
  await news(next, /Tu cita quedó agendada/).waitFor()
})

test('a tab that is loaded anew goes on by itself, and a booking that was answered leaves nothing to tell', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone()
  await toConfirm(page, site, wanted, client)
  const request = await heldSending(page)
  assert.equal((await request.fetch()).status(), 201)
  await page.reload()
  await title(page, '¡Cita Confirmada!').waitFor()
  await isForgotten(page)
  await visit(page, addressOf(site, {}))
  assert.equal(await page.locator('.sent-before').count(), 0)
  assert.equal((await bookings(client)).length, 1)
})

test('a time that was booked in another tab is said to be one’s own, and no other is offered', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone({ expects: [/409/] })
  const other = await page.context().newPage()
  await toConfirm(page, site, wanted, client)
  await toConfirm(other, site, wanted, client)
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  await button(other, 'Confirmar Cita').click()
  await other.getByRole('alert').getByText('Esa hora ya la reservaste tú: tu cita está en pie.').waitFor()
  assert.equal(await other.getByText('los más cercanos').count(), 0)

  // It is said of what stands: cancelled since, the time is somebody else's.
  const token = new URL(
    (await page.getByRole('link', { name: 'Cambiar o cancelar' }).getAttribute('href'))!,
    site.url,
  ).searchParams.get('token')
  const [mine] = await bookings(client)
  await ask(`${site.url}/api/appointments/client/cancel/${mine!.id}`, { body: { token } })
  await bookByApi(site, wanted)
  await button(other, 'Confirmar Cita').click()
  await other.getByRole('alert').getByText('Ese horario acaba de ocuparse.').waitFor()
})
