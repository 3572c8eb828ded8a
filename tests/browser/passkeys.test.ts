import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { axe, launch, mails, phone, signIn, startSite, type Site } from './helper.ts'

const OWNER = { email: 'demo@enpunto.example', password: 'demo2026' }

let site: Site
let browser: Browser
/** Browsers make passkeys for names alone. */
let url: string

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  url = site.url.replace('127.0.0.1', 'localhost')
  await site.stop()
  await site.start({ PUBLIC_URL: url })
})

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** A phone's own keys, which its owner unlocks. */
async function authenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    lock: (isLocked: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isLocked }),
  }
}

test('an owner adds a passkey, enters with it without a password, and takes it away', async () => {
  const page = await (await phone(browser, { expects: [/status of (400|401)/] })).newPage()
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await signIn(page, { url })
  const keys = await authenticator(page)
  await page.goto(`${url}/dashboard/settings?seccion=seguridad`)
  const card = page.getByRole('region', { name: 'Llaves de acceso' })
  await button(page, 'Agregar llave de acceso').focus()
  await page.keyboard.press('Enter')
  await axe(page)
  await card.getByRole('button', { name: 'Agregar', exact: true }).click()
  await said(page, 'Escribe un nombre')
  await card.getByLabel('Nombre').fill('Mi celular')
  await card.getByLabel('Tu contraseña').fill('otra-clave')
  await card.getByLabel('Tu contraseña').press('Enter')
  await said(page, 'La contraseña actual no es correcta')
  assert.equal(await card.getByLabel('Nombre').inputValue(), 'Mi celular')
  await card.getByLabel('Tu contraseña').fill(OWNER.password)
  await card.getByLabel('Tu contraseña').press('Enter')
  await said(page, 'Llave de acceso agregada')
  await card.getByText('sin usar todavía').waitFor()
  await axe(page)
  await until(() => mails(site).some(({ subject }) => subject.includes('Agregaste una llave de acceso')))
  await card.getByRole('button', { name: 'Cambiar nombre de Mi celular' }).click()
  await card.getByLabel('Nombre').fill('Celular de Inés')
  await card.getByRole('button', { name: 'Guardar', exact: true }).click()
  await card.getByText('Celular de Inés').waitFor()

  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.setItem('test.entered', '1')
    sessionStorage.removeItem('enpunto.session')
  })
  await page.goto(`${url}/login`)
  await button(page, 'Entrar con una llave de acceso').waitFor()
  await axe(page)
  await keys.lock(true)
  await button(page, 'Entrar con una llave de acceso').click()
  await said(page, 'No se usó ninguna llave de acceso')
  await keys.lock(false)
  await button(page, 'Entrar con una llave de acceso').click()
  await page.waitForURL('**/dashboard')

  await page.goto(`${url}/dashboard/settings?seccion=seguridad`)
  await card.getByText(/último uso/).waitFor()
  await card.getByRole('button', { name: 'Quitar Celular de Inés' }).click()
  await card.getByLabel('Tu contraseña').fill(OWNER.password)
  await card.getByRole('button', { name: 'Quitar', exact: true }).click()
  await said(page, 'Llave de acceso quitada')
  assert.equal(await card.getByText('Celular de Inés').count(), 0)
})
