/** What visitors report of a business's page, and when reports hide it. */
import { cleanText, errorsOf, inputOf, isBlank, optionalText, type FieldErrors } from './fields.ts'
import { emailError } from './email.ts'

export const REPORT_REASONS = {
  impersonation: 'Se hace pasar por otro negocio o por una entidad',
  fraud: 'Parece una estafa o pide plata o claves',
  offensive: 'Tiene contenido ofensivo o ilegal',
  data: 'Usa mis datos sin permiso',
  other: 'Otro motivo',
} as const
export type ReportReason = keyof typeof REPORT_REASONS

export const REPORT_MAX = 1000
/** Reports of one network in an hour, of all businesses; and of one business in a day. */
export const REPORTS_OF_NETWORK = 5
export const REPORTS_OF_BUSINESS = 50
/** A page younger than this is hidden by as many networks' reports in a day, until an administrator has looked. */
const YOUNG_DAYS = 7
const REPORTS_THAT_HIDE = 3

export function reportErrors(input: unknown): FieldErrors {
  const { reason, details, email } = inputOf(input)
  return errorsOf({
    reason: isReason(reason) ? undefined : 'Elige el motivo',
    details:
      reason === 'other' && !cleanText(details) ? 'Cuéntanos qué pasa' : optionalText(details, REPORT_MAX),
    email: isBlank(email) ? undefined : emailError(email),
  })
}

const isReason = (reason: unknown): reason is ReportReason =>
  typeof reason === 'string' && Object.hasOwn(REPORT_REASONS, reason)

/** Whether reports of so many networks within a day hide a business's page. */
export const hidesPage = (networks: number, ageMs: number): boolean =>
  networks >= REPORTS_THAT_HIDE && ageMs < YOUNG_DAYS * 24 * 3_600_000
