import type { AppointmentInput } from '#domain/api/appointment.ts'
import type { appointmentCalls } from '#domain/api/calls/appointments.ts'
import { idempotencyHeaders } from '#domain/api/request.ts'
import { refusalErrors } from '#domain/refusals.ts'
import { BOOKING_SUSPENDED } from '#domain/suspension.ts'
import { epochMinutes } from '#domain/zone.ts'
import type { FastifyError } from 'fastify'
import type { z } from 'zod'
import { businessExists } from '../businesses/queries.ts'
import { hasOlderProcess, type Db, type Tx } from '../db.ts'
import { refusalOf } from '../http.ts'
import { earlierAnswer, settleRefusal, type Keyed } from '../once.ts'
import { occupiedBy } from '../occupied.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { availabilityOf, limitsOf, partsFor } from '../schedules/availability.ts'
import { bookableProfessional, type BookableProfessional } from '../schedules/queries.ts'
import { chosenErrorsFor, termsFor, type Chosen } from '../schedules/terms.ts'
import { userOf, type Author } from './change-queries.ts'
import { takeTime } from './hold.ts'
import { appointmentOfKey, insertAppointment, isOfPerson, mostAhead } from './queries.ts'
import { taken } from './taken.ts'

/** The answer to whoever booked; a repeated request with the same key gets the same one. */
export type BookedAnswer = Omit<
  z.output<(typeof appointmentCalls)['POST /api/appointments/public']['answer']>,
  'portal_token'
>

export type Booking = Author & {
  /** The Idempotency-Key of the request. */
  key: string | undefined
  /** Version of the terms the client agreed to, kept with the appointment as evidence. */
  consentVersion: string | null
  /** May refuse by throwing; a refused request whose key was answered before still gets that answer. */
  admit?: () => Promise<void>
  /** Called once for what is written, and not for an answer that is given again. */
  onBooked?: () => void
}

/**
 * Books an appointment: checks the request against the rules, then writes it. Taken times are not read
 * first: only the database decides on them, and only a refused booking reads them, to offer alternatives.
 * Every request of one key gets the same answer, whatever their timing.
 * @throws Refusal 400 for invalid input, 404 for an unknown business, 409 with `alternatives` (the
 * professional's nearest free times) for a taken time, 429 for a client who has enough appointments ahead.
 */
export async function book(db: Db, nowMs: number, input: BookingInput, by: Booking): Promise<BookedAnswer> {
  // Keys of clients and of owners are kept apart, even when they look the same.
  const key = by.key === undefined ? null : `${by.actor} ${by.key}`
  const keyed = key === null ? undefined : { business_id: input.business_id, key, nowMs }
  try {
    return await written(db, nowMs, input, by, keyed)
  } catch (error) {
    if (!keyed || !(error instanceof Refusal)) throw error
    return settleRefusal(db, keyed, error, (tx) => answerAgain(tx, keyed))
  }
}

/**
 * Answers a booking that could not be read: its key is used up by the refusal too, so that a repetition never
 * books what was refused.
 * @throws the error.
 */
export async function refuseUnread(
  db: Db,
  nowMs: number,
  { business_id, actor, key }: { business_id: unknown; actor: Author['actor']; key: unknown },
  error: FastifyError,
): Promise<BookedAnswer> {
  const business = Number(business_id)
  if (typeof key !== 'string' || !isKey(key) || !Number.isSafeInteger(business)) throw error
  const keyed = { business_id: business, key: `${actor} ${key}`, nowMs }
  return settleRefusal(db, keyed, refusalOf(error), (tx) => answerAgain(tx, keyed))
}

const isKey = (key: string) => idempotencyHeaders.shape['idempotency-key'].safeParse(key).success

