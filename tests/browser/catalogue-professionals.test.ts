/** Professionals and their hours, and how the booking page uses them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { button, call, choosePicture, dialog, newOwner, SIZES, toasted } from './catalogue.ts'
import { axe, desktop, hold, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

for (const [size, open] of Object.entries(SIZES)) {
  test(`professionals on a ${size}: the owner first, then a schedule that the page follows`, async () => {
    const { page, as, slug, email } = await newOwner(site, await open(browser))
    const url = `${site.url}/dashboard/professionals`
    await page.goto(url)
    await page.getByText('Primero crea un servicio').waitFor()
    for (const create of await button(page, 'Nuevo profesional').all()) assert.ok(await create.isDisabled())
    await axe(page)
    const { service } = await as('POST', '/api/services', { service_name: 'Manicura' })
    await page.goto(url)
    await page.getByLabel('Tu nombre').fill('Luz Marina')
    await axe(page)
    await button(page, 'Atiendo yo').click()
    await toasted(page, 'Profesional creado exitosamente')
    await page.getByText('Usa el horario del negocio').waitFor()
    await axe(page)

    await button(page, 'Editar a Luz Marina').click()
    assert.equal(await page.getByLabel('Correo electrónico').inputValue(), email)
    await page.getByLabel('Teléfono').fill('12')
    await page.getByLabel('Correo electrónico').fill('luz@')
    await button(page, 'Guardar cambios').click()
    await page.getByText('Formato inválido. Ejemplo: +57 3001234567').waitFor()
    await page.getByText('Email inválido').waitFor()
    await axe(page)
    await page.getByLabel('Teléfono').fill('300 987 65 43')
    await page.getByLabel('Correo electrónico').fill('luz@correo.example')
    await page.getByLabel('Manicura').check()
    await choosePicture(page)
    await button(page, 'Guardar cambios').click()
    await toasted(page, 'Imagen subida exitosamente')
    const { professionals } = await as('GET', '/api/professionals')
    const [luz] = professionals
    assert.equal(luz.phone, '+573009876543')
    assert.deepEqual(JSON.parse(luz.specialties), [service.id])
    assert.match(luz.avatar_url, /^\/files\//)

    /** The weekdays (0 is Sunday) with free times on the public page, and the times of the first date. */
    const offered = async () => {
      const visitor = await page.context().newPage()
      await visitor.goto(`${site.url}/negocio/${slug}?servicio=${service.id}&profesional=${luz.id}`)
      const dates = visitor.locator('input[name=fecha]:not([disabled])')
      await dates.first().waitFor({ state: 'attached' })
      const values = await dates.evaluateAll((inputs) => inputs.map((one) => (one as HTMLInputElement).value))
      await visitor.close()
      const days = values.map((date) => new Date(`${date}T12:00:00Z`).getUTCDay())
      const { slots } = await call(
        site,
        'GET',
        `/api/schedules/available-slots/${luz.id}/${values.at(-1)}?serviceId=${service.id}`,
      )
      return { days: [...new Set(days)].sort(), times: slots.map(({ time }: { time: string }) => time) }
    }
    assert.deepEqual((await offered()).days, [1, 2, 3, 4, 5, 6])

    await button(page, 'Horario de Luz Marina').click()
    assert.equal(await page.getByLabel('Lunes, almuerzo, desde').inputValue(), '12:00')
    await button(page, 'Martes 9:00 am – 6:00 pm Almuerzo 12:00 – 1:00 pm').click()
    assert.equal(await page.getByLabel('Martes, almuerzo, desde').inputValue(), '12:00')
    assert.equal(await page.getByLabel('Lunes, almuerzo, desde').count(), 0, 'one day is open')
    for (const day of ['Lunes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'])
      await page.getByRole('switch', { name: day }).uncheck()
    await page.getByLabel('Martes, atiende, hasta').fill('08:00')
    await page.getByRole('switch', { name: 'Lunes' }).check()
    await page.getByText('La hora de fin debe ser posterior a la hora de inicio').waitFor()
    await page.getByRole('switch', { name: 'Lunes' }).uncheck()
    await button(page, 'Guardar horario').click()
    await page.getByLabel('Martes, atiende, desde').and(page.locator(':focus')).waitFor()
    await page.getByText('La hora de fin debe ser posterior a la hora de inicio').waitFor()
    await axe(page)
    await page.getByLabel('Martes, atiende, desde').fill('10:00')
    await page.getByLabel('Martes, atiende, hasta').fill('14:00')
    await button(page, 'Copiar a todos los días: Martes').click()
    await button(page, 'Guardar horario').click()
    await toasted(page, 'Horarios actualizados exitosamente')
    await page.getByText('Horario propio').waitFor()
    assert.deepEqual(await offered(), { days: [2], times: ['10:00', '10:30', '11:00', '13:00'] })

    await button(page, 'Horario de Luz Marina').click()
    await page.getByRole('switch', { name: 'Jueves' }).check()
    assert.equal(await page.getByLabel('Jueves, atiende, hasta').inputValue(), '14:00', 'copied while off')
    await page.keyboard.press('Escape')
    await axe(page)
    await button(page, 'Descartar').click()

    await button(page, 'Horario de Luz Marina').click()
    await button(page, 'Seguir el horario del negocio').click()
    await axe(page)
    await button(page, 'Quitar horario propio').click()
    await page.getByText('Usa el horario del negocio').waitFor()
    assert.deepEqual((await offered()).days, [1, 2, 3, 4, 5, 6])

    await button(page, 'Acciones de Luz Marina').click()
    await page.locator(':popover-open').getByRole('button', { name: 'Eliminar' }).click()
    await axe(page)
    await dialog(page).getByRole('button', { name: 'Eliminar' }).click()
    await toasted(page, 'Profesional eliminado exitosamente')
    await page.getByText('Aún no tienes profesionales').waitFor()
  })
}

