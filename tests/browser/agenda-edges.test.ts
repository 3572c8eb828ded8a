import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { query } from '../server.ts'
import {
  booked,
  create,
  filters,
  tool,
  button,
  card,
  dialog,
  found,
  laterFree,
  owner,
  REFUSED,
  shiftTo,
  site,
  sizes,
  state,
  toast,
  visit,
} from './agenda.ts'
import { amPm } from './booking.ts'
import { desktop, hasFocus, phone } from './helper.ts'

const OFFLINE = { expects: [/ERR_INTERNET_DISCONNECTED/] }

/** Picks a card up by keyboard and carries it to `to` without dropping it. */
async function carry(page: Page, name: string, to: string) {
  await card(page, name).focus()
  await page.keyboard.press('m')
  await page.getByRole('group', { name: /^Mover la cita/ }).waitFor()
  await shiftTo(page, to)
}

/** A call with the page's own session, as another of the owner's screens would make it. */
const elsewhere = (page: Page, method: string, path: string, body?: object): Promise<number> =>
  page.evaluate(
    async ([method, path, body]) => {
      const { token } = JSON.parse(sessionStorage['enpunto.session'])
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      }
      return (await fetch(path, { method, headers, ...(body && { body }) })).status
    },
    [method, path, body ? JSON.stringify(body) : ''] as const,
  )

/** The session ends elsewhere; its owner signs in again. */
async function again(page: Page) {
  assert.equal(await elsewhere(page, 'POST', '/api/auth/logout'), 200)
  await page.waitForURL('**/login')
  await page.getByLabel('Correo electrónico').fill('demo@enpunto.example')
  await page.getByLabel('Contraseña').fill('demo2026')
  await button(page, 'Iniciar Sesión').click()
}

