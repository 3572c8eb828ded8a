import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { button, freeTime, newPhone } from './booking.ts'
import { toasted } from './catalogue.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const sizes = { phone, desktop }
type Size = keyof typeof sizes

let people = 0
async function book(in_name_of?: { name: string; phone: string }) {
  const wanted = await freeTime(site)
  const n = ++people
  const { name, phone } = in_name_of ?? { name: `Camila Datos ${n}`, phone: newPhone() }
  const who = { client_id: String(1_038_000_000 + n), client_email: `datos${n}@correo.example` }
  const answer = await ask(`${site.url}/api/appointments/public`, {
    body: {
      business_id: wanted.business,
      service_id: wanted.service,
      professional_id: wanted.professional,
      appointment_date: wanted.date,
      appointment_time: wanted.time,
      client_name: name,
      client_phone: phone,
      ...who,
    },
  })
  const { success, portal_token, appointment } = bodyOf(answer)
  assert.equal(success, true, JSON.stringify(answer))
  return { ...who, name, phone, token: portal_token as string, id: appointment.id as number }
}

const section = (page: Page) => page.getByRole('region', { name: 'Tus datos' })
const card = (page: Page) => page.getByRole('region', { name: 'Solicitudes de datos' })
const settings = (page: Page) => page.goto(`${site.url}/dashboard/settings?seccion=datos`)

for (const size of Object.keys(sizes) as Size[])
  test(`asked in the portal, answered by the owner, read in the portal (${size})`, async () => {
    const who = await book()
    const expects = [/409/]
    const client = await (await sizes[size](browser, { expects })).newPage()
    const owner = await (await sizes[size](browser, { expects })).newPage()
    await signIn(owner, site)
    await settings(owner)
    await card(owner).waitFor()

    await client.goto(`${site.url}/client?token=${who.token}`)
    await section(client)
      .getByRole('link', { name: /^Política de datos de/ })
      .waitFor()
    await button(client, 'Hacer una solicitud').click()
    const dialog = client.getByRole('dialog', { name: 'Solicitud sobre tus datos' })
    await button(client, 'Enviar solicitud').click()
    await dialog.getByText('Elige qué quieres pedir').waitFor()
    await dialog.getByLabel('Corregir').check()
    await button(client, 'Enviar solicitud').click()
    await dialog.getByText('Escribe qué dato está mal y cómo debe quedar').waitFor()
    await axe(client)
    await dialog.getByLabel('Consultar').check()
    await dialog.getByLabel('Cuéntale al negocio').fill('¿Qué saben de mí?')
    await button(client, 'Enviar solicitud').click()
    await toasted(client, 'Solicitud enviada. Aquí ves en qué va.')
    await section(client)
      .getByText(/^En trámite: te responden a más tardar el/)
      .waitFor()
    await axe(client)
    // The same once more, while it waits.
    await button(client, 'Hacer una solicitud').click()
    await dialog.getByLabel('Consultar').check()
    await button(client, 'Enviar solicitud').click()
    await toasted(client, 'Ya pediste esto y todavía no te responden')
    await client.keyboard.press('Escape')

    // The owner's screen, which was open, has it without being asked.
    const row = card(owner).getByRole('listitem').filter({ hasText: who.name })
    await row.getByText('¿Qué saben de mí?').waitFor()
    await row.getByText(/^Quedan (9|10) días hábiles/).waitFor()
    assert.equal(await row.locator('.data-urgent').count(), 0)
    await query(
      site.dataDir,
      `update data_requests set due_date = (now() at time zone 'America/Bogota')::date where client_name = '${who.name}'`,
    )
    await settings(owner)
    await row.locator('.data-urgent', { hasText: 'Vence hoy' }).waitFor()
    await row.getByRole('button', { name: /^Pedir más tiempo/ }).click()
    const longer = owner.getByRole('dialog', { name: 'Pedir más tiempo' })
    await button(owner, 'Ampliar el plazo').click()
    await longer.getByText('Escribe por qué necesitas más tiempo').waitFor()
    await longer.getByLabel('¿Por qué necesitas más tiempo?').fill('Estamos de inventario')
    await axe(owner)
    await button(owner, 'Ampliar el plazo').click()
    await row.getByText(/\(ampliado\)/).waitFor()
    assert.equal(await row.getByRole('button', { name: /^Pedir más tiempo/ }).count(), 0)

    await row.getByRole('button', { name: /^Responder/ }).click()
    const answering = owner.getByRole('dialog', { name: `Consultar los datos de ${who.name}` })
    const text = answering.getByLabel('Respuesta')
    assert.match(
      (await answering.getByRole('link', { name: 'Ver su ficha' }).getAttribute('href'))!,
      /^\/dashboard\/clients\/\d+$/,
    )
    await owner.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#answer')?.value.includes('Esto es lo que guardamos'),
    )
    assert.match(await text.inputValue(), new RegExp(`Correo: ${who.client_email}`))
    // What was corrected in between is answered as it is now.
    await owner.keyboard.press('Escape')
    await query(
      site.dataDir,
      `update client_cards set alert = 'Corregida' where client_email = '${who.client_email}'`,
    )
    await row.getByRole('button', { name: /^Responder/ }).click()
    await owner.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('#answer')?.value.includes('Corregida'),
    )
    await button(owner, 'Responder').last().click()
    await answering.getByText('Elige si se hizo o no').waitFor()
    await answering.getByLabel('Hecho').check()
    await axe(owner)
    await button(owner, 'Responder').last().click()
    await toasted(owner, 'Respuesta enviada')
    await row.waitFor({ state: 'detached' })
    await card(owner).getByText('Respondidas', { exact: true }).click()
    await card(owner)
      .getByRole('listitem')
      .filter({ hasText: who.name })
      .getByText(/^Hecho, el/)
      .waitFor()
    await axe(owner)
    const wider = await owner.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `${wider} px too wide`)

    await client.reload()
    await section(client)
      .getByText(/^Respondida: hecho/)
      .waitFor()
    await section(client).getByText('La respuesta está en tu correo.').waitFor()
  })

