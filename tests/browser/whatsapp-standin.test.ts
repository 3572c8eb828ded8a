/** WhatsApp in development: what would be sent is shown, and answered by buttons; nothing leaves the machine. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Locator } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { until } from '../smtp.ts'
import { freeTime, isWiderThanScreen, newPhone } from './booking.ts'
import { axe, desktop, launch, phone, startSite, type Site } from './helper.ts'

/** Presses a button of the stand-in's page, a form: what follows begins when the page is there again. */
async function press(button: Locator): Promise<void> {
  const loaded = button.page().waitForEvent('load')
  await button.click()
  await loaded
}

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite({ env: { WHATSAPP_STANDIN: 'true' } }), launch()])
  await query(site.dataDir, `update businesses set reminder_channel = 'whatsapp'`)
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`a message is shown, its states are told and its buttons pressed (${size})`, async () => {
    const { business, service, professional, date, time } = await freeTime(site)
    const client_phone = newPhone()
    const answer = await ask(`${site.url}/api/appointments/public`, {
      body: {
        business_id: business,
        service_id: service,
        professional_id: professional,
        appointment_date: date,
        appointment_time: time,
        client_name: 'Desarrollo Díaz',
        client_phone,
        client_email: 'desarrollo@correo.example',
        whatsapp_consent: true,
      },
    })
    const { id } = bodyOf(answer).appointment
    const [message] = await query<{ id: string }>(
      site.dataDir,
      `insert into messages (business_id, kind, appointment_id, recipient, once, channel, data)
        select business_id, 'reminder_whatsapp_two_hours', id, client_phone, 'dev:' || id, 'whatsapp',
          jsonb_build_object('starts_at', (extract(epoch from starts_at) * 1000)::bigint)
        from appointments where id = ${id} returning id`,
    )
    const of = async (what: string) =>
      (await query<{ is: boolean }>(site.dataDir, `select ${what} as is`))[0]!.is
    await until(() => of(`(select state = 'sent' from messages where id = ${message!.id})`))
    const page = await (await open(browser)).newPage()
    await page.goto(`${site.url}/whatsapp`)
    const mine = page.locator('article', { hasText: client_phone.slice(-4) })
    const card = mine.filter({ hasText: '¿Nos confirmas que vienes?' })
    await card.getByText('Hola Desarrollo, te recordamos tu cita en').waitFor()
    await axe(page)
    assert.equal(await isWiderThanScreen(page), false)
    await press(card.getByRole('button', { name: 'Leído' }))
    await until(() => of(`(select read_at is not null from messages where id = ${message!.id})`))
    await press(card.getByRole('button', { name: 'Confirmo' }))
    await until(() => of(`(select client_confirmed_at is not null from appointments where id = ${id})`))
    await until(async () => {
      await page.reload()
      return (await mine.getByText(/^¡Gracias! Te esperamos el /).count()) > 0
    })
    await press(card.getByRole('button', { name: 'Cancelar' }))
    await until(async () => {
      await page.reload()
      return (await mine.getByRole('button', { name: 'Sí, cancelar' }).count()) > 0
    })
    await press(mine.getByRole('button', { name: 'Sí, cancelar' }))
    await until(() => of(`(select status = 'cancelled' from appointments where id = ${id})`))
  })

test('what is written there reaches the appointment; what is none of its buttons does nothing', async () => {
  const page = await (await desktop(browser)).newPage()
  await page.goto(`${site.url}/whatsapp`)
  const card = page.locator('article', { hasText: '¿Nos confirmas que vienes?' }).first()
  await card.getByLabel('Respuesta').fill('Llego tarde <b>')
  await press(card.getByRole('button', { name: 'Responder' }))
  await until(async () => {
    const rows = await query(site.dataDir, `select from inbound_messages where text = 'Llego tarde <b>'`)
    return rows.length === 1
  })
  const before = await query(site.dataDir, `select from inbound_messages`)
  for (const body of ['id=x&state=read', 'state=read', 'id=&payload=confirm.1.1.0.x', ''])
    assert.equal(
      (
        await fetch(`${site.url}/whatsapp`, {
          method: 'POST',
          body,
          redirect: 'manual',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
      303,
    )
  assert.equal((await query(site.dataDir, `select from inbound_messages`)).length, before.length)
  const outside = await fetch(`${site.url}/whatsapp`, { headers: { 'x-forwarded-for': '203.0.113.9' } })
  assert.equal(outside.status, 403)
})
