/** How the agenda shows its data, whatever they are: rows, colours, words, filters, the form's times. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { freeTime } from './booking.ts'
import { call } from './catalogue.ts'
import { desktop, launch, signIn, startSite, type Site } from './helper.ts'

const ZONE = 'America/Bogota'

let site: Site
let browser: Browser
let as: (method: string, path: string, body?: unknown) => Promise<any>
let today: string

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  const demo = { email: 'demo@enpunto.example', password: 'demo2026' }
  const answer = await call(site, 'POST', '/api/auth/login', demo)
  as = (method, path, body) => call(site, method, path, body, answer.token)
  today = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(Date.now())
})

const dayAhead = (days: number) =>
  new Date(Date.parse(`${today}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

async function visit(prepare: (page: Page) => Promise<unknown>, search = ''): Promise<Page> {
  const page = await (await desktop(browser, { expects: [/status of (4|5)\d\d/, /ERR_FAILED/] })).newPage()
  await signIn(page, site)
  await prepare(page)
  await page.goto(`${site.url}/dashboard/appointments${search}`)
  await page.locator('.cal-area:not(.waiting), .grp, .empty').first().waitFor()
  return page
}

/** Answers with appointments as older data, or another server, may have them. */
const pretend = (page: Page, rows: object[]) =>
  page.route(/\/api\/appointments\?/, (route) =>
    route.fulfill({ json: { success: true, total: rows.length, appointments: rows.map(rowOf) } }),
  )
const rowOf = (changes: object, i: number) => ({
  id: 9e5 + i,
  client_name: `Cliente ${i}`,
  client_phone: '+573001112233',
  client_email: 'cliente@correo.example',
  client_id: null,
  service_id: 1,
  service_name: 'Corte',
  professional_id: 1,
  professional_name: 'Valentina',
  appointment_date: dayAhead(1),
  notes: null,
  appointment_time: '10:00',
  duration_minutes: 60,
  price: 1,
  actual_price: null,
  status: 'scheduled',
  attendance_status: 'pending',
  no_show_reason: null,
  cancellation_reason: null,
  rescheduled_from: null,
  booked_by: 'client',
  created_at: '2026-01-01T00:00:00Z',
  ...changes,
})

const card = (page: Page, name: string) => page.locator('.ev', { hasText: name })
const words = async (page: Page, name: string) => (await card(page, name).textContent())!.replace(/\s+/g, ' ')

test('the numbers above the agenda are those of the calls', async () => {
  const { stats } = await as('GET', '/api/businesses/stats')
  const { stats: attendance } = await as('GET', '/api/appointments/attendance/stats')
  const page = await visit(async () => {})
  const numbers = page.locator('.apt-stats dd')
  const expected = [
    stats.scheduled_appointments,
    stats.completed_appointments,
    stats.cancelled_appointments,
    attendance.no_shows,
  ]
  // They come with two calls.
  const shown = async () => (await numbers.allTextContents()).slice(0, 4)
  await until(async () => String(await shown()) === String(expected), undefined, `the numbers ${expected}`)
  // Those of the call that fails are zero, and the number of past ones is that of their list.
  await page.route(/attendance\/stats/, (route) => route.fulfill({ status: 500, json: {} }))
  const { appointments } = await as('GET', '/api/appointments?limit=2')
  await page.route(/unconfirmed/, (route) => route.fulfill({ json: { success: true, appointments } }))
  await page.reload()
  await until(async () => (await numbers.allTextContents())[3] === '0')
  assert.equal(await numbers.first().textContent(), String(stats.scheduled_appointments))
  await page.getByRole('button', { name: '2 citas pasadas sin marcar' }).waitFor()
})

test('thousands above the agenda are grouped, as in every other number of the panel', async () => {
  const { stats } = await as('GET', '/api/businesses/stats')
  const page = await visit(async (page) => {
    await page.route(/businesses\/stats/, (route) =>
      route.fulfill({ json: { success: true, stats: { ...stats, completed_appointments: 12_177 } } }),
    )
  })
  await page.locator('.apt-stats dd', { hasText: /^12\.177$/ }).waitFor()
})

test('without the business’s hours, rows run from 8 to 7, and grow with what overlaps', async () => {
  const page = await visit(
    async (page) => {
      await page.route('**/api/businesses/profile', (route) => route.fulfill({ status: 500, json: {} }))
      await pretend(page, [{}, { professional_id: 2 }, { professional_id: 3, duration_minutes: 30 }])
    },
    `?fecha=${dayAhead(1)}&rango=dia`,
  )
  const hours = await page.locator('.cal-hour:not(.half)').allInnerTexts()
  assert.deepEqual([hours[0], hours.at(-1), hours.length], ['8 am', '6 pm', 11])
  const height = async (row: number) => (await page.locator(`[data-row="${row}"]`).boundingBox())!.height
  assert.ok((await height(4)) > (await height(12)) * 1.5, 'ten o’clock has three')
})

