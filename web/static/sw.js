/**
 * Lets the owner's screens open without a network. It keeps their documents, in which there is nothing of anybody, and
 * the files these name: what somebody's agenda holds is kept by the page, beside the session and as long as it.
 *
 * Only screens under /dashboard pass through here (the scope it is registered with), and of their requests only
 * documents and built files: no call of the API is ever answered or kept. Documents come from the server whenever it
 * answers; files are named after their content, so a kept one is never out of date.
 */
const CACHE = 'enpunto-1'
const SCREENS = ['/dashboard', '/dashboard/appointments']
/** A network that says nothing for longer is none. */
const PATIENCE_MS = 6_000
/** What proxies answer while the server behind them is away. */
const AWAY = [502, 503, 504]
/** Of several builds; beyond it only those of the newest stay. */
const MOST_FILES = 250

// Nothing of an older worker's can be missed: files are found by content, documents fetched again.
self.addEventListener('install', (event) => event.waitUntil(refresh().then(() => self.skipWaiting())))

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(screen(event, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(request))
})

async function screen(event, pathname) {
  const answer = fetch(event.request)
  event.waitUntil(answer.then(hearOf).catch(() => {}))
  try {
    const response = await atMost(PATIENCE_MS, answer)
    if (!AWAY.includes(response.status)) return response
  } catch {
    // No network, no server, or one that says nothing.
  }
  return kept(pathname.replace(/(.)\/$/, '$1'))
}

/** The document of last time; the page can tell by a mark on its root. */
async function kept(pathname) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(pathname)
  if (!found) return (await cache.match(SCREENS[0])) ? Response.redirect(SCREENS[0]) : Response.error()
  const headers = new Headers(found.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const html = await found.text()
  return new Response(html.replace('<html', '<html data-kept'), { headers })
}

async function file(request) {
  const cache = await caches.open(CACHE)
  const found = await cache.match(request.url)
  if (found) return found
  const response = await fetch(request)
  if (response.ok) await cache.put(request.url, response.clone())
  return response
}

/** A document of another build than the kept ones: these are fetched again. */
async function hearOf(response) {
  if (!response.ok) return
  const version = versionOf(await response.clone().text())
  const cache = await caches.open(CACHE)
  const shell = await cache.match(SCREENS[0])
  if (version && (!shell || versionOf(await shell.text()) !== version)) await refresh()
}

/** Documents are replaced when all that they name is here: one without its script would be an empty page. */
async function refresh() {
  const cache = await caches.open(CACHE)
  const documents = await Promise.all(
    SCREENS.map(async (path) => {
      const response = await fetch(path, { credentials: 'omit', cache: 'no-store' })
      if (!response.ok || response.redirected) throw new Error(`${path}: ${response.status}`)
      return { path, response, html: await response.clone().text() }
    }),
  )
  const named = new Set(documents.flatMap(({ html }) => html.match(/\/assets\/[\w.~-]+/g) ?? []))
  await Promise.all([...named].map(async (name) => (await cache.match(name)) ?? cache.add(name)))
  for (const { path, response } of documents) await cache.put(path, response)
  const keys = await cache.keys()
  if (keys.length <= MOST_FILES) return
  const needed = new Set([...named, ...SCREENS])
  for (const key of keys) if (!needed.has(new URL(key.url).pathname)) await cache.delete(key)
}

async function takeOver() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  await self.clients.claim()
}

const versionOf = (html) => /"version":\s*"(\w+)"/.exec(html)?.[1]

const atMost = (ms, promise) =>
  Promise.race([promise, new Promise((_resolve, reject) => setTimeout(reject, ms, new Error('silent')))])
