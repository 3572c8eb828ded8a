import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Locator, Page } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { until } from '../smtp.ts'
import { desktop, launch, mails, phone, type Mail, type Site, type Visitor } from './helper.ts'

export const SLUG = 'salon-bugambilia'

export interface Wanted {
  business: number
  service: number
  service_name: string
  duration_minutes: number
  professional: number
  professional_name: string
  date: string
  time: string
  /** All free times of that date. */
  times: string[]
}

let given = 0

/**
 * A free time of the demo salon, never on the first free day (where times pass while the test runs), and each
 * on another day, so that tests do not interfere with each other.
 */
export async function freeTime({ url }: Site, serviceName = 'Corte de barba'): Promise<Wanted> {
  const { business } = await read(`${url}/api/businesses/public/slug/${SLUG}`)
  const { services } = await read(`${url}/api/businesses/${business.id}/services`)
  const { professionals } = await read(`${url}/api/businesses/${business.id}/professionals`)
  const {
    id: service,
    service_name,
    duration_minutes,
  } = services.find((s: any) => s.service_name === serviceName)
  const does = ({ specialties }: any) => JSON.parse(specialties).includes(service)
  const { id: professional, professional_name } = professionals.findLast(does)
  // A long service has one or two times on a short day, and which days are short depends on the weekday it is.
  const days = (await freeDays({ url }, { professional, service })).filter(({ times }) => times.length > 2)
  const { date, times } = days[1 + (given++ % 20)]!
  return {
    business: business.id,
    service,
    service_name,
    duration_minutes,
    professional,
    professional_name,
    date,
    time: times[2]!,
    times,
  }
}

export async function freeDays(
  { url }: Pick<Site, 'url'>,
  { professional, service }: Pick<Wanted, 'professional' | 'service'>,
): Promise<{ date: string; times: string[] }[]> {
  const { days } = await read(`${url}/api/schedules/available-days/${professional}?serviceId=${service}`)
  return days.filter(({ times }: { times: string[] }) => times.length > 0)
}

export async function isFree(site: Site, wanted: Wanted): Promise<boolean> {
  const days = await freeDays(site, wanted)
  return days.some(({ date, times }) => date === wanted.date && times.includes(wanted.time))
}

async function read(url: string) {
  const answer = await ask(url)
  const body = bodyOf(answer)
  assert.equal(body.success, true, `${url}: ${JSON.stringify(answer)}`)
  return body
}

let others = 0

/** A telephone that nobody else has: a person may have some appointments ahead in a business only. */
export const newPhone = () => `+57310${String(++others).padStart(7, '0')}`

/** Books that time as another client; the appointment's id, and the token that opens it in the portal. */
export async function bookByApi(
  { url }: Site,
  { business, service, professional, date, time }: Wanted,
  who: object = {},
): Promise<{ id: number; token: string }> {
  const answer = await ask(`${url}/api/appointments/public`, {
    body: {
      business_id: business,
      service_id: service,
      professional_id: professional,
      appointment_date: date,
      appointment_time: time,
      client_name: 'Otra Persona',
      client_phone: newPhone(),
      client_email: `otra${others}@correo.example`,
      ...who,
    },
  })
  const { success, appointment, portal_token: token } = bodyOf(answer)
  assert.equal(success, true, JSON.stringify(answer))
  return { id: appointment.id, token }
}

/** The demo salon's date `days` days from now (negative: ago), by the real clock. */
export const dayAhead = (days: number) => Temporal.Now.plainDateISO('America/Bogota').add({ days }).toString()

/**
 * Inserts an appointment of the demo salon some days ahead (or ago) past all rules, with somebody who is free
 * then: no call can make one on a past or closed day.
 */
export async function onDay(
  { dataDir }: Pick<Site, 'dataDir'>,
  name: string,
  daysAhead: number,
  time = '10:00',
) {
  const date = dayAhead(daysAhead)
  const starts = `timestamptz '${date}T${time}-05:00'`
  // In the afternoon the demo's own of that time may leave nobody free: the first one's go to another year.
  const meets = `status <> 'cancelled' and occupied && tstzrange(${starts}, ${starts} + interval '1 hour')`
  await query(
    dataDir,
    `update appointments set appointment_date = appointment_date + 728, starts_at = starts_at + interval '728 days',
       ends_at = ends_at + interval '728 days', occupied = tstzmultirange(tstzrange(
         lower(occupied) + interval '728 days', upper(occupied) + interval '728 days'))
     where ${meets}
       and not exists (select from appointments a where not exists (
         select from appointments t where t.professional_id = a.professional_id and ${meets}))
       and professional_id = (select min(a.professional_id) from appointments a where not exists (
         select from appointments t where t.professional_id = a.professional_id and ${meets}
           and t.client_email = 'pasada@correo.example'))
     returning id`,
  )
  await query(
    dataDir,
    `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
       professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
       price, booked_by)
     select business_id, '${name}', '+573001112233', 'pasada@correo.example', service_id, service_name,
       professional_id, professional_name, '${date}', '${time}', 60, ${starts}, ${starts} + interval '1 hour',
       price, 'client'
     from appointments a
     where not exists (select from appointments taken where taken.professional_id = a.professional_id
       and taken.status <> 'cancelled' and taken.occupied && tstzrange(${starts}, ${starts} + interval '1 hour'))
     order by a.professional_id limit 1`,
  )
}

/** An appointment some days ago. */
export const past = (site: Pick<Site, 'dataDir'>, name: string, daysAgo: number) =>
  onDay(site, name, -daysAgo)

