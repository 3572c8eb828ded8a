/** The portal in a tab that stays open, and what it says of an appointment beside the usual. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  amPm,
  bookByApi,
  dayAhead,
  freeTime,
  isWiderThanScreen,
  onPhone,
  SLUG,
  title,
  type Wanted,
} from './booking.ts'
import { startProduction, startSite, type Site } from './helper.ts'

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

/** Books another free time for them. */
async function bookMore(
  { client_id, client_email }: Booked,
  serviceName: string,
): Promise<Wanted & { id: number }> {
  const wanted = await freeTime(site, serviceName)
  return { ...wanted, ...(await bookByApi(site, wanted, { client_id, client_email })) }
}

/** Opens 'Mis Citas' by the link of a booking. */
async function open(page: Page, { token }: Booked) {
  await page.goto(`${site.url}/client?token=${encodeURIComponent(token)}`)
  await title(page, 'Mis Citas').waitFor()
}

async function search(page: Page, { client_id, client_email }: Booked) {
  await page.getByLabel('Cédula', { exact: true }).fill(client_id)
  await page.getByLabel('Correo electrónico').fill(client_email)
  await page.getByRole('button', { name: 'Buscar Citas' }).click()
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
  await search(page, booked)
  await page.getByRole('region', { name: 'Anteriores' }).getByText(booked.service_name).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Próximas' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Reagendar' }).count(), 0)
})

test('an appointment of another year says which', async () => {
  const [older, page] = [await book(), await onPhone()]
  const earlier = (column: string) => `${column} = ${column} - interval '728 days'`
  await query(
    site.dataDir,
    `update appointments set appointment_date = appointment_date - 728, ${earlier('starts_at')}, ${earlier('ends_at')},
       occupied = tstzmultirange(tstzrange(lower(occupied) - interval '728 days', upper(occupied) - interval '728 days'))
     where id = ${older.id} returning id`,
  )
  const next = await bookMore(older, 'Corte de barba')
  await page.goto(`${site.url}/client`)
  await page.getByText('Listo').waitFor()
  await search(page, older)
  const year = async (of: number) => {
    const leaf = page.locator(`article[aria-labelledby="cita-${of}"] .cita-leaf`)
    await leaf.waitFor()
    return (await leaf.locator('span').allTextContents())[1]
  }
  const then = Temporal.PlainDate.from(older.date).subtract({ days: 728 })
  assert.equal(await year(older.id), String(then.year))
  const thisYear = dayAhead(0).slice(0, 4)
  assert.equal(await year(next.id), next.date.startsWith(thisYear) ? undefined : next.date.slice(0, 4))
})

const dayOf = (page: Page, date: string) => page.locator(`label:has(input[name=new_date][value="${date}"])`)
const timeOf = (page: Page, time: string) => page.locator(`label:has(input[name=new_time][value="${time}"])`)

/** Opens the dialog that moves the only appointment. */
async function moving(page: Page) {
  await page.getByRole('button', { name: 'Reagendar' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reagendar Cita/ })
  await dialog.locator('input[name=new_date]:checked').waitFor({ state: 'attached' })
  return dialog
}

test('a time that is refused is not on offer any more; what may be tried again stays chosen', async () => {
  const booked = await book()
  const [, time] = booked.times.filter((time) => time !== booked.time) as [string, string]
  const page = await onPhone({ expects: [/status of (400|500)/] })
  const said = 'Esa hora ya pasó'
  let status = 500
  await page.route('**/client/reschedule/*', (route) =>
    route.fulfill({ status, json: { success: false, error: said } }),
  )
  await page.route('**/client/free-times/*', (route) =>
    route.fulfill({
      json: { success: true, days: [{ date: booked.date, times: status === 400 ? [] : [time] }] },
    }),
  )
  await open(page, booked)
  const dialog = await moving(page)
  const send = dialog.getByRole('button', { name: 'Reagendar Cita' })
  await timeOf(page, time).click()
  await send.click()
  await page.getByText(said, { exact: true }).first().waitFor()
  await dialog.locator('input[name=new_time]:checked').waitFor({ state: 'attached' })
  status = 400
  const again = page.waitForRequest(/client\/free-times/)
  await send.click()
  await again
  await dialog.getByText('No hay horarios disponibles').waitFor()
  assert.equal(await timeOf(page, time).count(), 0)
})