test('odd data read as what they mean', async () => {
  const page = await visit(
    (page) =>
      pretend(page, [
        { client_name: 'Sin Duración', duration_minutes: null },
        {
          client_name: 'Con Segundos',
          appointment_time: '12:30:00',
          appointment_date: `${dayAhead(1)}T00:00:00.000Z`,
        },
        { client_name: 'Estado Raro', appointment_time: '14:00', status: 'strange' },
        { client_name: 'Reprogramada Vieja', appointment_time: '15:30', status: 'rescheduled' },
        {
          client_name: 'Vino Ya',
          appointment_time: '17:00',
          status: 'completed',
          attendance_status: 'attended',
        },
        {
          client_name: 'Faltó Ayer',
          appointment_date: dayAhead(-1),
          status: 'completed',
          attendance_status: 'no_show',
        },
        { client_name: 'Cancelada Ayer', appointment_date: dayAhead(-1), status: 'cancelled' },
      ]),
    `?fecha=${dayAhead(1)}&rango=dia`,
  )
  assert.match(await words(page, 'Sin Duración'), /10:00 – 11:00 am.*Programada/)
  assert.match(await words(page, 'Con Segundos'), /12:30 – 1:30 pm/)
  assert.match(await words(page, 'Estado Raro'), /Programada/)
  assert.match(await words(page, 'Reprogramada Vieja'), /Reprogramada/)
  assert.match(await words(page, 'Vino Ya'), /Asistió/)
  const scheduled = await colourOf(card(page, 'Estado Raro'))
  await page.goto(`${site.url}/dashboard/appointments?fecha=${dayAhead(-1)}&rango=dia`)
  assert.match(await words(page, 'Faltó Ayer'), /No asistió/)
  assert.match(await words(page, 'Cancelada Ayer'), /Cancelada/)
  assert.ok(spread(scheduled) > 8, `in colour: ${scheduled}`)
  const grey = await colourOf(card(page, 'Cancelada Ayer'))
  assert.ok(spread(grey) <= 8, `grey: ${grey}`)
})

const colourOf = (locator: ReturnType<typeof card>) =>
  locator.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d')!
    canvas.fillStyle = getComputedStyle(element).backgroundColor
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
  })
const spread = (rgb: number[]) => Math.max(...rgb) - Math.min(...rgb)

test('services take turns in sixteen colours', async () => {
  const rows = Array.from({ length: 17 }, (_, i) => ({
    service_id: 1e3 + i,
    appointment_time: `${String(8 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`,
    duration_minutes: 30,
  }))
  const page = await visit(
    async (page) => {
      await page.route('**/api/services', (route) =>
        route.fulfill({
          json: {
            success: true,
            services: rows.map(({ service_id }) => ({
              id: service_id,
              service_name: `De ${service_id}`,
              duration_minutes: 30,
              price: 1,
              is_active: true,
            })),
          },
        }),
      )
      await pretend(page, rows)
    },
    `?fecha=${dayAhead(1)}&rango=dia`,
  )
  await until(async () => new Set(await tones(page)).size === 16)
  const [first, ...others] = await tones(page)
  assert.equal(others.at(-1), first)
  const colours = await page
    .locator('.ev')
    .evaluateAll((cards) => cards.map((one) => getComputedStyle(one).backgroundColor))
  assert.equal(new Set(colours).size, 16)
  // What a process of an earlier version answers has no options.
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByRole('button', { name: 'Editar De 1000' }).click()
  await page.getByRole('dialog', { name: 'Editar servicio' }).waitFor()
})

const tones = (page: Page) =>
  page.locator('.ev').evaluateAll((cards) => cards.map((one) => /\bt\d+\b/.exec(one.className)?.[0]))

