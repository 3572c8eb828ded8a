import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  axe,
  desktop,
  hasFocus,
  launch,
  mails,
  phone,
  quiet,
  signIn,
  startSite,
  type Site,
} from './helper.ts'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
  await query(site.dataDir, 'update businesses set email_confirmed_at = now()')
})

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

/** Every answer that a screen gets, by its status and address. */
function refusals(page: Page): string[] {
  const list: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) list.push(`${response.request().method()} ${response.url()}`)
  })
  return list
}

/** Invites on the screen. @returns the link of the mail. */
async function invite(page: Page, email: string, role: string, professional?: string): Promise<string> {
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' })
  await dialog.getByLabel('Correo').fill(email)
  await dialog.getByRole('radio', { name: role }).check()
  if (professional) await dialog.getByRole('combobox').selectOption({ label: professional })
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await said(page, `Enviamos la invitación a ${email}`)
  await dialog.waitFor({ state: 'hidden' })
  await until(() => mails(site).some(({ to }) => to.includes(email)))
  const mail = mails(site).find(({ to }) => to.includes(email))!
  assert.match(mail.subject, /^Te invitaron a /)
  return /https?:\/\/\S+invitacion\?token=[\w.-]+/.exec(mail.text)![0]
}

/** Follows the link as somebody new. */
async function join(page: Page, link: string, name: string) {
  await page.goto(link)
  await page.getByRole('heading', { name: /^Te invitaron a / }).waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await said(page, 'Escribe tu nombre')
  await page.getByLabel('Tu nombre').fill(name)
  await page.getByLabel('Crea tu contraseña').fill('una-clave-larga')
  await page.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await page.waitForURL('**/dashboard/appointments')
}

test('an invitation that could not be read is asked for again; one that is none says so', async () => {
  const expects = [/status of (400|503)/, /ERR_INTERNET_DISCONNECTED|ERR_FAILED/]
  const page = await (await phone(browser, { expects })).newPage()
  let isAway = true
  let asked = 0
  await page.route('**/api/auth/invitation', (route) => {
    asked++
    return isAway ? route.fulfill({ status: 503, json: { error: 'Ocupado' } }) : route.continue()
  })
  await page.goto(`${site.url}/invitacion?token=1.x`)
  const lost = page.getByRole('heading', { name: 'No pudimos leer la invitación', level: 1 })
  await lost.waitFor()
  await axe(page)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await until(() => asked === 2)
  await lost.waitFor()
  isAway = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('heading', { name: 'Esta invitación no sirve', level: 1 }).waitFor()
})