test('free times that a lost connection kept back are there as soon as it is back', async () => {
  const booked = await book()
  const page = await onPhone({ expects: [/ERR_(FAILED|INTERNET)/] })
  await open(page, booked)
  await page.route('**/client/free-times/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Reagendar' }).click()
  const dialog = page.getByRole('dialog', { name: /^Reagendar Cita/ })
  await dialog.getByText('Revisa tu conexión.').waitFor()
  await page.unroute('**/client/free-times/*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await dialog.getByRole('radiogroup', { name: 'Nueva hora' }).waitFor()
})

test('a limit is no answer to a change that was sent before it: it is sent again under its key', async () => {
  const booked = await book()
  const time = booked.times.find((time) => time !== booked.time)!
  const page = await onPhone({ expects: [/status of (429|503)/] })
  const keys: string[] = []
  await page.route('**/client/reschedule/*', async (route) => {
    const error = ['No disponible por un momento', 'Demasiados intentos'][keys.length]
    keys.push(route.request().headers()['idempotency-key']!)
    if (!error) return route.continue()
    // It is carried out, and nobody hears of it.
    if (keys.length === 1) assert.equal((await route.fetch()).status(), 200)
    await route.fulfill({ status: keys.length === 1 ? 503 : 429, json: { success: false, error } })
  })
  await open(page, booked)
  const dialog = await moving(page)
  const send = dialog.getByRole('button', { name: 'Reagendar Cita' })
  await dayOf(page, booked.date).click()
  await timeOf(page, time).click()
  for (const said of [
    'No disponible por un momento',
    'Demasiados intentos',
    'Cita reagendada exitosamente',
  ]) {
    await send.click()
    await page.getByText(said, { exact: true }).first().waitFor()
  }
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
})

test('… nor after a reload: what is pressed again has its key, and nothing is sent without a press', async () => {
  const booked = await book()
  const page = await onPhone({ expects: [/ERR_FAILED|status of (429|503)/] })
  page.on('dialog', (question) => void question.accept())
  const keys: string[] = []
  let answer: 'lost' | 429 | 503 | 'real' = 'lost'
  await page.route('**/client/cancel/*', (route) => {
    keys.push(route.request().headers()['idempotency-key']!)
    if (answer === 'lost') return route.abort()
    if (answer === 'real') return route.continue()
    return route.fulfill({ status: answer, json: { success: false, error: 'Intenta más tarde' } })
  })
  const cancel = async () => {
    await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
    await page.getByRole('button', { name: 'Cancelar Cita', exact: true }).click()
    await page.getByRole('button', { name: 'Cancelar mi cita', exact: true }).click()
  }
  const said = () => page.getByText('Intenta más tarde', { exact: true }).first().waitFor()
  await open(page, booked)
  await cancel()
  await page.getByText('Se cortó la conexión.').waitFor()
  answer = 429
  await page.reload()
  await said()
  await title(page, 'Mis Citas').waitFor()
  for (const next of [503, 'real'] as const) {
    const sent = keys.length
    await page.reload()
    await title(page, 'Mis Citas').waitFor()
    assert.equal(keys.length, sent)
    answer = next
    await cancel()
    if (next === 503) await said()
  }
  await page.getByText('Cita cancelada exitosamente').waitFor()
  assert.equal(new Set(keys).size, 1)
})

