import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  awake,
  bookByApi,
  button,
  choose,
  date,
  freeDays,
  freeTime,
  isFree,
  mailsOf,
  newClient,
  time,
  title,
  toast,
  toConfirm,
  type Client,
  type Wanted,
} from './booking.ts'
import { axe, launch, phone, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const CALL = '**/api/appointments/public'
const lost = (page: Page) => page.getByText('Se cortó la conexión.')

/** A phone at step 3 of a booking; `keys` collects the idempotency key of each request. */
async function ready() {
  const [wanted, client] = [await freeTime(site), newClient()]
  const context = await phone(browser, {
    expects: [/ERR_(FAILED|CONNECTION|INTERNET|EMPTY|NETWORK)|504|403|404|408|409/],
  })
  const page = await context.newPage()
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/appointments/public')) keys.push(request.headers()['idempotency-key']!)
  })
  return { wanted, client, page, keys }
}

/** The page confirms the booking, and there is exactly one appointment, with its two mails. */
async function bookedOnce(page: Page, wanted: Wanted, client: Client, keys: string[]) {
  await title(page, '¡Cita Confirmada!').waitFor({ timeout: 20_000 })
  assert.equal(await isFree(site, wanted), false)
  await mailsOf(site, client)
  assert.equal(new Set(keys).size, 1, 'one key for all tries')
  // The half hours around it are free, so nothing else was booked.
  const day = (await freeDays(site, wanted)).find(({ date }) => date === wanted.date)!
  assert.deepEqual(
    day.times,
    wanted.times.filter((time) => time !== wanted.time),
  )
}

test('lost on the way there: said, tried again by itself, booked once', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  await page.route(CALL, (route) => route.abort('connectionfailed'), { times: 2 })
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await button(page, 'Confirmando...').waitFor()
  assert.equal(await title(page, '¡Cita Confirmada!').isVisible(), false)
  await axe(page)
  await bookedOnce(page, wanted, client, keys)
  assert.equal(keys.length, 3)
})

test('the answer lost on the way back: booked once', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  await page.route(
    CALL,
    async (route) => {
      assert.equal((await route.fetch()).status(), 201)
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await button(page, 'Reintentar ahora').click()
  await bookedOnce(page, wanted, client, keys)
})

test('a gateway’s page is no answer', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  const pages = [
    { status: 504, body: '<html>Gateway timeout' },
    { status: 403, body: '<html>Inicia sesión en la red del hotel' },
    { status: 404, body: '<html>Not found' },
    { status: 408, json: { success: false, error: 'La solicitud tardó demasiado en llegar' } },
  ]
  let met = 0
  await page.route(
    CALL,
    async (route) => {
      const page = pages[met++]!
      // The first one is booked.
      if (met === 1) await route.fetch()
      await route.fulfill(page)
    },
    { times: pages.length },
  )
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  for (let sent = 1; sent <= pages.length; sent++) {
    // It may have been tried again by itself meanwhile.
    await button(page, 'Reintentar ahora')
      .click({ timeout: 3_000 })
      .catch(() => {})
    await until(() => keys.length > sent, 20_000, 'another try')
  }
  await bookedOnce(page, wanted, client, keys)
})

test('offline: goes on by itself as soon as there is a network', async () => {
  const { page, wanted, client, keys } = await ready()
  await page.clock.install()
  await toConfirm(page, site, wanted, client)
  await page.context().setOffline(true)
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  for (const pause of [1_000, 2_000, 4_000]) {
    const tries = keys.length
    await page.clock.runFor(pause)
    await until(() => keys.length > tries, 10_000, 'another try')
  }
  await page.context().setOffline(false)
  await bookedOnce(page, wanted, client, keys)
})

test('the server killed before it had the booking, and back again', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  await site.kill()
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await site.start()
  await button(page, 'Reintentar ahora')
    .click({ timeout: 3_000 })
    .catch(() => {})
  await bookedOnce(page, wanted, client, keys)
})

