/** 'Nueva cita' in its mode 'Ahora': who is free this minute, one tap for what, and nothing asked of whom it is for. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { newOwner, SIZES } from './catalogue.ts'
import { axe, launch, startSite, type Site, type Visitor } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

/** A zone in which it is between 10 and 11 in the morning, whenever the test runs. */
function morningZone(): string {
  const ahead = (((10 - Temporal.Now.zonedDateTimeISO('UTC').hour + 11) % 24) + 24) % 24
  const hours = ahead - 11
  return hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const twelve = (minute: number) =>
  `${Math.floor(minute / 60) % 12 || 12}:${String(minute % 60).padStart(2, '0')}`

const TEAM = ['Ana Uno', 'Berta Dos', 'Camilo Tres', 'Dora Cuatro', 'Elsa Cinco', 'Fabio Seis']
const MORE = ['Gloria Siete', 'Hugo Ocho', 'Inés Nueve', 'Juan Diez', 'Katia Once', 'Luis Doce']

/** A salon open from 8 to 8, with `team`, of whom those in `busy` have an appointment that began just now. */
async function salon(
  open: (typeof SIZES)['phone'],
  { team = TEAM, busy = [] as string[] } = {},
  visitor?: Visitor,
) {
  const { page, as, slug } = await newOwner(site, await open(browser, visitor))
  const timezone = morningZone()
  await query(
    site.dataDir,
    `with salon as (update businesses set timezone = '${timezone}', country = null where slug = '${slug}' returning id)
     update business_hours set is_open = true, open_time = '08:00', close_time = '20:00', lunch_start_time = null,
       lunch_end_time = null from salon where business_id = salon.id`,
  )
  const service = async (service_name: string, duration_minutes: number, price: number, more: object = {}) =>
    (
      await as('POST', '/api/services', {
        service_name,
        duration_minutes,
        price,
        price_kind: 'fixed',
        ...more,
      })
    ).service.id as number
  const services = {
    color: await service('Color', 120, 90_000),
    cut: await service('Corte caballero', 30, 25_000),
    beard: await service('Barba', 30, 20_000),
    brows: await service('Cejas', 45, 15_000),
    wash: await service('Lavado', 15, 9_000, { buffer_after: 10 }),
  }
  const ids = new Map<string, number>()
  for (const professional_name of team)
    ids.set(
      professional_name,
      (await as('POST', '/api/professionals', { professional_name })).professional.id,
    )
  const now = () => {
    const here = Temporal.Now.zonedDateTimeISO(timezone)
    return { date: here.toPlainDate().toString(), minute: here.hour * 60 + here.minute }
  }
  const book = (name: string, minute: number, duration_minutes: number, service_id = services.cut) =>
    as('POST', '/api/appointments', {
      walk_in: true,
      service_id,
      professional_id: ids.get(name),
      appointment_date: now().date,
      appointment_time: clock(minute),
      starts_now: true,
      duration_minutes,
    })
  for (const name of busy) await book(name, now().minute - 5, 60)
  const booked = async () =>
    (await as('GET', `/api/appointments?from=${now().date}&to=${now().date}&sort=booked`)).appointments
  return { page, as, ids, services, now, book, booked }
}

/** Opens the form in the mode. */
async function openNow(page: Page): Promise<Locator> {
  await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
  const form = page.getByRole('dialog', { name: 'Nueva cita', exact: true })
  await form.getByRole('button', { name: 'Ahora', exact: true }).click()
  await form.locator('.now-bar').waitFor()
  return form
}

const oneLine = (text: string) => text.replaceAll('\n', ' ')
const names = (form: Locator) =>
  form.locator('.now-who b').evaluateAll((all) => all.map((one) => one.textContent))
const who = (form: Locator, name: string) => form.locator('.now-who', { hasText: name })
/** Who is chosen, and how long it is said to last. */
const chosen = (form: Locator, name: string) => form.locator('.now-who:has(:checked)', { hasText: name })
const minutes = (form: Locator, text: string) =>
  form.locator('.now-step output').getByText(text, { exact: true })
const chip = (form: Locator, name: string) => form.locator('label.now-chip', { hasText: name })
const start = (form: Locator) => form.getByRole('button', { name: /^Empezar ahora/ })

async function fine(page: Page) {
  const isWider = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  assert.equal(isWider, false, 'nothing scrolls the page sideways')
  await axe(page)
}

for (const [size, open] of Object.entries(SIZES))
  test(`with twelve professionals a walk-in begins with two presses (${size})`, async () => {
    const busy = MORE.slice(1)
    const { page, now, booked } = await salon(open, { team: [...TEAM, ...MORE], busy })
    const form = await openNow(page)
    // The service that was booked most leads, and five are too many for chips.
    const chips = form.locator('.now-chip')
    await chips.last().waitFor()
    assert.deepEqual((await chips.allInnerTexts()).map(oneLine), [
      'Corte caballero 30 min',
      'Color 2 h',
      'Barba 30 min',
      'Otro…',
    ])
    assert.equal(await form.locator('.now-step output').innerText(), '—', 'no service yet')
    assert.deepEqual(await names(form), ['Ana', 'Berta', 'Camilo', 'Dora', 'Elsa', 'Fabio'])
    await form.getByText('Libres ahora').waitFor()
    assert.equal(await who(form, 'Ana').locator('small').innerText(), 'libre hasta 8:00 pm')
    await fine(page)

    await form.getByRole('button', { name: 'Ver a los demás (6)' }).click()
    assert.deepEqual((await names(form)).slice(6).toSorted(), [
      'Gloria',
      'Hugo',
      'Inés',
      'Juan',
      'Katia',
      'Luis',
    ])
    assert.match(await who(form, 'Luis').locator('small').innerText(), /^libre desde \d+:\d\d am$/)

    await chip(form, 'Corte caballero').click()
    await chosen(form, 'Ana').waitFor()
    const bar = form.locator('.now-bar')
    const shown = await bar.locator('b:visible').innerText()
    const { minute } = now()
    const spans = [minute - 1, minute].map((at) => `${twelve(at)} – ${twelve(at + 30)}`)
    assert.ok(
      spans.some(
        (span) => shown === (size === 'phone' ? span : `${span} ${minute + 30 < 720 ? 'am' : 'pm'}`),
      ),
      `${shown} of ${spans.join()}`,
    )
    await bar.getByText('Empieza ya').waitFor()
    await form
      .getByText('Sin celular ni correo no se envía nada y la cita queda como «Cliente de paso».')
      .waitFor()
    await fine(page)
    await form.getByRole('button', { name: 'Empezar ahora · $ 25.000' }).click()
    await page.getByText('Cita creada exitosamente').waitFor()
    const [one] = await booked()
    assert.deepEqual(
      [one.client_name, one.professional_name, one.duration_minutes, one.price],
      ['Cliente de paso', 'Ana Uno', 30, 25_000],
    )
    assert.ok(Math.abs(minutesOf(one.appointment_time) - now().minute) <= 2, one.appointment_time)
  })

test('the stepper goes by five minutes from 15 to 720, and the service’s minutes come back with another service', async () => {
  const { page, booked } = await salon(SIZES.desktop)
  const form = await openNow(page)
  const less = form.getByRole('button', { name: '5 minutos menos' })
  const more = form.getByRole('button', { name: '5 minutos más' })
  await chip(form, 'Corte caballero').click()
  await more.click()
  await minutes(form, '35 min').waitFor()
  for (const left of [30, 25, 20, 15]) {
    await less.click()
    await minutes(form, `${left} min`).waitFor()
  }
  assert.equal(await less.getAttribute('aria-disabled'), 'true')
  await less.press('Enter')
  await minutes(form, '15 min').waitFor()
  await form.getByText('Otra hora, minutos o precio').click()
  await form.getByLabel('Minutos', { exact: true }).fill('718')
  await minutes(form, '11 h 58 min').waitFor()
  await more.click()
  await minutes(form, '12 h').waitFor()
  assert.equal(await more.getAttribute('aria-disabled'), 'true')
  await chip(form, 'Barba').click()
  await minutes(form, '30 min').waitFor()

  // Its own price stands on the button; what is no price does not, and is said.
  await form.getByLabel('Precio', { exact: true }).fill('18500')
  await less.click()
  await form.getByRole('button', { name: 'Empezar ahora · $ 18.500' }).click()
  await page.getByText('Cita creada exitosamente').waitFor()
  const [one] = await booked()
  assert.deepEqual([one.service_name, one.duration_minutes, one.price], ['Barba', 25, 18_500])
})

test('what an appointment, a block, a break and cleaning leave of somebody’s time is what the cards say', async () => {
  const { page, as, ids, now, book, services } = await salon(SIZES.desktop)
  const { date, minute } = now()
  const later = Math.ceil((minute + 40) / 10) * 10
  await book('Ana Uno', later, 60)
  // Cleaning goes on after the appointment.
  await book('Berta Dos', minute - 20, 15, services.wash)
  const block = (name: string, from: number, to: number) =>
    as('POST', '/api/time-off', {
      professional_id: ids.get(name),
      first_date: date,
      from_time: clock(from),
      to_time: clock(to),
    })
  await block('Camilo Tres', later + 60, later + 120)
  await block('Dora Cuatro', minute - 10, later)
  // Their own hours begin after a break.
  const day = { start_time: '08:00', end_time: '18:00', is_available: true }
  const week = Array.from({ length: 7 }, (_, day_of_week) => ({
    ...day,
    day_of_week,
    lunch_start_time: '09:30',
    lunch_end_time: clock(later + 30),
  }))
  await as('PUT', `/api/schedules/professional/${ids.get('Elsa Cinco')}`, { schedules: week })

  const form = await openNow(page)
  await form.getByText('Libres ahora').waitFor()
  const free = Object.fromEntries(
    await form
      .locator('.now-who')
      .evaluateAll((all) =>
        all.map((one) => [one.querySelector('b')!.textContent, one.querySelector('small')!.textContent]),
      ),
  )
  const half = (at: number) => `${twelve(at)} ${at < 720 ? 'am' : 'pm'}`
  assert.equal(free['Ana'], `libre hasta ${half(later)}`)
  assert.equal(free['Camilo'], `libre hasta ${half(later + 60)}`)
  assert.equal(free['Fabio'], 'libre hasta 8:00 pm')
  assert.deepEqual([free['Dora'], free['Elsa']], [undefined, undefined])
  await form.getByRole('button', { name: /^Ver a los demás/ }).click()
  assert.equal(await who(form, 'Dora').locator('small').innerText(), `libre desde ${half(later)}`)
  assert.equal(await who(form, 'Elsa').locator('small').innerText(), `libre desde ${half(later + 30)}`)

  // Who has no room for two hours is free, comes after the others, and is doubted when chosen.
  await chip(form, 'Color').click()
  await chosen(form, 'Fabio').waitFor()
  await who(form, 'Ana').click()
  await form.getByText(`No alcanza: Ana está libre hasta las ${half(later)}.`).waitFor()
  await who(form, 'Dora').click()
  await form.getByText('Dora tiene otra cita o un bloqueo a esa hora.').waitFor()
  await who(form, 'Elsa').click()
  await form.getByText('Es fuera del horario de Elsa.').waitFor()
  await who(form, 'Fabio').click()
  await form.getByText('Es fuera del horario de Elsa.').waitFor({ state: 'detached' })
  await fine(page)
})

const REFUSED = { expects: [/status of 4\d\d/] }

for (const [size, open] of Object.entries(SIZES))
  test(`nobody is free: it says who is next, and the others are reached, asked for, or offered later (${size})`, async () => {
    const team = ['Ana Uno', 'Berta Dos']
    const { page, now, ids, as, booked, book } = await salon(open, { team }, REFUSED)
    const { minute } = now()
    await book('Ana Uno', minute - 5, 90)
    await book('Berta Dos', minute - 5, 60)
    const form = await openNow(page)
    const next = minute + 55
    await form
      .getByText(
        `Nadie está libre ahora. Berta queda libre a las ${twelve(next)} ${next < 720 ? 'am' : 'pm'}.`,
      )
      .waitFor()
    assert.equal(await form.locator('.now-who').count(), 0)
    await chip(form, 'Corte caballero').click()
    await start(form).click()
    await form.locator('#professional_id-error').waitFor()
    await form.getByRole('button', { name: 'Elegir a alguien (2)' }).click()
    await fine(page)
    await who(form, 'Berta').click()
    await start(form).click()
    // Another appointment is above everybody's word: other times are offered, and chosen in the other mode.
    const offered = form.locator('.alternatives')
    await offered.waitFor()
    assert.equal((await booked()).length, 2)
    await offered.getByRole('button').first().click()
    await form.getByRole('button', { name: 'Crear cita', exact: true }).waitFor()
    await form.getByRole('button', { name: 'Ahora', exact: true }).click()

    // Outside of somebody's hours it is asked about once; whom else it concerns is asked anew.
    const week = Array.from({ length: 7 }, (_, day_of_week) => ({
      day_of_week,
      start_time: '18:00',
      end_time: '20:00',
      is_available: true,
    }))
    const { professional } = await as('POST', '/api/professionals', { professional_name: 'Caro Tarde' })
    ids.set('Caro Tarde', professional.id)
    await as('PUT', `/api/schedules/professional/${professional.id}`, { schedules: week })
    await page.reload()
    const again = page.getByRole('dialog', { name: 'Nueva cita', exact: true })
    if (!(await again.isVisible())) await openNow(page)
    const mode = again.getByRole('button', { name: 'Ahora', exact: true })
    if ((await mode.getAttribute('aria-pressed')) !== 'true') await mode.click()
    await chip(again, 'Corte caballero').click()
    await again.getByRole('button', { name: /^Elegir a alguien/ }).click()
    await who(again, 'Caro').click()
    await start(again).click()
    const asked = again.getByRole('alert').filter({ hasText: 'El profesional no trabaja a esa hora.' })
    await asked.waitFor()
    await fine(page)
    await who(again, 'Berta').click()
    await asked.waitFor({ state: 'detached' })
    await who(again, 'Caro').click()
    await start(again).click()
    await again.getByRole('button', { name: 'Agendar de todos modos' }).click()
    await page.getByText('Cita creada exitosamente').waitFor()
    assert.equal((await booked())[0].professional_name, 'Caro Tarde')
  })

test('by keyboard alone, back to the start of today, and now again', async () => {
  const { page, booked, now } = await salon(SIZES.desktop)
  await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
  const form = page.getByRole('dialog', { name: 'Nueva cita', exact: true })
  await form.getByRole('button', { name: 'Ahora', exact: true }).press('Enter')
  await chip(form, 'Corte').locator('input').press('Space')
  await page.keyboard.press('ArrowRight')
  assert.equal(oneLine(await form.locator('.now-chip:has(:checked)').innerText()), 'Barba 30 min')
  await form.getByRole('button', { name: 'Otro…' }).press('Enter')
  const list = form.getByLabel('Otro servicio')
  await until(() => list.evaluate((one) => one === document.activeElement))
  await list.selectOption({ label: 'Lavado · 15 min' })
  await minutes(form, '15 min').waitFor()
  assert.equal(await form.locator('.now-chip:has(:checked)').count(), 0)
  await who(form, 'Ana').locator('input').press('ArrowDown')
  await chosen(form, 'Berta').waitFor()
  await fine(page)

  await form.getByText('Otra hora, minutos o precio').press('Enter')
  const time = form.getByLabel('Empieza', { exact: true })
  await time.fill('08:10')
  await form.getByText(/^Empezó hace \d h/).waitFor()
  await form.getByText('Libres a las 8:10 am').waitFor()
  await form.getByRole('button', { name: 'Crear cita · $ 9.000' }).waitFor()
  await form.getByRole('button', { name: 'Empezar en este momento' }).press('Enter')
  await form.getByText('Empieza ya').waitFor()
  const isNow = async () => Math.abs(minutesOf(await time.inputValue()) - now().minute) <= 1
  await until(isNow, 10_000, 'the present minute')
  await time.fill('08:10')
  await form.getByLabel('Nombre').fill('Doña Rosa')
  await page.keyboard.press('Enter')
  await page.getByText('Cita creada exitosamente').waitFor()
  const [one] = await booked()
  assert.deepEqual(
    [one.client_name, one.appointment_time.slice(0, 5), one.professional_name],
    ['Doña Rosa', '08:10', 'Berta Dos'],
  )
})

test('an answer that is lost is asked for again: the same request, one appointment', async () => {
  const { page, booked } = await salon(SIZES.phone, {}, { expects: [/ERR_(FAILED|CONNECTION)/] })
  const form = await openNow(page)
  const keys: (string | undefined)[] = []
  await page.route('**/api/appointments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    // The request reaches the server, but the answer is lost.
    await route.fetch()
    await route.abort()
  })
  await chip(form, 'Corte caballero').click()
  const [before] = [await form.locator('.now-bar b:visible').innerText()]
  await start(form).click()
  await page.locator('.toast').first().waitFor()
  // Its time stands still, and so it is the same request after a while.
  assert.equal(await form.locator('.now-bar b:visible').innerText(), before)
  await start(form).click()
  await page.getByText('Cita creada exitosamente').waitFor()
  assert.equal(keys.length, 2)
  assert.ok(keys[0])
  assert.equal(keys[0], keys[1])
  assert.equal((await booked()).length, 1)
})