describe('a session that ends', () => {
  test('over a form: what was typed is there again after the log-in, on the same screen', async () => {
    const page = await visit(desktop, '?vista=lista', REFUSED)
    await create(page).click()
    const name = dialog(page, 'Nueva cita').getByLabel('Nombre')
    await name.fill('Zoila')
    assert.equal(await elsewhere(page, 'POST', '/api/auth/logout'), 200)
    // The page may be replaced between two keystrokes.
    await page.keyboard.type(' Peña')
    await page.waitForURL('**/login')
    await toast(page, 'Tu sesión terminó. Inicia sesión para continuar.').waitFor()
    await toast(page, 'Lo que escribiste te espera').waitFor()
    await state(page)
    await page.getByLabel('Correo electrónico').fill('demo@enpunto.example')
    await page.getByLabel('Contraseña').fill('demo2026')
    await button(page, 'Iniciar Sesión').click()
    await page.waitForURL('**/dashboard/appointments?vista=lista')
    await until(async () => (await name.inputValue()).startsWith('Zoila'))
    await state(page)
    // Used once: the next new appointment begins empty.
    await page
      .evaluate(() => sessionStorage.getItem('enpunto.drafts'))
      .then((left) => assert.equal(left, null))
  })

  test('over blocked time, and over the hours of the week: the same', async () => {
    const page = await visit(desktop, '', REFUSED)
    await button(page, 'Bloquear').click()
    const reason = dialog(page, 'Bloquear tiempo').getByLabel(/^Motivo/)
    await reason.fill('Inventario')
    await again(page)
    await until(async () => (await reason.inputValue()) === 'Inventario')
    await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
    const sunday = page.getByRole('switch', { name: 'Domingo' })
    await sunday.check()
    await again(page)
    await page.waitForURL('**/dashboard/settings?seccion=horarios')
    await button(page, 'Guardar').waitFor()
    assert.ok(await sunday.isChecked())
  })

  test('over a client’s note and the texts of WhatsApp: both open again with what was typed', async () => {
    const page = await visit(desktop, '?vista=lista', REFUSED)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.locator('.cli-who a').first().click()
    await page.waitForURL(/\/dashboard\/clients\/\d+$/)
    const address = page.url()
    const cardOf = page.getByRole('main')
    await cardOf.getByRole('tab', { name: 'Notas' }).click()
    const whose = await cardOf.getByRole('heading', { level: 1 }).innerText()
    const note = cardOf.getByLabel('Nueva nota')
    await note.fill('Prefiere por la tarde')
    await cardOf.getByRole('tab', { name: 'Historial' }).click()
    await cardOf.getByRole('tab', { name: 'Notas' }).click()
    assert.equal(await note.inputValue(), 'Prefiere por la tarde', 'another tab of the card keeps it')
    await again(page)
    await page.waitForURL(address)
    await until(async () => (await note.inputValue()) === 'Prefiere por la tarde')
    assert.equal(await cardOf.getByRole('heading', { level: 1 }).innerText(), whose)

    await page.goto(`${site.url}/dashboard/messages`)
    await button(page, 'Editar el texto').click()
    const text = dialog(page, 'Textos de WhatsApp').getByLabel('Texto', { exact: true })
    await text.fill('Hola {nombre}, te espero {fecha}. {enlace}')
    await again(page)
    await page.waitForURL('**/dashboard/messages')
    await until(async () => (await text.inputValue()) === 'Hola {nombre}, te espero {fecha}. {enlace}')
  })

  test('over the quick entry, a client’s alert and a birthday: the same', async () => {
    const page = await visit(desktop, '', REFUSED)
    await page.getByRole('button', { name: /^Escribe la cita/ }).click()
    const sentence = page.getByLabel('La cita en una frase')
    await sentence.fill('Zoraida mañana 3pm')
    await again(page)
    await until(async () => (await sentence.inputValue()) === 'Zoraida mañana 3pm')

    await page.goto(`${site.url}/dashboard/clients`)
    await page.locator('.cli-who a').first().click()
    await page.waitForURL(/\/dashboard\/clients\/\d+$/)
    const cardOf = page.getByRole('main')
    await cardOf.getByRole('tab', { name: 'Datos' }).click()
    const alert = cardOf.getByLabel('Alerta', { exact: true })
    await alert.fill('Prefiere sin ruido')
    await cardOf.getByLabel('Día', { exact: true }).selectOption('07')
    await cardOf.getByRole('tab', { name: 'Datos' }).waitFor()
    await again(page)
    await until(async () => (await alert.inputValue()) === 'Prefiere sin ruido')
    assert.equal(await cardOf.getByLabel('Día', { exact: true }).inputValue(), '07')
  })

  test('over a professional’s week, a special day and a holiday: each opens again with what was typed', async () => {
    const page = await visit(desktop, '?vista=lista', REFUSED)
    await page.goto(`${site.url}/dashboard/professionals`)
    await page
      .getByRole('button', { name: /^Horario de/ })
      .nth(1)
      .click()
    const week = dialog(page, 'Horario semanal')
    const whose = await week.locator('h2 small').innerText()
    const sunday = week.getByRole('switch', { name: 'Domingo' })
    const was = await sunday.isChecked()
    await sunday.setChecked(!was)
    await again(page)
    await week.getByText(whose).waitFor()
    assert.equal(await sunday.isChecked(), !was)

    // Two forms at once: the week behind the window is kept as well.
    await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
    const open = page.getByRole('switch', { name: 'Domingo' })
    const wasOpen = await open.isChecked()
    await open.setChecked(!wasOpen)
    await button(page.getByRole('region', { name: 'Días especiales' }), 'Agregar').click()
    const special = dialog(page, 'Día especial')
    await special.getByLabel(/^Nombre/).fill('Inventario')
    await again(page)
    await special.waitFor()
    await until(async () => (await special.getByLabel(/^Nombre/).inputValue()) === 'Inventario')
    await button(special, 'Cancelar').click()
    await button(dialog(page, 'Cambios sin guardar'), 'Descartar').click()
    assert.equal(await open.isChecked(), !wasOpen)

    const holidays = page.getByRole('region', { name: 'Festivos' })
    await button(holidays.locator('.sd-list li').first(), 'Horario especial').click()
    const from = dialog(page, 'Horario especial').getByLabel('Desde, franja 1')
    await from.fill('20:00')
    // Closing asks also while the hours are wrong.
    await page.keyboard.press('Escape')
    await button(page, 'Seguir editando').click()
    await again(page)
    await from.waitFor()
    await until(async () => (await from.inputValue()) === '20:00')
  })

  test('over a form: another account neither gets what was typed nor the screen', async () => {
    const page = await visit(desktop, '?vista=lista', REFUSED)
    await create(page).click()
    await dialog(page, 'Nueva cita').getByLabel('Nombre').fill('Zoila')
    assert.equal(await elsewhere(page, 'POST', '/api/auth/logout'), 200)
    await page.keyboard.type('s')
    await page.waitForURL('**/login')
    await page.evaluate(() => {
      const [draft] = JSON.parse(sessionStorage['enpunto.drafts'])
      sessionStorage['enpunto.drafts'] = JSON.stringify([{ ...draft, business: draft.business + 1 }])
    })
    await page.evaluate(() => {
      const { usr } = history.state
      history.replaceState({ ...history.state, usr: { ...usr, business: usr.business + 1 } }, '')
    })
    await page.reload()
    await page.getByLabel('Correo electrónico').fill('demo@enpunto.example')
    await page.getByLabel('Contraseña').fill('demo2026')
    await button(page, 'Iniciar Sesión').click()
    await page.waitForURL('**/dashboard')
    assert.equal(await page.evaluate(() => sessionStorage.getItem('enpunto.drafts')), null)
  })

  test('during a move: nothing is moved, and the log-in says why it comes', async () => {
    const one = await booked()
    const page = await visit(phone, `?fecha=${one.date}`, REFUSED)
    await carry(page, one.name, await laterFree(one))
    assert.equal(await elsewhere(page, 'POST', '/api/auth/logout'), 200)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/login')
    await toast(page, 'Tu sesión terminó.').waitFor()
    assert.equal(await page.locator('.toast').count(), 1)
    assert.equal((await found(one.name)).appointment_time, one.time)
  })
})

