/** Forms that were sent before the page's script was awake, and what that script makes of them. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  awake,
  button,
  fillClient,
  freeTime,
  newClient,
  onPhone,
  title,
  worksAt,
  type Client,
} from './booking.ts'
import { hold, quiet, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

/** The file that wakes the steps after the first one. */
const SCRIPT = '**/assets/after-choice-*.js'
/** Without a preference for a professional, nothing but the key tells a second press from a second booking. */
const anybody = (address: string) => address.replace(/profesional=\d+/, 'profesional=any')

/** At step 3 by forms alone; the returned function lets the page's script through. */
async function atConfirm(client: Client) {
  const page = await onPhone({ expects: [/ERR_CONNECTION_FAILED/] })
  const wake = await hold(page, SCRIPT)
  const address = anybody(addressOf(site, await freeTime(site, 'Corte y cepillado'), 'datos'))
  // A script that is held back holds back the end of loading, too.
  await page.goto(address, { waitUntil: 'commit' })
  await fillClient(page, client)
  await button(page, 'Continuar').click({ noWaitAfter: true })
  await title(page, 'Confirmar tu cita').waitFor()
  return { page, wake }
}

const bookedBy = async ({ email }: Client) => {
  const [found] = await query<{ count: string }>(
    site.dataDir,
    `select count(*) from appointments where client_email = '${email}'`,
  )
  return Number(found!.count)
}

for (const isRemembered of [false, true])
  test(`what is typed before the script is awake stays, also where ${isRemembered ? 'this phone remembers somebody' : 'there is an older draft'}`, async () => {
    const page = await onPhone({ expects: [/ERR_CONNECTION_FAILED/] })
    const wake = await hold(page, SCRIPT)
    const { business, service, professional, ...wanted } = await freeTime(site)
    if (isRemembered) {
      const returning = {
        first_name: 'Ana',
        phone_end: '567',
        has_email: true,
        service_id: service,
        variant_id: null,
        addon_ids: [],
        professional_id: professional,
      }
      await page.route('**/returning', (route) => route.fulfill({ json: { success: true, returning } }))
      await page.addInitScript((id) => localStorage.setItem(`enpunto.recordado.${id}`, 'true'), business)
    } else
      await page.addInitScript((id) => {
        sessionStorage.setItem(
          `enpunto.datos.${id}`,
          JSON.stringify({ client_name: 'Ana Ruiz', terms: 'on' }),
        )
      }, business)
    const address = addressOf(site, { business, service, professional, ...wanted }, 'datos')
    await page.goto(address, { waitUntil: 'commit' })
    const name = page.getByLabel('Nombre completo')
    await name.fill('Camila Rojas')
    wake()
    await worksAt(page.locator('form.form'))
    await quiet(page)
    assert.equal(await name.inputValue(), 'Camila Rojas')
    assert.equal(await page.getByText('¿Usamos los mismos datos?').count(), 0)
  })

test('what was left empty is as it was drafted, where the draft is of nobody else', async () => {
  const page = await onPhone({ expects: [/ERR_CONNECTION_FAILED/] })
  const wake = await hold(page, SCRIPT)
  const wanted = await freeTime(site)
  const draft = {
    client_phone_country: 'MX',
    client_phone: '5512345678',
    client_name: 'Ana Ruiz',
    client_email: 'ana@correo.example',
    client_id: '10203040',
    terms: 'on',
  }
  await page.addInitScript(
    ([key, draft]) => sessionStorage.getItem(key!) ?? sessionStorage.setItem(key!, draft!),
    [`enpunto.datos.${wanted.business}`, JSON.stringify(draft)],
  )
  await page.goto(addressOf(site, wanted, 'datos'), { waitUntil: 'commit' })
  const name = page.getByLabel('Nombre completo')
  await name.pressSequentially('Ana R')
  wake()
  await worksAt(page.locator('form.form'))
  await quiet(page)
  const values = () =>
    page
      .locator('form.form')
      .evaluate((form) => Object.fromEntries(new FormData(form as HTMLFormElement)) as Record<string, string>)
  const expected = (client_name: string) => ({ ...draft, client_name, notes: '' })
  assert.deepEqual(await values(), expected('Ana R'))
  assert.ok(await page.getByLabel('Cédula (opcional)').isVisible())
  await name.fill('Ana Ruiz Paz')
  await page.reload()
  await awake(page)
  await until(async () => (await name.inputValue()) !== '', 10_000, 'the draft')
  assert.deepEqual(await values(), expected('Ana Ruiz Paz'))
})

