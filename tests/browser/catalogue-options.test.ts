/** The owner's services with options, add-ons, categories and prices of their own; booked in the owner's form. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { act, button, choosePicture, dialog, LOST, newOwner, SIZES, toasted } from './catalogue.ts'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { axe, desktop, hasFocus, hold, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

for (const [size, open] of Object.entries(SIZES))
  test(`${size}: a service gets options, an add-on and a category, and is booked with them`, async () => {
    const { page, as, slug } = await newOwner(site, await open(await launch()))
    await as('POST', '/api/services', { service_name: 'Corte', duration_minutes: 60, price: 40_000 })
    await as('POST', '/api/professionals', { professional_name: 'Luis Prada' })
    await page.goto(`${site.url}/dashboard/services`)
    await button(page, 'Categorías').click()
    await dialog(page).getByLabel('Nueva categoría').fill('Cabello')
    await dialog(page).getByRole('button', { name: 'Agregar' }).click()
    await dialog(page).getByLabel('Nombre de Cabello').waitFor()
    await axe(page)
    await page.keyboard.press('Escape')

    await act(page, 'Corte', 'Editar')
    const form = dialog(page)
    await form.getByLabel('Categoría').selectOption({ label: 'Cabello' })
    await form.getByText('Opciones y adicionales').click()
    for (let i = 0; i < 2; i++) await form.getByRole('button', { name: 'Agregar opción' }).click()
    for (const at of [2, 1]) {
      await form.getByRole('button', { name: `Quitar opción ${at}` }).press('Enter')
      await hasFocus(page)
    }
    await form.getByRole('button', { name: 'Agregar opción' }).click()
    await form.getByLabel('Nombre de opción 1').fill('Largo')
    await form.getByLabel('Minutos de opción 1').fill('7')
    await form.getByRole('button', { name: 'Agregar adicional' }).click()
    await form.getByLabel('Nombre de adicional 1').fill('Hidratación')
    await form.getByLabel('Minutos de adicional 1').fill('15')
    await form.getByLabel('Precio de adicional 1').fill('20.000')
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await form.getByText('Largo: los minutos van de 15 a 720, de 5 en 5').waitFor()
    // What is wrong no more folds nothing that somebody is in.
    await form.getByLabel('Minutos de opción 1').fill('90')
    await form.getByText('Largo: los minutos van').waitFor({ state: 'detached' })
    await form.getByLabel('Precio de opción 1').fill('60.000')
    await axe(page)
    await form.getByRole('button', { name: 'Guardar cambios' }).click()
    await toasted(page, 'Servicio actualizado exitosamente')
    const [service] = (await as('GET', '/api/services')).services
    assert.deepEqual(
      [service.variants[0].duration_minutes, service.variants[0].price, service.addons[0].price],
      [90, 60_000, 20_000],
    )
    assert.ok(service.category_id > 0)
    await page.getByText('$ 60.000 1 h 30 min').waitFor()

    await page.goto(`${site.url}/dashboard/appointments`)
    await (
      size === 'desktop' ? button(page, 'Nueva cita') : page.getByRole('link', { name: 'Nueva cita' })
    ).click()
    await form.getByLabel('Servicio', { exact: true }).selectOption({ label: 'Corte' })
    await form.getByLabel('Opción').selectOption({ index: 1 })
    await form.getByLabel(/Hidratación/).check()
    await form.getByText('1 h 45 min · $ 80.000').waitFor()
    await axe(page)
    await form.locator('[name=client_name]').fill('Ana Ruiz')
    await form.locator('[name=client_phone]').fill('3001234567')
    await form.locator('[name=client_email]').fill('ana@clientes.example')
    await form.locator('.fdates label:has(input:enabled)').nth(1).click()
    await form.locator('.fslots label').first().click()
    await form.getByRole('button', { name: 'Crear cita' }).click()
    await toasted(page, 'Cita creada exitosamente')
    const [row] = await query(
      site.dataDir,
      `select service_name, price, duration_minutes from appointments where business_id =
        (select id from businesses where slug = '${slug}')`,
    )
    assert.deepEqual(row, {
      service_name: 'Corte · Largo + Hidratación',
      price: 80_000,
      duration_minutes: 105,
    })
  })

for (const [size, open] of Object.entries(SIZES))
  test(`${size}: cards and 'Nueva cita' say from what to what, until it is known`, async () => {
    const { page, as } = await newOwner(site, await open(await launch()))
    const service = async (fields: object) => (await as('POST', '/api/services', fields)).service
    await service({
      service_name: 'Corte',
      price: 10_000,
      variants: [
        { name: 'Corto', duration_minutes: 45, price: 45_000 },
        { name: 'Largo', duration_minutes: 90, price: 60_000 },
      ],
    })
    await service({ service_name: 'Valoración', price: 0, duration_minutes: 30 })
    await service({ service_name: 'Novias', price_kind: 'ask', duration_minutes: 180 })
    const nails = await service({ service_name: 'Manicura', price: 30_000, duration_minutes: 60 })
    const one = async (professional_name: string) =>
      (await as('POST', '/api/professionals', { professional_name })).professional
    const [luis] = [await one('Luis Prada'), await one('Ana Ruiz')]
    await as('PATCH', `/api/services/${nails.id}`, {
      by_professional: [{ professional_id: luis.id, price: 35_000, duration_minutes: 75 }],
      version: nails.version,
    })
    await page.goto(`${site.url}/dashboard/services`)
    await page.getByRole('heading', { name: 'Corte' }).waitFor()
    const facts = (await page.locator('.sc-facts').allTextContents()).map((text) => text.replace(/\s/g, ' '))
    assert.deepEqual(facts, [
      'Desde $ 45.000 Desde 45 min',
      'Gratis 30 min',
      'A convenir 3 h',
      '$ 30.000 60 min',
    ])
    // None is cut, or below the buttons beside it.
    assert.equal(
      await page.evaluate(`[...document.querySelectorAll('.sc-facts')].every((facts) =>
        [...facts.parentElement.children].every((other) => other === facts || other.offsetWidth === 0 ||
          facts.getBoundingClientRect().right <= other.getBoundingClientRect().left))`),
      true,
    )

    await page.goto(`${site.url}/dashboard/appointments`)
    await (
      size === 'desktop' ? button(page, 'Nueva cita') : page.getByRole('link', { name: 'Nueva cita' })
    ).click()
    const form = dialog(page)
    await form.getByLabel('Profesional').selectOption('any')
    await form.getByLabel('Servicio', { exact: true }).selectOption({ label: 'Manicura' })
    await form.getByText('60 min a 1 h 15 min · $ 30.000 a $ 35.000').waitFor()
    await axe(page)
    await form.getByLabel('Profesional').selectOption({ label: 'Luis Prada' })
    await form.getByText('1 h 15 min · $ 35.000', { exact: true }).waitFor()
    await form.getByLabel('Servicio', { exact: true }).selectOption({ label: 'Corte' })
    await form.getByText('45 min a 1 h 30 min · $ 45.000 a $ 60.000').waitFor()
    await form.getByLabel('Opción').selectOption({ index: 1 })
    await form.getByText('45 min · $ 45.000', { exact: true }).waitFor()
  })

test('categories: each change waits for the one before it, and what is not stored stays where it was typed', async () => {
  const context = await desktop(await launch(), { expects: [...LOST.expects, /status of 409/] })
  const { page, as } = await newOwner(site, context)
  await as('POST', '/api/services', { service_name: 'Corte' })
  for (const category_name of ['Cabello', 'Uñas'])
    await as('POST', '/api/service-categories', { category_name })
  const stored = async () =>
    (await as('GET', '/api/service-categories')).categories.map((one: any) => one.category_name).join()
  await page.goto(`${site.url}/dashboard/services`)
  await button(page, 'Categorías').click()
  const [added, nameOf] = [
    dialog(page).getByLabel('Nueva categoría'),
    (name: string) => dialog(page).getByLabel(`Nombre de ${name}`, { exact: true }),
  ]
  await nameOf('Uñas').waitFor()
  const release = await hold(page, '**/api/service-categories')
  await added.fill('Cejas')
  await added.press('Enter')
  await nameOf('Uñas').fill('Manos')
  await button(page, 'Subir Uñas').click()
  await added.fill('Pestañas')
  await added.press('Enter')
  assert.equal(await stored(), 'Cabello,Uñas')
  release()
  await nameOf('Pestañas').waitFor()
  assert.equal(await stored(), 'Manos,Cabello,Cejas,Pestañas')
  await until(async () => (await added.inputValue()) === '')
  assert.ok(await added.evaluate((field) => field === document.activeElement))

  await added.press('Enter')
  await page.locator('[aria-invalid=true][aria-describedby=new-category-error]').waitFor()
  await added.fill('Manos')
  await added.press('Enter')
  await toasted(page, 'Ya tienes una categoría con ese nombre')
  assert.equal(await added.inputValue(), 'Manos')
  await context.setOffline(true)
  await added.fill('Barba')
  await added.press('Enter')
  await toasted(page, 'Error al guardar las categorías')
  await nameOf('Cejas').fill('Cejas y más')
  await nameOf('Cejas').press('Tab')
  await toasted(page, 'Error al guardar las categorías')
  assert.deepEqual([await added.inputValue(), await nameOf('Cejas').inputValue()], ['Barba', 'Cejas y más'])
  await axe(page)
  await context.setOffline(false)
  await nameOf('Cejas').focus()
  await added.press('Enter')
  await nameOf('Cejas y más').waitFor()
  await nameOf('Barba').waitFor()
  await until(async () => (await added.inputValue()) === '')
  assert.equal(await stored(), 'Manos,Cabello,Cejas y más,Pestañas,Barba')

  // By keyboard, to the end: the focus goes along.
  await button(page, 'Bajar Pestañas').press('Enter')
  await until(() =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Subir Pestañas'),
  )
})

