/** The confirmation, for as long as the appointment lasts. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { ask, bodyOf, query } from '../server.ts'
import {
  awake,
  button,
  confirmationKept,
  freeTime,
  mailsOf,
  newClient,
  onPhone,
  title,
  toast,
  toConfirm,
  type Wanted,
} from './booking.ts'
import { axe, quiet, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

/** Books on a phone, up to the confirmation. */
async function booked(
  page: Page,
): Promise<{ wanted: Wanted; client: ReturnType<typeof newClient>; id: number }> {
  const [wanted, client] = [await freeTime(site), newClient()]
  await toConfirm(page, site, wanted, client)
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  await page.waitForURL(/paso=lista&cita=\d+/)
  return { wanted, client, id: Number(/cita=(\d+)/.exec(page.url())![1]) }
}

test('it follows the last step: no other shows in between', async () => {
  const page = await onPhone()
  await toConfirm(page, site, await freeTime(site), newClient())
  await page.evaluate(() => {
    const titles = new Set<string>()
    const note = () =>
      document.querySelectorAll('h1, h2.step-title').forEach((one) => titles.add(one.textContent!))
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(window, { titles })
  })
  await button(page, 'Confirmar Cita').click()
  await title(page, '¡Cita Confirmada!').waitFor()
  const titles = await page.evaluate(() => [...(window as any).titles])
  assert.ok(!titles.includes('Datos de la cita'), titles.join())
})

test('reloaded any number of times, and opened again in a new tab, it is still there', async () => {
  const page = await onPhone()
  const { client } = await booked(page)
  const address = page.url()
  for (let i = 0; i < 4; i++) {
    await page.reload()
    await awake(page).catch(() => undefined)
    await title(page, '¡Cita Confirmada!').waitFor()
    await page.getByText(client.email).waitFor()
    assert.equal(page.url(), address)
  }
  await page.goto('about:blank')
  await page.goBack()
  await title(page, '¡Cita Confirmada!').waitFor()
  // The tab was closed and comes back without what it had stored.
  const again = await page.context().newPage()
  await page.close()
  await again.goto(address)
  await title(again, '¡Cita Confirmada!').waitFor()
  await again.getByText(client.email).waitFor()
  await axe(again)
  // What outlives the tab names nobody.
  const kept = await again.evaluate(() => JSON.stringify({ ...localStorage }))
  assert.ok(!kept.includes(client.email) && !kept.includes(client.name), kept)
})

test('after a change it says what stands', async () => {
  const page = await onPhone()
  const { id } = await booked(page)
  await query(site.dataDir, `update appointments set status = 'cancelled' where id = ${id}`)
  await page.reload()
  await title(page, 'Cita cancelada').waitFor()
  await axe(page)
  await button(page, 'Solicitar Nueva Cita').click()
  await title(page, 'Datos de la cita').waitFor()
  assert.doesNotMatch(page.url(), /cita=/)
})

test('one that its token opens no longer is not said to stand', async () => {
  const page = await onPhone({ expects: [/401/] })
  const { id, client } = await booked(page)
  await query(site.dataDir, `update appointments set given_away_at = now() where id = ${id}`)
  await page.reload()
  await title(page, 'Ya no podemos mostrar esta cita').waitFor()
  await axe(page)
  assert.equal(await page.getByText('te esperamos').count(), 0)
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
  assert.ok(!kept.includes(client.email) && !kept.includes(`"${id}"`), kept)
})

test('moved to a later day, it is opened in a new tab after its first time', async () => {
  const page = await onPhone()
  await booked(page)
  const address = page.url()
  /** Its first time was so long ago. */
  const setEnd = (hours: number) =>
    page.evaluate((hours) => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('enpunto.enlaces.'))!
      const [[id, link]] = Object.entries<object>(JSON.parse(localStorage.getItem(name)!)) as [
        [string, object],
      ]
      localStorage.setItem(name, JSON.stringify({ [id]: { ...link, ends: Date.now() - hours * 3_600_000 } }))
    }, hours)
  const inNewTab = async () => {
    const tab = await page.context().newPage()
    await tab.goto(address)
    await title(tab, '¡Cita Confirmada!').waitFor()
    await tab.close()
  }
  await setEnd(23)
  await inNewTab()
  await setEnd(48)
  await page.reload()
  await title(page, '¡Cita Confirmada!').waitFor()
  await quiet(page)
  await inNewTab()
})

