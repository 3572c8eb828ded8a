/** Settings at their edges: a second change at once, what is typed meanwhile, and what the end of a session leaves behind. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { button, newOwner, toasted } from './catalogue.ts'
import { desktop, launch, phone, startSite, type Site } from './helper.ts'

const PASSWORD = 'clave-segura'
const STORED = 'Perfil actualizado exitosamente'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

/** Settings of a business of its own. */
async function settings(open: typeof phone, section: string) {
  const context = await open(browser, { expects: [/status of 40[01]/] })
  const mine = await newOwner(site, context)
  await mine.page.goto(`${site.url}/dashboard/settings?seccion=${section}`)
  await mine.page.locator('#set-panel h2').first().waitFor()
  return mine
}

const emailOf = (page: Page) => page.getByLabel('Correo electrónico')
const passwordOf = (page: Page) => page.getByLabel('Contraseña actual')

for (const open of [phone, desktop])
  test(`the log-in is changed twice without a reload, and password managers hear of it (${open.name})`, async () => {
    const { page, email } = await settings(open, 'negocio')
    for (const other of [`una.${open.name}@correo.example`, `otra.${open.name}@correo.example`]) {
      await emailOf(page).fill(other)
      await passwordOf(page).fill(PASSWORD)
      await button(page, 'Guardar').click()
      await toasted(page, STORED)
      await passwordOf(page).waitFor({ state: 'detached' })
    }
    await page.getByText('También es tu usuario para entrar.').waitFor()
    await page.getByRole('tab', { name: 'Seguridad' }).click()
    const user = page.locator('input[name=username]')
    await user.waitFor({ state: 'attached' })
    assert.equal(await user.inputValue(), `otra.${open.name}@correo.example`)
    assert.notEqual(await user.inputValue(), email)
  })

test('what was typed waits when the session ends, and the password that went with it lies nowhere', async () => {
  const { page } = await settings(desktop, 'negocio')
  await emailOf(page).fill('pensada@correo.example')
  await passwordOf(page).fill(PASSWORD)
  await page.evaluate(() => {
    const { token } = JSON.parse(sessionStorage['enpunto.session'])
    return fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })
  await button(page, 'Guardar').click()
  await page.waitForURL('**/login')
  await until(() => page.evaluate(() => 'enpunto.drafts' in sessionStorage))
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))
  assert.match(kept, /pensada@correo\.example/)
  assert.doesNotMatch(kept, new RegExp(PASSWORD))
})
