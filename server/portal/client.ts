import { portalSearchErrors } from '#domain/portal.ts'
import { cleanText, isBlank } from '#domain/fields.ts'
import { tryOnce, type Limit } from '../attempts.ts'
import type { Db } from '../db.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { tokenKey } from '../tokens.ts'
import {
  appointmentsOfEmail,
  appointmentsOfIdentity,
  clientOfToken,
  type ClientAppointment,
} from './queries.ts'

export const NO_ACCESS = 'Token inválido o expirado'

/** Look-ups that found nothing: few for one identity, more for an address, which may be a whole town's. */
function searchLimits(clientId: string, email: string, address: string): Limit[] {
  return [
    { subject: `portal document ${clientId} from ${address}`, max: 10, minutes: 15 },
    { subject: `portal e-mail ${email.toLowerCase()} from ${address}`, max: 10, minutes: 15 },
    { subject: `portal document ${clientId}`, max: 50, minutes: 60 },
    { subject: `portal from ${address}`, max: 60, minutes: 15 },
  ]
}

/**
 * The appointments of whoever shows an identity document and the e-mail that goes with it. A wrong pair finds
 * nothing, like a pair that nobody has.
 * @throws Refusal 400 for the form, 429 after too many look-ups that found nothing.
 */
export async function search(
  db: Db,
  nowMs: number,
  body: Record<string, unknown>,
  address: string,
): Promise<ClientAppointment[]> {
  const errors = portalSearchErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const clientId = cleanText(body.client_id)
  const email = cleanText(body.client_email)
  const found = await tryOnce(db, nowMs, searchLimits(clientId, email, address), async () => {
    const appointments = await appointmentsOfIdentity(db, clientId, email)
    return appointments.length > 0 && appointments
  })
  return found ?? []
}

/**
 * The client and appointments that a token of an e-mail opens.
 * @throws Refusal 401 for a token that is unknown or over, 429 after too many of those.
 */
export async function access(db: Db, nowMs: number, token: unknown, address: string) {
  const limits = [{ subject: `portal token from ${address}`, max: 30, minutes: 15 }]
  const opened = await tryOnce(db, nowMs, limits, async () => {
    const key = tokenKey(token)
    return key && clientOfToken(db, key, nowMs)
  })
  if (!opened) throw new Refusal(401, NO_ACCESS)
  const appointments = await appointmentsOfEmail(db, opened.business_id, opened.client_email)
  const latest = appointments[0]
  return {
    client: {
      client_id: appointments.find((row) => row.client_id)?.client_id ?? '',
      client_email: opened.client_email,
      client_name: latest?.client_name ?? '',
    },
    appointments,
  }
}

/**
 * One appointment of whoever shows a token, or an identity document with its e-mail.
 * @throws Refusal 404 when it is not theirs, 400, 401 and 429 as above.
 */
export async function ownedBy(
  db: Db,
  nowMs: number,
  id: number,
  body: Record<string, unknown>,
  address: string,
): Promise<ClientAppointment> {
  const theirs = isBlank(body.token)
    ? await search(db, nowMs, body, address)
    : (await access(db, nowMs, body.token, address)).appointments
  const appointment = theirs.find((row) => row.id === id)
  if (!appointment) throw notFound('Cita no encontrada')
  return appointment
}
