/** Validates and normalises a week that comes from outside. */
import type { ClockTime } from './dates.ts'
import { minutesOf, toClockTime, weekdayLabel } from './dates.ts'
import { MIDNIGHT } from './end-time.ts'
import { MAX_BREAKS, type BusinessDay, type ProfessionalDay } from './week.ts'

export type ParsedWeek<Day> = { ok: true; week: Day[] } | { ok: false; error: string }

/** The fields in which the two kinds of week differ, and their names in error sentences. */
type Names = { on: string; from: string; to: string; opening: string; closing: string }

const BUSINESS: Names = {
  on: 'is_open',
  from: 'open_time',
  to: 'close_time',
  opening: 'la hora de apertura',
  closing: 'la hora de cierre',
}
const PROFESSIONAL: Names = {
  on: 'is_available',
  from: 'start_time',
  to: 'end_time',
  opening: 'la hora de inicio',
  closing: 'la hora de fin',
}

/**
 * A Spanish sentence when `input` is not a valid business week. Takes a list of days or `{schedules: list}`.
 */
export function businessWeekErrors(input: unknown): string | undefined {
  const parsed = parseBusinessWeek(input)
  return parsed.ok ? undefined : parsed.error
}

/** A Spanish sentence when `input` is not a valid professional's week. */
export function professionalWeekErrors(input: unknown): string | undefined {
  const parsed = parseProfessionalWeek(input)
  return parsed.ok ? undefined : parsed.error
}

/** One to seven days, in order, times as `HH:MM`, ends up to 24:00. A missing day is closed. Never throws. */
export function parseBusinessWeek(input: unknown): ParsedWeek<BusinessDay> {
  const days = listOf(input)
  if (days?.length === 0) return { ok: false, error: 'Indica el horario de al menos un día' }
  return parse(days, BUSINESS, (day, times) => ({
    day_of_week: day,
    is_open: times.on,
    open_time: times.from,
    close_time: times.to,
    lunch_start_time: times.lunchFrom,
    lunch_end_time: times.lunchTo,
    ...breaksOf(times),
  }))
}

/** Up to seven days, in order. An empty list: the professional follows the business. Never throws. */
export function parseProfessionalWeek(input: unknown): ParsedWeek<ProfessionalDay> {
  return parse(listOf(input), PROFESSIONAL, (day, times) => ({
    day_of_week: day,
    is_available: times.on,
    start_time: times.from,
    end_time: times.to,
    lunch_start_time: times.lunchFrom,
    lunch_end_time: times.lunchTo,
    ...breaksOf(times),
  }))
}

const breaksOf = ({ breaks }: Times) => (breaks ? { breaks } : {})

type Time = ClockTime | null
type Break = { start_time: ClockTime; end_time: ClockTime }
type Times = {
  on: boolean
  from: Time
  to: Time
  lunchFrom: Time
  lunchTo: Time
  breaks?: Break[] | undefined
}

function parse<Day extends { day_of_week: number }>(
  days: unknown[] | undefined,
  names: Names,
  make: (day: number, times: Times) => Day,
): ParsedWeek<Day> {
  if (!days) return { ok: false, error: 'El horario debe ser una lista de días' }
  const week: Day[] = []
  for (const input of days) {
    const entry = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
    const day = entry['day_of_week']
    if (typeof day !== 'number' || !Number.isInteger(day) || day < 0 || day > 6) {
      return { ok: false, error: 'El día de la semana debe ser un número de 0 (domingo) a 6 (sábado)' }
    }
    const label = weekdayLabel(day)
    if (week.some((other) => other.day_of_week === day)) {
      return { ok: false, error: `${label}: el día está repetido` }
    }
    const times = timesOf(entry, names)
    if (typeof times === 'string') return { ok: false, error: `${label}: ${times}` }
    week.push(make(day, times))
  }
  return { ok: true, week: week.sort((a, b) => a.day_of_week - b.day_of_week) }
}

