/** The fields of the booking page. Specification 000 §5, 001 §5. */
import { ANY } from './choice.ts'
import { clientIdError, dateError, timeError } from './client.ts'
import type { FieldErrors, Input } from './fields.ts'
import { emailError } from './email.ts'
import { errorsBy, idOf, inputOf, isBlank, LIMITS, longText, requiredText } from './fields.ts'
import { fullPhoneError } from './phone.ts'

export const TERMS_REQUIRED = 'Debes aceptar los términos y condiciones'
/** What an appointment is. */
export const CHOICE_RULES = {
  service_id: (value: unknown) => (idOf(value) ? undefined : 'Servicio es requerido'),
  professional_id: (value: unknown) => (idOf(value) ? undefined : 'Profesional es requerido'),
  appointment_date: (value: unknown) => dateError(value, 'Fecha es requerida'),
  appointment_time: (value: unknown) => timeError(value, 'Hora es requerida'),
}

/** Who it is for; the phone with its country code, '+57…'. */
export const PERSON_RULES = {
  client_phone: fullPhoneError,
  client_name: (value: unknown) => requiredText(value, 'Nombre es requerido'),
  client_email: emailError,
  client_id: (value: unknown) => clientIdError(value),
  notes: (value: unknown) =>
    longText(value, LIMITS.text, `Notas no pueden exceder ${LIMITS.text} caracteres`),
}

/** What is booked (step 1): the professional may be any. */
export const BOOKING_RULES = {
  ...CHOICE_RULES,
  professional_id: (value: unknown) => (value === ANY ? undefined : CHOICE_RULES.professional_id(value)),
}

/** service_id, professional_id, appointment_date, appointment_time. */
export const choiceErrors = (input: unknown): FieldErrors => errorsBy(BOOKING_RULES, inputOf(input))

const isOn = (value: unknown): boolean => value === true || value === 'on' || value === 'true'

/**
 * Whether somebody says how it is to go without an e-mail: with no messages ('Sin avisos'), or by WhatsApp. Whether the
 * business has it so is its own setting.
 */
export const leavesNoEmail = ({ client_email, no_messages, whatsapp_consent }: Input): boolean =>
  isBlank(client_email) && (isOn(no_messages) || isOn(whatsapp_consent))

function personErrors(input: unknown): FieldErrors {
  const given = inputOf(input)
  const { client_email, ...others } = PERSON_RULES
  return errorsBy(leavesNoEmail(given) ? others : PERSON_RULES, given)
}

/** All of step 2 of the booking page: the person's details, and `terms` accepted (true, or a form's 'on'). */
export function clientErrors(input: unknown): FieldErrors {
  const { terms } = inputOf(input)
  return { ...personErrors(input), ...(isOn(terms) ? {} : { terms: TERMS_REQUIRED }) }
}

/** The whole public booking form, as the screen checks it. */
export function bookingErrors(input: unknown): FieldErrors {
  return { ...choiceErrors(input), ...clientErrors(input) }
}
