/** 'Mensajes de hoy': whom to write to by WhatsApp, in the owner's own words. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import { dayAhead, isWiderThanScreen, onDay } from './booking.ts'
import { act } from './catalogue.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const row = (page: Page, name: string) => page.locator('.msg', { hasText: name })
const send = (page: Page, name: string) =>
  page.getByRole('link', { name: `Enviar por WhatsApp a ${name}`, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Signed in and on the screen, which the menu leads to; WhatsApp is a page of its own that says nothing. */
async function open(size: typeof phone) {
  const context = await size(browser)
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }))
  const page = await context.newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/messages`)
  await page.getByRole('heading', { name: 'Mensajes de hoy' }).waitFor()
  await page.locator('.seg button').first().click()
  return page
}

/** Opens the message, and gives what WhatsApp was opened with. */
async function sent(page: Page, name: string) {
  const [chat] = await Promise.all([page.waitForEvent('popup'), send(page, name).click()])
  await chat.waitForURL('https://wa.me/**')
  const url = new URL(chat.url())
  await chat.close()
  return { digits: url.pathname.slice(1), text: url.searchParams.get('text')! }
}

for (const [name, size] of Object.entries({ phone, desktop }))
  test(`a message is opened in WhatsApp, asked about, and noted once it was sent (${name})`, async () => {
    const [first, second] = [`Alejandra ${name}`, `Berta ${name}`]
    await onDay(site, first, 1, '06:00')
    await onDay(site, second, 1, '06:30')
    const page = await open(size)
    const before = Number(/^(\d+) de/.exec(await page.locator('.msg-progress b').innerText())![1])
    const { digits, text } = await sent(page, first)
    assert.equal(digits, '573001112233')
    assert.match(text, /^Hola Alejandra, te recordamos tu cita en Salón Bugambilia: .* con .*, mañana /)
    assert.match(text, /a las 6:00 am\. Si necesitas cambiarla: http\S+\/client\?token=\d+\.w\d+\.[\w-]{43}$/)

    await row(page, first).getByText('¿Lo enviaste?').waitFor()
    await page.reload()
    await row(page, first).getByText('¿Lo enviaste?').waitFor()
    await axe(page)
    assert.equal(await isWiderThanScreen(page), false)
    await row(page, first).getByRole('button', { name: 'No' }).click()
    await send(page, first).waitFor()
    await page.waitForFunction(
      (label) => document.activeElement?.getAttribute('aria-label') === label,
      `Enviar por WhatsApp a ${first}`,
    )

    await sent(page, first)
    await row(page, first).getByRole('button', { name: 'Sí' }).click()
    await row(page, first).getByText('Enviado por ti').waitFor()
    await page.getByText(new RegExp(`^${before + 1} de \\d+ enviados`)).waitFor()
    const labels = await page.locator('.msg').allInnerTexts()
    assert.ok(
      labels.findIndex((one) => one.includes(second)) < labels.findIndex((one) => one.includes(first)),
      'what is left comes first',
    )
    const noted = await query<{ state: string; channel: string; data: object }>(
      site.dataDir,
      `select m.state, m.channel from messages m join appointments a on a.business_id = m.business_id
        and a.id = m.appointment_id where a.client_name = '${first}' and m.kind = 'by_hand_reminder'`,
    )
    assert.deepEqual(noted, [{ state: 'sent', channel: 'whatsapp' }])
  })

test('the link in the message opens the appointment in the portal', async () => {
  await onDay(site, 'Carmen Portal', 1, '07:00')
  const page = await open(phone)
  const { text } = await sent(page, 'Carmen Portal')
  await page.goto(/http\S+$/.exec(text)![0])
  await page.getByText('Salón Bugambilia').first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Cancelar' }).count(), 1)
})

test('one person’s alone, and who confirmed needs no message', async () => {
  await onDay(site, 'Diana Confirmó', 1, '07:30')
  await query(
    site.dataDir,
    `update appointments set client_confirmed_at = now() where client_name = 'Diana Confirmó'`,
  )
  const page = await open(phone)
  await row(page, 'Diana Confirmó')
    .getByText(/^Confirmó/)
    .waitFor()
  assert.equal(await send(page, 'Diana Confirmó').count(), 0)
  const people = page.getByLabel('De quién')
  if ((await people.count()) === 0) return
  const option = await people.locator('option').nth(1).getAttribute('value')
  const name = (await people.locator('option').nth(1).innerText()).replace(/ · .*/, '')
  await people.selectOption(option)
  for (const text of await page.locator('.msg-who small:first-of-type').allInnerTexts())
    assert.ok(text.endsWith(`con ${name}`), text)
})

test('the owner writes the text; what is unknown is refused; the next message says it', async () => {
  await onDay(site, 'Elena Texto', 1, '08:00')
  const page = await open(phone)
  await button(page, 'Editar el texto').click()
  const area = page.getByLabel('Texto', { exact: true })
  await area.fill('¡Hola {cliente}!')
  await page.getByText('No conocemos {cliente}').waitFor()
  await axe(page)
  await area.fill('¡Hola {nombre}! Te esperamos el {fecha} a las ')
  await button(page, '{hora}').click()
  assert.equal(await area.inputValue(), '¡Hola {nombre}! Te esperamos el {fecha} a las {hora}')
  // The list comes late: nobody may send the words of before meanwhile.
  await page.route('**/api/messages/today', async (route) => {
    await sleep(700)
    await route.continue()
  })
  await button(page, 'Guardar').click()
  await page.getByText('Textos guardados').first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { text } = await sent(page, 'Elena Texto')
  const day = Temporal.PlainDate.from(dayAhead(1)).toLocaleString('es-CO', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  assert.equal(text, `¡Hola Elena! Te esperamos el ${day.replace(',', '')} a las 8:00 am`)
})

test('reached from the menu', async () => {
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/services`)
  await button(page, 'Menú').click()
  await page.getByRole('link', { name: 'Mensajes de hoy' }).click()
  await page.waitForURL('**/dashboard/messages')
  await page.getByRole('heading', { name: 'Mensajes de hoy' }).waitFor()
})

