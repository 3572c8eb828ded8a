import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { codeAt } from '../totp.ts'
import { axe, desktop, launch, mails, phone, signIn, startSite, type Site } from './helper.ts'

const OWNER = { email: 'demo@enpunto.example', password: 'demo2026' }

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The next code after those that were used: a minute on, whatever the clock shows. */
const wrongOf = (secret: string) => codeAt(secret, Date.now() + 3_600_000)

test('an owner switches it on, enters with a code and with a recovery code, and switches it off', async () => {
  const page = await (await phone(browser, { expects: [/status of (400|401)/] })).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=seguridad`)
  await said(page, 'Está desactivada.')
  await button(page, 'Activar').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'Código QR para tu app de verificación' }).waitFor()
  await axe(page)
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Escanea el código con tu app')
  const secret = (await page.locator('.second-key').textContent())!.replaceAll(' ', '')
  const code = page.getByLabel('Código de 6 números')
  const password = page.locator('#second-password')
  await button(page, 'Activar').click()
  await said(page, 'Escribe el código de tu app de verificación')
  await said(page, 'Escribe tu contraseña')
  await code.fill(wrongOf(secret))
  await password.fill(OWNER.password)
  await button(page, 'Activar').click()
  await said(page, /El código no es correcto/)
  // What was typed is there, and the same QR code.
  assert.equal(await password.inputValue(), OWNER.password)
  assert.equal((await page.locator('.second-key').textContent())!.replaceAll(' ', ''), secret)
  await code.fill(codeAt(secret, Date.now()))
  await password.press('Enter')
  await said(page, 'Guarda estos códigos')
  await axe(page)
  const codes = await page.locator('.second-codes li').allTextContents()
  assert.equal(codes.length, 10)
  await button(page, 'Ya los guardé').click()
  await said(page, 'Te quedan 10 códigos de recuperación.')
  await until(() => mails(site).some(({ subject }) => subject.includes('Activaste la verificación')))

  const other = await (await desktop(browser, { expects: [/status of 401/] })).newPage()
  await other.goto(`${site.url}/login`)
  await other.getByLabel('Correo electrónico').fill(OWNER.email)
  await other.getByLabel('Contraseña').fill(OWNER.password)
  await other.getByLabel('Contraseña').press('Enter')
  await said(other, 'Escribe tu código')
  await axe(other)
  await other.getByLabel('Código de 6 números').fill('12 34')
  await button(other, 'Entrar').click()
  await said(other, /El código tiene 6 números/)
  await other.getByLabel('Código de 6 números').fill(wrongOf(secret))
  await button(other, 'Entrar').click()
  await said(other, /El código no es correcto/)
  // Back, and what was typed is still there.
  await button(other, 'Volver').click()
  await other.getByRole('heading', { name: 'Hola de nuevo' }).waitFor()
  assert.equal(await other.evaluate(() => document.activeElement?.textContent), 'Hola de nuevo')
  assert.equal(await other.getByLabel('Correo electrónico').inputValue(), OWNER.email)
  assert.equal(await other.getByLabel('Contraseña').inputValue(), OWNER.password)
  await button(other, 'Iniciar Sesión').click()
  await button(other, 'No tengo mi celular: usar un código de recuperación').click()
  await other.getByLabel('Código de recuperación').fill(codes[0]!.toUpperCase())
  await button(other, 'Entrar').click()
  await other.waitForURL('**/dashboard')

  await page.reload()
  await said(page, 'Te quedan 9 códigos de recuperación.')
  await button(page, 'Desactivar').click()
  await axe(page)
  // No code goes twice: this is the next one, which an app shows whose clock is ahead.
  await page.getByLabel('Código de 6 números').fill(codeAt(secret, Date.now() + 30_000))
  await page.locator('#second-password').fill(OWNER.password)
  await button(page, 'Desactivar').click()
  await said(page, 'Está desactivada.')
})

test('an owner who does not hear that it is on writes the next code, and gets the recovery codes', async () => {
  const page = await (await desktop(browser, { expects: [/ERR_FAILED/] })).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=seguridad`)
  await button(page, 'Activar').click()
  const secret = (await page.locator('.second-key').textContent())!.replaceAll(' ', '')
  await page.route(
    '**/api/auth/second-factor/on',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByLabel('Código de 6 números').fill(codeAt(secret, Date.now()))
  await page.locator('#second-password').fill(OWNER.password)
  await button(page, 'Activar').click()
  await said(page, /Error de conexión/)
  await page.getByLabel('Código de 6 números').fill(codeAt(secret, Date.now() + 30_000))
  await button(page, 'Activar').click()
  await said(page, 'Guarda estos códigos')
  await button(page, 'Ya los guardé').click()
  await said(page, 'Te quedan 10 códigos de recuperación.')
})

