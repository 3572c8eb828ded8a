import { permissionsOf } from '#domain/permissions.ts'
import type { Db } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { tokenKey } from '../tokens.ts'
import { businessesOf, liveSession, sessionBusiness, sessionUser } from './queries.ts'

/** The answer to a log-in and to a registration. */
export async function signedInAnswer(
  db: Db,
  nowMs: number,
  { token, business_id }: { token: string; business_id: number },
) {
  const [business, member] = await Promise.all([
    sessionBusiness(db, business_id),
    liveSession(db, tokenKey(token)!, nowMs),
  ])
  // The membership ended in this moment.
  if (!member) throw new Refusal(401, 'Tu sesión terminó. Inicia sesión de nuevo.')
  const { user_id, role, professional_id, switches } = member
  const [user, businesses] = await Promise.all([sessionUser(db, user_id), businessesOf(db, user_id)])
  const access = {
    user,
    role,
    professional_id,
    permissions: permissionsOf(role, switches),
    businesses,
  }
  return { success: true as const, token, business, access }
}
