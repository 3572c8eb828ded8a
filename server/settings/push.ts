import { isLocalHost } from './local-host.ts'

/** How messages reach the browsers that asked for them. */
export interface PushSettings {
  /** The origin that stands in for the push services, where nothing may reach the internet. */
  standIn: string | undefined
  /** In development: pushes are kept in the process, and shown at /avisos. */
  isInProcess?: true
}

/** Where browsers are said to be that only this process reaches. */
export const STAND_IN_ORIGIN = 'http://push.localhost'

/**
 * Reads `PUSH_STAND_IN`; production sends to the browsers' own push services. Undefined in development without a stand-in:
 * nothing is sent. `true`: what would be sent is shown. Faults are added to `faults`.
 */
export function readPush(
  env: NodeJS.ProcessEnv,
  faults: string[],
  production: boolean,
): PushSettings | undefined {
  const text = env['PUSH_STAND_IN']?.trim()
  if (!text) return production ? { standIn: undefined } : undefined
  if (text === 'true' && !production) return { standIn: STAND_IN_ORIGIN, isInProcess: true }
  const url = URL.parse(text)
  if (production) faults.push('PUSH_STAND_IN is for development and tests: leave it out.')
  else if (!url || !isLocalHost(url.hostname))
    faults.push(
      'PUSH_STAND_IN must be true, or an address of this machine, for example http://127.0.0.1:4000.',
    )
  return url ? { standIn: url.origin } : undefined
}
