/** Services: from the first one to the page where they can be booked, and back. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { act, button, choosePicture, dialog, LOST, newOwner, SIZES, toasted } from './catalogue.ts'
import { axe, desktop, phone, launch, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

for (const [size, open] of Object.entries(SIZES)) {
  test(`services on a ${size}: created with a picture, changed, ordered, deleted`, async () => {
    const { page, as, slug } = await newOwner(site, await open(browser))
    const publicNames = async () => {
      const visitor = await page.context().newPage()
      await visitor.goto(`${site.url}/negocio/${slug}`)
      const names = await visitor.locator('.service b:first-child').allTextContents()
      const pictures = await visitor.locator('.service .thumb img').count()
      await visitor.close()
      return { names: names.filter((text) => !/^(\$|Gratis)/.test(text)), pictures }
    }
    await page.goto(`${site.url}/dashboard/services`)
    await page.getByText('Aún no tienes servicios').waitFor()
    await axe(page)
    await button(page, 'Nuevo servicio').click()
    await axe(page)

    await page.getByLabel('Duración (minutos)').fill('10')
    await page.getByLabel('Precio (COP)').fill('-1')
    await button(page, 'Crear servicio').click()
    await page.getByText('El nombre del servicio es requerido').waitFor()
    await page.getByText('La duración mínima es 15 minutos').waitFor()
    await page.getByText('El precio no puede ser negativo').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'service_name')
    await axe(page)

    await page.getByLabel('Nombre').fill('Manicura')
    await button(page, '15 minutos más').click()
    await button(page, '15 minutos más').click()
    await page.getByLabel('Precio (COP)').fill('45.000')
    await choosePicture(page)
    await button(page, 'Crear servicio').click()
    await toasted(page, 'Servicio creado exitosamente')
    // The picture is sent after the service is stored.
    await dialog(page).waitFor({ state: 'detached' })
    await page.getByText('$ 45.000 30 min').waitFor()
    await as('POST', '/api/services', { service_name: 'Masaje', duration_minutes: 90, price: 60_000 })
    await page.reload()
    await page.getByText('$ 60.000 1 h 30 min').waitFor()
    assert.deepEqual(
      (await page.locator('.sumrow dd').allInnerTexts()).map((text) => text.replace(/\s/g, ' ')),
      ['2', '$ 52.500', '60 min'],
    )
    await act(page, 'Masaje', 'Eliminar')
    await dialog(page).getByRole('button', { name: 'Eliminar' }).click()
    await toasted(page, 'Servicio eliminado exitosamente')
    const picture = page.locator('.sc img')
    assert.match((await picture.getAttribute('src'))!, /^\/files\//)
    await page.waitForFunction(
      (image) => image instanceof HTMLImageElement && image.naturalWidth > 0,
      await picture.elementHandle(),
    )
    await axe(page)
    assert.deepEqual(await publicNames(), { names: ['Manicura'], pictures: 1 })

    await act(page, 'Manicura', 'Editar')
    await page.getByLabel('Precio (COP)').fill('48000')
    await button(page, 'Quitar').click()
    await button(page, 'Guardar cambios').click()
    await toasted(page, 'Servicio actualizado exitosamente')
    await page.getByText('$ 48.000 30 min').waitFor()
    assert.equal((await publicNames()).pictures, 0)

    await as('POST', '/api/services', { service_name: 'Pedicura' })
    await page.reload()
    await button(page, 'Ordenar').click()
    await axe(page)
    await button(page, 'Subir Pedicura').click()
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
      'Bajar Pedicura',
      'the focus stays with the row',
    )
    await button(page, 'Guardar orden').click()
    await dialog(page).waitFor({ state: 'detached' })
    assert.deepEqual((await publicNames()).names, ['Pedicura', 'Manicura'])

    await page.getByLabel('Buscar servicio').fill('MANI')
    assert.deepEqual(await page.locator('.sc h2').allTextContents(), ['Manicura'])
    await act(page, 'Manicura', 'Eliminar')
    await page.getByText('No tiene citas programadas por venir.').waitFor()
    await axe(page)
    await dialog(page).getByRole('button', { name: 'Eliminar' }).click()
    await toasted(page, 'Servicio eliminado exitosamente')
    assert.deepEqual((await publicNames()).names, ['Pedicura'])
  })
}

test('a long description is two lines, however high its neighbours are', async () => {
  const { page, as } = await newOwner(site, await desktop(browser))
  await as('POST', '/api/services', {
    service_name: 'Corte',
    description: 'Lavado, corte y cepillado. '.repeat(18),
  })
  await as('POST', '/api/services', {
    service_name: 'Tratamiento capilar con células madre vegetales y masaje',
  })
  await page.goto(`${site.url}/dashboard/services`)
  const text = page.locator('.sc', { hasText: 'Lavado' }).locator('p')
  const [height, line] = await text.evaluate((p) => [
    p.clientHeight,
    parseFloat(getComputedStyle(p).lineHeight),
  ])
  assert.equal(Math.round(height! / line!), 2)
})

test('a bad network: said, tried again, and nothing typed is lost', async () => {
  const context = await phone(browser, { expects: [...LOST.expects, /status of 500/] })
  const { page } = await newOwner(site, context)
  // Leaves the dashboard, which asks for them too.
  await page.goto('about:blank')
  // The route stays: one that ends while the page loads may leave other requests waiting, and the page with them.
  let isLost = true
  await page.route('**/api/services', (route) => (isLost ? route.abort() : route.continue()))
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByText('Error cargando servicios').waitFor()
  isLost = false
  await axe(page)
  await button(page, 'Reintentar').click()
  await button(page, 'Nuevo servicio').click()
  await page.getByLabel('Nombre').fill('Manicura')
  await page.keyboard.press('Escape')
  await page.getByText('Si cierras ahora, se pierde lo que escribiste.').waitFor()
  await button(page, 'Seguir editando').click()

  await context.setOffline(true)
  await button(page, 'Crear servicio').click()
  await page.getByText('Error al guardar el servicio').first().waitFor()
  await axe(page)
  assert.equal(await page.getByLabel('Nombre').inputValue(), 'Manicura')
  await context.setOffline(false)
  await button(page, 'Crear servicio').click()
  await toasted(page, 'Servicio creado exitosamente')

  // The upload of the picture fails: the service is stored, and only the picture is retried.
  await act(page, 'Manicura', 'Editar')
  await choosePicture(page)
  await page.route('**/api/uploads/**', (route) => route.abort(), { times: 1 })
  await button(page, 'Guardar cambios').click()
  await page.getByText('Error al subir la imagen').first().waitFor()
  await button(page, 'Guardar cambios').click()
  await toasted(page, 'Imagen subida exitosamente')

  await act(page, 'Manicura', 'Eliminar')
  for (const error of [undefined, 'Hoy no se puede eliminar']) {
    await page.route(
      '**/api/services/*',
      (route) => route.fulfill({ status: 500, json: { success: false, error } }),
      { times: 1 },
    )
    await dialog(page).getByRole('button', { name: 'Eliminar' }).click()
    await toasted(page, error ?? 'Error al eliminar el servicio')
  }
  await button(page, 'Cancelar').click()

  // To the end: where routes end while a page loads, the browser may hold its other requests for ever.
  await page.route('**/api/{services,professionals}', (route) => route.abort())
  await page.goto(`${site.url}/dashboard/professionals`)
  await page.getByText('Error cargando datos').waitFor()
})

