/** Reminders by WhatsApp, from the owner's setting to the customer's answer, with a stand-in of the Cloud API. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { hook, reply, startWhatsApp, status, type StandIn, whatsAppEnv } from '../standin/whatsapp.ts'
import {
  addressOf,
  button,
  fillClient,
  freeTime,
  isWiderThanScreen,
  newClient,
  title,
  visit,
} from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
let standIn: StandIn
before(async () => {
  standIn = await startWhatsApp()
  const env = whatsAppEnv(standIn.url)
  ;[site, browser] = await Promise.all([startSite({ env }), launch()])
})
after(() => standIn.stop())

const BOX = 'Quiero recibir la confirmación y el recordatorio por WhatsApp'

test('a way that is chosen by keys shows at once and keeps the focus', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=recordatorios`)
  const way = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
  await way('Correo').press('ArrowDown')
  for (const [name, key] of [
    ['WhatsApp', 'ArrowUp'],
    ['Correo', 'Tab'],
  ] as const) {
    await way(name).and(page.locator(':checked')).waitFor()
    await page
      .locator('.toast:not(.leaving, [data-seen])', { hasText: 'Guardado' })
      .first()
      .evaluate((one) => one.setAttribute('data-seen', ''))
    await page.locator('.set-options[aria-busy=false]').waitFor()
    assert.ok(await way(name).evaluate((one) => one === document.activeElement), name)
    await page.keyboard.press(key)
  }
})

for (const [size, open] of [
  ['phone', phone],
  ['desktop', desktop],
] as const)
  test(`off until the owner wants it; then a customer may ask for it, and gets it (${size})`, async () => {
    const owner = await (await open(browser)).newPage()
    await signIn(owner, site)
    const set = async (name: string) => {
      await owner.goto(`${site.url}/dashboard/settings?seccion=recordatorios`)
      await owner.getByRole('heading', { name: 'Recordatorios por WhatsApp' }).waitFor()
      const way = owner.getByRole('radio', { name: new RegExp(`^${name}`) })
      if (await way.isChecked()) return
      await way.click()
      await owner.locator('.toast', { hasText: 'Guardado' }).waitFor()
    }
    await set('Correo')
    await axe(owner)
    const wanted = await freeTime(site)
    const page = await (await open(browser)).newPage()
    await visit(page, addressOf(site, wanted, 'datos'))
    assert.equal(await page.getByText(BOX).count(), 0)

    await set('WhatsApp')
    await visit(page, addressOf(site, wanted, 'datos'))
    const client = newClient()
    await fillClient(page, client)
    const box = page.getByLabel(BOX)
    assert.equal(await box.isChecked(), false, 'nobody agrees by leaving it as it is')
    await box.check()
    await axe(page)
    const had = standIn.sent.length
    await button(page, 'Continuar').click()
    await title(page, 'Confirmar tu cita').waitFor()
    await button(page, 'Confirmar Cita').click()
    await page
      .getByRole('heading', { name: /¡Listo|confirmada|agendada/i })
      .first()
      .waitFor()
    await until(() => standIn.sent.length > had)
    const { to, body } = standIn.sent.at(-1)!
    assert.equal(to, client.phone.replace(/\D/g, '').replace(/^(?!57)/, '57'))
    assert.equal(body.template.name, 'cita_confirmada_v1')

    const { body: payload, headers } = hook({ messages: [reply({ from: to, text: 'BAJA' })] })
    const answer = await fetch(`${site.url}/api/hooks/whatsapp`, { method: 'POST', body: payload, headers })
    assert.equal(answer.status, 200)
    await until(() => standIn.sent.at(-1)!.body.type === 'text')
    assert.equal(standIn.sent.at(-1)!.body.text.body, 'Listo, no te escribiremos más por WhatsApp.')
  })

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`the owner notes that the client asked for it, where there is a telephone (${size})`, async () => {
    const wanted = await freeTime(site)
    const owner = await (await open(browser)).newPage()
    await signIn(owner, site)
    const channel = (to: string) =>
      query(site.dataDir, `update businesses set reminder_channel = '${to}' where id = ${wanted.business}`)
    const show = async () => {
      await owner.goto(
        `${site.url}/dashboard/appointments?nueva=1&fecha=${wanted.date}&hora=${wanted.time}&profesional=${wanted.professional}`,
      )
      const form = owner.getByRole('dialog', { name: 'Nueva cita', exact: true })
      await form.getByLabel('Servicio').selectOption(String(wanted.service))
      return form
    }
    const BY_OWNER = /^El cliente pidió recibirlo por WhatsApp/
    const national = `31555${size === 'phone' ? '11111' : '22222'}`
    await channel('email')
    const without = await show()
    await without.getByLabel('Teléfono', { exact: true }).fill(national)
    await without.getByLabel('Nombre').fill('Pedida Sinwa')
    await owner.waitForTimeout(500)
    assert.equal(await without.getByLabel(BY_OWNER).count(), 0)

    await channel('both')
    await owner.goto(`${site.url}/dashboard`)
    const form = await show()
    await form.getByLabel('Nombre').fill(`Pedida ${size}`)
    await form.getByLabel('Correo electrónico').fill('pedida@correo.example')
    assert.equal(await form.getByLabel(BY_OWNER).count(), 0, 'nobody to write to yet')
    await form.getByLabel('Teléfono', { exact: true }).fill(national)
    const box = form.getByLabel(BY_OWNER)
    await box.waitFor()
    assert.equal(await box.isChecked(), false)
    await box.check()
    await axe(owner)
    assert.equal(await isWiderThanScreen(owner), false)
    await form.getByRole('button', { name: 'Crear cita' }).click()
    await owner.locator('.toast', { hasText: 'Cita creada exitosamente' }).waitFor()
    await until(() => standIn.sent.some(({ to }) => to === `57${national}`))
    const [consent] = await query<{ channel: string; given: boolean; by: string }>(
      site.dataDir,
      `select c.channel, c.given, c.evidence ->> 'user_id' as by from consents c join appointments a
        on a.business_id = c.business_id and a.id = c.appointment_id where a.client_name = 'Pedida ${size}'`,
    )
    assert.deepEqual([consent!.channel, consent!.given], ['owner', true])
    assert.match(consent!.by, /^\d+$/)
  })

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`the quick entry asks for it where the sentence has a telephone, and the form keeps it (${size})`, async () => {
    const wanted = await freeTime(site)
    await query(site.dataDir, `update businesses set reminder_channel = 'both' where id = ${wanted.business}`)
    const owner = await (await open(browser)).newPage()
    await signIn(owner, site)
    await owner.goto(`${site.url}/dashboard/appointments`)
    await owner.getByRole('button', { name: /^Escribe la cita\./ }).click()
    const quick = owner.getByRole('dialog', { name: 'Escribe la cita' })
    const sentence = quick.getByLabel('La cita en una frase')
    const BY_OWNER = /^El cliente pidió recibirlo por WhatsApp/
    await sentence.fill('Zunilda Rápida mañana 3pm')
    await quick.getByText('Zunilda Rápida, cliente nuevo').waitFor()
    assert.equal(await quick.getByLabel(BY_OWNER).count(), 0)
    await sentence.fill('Zunilda Rápida 300 765 43 21 mañana 3pm')
    const box = quick.getByLabel(BY_OWNER)
    await box.waitFor()
    assert.equal(await box.isChecked(), false)
    await box.check()
    await axe(owner)
    assert.equal(await isWiderThanScreen(owner), false)
    await quick.getByRole('button', { name: 'Revisar y agendar' }).click()
    const form = owner.getByRole('dialog', { name: 'Nueva cita', exact: true })
    await form.waitFor()
    assert.equal(await form.getByLabel(BY_OWNER).isChecked(), true)
  })

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`without an e-mail, where it may be left out: by WhatsApp, or ‘Sin avisos’, never both (${size})`, async () => {
    const wanted = await freeTime(site)
    const set = (to: string) =>
      query(site.dataDir, `update businesses set ${to} where id = ${wanted.business}`)
    await set(`asks_email = 'optional', reminder_channel = 'whatsapp'`)
    const page = await (await open(browser)).newPage()
    await visit(page, addressOf(site, wanted, 'datos'))
    const client = newClient()
    await fillClient(page, { ...client, email: '' })
    await button(page, 'Continuar').click()
    await page.locator('#client_email-error', { hasText: 'Email es requerido' }).waitFor()
    const [none, byWhatsApp] = [page.getByLabel('Sin avisos'), page.getByLabel(BOX)]
    await none.check()
    await byWhatsApp.check()
    assert.equal(await none.isChecked(), false)
    await none.check()
    assert.equal(await byWhatsApp.isChecked(), false)
    await byWhatsApp.check()
    assert.equal(await page.getByLabel('Correo electrónico (opcional)').isEnabled(), true)
    await page.locator('#client_email-error').waitFor({ state: 'detached' })
    await axe(page)
    await button(page, 'Continuar').click()
    await page.getByText('Tu WhatsApp', { exact: true }).waitFor()
    const had = standIn.sent.length
    await button(page, 'Confirmar Cita').click()
    await page.getByText('Reservaste sin correo: te escribimos por WhatsApp.').waitFor()
    await until(() => standIn.sent.length > had)
    assert.equal(standIn.sent.at(-1)!.body.template.name, 'cita_confirmada_v1')
    await axe(page)
    await set(`asks_email = 'required'`)
  })

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`why so few may go in a day, and the telephone is confirmed by WhatsApp (${size})`, async () => {
    await query(
      site.dataDir,
      `update businesses set reminder_channel = 'both', confirmed_phone = null, created_at = now(), email_confirmed_at = now()`,
    )
    const { body, headers } = hook({ statuses: [status('sent', { id: 'wamid.number' })] })
    assert.equal(
      (await fetch(`${site.url}/api/hooks/whatsapp`, { method: 'POST', body, headers })).status,
      200,
    )
    const owner = await (await open(browser)).newPage()
    await signIn(owner, site)
    await owner.goto(`${site.url}/dashboard/settings?seccion=recordatorios`)
    await owner
      .getByText(
        'Por ahora salen hasta 50 mensajes de WhatsApp al día, hasta que confirmes tu celular y cumplas 7 días en enpunto.',
      )
      .waitFor()
    await axe(owner)
    assert.equal(await isWiderThanScreen(owner), false)
    const href = await owner
      .getByRole('link', { name: 'Confirmar mi celular por WhatsApp' })
      .getAttribute('href')
    const [{ phone: own }] = (await query<{ phone: string }>(
      site.dataDir,
      `select phone from businesses order by id limit 1`,
    )) as [{ phone: string }]
    const said = hook({
      messages: [reply({ from: own.replace(/\D/g, ''), text: new URL(href!).searchParams.get('text')! })],
    })
    await fetch(`${site.url}/api/hooks/whatsapp`, { method: 'POST', body: said.body, headers: said.headers })
    await until(async () => {
      const [row] = await query<{ is: boolean }>(
        site.dataDir,
        'select confirmed_phone is not null as is from businesses order by id limit 1',
      )
      return row!.is
    })
    await owner.reload()
    await owner.getByText('hasta que cumplas 7 días en enpunto.').waitFor()
  })

for (const [channel, text] of [
  ['email', 'Tus clientes los reciben por correo.'],
  ['whatsapp', 'Quien lo pidió los recibe por WhatsApp; los demás, por correo.'],
  ['both', 'Tus clientes los reciben por correo, y quien lo pidió también por WhatsApp.'],
] as const)
  test(`settings and questions say how clients hear: ${channel}`, async () => {
    await query(site.dataDir, `update businesses set reminder_channel = '${channel}'`)
    const owner = await (await phone(browser)).newPage()
    await signIn(owner, site)
    await owner.goto(`${site.url}/dashboard/settings?seccion=recordatorios`)
    await owner.getByText(text).waitFor()
    const [{ id }] = (await query<{ id: number }>(
      site.dataDir,
      `select id::integer from appointments where status = 'scheduled' and starts_at > now() + interval '1 day' limit 1`,
    )) as [{ id: number }]
    await owner.goto(`${site.url}/dashboard/appointments?cita=${id}`)
    await owner.getByRole('button', { name: 'Cancelar cita' }).click()
    const way = channel === 'email' ? 'por correo' : 'por correo o WhatsApp'
    await owner.getByText(`Se libera la hora y se le avisa ${way}. Esta acción`).waitFor()
  })