test('an invitation to who has one already says whose place it takes, before it is sent', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=equipo`)
  await invite(page, 'dos.veces@correo.example', 'Recepción')
  await page.getByRole('button', { name: 'Invitar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invitar al equipo' })
  const note = dialog.getByText('Ya tiene una invitación como Recepción')
  await dialog.getByLabel('Correo').fill('dos.veces@correo')
  assert.equal(await note.count(), 0)
  await dialog.getByLabel('Correo').fill('Dos.Veces@correo.example ')
  await note.waitFor()
  await axe(page)
  await dialog.getByRole('radio', { name: 'Administrador' }).check()
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const list = page.getByRole('region', { name: 'Invitaciones' })
  await list.getByText('Administrador').waitFor()
  assert.equal(await list.getByRole('listitem').count(), 1)
  await query(site.dataDir, 'delete from invitations')
})

test('an owner invites a receptionist and a professional, who find only what they may open', async () => {
  const page = await (await desktop(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=equipo`)
  await said(page, 'Solo tú entras por ahora.')
  await axe(page)
  const reception = await invite(page, 'laura@correo.example', 'Recepción')
  const [professional] = (await query(
    site.dataDir,
    'select professional_name as name from professionals where business_id = 1 order by id limit 1',
  )) as { name: string }[]
  const own = await invite(page, 'valentina@correo.example', 'Profesional', professional!.name)

  const desk = await (await desktop(browser, { expects: [/status of 401/] })).newPage()
  const ofDesk = refusals(desk)
  await join(desk, reception, 'Laura Pineda')
  const places = desk.getByRole('navigation', { name: 'Principal' })
  await places.getByRole('link').first().waitFor()
  assert.deepEqual(await places.getByRole('link').allTextContents(), ['Citas', 'Clientes'])
  await places.getByRole('link', { name: 'Clientes' }).click()
  await desk.getByRole('heading', { name: 'Clientes', level: 1 }).waitFor()
  await desk.goto(`${site.url}/dashboard/credits`)
  await desk.waitForURL('**/dashboard/appointments')
  await desk.goto(`${site.url}/dashboard`)
  await desk.waitForURL('**/dashboard/appointments')
  await desk.goto(`${site.url}/dashboard/settings`)
  await desk.getByRole('tab').first().waitFor()
  assert.deepEqual(await desk.getByRole('tab').allTextContents(), ['Otro calendario', 'Avisos', 'Seguridad'])
  await quiet(desk)
  assert.deepEqual(ofDesk, [])

  const hand = await (await phone(browser)).newPage()
  const ofHand = refusals(hand)
  await join(hand, own, professional!.name)
  await hand.getByRole('heading', { name: 'Mi agenda', level: 1 }).waitFor()
  assert.deepEqual(
    await hand.getByRole('navigation', { name: 'Accesos' }).getByRole('link').allTextContents(),
    ['Mi agenda', '', 'Mis clientes'],
  )
  await axe(hand)
  await hand.getByRole('link', { name: 'Mis clientes' }).click()
  await hand.getByRole('heading', { name: 'Mis clientes', level: 1 }).waitFor()
  await axe(hand)
  await hand.goto(`${site.url}/dashboard/appointments?nueva=1`)
  await hand.getByRole('dialog').first().waitFor()
  assert.deepEqual(ofHand, [])

  await page.reload()
  await said(page, '3 personas entran con su propio correo.')
  // A switch counts as soon as it is turned, in the list itself.
  await page.getByRole('button', { name: `Permisos de ${professional!.name}` }).click()
  const switched = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('switch', { name: /^Ve el celular de sus clientes/ }).check()
  assert.equal((await switched).status(), 200)
  await axe(page)
  await page.reload()
  await page.getByRole('button', { name: `Permisos de ${professional!.name}` }).click()
  assert.ok(await page.getByRole('switch', { name: /^Ve el celular de sus clientes/ }).isChecked())
  await page.getByRole('button', { name: 'Acciones de Laura Pineda' }).click()
  await page.getByRole('button', { name: 'Quitar del equipo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click()
  await said(page, 'Laura Pineda ya no es del equipo')
  // Wherever she is, she is out.
  await desk.goto(`${site.url}/dashboard/appointments`)
  await desk.waitForURL('**/login')
})

/** A second business of the demo owner, who is its receptionist, with an owner of its own. */
async function secondBusiness(): Promise<number> {
  const [row] = (await query(
    site.dataDir,
    `with place as (
       insert into businesses (business_name, business_type, phone, slug, email)
       values ('Barbería El Corte', 'Barbería', '+573001112233', 'barberia-el-corte', 'barberia@correo.example')
       returning id),
     address as (insert into slugs (slug, business_id) select 'barberia-el-corte', id from place),
     person as (
       insert into users (email, password_hash, name) values ('barberia@correo.example', 'x', 'Óscar') returning id),
     owner as (
       insert into memberships (business_id, user_id, role) select place.id, person.id, 'owner' from place, person),
     mine as (
       insert into memberships (business_id, user_id, role)
       select place.id, u.id, 'reception' from place, users u where u.email = 'demo@enpunto.example')
     select id from place`,
  )) as { id: number }[]
  return row!.id
}

