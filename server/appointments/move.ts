import { appointment, type AppointmentChanges, type AppointmentInput } from '#domain/api/appointment.ts'
import { canEdit, canReschedule } from '#domain/appointment.ts'
import { withoutMasked } from '#domain/masked.ts'
import { refusalErrors } from '#domain/refusals.ts'
import type { ChosenOptions } from '#domain/terms.ts'
import { MOVE_SUSPENDED, OWNER_SUSPENDED } from '#domain/suspension.ts'
import { epochMinutes, today } from '#domain/zone.ts'
import { sqlState, type Db, type Tx } from '../database/db.ts'
import { joiningBookings } from '../businesses/queries.ts'
import { isAnotherPerson } from '../messages/change-queries.ts'
import { queueChange } from '../messages/changes.ts'
import { invalid, notFound, Refusal } from '../http/refusal.ts'
import {
  availabilityOf,
  hasBegun,
  limitsOf,
  partsFor,
  refusalWhereItIs,
  type Asked,
} from '../schedules/availability.ts'
import { bookableProfessional, type BookableProfessional, isAtVersion } from '../schedules/queries.ts'
import { chosenErrorsFor, staysAsBooked, termsFor } from '../schedules/terms.ts'
import { ensureVersion, isOutdated } from '../version.ts'
import { ensureReadable } from './book.ts'
import {
  changeAppointment,
  ensureOwnTime,
  hasPlaceOn,
  isTold,
  lastChanges,
  lockAppointment,
  lockProfessionals,
  networkIn,
  SECOND_THOUGHTS_MS,
  type Author,
  type AppointmentKey,
  type Row,
} from './change-queries.ts'
import { changeTime } from './hold.ts'
import { occupiedBy } from '../database/occupied.ts'
import { timezoneOf } from './owner-queries.ts'
import { currentSlotOf } from './queries.ts'
import { isDeepStrictEqual } from 'node:util'
import { ensureNotShut, taken } from './taken.ts'

export type { Row }

/** The new values of an appointment; missing ones stay as booked. */
export interface RescheduleInput extends ChosenOptions {
  appointment_date: string
  appointment_time: string
  professional_id: number
  service_id: number
  client?: {
    client_name: string
    client_phone: string
    client_email: string | null
    client_id: string | null
    notes: string | null
  }
}

export type Mover = Author & {
  nowMs: number
  /** The minimum notice of a new start, in minutes (60 in the portal). */
  noticeMinutes?: number
}

/** An appointment's present values as new ones. */
export function inputOf(was: Omit<AppointmentInput, keyof ChosenOptions> & ChosenOptions): RescheduleInput {
  const { appointment_date, appointment_time, professional_id, service_id, variant_id, addon_ids } = was
  const { client_name, client_phone, client_email, client_id, notes } = was
  return {
    appointment_date,
    appointment_time,
    professional_id,
    service_id,
    variant_id,
    addon_ids,
    client: { client_name, client_phone, client_email, client_id, notes },
  }
}

/**
 * Moves or edits a scheduled appointment: the id stays, the old time is freed and the new one taken in one
 * step, and the old values are recorded. Name, duration and price stay as booked unless something else is chosen.
 * @param input the new values, or how they follow from the appointment as it is once it is locked.
 * @returns the move's id in the history, with which it can be undone; undefined when nothing was moved.
 * @throws Refusal 400 for invalid input, 404, 409 when it cannot be changed, or with `alternatives` when the
 * new time is taken: nothing has changed then.
 */
export function change(
  db: Db | Tx,
  key: AppointmentKey,
  input: RescheduleInput | ((row: Row) => RescheduleInput),
  mover: Mover,
) {
  return changed(db, key, typeof input === 'function' ? input : () => input, mover)
}

/**
 * Applies the owner's form, complete or only its changed fields: missing ones stay. Returns and throws like
 * `change`.
 * @throws Refusal 409 also when the edited `version` is outdated, with `current`.
 */
