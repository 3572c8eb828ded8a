/** Services with variants, add-ons and categories on the booking page, and those that the business books itself. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  awake,
  button,
  choose,
  fillClient,
  isWiderThanScreen,
  newClient,
  onDesktop,
  onPhone,
  radio,
  radios,
  time,
  title,
  visit,
} from './booking.ts'
import { call, newOwner } from './catalogue.ts'
import { axe, desktop, hold, launch, mails, signIn, startSite, type Site } from './helper.ts'

let site: Site
let slug: string
let ids: Record<string, number>
let mine: Awaited<ReturnType<typeof newOwner>>
before(async () => {
  site = await startSite()
  mine = await newOwner(site, await desktop(await launch()))
  const { as, slug: name } = mine
  slug = name
  const category = async (category_name: string) =>
    (await as('POST', '/api/service-categories', { category_name })).category.id
  const [nails, hair] = [await category('Uñas'), await category('Cabello')]
  const service = async (fields: object) => (await as('POST', '/api/services', fields)).service
  const cut = await service({
    service_name: 'Corte',
    category_id: hair,
    variants: [
      { name: 'Corto', duration_minutes: 30, price: 25_000 },
      { name: 'Largo', duration_minutes: 90, price: 60_000 },
    ],
    addons: [{ name: 'Hidratación', duration_minutes: 15, price: 20_000 }],
  })
  const luis = (await as('POST', '/api/professionals', { professional_name: 'Luis Prada' })).professional.id
  await as('POST', '/api/professionals', { professional_name: 'Ana Ruiz' })
  await service({ service_name: 'Novias', category_id: hair, price_kind: 'ask', is_bookable_online: false })
  await service({
    service_name: 'Manicura',
    category_id: nails,
    price: 30_000,
    price_kind: 'fixed',
    by_professional: [{ professional_id: luis, price: 35_000, duration_minutes: 75 }],
  })
  const secret = await service({ service_name: 'Amigos', price: 0, price_kind: 'free', is_hidden: true })
  ids = { cut: cut.id, secret: secret.id, long: cut.variants[1].id, mask: cut.addons[0].id, luis }
})

const page = (search = '') => `${site.url}/negocio/${slug}${search}`

test('grouped, with its option and add-ons: what it costs and takes is said all the way', async () => {
  const phone = await onPhone()
  await visit(phone, page())
  assert.deepEqual(await phone.locator('.service-group').allInnerTexts(), ['Uñas', 'Cabello'])
  assert.equal(await radio(phone, /Amigos/).count(), 0)
  assert.equal(await radio(phone, /Novias/).count(), 0)
  await phone.getByText('A convenir').waitFor()
  await phone.getByRole('link', { name: 'Llamar para agendar' }).waitFor()
  await phone.getByText('Desde 30 min').waitFor()
  await axe(phone)
  await choose(radio(phone, /^Corte/))
  await title(phone, 'Opción').waitFor()
  assert.equal(await radios(phone, 'Profesional').count(), 0)
  await choose(radio(phone, /^Largo/))
  await phone.locator('label.option', { hasText: 'Hidratación' }).click()
  await choose(radios(phone, 'Profesional').first())
  await axe(phone)
  assert.equal(await isWiderThanScreen(phone), false)
  assert.match(phone.url(), new RegExp(`opcion=${ids['long']}&adicional=${ids['mask']}`))
  await phone.reload()
  assert.equal(await radio(phone, /^Largo/).isChecked(), true)
  // 105 minutes end at six at the latest.
  await choose(phone.locator('input[name=hora]:enabled').first())
  assert.equal(await time(phone, '16:30').count(), 0)
  await button(phone, 'Continuar →').click()
  const client = newClient()
  await fillClient(phone, client)
  await button(phone, 'Continuar').click()
  await phone.getByText('Corte · Largo + Hidratación').first().waitFor()
  await phone.getByText('Desde $ 80.000*').first().waitFor()
  await button(phone, 'Confirmar Cita').click()
  await title(phone, '¡Cita Confirmada!').waitFor()
  await phone.getByText('1 h 45 min (105 min)').waitFor()
  const [row] = await query(
    site.dataDir,
    `select service_name, price, duration_minutes from appointments where client_email = '${client.email}'`,
  )
  assert.deepEqual(row, {
    service_name: 'Corte · Largo + Hidratación',
    price: 80_000,
    duration_minutes: 105,
  })
})

test('a booking without an answer is not sent by a reload once its add-on is taken back', async () => {
  const { cut, long, mask, luis } = ids
  const phone = await onPhone({ expects: [/ERR_FAILED/] })
  await visit(phone, page(`?servicio=${cut}&opcion=${long}&adicional=${mask}&profesional=${luis}`))
  await choose(phone.locator('input[name=hora]:enabled').first())
  await button(phone, 'Continuar →').click()
  await fillClient(phone, newClient())
  await button(phone, 'Continuar').click()
  let sent = 0
  await phone.route('**/api/appointments/public', (route) => {
    sent++
    return route.abort()
  })
  phone.on('dialog', (dialog) => void dialog.accept())
  await button(phone, 'Confirmar Cita').click()
  await phone.getByText('Se cortó la conexión.').waitFor()
  await phone.goBack()
  await phone.getByRole('link', { name: 'Volver' }).click()
  await title(phone, 'Datos de la cita').waitFor()
  await phone.locator('label.option', { hasText: 'Hidratación' }).click()
  await phone.waitForURL((url) => !url.searchParams.has('adicional') && url.searchParams.has('hora'))
  await phone.reload()
  await awake(phone)
  const before = sent
  await button(phone, 'Continuar →').click()
  await title(phone, 'Datos del cliente').waitFor()
  assert.equal(sent, before)
})

