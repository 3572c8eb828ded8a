/** The days that the calendar shows at once. */
import { addDays, mediumDate, monthTitle, MONTHS, shortMonth } from '#domain/dates.ts'
import { mondayOf } from '../../data/days.ts'

export type Span = 'dia' | '2dias' | 'semana'

export const SPANS: [span: Span, label: string][] = [
  ['dia', 'Día'],
  ['2dias', '2 días'],
  ['semana', 'Semana'],
]

const LENGTH = { dia: 1, '2dias': 2, semana: 7 }

const daysFrom = (first: string, length: number): string[] =>
  Array.from({ length }, (_, i) => addDays(first, i))

export const weekOf = (date: string): string[] => daysFrom(mondayOf(date), 7)

export const daysOf = (span: Span, date: string): string[] =>
  span === 'semana' ? weekOf(date) : daysFrom(date, LENGTH[span])

/** The date that 'next' (1) or 'previous' (-1) leads to. */
export const turned = (span: Span, date: string, direction: 1 | -1): string =>
  addDays(date, LENGTH[span] * direction)

/** 'Viernes 20 de noviembre', '16 – 22 de noviembre', '30 de noviembre – 6 de diciembre' */
export function titleOf(days: string[]): string {
  const [first, last] = [days[0]!, days.at(-1)!]
  const name = (date: string) => `${dayOf(date)} de ${MONTHS[Number(date.slice(5, 7)) - 1]}`
  if (first === last) return capital(mediumDate(first))
  return `${isOneMonth(first, last) ? dayOf(first) : name(first)} – ${name(last)}`
}

/** The short form for phones: 'Noviembre 2026', '16 – 22 nov' */
export function shortTitleOf(days: string[]): string {
  const [first, last] = [days[0]!, days.at(-1)!]
  if (first === last) return monthTitle(first)
  const start = isOneMonth(first, last) ? dayOf(first) : `${dayOf(first)} ${shortMonth(first)}`
  return `${start} – ${dayOf(last)} ${shortMonth(last)}`
}

const dayOf = (date: string): number => Number(date.slice(8))
const isOneMonth = (a: string, b: string): boolean => a.slice(0, 7) === b.slice(0, 7)
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