test('words in place of services do not break a card', async () => {
  const { page, as } = await newOwner(site, await desktop(browser))
  for (const service_name of ['Uno', 'Dos', 'Tres', 'Cuatro', 'Cinco'])
    await as('POST', '/api/services', { service_name })
  const { services } = await as('GET', '/api/services')
  const specialties = JSON.stringify(services.map(({ id }: { id: number }) => id))
  await as('POST', '/api/professionals', { professional_name: 'Ana', specialties })
  await as('POST', '/api/professionals', { professional_name: 'Eva', specialties: 'Color y mechas' })
  await page.goto(`${site.url}/dashboard/professionals`)
  const tags = (name: string) => page.locator('.pc', { hasText: name }).locator('.tag').allTextContents()
  await page.getByText('Eva').first().waitFor()
  assert.deepEqual(await tags('Ana'), ['Uno', 'Dos', 'Tres', 'y 2 más'])
  assert.deepEqual(await tags('Eva'), ['Color y mechas'])
  await page.getByLabel('Buscar profesional').fill('EV')
  await page.getByText('Ana').waitFor({ state: 'detached' })
  assert.deepEqual(await page.locator('.pc h2').allTextContents(), ['Eva'])
})

test('services that were deleted are no choice of a professional: they are not counted', async () => {
  const { page, as } = await newOwner(site, await desktop(browser))
  const ids: number[] = []
  for (const service_name of ['Uno', 'Dos', 'Tres'])
    ids.push((await as('POST', '/api/services', { service_name })).service.id)
  const make = (professional_name: string, chosen: number[]) =>
    as('POST', '/api/professionals', { professional_name, specialties: JSON.stringify(chosen) })
  await make('Ana', ids)
  await make('Eva', ids.slice(0, 1))
  await as('DELETE', `/api/services/${ids[0]}`, {})
  await page.goto(`${site.url}/dashboard/professionals`)
  await button(page, 'Editar a Ana').click()
  await page.getByText('2 de 2 elegidos').waitFor()
  await page.keyboard.press('Escape')
  await button(page, 'Editar a Eva').click()
  await page.getByText(/^Ahora no atiende ninguno/).waitFor()
  await page.getByLabel('Dos').check()
  await page.getByText('1 de 2 elegidos').waitFor()
})

test('a long service name ends within the card, on a phone too', async () => {
  const { page, as } = await newOwner(site, await phone(browser))
  const service_name = 'Tratamiento capilar reconstructor con células madre vegetales'
  const { service } = await as('POST', '/api/services', { service_name })
  const specialties = JSON.stringify([service.id])
  await as('POST', '/api/professionals', { professional_name: 'Ana', specialties })
  await page.goto(`${site.url}/dashboard/professionals`)
  await page.locator('.tag', { hasText: 'Tratamiento' }).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360)

  // Where names begin alike, the end tells one service from another.
  await button(page, 'Editar a Ana').click()
  const choice = page.locator('.does label', { hasText: 'células madre vegetales' })
  const { isWhole, overlap } = await choice.evaluate((label) => {
    const text = label.querySelector('span')!
    const [inner, outer] = [text.getBoundingClientRect(), label.getBoundingClientRect()]
    return {
      isWhole:
        text.scrollWidth <= Math.ceil(inner.width) && getComputedStyle(text).textOverflow !== 'ellipsis',
      overlap: inner.bottom > outer.bottom || inner.top < outer.top || inner.right > outer.right,
    }
  })
  assert.deepEqual([isWhole, overlap], [true, false])
})

