/** Text twice as large, and a phone whose page is zoomed to the double: what an owner sets up stays legible and can be pressed. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { onDay } from './booking.ts'
import { tooWide } from './page-checks.ts'
import { desktop, launch, startSite, type Site } from './helper.ts'
import { enter, show } from './screens.ts'

let site: Site
let browser: Browser
before(async () => {
  ;[site, browser] = await Promise.all([startSite(), launch()])
})

const SIZES: [name: string, width: number, height: number, text: string][] = [
  ['360 px, text 200 %', 360, 740, '200%'],
  ['180 px', 180, 370, '100%'],
]

/** Which of the texts and buttons leave the window, or lie upon each other. */
function crowded(selector: string): string[] {
  const boxes = [...document.querySelectorAll(selector)].flatMap((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    const box = one.matches('button') ? one.getBoundingClientRect() : range.getBoundingClientRect()
    return box.width > 1 ? [{ box, text: one.textContent }] : []
  })
  const outside = boxes.filter(({ box }) => box.left < 0 || box.right > innerWidth)
  const upon = boxes.filter(({ box: a }, i) =>
    boxes
      .slice(0, i)
      .some(
        ({ box: b }) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1,
      ),
  )
  return [...outside, ...upon].map(({ text }) => text)
}

/** Which words stand on two lines. */
function split(selector: string): string[] {
  const texts = [...document.querySelectorAll(selector)].flatMap((one) =>
    [...one.childNodes].filter((node) => node instanceof Text),
  )
  return texts.flatMap((text) =>
    [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      return tops.size > 1 ? [word] : []
    }),
  )
}

async function each(page: Page, path: string, check: (size: string) => Promise<void>) {
  await page.setViewportSize({ width: 360, height: 740 })
  await show(page, site, path)
  for (const [name, width, height, text] of SIZES) {
    await page.setViewportSize({ width, height })
    await page.evaluate((size) => void (document.documentElement.style.fontSize = size), text)
    await check(`${path}, ${name}`)
  }
}

test('the figures of the services, the bar that saves and the team: nothing upon each other, nothing cut', async () => {
  const page = await (await desktop(browser, { expects: [/404/] })).newPage()
  await enter(page.context(), site, 'owner')
  await each(page, '/dashboard/services', async (size) => {
    assert.deepEqual(await page.evaluate(crowded, '.strip dt, .strip dd'), [], size)
    // The mark stands in the middle of the bar, also where its name finds no room.
    const middle = await page.locator('.tb-in').evaluate((bar) => {
      const of = (one: Element) => one.getBoundingClientRect()
      return (
        of(bar).y +
        of(bar).height / 2 -
        of(bar.querySelector('svg')!).y -
        of(bar.querySelector('svg')!).height / 2
      )
    })
    assert.ok(Math.abs(middle) < 3, `${size}: the mark is ${middle} px too high`)
  })
  await each(page, '/dashboard/settings?seccion=redes', async (size) => {
    await page.locator('#facebook').fill(size)
    await page.locator('.save-bar').waitFor()
    assert.deepEqual(await page.evaluate(crowded, '.save-bar .grow span, .save-bar button'), [], size)
  })
  await each(page, '/dashboard/settings?seccion=equipo', async (size) => {
    await page.getByRole('button', { name: 'Invitar' }).waitFor()
    assert.deepEqual(await page.evaluate(crowded, '.team-h h2, .team-h p, .team-h button'), [], size)
  })
  for (const tab of ['color', 'recordatorios'])
    await each(page, `/dashboard/settings?seccion=${tab}`, async (size) => {
      assert.deepEqual(await page.evaluate(tooWide), [], size)
    })
})

test('the clients, a card and the messages: no word on two lines, no name upon its hour', async () => {
  const page = await (await desktop(browser)).newPage()
  await enter(page.context(), site, 'owner')
  await onDay(site, 'María Alejandra Villavicencio', 1, '06:00')
  await each(page, '/dashboard/clients', async (size) => {
    if (size.includes('200 %')) assert.deepEqual(await page.evaluate(split, '.pg-h h1'), [], size)
  })
  await each(page, '/dashboard/clients/1', async (size) => {
    assert.deepEqual(await page.evaluate(split, '.cli-reach > *'), [], size)
  })
  await each(page, '/dashboard/messages', async (size) => {
    await page.getByText('María Alejandra Villavicencio').waitFor()
    assert.deepEqual(await page.evaluate(crowded, '.msg-time, .msg-who b'), [], size)
    if (size.includes('200 %')) assert.deepEqual(await page.evaluate(split, '.msg-who b'), [], size)
  })
})
