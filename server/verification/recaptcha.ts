import { FALLBACK_TOKEN, type Verifier } from './verifier.ts'

/** Google reCAPTCHA v3. `url` is the provider's address; tests put their own there. */
export function recaptchaVerifier(
  { siteKey, secret }: { siteKey: string; secret: string },
  { url = 'https://www.google.com/recaptcha/api/siteverify', minimumScore = 0.5, timeoutMs = 5_000 } = {},
): Verifier {
  // The provider accepts a token once; an act repeated after a lost connection presents the same one again.
  const passed = new Map<string, string>()

  return {
    page: { provider: 'recaptcha', siteKey },
    async verify(token, { action, use, remoteAddress }) {
      if (typeof token !== 'string' || token === '') return 'missing'
      if (token === FALLBACK_TOKEN) return 'unverified'
      if (passed.get(token) === use) return 'verified'
      let result: { success?: boolean; score?: number; action?: string } | null
      try {
        const response = await fetch(url, {
          method: 'POST',
          body: new URLSearchParams({ secret, response: token, remoteip: remoteAddress }),
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!response.ok) return 'unreachable'
        result = (await response.json()) as typeof result
      } catch {
        return 'unreachable'
      }
      if (!result) return 'unreachable'
      const good =
        result.success === true &&
        (result.score ?? 1) >= minimumScore &&
        (result.action === undefined || result.action === action)
      if (!good) return 'failed'
      if (passed.size >= 10_000) passed.delete(passed.keys().next().value!)
      passed.set(token, use)
      return 'verified'
    },
  }
}
