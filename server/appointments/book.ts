import { appointmentErrors } from '#domain/appointment.ts'
import { dayOfWeek, inBookingWindow } from '#domain/dates.ts'
import { cleanText } from '#domain/fields.ts'
import { normalisePhone } from '#domain/phone.ts'
import { doesService } from '#domain/specialties.ts'
import { BOOKING_SUSPENDED } from '#domain/suspension.ts'
import { nearestStarts } from '#domain/slots.ts'
import { epochMinutes, today } from '#domain/zone.ts'
import { businessExists } from '../businesses/queries.ts'
import type { Db } from '../db.ts'
import { earlierAnswer, keepAnswer } from '../once.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { gridStarts, slotsOfWindow, type Held } from '../schedules/availability.ts'
import { offerFacts } from '../schedules/queries.ts'
import { appointmentOfKey, insertAppointment } from './queries.ts'

const TAKEN = 'Ese horario acaba de ocuparse. Elige otro, por favor.'

/** What the person who booked is told: the same again when the request is repeated with its key. */
export interface BookedAnswer {
  success: true
  appointment: {
    id: number
    service_id: number
    service_name: string
    professional_id: number
    professional_name: string
    business_id: number
    business_name: string
    business_address: string | null
    appointment_date: string
    appointment_time: string
    duration_minutes: number
    price: number
    status: 'scheduled'
    client_name: string
    client_email: string
    starts_at: string
  }
}

export interface Booking {
  actor: 'client' | 'owner'
  /** The Idempotency-Key of the request. */
  key: string | undefined
  /** Version of the terms the client agreed to, kept with the appointment as evidence. */
  consentVersion: string | null
  /** May refuse by throwing; a refused request whose key was answered before still gets that answer. */
  admit?: () => Promise<void>
}

/**
 * Books: checks the request against the rules, then writes. Whether the time is still free is not looked up before:
 * the database alone decides that.
 * @throws Refusal 400 for what the request has wrong, 404 for an unknown business, 409 with `alternatives`
 *   (the professional's nearest free times) for a time that is taken.
 */
export async function book(
  db: Db,
  nowMs: number,
  body: Record<string, unknown>,
  by: Booking,
): Promise<BookedAnswer> {
  const errors = appointmentErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const wanted = {
    business_id: Number(body.business_id),
    service_id: Number(body.service_id),
    professional_id: Number(body.professional_id),
    appointment_date: cleanText(body.appointment_date),
    appointment_time: cleanText(body.appointment_time).slice(0, 5),
  }
  // The client's keys and the owner's are not the same, whatever they look like.
  const key = by.key === undefined ? null : `${by.actor} ${by.key}`

  let offer: Awaited<ReturnType<typeof offered>>
  try {
    offer = await offered(db, nowMs, wanted)
    await by.admit?.()
  } catch (refusal) {
    const answer = key && (await answerAgain(db, nowMs, wanted, key))
    if (answer) return answer
    throw refusal
  }

  const { business_name, business_address, starts_at, ...copied } = offer
  const appointment = {
    ...wanted,
    ...copied,
    starts_at: new Date(starts_at * 60_000).toISOString(),
    client_name: cleanText(body.client_name),
    client_email: cleanText(body.client_email),
  }
  const id = await insertAppointment(db, {
    ...appointment,
    ends_at: new Date((starts_at + offer.duration_minutes) * 60_000).toISOString(),
    client_phone: normalisePhone(body.client_phone)!,
    client_id: cleanText(body.client_id) || null,
    notes: cleanText(body.notes) || null,
    consent_version: by.consentVersion,
    consented_at: by.consentVersion && new Date(nowMs).toISOString(),
    booked_by: by.actor,
    created_at: new Date(nowMs).toISOString(),
    idempotency_key: key,
  })
  if (id !== undefined)
    return {
      success: true,
      appointment: { id, ...appointment, business_name, business_address, status: 'scheduled' },
    }

  const answer = key && (await answerAgain(db, nowMs, wanted, key))
  if (answer) return answer
  const refusal = await taken(db, nowMs, wanted)
  if (key) await keepAnswer(db, wanted.business_id, key, { status: 409, answer: refusal.details, nowMs })
  throw refusal
}

export interface Wanted {
  business_id: number
  service_id: number
  professional_id: number
  appointment_date: string
  appointment_time: string
}

/** The answer that a key had before; undefined for a new key. A refusal is thrown again. */
async function answerAgain(
  db: Db,
  nowMs: number,
  wanted: Wanted,
  key: string,
): Promise<BookedAnswer | undefined> {
  const booked = await appointmentOfKey(db, wanted.business_id, key)
  if (booked) {
    const starts_at = new Date(booked.starts_at).toISOString()
    return { success: true, appointment: { ...booked, starts_at, status: 'scheduled' } }
  }
  const earlier = await earlierAnswer(db, wanted.business_id, key, nowMs)
  if (earlier) throw new Refusal(earlier.status, TAKEN, earlier.answer)
  return undefined
}

/** The refusal of a time that is taken, with the nearest free ones; `held` is the appointment that was to be moved. */
export async function taken(db: Db, nowMs: number, wanted: Wanted, held?: Held): Promise<Refusal> {
  const days = await slotsOfWindow(db, nowMs, wanted.professional_id, wanted.service_id, held)
  const free = (days ?? []).flatMap(({ date, times }) => times.map((time) => ({ date, time })))
  const alternatives = nearestStarts(free, { date: wanted.appointment_date, time: wanted.appointment_time })
  return new Refusal(409, TAKEN, { alternatives })
}

/** What is booked, as it is offered; or a refusal that names what is wrong with the request, taken times aside. */
async function offered(db: Db, nowMs: number, wanted: Wanted) {
  const { business_id, professional_id, service_id, appointment_date: date, appointment_time: time } = wanted
  const offer = await offerFacts(db, professional_id, service_id, [dayOfWeek(date)])
  if (offer?.business_id !== business_id || !offer.is_bookable) {
    if (offer?.business_id === business_id && offer.is_suspended) throw notFound(BOOKING_SUSPENDED)
    if (!(await businessExists(db, business_id))) throw notFound('Negocio no encontrado')
    throw invalid({ professional_id: 'Este profesional no está disponible' })
  }
  const { service_name, duration_minutes, price } = offer
  if (service_name === null || duration_minutes === null || price === null)
    throw invalid({ service_id: 'Este servicio no está disponible' })
  if (!doesService(offer.specialties, service_id))
    throw invalid({ service_id: 'Este profesional no realiza ese servicio' })
  if (!inBookingWindow(date, today(offer.timezone, nowMs)))
    throw invalid({ appointment_date: 'Solo se puede reservar desde hoy y hasta 30 días adelante' })
  const starts_at = epochMinutes(date, time, offer.timezone)
  if (starts_at !== undefined && starts_at * 60_000 <= nowMs)
    throw invalid({ appointment_time: 'Esa hora ya pasó: elige otra' })
  if (starts_at === undefined || !gridStarts(offer, date, nowMs).includes(time))
    throw invalid({ appointment_time: 'Esa hora no está entre los horarios de atención' })
  const { business_name, business_address, professional_name } = offer
  return {
    business_name,
    business_address,
    professional_name,
    service_name,
    duration_minutes,
    price,
    starts_at,
  }
}
