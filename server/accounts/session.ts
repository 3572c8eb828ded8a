declare const proven: unique symbol
/** The id of the business whose owner sent a request. Only the gate (owner.ts) makes one: owner queries ask for it. */
export type BusinessId = number & { readonly [proven]: true }

/** A session that exists and has not expired. */
export interface Session {
  business_id: BusinessId
  token_hash: Buffer
}
