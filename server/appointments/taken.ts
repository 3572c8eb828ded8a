import { SHUT } from '#domain/counter.ts'
import { addDays } from '#domain/dates.ts'
import { shownPhone } from '#domain/phone.ts'
import { NO_PLACES } from '#domain/refusals.ts'
import { nearestStarts } from '#domain/slots.ts'
import { shutOn } from '#domain/special-hours.ts'
import type { Db, Tx } from '../database/db.ts'
import { Refusal } from '../http/refusal.ts'
import { anySlotsOfWindow, type AskedOfAny } from '../schedules/any.ts'
import { slotsOfWindow, type Asked } from '../schedules/availability.ts'
import { bookableProfessional } from '../schedules/queries.ts'
import { mostAhead } from './queries.ts'

const TAKEN = 'Ese horario acaba de ocuparse. Elige otro, por favor.'

/** @throws Refusal 409 where the date itself was closed: the database refuses that like time off, whatever else is there. */
export async function ensureNotShut(
  tx: Tx,
  to: { professional_id: number; service_id: number | null; appointment_date: string },
): Promise<void> {
  const found = await bookableProfessional(tx, to.professional_id, to.service_id, to.appointment_date)
  const shut = found && shutOn(found.special_days, to.appointment_date)
  if (shut) throw new Refusal(409, SHUT[shut])
}

/** The alternatives are sought in so many days before the taken start, and as many after it. */
const DAYS_AROUND = 30

export interface Start {
  appointment_date: string
  appointment_time: string
}

/**
 * The refusal of a taken start, with the nearest available ones as alternatives: by the same rules as the
 * write, and without the present start of the appointment being moved.
 */
export async function taken(
  db: Db | Tx,
  nowMs: number,
  start: Start,
  request: Asked | AskedOfAny,
): Promise<Refusal> {
  const from = addDays(start.appointment_date, -DAYS_AROUND)
  const days =
    'professional_id' in request
      ? ((await slotsOfWindow(db, nowMs, request, from)) ?? [])
      : await anySlotsOfWindow(db, nowMs, request, from)
  const free = days.flatMap(({ date, times }) => times.map((time) => ({ date, time })))
  const others = free.filter((other) => !('professional_id' in request && isPresent(other, request)))
  const requested = { date: start.appointment_date, time: start.appointment_time }
  const isFull = request.owner === undefined && days.some((day) => day.date === requested.date && day.full)
  return new Refusal(409, isFull ? NO_PLACES : TAKEN, { alternatives: nearestStarts(others, requested) })
}

const isPresent = ({ date, time }: { date: string; time: string }, { professional_id, moving }: Asked) =>
  moving?.professional_id === professional_id &&
  moving.appointment_date === date &&
  moving.appointment_time === time

/**
 * Whoever does not book online is asked to call: somebody who is blocked as everybody whom a service asks that only the business
 * books, so that nobody learns of a block.
 */
export async function askedToCall(db: Db, business_id: number): Promise<Refusal> {
  const { business_name, phone } = await mostAhead(db, business_id)
  return new Refusal(409, `Para reservar, comunícate con ${business_name} al ${shownPhone(phone)}`)
}
