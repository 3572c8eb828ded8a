/** What people stumbled over on their phones and has no better place. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { ask, bodyOf } from '../server.ts'
import { addressOf, awake, freeTime, newPhone, SLUG } from './booking.ts'
import { launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

test('three services are seen at once on a phone, with hours for long ones', async () => {
  const page = await (await phone(browser)).newPage()
  await page.goto(`${site.url}/negocio/${SLUG}`)
  await awake(page)
  const bottoms = await page
    .locator('.services > *')
    .evaluateAll((all) => all.slice(0, 3).map((one) => one.getBoundingClientRect().bottom))
  assert.equal(bottoms.length, 3)
  assert.ok(Math.max(...bottoms) <= 740, `the third ends at ${bottoms[2]} px`)
  await page.locator('.services').getByText('3 h').first().waitFor()
})

test('on a phone in another zone the bar says the hour there, whole', async () => {
  const time = await freeTime(site)
  const page = await (await phone(browser, { timezoneId: 'Europe/Madrid' })).newPage()
  await page.goto(addressOf(site, time))
  await awake(page)
  const line = page.locator('.bar .whole')
  assert.match(await line.innerText(), /^Hora de Bogotá \(\d{1,2}:\d\d [ap]m.* donde estás\)$/)
  const isCut = await line.evaluate(
    (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
  )
  assert.equal(isCut, false)
  // At home nothing is said, and the bar has the service and the first name.
  const home = await (await phone(browser)).newPage()
  await home.goto(addressOf(site, time))
  await awake(home)
  assert.equal(await home.locator('.bar .whole').count(), 0)
})

test('the portal is reached from the landing page and from a booking page', async () => {
  const page = await (await phone(browser)).newPage()
  for (const path of ['/', `/negocio/${SLUG}`]) {
    await page.goto(site.url + path)
    const link = page.getByRole('link', { name: /mis citas/i }).last()
    assert.match((await link.getAttribute('href'))!, /^\/client/, path)
  }
})

test('the portal tells a phone in another zone its own hour, in the list and while moving', async () => {
  const time = await freeTime(site)
  const client = { client_id: '1037555111', client_email: 'lejos@correo.example' }
  const { business, service, professional, date } = time
  const booked = await ask(`${site.url}/api/appointments/public`, {
    body: {
      business_id: business,
      service_id: service,
      professional_id: professional,
      appointment_date: date,
      appointment_time: time.time,
      client_name: 'Ana Lejos',
      client_phone: newPhone(),
      ...client,
    },
  })
  assert.equal(bodyOf(booked).success, true)
  const open = async (more = {}) => {
    const page = await (await phone(browser, more)).newPage()
    await page.goto(`${site.url}/client?token=${encodeURIComponent(bodyOf(booked).portal_token)}`)
    await page.getByRole('article').first().waitFor()
    return page
  }
  const away = await open({ timezoneId: 'Europe/Madrid' })
  const line = /^Hora de Bogotá \(.*\d{1,2}:\d\d [ap]m donde estás\)$/
  await away.getByRole('article').getByText(line).waitFor()
  await away.getByRole('button', { name: 'Reagendar' }).click()
  await away.getByRole('dialog').getByText('Hora de Bogotá', { exact: true }).waitFor()
  await away.locator('.move-slot').first().click()
  await away.getByRole('dialog').getByText(line).waitFor()
  const home = await open()
  assert.equal(await home.getByText('Hora de').count(), 0)
})

test('the list’s search has room for a name on a phone', async () => {
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments?vista=lista`)
  const field = page.getByRole('searchbox').first()
  await field.waitFor()
  assert.ok((await field.boundingBox())!.width >= 180)
})
