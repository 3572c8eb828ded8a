import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnnoted } from '../accounts/devices/seen.ts'
import type { Db } from '../database/db.ts'
import { networkOf } from '../limits/network.ts'
import { Refusal } from '../http/refusal.ts'
import { tokenKey } from '../tokens.ts'
import { administratorOfSession, noteAdministratorSeen, type AdministratorId } from './queries.ts'

declare module 'fastify' {
  interface FastifyRequest {
    administrator: { id: AdministratorId; token_hash: Buffer } | null
  }
}

/** The gate of the administrator's calls: an unexpired session of an administrator, or 401. */
export function administratorGate(app: FastifyInstance, { db, now }: { db: Db; now: () => number }) {
  app.decorateRequest('administrator', null)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const key = tokenKey(/^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1])
    const session = key && (await administratorOfSession(db, key.business_id, key.hash, now()))
    if (!session && key && request.routeOptions.config.endsSession === 'log-out')
      return reply.header('cache-control', 'no-store').send({ success: true })
    if (!session) throw new Refusal(401, 'Tu sesión de administrador terminó. Inicia sesión de nuevo.')
    if (isUnnoted(session, now())) await noteAdministratorSeen(db, key.hash, networkOf(request.ip), now())
    request.administrator = { id: session.administrator_id, token_hash: key.hash }
  }
}

/** The administrator who sent this request. */
export function administratorOf(request: FastifyRequest) {
  if (!request.administrator)
    throw new Error(
      `${request.routeOptions.url} asks for an administrator, but is not an administrator's call.`,
    )
  return request.administrator
}
