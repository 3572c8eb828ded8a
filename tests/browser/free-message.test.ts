/** 'Mensaje con mis horarios libres': the next free times of a service, copied or sent by the owner. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { button, dialog, newOwner, SIZES, toasted } from './catalogue.ts'
import { axe, desktop, launch, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

const NOTHING = 'No te queda ningún horario libre en los próximos días.'
const said = (link: string) =>
  new RegExp(
    `^Hola, tengo libre: (hoy|mañana|el [a-zé]+)[^.]* \\d{1,2}:\\d\\d [ap]m[^.]*\\. Reserva: ${link.replace(/[.?]/g, '\\$&')}$`,
  )

async function openMessage(page: Page) {
  await page.goto(`${site.url}/dashboard`)
  // The welcome of a new business.
  await button(page, 'No volver a mostrar').click()
  await dialog(page).waitFor({ state: 'detached' })
  await button(page, 'Horarios libres').click()
}

for (const [size, open] of Object.entries(SIZES))
  test(`${size}: the message of a variant is copied, sent, and leads to its free times`, async () => {
    const context = await open(await launch())
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
    // A virtual business: nothing of it needs a place.
    const { page, as, slug } = await newOwner(site, context)
    const { service } = await as('POST', '/api/services', {
      service_name: 'Corte',
      variants: [
        { name: 'Corto', duration_minutes: 30, price: 30_000 },
        { name: 'Largo', duration_minutes: 90, price: 60_000 },
      ],
    })
    await as('POST', '/api/professionals', { professional_name: 'Luis Prada' })
    await openMessage(page)
    await dialog(page).getByLabel('Servicio').selectOption({ label: 'Corte' })
    // Without the variant nobody knows how long it takes.
    assert.equal(await dialog(page).getByLabel('Mensaje', { exact: true }).count(), 0)
    await dialog(page).getByLabel('Opción').selectOption({ label: 'Largo' })
    const message = dialog(page).getByLabel('Mensaje', { exact: true })
    await message.waitFor()
    await axe(page)
    const overflow = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    assert.equal(overflow, false)
    const text = await message.inputValue()
    const link = `${site.url}/negocio/${slug}?servicio=${service.id}&opcion=${service.variants[1].id}`
    assert.match(text, said(link))

    await button(page, 'Copiar').last().click()
    await toasted(page, 'Mensaje copiado')
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), text)
    const send = dialog(page).getByRole('link', { name: 'WhatsApp' })
    assert.equal(await send.getAttribute('href'), `https://wa.me/?text=${encodeURIComponent(text)}`)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })

    await page.goto(link)
    await page.getByRole('radio', { name: /Largo/ }).and(page.locator(':checked')).waitFor()
  })

test('of several the business says whose times; nobody free, nobody able and a lost answer are told', async () => {
  const expects = [/status of 500/]
  const { page, as, slug } = await newOwner(site, await desktop(await launch(), { expects }))
  const { service } = await as('POST', '/api/services', { service_name: 'Manicure', duration_minutes: 30 })
  await as('POST', '/api/services', { service_name: 'Pedicure' })
  const specialties = JSON.stringify([service.id])
  const people: { id: number }[] = []
  for (const professional_name of ['Ana Gil', 'Luz Mar'])
    people.push((await as('POST', '/api/professionals', { professional_name, specialties })).professional)
  await as('POST', '/api/services', { service_name: 'Por teléfono', is_bookable_online: false })
  await openMessage(page)
  const services = dialog(page).getByLabel('Servicio')
  await services.selectOption({ label: 'Manicure' })
  // What customers cannot book is not offered.
  assert.deepEqual(await services.locator('option').allInnerTexts(), ['Elige', 'Manicure', 'Pedicure'])
  const message = dialog(page).getByLabel('Mensaje', { exact: true })
  await message.waitFor()
  const own = `${site.url}/negocio/${slug}?servicio=${service.id}`
  assert.match(await message.inputValue(), said(own))
  await dialog(page).getByLabel('Profesional').selectOption({ label: 'Luz Mar' })
  await until(
    async () =>
      (await message.count()) > 0 && (await message.inputValue()).endsWith('profesional=' + people[1]!.id),
  )
  assert.match(await message.inputValue(), said(`${own}&profesional=${people[1]!.id}`))

  await services.selectOption({ label: 'Pedicure' })
  await dialog(page).getByText('Ningún profesional activo hace este servicio.').waitFor()
  assert.equal(await message.count(), 0)

  await query(
    site.dataDir,
    `update business_hours set is_open = false
     where business_id = (select id from businesses where slug = '${slug}')`,
  )
  await page.route('**/available-days/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await services.selectOption({ label: 'Manicure' })
  await dialog(page).getByText('No pudimos ver tus horarios.').waitFor()
  await axe(page)
  await page.unroute('**/available-days/**')
  await dialog(page).getByRole('button', { name: 'Reintentar' }).click()
  await dialog(page).getByText(NOTHING).waitFor()
  assert.equal(await message.count(), 0)
  await axe(page)
})
