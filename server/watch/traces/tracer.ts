import type { FastifyInstance } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { TraceSettings } from '../../settings/trace.ts'
import type { Facts, Span, SpanKind, Tracer } from '../../tracing.ts'
import { startExporter } from './exporter.ts'

/** A span under way, as those below it see it. */
interface Begun {
  traceId: string
  spanId: string
  /** What is added to the process's own clock to be the time of day: the same in the whole trace. */
  epoch: number
}

/**
 * Loaded only where traces are asked for. Each request, and each run of a job, begins a trace; none is taken over from
 * outside, where anybody could write into a trace of ours.
 */
export function startTracer(
  settings: TraceSettings,
  now: () => number,
  warn: (about: object, text: string) => void,
): Tracer {
  const running = new AsyncLocalStorage<Begun>()
  const resource = { 'service.name': settings.serviceName, 'service.instance.id': id(16) }
  const exporter = startExporter(settings, resource, warn)

  const open = (name: string, kind: SpanKind, facts: Facts): { begun: Begun; span: Span } => {
    const parent = running.getStore()
    const at = performance.now()
    const begun: Begun = {
      traceId: parent?.traceId ?? id(16),
      spanId: id(8),
      epoch: parent?.epoch ?? now() - at,
    }
    let isOver = false
    const end = (more: Facts = {}, error?: unknown) => {
      if (isOver) return
      isOver = true
      const hasFailed = error !== undefined
      exporter.take({
        traceId: begun.traceId,
        spanId: begun.spanId,
        parentSpanId: parent?.spanId,
        name,
        kind,
        from: begun.epoch + at,
        to: begun.epoch + performance.now(),
        facts: { ...facts, ...more, ...(hasFailed && { 'error.type': typeOf(error) }) },
        hasFailed,
      })
    }
    return { begun, span: { end } }
  }

  const watch = (app: FastifyInstance) => {
    app.decorateRequest('traced', null as Begun | null)
    app.addHook('onRequest', (request, reply, done) => {
      const method = request.is404 ? 'any' : request.method
      const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none')
      const about = { 'http.request.method': method, 'http.route': route }
      const { begun, span } = open(`${method} ${route}`, 'server', about)
      reply.raw.once('finish', () => {
        const { statusCode } = reply.raw
        span.end(
          { 'http.response.status_code': statusCode },
          statusCode >= 500 ? String(statusCode) : undefined,
        )
      })
      reply.raw.once('close', () => span.end({}, 'aborted'))
      request.traced = begun
      running.run(begun, done)
    })
    // Bodies arrive by events, which are the connection's.
    app.addHook('preValidation', (request, _reply, done) => running.run(request.traced!, done))
  }

  return {
    begin: (name, kind, facts = {}) => open(name, kind, facts).span,
    isWithin: () => running.getStore() !== undefined,
    async run(name, kind, facts, work) {
      const { begun, span } = open(name, kind, facts)
      try {
        const result = await running.run(begun, work)
        span.end()
        return result
      } catch (error) {
        span.end({}, error)
        throw error
      }
    },
    watch,
    dropped: exporter.dropped,
    stop: exporter.stop,
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    traced: Begun | null
  }
}

const id = (bytes: number) => randomBytes(bytes).toString('hex')

/** A code or a name: messages quote addresses and rows. */
function typeOf(error: unknown): string {
  if (typeof error === 'string') return error
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  const type = typeof code === 'string' ? code : String(name)
  return /^\w{1,60}$/.test(type) ? type : 'Error'
}
