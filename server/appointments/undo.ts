import { canEdit } from '#domain/appointment.ts'
import { BUFFER_MAX } from '#domain/occupied.ts'
import { epochMinutes } from '#domain/zone.ts'
import type { ChosenOptions, Option } from '#domain/terms.ts'
import type { Updateable } from 'kysely'
import type { By } from '../activity.ts'
import { sqlState, type Db, type Tx } from '../database/db.ts'
import { joiningBookings } from '../businesses/queries.ts'
import { isToldByWhatsApp, skipWhatsApp } from '../messages/by-whatsapp/queries.ts'
import { changeSequence, heardAt, skipWaiting } from '../messages/change-queries.ts'
import { queueChange } from '../messages/changes.ts'
import { bookedParts } from '../database/occupied.ts'
import { notFound, Refusal } from '../http/refusal.ts'
import type { Tables } from '../database/tables.ts'
import {
  changeAppointment,
  ensureOwnTime,
  isAtWork,
  isTold,
  lastChanges,
  lockAppointment,
  lockProfessionals,
  type AppointmentKey,
  type Row,
} from './change-queries.ts'
import { changeTime } from './hold.ts'
import { changeWithin, inputOf, type RescheduleInput } from './move.ts'
import { timezoneOf } from './owner-queries.ts'
import { currentSlotOf } from './queries.ts'
import { taken } from './taken.ts'

/**
 * Undoes the owner's last move. If the client has not been notified yet, the appointment is restored and no
 * message is sent about either change; otherwise it is moved like any other, with all checks, and the client
 * is notified.
 * @param changeId the move's id in the history, so that a later change is never undone by mistake.
 * @returns whether it was undone quietly. Repeating the request changes nothing.
 * @throws Refusal 404, 409 when something else happened since, when it cannot be changed any more, or, with
 * `alternatives`, when the old time is taken; 400 when an ordinary move back is not allowed.
 */
export async function undoMove(
  db: Db,
  key: AppointmentKey,
  changeId: number,
  by: By,
): Promise<{ isQuiet: boolean }> {
  const { nowMs } = by
  let before: RescheduleInput | undefined
  let left_id = 0
  const to = () => ({ business_id: key.business_id, professional_id: before!.professional_id, left_id })
  const undo = async (tx: Tx) => {
    const row = await lockAppointment(tx, key)
    if (!row) throw notFound('Cita no encontrada')
    const [last, previous] = await lastChanges(tx, key)
    if (last?.change === 'undone' && previous?.id === changeId) return { isQuiet: true }
    if (isMovedBack(row, last, previous, changeId)) return { isQuiet: false }
    if (last?.id !== changeId || last.change !== 'moved' || last.actor !== 'owner')
      throw new Refusal(409, 'La cita cambió después: ya no se puede deshacer')
    const refusal = canEdit(row)
    if (refusal) throw new Refusal(409, refusal)
    before = inputOf({ ...row, ...last.old, ...optionsBefore(last.old) })
    left_id = row.professional_id
    ensureOwnTime(key, before.professional_id)
    await lockProfessionals(tx, key.business_id, row.professional_id, before.professional_id)
    const tells = await isTold(tx, row, Object.keys(last.old))
    const times = { startsMs: startsOf(row, last.old), movedMs: last.at, nowMs }
    const canReturn =
      liesAt(times.startsMs, last.old, row) && (await isAsItWas(tx, key.business_id, before, times))
    const isQuiet = canReturn && (!tells || (await isUntold(tx, row, last, nowMs)))
    if (isQuiet) await restore(tx, row, last.old, { ...by, tells })
    else await changeWithin(tx, row, before, { actor: 'owner', ...by })
    return { isQuiet }
  }
  return joiningBookings(db, key.business_id, async (tx) => {
    // Held through a second try too: always the appointment before its professional.
    await lockAppointment(tx, key)
    try {
      return await changeTime(tx, nowMs, to, undo)
    } catch (error) {
      if (sqlState(error) === '23P01')
        throw await taken(tx, nowMs, before!, {
          ...before!,
          moving: await currentSlotOf(tx, key),
          owner: key.business_id,
        })
      throw error
    }
  })
}

interface Change {
  id: number
  change: string
  actor: string
  old: Record<string, unknown>
}

