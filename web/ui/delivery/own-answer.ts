/**
 * Whether an answer is our own server's, and not the page of a gateway or of a hotel's wireless network. 408 is none
 * either: it says that a request did not arrive whole, and an earlier one with the same key may have.
 */
export const isOwnAnswer = (status: number, body: unknown): boolean =>
  status !== 408 && typeof (body as { success?: unknown } | null | undefined)?.success === 'boolean'
