/** What appointments take besides their own time, drawn in the calendar: before, after, and a pause for somebody else. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { until } from '../smtp.ts'
import { booked, card, dialog, filters, found, owner, sizes, state, toast, visit } from './agenda.ts'
import { desktop } from './helper.ts'

let services = 0

/** An appointment of 2 h with 10 min before, 15 min after and a pause from minute 30 to 90, on a day without others. */
async function dyed() {
  const one = await booked()
  const base = await found(one.name)
  const { professional } = await owner('/api/professionals', {
    professional_name: `Nelson ${'bcdfghj'[services]}`,
    specialties: JSON.stringify([]),
  })
  const { service } = await owner('/api/services', {
    service_name: `Balayage ${++services}`,
    duration_minutes: 120,
    price: 90000,
    buffer_before: 10,
    buffer_after: 15,
    gap_from: 30,
    gap_minutes: 60,
  })
  const name = `Sofía Arango ${'bcdfghj'[services]}`
  const make = (client_name: string, appointment_time: string, service_id: number, rest: object = {}) =>
    owner('/api/appointments', {
      client_name,
      walk_in: true,
      service_id,
      professional_id: professional.id,
      appointment_date: one.date,
      appointment_time,
      anyway: true,
      ...rest,
    })
  const answer = await make(name, '10:00', service.id)
  assert.equal(answer.success, true, answer.error)
  assert.deepEqual(
    answer.appointment.occupied ?? (await found(name)).occupied,
    ['14:50 15:30', '16:30 17:15'].map((pair) => {
      const [from, to] = pair.split(' ').map((time) => `${one.date}T${time}:00Z`)
      return { from, to }
    }),
  )
  return { date: one.date, name, service, professional, make, other: base.service_id as number }
}

/** A large team's days begin with a few of its people. */
async function showAll(page: Page) {
  const people = page.getByRole('group', { name: 'Mostrar u ocultar profesionales', exact: true })
  const isHidden = !(await people.isVisible())
  if (isHidden) await filters(page).click()
  await people.getByRole('button', { name: /^Todos/ }).click()
  if (isHidden) await filters(page).click()
}

const boxOf = async (what: Locator) => (await what.boundingBox())!
const near = (a: number, b: number, what: string) => assert.ok(Math.abs(a - b) < 3, `${what}: ${a}, not ${b}`)

for (const [size, open] of sizes)
  test(`the day by professional ${size}: hatched edges, and a pause that begins a new appointment`, async () => {
    const { date, name, professional } = await dyed()
    const page = await visit(open, `?fecha=${date}&rango=dia&por=persona`)
    const column = page.locator(`.pcol[aria-label^="${professional.professional_name}"]`)
    const own = column.locator('.ev', { hasText: name })
    await own.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
    const [whole, before, after, pause] = [
      await boxOf(own),
      await boxOf(column.locator('.pbuf.before')),
      await boxOf(column.locator('.pbuf:not(.before)')),
      await boxOf(column.locator('.ppause')),
    ]
    const minute = (whole.height + 1) / 120
    near(before.y, whole.y - 10 * minute, 'preparation begins')
    near(after.y + after.height, whole.y + 135 * minute, 'cleaning ends')
    near(pause.y, whole.y + 30 * minute, 'the pause begins')
    near(pause.height, 60 * minute, 'the pause lasts')
    assert.match(
      (await own.textContent())!,
      /10 min de preparación antes, en proceso 10:30 – 11:30 am, 15 min de limpieza después/,
    )
    await state(page)

    // Its second half, in steps of a quarter of an hour.
    await page.mouse.click(pause.x + 40, pause.y + pause.height * 0.6)
    const form = dialog(page, 'Nueva cita')
    await form.waitFor()
    await form.getByText('11:00 am').first().waitFor()
    assert.equal(await form.getByLabel('Profesional').inputValue(), String(professional.id))
  })

