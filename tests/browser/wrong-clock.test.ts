/** A device whose clock is hours or days off shows and books by the server's time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { moveClock } from '../../scripts/testing/clock.ts'
import { until } from '../smtp.ts'
import { browser, button, create, dialog, site } from './agenda.ts'
import { dayAhead } from './booking.ts'
import { desktop, signIn } from './helper.ts'

const HOUR_MS = 3_600_000

/** The agenda on a screen whose clock is so far ahead. */
async function agenda(aheadMs: number): Promise<Page> {
  const page = await (await desktop(browser)).newPage()
  await page.addInitScript(moveClock, aheadMs)
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments?rango=semana`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  return page
}

/** The minute of the day in Bogotá, as screens write it. */
function minuteNow(minutesAgo = 0): string {
  const { hour, minute } = Temporal.Now.zonedDateTimeISO('America/Bogota').subtract({ minutes: minutesAgo })
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
}
const isNow = (text: string) => [minuteNow(), minuteNow(1)].some((time) => text.startsWith(time))

/** The form of who comes in now, and the time from which it books. */
async function walkIn(page: Page) {
  await create(page).click()
  const form = dialog(page, 'Nueva cita')
  await button(form, 'Ahora').click()
  const bar = form.locator('.now-bar')
  const isRight = async () => isNow(await bar.locator('b:visible').innerText())
  return { bar, isRight }
}

for (const [device, aheadMs] of [
  ['three hours ahead', 3 * HOUR_MS],
  ['three hours behind', -3 * HOUR_MS],
  ['a day and an hour ahead', 25 * HOUR_MS],
] as const)
  test(`a clock that is ${device}: today is today, and 'Ahora' is now`, async () => {
    const page = await agenda(aheadMs)
    const today = page.locator('.calbox [aria-current=date]')
    await until(
      async () => Number(/\d+/.exec(await today.innerText())?.[0]) === Number(dayAhead(0).slice(-2)),
    )
    const { bar, isRight } = await walkIn(page)
    await until(isRight)
    assert.match(await bar.innerText(), /Empieza ya/)
  })

test('a clock that is set right while the screen is open is followed', async () => {
  const page = await agenda(3 * HOUR_MS)
  const { isRight } = await walkIn(page)
  await until(isRight)
  await page.evaluate(moveClock, -3 * HOUR_MS)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await until(isRight)
})
