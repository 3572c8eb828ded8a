/** The human check of a booking, as in production. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { button, choose, freeTime, newClient, onPhone, time, title, toast, toConfirm } from './booking.ts'
import { startProduction, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
  await startProduction(site)
})

const sentToken = async (page: Page) => {
  const sent = page.waitForRequest('**/api/appointments/public')
  await button(page, 'Confirmar Cita').click()
  return (await sent).postDataJSON().recaptcha_token as string
}
const LOADER = /google\.com\/recaptcha\/api\.js\?render=site-key/

test('proof of work: solved beside the typing, accepted by the server', async () => {
  const page = await onPhone()
  await toConfirm(page, site, await freeTime(site), newClient())
  const proof = JSON.parse(atob(await sentToken(page)))
  assert.ok(proof.challenge && proof.solution)
  await title(page, '¡Cita Confirmada!').waitFor()
})

for (const [name, address] of [
  ['challenge', '**/api/security/challenge'],
  ['script', /solver\.worker/],
] as const)
  test(`proof of work whose ${name} does not come and does not fail: the booking goes on, as not verified`, async () => {
    const page = await onPhone()
    await page.clock.install()
    await page.route(address, () => {})
    await toConfirm(page, site, await freeTime(site), newClient())
    const sent = sentToken(page)
    await button(page, 'Confirmando...').waitFor()
    await page.clock.runFor(10_000)
    assert.equal(await sent, 'fallback-token')
    await title(page, '¡Cita Confirmada!').waitFor()
  })

test('a booking that waits for a network longer than its proof is good goes on with another one, also after a reload', async () => {
  const page = await onPhone({ expects: [/ERR_FAILED/] })
  await page.clock.install()
  await toConfirm(page, site, await freeTime(site), newClient())
  page.on('dialog', (dialog) => void dialog.accept())
  const tokens: string[] = []
  await page.route('**/api/appointments/public', (route) => {
    tokens.push(route.request().postDataJSON().recaptcha_token)
    return route.abort()
  })
  await button(page, 'Confirmar Cita').click()
  await until(() => tokens.length > 0, 30_000, 'the first try')
  await page.clock.fastForward('25:00')
  // A challenge, and the work of another proof.
  await until(() => tokens.at(-1) !== tokens[0], 30_000, 'another proof')
  assert.ok(JSON.parse(atob(tokens.at(-1)!)).solution)
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((key) => key.startsWith('enpunto.intentos.'))!
    const [attempt] = JSON.parse(sessionStorage.getItem(name)!)
    attempt.payload.recaptcha_token = 'over'
    sessionStorage.setItem(name, JSON.stringify([{ ...attempt, at: Date.now() - 25 * 60_000 }]))
  })
  await page.reload()
  await page.unroute('**/api/appointments/public')
  await title(page, '¡Cita Confirmada!').waitFor()
})

test('a proof that was sent with a booking of which nobody knows what became is not used for another one', async () => {
  const wanted = await freeTime(site)
  const page = await onPhone({ expects: [/503/] })
  await toConfirm(page, site, wanted, newClient())
  await page.route(
    '**/api/appointments/public',
    async (route) => {
      assert.equal((await route.fetch()).status(), 201)
      await route.fulfill({ status: 503, json: { success: false, error: 'No disponible' } })
    },
    { times: 1 },
  )
  await button(page, 'Confirmar Cita').click()
  await toast(page, 'No disponible').waitFor()
  await page.getByRole('link', { name: 'Modificar' }).click()
  await choose(time(page, wanted.times.at(-1)!))
  await button(page, 'Continuar →').click()
  await button(page, 'Continuar').click()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
})

test('reCAPTCHA: asked for the action; without its token the booking stops, in words', async () => {
  await startProduction(site, { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 'secret' })
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

test('reCAPTCHA that does not come and does not fail: the booking goes on, as not verified', async () => {
  const page = await onPhone()
  await page.clock.install()
  await page.route(LOADER, () => {})
  await toConfirm(page, site, await freeTime(site), newClient())
  const sent = sentToken(page)
  await button(page, 'Confirmando...').waitFor()
  await page.clock.runFor(10_000)
  assert.equal(await sent, 'fallback-token')
  await title(page, '¡Cita Confirmada!').waitFor()
})
