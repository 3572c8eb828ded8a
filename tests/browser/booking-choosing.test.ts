/** The first step: service, professional, date and time; and how they change as time passes. */
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { until } from '../smtp.ts'
import {
  addressOf,
  amPm,
  awake,
  bookByApi,
  button,
  choose,
  date,
  fillClient,
  focused,
  freeDays,
  freeTime,
  mailsOf,
  newClient,
  onDesktop,
  onPhone,
  radio,
  radios,
  SLUG,
  time,
  title,
  toast,
  visit,
} from './booking.ts'
import { axe, startSite, type Site } from './helper.ts'

let site: Site
before(async () => {
  site = await startSite()
})

describe('choosing', () => {
  test('Back and Forward keep what was chosen and typed, and so does a reload', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await visit(page, addressOf(site, wanted))
    await button(page, 'Continuar →').click()
    await fillClient(page, { name: 'Ana María', phone: '3001112233', email: 'ana@correo.example' })
    await button(page, 'Continuar').click()
    await title(page, 'Confirmar tu cita').waitFor()
    await page.goBack()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), 'Ana María')
    await page.goBack()
    await title(page, 'Datos de la cita').waitFor()
    assert.ok(await time(page, wanted.time).isChecked())
    await page.goForward()
    assert.equal(await page.getByLabel('Correo electrónico').inputValue(), 'ana@correo.example')
    await page.reload()
    await awake(page)
    assert.equal(await page.getByLabel('Nombre completo').inputValue(), 'Ana María')
    assert.equal(await page.getByLabel('Teléfono', { exact: true }).inputValue(), '3001112233')
    await button(page, 'Continuar').click()
    await button(page, 'Volver').click()
    await title(page, 'Datos del cliente').waitFor()
    await button(page, 'Continuar').click()
    await page.getByRole('link', { name: 'Modificar' }).click()
    await title(page, 'Datos de la cita').waitFor()
    assert.ok(await time(page, wanted.time).isChecked())
  })

  test('a choice made before the script has arrived counts, by reloading', async () => {
    const page = await onPhone({ expects: [/ERR_FAILED/] })
    await page.route(/\/assets\/.*\.js/, (route) => route.abort())
    await page.goto(`${site.url}/negocio/${SLUG}`)
    await choose(radio(page, /Corte de barba/))
    await page.waitForURL(/servicio=\d+/)
    await page.getByRole('radiogroup', { name: 'Hora' }).waitFor()
    const wanted = await freeTime(site)
    await choose(date(page, wanted.date))
    await page.waitForURL(/fecha=/)
    await choose(time(page, wanted.time))
    await button(page, 'Continuar →').click()
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('hora'), wanted.time)
  })

  test('the list of services folds to the chosen one, and opens again', async () => {
    const page = await onDesktop()
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await choose(radio(page, /Keratina/))
    await button(page, 'Mostrar servicios').press('Enter')
    assert.equal(await radios(page, 'Servicio').count(), 8)
    await until(async () => (await focused(page)) === 'servicio')
    await page.keyboard.press('ArrowDown')
    assert.equal(await radio(page, /Keratina/).isChecked(), false)
    // More than six services scroll in their own box.
    const [scrolls, shown] = await page
      .getByRole('radiogroup', { name: 'Servicio' })
      .evaluate((box) => [box.scrollHeight, box.clientHeight] as const)
    assert.ok(scrolls > shown)
    await choose(radio(page, /Pedicura spa/))
    await page.getByRole('radiogroup', { name: 'Servicio' }).getByText('Pedicura spa').waitFor()
    assert.equal(await radios(page, 'Servicio').count(), 1)
    assert.ok(await radio(page, 'Luz Marina Gómez').isChecked(), 'the only one who does it')
  })

  test('with the keyboard alone', async () => {
    const wanted = await freeTime(site)
    const client = newClient()
    const page = await onDesktop()
    await visit(page, `${site.url}/negocio/${SLUG}`)
    await page.keyboard.press('Tab')
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Ir a la reserva')
    await page.keyboard.press('Enter')
    const walkTo = async (name: string, value: string | number) => {
      while ((await focused(page)) !== name) await page.keyboard.press('Tab')
      for (let steps = 0; steps < 40; steps++) {
        const at = await page.evaluate(() => {
          const { value, checked } = document.activeElement as HTMLInputElement
          return { value, checked }
        })
        if (at.value === String(value)) return at.checked ? undefined : page.keyboard.press('Space')
        await page.keyboard.press('ArrowRight')
      }
      throw new Error(`${name} ${value} was not reached`)
    }
    await walkTo('servicio', wanted.service)
    await page.getByRole('radiogroup', { name: 'Hora' }).waitFor()
    await walkTo('fecha', wanted.date)
    await walkTo('hora', wanted.time)
    await page.keyboard.press('Enter')
    await title(page, 'Datos del cliente').waitFor()
    for (const [field, text] of [
      ['client_phone', client.phone],
      ['client_name', client.name],
      ['client_email', client.email],
    ] as const) {
      while ((await focused(page)) !== field) await page.keyboard.press('Tab')
      await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await title(page, 'Confirmar tu cita').waitFor()
    while ((await page.evaluate(() => document.activeElement?.textContent)) !== 'Confirmar Cita')
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await title(page, '¡Cita Confirmada!').waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), '¡Cita Confirmada!')
    await mailsOf(site, client)
  })

  test('today and the thirty days after it; closed days are off', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await visit(page, addressOf(site, { service: wanted.service }))
    const dates = await radios(page, 'Fecha').evaluateAll((all) =>
      all.map((input) => {
        const { value, disabled } = input as HTMLInputElement
        return { value, disabled, name: input.parentElement!.textContent }
      }),
    )
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota' }).format(Date.now())
    const days = Array.from({ length: 31 }, (_, i) =>
      new Date(Date.parse(today) + i * 86_400_000).toISOString().slice(0, 10),
    )
    assert.deepEqual(
      dates.map(({ value }) => value),
      days,
    )
    assert.match(dates[0]!.name!, /^Hoy/)
    const sundays = dates.filter(({ value }) => new Date(value).getUTCDay() === 0)
    assert.ok(
      sundays.length >= 4 && sundays.every(({ disabled, name }) => disabled && name!.endsWith(', cerrado')),
    )
    const free = (await freeDays(site, wanted)).map(({ date }) => date)
    assert.deepEqual(
      dates.filter(({ disabled }) => !disabled).map(({ value }) => value),
      free,
    )
  })

  test('free times that cannot be loaded: the empty text, and another try', async () => {
    const wanted = await freeTime(site, 'Corte y cepillado')
    const page = await onPhone({ expects: [/ERR_FAILED/] })
    await visit(page, addressOf(site, { service: wanted.service }))
    let held = () => {}
    await page.route(/available-days/, async (route) => {
      await new Promise<void>((resolve) => (held = resolve))
      await route.abort()
    })
    await choose(radio(page, wanted.professional_name))
    await page.getByText('Cargando horarios...').waitFor()
    await axe(page)
    held()
    await page.getByText('No hay horarios disponibles').waitFor()
    assert.equal(await page.locator('.toast').count(), 0)
    await page.unroute(/available-days/)
    await button(page, 'Reintentar').click()
    await page.getByRole('radiogroup', { name: 'Hora' }).waitFor()
  })

  test('… says that the connection is at fault, and they are there as soon as it is back', async () => {
    const wanted = await freeTime(site, 'Corte y cepillado')
    const page = await onPhone({ expects: [/ERR_(FAILED|INTERNET)/] })
    await visit(page, addressOf(site, { service: wanted.service }))
    await page.context().setOffline(true)
    await choose(radio(page, wanted.professional_name))
    await page.getByRole('status').getByText('Revisa tu conexión.').waitFor()
    await page.context().setOffline(false)
    await page.getByRole('radiogroup', { name: 'Hora' }).waitFor()
  })

  test('free times that are never answered: after a while the page can be loaded anew, and has them', async () => {
    const wanted = await freeTime(site, 'Corte y cepillado')
    const page = await onPhone()
    await visit(page, addressOf(site, { service: wanted.service }))
    await page.route(/available-days/, () => {})
    await choose(radio(page, wanted.professional_name))
    await page.getByText('Cargando horarios...').waitFor()
    const again = page.getByRole('link', { name: 'Reintentar' })
    assert.equal(await again.count(), 0, 'not yet')
    await page.evaluate(() => document.getAnimations().forEach((one) => (one.currentTime = 12_000)))
    await again.click()
    await awake(page)
    await page.getByRole('radiogroup', { name: 'Hora' }).waitFor()
    assert.ok(await radio(page, wanted.professional_name).isChecked())
  })

  test('an address with nonsense shows the page, a step too early goes back to the choice', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    for (const search of [
      '?servicio=999999&profesional=1',
      '?servicio=1e3&profesional=%00&fecha=2026-02-31&hora=25:00&paso=confirmar',
      '?paso=lista',
      `?servicio=${wanted.service}&profesional=${wanted.professional}&fecha=1999-01-01&hora=03:17&paso=datos`,
      `?servicio=${'9'.repeat(300)}&paso=<script>alert(1)</script>`,
    ]) {
      const response = await page.goto(`${site.url}/negocio/${SLUG}${search}`)
      assert.equal(response!.status(), 200)
      await awake(page)
      await title(page, 'Datos de la cita').waitFor()
    }
    await visit(page, addressOf(site, wanted, 'confirmar'))
    await title(page, 'Datos del cliente').waitFor()
    assert.equal(await page.locator('.toast').count(), 0)
    const { time: none, ...untimed } = wanted
    for (const step of ['datos', 'confirmar']) {
      await visit(page, addressOf(site, untimed, step))
      await toast(page, 'Por favor completa todos los datos de la cita').waitFor()
      await title(page, 'Datos de la cita').waitFor()
    }
  })
})

