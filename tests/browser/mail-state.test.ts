import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { axe, hasFocus, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

test('which mails did not arrive: told in the panel, and the address corrected at the appointment', async () => {
  await query(
    site.dataDir,
    `insert into undelivered (business_id, appointment_id, address, reason, at)
     select business_id, id, client_email, 'unknown_address', now() from appointments
     where status = 'scheduled' and starts_at > now() + interval '3 hours' order by starts_at limit 1`,
  )
  const page = await (await phone(browser)).newPage()
  await page.goto(`${site.url}/login`)
  await page.getByLabel('Correo electrónico').fill('demo@enpunto.example')
  await page.getByLabel('Contraseña').fill('demo2026')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL('**/dashboard')
  // The mail about this new browser leaves first: it says that mails go out.
  const waiting = `select id from messages where kind = 'new_device' and state = 'queued'`
  await until(async () => (await query(site.dataDir, waiting)).length === 0, 10_000)
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByRole('heading', { name: 'Servicios', level: 1 }).waitFor()
  await query(
    site.dataDir,
    `insert into installation (name, value)
     values ('mail stopped', '{"since":"2026-01-05T15:12:00Z","reason":"login"}')`,
  )
  await page.reload()
  await page.getByText(/^Los correos no están saliendo desde el lunes 5 de enero a las 10:12 am/).waitFor()
  const told = page.locator('.banner', { hasText: 'Su correo no existe' })
  await told.waitFor()
  await axe(page)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/panel.png` })
  const link = told.getByRole('link', { name: 'Ver la cita' })
  const address = site.url + (await link.getAttribute('href'))
  await link.click()
  const detail = page.getByRole('dialog')
  await detail.getByRole('button', { name: 'Corregir correo' }).click()
  await detail.getByLabel('Correo del cliente').fill('otra.persona@correo.example')
  await axe(page)
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/detail.png` })
  await detail.getByRole('button', { name: 'Guardar y enviar' }).click()
  await page.getByText('Correo corregido. Le enviamos la confirmación otra vez.').first().waitFor()
  await detail.getByText('otra.persona@correo.example').waitFor()
  await detail.getByText('Su correo no existe').waitFor({ state: 'detached' })

  await query(
    site.dataDir,
    `insert into messages (business_id, kind, appointment_id, recipient, once, due_at, last_error)
     select business_id, 'edited_client', id, client_email, 'limited', now() + interval '1 day', 'unconfirmed'
     from appointments where client_email = 'otra.persona@correo.example'`,
  )
  await page.goto(address)
  await detail.getByText(/^Su correo espera: tu negocio ya envió los de hoy/).waitFor()
  await axe(page)
})

test('a notice of mails does not move what is being pressed, and leaves the keyboard in the screen', async () => {
  await query(
    site.dataDir,
    `insert into undelivered (business_id, appointment_id, address, reason, at)
     select business_id, id, client_email, 'unknown_address', now() from appointments
     where status = 'scheduled' and starts_at > now() + interval '3 hours' order by starts_at desc limit 1`,
  )
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  const answered = page.waitForResponse('**/api/mail/state')
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByRole('heading', { name: 'Servicios', level: 1 }).waitFor()
  // In the page, where it is known how long nothing was pressed on a slow machine.
  await page.evaluate(() => {
    const pressing = { last: performance.now(), rest: 0, stop: () => clearInterval(timer) }
    const timer = setInterval(() => {
      const now = performance.now()
      pressing.rest = Math.max(pressing.rest, now - pressing.last)
      pressing.last = now
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Shift' }))
    }, 100)
    Object.assign(window, { pressing })
  })
  await answered
  const told = page.locator('.banner', { hasText: 'Su correo no existe' })
  await page.waitForTimeout(3_200)
  const { isTold, rest } = await page.evaluate(() => {
    const { pressing } = window as unknown as { pressing: { rest: number; stop: () => void } }
    pressing.stop()
    const isTold = [...document.querySelectorAll('.banner')].some((one) =>
      one.textContent.includes('Su correo no existe'),
    )
    return { isTold, rest: pressing.rest }
  })
  assert.ok(!isTold || rest >= 2_000, 'it waits for a moment of rest')
  await told.waitFor()
  await told.getByRole('button', { name: 'Entendido' }).press('Enter')
  await told.waitFor({ state: 'detached', timeout: 1_000 })
  await hasFocus(page)
})
