import type { Facts, SpanKind } from '../../tracing.ts'

/** A span that has ended. */
export interface Ended {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: SpanKind
  /** Epoch milliseconds, with fractions. */
  from: number
  to: number
  facts: Facts
  hasFailed: boolean
}

const KINDS: Record<SpanKind, number> = { internal: 1, server: 2, client: 3 }
const ERROR = 2

/** The body of a request of OTLP over HTTP, in its JSON: ids in hexadecimal, 64-bit numbers as text. */
export const bodyOf = (resource: Facts, spans: Ended[]): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeSpans: [{ scope: { name: 'enpunto' }, spans: spans.map(written) }],
      },
    ],
  })

const written = ({ traceId, spanId, parentSpanId, name, kind, from, to, facts, hasFailed }: Ended) => ({
  traceId,
  spanId,
  ...(parentSpanId !== undefined && { parentSpanId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: nanoseconds(from),
  endTimeUnixNano: nanoseconds(to),
  attributes: attributesOf(facts),
  status: hasFailed ? { code: ERROR } : {},
})

const attributesOf = (facts: Facts) =>
  Object.entries(facts).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : Number.isSafeInteger(value)
          ? { intValue: String(value) }
          : { doubleValue: value },
  }))

/** Exact to the microsecond: a number holds no more of today's instants. */
const nanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`
