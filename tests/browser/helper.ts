import type axeCore from 'axe-core'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterEach } from 'node:test'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
} from 'playwright-core'
import { leaveBrowser, sharedBrowser } from '../../scripts/testing/browser.ts'
import { aheadMs, moveClock } from '../../scripts/testing/clock.ts'
import { copyProduct } from '../../scripts/testing/copy.ts'
import { isWarm, killWarm, startWarm, stopWarm } from '../../scripts/testing/warm.ts'
import { beforeEnd, dataFolder, freePort, query, start, stop, type Running } from '../server.ts'
import { until } from '../smtp.ts'

export interface Site {
  url: string
  dataDir: string
  /** Stops it gracefully. */
  stop(): Promise<void>
  /** Stops it as a power cut would. */
  kill(): Promise<void>
  /** Starts it again with the same data at the same address, and with other settings if given. */
  start(env?: Record<string, string>): Promise<void>
}

/**
 * The whole product with its demo data, in a process beside that of the tests; it ends with the file's tests. Within a
 * run the files share that process, one after another (scripts/testing/warm.ts).
 */
export async function startSite({ env = {} }: { env?: Record<string, string> } = {}): Promise<Site> {
  const [dataDir, port] = [dataFolder(), await freePort()]
  const prepared = process.env.TEST_PRODUCT
  if (prepared) copyProduct(prepared, dataDir)
  const url = `http://127.0.0.1:${port}`
  // Tests must not use other machines, not even for maps.
  const outside = { TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png', GEOCODER_URL: 'http://127.0.0.1:9' }
  const settings = { PUBLIC_URL: url, LOG_LEVEL: 'warn', ...outside, ...env }
  let running: Running | 'warm'
  const site: Site = {
    url,
    dataDir,
    async start(more = {}) {
      const own = { ...settings, ...more }
      if (prepared && isWarm(own)) {
        await startWarm({ ...own, DATA_DIR: dataDir, PORT: String(port), DRAIN_SECONDS: '0' })
        running = 'warm'
      } else running = await start({ dataDir, port, env: own })
    },
    async stop() {
      await (running === 'warm' ? stopWarm() : stop(running))
    },
    async kill() {
      if (running === 'warm') return killWarm()
      running.child.kill('SIGKILL')
      if (running.child.exitCode === null && running.child.signalCode === null)
        await once(running.child, 'exit')
    },
  }
  await site.start()
  return site
}

/** Starts it again as in production, which refuses a database whose demo accounts have their public passwords. */
export async function startProduction(site: Site, env: Record<string, string> = {}) {
  for (const table of ['users', 'administrators'])
    await query(site.dataDir, `update ${table} set password_hash = ''`)
  await site.stop()
  await site.start({
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'citas@enpunto.example',
    ...env,
  })
}

const opened: { context: BrowserContext; keep: boolean; faults: string[] }[] = []

export const launch = sharedBrowser
beforeEnd.push(leaveBrowser)

export interface Visitor {
  javaScriptEnabled?: boolean
  /** Console errors that the test causes on purpose. */
  expects?: RegExp[]
  /** Keeps the context open after the test that opened it. */
  keep?: boolean
  locale?: string
  timezoneId?: string
  /** Has the typefaces to fetch still, which changes the width of texts once a screen of the owner is there. */
  isNew?: boolean
  /** Allows service workers; their requests bypass the routes that a test sets. */
  serviceWorkers?: 'allow'
}

/** A small phone in portrait. */
export const phone = (browser: Browser, visitor?: Visitor) =>
  open(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, visitor)

export const desktop = (browser: Browser, visitor?: Visitor) =>
  open(browser, { viewport: { width: 1280, height: 800 } }, visitor)

// Errors that may occur at any time: a tile that no map server delivers, and requests cut off by leaving a
// page.
const HARMLESS = [/\/tiles\//, /net::ERR_ABORTED/]

async function open(
  browser: Browser,
  options: BrowserContextOptions,
  { expects = [], keep = false, isNew = false, ...visitor }: Visitor = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
    ...visitor,
  })
  context.setDefaultTimeout(20_000)
  context.on('page', goPatiently)
  if (!isNew) await context.addInitScript(noteFaces)
  if (aheadMs() !== 0) await context.addInitScript(moveClock, aheadMs())
  const faults: string[] = []
  const note = (text: string) => {
    if (![...HARMLESS, ...expects].some((harmless) => harmless.test(text))) faults.push(text)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => note(String(error.error().stack)))
  const begun = (request: Request) => void underWay.add(request)
  const over = (request: Request) => void underWay.delete(request)
  context.on('request', begun).on('requestfinished', over).on('requestfailed', over)
  opened.push({ context, keep, faults })
  return context
}

/** As a browser that has shown a screen of the owner before (web/owner/faces.ts). */
function noteFaces() {
  try {
    localStorage.setItem('enpunto.faces', '1')
  } catch {
    // A page without an address stores nothing.
  }
}

