import { VERIFICATION_FAILED } from '#domain/portal.ts'

/**
 * Checks whether a person is behind a request. Chosen by configuration; the rest of the server knows only
 * this interface.
 */
export interface Verifier {
  /** The settings that the pages need. */
  page: { provider: 'none' | 'altcha' | 'recaptcha'; siteKey?: string }
  /** Whether `verify` asks for its `size`. */
  isSized?: true
  /** A new challenge for the page to solve, when this provider makes its own. */
  challenge?: (size?: number) => Promise<object>
  /**
   * Checks a token. `use` identifies the one act it is spent on: the same token passes again for the same
   * act only, so that a request repeated after a lost connection is not refused.
   * `size` is the least work that a challenge of our own must have asked for, in units of the ordinary one; other
   * providers do not know it.
   */
  verify(
    token: unknown,
    context: { action: string; use: string; remoteAddress: string; size?: number },
  ): Promise<Verdict>
}

/**
 * `unverified`: the page reports that the provider could not be loaded; the caller decides how to proceed.
 */
export type Verdict = 'verified' | 'unverified' | 'missing' | 'failed' | 'unreachable'

/** Sent by the booking page when the provider's script cannot load, and by its form without script. */
export const FALLBACK_TOKEN = 'fallback-token'

export const VERIFICATION_ERRORS = {
  missing: 'Token de reCAPTCHA requerido',
  failed: VERIFICATION_FAILED,
  unreachable: 'Error verificando reCAPTCHA',
} as const

/** For development: every token passes, even a missing one. */
export const noVerification: Verifier = {
  page: { provider: 'none' },
  verify: async () => 'verified',
}
