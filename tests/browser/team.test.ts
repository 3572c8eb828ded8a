import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { axe, desktop, launch, mails, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await query(site.dataDir, 'update businesses set email_confirmed_at = now()')
})

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Every answer that a screen gets, by its status and address. */
function refusals(page: Page): string[] {
  const list: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) list.push(`${response.request().method()} ${response.url()}`)
  })
  return list
}

/** Invites on the screen. @returns the link of the mail. */
async function invite(page: Page, email: string, role: string, professional?: string): Promise<string> {
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' })
  await dialog.getByLabel('Correo').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  if (professional) await dialog.getByRole('combobox').selectOption({ label: professional })
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await said(page, `Enviamos la invitación a ${email}`)
  await dialog.waitFor({ state: 'hidden' })
  await until(() => mails(site).some(({ to }) => to.includes(email)))
  const mail = mails(site).find(({ to }) => to.includes(email))!
  assert.match(mail.subject, /^Te invitaron a /)
  return /https?:\/\/\S+invitacion\?token=[\w.-]+/.exec(mail.text)![0]
}

/** Follows the link as somebody new. */
async function join(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByRole('heading', { name: /^Te invitaron a / }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await said(page, 'Escribe tu nombre')
  await page.getByLabel('Tu nombre').fill(name)
  await page.getByLabel('Crea tu contraseña').fill('una-clave-larga')
  await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await page.waitForURL('**/dashboard/appointments')
}

test('an owner invites a receptionist and a professional, who find only what they may open', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=equipo`)
  await said(page, 'Solo tú entras por ahora.')
  await axe(page)
  const reception = await invite(page, 'laura@correo.example', 'Recepción')
  const [professional] = (await query(
    site.dataDir,
    'select professional_name as name from professionals where business_id = 1 order by id limit 1',
  )) as { name: string }[]
  const own = await invite(page, 'valentina@correo.example', 'Profesional', professional!.name)

  const desk = await (await desktop(browser, { expects: [/status of 401/] })).newPage()
  const ofDesk = refusals(desk)
  await join(desk, reception, 'Laura Pineda')
  const places = desk.getByRole('navigation', { name: 'Principal' })
  await places.getByRole('link').first().waitFor()
  assert.deepEqual(await places.getByRole('link').allTextContents(), ['Citas', 'Clientes'])
  await places.getByRole('link', { name: 'Clientes' }).click()
  await desk.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  await desk.goto(`${site.url}/dashboard/credits`)
  await desk.waitForURL('**/dashboard/appointments')
  await desk.goto(`${site.url}/dashboard`)
  await desk.waitForURL('**/dashboard/appointments')
  await desk.goto(`${site.url}/dashboard/settings`)
  await desk.getByRole('tab').first().waitFor()
  assert.deepEqual(await desk.getByRole('tab').allTextContents(), ['Otro calendario', 'Seguridad'])
  await desk.waitForLoadState('networkidle').catch(() => {})
  assert.deepEqual(ofDesk, [])

  const hand = await (await phone(browser)).newPage()
  const ofHand = refusals(hand)
  await join(hand, own, professional!.name)
  await hand.getByRole('heading', { name: 'Mi agenda', level: 1 }).waitFor()
  assert.deepEqual(
    await hand.getByRole('navigation', { name: 'Accesos' }).getByRole('link').allTextContents(),
    ['Mi agenda', '', 'Mis clientes'],
  )
  await axe(hand)
  await hand.getByRole('link', { name: 'Mis clientes' }).click()
  await hand.getByRole('heading', { name: 'Mis clientes', level: 1 }).waitFor()
  await axe(hand)
  await hand.goto(`${site.url}/dashboard/appointments?nueva=1`)
  await hand.getByRole('dialog').first().waitFor()
  assert.deepEqual(ofHand, [])

  await page.reload()
  await said(page, '3 personas entran con su propio correo.')
  await page.getByRole('button', { name: 'Acciones de Laura Pineda' }).click()
  await page.getByRole('button', { name: 'Quitar del equipo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await said(page, 'Laura Pineda ya no es del equipo')
  // Wherever she is, she is out.
  await desk.goto(`${site.url}/dashboard/appointments`)
  await desk.waitForURL('**/login')
})
