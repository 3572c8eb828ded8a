import { today } from '#domain/zone.ts'
import type { BusinessId } from '../../accounts/owner.ts'
import { cancelUntold, tellCancelled } from '../../appointments/cancel.ts'
import { timezoneOf } from '../../appointments/owner-queries.ts'
import { joinBookings } from '../../businesses/queries.ts'
import type { Tx } from '../../database/db.ts'
import type { nextAtWork } from '../card-queries.ts'
import { updateImport } from '../queries.ts'
import { finishTakingBack, removeCards, restoreCards } from '../undo-queries.ts'
import {
  cardsMadeBy,
  lockBooked,
  lockCards,
  releaseKeys,
  removeBooked,
  rowsToUnbook,
  type Unbookable,
} from './undo-queries.ts'
import { announce } from './write-queries.ts'

type AtWork = NonNullable<Awaited<ReturnType<typeof nextAtWork>>>

const BATCH = 200

/**
 * Takes a batch of an import of appointments back. One that is as it was imported goes, with the card that was made for
 * it; one whose client was told is cancelled, and the client told of that; one with a message that was paid and did not go is cancelled
 * without a word. What either had filled in on the card of a known client is
 * emptied. What has changed since stays, and what has begun.
 */
export async function unbookBatch(
  tx: Tx,
  { business_id, id, created_by, undone_by }: AtWork,
  nowMs: number,
): Promise<void> {
  const owner = business_id as BusinessId
  // Another time zone moves all of them, and what the rows say of them, before or after this.
  await joinBookings(tx, owner)
  const rows = await rowsToUnbook(tx, owner, id, BATCH)
  if (rows.length === 0) {
    await updateImport(tx, owner, id, { state: 'undone', ended_at: new Date(nowMs).toISOString() })
    return
  }
  const cards = rows.flatMap(({ card_id }) => (card_id === null ? [] : [card_id]))
  await lockCards(tx, owner, cards)
  const booked = await lockBooked(
    tx,
    owner,
    rows.map(({ appointment_id }) => appointment_id),
    nowMs,
  )
  const unchanged = rows.filter(
    ({ appointment_id, appointment_version }) => booked.get(appointment_id)?.version === appointment_version,
  )
  const stands = ({ is_told, is_paid }: Unbookable) => is_told || is_paid
  const idsOf = (isKept: boolean) =>
    unchanged.flatMap(({ appointment_id }) =>
      stands(booked.get(appointment_id)!) === isKept ? [appointment_id] : [],
    )
  const removed = await removeBooked(tx, owner, idsOf(false))
  const cancelled = new Set(idsOf(true))
  const date = today(await timezoneOf(tx, owner), nowMs)
  const by = { actor: 'owner', user_id: undone_by ?? created_by, nowMs } as const
  for (const appointment_id of [...cancelled].sort((a, b) => a - b)) {
    const key = { business_id: owner, id: appointment_id }
    const was = await cancelUntold(tx, key, { ...by, date })
    if (booked.get(appointment_id)!.is_told) await tellCancelled(tx, was, by)
  }
  await releaseKeys(tx, owner, [...cancelled])
  const own = new Set(await cardsMadeBy(tx, owner, id, cards))
  const filled = rows.flatMap(({ n, appointment_id, card_id, filled }) => {
    const isGone = removed.has(appointment_id) || cancelled.has(appointment_id)
    const isOthers = card_id !== null && !own.has(card_id)
    return isGone && isOthers && filled ? [{ n, card_id, filled, note_id: null }] : []
  })
  await restoreCards(tx, owner, filled)
  await removeCards(tx, owner, id, [...own])
  await finishTakingBack(
    tx,
    owner,
    id,
    rows.map(({ n, appointment_id }) => {
      if (removed.has(appointment_id)) return { n, done: 'removed' }
      return { n, done: cancelled.has(appointment_id) ? 'restored' : 'stayed' }
    }),
  )
  await announce(tx, owner)
}
