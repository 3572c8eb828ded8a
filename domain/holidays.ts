/** Public holidays: Colombia's by rule, for any year; other countries' as data, from a year on. */
import { addDays, dayOfWeek, type IsoDate } from './dates.ts'
import table from './holiday-table.json' with { type: 'json' }

/** By country and year: 'MM-DD' and name. Made by `npm run holidays`. */
const HOLIDAY_TABLE: Record<string, Record<string, readonly string[][]>> = table

export interface Holiday {
  date: IsoDate
  /** Two on one date are one: 'San Pedro y San Pablo · Sagrado Corazón de Jesús'. */
  name: string
}

/** The countries whose holidays are known, by ISO code. */
export const HOLIDAY_COUNTRIES: readonly string[] = ['CO', ...Object.keys(HOLIDAY_TABLE)].sort()

export const HOLIDAY_POLICIES = ['ask', 'closed', 'open'] as const
export type HolidayPolicy = (typeof HOLIDAY_POLICIES)[number]

/** How long before a holiday its owner is asked. */
export const ASK_DAYS_BEFORE = 21

/** A Colombian holiday: its day, or how far from Easter Sunday; `moves` to the next Monday (Ley 51 de 1983). */
type Rule = { name: string; moves: boolean; from?: number } & ({ day: string } | { easter: number })

const COLOMBIA: readonly Rule[] = [
  { name: 'Año Nuevo', day: '01-01', moves: false },
  { name: 'Reyes Magos', day: '01-06', moves: true },
  { name: 'San José', day: '03-19', moves: true },
  { name: 'Jueves Santo', easter: -3, moves: false },
  { name: 'Viernes Santo', easter: -2, moves: false },
  { name: 'Día del Trabajo', day: '05-01', moves: false },
  { name: 'Ascensión del Señor', easter: 39, moves: true },
  { name: 'Corpus Christi', easter: 60, moves: true },
  { name: 'San Pedro y San Pablo', day: '06-29', moves: true },
  { name: 'Sagrado Corazón de Jesús', easter: 68, moves: true },
  // Ley 2578 de 2026.
  { name: 'Nuestra Señora del Rosario de Chiquinquirá', day: '07-09', moves: true, from: 2026 },
  { name: 'Independencia de Colombia', day: '07-20', moves: false },
  { name: 'Batalla de Boyacá', day: '08-07', moves: false },
  { name: 'Asunción de la Virgen', day: '08-15', moves: true },
  { name: 'Día de la Raza', day: '10-12', moves: true },
  { name: 'Todos los Santos', day: '11-01', moves: true },
  { name: 'Independencia de Cartagena', day: '11-11', moves: true },
  { name: 'Inmaculada Concepción', day: '12-08', moves: false },
  { name: 'Navidad', day: '12-25', moves: false },
]

// A year is asked for again and again; a process needs few.
const known = new Map<string, Holiday[]>()

/** The holidays of a country in a year, by date; none when they are not known. */
export function holidaysOf(country: string, year: number): Holiday[] {
  const key = `${country} ${year}`
  let found = known.get(key)
  if (!found) {
    found = country === 'CO' ? ofColombia(year) : (HOLIDAY_TABLE[country]?.[year] ?? []).map(read(year))
    if (known.size >= 500) known.clear()
    known.set(key, found)
  }
  return found
}

/** The holiday of a date; undefined when it is none. */
export const holidayOn = (country: string, date: IsoDate): Holiday | undefined =>
  holidaysOf(country, Number(date.slice(0, 4))).find((holiday) => holiday.date === date)

/** The holidays from `first` to `last`, by date. */
export function holidaysBetween(country: string, first: IsoDate, last: IsoDate): Holiday[] {
  const years = [Number(first.slice(0, 4)), Number(last.slice(0, 4))] as const
  const all: Holiday[] = []
  for (let year = years[0]; year <= years[1]; year++) all.push(...holidaysOf(country, year))
  return all.filter(({ date }) => first <= date && date <= last)
}

const read =
  (year: number) =>
  ([day, name]: readonly string[]): Holiday => ({ date: `${year}-${day}`, name: name! })

function ofColombia(year: number): Holiday[] {
  const easter = easterSunday(year)
  const names = new Map<IsoDate, string[]>()
  for (const rule of COLOMBIA) {
    if (year < (rule.from ?? 1984)) continue
    const own = 'day' in rule ? `${year}-${rule.day}` : addDays(easter, rule.easter)
    const date = rule.moves ? addDays(own, (8 - dayOfWeek(own)) % 7) : own
    names.set(date, [...(names.get(date) ?? []), rule.name])
  }
  return [...names]
    .map(([date, all]) => ({ date, name: all.join(' · ') }))
    .sort((a, b) => a.date.localeCompare(b.date))
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): IsoDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const [month, day] = [Math.floor((h + l - 7 * m + 114) / 31), ((h + l - 7 * m + 114) % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
