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
  if (request.method === 'HEAD') return new Response(null, { status, headers })
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
  return new Response(scriptsLast(html), { status, headers })
}

/** Styles and font are all that a customer needs to see and tap a free time: scripts must not compete with them. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
