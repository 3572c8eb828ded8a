/** Validates and normalises a week that comes from outside. */
import type { ClockTime } from './dates.ts'
import { minutesOf, toClockTime, weekdayLabel } from './dates.ts'
import type { BusinessDay, ProfessionalDay } from './week.ts'

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

/** One to seven days, in order, times as `HH:MM`. A missing day is closed. Never throws. */
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
  }))
}

type Time = ClockTime | null
type Times = { on: boolean; from: Time; to: Time; lunchFrom: Time; lunchTo: Time }

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
  const [from, to] = [timeOf(entry[names.from]), timeOf(entry[names.to])]
  const [lunchFrom, lunchTo] = [timeOf(entry['lunch_start_time']), timeOf(entry['lunch_end_time'])]
  if (from === undefined || to === undefined || lunchFrom === undefined || lunchTo === undefined) {
    return 'las horas deben escribirse como HH:MM'
  }
  if (!lunchFrom !== !lunchTo) return 'el almuerzo necesita hora de inicio y hora de fin'
  // A closed day keeps its times, unused, until it is opened again.
  const times = { on, from, to, lunchFrom, lunchTo }
  return (on && orderError(times, names)) || times
}

function orderError({ from, to, lunchFrom, lunchTo }: Times, names: Names): string | undefined {
  if (!from || !to) return `faltan ${names.opening} y ${names.closing}`
  if (minutesOf(from) >= minutesOf(to)) return `${names.closing} debe ser posterior a ${names.opening}`
  if (!lunchFrom || !lunchTo) return undefined
  if (minutesOf(lunchFrom) >= minutesOf(lunchTo)) return 'el fin del almuerzo debe ser posterior a su inicio'
  const isInside = minutesOf(from) <= minutesOf(lunchFrom) && minutesOf(lunchTo) <= minutesOf(to)
  return isInside ? undefined : 'el almuerzo debe estar dentro del horario'
}

/** `HH:MM`; null when left empty, undefined when it is not a time. */
function timeOf(value: unknown): Time | undefined {
  return value === null || value === undefined || value === '' ? null : toClockTime(value)
}

function listOf(input: unknown): unknown[] | undefined {
  if (Array.isArray(input)) return input
  const inner = (input as { schedules?: unknown } | null | undefined)?.schedules
  return Array.isArray(inner) ? inner : undefined
}
