/** The returning client on the same phone: nothing typed, three taps, little shown, and forgotten on request. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { aheadMs } from '../../scripts/testing/clock.ts'
import {
  addressOf,
  awake,
  button,
  freeTime,
  isWiderThanScreen,
  newClient,
  onDesktop,
  onPhone,
  title,
  toConfirm,
  visit,
} from './booking.ts'
import { until } from '../smtp.ts'
import { axe, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

/** All that scripts of the page can read of what this browser keeps. */
const readable = (page: Page) =>
  page.evaluate(
    () => JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + document.cookie,
  )
const tokens = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.startsWith('enpunto_cliente_'))
const remember = (page: Page) => page.getByRole('checkbox', { name: /^Recordarme en este teléfono/ })
const hello = (page: Page) => page.getByRole('region', { name: 'Tu última cita' })
const same = (page: Page, name: string) =>
  page.getByRole('region', { name: `Hola, ${name}. ¿Usamos los mismos datos?` })
const firstNameOf = ({ name }: { name: string }) => name.split(' ')[0]!

async function booked(page: Page) {
  const [wanted, client] = [await freeTime(site), newClient()]
  await toConfirm(page, site, wanted, client)
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  // A tab that closes sooner has the next page tell of the booking, above the greeting.
  await page.waitForFunction(() => !Object.keys(localStorage).some((key) => key.includes('enviadas')))
  return { wanted, client }
}

async function tick(page: Page) {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/returning') && response.request().method() === 'POST',
  )
  await remember(page).check()
  assert.equal((await answered).status(), 200)
}

