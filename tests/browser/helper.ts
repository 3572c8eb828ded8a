import type axeCore from 'axe-core'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, afterEach } from 'node:test'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core'
import { CHROMIUM_FLAGS, chromiumPath } from '../../scripts/chromium.ts'
import { dataFolder, freePort, start, stop, type Running } from '../server.ts'

export interface Site {
  url: string
  dataDir: string
  /** Ends it kindly. */
  stop(): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Starts it again after one of these, with the same data at the same address, and other settings if need be. */
  start(env?: Record<string, string>): Promise<void>
}

/** The whole product with its demo data, as a process of its own; gone when the file's tests are over. */
export async function startSite({ env = {} }: { env?: Record<string, string> } = {}): Promise<Site> {
  const [dataDir, port] = [dataFolder(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  // Nothing outside this machine may be asked, not even for a map.
  const outside = { TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png', GEOCODER_URL: 'http://127.0.0.1:9' }
  const settings = { PUBLIC_URL: url, LOG_LEVEL: 'warn', ...outside, ...env }
  let running: Running
  const site: Site = {
    ...{ url, dataDir },
    async start(more = {}) {
      running = await start({ dataDir, port, env: { ...settings, ...more } })
    },
    async stop() {
      await stop(running)
    },
    async kill() {
      running.child.kill('SIGKILL')
      if (running.child.exitCode === null && running.child.signalCode === null)
        await once(running.child, 'exit')
    },
  }
  await site.start()
  return site
}

let launched: Promise<Browser> | undefined
const opened: { context: BrowserContext; keep: boolean; faults: string[] }[] = []

/** The file's browser, the same one for every caller. */
export function launch(): Promise<Browser> {
  launched ??= chromiumPath().then((executablePath) =>
    chromium.launch({ executablePath, args: CHROMIUM_FLAGS }),
  )
  return launched
}
after(async () => (await launched)?.close())

export interface Visitor {
  javaScriptEnabled?: boolean
  /** Console errors that the test provokes. */
  expects?: RegExp[]
  /** The context outlives the test that opened it. */
  keep?: boolean
  locale?: string
  timezoneId?: string
  /** Whether pages may put a worker between them and the network; routes that a test sets do not see its requests. */
  serviceWorkers?: 'allow'
}

/** A small phone, held upright. */
export const phone = (browser: Browser, visitor?: Visitor) =>
  open(browser, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, visitor)

export const desktop = (browser: Browser, visitor?: Visitor) =>
  open(browser, { viewport: { width: 1280, height: 800 } }, visitor)

// What may stand in the console at any time: a tile that no map server gave, and what the leaving page broke off.
const HARMLESS = [/\/tiles\//, /net::ERR_ABORTED/]

async function open(
  browser: Browser,
  options: BrowserContextOptions,
  { expects = [], keep = false, ...visitor }: Visitor = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...{ locale: 'es-CO', timezoneId: 'America/Bogota', reducedMotion: 'reduce', serviceWorkers: 'block' },
    ...{ ...options, ...visitor },
  })
  context.setDefaultTimeout(20_000)
  const faults: string[] = []
  const note = (text: string) => {
    if (![...HARMLESS, ...expects].some((harmless) => harmless.test(text))) faults.push(text)
  }
  context.on('console', (message) => {
    if (message.type() === 'error') note(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => note(String(error.error().stack)))
  opened.push({ context, keep, faults })
  return context
}

/** What went wrong in a page fails the test it went wrong in, whatever the test looked at. */
afterEach(async () => {
  const faults = opened.flatMap((one) => one.faults.splice(0))
  for (const { context } of opened.filter((one) => !one.keep)) await context.close()
  opened.splice(0, opened.length, ...opened.filter((one) => one.keep))
  assert.deepEqual(faults, [], 'errors in the browser’s console')
})

/** Fails on anything that keeps people with a disability out, and lists it. */
export async function axe(page: Page) {
  assert.deepEqual(await axeFindings(page), [], `axe on ${page.url()}`)
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds; where a modal window is open, in it and over it: nobody gets at the page below. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async () => {
    // What still fades in has other colours.
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
      // No frame is ours but that of a mail, which is checked by itself; no film needs to be fetched for it.
      ...{ iframes: false, preload: false },
    })
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}\n  ${target.join(' ')}\n  ${failureSummary}`),
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

/** What the site has sent, oldest first. */
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

/** Signs in as the owner of the demo salon. */
export async function login(page: Page, { url }: Pick<Site, 'url'>) {
  await page.goto(`${url}/login`)
  await page.locator('input[name=email]').fill('demo@enpunto.example')
  await page.locator('input[name=password]').fill('demo2026')
  await page.locator('input[name=password]').press('Enter')
  await page.waitForURL(/\/dashboard/)
}
