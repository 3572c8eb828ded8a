import { idOf, type Input, isBlank } from '#domain/fields.ts'
import { OWNER_SUSPENDED } from '#domain/suspension.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db.ts'
import { notFound, Refusal } from '../refusal.ts'
import { tokenKey } from '../tokens.ts'
import { liveSession } from './queries.ts'
import type { BusinessId, Session } from './session.ts'

export type { BusinessId } from './session.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
  }
  interface FastifyContextConfig {
    /** An owner's change that a suspended business may still make. */
    whileSuspended?: true
  }
}

const READS = ['GET', 'HEAD']

/**
 * The gate of the owner's calls: an unexpired session, or 401; a suspended business changes nothing, or 403; a body
 * that names another business, 404.
 */
export function ownerGate(app: FastifyInstance, { db, now }: { db: Db; now: () => number }) {
  app.decorateRequest('session', null)
  app.addHook('preValidation', async ({ session, body }) => {
    if (session) ensureOwn(session.business_id, (body as Input | null | undefined)?.business_id)
  })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = tokenKey(/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1])
    const session = key && (await liveSession(db, key, now()))
    if (!session) throw new Refusal(401, 'Tu sesión terminó. Inicia sesión de nuevo.')
    const { method, routeOptions } = request
    if (session.is_suspended && !READS.includes(method) && !routeOptions.config.whileSuspended)
      throw new Refusal(403, OWNER_SUSPENDED)
    reply.header('cache-control', 'no-store')
    request.session = { business_id: key.business_id as BusinessId, token_hash: key.hash }
  }
}

/** The session of a request that came through the gate. */
export function sessionOf(request: FastifyRequest): Session {
  if (!request.session)
    throw new Error(`${request.routeOptions.url} asks for an owner, but is not an owner's call.`)
  return request.session
}

/** The business whose owner sent this request. */
export const ownerOf = (request: FastifyRequest): BusinessId => sessionOf(request).business_id

/** A `business_id` that is sent is never believed: it may only say what the session says. */
export function ensureOwn(owner: BusinessId, businessId: unknown) {
  if (!isBlank(businessId) && idOf(businessId) !== owner) throw notFound('Negocio no encontrado')
}
