/** Blocking time with appointments in it: what was chosen is done once, whatever happens to answers, page and other people. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  booked,
  button,
  dialog,
  found,
  minutes,
  newClient,
  owner,
  site,
  sizes,
  state,
  toast,
  visit,
} from './agenda.ts'
import { desktop, phone, quiet } from './helper.ts'

type One = Awaited<ReturnType<typeof booked>>

const form = (page: Page) => dialog(page, 'Bloquear tiempo')
const acts = (page: Page, { name }: Pick<One, 'name'>) =>
  form(page).getByRole('group', { name: `Qué hacer con la cita de ${name}` })
const target = (page: Page, { name }: Pick<One, 'name'>) =>
  form(page).getByRole('group', { name: `A dónde va la cita de ${name}` })
/** A time that another row gave up later may be nearer than the one that was offered. */
const CHOSEN = '[aria-pressed=true], [data-on]'
const pressed = (page: Page, one: Pick<One, 'name'>, act: string) =>
  button(acts(page, one), act).getAttribute('aria-pressed')
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** Opens the dialog with the days of these appointments. */
async function planned(all: One[], open = desktop): Promise<Page> {
  const dates = all.map(({ date }) => date).toSorted()
  const page = await visit(open, `?bloquear=1&fecha=${dates[0]}`, { expects: [/net::ERR_FAILED/] })
  await button(form(page), 'Vacaciones').click()
  await form(page).getByLabel('Primer día').fill(dates[0]!)
  await form(page).getByLabel('Último día').fill(dates.at(-1)!)
  for (const one of all) await acts(page, one).waitFor()
  return page
}

/** Lets what others left in these days alone. */
async function leaveOthers(page: Page, ours: One[]) {
  const groups = form(page).getByRole('group', { name: /^Qué hacer con la cita de / })
  for (const group of await groups.all()) {
    const label = (await group.getAttribute('aria-label'))!
    if (!ours.some(({ name }) => label.endsWith(name))) await button(group, 'Dejar').click()
  }
}

async function store(page: Page, asks = true) {
  await form(page)
    .getByRole('button', { name: /^Bloquear (\d+ días?|\d+:\d\d.*)$/ })
    .click()
  if (asks)
    await dialog(page, 'Bloquear y cancelar')
      .getByRole('button', { name: /^Sí, cancelar/ })
      .click()
}

/** The messages to a client about an appointment's end or move. */
const told = async ({ name }: One) => {
  const { id } = await found(name)
  const rows = await query(
    site.dataDir,
    `select kind from messages where appointment_id = ${id} and kind in ('cancelled_client', 'moved_client', 'edited_client')`,
  )
  return (rows as { kind: string }[]).map(({ kind }) => kind)
}

for (const [name, open] of sizes)
  test(`what becomes of each is chosen beforehand, and stays chosen while the time changes ${name}`, async () => {
    const one = await booked()
    const page = await visit(
      open,
      `?bloquear=1&fecha=${one.date}&profesional=${one.professional}&hora=${one.time}`,
    )
    await acts(page, one).waitFor()
    // The nearest free time is offered, and the foot says how many hear of it.
    const to = target(page, one)
    await to.locator(CHOSEN).waitFor()
    assert.equal(await pressed(page, one, 'Mover'), 'true')
    await form(page).getByText('Se avisará a 1 cliente').waitFor()
    const act = button(form(page), /^Bloquear \d/)
    const lines = await act.evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    assert.equal(lines, 1, 'the hours stand in one line')
    await state(page)
    const other = to.getByLabel(`Otra hora para la cita de ${one.name}`)
    const last = await other.locator('option').last().getAttribute('value')
    await other.selectOption(last!)
    const until = (minute: number) =>
      form(page)
        .getByLabel('Hasta')
        .fill(clock(minutes(one.time) + minute))
    await until(75)
    // Half typed, the time is none, and nothing jumps.
    await form(page).getByLabel('Hasta').fill('')
    await acts(page, one).waitFor()
    await until(90)
    await form(page).locator('.conf[aria-busy=false]').waitFor()
    assert.equal(await other.inputValue(), last)
    await button(acts(page, one), 'Cancelar y avisar').click()
    await until(105)
    await form(page).locator('.conf[aria-busy=false]').waitFor()
    assert.equal(await pressed(page, one, 'Cancelar y avisar'), 'true')
    await button(acts(page, one), 'Dejar').click()
    // So long a time may take what another test booked, too.
    await leaveOthers(page, [one])
    await form(page)
      .getByText(/^Se avisará/)
      .waitFor({ state: 'detached' })
  })

