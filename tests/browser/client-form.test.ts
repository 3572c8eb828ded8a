import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { axe, desktop, hold, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const toasted = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const cardNamed = async (name: string) => {
  const [card] = await query<Record<string, unknown> & { id: number }>(
    site.dataDir,
    `select id, client_phone, client_email, client_id, source from client_cards where client_name = '${name}'`,
  )
  assert.ok(card, name)
  return card
}

for (const [size, open] of Object.entries({ phone, desktop })) {
  test(`a client is written by hand: a name is enough; then the card is changed (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('table').waitFor()
    await page.getByRole('button', { name: 'Nuevo cliente' }).click()
    const form = page.getByRole('dialog', { name: 'Nuevo cliente' })
    await form.getByRole('button', { name: 'Crear cliente' }).click()
    await form.getByText('Nombre es requerido').waitFor()
    await axe(page)
    const name = `Nidia ${size}`
    await form.getByLabel('Nombre').fill(name)
    await form.getByLabel('Teléfono').fill('30012')
    await form.getByRole('button', { name: 'Crear cliente' }).click()
    await form.getByText('Formato inválido').waitFor()
    assert.equal(await form.getByLabel('Nombre').inputValue(), name, 'nothing is lost')
    await form.getByLabel('Teléfono').fill('')
    await form.getByLabel('Nombre').press('Enter')
    await toasted(page, 'Cliente creado')
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    const card = page.getByRole('main')
    await card.getByText('No lo dio', { exact: true }).waitFor()
    const { source, client_phone } = await cardNamed(name)
    assert.deepEqual([source, client_phone], ['owner', ''])

    await card.getByRole('button', { name: 'Editar', exact: true }).click()
    const change = page.getByRole('dialog', { name: 'Editar cliente' })
    await change.getByLabel('Teléfono').fill('300 555 12 34')
    await change.getByLabel('Cédula').fill('1.037.123.400')
    await change.getByLabel('Nombre').fill(`${name} Gil`)
    await axe(page)
    await change.getByRole('button', { name: 'Guardar cambios' }).click()
    await toasted(page, 'Ficha guardada')
    await page.getByRole('heading', { name: `${name} Gil`, level: 1 }).waitFor()
    await card.getByRole('tabpanel').getByText('300 555 1234', { exact: true }).waitFor()
    const { client_phone: now, client_id } = await cardNamed(`${name} Gil`)
    assert.deepEqual([now, client_id], ['+573005551234', '1037123400'])
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.equal(width, 0, 'nothing reaches beyond the screen')
    await page.context().close()
  })

  test(`a number that is put in with another country's code is kept with it (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('table').waitFor()
    await page.getByRole('button', { name: 'Nuevo cliente' }).click()
    const form = page.getByRole('dialog', { name: 'Nuevo cliente' })
    const name = `Inés Ibáñez ${size}`
    await form.getByLabel('Nombre').fill(name)
    await form.getByLabel('Teléfono').fill('+34 612')
    await form.getByRole('button', { name: 'Crear cliente' }).click()
    await form.getByText('Formato inválido').waitFor()
    const number = `+34 612 34 56 7${size.length}`
    await form.getByLabel('Teléfono').fill(number)
    assert.equal(await form.getByLabel('País').inputValue(), 'ES')
    await form.getByText('Formato inválido').waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Crear cliente' }).click()
    await toasted(page, 'Cliente creado')
    assert.equal((await cardNamed(name))['client_phone'], number.replaceAll(' ', ''))
    await page.context().close()
  })

  test(`what a booking said otherwise is offered for the card (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    const name = `Olga Ofrecida ${size}`
    await query(
      site.dataDir,
      `insert into client_cards (business_id, client_name, client_phone, source, written_at, created_at)
       select id, '${name}', '+57300555777${size.length}', 'owner', now() - interval '1 day', now() - interval '1 day'
       from businesses where email = 'demo@enpunto.example'`,
    )
    await query(
      site.dataDir,
      `insert into appointments (business_id, service_id, professional_id, service_name, professional_name, client_name,
         client_phone, client_email, card_id, price, appointment_date, appointment_time, duration_minutes, booked_by,
         starts_at, ends_at, status)
       select b.id, s.id, p.id, s.service_name, p.professional_name, '${name}', '+573009998877', 'nueva@correo.example', c.id,
         50000, at::date, at::time, 60, 'client', at, at + interval '1 hour', 'cancelled'
       from businesses b join services s on s.business_id = b.id join professionals p on p.business_id = b.id
       join client_cards c on c.business_id = b.id and c.client_name = '${name}'
       cross join (select date_trunc('hour', now()) + interval '9 days' as at) moment
       where b.email = 'demo@enpunto.example' order by s.id, p.id limit 1`,
    )
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('searchbox').fill(name)
    await page.getByText('1 cliente con').waitFor()
    await page.getByRole('link', { name }).first().click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    const card = page.getByRole('main')
    await card.getByText('teléfono 300 999 8877').waitFor()
    await card.getByText('correo nueva@correo.example').waitFor()
    await axe(page)
    await card.getByRole('button', { name: 'Actualizar la ficha' }).click()
    await toasted(page, 'Ficha actualizada')
    await card.getByRole('button', { name: 'Actualizar la ficha' }).waitFor({ state: 'detached' })
    const { client_phone, client_email } = await cardNamed(name)
    assert.deepEqual([client_phone, client_email], ['+573009998877', 'nueva@correo.example'])
    await page.context().close()
  })

  test(`what is typed while a card is being stored stays, and is stored next (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/clients`)
    await page.getByRole('button', { name: 'Nuevo cliente' }).click()
    const form = page.getByRole('dialog', { name: 'Nuevo cliente' })
    const name = `Pilar Pronta ${size}`
    await form.getByLabel('Nombre').fill(name)
    const release = await hold(page, '**/api/clients')
    await form.getByRole('button', { name: 'Crear cliente' }).click()
    await form.getByRole('button', { name: 'Guardando...' }).waitFor()
    await form.getByLabel('Cédula').fill('1037123411')
    release()
    await toasted(page, 'Cliente creado')
    await form.getByRole('button', { name: 'Crear cliente' }).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    assert.equal((await cardNamed(name)).client_id, '1037123411')
    await page.context().close()
  })

  test(`the form says who is blocked online, and books them (${size})`, async () => {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    const name = `Blas Bloqueado ${size}`
    await query(
      site.dataDir,
      `insert into client_cards (business_id, client_name, client_phone, source, written_at, created_at, blocked_at)
       select id, '${name}', '+57300555888${size.length}', 'owner', now(), now(), now()
       from businesses where email = 'demo@enpunto.example'`,
    )
    await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
    await page.getByLabel('Nombre', { exact: true }).fill('blas')
    const option = page.getByRole('option').filter({ hasText: name })
    await option.getByText('Bloqueado', { exact: true }).waitFor()
    await option.click()
    await page
      .locator('.known-client')
      .getByText('Bloqueado para reservar en línea: tú sí puedes agendarle.')
      .waitFor()
    await axe(page)
    await page.context().close()
  })
}
