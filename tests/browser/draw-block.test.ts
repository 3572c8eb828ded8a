/** Time is blocked from where it stands in the calendar, without a mouse. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../smtp.ts'
import { booked, button, dialog, minutes, owner, sizes, state, toast, visit } from './agenda.ts'
import { desktop, phone } from './helper.ts'

test('a finger that rests on empty time blocks it, for whose column it is and from that hour on', async () => {
  const one = await booked()
  const page = await visit(phone, `?fecha=${one.date}&rango=dia&por=persona`)
  const own = page.locator(`.pcol[aria-label^="${one.professional_name}"]`)
  const cell = own.locator('.pcell').nth(1)
  await cell.scrollIntoViewIfNeeded()
  const box = (await cell.boundingBox())!
  const at = { x: box.x + box.width / 2, y: box.y + 4 }
  const finger = await page.context().newCDPSession(page)
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] })
  const ghost = page.locator('.cal-ghost', { hasText: /^Bloquear \d/ })
  await ghost.waitFor()
  const [, from] = /^Bloquear (\d+:\d\d)/.exec(await ghost.innerText())!
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const form = dialog(page, 'Bloquear tiempo')
  await form.waitFor()
  assert.match(await form.locator('.whos label:has(:checked)').innerText(), new RegExp(one.professional_name))
  assert.equal(await form.getByLabel('Día', { exact: true }).inputValue(), one.date)
  const hour = await form.locator('input[name=from_time]').inputValue()
  assert.equal(String(((Number(hour.slice(0, 2)) + 11) % 12) + 1) + hour.slice(2), from)
  await state(page)
})

test('B blocks time on the day that is shown', async () => {
  const one = await booked()
  const page = await visit(desktop, `?fecha=${one.date}&rango=dia`)
  const form = dialog(page, 'Bloquear tiempo')
  const opens = async () => {
    await page.keyboard.press('b')
    await form.waitFor()
    assert.equal(await form.getByLabel('Día', { exact: true }).inputValue(), one.date)
  }
  // As the agenda has opened, nothing has the focus.
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true)
  await opens()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  await page.locator('.ev', { hasText: one.name }).focus()
  await opens()
})

for (const [view, search] of [
  ['the week', '&rango=semana'],
  ['the day by professional', '&rango=dia&por=persona'],
] as const)
  test(`in ${view} a block long after closing, or before opening, is seen and can be removed`, async () => {
    const { date } = await booked()
    for (const [reason, from_time, to_time] of [
      ['Inventario', '22:30', '23:45'],
      ['Descargue', '04:00', '05:00'],
    ])
      await owner('/api/time-off', { professional_id: null, first_date: date, from_time, to_time, reason })
    const page = await visit(desktop, `?fecha=${date}${search}`)
    for (const reason of ['Inventario', 'Descargue']) {
      const block = page.locator('.blk', { hasText: reason }).first()
      await block.click()
      await button(dialog(page, 'Editar bloqueo'), 'Eliminar').click()
      await button(dialog(page, 'Eliminar bloqueo'), 'Eliminar').click()
      await toast(page, 'Bloqueo eliminado').last().waitFor()
      await block.waitFor({ state: 'detached' })
    }
  })

test('in the day by professional two blocks at once lie beside each other, and each can be pressed', async () => {
  const { date, professional, professional_name } = await booked()
  for (const reason of ['Inventario', 'Descargue'])
    await owner('/api/time-off', {
      professional_id: reason === 'Inventario' ? null : professional,
      first_date: date,
      from_time: '20:00',
      to_time: '21:00',
      reason,
    })
  const page = await visit(desktop, `?fecha=${date}&rango=dia&por=persona`)
  const column = page.locator(`.pcol[aria-label^="${professional_name}"]`)
  for (const reason of ['Inventario', 'Descargue']) {
    await column.locator('.blk', { hasText: reason }).click()
    const form = dialog(page, 'Editar bloqueo')
    assert.equal(await form.getByLabel(/^Motivo/).inputValue(), reason)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  }
})

for (const [name, open] of sizes)
  test(`a block under the appointment that was kept in it can be pressed beside it ${name}`, async () => {
    const { date, time, duration_minutes, professional } = await booked()
    const end = minutes(time) + duration_minutes
    await owner('/api/time-off', {
      professional_id: professional,
      first_date: date,
      from_time: time,
      to_time: `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`,
      // The other size's may be in the same week.
      reason: `Exacto ${name}`,
    })
    for (const search of ['&rango=semana', '&rango=dia&por=persona']) {
      const page = await visit(open, `?fecha=${date}${search}`)
      const block = page.locator('.blk', { hasText: `Exacto ${name}` })
      await block.scrollIntoViewIfNeeded()
      const { width, height } = (await block.boundingBox())!
      await block.click({ position: { x: width - 20, y: height / 2 } })
      await dialog(page, 'Editar bloqueo').waitFor()
    }
  })

test('in the week the appointment of somebody else leaves some of a block to be pressed', async () => {
  const { date, time, duration_minutes, professional } = await booked()
  const { professionals } = await owner('/api/businesses/professionals')
  const end = minutes(time) + duration_minutes
  await owner('/api/time-off', {
    professional_id: professionals.find(({ id }: { id: number }) => id !== professional).id,
    first_date: date,
    from_time: time,
    to_time: `${String(Math.floor(end / 60)).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`,
    reason: 'De otra persona',
  })
  const page = await visit(desktop, `?fecha=${date}&rango=semana`)
  const block = page.locator('.blk', { hasText: 'De otra persona' })
  await block.scrollIntoViewIfNeeded()
  const { width, height } = (await block.boundingBox())!
  await block.click({ position: { x: width - 20, y: height / 2 } })
  await dialog(page, 'Editar bloqueo').waitFor()
})

test('in the week blocks that share no minute, but a row, lie beside each other', async () => {
  const { date } = await booked()
  const reasons = [
    ['Primera', '20:00', '20:40'],
    ['Segunda', '20:30', '22:00'],
    ['Tercera', '20:40', '22:00'],
  ] as const
  for (const [reason, from_time, to_time] of reasons)
    await owner('/api/time-off', { professional_id: null, first_date: date, from_time, to_time, reason })
  const page = await visit(desktop, `?fecha=${date}&rango=semana`)
  for (const [reason] of reasons) {
    // By its left edge: what begins beside it begins further to the right.
    await page.locator('.blk', { hasText: reason }).click({ position: { x: 4, y: 8 } })
    const form = dialog(page, 'Editar bloqueo')
    assert.equal(await form.getByLabel(/^Motivo/).inputValue(), reason)
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
  }
})

for (const [name, open] of sizes)
  for (const [view, search] of [
    ['week', '&rango=semana'],
    ['day by professional', '&rango=dia&por=persona'],
  ] as const)
    test(`a block of the small hours leaves the ${view} where it is ${name}, and opens above it`, async () => {
      const { date } = await booked()
      const page = await visit(open, `?fecha=${date}${search}`)
      const nine = async () => Math.round((await page.getByText('9 am', { exact: true }).boundingBox())!.y)
      const place = await nine()
      const isThere = async () => Math.abs((await nine()) - place) <= 1
      const times = { from_time: '01:00', to_time: '03:00' }
      const { time_off } = await owner('/api/time-off', { first_date: date, reason: 'De noche', ...times })
      const block = page.locator('.blk', { hasText: 'De noche' }).first()
      await block.waitFor()
      await until(isThere, 5_000, 'once it has come')
      await page.reload()
      await block.waitFor()
      await until(isThere, 5_000, 'where it has been before')
      await block.click()
      await dialog(page, 'Editar bloqueo').waitFor()
      await page.keyboard.press('Escape')
      await page.locator('.cal-wrap').evaluate((box) => box.scrollTo(0, box.scrollHeight))
      const low = await nine()
      await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
      await block.waitFor({ state: 'detached' })
      await until(async () => Math.abs((await nine()) - low) <= 1, 5_000, 'once it is gone')
    })

test('a block over a whole day off begins aside: the day off keeps its width, and each can be read and pressed', async () => {
  const { date, professional, professional_name } = await booked()
  const times = [{}, { from_time: '20:00', to_time: '21:00', reason: 'Entrega' }]
  for (const time of times)
    await owner('/api/time-off', {
      professional_id: professional,
      kind: 'reason' in time ? 'block' : 'vacation',
      first_date: date,
      ...time,
    })
  const page = await visit(desktop, `?fecha=${date}&rango=dia&por=persona`)
  const column = page.locator(`.pcol[aria-label^="${professional_name}"]`)
  const dayOff = column.locator('.blk', { hasText: 'Vacaciones' })
  const entrega = column.locator('.blk', { hasText: 'Entrega' })
  const [whole, over] = [await dayOff.boundingBox(), await entrega.boundingBox()]
  assert.ok(whole!.x + whole!.width >= over!.x + over!.width, 'the day off has the whole width')
  assert.ok(over!.x > whole!.x + 20, 'the block begins aside')
  const at = { x: 8, y: over!.y - whole!.y + over!.height / 2 }
  await dayOff.click({ position: at })
  await dialog(page, 'Editar bloqueo').getByRole('button', { name: 'Vacaciones', pressed: true }).waitFor()
  await page.keyboard.press('Escape')
  await entrega.click()
  assert.equal(
    await dialog(page, 'Editar bloqueo')
      .getByLabel(/^Motivo/)
      .inputValue(),
    'Entrega',
  )
})
