import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { button, freeTime, newPhone } from './booking.ts'
import { toasted } from './catalogue.ts'
import { axe, desktop, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

let people = 0
/** A client with the token of their booking, and the link of a mail. */
async function book() {
  const wanted = await freeTime(site)
  const n = ++people
  const client_email = `copia${n}@correo.example`
  const answer = await ask(`${site.url}/api/appointments/public`, {
    body: {
      business_id: wanted.business,
      service_id: wanted.service,
      professional_id: wanted.professional,
      appointment_date: wanted.date,
      appointment_time: wanted.time,
      client_name: `Camila Copia ${n}`,
      client_phone: newPhone(),
      client_id: String(1_048_000_000 + n),
      client_email,
    },
  })
  const { success, portal_token } = bodyOf(answer)
  assert.equal(success, true, JSON.stringify(answer))
  const secret = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(secret).digest('hex')
  await query(
    site.dataDir,
    `insert into portal_tokens (business_id, client_email, token_hash, created_at)
     select business_id, client_email, '\\x${hash}', created_at from appointments where client_email = '${client_email}'`,
  )
  return { client_email, booked: portal_token as string, mailed: `${wanted.business}.${secret}` }
}

async function saved(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).click(),
  ])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`the copy of one’s data is fetched in the portal, as a page and as JSON (${size})`, async () => {
    const who = await book()
    const page = await (await open(browser, { expects: [/403/] })).newPage()
    await page.goto(`${site.url}/client?token=${who.booked}`)
    await button(page, 'Descargar mis datos').click()
    await toasted(page, 'Para descargar tus datos, entra con el enlace que te llegó al correo.')

    await page.goto(`${site.url}/client?token=${who.mailed}`)
    await button(page, 'Descargar mis datos').click()
    const shown = await saved(page, 'Página para leer')
    assert.equal(shown.name, 'mis-datos.html')
    assert.match(shown.text, /<h1>Tus datos en /)
    assert.ok(shown.text.includes(who.client_email))
    const data = await saved(page, 'Archivo JSON')
    assert.equal(data.name, 'mis-datos.json')
    assert.equal(JSON.parse(data.text).client_email, who.client_email)
    await axe(page)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wide <= 0, `wider by ${wide}`)
  })
