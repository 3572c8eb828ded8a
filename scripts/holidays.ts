/**
 * Writes domain/holiday-table.json: the public holidays of other countries than Colombia, for this year and ten more, out
 * of date-holidays (ISC, data CC-BY-3.0), which is installed for this alone and outside this package:
 *
 *   npm install --prefix /tmp/holidays date-holidays@3.37.0
 *   npm run holidays -- /tmp/holidays/node_modules/date-holidays
 */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

const COUNTRIES = 'AR BO CL CR CU EC SV US PR DO GT GQ HN MX NI PA PY PE ES VE UY BR'.split(' ')
const YEARS = 11
const DAY_MS = 86_400_000
/** What the library says otherwise than in Spanish, or misspelt. */
const SPANISH: Record<string, string> = {
  'Dia da Consciência Negra': 'Día de la Conciencia Negra',
  'Dia de Eleição': 'Día de Elecciones',
  'Dia de Tiradentes': 'Día de Tiradentes',
  'Dia de los héroes': 'Día de los Héroes',
  'Nossa Senhora Aparecida': 'Nuestra Señora Aparecida',
  'Presidential Inauguration': 'Toma de posesión presidencial',
  'Proclamação da República': 'Proclamación de la República',
  'Sabado Santo': 'Sábado Santo',
}
/** What the library lacks, of every year. */
const MISSING: Record<string, readonly [string, string][]> = { SV: [['01-01', 'Año Nuevo']] }

interface Found {
  date: string
  start: Date
  end: Date
  name: string
  type: string
}
type Library = new (
  country: string,
  state?: string,
) => { getHolidays(year: number, language: string): Found[] }

const folder = process.argv[2]
if (!folder)
  throw new Error('Say where date-holidays is: npm run holidays -- /tmp/holidays/node_modules/date-holidays')
const loaded = createRequire(import.meta.url)(resolve(folder)) as Library | { default: Library }
const Holidays = 'default' in loaded ? loaded.default : loaded

const first = new Date().getFullYear()
const table: Record<string, Record<string, [string, string][]>> = {}
for (const country of COUNTRIES) {
  const of = country === 'PR' ? new Holidays('US', 'PR') : new Holidays(country)
  table[country] = Object.fromEntries(
    Array.from({ length: YEARS }, (_, i) => [
      first + i,
      [...(MISSING[country] ?? []), ...daysOf(of.getHolidays(first + i, 'es'), first + i)].sort(),
    ]),
  )
}
writeFileSync(join(import.meta.dirname, '../domain/holiday-table.json'), JSON.stringify(table))

/** By date, 'MM-DD'; those of one date together. */
function daysOf(found: Found[], year: number): [string, string][] {
  const names = new Map<string, Set<string>>()
  for (const { date, start, end, name, type } of found) {
    if (type !== 'public' || !date.startsWith(String(year))) continue
    const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / DAY_MS))
    for (let i = 0; i < days; i++) {
      const day = new Date(Date.parse(date.slice(0, 10)) + i * DAY_MS).toISOString().slice(5, 10)
      names.set(day, (names.get(day) ?? new Set()).add(SPANISH[name] ?? name))
    }
  }
  return [...names].map(([day, all]): [string, string] => [day, [...all].join(' · ')]).sort()
}
