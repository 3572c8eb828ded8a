/**
 * Lets the owner's screens open offline, and shows what is pushed to this browser (server/push/). It caches their documents, which contain no personal data, and the
 * files that these name. The agenda itself is stored by the page, beside the session and for as long as it.
 *
 * It only sees screens under /dashboard (the scope it is registered with), and handles only requests for
 * documents and built files: API calls are neither answered nor cached. Documents come from the server
 * whenever it answers. Files are named after their content, so a cached one is never outdated.
 */
const CACHE = 'enpunto-1'
const SCREENS = ['/dashboard', '/dashboard/appointments']
/** A network without an answer for this long counts as offline. */
const PATIENCE_MS = 6_000
/** The statuses with which proxies answer while the server behind them is down. */
const AWAY = [502, 503, 504]
/** The files of several builds; beyond this number, only those of the newest build stay. */
const MOST_FILES = 250

// Replacing an older worker loses nothing: files are found by content, and documents are fetched again.
self.addEventListener('install', (event) => event.waitUntil(refresh().then(() => self.skipWaiting())))

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(screen(event, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(file(event))
})

// Each push must show something: browsers withdraw the permission otherwise.
self.addEventListener('push', (event) => {
  const { title, body, url, tag } = pushed(event)
  const options = { body, tag, renotify: true, icon: '/icons/icon-192.png', data: { url }, lang: 'es' }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.url))
})

function pushed(event) {
  const other = { title: 'Hay novedades en tu agenda', url: SCREENS[1], tag: 'agenda' }
  try {
    return { ...other, ...event.data.json() }
  } catch {
    return other
  }
}

/** Opens a screen in the window that shows the panel, or else in another one. */
async function open(path) {
  const url = new URL(path, location.origin)
  if (url.origin !== location.origin || !url.pathname.startsWith(SCREENS[0])) return undefined
  const [shown] = await self.clients.matchAll({ type: 'window' })
  // It may be closed meanwhile.
  const found = await shown?.navigate(url).catch(() => null)
  return found ? found.focus().catch(() => {}) : self.clients.openWindow(url)
}

async function screen(event, pathname) {
  const answer = fetch(event.request)
  event.waitUntil(answer.then(hearOf).catch(() => {}))
  try {
    const response = await atMost(PATIENCE_MS, answer)
    if (!AWAY.includes(response.status)) return response
  } catch {
    // No network, no server, or no answer in time.
  }
  return kept(pathname.replace(/(.)\/$/, '$1'))
}

/** The cached document, marked on its root element so that the page can tell. */
async function kept(pathname) {
  const found = await inCache(pathname)
  if (!found) return (await inCache(SCREENS[0])) ? Response.redirect(SCREENS[0]) : Response.error()
  const headers = new Headers(found.headers)
  headers.delete('content-encoding')
  headers.delete('content-length')
  const html = await found.text()
  return new Response(html.replace('<html', '<html data-kept'), { headers })
}

async function file(event) {
  const { request } = event
  const found = await inCache(request.url)
  if (found) return found
  const response = await fetch(request)
  if (response.ok) event.waitUntil(keep(request.url, response.clone()).catch(() => {}))
  return response
}

/** Nothing where the cache cannot be had: a full or broken storage takes from the panel what it shows offline, and nothing else. */
const inCache = (path) =>
  caches
    .open(CACHE)
    .then((cache) => cache.match(path))
    .catch(() => undefined)

async function keep(path, response) {
  const cache = await caches.open(CACHE)
  await cache.put(path, response)
}

/** Refreshes the cache when a document is of another build. */
async function hearOf(response) {
  if (!response.ok) return
  const version = versionOf(await response.clone().text())
  const cache = await caches.open(CACHE)
  const shell = await cache.match(SCREENS[0])
  if (version && (!shell || versionOf(await shell.text()) !== version)) await refresh()
}

/**
 * Documents are replaced only once all files that they name are cached: without its script, a page would stay
 * empty.
 */
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