export async function edit(
  db: Db,
  key: AppointmentKey,
  { version, walk_in, ...changes }: AppointmentChanges & { walk_in?: boolean | undefined },
  { user_id, nowMs, seesContacts }: { user_id: number; nowMs: number; seesContacts: boolean },
): Promise<number | undefined> {
  let isRepeated = false
  const input = (row: Row) => {
    // Before anything is compared with what is stored: the answer would tell who guesses.
    const given = seesContacts ? changes : withoutMasked(row, changes)
    if (!given) throw new Refusal(403, NOT_THE_CLIENT)
    ensureVersion({ ...row, ...chosenIn(row) }, version, appointment, given)
    isRepeated = isOutdated(row, version)
    const { client, ...choice } = inputOf({ ...row, ...given })
    if (key.professional_id !== undefined && isOtherClient(row, client!))
      throw new Refusal(403, NOT_THE_CLIENT)
    return { client, ...choice }
  }
  const moved = await changed(db, key, input, { actor: 'owner', user_id, nowMs })
  // What was done before can be undone as well.
  return moved ?? (isRepeated ? lastOwnMove(db, key) : undefined)
}

const NOT_THE_CLIENT = 'Los datos del cliente los cambia la recepción'

const chosenIn = ({ variant, addons }: Row) => ({
  variant_id: variant?.id ?? null,
  addon_ids: addons.map(({ id }) => id),
})

async function lastOwnMove(db: Db, key: AppointmentKey): Promise<number | undefined> {
  const [last] = await lastChanges(db, key)
  return last?.change === 'moved' && last.actor === 'owner' ? last.id : undefined
}

/** Notes aside: whoever changes own appointments only keeps notes on their clients, and changes none. */
const isOtherClient = (row: Row, { notes: _, ...client }: NonNullable<RescheduleInput['client']>) =>
  Object.entries(client).some(([column, value]) => row[column as keyof Row] !== value)

async function changed(
  db: Db | Tx,
  key: AppointmentKey,
  inputFor: (row: Row) => RescheduleInput,
  mover: Mover,
): Promise<number | undefined> {
  const { nowMs, noticeMinutes } = mover
  let input: RescheduleInput | undefined
  let left_id = 0
  const to = () => ({ business_id: key.business_id, professional_id: input!.professional_id, left_id })
  const write = async (tx: Tx) => {
    const row = await lockAppointment(tx, key)
    if (!row) throw notFound('Cita no encontrada')
    input = inputFor(row)
    left_id = row.professional_id
    ensureOwnTime(key, input.professional_id)
    if (input.client?.client_email === null && row.client_email !== null) await ensureReadable(tx)
    return changeWithin(tx, row, input, mover)
  }
  return joiningBookings(db, key.business_id, async (tx) => {
    // Held through a second try too: always the appointment before its professional.
    await lockAppointment(tx, key)
    try {
      return await changeTime(tx, nowMs, to, write)
    } catch (error) {
      // The database found an overlap, and what was written is undone.
      if (sqlState(error) !== '23P01' || !input) throw error
      const moving = await currentSlotOf(tx, key)
      const owner = ownerIn(mover, key)
      if (owner !== undefined) await ensureNotShut(tx, input)
      throw await taken(tx, nowMs, input, { ...choiceOf(input), moving, noticeMinutes, owner })
    }
  })
}

