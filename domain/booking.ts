/** The fields of the booking page and of the owner's new appointment. Specification 000 §5, 001 §5. */
import { clientIdError, dateError, timeError } from './client.ts'
import type { FieldErrors, Input } from './fields.ts'
import {
  emailError,
  errorsBy,
  idOf,
  inputOf,
  isBlank,
  LIMITS,
  longText,
  optionalText,
  requiredText,
} from './fields.ts'
import { fullPhoneError } from './phone.ts'

/** The toast when the client tries to reach step 3 too early. */
export const INCOMPLETE_CHOICE = 'Por favor completa todos los datos de la cita'
/** Instead of a professional's id, where one of those who are free is meant. */
export const ANY = 'any'

export const TERMS_REQUIRED = 'Debes aceptar los términos y condiciones'
/** Who came in from the street and left no name. */
export const WALK_IN_NAME = 'Cliente de paso'

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

const optional = (rule: (value: unknown) => string | undefined) => (value: unknown) =>
  isBlank(value) ? undefined : rule(value)

/** The same of somebody who came in from the street: nothing is required, and what is given is judged. */
export const WALK_IN_RULES = {
  ...PERSON_RULES,
  client_phone: optional(PERSON_RULES.client_phone),
  client_name: (value: unknown) => optionalText(value),
  client_email: optional(PERSON_RULES.client_email),
}

/** `walk_in`: the owner says that this one leaves no e-mail, or no telephone, or not even a name. */
const ownersRules = ({ walk_in }: Input) => (walk_in === true ? WALK_IN_RULES : PERSON_RULES)

/** What is booked (step 1): the professional may be any. */
export const BOOKING_RULES = {
  ...CHOICE_RULES,
  professional_id: (value: unknown) => (value === ANY ? undefined : CHOICE_RULES.professional_id(value)),
}

/** service_id, professional_id, appointment_date, appointment_time. */
export const choiceErrors = (input: unknown): FieldErrors => errorsBy(BOOKING_RULES, inputOf(input))
const personErrors = (input: unknown): FieldErrors => errorsBy(PERSON_RULES, inputOf(input))

/** All of step 2 of the booking page: the person's details, and `terms` accepted (true, or a form's 'on'). */
export function clientErrors(input: unknown): FieldErrors {
  const { terms } = inputOf(input)
  const accepted = terms === true || terms === 'on' || terms === 'true'
  return { ...personErrors(input), ...(accepted ? {} : { terms: TERMS_REQUIRED }) }
}

/** The whole public booking form, as the screen checks it. */
export function bookingErrors(input: unknown): FieldErrors {
  return { ...choiceErrors(input), ...clientErrors(input) }
}

/**
 * An appointment's payload, as both booking calls and the owner's form send it. The screen leaves `terms`
 * out of the payload (001 §3), so it is an error here only when present and refused.
 */
export function appointmentErrors(input: unknown): FieldErrors {
  const given = inputOf(input)
  return {
    ...choiceErrors(given),
    ...errorsBy(ownersRules(given), given),
    ...(given['terms'] === false ? { terms: TERMS_REQUIRED } : {}),
  }
}

/** The same of what is changed of an appointment: what is left out stays. */
export function changeErrors(input: unknown): FieldErrors {
  const given = inputOf(input)
  const errors = Object.entries(appointmentErrors(given))
  return Object.fromEntries(errors.filter(([name]) => given[name] !== undefined))
}
