/** The business's time, told to somebody whose clock shows another. */
import { amPm, clockTime, instantIn, type IsoDate, nowIn, shortDate } from './dates.ts'

export interface Wall {
  date: IsoDate
  time: string
}

/** What a clock in zone `own` shows at that time of zone `zone`; undefined where it shows the same, or no such time exists. */
export function timeElsewhere(zone: string, own: string, { date, time }: Wall): Wall | undefined {
  const instant = instantIn(zone, date, time)
  if (instant === undefined) return undefined
  const here = nowIn(own, instant * 60_000)
  const shown = { date: here.date, time: clockTime(here.minute) }
  return shown.date === date && shown.time === time ? undefined : shown
}

interface Place {
  timezone: string
  /** What its zone is called: 'Madrid'. */
  zone_city: string
  is_virtual: boolean
}

/**
 * 'Hora de Madrid (5:00 am donde estás)', where the clock in zone `own` shows another time than the business's.
 * Of now, and of no chosen time, the zone alone is named. A virtual business, whose place nobody sees, always names it.
 */
export function zoneText(
  { timezone, zone_city, is_virtual }: Place,
  own: string | undefined,
  at: Wall,
  isChosen = true,
): string | undefined {
  const name = `Hora de ${zone_city}`
  const here = own === undefined ? undefined : timeElsewhere(timezone, own, at)
  if (!here) return is_virtual ? name : undefined
  if (!isChosen) return name
  const day = here.date === at.date ? '' : `${shortDate(here.date)}, `
  return `${name} (${day}${amPm(here.time)} donde estás)`
}

const LONGEST = 64

/** A zone as browsers name it ('America/Bogota'); null for anything else, since no booking fails for it. */
export function zoneNamed(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > LONGEST || !/^[A-Za-z][\w+/-]+$/.test(value)) return null
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return value
  } catch {
    return null
  }
}
