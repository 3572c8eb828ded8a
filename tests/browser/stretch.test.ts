/** Blocks dragged and resized, and appointments made longer, in the week and in the day by professional. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import {
  book,
  booked,
  button,
  card,
  found,
  laterFree,
  minutes,
  newClient,
  owner,
  REFUSED,
  toast,
  visit,
} from './agenda.ts'
import { amPm } from './booking.ts'
import { desktop, hold } from './helper.ts'

const blockOf = async (id: number) => (await owner(`/api/time-off/${id}`)).time_off

async function drag(page: Page, what: Locator, edge: 'middle' | 'bottom', rows: number) {
  await what.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const box = (await what.boundingBox())!
  const row = (await page.locator('[data-col="0"][data-row="2"]').boundingBox())!.height
  const [x, y] = [box.x + box.width / 2, box.y + (edge === 'bottom' ? box.height - 3 : box.height / 2)]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + 8, { steps: 2 })
  await page.mouse.move(x, y + rows * row, { steps: 6 })
  await page.locator('.cal-ghost:not([hidden])').waitFor()
  await page.mouse.up()
}

for (const [view, search] of [
  ['the day by professional', '&rango=dia&por=persona'],
  ['the week', '&rango=semana'],
  ['the day', '&rango=dia'],
] as const)
  test(`in ${view} a block is dragged, stretched and nudged by keys, with undo`, async () => {
    const one = await booked()
    const reason = `Proveedor ${view.length}`
    const { time_off } = await owner('/api/time-off', {
      professional_id: (await found(one.name)).professional_id,
      first_date: one.date,
      // While nobody has appointments, so that no card lies on it.
      from_time: '08:00',
      to_time: '08:30',
      reason,
    })
    const was = async (from: string, to: string) =>
      until(async () => {
        const { from_time, to_time } = await blockOf(time_off.id)
        return from_time === from && to_time === to
      })
    const page = await visit(desktop, `?fecha=${one.date}${search}`)
    const block = page.locator('.blk', { hasText: reason })
    await drag(page, block, 'middle', 1)
    await toast(page, 'cambio guardado').waitFor()
    await was('08:30', '09:00')
    await button(page, 'Deshacer').click()
    await was('08:00', '08:30')
    await drag(page, block, 'bottom', 1)
    await was('08:00', '09:00')
    await block.focus()
    await page.keyboard.press('-')
    await was('08:00', '08:45')
    await page.keyboard.press('ArrowDown')
    await was('08:15', '09:00')
    await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
  })

test('an appointment is made longer by its lower edge and by keys, with undo; into another it is refused', async () => {
  const one = await booked()
  const before = await found(one.name)
  const lasts = (minutes: number) => until(async () => (await found(one.name)).duration_minutes === minutes)
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`, REFUSED)
  const own = card(page, one.name)
  await drag(page, own, 'bottom', 1)
  const [hours, rest] = [Math.floor((before.duration_minutes + 30) / 60), (before.duration_minutes + 30) % 60]
  await toast(page, `La cita dura ${hours} h${rest ? ` ${rest} min` : ''}`).waitFor()
  await lasts(before.duration_minutes + 30)
  await button(page, 'Deshacer').click()
  await toast(page, 'La cita volvió a su duración').waitFor()
  await lasts(before.duration_minutes)
  await own.focus()
  await page.keyboard.press('-')
  await lasts(before.duration_minutes - 15)
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await lasts(before.duration_minutes + 15)

  const end = await found(one.name)
  await owner('/api/time-off', {
    professional_id: end.professional_id,
    first_date: one.date,
    from_time: clockAfter(end.appointment_time, end.duration_minutes),
    to_time: '23:00',
  })
  await own.focus()
  await page.keyboard.press('+')
  await toast(page, 'No alcanza el tiempo').waitFor()
  await lasts(end.duration_minutes)
})

test('keys that come faster than the answers: a block goes where they lead, with one undo for all of them', async () => {
  const one = await booked()
  const reason = 'Inventario veloz'
  const { time_off } = await owner('/api/time-off', {
    professional_id: (await found(one.name)).professional_id,
    first_date: one.date,
    from_time: '08:00',
    to_time: '08:30',
    reason,
  })
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`)
  let puts = 0
  let go = () => {}
  const pressed = new Promise<void>((resolve) => (go = resolve))
  await page.route(`**/api/time-off/${time_off.id}*`, async (route) => {
    if (route.request().method() === 'PUT' && ++puts === 1) await pressed
    await route.fallback()
  })
  const was = async (from: string) => until(async () => (await blockOf(time_off.id)).from_time === from)
  const block = page.locator('.blk', { hasText: reason })
  await block.focus()
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown')
  go()
  await was('09:00')
  await toast(page, 'cambio guardado').waitFor()
  assert.equal(puts, 2)
  await button(page, 'Deshacer').click()
  await was('08:00')
  await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
})

test('an appointment is dragged on before its first move is answered: it is where it was dropped last', async () => {
  const one = await booked()
  const { id } = await found(one.name)
  const first = await laterFree(one)
  const last = await laterFree({ ...one, time: first })
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`)
  let patches = 0
  const release = await hold(page, `**/api/appointments/${id}`)
  page.on('request', (request) => void (request.method() === 'PATCH' && patches++))
  const rows = (from: string, to: string) => (minutes(to) - minutes(from)) / 30
  const shown = (time: string) =>
    card(page, one.name)
      .filter({ hasText: amPm(time).slice(0, -3) })
      .waitFor()
  await drag(page, card(page, one.name), 'middle', rows(one.time, first))
  await shown(first)
  await drag(page, card(page, one.name), 'middle', rows(first, last))
  await shown(last)
  assert.equal(patches, 1, 'the second waits')
  release()
  await page.locator('.undo', { hasText: `, ${amPm(last)}` }).waitFor()
  assert.equal((await found(one.name)).appointment_time, last)
  await button(page, 'Deshacer').click()
  await toast(page, 'La cita volvió a su hora').waitFor()
  assert.equal((await found(one.name)).appointment_time, first)
})

