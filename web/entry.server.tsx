import type { EntryContext, RouterContextProvider } from 'react-router'
import { ServerRouter } from 'react-router'
import { renderToReadableStream } from 'react-dom/server'
import { AloneDocument, aloneIn, asksForData } from './alone/draw.tsx'
import { contexts } from './context.ts'
import { inScript } from './in-script.ts'
import { Nonce } from './nonce.ts'
import { greetingScript, type OwnerHandle, preloadScript } from './owner/data/preload.ts'

export { contexts }
// The templates are built with the pages and passed to the server as a value.
export * as emails from '../emails/index.tsx'

/** Waits for the whole document, so that a rendering error becomes a status, and crawlers see everything. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
) {
  headers.set('content-type', 'text/html; charset=utf-8')
  const nonce = context.get(contexts.nonce)
  const withNonce = nonce === undefined ? {} : { nonce }
  const alone = aloneIn(entry)
  if (alone && asksForData(request.url)) return Response.json(alone.data)
  const stream = await renderToReadableStream(
    <Nonce value={nonce}>
      {alone && import.meta.env.PROD ? (
        <AloneDocument {...alone} />
      ) : (
        <ServerRouter context={entry} url={request.url} {...withNonce} />
      )}
    </Nonce>,
    {
      ...withNonce,
      // All of it is sent at once: nothing is left to a script to put into its place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      signal: request.signal,
      onError(error) {
        status = 500
        console.error(error)
      },
    },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  const screens = ownerScreens(entry)
  const ranked = scriptsLast(html, screens.length > 0 ? /assets\/base-/ : undefined)
  const page =
    screens.length > 0
      ? withScreens(withPreload(ranked, request.url, entry, nonce), entry)
      : hasOwnScript(entry)
        ? withInlineStyles(ranked)
        : ranked
  return new Response(withStructuredData(page, context.get(contexts.structured)), {
    status,
    headers,
  })
}

/** Whether the page comes without React, as the landing page does. */
const hasOwnScript = ({ routeModules, staticHandlerContext }: EntryContext): boolean => {
  const last = staticHandlerContext.matches.at(-1)?.route.id ?? ''
  return Boolean((routeModules[last]?.handle as { script?: string } | undefined)?.script)
}

/** React would miss the links when it wakes a page: only one without it has its styles in itself (server/pages/inline-styles.ts). */
const withInlineStyles = (html: string): string =>
  html.replaceAll(/<link (?=[^>]*rel="stylesheet")/g, '<link data-inline="" ')

/** Not rendered by React, which would send it a second time as the page's data. */
function withStructuredData(html: string, data: object | null): string {
  if (!data) return html
  return html.replace('</head>', () => `<script type="application/ld+json">${inScript(data)}</script></head>`)
}

/** The `handle` exports of the owner's screens on this page. */
const ownerScreens = ({ routeModules, staticHandlerContext }: EntryContext) =>
  staticHandlerContext.matches
    .map(({ route }) => routeModules[route.id]?.handle as OwnerHandle | undefined)
    .filter((handle) => handle?.preload !== undefined) as OwnerHandle[]

/** Not rendered by React: the first script precedes the styles, for which a script in the page would wait. */
function withPreload(html: string, url: string, entry: EntryContext, nonce?: string): string {
  const params = entry.staticHandlerContext.matches.at(-1)?.params ?? {}
  const screens = ownerScreens(entry)
  const script = (text: string) => `<script${nonce ? ` nonce="${nonce}"` : ''}>${text}</script>`
  const head = html.indexOf('<head>') + '<head>'.length
  const body = html.indexOf('<script', html.indexOf('<body'))
  const parts = [
    html.slice(0, head),
    preloadScript(screens, new URL(url).searchParams, params),
    html.slice(head, body),
    greetingScript,
  ] as const
  return parts[0] + script(parts[1]) + parts[2] + script(parts[3]) + html.slice(body)
}

/**
 * An owner's screen knows the others from the start (owner/parts/link.tsx): it need not ask where they are, neither when
 * it opens nor before it goes there.
 */
function withScreens(html: string, { manifest }: EntryContext): string {
  const screens = Object.values(manifest.routes).filter((route) => route?.parentId === 'owner/frame')
  const routes = JSON.stringify(Object.fromEntries(screens.map((route) => [route!.id, route])))
  const next = 'window.__reactRouterRouteModules ='
  return html.replace(next, () => `Object.assign(window.__reactRouterManifest.routes,${routes});${next}`)
}

/**
 * Styles and font are all that a client needs to see and tap a free time, so scripts have low priority. The
 * exception is the largest script of an owner's screen, which shows nothing without it.
 */
const scriptsLast = (html: string, but?: RegExp): string =>
  html.replace(/<link rel="modulepreload"[^>]*>/g, (link) =>
    but?.test(link) ? link : link.replace(' ', ' fetchpriority="low" '),
  )
