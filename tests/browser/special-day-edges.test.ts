/** A special day that is edited: what nobody touched stays, and what it leaves without its time is told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browser, button, dialog, owner, REFUSED, site, sizes, state, toast, type Open } from './agenda.ts'
import { dayAhead } from './booking.ts'
import { signIn } from './helper.ts'

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
