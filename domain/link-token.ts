/** Tokens in the addresses of mails and messages: '12.GEPsBQ…', or with more parts between points. */

/**
 * The token that an address asks for. Some mail programs take the full stop, bracket or quotation mark behind a link for a part of
 * it, and some that read a mail undecoded leave a '3D' before the token.
 */
export const tokenIn = (search: URLSearchParams, name = 'token'): string | null =>
  search.get(name)?.replace(/^\s*(3D(?=\d))?|[^\w-]+$/g, '') ?? null

/** The number that an address asks for by that name, without what stands beside it; 0 without one. */
export const numberIn = (search: URLSearchParams, name: string): number =>
  Number(/^\s*(?:3D(?=\d))?(\d{1,15})/.exec(search.get(name) ?? '')?.[1] ?? 0)
