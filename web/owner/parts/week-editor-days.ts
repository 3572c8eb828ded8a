/** The week editor's functions for days. */
import { clockTime, minutesOf } from '#domain/dates.ts'
import { counted } from '#domain/numbers.ts'
import { rangeText } from '#domain/schedule.ts'
import type { BusinessDay, ProfessionalDay } from '#domain/week.ts'
import { businessWeekErrors, professionalWeekErrors } from '#domain/week-input.ts'

export interface Days {
  business: BusinessDay
  professional: ProfessionalDay
}
export type WeekKind = keyof Days

/** The fields in which the two kinds of day differ. */
export const NAMES = {
  business: { on: 'is_open', from: 'open_time', to: 'close_time', hours: 'Abre', off: 'Cerrado' },
  professional: {
    on: 'is_available',
    from: 'start_time',
    to: 'end_time',
    hours: 'Atiende',
    off: 'No atiende',
  },
} as const
export const LUNCH = { from: 'lunch_start_time', to: 'lunch_end_time' } as const
export const MONDAY = 1
export const WORKDAYS = [1, 2, 3, 4, 5]
export const MONDAY_FIRST = [...WORKDAYS, 6, 0]
const CHECKS = { business: businessWeekErrors, professional: professionalWeekErrors }

/** A day of either kind. */
export type Day = Record<string, unknown> & { day_of_week: number }

/** The error of each day, by `day_of_week`; empty when the week is valid. */
export function weekErrors<K extends WeekKind>(kind: K, week: readonly Days[K][]): Record<number, string> {
  const errors: Record<number, string> = {}
  for (const day of week) {
    const text = CHECKS[kind]([day])?.replace(/^\p{L}+: /u, '')
    if (text) errors[day.day_of_week] = text.charAt(0).toUpperCase() + text.slice(1)
  }
  return errors
}

/** A day that is switched on starts with default hours. */
export function switched(day: Day, { on, from, to }: (typeof NAMES)[WeekKind], isOn: boolean) {
  return { [on]: isOn, ...(isOn && { [from]: day[from] ?? '09:00', [to]: day[to] ?? '18:00' }) }
}

/** The hours of a day, as another one takes them over. */
export const copied = (day: Day, { from, to }: (typeof NAMES)[WeekKind]) =>
  Object.fromEntries([from, to, LUNCH.from, LUNCH.to, 'breaks'].map((name) => [name, day[name]]))

/** The day that is shown at first: the first one with hours, Monday before the others. */
export const firstOf = <K extends WeekKind>(kind: K, week: readonly Days[K][]) =>
  MONDAY_FIRST.find((weekday) => {
    const day = week.find(({ day_of_week }) => day_of_week === weekday)
    return day && (day as unknown as Day)[NAMES[kind].on]
  })

/** '9:00 am – 7:00 pm' */
export const hoursOf = (day: Day, { from, to }: (typeof NAMES)[WeekKind]): string =>
  stretchText(day[from], day[to]) ?? 'Falta una hora'

/** 'Almuerzo 12:30 – 1:30 pm', 'Almuerzo y 1 descanso', '2 descansos', 'Sin almuerzo' */
export function pausesOf(day: Day): string {
  const breaks = breaksOf(day).length
  const hasLunch = day[LUNCH.from] !== null || day[LUNCH.to] !== null
  if (!hasLunch) return breaks > 0 ? counted(breaks, 'descanso') : 'Sin almuerzo'
  if (breaks > 0) return `Almuerzo y ${counted(breaks, 'descanso')}`
  return ['Almuerzo', stretchText(day[LUNCH.from], day[LUNCH.to])].filter(Boolean).join(' ')
}

const stretchText = (from: unknown, to: unknown): string | undefined =>
  typeof from === 'string' && typeof to === 'string' && from && to
    ? rangeText([minutesOf(from), minutesOf(to)])
    : undefined

/** Lunch from 12 to 1 if the hours include it, else an hour around their middle. */
export function lunchWithin(from: unknown, to: unknown) {
  const [start, end] = [from, to].map((time) => (typeof time === 'string' ? minutesOf(time) : undefined))
  const isUsual = start === undefined || end === undefined || (start < 720 && end > 780)
  const at = isUsual ? 720 : Math.floor((start + end) / 60) * 30 - 30
  return { [LUNCH.from]: clockTime(at), [LUNCH.to]: clockTime(at + 60) }
}

type Break = NonNullable<Days[WeekKind]['breaks']>[number]

export const breaksOf = (day: Day): Break[] => (day['breaks'] as Break[] | undefined) ?? []

/** Breaks as a day keeps them: named where there are some, so that a day is the same as before it had any. */
export const withBreaks = (breaks: Break[]) => ({ breaks: breaks.length > 0 ? breaks : undefined })

/** A week as it is saved: that a day has no breaks is said, since a day without a word of them keeps those it had. */
export const weekToSave = <K extends WeekKind>(week: readonly Days[K][]): Days[K][] =>
  week.map((day) => ({ ...day, breaks: day.breaks ?? [] }))

/** A quarter of an hour after what is there already, where the hours have room for it. */
export function nextBreak(day: Day, { to }: (typeof NAMES)[WeekKind]): Break {
  const ends = [...breaksOf(day).map(({ end_time }) => end_time), day[LUNCH.to]].filter(
    (time): time is string => typeof time === 'string' && time !== '',
  )
  const last = ends.toSorted().at(-1)
  const close = typeof day[to] === 'string' ? minutesOf(day[to]) : 1080
  const at = Math.min(last ? Math.max(minutesOf(last) + 120, 960) : 960, Math.max(0, close - 15))
  return { start_time: clockTime(at), end_time: clockTime(at + 15) }
}

/** '9:00 am – 6:00 pm, almuerzo 12:00 – 1:00 pm, descanso 4:00 – 4:15 pm' */
export function dayText<K extends WeekKind>(kind: K, given: Days[K]): string {
  const day = given as unknown as Day
  if (!day[NAMES[kind].on]) return NAMES[kind].off
  const lunch = stretchText(day[LUNCH.from], day[LUNCH.to])
  const breaks = breaksOf(day).map(
    ({ start_time, end_time }) => `descanso ${stretchText(start_time, end_time) ?? ''}`,
  )
  return [hoursOf(day, NAMES[kind]), ...(lunch ? [`almuerzo ${lunch}`] : []), ...breaks].join(', ')
}