/** Like `change`, for an appointment that the caller's transaction has locked. */
export async function changeWithin(
  tx: Tx,
  row: Row,
  input: RescheduleInput,
  { nowMs, noticeMinutes, ...author }: Mover,
): Promise<number | undefined> {
  const { actor } = author
  const { appointment_date: date, appointment_time: time } = input
  const found = await bookableProfessional(tx, input.professional_id, input.service_id, date)
  const refusal =
    actor === 'owner'
      ? canEdit(row)
      : canReschedule(row, today(await timezoneOf(tx, row.business_id), nowMs), actor)
  if (refusal) throw new Refusal(409, refusal)
  if (found?.business_id === row.business_id && found.is_suspended)
    throw actor === 'owner' ? new Refusal(403, OWNER_SUSPENDED) : new Refusal(409, MOVE_SUSPENDED)

  const isOtherStart = date !== row.appointment_date || time !== row.appointment_time
  const stays = actor === 'owner' && !isOtherStart
  const owner = ownerIn(author, row)
  const starts_now = stays && hasBegun(row, nowMs)
  const asked = { ...choiceOf(input), moving: row, noticeMinutes, owner, starts_now }
  const isOtherChoice = !staysAsBooked(asked)
  const changes: Record<string, unknown> = { ...input.client }
  // Who comes now never said so.
  if (input.client && row.client_confirmed_at !== null && (await isAnotherPerson(tx, row, input.client)))
    changes.client_confirmed_at = null
  if (isOtherStart || input.professional_id !== row.professional_id || isOtherChoice) {
    if (found?.business_id !== row.business_id) throw invalid(refusalErrors('inactive')!)
    ensureAllowed(found, asked, input, { nowMs, stays })
    const { variant, addons, ...terms } = termsFor(found, asked)
    const startsMs = stays ? row.starts_at : epochMinutes(date, time, found.timezone)! * 60_000
    const endsMs = startsMs + terms.duration_minutes * 60_000
    Object.assign(changes, {
      service_id: input.service_id,
      ...pick(terms, ['service_name', 'catalogue_name', 'duration_minutes', 'price', 'price_kind']),
      ...(!isDeepStrictEqual(variant, row.variant) && { variant: variant && JSON.stringify(variant) }),
      ...(!isDeepStrictEqual(addons, row.addons) && { addons: JSON.stringify(addons) }),
      professional_id: input.professional_id,
      professional_name: found.professional_name,
      appointment_date: date,
      appointment_time: time,
      starts_at: new Date(startsMs).toISOString(),
      ends_at: new Date(endsMs).toISOString(),
      occupied: occupiedBy(startsMs, partsFor(found, asked)),
    })
    const isOtherTime = startsMs !== row.starts_at
    if (isOtherTime) {
      changes.rescheduled_from = new Date(row.starts_at).toISOString()
      // A confirmation applied to the old time, an arrival to the day: whoever waits is often moved by some minutes.
      changes.client_confirmed_at = null
      const isStillHere = actor === 'owner' && date === row.appointment_date
      if (!isStillHere) changes.arrived_at = null
    }
    await lockProfessionals(tx, row.business_id, row.professional_id, input.professional_id)
    // Whoever was ahead may have taken a while: what is chosen anew is written as the service is by now.
    if (isOtherChoice && !(await isAtVersion(tx, found)))
      return changeWithin(tx, row, input, { nowMs, noticeMinutes, ...author })
    if (actor === 'client' && !(await hasPlaceOn(tx, row, input, nowMs)))
      throw await taken(tx, nowMs, input, { ...input, moving: row, noticeMinutes })
  }
  for (const [column, value] of Object.entries(changes))
    if (isSame(row[column as keyof Row], value)) delete changes[column]
  if (Object.keys(changes).length === 0) return undefined
  const kind = 'starts_at' in changes || 'professional_id' in changes ? 'moved' : 'edited'
  const { old, id } = await changeAppointment(tx, row, changes, { change: kind, nowMs, ...author })
  const canBeUndone = kind === 'moved' && actor === 'owner'
  if (actor === 'owner' && !(await isTold(tx, row, Object.keys(changes)))) return canBeUndone ? id : undefined
  await queueChange(tx, {
    kind,
    business_id: row.business_id,
    appointment_id: row.id,
    actor,
    network: networkIn(author),
    at: nowMs,
    old,
    ...(canBeUndone && { waitMs: SECOND_THOUGHTS_MS }),
  })
  return canBeUndone ? id : undefined
}

const isSame = (before: unknown, after: unknown) =>
  before === after ||
  (typeof before === 'number' && typeof after === 'string' && before === Date.parse(after))

const choiceOf = ({ professional_id, service_id, variant_id, addon_ids }: RescheduleInput) => ({
  professional_id,
  service_id,
  variant_id,
  addon_ids,
})

const pick = <Row extends object, Name extends keyof Row>(row: Row, names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>

/** The business, when it moves the appointment itself. */
const ownerIn = ({ actor }: Pick<Mover, 'actor'>, { business_id }: { business_id: number }) =>
  actor === 'owner' ? business_id : undefined

/** Refuses every error except a taken time. */
function ensureAllowed(
  found: BookableProfessional,
  asked: Asked & { moving: Row },
  { appointment_date: date, appointment_time: time, service_id }: RescheduleInput,
  { nowMs, stays }: { nowMs: number; stays: boolean },
): void {
  const isSameService = service_id === asked.moving.service_id
  const unchosen = found.service_id !== null || isSameService ? chosenErrorsFor(found, asked) : {}
  if (Object.keys(unchosen).length > 0) throw invalid(unchosen)
  const rule = stays
    ? refusalWhereItIs(found, asked, nowMs)
    : availabilityOf(found, asked, nowMs, [date, date]).refusal(date, time)
  if (!rule) return
  const errors = refusalErrors(rule, limitsOf(found, asked))!
  // When the service stays, the wrong choice is the professional.
  throw invalid(rule === 'specialty' && isSameService ? { professional_id: errors['service_id']! } : errors)
}