describe('the clock', () => {
  /** Milliseconds until the next `weekday` (0 is Sunday) at `time` in Bogotá. */
  function timeUntil(weekday: number, time: string): number {
    const now = Date.now()
    const bogota = new Date(now - 5 * 3_600_000)
    const midnight = Date.UTC(bogota.getUTCFullYear(), bogota.getUTCMonth(), bogota.getUTCDate())
    const days = ((weekday - bogota.getUTCDay() + 6) % 7) + 1
    return midnight + days * 86_400_000 + Date.parse(`1970-01-01T${time}Z`) + 5 * 3_600_000 - now
  }

  test('open or closed follows the business’s time every 60 s, whatever the visitor’s device says', async () => {
    const page = await onPhone()
    await page.clock.install({ time: new Date('2019-03-01T04:00:00Z') })
    await visit(page, `${site.url}/negocio/${SLUG}`)
    const status = page.locator('header .open')
    await page.clock.fastForward(timeUntil(3, '18:58:30'))
    await status.getByText('Abierto · cierra a las 7:00 pm').waitFor()
    await page.clock.runFor(60_000)
    await status.getByText('Abierto · cierra a las 7:00 pm').waitFor()
    // What the server keeps of a page may have been drawn up to a minute before.
    await page.clock.runFor(120_000)
    await status.getByText('Cerrado · abre mañana a las 9:00 am').waitFor()
    const today = page.locator('#horario .today')
    assert.equal(await today.textContent(), 'Miércoles · hoy09:00 – 19:00')
    await page.clock.fastForward(4 * 86_400_000)
    await status.getByText('Cerrado · abre mañana a las 9:00 am').waitFor()
    assert.equal(await today.textContent(), 'Domingo · hoyCerrado')
  })

  test('a page loaded anew by a step back goes by the server’s time too', async () => {
    const page = await onPhone()
    await page.addInitScript(() => {
      const late = () => Right.now() - 3 * 86_400_000
      const Right = Date
      globalThis.Date = new Proxy(Right, {
        get: (right, key) => (key === 'now' ? late : Reflect.get(right, key)),
      })
    })
    // What is asked through a route is not kept by the browser.
    await page.route('**/negocio/**', (route) => route.continue())
    await visit(page, `${site.url}/negocio/${SLUG}`)
    const today = page.locator('#horario .today')
    const said = await today.textContent()
    await page.goto(`${site.url}/client`)
    await page.goBack()
    await awake(page)
    assert.ok(
      await page.evaluate(() => {
        const [how] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        return how!.type === 'back_forward' && how!.transferSize > 0
      }),
    )
    // By its own clock it is three days earlier.
    await page.evaluate(() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then))))
    assert.equal(await today.textContent(), said)
  })

  test('a time that passes while the page is open can no longer be chosen', async () => {
    const wanted = await freeTime(site)
    const page = await onPhone()
    await page.clock.install()
    await visit(page, addressOf(site, wanted))
    assert.ok(await time(page, wanted.time).isChecked())
    await page.clock.fastForward(Date.parse(`${wanted.date}T${wanted.time}-05:00`) - Date.now() + 60_000)
    await until(() => time(page, wanted.time).isDisabled(), 10_000, 'a greyed time')
    await until(async () => !(await time(page, wanted.time).isChecked()), 10_000, 'an empty choice')
    await button(page, 'Continuar →').waitFor({ state: 'hidden' })
    const last = wanted.times.at(-1)!
    assert.ok(await time(page, last).isEnabled())
    assert.equal(
      await page
        .locator('label.slot', { hasText: amPm(wanted.time) })
        .first()
        .textContent(),
      `${amPm(wanted.time)}, ya pasó`,
    )
  })
})

