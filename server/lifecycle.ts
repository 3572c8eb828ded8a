import type { FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

declare module 'fastify' {
  interface FastifyInstance {
    lifecycle: Lifecycle
  }
}

/** How far a server is in stopping; `onEnd` runs before it waits for its connections. */
export interface Lifecycle {
  isStopping: boolean
  onEnd: Set<() => void>
}

const PATIENCE_MS = 5_000

/**
 * Tells those who hold a connection that they should take another one: a proxy then asks another process
 * for the next request.
 */
export function decorateLifecycle(app: FastifyInstance) {
  const lifecycle: Lifecycle = { isStopping: false, onEnd: new Set() }
  app.decorate('lifecycle', lifecycle)
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (lifecycle.isStopping) reply.header('connection', 'close')
    done(null, payload)
  })
}

/**
 * Stops without failing anybody: for `drainMs` it says that it is not ready and serves on, each answer the
 * last one of its connection; then it accepts no more, lets requests in progress finish (pages call the API
 * in process meanwhile), and closes. Connections that are still busy after some seconds are cut.
 */
export async function finish(app: FastifyInstance, drainMs: number) {
  app.lifecycle.isStopping = true
  if (drainMs > 0) await sleep(drainMs)
  for (const end of app.lifecycle.onEnd) end()
  if (app.server.listening) {
    const closed = once(app.server, 'close')
    app.server.close()
    // A connection busy now becomes idle later; Node itself closes idle ones only once.
    const idle = setInterval(() => app.server.closeIdleConnections(), 100)
    const patience = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
    await closed
    clearInterval(idle)
    clearTimeout(patience)
  }
  await app.close()
}
