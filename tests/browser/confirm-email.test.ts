import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { axe, desktop, launch, mails, phone, startSite, type Site } from './helper.ts'

const OWNER = { email: 'demo@enpunto.example', password: 'demo2026' }

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

async function signIn(page: Page) {
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Correo electrónico').fill(OWNER.email)
  await page.getByLabel('Contraseña').fill(OWNER.password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL('**/dashboard')
}

const links = () =>
  mails(site).flatMap(({ to, text }) =>
    to.includes(OWNER.email) ? (text.match(/\S+\/confirmar-correo\?token=\S+/) ?? []) : [],
  )

test('a quiet line asks for it, sends the link again, and is gone when it was opened and pressed', async () => {
  await query(site.dataDir, 'update businesses set email_confirmed_at = null')
  for (const open of [phone, desktop]) {
    const page = await (await open(browser)).newPage()
    await signIn(page)
    // The guide lies over the first screen.
    await page.goto(`${site.url}/dashboard/services`)
    const line = page.locator('.banner', { hasText: 'Confirma tu correo' })
    await line.waitFor()
    await axe(page)
    if (open === phone) {
      const { height } = (await line.boundingBox())!
      assert.ok(height <= 48, `${height} px of a phone`)
    }
    const had = links().length
    await line.getByRole('button', { name: 'Enviar de nuevo' }).click()
    await page.getByText(`Te enviamos el enlace otra vez a ${OWNER.email}`).waitFor()
    await until(() => links().length > had, 10_000, 'the mail')
  }

  const page = await (await phone(browser, { expects: [/status of 400/] })).newPage()
  await page.goto(`${site.url}/confirmar-correo?token=1.x`)
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await page.getByRole('alert').getByText('El enlace no es válido. Pide otro desde tu panel.').waitFor()
  await axe(page)

  await signIn(page)
  await page.goto(links()[0]!)
  await page.getByRole('heading', { name: 'Confirma tu correo' }).waitFor()
  const [{ n }] = (await query(
    site.dataDir,
    'select count(*)::int as n from businesses where email_confirmed_at is null',
  )) as [{ n: number }]
  assert.equal(n, 1, 'opening the link confirms nothing')
  await page.getByRole('button', { name: 'Confirmar mi correo' }).click()
  await page.getByRole('heading', { name: 'Tu correo quedó confirmado' }).waitFor()
  await axe(page)
  await page.getByRole('link', { name: 'Ir a mi panel' }).click()
  await page.waitForURL('**/dashboard')
  await page.locator('main h1').waitFor()
  assert.equal(await page.getByText('Confirma tu correo').count(), 0)
})
