import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  amPm,
  bookByApi,
  button,
  freeTime,
  isFree,
  longDate,
  newPhone,
  SLUG,
  title,
  type Wanted,
} from './booking.ts'
import {
  axe,
  desktop,
  hold,
  launch,
  login,
  mails,
  phone,
  startProduction,
  startSite,
  type Site,
} from './helper.ts'

const CANCELLED = 'Cita cancelada exitosamente'
const MOVED = 'Cita reagendada exitosamente'

let site: Site
let browser: Browser

before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const sizes = { phone, desktop }
type Size = keyof typeof sizes

/** The same journey on a phone and on a desktop. */
function journey(name: string, run: (page: Page) => Promise<void>, expects: RegExp[] = []) {
  for (const size of Object.keys(sizes) as Size[])
    test(`${name} (${size})`, async () => {
      const context = await sizes[size](browser, { expects })
      await run(await context.newPage())
    })
}

let people = 0
interface Person {
  client_id: string
  client_email: string
}
const newPerson = (): Person => {
  const n = ++people
  return { client_id: String(1_037_000_000 + n), client_email: `cliente${n}@correo.example` }
}

/** Books a free time for a client. */
async function book(who: Person, serviceName?: string): Promise<Wanted & { id: number }> {
  const wanted = await freeTime(site, serviceName)
  const answer = await ask(`${site.url}/api/appointments/public`, {
    body: {
      business_id: wanted.business,
      service_id: wanted.service,
      professional_id: wanted.professional,
      appointment_date: wanted.date,
      appointment_time: wanted.time,
      client_name: 'Camila Rojas',
      client_phone: newPhone(),
      ...who,
    },
  })
  assert.equal(bodyOf(answer).success, true, JSON.stringify(answer))
  return { ...wanted, id: bodyOf(answer).appointment.id }
}

/** The portal's address in the client's mail. */
async function linkOf({ client_email }: Person): Promise<string> {
  const links = () =>
    mails(site).flatMap(({ to, text }) =>
      to.includes(client_email) ? (/\S+\/client\?token=[\w.-]+/.exec(text)?.slice() ?? []) : [],
    )
  await until(() => links().length > 0, 15_000, 'the e-mail')
  return links()[0]!
}

const searchButton = (page: Page) => button(page, 'Buscar Citas')

async function search(page: Page, { client_id, client_email }: Person) {
  await page.getByLabel('Cédula', { exact: true }).fill(client_id)
  await page.getByLabel('Correo electrónico').fill(client_email)
  await searchButton(page).click()
}

/** Searches for a client's appointments and opens 'Mis Citas'. */
async function open(page: Page, who: Person) {
  await page.goto(`${site.url}/client`)
  await page.getByText('Listo').waitFor()
  await search(page, who)
  await title(page, 'Mis Citas').waitFor()
}

const toasted = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const card = (page: Page, name: string) => page.getByRole('article', { name })

const stored = async (id: number) => {
  const [row] = await query<Record<string, unknown>>(
    site.dataDir,
    `select status, cancellation_reason, appointment_date::text as date, appointment_time::text as time,
      professional_id, client_confirmed_at from appointments where id = ${id}`,
  )
  return row!
}

journey('searching: verified first, judged at the fields, and honest about finding nothing', async (page) => {
  const html = await (await fetch(`${site.url}/client`)).text()
  assert.match(html, /<button[^>]*disabled[^>]*>[^<]*Buscar Citas/)
  assert.match(html, /<meta name="robots" content="noindex"/)
  await page.goto(`${site.url}/client`)
  assert.match(await page.title(), /^Portal del Cliente/)
  await title(page, 'Portal del Cliente').waitFor()
  await page.getByText('Listo').waitFor()
  await axe(page)
  await searchButton(page).click()
  await page.getByText('Cédula es requerida').waitFor()
  await page.getByText('Email es requerido').waitFor()
  await search(page, { client_id: '1234567', client_email: 'nadie' })
  await page.getByText('Cédula debe tener entre 8 y 12 dígitos').waitFor()
  await page.getByText('Email inválido').waitFor()
  await axe(page)
  const letGo = await hold(page, '**/client/appointments')
  await search(page, { client_id: '99999999', client_email: 'nadie@correo.example' })
  assert.ok(await button(page, 'Buscando...').isDisabled())
  letGo()
  await toasted(page, 'No se encontraron citas con esos datos')
  await axe(page)
})