async function enterDemo(page: Page) {
  await page.getByLabel('Correo electrónico').fill('demo@enpunto.example')
  await page.getByLabel('Contraseña', { exact: true }).fill('demo2026')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

test('who works in two businesses is asked which one, and comes back to the one whose session ended', async () => {
  const id = await secondBusiness()
  const page = await (await phone(browser, { expects: [/status of 401/] })).newPage()
  await page.goto(`${site.url}/login`)
  await enterDemo(page)
  await page.getByRole('heading', { name: '¿Cuál negocio?' }).waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H1')
  await axe(page)
  const choices = page.locator('.choose-business button')
  assert.equal(await choices.count(), 2)
  await page.getByRole('button', { name: /Barbería El Corte\s*Recepción/ }).click()
  await page.waitForURL('**/dashboard/appointments')
  await page.getByRole('heading', { name: 'Citas', level: 1 }).waitFor()
  const [kept] = (await query(
    site.dataDir,
    `select count(*)::int as n from sessions where business_id = ${id}`,
  )) as {
    n: number
  }[]
  assert.equal(kept!.n, 1)

  // The open screen would hear of it by itself, and what is meant here is a screen that is opened afterwards.
  await page.goto('about:blank')
  await query(site.dataDir, `delete from sessions where business_id = ${id}`)
  await page.goto(`${site.url}/dashboard/clients`)
  await page.waitForURL('**/login')
  await enterDemo(page)
  await page.waitForURL('**/dashboard/**')
  const stored = await page.evaluate(
    () => JSON.parse(sessionStorage['enpunto.session']).business.business_name,
  )
  assert.equal(stored, 'Barbería El Corte')

  // The menu leads to the other one, with a session of that one alone.
  const session = () => page.evaluate(() => JSON.parse(sessionStorage['enpunto.session']))
  const here = await session()
  await page.getByRole('button', { name: 'Menú', exact: true }).click()
  await page.getByRole('button', { name: /Salón Bugambilia\s*Dueño/ }).click()
  await page.getByRole('heading', { name: /^Buen[oa]s/, level: 1 }).waitFor()
  const there = await session()
  assert.notEqual(there.token, here.token)
  assert.equal(there.business.business_name, 'Salón Bugambilia')
  const seen = await page.evaluate(async (token) => {
    const answer = await fetch('/api/auth/verify', { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()).business.business_name
  }, there.token)
  assert.equal(seen, 'Salón Bugambilia')
})

test('all that was done is read, page after page, and a day is called by no foreign name', async () => {
  await query(
    site.dataDir,
    `insert into activity (business_id, user_id, act, subject, at)
     select 1, null, 'service_added', 'Acto ' || n, now() - interval '20 days' + n * interval '1 second'
     from generate_series(1, 140) n`,
  )
  const page = await (await phone(browser, { locale: 'en-US' })).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=actividad`)
  await page.getByRole('button', { name: 'Ver más' }).waitFor()
  const day = page.locator('.activity-day')
  const saysAll = () => day.evaluate((one) => getComputedStyle(one, '::after').content)
  assert.equal(await saysAll(), '"Todos los días"')
  for (let pages = 1; await page.getByRole('button', { name: 'Ver más' }).isVisible(); pages++) {
    await page.getByRole('button', { name: 'Ver más' }).click()
    await page.waitForFunction((least) => document.querySelectorAll('.activity').length > least, 30 * pages)
  }
  await hasFocus(page)
  const texts = await page.locator('.activity').allInnerTexts()
  const made = texts.flatMap((text) => /«(Acto \d+)»/.exec(text)?.[1] ?? [])
  assert.deepEqual(
    made,
    Array.from({ length: 140 }, (_, n) => `Acto ${140 - n}`),
  )
  await page.getByLabel('Día').fill('2026-01-05')
  await page.getByText('Ese día no pasó nada.').waitFor()
  assert.equal(await saysAll(), 'none')
})

test('what one person did is shown alone', async () => {
  await query(
    site.dataDir,
    `insert into activity (business_id, user_id, act, subject, at)
     select 1, u.id, act, 'Corte y cepillado', now() from users u, unnest(array['service_added', 'hours_changed']) act
     where u.email in ('demo@enpunto.example', 'valentina@correo.example')
       and (act = 'service_added') = (u.email = 'demo@enpunto.example')`,
  )
  for (const open of [phone, desktop]) {
    const page = await (await open(browser)).newPage()
    await signIn(page, site)
    await page.goto(`${site.url}/dashboard/settings?seccion=actividad`)
    await page.getByText('creó el servicio «Corte y cepillado»').waitFor()
    const person = page.getByLabel('Persona')
    const names = await person.locator('option').allTextContents()
    const [other] = names.filter((name) => name.startsWith('Valentina'))
    await person.selectOption({ label: other! })
    await page.getByText('creó el servicio «Corte y cepillado»').waitFor({ state: 'hidden' })
    await page.getByText('cambió el horario del negocio').waitFor()
    await axe(page)
    await person.selectOption({ label: 'Todas las personas' })
    await page.getByText('creó el servicio «Corte y cepillado»').waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/activity-${open.name}.png` })
  }
})

