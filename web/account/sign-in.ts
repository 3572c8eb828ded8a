import type { Answer, Body } from '#domain/api/calls.ts'
import { api, ApiError } from '../ui/api.ts'
import { enter, openIn, type SessionBusiness } from './session.ts'

/** A session that the server opened, and that is not this browser's yet. */
export interface Opened {
  token: string
  business: SessionBusiness
}

type Door = '/api/auth/login' | '/api/auth/register' | '/api/auth/passkeys/enter'

/** Sends a log-in or a registration, and opens the session from its answer. */
export async function signIn<P extends Door>(
  path: P,
  body: Body<`POST ${P}`>,
  remember: boolean,
  key?: string,
) {
  const { token, business } = await opened(path, body, key)
  enter(token, business, remember)
}

/** Sends a log-in or a registration. */
export async function opened<P extends Door>(
  path: P,
  body: Body<`POST ${P}`>,
  key?: string,
): Promise<Opened> {
  const { success, token, business, access, error } = await sent(path, body, key)
  if (!success) throw new ApiError(200, error || 'Error desconocido del servidor')
  if (!token) throw new ApiError(200, 'Error en la respuesta del servidor: token faltante')
  if (!business) throw new ApiError(200, 'Error en la respuesta del servidor: datos de negocio faltantes')
  return { token, business: { ...business, access } }
}

/** The businesses that somebody has to choose from; none for whoever has one. */
export const choiceOf = ({ business }: Opened) => {
  const all = business.access?.businesses ?? []
  return all.length > 1 ? all : []
}

/** Enters one of the person's businesses; the session that the log-in opened in another one ends. */
export async function enterOne(opened: Opened, id: number, remember: boolean) {
  if (id === opened.business.id) return enter(opened.token, opened.business, remember)
  const { token, business } = await openIn(opened.token, id)
  enter(token, business, remember)
}

/** The parts of a session that the answer has: not everything that answers is our server. */
async function sent(path: string, body: unknown, key?: string) {
  const request = { body: body as Body<'POST /api/auth/login'>, ...(key && { key }) }
  const answer = await api.post(path as '/api/auth/login', request).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.body && failure.status < 300) return failure.body
    throw failure
  })
  return (answer ?? {}) as Partial<Omit<Answer<'POST /api/auth/login'>, 'success'>> & {
    success?: boolean
    error?: string
  }
}
