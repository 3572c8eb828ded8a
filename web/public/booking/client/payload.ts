import { cleanText } from '#domain/fields.ts'
import { ownZone } from '../../../own-zone.ts'
import type { WholeChoice } from '../../business/types.ts'
import { type Client, phoneOf } from './client.ts'

/** The version of the legal texts (UPDATED in legal-text.ts), stored with every consent. */
const LEGAL_VERSION = '2023-08-01'

/** The booking as the API takes it. */
export function payloadOf(businessId: number, choice: WholeChoice, client: Client, token: string) {
  const notes = cleanText(client.notes)
  const clientId = cleanText(client.client_id)
  return {
    business_id: businessId,
    service_id: choice.service,
    ...(choice.variant && { variant_id: choice.variant }),
    ...(choice.addons && { addon_ids: choice.addons }),
    professional_id: choice.professional,
    appointment_date: choice.date,
    appointment_time: choice.time,
    client_phone: phoneOf(client),
    client_name: cleanText(client.client_name),
    ...(client.no_messages ? { no_messages: true } : { client_email: cleanText(client.client_email) }),
    ...(client.whatsapp_consent && { whatsapp_consent: true }),
    ...(clientId && { client_id: clientId }),
    ...(notes && { notes }),
    client_timezone: ownZone(),
    send_confirmation: true,
    recaptcha_token: token,
    consent_version: LEGAL_VERSION,
  }
}

/** Whether two bookings differ in their proof of work alone. */
export function sameBooking(a: object, b: object): boolean {
  const text = (booking: object) => JSON.stringify({ ...booking, recaptcha_token: '' })
  return text(a) === text(b)
}
