/** Helpers for the tests of services and professionals. */
import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { axe, desktop, phone, signIn, type Site } from './helper.ts'

export const SIZES = { phone, desktop }
export const LOST = { expects: [/ERR_(FAILED|CONNECTION|INTERNET)/] }
export const PASSWORD = 'clave-segura'
let owners = 0

/** Registers a business and signs its owner in, on a page that shows nothing yet. */
export async function newOwner(site: Site, context: BrowserContext) {
  const email = `duena${++owners}@catalogo.example`
  const form = {
    business_name: `Uñas Doña Luz ${owners}`,
    business_type: 'Peluquería / Barbería',
    is_virtual: true,
    email,
    phone: '+573001234567',
    password: PASSWORD,
    confirmPassword: PASSWORD,
    terms: true,
  }
  const { token, business } = (await call(site, 'POST', '/api/auth/register', form)) as any
  const page = await context.newPage()
  await signIn(page, site, { email, password: PASSWORD })
  const as = (method: string, path: string, body?: unknown) => call(site, method, path, body, token)
  return { page, as, email, slug: business.slug as string }
}

export async function call(
  site: Site,
  method: string,
  path: string,
  body?: unknown,
  token?: string,
): Promise<any> {
  const response = await fetch(site.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = await response.json()
  assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(answer)}`)
  return answer
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.locator('dialog[open]')
/** Waits for a toast and marks it, so that the next one with the same text is told apart. */
export async function toasted(page: Page, text: string) {
  const isNew = page.locator('.toast:not(.leaving, [data-seen])')
  const toast = page.getByText(text, { exact: true }).and(isNew).first()
  await toast.evaluate((one) => one.setAttribute('data-seen', ''))
}

/** On phones, the actions of a card are in a menu behind three dots. */
export async function act(page: Page, name: string, action: string) {
  await page.getByRole('heading', { name, exact: true }).waitFor()
  const menu = button(page, `Acciones de ${name}`)
  if (await menu.isVisible()) {
    await menu.click()
    await axe(page)
    await page.locator(':popover-open').getByRole('button', { name: action }).click()
  } else await button(page, `${action} ${name}`).click()
}

const picture = () =>
  sharp({ create: { width: 900, height: 500, channels: 3, background: '#b0246b' } })
    .jpeg()
    .toBuffer()
const file = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })

/** Tries files that must be refused before they are sent, then crops a picture and sees it shown. */
export async function choosePicture(page: Page) {
  const input = dialog(page).locator('input[type=file]')
  await input.setInputFiles(file('foto.png', 'image/png', Buffer.from('<script>alert(1)</script>')))
  await page.getByText('Formato de imagen no válido. Use JPG, PNG, GIF o WebP').waitFor()
  await input.setInputFiles(file('foto.svg', 'image/svg+xml', Buffer.from('<svg/>')))
  await page.getByText('Formato de imagen no válido. Use JPG, PNG, GIF o WebP').waitFor()
  await input.setInputFiles(file('foto.jpg', 'image/jpeg', Buffer.alloc(5 * 1024 * 1024 + 1)))
  await page.getByText('La imagen es demasiado grande. Máximo 5MB').waitFor()
  await axe(page)
  await input.setInputFiles(file('foto.jpg', 'image/jpeg', await picture()))
  await page.getByLabel('Mover la foto a lo ancho').press('ArrowLeft')
  await axe(page)
  await button(page, 'Usar esta foto').click()
  await button(page, 'Cambiar foto').waitFor()
}