test('two that would go to the same time go to different ones', async () => {
  const [one, two] = [await booked(), await booked()]
  const page = await planned([one, two])
  const times = new Set<string>()
  for (const each of [one, two]) {
    const chip = target(page, each).locator(CHOSEN)
    times.add(`${each.professional} ${await chip.innerText()}`)
  }
  assert.equal(times.size, 2)
})

let others = 0

/** Appointments on a date with a professional of their own: of one hour, after which half an hour is for cleaning. */
async function cleaned(date: string, times: string[]) {
  const word = 'bcdfghj'[others++]!
  const { professional } = await owner('/api/professionals', {
    professional_name: `Olga ${word}`,
    specialties: JSON.stringify([]),
  })
  const { service } = await owner('/api/services', {
    service_name: `Peinado ${word}`,
    duration_minutes: 60,
    price: 90000,
    buffer_after: 30,
  })
  const all: { name: string }[] = []
  for (const appointment_time of times) {
    const { name } = newClient()
    const answer = await owner('/api/appointments', {
      client_name: name,
      walk_in: true,
      service_id: service.id,
      professional_id: professional.id,
      appointment_date: date,
      appointment_time,
      anyway: true,
    })
    assert.equal(answer.success, true, answer.error)
    all.push({ name })
  }
  return { all, at: `?bloquear=1&fecha=${date}&profesional=${professional.id}` }
}

test('two that go to neighbouring times leave room for what is cleaned in between', async () => {
  const { date } = await booked()
  const { all, at } = await cleaned(date, ['10:00', '11:30'])
  const page = await visit(desktop, at)
  await button(form(page), 'Vacaciones').click()
  for (const one of all) await target(page, one).locator(CHOSEN).waitFor()
  await store(page, false)
  await toast(page, ': 2 citas movidas').waitFor()
})

test('who comes in months is not asked to come weeks earlier: what is offered is near', async () => {
  const date = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10)
  const set = (horizon_days: number) => owner('/api/businesses/profile', { horizon_days }, 'PATCH')
  const { business } = await owner('/api/businesses/profile')
  await set(365)
  const { all, at } = await cleaned(date, ['10:00'])
  const [one] = all as [{ name: string }]
  const page = await visit(desktop, at)
  const asked = page.waitForResponse(/free-times/)
  await button(form(page), 'Vacaciones').click()
  await target(page, one).locator(CHOSEN).waitFor()
  const { days } = await (await asked).json()
  assert.ok(days[0].date >= new Date(Date.parse(date) - 7 * 86_400_000).toISOString().slice(0, 10))
  await set(business.horizon_days)
  // Beyond what can be booked nothing near is known: it stays, as nobody asked to move it.
  const again = await visit(desktop, at)
  await button(form(again), 'Vacaciones').click()
  await acts(again, one).waitFor()
  await until(async () => (await pressed(again, one, 'Dejar')) === 'true')
})

test('what was chosen is no news to who chose it', async () => {
  const [gone, goes] = [await booked(), await booked()]
  const page = await planned([gone, goes])
  await leaveOthers(page, [gone, goes])
  await button(acts(page, gone), 'Cancelar y avisar').click()
  await target(page, goes).locator(CHOSEN).waitFor()
  await store(page)
  await toast(page, ': 1 cita movida, 1 cita cancelada').waitFor()
  await quiet(page)
  assert.deepEqual(await page.locator('.notice').allInnerTexts(), [])
})

