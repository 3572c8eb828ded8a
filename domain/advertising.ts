/**
 * Advertising, and when it may be sent: Ley 2300 of 2023. Reminders and confirmations are none, as who booked asked for
 * them.
 */
import { addDays, dayOfWeek, type Minute } from './dates.ts'
import { holidayOn } from './holidays.ts'
import { dayClock, today } from './zone.ts'

/**
 * The kinds of messages that are advertising. They begin as reminders do: they leave after all that somebody waits for, and what
 * may have arrived is not repeated.
 */
export const ADVERTISING_KINDS: readonly string[] = ['reminder_birthday', 'reminder_whatsapp_birthday']
export const isAdvertising = (kind: string): boolean => ADVERTISING_KINDS.includes(kind)

/** What waits longer than this for its hours is not sent any more. */
export const ADVERTISING_WAITS_MS = 72 * 3_600_000

const WEEKDAY: [Minute, Minute] = [7 * 60, 19 * 60]
const SATURDAY: [Minute, Minute] = [8 * 60, 15 * 60]

/** Whose clocks and holidays count. */
export interface Place {
  timezone: string
  /** Null: Colombia's, whose law it is. */
  holiday_country: string | null
}

/** The first moment from `nowMs` on at which advertising may be sent, epoch milliseconds. */
export function nextAdvertisingMoment(nowMs: number, { timezone, holiday_country }: Place): number {
  const first = today(timezone, nowMs)
  // No country has two weeks without a working day.
  for (let n = 0; n < 15; n++) {
    const date = addDays(first, n)
    const weekday = dayOfWeek(date)
    if (weekday === 0 || holidayOn(holiday_country ?? 'CO', date)) continue
    const clock = dayClock(date, timezone)
    const [open, close] = (weekday === 6 ? SATURDAY : WEEKDAY).map((minute) => clock.instant(minute))
    if (open !== undefined && close !== undefined && nowMs < close * 60_000)
      return Math.max(nowMs, open * 60_000)
  }
  throw new Error(`No hours for advertising in ${timezone}`)
}

/** When the next day begins by the clocks of a place, epoch milliseconds. */
export const nextDay = (nowMs: number, { timezone }: Place): number =>
  dayClock(addDays(today(timezone, nowMs), 1), timezone).startEpoch * 60_000
