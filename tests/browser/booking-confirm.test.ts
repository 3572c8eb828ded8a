/** The last step, and its possible outcomes. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { until } from '../smtp.ts'
import {
  addressOf,
  amPm,
  awake,
  bookByApi,
  button,
  checkCalendarFile,
  choose,
  date,
  fillClient,
  freeDays,
  freeTime,
  isWiderThanScreen,
  labelOf,
  mailsOf,
  minutesLater,
  newClient,
  onDesktop,
  onPhone,
  radio,
  time,
  title,
  toast,
  toConfirm,
  visit,
} from './booking.ts'
import { axe, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

describe('confirming', () => {
  test('a time taken meanwhile: the nearest ones are offered, and one press more books', async () => {
    const [wanted, client] = [await freeTime(site), newClient()]
    const page = await onPhone({ expects: [/409/] })
    await toConfirm(page, site, wanted, client)
    await bookByApi(site, wanted)
    await button(page, 'Confirmar Cita').click()
    await page.getByRole('alert').getByText('Ese horario acaba de ocuparse.').waitFor()
    await title(page, 'Datos de la cita').waitFor()
    await until(async () => !(await time(page, wanted.time).isEnabled()), 10_000, 'a greyed time')
    await axe(page)
    const offers = page.locator('.alternatives button')
    assert.ok((await offers.count()) >= 2)
    const offer = (await offers.first().textContent())!
    await offers.first().click()
    await title(page, 'Confirmar tu cita').waitFor()
    await page.getByText(client.name, { exact: true }).waitFor()
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    const [, at] = offer.split(' · ')
    assert.ok(
      (await page.getByRole('region', { name: 'Tu cita' }).textContent())!.includes(
        at!.replace(/ [ap]m/, ''),
      ),
    )
    await mailsOf(site, client)
  })

  test('a time taken while the page is open is dropped when the minute turns', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await page.clock.install()
    await visit(page, addressOf(site, wanted))
    assert.ok(await time(page, wanted.time).isChecked())
    await bookByApi(site, wanted)
    await page.clock.runFor(61_000)
    await toast(page, 'Ese horario acaba de ocuparse. Elige otro, por favor.').waitFor()
    assert.equal(await time(page, wanted.time).isChecked(), false)
    assert.equal(await labelOf(time(page, wanted.time)).textContent(), `${amPm(wanted.time)}, ocupado`)
    assert.ok(await time(page, wanted.time).isDisabled())
  })

  test('… and one of another date is greyed once that date is shown, however lately the first one was asked for', async () => {
    const wanted = await freeTime(site)
    const [other] = (await freeDays(site, wanted)).filter((day) => day.date > wanted.date)
    const page = await onPhone()
    await page.clock.install()
    await visit(page, addressOf(site, wanted))
    const asked = page.waitForResponse('**/available-slots/**')
    await page.clock.runFor(61_000)
    await asked
    const [taken] = other!.times as [string]
    await bookByApi(site, { ...wanted, date: other!.date, time: taken })
    await choose(date(page, other!.date))
    await until(() => time(page, taken).isDisabled(), 10_000, 'a greyed time')
  })

  for (const isTaken of [false, true])
    test(`… and another one that was tapped while the page asked stays${isTaken ? ', unless it was taken too' : ''}`, async () => {
      const wanted = await freeTime(site)
      const page = await onPhone()
      await page.clock.install()
      await visit(page, addressOf(site, wanted))
      await bookByApi(site, wanted)
      const held = Promise.withResolvers<void>()
      await page.route('**/available-slots/**', async (route) => {
        await held.promise
        await route.continue()
      })
      const asked = page.waitForRequest('**/available-slots/**')
      await page.clock.runFor(61_000)
      await asked
      const free = page.locator('input[name=hora]:enabled:not(:checked)').first()
      const chosen = (await free.getAttribute('value'))!
      const other = time(page, chosen)
      await choose(other)
      if (isTaken) await bookByApi(site, { ...wanted, time: chosen })
      held.resolve()
      await until(() => time(page, wanted.time).isDisabled())
      assert.equal(await other.isChecked(), !isTaken)
      assert.equal(await page.getByText('acaba de ocuparse').count(), isTaken ? 1 : 0)
    })

  test('a failure of the server is said in both sentences, and a second press is the same booking', async () => {
    const [wanted, client] = [await freeTime(site), newClient()]
    const page = await onPhone({ expects: [/500/] })
    await toConfirm(page, site, wanted, client)
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })
    await page.route(
      '**/api/appointments/public',
      (route) => route.fulfill({ status: 500, json: { success: false } }),
      { times: 1 },
    )
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'Ocurrió un error al agendar la cita. Por favor, inténtalo nuevamente.').waitFor()
    await toast(page, 'Error agendando cita').waitFor()
    await axe(page)
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal(await page.locator('.toast-error:not(.leaving)').count(), 0)
    assert.equal(keys.length, 2)
    assert.ok(keys[0] && keys[0] === keys[1])
    await mailsOf(site, client)
  })

  test('… and a page that is loaded anew after it says what became of the booking, which is made once', async () => {
    const [wanted, client] = [await freeTime(site), newClient()]
    const page = await onPhone({ expects: [/503/] })
    await toConfirm(page, site, wanted, client)
    await page.route(
      '**/api/appointments/public',
      async (route) => {
        assert.equal((await route.fetch()).status(), 201)
        await route.fulfill({ status: 503, json: { success: false, error: 'No disponible por un momento' } })
      },
      { times: 1 },
    )
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'No disponible por un momento').waitFor()
    await page
      .getByRole('alert')
      .getByText('No disponible por un momento. No supimos si esta cita quedó agendada.')
      .waitFor()
    await page.reload()
    await title(page, '¡Cita Confirmada!').waitFor()
    await mailsOf(site, client)
  })

  test('… and whoever has chosen another time since is not booked at the first one when the page is loaded anew', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone({ expects: [/503/] })
    await toConfirm(page, site, wanted, newClient())
    let sent = 0
    await page.route('**/api/appointments/public', (route) => {
      sent++
      return route.fulfill({ status: 503, json: { success: false, error: 'No disponible por un momento' } })
    })
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'No disponible por un momento').waitFor()
    await page.getByRole('link', { name: 'Modificar' }).click()
    const other = wanted.times.at(-1)!
    await choose(time(page, other))
    await page.waitForURL((address) => address.searchParams.get('hora') === other)
    await page.reload()
    await awake(page)
    await button(page, 'Continuar →').click()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(sent, 1)
    assert.ok(page.url().includes(encodeURIComponent(other)) || page.url().includes(other))
  })

  test('… details corrected after it make no second booking: what became of the first is shown, as it was told before', async () => {
    const [wanted, client] = [await freeTime(site), newClient()]
    const page = await onPhone({ expects: [/503/] })
    await toConfirm(page, site, wanted, client)
    await page.route(
      '**/api/appointments/public',
      async (route) => {
        assert.equal((await route.fetch()).status(), 201)
        await route.fulfill({ status: 503, json: { success: false, error: 'No disponible por un momento' } })
      },
      { times: 1 },
    )
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'No disponible por un momento').waitFor()
    await button(page, 'Volver').click()
    await page.getByLabel('Nombre completo').fill(`${client.name} Peña`)
    await button(page, 'Continuar').click()
    await page.getByRole('alert').getByText('queda con los datos que diste antes').waitFor()
    await axe(page)
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    await mailsOf(site, client)
  })

  test('… and one who meets their own booking at another time hears that it may be theirs, also at the time offered instead', async () => {
    const wanted = await freeTime(site, 'Corte y cepillado')
    const page = await onPhone({ expects: [/503|409/] })
    await toConfirm(page, site, wanted, newClient())
    let answers = 0
    await page.route(
      '**/api/appointments/public',
      async (route) => {
        if (answers++ === 0) await route.fetch()
        else await bookByApi(site, { ...wanted, time: wanted.times.at(-1)! })
        if (answers === 1)
          await route.fulfill({ status: 503, json: { success: false, error: 'No disponible' } })
        else await route.continue()
      },
      { times: 2 },
    )
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'No disponible').waitFor()
    await page.getByRole('link', { name: 'Modificar' }).click()
    await choose(time(page, wanted.times.at(-1)!))
    await button(page, 'Continuar →').click()
    await button(page, 'Continuar').click()
    await button(page, 'Confirmar Cita').click()
    const alert = page.getByRole('alert')
    await alert.getByText('puede ser por tu propia cita, revisa tu correo').waitFor()
    await page.locator('.alternatives button').first().click()
    await alert.getByText('Tu cita anterior puede haber quedado agendada: revisa tu correo.').waitFor()
  })

  test('refused in the server’s words', async () => {
    const page = await onPhone({ expects: [/429/] })
    await toConfirm(page, site, await freeTime(site), newClient())
    await page.route('**/api/appointments/public', (route) =>
      route.fulfill({
        status: 429,
        json: { success: false, error: 'Demasiados intentos. Intenta después de la una, aquí' },
      }),
    )
    await button(page, 'Confirmar Cita').click()
    await toast(page, 'Demasiados intentos. Intenta después de la una, aquí').waitFor()
    assert.equal(await toast(page, 'inténtalo nuevamente').count(), 0, 'the same again does not help')
    await page.getByRole('alert').getByText('de la una, aquí. ¿').waitFor()
    await title(page, 'Confirmar tu cita').waitFor()
    assert.ok(await button(page, 'Confirmar Cita').isEnabled())
  })

  test('a toast stands at the top right, at most 350 px wide, for four seconds', async () => {
    const page = await onDesktop({ expects: [/500/] })
    await page.clock.install()
    await toConfirm(page, site, await freeTime(site), newClient())
    await page.route('**/api/appointments/public', (route) =>
      route.fulfill({ status: 500, json: { success: false } }),
    )
    await button(page, 'Confirmar Cita').click()
    const shown = toast(page, 'Ocurrió un error al agendar la cita.')
    await shown.waitFor()
    const box = (await shown.boundingBox())!
    assert.ok(box.width <= 350 && box.x + box.width > 1240 && box.y < 120, JSON.stringify(box))
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500)
    await page.clock.runFor(2_500)
    assert.equal(await page.locator('.toast.leaving').count(), 0)
    await page.clock.runFor(1_000)
    assert.equal(await page.locator('.toast.leaving').count(), 2)
    await page.clock.runFor(1_000)
    assert.equal(await page.locator('.toast').count(), 0)
  })

  test('an appointment that comes back without its duration is shown as an hour', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await toConfirm(page, site, wanted, newClient())
    await page.route('**/api/appointments/public', async (route) => {
      const response = await route.fetch()
      const { appointment } = await response.json()
      await route.fulfill({
        status: 201,
        json: { success: true, appointment: { ...appointment, duration_minutes: null } },
      })
    })
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    await page
      .getByRole('region', { name: 'Tu cita' })
      .getByText(amPm(minutesLater(wanted.time, 60)))
      .waitFor()
    await checkCalendarFile(page, { ...wanted, duration_minutes: 60 })
  })

  test('after booking, going back does not offer the time again, and a new one is booked beside it', async () => {
    const [wanted, client] = [await freeTime(site, 'Corte y cepillado'), newClient()]
    const page = await onPhone()
    await toConfirm(page, site, wanted, client)
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    await page.goBack()
    await title(page, 'Datos de la cita').waitFor()
    await until(() => time(page, wanted.time).isDisabled(), 10_000, 'a greyed time')
    await page.goForward()
    await title(page, '¡Cita Confirmada!').waitFor()
    await page.reload()
    await awake(page)
    await title(page, '¡Cita Confirmada!').waitFor()
    await button(page, 'Solicitar Nueva Cita').click()
    await choose(radio(page, /Corte y cepillado/))
    await choose(radio(page, wanted.professional_name))
    await choose(date(page, wanted.date))
    await time(page, wanted.times.at(-1)!).waitFor({ state: 'attached' })
    assert.equal(
      await time(page, wanted.time)
        .isEnabled({ timeout: 100 })
        .catch(() => false),
      false,
    )
    await mailsOf(site, client)
  })

  test('a double tap goes one step, not two: the next button cannot be touched in the moment it appears', async () => {
    const page = await onPhone()
    await visit(page, addressOf(site, await freeTime(site)))
    const press = async (name: string, next: string) => {
      const isThere = page.evaluate(reachableAtOnce, next)
      await button(page, name).click()
      assert.equal(await isThere, false, next)
    }
    await press('Continuar →', 'Continuar')
    await fillClient(page, newClient())
    await press('Continuar', 'Confirmar Cita')
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
  })

  test('names and addresses without a space fit on the smallest screen', async () => {
    const page = await onPhone()
    await page.setViewportSize({ width: 320, height: 640 })
    const client = newClient()
    await toConfirm(page, site, await freeTime(site), {
      name: 'W'.repeat(120),
      phone: client.phone,
      email: `${'w'.repeat(40)}.${client.email}`,
    })
    assert.equal(await isWiderThanScreen(page), false)
    await button(page, 'Confirmar Cita').click()
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal(await isWiderThanScreen(page), false)
  })
})

/**
 * Runs in the page: waits for a button to appear, and tells whether a tap on it would reach it at that
 * moment.
 */
function reachableAtOnce(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    new MutationObserver((_changes, observer) => {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      if (!found) return
      observer.disconnect()
      const { x, y, width, height } = found.getBoundingClientRect()
      resolve(found.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
    }).observe(document.body, { childList: true, subtree: true })
  })
}
