import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import { until } from '../smtp.ts'
import { axe, desktop, launch, mails, phone, signIn, startSite, type Site } from './helper.ts'

const OWNER = { email: 'demo@enpunto.example', password: 'demo2026' }

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function enter(page: Page, password = OWNER.password) {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Correo electrónico').fill(OWNER.email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByLabel('Contraseña').press('Enter')
}

test('the list says where the account is open; one is closed by keyboard, then all others, which are out at once', async () => {
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  const others = await Promise.all(
    [0, 1].map(async () => {
      const other = await (await desktop(browser, { expects: [/status of 401/] })).newPage()
      await enter(other)
      await other.waitForURL('**/dashboard')
      return other
    }),
  )
  await page.goto(`${site.url}/dashboard/settings?seccion=seguridad`)
  const list = page.getByRole('region', { name: 'Sesiones abiertas' })
  await list.getByText('Esta sesión').waitFor()
  assert.equal(await list.getByText(/Último uso: .*hora de /).count(), 2)
  await axe(page)
  await list
    .getByRole('button', { name: /^Cerrar la sesión de/ })
    .first()
    .focus()
  await page.keyboard.press('Enter')
  await said(page, 'Sesión cerrada')
  await until(async () => (await list.getByText(/Último uso/).count()) === 1)
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Sesiones abiertas')
  await button(page, 'Cerrar las demás').click()
  await said(page, 'Las demás sesiones se cerraron')
  await until(async () => (await list.getByText(/Último uso/).count()) === 0)
  assert.equal(await button(page, 'Cerrar las demás').count(), 0)
  for (const other of others) {
    await other.reload()
    await other.waitForURL('**/login')
  }
  await page.reload()
  await list.getByText('Esta sesión').waitFor()
})

// After the other: five such mails leave in a day.
test('‘No fui yo’ of the mail closes all sessions and leads to another password', async () => {
  const stranger = await (await desktop(browser, { expects: [/status of 401/] })).newPage()
  await enter(stranger)
  await stranger.waitForURL('**/dashboard')
  const isNews = ({ subject }: { subject: string }) =>
    subject.includes('Entraron a tu cuenta desde un equipo')
  await until(() => mails(site).some(isNews))
  const mail = mails(site).findLast(isNews)!
  assert.match(mail.text!, /Alguien entró a .* el .*, desde Chrome en .* \(hora de .*, red .*\)\./)
  const link = /\/reset-password\?no-fui-yo=\S+/.exec(mail.text!)![0]

  const page = await (await phone(browser, { expects: [/status of 401/] })).newPage()
  await page.goto(site.url + link)
  await said(page, '¿No fuiste tú?')
  await axe(page)
  // The link alone has changed nothing.
  await stranger.reload()
  await stranger.waitForURL('**/dashboard')
  await button(page, 'Cerrar todas las sesiones').click()
  await said(page, 'Crea una contraseña nueva')
  await stranger.reload()
  await stranger.waitForURL('**/login')
  await enter(stranger)
  await said(stranger, 'El email o la contraseña no son correctos')
  await page.getByLabel('Contraseña nueva').fill('otra-clave-mia')
  await page.getByLabel('Confirmar contraseña').fill('otra-clave-mia')
  await button(page, 'Restablecer contraseña').click()
  await said(page, 'Tu contraseña cambió')
  await enter(page, 'otra-clave-mia')
  await page.waitForURL('**/dashboard')
})

test('a log-out of which the server did not hear is said to it again by the next page, or by whoever signs in', async () => {
  const page = await (await desktop(browser, { expects: [/ERR_FAILED/] })).newPage()
  await enter(page, 'otra-clave-mia')
  await page.waitForURL('**/dashboard')
  const leave = async (lost: (route: Route) => Promise<void>) => {
    await button(page, 'Lo haré después').click()
    const token = await page.evaluate(() => JSON.parse(sessionStorage['enpunto.session']).token as string)
    const verified = async () =>
      (await fetch(`${site.url}/api/auth/verify`, { headers: { authorization: `Bearer ${token}` } })).status
    await page.route('**/api/auth/logout', lost, { times: 1 })
    await page.getByRole('button', { name: /^Salón Bugambilia/ }).click()
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await page.waitForURL(`${site.url}/`)
    assert.equal(await verified(), 200)
    const lasting = await page.evaluate(() => JSON.stringify({ ...localStorage }))
    assert.ok(!lasting.includes(token), 'it ends with the tab')
    return verified
  }
  const first = await leave((route) => route.abort())
  await page.goto(`${site.url}/login`)
  await until(async () => (await first()) === 401)
  await until(async () => page.evaluate(() => sessionStorage['enpunto.ending'] === undefined))

  await enter(page, 'otra-clave-mia')
  await page.waitForURL('**/dashboard')
  const second = await leave((route) => route.fulfill({ body: '<h1>Red del hotel</h1>' }))
  // In the same document, of which nothing starts anew.
  await page.getByRole('link', { name: 'Iniciar sesión' }).first().click()
  await page.waitForURL('**/login')
  assert.equal(await second(), 200)
  await page.getByLabel('Correo electrónico').fill(OWNER.email)
  await page.getByLabel('Contraseña').fill('otra-clave-mia')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  await until(async () => (await second()) === 401)
})
