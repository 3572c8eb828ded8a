/** Groups days so that a chart does not have too many bars. */
import { addDays, dayOfWeek, daysBetween, monthTitle, shortDate, shortMonth } from '#domain/dates.ts'
import type { DayFigures, Period } from '../data/figures.ts'

export interface Bucket {
  key: string
  /** 'vie 20 nov', 'Semana del lun 16 nov', 'Noviembre 2026' */
  label: string
  /** The label below the axis. */
  tick: string
  appointments: number
  revenue: number
}

type Size = 'day' | 'week' | 'month'
const MOST_DAYS = 35
const MOST_WEEKS = 26

/** From the first to the last day with figures (of the period, if it has an end), without gaps. */
export function bucketsOf(
  days: DayFigures[],
  period: Period,
  today: string,
): { size: Size; buckets: Bucket[] } {
  const [first, last] = rangeOf(days, period, today)
  const length = daysBetween(first, last) + 1
  const size: Size = length <= MOST_DAYS ? 'day' : length <= MOST_WEEKS * 7 ? 'week' : 'month'
  const figures = new Map(days.map((one) => [one.date, one]))
  const buckets: Bucket[] = []
  for (let date = first; date <= last; date = addDays(date, 1)) {
    const key = size === 'day' ? date : size === 'week' ? mondayOf(date) : date.slice(0, 7)
    if (buckets.at(-1)?.key !== key) buckets.push({ key, ...namesOf(key, size), appointments: 0, revenue: 0 })
    const bucket = buckets.at(-1)!
    const day = figures.get(date)
    bucket.appointments += day?.appointments ?? 0
    bucket.revenue += day?.revenue ?? 0
  }
  return { size, buckets }
}

function rangeOf(days: DayFigures[], period: Period, today: string): [first: string, last: string] {
  if (period === '30days') return [addDays(today, -29), today]
  if (period === 'month') {
    const next = addDays(`${today.slice(0, 7)}-28`, 4)
    return [`${today.slice(0, 7)}-01`, addDays(`${next.slice(0, 7)}-01`, -1)]
  }
  return [days[0]?.date ?? today, days.at(-1)?.date ?? today]
}

const mondayOf = (date: string): string => addDays(date, -((dayOfWeek(date) + 6) % 7))

function namesOf(key: string, size: Size): { label: string; tick: string } {
  if (size === 'month') return { label: monthTitle(`${key}-01`), tick: shortMonth(`${key}-01`) }
  const tick = `${Number(key.slice(8))} ${shortMonth(key)}`
  return { label: size === 'week' ? `Semana del ${shortDate(key)}` : shortDate(key), tick }
}