function timesOf(entry: Record<string, unknown>, names: Names): Times | string {
  const flag = entry[names.on]
  if (flag !== true && flag !== false && flag !== 0 && flag !== 1) {
    return `falta decir si está disponible (${names.on})`
  }
  const on = Boolean(flag)
  const [from, to] = [timeOf(entry[names.from]), endOf(entry[names.to])]
  const [lunchFrom, lunchTo] = [timeOf(entry['lunch_start_time']), endOf(entry['lunch_end_time'])]
  if (from === undefined || to === undefined || lunchFrom === undefined || lunchTo === undefined) {
    return 'las horas deben escribirse como HH:MM'
  }
  const hasHalfALunch = !lunchFrom !== !lunchTo
  if (on && hasHalfALunch) return 'el almuerzo necesita hora de inicio y hora de fin'
  const breaks = breaksIn(entry['breaks'], on)
  if (typeof breaks === 'string') return breaks
  // A closed day keeps its times, unused, until it is opened again: those that are whole, since its fields are not shown.
  const lunch = hasHalfALunch ? { lunchFrom: null, lunchTo: null } : { lunchFrom, lunchTo }
  const times = { on, from, to, ...lunch, breaks }
  return (on && orderError(times, names)) || times
}

/**
 * The breaks in order; a sentence when they cannot be, and for a day that is off without those that cannot be. Left out:
 * those that the day has already.
 */
function breaksIn(value: unknown, isOn: boolean): Break[] | string | undefined {
  if (value === null || value === undefined) return undefined
  if (!Array.isArray(value)) return 'los descansos deben ser una lista'
  if (value.length > MAX_BREAKS) return `puedes indicar hasta ${MAX_BREAKS} descansos`
  const breaks: Break[] = []
  for (const each of value as Partial<Record<keyof Break, unknown>>[]) {
    const [start_time, end_time] = [timeOf(each?.start_time), endOf(each?.end_time)]
    if (start_time === undefined || end_time === undefined) return 'las horas deben escribirse como HH:MM'
    if (!start_time || !end_time) {
      if (isOn) return 'cada descanso necesita hora de inicio y hora de fin'
    } else if (start_time >= end_time) {
      if (isOn) return 'el fin de un descanso debe ser posterior a su inicio'
    } else breaks.push({ start_time, end_time })
  }
  breaks.sort((a, b) => (a.start_time < b.start_time ? -1 : 1))
  const apart = breaks.filter(({ start_time }, i) => i === 0 || start_time >= breaks[i - 1]!.end_time)
  return isOn && apart.length < breaks.length ? CROSSING : apart
}

const CROSSING = 'Los descansos no pueden cruzarse'

function breaksError({ from, to, lunchFrom, lunchTo, breaks = [] }: Times): string | undefined {
  if (breaks.some(({ start_time, end_time }) => start_time < from! || to! < end_time))
    return 'los descansos deben estar dentro del horario'
  const crosses = ({ start_time, end_time }: Break) =>
    lunchFrom && lunchTo && start_time < lunchTo && lunchFrom < end_time
  return breaks.some(crosses) ? CROSSING : undefined
}

function orderError(times: Times, names: Names): string | undefined {
  const { from, to, lunchFrom, lunchTo } = times
  if (!from || !to) return `faltan ${names.opening} y ${names.closing}`
  if (minutesOf(from) >= minutesOf(to)) return `${names.closing} debe ser posterior a ${names.opening}`
  if (!lunchFrom || !lunchTo) return breaksError(times)
  if (minutesOf(lunchFrom) >= minutesOf(lunchTo)) return 'el fin del almuerzo debe ser posterior a su inicio'
  const isInside = minutesOf(from) <= minutesOf(lunchFrom) && minutesOf(lunchTo) <= minutesOf(to)
  return isInside ? breaksError(times) : 'el almuerzo debe estar dentro del horario'
}

/** `HH:MM`; null when left empty, undefined when it is not a time. */
function timeOf(value: unknown): Time | undefined {
  return value === null || value === undefined || value === '' ? null : toClockTime(value)
}

/** The same of an end, which may be midnight. */
const endOf = (value: unknown): Time | undefined =>
  value === MIDNIGHT || value === `${MIDNIGHT}:00` ? MIDNIGHT : timeOf(value)

function listOf(input: unknown): unknown[] | undefined {
  if (Array.isArray(input)) return input
  const inner = (input as { schedules?: unknown } | null | undefined)?.schedules
  return Array.isArray(inner) ? inner : undefined
}