test('the server killed after it had the booking, and back again', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  let restarted = Promise.resolve()
  await page.route(
    CALL,
    async (route) => {
      await route.fetch()
      await site.kill()
      await route.abort('connectionreset')
      restarted = site.start()
    },
    { times: 1 },
  )
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await until(() => keys.length > 1, 20_000, 'another try')
  await restarted
  await bookedOnce(page, wanted, client, keys)
})

test('an answer that takes longer than 15 s is not waited for; coming late it changes nothing', async () => {
  const { page, wanted, client, keys } = await ready()
  await page.clock.install()
  await toConfirm(page, site, wanted, client)
  let first: Route | undefined
  await page.route(CALL, (route) => void (first = route), { times: 1 })
  await button(page, 'Confirmar Cita').click()
  await until(() => first, 10_000, 'the request')
  await page.clock.runFor(10_000)
  assert.equal(await lost(page).isVisible(), false)
  await page.clock.runFor(5_000)
  await lost(page).waitFor()
  await page.clock.runFor(1_000)
  await bookedOnce(page, wanted, client, keys)
  assert.equal(keys.length, 2)
  const late = await first!.fetch()
  assert.equal(late.status(), 201)
  await bookedOnce(page, wanted, client, keys)
})

test('where every answer takes 25 s, the next one is waited for longer: booked once, and the page says so', async () => {
  const { page, wanted, client, keys } = await ready()
  await page.clock.install()
  await toConfirm(page, site, wanted, client)
  const held: Route[] = []
  await page.route(CALL, (route) => void held.push(route))
  await button(page, 'Confirmar Cita').click()
  await until(() => held.length === 1, 10_000, 'the request')
  await held[0]!.fetch()
  await page.clock.runFor(15_000)
  await lost(page).waitFor()
  await page.clock.runFor(1_000)
  await until(() => held.length === 2, 10_000, 'the second one')
  await page.clock.runFor(25_000)
  await held[1]!.continue()
  await bookedOnce(page, wanted, client, keys)
  assert.equal(keys.length, 2)
})

test('a reload while it is pending takes it up again', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  let warned = 0
  page.on('dialog', (dialog) => {
    if (dialog.type() === 'beforeunload') warned++
    void dialog.accept()
  })
  await page.route(CALL, (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.reload()
  await awake(page)
  assert.equal(warned, 1, 'asked before leaving')
  await lost(page).waitFor()
  await title(page, 'Confirmar tu cita').waitFor()
  await page.getByText(client.name, { exact: true }).waitFor()
  await page.unroute(CALL)
  await toast(page, '¡Cita agendada exitosamente!').waitFor({ timeout: 20_000 })
  await bookedOnce(page, wanted, client, keys)
})

for (const isMoved of [false, true])
  test(`… and where it was ${isMoved ? 'moved' : 'cancelled'} meanwhile, the page says what stands`, async () => {
    const { page, wanted, client } = await ready()
    await toConfirm(page, site, wanted, client)
    page.on('dialog', (dialog) => void dialog.accept())
    let booked: { appointment: { id: number }; portal_token: string } | undefined
    await page.route(CALL, async (route) => {
      booked ??= await (await route.fetch()).json()
      await route.abort('connectionfailed')
    })
    await button(page, 'Confirmar Cita').click()
    await lost(page).waitFor()
    const { appointment, portal_token: token } = booked!
    const to = await freeTime(site)
    const verb = isMoved ? 'reschedule' : 'cancel'
    const changed = await ask(`${site.url}/api/appointments/client/${verb}/${appointment.id}`, {
      body: { token, new_date: to.date, new_time: to.time, professional_id: wanted.professional },
    })
    assert.equal(bodyOf(changed).success, true, JSON.stringify(changed))
    await page.reload()
    await lost(page).waitFor()
    await page.unroute(CALL)
    if (isMoved) await page.getByText('Tu cita cambió de hora. Esta es la hora vigente.').waitFor()
    else await title(page, 'Cita cancelada').waitFor()
    assert.equal(await toast(page, '¡Cita agendada exitosamente!').count(), 0)
  })

test('a day later it is not sent by itself: everything stands there again, and one press tells what became of it', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  page.on('dialog', (dialog) => void dialog.accept())
  let isBooked = false
  await page.route(CALL, async (route) => {
    if (!isBooked) isBooked = (await route.fetch()).status() === 201
    await route.abort('connectionfailed')
  })
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((key) => key.startsWith('enpunto.intentos.'))!
    const [attempt] = JSON.parse(sessionStorage.getItem(name)!)
    sessionStorage.setItem(name, JSON.stringify([{ ...attempt, at: attempt.at - 24 * 3_600_000 }]))
  })
  await page.reload()
  await page.getByRole('alert').getByText('No supimos si esta cita quedó agendada.').waitFor()
  const before = keys.length
  await title(page, 'Confirmar tu cita').waitFor()
  await page.getByText(client.name, { exact: true }).waitFor()
  assert.equal(await lost(page).count(), 0)
  assert.equal(await page.locator('.toast').count(), 0)
  await axe(page)
  await page.unroute(CALL)
  assert.equal(keys.length, before, 'nothing sent before the press')
  await button(page, 'Confirmar Cita').click()
  await bookedOnce(page, wanted, client, keys)
})

