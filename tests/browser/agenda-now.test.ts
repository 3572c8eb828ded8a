import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { moveClock } from '../../scripts/testing/clock.ts'
import { query } from '../server.ts'
import { until } from '../smtp.ts'
import {
  book,
  booked,
  browser,
  button,
  card,
  filters,
  found,
  newClient,
  owner,
  sizes,
  site,
  state,
  tool,
  visit,
} from './agenda.ts'
import { dayAhead, freeTime, onDay } from './booking.ts'
import { byDeviceClock } from './device-clock.ts'
import { desktop, phone, signIn, type Visitor } from './helper.ts'

/** The agenda on a screen whose clock says 4:40 pm of the same day. */
async function atFourForty(
  open: typeof phone,
  search = '',
  visitor?: Visitor,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const page = await (await open(browser, visitor)).newPage()
  await prepare?.(page)
  const now = Temporal.Now.zonedDateTimeISO('America/Bogota')
  const then = now.with({ hour: 16, minute: 40, second: 0 })
  await page.addInitScript(moveClock, then.epochMilliseconds - now.epochMilliseconds)
  await byDeviceClock(page)
  await signIn(page, site)
  await page.goto(`${site.url}/dashboard/appointments${search}`)
  await page.locator('.cal-area:not(.waiting)').waitFor()
  return page
}

for (const [name, open] of sizes)
  for (const span of ['dia', 'semana'])
    test(`the calendar opens at the present time ${name}: ${span}`, async () => {
      const page = await atFourForty(open, `?rango=${span}`)
      const mark = page.locator('.now-t b')
      const isInSight = async () => {
        const box = (await mark.boundingBox())!
        const { height } = page.viewportSize()!
        // Near the end of the day there may be too little below it to bring it higher; on a wide screen a day with little in
        // it is seen to its end.
        return box.y > 130 && box.y + box.height < height * (open === desktop ? 0.98 : 0.75)
      }
      await until(isInSight)
      assert.match(await mark.innerText(), /4:4[01]/)
      // Nothing leaves the screen: only the hours have moved, in their own box.
      assert.equal(await page.evaluate(() => scrollY), 0)
      const box = (await page.locator('.calbox').boundingBox())!
      const places = await page.locator('.tabbar').boundingBox()
      const end = places?.y ?? page.viewportSize()!.height
      assert.ok(
        box.y + box.height <= end + 1,
        `the calendar ends at ${box.y + box.height} px, above ${end} px`,
      )
      assert.ok(box.height > 600, `${box.height} px of calendar`)
      await state(page)
      // Somebody who looks elsewhere is not pulled back, but comes back by 'Hoy'.
      await page.evaluate(() => {
        scrollTo(0, 0)
        document.querySelector('.cal-wrap')!.scrollTop = 0
      })
      await tool(page, 'Hoy')
      await until(isInSight)
    })

test('the present time is in sight also where a half hour of many cards lies across the edge', async () => {
  const date = dayAhead(0)
  const one = await found((await booked()).name)
  const busy = (page: Page) =>
    page.route(/api\/appointments\?from/, async (route) => {
      const body = await (await route.fetch()).json()
      const many = Array.from({ length: 12 }, (_, i) => {
        const own = { id: 9_000_000 + i, client_name: `Fila ${i}`, status: 'scheduled' }
        return { ...one, ...own, appointment_date: date, appointment_time: '14:30', duration_minutes: 15 }
      })
      await route.fulfill({ json: { ...body, appointments: [...body.appointments, ...many] } })
    })
  const page = await atFourForty(phone, '?rango=dia&por=juntos', undefined, busy)
  await card(page, 'Fila 11').waitFor()
  const mark = page.locator('.now-t b')
  await until(async () => {
    const { y, height } = (await mark.boundingBox())!
    return y > 130 && y + height < page.viewportSize()!.height * 0.75
  })
})

/** The colour that the screen shows at a place. */
async function colourAt(page: Page, x: number, y: number): Promise<string> {
  const picture = await page.screenshot({ clip: { x: Math.round(x), y: Math.round(y), width: 1, height: 1 } })
  const [r = 0, g = 0, b = 0] = await sharp(picture).removeAlpha().raw().toBuffer()
  return `rgb(${r}, ${g}, ${b})`
}

