/** The portal in a tab that stays open, and what it says of an appointment beside the usual. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bookByApi, freeTime, onPhone, type Wanted } from './booking.ts'
import { startSite, type Site } from './helper.ts'

let site: Site

before(async () => {
  site = await startSite()
})

let people = 0

interface Booked extends Wanted {
  id: number
  token: string
  client_id: string
  client_email: string
}

/** Books a free time for somebody new. */
async function book(serviceName?: string): Promise<Booked> {
  const wanted = await freeTime(site, serviceName)
  const n = ++people
  const who = { client_id: String(1_038_000_000 + n), client_email: `orilla${n}@correo.example` }
  return { ...wanted, ...who, ...(await bookByApi(site, wanted, who)) }
}

test('a tab that is left open knows what time it is, also when somebody is looked for only then', async () => {
  const booked = await book()
  const after = Date.parse(`${booked.date}T${booked.time}-05:00`) + 60_000
  const page = await onPhone()
  await page.clock.install()
  await page.goto(`${site.url}/client`)
  await page.getByText('Listo').waitFor()
  // As after a night in which nothing ran.
  await page.clock.setSystemTime(after)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.getByLabel('Cédula', { exact: true }).fill(booked.client_id)
  await page.getByLabel('Correo electrónico').fill(booked.client_email)
  await page.getByRole('button', { name: 'Buscar Citas' }).click()
  await page.getByRole('region', { name: 'Anteriores' }).getByText(booked.service_name).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Próximas' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Reagendar' }).count(), 0)
})
