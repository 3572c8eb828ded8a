/** What few services need is folded away, and folds nothing away that somebody is typing in. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { act, dialog, newOwner, SIZES, toasted } from './catalogue.ts'
import { axe, launch, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

for (const [size, open] of Object.entries(SIZES))
  test(`${size}: the times of a service stay open when what was wrong in them is right`, async () => {
    const { page, as } = await newOwner(site, await open(await launch()))
    await as('POST', '/api/services', { service_name: 'Corte', duration_minutes: 60, price: 40_000 })
    await page.goto(`${site.url}/dashboard/services`)
    await act(page, 'Corte', 'Editar')
    const form = dialog(page)
    const before = form.getByLabel('Preparación antes (min)')
    assert.equal(await before.isVisible(), false)
    await form.getByText('Tiempos y anticipación').click()
    await before.fill('7')
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await form.locator('#buffer_before[aria-invalid=true]').waitFor()
    await before.fill('10')
    await form.locator('#buffer_before:not([aria-invalid=true])').waitFor({ state: 'attached' })
    assert.equal(await before.isVisible(), true)
    await before.press('Tab')
    await form.locator('#buffer_after:focus').waitFor()
    await axe(page)
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await toasted(page, 'Servicio actualizado exitosamente')
    // Open from the start, where something is set.
    await act(page, 'Corte', 'Editar')
    await before.waitFor()
    assert.equal(await before.inputValue(), '10')
  })
