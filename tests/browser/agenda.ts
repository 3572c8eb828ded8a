/** A site for the test file, and helpers for the tests of the owner's agenda. */
import assert from 'node:assert/strict'
import { before } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { ask, query } from '../server.ts'
import { until } from '../smtp.ts'
import { amPm, freeTime, newPhone, past as pastAt, type Wanted } from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site, type Visitor } from './helper.ts'

export let site: Site
export let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

export type Open = (browser: Browser, visitor?: Visitor) => Promise<BrowserContext>
export const sizes: [name: string, open: Open][] = [
  ['on a phone', phone],
  ['on a desktop', desktop],
]
export const REFUSED = { expects: [/status of 4\d\d/] }

export const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
/** What begins a new appointment: a button of the head, on phones the middle of the bar at the bottom. */
export const create = (page: Page) =>
  button(page, 'Nueva cita')
    .or(page.getByRole('link', { name: 'Nueva cita', exact: true }))
    .filter({ visible: true })
    .first()
/** What shows the search and the filters, and on phones all else that the calendar's bar has no room for. */
export const filters = (page: Page) => page.getByRole('button', { name: /^(Filtros|Buscar,? y? ?filtros)/ })
/** Chooses in the tools, or on phones in what the date opens. */
export async function tool(page: Page, name: string) {
  if (!(await button(page, name).isVisible()))
    await page.getByRole('button', { name: /^Elegir fecha/ }).click()
  await button(page, name).click()
}
export const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
export const card = (page: Page, name: string) => page.locator('.ev', { hasText: name })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

export async function visit(open: Open, search = '', visitor?: Visitor): Promise<Page> {
  const page = await (await open(browser, visitor)).newPage()
  await signIn(page, site)
  // Once this call is answered, the page receives every change.
  const listening = page.waitForResponse('**/api/appointments/latest')
  await page.goto(`${site.url}/dashboard/appointments${search}`)
  await page.getByRole('heading', { name: 'Citas', exact: true }).waitFor()
  await page.locator('.cal-area:not(.waiting), .grp, .empty').first().waitFor()
  await listening
  return page
}

export async function state(page: Page) {
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  assert.equal(isWider, false, 'nothing scrolls the page sideways')
  await axe(page)
}

/** A call as the owner of the demo salon: a GET, or a POST with a body, unless `method` says so. */
export async function owner(
  path: string,
  body?: object,
  method: string = body ? 'POST' : 'GET',
): Promise<any> {
  const call = async (path: string, method: string, body?: object, token = '') => {
    const response = await fetch(site.url + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    })
    return response.json()
  }
  const demo = { email: 'demo@enpunto.example', password: 'demo2026', recaptcha_token: 'dev-token' }
  const { token } = await call('/api/auth/login', 'POST', demo)
  return call(path, method, body, token)
}

export const found = async (name: string) =>
  (await owner(`/api/appointments?q=${encodeURIComponent(name)}`)).appointments[0]

export interface Client {
  name: string
  email: string
}

let clients = 0

/** A client whose name is no prefix of another's. */
export function newClient(): Client {
  const letters = String(++clients).replace(/\d/g, (digit) => 'bcdfghjklm'[Number(digit)]!)
  return { name: `Zoila${letters} Peña`, email: `zoila${letters}@correo.example` }
}

/** Books as the public page does. */
export async function book(wanted: Wanted, { name, email }: Client) {
  const answer = await ask(`${site.url}/api/appointments/public`, {
    body: {
      business_id: wanted.business,
      service_id: wanted.service,
      professional_id: wanted.professional,
      appointment_date: wanted.date,
      appointment_time: wanted.time,
      client_name: name,
      client_phone: newPhone(),
      client_email: email,
    },
  })
  assert.equal(answer !== 'no answer' && answer.status, 201)
}

/** Books for a new client at a time that no other test uses. */
export async function booked(service = 'Lifting de pestañas'): Promise<Wanted & { name: string }> {
  const [wanted, client] = [await freeTime(site, service), newClient()]
  await book(wanted, client)
  return { ...wanted, name: client.name }
}

/** An appointment some days ago. */
export const past = (name: string, daysAgo: number) => pastAt(site, name, daysAgo)

/** The appointment began: a year ago, where no other is. */
export const begun = (id: number) =>
  query(
    site.dataDir,
    `update appointments set appointment_date = appointment_date - 364, starts_at = starts_at - interval '364 days',
      ends_at = ends_at - interval '364 days', occupied = tstzmultirange(tstzrange(
        lower(occupied) - interval '364 days', upper(occupied) - interval '364 days'))
    where id = ${id} returning id`,
  )

export async function fillClient(form: Locator, { name, email }: Client) {
  await form.getByLabel('Nombre').fill(name)
  await form.getByLabel('Teléfono', { exact: true }).fill('3004128819')
  await form.getByLabel('Correo electrónico').fill(email)
}

export async function choose(form: Locator, wanted: Wanted) {
  await form.getByLabel('Profesional').selectOption(String(wanted.professional))
  await form.getByLabel('Servicio').selectOption(String(wanted.service))
  await form.locator(`label:has(input[value="${wanted.date}"])`).click()
}

export const time = (form: Locator, value: string) => form.locator(`label:has(input[value="${value}"])`)

export const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** A free time at least an hour later, on the same day with the same professional. */
export async function laterFree(one: Wanted): Promise<string> {
  const url = `${site.url}/api/schedules/available-slots/${one.professional}/${one.date}?serviceId=${one.service}`
  const { slots } = (await (await fetch(url)).json()) as { slots: { time: string }[] }
  const later = slots.find(({ time }) => minutes(time) >= minutes(one.time) + 60)
  assert.ok(later, 'a later free time')
  return later.time
}

/** Presses the arrow keys until the time, and the date if given, is reached. */
export async function shiftTo(page: Page, time: string, date?: string) {
  const day = date && new Date(`${date}T12:00:00Z`).getUTCDate()
  const text = () => page.locator('.move-bar p span').innerText()
  const press = async (key: string) => {
    const before = await text()
    await page.keyboard.press(key)
    await until(async () => (await text()) !== before)
  }
  for (let i = 0; day && !new RegExp(` ${day} de `).test(await text()); i++) {
    assert.ok(i < 31, 'the date can be reached')
    await press('ArrowRight')
  }
  for (let i = 0; !(await text()).includes(`, ${amPm(time)}`); i++) {
    assert.ok(i < 40, `${time} can be reached`)
    await press(minutes(time) < minutesOf(await text()) ? 'ArrowUp' : 'ArrowDown')
  }
}

/** Minutes since midnight in a text such as '…, 3:30 pm'. */
function minutesOf(text: string): number {
  const [, hour, minute, half] = /(\d+):(\d\d) (am|pm)/.exec(text)!
  return ((Number(hour) % 12) + (half === 'pm' ? 12 : 0)) * 60 + Number(minute)
}
