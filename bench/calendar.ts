import { readConfig } from '#server/config.ts'
import { connect, LONG } from '#server/database/db.ts'
import { loadBuild } from '#server/pages/routes.ts'
import { serve, type Served } from '#server/serve.ts'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from 'playwright-core'
import { ensureBuilt } from '../scripts/build.ts'
import { chromiumPath, CHROMIUM_FLAGS } from '../scripts/chromium.ts'
import { openShop, type Shop, signIn } from './agenda-world.ts'
import { drag, framesWhile, scroll, sharesOf } from './frames.ts'
import { clean, folder } from './world.ts'

const ROUNDS = 3
const OPENINGS = 9
const PAST = 100_000
// A shared machine may be slow; a screen that never appears is still detected.
const PATIENCE_MS = 180_000

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
}

/**
 * The owner's agenda in a real browser: frame times while it is scrolled and cards are dragged, with 40
 * professionals and 400 appointments in the week, and how long screens take to open with 0 and with 100,000
 * past appointments.
 */
export async function timeCalendar() {
  ensureBuilt()
  const config = readConfig({ DATA_DIR: join(folder, 'calendar'), PORT: '0', LOG_LEVEL: 'error' })
  const served = await serve(config, await loadBuild())
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: CHROMIUM_FLAGS })
  // To fill it takes longer than the product lets a statement take.
  const db = connect({ socketDir: join(folder, 'calendar/pg'), patience: LONG })
  try {
    const empty = await openShop(db, served.url, 0)
    const full = await openShop(db, served.url, PAST)
    const results: Record<string, unknown> = {}
    for (const name of ['desktop', 'phone'] as const) {
      results[name] = await framesOf(browser, served, empty, SIZES[name])
      // Printed at once, because measuring the openings takes minutes more.
      console.log(name, JSON.stringify(results[name]))
    }
    results.opening = await openings(browser, served, [empty, full])
    return results
  } finally {
    await browser.close()
    await db.destroy()
    await served.stop()
    clean()
  }
}

type Size = (typeof SIZES)[keyof typeof SIZES]

/**
 * Measures the product and its limit in turn: a plain page of the same height, and a plain box that follows
 * the pointer.
 */
async function framesOf(browser: Browser, { url }: Served, shop: Shop, size: Size) {
  const context = await browser.newContext({
    ...size,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  await signIn(context, shop)
  const isTouch = 'hasTouch' in size
  const [ours, plain] = [await context.newPage(), await context.newPage()]
  await ours.goto(`${url}/dashboard/appointments?rango=semana`)
  await ours.locator('.ev').first().waitFor()
  await ours.waitForTimeout(1_500)
  // On phones the week scrolls inside its own box.
  const range = await ours.evaluate<{ height: number; distance: number }>(`(() => {
    const box = document.querySelector('.cal-wrap')
    const scroller = box.scrollHeight > box.clientHeight + 1 ? box : document.documentElement
    return { height: scroller.scrollHeight, distance: scroller.scrollHeight - scroller.clientHeight }
  })()`)
  await plain.setContent(plainPage(range.height))

  const kinds = ['plainScroll', 'scroll', 'plainDrag', 'drag'] as const
  const frames = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]]))
  const work = Object.fromEntries(kinds.map((kind) => [kind, { mainThreadMs: 0, layouts: 0 }]))
  for (let round = 0; round < ROUNDS; round++)
    for (const kind of kinds) {
      const page = kind.startsWith('plain') ? plain : ours
      await page.bringToFront()
      await page.evaluate('scrollTo(0, 0)')
      const session = await context.newCDPSession(page)
      let act: () => Promise<void>
      if (kind.toLowerCase().endsWith('scroll')) {
        const [x, y] = [size.viewport.width / 2, size.viewport.height * 0.6]
        const distance = Math.min(4_000, range.distance)
        if (isTouch && page === ours)
          await page.evaluate(`document.querySelector('.cal-wrap').scrollIntoView()`)
        act = () => scroll(session, { x, y, distance, isTouch })
      } else {
        const from = await graspable(page)
        act = () => drag(page, session, from, isTouch)
      }
      frames[kind]!.push(...(await framesWhile(page, session, work[kind]!, act)))
      await session.detach()
    }
  await context.close()
  const figures = (kind: (typeof kinds)[number]) => ({
    ...sharesOf(frames[kind]!),
    mainThreadMs: Math.round(work[kind]!.mainThreadMs / ROUNDS),
    layouts: Math.round(work[kind]!.layouts / ROUNDS),
  })
  return {
    scroll: { ours: figures('scroll'), limit: figures('plainScroll') },
    drag: { ours: figures('drag'), limit: figures('plainDrag') },
  }
}

/** The centre of the visible part of a card, or of the plain box. */
async function graspable(page: Page): Promise<{ x: number; y: number }> {
  const found = await page.evaluate<{ x: number; y: number } | null>(`(() => {
    for (const card of document.querySelectorAll('.ev, .plain-box')) {
      const { left, top, width, height } = card.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      if (document.elementFromPoint(x, y)?.closest('.ev, .plain-box') === card) return { x, y }
    }
    return null
  })()`)
  if (!found) throw new Error('There is no card to drag.')
  return found
}

const plainPage = (height: number) => `<!doctype html><body style="margin:0;font:14px sans-serif">
  <div style="height:${height}px;background:repeating-linear-gradient(#fff 0 27px,#eee 27px 28px)">Texto</div>
  <div class="plain-box" style="position:fixed;left:0;top:100px;width:120px;height:60px;background:#046549"></div>
  <script>
    const box = document.querySelector('.plain-box')
    let isHeld = false
    box.onpointerdown = () => (isHeld = true)
    onpointermove = (e) => isHeld && (box.style.transform = 'translate(' + (e.clientX - 60) + 'px,' + (e.clientY - 130) + 'px)')
    onkeydown = () => { isHeld = false; box.style.transform = '' }
  </script>`

const SCREENS = {
  calendar: ['/dashboard/appointments', '.ev'],
  list: ['/dashboard/appointments?vista=lista', '.apt'],
  dashboard: ['/dashboard', '.day-event, .day-none'],
  dashboardFigures: ['/dashboard', '.met-v'],
} as const

/**
 * From navigation to the first readable content, without and with past appointments, in turn; medians and
 * their ratio.
 */
async function openings(browser: Browser, { url }: Served, [empty, full]: [Shop, Shop]) {
  const results: Record<string, { none: number; past: number; ratio: number }> = {}
  for (const [name, [path, first]] of Object.entries(SCREENS)) {
    const taken: Record<'none' | 'past', number[]> = { none: [], past: [] }
    for (let i = 0; i <= OPENINGS; i++)
      for (const [kind, shop] of [
        ['none', empty],
        ['past', full],
      ] as const) {
        const context = await browser.newContext({ ...SIZES.desktop, locale: 'es-CO' })
        context.setDefaultTimeout(PATIENCE_MS)
        await signIn(context, shop)
        const page = await context.newPage()
        const begun = performance.now()
        await page.goto(url + path, { waitUntil: 'commit' })
        await page.locator(first).filter({ hasText: /\S/ }).first().waitFor()
        // The first opening warms up the server and the database.
        if (i > 0) taken[kind].push(performance.now() - begun)
        await context.close()
      }
    const [none, past] = [median(taken.none), median(taken.past)]
    results[name] = {
      none: Math.round(none),
      past: Math.round(past),
      ratio: Number((past / none).toFixed(2)),
    }
  }
  return results
}

export const median = (list: number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!
