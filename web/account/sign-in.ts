import { api, ApiError } from '../ui/api.ts'
import { enter, type SessionBusiness } from './session.ts'

interface Answer {
  success?: boolean
  token?: string
  business?: SessionBusiness
  error?: string
}

/** Sends a log-in or a registration, and opens the session that it answers. */
export async function signIn(
  path: '/api/auth/login' | '/api/auth/register',
  body: object,
  remember: boolean,
): Promise<void> {
  const { success, token, business, error } = (await api.post<Answer | undefined>(path, body)) ?? {}
  if (!success) throw new ApiError(200, error || 'Error desconocido del servidor')
  if (!token) throw new ApiError(200, 'Error en la respuesta del servidor: token faltante')
  if (!business) throw new ApiError(200, 'Error en la respuesta del servidor: datos de negocio faltantes')
  enter(token, business, remember)
}