test('who ticks it books the same again in three taps, with nothing typed and little shown; ‘No soy …’ forgets', async () => {
  const page = await onPhone()
  const { wanted, client } = await booked(page)
  const name = firstNameOf(client)
  assert.equal(await remember(page).isChecked(), false, 'off by default')
  assert.deepEqual(await tokens(page), [])
  await tick(page)
  await axe(page)
  const [token, ...others] = await tokens(page)
  assert.deepEqual(
    [token!.httpOnly, token!.sameSite, token!.path, others.length],
    [true, 'Strict', '/api', 0],
  )
  // A browser counts a cookie's days from the machine's own present.
  const days = (token!.expires * 1000 - (Date.now() - aheadMs())) / 86_400_000
  assert.ok(Math.abs(days - 180) < 2, `${days} days`)

  // Another day, another tab.
  const again = await page.context().newPage()
  await page.close()
  await again.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) (window as any).shifted += (entry as any).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const answers: string[] = []
  again.on('response', async (response) => {
    if (/\/api\/(businesses\/\d+\/returning|appointments\/public)/.test(response.url()))
      answers.push(await response.text().catch(() => ''))
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
  await title(again, 'Datos del cliente').waitFor()
  await same(again, name)
    .getByText(`${name} · teléfono terminado en ${client.phone.slice(-3)}`)
    .waitFor()
  assert.equal(await again.locator('input:visible, textarea:visible').count(), 0, 'nothing to type')
  await axe(again)
  assert.equal(await isWiderThanScreen(again), false)
  await button(again, 'Usar los mismos datos').click()
  await title(again, 'Confirmar tu cita').waitFor()
  await again.getByText('Tu correo de siempre').waitFor()
  await axe(again)
  await button(again, 'Confirmar Cita').click()
  await title(again, '¡Cita Confirmada!').waitFor()
  await again.getByText('Te avisamos como la última vez.').waitFor()
  assert.equal(await remember(again).isChecked(), true)
  await axe(again)
  // Also when it is opened anew, and in the portal that it leads to.
  await again.reload()
  await again.getByText('Te avisamos como la última vez.').waitFor()
  const shown = [await again.locator('body').innerText(), await readable(again), ...answers].join('\n')
  for (const secret of [client.email, client.phone, client.name])
    assert.ok(!shown.includes(secret), `${secret} is shown`)
  assert.ok(answers.length >= 2)

  await button(again, 'Solicitar Nueva Cita').click()
  await hello(again).waitFor()
  // Another one's page, which a network puts in the place of ours, forgets nobody.
  const returning = /\/returning$/
  await again.route(returning, (route) => route.fulfill({ body: '<h1>Red del hotel</h1>' }))
  await button(again, `No soy ${name}`).click()
  await again.getByText('No pudimos guardar el cambio.').waitFor()
  await again.unroute(returning)
  await button(again, `No soy ${name}`).click()
  await hello(again).waitFor({ state: 'detached' })
  assert.deepEqual(await tokens(again), [])
  await visit(again, addressOf(site, await freeTime(site), 'datos'))
  assert.equal(await again.getByLabel('Nombre completo').inputValue(), '')
})

test('another time than the next; somebody else on the same phone types, and is asked anew the next time', async () => {
  const page = await onPhone()
  const { client } = await booked(page)
  const name = firstNameOf(client)
  await tick(page)
  await visit(page, addressOf(site, await freeTime(site)))
  await hello(page).waitFor()
  await page.getByRole('button', { name: /^Continuar/ }).click()
  await same(page, name).waitFor()
  // By the keyboard.
  await button(page, 'Escribir otros datos').focus()
  await page.keyboard.press('Enter')
  assert.equal(await page.getByLabel('Nombre completo').inputValue(), '')
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Datos del cliente')
  assert.equal((await tokens(page)).length, 1, 'who is remembered stays')

  await visit(page, addressOf(site, await freeTime(site), 'datos'))
  await same(page, name).waitFor()
  await button(page, 'Usar los mismos datos').focus()
  await page.keyboard.press('Enter')
  await title(page, 'Confirmar tu cita').waitFor()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  // Goes with what was said, since nobody typed who it is.
  await remember(page).click()
  await page.getByText('Este teléfono ya no recuerda tus datos.').waitFor()
  assert.deepEqual(await tokens(page), [])
  await visit(page, addressOf(site, await freeTime(site), 'datos'))
  await page.getByLabel('Nombre completo').waitFor()
  assert.equal(await same(page, name).count(), 0)
})

test('whatever somebody else types or chooses first, who is remembered takes nothing of it away', async () => {
  const page = await onPhone()
  const { client } = await booked(page)
  const name = firstNameOf(client)
  await tick(page)
  await visit(page, addressOf(site, await freeTime(site), 'datos'))
  await same(page, name).waitFor()
  let asked = 0
  page.on('request', (request) => void (request.url().endsWith('/returning') && asked++))
  await button(page, 'Escribir otros datos').click()
  await page.locator('select[name=client_phone_country]').selectOption('PE')
  await page.getByLabel('Correo electrónico').fill('otra@correo.example')
  await page.waitForLoadState('networkidle')
  assert.equal(asked, 0)
  assert.equal(await page.locator('select[name=client_phone_country]').inputValue(), 'PE')
  assert.equal(await page.getByLabel('Correo electrónico').inputValue(), 'otra@correo.example')

  // Another tab, in which the e-mail is typed before it is known who is remembered.
  const again = await page.context().newPage()
  const answer = Promise.withResolvers<void>()
  await again.route('**/returning', async (route) => {
    await answer.promise
    await route.continue()
  })
  await visit(again, addressOf(site, await freeTime(site), 'datos'))
  await again.getByLabel('Correo electrónico').fill('otra@correo.example')
  answer.resolve()
  await again.waitForLoadState('networkidle')
  assert.equal(await again.getByLabel('Correo electrónico').inputValue(), 'otra@correo.example')
  await again.reload()
  await awake(again)
  await again.waitForLoadState('networkidle')
  assert.equal(await again.getByLabel('Correo electrónico').inputValue(), 'otra@correo.example')
})

test('a token that counts no more: what is known is asked for again, at the latest when it is sent', async () => {
  const page = await onPhone({ expects: [/status of 400 .*\/returning\)$/] })
  const { client } = await booked(page)
  const name = firstNameOf(client)
  await tick(page)
  await visit(page, addressOf(site, await freeTime(site), 'datos'))
  await same(page, name).waitFor()
  await button(page, 'Usar los mismos datos').click()
  await page.context().clearCookies()
  await button(page, 'Confirmar Cita').click()
  await title(page, 'Datos del cliente').waitFor()
  await page.getByLabel('Nombre completo').waitFor()
  assert.equal(await page.getByLabel('Nombre completo').inputValue(), '')
  await page.locator('#client_name-error').getByText('ya no recuerda tus datos').waitFor()
  await visit(page, addressOf(site, {}))
  await page.waitForFunction(() => !('known' in document.documentElement.dataset))
  assert.equal(await hello(page).count(), 0)
})

