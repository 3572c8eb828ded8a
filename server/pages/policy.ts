import { createHash } from 'node:crypto'

/** No page asks for any of these, so nothing that gets into one can. */
export const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'microphone',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * Replaces the nonce, which told the page's inline scripts from injected ones, by the hashes of those
 * scripts: the same page then has the same bytes, and caches may store it with its policy.
 */
export function withoutNonce(marked: string, nonce: string): { html: string; hashes: string[] } {
  const hashes: string[] = []
  for (const [, attributes, script] of marked.matchAll(/<script([^>]*)>(.*?)<\/script>/gs))
    if (script && attributes!.includes(` nonce="${nonce}"`))
      hashes.push(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  return { html: marked.replaceAll(` nonce="${nonce}"`, ''), hashes: [...new Set(hashes)] }
}

/** @param hashes of the page's own inline scripts and styles */
export function contentSecurityPolicy(
  { scripts, styles }: { scripts: string[]; styles: string[] },
  provider: string,
): string {
  const google =
    provider === 'recaptcha' ? ' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/' : ''
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts.join(' ')}${google}`,
    ["style-src 'self'", ...styles].join(' '),
    "style-src-attr 'unsafe-inline'",
    // External pictures, which the API accepts (docs/uploads.md): nothing in them can run.
    "img-src 'self' data: blob: https:",
    "worker-src 'self' blob:",
    `frame-src 'self'${google}`,
    `connect-src 'self'${google}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
