import { decimal } from '#domain/numbers.ts'
import type { BusinessDay } from '#domain/week.ts'
import type { OwnDay } from '../data/business.ts'
import type { Period } from '../data/figures.ts'

/** The hours of the business and of its professionals; unknown if the business's are missing. */
export interface Hours {
  business: BusinessDay[]
  /** The days of professionals with their own schedule. */
  own: OwnDay[]
}

export const PERIODS = [
  ['month', 'Este mes', 'este mes'],
  ['30days', 'Últimos 30 días', 'últimos 30 días'],
  ['all', 'Todo', 'desde el comienzo'],
] as const

/** What the period before one is called. */
export const BEFORE: Partial<Record<Period, string>> = {
  month: 'Mes pasado',
  '30days': '30 días antes',
}

export const periodText = (period: Period): string => PERIODS.find(([one]) => one === period)?.[2] ?? ''

/** '95 %', '4,5 %'; a share of nothing is not known. */
export const percent = (rate: number, of: number): string => (of > 0 ? `${decimal(rate)} %` : '—')