test('the next free time: a failure is no lack of it and is tried again, and one that is over is not offered', async () => {
  const page = await onPhone({ expects: [/available-days/] })
  await booked(page)
  await tick(page)
  const days = '**/api/schedules/available-days/**'
  let asked = 0
  await page.route(days, (route) => {
    asked++
    return asked === 1
      ? route.abort()
      : asked === 2
        ? route.fulfill({ status: 503, body: '{}' })
        : route.continue()
  })
  await page.clock.install()
  await visit(page, addressOf(site, {}))
  const greeting = hello(page)
  for (const times of [1, 2]) {
    await greeting.getByText('No pudimos buscar el próximo cupo.').waitFor()
    assert.equal(asked, times)
    await button(greeting, 'Reintentar').click()
  }
  const next = greeting.getByText('Próximo cupo:').locator('b')
  await next.waitFor()
  const first = await next.innerText()
  // The tab stays open until that time is over: the next answer is for then.
  const date = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
  await page.unroute(days)
  await page.route(days, (route) =>
    route.fulfill({ json: { success: true, days: [{ date, times: ['11:10'] }] } }),
  )
  await page.clock.fastForward(5 * 24 * 3_600_000)
  await until(async () => (await next.innerText()) !== first)
  assert.match(await next.innerText(), /11:10 am/)
})

test('the next free time, asked for again by keyboard where there is none: the focus stays with what says so', async () => {
  const page = await onPhone({ expects: [/available-days/] })
  await booked(page)
  await tick(page)
  const days = '**/api/schedules/available-days/**'
  let asked = 0
  await page.route(days, (route) =>
    asked++ === 0 ? route.abort() : route.fulfill({ json: { success: true, days: [] } }),
  )
  await visit(page, addressOf(site, {}))
  const greeting = hello(page)
  await greeting.getByText('No pudimos buscar el próximo cupo.').waitFor()
  await button(greeting, 'Reintentar').press('Enter')
  await greeting.getByText('No hay cupos en los próximos días.').waitFor()
  await page.waitForFunction(() => /No hay cupos/.test(document.activeElement!.textContent))
  assert.equal(await page.evaluate(() => document.activeElement!.localName), 'p')
  await axe(page)
})

test('on a desktop the greeting is one row, as high as the place that is kept for it', async () => {
  const page = await onDesktop()
  await booked(page)
  await tick(page)
  await visit(page, addressOf(site, {}))
  const greeting = hello(page)
  await greeting.getByText('Próximo cupo:').waitFor()
  const text = (await greeting.getByText(/ con /).boundingBox())!
  const repeat = (await button(greeting, 'Repetir mi última cita').boundingBox())!
  assert.ok(
    repeat.x > text.x + text.width && repeat.y < text.y + text.height,
    'the button is beside the text',
  )
  const [kept, taken] = await greeting.evaluate((it) => [
    parseFloat(getComputedStyle(it.closest('.hello-place')!).minHeight),
    it.getBoundingClientRect().height + parseFloat(getComputedStyle(it).marginBottom),
  ])
  assert.equal(kept, taken)
})