test('later dates whose answer got lost come when the dates are touched again', async () => {
  const booked = await book()
  const page = await onPhone({ expects: [/ERR_FAILED/] })
  const asked: string[] = []
  await page.route('**/client/free-times/*', (route) => {
    const { from } = route.request().postDataJSON() as { from?: string }
    if (from) asked.push(from)
    if (asked.length === 1) return route.abort()
    const days = Array.from({ length: 62 }, (_, i) => ({ date: dayAhead(i + 1), times: ['10:00', '15:00'] }))
    return route.fulfill({
      json: { success: true, days: from ? [{ date: dayAhead(63), times: ['09:00'] }] : days },
    })
  })
  await open(page, booked)
  await moving(page)
  const strip = page.getByRole('radiogroup', { name: /^Nueva fecha/ })
  const toEnd = () => strip.evaluate((it) => void (it.scrollLeft = it.scrollWidth))
  await toEnd()
  await until(() => asked.length === 1, 10_000, 'the request that gets lost')
  // Nothing is left to scroll: a tap asks as well.
  await until(async () => {
    await dayOf(page, dayAhead(62)).click()
    return asked.length > 1
  })
  await dayOf(page, dayAhead(63)).waitFor()
  assert.equal(asked[0], asked[1])
})

test('later dates of one professional are none of another’s who is chosen meanwhile', async () => {
  const booked = await book('Corte y cepillado')
  const page = await onPhone()
  const held = Promise.withResolvers<void>()
  await page.route('**/client/free-times/*', async (route) => {
    const { from, professional_id } = route.request().postDataJSON() as Record<string, unknown>
    const isFirst = professional_id === booked.professional
    if (from && isFirst) await held.promise
    const days = Array.from({ length: 62 }, (_, i) => ({ date: dayAhead(i + 1), times: ['10:00', '15:00'] }))
    const later = [{ date: dayAhead(isFirst ? 63 : 64), times: ['09:00'] }]
    return route.fulfill({ json: { success: true, days: from ? later : days } })
  })
  await open(page, booked)
  const dialog = await moving(page)
  const toEnd = () =>
    page
      .getByRole('radiogroup', { name: /^Nueva fecha/ })
      .evaluate((it) => void (it.scrollLeft = it.scrollWidth))
  const asked = page.waitForRequest((request) => request.postData()?.includes('"from"') ?? false)
  await toEnd()
  await asked
  const who = dialog.getByLabel('Profesional')
  const others = await who
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  await who.selectOption(others.find((id) => Number(id) !== booked.professional)!)
  await dialog.locator('input[name=new_date]:checked').waitFor({ state: 'attached' })
  held.resolve()
  await until(async () => {
    await toEnd()
    await dayOf(page, dayAhead(62)).click()
    return (await dayOf(page, dayAhead(64)).count()) > 0
  })
  assert.equal(await dayOf(page, dayAhead(63)).locator('input').isDisabled(), true)
})

test('a time offered instead may lie after the dates that come first, and is there again when they are read anew', async () => {
  const booked = await book()
  const page = await onPhone({ expects: [/status of 409/] })
  const moves: object[] = []
  await page.route('**/client/free-times/*', (route) => {
    const { from = dayAhead(1) } = route.request().postDataJSON() as { from?: string }
    const first = [1, 63].find((days) => dayAhead(days) === from)
    const days =
      first === undefined ? [] : Array.from({ length: first === 1 ? 62 : 58 }, (_, i) => dayAhead(first + i))
    return route.fulfill({
      json: { success: true, days: days.map((date) => ({ date, times: ['10:00', '15:00'] })) },
    })
  })
  await page.route('**/client/reschedule/*', (route) => {
    const { new_date, new_time } = route.request().postDataJSON() as Record<string, string>
    moves.push([new_date, new_time])
    const error = 'Ese horario acaba de ocuparse. Elige otro.'
    const time = moves.length === 1 ? '10:00' : '15:00'
    return route.fulfill({
      status: 409,
      json: { success: false, error, alternatives: [{ date: dayAhead(100), time }] },
    })
  })
  await open(page, booked)
  const dialog = await moving(page)
  const send = dialog.getByRole('button', { name: 'Reagendar Cita' })
  await timeOf(page, '10:00').click()
  await send.click()
  for (const time of ['10:00 am', '3:00 pm']) {
    await dialog.getByRole('button', { name: `· ${time}` }).click()
    await dialog.getByRole('status').filter({ hasText: time }).waitFor()
    assert.equal(await dialog.locator('input[name=new_date]:checked').inputValue(), dayAhead(100))
    await send.click()
  }
  await until(() => moves.length === 3)
  assert.deepEqual(
    moves.slice(1),
    ['10:00', '15:00'].map((time) => [dayAhead(100), time]),
  )
})

