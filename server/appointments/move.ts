import { canEdit, canReschedule } from '#domain/appointment.ts'
import { appointmentErrors } from '#domain/booking.ts'
import { dayOfWeek, inBookingWindow } from '#domain/dates.ts'
import { cleanText } from '#domain/fields.ts'
import { normalisePhone } from '#domain/phone.ts'
import { doesService } from '#domain/specialties.ts'
import { MOVE_SUSPENDED } from '#domain/suspension.ts'
import { epochMinutes, today } from '#domain/zone.ts'
import { sqlState, type Db, type Tx } from '../db.ts'
import { queueChange } from '../messages/changes.ts'
import { invalid, notFound, Refusal } from '../refusal.ts'
import { gridStarts } from '../schedules/availability.ts'
import { offerFacts, type Offer } from '../schedules/queries.ts'
import { taken } from './book.ts'
import {
  changeAppointment,
  lockAppointment,
  lockProfessional,
  type Actor,
  type AppointmentKey,
  type Row,
} from './change-queries.ts'
import { timezoneOf } from './owner-queries.ts'
import { heldBy } from './queries.ts'

/** What an appointment is to become; what is left out stays as it was booked. */
export interface Wish {
  appointment_date: string
  appointment_time: string
  professional_id: number
  service_id: number
  client?: {
    client_name: string
    client_phone: string
    client_email: string
    client_id: string | null
    notes: string | null
  }
}

export interface Mover {
  actor: Actor
  nowMs: number
  /** A start must be at least this many minutes away (the portal's moves: 60). */
  noticeMinutes?: number
}

/**
 * Moves or edits a scheduled appointment: same id, the old time freed and the new one taken in one step, the old
 * values kept. Name, duration and price stay the booked ones unless the service is another.
 * @returns the move's id in the history, by which it can be taken back; undefined when nothing was moved.
 * @throws Refusal 400 for what is wrong with the wish, 404, 409 when it cannot be changed, or with `alternatives` when
 *   the new time is taken: then nothing has changed.
 */
export async function change(
  db: Db,
  key: AppointmentKey,
  wish: Wish,
  mover: Mover,
): Promise<number | undefined> {
  try {
    return await db.transaction().execute((tx) => changeWithin(tx, key, wish, mover))
  } catch (error) {
    // The database's word on overlap; what this transaction did is undone.
    if (sqlState(error) === '23P01')
      throw await taken(db, mover.nowMs, { ...wish, business_id: key.business_id }, await heldBy(db, key))
    throw error
  }
}

/** The owner's form, as for a new appointment. Returns and throws as `change`. */
export async function edit(db: Db, key: AppointmentKey, body: Record<string, unknown>, nowMs: number) {
  const errors = appointmentErrors(body)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const wish = {
    appointment_date: cleanText(body.appointment_date).slice(0, 10),
    appointment_time: cleanText(body.appointment_time).slice(0, 5),
    professional_id: Number(body.professional_id),
    service_id: Number(body.service_id),
    client: {
      client_name: cleanText(body.client_name),
      client_phone: normalisePhone(body.client_phone)!,
      client_email: cleanText(body.client_email),
      client_id: cleanText(body.client_id) || null,
      notes: cleanText(body.notes) || null,
    },
  }
  return await change(db, key, wish, { actor: 'owner', nowMs })
}

