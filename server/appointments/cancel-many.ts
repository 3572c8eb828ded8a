import type { Chosen, RefusedCancellation } from '#domain/api/cancellation.ts'
import { atTime, mediumDate } from '#domain/dates.ts'
import { today } from '#domain/zone.ts'
import type { Tx } from '../database/db.ts'
import { queueWhatsApp } from '../messages/by-whatsapp/queries.ts'
import { keepUntold } from '../messages/changes.ts'
import { Refusal } from '../http/refusal.ts'
import { cancelUntold, tellCancelled, type Cancelled, type Canceller } from './cancel.ts'
import type { AppointmentKey, Row } from './change-queries.ts'
import { timezoneOf } from './owner-queries.ts'

interface Outcome {
  cancelled: number[]
  refused: RefusedCancellation[]
}

/**
 * Cancels those of the appointments that can be cancelled. A client of several hears of all of them by one mail,
 * about the nearest: whoever filled a calendar with a stranger's address must not fill their mailbox too. By WhatsApp, who asked for it
 * hears of each.
 * @param tell whether the clients hear of it at all.
 * @param chosen what was seen of them: whoever has another time or professional by now keeps it.
 */
export async function cancelMany(
  tx: Tx,
  keyOf: (id: number) => AppointmentKey,
  ids: readonly number[],
  { tell, chosen = [], ...by }: Canceller & { tell: boolean; chosen?: readonly Chosen[] | undefined },
): Promise<Outcome> {
  const { business_id } = keyOf(0)
  const date = today(await timezoneOf(tx, business_id), by.nowMs)
  const seen = new Map(chosen.map((one) => [one.id, one]))
  const done: Cancelled[] = []
  const refused: RefusedCancellation[] = []
  // In ascending order, so that two simultaneous calls wait for each other and never deadlock.
  for (const id of [...new Set(ids)].sort((a, b) => a - b))
    try {
      done.push(
        await cancelUntold(tx, keyOf(id), { date, ...by }, (row) => ensureAsChosen(row, seen.get(id))),
      )
    } catch (error) {
      // Refused before anything was written.
      if (!(error instanceof Refusal)) throw error
      refused.push({ id, reason: error.message })
    }
  const told = tell ? nearestOfEach(done) : new Map<Cancelled, number>()
  for (const one of done)
    if (told.has(one)) await tellCancelled(tx, one, by, { others: told.get(one)! })
    else {
      const about = { business_id, appointment_id: one.row.id, at: by.nowMs }
      await keepUntold(tx, about)
      // WhatsApp names one appointment in each message, and has its own limit for a number.
      if (tell) await queueWhatsApp(tx, { ...about, kind: 'whatsapp_cancelled' })
    }
  return { cancelled: done.map(({ row }) => row.id), refused }
}

/** @throws Refusal 409 when it is at another time since it was chosen, or of somebody else. */
function ensureAsChosen(row: Row, chosen: Chosen | undefined) {
  const { starts_at, professional_id, appointment_date, appointment_time, professional_name } = row
  if (!chosen || (chosen.starts_at === starts_at && chosen.professional_id === professional_id)) return
  const when = `${mediumDate(appointment_date)} ${atTime(appointment_time.slice(0, 5))}`
  throw new Refusal(409, `La cita cambió mientras elegías: ahora es el ${when}, con ${professional_name}.`)
}

/** Each client's nearest appointment, with the number of the others. */
function nearestOfEach(done: readonly Cancelled[]): Map<Cancelled, number> {
  const clients = Map.groupBy(done, ({ row }) => row.client_email?.toLowerCase() ?? row.id)
  return new Map(
    [...clients.values()].map((theirs) => {
      const [nearest] = theirs.toSorted((a, b) => a.row.starts_at - b.row.starts_at)
      return [nearest!, theirs.length - 1]
    }),
  )
}
