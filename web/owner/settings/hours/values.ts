import { isIsoDate } from '#domain/dates.ts'
import type { FieldErrors } from '#domain/fields.ts'
import { type Interval, specialDayErrors } from '#domain/special-day-rules.ts'
import type { SpecialDay, SpecialDayBody } from '../../data/time-off.ts'

/** The form's values: '' is the whole business. */
export interface Values {
  date: string
  professional_id: string
  label: string
  is_open: boolean
  intervals: Interval[]
  opens_business: boolean
  is_yearly: boolean
}

export const USUAL: Interval = { start_time: '09:00', end_time: '14:00' }

export const valuesOf = (row: SpecialDay | undefined, date = ''): Values => ({
  date: row?.date ?? date,
  professional_id: row?.professional_id ? String(row.professional_id) : '',
  label: row?.label ?? '',
  is_open: row?.is_open ?? false,
  intervals: row && row.intervals.length > 0 ? row.intervals : [USUAL],
  opens_business: row?.opens_business ?? false,
  is_yearly: row?.is_yearly ?? false,
})

export function bodyOf({ date: _, professional_id, label, ...values }: Values): SpecialDayBody {
  return {
    ...values,
    professional_id: professional_id ? Number(professional_id) : null,
    label: label.trim() || null,
    intervals: values.is_open ? values.intervals : [],
    opens_business: values.is_open && professional_id !== '' && values.opens_business,
  }
}

export function errorsIn(values: Values, today: string): FieldErrors {
  const { date } = values
  const wrong = !isIsoDate(date) ? 'Elige el día' : date < today ? 'Ese día ya pasó' : undefined
  return { ...specialDayErrors({ ...bodyOf(values) }), ...(wrong && { date: wrong }) }
}