/** As `change`, in the caller's transaction. */
export async function changeWithin(
  tx: Tx,
  key: AppointmentKey,
  wish: Wish,
  { actor, nowMs, noticeMinutes }: Mover,
): Promise<number | undefined> {
  const row = await lockAppointment(tx, key)
  if (!row) throw notFound('Cita no encontrada')
  const isMoved =
    wish.appointment_date !== row.appointment_date ||
    wish.appointment_time !== row.appointment_time ||
    wish.professional_id !== row.professional_id
  const offer = await offerFacts(tx, wish.professional_id, wish.service_id, [
    dayOfWeek(wish.appointment_date),
  ])
  const refusal =
    actor === 'owner'
      ? canEdit(row)
      : canReschedule(row, today(await timezoneOf(tx, key.business_id), nowMs), actor)
  if (refusal) throw new Refusal(409, refusal)
  if (offer?.business_id === row.business_id && offer.is_suspended) throw new Refusal(409, MOVE_SUSPENDED)

  const isOtherService = wish.service_id !== row.service_id
  const changes: Record<string, unknown> = { ...wish.client }
  if (isMoved || isOtherService) {
    const { professional_name, ...service } = wanted(offer, row, wish, isOtherService)
    const startsAt = startOf({ ...offer!, ...service }, wish, nowMs, noticeMinutes)
    Object.assign(changes, service, {
      professional_id: wish.professional_id,
      professional_name,
      appointment_date: wish.appointment_date,
      appointment_time: wish.appointment_time,
      starts_at: new Date(startsAt * 60_000).toISOString(),
      ends_at: new Date((startsAt + service.duration_minutes) * 60_000).toISOString(),
    })
    const isOtherTime = startsAt * 60_000 !== row.starts_at
    if (isOtherTime) {
      changes.rescheduled_from = new Date(row.starts_at).toISOString()
      // Whoever confirmed was speaking of the old time.
      changes.client_confirmed_at = null
    }
    await lockProfessional(tx, key.business_id, wish.professional_id)
  }
  for (const [column, value] of Object.entries(changes))
    if (isSame(row[column as keyof Row], value)) delete changes[column]
  if (Object.keys(changes).length === 0) return undefined
  const kind = 'starts_at' in changes || 'professional_id' in changes ? 'moved' : 'edited'
  const { old, id } = await changeAppointment(tx, row, changes, { change: kind, actor, nowMs })
  const canBeUndone = kind === 'moved' && actor === 'owner'
  await queueChange(tx, {
    ...{ kind, business_id: row.business_id, appointment_id: row.id, actor, at: nowMs, old },
    ...(canBeUndone && { waitMs: SECOND_THOUGHTS_MS }),
  })
  return canBeUndone ? id : undefined
}

// As long as the screen offers to take a move back, and the way there.
export const SECOND_THOUGHTS_MS = 12_000

const isSame = (before: unknown, after: unknown) =>
  before === after ||
  (typeof before === 'number' && typeof after === 'string' && before === Date.parse(after))

/** The service and professional that are wanted, or a refusal; a service that stays is the one that was booked. */
function wanted(offer: Offer | undefined, row: Row, wish: Wish, isOtherService: boolean) {
  if (offer?.business_id !== row.business_id || !offer.is_bookable)
    throw invalid({ professional_id: 'Este profesional no está disponible' })
  const { professional_name } = offer
  if (!isOtherService) {
    const { service_id, service_name, duration_minutes, price } = row
    // A service that was deleted since can still be done by whoever was to do it.
    if (wish.professional_id !== row.professional_id && !doesService(offer.specialties, service_id))
      throw invalid({ professional_id: 'Este profesional no realiza ese servicio' })
    return { professional_name, service_id, service_name, duration_minutes, price }
  }
  const { service_id, service_name, duration_minutes, price } = offer
  if (service_id === null || service_name === null || duration_minutes === null || price === null)
    throw invalid({ service_id: 'Este servicio no está disponible' })
  if (!doesService(offer.specialties, service_id))
    throw invalid({ service_id: 'Este profesional no realiza ese servicio' })
  return { professional_name, service_id, service_name, duration_minutes, price }
}

function startOf(offer: Offer, wish: Wish, nowMs: number, noticeMinutes = 0): number {
  const { appointment_date: date, appointment_time: time } = wish
  if (!inBookingWindow(date, today(offer.timezone, nowMs)))
    throw invalid({ appointment_date: 'Solo se puede reservar desde hoy y hasta 30 días adelante' })
  const startsAt = epochMinutes(date, time, offer.timezone)
  if (startsAt !== undefined && startsAt * 60_000 < nowMs + noticeMinutes * 60_000)
    throw invalid({
      appointment_time: noticeMinutes
        ? `La nueva hora debe ser al menos ${noticeMinutes} minutos después de ahora`
        : 'Esa hora ya pasó: elige otra',
    })
  if (startsAt === undefined || !gridStarts(offer, date, nowMs).includes(time))
    throw invalid({ appointment_time: 'Esa hora no está entre los horarios de atención' })
  return startsAt
}