test('… also where its professional is not there any more', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  page.on('dialog', (dialog) => void dialog.accept())
  let isBooked = false
  await page.route(CALL, async (route) => {
    if (!isBooked) isBooked = (await route.fetch()).status() === 201
    await route.abort('connectionfailed')
  })
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((key) => key.startsWith('enpunto.intentos.'))!
    const [attempt] = JSON.parse(sessionStorage.getItem(name)!)
    sessionStorage.setItem(name, JSON.stringify([{ ...attempt, at: attempt.at - 24 * 3_600_000 }]))
  })
  const setActive = (is: boolean) =>
    query(site.dataDir, `update professionals set is_active = ${is} where id = ${wanted.professional}`)
  await setActive(false)
  try {
    await page.reload()
    await page.getByRole('alert').getByText('No supimos si esta cita quedó agendada.').waitFor()
    await page.getByText(client.name, { exact: true }).waitFor()
    await axe(page)
    await button(page, 'Volver').click()
    await title(page, 'Datos del cliente').waitFor()
    await button(page, 'Continuar').click()
    await page.unroute(CALL)
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal(new Set(keys).size, 1, 'one key for all tries')
  } finally {
    await setActive(true)
  }
})

test('a day later, and another time chosen: nothing says that it is booked once, but that the first may stand', async () => {
  const { page, wanted, client } = await ready()
  await toConfirm(page, site, wanted, client)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.route(CALL, (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.evaluate(() => {
    const name = Object.keys(sessionStorage).find((key) => key.startsWith('enpunto.intentos.'))!
    const [attempt] = JSON.parse(sessionStorage.getItem(name)!)
    sessionStorage.setItem(name, JSON.stringify([{ ...attempt, at: attempt.at - 24 * 3_600_000 }]))
  })
  await page.reload()
  const alert = page.getByRole('alert')
  await alert.getByText('No supimos si esta cita quedó agendada.').waitFor()
  await page.unroute(CALL)
  await page.getByRole('link', { name: 'Modificar' }).click()
  await title(page, 'Datos de la cita').waitFor()
  const other = wanted.times.find((time) => time !== wanted.time)!
  await page.locator(`label:has(input[name=hora][value="${other}"])`).click()
  await button(page, 'Continuar →').click()
  await title(page, 'Datos del cliente').waitFor()
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
  await alert.getByText('Tu cita anterior puede haber quedado agendada: revisa tu correo.').waitFor()
  assert.equal(await page.getByText('se agenda una sola vez').count(), 0)
  await axe(page)
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
})

test('taken up again on a page opened without a choice, and refused: the other times stand there', async () => {
  const { page, wanted, client } = await ready()
  await toConfirm(page, site, wanted, client)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.route(CALL, (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await bookByApi(site, wanted)
  await page.goto(addressOf(site, {}))
  await lost(page).waitFor()
  await page.unroute(CALL)
  await page.getByRole('alert').getByText('Ese horario acaba de ocuparse.').waitFor()
  await title(page, 'Datos de la cita').waitFor()
  const times = page.getByRole('radiogroup', { name: 'Hora' }).getByRole('radio')
  await times.and(page.locator(`[value="${wanted.times[0]}"]`)).waitFor({ state: 'attached' })
  assert.equal(await page.getByText('No hay horarios disponibles').count(), 0)
})

test('pressed twice, and again with the keyboard: one request', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  let go = () => {}
  await page.route(CALL, async (route) => {
    await new Promise<void>((resolve) => (go = resolve))
    await route.continue()
  })
  await button(page, 'Confirmar Cita').dblclick()
  const busy = button(page, 'Confirmando...')
  await busy.click({ force: true })
  await busy.press('Enter')
  assert.ok(await button(page, 'Volver').isDisabled())
  await axe(page)
  go()
  await bookedOnce(page, wanted, client, keys)
  assert.equal(keys.length, 1)
})

test('Back while it is pending, and forward again: one booking, and the page says so', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  await page.route(CALL, (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.goBack()
  await title(page, 'Datos del cliente').waitFor()
  await page.unroute(CALL)
  await bookedOnce(page, wanted, client, keys)
})

test('… and details that are corrected there are not sent by a reload, nor are those of before: one press books them', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.route(CALL, (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.goBack()
  const name = `${client.name} Peña`
  await page.getByLabel('Nombre completo').fill(name)
  await button(page, 'Continuar').click()
  await lost(page).waitFor()
  await page.reload()
  await page.getByRole('alert').getByText('queda con los datos que diste antes').waitFor()
  await page.getByText(name, { exact: true }).waitFor()
  const before = keys.length
  await page.unroute(CALL)
  await button(page, 'Confirmar Cita').click()
  await bookedOnce(page, wanted, client, keys)
  assert.equal(keys.length, before + 1)
  assert.match((await mailsOf(site, client)).toOwner.text, new RegExp(name))
})

test('… and where it is booked before they are sent, the page says that those of before stand', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  await page.route(CALL, (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.goBack()
  const name = `${client.name} Peña`
  await page.getByLabel('Nombre completo').fill(name)
  await button(page, 'Continuar').click()
  await lost(page).waitFor()
  await page.unroute(CALL)
  await toast(page, 'Tu cita quedó con los datos de antes de tu cambio.').waitFor({ timeout: 20_000 })
  await bookedOnce(page, wanted, client, keys)
  assert.doesNotMatch((await mailsOf(site, client)).toOwner.text, new RegExp(name))
})

test('… and who chooses another time there is not led back by a reload, and nothing is sent', async () => {
  const { page, wanted, client, keys } = await ready()
  await toConfirm(page, site, wanted, client)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.route(CALL, (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Volver' }).click()
  await title(page, 'Datos de la cita').waitFor()
  const other = wanted.times.find((time) => time !== wanted.time)!
  await choose(time(page, other))
  await page.waitForURL((url) => url.searchParams.get('hora') === other)
  await page.reload()
  await awake(page)
  const before = keys.length
  await button(page, 'Continuar →').click()
  await button(page, 'Continuar').click()
  await page.getByRole('alert').getByText('Tu cita anterior puede haber quedado agendada').waitFor()
  assert.equal(keys.length, before)
})

test('… nor who goes to another day and comes back to that of before, without its time', async () => {
  const { page, wanted, client, keys } = await ready()
  const other = (await freeDays(site, wanted)).find((day) => day.date !== wanted.date)!
  await toConfirm(page, site, wanted, client)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.route(CALL, (route) => route.abort('connectionfailed'))
  await button(page, 'Confirmar Cita').click()
  await lost(page).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Volver' }).click()
  await title(page, 'Datos de la cita').waitFor()
  for (const chosen of [other.date, wanted.date]) {
    await choose(date(page, chosen))
    await page.waitForURL((url) => url.searchParams.get('fecha') === chosen && !url.searchParams.has('hora'))
  }
  await page.reload()
  await awake(page)
  const before = keys.length
  await choose(
    time(
      page,
      wanted.times.find((time) => time !== wanted.time)!,
    ),
  )
  await title(page, 'Datos de la cita').waitFor()
  assert.equal(keys.length, before)
})
