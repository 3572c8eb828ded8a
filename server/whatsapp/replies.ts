import { normalForm } from '#domain/normal-form.ts'
import { mediumDate, atTime } from '#domain/dates.ts'
import { shownPhone } from '#domain/phone.ts'
import { inZone, zoneName } from '#domain/zone-name.ts'
import { withoutLinks } from '#domain/unlinked.ts'
import { cancel } from '../appointments/cancel.ts'
import { attempt, type Db, type Tx } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { unapprovedBrands } from '../messages/sender-name-queries.ts'
import { confirm } from '../reminders/confirm.ts'
import { phoneToken } from '../tokens.ts'
import { isMovedSince, lastChange } from './change-queries.ts'
import { readConfirmation } from './confirm-phone.ts'
import { formsOf } from './numbers.ts'
import { payloadFor, readPayload, type Asked } from './payload.ts'
import { noteReached } from './queries.ts'
import {
  appointmentOfReply,
  isAnsweredToday,
  isNoted,
  noteHandled,
  noteReply,
  noteStop,
  queueAnswer,
  WANTED_BY,
  type AnsweredAppointment,
} from './reply-queries.ts'
import type { Reply } from './webhook.ts'
import { saysNothing } from './words.ts'

interface Context {
  /** For the installation's secrets, which are read once. */
  db: Db
  nowMs: number
  publicUrl: string
}

/** What follows from a reply: noted with it, and what the client is answered. */
interface Followed {
  handled: string
  answer?: object
}

const text = (body: string) => ({ type: 'text', text: { preview_url: false, body } })

/**
 * Does what a client's reply asks for, once, and queues the answer. A tap counts only from the telephone of the appointment, or,
 * where none is shown, from the user whom a status of its message named.
 * @returns the business, when there was something to tell it.
 */
export async function handleReply(tx: Tx, reply: Reply, context: Context): Promise<number | undefined> {
  if (saysNothing(reply)) return undefined
  const business = await readConfirmation(context.db, tx, reply)
  if (business !== undefined) return business
  const payload = reply.button?.payload ?? reply.interactive?.button_reply?.id
  const asked = await readPayload(context.db, payload)
  // Delivered again, it would be taken for an answer to whoever wrote since.
  if (await isNoted(tx, reply)) return undefined
  const appointment = await appointmentOfReply(tx, reply, asked)
  if (!appointment) return undefined
  const id = await noteReply(tx, reply, appointment, { payload, nowMs: context.nowMs })
  if (id === undefined) return undefined
  const { handled, answer } = await follow(tx, reply, { appointment, asked, payload }, context)
  const wanted = asked && WANTED_BY[asked.act]
  const told = { is_act: wanted !== undefined, nowMs: context.nowMs }
  const isAnswered = answer && (await queueAnswer(tx, reply, appointment, { message: answer, ...told }))
  const isLost = wanted && answer && !isAnswered && handled !== 'cancelled' && isAhead(appointment, context)
  await noteHandled(tx, { business_id: appointment.business_id, id }, isLost ? wanted : handled)
  return appointment.business_id
}

const isAhead = ({ status, starts_at }: AnsweredAppointment, { nowMs }: Context) =>
  status === 'scheduled' && starts_at > nowMs

interface Replied {
  appointment: AnsweredAppointment
  asked: Asked | undefined
  payload: string | undefined
}

async function follow(tx: Tx, reply: Reply, replied: Replied, context: Context): Promise<Followed> {
  const { appointment, asked, payload } = replied
  if (!isSender(reply, appointment)) return { handled: 'stranger' }
  const at = Number(reply.timestamp) * 1000 || context.nowMs
  await noteReached(tx, { ...appointment, recipient: appointment.client_phone }, { at })
  if (asked) return act(tx, asked, appointment, context)
  if (payload !== undefined) return { handled: 'unknown' }
  if (isStop(reply.text?.body)) {
    await noteStop(tx, appointment, reply.id, context.nowMs)
    return { handled: 'stopped', answer: text('Listo, no te escribiremos más por WhatsApp.') }
  }
  // What asks for nothing wants no answer, which would cost the operator one.
  if (reply.reaction) return { handled: 'read' }
  if (await isAnsweredToday(tx, appointment, context.nowMs)) return { handled: 'read' }
  const { whatsapp, phone } = appointment
  const number = (whatsapp || phone || '').replace(/\D/g, '')
  const where = number ? `https://wa.me/${number}` : shownPhone(phone)
  return {
    handled: 'answered',
    answer: text(`Este número solo envía avisos. Escríbele ${await whom(appointment, context)}: ${where}`),
  }
}