test('what was booked with an option and an add-on is said so in mails, portal, calendar, details and files', async () => {
  const { as, email } = mine
  const { cut, long, mask, luis } = ids
  const client = newClient()
  const asked = `serviceId=${cut}&variantId=${long}&addonIds=${mask}&businessId=${(await as('GET', '/api/businesses/profile')).business.id}`
  const { days } = await call(site, 'GET', `/api/schedules/available-days/${luis}?${asked}`)
  const day = days.filter(({ times }: any) => times.length > 0).at(-1)
  const [time] = day.times
  // Somebody looks at the day already.
  const wide = await onDesktop()
  await signIn(wide, site, { email, password: 'clave-segura' })
  await wide.goto(`${site.url}/dashboard/appointments?fecha=${day.date}&rango=dia`)
  await wide.locator('.cal-area:not(.waiting)').waitFor()
  const { appointment } = await call(site, 'POST', '/api/appointments/public', {
    business_id: new URLSearchParams(asked).get('businessId'),
    service_id: cut,
    variant_id: long,
    addon_ids: [mask],
    professional_id: luis,
    appointment_date: day.date,
    appointment_time: time,
    client_name: client.name,
    client_phone: `+57${client.phone}`,
    client_email: client.email,
  })
  const NAME = 'Corte · Largo + Hidratación'
  const ends = Temporal.PlainTime.from(time).add({ minutes: 105 })
  const until105 = `${ends.hour % 12 || 12}:${String(ends.minute).padStart(2, '0')}`

  const card = wide.locator('.ev', { hasText: client.name }).first()
  await card.waitFor()
  const drawn = (await card.textContent())!
  assert.ok(drawn.includes(NAME) && drawn.includes(`– ${until105}`), drawn)
  await card.click()
  const detail = wide.locator('dialog[open]')
  await detail.getByText(NAME, { exact: true }).first().waitFor()
  const said = (await detail.innerText()).replace(/\u00a0/g, ' ')
  assert.match(said, new RegExp(`– ${until105}`))
  assert.match(said, /\$ 80\.000/)
  await detail.locator('.det-hist summary', { hasText: 'Historial' }).click()
  await detail.getByText('Agendada por el cliente').waitFor()

  const to = (address: string) =>
    mails(site).filter((mail) => mail.to.includes(address) && mail.text.includes(NAME))
  await until(() => to(client.email).length > 0 && to(email).some(({ text }) => text.includes(client.email)))
  const [toClient] = to(client.email)
  const toOwner = to(email).find(({ text }) => text.includes(client.email))
  for (const { text, html } of [toClient!, toOwner!]) {
    assert.match(text, /Servicio: Corte · Largo \+ Hidratación \(1 h 45 min\)/)
    for (const part of [text, html]) assert.match(part.replace(/\u00a0|&nbsp;/g, ' '), /\$ 80\.000/)
    assert.match(html, /Corte · Largo \+ Hidratación · 1 h 45 min/)
  }
  const entry = toClient!.attachments!.find(({ filename }) => filename === 'cita.ics')!.content
  const ics = (entry.startsWith('BEGIN') ? entry : Buffer.from(entry, 'base64').toString()).replace(
    /\r\n /g,
    '',
  )
  assert.match(ics, /SUMMARY:Corte · Largo \+ Hidratación/)
  const [from, end] = ['DTSTART', 'DTEND'].map((name) => {
    const [, y, mo, d, h, mi] = new RegExp(`${name}:(....)(..)(..)T(..)(..)`).exec(ics)!
    return Date.parse(`${y}-${mo}-${d}T${h}:${mi}Z`)
  })
  assert.equal(end! - from!, 105 * 60_000)

  const csv = await fetch(`${site.url}/api/appointments/export.csv`, {
    headers: {
      authorization: `Bearer ${(await call(site, 'POST', '/api/auth/login', { email, password: 'clave-segura' })).token}`,
    },
  })
  const line = (await csv.text()).split('\r\n').find((one) => one.includes(client.name))!
  assert.match(line, /;105;/)
  assert.match(line, /"Corte · Largo \+ Hidratación"/)
  assert.match(line, /;80000;/)

  const [, link] = /https?:\/\/[^/\s]+(\/client\?token=[\w.-]+)/.exec(toClient!.text)!
  const portal = await onPhone()
  await portal.goto(site.url + link!)
  const cita = portal.locator(`[aria-labelledby="cita-${appointment.id}"]`)
  await cita.getByText(NAME).first().waitFor()
  const shown = (await cita.innerText()).replace(/\u00a0/g, ' ')
  assert.match(shown, /\$ 80\.000/)
  assert.match(shown, new RegExp(until105))
})

