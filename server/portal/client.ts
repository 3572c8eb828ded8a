import type { PortalAccess } from '#domain/api/calls/portal.ts'
import { isBlank } from '#domain/fields.ts'
import { firstName } from '#domain/remembered.ts'
import type { FastifyRequest } from 'fastify'
import { knownClient } from '../appointments/clients.ts'
import { countLater, ensureLeft, tryOnce, type Limit } from '../limits/attempts.ts'
import { isRemembered, remember } from '../limits/known-subjects.ts'
import type { Db } from '../database/db.ts'
import { knownDevice } from '../devices.ts'
import { networkOf } from '../limits/network.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { appointmentOfToken, tokenKey } from '../tokens.ts'
import {
  clientOfToken,
  listed,
  ofEmail,
  ofIdentity,
  oneOrAny,
  openAppointment,
  type ClientAppointment,
  type Listed,
  type Theirs,
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
  look: Look = (theirs) => listed(theirs, nowMs),
): Promise<Listed> {
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
    subjects: isHome ? [own.subject] : [`portal e-mail ${email}`, `portal document ${client_id}`],
    limits: isHome ? [own] : limits,
    shared: [{ subject: `portal from ${network}`, max: 60, minutes: MINUTES }],
    proof,
  }
  const found = await tryOnce(db, nowMs, guess, async () => {
    await admit()
    const theirs = await look(ofIdentity(db, client_id, client_email))
    return theirs.appointments.length > 0 && theirs
  })
  if (!found) return { appointments: [], has_more: false }
  if (!isHome) await remember(db, nowMs, home, KNOWN_DAYS)
  await welcome?.(who)
  return found
}

/** Reads what is asked for of somebody's appointments. */
type Look = (theirs: Theirs) => Promise<Listed>

interface Pair {
  client_id: string
  client_email: string
  proof_of_work?: unknown
}

/**
 * The client and appointments that a token opens, a mail's or a booking's. It cannot be guessed, so a valid one is
 * accepted however many invalid ones came from the same network.
 * @throws Refusal 401 for an unknown or expired token, 429 after too many of those, or where one is opened without a pause.
 */
export async function access(db: Db, nowMs: number, token: unknown, address: string) {
  const look: Look = (theirs) => listed(theirs, nowMs)
  const { of, client_email, known, ...found } = await open(db, nowMs, { token, address, look })
  const { client_id, client_name } = known ?? (await knownClient(db, of, client_email!)) ?? {}
  return { client: { client_id: client_id ?? '', client_email, client_name: client_name ?? '' }, ...found }
}

/** In an hour: more than anybody opens who looks at their appointments and chooses another time. */
const MOST_OPENED = 600
const LONGEST_TOKEN = 200

interface Opening {
  token: unknown
  /** The network address of whoever opens it. */
  address: string
  look: Look
}

async function open(db: Db, nowMs: number, { token, address, look }: Opening): Promise<Opened> {
  const shared = [{ subject: `portal token from ${networkOf(address)}`, max: 30, minutes: MINUTES }]
  // What is no token opens nothing, and is not kept.
  const openings =
    typeof token === 'string' && token.length <= LONGEST_TOKEN
      ? [{ subject: `portal opened by ${token}`, max: MOST_OPENED, minutes: 60 }]
      : []
  await ensureLeft(db, nowMs, openings)
  const guess = { subjects: [], limits: [], shared }
  const opened = await tryOnce(db, nowMs, guess, () => openedBy(db, nowMs, token, look))
  if (!opened) throw new Refusal(401, NO_ACCESS)
  countLater(db, nowMs, openings)
  return opened
}

interface Opened extends Listed {
  /** The business that it is opened in. */
  of: number
  client_email: string | null
  /** Whose it is, where the one appointment tells. */
  known?: ClientAppointment
}

/**
 * What a token opens: one appointment for whoever booked it or keeps it in a calendar, all of an e-mail for whoever reads
 * that e-mail.
 */
async function openedBy(db: Db, nowMs: number, token: unknown, look: Look): Promise<Opened | undefined> {
  const booked = await appointmentOfToken(db, token)
  if (booked) {
    const [opened] = await openAppointment(db, booked, nowMs)
    if (!opened || !(await booked.isFor(opened))) return undefined
    const known = booked.isMasked
      ? masked(opened)
      : booked.isByPhone
        ? { ...opened, client_id: null, isByPhone: true as const }
        : { ...opened, ...(booked.isBooker && { isBooker: true as const }) }
    const { business_id: of, client_email } = known
    return { of, client_email, appointments: [known], has_more: false, known }
  }
  const key = tokenKey(token)
  const client = key && (await clientOfToken(db, key, nowMs))
  if (!client) return undefined
  const { business_id: of, client_email } = client
  return { of, client_email, ...(await look(ofEmail(db, of, client_email))) }
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
  const look: Look = (theirs) => oneOrAny(theirs, id)
  const { appointments } = isBlank(token)
    ? await search(db, nowMs, { client_id, client_email, proof_of_work }, visitor, look)
    : await open(db, nowMs, { token, address: visitor.request.ip, look })
  const appointment = appointments.find((row) => row.id === id)
  if (!appointment) throw notFound('Cita no encontrada')
  return appointment
}
