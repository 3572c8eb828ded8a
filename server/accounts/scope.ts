import type { FastifyRequest } from 'fastify'
import { seesContacts, sessionOf } from './owner.ts'
import type { BusinessId, Session } from './session.ts'

declare const proven: unique symbol
/**
 * The appointments and clients of a business that a member sees: everybody's, or one professional's. Queries that
 * members with `…:own` permissions cause take it in place of the BusinessId, which would open the whole business.
 */
export interface Scope {
  readonly business_id: number
  /** Undefined: everybody's. */
  readonly professional_id: number | undefined
  /** Whether phones, e-mails and documents of clients are seen and searched. */
  readonly seesContacts: boolean
  /** Whether it is seen what these clients spent, all in all. */
  readonly seesFigures: boolean
  readonly [proven]: true
}

/** No professional has this id. */
const NOBODY = 0

/** Everything in the business. */
export const wholeOf = (owner: BusinessId) => scope(owner, undefined, ALL)

/** What the sender of this request sees. */
export const scopeOf = (request: FastifyRequest): Scope => scopeOfSession(sessionOf(request))

/** Whoever may not read everybody's appointments reads their own; one who is no professional has none. */
export function scopeOfSession({ business_id, professional_id, permissions }: Omit<Session, 'token_hash'>) {
  const seesAll = permissions.includes('appointments:read')
  const own = professional_id ?? NOBODY
  return scope(business_id, seesAll ? undefined : own, permissions)
}

/** The clients of whose health a member reads: everybody's, or their own. */
export function healthScopeOf(request: FastifyRequest): Scope {
  const { business_id, professional_id, permissions } = sessionOf(request)
  if (permissions.includes('clients:health')) return scopeOf(request)
  return scope(business_id, professional_id ?? NOBODY, permissions)
}

const ALL = ['clients:own-phones', 'figures:own'] as const satisfies Session['permissions']

const scope = (
  business_id: number,
  professional_id: number | undefined,
  permissions: Session['permissions'],
) =>
  ({
    business_id,
    professional_id,
    seesContacts: seesContacts({ permissions }),
    seesFigures: permissions.includes('figures:own'),
  }) as Scope

/** Those of a professional that the scope covers. */
export const covers = ({ professional_id }: Scope, row: { professional_id: number | null }): boolean =>
  professional_id === undefined || row.professional_id === professional_id

/** An appointment as the verbs find it: another professional's is unknown to who sees own ones only. */
export const keyIn = ({ business_id, professional_id }: Scope, id: number) => ({
  business_id,
  id,
  ...(professional_id !== undefined && { professional_id }),
})
