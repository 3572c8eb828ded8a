import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { button, dialog, owner, site, sizes, state, visit } from './agenda.ts'
import { query } from '../server.ts'
import { dayAhead, onDay } from './booking.ts'

const field = (page: Page) => dialog(page, 'Escribe la cita').getByLabel('La cita en una frase')
const chip = (page: Page, name: string | RegExp) => dialog(page, 'Escribe la cita').getByLabel(name)
const open = (page: Page) => button(page, /^Escribe la cita\./).click()
const weekday = (date: string) =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString('es-CO', { weekday: 'long', timeZone: 'UTC' })
const countOf = async (name: string) =>
  (await owner(`/api/appointments?q=${encodeURIComponent(name)}&limit=50`)).appointments.length

for (const [name, size] of sizes)
  test(`a sentence fills the form, and books nothing by itself ${name}`, async () => {
    const page = await visit(size)
    const { professionals } = await owner('/api/professionals')
    const { services } = await owner('/api/services')
    const [who, what] = [professionals[0], services[0]]
    await open(page)
    await state(page)
    await dialog(page, 'Escribe la cita')
      .getByText(/Nada se agenda hasta que lo revises/)
      .waitFor()
    const first = who.professional_name.split(' ')[0]
    await field(page).fill(`Zoraida Nueva 300 123 45 67 mañana 3pm ${what.service_name} con ${first}`)
    assert.equal(await chip(page, /^Fecha/).inputValue(), dayAhead(1))
    assert.equal(await chip(page, /^Hora/).inputValue(), '15:00')
    assert.equal(await chip(page, /^Servicio/).inputValue(), String(what.id))
    assert.equal(await chip(page, /^Profesional/).inputValue(), String(who.id))
    await button(page, /Zoraida Nueva, cliente nuevo/).waitFor()
    await state(page)
    // A chip is changed in place; the rest stays.
    await chip(page, /^Hora/).fill('10:00')
    await field(page).press('Enter')
    const form = dialog(page, 'Nueva cita')
    await form.waitFor()
    assert.equal(await form.locator('input[name=client_name]').inputValue(), 'Zoraida Nueva')
    assert.equal(await form.locator('input[name=client_phone]').inputValue(), '3001234567')
    assert.equal(await form.locator('select[name=service_id]').inputValue(), String(what.id))
    assert.equal(await form.locator('select[name=professional_id]').inputValue(), String(who.id))
    assert.equal(
      await form.locator('input[name=appointment_date]:checked, input[type=date]').first().inputValue(),
      dayAhead(1),
    )
    assert.equal(await countOf('Zoraida Nueva'), 0)
  })

test('an earlier client is found by the name, and fills the form whole', async () => {
  await onDay(site, 'Hortensia Frecuente', 3)
  const page = await visit(sizes[1]![1])
  await page.keyboard.press('/')
  await field(page).fill('hortensia el viernes 4pm')
  await button(dialog(page, 'Escribe la cita'), /^Hortensia Frecuente/).waitFor()
  const client = chip(page, 'Cliente').and(page.locator('select'))
  assert.equal(await client.locator('option:checked').innerText(), 'Hortensia Frecuente')
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Nueva cita')
  await form.waitFor()
  assert.equal(await form.locator('input[name=client_name]').inputValue(), 'Hortensia Frecuente')
  assert.match(await form.locator('input[name=client_email]').inputValue(), /@/)
})

test('a name that more than one may mean is asked, however many came later whose names hold it', async () => {
  const cards = (names: string, ago: string) =>
    query(
      site.dataDir,
      `insert into client_cards (business_id, client_name, client_phone, source, written_at, created_at, visited_at)
       select b.id, name, '', 'owner', now(), now(), now() - interval '${ago}'
       from businesses b, (${names}) named (name) where b.email = 'demo@enpunto.example' returning id`,
    )
  await cards(`select 'Marielba ' || chr(96 + n) || 'ez' from generate_series(1, 10) n`, '1 day')
  await cards(`values ('Elba Castro'), ('Elba Duarte')`, '400 days')
  const page = await visit(sizes[1]![1])
  const quick = dialog(page, 'Escribe la cita')
  await open(page)
  await field(page).fill('Elba mañana 3pm')
  await button(quick, /^Elba Castro/).waitFor()
  await chip(page, 'Cliente, por confirmar').waitFor()
  const names = () => quick.getByRole('list', { name: 'Cliente' }).locator('b').allInnerTexts()
  assert.deepEqual((await names()).toSorted(), ['Elba Castro', 'Elba Duarte', 'Elba, cliente nuevo'])
  // Of more than are listed, none is the only one, and nobody is new for certain.
  await cards(`select 'Elba ' || chr(96 + n) || 'ez' from generate_series(1, 7) n`, '2 days')
  await field(page).fill('Elb mañana 3pm')
  await quick.getByText('Hay 2 clientes más. Escribe también el apellido.').waitFor()
  await chip(page, 'Cliente, por confirmar').waitFor()
  assert.equal(await button(quick, 'Elb, cliente nuevo').getAttribute('aria-pressed'), 'false')
  await state(page)
  await field(page).fill('Elba Duarte mañana 3pm')
  await button(quick, /^Elba Duarte/)
    .and(page.locator('[aria-pressed=true]'))
    .waitFor()
})