test('an answer that is lost is asked for again: nobody is told twice', async () => {
  const [gone, goes] = [await booked(), await booked()]
  const page = await planned([gone, goes])
  await leaveOthers(page, [gone, goes])
  await button(acts(page, gone), 'Cancelar y avisar').click()
  await target(page, goes).locator(CHOSEN).waitFor()
  const keys: string[] = []
  const lost = new Set<string>()
  /** The server does it, and its first answer never arrives. */
  const loseFirst = async (route: Route) => {
    const [request, what] = [route.request(), route.request().url()]
    if (!['POST', 'PATCH'].includes(request.method())) return route.continue()
    keys.push((await request.headerValue('idempotency-key'))!)
    if (lost.has(what)) return route.continue()
    lost.add(what)
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/appointments/cancel-many', loseFirst)
  await page.route(/\/api\/appointments\/\d+$/, loseFirst)
  await store(page)
  await toast(page, ': 1 cita movida, 1 cita cancelada').waitFor()
  assert.equal(keys.length, 4)
  assert.equal(new Set(keys).size, 2)
  assert.deepEqual(await told(gone), ['cancelled_client'])
  assert.deepEqual(await told(goes), ['moved_client'])
})

test('a page that goes away in between asks about the rest when it is there again', async () => {
  const [gone, goes, stays] = [await booked(), await booked(), await booked()]
  const page = await planned([gone, goes, stays], phone)
  page.on('dialog', (asked) => void asked.accept())
  await leaveOthers(page, [gone, goes, stays])
  await button(acts(page, gone), 'Cancelar y avisar').click()
  await button(acts(page, stays), 'Dejar').click()
  await target(page, goes).locator(CHOSEN).waitFor()
  let reached = 0
  const never = async () => void reached++
  await page.route('**/api/appointments/cancel-many', never)
  await store(page)
  await until(async () => reached === 1)
  await page.reload()
  const rest = dialog(page, 'Citas que ya no caben')
  for (const { name } of [gone, goes]) await rest.getByText(name).waitFor()
  assert.equal(await rest.getByText(stays.name).count(), 0)
  await state(page)
  // Until it is decided: not by the next page either.
  await page.unroute('**/api/appointments/cancel-many')
  const row = (one: One) => rest.getByRole('group', { name: `Qué hacer con la cita de ${one.name}` })
  await button(row(gone), 'Cancelar').click()
  await button(page, 'Sí, cancelarla').click()
  await rest.getByText(gone.name).waitFor({ state: 'detached' })
  await page.reload()
  await rest.getByText(goes.name).waitFor()
  assert.deepEqual(await told(gone), ['cancelled_client'])
  await button(row(goes), 'Dejar la cita').click()
  const listening = page.waitForResponse('**/api/appointments/latest')
  await page.reload()
  await listening
  assert.equal(await rest.count(), 0)
  assert.equal(await page.getByText(/por resolver/).count(), 0)
})

test('a block whose answer never came is asked about as well', async () => {
  const one = await booked()
  const page = await visit(
    desktop,
    `?bloquear=1&fecha=${one.date}&profesional=${one.professional}&hora=${one.time}`,
  )
  page.on('dialog', (asked) => void asked.accept())
  await acts(page, one).waitFor()
  await target(page, one).locator(CHOSEN).waitFor()
  let isStored = false
  await page.route('**/api/time-off', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    isStored = true
  })
  await store(page, false)
  await until(async () => isStored)
  await page.reload()
  const rest = dialog(page, 'Citas que ya no caben')
  await rest.getByText(one.name).waitFor()
  await button(rest, 'Listo').click()
  assert.equal((await found(one.name)).status, 'scheduled')
})

test('two who block the same days at the same moment tell nobody twice', async () => {
  const all = [await booked(), await booked()]
  const pages = [await planned(all), await planned(all, phone)]
  for (const page of pages) {
    await leaveOthers(page, all)
    for (const one of all) await button(acts(page, one), 'Cancelar y avisar').click()
    await form(page)
      .getByRole('button', { name: /^Bloquear \d+ días?$/ })
      .click()
  }
  const asked = pages.map((page) => dialog(page, 'Bloquear y cancelar'))
  await Promise.all(asked.map((one) => one.getByRole('button', { name: /^Sí, cancelar/ }).click()))
  await Promise.all(pages.map((page) => toast(page, 'Tiempo bloqueado').waitFor()))
  for (const one of all) {
    assert.equal((await found(one.name)).status, 'cancelled')
    assert.deepEqual(await told(one), ['cancelled_client'])
  }
})
