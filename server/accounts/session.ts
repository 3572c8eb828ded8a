import type { Permission, Role } from '#domain/permissions.ts'

declare const proven: unique symbol
/**
 * The business of the member who sent a request. Only the gate (owner.ts) creates one, and owner queries
 * require it.
 */
export type BusinessId = number & { readonly [proven]: true }

/** An unexpired session of an active member of the business. */
export interface Session {
  business_id: BusinessId
  user_id: number
  token_hash: Buffer
  role: Role
  /** The professional that the member is, if any. */
  professional_id: number | null
  permissions: readonly Permission[]
}