test('while one appointment is being changed the others wait, and say so', async () => {
  const booked = await book()
  const other = await bookMore(booked, 'Pedicura spa')
  const page = await onPhone({ expects: [/ERR_FAILED/] })
  let isBack = false
  await page.route(`**/client/cancel/${booked.id}`, (route) => (isBack ? route.continue() : route.abort()))
  await page.goto(`${site.url}/client`)
  await page.getByText('Listo').waitFor()
  await search(page, booked)
  const cardOf = ({ service_name }: Wanted) => page.getByRole('article', { name: service_name })
  const cancel = async (one: Wanted) => {
    await cardOf(one).getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Cancelar Cita', exact: true }).click()
    await page.getByRole('button', { name: 'Cancelar mi cita', exact: true }).click()
  }
  await cancel(booked)
  await page.getByText('Se cortó la conexión.').waitFor()
  for (const name of ['Cancelar', 'Reagendar']) {
    const waiting = cardOf(other).getByRole('button', { name })
    assert.ok(await waiting.isDisabled())
    await waiting.press('Enter')
    await page.getByText('Espera un momento: estamos guardando otro cambio.').first().waitFor()
    assert.equal(await page.getByRole('dialog').count(), 0)
  }
  await cardOf(booked).getByRole('button', { name: 'Cancelando...' }).waitFor()
  isBack = true
  await page
    .getByRole('button', { name: 'Reintentar ahora' })
    .click({ timeout: 3_000 })
    .catch(() => {})
  await cardOf(booked).getByText('Cancelada', { exact: true }).waitFor()
  await cancel(other)
  await cardOf(other).getByText('Cancelada', { exact: true }).waitFor()
})

test('links that the owner pasted lead where they were meant to, on the booking page and in the portal', async () => {
  const booked = await book()
  const set = (whatsapp: string, facebook: string, instagram: string) =>
    query(
      site.dataDir,
      `update businesses set whatsapp = '${whatsapp}', facebook = '${facebook}', instagram = '${instagram}'
       where id = ${booked.business}`,
    )
  await set('https://wa.me/573001234567?text=Hola%20amigos', 'fb.me/salon', '@bella.comidas')
  const page = await onPhone()
  await open(page, booked)
  const hrefOf = (scope: Pick<Page, 'getByRole'>, name: string) =>
    scope.getByRole('link', { name, exact: true }).first().getAttribute('href')
  assert.match((await hrefOf(page, 'WhatsApp'))!, /^https:\/\/wa\.me\/573001234567\?text=Hola%2C/)
  await page.goto(`${site.url}/negocio/${SLUG}`)
  assert.equal(await hrefOf(page, 'Escribir por WhatsApp'), 'https://wa.me/573001234567')
  const footer = page.getByRole('contentinfo')
  assert.equal(await hrefOf(footer, 'WhatsApp'), 'https://wa.me/573001234567')
  assert.equal(await hrefOf(footer, 'Facebook'), 'https://fb.me/salon')
  assert.equal(await hrefOf(footer, 'Instagram'), 'https://instagram.com/bella.comidas')
  await set('+573004128819', 'salonbugambilia', 'salonbugambilia')
})