test('while clients and appointments are looked for, or cannot be, nobody is taken or said to be new or absent', async () => {
  await owner('/api/clients', { client_name: 'Ulpiana Demora', client_email: 'ulpiana@correo.example' })
  const page = await visit(sizes[1]![1], '', { expects: [/ERR_FAILED/] })
  const quick = dialog(page, 'Escribe la cita')
  const isPressed = (name: string | RegExp) => button(quick, name).getAttribute('aria-pressed')
  await page.route('**/api/clients?*', (route) => route.abort())
  await page.route('**/api/appointments?*', (route) => route.abort())
  await open(page)
  await field(page).fill('Ulpiana mañana 3pm')
  await quick.getByText('No pudimos buscar entre tus clientes.').waitFor()
  await chip(page, 'Cliente, por confirmar').waitFor()
  assert.equal(await isPressed('Ulpiana, cliente nuevo'), 'false')
  await state(page)
  await field(page).fill('mover a Ulpiana a las 11am')
  await quick.getByText('No pudimos buscar sus citas.').waitFor()
  assert.equal(await quick.getByText(/No encontré/).count(), 0)
  assert.ok(await button(page, 'Mover la cita').isDisabled())

  await page.unrouteAll()
  await field(page).fill('Ulpiana D mañana 3pm')
  await button(quick, /^Ulpiana Demora/)
    .and(page.locator('[aria-pressed=true]'))
    .waitFor()
  // The answer to the words before is not the one to these.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/clients?*', (route) => held.then(() => route.continue()))
  await field(page).fill('Ulpiana Duarte mañana 3pm')
  await chip(page, 'Cliente, por confirmar').waitFor()
  assert.equal(await isPressed('Ulpiana Duarte, cliente nuevo'), 'false')
  answer()
  await button(quick, 'Ulpiana Duarte, cliente nuevo').and(page.locator('[aria-pressed=true]')).waitFor()
})

test('who comes late can be moved by a sentence', async () => {
  await onDay(site, 'Tardía Puntual', 0, '00:00')
  const page = await visit(sizes[1]![1])
  await open(page)
  await field(page).fill('mover a Tardía para mañana a las 5pm')
  await button(dialog(page, 'Escribe la cita'), /^Tardía Puntual/)
    .and(page.locator('[aria-pressed=true]'))
    .waitFor()
})

test('a typed telephone is never lost, and makes a namesake with another one somebody else', async () => {
  const [phone, email] = ['+573115550011', 'filomena@correo.example']
  await owner('/api/clients', { client_name: 'Filomena Rueda', client_phone: phone, client_email: email })
  await owner('/api/clients', { client_name: 'Nicanora Sola', client_email: 'nicanora@correo.example' })
  const page = await visit(sizes[1]![1])
  const quick = dialog(page, 'Escribe la cita')
  const form = dialog(page, 'Nueva cita')
  const value = (name: string) => form.locator(`input[name=${name}]`).inputValue()
  /** Writes the sentence, and ends with the form that it fills. */
  const book = async (sentence: string, wait: () => Promise<void>) => {
    await open(page)
    await field(page).fill(sentence)
    await wait()
    await button(page, 'Revisar y agendar').click()
    await form.waitFor()
    const filled = [await value('client_name'), await value('client_phone'), await value('client_email')]
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    return filled
  }
  const chosen = (name = /^Filomena Rueda/) =>
    button(quick, name).and(page.locator('[aria-pressed=true]')).waitFor()

  const other = await book('Filomena 300 555 00 22 mañana 3pm', () =>
    chip(page, 'Cliente, por confirmar').waitFor(),
  )
  assert.deepEqual(other, ['Filomena', '3005550022', ''], 'nobody chose the card')
  const same = await book('Filomena 311 555 00 11 mañana 3pm', () => chosen())
  assert.deepEqual(same, ['Filomena Rueda', '3115550011', 'filomena@correo.example'])
  const picked = await book('Filomena 300 555 00 22 mañana 3pm', async () => {
    await button(quick, /^Filomena Rueda/).click()
    await chosen()
  })
  assert.deepEqual(picked, ['Filomena Rueda', '3005550022', 'filomena@correo.example'])
  const added = await book('Nicanora 300 555 00 33 mañana 3pm', () => chosen(/^Nicanora Sola/))
  assert.deepEqual(added, ['Nicanora Sola', '3005550033', 'nicanora@correo.example'])
})

