import { bareDocument } from '#domain/client.ts'
import { cleanText } from '#domain/fields.ts'
import type { WholeChoice } from '../../business/types.ts'
import { type Client, phoneOf } from './client.ts'

/** Who is booked, and the name of the data policy that the page showed: stored with the consent. */
export interface Booked {
  id: number
  policy: string
}

/** The booking as the API takes it. */
export function payloadOf(business: Booked, choice: WholeChoice, client: Client, token: string) {
  return {
    business_id: business.id,
    service_id: choice.service,
    ...(choice.variant && { variant_id: choice.variant }),
    ...(choice.addons && { addon_ids: choice.addons }),
    professional_id: choice.professional,
    appointment_date: choice.date,
    appointment_time: choice.time,
    ...(!client.known && typed(client)),
    recaptcha_token: token,
    consent_version: business.policy,
  }
}

function typed(client: Client) {
  const notes = cleanText(client.notes)
  const clientId = bareDocument(client.client_id)
  return {
    client_phone: phoneOf(client),
    client_name: cleanText(client.client_name),
    ...(client.no_messages ? { no_messages: true } : { client_email: cleanText(client.client_email) }),
    ...(client.whatsapp_consent && { whatsapp_consent: true }),
    ...(client.marketing_consent && { marketing_consent: true }),
    ...(clientId && { client_id: clientId }),
    ...(notes && { notes }),
    send_confirmation: true,
  }
}