for (const isBack of [true, false])
  test(`a second move that is refused leaves the first one, which is told and can be taken back${isBack ? ', also once it is dragged back there' : ''}`, async () => {
    const one = await booked()
    const { id } = await found(one.name)
    const first = await laterFree(one)
    const last = await laterFree({ ...one, time: first })
    const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`, REFUSED)
    let patches = 0
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await page.route(`**/api/appointments/${id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.fallback()
      if (++patches > 1)
        return route.fulfill({ status: 409, json: { success: false, error: 'Esa hora ya no está libre' } })
      await held
      return route.continue()
    })
    const rows = (from: string, to: string) => (minutes(to) - minutes(from)) / 30
    const shown = (time: string) =>
      card(page, one.name)
        .filter({ hasText: amPm(time).slice(0, -3) })
        .waitFor()
    await drag(page, card(page, one.name), 'middle', rows(one.time, first))
    await shown(first)
    await drag(page, card(page, one.name), 'middle', rows(first, last))
    await shown(last)
    // Back to where the first one leads: nothing is sent, which is no change of this screen.
    if (isBack) {
      await drag(page, card(page, one.name), 'middle', rows(last, first))
      await shown(first)
    }
    release()
    await toast(page, 'Esa hora ya no está libre').waitFor()
    await page.locator('.undo', { hasText: `, ${amPm(first)}` }).waitFor()
    assert.equal((await found(one.name)).appointment_time, first)
    await button(page, 'Deshacer').click()
    await toast(page, 'La cita volvió a su hora').waitFor()
    const { appointment_time, version } = await found(one.name)
    assert.equal(appointment_time, one.time)
    assert.equal(patches, 2)
    await owner(`/api/appointments/${id}`, { appointment_time: last, version }, 'PATCH')
    await page.locator('.notice', { hasText: 'Cita movida' }).waitFor()
  })

test('a move that is refused, or leads nowhere, leaves the one before it to be taken back', async () => {
  const one = await booked()
  const { id } = await found(one.name)
  const first = await laterFree(one)
  const last = await laterFree({ ...one, time: first })
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`, REFUSED)
  const rows = (from: string, to: string) => (minutes(to) - minutes(from)) / 30
  await drag(page, card(page, one.name), 'middle', rows(one.time, first))
  const undo = page.locator('.undo', { hasText: `, ${amPm(first)}` })
  await undo.waitFor()
  await page.route(`**/api/appointments/${id}`, async (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { success: false, error: 'Esa hora ya no está libre' } })
      : route.fallback(),
  )
  await drag(page, card(page, one.name), 'middle', rows(first, last))
  await toast(page, 'Esa hora ya no está libre').waitFor()
  await undo.waitFor()
  await page.unroute(`**/api/appointments/${id}`)
  await button(page, 'Deshacer').click()
  await toast(page, 'La cita volvió a su hora').waitFor()
  assert.equal((await found(one.name)).appointment_time, one.time)
})

test('a duration by keys is stored when another card follows at once, and when the view is left at once', async () => {
  const one = await booked()
  const other = { ...one, time: await laterFree(one), ...newClient() }
  await book(other, other)
  const length = async ({ name }: { name: string }) => (await found(name)).duration_minutes as number
  const lasts = (who: { name: string }, wanted: number) => until(async () => (await length(who)) === wanted)
  const [first, second] = [await length(one), await length(other)]
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia&por=persona`)
  await card(page, one.name).focus()
  await page.keyboard.press('-')
  await card(page, other.name).focus()
  await page.keyboard.press('-')
  // While the duration of the first is on its way.
  await lasts(one, first - 15)
  await page.keyboard.press('-')
  await page.getByRole('button', { name: 'Lista' }).click()
  await lasts(other, second - 30)
})

function clockAfter(time: string, minutes: number): string {
  const at = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + minutes
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`
}