test('without a document the link comes by e-mail; what is said is the same for an unknown address', async () => {
  const page = await (await phone(browser)).newPage()
  const who = { client_email: newPerson().client_email }
  await book(who as Person)
  await page.goto(`${site.url}/client`)
  await page.getByText('Listo').waitFor()
  const ask = button(page, 'Enviarme un enlace al correo')
  await ask.click()
  await page.getByText('Email es requerido').waitFor()
  const said: string[] = []
  for (const email of ['desconocida@correo.example', who.client_email]) {
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByText('Listo').waitFor()
    const answered = page.waitForResponse(/send-link/)
    await ask.click()
    await answered
    said.push(await page.getByText(/^Si hay citas con ese correo/).innerText())
    await axe(page)
  }
  assert.equal(said[0], said[1])
  const sent = () =>
    mails(site).find(({ to, subject }) => to.includes(who.client_email) && subject.startsWith('Tu enlace'))
  await until(() => sent() !== undefined, 15_000, 'the link')
  await page.goto(/\S+\/client\?token=[\w.-]+/.exec(sent()!.text)![0])
  await title(page, 'Mis Citas').waitFor()
})

journey(
  'a search that fails says why, or that it failed',
  async (page) => {
    await page.goto(`${site.url}/client`)
    await page.getByText('Listo').waitFor()
    const said = 'Demasiados intentos, intenta más tarde'
    await page.route('**/client/appointments', (route) =>
      route.fulfill({ status: 429, json: { success: false, error: said } }),
    )
    await search(page, newPerson())
    await toasted(page, said)
    await page.unroute('**/client/appointments')
    await page.route('**/client/appointments', (route) => route.abort())
    await searchButton(page).click()
    await toasted(page, 'Error buscando citas')
  },
  [/429/, /ERR_FAILED/],
)

journey('a found appointment says everything, and leads everywhere', async (page) => {
  const who = newPerson()
  const booked = await book(who)
  await open(page, { ...who, client_id: who.client_id.replace(/\B(?=(\d{3})+$)/g, '.') })
  const one = card(page, booked.service_name)
  const text = (await one.innerText()).replace(/\s+/g, ' ')
  for (const part of [
    booked.service_name,
    booked.professional_name,
    'Salón Bugambilia',
    'Programada',
    'Cra. 76 # 33A-21',
    longDate(booked.date),
    amPm(booked.time).split(' ')[0]!,
    `${booked.duration_minutes} min`,
    '$ 2',
  ])
    assert.ok(text.includes(part), `${part} in ${text}`)
  await axe(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    one.getByRole('link', { name: 'Agregar al Calendario' }).click(),
  ])
  const file = readFileSync(await download.path(), 'utf8')
  assert.ok(file.includes(`UID:cita-${booked.id}@${new URL(site.url).host}`), file)
  const hrefs = await one
    .getByRole('link')
    .evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href))
  for (const start of ['https://www.google.com/maps/dir/', 'https://wa.me/57', 'tel:+57'])
    assert.ok(
      hrefs.some((href) => href.startsWith(start)),
      `${start} in ${hrefs}`,
    )
  await button(page, 'Salir').press('Enter')
  await searchButton(page).waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'contenido')
  assert.equal(await page.getByLabel('Cédula', { exact: true }).inputValue(), '')
})