test('the address has its city: on the card, before the answer to a reminder, in the calendar and on the way', async () => {
  const booked = await book()
  const set = (address: string, place: string) =>
    query(
      site.dataDir,
      `update businesses set address = '${address}', ${place} where id = ${booked.business}`,
    )
  const [before] = await query<{ address: string; latitude: number; longitude: number }>(
    site.dataDir,
    `select address, latitude, longitude from businesses where id = ${booked.business}`,
  )
  await set('Calle 10 # 43-20', 'latitude = null, longitude = null')
  const page = await onPhone()
  await open(page, booked)
  const address = 'Calle 10 # 43-20, Medellín'
  await page.getByRole('article').getByText(address, { exact: true }).waitFor()
  const linkTo = async (name: string) =>
    decodeURIComponent((await page.getByRole('link', { name }).getAttribute('href'))!)
  assert.ok((await linkTo('Cómo llegar')).endsWith(`destination=${address}`))
  assert.match(await linkTo('Agregar al Calendario'), /^LOCATION:Calle 10 # 43-20\\, Medellín\r$/m)
  await page.goto(`${site.url}/client?token=${encodeURIComponent(booked.token)}&confirmar=${booked.id}`)
  await title(page, '¿Vas a tu cita?').waitFor()
  await page.getByRole('article').getByText(address, { exact: true }).waitFor()
  const { latitude, longitude } = before!
  await set(before!.address, `latitude = ${latitude}, longitude = ${longitude}`)
})

test('an hour and a half is 90 minutes too, and what costs nothing is free', async () => {
  const booked = await book()
  const set = (values: string) =>
    query(site.dataDir, `update appointments set ${values} where id = ${booked.id}`)
  await set("duration_minutes = 90, ends_at = starts_at + interval '90 min', price = 0, price_kind = 'free'")
  const page = await onPhone()
  await open(page, booked)
  const card = page.getByRole('article')
  await card.getByText('1 h 30 min (90 min)').waitFor()
  await card.getByText('Gratis', { exact: true }).waitFor()
  await set("price_kind = 'ask'")
  await page.reload()
  await card.getByText('A convenir', { exact: true }).waitFor()
})

/** Cancels the only appointment, up to the answer. */
async function cancelling(page: Page) {
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await page.getByRole('button', { name: 'Cancelar Cita', exact: true }).click()
  await page.getByRole('button', { name: 'Cancelar mi cita', exact: true }).click()
}

const lost = (page: Page) => page.getByText('Se cortó la conexión.').waitFor()
const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()

/** How an appointment stands, and how often it changed. */
async function stands({ id }: Booked) {
  const [row] = await query<{ status: string; time: string; changes: number }>(
    site.dataDir,
    `select status, left(appointment_time::text, 5) as time,
       (select count(*)::int from appointment_history where appointment_id = ${id}) as changes
     from appointments where id = ${id}`,
  )
  return row!
}

test('a visit that took place reads Completada to its client', async () => {
  const booked = await book()
  const done = `update appointments set status = 'completed', attendance_status = 'attended' where id = ${booked.id}`
  await query(site.dataDir, done)
  const page = await onPhone()
  await open(page, booked)
  await page.getByRole('article').getByText('Completada', { exact: true }).waitFor()
  assert.equal(await page.getByText('Asistió').count(), 0)
})

/** As if what was sent without an answer had been sent an hour ago. */
const anHourLater = (page: Page) =>
  page.evaluate(() => {
    const stored = JSON.parse(sessionStorage.getItem('enpunto.portal')!) as { at: number }[]
    for (const one of stored) one.at -= 3_600_000
    sessionStorage.setItem('enpunto.portal', JSON.stringify(stored))
  })

test('a move that got lost is not made over another time that was agreed meanwhile', async () => {
  const booked = await book()
  const [mine, theirs] = booked.times.filter((time) => time !== booked.time) as [string, string]
  const page = await onPhone({ expects: [/ERR_FAILED|status of 409/] })
  page.on('dialog', (question) => void question.accept())
  await page.route('**/client/reschedule/*', (route) => route.abort())
  await open(page, booked)
  const dialog = await moving(page)
  await dayOf(page, booked.date).click()
  await timeOf(page, mine).click()
  await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
  await lost(page)
  const moved = await ask(`${site.url}/api/appointments/client/reschedule/${booked.id}`, {
    body: { token: booked.token, new_date: booked.date, new_time: theirs },
  })
  assert.equal(bodyOf(moved).success, true, JSON.stringify(moved))
  await page.unroute('**/client/reschedule/*')
  await page.reload()
  await said(page, 'Tu cita cambió mientras tanto. Mira la hora que tiene ahora.')
  await page.getByRole('article').getByText(amPm(theirs).split(' ')[0]!).first().waitFor()
  assert.deepEqual(await stands(booked), { status: 'scheduled', time: theirs, changes: 1 })
})

test('a move to somebody else at the same time that got lost an hour ago is not said to be made', async () => {
  const booked = await book('Corte y cepillado')
  const page = await onPhone({ expects: [/ERR_FAILED/] })
  page.on('dialog', (question) => void question.accept())
  await page.route('**/client/free-times/*', (route) =>
    route.fulfill({ json: { success: true, days: [{ date: booked.date, times: [booked.time, '23:00'] }] } }),
  )
  await page.route('**/client/reschedule/*', (route) => route.abort())
  await open(page, booked)
  const dialog = await moving(page)
  const who = dialog.getByLabel('Profesional')
  const others = await who
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value))
  await who.selectOption(others.find((id) => Number(id) !== booked.professional)!)
  await timeOf(page, booked.time).click()
  await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
  await lost(page)
  await anHourLater(page)
  await page.reload()
  await said(page, 'Tu cita no se reagendó: se cortó la conexión. Si todavía quieres, reagéndala otra vez.')
  await title(page, 'Mis Citas').waitFor()
})

