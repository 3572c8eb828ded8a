import type { Permission } from '#domain/permissions.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { isUtf8 } from 'node:buffer'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { z } from 'zod'
import { sqlState } from '../database/db.ts'
import { etagOf, isKnown } from './etag.ts'
import { isStalePlan } from '../database/pool.ts'
import { invalid, Refusal } from './refusal.ts'
import { isUnreachable, S3Error } from '../files/s3.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that a member of a business needs: an owner's route. */
    needs?: Permission
    /**
     * Who may call any other route. There is no default: the server does not start with a route that has
     * neither.
     */
    access?: Access
    /** The answer is the same for everybody: caches may keep it and revalidate it by its tag. */
    shared?: boolean
  }
  interface FastifyInstance {
    /** Every API call with its guard, as a list that tests can walk. */
    calls: GuardedRoute[]
  }
}

export type Access = 'public' | 'administrator'

/**
 * Only JSON is accepted; Fastify would take plain text too. Of bytes that are no UTF-8 it would make '�', and a name written in another
 * encoding would be stored so.
 */
export function acceptJsonAlone(app: FastifyInstance) {
  const parsed = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser(['text/plain', 'application/json'])
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    if (isUtf8(body)) parsed(request, body.toString(), done)
    else done(new Refusal(400, UNREADABLE))
  })
}

/** Turns every error into `{success: false, error, fields?}`, in Spanish. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, new Refusal(404, 'Esta dirección no existe')),
  )
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // Nobody reads the answer, and nothing of ours has failed: it is no reason to wake an operator.
  const hasHungUp = error.code === 'ECONNRESET' && request.raw.destroyed && !request.raw.complete
  const refusal = hasHungUp ? new Refusal(400, UNREADABLE) : refusalOf(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
  return sendRefusal(reply, refusal)
}

export function sendRefusal(reply: FastifyReply, { status, message, fields, details }: Refusal) {
  const retryAfter = details.retryAfter ?? (status === 503 ? OUTAGE_SECONDS : undefined)
  if (typeof retryAfter === 'number') reply.header('retry-after', Math.ceil(retryAfter))
  // Outside the route's schema, because a refusal has the same shape everywhere.
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ success: false, error: message, ...(fields && { fields }), ...details })
}

/** When to ask again after an outage, unless more is known. */
export const OUTAGE_SECONDS = 2

const UNREADABLE = 'La solicitud no es válida'

/**
 * Malformed HTTP never becomes a request: it is answered on the socket itself, in the same shape, and the
 * connection is closed.
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

/** The refusal that an error becomes for the sender of the request. */
export function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const issue of error.validation) {
      const name = issue.instancePath.split('/').filter(Boolean).join('.')
      // The whole body has the wrong type, such as a list or a text: there is no field to name.
      if (!name) return new Refusal(400, UNREADABLE)
      fields[name] ??= issue.message ?? 'Dato inválido'
    }
    // A rule of domain/ has its own sentence for people; the library's messages need the field's name added.
    if (error.validation.every(({ keyword }) => keyword === 'custom')) return invalid(fields)
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
  // The database connection was lost: the caller may try again with the same idempotency key.
  if (isOutage(error))
    return new Refusal(503, 'El servicio no está disponible por un momento. Intenta de nuevo.')
  // The database's own errors for input that no schema can rule out: out of range, invalid text.
  if (['22003', '22021', '22P02', '22007', '22008', '22P05'].includes(sqlState(error) ?? ''))
    return new Refusal(400, 'Hay datos inválidos')
  if (error.statusCode && error.statusCode < 500) {
    return new Refusal(error.statusCode === 422 ? 400 : error.statusCode, UNREADABLE)
  }
  return new Refusal(500, 'Error interno del servidor')
}

// What the database could not do now and may do a moment later: it is stopping or starting, takes no changes,
// has no connection, memory or disk left, took too long, or aborted this request in favour of another one.
const OUTAGES = /^(08...|53...|57...|58...|25006|25P0[234]|40001|40P01|55P03)$/
const LOST =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|has been discarded|was closed/
const UNREACHED = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  // The name of its host is not known, or who knows it does not answer.
  'ENOTFOUND',
  'EAI_AGAIN',
]
/** The disk of the pictures or of the temporary folder is full or takes no changes, or the process has no file descriptor left. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE']

function isOutage(error: FastifyError): boolean {
  return (
    OUTAGES.test(sqlState(error) ?? '') ||
    isStalePlan(error) ||
    UNREACHED.includes(error.code) ||
    NO_ROOM.includes(error.code) ||
    error.name === 'AbortedTransactionError' ||
    // A store that refuses us is our fault, and no better for whoever sends a picture than one that is away.
    error instanceof S3Error ||
    isUnreachable(error) ||
    error.name === 'TimeoutError' ||
    LOST.test(error.message)
  )
}

const AWAY = /^(08(?!P01)...|53...|57P..|25006)$/

/** Whether the database cannot be reached, or takes nothing from anybody: not one statement or row is at fault. */
export const isAway = (error: FastifyError): boolean =>
  AWAY.test(sqlState(error) ?? '') || UNREACHED.includes(error.code) || LOST.test(error.message)

/**
 * What every answer carries, on mobile data too: only what today's browsers act on. Pages have a policy of their own beside it
 * (pages/policy.ts), with a nonce for each.
 */
export function headEveryAnswer(app: FastifyInstance, { isSecure }: { isSecure: boolean }) {
  const headers = {
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(isSecure && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
  }
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/**
 * API answers are not cached unless the route is `shared`, the same for everybody: those carry a tag and are
 * only sent again when they change. Search engines index none of them.
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

type Gate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * No route is open by accident: every route says who may call it, or the server does not start. The gate of
 * each kind runs before the body is read. The members' gate reads the permission that the route needs.
 */
export function guardRoutes(app: FastifyInstance, gates: { member: Gate; administrator: Gate }) {
  app.addHook('onRoute', (route) => {
    const { access, needs } = route.config ?? {}
    if (!access === !needs)
      throw new Error(
        `${String(route.method)} ${route.url} does not say who may call it (config.needs or config.access).`,
      )
    for (const method of [route.method].flat()) app.calls.push({ method, url: route.url, access, needs })
    if (access === 'public') return
    route.onRequest = [needs ? gates.member : gates.administrator, ...[route.onRequest ?? []].flat()]
    route.schema = { ...route.schema, security: [needs ? { member: [] } : { administrator: [] }] }
  })
}

/** A call and who may make it: members with the permission, everybody, or an administrator. */
export interface GuardedRoute {
  method: string
  url: string
  needs: Permission | undefined
  access: Access | undefined
}

// Zod's own messages for wrong types, in Spanish.
z.config(z.locales.es())