/** Whether the owner's move was taken back already as any change is made. */
function isMovedBack(
  row: Row,
  last: Change | undefined,
  move: Change | undefined,
  changeId: number,
): boolean {
  if (move?.id !== changeId || ![last, move].every((one) => one?.change === 'moved' && one.actor === 'owner'))
    return false
  const { professional_id = row.professional_id } = move.old
  return startsOf(row, move.old) === row.starts_at && professional_id === row.professional_id
}

const startsOf = (row: Row, { starts_at }: Record<string, unknown>) =>
  typeof starts_at === 'string' ? Date.parse(starts_at) : row.starts_at

/**
 * Whether what is restored besides the start still lies around it: a move to somebody else keeps the start, which another time zone
 * moves, but what the history says of the end and of the time that was taken it does not.
 */
function liesAt(
  startsMs: number,
  { ends_at, occupied, duration_minutes }: Record<string, unknown>,
  row: Row,
): boolean {
  const minutes = typeof duration_minutes === 'number' ? duration_minutes : row.duration_minutes
  if (typeof ends_at === 'string' && Date.parse(ends_at) !== startsMs + minutes * 60_000) return false
  if (typeof occupied !== 'string') return true
  const parts = bookedParts({ occupied, starts_at: startsMs })
  const [before, after] = [-parts[0]![0], parts.at(-1)![1] - minutes]
  return [before, after].every((buffer) => 0 <= buffer && buffer <= BUFFER_MAX)
}

/** Whoever takes a move back a moment later may do so although the former time has begun since. */
const A_MOMENT_MS = 60_000

/**
 * Whether the columns of before still mean what they did: the same moment, which has not begun since, with somebody who works. Else the
 * move is taken back as any change is made.
 */
async function isAsItWas(
  tx: Tx,
  business_id: number,
  { appointment_date, appointment_time, professional_id }: RescheduleInput,
  { startsMs, movedMs, nowMs }: { startsMs: number; movedMs: number; nowMs: number },
): Promise<boolean> {
  const hasBegunSince = movedMs < startsMs && startsMs <= nowMs
  if (hasBegunSince && nowMs - movedMs > A_MOMENT_MS) return false
  const minutes = epochMinutes(appointment_date, appointment_time, await timezoneOf(tx, business_id))
  return minutes !== undefined && minutes * 60_000 === startsMs && isAtWork(tx, business_id, professional_id)
}

/** The options that were chosen before a change of them. */
const optionsBefore = ({
  variant,
  addons,
}: {
  variant?: Option | null
  addons?: Option[]
}): ChosenOptions => ({
  ...(variant !== undefined && { variant_id: variant?.id ?? null }),
  ...(addons && { addon_ids: addons.map(({ id }) => id) }),
})

/**
 * Whether the client has not been told of the last change, and now never will be; by no other message either, which tells what is
 * true when it leaves. Who left no e-mail hears by WhatsApp, or not at all.
 */
async function isUntold(
  tx: Tx,
  { business_id, id, client_email }: Row,
  change: { id: number; at: number },
  nowMs: number,
): Promise<boolean> {
  const about = { business_id, appointment_id: id }
  if (client_email === null) {
    await skipWhatsApp(tx, { ...about, at: nowMs })
    return !(await isToldByWhatsApp(tx, { ...about, change: change.id }))
  }
  const next = await changeSequence(tx, business_id, id)
  const untold = await skipWaiting(tx, business_id, id, nowMs)
  return untold.includes(next - 1) && (await heardAt(tx, about, 'client', { nowMs })) <= change.at
}

async function restore(
  tx: Tx,
  row: Row,
  before: Record<string, unknown>,
  { tells, ...by }: By & { tells: boolean },
) {
  const changes: Updateable<Tables['appointments']> = { ...before }
  // They are read as values and written as text.
  for (const name of ['variant', 'addons'] as const)
    if (before[name]) changes[name] = JSON.stringify(before[name])
  const { old } = await changeAppointment(tx, row, changes, { change: 'undone', actor: 'owner', ...by })
  if (!tells) return
  // Nothing is sent when the client's last message already says this; an earlier move that was waiting is
  // sent after all.
  await queueChange(tx, {
    kind: 'moved',
    business_id: row.business_id,
    appointment_id: row.id,
    actor: 'owner',
    at: by.nowMs,
    old,
  })
}
