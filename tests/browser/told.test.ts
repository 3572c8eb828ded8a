/** What became of messages, as the owner sees it while it happens. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { until } from '../smtp.ts'
import { hook, reply, startWhatsApp, status, type StandIn, whatsAppEnv } from '../standin/whatsapp.ts'
import { dayAhead, freeTime, isWiderThanScreen, newPhone, onDay } from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
let standIn: StandIn
before(async () => {
  standIn = await startWhatsApp()
  const env = whatsAppEnv(standIn.url)
  ;[site, browser] = await Promise.all([startSite({ env }), launch()])
  await query(site.dataDir, `update businesses set reminder_channel = 'whatsapp'`)
})
after(() => standIn.stop())

/** Books as a client who wants WhatsApp. */
async function book(name: string) {
  const { business, service, professional, date, time } = await freeTime(site)
  const client_phone = newPhone()
  const answer = await ask(`${site.url}/api/appointments/public`, {
    body: {
      business_id: business,
      service_id: service,
      professional_id: professional,
      appointment_date: date,
      appointment_time: time,
      client_name: name,
      client_phone,
      client_email: 'contada@correo.example',
      whatsapp_consent: true,
    },
  })
  const to = client_phone.slice(1)
  await until(() => standIn.sent.some((one) => one.to === to))
  return { id: bodyOf(answer).appointment.id as number, to, wamid: () => wamidTo(to) }
}
const wamidTo = (to: string) => standIn.sent.findLast((one) => one.to === to)!.id

async function told(value: object) {
  const { body, headers } = hook(value)
  const answer = await fetch(`${site.url}/api/hooks/whatsapp`, { method: 'POST', body, headers })
  assert.equal(answer.status, 200)
}

const latest = (page: Page, text: string | RegExp) =>
  page.locator('.det-hist summary .told-state', { hasText: text }).waitFor()

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`states and answers show up while the appointment is open (${size})`, async () => {
    const name = `Contada ${size}`
    const { id, to, wamid } = await book(name)
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/appointments?cita=${id}`)
    await page.getByRole('dialog', { name: 'Detalle de la cita' }).waitFor()
    await latest(page, 'Enviado')
    assert.equal(await page.getByText('Respuesta del cliente').count(), 0)
    await told({ statuses: [status('delivered', { id: wamid() })] })
    await latest(page, 'Entregado')
    await told({ statuses: [status('read', { id: wamid() })] })
    await latest(page, /^Leído · \d+:\d\d [ap]m$/)
    await told({ messages: [reply({ from: to, text: '¿Puedo ir con mi perro? 🐶' })] })
    await page.getByText('¿Puedo ir con mi perro? 🐶').waitFor()
    await page.getByRole('heading', { name: 'Respuesta del cliente' }).waitFor()
    await axe(page)
    const summary = page.locator('.det-hist summary').first()
    await summary.focus()
    await page.keyboard.press('Enter')
    await page.locator('.told li').first().waitFor()
    const lines = (await page.locator('.told li').allInnerTexts()).map((one) => one.replace(/\s+/g, ' '))
    assert.equal(lines.length, 2, lines.join('\n'))
    const [byWhatsApp, byMail] = [/WhatsApp/, /correo/].map((way) => lines.find((line) => way.test(line))!)
    assert.match(byWhatsApp!, /^Confirmación por WhatsApp Leído · \d+:\d\d [ap]m$/)
    assert.match(byMail!, /^Confirmación por correo Enviado · \d+:\d\d [ap]m$/)
    await axe(page)
    assert.equal(await isWiderThanScreen(page), false)
  })

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`‘Mensajes de hoy’ shows what went by itself, and offers another way where it did not arrive (${size})`, async () => {
    const states = [
      ['Leída', `state = 'sent', read_at = now()`, /Leído · \d+:\d\d [ap]m/],
      ['Llegada', `state = 'sent', delivered_at = now()`, /Entregado · \d+:\d\d [ap]m/],
      ['Mandada', `state = 'sent'`, /Enviado · \d+:\d\d [ap]m/],
      ['Sinwa', `state = 'failed', last_error = 'no_whatsapp'`, /No llegó: este número no tiene WhatsApp/],
      ['Fallada', `state = 'failed', last_error = 'refused: x'`, /No llegó: WhatsApp no lo aceptó/],
    ] as const
    for (const [n, [first, set]] of states.entries()) {
      const name = `${first} ${size}`
      await onDay(site, name, 1, `0${n}:${size === 'phone' ? '00' : '30'}`)
      await query(
        site.dataDir,
        `insert into messages (business_id, kind, appointment_id, recipient, once, channel, data, due_at, settled_at, state)
          select business_id, 'reminder_whatsapp_advance', id, client_phone, 'told:' || id, 'whatsapp',
            jsonb_build_object('starts_at', (extract(epoch from starts_at) * 1000)::bigint), now(), now(), 'sent'
          from appointments where client_name = '${name}' and appointment_date = '${dayAhead(1)}'`,
      )
      await query(
        site.dataDir,
        `update messages set ${set} where once = 'told:' || (
        select id from appointments where client_name = '${name}' order by id desc limit 1)`,
      )
    }
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/messages`)
    await page.locator('.seg button').first().click()
    for (const [first, , text] of states) {
      const row = page.locator('.msg', { hasText: `${first} ${size}` })
      await row.locator('.told-state').waitFor()
      assert.match((await row.locator('.told-state').innerText()).replace(/\s+/g, ' '), text)
      const links = await row.getByRole('link').allInnerTexts()
      assert.deepEqual(
        links.map((one) => one.trim()),
        first === 'Sinwa' ? ['Enviar correo'] : first === 'Fallada' ? ['Enviar por WhatsApp'] : [],
      )
    }
    assert.match(
      (await page.getByRole('link', { name: `Enviar correo a Sinwa ${size}` }).getAttribute('href'))!,
      /^mailto:pasada@correo\.example\?subject=Tu%20cita&body=Hola%20Sinwa/,
    )
    await axe(page)
    assert.equal(await isWiderThanScreen(page), false)
  })