test('brought back, and returned to after a minute, it says what stands; and when it is over, that', async () => {
  const page = await onPhone()
  await page.clock.install()
  const { id } = await booked(page)
  const set = (to: string) => query(site.dataDir, `update appointments set ${to} where id = ${id}`)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('validate-token') && asked.push(request.url()))
  const shown = (event: string) => page.evaluate(`{ ${event} }`)
  await shown(`document.dispatchEvent(new Event('visibilitychange'))`)
  await set(`status = 'cancelled'`)
  await shown(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
  await title(page, 'Cita cancelada').waitFor()
  assert.equal(asked.length, 1, 'not within the minute')
  await set(`status = 'scheduled'`)
  await page.clock.fastForward('01:01')
  await shown(`document.dispatchEvent(new Event('visibilitychange'))`)
  await title(page, '¡Cita Confirmada!').waitFor()
  await page.clock.fastForward(1000 * 3_600_000)
  await page.getByText('Esta cita ya pasó.').waitFor()
})

test('the calendar file of a moved appointment replaces the entry of its first time', async () => {
  const page = await onPhone()
  const { id, wanted } = await booked(page)
  const sequence = async () => {
    const file = page.getByRole('link', { name: 'Agregar al Calendario' })
    return /^SEQUENCE:\d+/m.exec(decodeURIComponent((await file.getAttribute('href'))!))?.[0]
  }
  assert.equal(await sequence(), 'SEQUENCE:0')
  const portal = await page.getByRole('link', { name: 'Cambiar o cancelar' }).getAttribute('href')
  const token = new URL(portal!, site.url).searchParams.get('token')
  const to = await freeTime(site)
  const moved = await ask(`${site.url}/api/appointments/client/reschedule/${id}`, {
    body: { token, new_date: to.date, new_time: to.time, professional_id: wanted.professional },
  })
  assert.equal(bodyOf(moved).success, true, JSON.stringify(moved))
  await page.reload()
  await page.getByText('Tu cita cambió de hora. Esta es la hora vigente.').waitFor()
  assert.equal(await sequence(), 'SEQUENCE:1')
})

for (const isDrawnBefore of [true, false])
  test(`answered after its page was told to load again, ${isDrawnBefore ? 'drawn before' : 'and drawn after'} that: the next page confirms it`, async () => {
    const [wanted, client] = [await freeTime(site), newClient()]
    const page = await onPhone()
    page.on('dialog', (dialog) => void dialog.accept())
    await toConfirm(page, site, wanted, client)
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/appointments/public', async (route) => {
      await answered.promise
      await route.continue()
    })
    const confirmed = await confirmationKept(page)
    await page.route(
      '**/negocio/**',
      async (route) => {
        const drawn = isDrawnBefore ? await route.fetch() : undefined
        answered.resolve()
        await confirmed()
        await (drawn ? route.fulfill({ response: drawn }) : route.continue())
      },
      { times: 1 },
    )
    await button(page, 'Confirmar Cita').click()
    await button(page, 'Confirmando...').waitFor()
    await page.reload()
    await title(page, '¡Cita Confirmada!').waitFor()
    await page.getByText(client.email).waitFor()
    await page.waitForURL(/paso=lista&cita=\d+/)
    assert.equal(await toast(page, 'Por favor completa').count(), 0)
    await mailsOf(site, client)
  })

test('… but whoever has cancelled that and is about to confirm the same time again confirms', async () => {
  const page = await onPhone()
  const { wanted, client, id } = await booked(page)
  await query(site.dataDir, `update appointments set status = 'cancelled', occupied = null where id = ${id}`)
  await toConfirm(page, site, wanted, client)
  await page.reload()
  await awake(page)
  await title(page, 'Datos del cliente').waitFor()
})

test('without a network the last state is shown; in another browser the page says that it knows nothing', async () => {
  const page = await onPhone({ expects: [/ERR_FAILED/, /401/] })
  await booked(page)
  const address = page.url()
  await page.route('**/validate-token*', (route) => route.abort())
  await page.reload()
  await title(page, '¡Cita Confirmada!').waitFor()
  const lost = await page.context().newPage()
  await lost.route('**/validate-token*', (route) => route.abort())
  await lost.goto(address)
  await lost.getByText('No pudimos comprobar tu cita.').waitFor()
  await axe(lost)
  await lost.unroute('**/validate-token*')
  await button(lost, 'Reintentar').click()
  await title(lost, '¡Cita Confirmada!').waitFor()
  const stranger = await onPhone()
  await stranger.goto(address)
  await toast(stranger, 'Ya no podemos mostrar esa confirmación.').waitFor()
  await title(stranger, 'Datos de la cita').waitFor()
  assert.doesNotMatch(stranger.url(), /paso=lista/)
})