journey(
  'the link of an e-mail opens the appointments; a bad one leaves the form',
  async (page) => {
    const who = newPerson()
    const booked = await book(who)
    const link = await linkOf(who)
    await login(page, site)
    const session = () => page.evaluate(() => sessionStorage.getItem('enpunto.session'))
    const signedIn = await session()
    assert.ok(signedIn)
    const letGo = await hold(page, '**/validate-token*')
    await page.goto(link)
    await page.getByText('Validando acceso automático...').waitFor()
    await axe(page)
    letGo()
    await toasted(page, 'Acceso automático exitoso')
    await card(page, booked.service_name).waitFor()
    await axe(page)

    await page.unroute('**/validate-token*')
    await page.goto(`${link.slice(0, -4)}AAAA`)
    await toasted(page, 'Token inválido o expirado')
    await page.getByText('Listo').waitFor()
    await axe(page)
    await search(page, who)
    await card(page, booked.service_name).waitFor()

    for (const [status, json, said] of [
      [429, { success: false }, 'Demasiados intentos, intenta más tarde'],
      [500, { success: false }, 'Error validando acceso'],
      [200, { success: false }, 'Token inválido'],
      [200, {}, 'Token inválido'],
    ] as const) {
      await page.route('**/validate-token*', (route) => route.fulfill({ status, json }))
      await page.goto(link)
      await toasted(page, said)
      assert.equal(await page.getByText('Acceso automático exitoso').count(), 0)
      await searchButton(page).waitFor()
      await page.unroute('**/validate-token*')
    }
    // A refused portal token does not end the owner's session.
    assert.equal(await session(), signedIn)
  },
  [/status of (401|429|500)/],
)

journey('a reminder’s link asks; only the button answers', async (page) => {
  const who = newPerson()
  const { id } = await book(who)
  await page.goto(`${await linkOf(who)}&confirmar=${id}`)
  await title(page, '¿Vas a tu cita?').waitFor()
  await axe(page)
  assert.equal((await stored(id))['client_confirmed_at'], null)
  await button(page, 'Confirmo que voy').click()
  await page.getByText('Confirmaste que vas').waitFor()
  assert.notEqual((await stored(id))['client_confirmed_at'], null)
  await axe(page)
  await page.reload()
  await title(page, 'Mis Citas').waitFor()
  await page.getByText('Confirmaste que vas').waitFor()
})

journey('cancelling: asked twice, by keyboard, with a reason; then it can be booked again', async (page) => {
  const who = newPerson()
  const booked = await book(who)
  await open(page, who)
  const one = card(page, booked.service_name)
  await one.getByRole('button', { name: 'Cancelar' }).click()
  const question = page.getByRole('dialog', { name: 'Cancelar cita' })
  await question.waitFor()
  assert.match((await question.getAttribute('class'))!, /confirm-danger/)
  await axe(page)
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === 'Cancelar')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Cancelar Cita' }).click()
  const reason = page.getByRole('dialog', { name: 'Motivo de cancelación' })
  await reason.waitFor()
  // The button that cancels is red, and says what it does.
  assert.match(
    (await reason.getByRole('button', { name: 'Cancelar mi cita' }).getAttribute('class'))!,
    /btn-danger/,
  )
  await axe(page)
  assert.equal((await stored(booked.id))['status'], 'scheduled')
  await page.keyboard.type('Me salió un viaje')
  await page.keyboard.press('Enter')
  await toasted(page, CANCELLED)
  await one.getByText('Cancelada', { exact: true }).waitFor()
  await one.getByText('Me salió un viaje').waitFor()
  await axe(page)
  const row = await stored(booked.id)
  assert.deepEqual([row['status'], row['cancellation_reason']], ['cancelled', 'Me salió un viaje'])
  assert.equal(await one.getByRole('button').count(), 0)
  assert.equal(
    await one.getByRole('link', { name: 'Reservar de nuevo' }).getAttribute('href'),
    `/negocio/${SLUG}?servicio=${booked.service}&profesional=${booked.professional}`,
  )
  await one.getByRole('link', { name: 'Reservar de nuevo' }).click()
  await page.getByRole('heading', { name: 'Hora', exact: true }).waitFor()
})