test('another card is dropped into the pause, and lies over it', async () => {
  const { date, name, professional, make, other } = await dyed()
  const guest = `Pilar ${name.slice(-1)} Uribe`
  assert.equal((await make(guest, '14:00', other, { duration_minutes: 30 })).success, true)
  const page = await visit(desktop, `?fecha=${date}&rango=dia&por=persona`)
  const column = page.locator(`.pcol[aria-label^="${professional.professional_name}"]`)
  const pause = column.locator('.ppause')
  const moved = column.locator('.ev', { hasText: guest })
  await moved.evaluate((element) => element.scrollIntoView({ block: 'end', inline: 'center' }))
  const [from, to] = [await boxOf(moved), await boxOf(pause)]
  await page.mouse.move(from.x + 20, from.y + 6)
  await page.mouse.down()
  await page.mouse.move(from.x + 20, from.y - 20, { steps: 3 })
  await page.mouse.move(to.x + 20, to.y + 8, { steps: 8 })
  const ghost = page.locator('.cal-ghost:not([hidden])')
  await ghost.getByText('10:30').waitFor()
  assert.equal(await ghost.getAttribute('data-fits'), 'yes', 'not said to be taken')
  await page.mouse.up()
  await toast(page, 'Cita movida a').waitFor()
  await until(async () => (await found(guest)).appointment_time === '10:30')
  const inside = column.locator('.ev.inside', { hasText: guest })
  await inside.waitFor()
  const [host, lies] = [await boxOf(column.locator('.ev', { hasText: name })), await boxOf(inside)]
  near(host.width, (await boxOf(column)).width - 7, 'the card keeps its width')
  assert.ok(lies.x > host.x + 5 && lies.width > host.width * 0.7, 'over it, a little aside')
  // It opens at the first click.
  await inside.click()
  await dialog(page, 'Detalle de la cita').waitFor()
})

for (const [view, search] of [
  ['the week', '&rango=semana'],
  ['the day', '&rango=dia&por=juntos'],
])
  test(`in ${view} edges and the pause show as well`, async () => {
    const { date, name } = await dyed()
    const page = await visit(desktop, `?fecha=${date}${search}`)
    await showAll(page)
    await card(page, name).first().waitFor()
    const edged = page.locator('.ev.pre.post, .cal-host.pre.post')
    await edged.first().waitFor()
    await state(page)
    const pause = page.locator('.cal-pause > i').last()
    await pause.evaluate((element) => element.scrollIntoView({ block: 'center', inline: 'center' }))
    await pressFree(page, pause)
    const form = dialog(page, 'Nueva cita')
    await form.waitFor()
    await form
      .getByText(/1[01]:[0-5]\d am/)
      .first()
      .waitFor()
  })

test('a card among others that overlap has its edges, and a flat one leaves them to its block', async () => {
  const { date, name, service, professional, make } = await dyed()
  const { professional: second } = await owner('/api/professionals', {
    professional_name: `Beside ${name.slice(-1)}`,
    specialties: JSON.stringify([]),
  })
  const guest = `Gala ${name.slice(-1)} Ruiz`
  const answer = await make(guest, '10:00', service.id, { professional_id: second.id, duration_minutes: 60 })
  assert.equal(answer.success, true, answer.error)
  const page = await visit(desktop, `?fecha=${date}&rango=semana`)
  await showAll(page)
  const stacked = page.locator('.ev:not(.flat)', { hasText: guest })
  await stacked.first().waitFor()
  await page.locator('.ev.pre.post', { hasText: guest }).waitFor()
  const hatched = await stacked.evaluate((element) => getComputedStyle(element).backgroundImage)
  assert.equal(hatched.match(/repeating-linear-gradient/g)?.length, 2, 'above and below')
  assert.equal(await page.locator('.ev.flat.post', { hasText: name }).count(), 0)
  await page.locator('.cal-host.pre.post').first().waitFor()
  assert.equal(professional.id === second.id, false)
  await state(page)
})

test('what is cleaned up after the last hour is shown whole', async () => {
  const { date, make, professional, service } = await dyed()
  const late = `Tarde ${professional.professional_name.slice(-1)} Noche`
  // 10 min before it and 15 min after: until 10:45 pm, though the salon closed hours ago.
  const answer = await make(late, '20:30', service.id)
  assert.equal(answer.success, true, answer.error)
  const page = await visit(desktop, `?fecha=${date}&rango=dia&por=persona`)
  const column = page.locator(`.pcol[aria-label^="${professional.professional_name}"]`)
  const own = column.locator('.ev', { hasText: late })
  await own.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  const [whole, cleaning, all] = [
    await boxOf(own),
    await boxOf(column.locator('.pbuf:not(.before)').last()),
    await boxOf(column),
  ]
  const minute = (whole.height + 1) / 120
  near(cleaning.y + cleaning.height, whole.y + 135 * minute, 'cleaning ends')
  assert.ok(all.y + all.height > cleaning.y + cleaning.height - 2, 'within the column')
})

/** Presses the pause where no card lies over it. */
async function pressFree(page: Page, pause: Locator) {
  const free = await pause.evaluate((element) => {
    const { right, top, bottom } = element.getBoundingClientRect()
    const x = right - 8
    for (let y = top + 6; y < bottom; y += 6) if (document.elementFromPoint(x, y) === element) return { x, y }
    throw new Error('cards lie over all of the pause')
  })
  await page.mouse.click(free.x, free.y)
}
