import { birthdayLabel } from '#domain/birthday.ts'
import {
  ALREADY_ANSWERED,
  EXTENDED_LATE,
  EXTENDED_ONCE,
  extendedDate,
  type Outcome,
} from '#domain/data-request.ts'
import { longDate, nowIn } from '#domain/dates.ts'
import { policyVersion } from '#domain/policy-name.ts'
import { unlinked } from '#domain/unlinked.ts'
import { today } from '#domain/zone.ts'
import type { BusinessId, Session } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import { lockedCard } from '../clients/card-queries.ts'
import { withdrawHealth } from '../clients/health-queries.ts'
import type { Tx } from '../database/db.ts'
import { queueDataAnswer } from '../messages/data-requests/mails.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { aheadOf, clientKey, forgetClient, lockForgetting, type Person, personOf } from './queries.ts'
import {
  askerOf,
  eraseRequests,
  type heldOf,
  lockRequest,
  noteAnswer,
  noteExtension,
  withdrawConsents,
} from './request-queries.ts'

const NO_REQUEST = 'Solicitud no encontrada'
export const HAS_APPOINTMENTS = 'Este cliente tiene citas programadas: cancélalas antes de eliminar sus datos'

interface Answering {
  session: Session
  id: number
  nowMs: number
}

async function openRequest(tx: Tx, owner: BusinessId, id: number) {
  const request = await lockRequest(tx, owner, id)
  if (!request) throw notFound(NO_REQUEST)
  if (request.outcome !== null) throw new Refusal(409, ALREADY_ANSWERED)
  return request
}

/**
 * Answers a request, and does what was asked: erases the person's data, or notes that they withdraw what they agreed to.
 * @throws Refusal 409 when it is answered, or whoever is to be erased has appointments ahead.
 */
export async function answerRequest(
  tx: Tx,
  { session, id, nowMs }: Answering,
  { outcome, answer }: { outcome: Outcome; answer: string },
): Promise<void> {
  const { business_id, user_id } = session
  await lockForgetting(tx, business_id)
  const request = await openRequest(tx, business_id, id)
  const { kind, client_email } = request
  const isErased = kind === 'erase' && outcome === 'done'
  if (isErased) await erase(tx, session, request, nowMs)
  if (kind === 'revoke' && outcome === 'done') await revoke(tx, session, request, nowMs)
  // Of whoever is erased, no text is kept but that which leaves.
  await noteAnswer(tx, business_id, id, { outcome, answer: isErased ? '' : answer, user_id, nowMs })
  if (client_email !== null)
    await queueDataAnswer(tx, { ...request, client_email, text: answer, outcome }, nowMs)
  await noteActivity(tx, { business_id, user_id, act: 'data_request_answered', nowMs })
}

interface Request {
  id: number
  appointment_id: number
  client_name: string
  client_email: string | null
}

async function revoke(tx: Tx, { business_id, user_id }: Session, request: Request, nowMs: number) {
  const found = async () => {
    const { cards, is_given_away } = await askerOf(tx, business_id, request.id)
    const locked: number[] = []
    for (const id of cards) if (await lockedCard(tx, business_id, id)) locked.push(id)
    return { cards: locked, appointment_id: is_given_away ? null : request.appointment_id }
  }
  let asker = await found()
  // A card that was merged while it was waited for leads to the one that is kept, to which its notes went.
  if (asker.cards.length === 0) asker = await found()
  await withdrawConsents(tx, business_id, asker, nowMs)
  for (const card_id of asker.cards)
    await withdrawHealth(tx, { business_id, card_id }, { channel: 'portal', user_id, nowMs })
}

async function erase(tx: Tx, { business_id, user_id }: Session, request: Request, nowMs: number) {
  const { id, appointment_id, client_name, client_email } = request
  const found = async (): Promise<Person> => {
    const { cards, is_given_away } = await askerOf(tx, business_id, id)
    if (cards.length === 0 && !is_given_away)
      return personOf(tx, business_id, {
        client: clientKey(client_email === null ? { appointment_id } : { client_email }),
      })
    const all: number[] = []
    for (const card of cards) all.push(...(await personOf(tx, business_id, { card })).cards)
    return { cards: all, client: undefined }
  }
  let person = await found()
  // A card that was merged while it was waited for leads to the one that is kept.
  if (person.cards.length === 0) person = await found()
  if ((await aheadOf(tx, business_id, person, nowMs)) > 0) throw new Refusal(409, HAS_APPOINTMENTS)
  // Whoever has no other appointment than one that was given away stands in its history only, under what they asked as.
  await forgetClient(tx, business_id, person, nowMs, [{ client_name, client_phone: '', client_email }])
  await eraseRequests(tx, business_id, [id], nowMs)
  await noteActivity(tx, { business_id, user_id, act: 'client_forgotten', nowMs })
}

