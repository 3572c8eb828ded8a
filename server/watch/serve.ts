import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { Refusal } from '../http/refusal.ts'
import { measureEventLoop, metricsText } from './metrics.ts'
import { hasToken } from './operator.ts'
import type { WatchDeps } from './warnings.ts'

const TYPE = 'text/plain; version=0.0.4; charset=utf-8'

/** Serves `/metrics` to whoever brings the token; without one in the settings there is no such address. */
export function metricsRoute(app: FastifyInstance, deps: WatchDeps, token: string | undefined) {
  if (!token) return
  measureEventLoop()
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!hasToken(request, token)) throw new Refusal(401, 'Hace falta la clave de METRICS_TOKEN')
    return reply
      .type(TYPE)
      .header('cache-control', 'no-store')
      .send(await metricsText(deps))
  })
}

/**
 * Serves the same on a port of the machine itself, where no proxy hands on from outside. Where that port is taken, the log says so:
 * a process that books is worth more than its figures.
 */
export async function metricsPort(
  deps: WatchDeps,
  { port, log }: { port: number; log: Pick<FastifyBaseLogger, 'error'> },
) {
  measureEventLoop()
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
    const text = await metricsText(deps).catch(() => undefined)
    response.writeHead(text === undefined ? 500 : 200, { 'content-type': TYPE }).end(text)
  })
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    log.error({ err: error }, `no figures on METRICS_PORT ${port}: each process needs a port of its own`)
    return { stop: async () => {} }
  }
  return {
    stop: () => new Promise<void>((resolve) => (server.close(() => resolve()), server.closeAllConnections())),
  }
}
