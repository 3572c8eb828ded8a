/** Bookings of which nobody knows what became: what is said of them, and under which key they are sent again. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  addressOf,
  awake,
  button,
  choose,
  fillClient,
  freeDays,
  freeTime,
  newClient,
  onPhone,
  time,
  title,
  toast,
  toConfirm,
  visit,
  type Client,
  type Wanted,
} from './booking.ts'
import { hold, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

const CALL = '**/api/appointments/public'
const UNKNOWN = { status: 503, json: { success: false, error: 'No disponible por un momento' } }

/** 'reaches': the booking is made, and its answer gets lost. */
type Fate = 'reaches' | 'lost' | 'taken' | 'limit' | 'goes'

/** The keys of what is sent; each is answered in turn, and then as the server does. */
async function answering(page: Page, ...fates: Fate[]): Promise<string[]> {
  const keys: string[] = []
  await page.route(CALL, async (route) => {
    const fate = fates[keys.length] ?? 'goes'
    keys.push(route.request().headers()['idempotency-key']!)
    if (fate === 'goes') return route.continue()
    if (fate === 'reaches') assert.equal((await route.fetch()).status(), 201)
    if (fate === 'limit')
      return route.fulfill({ status: 429, json: { success: false, error: 'Demasiados intentos' } })
    if (fate === 'taken')
      return route.fulfill({
        status: 409,
        json: { success: false, error: 'Ese horario acaba de ocuparse', alternatives: [] },
      })
    return route.fulfill(UNKNOWN)
  })
  return keys
}

const namesOf = async ({ email }: Client) =>
  (
    await query<{ client_name: string }>(
      site.dataDir,
      `select client_name from appointments where client_email = '${email}'`,
    )
  ).map(({ client_name }) => client_name)

const press = (page: Page) => button(page, 'Confirmar Cita').click()
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text)

async function unknown(page: Page) {
  await press(page)
  await toast(page, UNKNOWN.json.error).first().waitFor()
  await until(() => button(page, 'Confirmar Cita').isEnabled())
}

async function correctName(page: Page, name: string) {
  await button(page, 'Volver').click()
  await page.getByLabel('Nombre completo').fill(name)
  await button(page, 'Continuar').click()
  await alert(page, 'queda con los datos que diste antes').waitFor()
}

/** From step 3 or 1 to step 3 of another time of the day. */
async function toTime(page: Page, at: string) {
  await choose(time(page, at))
  await button(page, 'Continuar →').click()
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
}

/** A time at which two professionals are free: without a preference, nothing but the key tells one booking from a second one. */
async function anybody(): Promise<Wanted> {
  const wanted = await freeTime(site, 'Corte y cepillado')
  const { professionals } = bodyOf(await ask(`${site.url}/api/businesses/${wanted.business}/professionals`))
  const shared = new Set<string>()
  for (const { id, specialties } of professionals) {
    if (id === wanted.professional || !JSON.parse(specialties).includes(wanted.service)) continue
    const days = await freeDays(site, { professional: id, service: wanted.service })
    for (const at of days.find(({ date }) => date === wanted.date)?.times ?? []) shared.add(at)
  }
  const times = wanted.times.filter((at) => shared.has(at))
  // On some days one of them does not work.
  if (times.length < 2) return anybody()
  return { ...wanted, professional: 'any' as unknown as number, time: times[0]!, times }
}

test('a page that is loaded anew with corrected details sends nothing by itself; one press books them', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone({ expects: [/503/] })
  await toConfirm(page, site, wanted, client)
  const keys = await answering(page, 'lost')
  await unknown(page)
  const name = `${client.name} Peña`
  await correctName(page, name)
  await page.reload()
  await awake(page)
  await alert(page, 'queda con los datos que diste antes').waitFor()
  await title(page, 'Confirmar tu cita').waitFor()
  await page.getByText(name, { exact: true }).waitFor()
  assert.equal(keys.length, 1)
  await press(page)
  await title(page, '¡Cita Confirmada!').waitFor()
  assert.deepEqual(await namesOf(client), [name])
  assert.equal(new Set(keys).size, 1)
})

test('details that a form corrected, before the script of the page loaded anew was awake, are booked by a press only', async () => {
  const [wanted, client] = [await freeTime(site), newClient()]
  const page = await onPhone({ expects: [/503/] })
  await toConfirm(page, site, wanted, client)
  const keys = await answering(page, 'lost')
  await unknown(page)
  const wake = await hold(page, '**/assets/after-choice-*.js')
  await page.goto(addressOf(site, wanted, 'datos'), { waitUntil: 'commit' })
  const name = `${client.name} Peña`
  await fillClient(page, { ...client, name })
  await button(page, 'Continuar').click({ noWaitAfter: true })
  await title(page, 'Confirmar tu cita').waitFor()
  wake()
  await alert(page, 'queda con los datos que diste antes').waitFor()
  await page.getByText(name, { exact: true }).waitFor()
  assert.equal(keys.length, 1)
  await press(page)
  await title(page, '¡Cita Confirmada!').waitFor()
  assert.deepEqual(await namesOf(client), [name])
  assert.equal(new Set(keys).size, 1)
})

