import type { NewAppointmentInput } from '#domain/api/appointment.ts'
import type { appointmentCalls } from '#domain/api/calls/appointments.ts'
import { idempotencyHeaders } from '#domain/api/request.ts'
import { ANY } from '#domain/choice.ts'
import { emailError } from '#domain/email.ts'
import { idOf } from '#domain/fields.ts'
import type { PriceKind } from '#domain/money.ts'
import type { FastifyError } from 'fastify'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { CountedJson } from '../limits/attempts.ts'
import { inLineOf } from '../turns/business-turns.ts'
import { hasOlderProcess, type Db, type Tx } from '../database/db.ts'
import { refusalOf } from '../http/http.ts'
import { earlierAnswer, isFinal, settleRefusal, type Keyed } from '../once.ts'
import { occupiedBy } from '../database/occupied.ts'
import { invalid, Refusal } from '../http/refusal.ts'
import type { Left, WrittenWith } from '../schedules/written-queries.ts'
import { bookable } from './bookable.ts'
import { networkIn, userOf, type Author } from './change-queries.ts'
import { takeTime } from './hold.ts'
import {
  appointmentOfKey,
  insertAppointment,
  isOfBlocked,
  isOfPerson,
  mostAhead,
  type CompleteAppointment,
} from './queries.ts'
import { askedToCall, taken } from './taken.ts'
import { writeBooking } from './write-together.ts'

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
  /** Keys of those whom their browser knows are kept apart: their answers are not the same. */
  door?: 'remembered'
  /** How a client who leaves no e-mail is told, on the public page; 'nothing': that stays open, so one is needed. */
  withoutEmail?: 'no_messages' | 'whatsapp' | 'nothing'
  /** How often its client, network and business may book. */
  limits?: {
    /** What is read of it with the rest. */
    subjects: Buffer[]
    /** For the write itself to look at; undefined where the counts are needed before. */
    left: () => Left | undefined
    /** Refuses by throwing. @param counts unless they were read: with any professional. */
    ensure: (counts: CountedJson | undefined) => Promise<number>
  }
  /** Whether a refusal may be kept for its key; without it, it is. */
  mayKeep?: () => Promise<boolean>
  /**
   * May refuse by throwing; a refused request whose key was answered before still gets that answer.
   * @param size what `limits` found, where it was asked before the write.
   */
  admit?: (size: number | undefined) => Promise<void>
  /** Called once for what is written, and not for an answer that is given again. */
  onBooked?: (id: number) => unknown
}

/**
 * Books an appointment: checks the request against the rules, then writes it. Taken times are not read
 * first: only the database decides on them, and only a refused booking reads them, to offer alternatives.
 * Every request of one key gets the same answer, whatever their timing; of refusals, as many are kept as `mayKeep` allows.
 * @throws Refusal 400 for invalid input, 404 for an unknown business, 409 with `alternatives` (the
 * nearest free times) for a taken time, 429 for a client who has enough appointments ahead.
 */
export async function book(db: Db, nowMs: number, input: BookingInput, by: Booking): Promise<BookedAnswer> {
  // Keys of clients and of owners are kept apart, even when they look the same.
  const key = by.key === undefined ? null : `${by.door ?? by.actor} ${by.key}`
  const keyed = key === null ? undefined : { business_id: input.business_id, key, nowMs }
  try {
    return await written(db, nowMs, input, by, keyed)
  } catch (error) {
    if (!keyed || !(error instanceof Refusal)) throw error
    return answerRefused(db, keyed, error, by.mayKeep)
  }
}

/** @throws the refusal, unless the key was answered before. */
async function answerRefused(
  db: Db,
  keyed: Keyed,
  refusal: Refusal,
  mayKeep: Booking['mayKeep'],
): Promise<BookedAnswer> {
  if (!mayKeep || !isFinal(refusal) || (await mayKeep()))
    return settleRefusal(db, keyed, refusal, (tx) => answerAgain(tx, keyed))
  const earlier = await answerAgain(db, keyed)
  if (earlier) return earlier
  throw refusal
}

/**
 * Answers a booking that could not be read: its key is used up by the refusal too, so that a repetition never
 * books what was refused.
 * @throws the error.
 */
export async function refuseUnread(
  db: Db,
  nowMs: number,
  { business_id, door, key }: { business_id: unknown; door: Author['actor'] | 'remembered'; key: unknown },
  error: FastifyError | Refusal,
  mayKeep?: Booking['mayKeep'],
): Promise<BookedAnswer> {
  const business = idOf(business_id)
  if (typeof key !== 'string' || !isKey(key) || business === undefined) throw error
  const keyed = { business_id: business, key: `${door} ${key}`, nowMs }
  const refusal = error instanceof Refusal ? error : refusalOf(error)
  return answerRefused(db, keyed, refusal, mayKeep)
}

const isKey = (key: string) => idempotencyHeaders.shape['idempotency-key'].safeParse(key).success

