/** The client portal: identification and moving an appointment. Specification 001 §5. */
import { clientIdError, dateError, timeError } from './client.ts'
import type { FieldErrors } from './fields.ts'
import { emailError } from './email.ts'
import { errorsOf, idOf, inputOf, isBlank } from './fields.ts'

/** In the portal, a move to today must start at least this many minutes from now. 001 §9. */
export const RESCHEDULE_NOTICE_MINUTES = 60
/** Why a client cannot cancel so late; undefined when they can. Exactly as long before as the business demands passes. */
export function lateCancellation(
  { starts_at, business_name }: { starts_at: string | number; business_name: string },
  nowMs: number,
  noticeMinutes: number,
  whom = `a ${business_name}`,
): string | undefined {
  const isLate = noticeMinutes > 0 && new Date(starts_at).getTime() - nowMs < noticeMinutes * 60_000
  return isLate ? `Para cancelar a última hora, escríbele ${whom}` : undefined
}

/** The server's, of a proof that a person is acting. */
export const VERIFICATION_FAILED = 'Verificación de reCAPTCHA fallida'
export const VERIFICATION_REQUIRED = 'Por favor, completa la verificación reCAPTCHA'

/** client_id and client_email of the portal's search. */
export function portalSearchErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  return errorsOf({
    client_id: clientIdError(form['client_id'], true),
    client_email: emailError(form['client_email']),
  })
}

/** client_email alone: where a link is asked for, or an address is corrected. */
export const portalEmailErrors = (input: unknown): FieldErrors =>
  errorsOf({ client_email: emailError(inputOf(input)['client_email']) })

/** new_date, new_time and the optional professional_id of a move. */
export function rescheduleErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  return errorsOf({
    new_date: dateError(form['new_date'], 'Nueva fecha es requerida'),
    new_time: timeError(form['new_time'], 'Nueva hora es requerida'),
    professional_id:
      isBlank(form['professional_id']) || idOf(form['professional_id']) ? undefined : 'Profesional inválido',
  })
}