for (const isReloaded of [false, true])
  test(`back at the first time after another one was taken, the first booking is made once${isReloaded ? ', also after a reload' : ''}`, async () => {
    const [wanted, client] = [await anybody(), newClient()]
    const page = await onPhone({ expects: [/503|409/] })
    await toConfirm(page, site, wanted, client)
    const keys = await answering(page, 'reaches', 'taken')
    await unknown(page)
    await page.getByRole('link', { name: 'Modificar' }).click()
    await toTime(page, wanted.times.at(-1)!)
    await alert(page, 'Tu cita anterior puede haber quedado agendada: revisa tu correo.').waitFor()
    await press(page)
    await alert(page, 'puede ser por tu propia cita, revisa tu correo').waitFor()
    if (isReloaded) {
      await page.reload()
      await awake(page)
    }
    await toTime(page, wanted.time)
    await alert(page, 'No supimos si esta cita quedó agendada.').waitFor()
    await press(page)
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal((await namesOf(client)).length, 1)
    assert.equal(keys.length, 3)
    assert.equal(keys[0], keys[2])
    assert.notEqual(keys[0], keys[1])
  })

test('three steps back after another time was taken, the address names that one: loaded anew there, nothing is sent by itself', async () => {
  const wanted = await freeTime(site)
  const page = await onPhone({ expects: [/503/] })
  await toConfirm(page, site, wanted, newClient())
  const keys = await answering(page, 'lost')
  await unknown(page)
  await page.getByRole('link', { name: 'Modificar' }).click()
  const other = wanted.times.at(-1)!
  await toTime(page, other)
  for (const heading of ['Datos del cliente', 'Datos de la cita', 'Confirmar tu cita']) {
    await page.goBack()
    await title(page, heading).waitFor()
  }
  await page.waitForURL((url) => url.searchParams.get('hora') === other)
  await page.reload()
  await awake(page)
  await title(page, 'Datos del cliente').waitFor()
  assert.equal(keys.length, 1)
})

test('where the browser denies storage, who corrects their details is told the same', async () => {
  const client = newClient()
  const page = await onPhone({ expects: [/503/] })
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  await toConfirm(page, site, await freeTime(site), client)
  const keys = await answering(page, 'reaches')
  await unknown(page)
  await correctName(page, `${client.name} Peña`)
  await press(page)
  await title(page, '¡Cita Confirmada!').waitFor()
  assert.equal(keys[0], keys[1])
  assert.deepEqual(await namesOf(client), [client.name])
})

test('a limit is no answer to what was sent before it, and lost: its key stays', async () => {
  const page = await onPhone({ expects: [/503|429/] })
  await toConfirm(page, site, await freeTime(site), newClient())
  const keys = await answering(page, 'reaches', 'limit')
  await unknown(page)
  await press(page)
  await toast(page, 'Demasiados intentos').first().waitFor()
  await until(() => button(page, 'Confirmar Cita').isEnabled())
  await press(page)
  await title(page, '¡Cita Confirmada!').waitFor()
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
})

test('… and so after an answer that was waited for too long', async () => {
  const page = await onPhone({ expects: [/429/] })
  await page.clock.install()
  await toConfirm(page, site, await freeTime(site), newClient())
  const keys: string[] = []
  await page.route(CALL, async (route) => {
    keys.push(route.request().headers()['idempotency-key']!)
    if (keys.length === 1) return
    if (keys.length > 2) return route.continue()
    await route.fulfill({ status: 429, json: { success: false, error: 'Demasiados intentos' } })
  })
  await press(page)
  await until(() => keys.length === 1)
  await page.clock.runFor(17_000)
  await toast(page, 'Demasiados intentos').first().waitFor()
  await until(() => button(page, 'Confirmar Cita').isEnabled())
  await press(page)
  await title(page, '¡Cita Confirmada!').waitFor()
  assert.equal(keys.length, 3)
  assert.equal(new Set(keys).size, 1)
})

test('who left no e-mail is not told to look at it', async () => {
  const wanted = await freeTime(site, 'Corte y cepillado')
  const page = await onPhone({ expects: [/503/] })
  await query(site.dataDir, `update businesses set asks_email = 'optional' where id = ${wanted.business}`)
  await visit(page, addressOf(site, wanted, 'datos'))
  await fillClient(page, { ...newClient(), email: '' })
  await page.locator('label', { hasText: 'Sin avisos' }).click()
  await button(page, 'Continuar').click()
  await title(page, 'Confirmar tu cita').waitFor()
  await answering(page, 'lost')
  await unknown(page)
  await page.getByRole('link', { name: 'Modificar' }).click()
  await toTime(page, wanted.times.at(-1)!)
  await alert(page, 'Tu cita anterior puede haber quedado agendada: pregúntale al negocio.').waitFor()
})
