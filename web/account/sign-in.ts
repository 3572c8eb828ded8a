import type { Answer, Body } from '#domain/api/calls.ts'
import { api, ApiError } from '../ui/api.ts'
import { enter } from './session.ts'

/** Sends a log-in or a registration, and opens the session from its answer. */
export async function signIn<P extends '/api/auth/login' | '/api/auth/register'>(
  path: P,
  body: Body<`POST ${P}`>,
  remember: boolean,
): Promise<void> {
  const { success, token, business, access, error } = await sent(path, body)
  if (!success) throw new ApiError(200, error || 'Error desconocido del servidor')
  if (!token) throw new ApiError(200, 'Error en la respuesta del servidor: token faltante')
  if (!business) throw new ApiError(200, 'Error en la respuesta del servidor: datos de negocio faltantes')
  enter(token, { ...business, access }, remember)
}

/** Validates the answer, because a gateway's page is not a session. */
async function sent(path: string, body: unknown) {
  const answer = await api.post(path as '/api/auth/login', { body: body as Body<'POST /api/auth/login'> })
  return ((answer as unknown) ?? {}) as Partial<Omit<Answer<'POST /api/auth/login'>, 'success'>> & {
    success?: boolean
    error?: string
  }
}
