/** The fields of the booking page and of the owner's new appointment. Specification 000 §5, 001 §5. */
import { clientIdError, dateError, timeError } from './client.ts'
import type { FieldErrors } from './fields.ts'
import { emailError, errorsOf, idOf, inputOf, LIMITS, longText, requiredText } from './fields.ts'
import { fullPhoneError } from './phone.ts'

/** The toast when step 3 is asked for too early. */
export const INCOMPLETE_CHOICE = 'Por favor completa todos los datos de la cita'
export const TERMS_REQUIRED = 'Debes aceptar los términos y condiciones'

/** What is booked (step 1): service_id, professional_id, appointment_date, appointment_time. */
export function choiceErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  return errorsOf({
    service_id: idOf(form['service_id']) ? undefined : 'Servicio es requerido',
    professional_id: idOf(form['professional_id']) ? undefined : 'Profesional es requerido',
    appointment_date: dateError(form['appointment_date'], 'Fecha es requerida'),
    appointment_time: timeError(form['appointment_time'], 'Hora es requerida'),
  })
}

/** Who it is for: client_phone ('+57…'), client_name, client_email, notes, client_id. */
function personErrors(input: unknown): FieldErrors {
  const form = inputOf(input)
  const tooLong = `Notas no pueden exceder ${LIMITS.text} caracteres`
  return errorsOf({
    client_phone: fullPhoneError(form['client_phone']),
    client_name: requiredText(form['client_name'], 'Nombre es requerido'),
    client_email: emailError(form['client_email']),
    client_id: clientIdError(form['client_id']),
    notes: longText(form['notes'], LIMITS.text, tooLong),
  })
}

/** The whole of step 2 of the booking page: the person, and `terms` ticked (true, or a form's 'on'). */
export function clientErrors(input: unknown): FieldErrors {
  const { terms } = inputOf(input)
  const accepted = terms === true || terms === 'on' || terms === 'true'
  return { ...personErrors(input), ...(accepted ? {} : { terms: TERMS_REQUIRED }) }
}

/** The public booking form as a whole, on the screen. */
export function bookingErrors(input: unknown): FieldErrors {
  return { ...choiceErrors(input), ...clientErrors(input) }
}

/**
 * An appointment's payload, as both booking calls and the owner's form send it. The screen leaves `terms` out
 * of the payload (001 §3), so it is an error here only when present and refused.
 */
export function appointmentErrors(input: unknown): FieldErrors {
  const refused = inputOf(input)['terms'] === false
  return {
    ...choiceErrors(input),
    ...personErrors(input),
    ...(refused ? { terms: TERMS_REQUIRED } : {}),
  }
}
