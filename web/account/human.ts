import type { Site } from '../context.ts'
import { ApiError } from '../ui/api.ts'
import { forgetVerification, verificationToken } from '../ui/verification.ts'

/**
 * Passes the proof that a person is acting to `send`, for one use.
 * @throws ApiError without proof: nothing is sent then.
 */
export async function asHuman<T>(
  verification: Site['verification'],
  action: 'login' | 'register',
  send: (token: string) => Promise<T>,
): Promise<T> {
  const token = await verificationToken(verification, action).catch(() => '')
  if (!token) throw new ApiError(0, 'Error en la verificación de seguridad')
  try {
    return await send(token)
  } finally {
    forgetVerification()
  }
}