test('what was typed for a professional and is hidden by the first option refuses nothing, and is not stored', async () => {
  const { page, as } = await newOwner(site, await desktop(await launch()))
  await as('POST', '/api/services', { service_name: 'Corte', duration_minutes: 60, price: 40_000 })
  for (const professional_name of ['Ana Ruiz', 'Luis Prada'])
    await as('POST', '/api/professionals', { professional_name })
  await page.goto(`${site.url}/dashboard/services`)
  await act(page, 'Corte', 'Editar')
  const form = dialog(page)
  const invalid = () =>
    form
      .locator('[aria-invalid=true]')
      .evaluateAll((fields) =>
        fields.map((field) => [field.ariaLabel, field.getAttribute('aria-describedby')]),
      )
  await form.getByText('Precio y minutos por profesional').click()
  await form.getByLabel('Minutos de Ana Ruiz').fill('7')
  await form.getByRole('button', { name: 'Guardar cambios' }).click()
  await form.getByText(/^Los minutos de un profesional/).waitFor()
  assert.deepEqual((await invalid())[0], ['Minutos de Ana Ruiz', 'by_professional-error'])
  await form.getByText('Opciones y adicionales').click()
  await form.getByRole('button', { name: 'Agregar opción' }).click()
  await form.getByLabel('Nombre de opción 1').fill('Largo')
  await form.getByRole('button', { name: 'Guardar cambios' }).click()
  await form.getByText('Largo: los minutos van de').waitFor()
  await page.locator('[aria-invalid=true]:focus').waitFor()
  assert.equal((await invalid())[0]?.[1], 'variants-error')
  await form.getByLabel('Minutos de opción 1').fill('90')
  await form.getByRole('button', { name: 'Guardar cambios' }).click()
  await toasted(page, 'Servicio actualizado exitosamente')
  const [service] = (await as('GET', '/api/services')).services
  assert.deepEqual([service.variants.length, service.by_professional], [1, []])
})