/** The address of the booking page with a choice already made. */
export function addressOf(site: Site, wanted: Partial<Wanted>, step?: string): string {
  const search = new URLSearchParams()
  if (wanted.service) search.set('servicio', String(wanted.service))
  if (wanted.professional) search.set('profesional', String(wanted.professional))
  if (wanted.date) search.set('fecha', wanted.date)
  if (wanted.time) search.set('hora', wanted.time)
  if (step) search.set('paso', step)
  return `${site.url}/negocio/${SLUG}?${search}`
}

/** Opens an address and waits until the page's script works. */
export async function visit(page: Page, address: string) {
  await page.goto(address)
  await awake(page)
}

export const awake = (page: Page) => page.waitForFunction(() => 'enpuntoIsAwake' in window)

/** Later parts of the page come in files of their own: this one's script works too. Until then its links and forms are plain ones. */
export const worksAt = async (part: Locator) => {
  await part.waitFor()
  await until(() => part.evaluate((it) => Object.keys(it).some((key) => key.startsWith('__reactProps'))))
}

/** Selects a radio button as people do, by its label. */
export const choose = (radio: Locator) => labelOf(radio).click()
export const labelOf = (radio: Locator) => radio.locator('xpath=ancestor::label')

export const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
export const button = (page: Pick<Page, 'getByRole'>, name: string) =>
  page.getByRole('button', { name, exact: true })

/** A new page on a phone, or on a desktop. */
export const onPhone = async (visitor?: Visitor) => (await phone(await launch(), visitor)).newPage()
export const onDesktop = async (visitor?: Visitor) => (await desktop(await launch(), visitor)).newPage()

export const radio = (page: Page, name: string | RegExp) => page.getByRole('radio', { name, exact: true })
export const radios = (page: Page, group: string) =>
  page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio')
export const date = (page: Page, value: string) => page.locator(`input[name=fecha][value="${value}"]`)
export const time = (page: Page, value: string) => page.locator(`input[name=hora][value="${value}"]`)
export const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))
export const isWiderThanScreen = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

let clients = 0

/** A client for one test, identified by the e-mail. */
export const newClient = () => {
  const n = ++clients
  return { name: `Camila Rojas ${n}`, phone: `300412${1000 + n}`, email: `camila${n}@correo.example` }
}
export type Client = ReturnType<typeof newClient>

export async function fillClient(page: Page, { name, phone, email }: Client) {
  await page.getByLabel('Teléfono', { exact: true }).fill(phone)
  await page.getByLabel('Nombre completo').fill(name)
  await page.getByLabel('Correo electrónico').fill(email)
}

/** Goes straight to step 3 of a booking. */
export async function toConfirm(page: Page, site: Site, wanted: Wanted, client: Client) {
  await visit(page, addressOf(site, wanted, 'datos'))
  await fillClient(page, client)
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
}

/** Waits for the two mails of a booking, to the client and to the owner; fails if either arrives twice. */
export async function mailsOf(site: Site, client: Client): Promise<{ toClient: Mail; toOwner: Mail }> {
  const here = () => ({
    toClient: mails(site).filter(({ to }) => to.includes(client.email)),
    toOwner: mails(site).filter(
      ({ to, text }) => to.includes('demo@enpunto.example') && text.includes(client.email),
    ),
  })
  await until(() => here().toClient.length > 0 && here().toOwner.length > 0, 15_000, 'the e-mails')
  const { toClient, toOwner } = here()
  assert.deepEqual([toClient.length, toOwner.length], [1, 1])
  return { toClient: toClient[0]!, toOwner: toOwner[0]! }
}

/** '15:30' → '3:30 pm' */
export function amPm(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'am' : 'pm'}`
}

/** 'viernes 20 de noviembre de 2026' */
export const longDate = (date: string): string =>
  new Intl.DateTimeFormat('es-CO', { dateStyle: 'full', timeZone: 'UTC' })
    .format(new Date(date))
    .replace(',', '')

export const minutesLater = (time: string, minutes: number): string => {
  const at = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
  return [Math.floor(at / 60), at % 60].map((n) => String(n).padStart(2, '0')).join(':')
}

/** Downloads the appointment's calendar file from the page and checks it. */
export async function checkCalendarFile(page: Page, { date, time, duration_minutes, service_name }: Wanted) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('Agregar al Calendario').click(),
  ])
  assert.equal(download.suggestedFilename(), 'cita.ics')
  const file = readFileSync(await download.path(), 'utf8')
  const utc = (minutes: number) =>
    new Date(Date.parse(`${date}T${time}-05:00`) + minutes * 60_000).toISOString().replace(/[-:]|\.000/g, '')
  assert.match(file, new RegExp(`DTSTART:${utc(0)}\r\nDTEND:${utc(duration_minutes)}\r\n`))
  assert.match(file, new RegExp(`SUMMARY:${service_name} - Salón Bugambilia\r\n`))
}

/**
 * Waits, when it is called, until the page has kept its confirmation: a page that is leaving is awake until the next one
 * comes.
 */
export async function confirmationKept(page: Page): Promise<() => Promise<void>> {
  const kept = Promise.withResolvers<void>()
  await page.exposeFunction('confirmationIsKept', () => kept.resolve())
  await page.evaluate(() => {
    const isKept = () => Object.keys(sessionStorage).some((key) => key.startsWith('enpunto.cita.'))
    const timer = setInterval(
      () => isKept() && (clearInterval(timer), (window as any).confirmationIsKept()),
      20,
    )
  })
  return () => kept.promise
}
