import { isLocalHost } from './local-host.ts'

/** How messages reach the browsers that asked for them. */
export interface PushSettings {
  /** The origin that stands in for the push services, where nothing may reach the internet. */
  standIn: string | undefined
}

/**
 * Reads `PUSH_STAND_IN`; production sends to the browsers' own push services. Undefined in development without a stand-in:
 * nothing is sent. Faults are added to `faults`.
 */
export function readPush(
  env: NodeJS.ProcessEnv,
  faults: string[],
  production: boolean,
): PushSettings | undefined {
  const text = env['PUSH_STAND_IN']?.trim()
  if (!text) return production ? { standIn: undefined } : undefined
  const url = URL.parse(text)
  if (production) faults.push('PUSH_STAND_IN is for development and tests: leave it out.')
  else if (!url || !isLocalHost(url.hostname))
    faults.push('PUSH_STAND_IN must be an address of this machine, for example http://127.0.0.1:4000.')
  return url ? { standIn: url.origin } : undefined
}