test('beside the steps stands the least of the options, until one is chosen', async () => {
  const wide = await onDesktop()
  const release = await hold(wide, '**/assets/options-*.js')
  await visit(wide, page(`?servicio=${ids['cut']}`))
  const ticket = wide.getByRole('region', { name: 'Resumen de tu cita' }).first()
  await ticket.getByText('Desde $ 25.000*', { exact: true }).waitFor()
  await ticket.getByText('Corte · 30 min a 1 h 30 min (90 min)').waitFor()
  // Pressed before its script is there.
  await choose(radio(wide, /^Largo/))
  release()
  await ticket.getByText('Desde $ 60.000*', { exact: true }).waitFor()
  await wide.locator('label.option', { hasText: 'Hidratación' }).click()
  await ticket.getByText('Desde $ 80.000*', { exact: true }).waitFor()
  await ticket.getByText('1 h 45 min (105 min)').waitFor()
})

test('an option that goes while the page is open: back to the options, with the reason', async () => {
  const wide = await onDesktop({ expects: [/400/] })
  await visit(wide, page(`?servicio=${ids['cut']}&opcion=${ids['long']}`))
  await query(site.dataDir, `update services set variants = variants - 1 where id = ${ids['cut']}`)
  await choose(radios(wide, 'Profesional').last())
  await wide.getByRole('alert').filter({ hasText: 'Esa opción ya no está disponible' }).waitFor()
  await radio(wide, /^Largo/).waitFor({ state: 'detached' })
  await radio(wide, /^Corto/).waitFor({ state: 'attached' })
  await radios(wide, 'Profesional').first().waitFor({ state: 'detached' })
})

test('with a professional who takes more: said on the card and with the appointment', async () => {
  const wide = await onDesktop()
  await visit(wide, page())
  await choose(radio(wide, /^Manicura/))
  await wide.getByText('$ 35.000 · 1 h 15 min').waitFor()
  await choose(radio(wide, 'Luis Prada'))
  const ticket = wide.getByRole('region', { name: 'Resumen de tu cita' }).first()
  await ticket.getByText('$ 35.000', { exact: true }).waitFor()
  await choose(radio(wide, 'Ana Ruiz'))
  await ticket.getByText('$ 30.000', { exact: true }).waitFor()
  // Nobody knows yet whose price it will be.
  await choose(radio(wide, 'Sin preferencia'))
  await ticket.getByText('$ 30.000 a $ 35.000').waitFor()
  await ticket.getByText('60 min a 1 h 15 min (75 min)').waitFor()
  await choose(wide.locator('input[name=hora]:enabled').first())
  await button(wide, 'Continuar →').click()
  const client = newClient()
  await fillClient(wide, client)
  await button(wide, 'Continuar').click()
  await title(wide, 'Confirmar tu cita').waitFor()
  await ticket.getByText('$ 30.000 a $ 35.000').waitFor()
  await button(wide, 'Confirmar Cita').click()
  await title(wide, '¡Cita Confirmada!').waitFor()
  const [row] = await query<{ professional_name: string; price: number }>(
    site.dataDir,
    `select professional_name, price from appointments where client_email = '${client.email}'`,
  )
  const price = row!['professional_name'] === 'Luis Prada' ? '$ 35.000' : '$ 30.000'
  await wide.getByText(price, { exact: true }).waitFor()
  assert.equal(row!['price'], price === '$ 35.000' ? 35_000 : 30_000)
})

test('hidden: there by its own link', async () => {
  const phone = await onPhone()
  await visit(phone, page(`?servicio=${ids['secret']}`))
  assert.equal(await radio(phone, /^Amigos/).isChecked(), true)
  await axe(phone)
})

test('without the page’s script: option and add-on by form', async () => {
  const bare = await onPhone({ javaScriptEnabled: false })
  await bare.goto(page(`?servicio=${ids['cut']}`))
  await bare.locator('label.option', { hasText: 'Corto' }).click()
  await bare.getByRole('button', { name: 'Ver profesionales' }).last().click()
  assert.match(bare.url(), /opcion=\d+/)
  await title(bare, 'Adicionales').waitFor()
  assert.ok((await radios(bare, 'Profesional').count()) > 0)
})