test('an answer that is a failure of a gateway or of the database: the same key again, one appointment', async () => {
  const { page, booked } = await salon(SIZES.phone, {}, { expects: [/50[23]|404/] })
  const form = await openNow(page)
  const keys: (string | undefined)[] = []
  const failures = [
    { status: 503, json: { success: false, error: 'El servicio no está disponible por un momento.' } },
    { status: 502, body: '<html>Bad gateway' },
    { status: 404, body: '<html>Not found' },
  ]
  await page.route('**/api/appointments', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    const failure = failures[keys.length - 1]
    if (!failure) return route.fallback()
    // Booked, and the answer does not say so.
    await route.fetch()
    await route.fulfill(failure)
  })
  await chip(form, 'Corte caballero').click()
  for (let sent = 1; sent <= failures.length + 1; sent++) {
    await start(form).click()
    await until(() => keys.length === sent, 10_000, 'the request')
  }
  await page.getByText('Cita creada exitosamente').waitFor()
  assert.equal(keys.length, 4)
  assert.equal(new Set(keys).size, 1)
  assert.equal((await booked()).length, 1)
})

for (const [size, open] of Object.entries(SIZES))
  test(`what a known client comes for is chosen with their name, and offered where something else is (${size})`, async () => {
    const { page, as, ids, now, services, booked } = await salon(open)
    const past = (service_id: number, minute: number) =>
      as('POST', '/api/appointments', {
        walk_in: true,
        client_name: 'Zulma Vargas',
        client_phone: '+573007654321',
        client_email: 'zulma@correo.example',
        service_id,
        professional_id: ids.get('Ana Uno'),
        appointment_date: now().date,
        appointment_time: clock(minute),
        starts_now: true,
        anyway: true,
        duration_minutes: 15,
      })
    const { minute } = now()
    await past(services.brows, minute - 100)
    await past(services.brows, minute - 80)
    await past(services.cut, minute - 60)
    const form = await openNow(page)
    await form.getByLabel('Nombre').pressSequentially('Zulma')
    await form
      .getByRole('option', { name: /Zulma Vargas/ })
      .first()
      .click()
    await form.getByText('Zulma suele pedir Cejas').waitFor()
    await form.getByRole('button', { name: 'Empezar ahora · $ 15.000' }).waitFor()
    await fine(page)
    // Something else is chosen, and stays so until it is asked for.
    await chip(form, 'Corte caballero').click()
    await minutes(form, '30 min').waitFor()
    await form.getByRole('button', { name: 'Elegirlo' }).click()
    await minutes(form, '45 min').waitFor()
    await start(form).click()
    await page.getByText('Cita creada exitosamente').waitFor()
    assert.equal((await booked())[0].service_name, 'Cejas')
  })

