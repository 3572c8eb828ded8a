/**
 * 'Avisarme en este teléfono' and what a service worker does with a push. The browser's own way to its vendor's push service is
 * replaced by the stand-in; the worker gets its messages from the browser, as ever.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page, Worker } from 'playwright-core'
import { until } from '../smtp.ts'
import { query } from '../server.ts'
import { startPush, type Browser as Subscriber, type StandIn } from '../standin/push.ts'
import { bookByApi, freeTime } from './booking.ts'
import { axe, desktop, launch, phone, signIn, startSite, type Site } from './helper.ts'

let site: Site
let browser: Browser
let standIn: StandIn
before(async () => {
  standIn = await startPush()
  ;[site, browser] = await Promise.all([startSite({ env: { PUSH_STAND_IN: standIn.origin } }), launch()])
})
after(() => standIn.stop())

const settings = (page: Page) => page.goto(`${site.url}/dashboard/settings?seccion=avisos`)
const button = (page: Page) => page.getByRole('button', { name: 'Avisarme en este teléfono' })
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text }).waitFor()

/** A customer books; the appointment. */
const booked = async () => (await bookByApi(site, await freeTime(site))).id

/** Whether the browser asked its owner, and what it was subscribed with. */
interface Asked {
  asked: number
  keys: string[]
}
const asked = (page: Page) => page.evaluate(() => (window as unknown as { pushes: Asked }).pushes)

/** A browser whose push service is the stand-in. */
async function withService(context: BrowserContext, subscriber: Subscriber, answer: string) {
  await context.addInitScript(
    ({ subscriber, answer }) => {
      const { endpoint, p256dh, auth } = subscriber
      const noted: Asked = { asked: 0, keys: [] }
      Object.assign(window, { pushes: noted })
      let permission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      Notification.requestPermission = () => {
        noted.asked++
        permission = answer
        return Promise.resolve(answer as NotificationPermission)
      }
      const subscription = {
        toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
        unsubscribe: () => Promise.resolve(true),
      }
      PushManager.prototype.subscribe = (options) => {
        noted.keys.push(String(options?.applicationServerKey))
        return Promise.resolve(subscription as unknown as PushSubscription)
      }
      PushManager.prototype.getSubscription = () => Promise.resolve(null)
    },
    { subscriber, answer },
  )
}

for (const [size, open] of [
  ['phone', phone],
  ['desktop', desktop],
] as const)
  test(`${size}: asked by the button and never before; told from then on, with names only where wanted, until it is off`, async () => {
    const subscriber = standIn.browser()
    const context = await open(browser, { serviceWorkers: 'allow' })
    await withService(context, subscriber, 'granted')
    const page = await context.newPage()
    await signIn(page, site)
    await settings(page)
    await button(page).waitFor()
    assert.deepEqual(await asked(page), { asked: 0, keys: [] })
    await axe(page)
    await button(page).click()
    await toast(page, 'Te avisaremos en este teléfono')
    const { asked: times, keys } = await asked(page)
    assert.equal(times, 1)
    assert.match(keys.join(), /^[\w-]{87}$/)
    const told = () => standIn.delivered.filter((one) => one.browser.endpoint === subscriber.endpoint)
    const id = await booked()
    await until(() => Promise.resolve(told().length === 1), 20_000)
    assert.match(told()[0]!.title, /^Nueva cita: /)
    assert.equal(told()[0]!.url, `/dashboard/appointments?cita=${id}`)
    assert.equal(told()[0]!.body, undefined)

    const names = page.getByLabel('Mostrar el nombre del cliente')
    assert.equal(await names.isChecked(), false)
    await names.check()
    await toast(page, 'Guardado')
    await page.reload()
    await names.waitFor()
    assert.equal(await names.isChecked(), true)
    await axe(page)
    await booked()
    await until(() => Promise.resolve(told().length === 2), 20_000)
    assert.match(told()[1]!.body!, / · .+ con /)

    await page.getByRole('button', { name: 'Dejar de avisarme' }).click()
    await button(page).waitFor()
    assert.deepEqual(await query(site.dataDir, 'select 1 from push_subscriptions'), [])
    assert.deepEqual(standIn.faults, [])
  })

