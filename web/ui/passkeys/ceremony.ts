/**
 * What the browser does with passkeys. Its script comes when somebody uses one, so that no other screen carries it.
 */
import { ApiError } from '../api.ts'

const CANCELLED = 'No se usó ninguna llave de acceso. Prueba otra vez cuando quieras.'
const KNOWN = 'Este equipo ya tiene una llave de acceso de tu cuenta'

/** Whether this browser knows passkeys at all. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Sentences in place of the browser's own. */
async function said<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const { name } = error as { name?: unknown }
    throw new ApiError(0, name === 'InvalidStateError' ? KNOWN : CANCELLED)
  }
}

/** Makes a passkey from what the server asks. */
export async function makePasskey(options: object): Promise<object> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  return said(startRegistration({ optionsJSON }))
}

/** Answers the server's question by a passkey. */
export async function answerByPasskey(options: object): Promise<object> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  return said(startAuthentication({ optionsJSON }))
}