for (const [name, query] of [
  ['the week', 'rango=semana'],
  ['the day by professional', 'rango=dia&por=persona'],
] as const)
  test(`the line of the present time is seen over what is blocked in ${name}`, async () => {
    const { time_off } = await owner('/api/time-off', { first_date: dayAhead(0), kind: 'vacation' })
    const page = await atFourForty(desktop, `?${query}`)
    const block = (await page.locator(`[data-block="${time_off.id}"]`).first().boundingBox())!
    const mark = (await page.locator('.now-t b').boundingBox())!
    // Cards leave the edge of what is blocked free.
    const x = block.x + block.width - 12
    const seen = async () => {
      const middle = mark.y + mark.height / 2
      return Promise.all([-1, 0, 1].map((by) => colourAt(page, x, middle + by)))
    }
    await until(async () => (await seen()).includes('rgb(233, 153, 9)'), 3_000, 'the line over the block')
    await owner(`/api/time-off/${time_off.id}`, undefined, 'DELETE')
  })

test('below a notice, the calendar comes into sight whole, and what is above it stays', async () => {
  await query(site.dataDir, 'update businesses set email_confirmed_at = null')
  for (const [name, open] of sizes) {
    const page = await atFourForty(open, '?rango=dia&por=persona')
    await page.locator('.banner', { hasText: 'Confirma tu correo' }).waitFor({ state: 'attached' })
    const end = (await page.locator('.tabbar').boundingBox())?.y ?? page.viewportSize()!.height
    const gap = async () => {
      const box = (await page.locator('.calbox').boundingBox())!
      return box.y + box.height - end
    }
    await until(async () => Math.abs(await gap()) <= 1, 5_000, `the calendar's end ${name}`)
    for (const one of open === phone
      ? [page.locator('.wk button').first()]
      : [
          page.getByRole('button', { name: 'Nueva cita', exact: true }),
          page.locator('.pchips button').first(),
        ])
      assert.ok(await isOnTop(one), `${await one.innerText()} ${name}`)
  }
  await query(site.dataDir, 'update businesses set email_confirmed_at = now()')
})

/** Whether a click on its middle would reach it. */
const isOnTop = (one: Locator) =>
  one.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(hit)
  })

test('on a phone, the week’s days stay in reach while the hours scroll', async () => {
  const page = await atFourForty(phone, '?rango=dia')
  const hours = page.locator('.cal-wrap')
  await until(async () => (await hours.evaluate((box) => box.scrollTop)) > 0)
  await hours.evaluate((box) => box.scrollTo(0, box.scrollHeight))
  const days = (await page.locator('.wk').boundingBox())!
  const bar = (await page.locator('.tb').boundingBox())!
  assert.ok(Math.abs(days.y - bar.height) < 2, `${days.y} px below the bar's ${bar.height} px`)
  // A swipe leads to the next week, and back; a short one means nothing.
  const chosen = page.locator('.wk [aria-pressed=true]')
  const swipe = (by: number) =>
    page.locator('.wk').evaluate((strip, by) => {
      const touch = (x: number) => new Touch({ identifier: 1, target: strip, clientX: x, clientY: 80 })
      const send = (name: string, touches: Touch[], changedTouches: Touch[]) =>
        strip.dispatchEvent(new TouchEvent(name, { touches, changedTouches, bubbles: true }))
      send('touchstart', [touch(180)], [touch(180)])
      send('touchend', [], [touch(180 + by)])
    }, by)
  const today = await chosen.innerText()
  await swipe(-30)
  await swipe(-120)
  await until(async () => (await chosen.innerText()) !== today)
  await page.waitForURL(/fecha=/)
  await swipe(120)
  await until(async () => (await chosen.innerText()) === today)
  assert.doesNotMatch(page.url(), /fecha=/)
})