test('who refuses is told how to allow it; an iPhone has to be told to install it first', async () => {
  const context = await phone(browser, { serviceWorkers: 'allow' })
  await withService(context, standIn.browser(), 'denied')
  const page = await context.newPage()
  await signIn(page, site)
  await settings(page)
  await button(page).click()
  await page.getByText('Este navegador tiene bloqueados los avisos de enpunto.').waitFor()
  assert.deepEqual((await asked(page)).keys, [])

  const iphone = await phone(browser)
  await iphone.addInitScript(() => {
    delete (window as { PushManager?: unknown }).PushManager
    Object.defineProperty(navigator, 'userAgent', {
      get: () => 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1',
    })
  })
  const other = await iphone.newPage()
  await signIn(other, site)
  await settings(other)
  await other.getByText('Agrega enpunto a tu pantalla de inicio').waitFor()
  assert.equal(await button(other).count(), 0)
  await axe(other)
})

test('the service worker shows what is pushed, and a tap opens the appointment', async () => {
  const context = await desktop(browser, { serviceWorkers: 'allow' })
  const page = await context.newPage()
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const worker = await workerOf(context)
  // A browser without a screen shows no notifications: what it would show is noted.
  await worker.evaluate(() => {
    const { registration } = self as unknown as WorkerGlobal
    const shown: Shown[] = []
    Object.assign(self, { shown })
    registration.showNotification = (title, options = {}) => {
      shown.push({ title, ...options })
      return Promise.resolve()
    }
  })
  const shown = () => worker.evaluate(() => (self as unknown as WorkerGlobal).shown)
  const session = await context.newCDPSession(page)
  const registered = Promise.withResolvers<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
    if (first) registered.resolve(first.registrationId)
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await registered.promise
  const push = async (data: string) => {
    const had = (await shown()).length
    await session.send('ServiceWorker.deliverPushMessage', { origin: `${site.url}/`, registrationId, data })
    await until(async () => (await shown()).length > had, 10_000)
    return (await shown()).at(-1)!
  }
  const id = await booked()
  const url = `/dashboard/appointments?cita=${id}`
  const first = await push(JSON.stringify({ title: 'Nueva cita: hoy 3:00 pm', url, tag: `cita-${id}` }))
  assert.deepEqual(
    [first.title, first.body, first.tag, first.data],
    ['Nueva cita: hoy 3:00 pm', undefined, `cita-${id}`, { url }],
  )
  const icon = await page.request.get(`${site.url}${first.icon}`)
  assert.equal(icon.headers()['content-type'], 'image/png')
  const named = await push(JSON.stringify({ title: 'Cita movida: hoy 4:00 pm', body: 'Ana · Corte', url }))
  assert.equal(named.body, 'Ana · Corte')
  assert.equal((await push('not JSON')).title, 'Hay novedades en tu agenda')

  const tap = (data: { url: string }) =>
    worker.evaluate(async (data) => {
      let done: Promise<unknown> = Promise.resolve()
      const event = Object.assign(new Event('notificationclick'), {
        notification: { data, close() {} },
        waitUntil: (promise: Promise<unknown>) => void (done = promise),
      })
      self.dispatchEvent(event)
      await done
    }, data)
  await tap({ url: 'https://elsewhere.example/dashboard' })
  await tap({ url: '/client' })
  assert.equal(page.url(), `${site.url}/dashboard`)
  await tap({ url })
  await page.getByRole('dialog').getByText('Otra Persona').first().waitFor()
  assert.match(page.url(), /\/dashboard\/appointments/)
})

interface Shown extends NotificationOptions {
  title: string
}
interface WorkerGlobal {
  registration: ServiceWorkerRegistration
  shown: Shown[]
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers()
  return worker ?? context.waitForEvent('serviceworker')
}
