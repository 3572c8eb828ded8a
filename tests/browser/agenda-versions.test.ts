/** One appointment changed in two places: what is shown, what is sent, and what is never overwritten. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../smtp.ts'
import {
  book,
  booked,
  button,
  card,
  dialog,
  found,
  laterFree,
  newClient,
  owner,
  past,
  REFUSED,
  shiftTo,
  site,
  state,
  time,
  toast,
  visit,
} from './agenda.ts'
import { amPm, freeDays, freeTime } from './booking.ts'
import { desktop, mails, phone } from './helper.ts'

/** Moves the appointment as its client, by the link in the booking's mail. */
async function moveInPortal(email: string, appointment_id: number, date: string, time: string) {
  const mail = () => mails(site).find(({ to }) => to.includes(email))
  await until(() => mail() !== undefined)
  const [, token] = /\/client\?token=([\w.-]+)/.exec(mail()!.text)!
  const answer = await fetch(`${site.url}/api/appointments/client/reschedule/${appointment_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, new_date: date, new_time: time }),
  })
  assert.equal(answer.status, 200, await answer.text())
}

async function openForm(page: Page, name: string) {
  await card(page, name).click()
  await button(page, 'Editar').click()
  const form = dialog(page, 'Editar cita')
  await form.locator('.fslots input:checked').waitFor({ state: 'attached' })
  return form
}
const noticeIn = (form: ReturnType<typeof dialog>) =>
  form.getByRole('status').filter({ hasText: 'Esto cambió mientras lo editabas' })

describe('the client moves it in the portal, and then the receptionist saves a note', () => {
  for (const [name, hears] of [
    ['the form says so as soon as it hears of it', true],
    ['a form that could not hear of it is told when it is sent', false],
  ] as const)
    test(`${name}, and the appointment stays where the client put it`, async () => {
      const wanted = await freeTime(site, 'Lifting de pestañas')
      const client = newClient()
      await book(wanted, client)
      const { id } = await found(client.name)
      const later = (await freeDays(site, wanted)).findLast(({ times }) => times.length > 0)!
      const there = { date: later.date, time: later.times.at(-1)! }
      const page = await visit(desktop, `?fecha=${wanted.date}`, {
        expects: [...REFUSED.expects, /ERR_FAILED/],
      })
      const form = await openForm(page, client.name)
      await form.getByLabel('Notas').fill('Alérgica al látex')
      const reads = (route: { abort: () => Promise<void> }) => route.abort()
      if (!hears)
        await page.route(new RegExp(`/api/appointments/(${id}|\\?)`), (route) =>
          route.request().method() === 'GET' ? reads(route) : route.fallback(),
        )
      await moveInPortal(client.email, id, there.date, there.time)
      if (!hears) await button(form, 'Guardar cambios').click()
      await noticeIn(form)
        .getByText(`Hora: ahora es ${amPm(there.time)}`)
        .waitFor()
      await noticeIn(form)
        .getByText(/^Fecha: ahora es \p{L}+ \d+ de \p{L}+$/u)
        .waitFor()
      assert.equal(await noticeIn(form).getByText('Notas').count(), 0)
      assert.equal(await form.getByLabel('Notas').inputValue(), 'Alérgica al látex', 'what was typed stays')
      await form
        .locator(`input[name=appointment_date][value="${there.date}"]:checked`)
        .waitFor({ state: 'attached' })
      await time(form, there.time).locator('input:checked').waitFor({ state: 'attached' })
      assert.equal((await found(client.name)).notes, null, 'nothing was stored')
      if (hears) await state(page)

      await page.unrouteAll({ behavior: 'ignoreErrors' })
      const sent = page.waitForRequest((request) => request.method() === 'PATCH')
      await button(form, 'Guardar cambios').click()
      await toast(page, 'Cita actualizada exitosamente').waitFor()
      assert.deepEqual(Object.keys((await sent).postDataJSON()).sort(), ['notes', 'version'])
      const { appointment_date, appointment_time, notes } = await found(client.name)
      assert.deepEqual(
        { appointment_date, appointment_time, notes },
        { appointment_date: there.date, appointment_time: there.time, notes: 'Alérgica al látex' },
      )
    })
})

test('two tabs edit one appointment: the second says what the first one stored, and keeps what was typed', async () => {
  const one = await booked()
  const [first, second] = [
    await visit(desktop, `?fecha=${one.date}`),
    await visit(phone, `?fecha=${one.date}`),
  ]
  const [here, there] = [await openForm(first, one.name), await openForm(second, one.name)]
  await there.getByLabel('Nombre').fill(`${one.name} Soto`)
  await there.getByLabel('Correo electrónico').fill('otra@correo.example')
  await here.getByLabel('Nombre').fill(`${one.name} Gil`)
  await here.getByLabel('Teléfono', { exact: true }).fill('3009998877')
  await button(here, 'Guardar cambios').click()
  await toast(first, 'Cita actualizada exitosamente').waitFor()

  const notice = noticeIn(there)
  await notice.getByText(`Nombre: ahora es ${one.name} Gil; si guardas, queda lo que escribiste.`).waitFor()
  await notice.getByText('Teléfono: ahora es 3009998877').waitFor()
  await state(second)
  assert.equal(await there.getByLabel('Nombre').inputValue(), `${one.name} Soto`)
  assert.equal(await there.getByLabel('Teléfono', { exact: true }).inputValue(), '3009998877')
  await button(notice, 'Usar lo de ahora en Nombre').click()
  assert.equal(await there.getByLabel('Nombre').inputValue(), `${one.name} Gil`)
  await button(there, 'Guardar cambios').click()
  await toast(second, 'Cita actualizada exitosamente').waitFor()
  const { client_name, client_phone, client_email } = await found(`${one.name} Gil`)
  assert.deepEqual(
    [client_name, client_phone, client_email],
    [`${one.name} Gil`, '+573009998877', 'otra@correo.example'],
  )
})

test('what was cancelled while its form was open says so, and cannot be stored', async () => {
  const one = await booked()
  const page = await visit(desktop, `?fecha=${one.date}`, REFUSED)
  const form = await openForm(page, one.name)
  await form.getByLabel('Notas').fill('Llega tarde')
  await owner(`/api/appointments/${(await found(one.name)).id}/cancel`, {})
  await form.getByRole('alert').getByText('Solo se puede editar una cita programada').waitFor()
  await button(form, 'Guardar cambios').click()
  await toast(page, 'Solo se puede editar una cita programada').waitFor()
  assert.equal((await found(one.name)).notes, null)
})

/** Picks a card up by keyboard, carries it to `to` and drops it there. */
async function moveByKeys(page: Page, name: string, to: string) {
  await card(page, name).focus()
  await page.keyboard.press('m')
  await page.getByRole('group', { name: /^Mover la cita/ }).waitFor()
  await shiftTo(page, to)
  await page.keyboard.press('Enter')
}
const shownTime = (text: string) => new RegExp(amPm(text).slice(0, -3))

describe('a move', () => {
  test('sends the time alone, shows it before the answer, and survives a change elsewhere that it did not hear of', async () => {
    const one = await booked()
    const { id } = await found(one.name)
    const page = await visit(desktop, `?fecha=${one.date}`, REFUSED)
    const to = await laterFree(one)
    const sent: object[] = []
    let answer = () => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/api/appointments/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      sent.push(route.request().postDataJSON())
      // Another screen stores a note just before this move arrives.
      if (sent.length === 1) await patch(page, id, { notes: 'Trae a su hija' })
      await answered
      return route.continue()
    })
    await moveByKeys(page, one.name, to)
    await card(page, one.name)
      .filter({ hasText: shownTime(to) })
      .waitFor()
    assert.equal((await found(one.name)).appointment_time, one.time, 'the server has not answered')
    answer()
    await page.locator('.undo', { hasText: 'Cita movida a' }).waitFor()
    assert.deepEqual(
      sent.map((body) => Object.keys(body).sort()),
      [
        ['appointment_time', 'version'],
        ['appointment_time', 'version'],
      ],
    )
    const { appointment_time, notes } = await found(one.name)
    assert.deepEqual([appointment_time, notes], [to, 'Trae a su hija'])
  })

  test('of what was moved elsewhere meanwhile is refused, and the card goes to where it is now', async () => {
    const one = await booked()
    const { id } = await found(one.name)
    const page = await visit(desktop, `?fecha=${one.date}`, REFUSED)
    const to = await laterFree(one)
    const other = await laterFree({ ...one, time: to })
    let isFirst = true
    await page.route(`**/api/appointments/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH' || !isFirst) return route.fallback()
      isFirst = false
      await patch(page, id, { appointment_time: other })
      return route.continue()
    })
    await moveByKeys(page, one.name, to)
    await toast(page, 'Esto cambió mientras lo editabas').waitFor()
    await card(page, one.name)
      .filter({ hasText: shownTime(other) })
      .waitFor()
    assert.equal((await found(one.name)).appointment_time, other)
  })

  test('of what was moved elsewhere before it is dropped is refused too, though the page has heard of it', async () => {
    const one = await booked()
    const { id } = await found(one.name)
    const page = await visit(desktop, `?fecha=${one.date}`)
    const to = await laterFree(one)
    const other = await laterFree({ ...one, time: to })
    await card(page, one.name).focus()
    await page.keyboard.press('m')
    await page.getByRole('group', { name: /^Mover la cita/ }).waitFor()
    await patch(page, id, { appointment_time: other })
    await card(page, one.name)
      .filter({ hasText: shownTime(other) })
      .waitFor()
    await shiftTo(page, to)
    await button(page, 'Dejar aquí').click()
    await toast(page, 'La cita cambió mientras la movías').waitFor()
    assert.equal((await found(one.name)).appointment_time, other)
    // It can be moved from where it is now.
    await moveByKeys(page, one.name, to)
    await page.locator('.undo', { hasText: 'Cita movida a' }).waitFor()
    assert.equal((await found(one.name)).appointment_time, to)
  })

  test('that a lost network swallowed is taken back, and shows what it became when the network is back', async () => {
    const one = await booked()
    const { id } = await found(one.name)
    const page = await visit(desktop, `?fecha=${one.date}`, { expects: [/ERR_FAILED/] })
    const to = await laterFree(one)
    await page.route(`**/api/appointments/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      // The request reaches the server, but the answer is lost.
      await route.fetch()
      return route.abort()
    })
    await moveByKeys(page, one.name, to)
    await toast(page, 'Error al mover la cita. No hay conexión: cuando vuelva verás dónde quedó.').waitFor()
    await card(page, one.name)
      .filter({ hasText: shownTime(to) })
      .waitFor()
    assert.equal(await page.locator('.undo').count(), 0)
  })
})

describe('what becomes of a past appointment is noted after a change elsewhere', () => {
  async function changeElsewhere(name: string, changes: object) {
    const { id, version } = await found(name)
    await owner(`/api/appointments/${id}`, { ...changes, version }, 'PATCH')
  }
  const refused = (page: Page) => toast(page, 'Esto cambió mientras lo editabas').waitFor()

  test('in the review of the past the row becomes the present one, and the next press notes it', async () => {
    await past('Rosalba Pasada', 6)
    const page = await visit(desktop, '', REFUSED)
    await button(page, '1 cita pasada sin marcar').click()
    const review = page.getByRole('dialog', { name: /^Citas sin marcar/ })
    await review.getByText('Rosalba Pasada').waitFor()
    await review.getByLabel('Precio cobrado').fill('31.000')
    await changeElsewhere('Rosalba Pasada', { notes: 'Trae a su hija' })
    await button(review, 'Asistió').click()
    await refused(page)
    assert.equal(await review.getByLabel('Precio cobrado').inputValue(), '31.000', 'what was typed stays')
    await button(review, 'Asistió').click()
    await review.getByText('Rosalba Pasada').waitFor({ state: 'detached' })
    const { attendance_status, actual_price, notes } = await found('Rosalba Pasada')
    assert.deepEqual([attendance_status, actual_price, notes], ['attended', 31_000, 'Trae a su hija'])
  })

  test('over its details the next press is about the present one', async () => {
    await past('Eudoxia Pasada', 7)
    const { id } = await found('Eudoxia Pasada')
    const page = await visit(desktop, `?cita=${id}`, REFUSED)
    await button(page, 'No asistió').click()
    const missed = dialog(page, 'No asistió')
    await missed.getByLabel('Motivo').fill('No contestó')
    await changeElsewhere('Eudoxia Pasada', { client_name: 'Eudoxia Passada' })
    await button(missed, 'Registrar inasistencia').click()
    await refused(page)
    await missed.getByText('Eudoxia Passada').waitFor()
    await button(missed, 'Registrar inasistencia').click()
    await toast(page, 'Inasistencia registrada').waitFor()
    const { attendance_status, no_show_reason } = await found('Eudoxia Passada')
    assert.deepEqual([attendance_status, no_show_reason], ['no_show', 'No contestó'])
  })
})

/** A change with the page's own session, as another of the owner's screens would make it. */
const patch = (page: Page, id: number, changes: object) =>
  page.evaluate(
    async ([id, body]) => {
      const { token } = JSON.parse(sessionStorage['enpunto.session'])
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const { status } = await fetch(`/api/appointments/${id}?elsewhere`, { method: 'PATCH', headers, body })
      if (status !== 200) throw new Error(`${status}`)
    },
    [id, JSON.stringify(changes)] as const,
  )