describe('a network that is lost', () => {
  test('during a move: the card goes back, and it is said why', async () => {
    const one = await booked()
    const page = await visit(desktop, `?fecha=${one.date}`, OFFLINE)
    const to = await laterFree(one)
    await carry(page, one.name, to)
    await page.context().setOffline(true)
    await page.locator('.off-lost').waitFor()
    await page.keyboard.press('Enter')
    await toast(page, 'Error al mover la cita. No hay conexión: cuando vuelva verás dónde quedó.').waitFor()
    assert.match(await card(page, one.name).innerText(), new RegExp(amPm(one.time).slice(0, -3)))
    // The same move succeeds once the network is back.
    await page.context().setOffline(false)
    await page.locator('.off-lost').waitFor({ state: 'detached' })
    await carry(page, one.name, to)
    await page.keyboard.press('Enter')
    await page.locator('.undo', { hasText: amPm(to) }).waitFor()
  })

  for (const [name, open] of sizes)
    test(`days that were never loaded say so, and come with the network ${name}`, async () => {
      const page = await visit(open, '?rango=semana', OFFLINE)
      // The neighbouring weeks are prefetched some time after the week itself.
      await page.waitForFunction(() => {
        const spans = performance
          .getEntriesByType('resource')
          .map(({ name }) => /appointments\?from=([^&]+)&to=([^&]+)/.exec(name) ?? [])
          .filter(([, from, to]) => Date.parse(to!) - Date.parse(from!) === 6 * 86_400_000)
        return new Set(spans.map(([, from]) => from)).size >= 3
      })
      await page.context().setOffline(true)
      const sentence = page.getByRole('heading', { name: 'Sin conexión no podemos mostrar estos días' })
      await tool(page, 'Semana siguiente')
      await page.locator('.cal-area:not(.waiting)').waitFor()
      assert.equal(await sentence.count(), 0)
      await tool(page, 'Semana siguiente')
      await sentence.waitFor()
      assert.equal(await page.locator('.cal').count(), 0, 'no empty days')
      await state(page)
      await page.context().setOffline(false)
      await page.locator('.cal-area:not(.waiting)').waitFor({ timeout: 15_000 })
      assert.equal(await sentence.count(), 0)
    })
})

describe('two screens and one appointment', () => {
  test('a move says nothing about what another screen changed meanwhile', async () => {
    const one = await booked()
    const { id, ...stored } = await found(one.name)
    const page = await visit(desktop, `?fecha=${one.date}`)
    const to = await laterFree(one)
    await carry(page, one.name, to)
    const changed = { ...stored, client_name: `${one.name} Soto`, notes: 'Alérgica al látex' }
    assert.equal(await elsewhere(page, 'PUT', `/api/appointments/${id}`, changed), 200)
    await card(page, `${one.name} Soto`).waitFor()
    await button(page, 'Dejar aquí').click()
    await page.locator('.undo').waitFor()
    const { appointment } = await owner(`/api/appointments/${id}`)
    assert.deepEqual(
      [appointment.appointment_time, appointment.client_name, appointment.notes],
      [to, `${one.name} Soto`, 'Alérgica al látex'],
    )
  })

  test('what was cancelled on its way is not moved', async () => {
    const one = await booked()
    const { id } = await found(one.name)
    const page = await visit(desktop, `?fecha=${one.date}`)
    await carry(page, one.name, await laterFree(one))
    await owner(`/api/appointments/${id}/cancel`, {})
    await page.locator('.ev.off', { hasText: one.name }).waitFor()
    await button(page, 'Dejar aquí').click()
    await toast(page, 'Solo se puede editar una cita programada').waitFor()
    assert.equal(await page.locator('.ev.off', { hasText: one.name }).count(), 1)
  })
})

