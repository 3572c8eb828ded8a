/** A window of the panel whose script got lost, also in advance: the screen stays, and the next press opens it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { booked, browser, button, create, dialog, site, toast } from './agenda.ts'
import { desktop, phone, signIn } from './helper.ts'

const AGAIN = /^No pudimos abrir esta parte\. Revisa tu conexión/

async function panel(): Promise<Page> {
  const page = await (await desktop(browser, { expects: [/ERR_CONNECTION_FAILED/, /ERR_FAILED/] })).newPage()
  await signIn(page, site)
  return page
}

/** Loses a file until the returned function is called; counts how often it was asked for. */
async function lose(page: Page, file: string, kind = 'js') {
  const files = new RegExp(`/assets/${file}-[^/]*\\.${kind}$`)
  const seen = { lost: 0 }
  await page.route(files, (route) => {
    seen.lost++
    return route.abort('connectionfailed')
  })
  return { seen, find: () => page.unroute(files) }
}

test('the form of an appointment, lost in advance and at a press, opens once there is a network', async () => {
  const page = await panel()
  const form = await lose(page, 'form')
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  await until(() => form.seen.lost > 0)
  await create(page).click()
  await page.getByText(AGAIN).first().waitFor()
  assert.equal(await dialog(page, 'Nueva cita').count(), 0)
  await form.find()
  await create(page).click()
  await dialog(page, 'Nueva cita').waitFor()
})

test('the styles of that form, lost in advance and at a press: it opens once it has them, and not without', async () => {
  const page = await panel()
  const styles = await lose(page, 'form', 'css')
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  await until(() => styles.seen.lost > 1)
  await create(page).click()
  await page.getByText(AGAIN).first().waitFor()
  assert.equal(await dialog(page, 'Nueva cita').count(), 0)
  await styles.find()
  await create(page).click()
  await dialog(page, 'Nueva cita').waitFor()
  const isStyled = await page.evaluate(() =>
    [...document.styleSheets].some((sheet) => {
      if (!/\/form-[^/]*\.css$/.test(sheet.href ?? '')) return false
      try {
        return sheet.cssRules.length > 0
      } catch {
        // Of one that did not come nothing can be read.
        return false
      }
    }),
  )
  assert.ok(isStyled)
})

test('the search, lost at a press, opens at the next', async () => {
  const page = await panel()
  const search = await lose(page, 'search-dialog')
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  await page.keyboard.press('Control+k')
  await page.getByText(AGAIN).first().waitFor()
  assert.ok(search.seen.lost > 0)
  await search.find()
  await page.keyboard.press('Control+k')
  await dialog(page, 'Buscar clientes y citas').waitFor()
})

test('the QR code of the page, lost: the screen stays and says so, and the next press opens it', async () => {
  const page = await panel()
  await page.goto(`${site.url}/dashboard`)
  const guide = page.getByRole('dialog', { name: /Te damos la bienvenida/ })
  await guide.waitFor()
  await page.keyboard.press('Escape')
  await guide.waitFor({ state: 'detached' })
  const code = page.getByRole('button', { name: 'Código QR' })
  await code.waitFor()
  const dialogs = await lose(page, 'qr-dialog')
  await code.click()
  await page.getByText(AGAIN).waitFor()
  await dialogs.find()
  await code.click()
  await page.getByRole('dialog').waitFor()
})

test('the list of appointments without their time, lost: the screen stays with its reminder, which opens it', async () => {
  const { date } = await booked()
  const page = await panel()
  await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
  const list = await lose(page, 'left-over-dialog')
  const weekday = new Date(`${date}T12:00Z`).toLocaleDateString('es', { weekday: 'long', timeZone: 'UTC' })
  const day = page.getByRole('switch', { name: new RegExp(`^${weekday}`, 'i') })
  await day.uncheck()
  await button(page, 'Guardar').click()
  await page.getByText(AGAIN).waitFor()
  const reminder = page.locator('.left-pill')
  await reminder.getByText(/por resolver/).waitFor()
  await list.find()
  await button(reminder, 'Ver').click()
  const left = dialog(page, 'Citas que ya no caben')
  await left.waitFor()
  await button(left, 'Listo').click()
  await left.waitFor({ state: 'detached' })
  await day.check()
  await button(page, 'Guardar').click()
  await toast(page, 'Horarios actualizados exitosamente').last().waitFor()
})

for (const [who, path, email, password] of [
  ['an owner', '/login', 'demo@enpunto.example', 'demo2026'],
  ['an administrator', '/admin/login', 'admin@enpunto.example', 'admin2026'],
] as const)
  test(`${who} whose screen gets lost at the log-in is not sent round and round`, async () => {
    const page = await (
      await phone(browser, { expects: [/ERR_CONNECTION_FAILED|route module|dynamically imported/] })
    ).newPage()
    await page.goto(site.url + path)
    await page.route('**/assets/dashboard-*.js', (route) => route.abort('connectionfailed'))
    let loads = 0
    page.on('load', () => loads++)
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByLabel('Contraseña', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard', { waitUntil: 'commit' })
    // It was two loads a second.
    await page.waitForTimeout(4_000)
    assert.ok(loads <= 4, `${loads} loads`)
    await page.unroute('**/assets/dashboard-*.js')
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByText(who === 'an owner' ? 'Indicadores' : 'Negocios Registrados')
      .first()
      .waitFor()
  })
