/**
 * A collector of OpenTelemetry on loopback. It takes OTLP over HTTP in JSON, as the protocol's text says it and nothing else,
 * and misbehaves by name.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

/** What goes wrong with each request, until it is taken back; a number is the status of its answer. */
export type Misbehaviour =
  | number
  | 'hang' // no answer comes
  | 'endless' // taken, and the answer does not end
  | 'garbage' // taken, and the answer is not JSON
  | 'some' // taken but for three spans
  | 'elsewhere' // 307 to another address

const nanoseconds = z.string().regex(/^\d{19}$/)
const attribute = z.strictObject({
  key: z.string().min(1),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
    z.strictObject({ doubleValue: z.number() }),
  ]),
})
const span = z.strictObject({
  traceId: z.string().regex(/^(?!0+$)[0-9a-f]{32}$/),
  spanId: z.string().regex(/^(?!0+$)[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^(?!0+$)[0-9a-f]{16}$/)
    .optional(),
  name: z.string().min(1),
  kind: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes: z.array(attribute),
  status: z.strictObject({ code: z.literal(2).optional() }),
})
const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(span).min(1).max(512) }),
      ),
    }),
  ),
})

export type Span = z.output<typeof span>

/** A span's attributes by name; whole numbers as numbers. */
export const factsOf = ({ attributes }: Pick<Span, 'attributes'>): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      'stringValue' in value
        ? value.stringValue
        : 'intValue' in value
          ? Number(value.intValue)
          : value.doubleValue,
    ]),
  )

export interface Collector {
  endpoint: string
  /** What was taken, in order. */
  spans: Span[]
  /** The bodies of all requests, as they came. */
  raw: string[]
  headers: IncomingHttpHeaders[]
  /** Requests that are on their way at once, and the most of them there were. */
  open: number
  mostOpen: number
  /** What is against the protocol. */
  faults: string[]
  misbehave: Misbehaviour | undefined
  /** Breaks all connections and listens no more. */
  stop(): Promise<void>
  /** Listens again at the same address. */
  start(): Promise<void>
}

export async function startCollector(): Promise<Collector> {
  let port = 0
  const server = createServer(async (message, response) => {
    collector.mostOpen = Math.max(collector.mostOpen, ++collector.open)
    response.once('close', () => collector.open--)
    let body = ''
    for await (const part of message.setEncoding('utf8')) body += part
    collector.raw.push(body)
    collector.headers.push(message.headers)
    if (message.method !== 'POST' || message.url !== '/v1/traces')
      collector.faults.push(`${message.method} ${message.url}`)
    if (message.headers['content-type'] !== 'application/json') collector.faults.push('not sent as JSON')
    answer(response, body)
  })
  server.on('clientError', (_error, socket) => socket.destroy())

  const answer = (response: ServerResponse, body: string) => {
    const how = collector.misbehave
    if (how === 'hang') return
    if (typeof how === 'number')
      return void response.writeHead(how, how === 503 ? { 'retry-after': '1' } : {}).end('{"message":"no"}')
    if (how === 'elsewhere') return void response.writeHead(307, { location: '/elsewhere' }).end()
    const read = request.safeParse(JSON.parse(body))
    if (!read.success) collector.faults.push(z.prettifyError(read.error))
    else
      for (const { scopeSpans } of read.data.resourceSpans)
        for (const { spans } of scopeSpans) collector.spans.push(...spans)
    response.writeHead(200, { 'content-type': 'application/json' })
    if (how === 'endless') {
      const more = setInterval(() => response.write(' '.repeat(10_000)), 5)
      return void response.once('close', () => clearInterval(more))
    }
    const some = { partialSuccess: { rejectedSpans: '3', errorMessage: 'too old' } }
    response.end(how === 'garbage' ? '<html>' : JSON.stringify(how === 'some' ? some : {}))
  }

  const collector: Collector = {
    endpoint: '',
    spans: [],
    raw: [],
    headers: [],
    open: 0,
    mostOpen: 0,
    faults: [],
    misbehave: undefined,
    async start() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
      collector.endpoint = `http://127.0.0.1:${port}`
    },
    async stop() {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  await collector.start()
  return collector
}