async function written(
  db: Db,
  nowMs: number,
  { client_name, client_email, client_phone, client_id, notes, ...input }: BookingInput,
  by: Booking,
  keyed: Keyed | undefined,
): Promise<BookedAnswer> {
  const owner = by.actor === 'owner' ? input.business_id : undefined
  if (client_email === null) await ensureReadable(db)
  let found = await bookable(db, nowMs, input, owner)
  await by.admit?.()
  for (;;) {
    const { business_name, business_address, timezone, dates_version, starts_at, parts, options, ...copied } =
      found
    const { variant_id: _, addon_ids: __, ...slot } = input
    const appointment = {
      ...slot,
      ...copied,
      starts_at: new Date(starts_at * 60_000).toISOString(),
      client_name,
      client_email,
    }
    const row = {
      ...appointment,
      ...options,
      ends_at: new Date((starts_at + found.duration_minutes) * 60_000).toISOString(),
      occupied: occupiedBy(starts_at * 60_000, parts),
      client_phone,
      client_id,
      notes,
      consent_version: by.consentVersion,
      consented_at: by.consentVersion && new Date(nowMs).toISOString(),
      booked_by: by.actor,
      booked_by_user_id: userOf(by),
      created_at: new Date(nowMs).toISOString(),
      idempotency_key: keyed?.key ?? null,
    }
    const id = await takeTime(db, nowMs, row, () =>
      insertAppointment(db, row, { timezone, dates_version }).catch(async (error: unknown) => {
        throw isOfPerson(error) ? await enoughAhead(db, input.business_id) : error
      }),
    )
    if (id !== undefined) {
      by.onBooked?.()
      return {
        success: true,
        appointment: { id, ...appointment, business_name, business_address, status: 'scheduled' },
      }
    }

    const answer = keyed && (await answerAgain(db, keyed))
    if (answer) return answer
    // Not written: the time is taken, or what it was computed with changed meanwhile.
    const now = await bookable(db, nowMs, input, owner)
    if (now.timezone === found.timezone && now.dates_version === found.dates_version)
      throw await taken(db, nowMs, input, { ...input, owner })
    found = now
  }
}

/**
 * An appointment without an e-mail is written once every process can read it.
 * @throws Refusal 503 before.
 */
export async function ensureReadable(db: Db | Tx): Promise<void> {
  if (await hasOlderProcess(db)) throw new Refusal(503, UPDATING, { retryAfter: 30 })
}
const UPDATING = 'Estamos actualizando enpunto. En un minuto podrás agendar sin correo.'

const HOUR_S = 3600

/** By the page alone: the business itself books as often as it likes. */
async function enoughAhead(db: Db, business_id: number): Promise<Refusal> {
  const { most, business_name } = await mostAhead(db, business_id)
  const theirs = most === 1 ? 'una cita por venir' : `${most} citas por venir`
  return new Refusal(
    429,
    `Ya tienes ${theirs} en ${business_name}. Para reservar otra, escríbele al negocio o cancela una.`,
    { retryAfter: HOUR_S },
  )
}

/** The appointment to book and its client. */
export type BookingInput = AppointmentInput & { business_id: number }
type Choice = Omit<BookingInput, 'client_name' | 'client_email' | 'client_phone' | 'client_id' | 'notes'>

/** The earlier answer to a key; undefined for a new key. An earlier refusal is thrown again. */
async function answerAgain(db: Db | Tx, keyed: Keyed): Promise<BookedAnswer | undefined> {
  const booked = await appointmentOfKey(db, keyed.business_id, keyed.key)
  if (!booked) return earlierAnswer<BookedAnswer>(db, keyed)
  const starts_at = new Date(booked.starts_at).toISOString()
  return { success: true, appointment: { ...booked, starts_at, status: 'scheduled' } }
}

/** The service with its present name and price; refuses every error of the request except a taken time. */
async function bookable(db: Db, nowMs: number, input: Choice, owner: number | undefined) {
  const { business_id, professional_id, service_id, appointment_date: date, appointment_time: time } = input
  const found = await bookableProfessional(db, professional_id, service_id, date)
  if (found?.business_id !== business_id || !found.is_bookable) {
    if (found?.business_id === business_id && found.is_suspended) throw notFound(BOOKING_SUSPENDED)
    if (!(await businessExists(db, business_id))) throw notFound('Negocio no encontrado')
    throw invalid(refusalErrors('inactive')!)
  }
  const asked = { ...input, owner }
  if (owner === undefined && found.is_bookable_online === false) throw invalid({ service_id: NOT_ONLINE })
  if (found.service_id !== null) ensureChosen(found, asked)
  const rule = availabilityOf(found, asked, nowMs, [date, date]).refusal(date, time)
  if (rule) throw invalid(refusalErrors(rule, limitsOf(found, asked))!)
  const { business_name, business_address, professional_name } = found
  // Without a refusal, the service and the time exist.
  const { variant, addons, catalogue_name, ...terms } = termsFor(found, asked)
  return {
    business_name,
    business_address,
    professional_name,
    ...terms,
    options: {
      catalogue_name,
      variant: variant && JSON.stringify(variant),
      addons: JSON.stringify(addons),
    },
    timezone: found.timezone,
    dates_version: found.dates_version,
    starts_at: epochMinutes(date, time, found.timezone)!,
    parts: partsFor(found, asked),
  }
}

/** @throws Refusal 400 when an option of the service is missing or gone, or there are too many. */
function ensureChosen(found: BookableProfessional, asked: Chosen): void {
  const fields = chosenErrorsFor(found, asked)
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

const NOT_ONLINE = 'Este servicio lo agenda el negocio: llámalo o escríbele.'
