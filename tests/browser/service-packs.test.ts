/** A new business starts with the usual services of its trade. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { button, dialog, newOwner, PASSWORD, SIZES, toasted } from './catalogue.ts'
import { axe, desktop, launch, startSite, type Site } from './helper.ts'
import { reenter } from './screens.ts'

let site: Site
before(async () => {
  site = await startSite()
})

for (const [size, open] of Object.entries(SIZES))
  test(`${size}: services are ticked, changed in their rows and made by one press`, async () => {
    const { page, as } = await newOwner(site, await open(await launch()))
    await page.goto(`${site.url}/dashboard`)
    await button(page, 'Configurar ahora').click()
    await page.getByText('Aún no tienes servicios').waitFor()
    await dialog(page).filter({ hasText: 'Servicios usuales' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await button(page, 'Elegir entre los usuales').click()
    const form = dialog(page).filter({ hasText: 'Servicios usuales' })
    // Of its trade, and none of them ticked.
    assert.equal(await form.getByLabel('Lista de').inputValue(), 'Barbería')
    assert.equal(await form.getByRole('checkbox').count(), 8)
    assert.equal(await form.getByRole('checkbox', { checked: true }).count(), 0)
    assert.equal(await form.locator('button[aria-disabled=true]').count(), 1)
    await axe(page)

    await form.getByLabel('Lista de').selectOption('Uñas')
    await form.getByLabel('Manicure tradicional').check()
    await form.getByLabel('Uñas en gel').check()
    await form.getByLabel('Minutos de Manicure tradicional').fill('40')
    await form.getByLabel('Precio de Manicure tradicional').fill('25.000')
    await form.getByRole('button', { name: 'Crear 2 servicios' }).click()
    await form.getByText('La duración debe ir de 15 en 15 minutos').waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
    await axe(page)
    assert.deepEqual((await as('GET', '/api/services')).services, [])
    await form.getByLabel('Minutos de Manicure tradicional').fill('30')
    await form.getByRole('button', { name: 'Crear 2 servicios' }).click()
    await toasted(page, '2 servicios creados')
    await page.getByRole('heading', { name: 'Uñas en gel' }).waitFor()
    const { services } = await as('GET', '/api/services')
    assert.deepEqual(
      services.map((one: any) => [one.service_name, one.duration_minutes, one.price, one.price_kind]),
      [
        ['Manicure tradicional', 30, 25_000, 'from'],
        ['Uñas en gel', 90, 0, 'ask'],
      ],
    )
    // Whoever has services begins no other way.
    await page.goto(`${site.url}/dashboard/services?usuales=1`)
    await page.getByRole('heading', { name: 'Uñas en gel' }).waitFor()
    assert.equal(await dialog(page).count(), 0)
    assert.equal(await button(page, 'Elegir entre los usuales').count(), 0)
  })

test('what was ticked and typed waits when the session ends', async () => {
  const { page, email } = await newOwner(site, await desktop(await launch(), { expects: [/status of 401/] }))
  await page.goto(`${site.url}/dashboard/services?usuales=1`)
  const form = dialog(page).filter({ hasText: 'Servicios usuales' })
  await form.getByLabel('Lista de').selectOption('Uñas')
  await form.getByLabel('Uñas en gel').check()
  await form.getByLabel('Precio de Uñas en gel').fill('80.000')
  await reenter(page, { email, password: PASSWORD })
  await toasted(page, 'Aquí está lo que habías escrito.')
  assert.equal(await form.getByLabel('Lista de').inputValue(), 'Uñas')
  assert.equal(await form.getByLabel('Precio de Uñas en gel').inputValue(), '80.000')
  await form.getByRole('button', { name: 'Crear servicio' }).click()
  await page.getByRole('heading', { name: 'Uñas en gel' }).waitFor()
})
