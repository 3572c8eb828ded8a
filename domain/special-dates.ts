/** The dates of a business that its page tells apart from its week: what is open then, and why it is closed. */
import { addDays, clockTime, dayMonth, daysBetween, longDate, type IsoDate } from './dates.ts'
import { endTime } from './end-time.ts'
import { cleanText } from './fields.ts'
import { bookableRanges, hoursOn, without, type Range, type SpecialDate } from './schedule.ts'
import { closedReason, specialHours, type Exceptions } from './special-days.ts'
import { stretchOn, type TimeOffClock, type TimeOffKind } from './time-off.ts'
import type { BusinessDay } from './week.ts'

/** Time off of the whole business, as far as everybody may know it. */
export interface Closing extends TimeOffClock {
  kind: TimeOffKind
  reason: string | null
  show_reason: boolean
}

/** All that makes a date of a business different from its weekday. */
export interface PublicFacts extends Exceptions {
  business_week: readonly BusinessDay[]
  closings: readonly Closing[]
}

/** What somebody looks for on a date: so many minutes, from this minute on. */
export interface Sought {
  minutes: number
  from: number
}

/**
 * Why the whole business is closed on a date on which its hours, or its week, would open it; undefined when it is not. What leaves
 * some of the hours, but no room for what is sought, is named where its owner shows the reason.
 */
export function whyClosed(
  facts: PublicFacts,
  date: IsoDate,
  { minutes, from }: Sought = { minutes: 1, from: 0 },
): string | undefined {
  const reason = closedReason(facts, date)
  if (reason !== undefined) return reason
  const hasRoom = (ranges: Range[]) => ranges.some(([begin, end]) => end - Math.max(begin, from) >= minutes)
  const open = openOn(facts, date)
  const here = facts.closings.filter((closing) => stretchOn(closing, date))
  const left = less(open, here, date)
  if (open.length === 0 || here.length === 0) return undefined
  if (left.length > 0 && (!hasRoom(open) || hasRoom(left))) return undefined
  const said = here.map((closing) => closingText(closing, date)).find((text) => text !== CLOSED)
  return said ?? (left.length > 0 ? undefined : CLOSED)
}

/** The dates from `first` to `last` whose hours are not those of their weekday. */
export function specialDates(facts: PublicFacts, first: IsoDate, last: IsoDate): SpecialDate[] {
  const isUsed =
    facts.special_days.length > 0 || facts.closings.length > 0 || facts.holiday_policy === 'closed'
  if (!isUsed) return []
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i)).flatMap((date) => {
    const usual = bookableRanges(hoursOn({ business_week: facts.business_week, professional_week: [] }, date))
    const ranges = less(openOn(facts, date), facts.closings, date)
    if (isSame(usual, ranges)) return []
    const intervals = ranges.map(([from, to]) => ({ start_time: clockTime(from), end_time: endTime(to) }))
    return [{ date, intervals, closed: ranges.length > 0 ? null : (whyClosed(facts, date) ?? CLOSED) }]
  })
}

const CLOSED = 'Cerrado'

/** The business's own hours of a date, before its time off. */
function openOn(facts: PublicFacts, date: IsoDate): Range[] {
  const special_days = facts.special_days.filter((day) => day.professional_id === null)
  const special_hours = specialHours({ ...facts, special_days }, [date, date])
  return bookableRanges(
    hoursOn({ business_week: facts.business_week, professional_week: [], special_hours }, date),
  )
}

const less = (open: Range[], closings: readonly Closing[], date: IsoDate): Range[] =>
  without(
    open,
    closings.flatMap((closing) => {
      const stretch = stretchOn(closing, date)
      return stretch ? [stretch] : []
    }),
  )

const isSame = (some: Range[], others: Range[]): boolean => String(some) === String(others)

/**
 * 'Cerrado por vacaciones hasta el 12 de enero', 'Cerrado: Inventario', or 'Cerrado' alone where the owner does not show the
 * reason. Nobody hears of an illness.
 */
function closingText({ kind, reason, show_reason, last_date }: Closing, date: IsoDate): string {
  const text = cleanText(reason)
  if (!show_reason || kind === 'sick' || kind === 'external') return CLOSED
  const until = last_date > date ? ` hasta el ${untilText(last_date, date)}` : ''
  if (kind === 'vacation')
    return `Cerrado por vacaciones${until}${text && !/^vacaciones$/i.test(text) ? ` (${text})` : ''}`
  return text ? `Cerrado${until}: ${text}` : CLOSED
}

/** With the year when the date alone might be the wrong one. */
const untilText = (last: IsoDate, date: IsoDate): string =>
  daysBetween(date, last) < 300 ? dayMonth(last) : longDate(last).replace(/^\S+ /, '')