for (const isDone of [false, true])
  test(`a cancellation that got lost an hour ago is not sent unasked: ${isDone ? 'it was made' : 'it was not made'}, as the page says`, async () => {
    const booked = await book()
    const page = await onPhone({ expects: [/ERR_FAILED/] })
    page.on('dialog', (question) => void question.accept())
    const keys: string[] = []
    await page.route('**/client/cancel/*', async (route) => {
      keys.push(route.request().headers()['idempotency-key']!)
      if (isDone) await route.fetch().catch(() => {})
      await route.abort().catch(() => {})
    })
    await open(page, booked)
    await cancelling(page)
    await lost(page)
    await page.unroute('**/client/cancel/*')
    await anHourLater(page)
    const again: string[] = []
    page.on('request', (request) => {
      if (/client.cancel/.test(request.url())) again.push(request.headers()['idempotency-key']!)
    })
    await page.reload()
    await said(
      page,
      isDone
        ? 'Cita cancelada exitosamente'
        : 'Tu cita no se canceló: se cortó la conexión. Si todavía quieres, cancélala otra vez.',
    )
    await title(page, 'Mis Citas').waitFor()
    assert.deepEqual(again, [])
    assert.equal((await stands(booked)).status, isDone ? 'cancelled' : 'scheduled')
    if (isDone) return
    await cancelling(page)
    await said(page, 'Cita cancelada exitosamente')
    assert.deepEqual(again, [keys[0]])
  })

for (const isReloaded of [false, true])
  test(`whoever leaves while a change ${isReloaded ? 'from before a reload ' : ''}waits sends it no more`, async () => {
    const booked = await book()
    const page = await onPhone({ expects: [/ERR_FAILED/] })
    page.on('dialog', (question) => void question.accept())
    await page.route('**/client/cancel/*', (route) => route.abort())
    await open(page, booked)
    await cancelling(page)
    await lost(page)
    if (isReloaded) {
      await page.reload()
      await lost(page)
    }
    await page.getByRole('button', { name: 'Salir' }).click()
    await page.getByRole('button', { name: 'Buscar Citas' }).waitFor()
    await page.unroute('**/client/cancel/*')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('Listo').waitFor()
    await search(page, booked)
    await title(page, 'Mis Citas').waitFor()
    assert.deepEqual(await stands(booked), { status: 'scheduled', time: booked.time, changes: 0 })
  })

