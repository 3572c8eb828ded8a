import type { PortalAccess } from '#domain/api/calls/portal.ts'
import { isBlank } from '#domain/fields.ts'
import { firstName } from '#domain/remembered.ts'
import type { FastifyRequest } from 'fastify'
import { knownClient } from '../appointments/clients.ts'
import { tryOnce, type Limit } from '../attempts.ts'
import { isRemembered, remember } from '../known-subjects.ts'
import type { Db } from '../db.ts'
import { knownDevice } from '../devices.ts'
import { networkOf } from '../network.ts'
import { notFound, Refusal } from '../refusal.ts'
import { appointmentOfToken, tokenKey } from '../tokens.ts'
import {
  appointmentsOfEmail,
  appointmentsOfIdentity,
  clientOfToken,
  openAppointment,
  type ClientAppointment,
} from './queries.ts'

export const NO_ACCESS = 'Token inválido o expirado'

const MINUTES = 15
const KNOWN_DAYS = 90

/** A visitor of the portal, with the checks that apply. */
export interface Visitor {
  request: FastifyRequest
  /** The human check, made before a look-up by document; throws when it fails. */
  admit: () => Promise<void>
  /** Remembers the browser of a successful look-up. */
  welcome?: (who: string) => Promise<void>
}

/**
 * The appointments of a client who gives an identity document and the matching e-mail. A mismatched pair
 * finds nothing, like an unknown one.
 * @throws Refusal 429 after too many look-ups of this document or e-mail that found nothing, unless this
 * browser or network found them before.
 */
export async function search(
  db: Db,
  nowMs: number,
  { client_id, client_email, proof_of_work: proof }: Pair,
  { request, admit, welcome }: Visitor,
): Promise<ClientAppointment[]> {
  const email = client_email.toLowerCase()
  const who = `${client_id} ${email}`
  const network = networkOf(request.ip)
  const home = `portal of ${who} was right from ${network}`
  const device = await knownDevice(db, request, 'portal', who)
  const isHome = device !== undefined || (await isRemembered(db, nowMs, home))
  const own: Limit = { subject: `portal ${who} from ${device ?? network}`, max: 10, minutes: MINUTES }
  const limits: Limit[] = [
    { subject: `portal document ${client_id} from ${network}`, max: 10, minutes: MINUTES },
    { subject: `portal e-mail ${email} from ${network}`, max: 10, minutes: MINUTES },
    { subject: `portal document ${client_id}`, max: 50, minutes: 60 },
    { subject: `portal e-mail ${email}`, max: 50, minutes: 60 },
  ]
  const guess = {
    of: isHome ? [own.subject] : [`portal e-mail ${email}`, `portal document ${client_id}`],
    limits: isHome ? [own] : limits,
    shared: [{ subject: `portal from ${network}`, max: 60, minutes: MINUTES }],
    proof,
  }
  const found = await tryOnce(db, nowMs, guess, async () => {
    await admit()
    const appointments = await appointmentsOfIdentity(db, client_id, client_email)
    return appointments.length > 0 && appointments
  })
  if (!found) return []
  if (!isHome) await remember(db, nowMs, home, KNOWN_DAYS)
  await welcome?.(who)
  return found
}

interface Pair {
  client_id: string
  client_email: string
  proof_of_work?: unknown
}

/**
 * The client and appointments that a token opens, a mail's or a booking's. It cannot be guessed, so a valid one is
 * accepted however many invalid ones came from the same network.
 * @throws Refusal 401 for an unknown or expired token, 429 after too many of those.
 */
export async function access(db: Db, nowMs: number, token: unknown, address: string) {
  const shared = [{ subject: `portal token from ${networkOf(address)}`, max: 30, minutes: MINUTES }]
  const opened = await tryOnce(db, nowMs, { of: [], limits: [], shared }, () => openedBy(db, nowMs, token))
  if (!opened) throw new Refusal(401, NO_ACCESS)
  const { client_email, appointments, known } = opened
  return {
    client: { client_id: known?.client_id ?? '', client_email, client_name: known?.client_name ?? '' },
    appointments,
  }
}

/**
 * What a token opens: one appointment for whoever booked it or keeps it in a calendar, all of an e-mail for whoever reads
 * that e-mail.
 */
async function openedBy(db: Db, nowMs: number, token: unknown) {
  const booked = await appointmentOfToken(db, token)
  if (booked) {
    const [opened] = await openAppointment(db, booked, nowMs)
    if (!opened || !(await booked.isFor(opened))) return undefined
    const known = booked.isMasked
      ? masked(opened)
      : booked.isByPhone
        ? { ...opened, client_id: null, isByPhone: true as const }
        : { ...opened, ...(booked.isBooker && { isBooker: true as const }) }
    return { client_email: known.client_email, appointments: [known], known }
  }
  const key = tokenKey(token)
  const client = key && (await clientOfToken(db, key, nowMs))
  if (!client) return undefined
  const { business_id, client_email } = client
  const [appointments, known] = await Promise.all([
    appointmentsOfEmail(db, business_id, client_email),
    knownClient(db, business_id, client_email),
  ])
  return { client_email, appointments, known }
}

const masked = (row: ClientAppointment): ClientAppointment => ({
  ...row,
  client_id: null,
  client_email: null,
  client_phone: '',
  client_name: firstName(row.client_name),
  isMasked: true,
})

/**
 * One appointment of a client who presents a token, or an identity document with its e-mail.
 * @throws Refusal 404 when it is another client's, 401 and 429 as above.
 */
export async function ownedBy(
  db: Db,
  nowMs: number,
  id: number,
  { token, client_id = '', client_email = '', proof_of_work }: PortalAccess,
  visitor: Visitor,
): Promise<ClientAppointment> {
  const theirs = isBlank(token)
    ? await search(db, nowMs, { client_id, client_email, proof_of_work }, visitor)
    : (await access(db, nowMs, token, visitor.request.ip)).appointments
  const appointment = theirs.find((row) => row.id === id)
  if (!appointment) throw notFound('Cita no encontrada')
  return appointment
}