test('confirmed before the script is awake and once more after it: one key, and one appointment', async () => {
  const client = newClient()
  const { page, wake } = await atConfirm(client)
  const keys: string[] = []
  await page.route('**/negocio/**', async (route) => {
    keys.push(/name="key"\s+([^\s]+)|\bkey=([^&]+)/.exec(route.request().postData()!)!.slice(1).join(''))
    await route.fetch()
    // As whoever stops waiting: it is booked, and the page stays.
    await route.fulfill({ status: 204 })
  })
  page.on('request', (request) => {
    if (request.url().endsWith('/api/appointments/public')) keys.push(request.headers()['idempotency-key']!)
  })
  await button(page, 'Confirmar Cita').click({ noWaitAfter: true })
  await until(async () => (await bookedBy(client)) === 1, 10_000, 'the booking by the form')
  wake()
  await worksAt(page.getByRole('region', { name: 'Resumen de tu cita' }))
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
  assert.equal(await bookedBy(client), 1)
})

test('what the script had sent, and nobody answered, is not sent again where the form’s answer says that it is booked', async () => {
  const client = newClient()
  const { page, wake } = await atConfirm(client)
  wake()
  await worksAt(page.getByRole('region', { name: 'Resumen de tu cita' }))
  page.on('dialog', (dialog) => void dialog.accept())
  await page.route('**/api/appointments/public', (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await page.getByText('Se cortó la conexión.').waitFor()
  // As the form that was sent first does when its answer comes at last.
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('form:has([name=key])')!
    form.append(Object.assign(document.createElement('input'), { name: 'intent', value: 'confirmar' }))
    form.submit()
  })
  await title(page, '¡Cita Confirmada!').waitFor()
  await awake(page)
  await until(
    () =>
      page.evaluate(() => Object.keys(sessionStorage).every((key) => !key.startsWith('enpunto.intentos.'))),
    10_000,
    'nothing to send again',
  )
  await title(page, '¡Cita Confirmada!').waitFor()
  assert.equal(await bookedBy(client), 1)
})

test('the confirmation of a form is still there after a reload, and in a new tab', async () => {
  const client = newClient()
  const { page, wake } = await atConfirm(client)
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  wake()
  await page.waitForURL(/paso=lista&cita=\d+/)
  const address = page.url()
  for (let i = 0; i < 2; i++) {
    await page.reload()
    await awake(page)
    await title(page, '¡Cita Confirmada!').waitFor()
    await page.getByText(`Te enviamos la confirmación a ${client.email}`).waitFor()
  }
  // Booked here a moment ago: a mistyped e-mail can be corrected.
  await button(page, 'Corregir correo').waitFor()
  const again = await page.context().newPage()
  await page.close()
  await again.goto(address)
  await title(again, '¡Cita Confirmada!').waitFor()
  assert.equal(await bookedBy(client), 1)
})

test('a form that was answered with an error was not sent: the confirmation knows what the script corrected', async () => {
  const client = newClient()
  const wanted = await freeTime(site)
  await query(site.dataDir, `update businesses set asks_email = 'optional' where id = ${wanted.business}`)
  const page = await onPhone({ expects: [/400/] })
  const wake = await hold(page, SCRIPT)
  await page.goto(addressOf(site, wanted, 'datos'), { waitUntil: 'commit' })
  await fillClient(page, { ...client, name: '', email: '' })
  await page.locator('label', { hasText: 'Sin avisos' }).click()
  await button(page, 'Continuar').click({ noWaitAfter: true })
  await page.locator('#client_name-error').waitFor()
  wake()
  await worksAt(page.locator('form.form'))
  await page.getByLabel('Nombre completo').fill(client.name)
  await button(page, 'Continuar').click()
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  await page.getByText('Reservaste sin correo: no te enviaremos avisos.').waitFor()
})