test('a move whose appointments cannot be read again shows its new time; they are read once there is a network', async () => {
  const booked = await book()
  const time = booked.times.find((time) => time !== booked.time)!
  const page = await onPhone({ expects: [/ERR_FAILED/] })
  await open(page, booked)
  await page.route('**/validate-token*', (route) => route.abort())
  const dialog = await moving(page)
  await dayOf(page, booked.date).click()
  await timeOf(page, time).click()
  await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
  await said(page, 'Cita reagendada exitosamente')
  await said(page, 'Error buscando citas')
  const card = page.getByRole('article')
  await card.getByText('Reprogramada', { exact: true }).waitFor()
  assert.ok((await card.innerText()).includes(amPm(time).split(' ')[0]!))
  const file = await card.getByRole('link', { name: 'Agregar al Calendario' }).getAttribute('href')
  assert.match(decodeURIComponent(file!), /^SEQUENCE:1\r$/m)
  await page.unroute('**/validate-token*')
  const again = page.waitForResponse(/validate-token/)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  assert.equal((await again).status(), 200)
  await card.getByText('Reprogramada', { exact: true }).waitFor()
})

test('a cancellation that was made and answered by a failure shows as cancelled', async () => {
  const booked = await book()
  const page = await onPhone({ expects: [/status of 503/] })
  await page.route('**/client/cancel/*', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 503, json: { success: false, error: 'No disponible por un momento' } })
  })
  await open(page, booked)
  await cancelling(page)
  await said(page, 'No disponible por un momento')
  await page.getByRole('article').getByText('Cancelada', { exact: true }).waitFor()
})

test('a move that was made and answered by a failure shows its new time once its dialog is closed', async () => {
  const booked = await book()
  const time = booked.times.find((time) => time !== booked.time)!
  const page = await onPhone({ expects: [/status of 503/] })
  await page.route('**/client/reschedule/*', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 503, json: { success: false, error: 'No disponible por un momento' } })
  })
  await open(page, booked)
  const dialog = await moving(page)
  await dayOf(page, booked.date).click()
  await timeOf(page, time).click()
  await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
  await said(page, 'No disponible por un momento')
  await dialog.getByRole('button', { name: 'Cancelar', exact: true }).click()
  const card = page.getByRole('article')
  await card.getByText('Reprogramada', { exact: true }).waitFor()
  assert.ok((await card.innerText()).includes(amPm(time).split(' ')[0]!))
})

test('a move of what was cancelled meanwhile is refused, and its dialog closes', async () => {
  const booked = await book()
  const page = await onPhone({ expects: [/status of 409/] })
  await open(page, booked)
  const dialog = await moving(page)
  await dayOf(page, booked.date).click()
  await timeOf(
    page,
    booked.times.find((time) => time !== booked.time)!,
  ).click()
  await query(site.dataDir, `update appointments set status = 'cancelled' where id = ${booked.id}`)
  await dialog.getByRole('button', { name: 'Reagendar Cita' }).click()
  await said(page, 'Solo se puede reagendar una cita programada')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('article').getByText('Cancelada', { exact: true }).waitFor()
})

test('a name of one long word stays inside the screen of a phone', async () => {
  const booked = await book()
  const name = 'Wolfeschlegelsteinhausen'.repeat(5)
  await query(site.dataDir, `update appointments set client_name = '${name}' where id = ${booked.id}`)
  const page = await onPhone()
  await open(page, booked)
  await page.getByText(name, { exact: true }).waitFor()
  assert.equal(await isWiderThanScreen(page), false)
})

