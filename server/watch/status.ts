import { addDays } from '#domain/dates.ts'
import {
  FRESH_MINUTES,
  minuteOf,
  minutesByDay,
  STATUS_DAYS,
  STATUS_PARTS,
  statusDay,
  type PartState,
  type StatusPart,
} from '#domain/status.ts'
import type { Db } from '../database/db.ts'
import { firstOf } from './queries.ts'
import { addMinutes, forgetStatus, lastLook, lockLook, noteLook, statusDays } from './status-queries.ts'
import { look, type WatchDeps } from './warnings.ts'

const REMINDERS_LATE_MS = 30 * 60_000
/** A clock that is further ahead than this was wrong, and is not waited for. */
const AHEAD_MINUTES = 5

/**
 * Notes once a minute, by one of all processes, what works. Whoever notes it has a database that takes changes; the
 * minutes that nobody noted are those in which the whole product did not work.
 */
export async function noteStatus(deps: WatchDeps): Promise<void> {
  const { db, now, config } = deps
  const at = now()
  const minute = minuteOf(at)
  if (isCounted((await lastLook(db))?.minute, minute)) return
  const { holds, late, queue } = await look(deps)
  const reminders = firstOf(queue, 'email', 'reminders')
  const isDown: Record<StatusPart, boolean> = {
    bookings: false,
    email: holds.mail_stopped || late.email,
    whatsapp: holds.whatsapp_disconnected || late.whatsapp,
    reminders: holds.planner_late || (reminders !== null && at - reminders > REMINDERS_LATE_MS),
  }
  const parts = STATUS_PARTS.filter((part) => part !== 'whatsapp' || config.whatsapp)
  await db.transaction().execute(async (tx) => {
    const last = await lockLook(tx)
    if (isCounted(last?.minute, minute)) return
    if (last && last.minute < minute)
      for (const { day, minutes } of minutesByDay(last.minute + 1, minute))
        await addMinutes(tx, { part: 'bookings', day, minutes, down: minutes })
    for (const part of parts)
      await addMinutes(tx, { part, day: statusDay(minute), minutes: 1, down: isDown[part] ? 1 : 0 })
    await noteLook(tx, { minute, down: parts.filter((part) => isDown[part]) })
    await forgetStatus(tx, addDays(statusDay(minute), -STATUS_DAYS))
  })
}

const isCounted = (last: number | undefined, minute: number) =>
  last !== undefined && last >= minute && last <= minute + AHEAD_MINUTES

/** How the installation is, and how it was. */
export async function readStatus(db: Db, nowMs: number, { hasWhatsApp }: { hasWhatsApp: boolean }) {
  const minute = minuteOf(nowMs)
  const today = statusDay(minute)
  const [last, days] = await Promise.all([lastLook(db), statusDays(db, addDays(today, 1 - STATUS_DAYS))])
  const isFresh = last !== undefined && Math.abs(minute - last.minute) <= FRESH_MINUTES
  const stateOf = (part: StatusPart): PartState =>
    !isFresh ? 'unknown' : last.down.includes(part) ? 'down' : 'works'
  return {
    today,
    parts: STATUS_PARTS.filter((part) => part !== 'whatsapp' || hasWhatsApp).map((part) => ({
      part,
      state: stateOf(part),
      days: days.filter((day) => day.part === part).map(({ part: _, ...day }) => day),
    })),
  }
}