test('a code that one account is asked for is not asked of another one', async () => {
  const page = await (await phone(browser, { expects: [/status of 401/] })).newPage()
  const invitation = { business_name: 'Salón', invited_by: 'Inés', role: 'reception', expires_at: '' }
  await page.route('**/api/auth/invitation', (route) =>
    route.fulfill({ json: { success: true, ...invitation, email: 'una@correo.example', has_account: true } }),
  )
  const sent: Record<string, unknown>[] = []
  for (const [screen, door, name] of [
    ['/invitacion?token=1.x', 'invitation/accept', 'Aceptar y entrar'],
    ['/admin/login', 'admin/login', 'Acceder al Panel'],
  ] as const) {
    await page.route(`**/api/**/${door.split('/').at(-1)}`, (route) => {
      sent.push(route.request().postDataJSON())
      const passkey = { challenge: 'x', allowCredentials: [] }
      return route.fulfill({ status: 401, json: { error: 'Escribe el código', needs_code: true, passkey } })
    })
    await page.goto(`${site.url}${screen}`)
    await page.getByLabel('Correo electrónico').fill('una@correo.example')
    await page.locator('#password').fill('una-clave')
    const code = page.getByLabel('Código de 6 números')
    const passkey = button(page, 'Usar mi llave de acceso')
    await button(page, name).click()
    await code.fill('123456')
    await passkey.waitFor()
    await page.getByLabel('Correo electrónico').fill('otra@correo.example')
    await code.waitFor({ state: 'hidden' })
    assert.equal(await passkey.count(), 0)
    await button(page, name).click()
    await code.waitFor()
    assert.equal(await code.inputValue(), '')
    const { email, code: typed } = sent.at(-1)!
    assert.deepEqual([email, typed], ['otra@correo.example', undefined])
  }
})

test('an administrator does the same in their panel', async () => {
  const page = await (await desktop(browser, { expects: [/status of 401/] })).newPage()
  const enter = async () => {
    await page.goto(`${site.url}/admin/login`)
    await page.getByLabel('Correo electrónico').fill('admin@enpunto.example')
    await page.getByLabel('Contraseña').fill('admin2026')
    await button(page, 'Acceder al Panel').click()
  }
  await enter()
  await button(page, 'Activar').click()
  const secret = (await page.locator('.second-key').textContent())!.replaceAll(' ', '')
  await page.getByLabel('Código de 6 números').fill(codeAt(secret, Date.now()))
  await page.locator('#second-password').fill('admin2026')
  await page.locator('#second-password').press('Enter')
  await said(page, 'Guarda estos códigos')
  const codes = await page.locator('.second-codes li').allTextContents()
  await button(page, 'Ya los guardé').click()
  await axe(page)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await enter()
  await button(page, 'No tengo mi celular: usar un código de recuperación').click()
  await page.getByLabel('Código de recuperación').fill(codes[1]!)
  await axe(page)
  await button(page, 'Acceder al Panel').click()
  await said(page, 'Te quedan 9 códigos de recuperación.')
})
