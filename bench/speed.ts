import type { CDPSession, Page } from 'playwright-core'
import { openSite, signIn, type MeasuredSite } from './site.ts'

/** A cheap phone over mobile data: processor four times slower, 1.6 Mbit/s, 150 ms for each round trip. */
const SLOW = { cpu: 4, bytesPerSecond: 1_600_000 / 8, latencyMs: 150 }
const ROUNDS = 5

interface Screen {
  name: string
  path: string
  signedIn?: boolean
  /** What a visitor came for: it is there and can be tapped. */
  ready: string
}

export interface Speed {
  lcpMs: number
  cls: number
  tbtMs: number
  readyMs: number
  bytesKB: Record<string, number>
  requests: number
}

/**
 * Medians of what a visitor on a cheap phone waits for, on the built product. Times in ms from the start of the
 * navigation, with an empty cache; `readyMs` is when what they came for can be tapped; `tbtMs` is what long tasks take
 * beyond 50 ms each until the page is quiet; bytes as they travel, by kind.
 */
export async function measureSpeed(): Promise<Record<string, Speed>> {
  const site = await openSite('speed')
  const screens: Screen[] = [
    { name: 'booking', path: site.booking, ready: 'input[name=hora]:not([disabled])' },
    { name: 'landing', path: '/', ready: 'main a[href="/register"]:visible' },
    { name: 'login', path: '/login', ready: 'input[name=email]' },
    { name: 'dashboard', path: '/dashboard', signedIn: true, ready: '.met-v' },
    {
      name: 'calendar',
      path: '/dashboard/appointments',
      signedIn: true,
      ready: '.cal button.ev',
    },
  ]
  try {
    const results: Record<string, Speed> = {}
    for (const screen of screens) {
      const rounds: Speed[] = []
      for (let round = 0; round < ROUNDS; round++) rounds.push(await load(site, screen))
      results[screen.name] = medians(rounds)
      console.log(screen.name, results[screen.name])
    }
    return results
  } finally {
    await site.stop()
  }
}

async function load(site: MeasuredSite, screen: Screen): Promise<Speed> {
  const context = await site.profile.browser()!.newContext({
    viewport: { width: 360, height: 740 },
    ...{
      isMobile: true,
      hasTouch: true,
      deviceScaleFactor: 2,
      locale: 'es-CO',
      timezoneId: 'America/Bogota',
    },
  })
  try {
    const first = await context.newPage()
    if (screen.signedIn) await signIn(first, site.url)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const bytes = await countBytes(session)
    await slowDown(session)
    await page.addInitScript(observe)
    await page.goto(site.url + screen.path, { waitUntil: 'commit' })
    const readyMs = await whenReady(page, screen.ready)
    // The rest of the script and what it still has to do; a live screen's network is never idle.
    await page.waitForLoadState('load')
    await page.waitForTimeout(4000)
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
    return {
      lcpMs: Math.round(seen.lcp),
      cls: Number(seen.cls.toFixed(4)),
      tbtMs: Math.round(seen.tbt),
      readyMs: Math.round(readyMs),
      requests: bytes.requests(),
      bytesKB: bytes.byKind(),
    }
  } finally {
    await context.close()
  }
}

async function slowDown(session: CDPSession) {
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: SLOW.bytesPerSecond,
    uploadThroughput: SLOW.bytesPerSecond,
  })
}

async function countBytes(session: CDPSession) {
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = (kinds.get(requestId) ?? 'Other').toLowerCase()
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  return {
    requests: () => kinds.size,
    byKind: () =>
      Object.fromEntries(Object.entries(bytes).map(([kind, n]) => [kind, Number((n / 1000).toFixed(1))])),
  }
}

interface Seen {
  lcp: number
  cls: number
  tbt: number
}

/** Runs in the page before anything of it. The shift is the largest session window, as browsers report it. */
function observe() {
  const seen: Seen = { lcp: 0, cls: 0, tbt: 0 }
  Object.assign(globalThis, { seen })
  // Node's types know other kinds of entries than a browser's.
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    } as never)
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  watch('longtask', ({ duration }) => (seen.tbt += Math.max(0, duration - 50)))
  let [size, begun, last] = [0, 0, 0]
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput, startTime } = entry as PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    }
    if (hadRecentInput) return
    const goesOn = startTime - last < 1000 && startTime - begun < 5000
    size = goesOn ? size + value : value
    if (!goesOn) begun = startTime
    last = startTime
    seen.cls = Math.max(seen.cls, size)
  })
}

/** When it shows, by the page's own clock. */
async function whenReady(page: Page, selector: string): Promise<number> {
  await page.locator(selector).first().waitFor({ timeout: 60_000 })
  return page.evaluate(() => performance.now())
}

function medians(rounds: Speed[]): Speed {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  const of = (key: 'lcpMs' | 'cls' | 'tbtMs' | 'readyMs' | 'requests') =>
    middle(rounds.map((round) => round[key]))
  return {
    ...{ lcpMs: of('lcpMs'), readyMs: of('readyMs'), tbtMs: of('tbtMs'), cls: of('cls') },
    ...{ requests: of('requests'), bytesKB: rounds[0]!.bytesKB },
  }
}
