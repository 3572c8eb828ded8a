import type { Locator, Page } from 'playwright-core'
import { fontFace } from './font.ts'
import type { Product } from './product.ts'
import { CLIENT } from './salon.ts'

export interface Still {
  name: string
  png: Buffer
}

const FACE = fontFace('Figtree', 'figtree.woff2')

const SCREEN = { width: 1000, height: 760 }
const PHONE = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }

/** Every screen shown on the landing page, at double pixel density. */
export async function takeStills(product: Product): Promise<Still[]> {
  const stills: Still[] = []
  const take: Take = async (name, page, part) => {
    await settle(page)
    stills.push({ name, png: await (part ?? page).screenshot() })
  }
  await takeOwner(product, take)
  await takeBooking(product, take)
  await takePortal(product, take)
  await takeReminders(product, take)
  return stills
}

/** The whole window, or one part of the page. */
type Take = (name: string, page: Page, part?: Locator) => Promise<void>

async function takeOwner(product: Product, take: Take) {
  const context = await product.visitor({ viewport: SCREEN })
  const page = await context.newPage()
  await product.login(page)
  await page.goto(`${product.url}/dashboard`)
  await take('panel-resumen', page)
  await page.goto(`${product.url}/dashboard/appointments`)
  await take('panel-citas', page)
  await page.goto(`${product.url}/dashboard/services`)
  await take('panel-servicios', page)
  await page.goto(`${product.url}/dashboard/settings?seccion=color`)
  await take('panel-marca', page)

  await page.setViewportSize({ width: 1000, height: 1400 })
  await page.goto(`${product.url}/dashboard/appointments`)
  await take('inicio-agenda', page, page.getByRole('region', { name: 'Calendario' }))
  await context.close()
}

async function takeBooking(product: Product, take: Take) {
  const context = await product.visitor(PHONE)
  const page = await context.newPage()
  await page.goto(`${product.url}/negocio/salon-bugambilia`)
  await take('reservas', page)
  await context.close()
}

async function takePortal(product: Product, take: Take) {
  const context = await product.visitor(PHONE)
  const page = await context.newPage()
  await page.goto(`${product.url}/client`)
  await take('portal-buscar', page)
  await page.getByLabel('Cédula').fill(CLIENT.client_id)
  await page.getByLabel('Correo electrónico').fill(CLIENT.client_email)
  await page.getByRole('button', { name: 'Buscar Citas' }).click()
  await page.getByText('Corte y cepillado').first().waitFor()
  await take('portal-citas', page)
  await page
    .getByRole('button', { name: /Reagendar/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('label', { hasText: '24' }).first().click()
  await dialog.getByText('3:00 pm').waitFor()
  await dialog.locator('label', { hasText: '3:00 pm' }).click()
  await take('portal-reagendar', page)
  await context.close()
}

async function takeReminders(product: Product, take: Take) {
  const mail = await product.mail(CLIENT.client_email, /^Recordatorio/)
  const context = await product.visitor(PHONE)
  const page = await context.newPage()
  await page.setContent(mail.html)
  // Mails use the reader's own typeface; a bare machine has no suitable one.
  await page.addStyleTag({ content: `${FACE} * { font-family: Figtree !important }` })
  await take('recordatorio-correo', page)
  const link = /\S+\/client\?token=\S+/.exec(mail.text)![0]
  await page.goto(link)
  await page.getByText('Acceso automático exitoso').waitFor({ state: 'hidden', timeout: 15_000 })
  await take('recordatorio-confirmar', page)
  await product.login(page)
  await page.goto(`${product.url}/dashboard/settings?seccion=recordatorios`)
  await take('recordatorio-ajustes', page)
  await context.close()
}

/** Waits for fonts and pictures, and for the requests that a screen sends when it opens. */
async function settle(page: Page) {
  await page.waitForLoadState('load')
  await page.evaluate('document.fonts.ready.then(() => document.activeElement?.blur())')
  // The live stream stays open, so the network never falls idle.
  await page.waitForTimeout(1500)
}
