/** The instants of a time off, by its business's zone. */
import { addDays } from './dates.ts'
import { MIDNIGHT } from './end-time.ts'
import type { TimeOffClock } from './time-off.ts'

/**
 * From when until when it is, epoch milliseconds. Of a repeated hour it takes both; in a skipped one it begins and ends at
 * the change of the clocks. It is never empty, so that none is refused for its night.
 * @throws RangeError for an unknown zone.
 */
export function spanOf({ first_date, last_date, from_time, to_time }: TimeOffClock, zone: string) {
  const from = instantOf(first_date, from_time ?? '00:00', zone, 'earlier')
  const to =
    to_time === null || to_time === MIDNIGHT
      ? instantOf(addDays(last_date, 1), '00:00', zone, 'earlier')
      : instantOf(last_date, to_time, zone, 'later')
  return { startsMs: from, endsMs: Math.max(to, from + 60_000) }
}

function instantOf(date: string, time: string, zone: string, of: 'earlier' | 'later'): number {
  const plain = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zoned = plain.toZonedDateTime(zone, { disambiguation: of })
  if (zoned.toPlainDateTime().equals(plain)) return zoned.epochMilliseconds
  // Skipped: the same wall clock is read before the change and after it, and the change lies between.
  const before = plain.toZonedDateTime(zone, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')!.epochMilliseconds
}
