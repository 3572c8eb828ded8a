import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { axe, launch, mails, phone, startSite, type Site } from './helper.ts'

const OWNER = { email: 'demo@enpunto.example', password: 'demo2026' }

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

test('a forgotten password is replaced by way of the mail, once', async () => {
  const page = await (await phone(browser, { expects: [/status of (400|401)/] })).newPage()
  await page.goto(`${site.url}/forgot-password`)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await said(page, 'Email es requerido')
  await page.getByLabel('Correo electrónico').fill(OWNER.email)
  await page.getByRole('button', { name: 'Enviar enlace' }).click()
  await said(page, 'Email enviado exitosamente')
  await page.getByText(/spam/).waitFor()
  await axe(page)
  await page.getByRole('link', { name: 'Volver a Iniciar Sesión' }).waitFor()

  const link = await resetLink()
  await page.goto(link)
  await page.getByLabel('Contraseña nueva').fill('corta')
  await page.getByLabel('Confirmar contraseña').fill('otra')
  await page.getByRole('button', { name: 'Restablecer contraseña' }).click()
  await said(page, 'La contraseña debe tener al menos 6 caracteres')
  await said(page, 'Las contraseñas deben coincidir')
  await axe(page)
  await reset(page, 'clave-nueva')
  await said(page, 'Contraseña restablecida exitosamente')
  const before = Date.now()
  await page.waitForURL('**/login')
  assert.ok(Math.abs(Date.now() - before - 3000) < 700)

  await enter(page, OWNER.password)
  await page.locator('.toast-error').waitFor()
  await enter(page, 'clave-nueva')
  await page.waitForURL('**/dashboard')
  await page.goto(link)
  await reset(page, OWNER.password)
  await page.locator('.toast-error').waitFor()
  await page.goto(`${site.url}/reset-password`)
  await said(page, 'Token inválido')
})

async function reset(page: Page, password: string) {
  await page.getByLabel('Contraseña nueva').fill(password)
  await page.getByLabel('Confirmar contraseña').fill(password)
  await page.getByRole('button', { name: 'Restablecer contraseña' }).click()
}

async function resetLink(): Promise<string> {
  const link = () =>
    mails(site)
      .find(({ to, html }) => to.includes(OWNER.email) && html.includes('/reset-password'))
      ?.text.match(/\S+\/reset-password\?token=\S+/)?.[0]
  await until(link, 10_000, 'the mail')
  return link()!
}

async function enter(page: Page, password: string) {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Correo electrónico').fill(OWNER.email)
  await page.getByLabel('Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

test('while it is sent the button says so; what fails without a word is said in ours', async () => {
  const page = await (await phone(browser, { expects: [/status of 500/] })).newPage()
  for (const [path, call, sending, failure] of [
    ['/forgot-password', 'forgot-password', 'Enviando...', 'Error al enviar email'],
    ['/reset-password?token=1.x', 'reset-password', 'Restableciendo...', 'Error al restablecer contraseña'],
  ] as const) {
    await page.goto(site.url + path)
    if (call === 'forgot-password') await page.getByLabel('Correo electrónico').fill(OWNER.email)
    else for (const field of await page.locator('input').all()) await field.fill('clave-nueva')
    const button = page.locator('form [type=submit]')
    for (const [status, json, said] of [
      [500, {}, failure],
      [500, { success: false, error: 'Hoy no' }, 'Hoy no'],
      [200, { success: false, error: 'Mañana tampoco' }, 'Mañana tampoco'],
    ] as const) {
      const gate = Promise.withResolvers<void>()
      await page.route(`**/api/auth/${call}`, async (route) => {
        await gate.promise
        await route.fulfill({ status, json })
      })
      await button.click()
      await page.getByRole('button', { name: sending, exact: true }).waitFor()
      assert.ok(await button.isDisabled())
      gate.resolve()
      await page.getByText(said, { exact: true }).waitFor()
      assert.ok(await button.isEnabled())
      await page.unroute(`**/api/auth/${call}`)
    }
  }
})