test('what is typed while a service and its picture are being stored stays, and is saved next', async () => {
  const { page, as } = await newOwner(site, await desktop(await launch()))
  await as('POST', '/api/services', { service_name: 'Corte', price: 40_000 })
  await page.goto(`${site.url}/dashboard/services`)
  await act(page, 'Corte', 'Editar')
  const form = dialog(page)
  const save = () => form.getByRole('button', { name: 'Guardar cambios' }).click()
  await form.getByLabel('Nombre', { exact: true }).fill('Corte y lavado')
  await choosePicture(page)
  const stored = await hold(page, '**/api/services/*')
  const uploaded = await hold(page, '**/api/uploads/**')
  await save()
  await form.getByRole('button', { name: 'Guardando...' }).waitFor()
  await form.getByLabel(/^Precio \(/).fill('45000')
  // Another picture would be neither stored with the form nor kept.
  assert.ok(await form.getByRole('button', { name: 'Cambiar foto' }).isDisabled())
  stored()
  await form.getByRole('button', { name: 'Subiendo imagen...' }).waitFor()
  assert.ok(await form.getByRole('button', { name: 'Cambiar foto' }).isDisabled())
  assert.ok(await form.getByRole('button', { name: 'Quitar', exact: true }).isDisabled())
  await form.getByLabel(/^Descripción/).fill('Con masaje')
  uploaded()
  await toasted(page, 'Imagen subida exitosamente')
  assert.equal(await form.getByLabel(/^Descripción/).inputValue(), 'Con masaje')
  await save()
  await form.waitFor({ state: 'detached' })
  const [service] = (await as('GET', '/api/services')).services
  assert.deepEqual(
    [service.service_name, service.price, service.description, typeof service.image_url],
    ['Corte y lavado', 45_000, 'Con masaje', 'string'],
  )
})

test('a wrong price that is hidden refuses nothing, and the one before stays', async () => {
  const { page, as } = await newOwner(site, await desktop(await launch()))
  const variants = [{ name: 'Largo', duration_minutes: 90, price: 50_000 }]
  await as('POST', '/api/services', { service_name: 'Corte', price: 40_000, variants })
  await page.goto(`${site.url}/dashboard/services`)
  await act(page, 'Corte', 'Editar')
  const form = dialog(page)
  await form.getByLabel('Precio de opción 1').fill('mucho')
  await form.getByLabel('Tipo de precio').selectOption({ label: 'A convenir' })
  await form.getByRole('button', { name: 'Guardar cambios' }).click()
  await toasted(page, 'Servicio actualizado exitosamente')
  const [service] = (await as('GET', '/api/services')).services
  assert.deepEqual([service.price_kind, service.variants[0].price], ['ask', 50_000])
})

test('a category with services asks before it goes; an empty one goes at once', async () => {
  const { page, as } = await newOwner(site, await phone(await launch()))
  const category = async (category_name: string) =>
    (await as('POST', '/api/service-categories', { category_name })).category.id
  const [category_id] = [await category('Cabello'), await category('Uñas')]
  await as('POST', '/api/services', { service_name: 'Corte', category_id })
  const left = async () =>
    (await as('GET', '/api/service-categories')).categories.map((one: any) => one.category_name)
  await page.goto(`${site.url}/dashboard/services`)
  await button(page, 'Categorías').click()
  await button(page, 'Eliminar Uñas').press('Enter')
  await page.getByLabel('Nombre de Uñas').waitFor({ state: 'detached' })
  await hasFocus(page)
  assert.equal((await left()).length, 1)
  await button(page, 'Eliminar Cabello').click()
  await page.getByText('Su servicio queda sin categoría.').waitFor()
  assert.deepEqual(await left(), ['Cabello'])
  await axe(page)
  await button(page, 'Eliminar la categoría Cabello').press('Enter')
  await page.getByLabel('Nombre de Cabello').waitFor({ state: 'detached' })
  await hasFocus(page)
  assert.equal((await left()).length, 0)
})
