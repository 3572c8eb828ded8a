import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { book, button, dialog, owner, site, sizes, state, toast, visit, type Open } from './agenda.ts'
import { query } from '../server.ts'
import { freeTime } from './booking.ts'
import { desktop, quiet } from './helper.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Citas elegidas' })

/** So many appointments of one e-mail, as somebody books by the page. */
async function booked(count: number, name: string, email: string) {
  for (let i = 0; i < count; i++) await book(await freeTime(site, 'Lifting de pestañas'), { name, email })
}

interface Row {
  id: number
  client_email: string
  status: string
}
const standing = async (email: string): Promise<Row[]> =>
  (await owner(`/api/appointments?q=${encodeURIComponent(email)}`)).appointments.filter(
    (row: Row) => row.client_email === email,
  )
const statuses = async (email: string) => (await standing(email)).map(({ status }) => status)

async function list(open: Open, words: string): Promise<Page> {
  const page = await visit(open, '?vista=lista', { expects: [/ERR_FAILED/] })
  await page.getByRole('searchbox').fill(words)
  await page.locator('.list-acts [role=status]', { hasText: /^[34] citas$/ }).waitFor({ state: 'attached' })
  return page
}

const tablet: Open = async (browser: Browser, visitor) => {
  const context = await desktop(browser, visitor)
  context.on('page', (page) => void page.setViewportSize({ width: 768, height: 1024 }))
  return context
}

for (const [name, open] of [...sizes, ['on a tablet', tablet] as const])
  test(`all of one e-mail ${name}: chosen, asked about by their number, cancelled, and no others`, async () => {
    const word = name.replace(/\W/g, '')
    const email = `ana.${word}@correo.example`
    await booked(3, `Bomba ${word}`, email)
    // Another client, whose address holds the first one's.
    await booked(1, `Bomba ${word} Lejana`, `ju${email}`)
    const page = await list(open, `Bomba ${word}`)
    await button(page, `Más acciones para Bomba ${word}`).first().click()
    await button(page, 'Elegir todas las de este correo').click()
    await bar(page).getByText('3 citas elegidas').waitFor()
    await state(page)
    await button(bar(page), 'Cancelar las 3').click()
    const ask = dialog(page, '¿Cancelar 3 citas?')
    await ask.getByText('Son de 1 cliente.').waitFor()
    await ask.getByText('Un solo correo a cada cliente.').waitFor()
    await ask.getByLabel('Avisar por correo').uncheck()
    await ask.getByText('Nadie se entera de que se cancelaron.').waitFor()
    await state(page)
    await button(ask, 'Sí, cancelar las 3').click()
    await toast(page, '3 citas canceladas').waitFor()
    await bar(page).waitFor({ state: 'detached' })
    assert.deepEqual(await statuses(email), Array(3).fill('cancelled'))
    assert.deepEqual(await statuses(`ju${email}`), ['scheduled'])
    await quiet(page)
    assert.deepEqual(await page.locator('.notice').allInnerTexts(), [], 'it is no news to who did it')
    await page.close()
  })

