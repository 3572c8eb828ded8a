import type { ReturningClient } from '#domain/api/calls/remembered.ts'
import { clientErrors } from '#domain/booking.ts'
import { bareDocument } from '#domain/client.ts'
import { type FieldErrors, LIMITS } from '#domain/fields.ts'
import { e164, nationalNumber, phoneError } from '#domain/phone.ts'

/** Step 2 as typed, by field name. */
export interface Client {
  client_phone_country: string
  client_phone: string
  client_name: string
  client_email: string
  /** 'on' where somebody wants no messages, and so leaves no e-mail. */
  no_messages: string
  /** 'on' where somebody asks to be told by WhatsApp. */
  whatsapp_consent: string
  /** 'on' where somebody agrees to advertising. */
  marketing_consent: string
  notes: string
  client_id: string
  /** 'on' when ticked. */
  terms: string
  /** Whom this browser remembers, whose details only the server has; null: somebody types. */
  known?: ReturningClient | null | undefined
}

export const NOTES_MAX = LIMITS.text

export function clientOf(form: FormData): Client {
  const text = (name: Exclude<keyof Client, 'known'>) => String(form.get(name) ?? '')
  return {
    client_phone_country: text('client_phone_country'),
    client_phone: text('client_phone'),
    client_name: text('client_name'),
    client_email: text('no_messages') ? '' : text('client_email'),
    no_messages: text('no_messages'),
    whatsapp_consent: text('no_messages') ? '' : text('whatsapp_consent'),
    marketing_consent: text('marketing_consent'),
    // Browsers send a line break as two characters, but people typed one.
    notes: text('notes').replaceAll('\r\n', '\n'),
    client_id: text('client_id'),
    terms: text('terms'),
    known: null,
  }
}

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
