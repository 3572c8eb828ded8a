import { isIsoDate, mediumDate } from '#domain/dates.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { type Interval, specialDayErrors } from '#domain/special-day-rules.ts'
import type { SpecialDay, SpecialDayBody } from '../../data/time-off.ts'
import { intervalsText } from './day-row.tsx'

/** What is said of the day; 'usual': it opens at the hours of its weekday, a holiday for instance. */
export type Opening = 'closed' | 'usual' | 'special'
export const OPENINGS: [Opening, string][] = [
  ['closed', 'Cerrado'],
  ['usual', 'Abierto como siempre'],
  ['special', 'Horario especial'],
]

/** The form's values: '' is the whole business. */
export interface Values {
  date: string
  professional_id: string
  label: string
  opening: Opening
  /** Of a day with hours of its own. */
  intervals: Interval[]
  opens_business: boolean
  is_yearly: boolean
}

export const USUAL: Interval = { start_time: '09:00', end_time: '14:00' }

export const valuesOf = (row: SpecialDay | undefined, date = ''): Values => ({
  date: row?.date ?? date,
  professional_id: row?.professional_id ? String(row.professional_id) : '',
  label: row?.label ?? '',
  opening: !row?.is_open ? 'closed' : row.intervals.length > 0 ? 'special' : 'usual',
  intervals: row && row.intervals.length > 0 ? row.intervals : [USUAL],
  opens_business: row?.opens_business ?? false,
  is_yearly: row?.is_yearly ?? false,
})

export function bodyOf({ date: _, professional_id, label, opening, ...values }: Values): SpecialDayBody {
  const isSpecial = opening === 'special'
  return {
    ...values,
    is_open: opening !== 'closed',
    professional_id: professional_id ? Number(professional_id) : null,
    label: label.trim() || null,
    intervals: isSpecial ? values.intervals : [],
    opens_business: isSpecial && professional_id !== '' && values.opens_business,
  }
}

export function errorsIn(values: Values, today: string): FieldErrors {
  const { date } = values
  const wrong = !isIsoDate(date) ? 'Elige el día' : date < today ? 'Ese día ya pasó' : undefined
  return { ...specialDayErrors({ ...bodyOf(values) }), ...(wrong && { date: wrong }) }
}

const LABELS: Record<keyof Values, string> = {
  date: 'Día',
  professional_id: '¿De quién?',
  label: 'Nombre',
  opening: 'Ese día',
  intervals: 'Horas',
  opens_business: 'Atiende aunque el negocio esté cerrado',
  is_yearly: 'Repetir cada año',
}

interface Professional {
  id: number
  professional_name: string
}

/** The label and the value of a field that was changed elsewhere. */
export const noticeText = (team: Professional[]) => (name: keyof Values, value: Values[keyof Values]) =>
  [LABELS[name], valueText(name, value, team)] as [string, string]

function valueText(name: keyof Values, value: Values[keyof Values], team: Professional[]): string {
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return intervalsText(value)
  if (name === 'date') return mediumDate(value)
  if (name === 'opening') return OPENINGS.find(([opening]) => opening === value)![1]
  if (name === 'professional_id')
    return team.find(({ id }) => String(id) === value)?.professional_name ?? 'Todo el negocio'
  return value
}
