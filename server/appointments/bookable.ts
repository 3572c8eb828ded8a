import type { AtTheCounter } from '#domain/api/counter.ts'
import { inTurn } from '#domain/assignment.ts'
import type { Rule } from '#domain/availability.ts'
import { ANY } from '#domain/choice.ts'
import { canBeWaived, SHUT, waivedBy, WARNINGS } from '#domain/counter.ts'
import { addDays, dayOfWeek } from '#domain/dates.ts'
import { refusalErrors } from '#domain/refusals.ts'
import { shutOn } from '#domain/special-hours.ts'
import { BOOKING_SUSPENDED } from '#domain/suspension.ts'
import { epochMinutes, today, zoneClock } from '#domain/zone.ts'
import type { ChosenOptions } from '#domain/terms.ts'
import type { CountedJson } from '../limits/attempts.ts'
import { businessExists } from '../businesses/queries.ts'
import type { Db, Tx } from '../database/db.ts'
import { invalid, notFound, Refusal } from '../http/refusal.ts'
import { freeAt } from '../schedules/any.ts'
import { availabilityOf, limitsOf, partsFor } from '../schedules/availability.ts'
import { professionalWithCounts } from '../schedules/counted-queries.ts'
import { keptFacts, type Facts } from '../schedules/kept-facts.ts'
import { bookableProfessional, type BookableProfessional } from '../schedules/queries.ts'
import type { ComputedWith } from '../schedules/written-queries.ts'
import { chosenErrorsFor, termsFor, type Chosen } from '../schedules/terms.ts'
import { assignmentFacts } from './assignment-queries.ts'
import { askedToCall, taken } from './taken.ts'

/** What is to be booked. */
export interface Choice extends ChosenOptions, Partial<AtTheCounter> {
  business_id: number
  professional_id: number | typeof ANY
  service_id: number
  appointment_date: string
  appointment_time: string
}

interface Asking {
  /** The business, when it books itself. */
  owner: number | undefined
  /** The name of the request. */
  key: string
  /** Subjects of which it reads the counts besides, with one professional; then what was read before may do. */
  counting?: Buffer[] | undefined
  /** It does not. */
  isFresh?: boolean
}

const NOBODY = 'No hay profesionales disponibles para este servicio'

/**
 * The service with its present name and price, and with whom it can be booked: the professional who was asked for, or
 * those who are free, in the order in which they are to be tried.
 * @throws Refusal for every error of the request except a taken time; for that too, where nobody is free.
 */
export async function bookable(db: Db, nowMs: number, input: Choice, asking: Asking) {
  const { professional_id } = input
  return professional_id === ANY
    ? ofAny(db, nowMs, input, asking)
    : ofOne(db, nowMs, { ...input, professional_id }, asking)
}

async function ofOne(
  db: Db,
  nowMs: number,
  input: Choice & { professional_id: number },
  { owner, counting, isFresh }: Asking,
) {
  const { professional_id, service_id, appointment_date: date } = input
  const kept = counting && !isFresh && keptFacts(db, { professional_id, service_id, date })
  // Who is refused by what is kept may not be by what is.
  const byKept = kept && (await judged(db, nowMs, input, kept, owner).catch(ignoreRefusal))
  if (byKept) return { ...byKept, counted: undefined, isKept: true }
  const found: (BookableProfessional & { facts?: string; counted?: CountedJson }) | undefined = counting
    ? await professionalWithCounts(db, { professional_id, service_id, date, subjects: counting, nowMs })
    : await bookableProfessional(db, professional_id, service_id, date)
  return {
    ...(await judged(db, nowMs, input, found, owner)),
    counted: found?.counted,
    isKept: false,
  }
}

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
}

async function judged(
  db: Db,
  nowMs: number,
  input: Choice & { professional_id: number },
  found: (Partial<Facts> & BookableProfessional) | undefined,
  owner: number | undefined,
) {
  const { business_id, appointment_date: date, appointment_time: time } = input
  if (found?.business_id !== business_id || !found.is_bookable)
    throw await notBookable(db, business_id, found, refusalErrors('inactive')!)
  const asked = { ...input, owner }
  await ensureOffered(db, found, asked)
  const waived = owner === undefined ? [] : waivedBy(input, date === today(found.timezone, nowMs))
  const rule = availabilityOf(found, asked, nowMs, [date, date]).refusal(date, time, waived)
  if (owner !== undefined && (!rule || canBeWaived(rule))) {
    const shut = shutOn(found.special_days, date)
    if (shut) throw closedDate(SHUT[shut], input)
    if (rule) throw warned(rule)
  }
  if (rule) throw invalid(refusalErrors(rule, limitsOf(found, asked))!)
  return factsOf([found], input, owner)
}

/** Of what begins now there is no date to choose. */
const closedDate = (text: string, { starts_now }: Choice) =>
  invalid(starts_now ? { appointment_time: text } : { appointment_date: text })

/** The owner is asked before booking outside the hours. */
const warned = (rule: Rule) =>
  new Refusal(400, refusalErrors(rule)!['appointment_time']!, {
    fields: { appointment_time: WARNINGS[rule]! },
    anyway: true,
  })