/** A dialog that closes takes its step back in the history, which ends a page load that a test begins at that moment. */
function goPatiently(page: Page) {
  const goto = page.goto.bind(page)
  page.goto = (...to) =>
    goto(...to).catch((error: unknown) => {
      if (!/ERR_ABORTED|interrupted by another navigation/.test(String(error))) throw error
      return goto(...to)
    })
}

const underWay = new Set<Request>()
// The event stream, a request that never ends.
const LINE = /\/appointments\/events$/

/** Waits until the page has had no request under way for a while, except those that match `besides`. */
export async function quiet(page: Page, { besides = LINE } = {}) {
  const isBusy = (request: Request) => {
    if (LINE.test(request.url()) || besides.test(request.url()) || request.serviceWorker()) return false
    return request.frame().page() === page
  }
  let calm = 0
  await until(() => (calm = [...underWay].some(isBusy) ? 0 : calm + 1) > 20)
}

/** Holds back the calls to an address; the returned function releases them. */
export async function hold(page: Page, address: string): Promise<() => void> {
  const gate = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await gate.promise
    await route.continue()
  })
  return gate.resolve
}

/** An error in a page's console fails the test, whatever the test checked. */
afterEach(async () => {
  const faults = opened.flatMap((one) => one.faults.splice(0))
  for (const { context } of opened.filter((one) => !one.keep)) {
    // What still waits for an answer would fail after the test, in whichever file the process has come to by then. One that the
    // test closed has nothing left.
    for (const routed of [context, ...context.pages()])
      await routed.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => {})
    await context.close()
  }
  opened.splice(0, opened.length, ...opened.filter((one) => one.keep))
  assert.deepEqual(faults, [], 'errors in the browser’s console')
})

/** After a press whose control went with it: the keyboard is not at the top of the page. */
export async function hasFocus(page: Page) {
  const isSomewhere = () => document.activeElement !== document.body
  await page
    .waitForFunction(isSomewhere, null, { timeout: 3_000 })
    .catch(() => assert.fail('the focus has left what goes on'))
}

/** Fails on violations of accessibility rules, and lists them. */
export async function axe(page: Page) {
  assert.deepEqual(await axeFindings(page), [], `axe on ${page.url()}`)
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds. An open modal dialog is checked alone, since the page beneath cannot be reached. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Until its styles are here nothing is painted, but they would be judged as if they were none.
  await page.waitForLoadState()
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    // An element that is still fading in has other colours.
    const passing = document
      .getAnimations()
      .filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime))
    await Promise.all(passing.map((one) => one.finished.catch(() => {})))
    const { axe } = window as unknown as { axe: typeof axeCore }
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
    const where = modal
      ? [modal, ...document.querySelectorAll<HTMLElement>('.toasts:popover-open')]
      : document
    const { violations } = await axe.run(where as axeCore.ElementContext, {
      resultTypes: ['violations'],
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
      iframes: false,
      preload: false,
    })
    // Where a page or a box has scrolled, what lies half below the bar at its top can be scrolled out of there.
    const hasScrolled =
      scrollY > 0 || [...document.querySelectorAll('.cal-wrap')].some((box) => box.scrollTop > 0)
    const isScrolledAway = (summary?: string) => hasScrolled && /partially obscured/.test(summary ?? '')
    return violations.flatMap(({ id, help, nodes }) =>
      nodes
        .filter(({ failureSummary }) => !isScrolledAway(failureSummary))
        .map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
    )
  })
}

export interface Mail {
  at: string
  from: string
  to: string
  subject: string
  html: string
  text: string
  attachments?: { filename: string; contentType: string; content: string }[]
}

/** The mails that the site has sent, oldest first. */
export function mails({ dataDir }: Pick<Site, 'dataDir'>): Mail[] {
  const dir = join(dataDir, 'mail')
  let names: string[]
  try {
    names = readdirSync(dir)
  } catch {
    return []
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(dir, name), 'utf8')))
}

const DEMO = { email: 'demo@enpunto.example', password: 'demo2026' }

/**
 * Gives the page's tab a session, as signing in without 'Recordarme' does, and stays where it is: for tests that are
 * about another screen than the log-in.
 */
export async function signIn(page: Page, { url }: Pick<Site, 'url'>, account = DEMO) {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { token, business, access } = (await response.json()) as { [part: string]: object | undefined }
  assert.ok(token && business, `signed in as ${account.email}`)
  const session = JSON.stringify({ token, business: { ...business, access } })
  await page.addInitScript(
    ([origin, session]) => {
      // Once for each tab: who signs out stays out.
      if (location.origin !== origin || sessionStorage.getItem('test.entered')) return
      sessionStorage.setItem('test.entered', '1')
      sessionStorage.setItem('enpunto.session', session!)
    },
    [url, session],
  )
}

/** Signs in as the owner of the demo salon by the form, and leads to the dashboard. */
export async function login(page: Page, { url }: Pick<Site, 'url'>) {
  await page.goto(`${url}/login`)
  await page.locator('input[name=email]').fill(DEMO.email)
  await page.locator('input[name=password]').fill(DEMO.password)
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(/\/dashboard/)
}
