import type { EntryContext, RouterContextProvider } from 'react-router'
import { ServerRouter } from 'react-router'
import { renderToReadableStream } from 'react-dom/server'
import { contexts } from './context.ts'
import { Nonce } from './nonce.ts'

export { contexts }
// The templates are built with the pages and handed to the server as a value.
export * as emails from '../emails/index.tsx'

/** Waits for the whole document, so that an error while rendering becomes a status, and crawlers see everything. */
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
  const stream = await renderToReadableStream(
    <Nonce value={nonce}>
      <ServerRouter context={entry} url={request.url} {...withNonce} />
    </Nonce>,
    {
      ...withNonce,
      signal: request.signal,
      onError(error) {
        status = 500
        console.error(error)
      },
    },
  )
  await stream.allReady
  const html = await new Response(stream).text()
  return new Response(withStructuredData(scriptsLast(html), context.get(contexts.structured)), {
    status,
    headers,
  })
}

/** Written here, not by React: it would be sent a second time as the page's data. */
function withStructuredData(html: string, data: object | null): string {
  if (!data) return html
  // Whatever a business calls itself, nothing in it ends the script or starts a comment.
  const json = JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return html.replace('</head>', () => `<script type="application/ld+json">${json}</script></head>`)
}

/** Styles and font are all that a customer needs to see and tap a free time: scripts must not compete with them. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