test('the month opens a sheet with the days that have room, and follows the strip', async () => {
  const wanted = await freeTime(site)
  const page = await onPhone()
  await visit(page, addressOf(site, { ...wanted, date: '', time: '' }))
  await page.locator('button.month').click()
  const sheet = page.getByRole('dialog', { name: 'Elige el día' })
  await sheet.waitFor()
  await axe(page)
  const days = await freeDays(site, wanted)
  const month = days[0]!.date.slice(0, 7)
  const inMonth = days.filter(({ date }) => date.startsWith(month))
  assert.equal(await sheet.locator('.month-grid button').count(), inMonth.length)
  const last = inMonth.at(-1)!.date
  await sheet.getByRole('button', { name: new RegExp(`^${Number(last.slice(8))}\\b`) }).click()
  await sheet.waitFor({ state: 'detached' })
  const chosen = page.locator('input[type=radio][name=fecha]:checked')
  assert.equal(await chosen.inputValue(), last)
  // By keyboard: opened, another month, closed.
  await page.locator('button.month').focus()
  await page.keyboard.press('Enter')
  await sheet.waitFor()
  // The first one of the month that is shown.
  let first = inMonth[0]!
  if (days.at(-1)!.date.slice(0, 7) !== month) {
    first = days.find((day) => !day.date.startsWith(month))!
    const before = await sheet.locator('.month-head b').textContent()
    await sheet.getByRole('button', { name: 'Mes siguiente' }).click()
    await page.waitForFunction(
      (before) => document.querySelector('.month-head b')!.textContent !== before,
      before,
    )
  }
  await sheet.getByRole('button', { name: /^Primer cupo: / }).click()
  await sheet.waitFor({ state: 'detached' })
  assert.equal(await chosen.inputValue(), first.date)
  assert.ok(await time(page, first.times[0]!).isChecked())
})

test('the first free time of a month has not passed, and one that is taken meanwhile is said to be', async () => {
  const wanted = await freeTime(site)
  const [gone, next] = wanted.times as [string, string]
  const page = await onPhone()
  await page.clock.install()
  await visit(page, addressOf(site, { ...wanted, date: '', time: '' }))
  const firstDate = page.locator('input[name=fecha]').first()
  // On another day all are asked for anew; what is booked next is to be unknown to the page.
  const isToday = (await firstDate.inputValue()) === wanted.date
  const known = isToday || page.waitForResponse(/available-days/)
  // The tab stays open until the first time of that date is over.
  await page.clock.fastForward(Date.parse(`${wanted.date}T${gone}-05:00`) - Date.now() + 60_000)
  await until(async () => (await firstDate.inputValue()) === wanted.date)
  await known
  await bookByApi(site, { ...wanted, time: next })
  await page.locator('button.month').click()
  const sheet = page.getByRole('dialog', { name: 'Elige el día' })
  await button(sheet, `Primer cupo: hoy, ${amPm(next)}`).click()
  await toast(page, 'Ese horario acaba de ocuparse').waitFor()
  assert.equal(await time(page, next).isChecked(), false)
  assert.ok(await time(page, next).isDisabled())
})