test('among many that are over, those that can be cancelled are asked for alone, until somebody leaves', async () => {
  const name = 'Pasada Prueba'
  await booked(1, name, 'antigua@correo.example')
  await query(
    site.dataDir,
    `insert into appointments (business_id, client_name, client_phone, client_email, service_id, service_name, professional_id,
       professional_name, appointment_date, appointment_time, duration_minutes, starts_at, ends_at, price, booked_by, status,
       attendance_status)
     select business_id, client_name, client_phone, client_email, service_id, service_name, professional_id, professional_name,
       d::date, '03:00', 30, d + interval '8 hours', d + interval '8 hours 30 minutes', price, 'owner',
       case when d < '2019-01-03' then 'scheduled' else 'completed' end,
       case when d < '2019-01-03' then 'pending' else 'attended' end
     from (select * from appointments where client_name = '${name}') a,
       generate_series(timestamptz '2019-01-01T00:00Z', timestamptz '2022-06-01T00:00Z', interval '1 day') d returning id`,
  )
  const page = await visit(desktop, '?vista=lista')
  await button(page, 'Pasadas').click()
  await page.getByLabel('Estado').selectOption('scheduled')
  await page.getByRole('searchbox').fill(name)
  await page.locator('.list-acts [role=status]', { hasText: /^2 citas$/ }).waitFor({ state: 'attached' })
  const choose = async () => {
    await button(page, `Más acciones para ${name}`).first().click()
    await button(page, 'Elegir todas las de este correo').click()
  }
  await choose()
  await bar(page).getByText('2 citas elegidas').waitFor()
  await page.locator('.list-acts [role=status]', { hasText: /^1.?248 citas$/ }).waitFor({ state: 'attached' })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('limit=500') && asked.push(request.url()))
  await button(bar(page), /^Elegir todas \(/).click()
  await bar(page).getByText('2 citas elegidas').waitFor()
  await quiet(page)
  assert.equal(asked.length, 2, asked.join('\n'))
  // What is still on its way chooses nothing any more.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route(/limit=500/, (route) => held.then(() => route.continue()))
  await button(bar(page), /^Elegir todas \(/).click()
  await button(bar(page), 'Salir').click()
  await bar(page).waitFor({ state: 'detached' })
  const answered = page.waitForResponse(/limit=500/)
  answer()
  await answered
  await quiet(page)
  assert.equal(await bar(page).count(), 0)
  await page.close()
})

test('what its client moved after it was chosen stands where it is now, and is said', async () => {
  const [name, email] = ['Movida Prueba', 'movida@correo.example']
  await booked(3, name, email)
  const page = await list(desktop, name)
  await button(page, 'Elegir varias').click()
  await button(bar(page), 'Elegir todas (3)').click()
  await button(bar(page), 'Cancelar las 3').click()
  const ask = dialog(page, '¿Cancelar 3 citas?')
  await ask.waitFor()
  const [moved] = await standing(email)
  const { date, time } = await freeTime(site, 'Lifting de pestañas')
  await owner(`/api/appointments/${moved!.id}`, { appointment_date: date, appointment_time: time }, 'PATCH')
  await button(ask, 'Sí, cancelar las 3').click()
  const done = dialog(page, '2 citas canceladas')
  await done.getByText(/La cita cambió mientras elegías: ahora es el /).waitFor()
  await button(done, 'Listo').click()
  const left = (await standing(email)).filter(({ status }) => status === 'scheduled')
  assert.deepEqual(
    left.map(({ id }) => id),
    [moved!.id],
  )
  await page.close()
})

test('the number of all is that of those that can be cancelled, also after one was cancelled elsewhere', async () => {
  const [name, email] = ['Contada Prueba', 'contada@correo.example']
  await booked(4, name, email)
  const [first, second] = await standing(email)
  await owner(`/api/appointments/${first!.id}/cancel`, {})
  const page = await list(desktop, name)
  await button(page, 'Elegir varias').click()
  await button(bar(page), 'Elegir todas (3)').waitFor()
  await owner(`/api/appointments/${second!.id}/cancel`, {})
  await button(bar(page), 'Elegir todas (2)').click()
  await bar(page).getByText('2 citas elegidas').waitFor()
  await page.getByLabel('Estado').selectOption('cancelled')
  await button(bar(page), 'Elegir todas').click()
  await toast(page, 'Ninguna de estas citas se puede cancelar.').waitFor()
  await page.close()
})

test('by keys, one by one: what was cancelled elsewhere meanwhile is said', async () => {
  const [name, email] = ['Teclas Prueba', 'teclas@correo.example']
  await booked(4, name, email)
  const page = await list(desktop, name)
  await button(page, 'Elegir varias').focus()
  await page.keyboard.press('Enter')
  await bar(page).getByText('Ninguna cita elegida').waitFor()
  const boxes = page.getByRole('checkbox', { name: /^Elegir la cita de Teclas Prueba, / })
  for (const i of [0, 1, 2]) {
    await boxes.nth(i).focus()
    await page.keyboard.press('Space')
  }
  await bar(page).getByText('3 citas elegidas').waitFor()
  await boxes.nth(2).focus()
  await page.keyboard.press('Space')
  await bar(page).getByText('2 citas elegidas').waitFor()
  await button(bar(page), 'Elegir todas (4)').click()
  await bar(page).getByText('4 citas elegidas').waitFor()
  // The answer gets lost, and the list hears of nothing: the repetition says what the first one did.
  let calls = 0
  await page.route('**/cancel-many', async (route) => {
    if (++calls > 1) return route.continue()
    const [first] = await standing(email)
    await owner(`/api/appointments/${first!.id}/cancel`, {})
    await route.fetch()
    await route.abort()
  })
  await button(bar(page), 'Cancelar las 4').click()
  const ask = dialog(page, '¿Cancelar 4 citas?')
  const lost = page.waitForEvent('requestfailed')
  await button(ask, 'Sí, cancelar las 4').click()
  await lost
  await button(ask, 'Sí, cancelar las 4').click()
  const done = dialog(page, '3 citas canceladas')
  await done.getByText('Esta no se canceló:').waitFor()
  await done.getByText('La cita ya está cancelada').waitFor()
  await state(page)
  await button(done, 'Listo').click()
  await bar(page).waitFor({ state: 'detached' })
  assert.deepEqual(await statuses(email), Array(4).fill('cancelled'))
  await page.close()
})