test('what may be two services is asked, the first of the list among them', async () => {
  const { service: one } = await owner('/api/services', {
    service_name: 'Ritual lunar corto',
    duration_minutes: 30,
    price: 1,
  })
  const { service: two } = await owner('/api/services', {
    service_name: 'Ritual lunar largo',
    duration_minutes: 60,
    price: 2,
  })
  const page = await visit(sizes[0]![1])
  await open(page)
  await field(page).fill('ana mañana 10am ritual lunar')
  const doubt = chip(page, 'Servicio, por confirmar')
  await doubt.waitFor()
  assert.deepEqual(
    await doubt
      .locator('optgroup option')
      .evaluateAll((all) => all.map((o) => (o as HTMLOptionElement).value)),
    [String(one.id), String(two.id)],
  )
  await doubt.selectOption(String(two.id))
  await chip(page, 'Servicio').waitFor()
  assert.equal(await chip(page, 'Servicio').inputValue(), String(two.id))
})

test('blocked time and a move are understood too', async () => {
  await onDay(site, 'Casilda Mudanza', 4)
  // Moved before, it is still hers; what is of a professional of her name is not.
  await query(
    site.dataDir,
    `update appointments set rescheduled_from = starts_at - interval '1 day' where client_name = 'Casilda Mudanza'
     returning id`,
  )
  await onDay(site, 'Rebeca Ajena', 7)
  await onDay(site, 'Maricasilda Otra', 8)
  await query(
    site.dataDir,
    `update appointments set professional_name = 'Casilda Colega' where client_name = 'Rebeca Ajena' returning id`,
  )
  const page = await visit(sizes[1]![1])
  const { professionals } = await owner('/api/professionals')
  const first = professionals[0].professional_name.split(' ')[0]
  await open(page)
  await field(page).fill(`bloquear ${first} mañana de 2 a 4`)
  await button(page, 'Revisar y bloquear').click()
  const block = dialog(page, 'Bloquear tiempo')
  await block.waitFor()
  assert.equal(await block.locator('input[name=from_time]').inputValue(), '14:00')
  assert.equal(await block.locator('input[name=to_time]').inputValue(), '16:00')
  await page.keyboard.press('Escape')
  await block.waitFor({ state: 'detached' })

  // Several days are a vacation, and a day without an hour is blocked whole.
  await open(page)
  const [from, to] = [dayAhead(3), dayAhead(6)]
  await field(page).fill(`bloquear ${first} de ${weekday(from)} a ${weekday(to)}`)
  await button(page, 'Revisar y bloquear').click()
  await block.waitFor()
  assert.equal(await block.locator('input[name=first_date]').inputValue(), from)
  assert.equal(await block.locator('input[name=last_date]').inputValue(), to)
  await page.keyboard.press('Escape')
  await block.waitFor({ state: 'detached' })
  await open(page)
  await field(page).fill(`bloquear ${first} mañana`)
  await button(page, 'Revisar y bloquear').click()
  await button(block, 'Bloquear el día').waitFor()
  await page.keyboard.press('Escape')
  await block.waitFor({ state: 'detached' })

  await open(page)
  const day = dayAhead(5)
  await field(page).fill(
    `mover casilda para el ${Number(day.slice(8))}/${Number(day.slice(5, 7))} a las 11am`,
  )
  await button(page, /^Casilda Mudanza/).waitFor()
  assert.equal(
    await dialog(page, 'Escribe la cita').getByRole('list', { name: 'Cita' }).locator('li').count(),
    1,
  )
  await button(page, 'Mover la cita').click()
  await page
    .getByRole('region', { name: /Casilda Mudanza/ })
    .or(page.locator('.move-bar'))
    .first()
    .waitFor()
  await page
    .getByText(/11:00 am/)
    .first()
    .waitFor()
})

test('a move takes whom the sentence names, and an end alone asks for its beginning', async () => {
  await onDay(site, 'Rosalba Traslado', 4)
  const { appointments } = await owner('/api/appointments?q=Rosalba')
  const { professionals } = await owner('/api/professionals')
  const other = professionals.find(({ id }: { id: number }) => id !== appointments[0].professional_id)
  const first = other.professional_name.split(' ')[0]
  // From the list, too, the calendar is shown, with a column for whom it is about.
  const page = await visit(sizes[1]![1], '?vista=lista')
  await open(page)
  await field(page).fill(`mover rosalba con ${first} a las 11am`)
  await button(page, /^Rosalba Traslado/).waitFor()
  assert.equal(await chip(page, /^Profesional/).inputValue(), String(other.id))
  await button(page, 'Mover la cita').click()
  const bar = page.getByRole('group', { name: 'Mover la cita de Rosalba Traslado' })
  await bar.getByText(`11:00 am, con ${other.professional_name}`).waitFor()
  await page.waitForURL(/por=persona/)
  assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), {
    fecha: appointments[0].appointment_date,
    por: 'persona',
    rango: 'dia',
  })
  await bar.getByRole('button', { name: 'Cancelar' }).click()

  await open(page)
  await field(page).fill(`bloquear ${first} mañana hasta las 4`)
  await chip(page, 'Hora, por confirmar').waitFor()
  await dialog(page, 'Escribe la cita').getByText('Hasta 4:00 pm').waitFor()
  await button(page, 'Revisar y bloquear').click()
  const block = dialog(page, 'Bloquear tiempo')
  await block.waitFor()
  assert.equal(await block.locator('input[name=from_time]').inputValue(), '')
  assert.equal(await block.locator('input[name=to_time]').inputValue(), '16:00')
})