test('brought back, and returned to after a minute, a list that was opened by a link is as it stands', async () => {
  const booked = await book()
  const page = await onPhone()
  await page.clock.install()
  await open(page, booked)
  const card = page.getByRole('article')
  const set = (to: string) =>
    query(site.dataDir, `update appointments set status = '${to}' where id = ${booked.id}`)
  const shown = (event: string) => page.evaluate(`{ ${event} }`)
  await set('cancelled')
  await shown(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
  await card.getByText('Cancelada', { exact: true }).waitFor()
  await set('scheduled')
  await page.clock.fastForward('01:01')
  await shown(`document.dispatchEvent(new Event('visibilitychange'))`)
  await card.getByText('Programada', { exact: true }).waitFor()
})

test('one that was searched by document says when it was read, and is read again by a press', async () => {
  const booked = await book()
  const page = await onPhone()
  await page.goto(`${site.url}/client`)
  await page.getByText('Listo').waitFor()
  await search(page, booked)
  await page.getByText(/^Actualizado a las? \d+:\d\d [ap]m\./).waitFor()
  await query(site.dataDir, `update appointments set status = 'cancelled' where id = ${booked.id}`)
  await page.getByRole('button', { name: 'Actualizar' }).click()
  await page.getByRole('article').getByText('Cancelada', { exact: true }).waitFor()
})

test('two changes that failed are each sent again under their own key', async () => {
  const booked = await book()
  const other = await bookMore(booked, 'Pedicura spa')
  const page = await onPhone({ expects: [/status of 503/] })
  const keys: Record<string, string[]> = {}
  let isBack = false
  await page.route('**/client/cancel/*', (route) => {
    const request = route.request()
    ;(keys[request.url().split('/').at(-1)!] ??= []).push(request.headers()['idempotency-key']!)
    return isBack
      ? route.continue()
      : route.fulfill({ status: 503, json: { success: false, error: 'Ahora no' } })
  })
  const look = async () => {
    await page.goto(`${site.url}/client`)
    await page.getByText('Listo').waitFor()
    await search(page, booked)
  }
  const cancel = async ({ service_name }: Wanted) => {
    await page.getByRole('article', { name: service_name }).getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Cancelar Cita', exact: true }).click()
    await page.getByRole('button', { name: 'Cancelar mi cita', exact: true }).click()
  }
  await look()
  for (const one of [booked, other]) {
    const answered = page.waitForResponse(/client.cancel/)
    await cancel(one)
    await answered
  }
  isBack = true
  await look()
  for (const one of [booked, other]) {
    await cancel(one)
    await page
      .getByRole('article', { name: one.service_name })
      .getByText('Cancelada', { exact: true })
      .waitFor()
  }
  for (const { id } of [booked, other]) assert.equal(new Set(keys[id]).size, 1, JSON.stringify(keys))
})

test('a change that waits for a network longer than its proof is good goes on with another one', async () => {
  const booked = await book()
  const page = await onPhone({ expects: [/ERR_FAILED/] })
  await page.clock.install()
  await startProduction(site)
  const proofs: string[] = []
  await page.route('**/client/cancel/*', (route) => {
    proofs.push(route.request().postDataJSON().recaptcha_token)
    return route.abort()
  })
  await open(page, booked)
  await page.getByRole('button', { name: 'Cancelar', exact: true }).click()
  await page.getByRole('button', { name: 'Cancelar Cita', exact: true }).click()
  await page.getByRole('button', { name: 'Cancelar mi cita', exact: true }).click()
  await page.getByText('Se cortó la conexión.').waitFor()
  await page.clock.fastForward('05:00')
  await until(() => proofs.at(-1) !== proofs[0], 30_000, 'another proof')
  await page.unroute('**/client/cancel/*')
  await page.clock.fastForward('01:00')
  await page.getByText('Cita cancelada exitosamente').waitFor()
})
