/** What one person typed or opened in a browser is nobody else's who signs in there after them, or beside them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { button, dialog, newOwner, toasted } from './catalogue.ts'
import { desktop, launch, startSite, type Site } from './helper.ts'

let site: Site
const REFUSED = { expects: [/status of 4\d\d/] }

const RECEPTION = 'recepcion@turno.example'
const PROFESSIONAL = 'profesional@turno.example'

before(async () => {
  site = await startSite()
  await query(
    site.dataDir,
    `with people as (
       insert into users (email, name, password_hash)
       select v.email, v.role, u.password_hash from users u,
         (values ('${RECEPTION}', 'reception'), ('${PROFESSIONAL}', 'professional')) v (email, role)
       where u.email = 'demo@enpunto.example' returning id, name)
     insert into memberships (business_id, user_id, role, professional_id)
     select 1, id, name, case when name = 'professional'
       then (select min(id) from professionals where business_id = 1) end from people`,
  )
})

async function enter(page: Page, email: string, password = 'demo2026') {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await button(page, 'Iniciar Sesión').click()
}

/** The session is ended on the server, and the page hears of it. */
async function endSession(page: Page) {
  await page.evaluate(() => {
    const { token } = JSON.parse(sessionStorage['enpunto.session'])
    return fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })
  await page.waitForURL('**/login')
}

test('what a receptionist typed when the session ended waits for them, not for a colleague in the same tab', async () => {
  const page = await (await desktop(await launch(), REFUSED)).newPage()
  await page.goto(`${site.url}/dashboard/appointments?vista=lista`)
  await page.waitForURL('**/login')
  await enter(page, RECEPTION)
  await page.waitForURL('**/dashboard/appointments?vista=lista')
  await button(page, 'Nueva cita').click()
  const form = dialog(page)
  await form.getByLabel('Nombre', { exact: true }).fill('Zoila Peña')
  await form.getByLabel('Teléfono', { exact: true }).fill('3001234567')
  await endSession(page)
  await enter(page, RECEPTION)
  await page.waitForURL('**/dashboard/appointments?vista=lista')
  await toasted(page, 'Aquí está lo que habías escrito.')
  await until(async () => (await form.getByLabel('Teléfono', { exact: true }).inputValue()) !== '')
  await endSession(page)

  await enter(page, PROFESSIONAL)
  await page.waitForURL(/\/dashboard\/appointments/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(new URL(page.url()).search, '', 'the colleague’s screen is not theirs')
  assert.equal(await page.evaluate(() => sessionStorage.getItem('enpunto.drafts')), null)
  await button(page, 'Nueva cita').click()
  assert.equal(await form.getByLabel('Nombre', { exact: true }).inputValue(), '')
  assert.equal(await form.getByLabel('Teléfono', { exact: true }).inputValue(), '')
})

test('a password that is chosen by a link where somebody else is signed in leaves them signed in', async () => {
  const page = await (await desktop(await launch(), REFUSED)).newPage()
  await page.goto(`${site.url}/login`)
  await enter(page, RECEPTION)
  await page.waitForURL('**/dashboard/**')
  const session = () => page.evaluate(() => sessionStorage['enpunto.session'] as string | undefined)
  const before = await session()
  await page.route('**/api/auth/reset-password', (route) => route.fulfill({ json: { success: true } }))
  const choose = async () => {
    await page.goto(`${site.url}/reset-password?token=1.x`)
    await page.getByLabel('Contraseña nueva').fill('otra-clave-segura')
    await page.getByLabel('Confirmar contraseña').fill('otra-clave-segura')
    await button(page, 'Restablecer contraseña').click()
    await page.getByRole('heading', { name: 'Tu contraseña cambió' }).waitFor()
  }
  await choose()
  await page.getByText(/sigue abierta la sesión de Salón Bugambilia/).waitFor()
  const { token } = JSON.parse(before!)
  assert.equal(JSON.parse((await session())!).token, token)
  const verified = (token: string) =>
    page.evaluate(async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch('/api/auth/verify', { headers })).status
    }, token)
  assert.equal(await verified(token), 200)
  // Their own ends it here too.
  await page.route('**/api/auth/reset-password', async (route) => {
    await fetch(`${site.url}/api/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    return route.fulfill({ json: { success: true } })
  })
  await choose()
  assert.equal(await session(), undefined)
  await page.waitForURL('**/login')
})

/** Two tabs at the log-in: the salon is entered in the first one, then somebody else's business in the second. */
async function twoTabs(isDeaf: boolean) {
  const { email } = await newOwner(site, await desktop(await launch()))
  const context = await desktop(await launch(), REFUSED)
  const first = await context.newPage()
  if (isDeaf)
    await first.addInitScript(() => addEventListener('storage', (event) => event.stopImmediatePropagation()))
  await first.goto(`${site.url}/login`)
  // One that the first one opened has its process: it finds the storage as it is by now, not as each event left it.
  const [second] = await Promise.all([first.waitForEvent('popup'), first.evaluate(() => void open('/login'))])
  for (const page of [first, second]) await page.getByLabel('Recordarme').check()
  await enter(first, 'demo@enpunto.example')
  await first.waitForURL('**/dashboard')
  const token = await tokenIn(first)
  await first.goto(`${site.url}/dashboard/appointments?vista=lista`)
  await button(first, 'Exportar').waitFor()
  await enter(second, email, 'clave-segura')
  await second.waitForURL('**/dashboard')
  assert.notEqual(await tokenIn(second), token)
  return { first, second, token }
}
const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage['enpunto.session']).token)

test('a tab whose remembered session gave way to another account’s ends, and that one goes on', async () => {
  const { first, second } = await twoTabs(false)
  const stored = await tokenIn(second)
  await first.waitForURL('**/login')
  await first.getByRole('heading', { name: 'Hola de nuevo' }).waitFor()
  assert.equal(await tokenIn(second), stored)
  await second.reload()
  await second.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(new URL(second.url()).pathname, '/dashboard')
})

test('a tab that has not heard of another account yet downloads and hears what is its own', async () => {
  const { first, token } = await twoTabs(true)
  const [download] = await Promise.all([
    first.waitForRequest(/appointments\/export|\.csv/),
    button(first, 'Exportar').click(),
  ])
  assert.equal(download.headers()['authorization'], `Bearer ${token}`)
  const [events] = await Promise.all([
    first.waitForRequest('**/api/appointments/events'),
    first.evaluate(() => {
      dispatchEvent(new Event('offline'))
      dispatchEvent(new Event('online'))
    }),
  ])
  assert.equal(events.headers()['authorization'], `Bearer ${token}`)
})