test('what was deleted although its answer got lost is deleted with the next press, and not missed', async () => {
  const { page, as } = await newOwner(site, await phone(browser, LOST))
  await as('POST', '/api/services', { service_name: 'Manicura' })
  await page.goto(`${site.url}/dashboard/services`)
  await act(page, 'Manicura', 'Eliminar')
  await page.route(
    '**/api/services/*',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog(page).getByRole('button', { name: 'Eliminar' }).click()
  await toasted(page, 'Error al eliminar el servicio')
  await dialog(page).getByRole('button', { name: 'Eliminar' }).click()
  await toasted(page, 'Servicio eliminado exitosamente')
})

test('what somebody else deleted leaves the list too, and the order of the others can be stored', async () => {
  const { page, as } = await newOwner(site, await desktop(await launch(), { expects: [/status of 404/] }))
  const ids: Record<string, number> = {}
  for (const service_name of ['Corte', 'Manicura', 'Pedicura'])
    ids[service_name] = (await as('POST', '/api/services', { service_name })).service.id
  await page.goto(`${site.url}/dashboard/services`)
  await page.getByRole('heading', { name: 'Pedicura', exact: true }).waitFor()
  await as('DELETE', `/api/services/${ids['Manicura']}`, {})
  await button(page, 'Ordenar').click()
  await button(page, 'Subir Pedicura').click()
  await button(page, 'Guardar orden').click()
  await toasted(page, 'Orden actualizado exitosamente')
  await page.getByRole('heading', { name: 'Manicura', exact: true }).waitFor({ state: 'detached' })
  await act(page, 'Pedicura', 'Editar')
  await as('DELETE', `/api/services/${ids['Pedicura']}`, {})
  await dialog(page).getByLabel('Nombre').fill('Pedicura spa')
  await button(page, 'Guardar cambios').click()
  await toasted(page, 'Servicio no encontrado')
  await page.locator('h2', { hasText: /^Pedicura$/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await button(page, 'Descartar').click()
  await act(page, 'Corte', 'Eliminar')
  await as('DELETE', `/api/services/${ids['Corte']}`, {})
  await dialog(page).getByRole('button', { name: 'Eliminar' }).click()
  await toasted(page, 'Servicio no encontrado')
  await page.getByRole('heading', { name: 'Corte', exact: true }).waitFor({ state: 'detached' })
})

test('of forty services, one far down stays where it is until it is dragged past another', async () => {
  const { page, as } = await newOwner(site, await desktop(browser))
  const names = Array.from({ length: 40 }, (_, i) => `Servicio ${i + 1}`)
  for (let from = 0; from < names.length; from += 8)
    await as('POST', '/api/services/several', {
      services: names.slice(from, from + 8).map((service_name) => ({ service_name })),
    })
  await page.goto(`${site.url}/dashboard/services`)
  await button(page, 'Ordenar').click()
  const rows = page.locator('.arrange li')
  const order = () => rows.locator('.grow').allTextContents()
  assert.deepEqual(await order(), names)
  const grip = rows.nth(34).locator('.grip')
  await grip.scrollIntoViewIfNeeded()
  await rows.nth(39).scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await grip.boundingBox())!
  const [middle, at] = [x + width / 2, y + height / 2]
  await page.mouse.move(middle, at)
  await page.mouse.down()
  await page.mouse.move(middle, at + 3, { steps: 3 })
  assert.deepEqual(await order(), names)
  await page.mouse.move(middle, at + 56, { steps: 4 })
  await page.mouse.up()
  assert.deepEqual((await order()).slice(33, 37), [
    'Servicio 34',
    'Servicio 36',
    'Servicio 35',
    'Servicio 37',
  ])
})
