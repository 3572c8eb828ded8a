/** The form of an appointment: what it begins with, and what the choice of a client fills in. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { browser, button, create, dialog, owner, site, sizes, state, visit } from './agenda.ts'
import { dayAhead } from './booking.ts'
import { desktop, signIn } from './helper.ts'

const MEMBER = { email: 'sola@correo.example', password: 'demo2026' }

/** The form as it opens, by a press on an agenda that is there, and by an address, before the team has come. */
const ways: [name: string, open: (page: Page) => Promise<void>][] = [
  [
    'from the agenda',
    async (page) => {
      await page.goto(`${site.url}/dashboard/appointments`)
      await page.locator('.cal-area:not(.waiting)').waitFor()
      await create(page).click()
    },
  ],
  ['by its address', async (page) => void (await page.goto(`${site.url}/dashboard/appointments?nueva=1`))],
]

async function untouched(page: Page, open: (page: Page) => Promise<void>, professional: number) {
  const form = dialog(page, 'Nueva cita')
  const chosen = form.locator('select[name=professional_id]')
  await open(page)
  await until(async () => (await chosen.inputValue()) === String(professional))
  await button(form, 'Bloquear este tiempo').waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
  assert.equal(await dialog(page, 'Cambios sin guardar').count(), 0)
  await open(page)
  await until(async () => (await chosen.inputValue()) === String(professional))
  await button(form, 'Bloquear este tiempo').click()
  await dialog(page, 'Bloquear tiempo').waitFor()
}

for (const [name, open] of ways)
  test(`an untouched form with the only professional chosen closes at once, and offers the block, ${name}`, async () => {
    const { professionals } = await owner('/api/professionals')
    const [{ id }] = professionals
    await query(site.dataDir, `update professionals set is_active = false where id <> ${id}`)
    try {
      const page = await (await sizes[1]![1](browser)).newPage()
      await signIn(page, site)
      await untouched(page, open, id)
    } finally {
      await query(site.dataDir, 'update professionals set is_active = true')
    }
  })

test('so it does for who has an agenda of their own', async () => {
  const { professionals } = await owner('/api/professionals')
  const [{ id }] = professionals
  await query(
    site.dataDir,
    `with person as (
       insert into users (email, name, password_hash)
       select '${MEMBER.email}', 'Sola', password_hash from users where email = 'demo@enpunto.example' returning id)
     insert into memberships (business_id, user_id, role, professional_id)
     select 1, person.id, 'professional', ${id} from person`,
  )
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site, MEMBER)
  await untouched(page, ways[0]![1], id)
})

before(async () => {
  for (const card of [
    { client_name: 'Petronila Uno', client_phone: '+593991234567', client_id: '1020304050' },
    { client_name: 'Leocadia Dos', client_email: 'leocadia@correo.example' },
    { client_name: 'Nicasia Tres', client_phone: '+573005550044' },
  ])
    await owner('/api/clients', card)
})

for (const [name, open] of sizes)
  test(`another client replaces all that the first one filled in ${name}`, async () => {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    // A business that writes by WhatsApp.
    await page.route('**/api/messages/whatsapp', async (route) => {
      const setting = await (await route.fetch()).json()
      await route.fulfill({ json: { ...setting, is_available: true, reminder_channel: 'whatsapp' } })
    })
    await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
    const form = dialog(page, 'Nueva cita')
    const box = form.getByLabel(/^El cliente pidió recibirlo por WhatsApp/)
    const become = async (name: string) => {
      await form.getByLabel('Nombre').fill(name.split(' ')[0]!)
      await form.getByRole('option', { name: new RegExp(`^${name}`) }).click()
      await until(async () => (await form.getByLabel('Nombre').inputValue()) === name)
    }
    const contacts = async () =>
      Promise.all(
        ['country', 'client_phone', 'client_email', 'client_id'].map((field) =>
          form.locator(`[name=${field}]`).inputValue(),
        ),
      )
    await become('Petronila Uno')
    assert.deepEqual(await contacts(), ['EC', '991234567', '', '1020304050'])
    await box.check()
    await become('Leocadia Dos')
    assert.deepEqual(await contacts(), ['CO', '', 'leocadia@correo.example', ''])
    assert.equal(await box.count(), 0)
    await become('Nicasia Tres')
    assert.deepEqual(await contacts(), ['CO', '3005550044', '', ''])
    assert.equal(await box.isChecked(), false, 'it was another client who asked')
    await box.check()
    await become('Petronila Uno')
    assert.deepEqual(await contacts(), ['EC', '991234567', '', '1020304050'])
    assert.equal(await box.isChecked(), false, 'it was another client who asked')
    await state(page)
  })

test('a telephone typed before the client is chosen stays, where the card has none', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments?nueva=1`)
  const form = dialog(page, 'Nueva cita')
  const phone = form.locator('[name=client_phone]')
  await phone.fill('3115550077')
  await form.getByLabel('Nombre').fill('Leocadia')
  await form.getByRole('option', { name: /^Leocadia Dos/ }).click()
  await until(
    async () => (await form.locator('[name=client_email]').inputValue()) === 'leocadia@correo.example',
  )
  assert.equal(await phone.inputValue(), '3115550077')
})

for (const [name, open] of sizes)
  test(`of a day ahead that is looked at, the form begins on that day ${name}`, async () => {
    const date = dayAhead(3)
    const page = await visit(open, `?fecha=${date}&rango=dia`)
    await create(page).click()
    const chosen = dialog(page, 'Nueva cita').locator('[name=appointment_date]:checked, [type=date]')
    await until(async () => (await chosen.first().inputValue()) === date)
    await page.keyboard.press('Escape')
    await dialog(page, 'Nueva cita').waitFor({ state: 'detached' })
  })

test('on a phone the button that submits a form is wider than the one that leaves it', async () => {
  const page = await visit(sizes[0]![1], '')
  await create(page).click()
  const form = dialog(page, 'Nueva cita')
  const [leave, submit] = await Promise.all(
    ['Cancelar', 'Crear cita'].map((name) => button(form, name).boundingBox()),
  )
  assert.ok(submit!.width > leave!.width * 1.4, `${submit!.width} and ${leave!.width} px`)
  assert.equal(submit!.y, leave!.y)
})
