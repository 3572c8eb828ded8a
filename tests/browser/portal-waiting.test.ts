/** The portal where something it asks is never answered, or its link did not arrive as it was written. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { bookByApi, button, freeTime, onPhone, title } from './booking.ts'
import { axe, hasFocus, startSite, type Site } from './helper.ts'

let site: Site

before(async () => {
  site = await startSite()
})

async function linkOf(n: number) {
  const wanted = await freeTime(site)
  const who = { client_id: String(1_039_000_000 + n), client_email: `espera${n}@correo.example` }
  const { token } = await bookByApi(site, wanted, who)
  return `${site.url}/client?token=${encodeURIComponent(token)}`
}

/** What is offered only after a while, as soon as that is over. */
async function afterAWhile(page: Page, again: Locator) {
  assert.equal(await again.count(), 0, 'not yet')
  await page.evaluate(() => document.getAnimations().forEach((one) => (one.currentTime = 12_000)))
  await again.click()
}

test('a link that is never answered can be opened again', async () => {
  const link = await linkOf(1)
  const page = await onPhone()
  await page.route('**/validate-token*', () => {}, { times: 1 })
  await page.goto(link)
  await page.getByText('Validando acceso automático...').waitFor()
  await afterAWhile(page, page.getByRole('link', { name: 'Reintentar' }))
  await title(page, 'Mis Citas').waitFor()
  assert.equal(page.url(), link)
})

test('a link that a bad network or a gateway keeps shut is opened again by a press, or as soon as there is a network', async () => {
  const link = await linkOf(4)
  const gateway = '<html><h1>502 Bad Gateway</h1></html>'
  const faults = [/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|status of 502/]
  for (const answer of [
    (route: Route) => route.abort('connectionreset'),
    (route: Route) => route.fulfill({ status: 502, contentType: 'text/html', body: gateway }),
    // Cut off in the middle.
    (route: Route) => route.fulfill({ contentType: 'application/json', body: '{"success":true,"appoi' }),
  ]) {
    const page = await onPhone({ expects: faults })
    await page.route('**/validate-token*', answer, { times: 1 })
    await page.goto(link)
    await page.getByText('No pudimos abrir tus citas.').waitFor()
    await axe(page)
    await button(page, 'Reintentar').click()
    await title(page, 'Mis Citas').waitFor()
    await hasFocus(page)
  }
  const page = await onPhone({ expects: faults })
  await page.route('**/validate-token*', (route) => route.abort('internetdisconnected'), { times: 1 })
  await page.goto(link)
  await page.getByText('No pudimos abrir tus citas.').waitFor()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await title(page, 'Mis Citas').waitFor()
})

test('only where nobody answered is the connection named as what keeps a link shut', async () => {
  const link = await linkOf(6)
  const said = {
    429: 'No pudimos abrir tus citas. Demasiados intentos, intenta más tarde.',
    500: 'No pudimos abrir tus citas. La falla es nuestra, no de tu conexión.',
  }
  for (const [status, text] of Object.entries(said)) {
    const page = await onPhone({ expects: [/status of (429|500)/] })
    const error = status === '429' ? 'Demasiados intentos, intenta más tarde' : 'Error interno del servidor'
    const answer = { status: Number(status), json: { success: false, error } }
    await page.route('**/validate-token*', (route) => route.fulfill(answer))
    await page.goto(link)
    await page.getByText(text).waitFor()
    assert.equal(await page.getByText('Revisa tu conexión').count(), 0)
  }
})

test('a link that is no longer valid says so for as long as one looks', async () => {
  const page = await onPhone({ expects: [/status of 401/] })
  await page.goto(`${(await linkOf(5)).slice(0, -4)}AAAA`)
  await page.getByText('Tu enlace ya no sirve.').waitFor()
  await axe(page)
  assert.equal(await button(page, 'Reintentar').count(), 0)
})

test('free times that are never answered can be asked for again', async () => {
  const page = await onPhone()
  await page.goto(await linkOf(2))
  await page.route('**/client/free-times/*', () => {}, { times: 1 })
  await page.getByRole('button', { name: 'Reagendar' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reagendar Cita/ })
  await dialog.getByText('Cargando horarios...').waitFor()
  const lined = () =>
    dialog.evaluate(
      (shown) =>
        [...shown.querySelectorAll('.move-day b')].filter((day) =>
          getComputedStyle(day).textDecorationLine.includes('line-through'),
        ).length,
    )
  assert.equal(await lined(), 0, 'no date is said to have no times')
  await afterAWhile(page, dialog.getByRole('button', { name: 'Reintentar' }))
  await dialog.locator('input[name=new_date]:checked').waitFor({ state: 'attached' })
  assert.ok((await lined()) > 0, 'the days without times are said to have none')
})

test('a link that was taken along with what stands beside it opens the same', async () => {
  const [link, page] = [await linkOf(3), await onPhone()]
  for (const mess of ['.', '%3E', '&confirmar=7).']) {
    await page.goto(link + mess)
    await title(page, 'Mis Citas').waitFor()
  }
  await page.goto(link.replace('token=', 'token=3D'))
  await title(page, 'Mis Citas').waitFor()
})
