/** A special day that is edited: what nobody touched stays, and what it leaves without its time is told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, button, dialog, owner, REFUSED, site, sizes, state, toast, type Open } from './agenda.ts'
import { dayAhead, freeTime } from './booking.ts'
import { hold, signIn } from './helper.ts'

async function hours(open: Open) {
  const page = await (await open(browser, REFUSED)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=horarios`)
  await page.getByRole('heading', { name: 'Festivos', exact: true }).waitFor()
  const special = page.getByRole('region', { name: 'Días especiales' })
  const edit = (name: string) => special.getByRole('button', { name: `Editar ${name}`, exact: false }).click()
  return { page, special, edit }
}

const stored = async (date: string) =>
  (await owner(`/api/special-days?from=${date}&to=${date}`)).special_days.find(
    (day: { date: string }) => day.date === date,
  )

for (const [name, open] of sizes)
  test(`a day that opens as always keeps doing so when its name is edited ${name}`, async () => {
    const date = dayAhead(33)
    await owner(`/api/special-days/${date}`, { is_open: true, label: 'Puente' }, 'PUT')
    const { page, edit } = await hours(open)
    await edit('Puente')
    const form = dialog(page, 'Editar día especial')
    await form.getByRole('button', { name: 'Abierto como siempre', pressed: true }).waitFor()
    assert.equal(await form.getByLabel('Desde, franja 1').count(), 0)
    await state(page)
    await form.getByLabel(/^Nombre/).fill('Puente largo')
    await button(form, 'Guardar').click()
    await toast(page, 'Día especial guardado').waitFor()
    const day = await stored(date)
    assert.deepEqual([day.label, day.is_open, day.intervals], ['Puente largo', true, []])

    await edit('Puente largo')
    await button(form, 'Horario especial').click()
    assert.equal(await form.getByLabel('Desde, franja 1').inputValue(), '09:00')
    await button(form, 'Guardar').click()
    await form.waitFor({ state: 'detached' })
    assert.deepEqual((await stored(date)).intervals, [{ start_time: '09:00', end_time: '14:00' }])
    await edit('Puente largo')
    await button(form, 'Abierto como siempre').click()
    await button(form, 'Guardar').click()
    await form.waitFor({ state: 'detached' })
    assert.deepEqual((await stored(date)).intervals, [])
    await owner(`/api/special-days/${date}`, undefined, 'DELETE')
  })

test('what a special day may be fits in its dialog on a narrow phone with text twice as large', async () => {
  const date = dayAhead(34)
  await owner(`/api/special-days/${date}`, { is_open: true, label: 'Angosto' }, 'PUT')
  const { page, edit } = await hours(sizes[0]![1])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'))
  await edit('Angosto')
  const choice = dialog(page, 'Editar día especial').getByRole('group', { name: 'Ese día' })
  await choice.waitFor()
  const sticking = await choice.evaluate((group) => {
    const found = [group, ...group.children].filter((one) => one.scrollWidth > one.clientWidth)
    // The screen behind it is measured elsewhere.
    for (let around = group.parentElement!; !around.matches('dialog'); around = around.parentElement!)
      if (around.scrollWidth > around.clientWidth) found.push(around)
    const { left, right } = group.parentElement!.getBoundingClientRect()
    const isOut = (button: Element) => {
      const box = button.getBoundingClientRect()
      return box.left < left || box.right > right
    }
    return [...found, ...[...group.children].filter(isOut)].map((one) => `${one.localName}.${one.className}`)
  })
  assert.deepEqual(sticking, [])
  await owner(`/api/special-days/${date}`, undefined, 'DELETE')
})

for (const [name, open] of sizes)
  test(`a day that goes back to its usual hours tells which appointments it leaves ${name}`, async () => {
    const { date, service, professional } = await freeTime(site)
    const intervals = [{ start_time: '04:00', end_time: '05:30' }]
    await owner(`/api/special-days/${date}`, { is_open: true, label: 'Madrugada', intervals }, 'PUT')
    const client_name = `Madrugadora ${name.split(' ').at(-1)}`
    const booked = await owner('/api/appointments', {
      client_name,
      walk_in: true,
      service_id: service,
      professional_id: professional,
      appointment_date: date,
      appointment_time: '04:00',
    })
    assert.equal(booked.success, true, booked.error)
    const { page, edit } = await hours(open)
    await edit('Madrugada')
    // Another screen says something else of it meanwhile.
    await owner(`/api/special-days/${date}`, { is_open: true, label: 'Feria', intervals }, 'PUT')
    const form = dialog(page, 'Editar día especial')
    await button(form, 'Volver al horario de siempre').click()
    await toast(page, 'Esto cambió mientras lo editabas').waitFor()
    assert.equal((await stored(date)).label, 'Feria')
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#sd-label')?.value === 'Feria')
    await state(page)
    await button(form, 'Volver al horario de siempre').click()
    const left = dialog(page, 'Citas que ya no caben')
    await left.getByText(client_name).waitFor()
    await state(page)
    assert.equal(await stored(date), undefined)
    await left.getByRole('button', { name: 'Dejar la cita' }).click()
    await left.waitFor({ state: 'detached' })
  })

test('a day that is added on a date that has one becomes a change of it, and it still comes again every year', async () => {
  const date = dayAhead(36)
  await owner(`/api/special-days/${date}`, { is_open: false, label: 'Reyes', is_yearly: true }, 'PUT')
  const { page, special } = await hours(sizes[0]![1])
  await button(special, 'Agregar').click()
  const form = dialog(page, 'Día especial')
  await form.getByLabel('Día', { exact: true }).fill(date)
  await button(form, 'Horario especial').click()
  await button(form, 'Guardar').click()
  await toast(page, 'Esa fecha ya tiene un día especial. Revisa cómo queda con tus cambios.').waitFor()
  const known = dialog(page, 'Editar día especial')
  await known.waitFor()
  assert.deepEqual(
    [
      await known.getByLabel(/^Nombre/).inputValue(),
      await known.getByRole('switch', { name: 'Repetir cada año' }).isChecked(),
      (await stored(date)).is_open,
    ],
    ['Reyes', true, false],
  )
  await state(page)
  await button(known, 'Guardar').click()
  await known.waitFor({ state: 'detached' })
  const day = await stored(date)
  assert.deepEqual([day.label, day.is_open, day.is_yearly], ['Reyes', true, true])
  await owner(`/api/special-days/${date}`, undefined, 'DELETE')
})

test('what a new day said untouched stays when its date turns out to have one, and what was replaced is named', async () => {
  const date = dayAhead(37)
  const intervals = [{ start_time: '10:00', end_time: '12:00' }]
  const reyes = { is_open: true, intervals, label: 'Reyes', is_yearly: true }
  await owner(`/api/special-days/${date}`, reyes, 'PUT')
  const { page, special } = await hours(sizes[0]![1])
  await button(special, 'Agregar').click()
  const form = dialog(page, 'Día especial')
  await form.getByLabel('Día', { exact: true }).fill(date)
  await button(form, 'Guardar').click()
  const known = dialog(page, 'Editar día especial')
  await known.getByText('Ese día: ahora es Horario especial; si guardas, queda lo que escribiste.').waitFor()
  await known.getByText('Repetir cada año: ahora es sí').waitFor()
  assert.equal(await known.getByText('Día: ahora es', { exact: true }).count(), 0)
  await known.getByRole('button', { name: 'Cerrado', pressed: true }).waitFor()
  await state(page)
  // What is pressed while that is being stored stays too.
  const release = await hold(page, '**/api/special-days/*')
  await button(known, 'Guardar').click()
  await button(known, 'Guardando...').waitFor()
  await known.getByLabel(/^Nombre/).fill('Reyes Magos')
  release()
  await toast(page, 'Día especial guardado').waitFor()
  const day = await stored(date)
  assert.deepEqual([day.is_open, day.is_yearly, day.label], [false, true, 'Reyes'])
  await button(known, 'Guardar').click()
  await known.waitFor({ state: 'detached' })
  assert.equal((await stored(date)).label, 'Reyes Magos')
  await owner(`/api/special-days/${date}`, undefined, 'DELETE')
})