for (const [name, open] of sizes)
  test(`filters that hide everything say so, and can be taken off ${name}`, async () => {
    const one = await booked()
    const page = await visit(open, `?fecha=${one.date}`)
    await card(page, one.name).waitFor()
    await filters(page).click()
    await page.getByLabel('Buscar cliente o servicio').fill('Nadie Se Llama Así')
    const said = page.getByRole('status').filter({ hasText: 'Con estos filtros no hay citas' })
    await said.waitFor()
    await state(page)
    await button(said, 'Ver todas').click()
    await card(page, one.name).waitFor()
    await until(async () => (await said.count()) === 0)
    await hasFocus(page)
  })

test('whoever pressed on nothing after more of the list was loaded is not taken back to it', async () => {
  await query(
    site.dataDir,
    `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
       professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
       price, booked_by, status)
     select business_id, 'Tanda ' || n, '+573001112233', 'tanda@correo.example', service_id, service_name,
       professional_id, professional_name, '2040-03-05', '10:00', 15, timestamptz '2040-03-05T10:00-05:00',
       timestamptz '2040-03-05T10:15-05:00', price, 'client', 'cancelled'
     from (select * from appointments limit 1) one, generate_series(1, 140) n`,
  )
  const page = await visit(desktop, '?vista=lista')
  await page.getByLabel('Buscar cliente o servicio').fill('Tanda')
  await page.getByText('140 citas', { exact: true }).waitFor()
  const rows = page.locator('.apt')
  await button(page, 'Cargar más').click()
  await until(async () => (await rows.count()) === 100)
  // In the bar there is nothing that takes the focus.
  await page.locator('.tb-in').click({ position: { x: 4, y: 4 } })
  await query(site.dataDir, `delete from appointments where client_name = 'Tanda 140'`)
  await booked()
  await page.getByText('139 citas', { exact: true }).waitFor()
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true)
  await button(page, 'Cargar más').press('Enter')
  await until(async () => (await rows.count()) === 139)
  await hasFocus(page)
  await query(site.dataDir, `delete from appointments where client_name like 'Tanda %'`)
})

test('appointments that begin in the same half hour stand in the order of their times', async () => {
  await query(
    site.dataDir,
    `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name,
       professional_id, professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at,
       price, booked_by)
     select business_id, 'Orden ' || n, '+573001112233', 'orden@correo.example', service_id, service_name,
       professional_id, professional_name, '2024-03-04', time '10:25' - n * interval '5 min', 60,
       timestamp '2024-03-04 10:25' - n * interval '5 min' + n * interval '1 year',
       timestamp '2024-03-04 11:25' - n * interval '5 min' + n * interval '1 year', price, 'client'
     from (select * from appointments limit 1) one, generate_series(1, 5) n`,
  )
  const page = await visit(desktop, '?fecha=2024-03-04&rango=dia')
  await card(page, 'Orden 1').waitFor()
  assert.deepEqual(await page.locator('.ev b').allInnerTexts(), [
    'Orden 5',
    'Orden 4',
    'Orden 3',
    'Orden 2',
    'Orden 1',
  ])
})

test('without professionals the form says why there is nobody to choose', async () => {
  const page = await visit(desktop)
  await page.route('**/api/professionals', (route) =>
    route.fulfill({ json: { success: true, professionals: [] } }),
  )
  await page.reload()
  await create(page).click()
  const form = dialog(page, 'Nueva cita')
  await form.getByText('Todavía no tienes profesionales activos.').waitFor()
  await form.getByText('Ahora', { exact: true }).click()
  await form.getByText('Todavía no tienes profesionales activos.').waitFor()
  assert.equal(await form.getByText('Nadie de tu equipo hace este servicio.').count(), 0)
})
