import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sqlState } from './db.ts'
import { Refusal } from './refusal.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call a route. There is no default: a route without it does not start. */
    access?: Access
  }
}

export type Access = 'public' | 'owner' | 'administrator'

/** Turns every failure into `{success: false, error, fields?}`, in Spanish. */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) request.log.error({ err: error }, 'request failed')
    return sendRefusal(reply, refusal)
  })
  app.setNotFoundHandler((_request, reply) =>
    sendRefusal(reply, new Refusal(404, 'Esta dirección no existe')),
  )
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

function refusalOf(error: FastifyError): Refusal {
  if (error instanceof Refusal) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const issue of error.validation) {
      const name = issue.instancePath.split('/').filter(Boolean).join('.')
      fields[name || 'body'] ??= issue.message ?? 'Dato inválido'
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
    return new Refusal(error.statusCode === 422 ? 400 : error.statusCode, 'La solicitud no es válida')
  }
  return new Refusal(500, 'Error interno del servidor')
}

function isOutage(error: FastifyError): boolean {
  const state = sqlState(error) ?? ''
  return (
    ['57P01', '57P02', '57P03', '53300'].includes(state) ||
    state.startsWith('08') ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(error.code) ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
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
    const gate = gates[access]
    if (gate) route.onRequest = [gate, ...[route.onRequest ?? []].flat()]
  })
}

// Zod's own words for wrong types, in Spanish.
z.config(z.locales.es())

/** An id in an address: a positive whole number that a bigint and a JSON number both hold. */
export const idParam = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)

export const failure = z.object({
  success: z.literal(false),
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
})
