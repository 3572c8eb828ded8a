import { addDays } from '#domain/dates.ts'
import type { MessageRow } from '#domain/api/calls/by-hand.ts'
import { progressOf, toldReason } from '#domain/told.ts'
import { maskedPhone } from '#domain/masked.ts'
import { kindToTell, messageText, type TextKind } from '#domain/message-texts.ts'
import { today } from '#domain/zone.ts'
import { isElsewhere, zoneName } from '#domain/zone-name.ts'
import type { Scope } from '../accounts/scope.ts'
import { timezoneOf } from '../appointments/owner-queries.ts'
import type { Db, Tx } from '../database/db.ts'
import { toldByWhatsApp, type ByWhatsApp } from '../messages/told/queries.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import { phoneToken } from '../tokens.ts'
import {
  noteSentByHand,
  sentByHand,
  tellableOne,
  textsOf,
  toTell,
  type SentByHand,
  type Tellable,
} from './queries.ts'

/** Whose messages they are, and when. */
export interface Asked {
  scope: Scope
  user_id: number
  publicUrl: string
  nowMs: number
}

type Message = Pick<MessageRow, 'kind' | 'text' | 'sent_at' | 'sent_by'>

const NO_APPOINTMENT = 'Cita no encontrada'
const CHANGED = 'Esta cita cambió mientras escribías. Mira cómo quedó antes de avisarle.'

/** The messages for who comes today and tomorrow, by the clocks of the business. */
export async function messagesOfToday(db: Db, asked: Asked): Promise<{ today: string; rows: MessageRow[] }> {
  const { scope, nowMs } = asked
  const date = today(await timezoneOf(db, scope.business_id), nowMs)
  const found = await toTell(db, scope, [date, addDays(date, 1)], nowMs)
  const [messages, told] = await Promise.all([
    messagesFor(db, found, asked),
    toldByWhatsApp(
      db,
      scope.business_id,
      found.map(({ id }) => id),
    ),
  ])
  const rows = found.map((appointment, i) => {
    const message = messages[i]!
    return { ...appointment, ...message, told: toldOf(appointment, message.kind, told) }
  })
  return { today: date, rows }
}

const SAME: Record<TextKind, string[]> = {
  reminder: ['reminder_whatsapp_advance', 'reminder_whatsapp_two_hours'],
  confirmation: ['whatsapp_booked'],
  change: ['whatsapp_changed'],
  cancellation: ['whatsapp_cancelled'],
}

/** What became of the message of a kind that went by itself, if it tells the time that the appointment has now, and went to its telephone. */
function toldOf(one: Tellable, kind: TextKind, told: ByWhatsApp[]): MessageRow['told'] {
  const found = told.find(
    (message) =>
      message.appointment_id === one.id &&
      message.recipient === one.client_phone &&
      SAME[kind].includes(message.kind) &&
      (message.starts_at ?? one.starts_at) === one.starts_at &&
      (kind !== 'change' || message.created_at >= (one.moved_at ?? 0)),
  )
  return found ? { ...progressOf(found), reason: toldReason(found) ?? null } : null
}

/** The message that fits an appointment now. @throws Refusal 404 */
export async function messageOf(db: Db | Tx, id: number, asked: Asked): Promise<Message> {
  const found = await tellableOne(db, asked.scope, id)
  if (!found) throw notFound(NO_APPOINTMENT)
  return (await messagesFor(db, [found], asked))[0]!
}

/**
 * Notes that a message was sent by hand. Said again, by whomever, it stays as it was said first.
 * @throws Refusal 404; 409 when the appointment has another time or telephone, or another message fits it by now.
 */
export async function noteSent(
  tx: Tx,
  id: number,
  sent: { kind: TextKind; starts_at: number; client_phone: string | undefined },
  asked: Asked,
): Promise<Message> {
  const found = await tellableOne(tx, asked.scope, id)
  if (!found) throw notFound(NO_APPOINTMENT)
  const isOfCancelled = sent.kind === 'cancellation'
  const isThere = isOfCancelled ? found.status === 'cancelled' : found.status === 'scheduled'
  // Compared as its sender sees it: the answer would tell who guesses.
  const phone = asked.scope.seesContacts ? found.client_phone : maskedPhone(found.client_phone)
  const isToOther = sent.client_phone !== undefined && sent.client_phone !== phone
  if (!isThere || isToOther || found.starts_at !== sent.starts_at) throw new Refusal(409, CHANGED)
  const { business_id } = asked.scope
  const once = onceOf(found, sent.kind)
  const message = { business_id, appointment_id: id, kind: sent.kind, once, recipient: found.client_phone }
  await noteSentByHand(tx, message, asked)
  return (await messagesFor(tx, [found], asked, () => sent.kind))[0]!
}

/** One for each kind and time of an appointment: moved to another time, its client is to hear again. What went to another telephone is none. */
const onceOf = ({ id, starts_at }: Tellable, kind: TextKind) => `by_hand_${kind}:${id}:${starts_at}:whatsapp`

async function messagesFor(
  db: Db | Tx,
  all: Tellable[],
  asked: Asked,
  kindOf: (one: Tellable) => TextKind = (one) =>
    kindToTell(one, { ms: asked.nowMs, today: today(one.timezone, asked.nowMs) }),
): Promise<Message[]> {
  const { scope, nowMs, publicUrl } = asked
  const texts = new Map((await textsOf(db, scope.business_id)).map(({ kind, text }) => [kind, text]))
  const kinds = all.map(kindOf)
  const keys = all.map((one, i) => onceOf(one, kinds[i]!))
  const sent = new Map((await sentByHand(db, scope.business_id, keys)).map((one) => [one.once, one]))
  const sentTo = (one: Tellable, key: string) => {
    const found = sent.get(key)
    return found?.recipient === one.client_phone ? found : undefined
  }
  return Promise.all(
    all.map(async (one, i) => {
      const kind = kinds[i]!
      const isReached = scope.seesContacts && one.client_phone !== ''
      const link = isReached && (await linkFor(db, scope.business_id, one, publicUrl))
      const date = isElsewhere(one) ? undefined : today(one.timezone, nowMs)
      const text = link ? messageText(texts.get(kind)!, { ...one, link, zone: zoneName(one) }, date) : null
      return { kind, text, ...saidBy(sentTo(one, keys[i]!), asked) }
    }),
  )
}

/** Whose appointment was cancelled chooses another time; all others get theirs alone, as long as the phone stays. */
async function linkFor(db: Db | Tx, business_id: number, one: Tellable, publicUrl: string): Promise<string> {
  if (one.status === 'cancelled') return `${publicUrl}/negocio/${one.slug}`
  return `${publicUrl}/client?token=${await phoneToken(db, { ...one, business_id })}`
}

const saidBy = (sent: SentByHand | undefined, { user_id }: Asked) => ({
  sent_at: sent?.at ?? null,
  sent_by: sent && sent.user_id !== user_id ? (sent.user_name ?? 'tu equipo') : null,
})
