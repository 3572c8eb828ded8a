/** Whether a person is behind a request. Chosen by configuration; the rest of the server knows only this. */
export interface Verifier {
  /** What the pages need to know. */
  page: { provider: 'none' | 'altcha' | 'recaptcha'; siteKey?: string }
  /** A new challenge for the page to solve, when this provider makes its own. */
  challenge?: () => Promise<object>
  /**
   * Checks a token. `use` names the one act it is spent for: the same token passes again for the same act only,
   * so that a repeated request after a lost connection is not refused.
   */
  verify(token: unknown, context: { action: string; use: string; remoteAddress: string }): Promise<Verdict>
}

/** `unverified`: the page says that the provider could not be loaded; the caller decides what that is worth. */
export type Verdict = 'verified' | 'unverified' | 'missing' | 'failed' | 'unreachable'

/** Sent by the booking page when the provider's script cannot load, and by its form without script. */
export const FALLBACK_TOKEN = 'fallback-token'

export const VERIFICATION_ERRORS = {
  missing: 'Token de reCAPTCHA requerido',
  failed: 'Verificación de reCAPTCHA fallida',
  unreachable: 'Error verificando reCAPTCHA',
} as const

/** Development: any token passes, also none. */
export const noVerification: Verifier = {
  page: { provider: 'none' },
  verify: async () => 'verified',
}
