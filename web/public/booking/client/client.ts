import { clientErrors } from '#domain/booking.ts'
import { bareDocument } from '#domain/client.ts'
import { type FieldErrors, LIMITS } from '#domain/fields.ts'
import { e164, nationalNumber, phoneError } from '#domain/phone.ts'
import type { Client } from './typed.ts'

export { type Client, clientOf } from './typed.ts'

export const NOTES_MAX = LIMITS.text

/** Spaces make a number readable and are not part of it. */
const national = (client: Client): string => nationalNumber(client.client_phone_country, client.client_phone)

/** @param isOptional Whether the business lets somebody leave no e-mail; where that is not known, it says so itself. */
export function errorsOf(client: Client, isOptional = true): FieldErrors {
  const given = { ...client, client_phone: phoneOf(client), client_id: bareDocument(client.client_id) }
  const errors = clientErrors(isOptional ? given : { ...given, no_messages: '', whatsapp_consent: '' })
  const format = phoneError(client.client_phone_country, national(client))
  // Several countries share a code: the example has to be that of the chosen country.
  if (national(client) !== '' && format) errors['client_phone'] = format
  return errors
}

export const hasPhoneFormatError = (client: Client): boolean =>
  national(client) !== '' && phoneError(client.client_phone_country, national(client)) !== undefined

/** The whole number, with the country's code. */
export const phoneOf = (client: Client): string => e164(client.client_phone_country, national(client))
