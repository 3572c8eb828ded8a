import { REMEMBERED_DAYS } from '#domain/remembered.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tokenKey, type TokenKey } from '../tokens.ts'

// One for each business. No script reads it, and no other site's page sends it.
const nameOf = (business_id: number) => `enpunto_cliente_${business_id}`

/** The key of the token that this browser has for the business; undefined without one, or for one of another business. */
export function keyIn({ headers }: FastifyRequest, business_id: number): TokenKey | undefined {
  const cookies = headers.cookie?.split(';').map((cookie) => cookie.trim().split('=')) ?? []
  const key = tokenKey(cookies.find(([name]) => name === nameOf(business_id))?.[1])
  return key?.business_id === business_id ? key : undefined
}

/** Leaves a token in the browser, or removes the one that is there. */
export function setCookie(
  reply: FastifyReply,
  { business_id, token, isSecure }: { business_id: number; token: string | undefined; isSecure: boolean },
) {
  const age = token === undefined ? 0 : REMEMBERED_DAYS * 24 * 3600
  const more = `Max-Age=${age}; Path=/api; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  reply.header('set-cookie', `${nameOf(business_id)}=${token ?? ''}; ${more}`)
}
