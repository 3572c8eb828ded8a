/**
 * The hours in which a business and a professional can be booked, and how visitors read them.
 * The days themselves: week.ts. Checking a week that was typed in: week-input.ts.
 */
import type { ClockTime, IsoDate, Minute } from './dates.ts'
import { amPmRange, atTime, clockTime, dayOfWeek, minutesOf, WEEKDAYS, weekdayLabel } from './dates.ts'
import type { BusinessDay, ProfessionalDay } from './week.ts'

/** Half-open stretch of a day: `to` itself is outside. */
export type Range = readonly [from: Minute, to: Minute]

/**
 * The hours in which a professional can be booked on one weekday: business hours ∩ the professional's hours,
 * less both lunches; ascending, apart, none empty.
 * No business day: closed. No professional day: the professional follows the business. For someone who has a
 * schedule that leaves this weekday out use `dayRanges`, which knows the difference.
 */
export function bookableRanges(
  business: BusinessDay | undefined,
  professional?: ProfessionalDay | null,
): Range[] {
  if (!business?.is_open) return []
  const open = hours(business.open_time, business.close_time, business)
  if (!professional) return open
  if (!professional.is_available) return []
  return intersect(open, hours(professional.start_time, professional.end_time, professional))
}

/** `bookableRanges` of one weekday out of two weeks. An empty `professionalWeek` follows the business. */
export function dayRanges(
  businessWeek: readonly BusinessDay[],
  professionalWeek: readonly ProfessionalDay[],
  dayOfWeek: number,
): Range[] {
  const professional = professionalWeek.find((day) => day.day_of_week === dayOfWeek)
  if (professionalWeek.length > 0 && !professional) return []
  return bookableRanges(
    businessWeek.find((day) => day.day_of_week === dayOfWeek),
    professional,
  )
}

/**
 * Whether the business is open and until when, or when it opens next: 'Abierto · cierra a las 7:00 pm',
 * 'Cerrado · abre mañana a las 9:00 am'. Lunch is closed. `now` is on the business's clocks (`nowIn`).
 */
export function openStatus(
  week: readonly BusinessDay[],
  now: { date: IsoDate; minute: Minute },
): { open: boolean; text: string } {
  const today = dayOfWeek(now.date)
  const ranges = dayRanges(week, [], today)
  const current = ranges.find(([from, to]) => from <= now.minute && now.minute < to)
  if (current) return { open: true, text: `Abierto · cierra ${at(current[1])}` }
  const later = ranges.find(([from]) => from > now.minute)
  if (later) return { open: false, text: `Cerrado · abre ${at(later[0])}` }
  for (let ahead = 1; ahead <= 7; ahead++) {
    const day = (today + ahead) % 7
    const next = dayRanges(week, [], day)[0]
    if (!next) continue
    const when = ahead === 1 ? 'mañana' : `el ${WEEKDAYS[day]}`
    return { open: false, text: `Cerrado · abre ${when} ${at(next[0])}` }
  }
  return { open: false, text: 'Cerrado' }
}

/** Today's hours as times of appointments are said: '9:00 am – 7:00 pm', or 'Cerrado'. */
export function hoursOf(week: readonly BusinessDay[], date: IsoDate): string {
  const ranges = dayRanges(week, [], dayOfWeek(date))
  return ranges.map(([from, to]) => amPmRange(clockTime(from), to - from)).join(', ') || 'Cerrado'
}

export type HoursRow = { day_of_week: number; label: string; text: string }

/** Monday to Sunday: '09:00 – 19:00', '09:00 – 12:00, 13:00 – 18:00' around lunch, or 'Cerrado'. */
export function hoursList(week: readonly BusinessDay[]): HoursRow[] {
  return [1, 2, 3, 4, 5, 6, 0].map((day) => {
    const ranges = dayRanges(week, [], day).map(([from, to]) => `${clockTime(from)} – ${clockTime(to)}`)
    return { day_of_week: day, label: weekdayLabel(day), text: ranges.join(', ') || 'Cerrado' }
  })
}

type Lunch = Pick<BusinessDay, 'lunch_start_time' | 'lunch_end_time'>

function hours(from: ClockTime | null, to: ClockTime | null, lunch: Lunch): Range[] {
  if (!from || !to) return []
  const whole: Range = [minutesOf(from), minutesOf(to)]
  const { lunch_start_time: start, lunch_end_time: end } = lunch
  if (!start || !end) return intersect([whole], [whole])
  return intersect(
    [whole],
    [
      [0, minutesOf(start)],
      [minutesOf(end), 1440],
    ],
  )
}

function intersect(some: readonly Range[], others: readonly Range[]): Range[] {
  const common: Range[] = []
  for (const [a, b] of some) {
    for (const [c, d] of others) {
      const from = Math.max(a, c)
      const to = Math.min(b, d)
      if (from < to) common.push([from, to])
    }
  }
  return common
}

const at = (minute: Minute): string => atTime(clockTime(minute))
