import type { FastifyInstance } from 'fastify'

/** What a span may tell besides its name: words and numbers of the product's own, nobody's data. */
export type Facts = Record<string, string | number>

/** Who waited for whom: answers a request, asks another machine, or works by itself. */
export type SpanKind = 'server' | 'client' | 'internal'

export interface Span {
  /** Ends it, well unless there is an `error`. Only the first end counts. */
  end(facts?: Facts, error?: unknown): void
}

/** Notes how long things take, for the collector of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export interface Tracer {
  /** Begins a span below the one in which the caller runs. */
  begin(name: string, kind: SpanKind, facts?: Facts): Span
  /** Whether the caller runs in a span. */
  isWithin(): boolean
  /** Runs `work` in a span of its own, which ends as `work` does. */
  run<T>(name: string, kind: SpanKind, facts: Facts, work: () => Promise<T>): Promise<T>
  /** Gives every request of a server its span. */
  watch(app: FastifyInstance): void
  /** Spans that no collector took, since the process began. */
  dropped(): number
  /** Hands over what is left, for two seconds at most. */
  stop(): Promise<void>
}

/** Runs `work` as a span where there is a tracer. */
export const spanned = <T>(
  tracer: Tracer | undefined,
  name: string,
  kind: SpanKind,
  facts: Facts,
  work: () => Promise<T>,
): Promise<T> => (tracer ? tracer.run(name, kind, facts, work) : work())

/** The same value whose `send` is a span; itself where nothing is traced. */
export function sendSpanned<Sends extends { send(...args: never[]): Promise<unknown> }>(
  tracer: Tracer | undefined,
  system: string,
  sends: Sends,
): Sends {
  if (!tracer) return sends
  const send = (...args: Parameters<Sends['send']>) =>
    tracer.run(`send ${system}`, 'client', { 'messaging.system': system }, () => sends.send(...args))
  return Object.assign(Object.create(sends) as Sends, { send })
}