for (const size of Object.keys(sizes) as Size[])
  test(`whoever asks with another e-mail than the card's is pointed out before anything is erased (${size})`, async () => {
    const known = await book()
    const other = await book(known)
    const asked = await ask(`${site.url}/api/appointments/client/data-request/${other.id}`, {
      body: { token: other.token, kind: 'erase', details: 'Bórrenme' },
    })
    assert.equal(bodyOf(asked).success, true)
    const owner = await (await sizes[size](browser)).newPage()
    await signIn(owner, site)
    await settings(owner)
    const row = card(owner).getByRole('listitem').filter({ hasText: known.name })
    await row.getByRole('button', { name: /^Responder/ }).click()
    const dialog = owner.getByRole('dialog')
    await dialog
      .getByText(/^Lo pide con un correo que no es el de esta ficha, o no el de todas sus citas\./)
      .waitFor()
    await axe(owner)
    const wider = await owner.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(wider <= 0, `${wider} px too wide`)
    if (process.env.SHOT) await owner.screenshot({ path: `${process.env.SHOT}-${size}.png` })
  })

async function asked(kind: 'erase' | 'revoke') {
  const who = await book()
  const answer = await ask(`${site.url}/api/appointments/client/data-request/${who.id}`, {
    body: { token: who.token, kind },
  })
  assert.equal(bodyOf(answer).success, true)
  return who
}

async function answering(page: Page, name: string) {
  await signIn(page, site)
  await settings(page)
  const row = card(page).getByRole('listitem').filter({ hasText: name })
  await row.getByRole('button', { name: /^Responder/ }).click()
  return page.getByRole('dialog')
}

test('another answer than the one that got lost is not taken for it: the screen says that it was answered', async () => {
  const who = await asked('erase')
  const owner = await (await desktop(browser, { expects: [/ERR_FAILED/, /409/] })).newPage()
  const dialog = await answering(owner, who.name)
  await owner.route(
    '**/answer',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await dialog.getByLabel('No se puede, y explico por qué').check()
  await dialog.getByLabel('Respuesta').fill('Tienes citas pendientes.')
  await button(dialog, 'Responder').click()
  await dialog.getByRole('alert').getByText('Lo que escribiste sigue aquí.').waitFor()
  await dialog.getByLabel('Hecho').check()
  await button(dialog, 'Borrar y responder').click()
  await toasted(owner, 'Esta solicitud ya está respondida')
  assert.equal(await owner.getByText('Respuesta enviada').count(), 0)
})

for (const size of Object.keys(sizes) as Size[])
  test(`who answers that somebody withdraws is told that the notes on their health go for good (${size})`, async () => {
    const [who, other] = [await asked('revoke'), await asked('revoke')]
    await query(
      site.dataDir,
      `with c as (
         insert into consents (business_id, card_id, purpose, given, channel, at)
         select business_id, card_id, 'health_data', true, 'owner', now() from appointments where id = ${who.id}
         returning *)
       insert into health_notes (business_id, card_id, sealed, consent_id, written_by, at)
       select c.business_id, c.card_id, decode(repeat('00', 40), 'hex'), c.id, m.user_id, now()
       from c join memberships m on m.business_id = c.business_id limit 1`,
    )
    const notes = () =>
      query(
        site.dataDir,
        `select from health_notes h join appointments a on a.card_id = h.card_id where a.id = ${who.id}`,
      ).then(({ length }) => length)
    assert.equal(await notes(), 1)
    const owner = await (await sizes[size](browser)).newPage()
    const dialog = await answering(owner, who.name)
    const told = dialog.getByText('Los datos de salud que anotaste en su ficha se borran para siempre.')
    await told.waitFor()
    await dialog.getByLabel('Hecho').check()
    await dialog.getByLabel('Respuesta').fill('Listo.')
    await axe(owner)
    assert.match((await button(dialog, 'Borrar y responder').getAttribute('class'))!, /danger/)
    await button(dialog, 'Borrar y responder').click()
    await toasted(owner, 'Respuesta enviada')
    assert.equal(await notes(), 0)
    // Of whom nothing is noted, nothing is said.
    await card(owner)
      .getByRole('listitem')
      .filter({ hasText: other.name })
      .getByRole('button', { name: /^Responder/ })
      .click()
    await dialog.getByLabel('Hecho').check()
    await button(dialog, 'Responder').waitFor()
    assert.equal(await told.count(), 0)
  })