/**
 * Tells the client why it takes longer; the law allows it once, before the date.
 * @throws Refusal 409 when it is answered, was longer already, or is over.
 */
export async function extendRequest(
  tx: Tx,
  { session, id, nowMs }: Answering,
  { reason, timezone }: { reason: string; timezone: string },
): Promise<void> {
  const { business_id, user_id } = session
  const request = await openRequest(tx, business_id, id)
  if (request.extended_at !== null) throw new Refusal(409, EXTENDED_ONCE)
  if (request.due_date < today(timezone, nowMs)) throw new Refusal(409, EXTENDED_LATE)
  const due_date = extendedDate(request.kind, request.due_date)
  await noteExtension(tx, business_id, id, { due_date, reason, nowMs })
  const { client_email } = request
  if (client_email !== null)
    await queueDataAnswer(tx, { ...request, client_email, due_date, text: reason, outcome: null }, nowMs)
  await noteActivity(tx, { business_id, user_id, act: 'data_request_extended', nowMs })
}

type Held = NonNullable<Awaited<ReturnType<typeof heldOf>>>

/**
 * What is held of somebody, in words that the owner sends or changes. Whoever asks from another e-mail than the card's may be
 * somebody else: what stands on the card is left out, for the owner to add.
 */
export function heldText(
  held: Held,
  { timezone, url, isOtherEmail }: { timezone: string; url: string; isOtherEmail: boolean },
): string {
  const { consent_version, consented_at, appointments, first_date, last_date } = held
  const version = policyVersion(consent_version)
  const agreed =
    consented_at !== null &&
    `Autorización: ${version === undefined ? 'aceptada' : `política versión ${version}`}, el ${longDate(nowIn(timezone, consented_at).date)}`
  const visits =
    appointments === 1
      ? `1, el ${longDate(first_date)}`
      : `${appointments}, del ${longDate(first_date)} al ${longDate(last_date)}`
  return [
    'Esto es lo que guardamos de ti:',
    // A stranger may have typed it in their name.
    `Nombre: ${unlinked(held.client_name)}`,
    held.client_phone !== '' && `Teléfono: ${held.client_phone}`,
    held.client_email && `Correo: ${held.client_email}`,
    held.client_id && `Cédula: ${held.client_id}`,
    ...(isOtherEmail ? [] : ofPerson(held)),
    `Citas: ${visits}, con su servicio, profesional, precio y asistencia`,
    ...(isOtherEmail ? [] : ofCard(held)),
    held.replies > 0 && `Respuestas tuyas a nuestros mensajes: ${held.replies}`,
    held.notes > 0 && `Notas de atención: ${held.notes}`,
    held.health_notes > 0 && `Datos de salud, con tu autorización: ${held.health_notes}`,
    agreed,
    `Mensajes por WhatsApp: ${held.takes_whatsapp ? 'autorizados' : 'no autorizados'}`,
    `Saludos y promociones: ${held.takes_advertising ? 'autorizados' : 'no autorizados'}`,
    '',
    `Los usamos para agendar, confirmar y recordar tus citas y llevar tu historial de atención. La política completa: ${url}`,
  ]
    .filter((line) => line !== false && line !== null)
    .join('\n')
}

const ofPerson = (held: Held) => [
  held.card_phone && `${held.client_phone ? 'Otro teléfono' : 'Teléfono'}: ${held.card_phone}`,
  held.card_email && `${held.client_email ? 'Otro correo' : 'Correo'}: ${held.card_email}`,
  held.card_document && `${held.client_id ? 'Otra cédula' : 'Cédula'}: ${held.card_document}`,
  held.birthday && `Cumpleaños: ${birthdayLabel(held.birthday)}`,
]

const ofCard = (held: Held) => [
  held.alert && `Alerta para quien te atiende: ${held.alert}`,
  held.tags.length > 0 && `Etiquetas: ${held.tags.join('; ')}`,
  held.photos > 0 && `Fotos: ${held.photos}`,
  held.is_blocked &&
    `Tus reservas por internet están bloqueadas${held.blocked_reason ? `: ${held.blocked_reason}` : ''}`,
]