for (const [name, open] of sizes)
  test(`what is moved by buttons stays in sight, and the buttons are as high as a thumb ${name}`, async () => {
    const wanted = await freeTime(site)
    const client = newClient()
    await book({ ...wanted, time: wanted.times.at(-1)! }, client)
    const page = await visit(open, `?fecha=${wanted.date}&rango=dia`)
    await card(page, client.name).focus()
    await page.keyboard.press('m')
    const bar = page.getByRole('group', { name: /^Mover la cita/ })
    const ghost = page.locator('.cal-ghost')
    await ghost.waitFor()
    const gap = async () => {
      const [a, b] = [(await ghost.boundingBox())!, (await bar.boundingBox())!]
      return b.y - (a.y + a.height)
    }
    for (let i = 0; i < 4; i++) {
      await until(async () => (await gap()) >= 0)
      await button(bar, 'Más tarde').click()
    }
    await until(async () => (await gap()) >= 0)
    for (const one of await bar.getByRole('button').all()) {
      const { width, height } = (await one.boundingBox())!
      if (open === phone)
        assert.ok(width >= 44 && height >= 44, `${await one.innerText()}: ${width}×${height}`)
      const isWhole = await one.evaluate((it) => it.scrollWidth <= it.clientWidth)
      assert.ok(isWhole, `${await one.innerText()} is not cut off`)
    }
    await state(page)
    await page.keyboard.press('Escape')
  })

test('a card of half an hour and the card being moved say the time first', async () => {
  const one = await booked('Corte de barba')
  assert.equal(one.duration_minutes, 30)
  const page = await visit(desktop, `?fecha=${one.date}&rango=semana`)
  const short = card(page, one.name)
  const [hour, minute] = one.time.split(':').map(Number) as [number, number]
  const shown = `${hour % 12 || 12}:${String(minute).padStart(2, '0')}`
  assert.ok((await short.locator(':scope > span').first().innerText()).startsWith(shown))
  const isSeen = await short.locator('.tm').evaluate((it) => {
    const [own, row] = [it.getBoundingClientRect(), it.parentElement!.getBoundingClientRect()]
    return own.right <= row.right && own.bottom <= row.bottom + 1
  })
  assert.ok(isSeen, 'the time is not cut off')
  await short.focus()
  await page.keyboard.press('m')
  const first = page.locator('.cal-ghost span').first()
  await first.waitFor()
  assert.match(await first.innerText(), new RegExp(`^${shown} – \\d`))
  const isInside = await first.evaluate(
    (it) => it.getBoundingClientRect().bottom <= it.parentElement!.getBoundingClientRect().bottom,
  )
  assert.ok(isInside, 'the time fits in the smallest card')
})

for (const [name, open] of sizes)
  test(`searching the calendar finds other dates too, and goes there ${name}`, async () => {
    await onDay(site, 'Filomena Lejana', 61)
    await onDay(site, 'Filomena Pasada', -80)
    const page = await visit(open, '?rango=dia')
    await filters(page).click()
    await page.getByLabel('Buscar cliente o servicio').fill('filomena')
    const found = page.getByRole('group', { name: 'Citas encontradas' })
    await button(found, /^Filomena Pasada/).waitFor()
    await state(page)
    await button(found, /^Filomena Lejana/).click()
    await page.locator('.ev:focus', { hasText: 'Filomena Lejana' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('fecha'), dayAhead(61))
    assert.equal(new URL(page.url()).searchParams.get('rango'), 'dia')
    await query(site.dataDir, `delete from appointments where client_name like 'Filomena%' returning id`)
  })

test('filters move nothing: the days stay where they are', async () => {
  const page = await visit(desktop)
  // Fewer appointments leave fewer hours to scroll: their headings are what must not move.
  const top = async () =>
    (await page.locator('.cal-day').nth(1).boundingBox())!.y + (await page.evaluate(() => scrollY))
  await filters(page).click()
  const before = await top()
  await page.getByLabel('Buscar cliente o servicio').fill('Nadie Se Llama Así')
  await page.getByText('Con estos filtros no hay citas').waitFor()
  assert.equal(await top(), before)
  await page.getByLabel('Profesional').selectOption({ index: 1 })
  assert.equal(await top(), before)
  await button(page, 'Limpiar filtros').click()
  assert.equal(await top(), before)
})

test('on a phone on its side hours are in sight, below heads that say whose they are', async () => {
  const page = await visit(phone, '?rango=dia&por=persona')
  await page.setViewportSize({ width: 740, height: 360 })
  await page.locator('.pcol').first().waitFor()
  const [heads, places] = await Promise.all([
    page.locator('.phead').nth(1).boundingBox(),
    page.locator('.tabbar').boundingBox(),
  ])
  const height = places!.y - heads!.y - heads!.height
  assert.ok(height > 110, `${height} px of hours`)
})