test('the list finds by date, by status and by professional, and forgets it all at once', async () => {
  for (const [name, days] of [
    ['Hora Hoy', 0],
    ['Hora Mañana', 1],
    ['Hora Sexta', 6],
    ['Hora Séptima', 7],
  ] as const)
    await query(
      site.dataDir,
      `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
         professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
         price, booked_by)
       select business_id, '${name}', '+573001112233', 'hora@correo.example', service_id, service_name,
         professional_id, professional_name, '${dayAhead(days)}', '22:00', 30,
         timestamptz '${dayAhead(days)} 22:00 ${ZONE}', timestamptz '${dayAhead(days)} 22:30 ${ZONE}', price, 'client'
       from appointments order by id limit 1`,
    )
  const page = await visit(async () => {}, '?vista=lista')
  const shown = () => page.locator('.apt .cl button').allInnerTexts()
  const finds = (...names: string[]) =>
    until(async () => {
      const found = (await shown()).map((text) => text.split(',')[0]!.trim())
      return found.sort().join() === names.sort().join()
    })
  await page.getByLabel('Buscar cliente o servicio').fill('hora@correo.example')
  await finds('Hora Hoy', 'Hora Mañana', 'Hora Sexta', 'Hora Séptima')
  for (const [value, ...names] of [
    ['hoy', 'Hora Hoy'],
    ['manana', 'Hora Mañana'],
    ['7dias', 'Hora Hoy', 'Hora Mañana', 'Hora Sexta'],
  ] as [string, ...string[]][]) {
    await page.getByLabel('Fecha').selectOption(value)
    await finds(...names)
  }
  await page.getByLabel('Estado').selectOption('completed')
  await finds()
  await page.getByLabel('Estado').selectOption('scheduled')
  await finds('Hora Hoy', 'Hora Mañana', 'Hora Sexta')
  const { appointments } = await as('GET', '/api/appointments?q=hora@correo.example')
  const { professionals } = await as('GET', '/api/professionals')
  const other = professionals.find(({ id }: { id: number }) => id !== appointments[0].professional_id)
  await page.getByLabel('Profesional').selectOption(String(other.id))
  await finds()
  await page.getByRole('button', { name: 'Limpiar filtros' }).first().click()
  await page.locator('.apt').nth(4).waitFor()
  for (const label of ['Buscar cliente o servicio', 'Fecha', 'Estado', 'Profesional'])
    assert.equal(await page.getByLabel(label).inputValue(), '')
})

test('the form’s times: four in a row, with am and pm; each other choice frees them; without an answer there are none', async () => {
  const wanted = await freeTime(site, 'Corte y cepillado')
  const page = await visit(async () => {}, '?nueva=1')
  const form = page.getByRole('dialog', { name: 'Nueva cita' })
  for (const label of ['Nombre', 'Correo electrónico', 'Cédula', 'Notas'])
    await form.getByLabel(label).waitFor()
  assert.equal(await form.getByLabel('País').inputValue(), 'CO')
  const date = (value: string) => form.locator(`label:has(input[value="${value}"])`)
  const time = form.locator(`label:has(input[value="${wanted.time}"])`)
  const submit = form.getByRole('button', { name: 'Crear cita' })
  await form.getByLabel('Profesional').selectOption(String(wanted.professional))
  await form.getByLabel('Servicio').selectOption(String(wanted.service))
  await form.getByLabel('Teléfono', { exact: true }).fill('3004128819')
  await date(wanted.date).click()
  await time.click()
  assert.ok(await submit.isEnabled())
  for (const text of await form.locator('.fslot').allInnerTexts())
    assert.match(text, /^\d{1,2}:\d\d (am|pm)$/)
  const columns = await form
    .locator('.fslot-row')
    .first()
    .evaluate((row) => getComputedStyle(row).gridTemplateColumns.split(' ').length)
  assert.equal(columns, 4)

  // Choosing another date and returning.
  const [another] = await form
    .locator(`input[name=appointment_date]:not([disabled]):not([value="${wanted.date}"])`)
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
  await date(another!).click()
  assert.ok(await submit.isDisabled())
  await date(wanted.date).click()
  await time.waitFor()
  assert.equal(await form.locator('.fslots input:checked').count(), 0)
  await time.click()
  // Choosing another professional.
  const people = await form
    .getByLabel('Profesional')
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  await form
    .getByLabel('Profesional')
    .selectOption(people.find((id) => id && id !== String(wanted.professional))!)
  assert.ok(await submit.isDisabled())
  assert.equal(await form.locator('.fslots input:checked').count(), 0)

  await page.route('**/available-slots/**', (route) => route.fulfill({ status: 500, json: {} }))
  await form.getByLabel('Profesional').selectOption(String(wanted.professional))
  await form.getByLabel('Servicio').selectOption(String(wanted.service))
  await form.getByText('No hay horarios disponibles').waitFor()
  assert.equal(await page.locator('.toast').count(), 0)
  assert.ok(await submit.isDisabled())
  // Why there are none is not known.
  assert.equal(await form.getByText(/por qué no hay|0 horarios libres/i).count(), 0)
  await page.unroute('**/available-slots/**')
  await form.getByRole('button', { name: 'Reintentar' }).click()
  await form.locator('.fslots input').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.activeElement?.closest('.fslots input') !== null)
})