async function written(
  db: Db,
  nowMs: number,
  input: BookingInput,
  by: Booking,
  keyed: Keyed | undefined,
): Promise<BookedAnswer> {
  const owner = by.actor === 'owner' ? input.business_id : undefined
  if (input.client_email === null) await ensureReadable(db)
  const asking = { owner, key: keyed?.key ?? String(nowMs), counting: by.limits?.subjects }
  const isFresh = input.client_email === null
  let found = await bookable(db, nowMs, input, { ...asking, isFresh })
  const isOpen = by.withoutEmail === 'nothing' || (by.withoutEmail === 'whatsapp' && !found.writes_whatsapp)
  if (owner === undefined && input.client_email === null && (found.asks_email === 'required' || isOpen))
    throw invalid({ client_email: emailError(null)! })
  let left = found.isKept ? by.limits?.left() : undefined
  await by.admit?.(left ? undefined : await by.limits?.ensure(found.counted))
  const tried = new Set<number>()
  for (;;) {
    // Of several who were free each is tried once: meanwhile somebody else may have got them.
    const person = found.people.find(({ professional_id }) => !tried.has(professional_id))
    if (!person) throw await taken(db, nowMs, input, askedOf(input, owner))
    const row = rowOf(nowMs, input, by, { found, person, key: keyed?.key })
    const insert = () =>
      write(db, row, { ...found.computedWith, network: networkIn(by), left }).catch(
        async (error: unknown) => {
          if (isOfBlocked(error)) throw await askedToCall(db, input.business_id)
          throw isOfPerson(error) ? await enoughAhead(db, input.business_id) : error
        },
      )
    const id = found.isKept ? await insert() : await takeTime(db, nowMs, row, insert)
    if (id !== undefined) {
      await by.onBooked?.(id)
      return answerOf(id, row, found)
    }
    const answer = keyed && (await answerAgain(db, keyed))
    if (answer) return answer
    // Not written: the time is taken, what it was computed with is no longer so, or a limit is used up.
    const now = await bookable(db, nowMs, input, { ...asking, isFresh: true })
    if (left) await by.limits!.ensure(now.counted)
    left = undefined
    // What was kept may have been of before: it is tried again by what is.
    if (!found.isKept && isDeepStrictEqual(now.computedWith, found.computedWith))
      tried.add(person.professional_id)
    found = now
  }
}

/** What a key names may be written with others: it is known again. */
const write = (db: Db, row: BookedRow, by: WrittenWith) => {
  const { idempotency_key, business_id } = row
  if (idempotency_key !== null) return writeBooking(db, { appointment: { ...row, idempotency_key }, by })
  return inLineOf(db, business_id, (lockTimeoutMs) => insertAppointment(db, row, by, lockTimeoutMs))
}

/**
 * An appointment without an e-mail is written once every process can read it.
 * @throws Refusal 503 before.
 */
export async function ensureReadable(db: Db | Tx): Promise<void> {
  if (await hasOlderProcess(db)) throw new Refusal(503, UPDATING, { retryAfter: 30 })
}
const UPDATING = 'Estamos actualizando enpunto. En un minuto podrás agendar sin correo.'

type Found = Awaited<ReturnType<typeof bookable>>

/** What else could be booked: at another time it does not begin now, and is prepared. */
const askedOf = ({ professional_id, starts_now: _, ...input }: BookingInput, owner: number | undefined) =>
  professional_id === ANY ? { ...input, owner } : { ...input, professional_id, owner }

interface Chosen {
  found: Found
  person: Found['people'][number]
  key: string | undefined
}

function rowOf(nowMs: number, input: BookingInput, by: Booking, { found, person, key }: Chosen): BookedRow {
  const { startsMs } = found
  const { parts, terms, options, ...professional } = person
  return {
    ...input,
    ...terms,
    ...options,
    ...professional,
    starts_at: new Date(startsMs).toISOString(),
    ends_at: new Date(startsMs + terms.duration_minutes * 60_000).toISOString(),
    occupied: occupiedBy(startsMs, parts),
    consent_version: by.consentVersion,
    consented_at: by.consentVersion && new Date(nowMs).toISOString(),
    booked_by: by.actor,
    booked_by_user_id: userOf(by),
    chosen_by: input.professional_id === ANY ? 'system' : 'client',
    created_at: new Date(nowMs).toISOString(),
    idempotency_key: key ?? null,
  }
}

type BookedRow = CompleteAppointment & { price_kind: PriceKind }

const ANSWERED = [
  ...(['business_id', 'service_id', 'service_name', 'professional_id', 'professional_name'] as const),
  ...(['appointment_date', 'appointment_time', 'duration_minutes', 'price', 'price_kind'] as const),
  ...(['client_name', 'client_email', 'starts_at'] as const),
]

function answerOf(id: number, row: BookedRow, { business }: Found): BookedAnswer {
  const copied = Object.fromEntries(ANSWERED.map((name) => [name, row[name]])) as Pick<
    BookedRow,
    (typeof ANSWERED)[number]
  >
  return { success: true, appointment: { id, ...copied, ...business, status: 'scheduled' } }
}

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
export type BookingInput = NewAppointmentInput & {
  business_id: number
  client_timezone?: string | null | undefined
  card_id?: number | null
}

/** The earlier answer to a key; undefined for a new key. An earlier refusal is thrown again. */
async function answerAgain(db: Db | Tx, keyed: Keyed): Promise<BookedAnswer | undefined> {
  const booked = await appointmentOfKey(db, keyed.business_id, keyed.key)
  if (!booked) return earlierAnswer<BookedAnswer>(db, keyed)
  const starts_at = new Date(booked.starts_at).toISOString()
  return { success: true, appointment: { ...booked, starts_at, status: 'scheduled' } }
}
