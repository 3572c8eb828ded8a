import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { z } from 'zod'
import { sqlState } from './db.ts'
import { etagOf, isKnown } from './etag.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call a route. There is no default: a route without it does not start. */
    access?: Access
    /** The answer is the same for everybody: it may be kept, and is asked after with its tag. */
    shared?: boolean
  }
  interface FastifyInstance {
    /** Every call of the API, as guarded: what a test can walk. */
    calls: GuardedRoute[]
  }
}

export type Access = 'public' | 'owner' | 'administrator'

/** Turns every failure into `{success: false, error, fields?}`, in Spanish. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, new Refusal(404, 'Esta dirección no existe')),
  )
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
  return sendRefusal(reply, refusal)
}

export function sendRefusal(reply: FastifyReply, { status, message, fields, details }: Refusal) {
  if (typeof details.retryAfter === 'number') reply.header('retry-after', Math.ceil(details.retryAfter))
  // Not through the route's schema: a refusal has the same shape everywhere.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ success: false, error: message, ...(fields && { fields }), ...details })
}

const UNREADABLE = 'La solicitud no es válida'

/**
 * What is no readable HTTP never becomes a request: it is answered on the socket itself, in the same shape, and hung up.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, sentence] = UNREAD[error.code ?? ''] ?? [400, UNREADABLE]
  const body = JSON.stringify({ success: false, error: sentence })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    'connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy(error)
}

const UNREAD: Record<string, [status: number, sentence: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'La dirección o los encabezados son demasiado largos'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'La solicitud tardó demasiado en llegar'],
}

function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const issue of error.validation) {
      const name = issue.instancePath.split('/').filter(Boolean).join('.')
      // The whole is of a wrong kind, a list or a text: there is no field to name.
      if (!name) return new Refusal(400, UNREADABLE)
      fields[name] ??= issue.message ?? 'Dato inválido'
    }
    return new Refusal(400, 'Hay datos inválidos: ' + Object.keys(fields).join(', '), { fields })
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(413, 'Los datos enviados son demasiado grandes')
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Refusal(415, 'El tipo de contenido no es válido: envía JSON')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal(400, 'Faltan los datos de la solicitud')
  }
  // The connection to the database was lost: the caller may try again with the same idempotency key.
  if (isOutage(error))
    return new Refusal(503, 'El servicio no está disponible por un momento. Intenta de nuevo.')
  // The database's own words for input that no schema can hold: out of range, an impossible text.
  if (['22003', '22021', '22P02', '22007', '22008', '22P05'].includes(sqlState(error) ?? ''))
    return new Refusal(400, 'Hay datos inválidos')
  if (error.statusCode && error.statusCode < 500) {
    return new Refusal(error.statusCode === 422 ? 400 : error.statusCode, UNREADABLE)
  }
  return new Refusal(500, 'Error interno del servidor')
}

function isOutage(error: FastifyError): boolean {
  const state = sqlState(error) ?? ''
  return (
    // The last one is a deadlock: the database chose this request to give way.
    ['57P01', '57P02', '57P03', '53300', '40P01'].includes(state) ||
    state.startsWith('08') ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(error.code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}

/**
 * Answers of the API are not kept, unless the route says that they are the same for everybody (`shared`): those carry a
 * tag, and are not sent again while they are the same. Search engines list none of them.
 */
export function answerCaches(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    reply.header('x-robots-tag', 'noindex')
    if (reply.hasHeader('cache-control')) return done(null, payload)
    const isShared = request.routeOptions.config.shared && reply.statusCode === 200
    reply.header('cache-control', isShared ? 'public, no-cache' : 'no-store')
    if (!isShared || typeof payload !== 'string') return done(null, payload)
    const etag = etagOf(payload)
    reply.header('etag', etag).header('vary', 'accept-encoding')
    if (!isKnown(request, etag)) return done(null, payload)
    reply.code(304).removeHeader('content-type')
    return done(null, null)
  })
}

/**
 * Nothing is open by accident: every route says who may call it, or the server does not start; the gate of each kind
 * runs before the body is read.
 */
export function guardRoutes(
  app: FastifyInstance,
  gates: Record<Access, ((request: FastifyRequest, reply: FastifyReply) => Promise<void>) | undefined>,
) {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (!access)
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it (config.access).`)
    for (const method of [route.method].flat()) app.calls.push({ method, url: route.url, access })
    const gate = gates[access]
    if (!gate) return
    route.onRequest = [gate, ...[route.onRequest ?? []].flat()]
    route.schema = { ...route.schema, security: [{ [access]: [] }] }
  })
}

/** A call and who may make it. */
export interface GuardedRoute {
  method: string
  url: string
  access: Access
}

// Zod's own words for wrong types, in Spanish.
z.config(z.locales.es())

const WHOLE = 'Debe ser un número entero positivo'
/** An id in an address: digits, a positive whole number that a bigint and a JSON number both hold. */
export const idParam = z.preprocess(
  // Number() alone would also take '0x1', '1e3' and ' 1'.
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
  z.int(WHOLE).positive(WHOLE),
)

export const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
