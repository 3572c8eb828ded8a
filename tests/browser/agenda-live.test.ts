import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  book,
  booked,
  create,
  button,
  card,
  dialog,
  found,
  laterFree,
  newClient,
  owner,
  shiftTo,
  site,
  sizes,
  state,
  toast,
  visit,
} from './agenda.ts'
import { freeDays, freeTime } from './booking.ts'
import { desktop, launch, mails, phone, quiet, signIn } from './helper.ts'

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
]
/** '3 de diciembre'. */
const spoken = (date: string) => `${Number(date.slice(8))} de ${MONTHS[Number(date.slice(5, 7)) - 1]}`

const first = (name: string) => name.split(' ')[0]!
const mailsTo = (email: string) => mails(site).filter(({ to }) => to.includes(email))

describe('what happens on days that are not shown', () => {
  for (const [name, open] of sizes)
    test(`is said, with a way there ${name}`, async () => {
      const wanted = await freeTime(site, 'Diseño de cejas con henna')
      const days = await freeDays(site, wanted)
      // The last bookable day, which no screen has loaded.
      const { date, times } = days.at(-1)!
      const page = await visit(open)
      const client = newClient()
      await book({ ...wanted, date, time: times.at(-1)! }, client)
      const notice = page.locator('.notice', {
        hasText: `Nueva cita: ${first(client.name)}, ${spoken(date)}, `,
      })
      await notice.waitFor({ timeout: 2_000 })
      await state(page)
      await button(notice, 'Ver la cita').click()
      await card(page, client.name).and(page.locator(':focus')).waitFor()
      await notice.waitFor({ state: 'detached' })

      const { id } = await found(client.name)
      await owner(`/api/appointments/${id}/cancel`, {})
      await page.locator('.ev.off', { hasText: client.name }).waitFor()
      await page.locator('.notice', { hasText: `Cita cancelada: ${first(client.name)}` }).waitFor()
      await page.getByRole('button', { name: 'Cerrar aviso' }).click()
      await until(async () => (await page.locator('.notice').count()) === 0)
    })

  test('is said once no window is open any more; many things in one sentence', async () => {
    const wanted = await freeTime(site, 'Corte de barba')
    const page = await visit(desktop)
    await create(page).click()
    const last = newClient()
    const heard = page.waitForResponse(
      async (answer) => answer.url().endsWith('/latest') && (await answer.text()).includes(last.name),
    )
    for (const time of wanted.times.slice(0, 4)) await book({ ...wanted, time }, newClient())
    await book({ ...wanted, time: wanted.times[4]! }, last)
    await heard
    await quiet(page)
    assert.equal(await page.locator('.notice').count(), 0)
    await page.keyboard.press('Escape')
    await page
      .locator('.notice', { hasText: /citas nuevas|Nueva cita/ })
      .first()
      .waitFor()
  })
})

