import type { CDPSession } from 'playwright-core'
import { openSite, signIn, type MeasuredSite } from './site.ts'

/** A cheap phone over mobile data: a processor four times slower, 1.6 Mbit/s, 150 ms per round trip. */
const SLOW = { cpu: 4, bytesPerSecond: 1_600_000 / 8, latencyMs: 150 }
const ROUNDS = Number(process.env.ROUNDS ?? 5)
/** The screens to measure; all, when none is named. */
const ONLY = process.env.SCREENS?.split(',')

interface Screen {
  name: string
  path: string
  signedIn?: boolean
  /** The element that a visitor came for, visible and ready to be tapped. */
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
 * Medians of the loading times of the built product on a cheap phone. Times in ms from the start of the
 * navigation, with an empty cache; `readyMs` is when the main element can be tapped, in loads of their own: whoever looks
 * for it makes the page draw at other moments; `tbtMs` is, as browsers' own tools count it, the part of long tasks beyond
 * 50 ms each from the first contentful paint until the page is quiet: the paint itself, a task of some 150 ms, is not in it; bytes as transferred, by kind. With `REQUESTS=1`,
 * every request of the first round is printed: begin, end, transferred bytes and address.
 */
export async function measureSpeed(): Promise<Record<string, Speed>> {
  const site = await openSite('speed')
  const screens: Screen[] = [
    { name: 'booking', path: site.booking, ready: 'input[name=hora]:not([disabled])' },
    { name: 'landing', path: '/', ready: 'main a[href="/register"]' },
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
    for (const screen of screens.filter(({ name }) => ONLY?.includes(name) ?? true)) {
      const rounds: Speed[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const undisturbed = await load(site, screen, {
          isPrinted: round === 0 && process.env.REQUESTS === '1',
        })
        rounds.push({ ...undisturbed, readyMs: (await load(site, screen, { isLookedAt: true })).readyMs })
      }
      results[screen.name] = medians(rounds)
      console.log(screen.name, results[screen.name])
    }
    return results
  } finally {
    await site.stop()
  }
}

async function load(
  site: MeasuredSite,
  screen: Screen,
  { isPrinted = false, isLookedAt = false },
): Promise<Speed> {
  const context = await site.profile.browser()!.newContext({
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
  })
  try {
    const first = await context.newPage()
    if (screen.signedIn) await signIn(first, site.url)
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    const requests = await watchRequests(session)
    await slowDown(session)
    await page.addInitScript(observe)
    if (isLookedAt) await page.addInitScript(lookFor, screen.ready)
    await page.goto(site.url + screen.path, { waitUntil: 'commit' })
    if (isLookedAt) await page.waitForFunction(() => (globalThis as unknown as { seen: Seen }).seen.ready > 0)
    // Waits for the remaining scripts and their work; a live screen's network is never idle.
    await page.waitForLoadState('load')
    await page.waitForTimeout(4000)
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen)
    if (isPrinted) print(requests())
    return {
      lcpMs: Math.round(seen.lcp),
      cls: Number(seen.cls.toFixed(4)),
      tbtMs: Math.round(seen.tbt),
      readyMs: Math.round(seen.ready),
      requests: requests().length,
      bytesKB: kilobytes(requests()),
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

interface Request {
  kind: string
  url: string
  begun: number
  ended?: number
  bytes: number
}

async function watchRequests(session: CDPSession) {
  const requests = new Map<string, Request>()
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request: { url }, type = 'Other' }) => {
    if (!url.startsWith('data:'))
      requests.set(requestId, { kind: type.toLowerCase(), url, begun: timestamp, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { ended: timestamp, bytes: encodedDataLength })
  })
  return () => [...requests.values()]
}

function kilobytes(requests: Request[]): Record<string, number> {
  const bytes: Record<string, number> = {}
  for (const request of requests) bytes[request.kind] = (bytes[request.kind] ?? 0) + request.bytes
  return Object.fromEntries(Object.entries(bytes).map(([kind, n]) => [kind, Number((n / 1000).toFixed(1))]))
}

function print(requests: Request[]) {
  const first = Math.min(...requests.map(({ begun }) => begun))
  const ms = (at: number | undefined) =>
    (at === undefined ? '…' : String(Math.round((at - first) * 1000))).padStart(6)
  for (const { begun, ended, bytes, kind, url } of requests)
    console.log(
      ms(begun),
      ms(ended),
      String(bytes).padStart(7),
      kind.padEnd(10),
      url.replace(/^https?:..[^/]*/, ''),
    )
}

interface Seen {
  lcp: number
  cls: number
  tbt: number
  ready: number
}

/** Runs in the page before its own scripts. The shift is the largest session window, as browsers report it. */
function observe() {
  const seen: Seen = { lcp: 0, cls: 0, tbt: 0, ready: 0 }
  Object.assign(globalThis, { seen })
  // Node's types describe other entries than a browser's.
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    } as never)
  watch('largest-contentful-paint', ({ startTime }) => (seen.lcp = startTime))
  let painted = Infinity
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') painted = startTime
  })
  const tasks: PerformanceEntry[] = []
  watch('longtask', (task) => tasks.push(task))
  Object.defineProperty(seen, 'tbt', {
    enumerable: true,
    get: () =>
      tasks.reduce(
        (sum, { startTime, duration }) =>
          sum + Math.max(0, startTime + duration - Math.max(startTime + 50, painted)),
        0,
      ),
  })
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

/**
 * Runs in the page after `observe`. Ready is what was shown in a frame, as soon as a tap on it would be heard: asked from
 * outside, at steps of up to half a second, it came some 200 ms late.
 */
function lookFor(ready: string) {
  const { seen } = globalThis as unknown as { seen: Seen }
  // Node's types know no page.
  const { document, requestAnimationFrame } = globalThis as unknown as {
    document: { querySelector(selector: string): { checkVisibility(): boolean } | null }
    requestAnimationFrame(then: () => void): void
  }
  const look = () => {
    const isShown = document.querySelector(ready)?.checkVisibility() ?? false
    if (!isShown) return requestAnimationFrame(look)
    // Runs after that frame was painted and what was waiting by then is done.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => (seen.ready = performance.now())
    port2.postMessage(undefined)
  }
  requestAnimationFrame(look)
}

function medians(rounds: Speed[]): Speed {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
  const of = (key: 'lcpMs' | 'cls' | 'tbtMs' | 'readyMs' | 'requests') =>
    middle(rounds.map((round) => round[key]))
  return {
    lcpMs: of('lcpMs'),
    readyMs: of('readyMs'),
    tbtMs: of('tbtMs'),
    cls: of('cls'),
    requests: of('requests'),
    bytesKB: rounds[0]!.bytesKB,
  }
}