test('what fails is said in the server’s words, else in ours; without a picture none is sent', async () => {
  const context = await desktop(browser, { expects: [/status of (400|500)/, /ERR_FAILED/] })
  const { page, as } = await newOwner(site, context)
  await as('POST', '/api/services', { service_name: 'Manicura' })
  await as('POST', '/api/professionals', { professional_name: 'Ana' })
  const failing = (path: string, error?: string) =>
    page.route(path, (route) => route.fulfill({ status: 500, json: { success: false, error } }), { times: 1 })
  /** Does the same twice: the server fails without a sentence, then with one. */
  const both = async (path: string, press: () => Promise<void>, ours: string) => {
    for (const error of [undefined, 'Hoy no se puede']) {
      await failing(path, error)
      await press()
      await toasted(page, error ?? ours)
    }
  }
  // Leaves the dashboard, which asks for them too.
  await page.goto('about:blank')
  // Both the request made before the script has loaded and the screen's own fail.
  const ask = '**/api/professionals'
  await page.route(ask, (route) => route.fulfill({ status: 500, json: { success: false } }))
  await page.goto(`${site.url}/dashboard/professionals`)
  await toasted(page, 'Error cargando profesionales')
  await page.unroute(ask)
  await button(page, 'Reintentar').click()
  await page.getByText('Ana').first().waitFor()

  await button(page, 'Nuevo profesional').click()
  await button(page, 'Crear profesional').click()
  await page.getByText('Nombre es requerido').waitFor()
  await page.getByLabel('Nombre completo').fill('Eva')
  const create = () => button(page, 'Crear profesional').click()
  await both('**/api/professionals', create, 'Error al guardar el profesional')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await create()
  const body = (await sent).postDataJSON()
  assert.ok(body.professional_name === 'Eva' && !('avatar_url' in body))
  await toasted(page, 'Profesional creado exitosamente')
  await button(page, 'Editar a Ana').click()
  await page.getByLabel('Nombre completo').fill('Ana María')
  await button(page, 'Guardar cambios').click()
  await toasted(page, 'Profesional actualizado exitosamente')
  assert.equal((await as('GET', '/api/professionals')).professionals[0].professional_name, 'Ana María')

  await failing('**/api/schedules/professional/*')
  await button(page, 'Horario de Eva').click()
  await toasted(page, 'Error cargando horarios del profesional')
  await button(page, 'Horario de Eva').click()
  await page.getByRole('switch', { name: 'Lunes' }).uncheck()
  const store = () => button(page, 'Guardar horario').click()
  await both('**/api/schedules/professional/*', store, 'Error actualizando horarios')
  await store()
  await toasted(page, 'Horarios actualizados exitosamente')

  await button(page, 'Acciones de Eva').click()
  await page.locator(':popover-open').getByRole('button', { name: 'Eliminar' }).click()
  const remove = () => dialog(page).getByRole('button', { name: 'Eliminar' }).click()
  await page.getByText('No tiene citas programadas por venir.').waitFor()
  await both('**/api/professionals/*', remove, 'Error al eliminar el profesional')
})

test('what is typed while a professional or a week is being saved stays, and is saved next', async () => {
  const { page, as } = await newOwner(site, await desktop(browser))
  await as('POST', '/api/services', { service_name: 'Corte' })
  const { professional } = await as('POST', '/api/professionals', { professional_name: 'Ana' })
  await page.goto(`${site.url}/dashboard/professionals`)
  await button(page, 'Editar a Ana').click()
  await page.getByLabel('Nombre completo').fill('Ana María')
  let release = await hold(page, '**/api/professionals/*')
  await button(page, 'Guardar cambios').click()
  await button(page, 'Guardando...').waitFor()
  await page.getByLabel(/^Biografía/).fill('Colorista')
  release()
  await toasted(page, 'Profesional actualizado exitosamente')
  await button(page, 'Guardar cambios').click()
  await dialog(page).waitFor({ state: 'detached' })
  const [stored] = (await as('GET', '/api/professionals')).professionals
  assert.deepEqual([stored.professional_name, stored.bio], ['Ana María', 'Colorista'])

  const week = `/api/schedules/professional/${professional.id}`
  await button(page, 'Horario de Ana María').click()
  const day = (name: string) => page.getByRole('switch', { name, exact: true })
  await day('Lunes').uncheck()
  release = await hold(page, `**${week}`)
  await button(page, 'Guardar horario').click()
  await button(page, 'Guardando...').waitFor()
  await day('Martes').uncheck()
  release()
  await toasted(page, 'Horarios actualizados exitosamente')
  assert.deepEqual([await day('Lunes').isChecked(), await day('Martes').isChecked()], [false, false])
  await button(page, 'Guardar horario').click()
  await dialog(page).waitFor({ state: 'detached' })
  const { schedule } = await as('GET', week)
  const open = schedule.filter((one: any) => one.is_available)
  assert.deepEqual(open.map((one: any) => one.day_of_week).sort(), [3, 4, 5, 6])
})