/** Opens the dialog that moves the client's only appointment. */
async function moving(page: Page, booked: Wanted) {
  await card(page, booked.service_name).getByRole('button', { name: 'Reagendar' }).click()
  const dialog = page.getByRole('dialog', { name: `Reagendar Cita - ${booked.service_name}` })
  await dialog.locator('input[name=new_date]:checked').waitFor({ state: 'attached' })
  return dialog
}

const dayOf = (page: Page, date: string) => page.locator(`label:has(input[name=new_date][value="${date}"])`)
const timeOf = (page: Page, time: string) => page.locator(`label:has(input[name=new_time][value="${time}"])`)

journey('moving: another time, and the old one is free again', async (page) => {
  const who = newPerson()
  const booked = await book(who)
  const target = await freeTime(site)
  await open(page, who)
  const dialog = await moving(page, booked)
  const send = dialog.getByRole('button', { name: 'Reagendar Cita' })
  assert.ok(await send.isDisabled())
  // The first free date is chosen from the start.
  assert.equal(
    await dialog.locator('input[name=new_date]:checked').inputValue(),
    await dialog.locator('input[name=new_date]:enabled').first().inputValue(),
  )
  await dialog.getByText('Nueva hora es requerida').waitFor()
  assert.equal(await dialog.getByLabel('Profesional').inputValue(), String(booked.professional))
  await axe(page)
  await dayOf(page, target.date).click()
  await dialog.getByText('Nueva hora es requerida').waitFor()
  assert.ok(await send.isDisabled())
  await timeOf(page, target.time).click()
  await axe(page)
  const asked = page.waitForRequest(/client\/reschedule/)
  const again = page.waitForResponse(/client\/appointments$/)
  const letGo = await hold(page, '**/client/reschedule/*')
  await send.click()
  assert.ok(await dialog.getByRole('button', { name: 'Reagendando...' }).isDisabled())
  letGo()
  assert.match((await asked).headers()['idempotency-key'] ?? '', /^[\da-f-]{36}$/)
  await toasted(page, MOVED)
  await again
  await card(page, booked.service_name).getByText('Reprogramada').waitFor()
  const file = card(page, booked.service_name).getByRole('link', { name: 'Agregar al Calendario' })
  assert.match(decodeURIComponent((await file.getAttribute('href'))!), /^SEQUENCE:1\r$/m)
  await dialog.waitFor({ state: 'detached' })
  await axe(page)
  const row = await stored(booked.id)
  assert.deepEqual([row['date'], String(row['time']).slice(0, 5)], [target.date, target.time])
  assert.ok(await isFree(site, booked))
})

journey('moving goes from today to 30 days ahead, with whoever does the service', async (page) => {
  const who = newPerson()
  const booked = await book(who)
  const target = await freeTime(site)
  await open(page, who)
  await moving(page, booked)
  const dates = await page
    .locator('input[name=new_date]')
    .evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))
  const today = new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10)
  const last = new Date(Date.parse(today) + 30 * 86_400_000).toISOString().slice(0, 10)
  assert.deepEqual([dates.length, dates[0], dates.at(-1)], [31, today, last])
  const specialists = await page.getByLabel('Profesional').locator('option').allInnerTexts()
  assert.ok(specialists.includes(booked.professional_name))
  await dayOf(page, target.date).click()
  await timeOf(page, target.time).click()
  // Choosing another professional clears the chosen date, which may not be free there.
  if (specialists.length > 1) {
    await page.getByLabel('Profesional').selectOption({ index: 0 })
    await page.getByText('Nueva fecha es requerida').waitFor()
  }
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  assert.equal((await stored(booked.id))['date'], booked.date)
})