for (const [size, open] of Object.entries({ phone, desktop }))
  test(`a member leaves the team with the password, and is out; an owner is not offered it (${size})`, async () => {
    const email = `sale-${size}@correo.example`
    await query(
      site.dataDir,
      `with person as (
         insert into users (email, name, password_hash)
         select '${email}', 'Sale', password_hash from users where email = 'demo@enpunto.example' returning id)
       insert into memberships (business_id, user_id, role) select 1, person.id, 'reception' from person`,
    )
    const page = await (await open(browser, { expects: [/status of 40[01]/] })).newPage()
    await signIn(page, site, { email, password: 'demo2026' })
    await page.goto(`${site.url}/dashboard/settings?seccion=seguridad`)
    await page.getByRole('button', { name: 'Salir de este negocio' }).click()
    const dialog = page.getByRole('dialog', { name: /^Salir de / })
    const leave = dialog.getByRole('button', { name: 'Salir del negocio' })
    await leave.click()
    await dialog.getByText('Escribe tu contraseña').waitFor()
    await axe(page)
    await dialog.getByLabel('Tu contraseña').fill('equivocada')
    await leave.click()
    await dialog.locator('.error').getByText('La contraseña actual no es correcta').waitFor()
    await dialog.getByLabel('Tu contraseña').fill('demo2026')
    await leave.click()
    await page.waitForURL(`${site.url}/`)
    const [left] = (await query<{ n: number }>(
      site.dataDir,
      `select count(*)::int as n from memberships m join users u on u.id = m.user_id where u.email = '${email}'`,
    )) as [{ n: number }]
    assert.equal(left.n, 0)
    const owner = await (await open(browser)).newPage()
    await signIn(owner, site)
    await owner.goto(`${site.url}/dashboard/settings?seccion=seguridad`)
    await owner.getByRole('button', { name: 'Eliminar mi negocio' }).waitFor()
    assert.equal(await owner.getByRole('button', { name: 'Salir de este negocio' }).count(), 0)
  })

test('whoever joins where somebody is signed in ends that session, on the server too', async () => {
  const page = await (await desktop(browser, { expects: [/status of 401/] })).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=equipo`)
  const link = await invite(page, 'nueva@correo.example', 'Recepción')
  const former = await page.evaluate(() => JSON.parse(sessionStorage['enpunto.session']).token)
  await join(page, link, 'Nueva')
  await until(() =>
    page.evaluate(async (token) => {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch('/api/auth/verify', { headers })).status === 401
    }, former),
  )
})

test('an owner is mailed when somebody accepts with another e-mail, and who is let in as well', async () => {
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=equipo`)
  const link = await invite(page, 'camila.trabajo@correo.example', 'Recepción')
  const guest = await (await phone(browser)).newPage()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Entrar con él' }).click()
  await guest.getByLabel('Correo electrónico').fill('barberia@correo.example')
  await guest.getByLabel('Tu contraseña').fill('demo2026')
  await query(
    site.dataDir,
    `update users set password_hash = (select password_hash from users where email = 'demo@enpunto.example')
     where email = 'barberia@correo.example'`,
  )
  await guest.getByRole('button', { name: 'Aceptar y entrar' }).click()
  await guest.getByRole('heading', { name: 'Falta que confirmen' }).waitFor()
  await axe(guest)
  const mailTo = (to: string, subject: RegExp) =>
    mails(site).find((mail) => mail.to.includes(to) && subject.test(mail.subject))
  await until(() => mailTo('demo@enpunto.example', /^Confirma si es quien invitaste$/))
  const { text } = mailTo('demo@enpunto.example', /^Confirma/)!
  assert.match(text, /Óscar aceptó la invitación de camila.trabajo@correo.example con otro correo: barberia@/)
  await page.reload()
  await page.getByRole('button', { name: 'Sí, es quien invité' }).click()
  await said(page, 'Ya es de tu equipo')
  await until(() => mailTo('barberia@correo.example', /^Ya eres del equipo de Salón Bugambilia$/))
})

test('a whole name is read on a phone, beside what is done with it', async () => {
  const name = 'María Fernanda Restrepo'
  const [{ id }] = (await query(
    site.dataDir,
    `insert into users (email, name, password_hash) values ('mafe@correo.example', '${name}', 'x') returning id`,
  )) as [{ id: number }]
  await query(
    site.dataDir,
    `insert into memberships (business_id, user_id, role) values (1, ${id}, 'manager')`,
  )
  const page = await (await phone(browser)).newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/settings?seccion=equipo`)
  await page.getByRole('button', { name: `Permisos de ${name}` }).waitFor()
  const shown = await page
    .locator('.team-who b', { hasText: name })
    .evaluate((b) => [b.scrollWidth <= b.clientWidth, getComputedStyle(b).textOverflow])
  assert.deepEqual(shown, [true, 'clip'])
  const width = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert.equal(await width(), 0)
})
