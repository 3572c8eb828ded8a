/** The fields of an appointment as the calls take them, and of the owner's form, which may leave some out. */
import { choiceErrors, PERSON_RULES, TERMS_REQUIRED } from './booking.ts'
import type { FieldErrors, Input } from './fields.ts'
import { errorsBy, idOf, inputOf, isBlank, optionalText } from './fields.ts'

/** Who came in from the street and left no name. */
export const WALK_IN_NAME = 'Cliente de paso'

const NO_CARD = 'Cliente no encontrado'

type Rule = (value: unknown) => string | undefined

const optional = (rule: Rule) => (value: unknown) => (isBlank(value) ? undefined : rule(value))

/** The same of somebody who came in from the street: nothing is required, and what is given is judged. */
export const WALK_IN_RULES = {
  ...PERSON_RULES,
  client_phone: optional(PERSON_RULES.client_phone),
  client_name: (value: unknown) => optionalText(value),
  client_email: optional(PERSON_RULES.client_email),
}

/**
 * `walk_in`: the owner says that this one leaves no e-mail, or no telephone, or not even a name. `as_on_card`: who it is, the card
 * says, and nothing that the form may hold.
 */
function ownersRules({ walk_in, as_on_card }: Input): Partial<typeof PERSON_RULES> & { card_id?: Rule } {
  if (as_on_card === true)
    return { notes: PERSON_RULES.notes, card_id: (value) => (idOf(value) ? undefined : NO_CARD) }
  return walk_in === true ? WALK_IN_RULES : PERSON_RULES
}

/**
 * An appointment's payload, as both booking calls and the owner's form send it. The screen leaves `terms`
 * out of the payload (001 §3), so it is an error here only when present and refused.
 */
export const appointmentErrors = (input: unknown): FieldErrors =>
  errorsWith(ownersRules(inputOf(input)), input)

/** The same as customers send it, for whom nothing may be missing. */
export const bookedErrors = (input: unknown): FieldErrors => errorsWith(PERSON_RULES, input)

function errorsWith(rules: Record<string, Rule>, input: unknown): FieldErrors {
  const given = inputOf(input)
  return {
    ...choiceErrors(given),
    ...errorsBy(rules, given),
    ...(given['terms'] === false ? { terms: TERMS_REQUIRED } : {}),
  }
}

/** The same of what is changed of an appointment: what is left out stays. */
export function changeErrors(input: unknown): FieldErrors {
  const given = inputOf(input)
  const errors = Object.entries(appointmentErrors(given))
  return Object.fromEntries(errors.filter(([name]) => given[name] !== undefined))
}