journey(
  'a time that is taken meanwhile: the appointment stays, and others are offered',
  async (page) => {
    const who = newPerson()
    const booked = await book(who)
    const target = await freeTime(site)
    await open(page, who)
    const dialog = await moving(page, booked)
    await dayOf(page, target.date).click()
    await timeOf(page, target.time).click()
    await bookByApi(site, target)
    await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
    await dialog.getByText('Ese horario acaba de ocuparse').waitFor()
    await axe(page)
    assert.equal((await stored(booked.id))['date'], booked.date)
    await dialog.getByRole('button', { name: /·/ }).first().click()
    await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
    await toasted(page, MOVED)
    assert.notDeepEqual((await stored(booked.id))['time'], booked.time)
  },
  [/status of 409/],
)

journey(
  'a lost connection: said, tried again under the same key, and done once',
  async (page) => {
    const who = newPerson()
    const booked = await book(who)
    await open(page, who)
    const keys: string[] = []
    let isBack = false
    await page.route('**/client/cancel/*', async (route) => {
      keys.push(route.request().headers()['idempotency-key']!)
      if (isBack) return route.continue()
      // The server carries it out, but the answer is lost.
      if (keys.length === 1) await route.fetch()
      await route.abort()
    })
    await card(page, booked.service_name).getByRole('button', { name: 'Cancelar' }).click()
    await button(page, 'Cancelar Cita').click()
    await page.getByRole('dialog', { name: 'Motivo de cancelación' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Se cortó la conexión.').waitFor()
    await axe(page)
    isBack = true
    // The page may have retried by itself meanwhile.
    await button(page, 'Reintentar ahora')
      .click({ timeout: 3_000 })
      .catch(() => {})
    await toasted(page, CANCELLED)
    assert.ok(keys.length > 1)
    assert.equal(new Set(keys).size, 1)
    const [changes] = await query<{ n: number }>(
      site.dataDir,
      `select count(*)::int as n from appointment_history where appointment_id = ${booked.id} and change = 'cancelled'`,
    )
    assert.equal(changes!.n, 1)
  },
  [/ERR_FAILED/],
)

for (const kind of ['cancel', 'move'] as const)
  journey(
    `a page that is loaded anew before the answer says whether it is done: ${kind}`,
    async (page) => {
      const who = newPerson()
      const booked = await book(who)
      const target = await freeTime(site)
      await open(page, who)
      const path = kind === 'cancel' ? '**/client/cancel/*' : '**/client/reschedule/*'
      let isHeard = false
      await page.route(path, async (route) => {
        if (isHeard) return route.continue()
        // The server carries it out, but the answer is lost.
        await route.fetch().catch(() => {})
        await route.abort().catch(() => {})
      })
      if (kind === 'cancel') {
        await card(page, booked.service_name).getByRole('button', { name: 'Cancelar' }).click()
        await button(page, 'Cancelar Cita').click()
        await page.getByRole('dialog', { name: 'Motivo de cancelación' }).waitFor()
        await page.keyboard.press('Enter')
      } else {
        const dialog = await moving(page, booked)
        await dayOf(page, target.date).click()
        await timeOf(page, target.time).click()
        await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
      }
      await page.getByText('Se cortó la conexión.').waitFor()
      page.on('dialog', (question) => void question.accept())
      await page.reload()
      await page.getByText('Comprobando si tu cambio quedó hecho...').waitFor()
      await page.getByText('Se cortó la conexión.').waitFor()
      await axe(page)
      // Pressed while answers are still lost: once the page's own retry succeeds, the button is gone.
      await button(page, 'Reintentar ahora').click()
      isHeard = true
      await toasted(page, kind === 'cancel' ? CANCELLED : MOVED)
      await title(page, 'Mis Citas').waitFor()
      await card(page, booked.service_name)
        .getByText(kind === 'cancel' ? 'Cancelada' : 'Reprogramada', { exact: true })
        .waitFor()
      const row = await stored(booked.id)
      if (kind === 'cancel') assert.equal(row['status'], 'cancelled')
      else assert.deepEqual([row['date'], String(row['time']).slice(0, 5)], [target.date, target.time])
      const [changes] = await query<{ n: number }>(
        site.dataDir,
        `select count(*)::int as n from appointment_history where appointment_id = ${booked.id}`,
      )
      assert.equal(changes!.n, 1)
      // Once answered, another reload has nothing left to ask.
      await page.reload()
      await searchButton(page).waitFor()
    },
    [/ERR_FAILED/],
  )

journey('moving by less than it takes: its own time is offered to it', async (page) => {
  const who = newPerson()
  const booked = await book(who)
  await open(page, who)
  const dialog = await moving(page, booked)
  const answer = await page.request.post(`${site.url}/api/appointments/client/free-times/${booked.id}`, {
    data: who,
  })
  const day = (await answer.json()).days.find(({ date }: { date: string }) => date === booked.date)
  assert.ok(day.times.includes(booked.time), 'its own time is free for itself')
  await dayOf(page, booked.date).click()
  await timeOf(
    page,
    day.times.find((time: string) => time !== booked.time),
  ).waitFor()
  // Its present time is not offered: that would be no move.
  assert.equal(await timeOf(page, booked.time).count(), 0)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
})

journey('a suspended business: the appointment can be cancelled, not moved', async (page) => {
  const who = newPerson()
  const booked = await book(who)
  const suspend = (at: string) =>
    query(site.dataDir, `update businesses set suspended_at = ${at} where id = ${booked.business}`)
  await suspend('now()')
  try {
    await open(page, who)
    const one = card(page, booked.service_name)
    await one.getByText('no está recibiendo cambios en línea').waitFor()
    await axe(page)
    assert.equal(await one.getByRole('button', { name: 'Reagendar' }).count(), 0)
    await one.getByRole('button', { name: 'Cancelar' }).click()
    await button(page, 'Cancelar Cita').click()
    await page.getByRole('dialog', { name: 'Motivo de cancelación' }).waitFor()
    await page.keyboard.press('Enter')
    await toasted(page, CANCELLED)
  } finally {
    await suspend('null')
  }
})

journey(
  'what is refused is said in the server’s words, else in ours, and nothing changes',
  async (page) => {
    const who = newPerson()
    const booked = await book(who)
    const target = await freeTime(site)
    await open(page, who)
    for (const error of ['Hoy no se puede', undefined]) {
      await page.route('**/client/{cancel,reschedule}/*', (route) =>
        route.fulfill({ status: 500, json: { success: false, ...(error && { error }) } }),
      )
      await card(page, booked.service_name).getByRole('button', { name: 'Cancelar' }).click()
      await button(page, 'Cancelar Cita').click()
      await page.getByRole('dialog', { name: 'Motivo de cancelación' }).waitFor()
      await page.keyboard.press('Enter')
      await toasted(page, error ?? 'Error cancelando cita')
      const dialog = await moving(page, booked)
      await dayOf(page, target.date).click()
      await timeOf(page, target.time).click()
      await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
      await page
        .locator('.toast')
        .getByText(error ?? 'Error reagendando cita', { exact: true })
        .first()
        .waitFor()
      await dialog.getByRole('button', { name: 'Cancelar' }).click()
      await page.unroute('**/client/{cancel,reschedule}/*')
    }
    const row = await stored(booked.id)
    assert.deepEqual([row['status'], row['date']], ['scheduled', booked.date])
  },
  [/status of 500/],
)

journey(
  'a move that fails the human check keeps the chosen time, and is sent by another press',
  async (page) => {
    const who = newPerson()
    const booked = await book(who)
    const target = await freeTime(site)
    await open(page, who)
    await page.route(
      '**/client/reschedule/*',
      (route) =>
        route.fulfill({
          status: 400,
          json: { success: false, error: 'Verificación de reCAPTCHA fallida' },
        }),
      { times: 1 },
    )
    const dialog = await moving(page, booked)
    await dayOf(page, target.date).click()
    await timeOf(page, target.time).click()
    const send = dialog.getByRole('button', { name: 'Reagendar Cita' })
    await send.click()
    await toasted(page, 'Verificación de reCAPTCHA fallida')
    await send.click()
    await toasted(page, 'Cita reagendada exitosamente')
    const row = await stored(booked.id)
    assert.equal(row['date'], target.date)
  },
  [/status of 400/],
)

journey('today, nobody is expected in less than an hour', async (page) => {
  const who = newPerson()
  const booked = await book(who)
  const now = new Date(Date.now() - 5 * 3_600_000)
  const today = now.toISOString().slice(0, 10)
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes()
  const at = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16)
  const [soon, later] = [Math.min(minute + 30, 1438), Math.min(minute + 90, 1439)].map(at) as [string, string]
  await page.route('**/client/free-times/*', (route) =>
    route.fulfill({ json: { success: true, days: [{ date: today, times: [soon, later] }] } }),
  )
  await open(page, who)
  await card(page, booked.service_name).getByRole('button', { name: 'Reagendar' }).click()
  // Shortly before midnight the two times cannot be told apart.
  if (minute > 1440 - 95) return
  await dayOf(page, today).click()
  await timeOf(page, later).waitFor()
  assert.equal(await timeOf(page, soon).count(), 0)
})

test('the human check, as in production: without it nothing is searched, cancelled or moved', async () => {
  const who = newPerson()
  const booked = await book(who)
  const target = await freeTime(site)
  const link = await linkOf(who)
  await startProduction(site, { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 'secret' })
  const page = await (await phone(browser, { expects: [/ERR_FAILED/, /status of 500/] })).newPage()
  let load = () => {}
  await page.route('**/recaptcha/api.js?render=site-key', async (route) => {
    await new Promise<void>((resolve) => (load = resolve))
    await route.fulfill({
      contentType: 'text/javascript',
      body: `window.grecaptcha = { ready: (then) => then(), execute: async () => window.token ?? null }`,
    })
  })
  const calls: string[] = []
  await page.route('**/client/{cancel,reschedule}/*', (route) => {
    calls.push(route.request().postDataJSON().recaptcha_token)
    return route.fulfill({ status: 500, json: { success: false } })
  })
  await page.goto(`${site.url}/client`)
  await page.getByText('Verificando...').waitFor()
  assert.ok(await searchButton(page).isDisabled())
  load()
  await page.getByText('Listo').waitFor()
  assert.ok(await searchButton(page).isEnabled())

  await page.goto(link)
  const dialog = await moving(page, booked)
  const send = dialog.getByRole('button', { name: 'Reagendar Cita' })
  await dayOf(page, target.date).click()
  await timeOf(page, target.time).click()
  const REQUIRED = 'Por favor, completa la verificación reCAPTCHA'
  await dialog.getByText(REQUIRED).waitFor()
  assert.ok(await send.isDisabled())
  load()
  await dialog.getByText(REQUIRED).waitFor({ state: 'detached' })
  await send.click()
  await toasted(page, REQUIRED)
  await page.locator('.toast').first().waitFor({ state: 'detached' })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await card(page, booked.service_name).getByRole('button', { name: 'Cancelar' }).click()
  await button(page, 'Cancelar Cita').click()
  await page.getByRole('dialog', { name: 'Motivo de cancelación' }).waitFor()
  await page.keyboard.press('Enter')
  await toasted(page, REQUIRED)
  assert.deepEqual(calls, [], 'nothing was sent')
  await page.evaluate(() => Object.assign(window, { token: 'a-token' }))
  await card(page, booked.service_name).getByRole('button', { name: 'Cancelar' }).click()
  await button(page, 'Cancelar Cita').click()
  await page.getByRole('dialog', { name: 'Motivo de cancelación' }).waitFor()
  await page.keyboard.press('Enter')
  await toasted(page, 'Error cancelando cita')
  assert.deepEqual(calls, ['a-token'])
})