async function ofAny(db: Db, nowMs: number, input: Choice, { owner, key }: Asking) {
  const { business_id, service_id, variant_id, addon_ids, starts_now, anyway } = input
  const { appointment_date: date, appointment_time: time } = input
  if (starts_now || anyway || input.duration_minutes !== undefined || input.price !== undefined)
    throw invalid({ professional_id: 'Elige quién atiende' })
  const asked = { business_id, service_id, variant_id, addon_ids, owner }
  const { free, rule, people } = await freeAt(db, nowMs, { date, time }, asked)
  const [somebody] = people
  if (!somebody?.is_bookable) throw await notBookable(db, business_id, somebody, { professional_id: NOBODY })
  // With some of them it may take too long, or cost too much.
  const canTake = (one: BookableProfessional) => Object.keys(chosenErrorsFor(one, asked)).length === 0
  await ensureOffered(db, people.find(canTake) ?? somebody, asked)
  const able = free.filter(canTake)
  if (able.length === 0) {
    // What is before and after may have room in the hours, and meet only what others took: as it is asked of one by name.
    const hasRoom = (one: BookableProfessional) => {
      const { refusal } = availabilityOf(one, { ...asked, professional_id: one.professional_id }, nowMs, [
        date,
        date,
      ])
      return refusal(date, time) === undefined
    }
    const isTaken = rule === 'buffers' && people.some(hasRoom)
    const errors = isTaken
      ? undefined
      : refusalErrors(rule, limitsOf(somebody, { ...asked, professional_id: 0 }))
    throw errors ? invalid(errors) : await taken(db, nowMs, input, asked)
  }
  const inOrder = await ordered(db, nowMs, able, date, key)
  return { ...factsOf(inOrder, input, owner), counted: undefined, isKept: false }
}

/** @throws Refusal 409 when the business alone books it, 400 when an option of it is missing or gone, or there are too many. */
async function ensureOffered(
  db: Db,
  found: BookableProfessional,
  asked: Chosen & { business_id: number; owner: number | undefined },
): Promise<void> {
  if (asked.owner === undefined && found.is_bookable_online === false)
    throw await askedToCall(db, asked.business_id)
  const fields = found.service_id === null ? {} : chosenErrorsFor(found, asked)
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

async function notBookable(
  db: Db,
  business_id: number,
  found: BookableProfessional | undefined,
  errors: Parameters<typeof invalid>[0],
): Promise<Refusal> {
  if (found?.business_id === business_id && found.is_suspended) return notFound(BOOKING_SUSPENDED)
  if (!(await businessExists(db, business_id))) return notFound('Negocio no encontrado')
  return invalid(errors)
}

/** Those who are free, in the order in which the system chooses them for a date. */
export async function ordered(
  db: Db | Tx,
  nowMs: number,
  free: readonly BookableProfessional[],
  date: string,
  key: string,
): Promise<BookableProfessional[]> {
  if (free.length < 2) return [...free]
  const { business_id, timezone } = free[0]!
  const monday = addDays(date, -((dayOfWeek(date) + 6) % 7))
  const begin = (day: string) => zoneClock(timezone).day(day).startEpoch * 60_000
  const week = [begin(monday), begin(addDays(monday, 7))] as const
  const ids = free.map(({ professional_id }) => professional_id)
  const { assignment, candidates } = await assignmentFacts(db, business_id, ids, week, nowMs)
  return inTurn(candidates, { assignment, week, key }).map(({ id }) =>
    free.find(({ professional_id }) => professional_id === id)!,
  )
}

/** What is the same with each of them, and each with what it takes of them. */
function factsOf(
  free: readonly (BookableProfessional & { facts?: string })[],
  input: Choice,
  owner: number | undefined,
) {
  const [found] = free
  const { business_name, business_address, asks_email, writes_whatsapp } = found!
  const { timezone, dates_version, facts } = found!
  // Without a refusal, the service and the time exist.
  const service_version = found!.service_version!
  const { appointment_date: date, appointment_time: time, service_id, variant_id, addon_ids } = input
  const { starts_now, duration_minutes, price } = input
  return {
    business: { business_name, business_address },
    asks_email,
    writes_whatsapp,
    computedWith: { timezone, dates_version, service_version, facts } satisfies ComputedWith,
    startsMs: epochMinutes(date, time, timezone)! * 60_000,
    people: free.map((one) => {
      const { professional_id, professional_name } = one
      const chosen = { service_id, variant_id, addon_ids, starts_now, duration_minutes, price }
      const asked = { professional_id, owner, ...chosen }
      const { variant, addons, catalogue_name, ...terms } = termsFor(one, asked)
      return {
        professional_id,
        professional_name,
        parts: partsFor(one, asked),
        /** As it is with this professional. */
        terms,
        options: {
          catalogue_name,
          variant: variant && JSON.stringify(variant),
          addons: JSON.stringify(addons),
        },
      }
    }),
  }
}