/** Confirms the appointment by the link in the client's mail. */
async function confirm(email: string, appointment_id: number) {
  await until(() => mailsTo(email).length > 0)
  const [, token] = /\/client\?token=([\w.-]+)/.exec(mailsTo(email)[0]!.text)!
  const answer = await fetch(`${site.url}/api/appointments/client/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, appointment_id }),
  })
  assert.equal(answer.status, 200)
}

for (const [name, open] of sizes)
  test(`that a client comes shows on card, row and detail at once ${name}`, async () => {
    const wanted = await freeTime(site, 'Pedicura spa')
    const client = newClient()
    await book(wanted, client)
    const { id } = await found(client.name)
    const page = await visit(open, `?fecha=${wanted.date}`)
    const one = card(page, client.name)
    await one.waitFor()
    assert.equal(await one.locator('.coming').count(), 0)
    await confirm(client.email, id)
    await one.locator('.coming').waitFor({ timeout: 2_000 })
    assert.match((await one.textContent())!, /confirmó que viene/)
    await page.locator('.notice', { hasText: `Confirmó que viene: ${first(client.name)}, ` }).waitFor()
    await one.click()
    const detail = dialog(page, 'Detalle de la cita')
    await detail.getByText('Confirmó que viene', { exact: true }).waitFor()
    await detail.getByText('Historial').click()
    await detail.getByText('El cliente confirmó que viene').waitFor()
    await state(page)
    await page.goto(`${site.url}/dashboard/appointments?vista=lista`)
    await page.locator('.apt', { hasText: client.name }).getByText('Confirmó que viene').waitFor()
    await state(page)

    // The confirmation was for that time: a move removes it, and an undo restores it.
    await page.goto(`${site.url}/dashboard/appointments?fecha=${wanted.date}`)
    await carry(page, client.name, await laterFree(wanted))
    await page.locator('.undo').waitFor()
    await until(async () => (await one.locator('.coming').count()) === 0)
    await page.keyboard.press('Control+z')
    await one.locator('.coming').waitFor()
  })

async function carry(page: Page, name: string, to: string) {
  await card(page, name).focus()
  await page.keyboard.press('m')
  await page.getByRole('group', { name: /^Mover la cita/ }).waitFor()
  await shiftTo(page, to)
  await page.keyboard.press('Enter')
}

/** The states of the mails about an appointment's moves, oldest first. */
const changeMails = async (id: number) =>
  (
    await query<{ state: string }>(
      site.dataDir,
      `select state from messages where appointment_id = ${id} and kind = 'moved_client' order by id`,
    )
  ).map(({ state }) => state)

/** Ends the time for second thoughts: the waiting mail is due now. */
const hurry = (id: number) =>
  query(site.dataDir, `update messages set due_at = now() where appointment_id = ${id} and state = 'queued'`)

describe('a move that is taken back', () => {
  test('at once: the appointment is as it was, and the client hears of nothing', async () => {
    const wanted = await freeTime(site, 'Lifting de pestañas')
    const client = newClient()
    await book(wanted, client)
    await until(() => mailsTo(client.email).length === 1)
    const page = await visit(phone, `?fecha=${wanted.date}`)
    await carry(page, client.name, await laterFree(wanted))
    await page.locator('.undo', { hasText: 'Cita movida a' }).waitFor()
    await button(page, 'Deshacer').click()
    await toast(page, 'La cita volvió a su hora').waitFor()
    const one = await found(client.name)
    assert.deepEqual([one.appointment_time, one.rescheduled_from], [wanted.time, null])
    await card(page, client.name).click()
    const detail = dialog(page, 'Detalle de la cita')
    await detail.getByText('Programada', { exact: true }).waitFor()
    await detail.getByText('Historial').click()
    await detail.getByText('Movimiento deshecho por ti').waitFor()
    await detail.getByText('Movida por ti').waitFor()
    // Its mail was still waiting, and is never sent.
    assert.deepEqual(new Set(await changeMails(one.id)), new Set(['skipped']))
    assert.equal(mailsTo(client.email).length, 1)
  })

  test('after the client was told: it says so, and the client is told again', async () => {
    const one = await booked('Manicura semipermanente')
    const { id, client_email } = await found(one.name)
    const page = await visit(desktop, `?fecha=${one.date}`)
    await carry(page, one.name, await laterFree(one))
    // The notice stays while the pointer is on it.
    await page.locator('.undo').hover()
    await hurry(id)
    await until(() => mailsTo(client_email).length === 2)
    await button(page, 'Deshacer').click()
    await toast(page, 'La cita volvió a su hora. Le avisamos al cliente por correo.').waitFor()
    const { appointment } = await owner(`/api/appointments/${id}`)
    assert.equal(appointment.appointment_time, one.time)
    assert.ok(appointment.rescheduled_from)
    await hurry(id)
    await until(() => mailsTo(client_email).length === 3)
  })
})

test('a page that began in the background listens once, also when it is looked at', async () => {
  const page = await (await desktop(await launch())).newPage()
  await signIn(page, site)
  // What is not shown is not painted: frames come when somebody looks.
  await page.addInitScript(() => {
    const waiting: FrameRequestCallback[] = []
    let isSeen = false
    const frame = requestAnimationFrame
    window.requestAnimationFrame = (act) => (isSeen ? frame(act) : -waiting.push(act))
    const cancel = cancelAnimationFrame
    window.cancelAnimationFrame = (id) => (id < 0 ? void (waiting[-id - 1] = () => {}) : cancel(id))
    Object.assign(window, {
      look() {
        isSeen = true
        for (const act of waiting) frame(act)
      },
    })
  })
  let connections = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/appointments/events')) connections++
  })
  await page.goto(`${site.url}/dashboard/appointments`)
  await until(() => connections === 1, 10_000, 'the connection')
  await page.evaluate(() => (window as unknown as { look: () => void }).look())
  // Two frames, and what follows them.
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100))),
      ),
  )
  assert.equal(connections, 1)
})

test('where changes come without a pause, a slow network shows them too', async () => {
  const page = await visit(desktop)
  const one = await booked('Pedicura spa')
  await page.goto(`${site.url}/dashboard/appointments?fecha=${one.date}`)
  await card(page, one.name).waitFor()
  await quiet(page)
  await page.route('**/api/appointments?from=*', async (route) => {
    await sleep(3000)
    await route.continue().catch(() => {})
  })
  const client = newClient()
  await book({ ...one, time: one.times.at(-1)! }, client)
  let isShown = false
  const busy = (async () => {
    for (let n = 0; !isShown; n++) {
      await owner(`/api/professionals/${one.professional}`, { bio: `Turno ${n}` }, 'PATCH')
      await sleep(500)
    }
  })()
  await card(page, client.name)
    .waitFor({ timeout: 15_000 })
    .finally(() => (isShown = true))
  await busy
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a service and the hours that change elsewhere: the agenda shows them without being opened anew', async () => {
  const page = await visit(desktop)
  await quiet(page)
  const { business } = await owner('/api/businesses/profile')
  const path = `/api/schedules/business/${business.id}`
  const early = business.schedules.map((day: { is_open: boolean }) =>
    day.is_open ? { ...day, open_time: '06:00' } : day,
  )
  const massage = { service_name: 'Masaje de manos', duration_minutes: 30, price: 20_000 }
  const [{ service }] = await Promise.all([owner('/api/services', massage), owner(path, early, 'PUT')])
  // The rows begin an hour before it opens.
  await page.locator('.cal-area').getByText('5 am', { exact: true }).waitFor({ timeout: 20_000 })
  await create(page).click()
  const offered = page.getByRole('combobox', { name: 'Servicio' }).getByRole('option')
  await offered.getByText('Masaje de manos').waitFor({ state: 'attached' })
  await owner(path, business.schedules, 'PUT')
  await owner(`/api/services/${service.id}`, undefined, 'DELETE')
})

test('one window too many for a stream is not said to be without a network, and looks by itself', async () => {
  const page = await (await desktop(await launch(), { expects: [/status of 429/] })).newPage()
  await signIn(page, site)
  await page.route('**/api/appointments/events', (route) =>
    route.fulfill({ status: 429, json: { success: false, error: 'Tienes demasiadas ventanas abiertas.' } }),
  )
  await page.clock.install()
  const early = await booked('Pedicura spa')
  await page.goto(`${site.url}/dashboard/appointments?fecha=${early.date}`)
  await card(page, early.name).waitFor()
  await quiet(page)
  const client = newClient()
  await book({ ...early, time: early.times.at(-1)! }, client)
  assert.equal(await card(page, client.name).count(), 0)
  // What is lost shows after three seconds.
  await page.clock.runFor(10_000)
  await quiet(page)
  assert.equal(await page.getByText('Sin conexión').count(), 0)
  await page.clock.runFor(60_000)
  await card(page, client.name).waitFor()
  assert.equal(await page.getByText('Sin conexión').count(), 0)
})

test('a page of the network in place of the stream is said to be without a connection', async () => {
  const page = await (await desktop(await launch())).newPage()
  await signIn(page, site)
  await page.route('**/api/appointments/events', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Red del hotel</h1>' }),
  )
  await page.goto(`${site.url}/dashboard/appointments`)
  await page.getByText('Sin conexión').first().waitFor({ timeout: 15_000 })
})
