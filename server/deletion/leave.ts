import type { DeletionRequest } from '#domain/api/calls/deletion.ts'
import {
  CLOSED_REASON,
  isNameOf,
  NAME_DIFFERS,
  NOT_LEAVING,
  RETURN_DAYS,
  TOO_LATE,
  upcomingText,
} from '#domain/deletion.ts'
import { askerOf, lockedAsker } from '../accounts/devices/asker.ts'
import { ensurePassword } from '../accounts/reset.ts'
import type { Session } from '../accounts/owner.ts'
import { noteActivity } from '../activity.ts'
import { cancelMany } from '../appointments/cancel-many.ts'
import { stopBookings } from '../businesses/queries.ts'
import type { Db, Tx } from '../database/db.ts'
import { queueDeletion } from '../messages/deletion-mails.ts'
import { invalid, notFound, Refusal } from '../http/refusal.ts'
import {
  countAhead,
  deletionOf,
  insertDeletion,
  lockBusiness,
  noteCancelled,
  ownersOf,
  removeDeletion,
  setOff,
  someAhead,
} from './queries.ts'

const DAY = 24 * 3_600_000
/** Cancelled in one transaction; whoever dies in between leaves the others to the job. */
const AT_ONCE = 50

/**
 * Puts the business off and notes until when its owner may come back; sent again it changes nothing. A booking on its way is
 * written before, and cancelled with the others, or refused.
 * @throws Refusal 400 for a wrong password or another name, 409 when there are appointments ahead and they are not to be
 * cancelled; what `admit` throws, once the password is right.
 */
export async function leave(
  { db, nowMs, admit }: { db: Db; nowMs: number; admit: () => Promise<void> },
  session: Session,
  request: DeletionRequest,
): Promise<void> {
  const { business_id, user_id } = session
  await ensurePassword(db, nowMs, session, request.currentPassword, 'currentPassword')
  await admit()
  await db.transaction().execute(async (tx) => {
    await lockedAsker(tx, askerOf(session))
    const { business_name, suspended_at } = await lockBusiness(tx, business_id)
    if (!isNameOf(request.business_name, business_name)) throw invalid({ business_name: NAME_DIFFERS })
    if (await deletionOf(tx, business_id)) return
    await stopBookings(tx, business_id)
    const upcoming = await countAhead(tx, business_id, nowMs)
    if (upcoming > 0 && !request.cancel_upcoming) throw new Refusal(409, upcomingText(upcoming))
    await setOff(tx, business_id, suspended_at ?? nowMs)
    const eraseMs = nowMs + RETURN_DAYS * DAY
    await insertDeletion(tx, {
      business_id,
      requested_by: user_id,
      requestedMs: nowMs,
      eraseMs,
      suspendedMs: suspended_at,
    })
    await noteActivity(tx, { business_id, user_id, act: 'deletion_asked', subject: business_name, nowMs })
    const owners = await ownersOf(tx, business_id)
    const by = owners.find(({ id }) => id === user_id)
    await queueDeletion(tx, owners, {
      business_id,
      kind: 'deletion_asked',
      at: nowMs,
      data: { erase_at: eraseMs, by: by?.name ?? by?.email ?? '' },
    })
  })
  await cancelAhead(db, nowMs, { business_id, requested_by: user_id })
}

/**
 * Comes back; an administrator's suspension stays.
 * @throws Refusal 404 when the business is not being deleted, 409 when erasing has begun.
 */
export async function comeBack(tx: Tx, nowMs: number, { business_id, user_id }: Session): Promise<object> {
  const { business_name } = await lockBusiness(tx, business_id)
  const deletion = await deletionOf(tx, business_id, { lock: true })
  if (!deletion) throw notFound(NOT_LEAVING)
  if (deletion.erase_at <= nowMs || !(await removeDeletion(tx, business_id))) throw new Refusal(409, TOO_LATE)
  await setOff(tx, business_id, deletion.suspended_before)
  await noteActivity(tx, { business_id, user_id, act: 'deletion_undone', subject: business_name, nowMs })
  return {}
}

/**
 * Cancels what lies ahead of a business that is being deleted, with one mail to each client, some at a time. The job goes on where a
 * process died in between.
 */
export async function cancelAhead(
  db: Db,
  nowMs: number,
  { business_id, requested_by }: { business_id: number; requested_by: number },
): Promise<void> {
  let after: number | undefined = 0
  while (after !== undefined) {
    const from: number = after
    after = await db.transaction().execute((tx) => cancelSome(tx, nowMs, { business_id, requested_by, from }))
  }
}

/** @returns after which id to go on; undefined when all are cancelled, or the owner came back meanwhile. */
async function cancelSome(
  tx: Tx,
  nowMs: number,
  { business_id, requested_by, from }: { business_id: number; requested_by: number; from: number },
): Promise<number | undefined> {
  const deletion = await deletionOf(tx, business_id, { lock: true })
  if (!deletion || deletion.cancelled_at !== null) return
  const ids = await someAhead(tx, business_id, nowMs, from, AT_ONCE)
  await cancelMany(tx, (id) => ({ business_id, id }), ids, {
    actor: 'owner',
    user_id: requested_by,
    reason: CLOSED_REASON,
    nowMs,
    tell: true,
  })
  if (ids.length === AT_ONCE) return ids.at(-1)
  await noteCancelled(tx, business_id, nowMs)
}
