/** What one person typed or opened in a browser is nobody else's who signs in there after them, or beside them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { button, create, dialog, REFUSED, site, toast } from './agenda.ts'
import { desktop, launch } from './helper.ts'

const RECEPTION = 'recepcion@turno.example'
const PROFESSIONAL = 'profesional@turno.example'

before(async () => {
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
  await create(page).click()
  const form = dialog(page, 'Nueva cita')
  await form.getByLabel('Nombre', { exact: true }).fill('Zoila Peña')
  await form.getByLabel('Teléfono', { exact: true }).fill('3001234567')
  await endSession(page)
  await enter(page, RECEPTION)
  await page.waitForURL('**/dashboard/appointments?vista=lista')
  await toast(page, 'Aquí está lo que habías escrito.').waitFor()
  await until(async () => (await form.getByLabel('Teléfono', { exact: true }).inputValue()) !== '')
  await endSession(page)

  await enter(page, PROFESSIONAL)
  await page.waitForURL(/\/dashboard\/appointments/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(new URL(page.url()).search, '', 'the colleague’s screen is not theirs')
  assert.equal(await page.evaluate(() => sessionStorage.getItem('enpunto.drafts')), null)
  await create(page).click()
  assert.equal(await form.getByLabel('Nombre', { exact: true }).inputValue(), '')
  assert.equal(await form.getByLabel('Teléfono', { exact: true }).inputValue(), '')
})