test('from an appointment the chat opens with the words that fit it; of one that is over, with a greeting', async () => {
  const [ahead, over] = ['Clara Adelante', 'Dora Pasada']
  await onDay(site, ahead, 9, '07:00')
  await onDay(site, over, -9, '07:00')
  const page = await open(desktop)
  const textFor = async (name: string, begins: RegExp) => {
    const found = `select id from appointments where client_name = '${name}'`
    const { id } = (await query<{ id: number }>(site.dataDir, found))[0]!
    await page.goto(`${site.url}/dashboard/appointments?cita=${id}`)
    const link = page.getByRole('link', { name: `Escribir por WhatsApp a ${name}` })
    await until(async () =>
      begins.test(new URL((await link.getAttribute('href'))!).searchParams.get('text')!),
    )
  }
  await textFor(ahead, /^Hola Clara, tu cita en .* quedó agendada: .*\/client\?token=/)
  await textFor(over, /^Hola Dora, te escribimos de .* por tu cita de /)
})

test('whom it is time to call back: set at the service, written to from the own WhatsApp, and done for a month', async () => {
  await onDay(site, 'Tulia Vuelve', -71, '06:00')
  await query(
    site.dataDir,
    `update appointments set status = 'completed', attendance_status = 'attended' where client_name = 'Tulia Vuelve'`,
  )
  const [{ name }] = (await query(
    site.dataDir,
    `select s.service_name as name from services s join appointments a on a.service_id = s.id
      and a.business_id = s.business_id where a.client_name = 'Tulia Vuelve'`,
  )) as [{ name: string }]
  const page = await open(phone)
  const segment = button(page, 'Les toca volver')
  const heights = await page
    .locator('.msg-tools .seg')
    .evaluate((seg) => [seg.clientHeight, seg.firstElementChild!.clientHeight])
  assert.ok(heights[0]! < 2 * heights[1]!, `on one line: ${heights.join()}`)
  await segment.click()
  await page.getByText('A nadie le toca volver por ahora').waitFor()
  await page.goto(`${site.url}/dashboard/services`)
  await act(page, name, 'Editar')
  await page.getByText('Tiempos y anticipación').click()
  await page.getByLabel('Vuelve en (semanas)').fill('105')
  await button(page, 'Guardar cambios').click()
  await page.getByText('Las semanas van de 1 a 104').waitFor()
  await page.getByLabel('Vuelve en (semanas)').fill('10')
  await button(page, 'Guardar cambios').click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await page.goto(`${site.url}/dashboard/messages`)
  await segment.click()
  await row(page, 'Tulia Vuelve').waitFor()
  await axe(page)
  assert.equal(await isWiderThanScreen(page), false)
  const { digits, text } = await sent(page, 'Tulia Vuelve')
  assert.equal(digits, '573001112233')
  assert.match(
    text,
    /^Hola Tulia, ya va siendo hora de tu próxima cita en .+\?servicio=\d+ Si no quieres más mensajes así: .+\/sin-publicidad\?token=\S+$/,
  )
  await button(page, 'Editar el texto').click()
  const texts = page.getByRole('dialog', { name: 'Textos de WhatsApp' })
  await texts.getByLabel('Texto', { exact: true }).fill('¡{nombre}, te extrañamos! {enlace}')
  await texts.getByText('Deja {salida} en el texto: por ahí sale quien no quiere más mensajes así').waitFor()
  await axe(page)
  assert.equal(await isWiderThanScreen(page), false)
  await texts
    .getByLabel('Texto', { exact: true })
    .fill('¡{nombre}, te extrañamos! {enlace} Para no recibir más: {salida}')
  await button(page, 'Guardar').click()
  await texts.waitFor({ state: 'hidden' })
  await page.getByRole('region', { name: 'Texto del mensaje' }).getByText('¡Tulia, te extrañamos!').waitFor()
  await row(page, 'Tulia Vuelve').getByRole('button', { name: 'No' }).click()
  await sent(page, 'Tulia Vuelve')
  await row(page, 'Tulia Vuelve').getByRole('button', { name: 'Sí' }).click()
  await row(page, 'Tulia Vuelve').waitFor({ state: 'hidden' })
  await page.reload()
  await segment.click()
  await page.getByText('A nadie le toca volver por ahora').waitFor()
})