/** 'a Salón Bugambilia', or by no name where it may not stand in what we write. */
async function whom(appointment: AnsweredAppointment, { db, nowMs }: Context): Promise<string> {
  const isUnapproved = (await unapprovedBrands(db, [appointment], nowMs)).size > 0
  return isUnapproved ? 'al negocio' : `a ${withoutLinks(appointment, appointment).business_name}`
}

function isSender(reply: Reply, { client_phone, whatsapp_user_id }: AnsweredAppointment): boolean {
  if (reply.from) return formsOf(reply.from).includes(client_phone.replace(/\D/g, ''))
  return reply.from_user_id !== undefined && reply.from_user_id === whatsapp_user_id
}

const STOPS = ['baja', 'salir', 'parar', 'stop', 'sair']
/** 'BAJA', 'Salir.', 'stop!' */
const isStop = (body: string | undefined): boolean =>
  STOPS.includes(
    normalForm(body ?? '', 'NFKD')
      .replace(/[^\p{L}]/gu, '')
      .toLowerCase(),
  )

async function act(
  tx: Tx,
  asked: Asked,
  appointment: AnsweredAppointment,
  context: Context,
): Promise<Followed> {
  const key = { business_id: appointment.business_id, id: appointment.id }
  const at = `${mediumDate(appointment.appointment_date)} ${atTime(appointment.appointment_time)}`
  const when = inZone(at, zoneName(appointment))
  if (appointment.status === 'cancelled')
    return { handled: 'late', answer: text(`Tu cita del ${when} ya está cancelada.`) }
  if (!isAhead(appointment, context)) return { handled: 'late', answer: text(`Tu cita del ${when} ya pasó.`) }
  if (await isMovedSince(tx, key, asked.sequence))
    return {
      handled: 'late',
      answer: text(`Tu cita cambió: ahora es el ${when}. Mírala aquí: ${await linkOf(appointment, context)}`),
    }
  switch (asked.act) {
    case 'confirm':
      await confirm(tx, key, context.nowMs)
      return { handled: 'confirmed', answer: text(`¡Gracias! Te esperamos el ${when}.`) }
    case 'change':
      return { handled: 'link', answer: text(`Elige otra hora aquí: ${await linkOf(appointment, context)}`) }
    case 'cancel':
      return { handled: 'asked', answer: await question(tx, appointment, when, context) }
    case 'cancel_no':
      return { handled: 'kept', answer: text(`Tu cita sigue en pie. Te esperamos el ${when}.`) }
    case 'cancel_yes':
      return cancelled(tx, appointment, when, context)
  }
}

/** A refusal says why and changes nothing, what was written before it included. */
async function cancelled(
  tx: Tx,
  appointment: AnsweredAppointment,
  when: string,
  context: Context,
): Promise<Followed> {
  const { business_id, id } = appointment
  const by = { actor: 'client', nowMs: context.nowMs } as const
  const called = await whom(appointment, context)
  try {
    await attempt(tx, (part) => cancel(part, { business_id, id }, by, { whom: called }))
    return { handled: 'cancelled', answer: text(`Listo, tu cita del ${when} quedó cancelada.`) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { handled: 'refused', answer: text(error.message) }
  }
}

const linkOf = async (appointment: AnsweredAppointment, { db, publicUrl }: Context) =>
  `${publicUrl}/client?token=${await phoneToken(db, appointment)}`

async function question(tx: Tx, { business_id, id }: AnsweredAppointment, when: string, { db }: Context) {
  const sequence = await lastChange(tx, business_id, id)
  const button = async (act: 'cancel_yes' | 'cancel_no', title: string) => ({
    type: 'reply',
    reply: { id: await payloadFor(db, { act, business_id, appointment_id: id, sequence }), title },
  })
  return {
    type: 'interactive',
    interactive: {
      type: 'button',
      body: { text: `¿Seguro que quieres cancelar tu cita del ${when}?` },
      action: { buttons: [await button('cancel_yes', 'Sí, cancelar'), await button('cancel_no', 'No')] },
    },
  }
}
