/** Two tabs edit the same thing: the second is told of the conflict, and neither loses anything. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { button, dialog, newOwner, toasted } from './catalogue.ts'
import { axe, desktop, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const CONFLICT = { expects: [/status of 409/] }

/** Opens another tab of the same owner, with its session: one that is not remembered belongs to one tab. */
async function otherTab(page: Page, path: string) {
  const opened = await page.context().newPage()
  const session = await page.evaluate(() => sessionStorage.getItem('enpunto.session'))
  await opened.addInitScript((text) => sessionStorage.setItem('enpunto.session', text!), session)
  await opened.goto(site.url + path)
  return opened
}

const notice = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Esto cambió mientras lo editabas' })

test('a professional: two tabs change one at once, the second keeps what was typed and writes nothing back', async () => {
  const { page: first, as } = await newOwner(site, await phone(browser, CONFLICT))
  await as('POST', '/api/services', { service_name: 'Corte' })
  await as('POST', '/api/professionals', {
    professional_name: 'Ana',
    email: 'ana@correo.example',
    phone: '+573001234567',
    bio: 'Antes',
  })
  const path = '/dashboard/professionals'
  await first.goto(site.url + path)
  const second = await otherTab(first, path)
  for (const page of [first, second]) await button(page, 'Editar a Ana').click()
  await first.getByLabel('Teléfono').fill('310 555 01 99')
  await first.getByLabel('Biografía').fill('Colorista')
  await button(first, 'Guardar cambios').click()
  await toasted(first, 'Profesional actualizado exitosamente')

  await second.getByLabel('Biografía').fill('Peinados de fiesta')
  await second.getByLabel('Corte').check()
  await button(second, 'Guardar cambios').click()
  await notice(second).getByText('Teléfono: ahora es 3105550199').waitFor()
  await notice(second).getByText('Biografía: ahora es Colorista; si guardas, queda').waitFor()
  await axe(second)
  assert.equal(await second.getByLabel('Biografía').inputValue(), 'Peinados de fiesta')
  assert.ok(await second.getByLabel('Corte').isChecked())
  const sent = second.waitForRequest((request) => request.method() === 'PATCH')
  await button(second, 'Guardar cambios').click()
  await toasted(second, 'Profesional actualizado exitosamente')
  assert.deepEqual(Object.keys((await sent).postDataJSON()).sort(), ['bio', 'specialties', 'version'])
  const [ana] = (await as('GET', '/api/professionals')).professionals
  assert.deepEqual(
    [ana.phone, ana.bio, ana.email],
    ['+573105550199', 'Peinados de fiesta', 'ana@correo.example'],
  )

  // The state is switched on its own, and back when the server refuses it.
  await second.route(
    '**/api/professionals/*',
    (route) => route.fulfill({ status: 409, json: { success: false, error: 'Hoy no se puede' } }),
    { times: 1 },
  )
  const toggled = second.waitForRequest((request) => request.method() === 'PATCH')
  await button(second, 'Acciones de Ana').click()
  await second.locator(':popover-open').getByRole('button', { name: 'Desactivar' }).click()
  assert.deepEqual((await toggled).postDataJSON(), { is_active: false })
  await toasted(second, 'Hoy no se puede')
  await second.getByText('Inactivo').waitFor({ state: 'detached' })
})

test('a schedule: two tabs change different days, and both are stored', async () => {
  const { page: first, as } = await newOwner(site, await desktop(browser, CONFLICT))
  await as('POST', '/api/services', { service_name: 'Corte' })
  const { professional } = await as('POST', '/api/professionals', { professional_name: 'Ana' })
  const path = '/dashboard/professionals'
  await first.goto(site.url + path)
  const second = await otherTab(first, path)
  for (const page of [first, second]) await button(page, 'Horario de Ana').click()
  for (const page of [first, second]) await button(page, /^Martes 9:00 am/).click()
  await first.getByLabel('Martes, atiende, desde').fill('10:00')
  await button(first, 'Guardar horario').click()
  await toasted(first, 'Horarios actualizados exitosamente')

  await second.getByRole('switch', { name: 'Jueves' }).uncheck()
  await button(second, 'Guardar horario').click()
  await notice(second).getByText('Martes: ahora es 10:00 am – 6:00 pm, almuerzo 12:00 – 1:00 pm').waitFor()
  assert.equal(await second.getByLabel('Martes, atiende, desde').inputValue(), '10:00')
  const bottom = async (box: string) => {
    const { y, height } = (await second.locator(box).boundingBox())!
    return y + height
  }
  const { y: next } = (await second.locator('.schedule-note').boundingBox())!
  assert.ok(next - (await bottom('.elsewhere')) >= 8, 'the notices stand apart')
  await axe(second)
  await button(second, 'Guardar horario').click()
  await toasted(second, 'Horarios actualizados exitosamente')
  await dialog(second).waitFor({ state: 'detached' })
  const { schedule } = await as('GET', `/api/schedules/professional/${professional.id}`)
  const day = (number: number) => schedule.find((one: { day_of_week: number }) => one.day_of_week === number)
  assert.equal(day(2).start_time, '10:00')
  assert.equal(day(4).is_available, false)
})

test('settings: two tabs change a section and the hours at once, and nothing is lost', async () => {
  const { page: first, as } = await newOwner(site, await phone(browser, CONFLICT))
  const path = '/dashboard/settings'
  await first.goto(site.url + path)
  await first.getByLabel('Ciudad').waitFor()
  const second = await otherTab(first, path)
  await second.getByLabel('Ciudad').fill('Cali')
  await second.getByLabel('Rango de precios').fill('Desde $ 20.000')
  await first.getByLabel('Ciudad').fill('Medellín')
  await first.getByLabel('Departamento').fill('Antioquia')
  await button(first, 'Guardar').click()
  await toasted(first, 'Perfil actualizado exitosamente')

  await button(second, 'Guardar').click()
  await notice(second).getByText('Ciudad: ahora es Medellín; si guardas, queda lo que escribiste.').waitFor()
  await notice(second).getByText('Departamento: ahora es Antioquia').waitFor()
  await axe(second)
  assert.equal(await second.getByLabel('Ciudad').inputValue(), 'Cali')
  assert.equal(await second.getByLabel('Departamento').inputValue(), 'Antioquia')
  await notice(second).getByRole('button', { name: 'Usar lo de ahora en Ciudad' }).click()
  const sent = second.waitForRequest((request) => request.method() === 'PATCH')
  await button(second, 'Guardar').click()
  await toasted(second, 'Perfil actualizado exitosamente')
  assert.deepEqual(Object.keys((await sent).postDataJSON()).sort(), ['price_range', 'version'])
  const { business } = await as('GET', '/api/businesses/profile')
  assert.deepEqual(
    [business.city, business.state, business.price_range],
    ['Medellín', 'Antioquia', 'Desde $ 20.000'],
  )

  for (const page of [first, second]) await page.getByRole('tab', { name: 'Horarios' }).click()
  await first.getByRole('switch', { name: 'Sábado' }).uncheck()
  await second.getByRole('switch', { name: 'Domingo' }).check()
  await button(first, 'Guardar').click()
  await toasted(first, 'Horarios actualizados exitosamente')
  await button(second, 'Guardar').click()
  await notice(second).getByText('Sábado: ahora es Cerrado').waitFor()
  await button(second, 'Guardar').click()
  await toasted(second, 'Horarios actualizados exitosamente')
  const { schedules } = (await as('GET', '/api/businesses/profile')).business
  assert.deepEqual([schedules[0].is_open, schedules[6].is_open], [true, false])
})