for (const [size, open] of Object.entries(SIZES))
  test(`who is being served gets an add-on, goes to somebody else, and stays at the time (${size})`, async () => {
    const { page, as, ids, now, book, services, booked } = await salon(open, { team: TEAM.slice(0, 2) })
    await as('PATCH', `/api/services/${services.cut}`, {
      addons: [{ name: 'Cejas', duration_minutes: 15, price: 8_000 }],
    })
    // Off the grid, whatever the minute is.
    const begun = now().minute - (now().minute % 5 === 3 ? 4 : 3)
    const { appointment } = await book('Ana Uno', begun, 30)
    const own = appointment.appointment_time
    await page.goto(`${site.url}/dashboard/appointments?cita=${appointment.id}&editar=1`)
    const form = page.getByRole('dialog', { name: 'Editar cita', exact: true })
    const chosen = form.locator(`input[name=appointment_time][value="${own}"]:checked`)
    await chosen.waitFor({ state: 'attached' })
    await form.getByLabel(/^Cejas/).check()
    await chosen.waitFor({ state: 'attached' })
    await form.getByLabel('Profesional').selectOption({ label: 'Berta Dos' })
    await chosen.waitFor({ state: 'attached' })
    await fine(page)
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await page.getByText('Cita actualizada exitosamente').waitFor()
    const [saved] = await booked()
    assert.deepEqual(
      [saved.appointment_time, saved.duration_minutes, saved.professional_id, saved.price],
      [own, 45, ids.get('Berta Dos'), 33_000],
    )
    // Where somebody else is no longer free, the form says so, and nothing is chosen.
    await book('Ana Uno', begun, 30)
    await page.goto(`${site.url}/dashboard/appointments?cita=${appointment.id}&editar=1`)
    await form.getByLabel('Profesional').selectOption({ label: 'Ana Uno' })
    await form.getByText(/^No hay cupo .+ con Ana Uno\.$/).waitFor()
    assert.equal(await form.locator('input[name=appointment_time]:checked').count(), 0)
    await form.getByLabel('Profesional').selectOption({ label: 'Berta Dos' })
    await chosen.waitFor({ state: 'attached' })
    // Another time that was chosen is asked for again, and does not become that of before.
    const others = form.locator(`input[name=appointment_time]:not([value="${own}"])`)
    await others.first().check({ force: true })
    await form.getByLabel(/^Cejas/).uncheck()
    await form
      .locator(`[aria-busy=false] input[name=appointment_time][value="${own}"]`)
      .waitFor({ state: 'attached' })
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
    assert.equal(await form.locator('input[name=appointment_time]:checked').count(), 0)
  })
