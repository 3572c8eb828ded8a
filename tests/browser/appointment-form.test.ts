/** The form of an appointment: what the choice of a client fills in. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { until } from '../smtp.ts'
import { browser, dialog, owner, site, sizes, state } from './agenda.ts'
import { signIn } from './helper.ts'

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
