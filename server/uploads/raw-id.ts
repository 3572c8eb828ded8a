import { idParam } from '#domain/api/request.ts'
import type { FastifyRequest } from 'fastify'
import { notFound } from '../http/refusal.ts'

/** The id in the address, before the route's schema has parsed it. */
export function rawId(request: FastifyRequest): number {
  const id = idParam.safeParse((request.params as { id?: string }).id)
  if (!id.success) throw notFound()
  return id.data
}
