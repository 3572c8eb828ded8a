import { fullAddress, whatsappUrl } from '#domain/contact.ts'
import { atTime, mediumDate } from '#domain/dates.ts'
import type { Appointment } from './portal-data.ts'

/** The business's page with the same service and professional selected. */
export const bookAgain = ({ business_slug, service_id, professional_id }: Appointment): string =>
  `/negocio/${business_slug}?servicio=${service_id}&profesional=${professional_id}`

/** With the city, as the confirmation and the mails say it. */
export const addressOf = ({ business_address, business_city }: Appointment): string | undefined =>
  fullAddress({ address: business_address, city: business_city })

/** Directions, when the location is known. */
export function directions(appointment: Appointment): string | undefined {
  const { latitude, longitude } = appointment
  const isPlaced = latitude !== null && longitude !== null
  const to = isPlaced ? `${latitude},${longitude}` : encodeURIComponent(addressOf(appointment) ?? '')
  return to ? `https://www.google.com/maps/dir/?api=1&destination=${to}` : undefined
}

/** A WhatsApp chat with the business, with a first message filled in. */
export function chatWith(appointment: Appointment): string | undefined {
  const chat = whatsappUrl(appointment.business_whatsapp)
  const { service_name, appointment_date, appointment_time } = appointment
  const text = `Hola, te escribo por mi cita de ${service_name} del ${mediumDate(appointment_date)} ${atTime(appointment_time)}.`
  return chat && `${chat}?text=${encodeURIComponent(text)}`
}

export function phoneOf({ business_phone }: Appointment): string | undefined {
  const number = business_phone?.replace(/[^\d+]/g, '')
  return number ? `tel:${number}` : undefined
}
