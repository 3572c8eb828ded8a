/** Identity documents, dates and times as forms send them. Specification 001 §5. */
import { isIsoDate, toClockTime } from './dates.ts'
import { cleanText, isBlank } from './fields.ts'

/** A document as it is checked and stored; people write it with dots or blanks, as '1.037.123.456'. */
export const bareDocument = (typed: unknown): string => cleanText(typed).replace(/[.\s]/g, '')

/** Error of an identity document: 8 to 12 digits. Blank is fine unless `required`. */
export function clientIdError(value: unknown, required = false): string | undefined {
  if (isBlank(value)) return required ? 'Cédula es requerida' : undefined
  return /^\d{8,12}$/.test(cleanText(value)) ? undefined : 'Cédula debe tener entre 8 y 12 dígitos'
}

/** Error of a required `YYYY-MM-DD`. */
export function dateError(value: unknown, required: string): string | undefined {
  if (typeof value !== 'string' || isBlank(value)) return required
  return isIsoDate(value.trim()) ? undefined : 'Fecha inválida'
}

/** Error of a required `HH:MM` or `HH:MM:SS`. */
export function timeError(value: unknown, required: string): string | undefined {
  if (typeof value !== 'string' || isBlank(value)) return required
  return toClockTime(value.trim()) ? undefined : 'Hora inválida'
}
