/** What a business keeps of a client: the rules of a card and its notes. */
import { birthdayError } from './birthday.ts'
import { PERSON_RULES } from './booking.ts'
import { isBlank, longText, optionalText } from './fields.ts'

/** Of the alert, the reason of a block, and a note. */
export const ALERT_MAX = 200
export const NOTE_MAX = 2000
/** How many notes a card holds. */
export const MOST_NOTES = 200
/** Three visits within these days are many. */
export const FREQUENT_DAYS = 90
/** A client's own cancellation is late with less than a day left, or less than the business asks for where that is more. */
export const LATE_CANCEL_MINUTES = 1440

type Rule = (value: unknown) => string | undefined
const optional =
  (rule: Rule): Rule =>
  (value) =>
    isBlank(value) ? undefined : rule(value)

/** A name is enough. */
export const CARD_RULES = {
  client_name: PERSON_RULES.client_name,
  client_phone: optional(PERSON_RULES.client_phone),
  client_email: optional(PERSON_RULES.client_email),
  client_id: PERSON_RULES.client_id,
  alert: (value: unknown) => optionalText(value, ALERT_MAX),
  birthday: birthdayError,
}

/** The error of a note. */
export const noteError = (value: unknown): string | undefined =>
  isBlank(value)
    ? 'Escribe la nota'
    : longText(value, NOTE_MAX, `La nota no puede exceder ${NOTE_MAX} caracteres`)

/** The error of the reason of a block, which may be missing. */
export const blockReasonError = (value: unknown): string | undefined => optionalText(value, ALERT_MAX)

/** '2 inasistencias' */
export const noShowsText = (count: number): string =>
  count === 1 ? '1 inasistencia' : `${count} inasistencias`

/** '2 a última hora', of cancellations */
export const lateText = (count: number): string => `${count} a última hora`
