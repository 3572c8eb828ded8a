/** What the accessibility tests share: signing in, and working on several pages at a time. */
import type { BrowserContext, Page } from 'playwright-core'
import { SLUG } from './booking.ts'
import type { Site } from './helper.ts'

export type Visitor = 'anyone' | 'owner' | 'administrator'

/** Signs in for every page of the context. */
export async function enter(context: BrowserContext, { url }: Pick<Site, 'url'>, who: Visitor, owner = DEMO) {
  if (who === 'anyone') return
  const page = await context.newPage()
  const { email, password } = who === 'owner' ? owner : ADMINISTRATOR
  await page.goto(`${url}${who === 'owner' ? '/login' : '/admin/login'}`)
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(password)
  if (who === 'owner') await page.locator('input[name=remember]').check()
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL('**/dashboard')
  // The welcome would cover everything else.
  if (who === 'owner') await page.getByRole('button', { name: 'No volver a mostrar' }).click()
  await page.close()
}

const DEMO = { email: 'demo@enpunto.example', password: 'demo2026' }
const ADMINISTRATOR = { email: 'admin@enpunto.example', password: 'admin2026' }

// The browser, the server and the tests share two processors.
const AT_ONCE = 3

/** Does `work` for each of `all` on its own page, a few at a time. */
export async function onPages<T>(
  context: BrowserContext,
  all: T[],
  work: (page: Page, one: T) => Promise<void>,
) {
  const left = all.values()
  const worker = async () => {
    for (const one of left) {
      const page = await context.newPage()
      await work(page, one)
      await page.close()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** Opens a screen and waits until it is shown. */
export async function show(page: Page, { url }: Pick<Site, 'url'>, path: string) {
  await page.goto(url + path)
  await page.locator('h1').first().waitFor()
  const isBooking = path.startsWith(`/negocio/${SLUG}`) && !path.includes('?ver=')
  if (isBooking) await page.waitForFunction(() => 'enpuntoIsAwake' in window)
  await page.locator('.skeleton, .spinner').first().waitFor({ state: 'detached' })
}

/** The session is ended on the server, the page hears of it, and the same person signs in again, back to where they were. */
export async function reenter(page: Page, { email, password } = DEMO) {
  const { pathname } = new URL(page.url())
  await page.evaluate(() => {
    const { token } = JSON.parse(sessionStorage['enpunto.session'])
    return fetch('/api/auth/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  })
  await page.waitForURL('**/login')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await page.waitForURL(`**${pathname}*`)
}
